"""Getaway on paper: one tally mark for every game a player has lost (G22), five to a bundle."""

from typing import Any

WIDTH, HEIGHT, GAP, STROKE = 46, 30, 10, 9


def on_paper(sheet: dict[str, Any], sides: list[str]) -> dict[str, Any]:
    """Return the marks of each player as lines to draw, and add to each row who lost and who got away."""
    for row in sheet["hands"]:
        entered = row["entered"]
        row["loser"] = sides[entered["loser"]]
        row["away"] = [sides[seat] for seat in entered["away"]]
    losses = sheet["standing"]["totals"]
    return {
        "tally": [
            {"name": name, "losses": lost, "strokes": strokes(lost), "width": bundles(lost) * (WIDTH + GAP)}
            for name, lost in zip(sides, losses, strict=True)
        ],
        "tally_height": HEIGHT,
    }


def bundles(count: int) -> int:
    """Return how many bundles of five a number of marks begins; one for none, as space is left for it."""
    return max(1, -(-count // 5))


def strokes(count: int) -> list[dict[str, int]]:
    """Return tally marks as lines: four upright, the fifth across them."""
    lines = []
    for mark in range(count):
        bundle, place = divmod(mark, 5)
        left = bundle * (WIDTH + GAP)
        if place < 4:
            x = left + STROKE // 2 + place * (STROKE + 2)
            lines.append({"x1": x + 2, "y1": 3, "x2": x, "y2": HEIGHT - 3})
        else:
            lines.append({"x1": left, "y1": HEIGHT - 7, "x2": left + 4 * (STROKE + 2), "y2": 6})
    return lines
