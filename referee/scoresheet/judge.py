"""What pages say of findings, plays that stood, rulings and slips of the finger, in words and links."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from referee.engine.cards import NAMES, UNSEEN
from referee.engine.errors import NotAMove
from referee.engine.findings import UNTRUE
from referee.engine.irregularities import OFFSET
from referee.engine.match import Standing
from referee.engine.moves import CARD, PLAY, Move
from referee.engine.record import HIDDEN_SIGHT
from referee.scoresheet import words
from referee.scoresheet.present import Change
from referee.tables import commands, judged, live, log
from referee.tables.desk import SEAT, STEWARD, Desk
from referee.tables.models import Entry, Hand


@dataclass(frozen=True)
class Seen:
    """One play as evidence: its entry, its card if it has one, and what happened."""

    seq: int
    cards: list[str]
    text: str


@dataclass(frozen=True)
class Way:
    """A way to deal with a finding."""

    label: str
    query: str


@dataclass(frozen=True)
class Found:
    """A finding as a card on a page."""

    title: str
    certain: bool
    wrong: list[Seen]
    shown: list[Seen]
    rule: Mapping[str, str]
    established: bool
    correctable_from: int
    remedies: list[Way]
    mistyped: list[Seen]
    ruled: list[str]


def some_of(names: Sequence[str], seats: Collection[int]) -> str:
    """Return one of several players in words: "Ann or Cem"."""
    return _(" or ").join(names[seat] for seat in seats)


def found_cards(desk: Desk, names: Sequence[str], number: int | None = None) -> list[Found]:
    """Return what may be told of what is proved in a hand, the current one by default."""
    told = judged.findings(desk, number)["findings"] if number else _told_now(desk)
    return found_in(desk, names, told, number)


def _told_now(desk: Desk) -> list[dict[str, Any]]:
    return judged.told_findings(desk, live.current(desk))


def found_in(
    desk: Desk, names: Sequence[str], told: Sequence[Mapping[str, Any]], number: int | None = None
) -> list[Found]:
    """Return findings, as queries give them, as cards for a page."""
    if not told:
        return []
    wanted = {play["seq"] for found in told for play in (*found["plays"], *found["evidence"])}
    row = _row(desk, number)
    seen = _described(desk, row, wanted, names)
    texts = {step.seq: ruled(desk, step.data, names) for step in live.play_of(desk, row, desk.head).rulings}
    return [_found(desk, names, found, seen, texts) for found in told]


def _row(desk: Desk, number: int | None) -> Hand:
    if number is None:
        return Hand.objects.get(pk=desk.hand_id)
    hands = Hand.objects.filter(table_id=desk.table_id, number=number)
    return hands.exclude(status__in=Hand.NOT_COUNTED).get()


def _found(
    desk: Desk,
    names: Sequence[str],
    found: Mapping[str, Any],
    seen: Mapping[int, Seen],
    texts: Mapping[int, str],
) -> Found:
    wrong = [play["seq"] for play in found["plays"]]
    kind = _("Not true: %(names)s") if found["kind"] == UNTRUE else _("Revoke: %(names)s")
    about = {"irregularity": found["irregularity"], "entry": found["correctable_from"]}
    if len(found["seats"]) == 1:
        about["seat"] = found["seats"][0]
    return Found(
        title=kind % {"names": some_of(names, found["seats"])},
        certain=found["certain"],
        wrong=[seen[seq] for seq in wrong if seq in seen],
        shown=[seen[play["seq"]] for play in found["evidence"] if play["seq"] not in wrong],
        rule=found["rule"],
        established=found["established"],
        correctable_from=found["correctable_from"],
        remedies=[_way(desk, remedy, about) for remedy in found["remedies"]],
        mistyped=[seen[play["seq"]] for play in found["evidence"]],
        ruled=[texts[seq] for seq in found["ruled"] if seq in texts],
    )


def _way(desk: Desk, remedy: str, about: Mapping[str, Any]) -> Way:
    query = {key: value for key, value in {"remedy": remedy, **about}.items() if value is not None}
    return Way(_(desk.game.remedy_sentences[remedy]), urlencode(query))


def _described(desk: Desk, row: Hand, wanted: Collection[int], names: Sequence[str]) -> dict[int, Seen]:
    """Return some plays of a hand with what happened, by entry: a card says more beside the suit led."""
    play = live.play_of(desk, row, desk.head)
    hand = live.dealt(desk, Standing.from_json(row.standing), play.first)
    found = {}
    for step in play.moves:
        move = hand.parse(step.text)
        if step.seq in wanted:
            found[step.seq] = Seen(step.seq, _cards(move), happened(move, hand.state, names))
        hand = hand.followed(move)
    return found


def _cards(move: Move) -> list[str]:
    kinds = [move.verb.kind_at(place) for place in range(len(move.args))]
    return [NAMES[arg] for kind, arg in zip(kinds, move.args, strict=True) if kind is CARD and arg != UNSEEN][
        :3
    ]


def happened(move: Move, before: Any, names: Sequence[str]) -> str:
    """Return what happened as evidence: which card on which suit, or led."""
    if move.verb is not PLAY:
        return words.told(move, names)
    trick = getattr(before, "trick", ())
    said = {"name": names[move.seat], "card": words.card_short(NAMES[move.args[0]])}
    if not trick:
        return _("%(name)s led %(card)s.") % said
    led = NAMES[trick[0]][1]
    return _("%(name)s played %(card)s on %(suit)s.") % {**said, "suit": words.SUIT_NAMES[led]}


def ruled(desk: Desk, data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a ruling as a sentence."""
    if data["remedy"] == OFFSET:
        seats = desk.game.sides(desk.terms)[data["side"]]
        who = _(" & ").join(names[seat] for seat in seats)
        return _("%(who)s: %(points)s points.") % {"who": who, "points": f"{data['points']:+d}"}
    sentence = _(desk.game.remedy_sentences[data["remedy"]])
    if data.get("seat") is None:
        return sentence
    return _("%(name)s: %(what)s") % {"name": names[data["seat"]], "what": sentence}


def stood_plays(desk: Desk, names: Sequence[str]) -> list[str]:
    """Return the plays of the current hand that broke a rule and stood, in words."""
    marked = {
        entry.seq
        for entry in Entry.objects.filter(hand_id=desk.hand_id, kind=log.MOVE).filter(text__contains="! ")
    }
    if not marked and not Entry.objects.filter(hand_id=desk.hand_id, kind=log.AMENDMENT).exists():
        return []
    row = Hand.objects.get(pk=desk.hand_id)
    play = live.play_of(desk, row, desk.head)
    hidden = row.sight == HIDDEN_SIGHT
    moves = [desk.game.parse(step.text, desk.seat_count, hidden=hidden) for step in play.moves]
    return [words.told(move, names) for move in moves if move.stood]


# -- slips of the finger ---------------------------------------------------------------------------


def changes_of(desk: Desk, done: commands.Recorded, text: str, names: Sequence[str]) -> list[Change]:
    """Return the changes of an entry after which a refused text fits, as far as this key may make them."""
    now = live.current(desk)
    if now is None or done.refused is None:
        return []
    try:
        sent = desk.game.parse(text, desk.seat_count, hidden=True)
    except NotAMove:
        return []
    found = []
    for change in judged.suggestions(desk, now, done.refused, sent.text):
        new = desk.game.parse(change["text"], desk.seat_count, hidden=True)
        was = desk.game.parse(change["was"], desk.seat_count, hidden=True)
        theirs = desk.role == SEAT and new.seat != desk.seat
        if desk.role in (STEWARD, SEAT) and not theirs:
            label = _slip(change["entry"], was, new, names)
            found.append(Change(change["entry"], label, change["text"], sent.text))
    return found


def _slip(entry: int | None, was: Move, new: Move, names: Sequence[str]) -> str:
    places = [place for place, arg in enumerate(new.args) if was.args[place : place + 1] != (arg,)]
    same = (was.seat, was.verb, len(was.args)) == (new.seat, new.verb, len(new.args))
    if not same or len(places) != 1:
        sentence = words.told(new, names)
        return _("You meant: %(what)s") % {"what": sentence}
    said = {
        "new": words.argument(new, places[0], names),
        "old": words.argument(was, places[0], names),
        "seq": entry,
        "name": names[new.seat] if new.seat >= 0 else "–",
    }
    if entry is None:
        return _("You meant %(new)s, not %(old)s.") % said
    return _("Entry %(seq)s (%(name)s) was %(new)s, not %(old)s.") % said
