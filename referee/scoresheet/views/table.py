"""The table page: what lies on the table, the cards of one seat, one tap per move."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.engine.errors import BadForm, NotAMove, Refused, Stale
from referee.scoresheet import access, once, words
from referee.scoresheet.acts import move_sent, text_noted
from referee.scoresheet.boards import board_of
from referee.scoresheet.judge import changes_of, found_cards, stood_plays
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.present import Refusal, TableView, last_row, refusal_of
from referee.tables import commands, corrections, judged, log, queries
from referee.tables.desk import STEWARD, Desk
from referee.tables.errors import Forbidden, NotNow
from referee.tables.settings import EVERYONE, TAKEBACK
from referee.tables.settings import STEWARD as STEWARD_ALONE


def address(table_id: str) -> str:
    """Return the path of a table's page."""
    return f"/tables/{table_id}/"


def _said(code: str) -> str:
    sentences = {
        "stale": _("Somebody was quicker: this is how the table stands now. Nothing of yours was counted."),
        "undone": _("The last entry was taken back. The history still shows it."),
        "hidden": _("The cards were hidden meanwhile. Say who you are first."),
        "renamed": _("The names were changed."),
        "no_undo": _("There is nothing that you could take back."),
        "dealt": _("The cards are dealt."),
        "proposed": _("The others are asked: it is taken back when everyone agrees."),
        "ruled": _("The ruling stands in the history."),
        "amended": _("The entry was amended. The history shows both versions."),
    }
    return sentences.get(code, "")


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the table, or do what a form of it asks for."""
    if request.method == "POST":
        answer = _do(request, table_id)
        return _at_once(request, table_id, answer) if _wants_page(request, answer) else answer
    return _shown(request, table_id, request.GET.get("said", ""))


def _shown(request: HttpRequest, table_id: str, said: str) -> HttpResponse:
    desk = access.reading(request, table_id)
    return render_table(request, desk, access.shown_seat(request, desk), said=said)


def _wants_page(request: HttpRequest, answer: HttpResponse) -> bool:
    """Whether a script sent the form, which puts the page in place without being sent on to it (RFC 7240)."""
    return answer.status_code == 303 and request.headers.get("Prefer") == "return=representation"


def _at_once(request: HttpRequest, table_id: str, answer: HttpResponse) -> HttpResponse:
    """Return the page that a redirect leads to, as the phone would be shown it with its new cookies.

    A tap is one round trip that way instead of two.
    """
    for name, morsel in answer.cookies.items():
        if morsel["max-age"] == 0:
            request.COOKIES.pop(name, None)
        else:
            request.COOKIES[name] = morsel.value
    said = QueryDict(urlsplit(answer["Location"]).query).get("said", "")
    page = _shown(request, table_id, str(said))
    page.cookies.update(answer.cookies)
    return page


def render_table(
    request: HttpRequest,
    desk: Desk,
    shown: int | None,
    refusal: Refusal | None = None,
    status: int = 200,
    said: str = "",
) -> HttpResponse:
    """Return the table's page. Takes the desk of the key and the seat whose cards this phone shows."""
    view = TableView(desk, shown)
    chosen = request.GET.getlist("c")
    view.noting = view.pad(
        seat=whole_number(request.GET.get("seat")), kind=request.GET.get("kind", ""), chosen=chosen
    )
    finished = view.hand and not view.playing
    sides = [_(" & ").join(view.names[seat] for seat in side) for side in desk.game.sides(desk.terms)]
    context = {
        "desk": desk,
        "t": view.table,
        "view": view,
        "order_to": address(desk.table_id),
        "order_less": urlencode([("c", card) for card in chosen[:-1]]),
        "found": found_cards(desk, view.names) if view.hidden else [],
        "stood": stood_plays(desk, view.names) if view.hand else [],
        "proposal": judged.proposal(desk) if desk.setting(TAKEBACK) == EVERYONE else None,
        "v": view.view,
        "game": desk.game,
        "names": view.names,
        "forms": view.forms,
        "refusal": refusal,
        "message": _said(said),
        "row": last_row(view.eyes) if finished else None,
        "can_undo": _can_undo(desk),
        "sides": sides,
        "winners": [sides[side] for side in view.table["standing"]["winners"] or []],
        "here": "table",
        "turn_names": [view.names[seat] for seat in view.turn],
        "phase": words.name_of(words.PHASES, view.view.get("phase", "")) if view.view else "",
    }
    board = board_of(desk.game_slug)
    context |= board.on_table(view) if board else {}
    context["pad"] = view.noting
    templates = [f"scoresheet/games/{desk.game_slug}/table.html", "scoresheet/games/table.html"]
    return show(request, templates, context, status)


def _can_undo(desk: Desk) -> bool:
    if desk.status != "open" or desk.head == 0:
        return False
    if desk.role == STEWARD:
        return True
    if desk.setting(TAKEBACK) == STEWARD_ALONE or not desk.sees:
        return False
    last = queries.last_play(desk)
    if desk.setting(TAKEBACK) == EVERYONE:
        return bool(last)
    return bool(last and last["kind"] == "move" and last["by"]["seat"] == desk.seat == last["move"]["seat"])


# -- what forms of the page ask for ----------------------------------------------------------------


def _do(request: HttpRequest, table_id: str) -> HttpResponse:
    doings = {"move": _move, "note": _note, "undo": _undo, "deal": _deal, "show": _show, "hide": _hide}
    doing = doings.get(request.POST.get("do", "move"), _move)
    try:
        return doing(request, table_id)
    except Stale:
        return back_to(address(table_id), said="stale")


def _show(request: HttpRequest, table_id: str) -> HttpResponse:
    """Somebody says "I am …": a phone with the steward's key shows the cards of that seat."""
    desk = access.reading(request, table_id)
    seat = whole_number(request.POST.get("seat"))
    if desk.role != STEWARD or seat is None or seat >= desk.seat_count:
        raise Forbidden("not_your_seat", seat=seat if seat is not None else "-")
    response = back_to(address(table_id))
    access.show_seat(response, table_id, seat, stay="stay" in request.POST)
    return response


def _hide(_request: HttpRequest, table_id: str) -> HttpResponse:
    response = back_to(address(table_id))
    access.show_seat(response, table_id, None)
    return response


def _move(request: HttpRequest, table_id: str) -> HttpResponse:
    who, response = access.key_of(request, table_id), back_to(address(table_id))
    with access.changing(request, table_id) as desk:
        if once.earlier(request, table_id, who):
            return response
        seat = whole_number(request.POST.get("seat"))
        if seat is None or not _is_shown(request, desk, seat):
            return back_to(address(table_id), said="hidden")
        sent = move_sent(request.POST, desk.game, seat)
        done = commands.record_moves(desk, moves=[sent], expected=whole_number(request.POST.get("seq")))
        if not done.refused:
            once.keep(request, table_id, who, desk.seq, {"seq": desk.seq})
            assert done.now.hand is not None, done
            now = done.now.hand.view(0)
            if seat not in now.get("turn", now["to_act"]) and not access.stays(request, desk):
                access.show_seat(response, table_id, None)
            return response
    return _refused(request, table_id, done, seat, str(sent.get("text", "")))


def _refused(
    request: HttpRequest, table_id: str, done: commands.Recorded, seat: int | None, text: str
) -> HttpResponse:
    """Return the page with why a move was refused, and the ways out: a slip put right, letting it stand."""
    desk = access.reading(request, table_id)
    view = TableView(desk, seat)
    assert done.refused is not None, done
    refusal = _with_choices(refusal_of(desk.game, done.refused, view.names), view)
    refusal = replace(
        refusal,
        stand=_standing(text) if desk.role == STEWARD and getattr(done.refused, "can_stand", False) else "",
        changes=changes_of(desk, done, text, view.names),
    )
    status = 400 if isinstance(done.refused, NotAMove) else 422
    return render_table(request, desk, view.shown if view.hidden else seat, refusal, status)


def _standing(text: str) -> str:
    """Return a play as it is written where it broke a rule and stands."""
    seat, verb, *rest = text.split()
    return " ".join([seat, f"{verb.removesuffix('!')}!", *rest])


def _note(request: HttpRequest, table_id: str) -> HttpResponse:
    """Note what happened at a table with real cards; first put right an earlier entry that was mistyped."""
    who, response = access.key_of(request, table_id), back_to(address(table_id))
    text = text_noted(request.POST)
    mended = whole_number(request.POST.get("entry"))
    with access.changing(request, table_id) as desk:
        if once.earlier(request, table_id, who):
            return response
        seq = whole_number(request.POST.get("seq"))
        if mended is not None:
            change = {"entry": mended, "text": request.POST.get("text", "")}
            try:
                corrections.amend(desk, changes=[change], reason=_("mistyped"), stand=False, expected=seq)
            except (BadForm, NotAMove):  # no form of ours sends that
                return back_to(address(table_id), said="stale")
            seq = desk.seq
        done = commands.record_moves(desk, moves=[{"text": text}], expected=seq)
        if done.refused:
            transaction.set_rollback(True)
        else:
            once.keep(request, table_id, who, desk.seq, {"seq": desk.seq})
            return response
    return _refused(request, table_id, done, None, text)


def _is_shown(request: HttpRequest, desk: Desk, seat: int) -> bool:
    """A phone with the steward's key moves for the seat that it shows, and no other by mistake."""
    if desk.role != STEWARD:
        return seat == desk.seat
    return seat == access.shown_seat(request, desk) or TableView(desk, None).shown == seat


def _with_choices(refusal: Refusal, view: TableView) -> Refusal:
    cards = [
        choice.card for form in view.forms if form.form == "hand" for choice in form.choices if choice.legal
    ]
    return replace(refusal, legal=cards)


def _undo(request: HttpRequest, table_id: str) -> HttpResponse:
    who, response = access.key_of(request, table_id), back_to(address(table_id), said="undone")
    try:
        with access.changing(request, table_id) as desk:
            if once.earlier(request, table_id, who):
                return response
            last = queries.last_play(desk)
            if last is None:
                return back_to(address(table_id), said="no_undo")
            seq = whole_number(request.POST.get("seq"))
            made = corrections.take_back(desk, to=last["back_to"], reason="", expected=seq)
            if made.kind == log.PROPOSAL:
                response = back_to(address(table_id), said="proposed")
            once.keep(request, table_id, who, desk.seq, {"seq": desk.seq})
            mover = last["move"]["seat"] if last["move"] else None
            if mover != access.shown_seat(request, desk) and not access.stays(request, desk):
                access.show_seat(response, table_id, None)
    except (NotNow, Forbidden):
        return back_to(address(table_id), said="no_undo")
    return response


def _deal(request: HttpRequest, table_id: str) -> HttpResponse:
    who, response = access.key_of(request, table_id), back_to(address(table_id))
    with access.changing(request, table_id) as desk:
        if not access.stays(request, desk):
            access.show_seat(response, table_id, None)
        if once.earlier(request, table_id, who):
            return response
        seq, dealer = whole_number(request.POST.get("seq")), whole_number(request.POST.get("dealer"))
        try:
            commands.start_hand(desk, expected=seq, dealer=dealer)
        except (BadForm, Refused):
            return back_to(address(table_id), said="stale")
        once.keep(request, table_id, who, desk.seq, {"seq": desk.seq})
    return response


@require_safe
@table_page
def version(request: HttpRequest, table_id: str) -> HttpResponse:
    """Return the number of the newest entry, for a page that waits."""
    data: dict[str, Any] = {"seq": access.reading(request, table_id).seq}
    response = JsonResponse(data)
    response["Cache-Control"] = "no-store"
    return response
