"""Getaway on paper: one tally mark for every game a player has lost (G22), five to a bundle."""

from typing import Any

WIDTH, HEIGHT, STROKE = 46, 30, 9


def on_paper(sheet: dict[str, Any], sides: list[str]) -> dict[str, Any]:
    """Return the marks of each player as lines to draw, and add to each row who lost and who got away."""
    for row in sheet["hands"]:
        entered = row["entered"]
        row["loser"] = sides[entered["loser"]]
        row["away"] = [sides[seat] for seat in entered["away"]]
    losses = sheet["standing"]["totals"]
    return {
        "tally": [
            {"name": name, "losses": lost, "bundles": bundles(lost)}
            for name, lost in zip(sides, losses, strict=True)
        ],
        "tally_width": WIDTH,
        "tally_height": HEIGHT,
    }


def bundles(count: int) -> list[list[dict[str, int]]]:
    """Return tally marks in bundles, each to be drawn by itself so that a long evening wraps on a phone."""
    return [strokes(min(5, count - begun)) for begun in range(0, count, 5)]


def strokes(count: int) -> list[dict[str, int]]:
    """Return the marks of a bundle of up to five as lines: four upright, the fifth across them."""
    lines = []
    for place in range(min(count, 4)):
        x = STROKE // 2 + place * (STROKE + 2)
        lines.append({"x1": x + 2, "y1": 3, "x2": x, "y2": HEIGHT - 3})
    if count == 5:
        lines.append({"x1": 0, "y1": HEIGHT - 7, "x2": 4 * (STROKE + 2), "y2": 6})
    return lines
