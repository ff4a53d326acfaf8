"""The three kinds of no, and faults of form.

* `NotAMove`: the words are not a move at all (HTTP 400).
* `Refused`: a move, but not here, by a numbered rule (HTTP 422).
* `Stale`: not now, since the table has moved on (HTTP 412).

Each carries a stable code and data. The English sentence of every code stands in `SENTENCES`; whoever
shows an error translates that sentence and fills in the data, so nothing here knows about languages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SENTENCES: Mapping[str, str] = {
    # not a move
    "bad_text": "A move is written as seat, verb, arguments.",
    "bad_seat": "There is no seat %(seat)s at this table.",
    "unknown_verb": "This game has no move “%(verb)s”.",
    "bad_card": "“%(card)s” is not a card.",
    "bad_suit": "“%(suit)s” is not a suit.",
    "bad_number": "“%(number)s” is not a number that can stand here.",
    "bad_answer": "“%(answer)s” is not an answer.",
    "not_in_pack": "%(card)s is not in the pack of this game.",
    "wrong_arguments": "“%(verb)s” is written with: %(needs)s.",
    "referee_alone": "“%(verb)s” is a ruling of the referee, written with * for the seat.",
    "unseen_card": "A card that nobody saw can only be noted at a table where the hands are not known.",
    # refused
    "hand_over": "The hand is over.",
    "wrong_phase": "This cannot be done now.",
    "not_your_turn": "It is not the turn of seat %(seat)s.",
    "not_allowed": "Seat %(seat)s may not do this now.",
    "no_remedy": "There is nothing here that this remedy could put right.",
    "cannot_be": "%(card)s cannot be there: it has been seen, or must be elsewhere.",
    "no_deal_fits": "No deal fits everything that was shown up to here.",
    "turn_up_first": "Cards have been turned up: they have to be noted first (“%(verb)s”).",
    "not_held": "Seat %(seat)s does not have %(card)s to play.",
    "outside": "%(value)s cannot be chosen here.",
    "obliged": "%(card)s is against a duty of this hand.",
    "wrong_count": "Exactly %(count)s cards are needed here.",
    "not_illegal": "The move is marked as illegal, but it is legal.",
    "cannot_stand": "Only a card that breaks a duty to follow can stand.",
    "unfinished": "The hand is not finished.",
    "wrong_result": "The result that is written down is not the result of this hand.",
    "wrong_sum": "%(what)s add up to %(found)s, not to %(expected)s.",
    "sum_too_high": "%(what)s add up to %(found)s, more than the %(most)s there can be.",
    "count_impossible": "%(found)s cannot be a number of %(what)s.",
    "not_multiple": "%(value)s is not a multiple of %(step)s.",
    "beyond_tricks": "%(value)s cannot come from %(tricks)s tricks.",
    "seat_twice": "Seat %(seat)s is named more than once.",
    "match_over": "The match is over.",
    "card_used": "%(card)s has been used before.",
    "card_missing": "A card has to be turned up here.",
    # not now
    "stale": "The table has moved on since the entry that this was based on.",
}
"""Code of every refusal of the engine, with its English sentence."""

FORM_SENTENCES: Mapping[str, str] = {
    "missing": "This is missing.",
    "unknown_key": "Nothing of this name belongs here.",
    "wrong_type": "This should be %(expected)s.",
    "wrong_length": "Exactly %(expected)s entries belong here, not %(found)s.",
    "out_of_range": "This should lie between %(low)s and %(high)s.",
    "not_a_choice": "This should be one of: %(choices)s.",
    "bad_card": "“%(card)s” is not a card.",
    "not_in_pack": "%(card)s is not in the pack of this game.",
    "twice": "%(card)s is here a second time.",
    "conflict": "This option cannot be combined with the others.",
    "unknown_game": "There is no game “%(game)s”.",
    "unknown_preset": "There is no preset “%(preset)s”; there is: %(choices)s.",
    "seat_count": "This game is for %(low)s to %(high)s players.",
    "blank": "This may not be empty.",
    "too_long": "This may be at most %(high)s long.",
    "control_character": "This may not hold control characters.",
    "same_name": "“%(name)s” is here a second time.",
    "bad_json": "This is not JSON: line %(line)s, column %(column)s.",
    "bad_constant": "%(word)s is not a JSON value.",
    "double_key": "“%(key)s” stands twice in one object.",
    "too_deep": "This is nested too deeply.",
    "too_many": "There may be at most %(high)s of these.",
}
"""Code of every fault of form, with its English sentence."""


@dataclass(frozen=True)
class Fault:
    """One fault of form: where it is (a JSON Pointer), its code, and the data of its sentence."""

    pointer: str
    code: str
    params: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """The English sentence, not yet filled in."""
        return FORM_SENTENCES.get(self.code) or SENTENCES[self.code]

    def __str__(self) -> str:
        return f"{self.pointer}: {self.sentence % self.params}"


class RefereeError(ValueError):
    """Base of everything the referee says no with; `code` is stable and public."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(SENTENCES[code] % params)

    @property
    def sentence(self) -> str:
        """The English sentence, not yet filled in."""
        return SENTENCES[self.code]


class NotAMove(RefereeError):
    """The words given are not a move of this game."""


class Refused(RefereeError):
    """A move that a rule forbids here.

    Attributes:
        rule: id of the rule that is cited, for example ``A18``.
        can_stand: whether the move is physically possible and breaks only a duty to follow, so that a
            table may let it stand.
    """

    def __init__(self, code: str, rule: str, *, can_stand: bool = False, **params: Any) -> None:
        super().__init__(code, **params)
        self.rule = rule
        self.can_stand = can_stand


class Stale(RefereeError):
    """The caller's picture of the table is not the newest one; `seq` is the current number."""

    def __init__(self, seq: int) -> None:
        super().__init__("stale")
        self.seq = seq


class BadForm(ValueError):
    """Something is not written in the form it should be; carries **all** faults found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, faults)))
