"""Forms that count once, however often they are sent."""

import secrets
from typing import Any

from django.http import HttpRequest

from referee.tables import once
from referee.tables.ids import digest
from referee.tables.models import Answer

FIELD = "once"
SHORTEST = 20
"""A shorter token could be guessed."""


def token() -> str:
    """Return a fresh token for a form."""
    return secrets.token_urlsafe(18)


def given(request: HttpRequest) -> str:
    """Return the token that a form was sent with; an empty text for none that could be ours."""
    text = request.POST.get(FIELD, "")
    return text if SHORTEST <= len(text) <= 100 and text.isascii() and text.isprintable() else ""


def _name(request: HttpRequest, who: str) -> str:
    return digest(f"page\0{who}\0{given(request)}")


def earlier(request: HttpRequest, scope: str, who: str) -> Answer | None:
    """Return what became of this very form before, or None if it is new.

    A second tap on another card of the same form is that form again, and changes nothing.
    """
    return once.earlier_answer(scope, _name(request, who), "page") if given(request) else None


def keep(request: HttpRequest, scope: str, who: str, seq: int, body: dict[str, Any]) -> None:
    """Note that this form has been counted."""
    if given(request):
        once.keep_answer(scope, _name(request, who), "page", status=303, body=body, seq=seq)
