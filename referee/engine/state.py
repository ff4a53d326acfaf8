"""The state of one hand."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from referee.engine.rules import Options

OVER = "over"
"""Name of the phase in which nobody can move any more."""


@dataclass
class State:
    """A hand as it stands. A value to everybody outside the engine: moves are applied to a copy.

    Attributes:
        options: the table's options, all keys resolved.
        seats: number of players.
        dealer: seat of the dealer.
        phase: name of the current phase; `OVER` at the end.
        hands: by seat, the set of cards that seat may use now.
        turn: the seat to act in phases where one seat acts.
        waiting: set of seats that still have to choose, in phases where several choose at once.

    At hidden sight blank cards stand in for those that nobody has seen; `CARDS` names the fields besides
    `hands` in which they may lie.
    """

    CARDS: ClassVar[tuple[str, ...]] = ()

    options: Options
    seats: int
    dealer: int
    phase: str
    hands: list[int]
    turn: int = 0
    waiting: int = 0

    _lists: ClassVar[tuple[str, ...]] = ("hands",)
    """Names of the fields that hold lists."""

    def __init_subclass__(cls) -> None:
        kinds: dict[str, Any] = cls.__annotations__
        cls._lists += tuple(name for name, kind in kinds.items() if getattr(kind, "__origin__", None) is list)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.phase == OVER

    def copy(self) -> Self:
        """Return a state that can be changed without changing this one.

        Lists are copied one level deep; every other field holds immutable values. Copying `__dict__` whole
        is many times faster than `dataclasses.replace`, and this is done once for each move.
        """
        new = object.__new__(type(self))
        new.__dict__ = fields = self.__dict__.copy()
        for name in self._lists:
            fields[name] = fields[name].copy()
        return new

    def uncover(self, blank: int, card: int) -> None:
        """Put a card in the place of a blank, wherever it lies; for a state that may be changed."""
        self.hands = [hand ^ (1 << blank | 1 << card) if hand >> blank & 1 else hand for hand in self.hands]
        for name in self.CARDS:
            setattr(self, name, _with_card(getattr(self, name), blank, card))

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats


def _with_card(value: Any, blank: int, card: int) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(_with_card(item, blank, card) for item in value)
    return card if value == blank else value


@dataclass
class TrickState(State):
    """A hand in a trick game.

    Attributes:
        trump: the trump suit 0 … 3, or None.
        leader: who leads, or led, the current trick.
        led: the suit led to the current trick, or None before the lead.
        trick: cards of the current trick in the order played.
        players: seats in the same order.
        last_trick: cards of the trick before, in order; `last_players` likewise; `last_winner` its winner.
        tricks: by seat, tricks won; `gone` is the set of cards in tricks that were won.
    """

    trump: int | None = None
    leader: int = 0
    led: int | None = None
    trick: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    last_trick: tuple[int, ...] = ()
    last_players: tuple[int, ...] = ()
    last_winner: int | None = None
    tricks: list[int] = field(default_factory=list)
    gone: int = 0
