"""Pages to read: the rules, the history of a table, what the service's problems mean."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.engine.errors import Stale
from referee.engine.moves import parse_move
from referee.scoresheet import access, once, words
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.views.front import game_of, players
from referee.scoresheet.views.table import address
from referee.tables import corrections, log, queries
from referee.tables.desk import STEWARD, Desk
from referee.tables.errors import NotNow


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the numbered rules of a game: the very texts that refusals cite."""
    game = game_of(slug)
    options = [
        {
            "name": words.name_of(words.OPTION_NAMES, option.key),
            "text": _(option.text),
            "values": [words.option_value(option.key, value) for value in option.choices]
            if not isinstance(option.others, range)
            else [f"{option.others[0]} – {option.others[-1]}"],
            "usual": words.option_value(option.key, option.book),
        }
        for option in game.options
    ]
    context = {
        "game": game,
        "title": _(game.title),
        "players": players(game),
        "rules": [{"id": rule.id, "text": _(rule.text)} for rule in game.rules.values()],
        "options": options,
    }
    return show(request, "scoresheet/rules.html", context)


# -- history ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def history(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show everything that was entered at a table, also what was taken back; or go back to an entry."""
    if request.method == "POST":
        return _take_back(request, table_id)
    desk = access.reading(request, table_id)
    shown = access.shown_seat(request, desk)
    eyes = desk.seen_from(shown) if desk.role == STEWARD else desk
    after = whole_number(request.GET.get("after")) or 0
    names = [seat.name for seat in desk.table.seats.all()]
    entries = queries.entries_after(eyes, after)
    context = {
        "here": "log",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "entries": [_line(desk, entry, names) for entry in entries],
        "next": entries[-1]["seq"] if entries and entries[-1]["seq"] < desk.seq else None,
        "may": desk.role == STEWARD and desk.status == "open",
        "message": _("Somebody was quicker: this is the newest history. Nothing of yours was counted.")
        if request.GET.get("said") == "stale"
        else "",
    }
    return show(request, "scoresheet/history.html", context)


def _line(desk: Desk, entry: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {
        "seq": entry["seq"],
        "kind": entry["kind"],
        "hand": entry["hand"],
        "text": _sentence(desk, entry, names),
        "stood": entry["verdict"] != "legal",
        "undone": entry["undone"],
        "at": entry["at"],
        "reason": (entry["data"] or {}).get("reason", ""),
        "place": entry["kind"] in (*log.OF_PLAY, log.TABLE)
        and (entry["undone"] or entry["seq"] != desk.head),
    }


def _sentence(desk: Desk, entry: Mapping[str, Any], names: Sequence[str]) -> str:
    data = entry["data"] or {}
    if entry["kind"] == log.MOVE:
        return words.told(parse_move(entry["text"], desk.game.verbs, desk.seat_count), names)
    if entry["kind"] == log.DEAL:
        return _("Hand %(number)s: %(name)s dealt.") % {
            "number": entry["hand"],
            "name": names[data["dealer"]],
        }
    if entry["kind"] == log.RESULT:
        return _("Hand %(number)s: the result was entered.") % {"number": entry["hand"]}
    if entry["kind"] == log.TAKEBACK:
        return _("Back to entry %(to)s.") % {"to": entry["text"].split()[-1]}
    if entry["kind"] == log.SEATS:
        return _("Names: %(names)s.") % {"names": _(", ").join(data["names"])}
    if entry["kind"] == log.TABLE:
        return _("The table was made for %(names)s.") % {"names": _(", ").join(data["names"])}
    return _("The table was closed.") if entry["text"] == "* close" else _("The table was opened again.")


def _take_back(request: HttpRequest, table_id: str) -> HttpResponse:
    who, response = access.key_of(request, table_id), back_to(address(table_id), said="undone")
    to, seq = whole_number(request.POST.get("to")), whole_number(request.POST.get("seq"))
    reason = request.POST.get("reason", "").strip()[:200].replace("\0", "")
    try:
        with access.changing(request, table_id) as desk:
            if not access.stays(request, desk):
                access.show_seat(response, table_id, None)
            if once.earlier(request, table_id, who):
                return response
            corrections.take_back(desk, to=to or 0, reason=reason, expected=seq)
            once.keep(request, table_id, who, desk.seq, {"seq": desk.seq})
    except (Stale, NotNow):
        return back_to(address(table_id) + "log/", said="stale")
    return response


# -- problems --------------------------------------------------------------------------------------


# The catalogue belongs to the API, which this part does not know; referee/urls.py hands it over.
Catalogue = Callable[[], Mapping[str, Any]]


@require_safe
def problem(request: HttpRequest, code: str, catalogue: Catalogue) -> HttpResponse:
    """Explain one problem, under the address that problem documents give as their `type`."""
    found = catalogue().get(code)
    if found is None:
        raise Http404(code)
    return show(request, "scoresheet/problem.html", {"problem": _shown(found)})


@require_safe
def problems(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    """List every problem."""
    listed = [_shown(found) for _code, found in sorted(catalogue().items())]
    return show(request, "scoresheet/problems.html", {"problems": listed})


def _shown(found: Any) -> dict[str, Any]:
    """Return a problem in the reader's language; what is filled in when it happens is shown as dots."""
    return {
        "code": found.code,
        "status": found.status,
        "title": _(found.title),
        "sentence": PLACES.sub("…", _(found.sentence)),
        "text": _(found.text),
    }


PLACES = re.compile(r"%\(\w+\)s")
