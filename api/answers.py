"""Making answers: JSON and problem documents, with the headers of the contract."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import get_language, gettext

from api.problems import Problem, catalogue, told
from referee.engine.errors import BadForm, Fault, RefereeError, Refused
from referee.engine.game import Game
from referee.tables.errors import ServiceError

JSON = "application/json"
PROBLEM = "application/problem+json"
NDJSON = "application/x-ndjson"
CSV = "text/csv"

VARY = "Authorization, Accept, Accept-Language"
"""What answers about a table depend on."""

MOST_FAULTS = 500
"""How many faults one problem document lists."""

encode = msgspec.json.Encoder().encode
encode_sorted = msgspec.json.Encoder(order="sorted").encode


def encode_lines(items: Sequence[Any]) -> bytes:
    """Return values as JSON, one on each line."""
    return b"".join(encode(item) + b"\n" for item in items)


def language() -> str:
    """Return the language of the answer being made."""
    return get_language() or "en"


def answer(
    body: Any, *, status: int = 200, seq: int | None = None, media_type: str = JSON, private: bool = False
) -> HttpResponse:
    """Return a value as an answer; with `seq` it is about a table as it stands after that entry."""
    content = body if isinstance(body, bytes) else encode(body)
    response = HttpResponse(content, status=status, content_type=media_type)
    response["Content-Length"] = str(len(content))
    if seq is not None:
        response["ETag"] = f'"{seq}"'
    if seq is not None or private:
        response["Cache-Control"] = "private, no-cache"
        response["Vary"] = VARY
    return response


def not_modified(seq: int) -> HttpResponse:
    """Return the answer that says that the client knows the table already."""
    response = HttpResponse(status=304)
    response["ETag"] = f'"{seq}"'
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = VARY
    return response


def problem_answer(body: Mapping[str, Any], *, seq: int | None = None) -> HttpResponse:
    """Return a problem document as an answer."""
    response = answer(body, status=body["status"], seq=seq, media_type=PROBLEM)
    if seq is None:
        response["Cache-Control"] = "no-store"
    if response.status_code == 401:
        response["WWW-Authenticate"] = 'Bearer realm="table"'
    return response


def problem(code: str, params: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return the problem document of a code of the catalogue; `more` are its further members."""
    return _document(catalogue()[code], told(catalogue()[code].sentence, params or {})) | more


def _document(entry: Problem, detail: str) -> dict[str, Any]:
    return {
        "type": entry.type,
        "title": gettext(entry.title),
        "status": entry.status,
        "detail": detail,
        "code": entry.code,
    }


def form_problem(bad: BadForm) -> dict[str, Any]:
    """Return the problem document of faults of form, each with its place."""
    return problem("bad_form", errors=[_fault_json(fault) for fault in bad.faults[:MOST_FAULTS]])


def _fault_json(fault: Fault) -> dict[str, str]:
    return {"pointer": fault.pointer, "code": fault.code, "detail": told(fault.sentence, fault.params)}


def refusal_problem(
    error: RefereeError | ServiceError, game: Game[Any] | None, **more: Any
) -> dict[str, Any]:
    """Return the problem document of a refusal; one by a rule of the game says which, in words."""
    body = _document(catalogue()[error.code], told(error.sentence, error.params))
    if isinstance(error, Refused) and game is not None:
        rule = game.rule_of(error)
        text = gettext(rule.text)
        body["detail"] = f"{body['detail']} {rule.id}: {text}"
        body["rule"] = {"id": rule.id, "text": text}
        body["can_stand"] = error.can_stand
    return body | more
