"""What all endpoints share: REST framework's shell with a lean inside, keys, versions, repeated writes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import BaseAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.mediatypes import _MediaType
from rest_framework.views import APIView

from api import answers, headers
from api.problems import ApiError
from api.schema import Schema
from referee.engine.errors import BadForm, RefereeError, Refused, Stale
from referee.tables import judged, once, queries
from referee.tables.desk import Desk, reading, writing
from referee.tables.errors import ServiceError, WouldBreak
from referee.tables.ids import digest

Command = Callable[[Desk, int | None], tuple[int, Mapping[str, Any]]]
"""Gets a locked table and the entry that the write is based on; returns status and body of the answer."""


class TableKey(BaseAuthentication):
    """Takes the key out of the Authorization header; what it opens is found with the table, in one query."""

    def authenticate(self, request: Request) -> tuple[None, str] | None:
        key = headers.bearer_key(request._request)
        return None if key is None else (None, key)

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="table"'


class Json(BaseRenderer):
    media_type = answers.JSON
    format = "json"


class Ndjson(BaseRenderer):
    media_type = answers.NDJSON
    format = "ndjson"


class Csv(BaseRenderer):
    media_type = answers.CSV
    format = "csv"


_TAKEN_AS_JSON = ("", "*/*", answers.JSON, "application/*", answers.PROBLEM)


class Negotiation(BaseContentNegotiation):
    """Chooses the media type of the answer by Accept; the first one the endpoint has where several fit."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        return None

    def select_renderer(
        self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None
    ) -> tuple[Any, str]:
        accept = request.META.get("HTTP_ACCEPT", "")
        first, *_ = renderers = list(renderers)
        if accept in _TAKEN_AS_JSON:
            return first, first.media_type
        best, best_weight = None, (0.0, 0)
        for renderer in renderers:
            weight = _weight(accept, renderer.media_type)
            if weight > best_weight:
                best, best_weight = renderer, weight
        if best is None and _weight(accept, answers.PROBLEM)[0] and first.media_type == answers.JSON:
            best = first
        if best is None:
            raise ApiError("not_acceptable", types=", ".join(renderer.media_type for renderer in renderers))
        return best, best.media_type


def _weight(accept: str, media_type: str) -> tuple[float, int]:
    """Return how much an Accept header wants a media type: the weight of the range that fits closest."""
    closest, weight = -1, 0.0
    mine = _MediaType(media_type)
    for part in accept.split(","):
        name, *params = (word.strip() for word in part.split(";"))
        asked = _MediaType(name.lower())
        if not mine.match(asked) or asked.precedence <= closest:
            continue
        closest = asked.precedence
        weight = _quality(params)
    return (weight, 0)


def _quality(params: Sequence[str]) -> float:
    for param in params:
        name, _, value = param.partition("=")
        if name.strip().lower() == "q":
            try:
                return min(max(float(value), 0.0), 1.0)
            except ValueError:
                return 0.0
    return 1.0


_ALLOW: dict[type[APIView], str] = {}


def _allow(endpoint: APIView) -> str:
    """Return the methods that work at an endpoint, as the Allow header tells them."""
    kind = type(endpoint)
    if kind not in _ALLOW:
        _ALLOW[kind] = ", ".join(endpoint.allowed_methods)
    return _ALLOW[kind]


class Endpoint(APIView):
    """An endpoint that needs no key."""

    schema = Schema()
    authentication_classes: Sequence[type[BaseAuthentication]] = []
    permission_classes: Sequence[Any] = []
    throttle_classes: Sequence[Any] = []
    renderer_classes: Sequence[type[BaseRenderer]] = [Json]
    parser_classes: Sequence[Any] = []
    content_negotiation_class = Negotiation
    versioning_class = None

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Headers of every answer; answers that depend on the key or on Accept say so themselves."""
        return {"Allow": _allow(self)}

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """Say which methods there are; the schema says the rest."""
        return HttpResponse(status=204, headers={"Allow": _allow(self)})

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Let a request whose Accept cannot be met be answered in the endpoint's first media type."""
        if force:
            renderer = self.renderer_classes[0]()
            return renderer, renderer.media_type
        return super().perform_content_negotiation(request, force)


class TableEndpoint(Endpoint):
    """An endpoint about one table, opened by the key of the Authorization header."""

    authentication_classes = [TableKey]

    def read(
        self,
        request: Request,
        table_id: str,
        told: Callable[[Desk], Any],
        written: Callable[[Any], bytes] = answers.encode,
    ) -> HttpResponse:
        """Answer with what `told` returns of the table; 304 where the client has it already."""
        with reading(table_id, key_of(request)) as desk:
            if headers.is_known(request._request, desk.seq):
                return answers.not_modified(desk.seq)
            body = written(told(desk))
        media_type = request.accepted_renderer.media_type
        if media_type.startswith("text/"):
            media_type += "; charset=utf-8"
        return answers.answer(body, seq=desk.seq, media_type=media_type)

    def write(
        self,
        request: Request,
        table_id: str,
        sent: Any,
        command: Command,
    ) -> HttpResponse:
        """Run a command in one transaction on the locked table and answer.

        Takes the body as it was read, and a command that gets the table and the entry that If-Match names and
        returns status and body. With an Idempotency-Key it is done once, and its first answer given again.
        """
        expected = headers.expected_seq(request._request)
        key = headers.idempotency_key(request._request)
        with writing(table_id, key_of(request)) as desk:
            if key is None:
                return self._attempt(desk, expected, command)
            asked = request_digest(request, sent)
            key = digest(f"{key_of(request)}\0{key}")  # every phone counts its own requests
            earlier = once.earlier_answer(table_id, key, asked)
            if earlier is not None:
                return given_again(earlier)
            response = self._attempt(desk, expected, command)
            if response.status_code < 300 or response.status_code == 422:
                keep(table_id, key, asked, response, desk.seq)
            return response

    def ask(self, request: Request, table_id: str, command: Command) -> HttpResponse:
        """Answer a question that is sent like a write and writes nothing."""
        with reading(table_id, key_of(request)) as desk:
            return self._attempt(desk, None, command)

    def write_unkept(self, request: Request, table_id: str, command: Command) -> HttpResponse:
        """As `write`, for answers that are secret and may not be kept to be given again."""
        expected = headers.expected_seq(request._request)
        with writing(table_id, key_of(request)) as desk:
            return self._attempt(desk, expected, command)

    def _attempt(
        self,
        desk: Desk,
        expected: int | None,
        command: Command,
    ) -> HttpResponse:
        try:
            status, body = command(desk, expected)
        except Stale as stale:
            body = answers.refusal_problem(stale, None, seq=desk.seq)
            body["entries"] = queries.entries_after(desk, min(expected or 0, desk.seq))
            status = body["status"]
        except BadForm as bad:
            body = answers.form_problem(bad) | {"seq": desk.seq}
            status = body["status"]
        except (RefereeError, ServiceError) as error:
            body = answers.refusal_problem(error, desk.game, seq=desk.seq)
            if isinstance(error, Refused):
                body["rules"] = queries.rules_of(desk)
            if isinstance(error, WouldBreak):
                body["preview"] = judged.trial_view(desk, error.trial)
            status = body["status"]
        if status >= 300:
            return answers.problem_answer(body, seq=desk.seq)
        return answers.answer(body, status=status, seq=desk.seq)


def key_of(request: Request) -> str | None:
    """Return the table's key that came with a request."""
    return cast("str | None", request.auth)


def cold(command: Callable[[], Any]) -> Any:
    """Run a command that writes several things inside a savepoint, so that a no leaves nothing behind."""
    with transaction.atomic():
        return command()


def request_digest(request: Request, sent: Any) -> str:
    """Return a digest of who asks what; what it is based on (If-Match) does not count."""
    who = key_of(request) or ""
    body = answers.encode_sorted(sent).decode()
    return digest("\0".join([digest(who), request.method or "", request.path, body]))


def keep(scope: str, key: str, asked: str, response: HttpResponse, seq: int | None) -> None:
    """Keep an answer so that it can be given again."""
    body = {"language": answers.language(), "text": response.content.decode()}
    once.keep_answer(scope, key, asked, status=response.status_code, body=body, seq=seq)


def given_again(earlier: Any) -> HttpResponse:
    """Return the first answer of a write that was sent again."""
    body = earlier.body["text"].encode()
    media_type = answers.PROBLEM if earlier.status >= 300 else answers.JSON
    response = answers.answer(body, status=earlier.status, seq=earlier.seq, media_type=media_type)
    response["Content-Language"] = earlier.body["language"]
    return response
