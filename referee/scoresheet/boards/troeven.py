"""Troeven at the table: the caller's four cards of the layout that lie face up at first."""

from typing import Any

from django.utils.translation import gettext as _

from referee.engine.match import Terms
from referee.scoresheet.faceup import FaceUp
from referee.scoresheet.present import TableView

FIRST = 4


def on_table(_view: TableView) -> dict[str, Any]:
    """Return nothing besides what all games show."""
    return {}


def face_up(terms: Terms, dealer: int) -> FaceUp | None:
    """Return the caller's four in the layout version; trump is named from them (T20)."""
    if terms.options["version"] != "layout":
        return None
    caller = 1 - dealer
    return FaceUp(
        _("The four cards face up in front of %(name)s"),
        FIRST,
        caller,
        lambda cards: {"up": [list(cards) if seat == caller else [] for seat in (0, 1)]},
    )
