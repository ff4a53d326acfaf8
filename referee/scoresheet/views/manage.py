"""Running a table: links and QR codes for other phones, names, closing."""

import os
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.engine.errors import BadForm
from referee.scoresheet import access, words
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.views.table import address
from referee.tables import commands
from referee.tables.desk import SEAT, STEWARD, VIEWER, Desk
from referee.tables.errors import Forbidden
from referee.tables.models import Table
from serve import environment

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def manage(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show what the steward can do for the table, or do it."""
    if request.method == "POST":
        doings = {"links": _links, "rename": _rename, "close": _close, "reopen": _reopen}
        doing = doings.get(request.POST.get("do", ""))
        if doing:
            return doing(request, table_id)
    return _page(request, access.reading(request, table_id))


def _page(request: HttpRequest, desk: Desk, **more: Any) -> HttpResponse:
    if desk.role != STEWARD:
        raise Forbidden("steward_only")
    names = [seat.name for seat in desk.table.seats.all()]
    context = {
        "here": "manage",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "given": more.get("given") or [{"name": name, "fault": ""} for name in names],
        "options": [
            {
                "name": words.name_of(words.OPTION_NAMES, option.key),
                "value": words.option_value(option.key, desk.table.terms[option.key]),
                "usual": desk.table.terms[option.key] == option.book,
            }
            for option in desk.game.options
        ],
        "settings": words.settings_form(desk.table.settings),
        "links": more.get("links", []),
        "message": more.get("message", ""),
    }
    return show(request, "scoresheet/manage.html", context, more.get("status", 200))


def _links(request: HttpRequest, table_id: str) -> HttpResponse:
    """Make new keys and show them once, as links and QR codes: they are kept as digests only."""
    wanted = request.POST.get("for", "")
    with access.changing(request, table_id) as desk:
        names = [seat.name for seat in desk.table.seats.all()]
        places: list[tuple[str, int | None, str]] = [(SEAT, seat, name) for seat, name in enumerate(names)]
        places.append((VIEWER, None, _("Onlookers")))
        seat = whole_number(wanted)
        if wanted == VIEWER:
            places = places[-1:]
        elif seat is not None and seat < len(names):
            places = [places[seat]]
        links = [
            _link(request, desk, name, commands.reissue_key(desk, role=role, seat=place))
            for role, place, name in places
        ]
    return _page(request, access.reading(request, table_id), links=links)


def _link(request: HttpRequest, desk: Desk, name: str, key: str) -> dict[str, Any]:
    url = f"{base_address(request)}/join/{desk.table_id}/{key}"
    return {"name": name, "url": url, "qr": qr_code(url, name)}


def base_address(request: HttpRequest) -> str:
    """Return this service's address as other phones reach it: never this machine's name for itself."""
    host = request.get_host()
    name, _colon, port = host.partition(":") if not host.startswith("[") else (*host.rpartition(":"),)
    everywhere = (os.environ.get("HOST") or "0.0.0.0") in environment.EVERY_ADDRESS  # noqa: S104
    if name in LOOPBACK and everywhere and (known := environment.addresses()):
        host = f"{known[0]}:{port}" if port else known[0]
    return f"{request.scheme}://{host}"


def qr_code(url: str, name: str) -> SafeString:
    """Return a link as a QR code: SVG without any style of its own, dark on light in every theme."""
    svg = segno.make(url, error="m").svg_inline(
        border=3, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    label = _("QR code for %(name)s") % {"name": name}
    from django.utils.html import escape

    return mark_safe(svg.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1))  # noqa: S308


def _rename(request: HttpRequest, table_id: str) -> HttpResponse:
    names = [name.strip() for name in request.POST.getlist("name")]
    try:
        with access.changing(request, table_id) as desk:
            commands.rename_seats(desk, names=names)
    except BadForm as bad:
        faults = words.faults_by_field(bad)
        given = [{"name": name, "fault": faults.get(f"/seats/{i}", "")} for i, name in enumerate(names)]
        return _page(request, access.reading(request, table_id), given=given, status=400)
    return back_to(address(table_id), said="renamed")


def _close(request: HttpRequest, table_id: str) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        desk = access.reading(request, table_id)
        return _page(request, desk, message=_("Tick the box first: closing a table ends it."), status=400)
    with access.changing(request, table_id) as desk:
        commands.set_status(desk, status=Table.CLOSED)
    return back_to(address(table_id))


def _reopen(request: HttpRequest, table_id: str) -> HttpResponse:
    with access.changing(request, table_id) as desk:
        commands.set_status(desk, status=Table.OPEN)
    return back_to(address(table_id))
