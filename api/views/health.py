"""Whether the service lives, and whether it can work."""

from django.db import DatabaseError, connection
from django.http import HttpResponse
from rest_framework.request import Request

from api import answers, operations
from api.answers import problem, problem_answer
from api.endpoint import Endpoint


class Live(Endpoint):
    """The process answers."""

    @operations.health_live
    def get(self, request: Request) -> HttpResponse:
        """Say that the process answers; asks nothing of the database."""
        return _uncached(answers.answer({"status": "ok"}))


class Ready(Endpoint):
    """The database answers too, and its tables are there."""

    @operations.health_ready
    def get(self, request: Request) -> HttpResponse:
        """Say whether tables can be opened: 503 where the database does not answer or is not set up."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM tables_table LIMIT 1")
        except DatabaseError:
            return problem_answer(problem("not_ready"))
        return _uncached(answers.answer({"status": "ok"}))


def _uncached(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response
