"""The yardstick: a plain Django view that does the same transaction as a move, without rules, keys or DRF.

Lock one row, insert one with JSON, update one. Served by the same server with the same settings.
"""

import json

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

TABLES = """
    CREATE TABLE IF NOT EXISTS bench_row (id int PRIMARY KEY, seq int NOT NULL, at timestamptz);
    CREATE TABLE IF NOT EXISTS bench_entry (
        id bigserial PRIMARY KEY, row_id int NOT NULL, seq int NOT NULL, data jsonb, at timestamptz,
        UNIQUE (row_id, seq)
    );
    INSERT INTO bench_row SELECT n, 0 FROM generate_series(1, 64) n ON CONFLICT DO NOTHING;
"""


def move(request: HttpRequest, row: int) -> HttpResponse:
    """Add an entry with the body of the request to a row's log."""
    data = json.loads(request.body)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM bench_row WHERE id = %s FOR UPDATE", [row])
        seq = cursor.fetchone()[0] + 1
        cursor.execute(
            "INSERT INTO bench_entry (row_id, seq, data, at) VALUES (%s, %s, %s::jsonb, now())",
            [row, seq, json.dumps(data)],
        )
        cursor.execute("UPDATE bench_row SET seq = %s, at = now() WHERE id = %s", [seq, row])
    return JsonResponse({"seq": seq, "data": data}, status=201)


def ready(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer whoever waits for the server to be there."""
    return HttpResponse()


urlpatterns = [path("", ready), path("bare/<int:row>/", move)]
