"""Tables: made, looked at, renamed, closed, and their keys."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from api import answers, endpoint, headers, operations
from api.body import read_object
from api.endpoint import Endpoint, TableEndpoint, cold
from referee import games
from referee.engine.errors import BadForm
from referee.engine.forms import Reader
from referee.engine.record import read_names
from referee.tables import commands, once, queries
from referee.tables.commands import Keys
from referee.tables.desk import SEAT, STEWARD, VIEWER, Desk
from referee.tables.ids import digest
from referee.tables.models import Table
from referee.tables.settings import read_settings


class Tables(Endpoint):
    """All tables; nobody can list them, everybody can make one."""

    @operations.create_table
    def post(self, request: Request) -> HttpResponse:
        """Make a table and show its keys, this once."""
        sent = read_object(request._request)

        def make(idempotency: str | None) -> tuple[Desk, Keys]:
            reader = Reader(sent)
            slug, names = reader.value("game"), reader.value("seats")
            options = reader.value("options") if reader.has("options") else {}
            settings = reader.value("settings") if reader.has("settings") else None
            reader.close()
            game = None
            if reader.has("game"):
                try:
                    game = games.get(slug)
                except BadForm as bad:
                    reader.faults += bad.faults
            if game is None or reader.faults:
                if reader.has("seats"):
                    read_names(names, reader)
                reader.finish()
            assert game is not None
            return commands.create_table(
                game=game, options=options, names=names, settings=settings, idempotency=idempotency
            )

        return new_table(request, sent, make)


def new_table(request: Request, sent: Any, make: Callable[[str | None], tuple[Desk, Keys]]) -> HttpResponse:
    """Make a table and answer with it and its keys; once for each Idempotency-Key.

    The keys are not kept with the answer: where the same request comes again, they follow again from the
    server's secret.
    """
    key = headers.idempotency_key(request._request)
    with transaction.atomic():
        if key is None:
            return _made(*make(None))
        asked = endpoint.request_digest(request, sent)
        earlier = once.earlier_answer(once.CREATE, key, asked)
        secret = digest(f"{key}\0{asked}")
        if earlier is not None:
            return _shown(earlier.body, commands.keys_from(secret, len(earlier.body["seats"])), earlier.seq)
        desk, keys = make(secret)
        body = queries.table_view(desk)
        once.keep_answer(once.CREATE, key, asked, status=201, body=body, seq=desk.seq)
        return _shown(body, keys, desk.seq)


def _made(desk: Desk, keys: Keys) -> HttpResponse:
    return _shown(queries.table_view(desk), keys, desk.seq)


def _shown(view: Mapping[str, Any], keys: Keys, seq: int | None) -> HttpResponse:
    shown = {"steward": keys.steward, "seats": list(keys.seats), "viewer": keys.viewer}
    response = answers.answer({**view, "keys": shown}, status=201, seq=seq)
    response["Location"] = reverse("api:table", args=[view["id"]])
    response["Cache-Control"] = "no-store"
    return response


class OneTable(TableEndpoint):
    """One table."""

    @operations.show_table
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """Show the table as the key's holder may see it."""
        return self.read(request, table_id, queries.table_view)

    @operations.change_table
    def patch(self, request: Request, table_id: str) -> HttpResponse:
        """Rename the seats, change how the table is refereed, close it, or open it again."""
        sent = read_object(request._request)
        reader = Reader(sent)
        status = reader.text("status", [Table.OPEN, Table.CLOSED]) if reader.has("status") else None
        rename = reader.has("seats")
        names = read_names(sent.get("seats"), reader) if rename else ()
        wanted = read_settings(sent["settings"], reader) if reader.has("settings") else None
        reader.finish()

        def change(desk: Desk) -> None:
            desk.require_steward()
            if rename:
                commands.rename_seats(desk, names=list(names))
            if wanted is not None:
                commands.change_settings(desk, settings=wanted)
            if status is not None:
                commands.set_status(desk, status=status)

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            if expected is not None:
                commands.require_version(desk, expected)
            cold(lambda: change(desk))
            desk.__dict__.pop("table", None)
            return 200, queries.table_view(desk)

        return self.write(request, table_id, sent, command)


class TableKeys(TableEndpoint):
    """The keys of a table."""

    @operations.reissue_key
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Make a new key for a role; the old one opens nothing any more."""
        sent = read_object(request._request)
        reader = Reader(sent)
        role = reader.text("role", [STEWARD, SEAT, VIEWER])
        has_seat = sent.get("seat") is not None
        seat = reader.integer("seat", 0, MOST_SEATS - 1) if has_seat or role == SEAT else None
        reader.finish(allow=("seat",))
        if role != SEAT and has_seat:
            reader.note("/seat", "unknown_key")
        reader.finish(allow=("seat",))

        def command(desk: Desk, _expected: int | None) -> tuple[int, Mapping[str, Any]]:
            desk.require_steward()
            if seat is not None and seat >= desk.seat_count:
                limits = Reader({"seat": seat})
                limits.integer("seat", 0, desk.seat_count - 1)
                limits.finish()
            key = cold(lambda: commands.reissue_key(desk, role=role, seat=seat))
            return 201, {"role": role, "seat": seat, "key": key, "seq": desk.seq}

        response = self.write_unkept(request, table_id, command)
        response["Cache-Control"] = "no-store"
        return response


MOST_SEATS = 20
"""More than any game seats."""
