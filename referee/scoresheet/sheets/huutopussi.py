"""Huutopussi on paper: two columns for the teams with running totals, and beside them bid and contract."""

from typing import Any


def on_paper(sheet: dict[str, Any], _sides: list[str]) -> dict[str, Any]:
    """Add to each row its declarer, bid and contract, and whether the contract was made (H28).

    Contracts are never less than the lowest bid, so a team scored its contract only if it made it.
    """
    names = sheet["seats"]
    for row in sheet["hands"]:
        entered = row["entered"]
        redeal, declarer = entered.get("redeal"), entered.get("declarer")
        row["redeal_name"] = None if redeal is None else names[redeal]
        row["declarer_name"] = None if declarer is None else names[declarer]
        if declarer is not None:
            team = declarer % 2
            row["made"] = row["result"]["points"][team] == entered["contract"]
            row["cells"][team]["declared"] = True
    return {}
