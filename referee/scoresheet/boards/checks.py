"""Checks at the table: the six targets that lie face up at first."""

from typing import Any

from django.utils.translation import gettext as _

from referee.engine.match import Terms
from referee.scoresheet.faceup import FaceUp
from referee.scoresheet.present import TableView

TARGETS = 6


def on_table(_view: TableView) -> dict[str, Any]:
    """Return nothing besides what all games show."""
    return {}


def face_up(_terms: Terms, _dealer: int) -> FaceUp:
    """Return the targets, from left to right (C3)."""
    return FaceUp(_("The six targets"), TARGETS, None, lambda cards: {"targets": list(cards)})
