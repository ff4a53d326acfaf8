"""Amending an earlier entry: the form, what it would change, and then the amendment itself."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.engine.cards import ANY
from referee.engine.errors import BadForm, NotAMove, RefereeError, Stale
from referee.engine.moves import CARD
from referee.scoresheet import access, words
from referee.scoresheet.judge import some_of
from referee.scoresheet.pad import CHOSEN, UNSEEN, columns_of, grid_rows
from referee.scoresheet.pages import back_to, show, table_page, whole_number
from referee.scoresheet.present import Refusal, refusal_of
from referee.scoresheet.report_form import ReportForm
from referee.scoresheet.views.judge import eyes_of, names_of, reason_sent, write
from referee.scoresheet.views.table import address
from referee.tables import corrections, judged, log, queries
from referee.tables.desk import Desk
from referee.tables.errors import NotNow, ServiceError
from referee.tables.models import Entry, Hand


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def amend(request: HttpRequest, table_id: str, seq: int) -> HttpResponse:
    """Show the form of an amendment; then what it would do; then make it."""
    if request.method != "POST":
        return _form(request, table_id, seq)
    if request.POST.get("sure") != "yes":
        return _preview(request, table_id, seq)
    then = back_to(address(table_id), said="amended")

    def command(desk: Desk, expected: int | None) -> None:
        change, stand = _change(request, desk, seq), "stand" in request.POST
        reason = reason_sent(request)
        corrections.amend(desk, changes=[change], reason=reason, stand=stand, expected=expected)

    try:
        refusal = write(request, table_id, command, then)
    except Stale:
        return back_to(address(table_id), said="stale")
    return _form(request, table_id, seq, refusal) if refusal else then


def _change(request: HttpRequest, desk: Desk, seq: int) -> dict[str, Any]:
    """Return the change that a form asks for."""
    post, entry = request.POST, _entry(desk, seq)
    if entry.kind == log.RESULT:
        entered = ReportForm(desk.game, desk.terms, names_of(desk)).read(post)
        return {"entry": seq, "entered": entered}
    if entry.kind == log.DEAL:
        return {"entry": seq, "dealer": whole_number(post.get("dealer"))}
    return {"entry": seq, "text": post.get("move") or post.get("text", "")}


def _entry(desk: Desk, seq: int) -> Entry:
    found = Entry.objects.filter(table_id=desk.table_id, seq=seq).select_related("hand").first()
    if found is None or found.hand is None or not _is_play(desk, found):
        raise NotNow("no_such_play", seq=seq)
    return found


def _is_play(desk: Desk, entry: Entry) -> bool:
    """Whether an entry says what was played; a ruling does where it changes how the hand stands."""
    ruling = entry.kind == log.RULING and (entry.data or {})["remedy"] in desk.game.remedy_verbs
    return ruling or entry.kind in (log.DEAL, log.MOVE, log.RESULT)


def _form(request: HttpRequest, table_id: str, seq: int, refusal: Refusal | None = None) -> HttpResponse:
    desk = access.reading(request, table_id)
    entry, names = _entry(desk, seq), names_of(desk)
    context: dict[str, Any] = {
        "here": "log",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "seq": seq,
        "entry": entry,
        "refusal": refusal,
    }
    if entry.kind == log.RESULT:
        faults: dict[str, str] = {}
        post = request.POST if request.method == "POST" else None
        context |= {"groups": ReportForm(desk.game, desk.terms, names).groups(post, faults)}
    elif entry.kind == log.DEAL:
        context |= {"deals": True, "dealer": (entry.data or {})["dealer"]}
    else:
        context |= _of_move(request, desk, entry, names)
    return show(request, "scoresheet/amend.html", context, 422 if refusal else 200)


def _of_move(request: HttpRequest, desk: Desk, entry: Entry, names: list[str]) -> dict[str, Any]:
    """Return what the form of a move needs: for one with a card the pack to tap, for others its text."""
    text = _reads_now(request, desk, entry)
    move = desk.game.parse(text, desk.seat_count, hidden=True)
    kinds = [move.verb.kind_at(place) for place in range(len(move.args))]
    tapped = len(move.args) == 1 and kinds[0] is CARD and entry.kind == log.MOVE
    prefix = " ".join(text.split()[:-1])
    pack = ANY if move.verb.name == "trump" else desk.game.pack  # the trump card may be of another pack
    rows = grid_rows(pack, lambda _card: UNSEEN, f"{prefix} {CHOSEN}")
    return {
        "was": words.told(move, names),
        "text": request.POST.get("text") or text,
        "rows": rows if tapped else [],
        "columns": columns_of(rows),
        "others": [
            {"value": " ".join([str(seat), *text.split()[1:]]), "label": name}
            for seat, name in enumerate(names)
            if seat != move.seat
        ]
        if move.seat >= 0
        else [],
    }


def _reads_now(request: HttpRequest, desk: Desk, entry: Entry) -> str:
    """Return the text of an entry as it reads now, amendments included, as this phone may see it."""
    (told,) = queries.entry_json_of(eyes_of(request, desk), [entry])
    text: str = told["text"]
    made = Entry.objects.filter(table_id=desk.table_id, kind=log.AMENDMENT)
    for amendment in queries.entry_json_of(eyes_of(request, desk), made):
        if amendment["undone"]:
            continue
        for change in amendment["data"]["changes"]:
            if change["entry"] == entry.seq and "text" in change:
                text = change["text"]
    return text


# -- the preview -----------------------------------------------------------------------------------


def _preview(request: HttpRequest, table_id: str, seq: int) -> HttpResponse:
    desk = access.reading(request, table_id)
    names, stand = names_of(desk), "stand" in request.POST
    try:
        change = _change(request, desk, seq)
        changes = corrections.read_changes(desk, [change])
        trial = corrections.try_out(desk, changes, stand=stand)
        told = judged.trial_view(desk, trial)
    except BadForm as bad:
        sentence = " ".join(dict.fromkeys(words.faults_by_field(bad).values()))
        return _form(request, table_id, seq, Refusal(sentence))
    except NotAMove as error:
        return _form(request, table_id, seq, Refusal(words.said(error)))
    except (RefereeError, ServiceError) as error:
        return _form(request, table_id, seq, refusal_of(desk.game, error, names))
    entry = _entry(desk, seq)
    context = {
        "here": "log",
        "desk": desk,
        "game": desk.game,
        "names": names,
        "seq": seq,
        "entry": entry,
        "hidden": [(key, value) for key, value in request.POST.lists() if key not in _OWN],
        "was": _in_words(desk, changes[0].get("was"), names),
        "becomes": _in_words(desk, changes[0].get("text"), names),
        "possible": told["possible"],
        "can_stand": desk.role == "steward" and not stand,
        "problem": told["problem"],
        "entries": [_changed(desk, one, names) for one in told["entries"] if one["seq"] != seq],
        "appear": _found(desk, names, told["findings"]["appear"]),
        "vanish": _found(desk, names, told["findings"]["vanish"]),
        "difference": list(zip(names, told["difference"], strict=True)),
        "any_difference": any(told["difference"]),
        "late": corrections.is_late(desk, Hand.objects.get(pk=entry.hand_id)),
    }
    return show(request, "scoresheet/preview.html", context)


_OWN = ("csrfmiddlewaretoken", "once", "seq", "sure", "reason", "stand")


def _in_words(desk: Desk, text: str | None, names: list[str]) -> str:
    """Return an entry in words. What lies face down stays so: a phone with the owner's key goes round."""
    if text is None or text.startswith("* deal"):
        return "" if text is None else _("%(name)s dealt") % {"name": names[int(text.split()[-1])]}
    move = desk.game.parse(text, desk.seat_count, hidden=True)
    down = move.verb.face_down and not move.verb.stays
    return words.told(desk.game.covered(move) if down else move, names)


def _changed(desk: Desk, one: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    return {
        "seq": one["seq"],
        "text": _in_words(desk, one["text"], names) if not one["text"].startswith("*") else one["text"],
        "problem": one["problem"],
        "illegal": one["verdict"] == "illegal",
    }


def _found(desk: Desk, names: list[str], told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return findings in short: whose, by which rule, which plays."""

    return [
        {
            "who": some_of(names, found["seats"]),
            "rule": found["rule"],
            "plays": [_in_words(desk, play["text"], names) for play in found["evidence"]],
        }
        for found in told
    ]
