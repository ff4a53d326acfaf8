"""Judging: what is proved, the rule book's table, rulings, votes, the audit, confirmations."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from referee.engine.audit import CLEAN, REVOKED
from referee.engine.cards import parse_card
from referee.engine.errors import BadForm, NotAMove, RefereeError, Stale
from referee.engine.irregularities import OFFSET, TAKE_BACK
from referee.engine.moves import SEAT as A_SEAT
from referee.engine.record import HIDDEN_SIGHT
from referee.scoresheet import access, once, words
from referee.scoresheet.judge import found_in, ruled
from referee.scoresheet.pad import CHOSEN, UNSEEN, columns_of, grid_rows
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.present import Refusal, refusal_of
from referee.scoresheet.views.table import address
from referee.tables import commands, corrections, judged, judging, live, log, queries
from referee.tables.desk import STEWARD, Desk
from referee.tables.errors import ServiceError
from referee.tables.models import Entry, Hand

LATEST = 40
"""So many entries a form offers to rule on."""


def names_of(desk: Desk) -> list[str]:
    """Return the names of a table's players."""
    return [seat.name for seat in desk.table.seats.all()]


def eyes_of(request: HttpRequest, desk: Desk) -> Desk:
    """Return the desk as this phone may see it: one that goes round sees what its seat sees."""
    return desk.seen_from(access.shown_seat(request, desk)) if desk.role == STEWARD else desk


# -- the page --------------------------------------------------------------------------------------


@require_safe
@table_page
def judge(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show all there is to judge of a hand, the current one by default."""
    return _page(request, table_id, whole_number(request.GET.get("hand")))


def _page(
    request: HttpRequest, table_id: str, number: int | None, refusal: Refusal | None = None
) -> HttpResponse:
    desk = access.reading(request, table_id)
    names = names_of(desk)
    told = judged.findings(desk, number)
    played = [hand for hand in queries.live_hands(desk) if hand.sight == HIDDEN_SIGHT]
    asked = judged.proposal(desk)
    context = {
        "here": "judge",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "number": told["hand"],
        "hands": [hand.number for hand in played if hand.number != told["hand"]],
        "found": found_in(desk, names, told["findings"], told["hand"]),
        "waits_for_end": told["audit"] is None and any(hand.status == Hand.PLAYING for hand in played),
        "audit": [_audit(said, names) for said in told["audit"] or []],
        "pack": grid_rows(desk.game.pack, lambda _card: UNSEEN, CHOSEN),
        "columns": columns_of(grid_rows(desk.game.pack, lambda _card: UNSEEN, CHOSEN)),
        "seats": [seat for seat in range(desk.seat_count) if desk.sees >> seat & 1],
        "proposal": asked,
        "voters": [] if asked is None else _voters(desk, asked),
        "rows": judged.rulings(desk)["irregularities"],
        "rulings": [_ruling(desk, entry, names) for entry in judged.rulings(desk)["rulings"]],
        "may": desk.role == STEWARD and desk.status == "open" and desk.hand_id is not None,
        "other_remedies": [(name, _(text)) for name, text in desk.game.remedy_sentences.items()],
        "refusal": refusal,
    }
    return show(request, "scoresheet/judge.html", context, 422 if refusal else 200)


def _audit(said: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """Return what is known of a seat after the hand, in words."""
    if said["verdict"] == REVOKED:
        text = _("certainly against the rules:")
    elif said["verdict"] == CLEAN:
        text = _("certainly nothing against the rules")
    else:
        text = _("cannot be known: it would be wrong with %(cards)s in hand:") % {
            "cards": " ".join(map(words.card_short, said["cards"]))
        }
    plays = said["plays"] or ([said["open_play"]] if said["open_play"] else [])
    return {"name": names[said["seat"]], "verdict": said["verdict"], "text": text, "plays": plays}


def _voters(desk: Desk, asked: Mapping[str, Any]) -> list[int]:
    """Return the seats for which this key still has to say yes or no."""
    return [seat for seat in range(desk.seat_count) if desk.sees >> seat & 1 and seat not in asked["agreed"]]


def _ruling(desk: Desk, entry: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    data = entry["data"] or {}
    return {
        "seq": entry["seq"],
        "hand": entry["hand"],
        "text": ruled(desk, data, names),
        "reason": data.get("reason", ""),
        "undone": entry["undone"],
    }


# -- writing ---------------------------------------------------------------------------------------

Command = Callable[[Desk, int | None], Any]


def write(request: HttpRequest, table_id: str, command: Command, then: HttpResponse) -> Refusal | None:
    """Do something to a table once; return why not, or None where it is done. Raises Stale."""
    who = access.key_of(request, table_id)
    try:
        with access.changing(request, table_id) as desk:
            if once.earlier(request, table_id, who):
                return None
            command(desk, whole_number(request.POST.get("seq")))
            once.keep(request, table_id, who, desk.seq, {"seq": desk.seq, "to": then["Location"]})
    except Stale:
        raise
    except BadForm as bad:
        return Refusal(" ".join(dict.fromkeys(words.faults_by_field(bad).values())))
    except NotAMove as error:
        return Refusal(words.said(error))
    except (RefereeError, ServiceError) as error:
        desk = access.reading(request, table_id)
        return refusal_of(desk.game, error, names_of(desk))
    return None


def reason_sent(request: HttpRequest) -> str:
    """Return the reason of a form."""
    return request.POST.get("reason", "").strip()[:200].replace("\0", "")


# -- rulings ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def rule(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show the short form of a ruling, or make it."""
    if request.method != "POST":
        return _rule_form(request, table_id, request.GET)
    then = back_to(address(table_id), said="ruled")

    def command(desk: Desk, expected: int | None) -> None:
        sent = _ruling_sent(request, desk)
        judging.rule(desk, sent=sent, reason=reason_sent(request), expected=expected)

    try:
        refusal = write(request, table_id, command, then)
    except Stale:
        return back_to(address(table_id), said="stale")
    return _rule_form(request, table_id, request.POST, refusal) if refusal else then


def _ruling_sent(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """Return a ruling in the form of the commands."""
    post = request.POST
    remedy = post.get("remedy", "")
    sent: dict[str, Any] = {"remedy": remedy, "irregularity": post.get("irregularity") or None}
    for key in ("seat", "entry"):
        sent[key] = whole_number(post.get(key))
    if remedy == TAKE_BACK:
        sent["to"] = whole_number(post.get("to")) or 0
    elif remedy == OFFSET:
        sent |= {"side": whole_number(post.get("side")), "points": _points(post)}
        sent |= {"hand": whole_number(post.get("hand"))} if post.get("hand") else {}
    elif remedy in desk.game.remedy_verbs:
        sent |= _of_game(desk, post)
    return {key: value for key, value in sent.items() if value is not None}


def _points(post: Any) -> int | None:
    """Return the points, or None for what is no number of points: the command then says that they are missing."""
    text = post.get("points", "").strip().replace("−", "-")
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,4}", text) else None


def _of_game(desk: Desk, post: Any) -> dict[str, Any]:
    """Return the members of a ruling of the game itself, from one of those that could be made."""
    move = desk.game.parse(post.get("move", ""), desk.seat_count)
    members = {key: value for key, value in move.as_json().items() if key not in ("seat", "kind", "text")}
    if move.verb.params[0].kind is A_SEAT:
        members["seat"] = move.args[0]
    if move.verb.shown and post.getlist("card"):
        members[move.verb.shown.name] = post.getlist("card")
    return members


def _rule_form(
    request: HttpRequest, table_id: str, given: Mapping[str, str], refusal: Refusal | None = None
) -> HttpResponse:
    desk = access.reading(request, table_id)
    desk.require_steward()
    names = names_of(desk)
    remedy = given.get("remedy", "")
    if remedy not in desk.game.remedy_sentences:
        return back_to(f"{address(table_id)}judge/")
    seat, entry = whole_number(given.get("seat")), whole_number(given.get("entry"))
    row = next((row for row in desk.game.irregularities if row.code == given.get("irregularity")), None)
    entries = _plays(request, desk, names)
    verb = desk.game.remedy_verbs.get(remedy)
    context = {
        "here": "judge",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "remedy": remedy,
        "sentence": _(desk.game.remedy_sentences[remedy]),
        "row": row,
        "what": row and _(row.what),
        "advice": row and _(row.advice),
        "seat": seat,
        "entry": entry,
        "entries": entries,
        "backs": [(one["before"], one["text"]) for one in entries] if remedy == TAKE_BACK else [],
        "back": next((one["before"] for one in entries if one["seq"] == entry), None),
        "moves": [] if verb is None else _possible(desk, remedy, names, seat),
        "asks_seat": verb is None and remedy != OFFSET,
        "sides": [_(" & ").join(names[one] for one in side) for side in desk.game.sides(desk.terms)]
        if remedy == OFFSET
        else [],
        "pack": grid_rows(desk.game.pack, lambda _card: UNSEEN, CHOSEN)
        if verb and verb.shown and _is_hidden(desk)
        else [],
        "columns": columns_of(grid_rows(desk.game.pack, lambda _card: UNSEEN, CHOSEN)),
        "given": given,
        "refusal": refusal,
    }
    return show(request, "scoresheet/rule.html", context, 422 if refusal else 200)


def _is_hidden(desk: Desk) -> bool:
    now = live.current(desk)
    return now is not None and now.sight == HIDDEN_SIGHT


def _possible(desk: Desk, remedy: str, names: list[str], seat: int | None) -> list[dict[str, Any]]:
    """Return the rulings of a kind that could be made now; those about a seat first."""
    (known,) = (one for one in judged.remedies(desk) if one["remedy"] == remedy)
    found = []
    for text in known["moves"]:
        move = desk.game.parse(text, desk.seat_count)
        pieces = [words.argument(move, place, names) for place in range(len(move.args))]
        of_seat = move.verb.params[0].kind is A_SEAT and move.args[0] == seat
        found.append({"value": text, "label": _(", ").join(pieces), "first": of_seat})
    return sorted(found, key=lambda one: not one["first"])


def _plays(request: HttpRequest, desk: Desk, names: list[str]) -> list[dict[str, Any]]:
    """Return the newest entries of play of the hand as it stands, newest first, in words."""
    if desk.hand_id is None:
        return []
    row = Hand.objects.get(pk=desk.hand_id)
    steps = live.play_of(desk, row, desk.head).moves[-LATEST:]
    found = Entry.objects.filter(table_id=desk.table_id, seq__in=[step.seq for step in steps])
    before = {entry.seq: entry.prev for entry in found}
    told = {one["seq"]: one for one in queries.entry_json_of(eyes_of(request, desk), found)}
    plays = []
    for step in reversed(steps):
        if step.kind != log.MOVE:
            continue
        text = step.text if row.sight == HIDDEN_SIGHT else told[step.seq]["text"]
        move = desk.game.parse(text, desk.seat_count, hidden=True)
        plays.append({"seq": step.seq, "before": before[step.seq] or 1, "text": words.told(move, names)})
    return plays


# -- votes, cards shown, confirmations -------------------------------------------------------------


@require_POST
@table_page
def vote(request: HttpRequest, table_id: str) -> HttpResponse:
    """Say for a seat whether it agrees to a proposed takeback."""
    seat = whole_number(request.POST.get("seat"))
    proposal = whole_number(request.POST.get("proposal")) or 0
    agree = request.POST.get("agree") == "yes"

    def command(desk: Desk, expected: int | None) -> None:
        corrections.vote(desk, proposal=proposal, seat=seat, agree=agree, expected=expected)

    return _answer(request, table_id, command, back_to(f"{address(table_id)}judge/"))


@require_POST
@table_page
def shown(request: HttpRequest, table_id: str) -> HttpResponse:
    """Note cards that a seat showed after a hand."""
    number = whole_number(request.POST.get("hand")) or 0
    seat = whole_number(request.POST.get("seat")) or 0
    dealt = request.POST.get("dealt") == "yes"

    def command(desk: Desk, expected: int | None) -> None:
        cards = [parse_card(card) for card in request.POST.getlist("card")]
        judging.show_cards(desk, number=number, seat=seat, cards=cards, dealt=dealt, expected=expected)

    then = back_to(f"{address(table_id)}judge/", hand=str(number))
    return _answer(request, table_id, command, then, number)


@require_POST
@table_page
def confirm(request: HttpRequest, table_id: str) -> HttpResponse:
    """Say for a seat that the result of a hand is right."""
    number = whole_number(request.POST.get("hand")) or 0
    seat = whole_number(request.POST.get("seat"))

    def command(desk: Desk, expected: int | None) -> None:
        judging.confirm(desk, number=number, seat=seat, expected=expected)

    return _answer(request, table_id, command, back_to(f"{address(table_id)}sheet/"))


@require_POST
@table_page
def settings(request: HttpRequest, table_id: str) -> HttpResponse:
    """Change how the table wants to be refereed."""

    def command(desk: Desk, _expected: int | None) -> None:
        commands.change_settings(desk, settings=settings_sent(request))

    return _answer(request, table_id, command, back_to(f"{address(table_id)}manage/"))


def settings_sent(request: HttpRequest) -> dict[str, str]:
    """Return the settings of a form; what was left as it is is not named."""
    return {
        key: request.POST[f"setting-{key}"]
        for key in words.SETTING_NAMES
        if request.POST.get(f"setting-{key}")
    }


def _answer(
    request: HttpRequest, table_id: str, command: Command, then: HttpResponse, number: int | None = None
) -> HttpResponse:
    try:
        refusal = write(request, table_id, command, then)
    except Stale:
        return back_to(address(table_id), said="stale")
    return _page(request, table_id, number, refusal) if refusal else then
