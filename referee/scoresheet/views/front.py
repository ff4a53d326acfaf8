"""The first pages: choosing a game, making a table, joining one."""

from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from referee import games
from referee.engine.errors import BadForm
from referee.engine.game import Game
from referee.scoresheet import access, once, words
from referee.scoresheet.pages import back_to, show, whole_number
from referee.scoresheet.views.table import address
from referee.tables import commands, queries
from referee.tables.desk import STEWARD, open_desk
from referee.tables.errors import ServiceError
from referee.tables.once import CREATE
from referee.tables.settings import DEFAULTS


def game_of(slug: str) -> Game[Any]:
    """Return a game by its slug. Raises Http404."""
    game = games.all_games().get(slug)
    if game is None:
        raise Http404(slug)
    return game


def players(game: Game[Any]) -> str:
    """Return for how many players a game is, in words."""
    low, high = game.seats[0], game.seats[-1]
    if low == high:
        return ngettext("%(count)s player", "%(count)s players", low) % {"count": low}
    return _("%(low)s to %(high)s players") % {"low": low, "high": high}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show every game, and the tables that this browser has keys for."""
    cards = [
        {"slug": game.slug, "title": _(game.title), "players": players(game)}
        for game in games.all_games().values()
    ]
    tables = [
        table | {"title": _(games.get(table["game"]).title)}
        for table in queries.opened_by(access.keys_of(request))
    ]
    return show(request, "scoresheet/index.html", {"games": cards, "tables": tables})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a new table, or make the table."""
    game = game_of(slug)
    if request.method == "POST":
        return _create(request, game)
    return _form(request, game, access.remembered_names(request), {}, {})


def _form(
    request: HttpRequest, game: Game[Any], names: list[str], given: dict[str, Any], faults: dict[str, str]
) -> HttpResponse:
    low, high = game.seats[0], game.seats[-1]
    seats = [
        {
            "number": place + 1,
            "name": names[place] if place < len(names) else "",
            "fault": faults.get(f"/seats/{place}", ""),
            "required": place < low,
        }
        for place in range(high)
    ]
    options = [
        {
            "key": option.key,
            "name": words.name_of(words.OPTION_NAMES, option.key),
            "text": _(option.text),
            "fault": faults.get(f"/options/{option.key}", ""),
            "choices": [
                {
                    "value": str(value),
                    "label": words.option_value(option.key, value),
                    "chosen": str(given.get(option.key, "")) == str(value),
                }
                for value in option.choices
            ],
            "usual": words.option_value(option.key, option.book),
        }
        for option in game.options
    ]
    context = {
        "game": game,
        "title": _(game.title),
        "players": players(game),
        "seats": seats,
        "options": options,
        "presets": [
            {
                "value": preset,
                "label": words.option_value("", preset),
                "chosen": given.get("preset") == preset,
            }
            for preset in game.presets
        ],
        "dealer": given.get("dealer"),
        "settings": words.settings_form(_settings(request)),
        "faults": [text for pointer, text in faults.items() if pointer == "/seats" or not pointer],
        "opened": bool(given) and any(key != "preset" for key in given),
        "any_fault": bool(faults),
    }
    return show(request, "scoresheet/new.html", context, 400 if faults else 200)


def _options(request: HttpRequest, game: Game[Any]) -> dict[str, Any]:
    """Return the options that were chosen; what was left as usual is not named."""
    given: dict[str, Any] = {}
    for option in game.options:
        text = request.POST.get(f"option-{option.key}", "")
        if text:
            by_text = {str(value): value for value in option.choices}
            given[option.key] = by_text.get(text, text)
    preset = request.POST.get("preset", "book")
    return {"preset": preset} | given


def _settings(request: HttpRequest) -> dict[str, str]:
    """Return how the table wants to be refereed, where that is not as usual."""
    sent = {key: request.POST.get(f"setting-{key}", "") for key in DEFAULTS}
    return {key: value for key, value in sent.items() if value and value != DEFAULTS[key]}


def _create(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    names = [name.strip() for name in request.POST.getlist("name")]
    while len(names) > game.seats[0] and not names[-1]:
        names.pop()
    options = _options(request, game)
    words_of_key = f"page {once.given(request)}" if once.given(request) else None
    dealer = whole_number(request.POST.get("dealer"))
    try:
        with transaction.atomic():
            before = once.earlier(request, CREATE, "new")
            if before is not None:
                same = commands.keys_from(str(words_of_key), len(names))
                return _opened(request, str(before.body["id"]), same.steward, names)
            desk, keys = commands.create_table(
                game=game,
                options=options,
                names=names,
                settings=_settings(request),
                idempotency=words_of_key,
            )
            if request.POST.get("then") not in ("score", "hidden"):
                commands.start_hand(desk, expected=desk.seq, dealer=dealer)
            once.keep(request, CREATE, "new", desk.seq, {"id": desk.table_id})
    except BadForm as bad:
        return _form(request, game, names, options, words.faults_by_field(bad))
    return _opened(request, desk.table_id, keys.steward, names)


def _opened(request: HttpRequest, table_id: str, key: str, names: list[str]) -> HttpResponse:
    there = {"score": "score/", "hidden": "deal/"}.get(request.POST.get("then", ""), "")
    dealer = request.POST.get("dealer", "") if there == "deal/" else ""
    response = back_to(address(table_id) + there, **({"dealer": dealer} if dealer else {}))
    access.give_key(request, response, table_id, key)
    access.remember_names(response, names)
    return response


@require_safe
def join(request: HttpRequest, table_id: str, key: str) -> HttpResponse:
    """Exchange a key in a link for a cookie, so that it stands in no address bar and no history."""
    response = back_to(address(table_id))
    try:
        joined = open_desk(table_id, key)
    except ServiceError:
        return response  # the table's page says what is missing
    held = access.keys_of(request).get(table_id)
    if held and held != key:
        try:
            if open_desk(table_id, held).role == STEWARD:  # which opens everything that this key does
                if joined.seat is not None:
                    access.show_seat(response, table_id, joined.seat, stay=True)
                return response
        except ServiceError:
            pass  # what was held opens nothing any more
    access.give_key(request, response, table_id, key)
    return response
