"""Whole tables from the rule books' golden traces, with the legal moves before every step."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "records"


def golden(name):
    """Return a record without its notes, and the legal moves before each step of each hand."""
    record = json.loads((FOLDER / f"{name}.json").read_text())
    legal = record.pop("x", {}).get("legal")
    return record, legal
