"""What goes wrong at a real table, and how it is put right: rows of data that a game file lists.

A remedy is a name: one of `REMEDIES`, which every game has, or a ruling of the game itself (`Game.remedies`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine.errors import NotAMove
from referee.engine.match import Offset
from referee.engine.rules import Options, Value

TAKE_BACK, CORRECT, STAND = "take_back", "correct", "stand"
WARNING, REDEAL, OFFSET = "warning", "redeal", "offset"

REMEDIES: Mapping[str, str] = {
    TAKE_BACK: "Take it back, and play on from before it.",
    CORRECT: "Put it right on the table; nothing that was noted changes.",
    STAND: "Let it stand.",
    WARNING: "Give a warning.",
    REDEAL: "The hand is void; the same dealer deals again.",
    OFFSET: "Change the score.",
}
"""The remedies of every game, each with an English sentence."""

MOST_OFFSET = 1000
"""Most points that one ruling gives or takes."""

_OFFSET = re.compile(r"\* offset (0|[1-9][0-9]?) (-?[1-9][0-9]{0,3}|0)")


def offset_text(offset: Offset) -> str:
    """Return a change of the score as records write it, after the moves of the hand."""
    return f"* {OFFSET} {offset.side} {offset.points}"


def read_offset(text: str, sides: int) -> Offset | None:
    """Return the change of the score that a text of a record is, or None where it is none.

    Takes the number of sides that score. Raises NotAMove where it is one and is not written as it should be.
    """
    if text.split()[:2] != ["*", OFFSET]:
        return None
    found = _OFFSET.fullmatch(text)
    if found is None or int(found[1]) >= sides or abs(int(found[2])) > MOST_OFFSET:
        raise NotAMove("bad_text")
    return Offset(int(found[1]), int(found[2]), "")


BEFORE_NEXT_PLAY, BEFORE_NEXT_LEAD = "before_next_play", "before_next_lead"
BEFORE_PLAY, LATER, ANY_TIME = "before_play", "later", "any_time"

NOTICED: Mapping[str, str] = {
    BEFORE_NEXT_PLAY: "noticed before the next player has played on it",
    BEFORE_NEXT_LEAD: "noticed before the next lead",
    BEFORE_PLAY: "noticed before play has begun",
    LATER: "noticed later",
    ANY_TIME: "whenever it is noticed",
}
"""When something may be noticed, each with an English text."""


class Agreed(NamedTuple):
    """A table that has given an option this value has agreed on another default."""

    option: str
    value: Value
    default: str


@dataclass(frozen=True)
class Case:
    """What is usual for something noticed at some time: the default remedy, and others that make sense."""

    noticed: str
    default: str
    others: tuple[str, ...] = ()
    unless: Agreed | None = None

    def remedies(self, options: Options) -> Sequence[str]:
        """Return the remedies for a table with these options, the default first, each once."""
        first = self.default
        if self.unless and options[self.unless.option] == self.unless.value:
            first = self.unless.default
        return tuple(dict.fromkeys((first, self.default, *self.others)))


@dataclass(frozen=True)
class Irregularity:
    """Something that goes wrong at a table.

    Attributes:
        code: its name in the API, for example ``revoke``.
        what: what happened, in English.
        advice: what the rule book recommends, in English.
        cases: what is usual, by when it is noticed, earliest first.
        rules: ids of the rules that are touched.
    """

    code: str
    what: str
    advice: str
    cases: tuple[Case, ...]
    rules: tuple[str, ...] = ()

    def case_at(self, noticed: str) -> Case:
        """Return what is usual for something noticed at some time; the last case where that time has none."""
        return next((case for case in self.cases if case.noticed == noticed), self.cases[-1])

    def as_json(
        self, translate: Callable[[str], str], options: Options, sentences: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the row as JSON for a table with these options.

        Takes what translates a text, and the English sentence of every remedy by name.
        """
        return {
            "irregularity": self.code,
            "what": translate(self.what),
            "advice": translate(self.advice),
            "rules": list(self.rules),
            "cases": [
                {
                    "noticed": case.noticed,
                    "text": translate(NOTICED[case.noticed]),
                    "remedies": [
                        {"remedy": name, "text": translate(sentences[name])}
                        for name in case.remedies(options)
                    ],
                }
                for case in self.cases
            ],
        }
