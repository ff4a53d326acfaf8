"""Reading JSON that anybody may have sent: strict, within limits, and never a surprise further in.

Refused: what is not JSON (with its place), NaN and Infinity, large numbers, a name twice in one object, the
character NUL (no text column can hold it), halves of a surrogate pair, and nesting deeper than Python goes.
"""

import json
import math
import re
from collections.abc import Mapping
from json.decoder import JSONDecodeError
from typing import Any

from django.http import HttpRequest
from django.http.request import UnreadablePostError

from api.problems import ApiError
from referee.engine.errors import BadForm, Fault

MAX_BYTES = 1024 * 1024
MAX_DIGITS = 15
"""Digits of a whole number: those that every JSON reader keeps exactly."""

_ESCAPES = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


def read_json(request: HttpRequest) -> Any:
    """Return the JSON value of a request's body. Raises ApiError."""
    raw = read_bytes(request)
    if not raw.strip():
        raise ApiError("no_body")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise ApiError("bad_encoding", place=error.start) from None
    try:
        value = _DECODER.decode(text)
    except JSONDecodeError as error:
        raise ApiError("bad_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise ApiError("too_deep") from None
    if "\0" in text or _ESCAPES.search(raw):
        _check_texts(value)
    return value


def read_object(request: HttpRequest) -> Mapping[str, Any]:
    """Return the JSON object of a request's body. Raises ApiError, BadForm where it is something else."""
    value = read_json(request)
    if not isinstance(value, dict):
        raise BadForm([Fault("", "wrong_type", {"expected": "an object"})])
    return value


def read_bytes(request: HttpRequest) -> bytes:
    """Return the body, looking at its declared type and size before reading any of it. Raises ApiError."""
    meta = request.META
    length = meta.get("CONTENT_LENGTH") or "0"
    if meta.get("HTTP_TRANSFER_ENCODING") and length == "0":
        raise ApiError("length_required")
    if not length.isascii() or not length.isdigit():
        raise ApiError("length_required")
    if len(length) > 12 or int(length) > MAX_BYTES:
        raise ApiError("too_large", most=MAX_BYTES)
    kind = meta.get("CONTENT_TYPE", "")
    if length == "0" and not kind:
        raise ApiError("no_body")
    if kind != "application/json":
        _check_type(kind)
    try:
        return request.body
    except UnreadablePostError:
        raise ApiError("no_body") from None


def _check_type(kind: str) -> None:
    name, _, rest = kind.partition(";")
    charset = rest.replace('"', "").replace(" ", "").lower()
    if name.strip().lower() != "application/json" or charset not in {"", "charset=utf-8", "charset=utf8"}:
        raise ApiError("wrong_media_type", type=kind)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        raise ApiError("name_twice", name=next(name for name in names if names.count(name) > 1))
    return value


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1:
        raise ApiError("number_too_large", most=MAX_DIGITS)
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ApiError("number_too_large", most=MAX_DIGITS)
    return value


def _constant(name: str) -> Any:
    raise ApiError("not_a_number", name=name)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_constant
)


def _check_texts(value: Any) -> None:
    """Raise ApiError where a text anywhere holds NUL or half of a surrogate pair."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting += [*item, *item.values()]
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, str):
            if "\0" in item:
                raise ApiError("bad_character", character="U+0000")
            try:
                item.encode()
            except UnicodeEncodeError as error:
                raise ApiError("bad_character", character=f"U+{ord(item[error.start]):04X}") from None
