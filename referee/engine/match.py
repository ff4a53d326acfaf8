"""Folding hands into a match: running totals, what is carried over, who deals next, the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.engine.rules import Options


class Terms(NamedTuple):
    """What a table plays under: its resolved options and the number of seats."""

    options: Options
    seats: int


class Offset(NamedTuple):
    """Points that a ruling gives to, or takes from, one side in a hand, and why."""

    side: int
    points: int
    reason: str


@dataclass(frozen=True)
class Standing:
    """Where a match stands between two hands.

    Attributes:
        totals: running score by side (`Game.sides`): a seat, or a team where a game counts by teams.
        carry: points waiting for a later hand.
        hands: number of hands finished.
        next_dealer: who deals the next hand; None before the first hand and where the table decides.
        over: whether the match has ended; `winners` are then the sides that won, otherwise None.
        memo: further facts that one game carries from hand to hand, as plain JSON values.
    """

    totals: tuple[int, ...]
    carry: int = 0
    hands: int = 0
    next_dealer: int | None = None
    over: bool = False
    winners: tuple[int, ...] | None = None
    memo: Mapping[str, Any] = field(default_factory=dict)

    def plus(self, offsets: Sequence[Offset]) -> "Standing":
        """Return the standing with the points of some rulings in its totals."""
        totals = list(self.totals)
        for offset in offsets:
            totals[offset.side] += offset.points
        return replace(self, totals=tuple(totals))

    def as_json(self) -> dict[str, Any]:
        """Return the standing as a JSON object."""
        return {
            "totals": list(self.totals),
            "carry": self.carry,
            "hands": self.hands,
            "next_dealer": self.next_dealer,
            "over": self.over,
            "winners": None if self.winners is None else list(self.winners),
            "memo": dict(self.memo),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Standing":
        """Return the standing that `as_json` wrote."""
        winners = data["winners"]
        return cls(
            totals=tuple(data["totals"]),
            carry=data["carry"],
            hands=data["hands"],
            next_dealer=data["next_dealer"],
            over=data["over"],
            winners=None if winners is None else tuple(winners),
            memo=data["memo"],
        )


class Phrase(NamedTuple):
    """A piece of a sentence, translated by itself: English text with places for `params`."""

    text: str
    params: Mapping[str, Any]


SEAT = "Seat %(seat)s"
"""How a player is told where names are not known."""


class Player(NamedTuple):
    """A player in a sentence: told by name where names are known, and by seat where they are not."""

    seat: int


class Line(NamedTuple):
    """One line of a scoresheet: what one side got in one hand, and by which rules.

    `seat` is the place of the side in `Standing.totals`. `text` is an English sentence with places for
    `params`; a param may also be a `Phrase` or a `Player`.
    """

    seat: int
    points: int
    rules: tuple[str, ...]
    text: str
    params: Mapping[str, Any]

    def sentence(self, translate: Callable[[str], str] = str, names: Sequence[str] = ()) -> str:
        """Return the whole sentence, English or as `translate` says each of its texts.

        Players are told by their `names`, in order of seats; by the numbers of their seats without them.
        """
        return _told(self.text, self.params, translate, names)


def _told(text: str, params: Mapping[str, Any], translate: Callable[[str], str], names: Sequence[str]) -> str:
    pieces = {}
    for key, value in params.items():
        if isinstance(value, Phrase):
            pieces[key] = _told(*value, translate, names)
        elif isinstance(value, Player):
            pieces[key] = names[value.seat] if names else translate(SEAT) % {"seat": value.seat}
        else:
            pieces[key] = value
    return translate(text) % pieces


RULING_LINE = "Ruling: %(reason)s"
"""The line of a sheet for points that a ruling gave or took."""


class Score(NamedTuple):
    """What a finished hand is worth: its `result` as records write it, the new standing, the sheet lines."""

    result: dict[str, Any]
    standing: Standing
    lines: Sequence[Line]
