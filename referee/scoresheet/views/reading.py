"""Pages to read: the rules, the history of a table, what the service's problems mean."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from referee.engine.errors import Stale
from referee.scoresheet import access, once, words
from referee.scoresheet.judge import ruled
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.views.front import game_of, players
from referee.scoresheet.views.table import address
from referee.tables import corrections, log, queries
from referee.tables.desk import STEWARD, Desk
from referee.tables.errors import NotNow
from referee.tables.models import Entry


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
    amended = _amended(eyes)
    context = {
        "here": "log",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "entries": [_line(desk, entry, names, amended) for entry in entries],
        "next": entries[-1]["seq"] if entries and entries[-1]["seq"] < desk.seq else None,
        "may": desk.role == STEWARD and desk.status == "open",
        "message": _("Somebody was quicker: this is the newest history. Nothing of yours was counted.")
        if request.GET.get("said") == "stale"
        else "",
    }
    return show(request, "scoresheet/history.html", context)


def _amended(desk: Desk) -> dict[int, Mapping[str, Any]]:
    """Return by entry how it reads now, where an amendment says so."""
    made = Entry.objects.filter(table_id=desk.table_id, kind=log.AMENDMENT)
    return {
        change["entry"]: change
        for entry in queries.entry_json_of(desk, made)
        if not entry["undone"]
        for change in entry["data"]["changes"]
    }


def _line(
    desk: Desk, entry: Mapping[str, Any], names: Sequence[str], amended: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any]:
    data = entry["data"] or {}
    change = amended.get(entry["seq"])
    return {
        "seq": entry["seq"],
        "kind": entry["kind"],
        "hand": entry["hand"],
        "text": _sentence(desk, entry, names),
        "amended": "" if change is None else _amended_text(desk, change, names),
        "stood": "! " in entry["text"] or bool(change and "! " in change.get("text", "")),
        "illegal": entry["verdict"] == "illegal",
        "late": data.get("late", False),
        "undone": entry["undone"],
        "at": entry["at"],
        "reason": data.get("reason", ""),
        "can_amend": not entry["undone"] and desk.status == "open" and _may_amend(desk, entry),
        "place": entry["kind"] in (*log.OF_PLAY, log.TABLE)
        and (entry["undone"] or entry["seq"] != desk.head),
    }


def _may_amend(desk: Desk, entry: Mapping[str, Any]) -> bool:
    """The owner amends what was played, dealt or entered; a seat how its own cards were noted."""
    if desk.role == STEWARD:
        return entry["kind"] in (log.MOVE, log.DEAL, log.RESULT)
    return entry["kind"] == log.MOVE and desk.seat is not None and entry["move"]["seat"] == desk.seat


def _amended_text(desk: Desk, change: Mapping[str, Any], names: Sequence[str]) -> str:
    if "entered" in change:
        return _("another result")
    if "dealer" in change:
        return _("%(name)s dealt") % {"name": names[change["dealer"]]}
    return _in_words(desk, change["text"], names)


def _in_words(desk: Desk, text: str, names: Sequence[str]) -> str:
    """Return a move in words, which may be one of hidden sight."""
    return words.told(desk.game.parse(text, desk.seat_count, hidden=True), names)


def _sentence(desk: Desk, entry: Mapping[str, Any], names: Sequence[str]) -> str:
    data = entry["data"] or {}
    if entry["kind"] == log.MOVE:
        return _in_words(desk, entry["text"], names)
    if entry["kind"] == log.RULING:
        return _("Ruling: %(what)s") % {"what": ruled(desk, data, names)}
    if entry["kind"] == log.AMENDMENT:
        numbers = _(", ").join(str(change["entry"]) for change in data["changes"])
        return _("Entry %(numbers)s was amended.") % {"numbers": numbers}
    if entry["kind"] == log.STATUS:
        closed = entry["text"] == "* close"
        return _("The table was closed.") if closed else _("The table was opened again.")
    return str(_SENTENCES[entry["kind"]]) % _said_in(entry, names)


_SENTENCES = {
    log.DEAL: gettext_lazy("Hand %(hand)s: %(dealer)s dealt."),
    log.RESULT: gettext_lazy("Hand %(hand)s: the result was entered."),
    log.TAKEBACK: gettext_lazy("Back to entry %(last)s."),
    log.SEATS: gettext_lazy("Names: %(names)s."),
    log.TABLE: gettext_lazy("The table was made for %(names)s."),
    log.SETTINGS: gettext_lazy("Settings: %(settings)s."),
    log.PROPOSAL: gettext_lazy("%(who)s proposes: back to entry %(last)s."),
    log.VOTE: gettext_lazy("%(name)s: %(vote)s."),
    log.CONFIRM: gettext_lazy("%(name)s confirms the result of hand %(hand)s."),
    log.SHOWN: gettext_lazy("%(name)s showed after hand %(hand)s: %(cards)s."),
}


def _said_in(entry: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return what the sentence of an entry is filled in with."""
    data, text = entry["data"] or {}, entry["text"].split()
    seat = data.get("seat", int(text[-1]) if text[-1].isdecimal() and int(text[-1]) < len(names) else None)
    by = entry["by"]["seat"]
    return {
        "hand": entry["hand"],
        "last": text[-1],
        "dealer": names[data["dealer"]] if "dealer" in data else "",
        "name": "–" if seat is None or seat >= len(names) else names[seat],
        "names": _(", ").join(data.get("names", ())),
        "who": _("The owner") if by is None else names[by],
        "vote": _("agrees") if data.get("agree") else _("declines"),
        "cards": " ".join(map(words.card_short, data.get("cards", ()))),
        "settings": _(", ").join(
            str(words.SETTING_VALUES[data[key]]) for key in words.SETTING_NAMES if key in data
        ),
    }


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
