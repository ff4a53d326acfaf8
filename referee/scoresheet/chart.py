"""The score chart of a match, as figures for an SVG picture: one line for each side, hand by hand.

Drawn by the server: it needs no script, prints, and stands by the table that says the same in numbers.
"""

from collections.abc import Sequence
from typing import Any

WIDTH, HEIGHT = 320, 200
LEFT, RIGHT, TOP, BOTTOM = 36, 12, 12, 28
STEPS = (1, 2, 5)


def chart(
    start: Sequence[int], totals: Sequence[Sequence[int]], sides: Sequence[str]
) -> dict[str, Any] | None:
    """Return what to draw: lines with their points, and the marks of both axes. None before two points.

    Takes the totals at the start and after each hand, and the names of the sides.
    """
    if not totals:
        return None
    rows = [list(start), *map(list, totals)]
    low, high = min(map(min, rows)), max(map(max, rows))
    step = _step(high - low)
    floor, roof = low // step * step, -(-high // step) * step
    roof = roof if roof > floor else floor + step

    def x(hand: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * hand / (len(rows) - 1), 1)

    def y(total: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (total - floor) / (roof - floor), 1)

    every = max(1, len(rows) // 8)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "lines": [
            {
                "name": name,
                "number": side,
                "points": " ".join(f"{x(hand)},{y(row[side])}" for hand, row in enumerate(rows)),
                "end_x": x(len(rows) - 1),
                "end_y": y(rows[-1][side]),
                "total": rows[-1][side],
            }
            for side, name in enumerate(sides)
        ],
        "across": [{"y": y(value), "text": value} for value in range(floor, roof + 1, step)],
        "down": [{"x": x(hand), "text": hand} for hand in range(0, len(rows), every)],
        "zero": y(0) if floor < 0 < roof else None,
    }


def _step(span: int) -> int:
    """Return the distance of the marks: 1, 2 or 5 times a power of ten, four to seven of them."""
    size = 1
    while True:
        for step in STEPS:
            if span <= step * size * 5:
                return step * size
        size *= 10
