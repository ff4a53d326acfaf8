"""Checks on paper: cards captured in each game, and the games won (C18, C19)."""

from typing import Any


def on_paper(sheet: dict[str, Any], _sides: list[str]) -> dict[str, Any]:
    """Add to each cell the cards captured, and to each row whether it was a draw."""
    for row in sheet["hands"]:
        row["draw"] = not any(cell["points"] for cell in row["cells"])
        for cell, captured in zip(row["cells"], row["result"]["captured"], strict=True):
            cell["captured"] = captured
    return {"captured": [sum(row["cells"][side]["captured"] for row in sheet["hands"]) for side in (0, 1)]}
