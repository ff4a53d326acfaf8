"""Reading the headers and query parameters that the contract gives a meaning."""

import re
from collections.abc import Mapping

from django.http import HttpRequest

from api.problems import ApiError
from referee.engine.errors import BadForm, Fault

MOST = 2**31 - 1
"""The largest number of an entry that the database can hold."""

_SEQ = re.compile(r'"(0|[1-9][0-9]{0,9})"')
_BARE_SEQ = re.compile(r"0|[1-9][0-9]{0,9}")
_KEY = re.compile(r'"(?P<quoted>(?:[ !#-\[\]-~]|\\["\\]){1,255})"|(?P<bare>[!#-~][!-~]{0,254})')


def bearer_key(request: HttpRequest) -> str | None:
    """Return the key of the Authorization header, None without one. Raises ApiError for any other scheme."""
    value = request.META.get("HTTP_AUTHORIZATION")
    if value is None:
        return None
    scheme, _, key = value.strip().partition(" ")
    key = key.strip()
    if (
        scheme.lower() != "bearer"
        or not key
        or len(key) > 200
        or " " in key
        or not key.isascii()
        or not key.isprintable()
    ):
        raise ApiError("bad_authorization")
    return str(key)


def expected_seq(request: HttpRequest) -> int | None:
    """Return the entry that If-Match names, None without the header.

    Raises ApiError for anything but one strong ETag: a weak one or ``*`` says too little for a write.
    """
    value = request.META.get("HTTP_IF_MATCH")
    if value is None:
        return None
    found = _SEQ.fullmatch(value.strip())
    if found is None or int(found[1]) > MOST:
        raise ApiError("bad_if_match")
    return int(found[1])


def is_known(request: HttpRequest, seq: int) -> bool:
    """Return whether If-None-Match says that the client has the answer of entry `seq` already."""
    value = request.META.get("HTTP_IF_NONE_MATCH")
    if value is None:
        return False
    tags = {tag.strip().removeprefix("W/") for tag in value.split(",")}
    return f'"{seq}"' in tags or "*" in tags


def idempotency_key(request: HttpRequest) -> str | None:
    """Return the Idempotency-Key, quoted as the draft standard has it or bare. Raises ApiError."""
    value = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if value is None:
        return None
    found = _KEY.fullmatch(value.strip())
    if found is None:
        raise ApiError("bad_idempotency_key")
    quoted = found["quoted"]
    return found["bare"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)


def whole_number(query: Mapping[str, str], name: str, *, default: int = 0, most: int = MOST) -> int:
    """Return a whole number of the query. Raises BadForm; a place in the query is written ``?name``."""
    value = query.get(name)
    if value is None:
        return default
    if not _BARE_SEQ.fullmatch(value):
        raise BadForm([Fault(f"?{name}", "wrong_type", {"expected": "a whole number"})])
    if int(value) > most:
        raise BadForm([Fault(f"?{name}", "out_of_range", {"low": 0, "high": most})])
    return int(value)


def flag(query: Mapping[str, str], name: str) -> bool:
    """Return whether a parameter of the query is 1. Raises BadForm where it is neither 0 nor 1."""
    value = query.get(name, "0")
    if value not in {"0", "1"}:
        raise BadForm([Fault(f"?{name}", "not_a_choice", {"choices": "0, 1"})])
    return value == "1"
