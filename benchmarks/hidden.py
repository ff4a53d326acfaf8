"""Hidden sight: what following a move costs, beside applying the same move at open sight.

Random complete hands are played at open sight first. Then each is followed at hidden sight from what lies
face up, and applied at open sight, taking turns in this process, single-threaded; what counts is the time of
the processor. The dearest case is Getaway with eight seats: 52 cards in eight hands.
"""

import random
import statistics
import time
from typing import Any, NamedTuple

from benchmarks.engine import filled
from referee.engine.game import Game
from referee.engine.match import Terms
from referee.engine.moves import Move
from referee.engine.watch import Watch
from referee.games import all_games
from tests.games.hands import Hand
from tests.games.hidden import seen_of

ROUNDS = 5
HANDS = 12
MOST_MOVES = 250


class Cost(NamedTuple):
    """Microseconds a move at hidden and at open sight, and the dearest tenth at hidden sight."""

    hidden: float
    open: float
    slow: float


def cases() -> dict[str, tuple[Game[Any], Terms]]:
    """Return what is measured: every game as the book has it, and Getaway with eight seats."""
    games = all_games()
    found = {slug: (game, game.terms({}, game.seats[0])) for slug, game in games.items()}
    found["getaway, 8 seats"] = (games["getaway"], games["getaway"].terms({}, 8))
    found["troeven, stock"] = (games["troeven"], games["troeven"].terms({"version": "stock"}, 2))
    return found


def measure() -> dict[str, Cost]:
    """Return the cost of a move for each case: medians over rounds in which all take turns."""
    told = {name: [_hand(random.Random(n), *case) for n in range(HANDS)] for name, case in cases().items()}
    costs: dict[str, list[Cost]] = {name: [] for name in told}
    for _ in range(ROUNDS):
        for name, hands in told.items():
            costs[name].append(_cost(hands))
    return {name: Cost(*map(statistics.median, zip(*found, strict=True))) for name, found in costs.items()}


def _hand(rng: random.Random, game: Game[Any], terms: Terms) -> Hand:
    """Play a random complete hand in which no hand is taken or shown, so that it is a long one."""
    standing = game.opening(terms)
    while True:
        deal = game.deal(terms, standing, 0, lambda cards: rng.sample(cards, len(cards)))
        state, moves = game.start(terms, standing, 0, deal), list[Move]()
        while not state.over and len(moves) < MOST_MOVES:
            legal = game.legal_moves(state)
            plays = [move for move in legal if move.verb.name not in ("take", "redeal")]
            moves.append(filled(game, state, rng.choice(plays or legal), rng))
            state = game.applied(state, moves[-1])
        if state.over:
            return Hand(game, terms, standing, 0, deal, tuple(moves))


def _cost(hands: list[Hand]) -> Cost:
    hidden: list[float] = []
    count, spent = 0, 0.0
    for hand in hands:
        seen = seen_of(hand)
        watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
        for text in seen.moves:
            move = hand.game.parse(text, hand.terms.seats, hidden=True)
            start = time.thread_time()
            watch.play(move)
            hidden.append(time.thread_time() - start)
        state = hand.game.start(hand.terms, hand.standing, hand.dealer, hand.deal)
        start = time.thread_time()
        for move in hand.moves:
            state = hand.game.apply(state, move)
        spent += time.thread_time() - start
        count += len(hand.moves)
    slow = sorted(hidden)[-len(hidden) // 10]
    return Cost(statistics.fmean(hidden) * 1e6, spent / count * 1e6, slow * 1e6)
