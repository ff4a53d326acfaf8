"""The play of a table as it stands: the log's entries of play, hand by hand, with what was amended.

Entries are never changed. An amendment is an entry of its own that says how an earlier one is to be read
from then on, so that both versions stay readable and a takeback of the amendment brings the first one back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.engine.game import Game
from referee.engine.irregularities import OFFSET, REDEAL
from referee.engine.match import Offset
from referee.tables import log
from referee.tables.models import Entry


class Step(NamedTuple):
    """An entry of play as it is to be read now; `amended` is the number of the amendment that says so."""

    seq: int
    kind: str
    text: str
    data: Mapping[str, Any]
    amended: int | None = None


@dataclass
class HandPlay:
    """What was played of one hand: how it started, its moves and the rulings that act on its cards.

    `rulings` are all that were made about it, those among the moves too.
    """

    hand_id: int
    first: Step
    moves: list[Step] = field(default_factory=list)
    rulings: list[Step] = field(default_factory=list)
    offsets: list[Offset] = field(default_factory=list)
    void: bool = False

    @property
    def last_seq(self) -> int:
        """Number of the entry by which the hand came to where it is."""
        return self.moves[-1].seq if self.moves else self.first.seq


def as_it_stands(
    game: Game[Any], chain: Iterable[Entry], changes: Iterable[Mapping[str, Any]] = ()
) -> list[HandPlay]:
    """Return the hands of a chain of entries of play, oldest first.

    Takes the chain as `log.chain` gives it, and further changes to try out in the form of an amendment's.
    """
    entries = list(chain)
    amended = _amended(entries)
    for change in changes:
        _amend(amended, None, change)
    hands: dict[int, HandPlay] = {}
    for entry in entries:
        assert entry.hand_id is not None, entry
        if entry.kind in (log.DEAL, log.RESULT):
            hands[entry.hand_id] = HandPlay(entry.hand_id, _step(entry, amended))
        elif entry.hand_id in hands:
            _add(game, hands[entry.hand_id], entry, amended)
    return list(hands.values())


Amended = dict[int, tuple[int | None, Mapping[str, Any]]]


def _amended(entries: Iterable[Entry]) -> Amended:
    """How each entry that was amended reads, and the number of its last amendment."""
    found: Amended = {}
    for entry in entries:
        if entry.kind == log.AMENDMENT:
            assert entry.data is not None, entry
            for change in entry.data["changes"]:
                _amend(found, entry.seq, change)
    return found


def _amend(amended: Amended, seq: int | None, change: Mapping[str, Any]) -> None:
    """Note a change; what it does not speak of stays as an earlier one has it."""
    earlier = amended.get(change["entry"], (None, {}))[1]
    amended[change["entry"]] = (seq, {**earlier, **change})


def _step(entry: Entry, amended: Amended) -> Step:
    data = entry.data or {}
    if entry.seq not in amended:
        return Step(entry.seq, entry.kind, entry.text, data)
    seq, change = amended[entry.seq]
    return Step(entry.seq, entry.kind, change.get("text", entry.text), {**data, **change}, seq)


def _add(game: Game[Any], hand: HandPlay, entry: Entry, amended: Amended) -> None:
    if entry.kind == log.MOVE:
        hand.moves.append(_step(entry, amended))
    elif entry.kind == log.RULING:
        step = _step(entry, amended)
        hand.rulings.append(step)
        remedy = step.data["remedy"]
        if remedy in game.remedy_verbs:
            hand.moves.append(step)
        elif remedy == OFFSET:
            hand.offsets.append(Offset(step.data["side"], step.data["points"], step.data["reason"]))
        elif remedy == REDEAL:
            hand.void = True
