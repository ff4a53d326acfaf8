"""Where a line of the scoresheet comes from: the moves of the hand that made it."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from referee.engine.moves import Move


class Told(NamedTuple):
    """A move of a finished hand, and the state after it."""

    move: Move
    state: Any


def of_kinds(moves: Sequence[Told], *kinds: str, seats: Collection[int] | None = None) -> list[int]:
    """Return the places of the moves of some kinds, by all seats or by some."""
    return [
        place
        for place, (move, _) in enumerate(moves)
        if move.verb.name in kinds and (seats is None or move.seat in seats)
    ]


def tricks_of(moves: Sequence[Told], seats: Collection[int]) -> list[int]:
    """Return the places of the plays of every trick that one of these seats won."""
    found: list[int] = []
    trick: list[int] = []
    for place, (move, state) in enumerate(moves):
        if move.verb.name == "play":
            trick.append(place)
            if not state.trick:
                found += trick if state.last_winner in seats else []
                trick = []
    return found


def last_trick(moves: Sequence[Told]) -> list[int]:
    """Return the places of the moves since the trick before the last one was settled."""
    ends = [place for place, (_, state) in enumerate(moves) if not state.trick]
    return list(range(ends[-2] + 1 if len(ends) > 1 else 0, len(moves)))
