"""Starting a hand with real cards: who dealt, and which cards lie face up before the first move."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.engine.cards import card_texts
from referee.engine.errors import BadForm, Refused, Stale
from referee.engine.match import Standing
from referee.engine.record import HIDDEN_SIGHT
from referee.scoresheet import access, once
from referee.scoresheet.boards import board_of
from referee.scoresheet.pad import CHOSEN, GONE, UNSEEN, Grid, columns_of, grid_rows
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.views.table import address
from referee.tables import commands, live
from referee.tables.desk import Desk
from referee.tables.errors import NotNow


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def deal(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask for what a hand with real cards starts with, or start it."""
    return _start(request, table_id) if request.method == "POST" else _form(request, table_id)


def face_up(desk: Desk, dealer: int) -> Any:
    """Return which cards of the game lie face up at first, or None where none do."""
    module = board_of(desk.game_slug)
    return module.face_up(desk.terms, dealer) if hasattr(module, "face_up") else None


def next_dealer(desk: Desk) -> int | None:
    """Return who deals next by the rules; None where chance chooses, which at a table has been done."""
    now = live.current(desk)
    dealer = Standing.from_json(desk.table.standing).next_dealer
    return now.dealer if dealer is None and now and now.void else dealer


def _form(request: HttpRequest, table_id: str, fault: str = "") -> HttpResponse:
    desk = access.reading(request, table_id)
    desk.require_steward()
    names = [seat.name for seat in desk.table.seats.all()]
    known = next_dealer(desk)
    dealer = known if known is not None else whole_number(request.GET.get("dealer"))
    dealer = dealer if dealer is not None and dealer < len(names) else None
    up = None if dealer is None else face_up(desk, dealer)
    chosen = [card for card in request.GET.getlist("c") if card in card_texts(desk.game.pack)]
    context = {
        "here": "table",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "dealer": dealer,
        "known": known is not None,
        "up": up,
        "grid": up and _grid(desk, up, list(dict.fromkeys(chosen))[: up.count], names),
        "order_to": f"{address(table_id)}deal/",
        "order_with": [("dealer", dealer)],
        "order_less": urlencode([("dealer", dealer), *(("c", card) for card in chosen[:-1])]),
        "fault": fault,
    }
    return show(request, "scoresheet/deal.html", context, 400 if fault else 200)


def _grid(desk: Desk, up: Any, chosen: list[str], names: list[str]) -> Grid:
    rows = grid_rows(desk.game.pack, lambda card: GONE if card in chosen else UNSEEN, CHOSEN)
    title = up.title % {"name": names[up.seat]} if up.seat is not None else up.title
    return Grid(title, "order", rows, up.count, [], chosen, columns=columns_of(rows))


def _start(request: HttpRequest, table_id: str) -> HttpResponse:
    who, response = access.key_of(request, table_id), back_to(address(table_id))
    try:
        with access.changing(request, table_id) as desk:
            if once.earlier(request, table_id, who):
                return response
            seq, dealer = whole_number(request.POST.get("seq")), whole_number(request.POST.get("dealer"))
            dealer = next_dealer(desk) if dealer is None else dealer
            if dealer is None or dealer >= desk.seat_count:
                return back_to(f"{address(table_id)}deal/")
            up, cards = face_up(desk, dealer), request.POST.getlist("c")
            shown = up.deal(cards) if up and cards else {}
            commands.start_hand(desk, expected=seq, dealer=dealer, sight=HIDDEN_SIGHT, deal=shown)
            once.keep(request, table_id, who, desk.seq, {"seq": desk.seq})
    except (Stale, NotNow):
        return back_to(address(table_id), said="stale")
    except BadForm:
        return _form(request, table_id, _("These cards cannot lie there."))
    except Refused:
        return back_to(address(table_id), said="stale")
    return response
