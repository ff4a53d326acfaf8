"""A hand as it is followed, at open or at hidden sight: one interface for whoever keeps hands.

Both kinds are values: playing a move gives a new hand. What people may see passes `view` and `veiled` alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.engine.cards import bits, card_texts
from referee.engine.errors import Refused
from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.match import Standing, Terms
from referee.engine.moves import NOBODY, Move
from referee.engine.record import HIDDEN_SIGHT, OPEN_SIGHT
from referee.engine.watch import Watch

LEGAL, OPEN, ILLEGAL = "legal", "open", "illegal"


class Followed(Protocol):
    """A hand that is followed move by move."""

    @property
    def game(self) -> Game[Any]:
        """The game played."""

    @property
    def state(self) -> Any:
        """The state of the hand; at hidden sight with blank cards for those that nobody has seen."""

    @property
    def sight(self) -> str:
        """``open`` or ``hidden``."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What is proved to have been against the rules; at open sight such a play is refused at once."""

    def parse(self, text: str) -> Move:
        """Return the move that a text names. Raises NotAMove."""

    def from_json(self, data: Mapping[str, Any]) -> Move:
        """Return the move that a JSON object names. Raises NotAMove."""

    def played(self, move: Move) -> tuple["Followed", str]:
        """Return the hand after a move, and the verdict on the move. Raises NotAMove, Refused."""

    def followed(self, move: Move) -> "Followed":
        """Return the hand after a move that was accepted before, and may be taken on trust."""

    def legal_moves(self, seats: int) -> list[Move]:
        """Return what some seats may do now, sorted by text; patterns stand for what nobody can know."""

    def legal_texts(self, seats: int) -> list[str]:
        """Return the same as texts."""

    def to_act(self, seats: int) -> int:
        """Return the set of seats that may act now, as far as somebody with the eyes of `seats` may know."""

    def view(self, seats: int) -> dict[str, Any]:
        """Return what somebody who sees with the eyes of some seats may know, as JSON."""

    def veiled(self, move: Move, seats: int) -> Move:
        """Return a move of this hand as some seats may know it now."""

    def reveals(self, move: Move, after: "Followed") -> bool:
        """Return whether by a move somebody saw cards besides those that it names."""


@dataclass(frozen=True)
class OpenHand:
    """A hand of which the referee knows every card."""

    game: Game[Any]
    state: Any

    @property
    def sight(self) -> str:
        """Open."""
        return OPEN_SIGHT

    @property
    def findings(self) -> Sequence[Finding]:
        """None: what breaks a rule is refused, or marked as standing."""
        return ()

    def parse(self, text: str) -> Move:
        """Return the move that a text names. Raises NotAMove."""
        return self.game.parse(text, self.state.seats)

    def from_json(self, data: Mapping[str, Any]) -> Move:
        """Return the move that a JSON object names. Raises NotAMove."""
        return self.game.from_json(data, self.state.seats)

    def played(self, move: Move) -> tuple["OpenHand", str]:
        """Return the hand after a move, and the verdict on it. Raises Refused."""
        after = self.game.apply(self.state, move)
        return OpenHand(self.game, after), ILLEGAL if move.stood else LEGAL

    def followed(self, move: Move) -> "OpenHand":
        """Return the hand after a move, without checking it."""
        return OpenHand(self.game, self.game.applied(self.state, move))

    def legal_moves(self, seats: int) -> list[Move]:
        """Return the legal moves of some seats, sorted by text."""
        return sorted(self.game.legal_moves(self.state, seats), key=lambda move: move.text)

    def legal_texts(self, seats: int) -> list[str]:
        """Return the same as texts."""
        return self.game.legal_texts(self.state, seats)

    def to_act(self, seats: int) -> int:
        """Return the seats that may act now."""
        return self.game.to_act(self.state, seats)

    def view(self, seats: int) -> dict[str, Any]:
        """Return what some seats may know."""
        return self.game.view(self.state, seats)

    def veiled(self, move: Move, seats: int) -> Move:
        """Return a move as some seats may know it: cards still face down become unseen."""
        return self.game.veiled(self.state, move, seats)

    def reveals(self, move: Move, after: Followed) -> bool:
        """Return whether by a move somebody saw cards besides those that it names."""
        return self.game.reveals(self.state, move, after.state)


@dataclass(frozen=True)
class HiddenHand:
    """A hand of which the referee knows what was laid face up. Everything known of it is known to everybody.

    What follows about cards that nobody has seen leaves through `findings` alone.
    """

    watch: Watch

    @property
    def game(self) -> Game[Any]:
        """The game played."""
        return self.watch.game

    @property
    def state(self) -> Any:
        """The state, with blank cards for those that nobody has seen."""
        return self.watch.state

    @property
    def sight(self) -> str:
        """Hidden."""
        return HIDDEN_SIGHT

    @property
    def findings(self) -> Sequence[Finding]:
        """What the cards shown so far prove."""
        return self.watch.findings

    def parse(self, text: str) -> Move:
        """Return the move that a text names. Raises NotAMove."""
        return self.game.parse(text, self.state.seats, hidden=True)

    def from_json(self, data: Mapping[str, Any]) -> Move:
        """Return the move that a JSON object names. Raises NotAMove."""
        return self.game.from_json(data, self.state.seats, hidden=True)

    def played(self, move: Move) -> tuple["HiddenHand", str]:
        """Return the hand after a move, and what can be said of the move by what lies face up alone.

        `open` where cards that nobody has seen decide, whatever follows about these: what is said of a play
        while the hand goes on must not tell who holds what. Raises NotAMove, Refused.
        """
        after = self.watch.copy()
        said = after.play(move)
        if move.stood:
            return HiddenHand(after), ILLEGAL
        return HiddenHand(after), OPEN if said.rests_on_unseen else LEGAL

    def followed(self, move: Move) -> "HiddenHand":
        """Return the hand after a move that was accepted before."""
        return self.played(move)[0]

    def legal_moves(self, seats: int) -> list[Move]:
        """Return what some seats may do now; with any eyes also what is to be noted of cards turned up."""
        wanted = {*bits(seats & (1 << self.state.seats) - 1), *([NOBODY] if seats else [])}
        return [move for move in self.watch.legal_moves() if move.seat in wanted]

    def legal_texts(self, seats: int) -> list[str]:
        """Return the same as texts."""
        return [move.text for move in self.legal_moves(seats)]

    def to_act(self, seats: int) -> int:  # noqa: ARG002
        """Return the seats that may act now: none while a card that was turned up is still to be noted."""
        return 0 if self.watch.turned_up else self.game.to_act(self.state)

    def view(self, seats: int) -> dict[str, Any]:
        """Return what everybody at the table may know; `cards` of a hand are those that everybody saw.

        `to_note` is the kind of move by which a card that was turned up has to be noted first.
        """
        turned = self.watch.turned_up
        return {
            "phase": self.state.phase,
            "over": self.state.over,
            "dealer": self.state.dealer,
            "to_act": list(bits(self.to_act(seats))),
            "hands": [
                {"seat": seat, "count": hand.bit_count(), "cards": card_texts(hand)}
                for seat, hand in enumerate(self.state.hands)
            ],
            **self.game.public(self.state),
            "to_note": turned
            and {"kind": turned.verb.name, "seat": turned.seat, "count": len(turned.blanks)},
        }

    def veiled(self, move: Move, seats: int) -> Move:  # noqa: ARG002
        """Return the move: at hidden sight nobody names a card that is not for all to see."""
        return move

    def reveals(self, move: Move, after: Followed) -> bool:  # noqa: ARG002
        """Return whether by a move somebody saw cards besides those that it names: no phone shows any."""
        return False

    @property
    def unseen(self) -> list[str]:
        """Return the cards that have not been seen, which are those that can still be laid."""
        return card_texts(self.game.pack & ~self.watch.lies_open())


def started(
    game: Game[Any],
    terms: Terms,
    standing: Standing,
    dealer: int,
    sight: str,
    deal: Any,
    pointer: str = "/deal",
) -> Followed:
    """Return a hand right after the deal; at hidden sight `deal` holds what lies face up.

    Raises BadForm for a deal that cannot be, Refused where the match is over.
    """
    if sight == OPEN_SIGHT:
        return OpenHand(game, game.start(terms, standing, dealer, deal, pointer))
    if standing.over:
        raise Refused("match_over", game.match_rule)
    return HiddenHand(Watch(game, terms, standing, dealer, deal, pointer))
