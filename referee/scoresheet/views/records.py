"""Records on the page: take a table's record away as a file, and bring one in."""

from collections.abc import Sequence

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee import games
from referee.engine.errors import BadForm
from referee.engine.record import Record, parse_record
from referee.engine.replay import HandReplay
from referee.scoresheet import access, once, words
from referee.scoresheet.pages import back_to, show, table_page
from referee.scoresheet.views.table import address
from referee.tables import commands, importing, queries
from referee.tables.errors import RecordRefused
from referee.tables.once import CREATE

MOST_BYTES = 1 << 20
MOST_FAULTS = 50


@require_safe
@table_page
def download(request: HttpRequest, table_id: str) -> HttpResponse:
    """Give the record of the finished hands as a file."""
    desk = access.reading(request, table_id)
    response = HttpResponse(queries.record(desk).text(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.game_slug}-{table_id}.json"'
    response["Cache-Control"] = "no-store"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Make a table of a record: from a file, or from text put into the field."""
    if request.method != "POST":
        return _form(request, "", [])
    sent = request.FILES.get("file")
    data = sent.read(MOST_BYTES + 1) if sent else request.POST.get("text", "").encode()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _form(request, "", [_("This is not a text.")])
    if len(data) > MOST_BYTES:
        return _form(request, "", [_("A record may have at most 1 MiB.")])
    return _made(request, text)


def _made(request: HttpRequest, text: str) -> HttpResponse:
    names: Sequence[str] = ()
    try:
        record = parse_record(text, games.all_games())
        names = record.seats
        table_id, steward = _table_of(request, record)
    except BadForm as bad:
        return _form(request, text, [f"{fault.pointer} {words.said(fault, names)}" for fault in bad.faults])
    except RecordRefused as refused:
        return _form(request, text, _broken(refused.replay.hands, names))
    response = back_to(address(table_id) + "sheet/")
    access.give_key(request, response, table_id, steward)
    return response


@transaction.atomic
def _table_of(request: HttpRequest, record: Record) -> tuple[str, str]:
    """Return the id and the steward's key of the table made of a record; the same form makes one only."""
    secret = f"record {once.given(request)}" if once.given(request) else None
    before = once.earlier(request, CREATE, "record")
    if before is not None:
        return str(before.body["id"]), commands.keys_from(str(secret), record.terms.seats).steward
    desk, keys = importing.import_record(record, idempotency=secret)
    once.keep(request, CREATE, "record", desk.seq, {"id": desk.table_id})
    return desk.table_id, keys.steward


def _broken(hands: list[HandReplay], names: Sequence[str]) -> list[str]:
    return [
        _("Hand %(hand)s, move %(move)s: %(what)s")
        % {"hand": number, "move": fault.step + 1, "what": words.said(fault.error, names)}
        for number, hand in enumerate(hands, start=1)
        for fault in hand.faults
    ]


def _form(request: HttpRequest, text: str, faults: list[str]) -> HttpResponse:
    context = {"text": text, "faults": faults[:MOST_FAULTS]}
    return show(request, "scoresheet/bring_in.html", context, 422 if faults else 200)
