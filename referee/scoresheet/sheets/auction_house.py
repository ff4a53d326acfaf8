"""Auction House round by round: tricks of each player, trump, kitty, what is carried over, totals."""

from typing import Any

from referee.scoresheet.words import SIGNS


def on_paper(sheet: dict[str, Any], _sides: list[str]) -> dict[str, Any]:
    """Add to each row its kitty, its trump and the tricks beside the points."""
    carry = 0
    for row in sheet["hands"]:
        entered = row["entered"]
        kitty = entered.get("kitty", [])
        row["kitty_value"] = entered["kitty_points"] if "kitty_points" in entered else sum(map(_value, kitty))
        row["kitty_cards"] = kitty
        row["trump_sign"] = SIGNS[entered["trump"][1]] if entered.get("trump") else ""
        row["trump_suit"] = entered["trump"][1] if entered.get("trump") else ""
        row["carry_before"], carry = carry, row["standing"]["carry"]
        for cell, tricks in zip(row["cells"], entered["tricks"], strict=True):
            cell["tricks"] = tricks
    return {}


def _value(card: str) -> int:
    """What a card counts in the kitty (A4)."""
    return "A23456789T".index(card[0]) + 1
