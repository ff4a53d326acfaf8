"""The same write sent twice is done once: answers kept by Idempotency-Key."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.utils import timezone

from referee.tables.errors import Unacceptable
from referee.tables.models import Answer

CREATE = "create"
"""Scope of writes that make a table; all others have their table's id."""


def earlier_answer(scope: str, key: str, request: str) -> Answer | None:
    """Return the answer that was given to this write before, or None if it is new.

    Takes the Idempotency-Key and a digest of who asks what. To be called in the transaction of the write:
    two writes with one key wait for each other. Raises Unacceptable where the key came with another request.
    """
    if scope == CREATE:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])
    answer = Answer.objects.filter(scope=scope, key=key).first()
    if answer is not None and answer.request != request:
        raise Unacceptable("key_reused")
    return answer


def keep_answer(
    scope: str, key: str, request: str, *, status: int, body: Mapping[str, Any], seq: int | None
) -> None:
    """Keep an answer, so that the same write gets it again."""
    Answer.objects.create(
        scope=scope, key=key, request=request, status=status, body=body, seq=seq, at=timezone.now()
    )
