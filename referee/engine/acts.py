"""Obligations, limits, acts and phases: the one source of legal moves, refusals and testimony.

A rule about a move **is a set**: the values that one argument of the move may have. The legal moves are what
lies in all the sets; a refusal cites the first set that a move falls outside of. What a player must do with a
hand is a list of `Duty` rows, first match wins, from which both the legal cards of a known hand and the
meaning of a play from an unknown one follow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from referee.engine.cards import ANY, bits, card_set, card_text
from referee.engine.errors import Refused
from referee.engine.moves import CARD, WILD, Move, Verb
from referee.engine.state import State

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Duty(NamedTuple):
    """One obligation: whoever holds any of `holding` must play one of `play`, by `rule`."""

    holding: int
    play: int
    rule: str


def first_duty(hand: int, duties: Sequence[Duty]) -> Duty | None:
    """Return the first duty that a hand falls under, or None where it is free."""
    for duty in duties:
        if hand & duty.holding:
            return duty
    return None


@lru_cache(maxsize=8192)
def _single(seat: int, verb: Verb, *args: int) -> Move:
    return Move(seat, verb, args)


@lru_cache(maxsize=4096)
def _pairs(seat: int, verb: Verb, first: int, seconds: int) -> tuple[Move, ...]:
    """Moves with two arguments: few different ones, and making them is most of what listing costs."""
    return tuple(Move(seat, verb, (first, second)) for second in bits(seconds))


def denied(card: int, duties: Sequence[Duty]) -> int:
    """Return the cards that whoever played a card and kept the duties cannot have held.

    These are the cards of every duty before the first that the card itself falls under, unless the card
    satisfies that duty. (In no list does a duty that a card satisfies stand before one that it breaks.)
    """
    none_of = 0
    for holding, play, _ in duties:
        if not play >> card & 1:
            none_of |= holding
        if holding >> card & 1:
            break
    return none_of


def never(*_: object) -> bool:
    """Return False, whatever is asked."""
    return False


class Limit(Protocol[S_contra]):
    """A rule that limits one argument of a move."""

    @property
    def code(self) -> str:
        """Code of the refusal of a value outside the limit."""

    @property
    def private(self) -> bool:
        """Whether it depends on cards that not everybody sees."""

    def allowed(self, state: S_contra, seat: int, args: tuple[int, ...]) -> int:
        """Return the values allowed, as a mask; `args` are the arguments before this one."""

    def cited(self, state: S_contra, seat: int) -> str:
        """Return the id of the rule to cite for a value outside."""


@dataclass(frozen=True)
class Held(Generic[S]):
    """The card has to be among those the seat may use, and named once only."""

    rule: str
    code = "not_held"
    private = True

    def allowed(self, state: S, seat: int, args: tuple[int, ...]) -> int:
        """Return the seat's cards without those named before."""
        hand = state.hands[seat]
        for card in args:
            hand &= ~(1 << card)
        return hand

    def cited(self, state: S, seat: int) -> str:
        """Return the rule."""
        return self.rule


@dataclass(frozen=True)
class Within(Generic[S]):
    """The value has to be in a set, which everybody can work out unless it is private."""

    rule: str
    values: Callable[[S, int, tuple[int, ...]], int]
    private: bool = False
    code = "outside"

    def allowed(self, state: S, seat: int, args: tuple[int, ...]) -> int:
        """Return the set."""
        return self.values(state, seat, args)

    def cited(self, state: S, seat: int) -> str:
        """Return the rule."""
        return self.rule


@dataclass(frozen=True)
class Obliged(Generic[S]):
    """The card has to satisfy the first duty that the hand falls under."""

    duties: Callable[[S, int], Sequence[Duty]]
    code = "obliged"
    private = True

    def allowed(self, state: S, seat: int, args: tuple[int, ...]) -> int:
        """Return the cards that satisfy the duty, held or not."""
        hand = state.hands[seat]
        for holding, play, _ in self.duties(state, seat):
            if hand & holding:
                return play
        return ANY

    def cited(self, state: S, seat: int) -> str:
        """Return the rule of the duty that the hand falls under."""
        duty = first_duty(state.hands[seat], self.duties(state, seat))
        assert duty is not None, "a free hand breaks no duty"
        return duty.rule


@dataclass(frozen=True)
class Promised(Generic[S]):
    """By choosing a value the seat says that it holds certain cards, which has to be true.

    Attributes:
        values: the values that may be chosen at all.
        promise: the cards that a value says are held; none for a value that promises nothing.
        truthful: whether a value that promises something must be chosen if one can be.
    """

    rule: str
    values: Callable[[S, int], int]
    promise: Callable[[S, int], int]
    truthful: Callable[[S], bool] = never
    code = "outside"
    private = True

    def allowed(self, state: S, seat: int, args: tuple[int, ...]) -> int:
        """Return the values whose promise the hand keeps."""
        hand = state.hands[seat]
        kept = {value: self.promise(state, value) for value in bits(self.values(state, seat))}
        true = {value: cards for value, cards in kept.items() if not cards & ~hand}
        if self.truthful(state) and any(true.values()):
            true = {value: cards for value, cards in true.items() if cards}
        return card_set(true)

    def cited(self, state: S, seat: int) -> str:
        """Return the rule."""
        return self.rule


@dataclass(frozen=True)
class Gate(Generic[S]):
    """A rule that opens or closes an act for a seat as a whole; private if that depends on hidden cards."""

    rule: str
    is_open: Callable[[S, int], bool]
    private: bool = False


def _checkable(limit: Limit[S]) -> tuple[Limit[S], ...]:
    """Return what everybody can check of a limit, besides that cards named are held."""
    if isinstance(limit, Promised):
        values = limit.values
        return (Within(limit.rule, lambda state, seat, _: values(state, seat)),)
    return (limit,) if isinstance(limit, Held) or not limit.private else ()


def _only(
    limits: tuple[tuple[Limit[S], ...], ...], wanted: Callable[[Limit[S]], bool]
) -> tuple[tuple[Limit[S], ...], ...]:
    return tuple(tuple(limit for limit in row if wanted(limit)) for row in limits)


def on_turn(state: State) -> int:
    """Return the seat whose turn it is, as a set of seats."""
    return 1 << state.turn


def still_waiting(state: State) -> int:
    """Return the seats that still have to choose."""
    return state.waiting


@dataclass(frozen=True)
class Act(Generic[S]):
    """Something that can be done in a phase.

    Attributes:
        verb: the kind of move.
        do: changes the (copied) state as a legal move of this kind says.
        turn: id of the rule that says who may do it, or gives that id for a seat that may not; `by` is that
            set of seats.
        gates: further conditions on the seat.
        limits: for each argument, its limits in the order a referee would cite them. The limits of the
            last entry hold for every further card of a list.
        count: for moves that list cards, the rule and the exact number.
    """

    verb: Verb
    do: Callable[[S, Move], None]
    turn: str | Callable[[S, int], str]
    by: Callable[[S], int] = on_turn
    gates: tuple[Gate[S], ...] = ()
    limits: tuple[tuple[Limit[S], ...], ...] = ()
    count: tuple[str, Callable[[S], int]] | None = None

    @cached_property
    def without_duties(self) -> "Act[S]":
        """The act without the duties of a hand: what a card on the table is not refused for."""
        return replace(self, limits=_only(self.limits, lambda limit: not isinstance(limit, Obliged)))

    @cached_property
    def public(self) -> "Act[S]":
        """The act with the conditions alone that everybody can check, and that the cards named are held.

        Of a promise that is which values there are to choose from.
        """
        gates = tuple(gate for gate in self.gates if not gate.private)
        limits = tuple(tuple(part for limit in row for part in _checkable(limit)) for row in self.limits)
        return replace(self, gates=gates, limits=limits)

    @cached_property
    def who(self) -> "Act[S]":
        """The act with the public conditions on the seat alone."""
        return replace(self.public, limits=(), count=None)

    def limits_at(self, place: int) -> tuple[Limit[S], ...]:
        """Return the limits of the argument at a place."""
        return self.limits[min(place, len(self.limits) - 1)]

    def allowed(self, state: S, seat: int, args: tuple[int, ...]) -> int:
        """Return the values that the argument after `args` may have, as a mask."""
        mask = -1
        for limit in self.limits_at(len(args)):
            mask &= limit.allowed(state, seat, args)
        return mask

    def is_open(self, state: S, seat: int) -> bool:
        """Return whether the gates let the seat do this."""
        # A loop is twice as fast as `all`, and this is asked for every seat that may act by right.
        for gate in self.gates:  # noqa: SIM110
            if not gate.is_open(state, seat):
                return False
        return True

    def moves(self, state: S, seat: int) -> Sequence[Move]:
        """Return every legal move of this act for a seat whose turn it is; of a pattern verb, one pattern."""
        if self.gates and not self.is_open(state, seat):
            return ()
        verb = self.verb
        if verb.pattern:
            return (_single(seat, verb, *(WILD,) * (self.count[1](state) if self.count else 1)),)
        if not self.limits:
            return (_single(seat, verb),)
        values = bits(self.allowed(state, seat, ()))
        if len(self.limits) == 1:
            return [_single(seat, verb, value) for value in values]
        listed: list[Move] = []
        for first in values:
            listed += _pairs(seat, verb, first, self.allowed(state, seat, (first,)))
        return listed

    def refusal(self, state: S, move: Move) -> Refused | None:
        """Return why a move of this kind is refused, or None. A mark for standing is not looked at."""
        seat, ruling = move.seat, self.verb.referee
        if not ruling and (seat < 0 or not self.by(state) >> seat & 1):
            rule = self.turn if isinstance(self.turn, str) else self.turn(state, seat)
            return Refused("not_your_turn", rule, seat=move.text.split()[0])
        for gate in self.gates:
            if not gate.is_open(state, seat):
                return Refused("no_remedy" if ruling else "not_allowed", gate.rule, seat=seat)
        if self.count and len(move.args) != self.count[1](state):
            return Refused("wrong_count", self.count[0], count=self.count[1](state))
        for place, value in enumerate(move.args):
            args = move.args[:place]
            for limit in self.limits_at(place):
                if value < 0 or not limit.allowed(state, seat, args) >> value & 1:
                    return self._outside(limit, state, move, place)
        return None

    def _outside(self, limit: Limit[S], state: S, move: Move, place: int) -> Refused:
        kind, value = self.verb.kind_at(place), move.args[place]
        return Refused(
            limit.code,
            limit.cited(state, move.seat),
            can_stand=limit.code == "obliged",
            seat=move.seat,
            value=kind.text(value),
            card=card_text(value) if kind is CARD else kind.text(value),
        )


def remedy(
    verb: Verb,
    do: Callable[[S, Move], None],
    rule: str,
    *,
    gates: tuple[Gate[S], ...] = (),
    limits: tuple[tuple[Limit[S], ...], ...] = (),
) -> Act[S]:
    """Return the act of a ruling by the referee: no seat has a turn for it, gates say when it may be made.

    Takes the rule that it puts right. Gates and limits look at public facts alone, so that a remedy is the
    same at open and at hidden sight.
    """
    return Act(verb, do, rule, never, gates, limits)


@dataclass(frozen=True)
class Phase(Generic[S]):
    """A stretch of the hand.

    Attributes:
        name: its name.
        rule: the rule that says that this is now to be done.
        acts: what can be done in it.
        private: who may act follows from hidden cards, so that nobody is told about others.
    """

    name: str
    rule: str
    acts: tuple[Act[S], ...]
    private: bool = False

    def act(self, verb: Verb) -> Act[S] | None:
        """Return the act of a verb, or None where the verb has no place in this phase."""
        return next((act for act in self.acts if act.verb is verb), None)

    def to_act(self, state: S) -> int:
        """Return the set of seats that may act now, by turn or by right."""
        seats = 0
        for act in self.acts:
            by = act.by(state)
            if act.gates:
                by = sum(1 << seat for seat in bits(by) if act.is_open(state, seat))
            seats |= by
        return seats
