"""Whole tables from the rule books' golden traces, with the legal moves before every step."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "records"


def golden(name):
    """Return a record without its notes, and the legal moves before each step of each hand."""
    record, notes = with_notes(name)
    return record, notes.get("legal")


def with_notes(name):
    """Return a record and the notes on it: what is true of it, by an independent implementation."""
    record = json.loads((FOLDER / f"{name}.json").read_text())
    return record, record.pop("x", {})
