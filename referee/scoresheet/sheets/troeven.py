"""Troeven on paper (T12): a vertical line, branches to each side, and a ball on a branch for each win."""

from typing import Any

TOP, STEP, MIDDLE, LENGTH = 34, 22, 150, 84


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
                "x": MIDDLE + away * (LENGTH // 2),
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
