"""Rules: legal moves plus a validated move, in random complete hands of every game, beside python-chess.

All run single-threaded in this process, taking turns. A step lists every legal move, chooses one, checks
that it is legal, and makes it.
"""

import random
import statistics
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import chess

from referee.engine.cards import bits
from referee.engine.game import Game
from referee.engine.moves import WILD, Move
from referee.games import all_games

ROUNDS = 5
SECONDS = 1.0
HANDS = 300


def measure() -> dict[str, float]:
    """Return moves a second for python-chess and every game: medians over rounds in which all take turns."""
    runs: dict[str, Callable[[random.Random], int]] = {"python-chess": chess_game}
    runs |= {game.slug: _hand_of(game) for game in all_games().values()}
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS):
        for name, run in runs.items():
            rates[name].append(_rate(run, random.Random(number)))
    return {name: statistics.median(found) for name, found in rates.items()}


def _rate(run: Callable[[random.Random], int], rng: random.Random) -> float:
    moves, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        moves += run(rng)
    return moves / (time.perf_counter() - start)


def chess_game(rng: random.Random) -> int:
    """Play a random game of chess, at most 200 moves; return how many."""
    board = chess.Board()
    for count in range(200):
        moves = list(board.legal_moves)
        if not moves:
            return count
        move = rng.choice(moves)
        if not board.is_legal(move):
            raise AssertionError(move)
        board.push(move)
    return 200


def _hand_of(game: Game[Any]) -> Callable[[random.Random], int]:
    terms = game.terms({}, game.seats[len(game.seats) // 2])
    standing = game.opening(terms)

    dealing = random.Random(game.slug)

    def dealt() -> Any:
        deal = game.deal(terms, standing, 0, lambda cards: dealing.sample(cards, len(cards)))
        return game.start(terms, standing, 0, deal)

    # Dealing is no move: hands are dealt beforehand, and as states are values each can be played again.
    hands = cycle([dealt() for _ in range(HANDS)])

    def play(rng: random.Random) -> int:
        state, count = next(hands), 0
        while moves := game.legal_moves(state):
            move = filled(game, state, rng.choice(moves), rng)
            state = game.apply(state, move)
            count += 1
        return count

    return play


def filled(game: Game[Any], state: Any, move: Move, rng: random.Random) -> Move:
    """Return a move with the places that a pattern leaves open chosen at random."""
    if WILD not in move.args:
        return move
    act = game.phases[state.phase].act(move.verb)
    assert act is not None
    args: tuple[int, ...] = ()
    for _ in move.args:
        args += (rng.choice(bits(act.allowed(state, move.seat, args))),)
    return move._replace(args=args)
