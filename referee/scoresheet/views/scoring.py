"""Entering a hand that was played without the referee, and the scoresheet."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.engine.errors import BadForm, Refused, Stale
from referee.engine.irregularities import OFFSET
from referee.engine.record import HIDDEN_SIGHT
from referee.scoresheet import access, once, words
from referee.scoresheet.chart import chart
from referee.scoresheet.judge import ruled
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.present import Refusal, refusal_of
from referee.scoresheet.report_form import ReportForm
from referee.scoresheet.views.table import address
from referee.tables import commands, queries
from referee.tables.desk import STEWARD, Desk
from referee.tables.errors import Forbidden, NotNow


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def score(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the form for the result of a hand, or enter it."""
    desk = access.reading(request, table_id)
    if desk.role != STEWARD:
        raise Forbidden("steward_only")
    if request.method == "POST":
        return _enter(request, desk)
    hand = queries.hand_view(desk.seen_from(None))
    if hand and hand["playing"]:
        return back_to(address(table_id))
    return _form(request, desk)


def _form(
    request: HttpRequest, desk: Desk, faults: dict[str, str] | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    names = [seat.name for seat in desk.table.seats.all()]
    post = request.POST if request.method == "POST" else None
    standing = desk.table.standing
    context = {
        "desk": desk,
        "game": desk.game,
        "names": names,
        "groups": ReportForm(desk.game, desk.terms, names).groups(post, faults),
        "standing": standing,
        "number": standing["hands"] + 1,
        "dealer": standing["next_dealer"],
        "chosen_dealer": post and post.get("dealer"),
        "refusal": refusal,
        "faults": faults,
    }
    return show(request, "scoresheet/score.html", context, 422 if refusal else 400 if faults else 200)


def _enter(request: HttpRequest, desk: Desk) -> HttpResponse:
    table_id = desk.table_id
    who, response = access.key_of(request, table_id), back_to(address(table_id) + "sheet/")
    names = [seat.name for seat in desk.table.seats.all()]
    entered = ReportForm(desk.game, desk.terms, names).read(request.POST)
    seq, dealer = whole_number(request.POST.get("seq")), whole_number(request.POST.get("dealer"))
    try:
        with access.changing(request, table_id) as locked:
            if once.earlier(request, table_id, who):
                return response
            commands.record_result(locked, expected=seq, entered=entered, dealer=dealer)
            once.keep(request, table_id, who, locked.seq, {"seq": locked.seq})
    except Stale:
        newest = access.reading(request, table_id)
        sentence = _("Somebody entered something meanwhile. Look at the sheet before you enter this.")
        return _form(request, newest, refusal=Refusal(sentence, stale=True))
    except (Refused, NotNow) as refused:
        return _form(request, desk, refusal=refusal_of(desk.game, refused, names))
    except BadForm as bad:
        return _form(request, desk, words.faults_by_field(bad))
    return response


# -- the sheet -------------------------------------------------------------------------------------


@require_safe
@table_page
def sheet(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the scoresheet, in the form that players of the game keep on paper where there is one."""
    desk = access.reading(request, table_id)
    context = sheet_context(desk, explain=request.GET.get("explain") == "1")
    templates = [f"scoresheet/games/{desk.game_slug}/sheet.html", "scoresheet/games/sheet.html"]
    return show(request, templates, context)


def sheet_context(desk: Desk, *, explain: bool) -> dict[str, Any]:
    """Return what a sheet is drawn from; a game's own module in `sheets` adds to it.

    With `explain`, its lines name the entries they come from, as everybody may see them.
    """
    eyes = desk.seen_from(None) if desk.role == STEWARD else desk
    data = queries.scoresheet(eyes, explain=explain, by_name=True)
    names = data["seats"]
    sides = [_(" & ").join(names[seat] for seat in side) for side in data["sides"]]
    before = data["start"]["totals"]
    for row in data["hands"]:
        totals = row["standing"]["totals"]
        row["dealer_name"] = names[row["dealer"]]
        row["cells"] = [
            {"points": now - then, "total": now} for now, then in zip(totals, before, strict=True)
        ]
        before = totals
        for line in row["lines"]:
            line["who"] = sides[line["side"]]
            line["moves"] = _moves(desk, line.get("entries", []), names)
    totals = [row["standing"]["totals"] for row in data["hands"]]
    winners = data["standing"]["winners"]
    context = {
        "here": "sheet",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "sides": sides,
        "sheet": data,
        "chart": chart(data["start"]["totals"], totals, sides),
        "explain": explain,
        "winners": [sides[side] for side in winners] if winners else [],
        "marks": [mark for row in data["hands"] if (mark := _marks(desk, row, names))["any"] or mark["may"]],
        "any_carry": any(row["standing"]["carry"] for row in data["hands"]),
    }
    module = f"referee.scoresheet.sheets.{desk.game_slug.replace('-', '_')}"
    return context | (import_module(module).on_paper(data, sides) if find_spec(module) else {})


def _marks(desk: Desk, row: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Return what was decided and corrected in a hand, and for whom this key may confirm its result."""
    confirmed: dict[int, bool] = {mark["seat"]: mark["stands"] for mark in row["confirmed"]}
    may = desk.status == "open" and desk.role != "viewer"
    waiting = [seat for seat in range(desk.seat_count) if not confirmed.get(seat) and desk.sees >> seat & 1]
    codes = {one.code: _(one.what) for one in desk.game.irregularities}
    found = {
        "number": row["number"],
        "hidden": row["sight"] == HIDDEN_SIGHT,
        "rulings": [
            {
                "seq": ruling["seq"],
                "text": ruled(desk, _with_points(ruling), names),
                "what": codes.get(ruling["irregularity"] or "", ""),
                "reason": ruling["reason"],
                "late": ruling["late"],
            }
            for ruling in row["rulings"]
        ],
        "stood": row["stood"],
        "amended": row["amended"],
        "findings": row["findings"],
        "agreed": [names[seat] for seat, stands in confirmed.items() if stands],
        "no_longer": [names[seat] for seat, stands in confirmed.items() if not stands],
        "may": [(seat, names[seat]) for seat in waiting] if may else [],
    }
    found["any"] = any(found[key] for key in _MARKS)
    return found


_MARKS = ("rulings", "stood", "amended", "findings", "agreed", "no_longer")


def _with_points(ruling: dict[str, Any]) -> dict[str, Any]:
    """Return a ruling with side and points, which stand in its text where it changes the score."""
    if ruling["remedy"] != OFFSET:
        return ruling
    side, points = ruling["text"].split()[-2:]
    return {**ruling, "side": int(side), "points": int(points)}


def _moves(desk: Desk, entries: list[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    """Return the entries a line comes from, in words."""
    return [
        {
            "seq": entry["seq"],
            "before": entry["seq"] - 1,
            "text": _("the result was entered")
            if entry["text"].startswith("*")
            else words.told(desk.game.parse(entry["text"], desk.seat_count, hidden=True), names),
        }
        for entry in entries
    ]
