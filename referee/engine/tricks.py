"""Playing tricks: who wins, and the bookkeeping of one card."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from referee.engine.acts import Duty
from referee.engine.cards import ANY, SUIT_SETS, SUITS, Ranking, card_set, card_text
from referee.engine.state import TrickState


def winning_place(cards: Sequence[int], trump: int | None, ranking: Ranking) -> int:
    """Return the place in the trick of its winning card.

    The highest trump wins; without one, the highest card of the suit led (`cards[0]`).
    """
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump, ranking):
            best = place
    return best


def beats(card: int, best: int, trump: int | None, ranking: Ranking) -> bool:
    """Return whether a card beats the one that is winning the trick so far."""
    suit = card // 13
    if suit == best // 13:
        return ranking.strength[card] > ranking.strength[best]
    return suit == trump


@cache
def follow_suit(led: int, rule: str) -> tuple[Duty, ...]:
    """Return the plain duty to follow: whoever holds the suit led plays it; otherwise anything."""
    suit = SUIT_SETS[led]
    return (Duty(suit, suit, rule), Duty(ANY, ANY, rule))


def lay_on_trick(state: TrickState, seat: int, card: int) -> None:
    """Move a card from a hand to the current trick; the turn passes to the left."""
    state.hands[seat] &= ~(1 << card)
    if not state.trick:
        state.led = card // 13
    state.trick += (card,)
    state.players += (seat,)
    state.turn = (seat + 1) % state.seats


def close_trick(state: TrickState, ranking: Ranking) -> tuple[int, tuple[int, ...]]:
    """Close the current trick: count it for its winner, who leads next. Return the winner and the cards."""
    winner = state.players[winning_place(state.trick, state.trump, ranking)]
    cards = state.trick
    state.tricks[winner] += 1
    state.gone |= card_set(cards)
    state.last_trick, state.last_players, state.last_winner = cards, state.players, winner
    state.trick, state.players, state.led = (), (), None
    state.leader = state.turn = winner
    return winner, cards


def public_trick(state: TrickState) -> dict[str, Any]:
    """Return what everybody sees of the tricks, as JSON."""
    return {
        "trump": None if state.trump is None else SUITS[state.trump],
        "leader": state.leader,
        "trick": _plays(state.players, state.trick),
        "last_trick": _plays(state.last_players, state.last_trick),
        "last_winner": state.last_winner,
        "tricks": list(state.tricks),
    }


def _plays(players: Sequence[int], cards: Sequence[int]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card_text(card)} for seat, card in zip(players, cards, strict=True)]
