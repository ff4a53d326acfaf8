"""The OpenAPI file: operations stand beside the views as data, components in `shapes`.

drf-spectacular collects the addresses and checks the file; it does not have to guess anything, since every
operation is written out by `operation`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from drf_spectacular.openapi import AutoSchema

from api.problems import Problem, catalogue

F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
PROBLEM = "application/problem+json"

READ_PROBLEMS = ("not_acceptable", "server_error", "not_ready")
BODY_PROBLEMS = (
    "bad_json",
    "bad_form",
    "no_body",
    "bad_encoding",
    "too_deep",
    "name_twice",
    "number_too_large",
    "not_a_number",
    "bad_character",
    "length_required",
    "too_large",
    "wrong_media_type",
)
TABLE_PROBLEMS = ("no_key", "bad_authorization", "wrong_key", "no_table")
ONCE_PROBLEMS = ("bad_idempotency_key", "key_reused")
VERSION_PROBLEMS = ("bad_if_match", "no_version", "stale")


class Schema(AutoSchema):
    """Takes each operation from the method that answers it."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> dict[str, Any] | None:
        handler = getattr(self.view, method.lower(), None)
        found: dict[str, Any] | None = getattr(handler, "operation", None)
        return deepcopy(found)  # what is made of it is changed further


def ref(name: str) -> dict[str, str]:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def header(name: str, text: str, schema: Mapping[str, Any], *, required: bool = False) -> dict[str, Any]:
    """Return a header of a request."""
    return parameter("header", name, text, schema, required=required)


def parameter(
    place: str, name: str, text: str, schema: Mapping[str, Any], *, required: bool = False
) -> dict[str, Any]:
    """Return a parameter."""
    return {"in": place, "name": name, "description": text, "required": required, "schema": dict(schema)}


IF_MATCH = header(
    "If-Match",
    "The entry that this write is based on: the `ETag` of the newest answer about the table.",
    {"type": "string", "pattern": '^"(0|[1-9][0-9]*)"$', "examples": ['"12"']},
    required=True,
)
IF_NONE_MATCH = header(
    "If-None-Match",
    "The `ETag` of an answer that is known already; 304 if it is still the newest.",
    {"type": "string", "examples": ['"12"']},
)
IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "A text of your own, new for each write; the same write sent again with it is done once and answered alike.",
    {
        "type": "string",
        "minLength": 1,
        "maxLength": 257,
        "examples": ['"2f6c1b58-7d0e-4b0a-9f0e-3f1f0d9b8a11"'],
    },
)
ETAG = {
    "ETag": {
        "description": "Number of the table's newest entry.",
        "schema": {"type": "string", "pattern": '^"[0-9]+"$'},
    }
}
TABLE_ID = parameter("path", "table_id", "The table.", {"type": "string"}, required=True)


class Answer:
    """One successful answer: status, component, what it means, examples by name."""

    def __init__(
        self,
        shape: str | Mapping[str, Any] | None,
        text: str,
        examples: Mapping[str, Any] | None = None,
        *,
        status: int = 200,
        media_type: str = JSON,
        headers: Mapping[str, Any] | None = None,
    ) -> None:
        self.shape = ref(shape) if isinstance(shape, str) else shape
        self.text = text
        self.examples = examples or {}
        self.status = status
        self.media_type = media_type
        self.headers = headers or {}

    def as_json(self) -> dict[str, Any]:
        """Return the response object."""
        told: dict[str, Any] = {"description": self.text}
        if self.headers:
            told["headers"] = dict(self.headers)
        if self.shape is not None:
            told["content"] = {self.media_type: media(self.shape, self.examples)}
        return told


def media(shape: Mapping[str, Any], examples: Mapping[str, Any]) -> dict[str, Any]:
    """Return a media type object."""
    told: dict[str, Any] = {"schema": dict(shape)}
    if examples:
        told["examples"] = {name: {"value": value} for name, value in examples.items()}
    return told


def operation(
    name: str,
    tag: str,
    summary: str,
    *,
    answers: Sequence[Answer],
    text: str = "",
    body: str | Mapping[str, Any] | None = None,
    examples: Mapping[str, Any] | None = None,
    parameters: Sequence[Mapping[str, Any]] = (),
    problems: Iterable[str] = (),
    about_table: bool = False,
    problem_examples: Mapping[str, Mapping[str, Any]] | None = None,
) -> Callable[[F], F]:
    """Return a decorator that puts an operation beside the method that answers it."""
    codes = [*problems, *READ_PROBLEMS]
    told: dict[str, Any] = {"operationId": name, "tags": [tag], "summary": summary}
    if text:
        told["description"] = text
    told["parameters"] = [*([TABLE_ID] if about_table else []), *parameters]
    if body is not None:
        codes = [*BODY_PROBLEMS, *codes]
        shape = ref(body) if isinstance(body, str) else body
        told["requestBody"] = {"required": True, "content": {JSON: media(shape, examples or {})}}
    if about_table:
        codes = [*codes, *TABLE_PROBLEMS]
        told["security"] = [{"TableKey": []}]
    else:
        told["security"] = []
    told["responses"] = _responses(answers, codes, problem_examples or {})

    def decorate(handler: F) -> F:
        handler.operation = told  # type: ignore[attr-defined]
        return handler

    return decorate


def _responses(
    answers: Sequence[Answer], codes: Iterable[str], more: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for answer in answers:
        told = responses.setdefault(str(answer.status), answer.as_json())
        told.setdefault("content", {}).update(answer.as_json().get("content", {}))
        if not told["content"]:
            del told["content"]
    by_status: dict[int, list[Problem]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(catalogue()[code].status, []).append(catalogue()[code])
    for status, found in by_status.items():
        responses[str(status)] = {
            "description": "; ".join(problem.title for problem in found) + ".",
            "content": {PROBLEM: media(ref("Problem"), {p.code: example(p, more) for p in found})},
        }
    return dict(sorted(responses.items()))


class _Samples(dict[str, Any]):
    """Data for the sentences of examples."""

    def __missing__(self, name: str) -> str:
        return "…"


_SAMPLES = _Samples(
    seat=1, card="KD", method="PUT", types=JSON, type="text/plain", most=1048576, line=1, column=9,
    place=4, name="game", character="U+0000", seq=12, verb="plai",
)  # fmt: skip


def example(problem: Problem, more: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return an example of a problem document."""
    told = {
        "type": problem.type,
        "title": problem.title,
        "status": problem.status,
        "detail": problem.sentence % _SAMPLES,
        "code": problem.code,
    }
    return told | dict(more.get(problem.code, {}))


def finish(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Add the components; named in SPECTACULAR_SETTINGS as a hook that runs last."""
    from api.operations import TAGS
    from api.shapes import SCHEMAS

    result["tags"] = TAGS
    components = result.setdefault("components", {})
    components["schemas"] = dict(sorted((components.get("schemas", {}) | SCHEMAS).items()))
    components["responses"] = _shared_responses(result["paths"])
    components["securitySchemes"] = {
        "TableKey": {
            "type": "http",
            "scheme": "bearer",
            "description": "A key of the table: the steward's, a seat's or a viewer's.",
        }
    }
    return result


def _shared_responses(paths: dict[str, Any]) -> dict[str, Any]:
    """Replace problems that several operations answer alike by references; return the components."""
    uses: dict[str, list[tuple[dict[str, Any], str]]] = {}
    for item in paths.values():
        for one in item.values():
            responses = one["responses"] = dict(one["responses"])
            for status, response in responses.items():
                if PROBLEM in response.get("content", {}):
                    uses.setdefault(json.dumps(response), []).append((responses, status))
    shared: dict[str, Any] = {}
    for text, places in uses.items():
        if len(places) > 1:
            status = places[0][1]
            alike = sum(name.startswith(f"Problem{status}") for name in shared)
            name = f"Problem{status}" + (f"-{alike + 1}" if alike else "")
            shared[name] = json.loads(text)
            for responses, place in places:
                responses[place] = {"$ref": f"#/components/responses/{name}"}
    return shared
