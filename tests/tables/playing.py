"""Helpers for tests of the commands: tables played at random through the real commands."""

import random
from typing import Any

from referee import games
from referee.engine.cards import bits
from referee.engine.moves import WILD, Move
from referee.tables import commands, live
from referee.tables.desk import Desk, writing

NAMES = ["Ann", "Ben", "Cem", "Dia", "Eve", "Fay", "Gus", "Hal"]


def new_table(slug: str, options: dict[str, Any] | None = None, seats: int | None = None):
    """Make a table; return its id and keys."""
    game = games.get(slug)
    names = NAMES[: seats or game.seats[0]]
    desk, keys = commands.create_table(game=game, options=options or {}, names=names)
    return desk.table_id, keys


def filled(desk: Desk, state: Any, move: Move, rng: random.Random) -> Move:
    """Return a move with the wild places of a pattern chosen at random."""
    if WILD not in move.args:
        return move
    act = desk.game.phases[state.phase].act(move.verb)
    assert act is not None
    args: tuple[int, ...] = ()
    for _ in move.args:
        args += (rng.choice(bits(act.allowed(state, move.seat, args))),)
    return move._replace(args=args)


def as_sent(move: Move) -> dict[str, Any]:
    """Return a move as a client sends it; cards drawn by chance are not named."""
    return {"seat": move.seat, "kind": move.verb.name} if move.verb.by_chance else {"text": move.text}


def play_on(table_id: str, key: str, rng: random.Random, most: int = 10_000) -> int:
    """Play random legal moves, one transaction each, until the hand is over; return how many."""
    for count in range(most):
        with writing(table_id, key) as desk:
            now = live.current(desk)
            assert now is not None
            moves = desk.game.legal_moves(now.state)
            if not moves:
                return count
            move = filled(desk, now.state, rng.choice(moves), rng)
            done = commands.record_moves(desk, moves=[as_sent(move)], expected=desk.seq)
            assert done.refused is None, done.refused
    return most


def deal(table_id: str, key: str, **how: Any) -> None:
    """Start the next hand."""
    with writing(table_id, key) as desk:
        commands.start_hand(desk, expected=desk.seq, **how)
