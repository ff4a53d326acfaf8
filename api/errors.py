"""The one place where exceptions become problem documents, inside REST framework and outside it."""

import logging
from typing import Any

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.views import defaults
from rest_framework import exceptions as drf

from api.answers import form_problem, problem, problem_answer, refusal_problem
from api.problems import ApiError
from referee.engine.errors import BadForm, RefereeError
from referee.tables.errors import ServiceError

_log = logging.getLogger("api")

API_PATH = "/api/"


def to_problem(error: Exception) -> dict[str, Any]:
    """Return the problem document of any exception; one that nobody expected is a `server_error`."""
    if isinstance(error, BadForm):
        return form_problem(error)
    if isinstance(error, ApiError):
        return problem(error.code, error.params)
    if isinstance(error, RefereeError | ServiceError):
        return refusal_problem(error, None)
    if isinstance(error, drf.MethodNotAllowed):
        return problem("method_not_allowed", {"method": str(error.detail).split('"')[1]})
    if isinstance(error, Http404):
        return problem("not_found")
    if isinstance(error, RequestDataTooBig):
        return problem("too_large", {"most": 0})
    if isinstance(error, SuspiciousOperation | BadRequest | drf.APIException):
        return problem("bad_request")
    if isinstance(error, OperationalError | InterfaceError):
        return problem("not_ready")
    return problem("server_error")


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """Answer an exception that a view raised (REST framework's EXCEPTION_HANDLER)."""
    body = to_problem(error)
    if body["status"] >= 500:
        _log.error("%s answering %s", body["code"], context["request"].path, exc_info=error)
    return problem_answer(body)


# -- outside REST framework: Django's own handlers, for the API's addresses alone -----------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refuses."""
    if request.path_info.startswith(API_PATH):
        return problem_answer(to_problem(exception))
    return defaults.bad_request(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address that leads nowhere."""
    if request.path_info.startswith(API_PATH):
        return problem_answer(problem("not_found"))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after an exception that no view has dealt with; Django has written it to the log."""
    if request.path_info.startswith(API_PATH):
        return problem_answer(problem("server_error"))
    return defaults.server_error(request)
