"""Counts a position in both ways: by the referee's rules, and by the naive counter of the game.

    python -m tests.perft.counting [GAME …] [--depth 4]

prints the counts of all positions of *.perft, to be written into them.

A continuation is a sequence of exactly so many moves. A pattern in a list of legal moves stands for all moves
that it may mean: `2 draw *` for each card of the waste, `3 give * * *` for each **set** of three cards, in
whatever order they are named, as it is the same move by the rules. Several who choose at once may choose in
any order, and each order counts. A hand that ends before has no continuation.
"""

import argparse
import dataclasses
import time

from referee.engine.cards import bits
from referee.engine.moves import WILD
from referee.games import all_games
from tests.perft import naive, positions

REFEREE = all_games()


def referee_position(position):
    """Return the game and the state of a position, each move on the way to it checked."""
    game = REFEREE[position.slug]
    terms = game.terms(position.options, position.seats)
    standing = dataclasses.replace(game.opening(terms), hands=position.played)
    if position.scores is not None:
        standing = dataclasses.replace(standing, totals=tuple(position.scores))
    state = game.start(terms, standing, position.dealer, position.deal)
    for move in position.moves:
        state = game.apply(state, game.parse(move, position.seats))
    return game, state


def referee_moves(game, state):
    """Return the legal moves with their patterns filled in."""
    found = []
    for move in game.legal_moves(state):
        if WILD not in move.args:
            found.append(move)
            continue
        act = game.phases[state.phase].act(move.verb)
        sets = [()]
        for _ in move.args:
            sets = [
                (*chosen, card)
                for chosen in sets
                for card in bits(act.allowed(state, move.seat, chosen))
                if not chosen or card > chosen[-1]
            ]
        found += [move._replace(args=chosen) for chosen in sets]
    return found


def count_by_referee(game, state, depth):
    """Return in how many ways exactly `depth` moves can follow, by the referee's rules."""
    moves = referee_moves(game, state)
    if depth == 1:
        assert len(set(moves)) == len(moves)
        return len(moves)
    return sum(count_by_referee(game, game.applied(state, move), depth - 1) for move in moves)


def naive_position(position):
    """Return the position as its naive counter sees it."""
    game = naive.GAMES[position.slug]
    options = naive.resolve(game, position.options)
    before = game.opening(options, position.seats) | {"hands": position.played}
    if position.scores is not None:
        before["scores"] = position.scores
    hand = game.Hand(options, position.seats, position.dealer, position.deal, before)
    for line in position.moves:
        move = naive.parse(line)
        assert move in hand.legal() or move[1] in naive.HIDDEN_CHOICE, line
        hand.play(*move)
    return hand


def main():
    """Print the counts."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("games", nargs="*", default=list(naive.GAMES))
    arguments.add_argument("--depth", type=int, default=4)
    given = arguments.parse_args()
    for slug in given.games:
        for position in positions.read(slug):
            print(f"{slug}: {position.name}")  # noqa: T201
            for depth in range(1, given.depth + 1):
                began = time.perf_counter()
                first = count_by_referee(*referee_position(position), depth)
                between = time.perf_counter()
                second = naive.count(naive_position(position), depth)
                found = str(first) if first == second else f"{first} AGAINST {second} BY THE NAIVE COUNTER"
                took = f"{between - began:.2f} s, {time.perf_counter() - between:.2f} s"
                print(f"count     {depth} = {found}  # {took}")  # noqa: T201


if __name__ == "__main__":
    main()
