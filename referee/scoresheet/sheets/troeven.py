"""Troeven on paper (T12): a vertical line, branches to each side, and a ball on a branch for each win."""

from typing import Any
from unicodedata import east_asian_width

TOP, STEP, MIDDLE, LENGTH = 34, 22, 150, 84
WIDE, NARROW = 14, 9
"""How much room a letter takes, of Japanese and of others."""


def on_paper(sheet: dict[str, Any], sides: list[str]) -> dict[str, Any]:
    """Return where the branches and balls of both players are drawn."""
    memo, start = sheet["standing"]["memo"], sheet["start"]["memo"]["branches"]
    players = []
    for side, name in enumerate(sides):
        away = -1 if side == 0 else 1
        branches = [
            {
                "y": TOP + STEP * place,
                "x": MIDDLE + away * LENGTH,
                "ball": place < memo["balls"][side],
                "added": place >= start[side],
                "ball_x": MIDDLE + away * LENGTH * 3 // 4,
            }
            for place in range(memo["branches"][side])
        ]
        score = sheet["standing"]["totals"][side]
        players.append(
            {
                "name": name, "branches": branches, "score": score, "balls": memo["balls"][side],
                "x": MIDDLE + away * (LENGTH // 2), "above": _above(name, away),
            }
        )  # fmt: skip
    height = TOP + STEP * max(memo["branches"]) + 34
    return {
        "tree": {
            "players": players,
            "height": height,
            "middle": MIDDLE,
            "bottom": height - 30,
            "score_y": height - 6,
        }
    }


def _above(name: str, away: int) -> dict[str, Any]:
    """Return how a name stands above its branches: in their middle, or shortened from the trunk outwards."""
    width, most = 0, MIDDLE - 6
    for place, letter in enumerate(name):
        width += WIDE if east_asian_width(letter) in "WFA" else NARROW
        if width > most:
            name = name[: place - 1] + "…"
            break
    if width <= LENGTH:
        return {"name": name, "x": MIDDLE + away * (LENGTH // 2), "anchor": "middle"}
    return {"name": name, "x": MIDDLE + away * 6, "anchor": "end" if away < 0 else "start"}
