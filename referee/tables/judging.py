"""What the table decides: rulings on irregularities, confirmed results, cards shown after the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.audit import audit
from referee.engine.cards import card_set, card_texts, parse_card
from referee.engine.errors import Refused
from referee.engine.forms import Reader
from referee.engine.irregularities import MOST_OFFSET, OFFSET, REDEAL, TAKE_BACK
from referee.engine.moves import SEAT
from referee.engine.record import HIDDEN_SIGHT
from referee.engine.sight import HiddenHand
from referee.tables import live, log, rebuild
from referee.tables.commands import require_version
from referee.tables.corrections import entry_to_go_back_to, is_late
from referee.tables.desk import Desk
from referee.tables.errors import NotNow
from referee.tables.models import Entry, Hand

MOST_HANDS = 10_000
"""More hands than any match has."""

# -- rulings ---------------------------------------------------------------------------------------


def rule(desk: Desk, *, sent: Mapping[str, Any], reason: str, expected: int | None) -> log.Logged:
    """Apply a remedy to the current hand, or points to any hand, as an entry with reason and author.

    Takes the ruling as sent: `remedy`, `irregularity` (a code of the game's table, or left out), `entry`
    (the play that is ruled on, or left out), and what the remedy needs. Raises BadForm, NotNow, Refused
    where the remedy cannot be applied here.
    """
    desk.require_steward()
    require_version(desk, expected)
    desk.require_open()
    reader = Reader(sent)
    remedy = reader.text("remedy", list(desk.game.remedy_sentences))
    codes = [row.code for row in desk.game.irregularities]
    irregularity = reader.text("irregularity", codes) if _given(reader, "irregularity") else None
    seat = reader.integer("seat", 0, desk.seat_count - 1) if _given(reader, "seat") else None
    about = reader.integer("entry", 1, desk.seq) if _given(reader, "entry") else None
    data = {"remedy": remedy, "irregularity": irregularity, "seat": seat, "entry": about, "reason": reason}
    if reader.faults:
        reader.finish(allow=tuple(reader.data))
    _require_play(desk, about)
    if remedy == TAKE_BACK:
        to = reader.integer("to", 0, desk.seq)
        reader.finish()
        return _rule_back(desk, to, data)
    if remedy == OFFSET:
        return _rule_offset(desk, reader, data)
    if remedy in desk.game.remedy_verbs:
        return _rule_on_hand(desk, reader, data)
    reader.finish()
    return _rule_in_words(desk, data)


def _require_play(desk: Desk, about: int | None) -> None:
    """What is ruled on is an entry of play."""
    if about is not None:
        entries = Entry.objects.filter(table_id=desk.table_id, kind__in=log.OF_PLAY, seq=about)
        if not entries.exists():
            raise NotNow("no_such_play", seq=about)


def _given(reader: Reader, key: str) -> bool:
    return reader.has(key) and reader.data[key] is not None


def _current(desk: Desk) -> live.Live:
    now = live.current(desk)
    if now is None:
        raise NotNow("no_hand")
    return now


def _rule_back(desk: Desk, to: int, data: Mapping[str, Any]) -> log.Logged:
    target = entry_to_go_back_to(desk, to)
    entry = log.append(
        desk,
        kind=log.RULING,
        text=f"* ruling {TAKE_BACK} {to}",
        data={**data, "to": to},
        head=target.head,
        hand_id=desk.hand_id,
    )
    rebuild.rebuild_table(desk)
    return entry


def _rule_offset(desk: Desk, reader: Reader, data: Mapping[str, Any]) -> log.Logged:
    """Points for a side count in the hand they are given in, which may be over."""
    sides = len(desk.game.sides(desk.terms))
    side = reader.integer("side", 0, sides - 1)
    points = reader.integer("points", -MOST_OFFSET, MOST_OFFSET)
    number = reader.integer("hand", 1, MOST_HANDS) if _given(reader, "hand") else None
    reader.finish()
    row = Hand.objects.get(pk=_current(desk).hand_id) if number is None else _hand(desk, number)
    if row.status == Hand.VOID:
        raise NotNow("no_hand")
    entry = log.append(
        desk,
        kind=log.RULING,
        text=f"* {OFFSET} {side} {points}",
        data={**data, "side": side, "points": points, "late": is_late(desk, row)},
        hand_id=row.pk,
    )
    rebuild.rebuild_table(desk)
    return entry


def _rule_on_hand(desk: Desk, reader: Reader, data: Mapping[str, Any]) -> log.Logged:
    """A remedy of the game changes the hand as its irregularities say; it may be over, or go on again."""
    now = _current(desk)
    if now.hand is None or now.void:
        raise NotNow("no_hand")
    reader.close(allow=tuple(reader.data))
    more = {key: value for key, value in reader.data.items() if key not in _OF_RULING}
    verb = desk.game.remedy_verbs[data["remedy"]]
    if data["seat"] is not None and verb.params[0].kind is SEAT:
        more = {verb.params[0].name: data["seat"], **more}
    move = now.hand.from_json({"seat": "*", "kind": verb.name, **more})
    now.hand.played(move)  # raises where it cannot be
    entry = log.append(desk, kind=log.RULING, text=move.text, data=data, move=move)
    rebuild.rebuild_table(desk)
    return entry


_OF_RULING = ("remedy", "irregularity", "seat", "entry")


def _rule_in_words(desk: Desk, data: Mapping[str, Any]) -> log.Logged:
    """A ruling that leaves the play as it is; or that voids the hand, so that the same dealer deals again."""
    now = _current(desk)
    if data["remedy"] == REDEAL and not now.playing:
        raise NotNow("no_hand")
    entry = log.append(
        desk, kind=log.RULING, text=f"* ruling {data['remedy']}", data={**data, "dealer": now.dealer}
    )
    rebuild.rebuild_table(desk)
    return entry


def _hand(desk: Desk, number: int) -> Hand:
    """Return the hand that a number names."""
    hands = Hand.objects.filter(table_id=desk.table_id, number=number)
    found = hands.exclude(status__in=Hand.NOT_COUNTED).first()
    if found is None:
        raise NotNow("no_such_hand", hand=number)
    return found


# -- confirmed results -----------------------------------------------------------------------------


def confirm(desk: Desk, *, number: int, seat: int | None, expected: int | None) -> log.Logged:
    """Say for a seat that the result of a finished hand is right; it counts as long as the result stays so.

    Takes the number of the hand. The steward's key may say it for any seat. Raises BadForm, NotNow,
    Forbidden.
    """
    require_version(desk, expected)
    desk.require_open()
    seat = desk.speaking_seat(seat)
    hand = _hand(desk, number)
    if hand.status != Hand.FINISHED:
        raise NotNow("not_finished", hand=number)
    data = {"hand": number, "seat": seat, **what_counts(hand)}
    return log.append(
        desk, kind=log.CONFIRM, text=f"* confirm {number} {seat}", seat=seat, data=data, hand_id=hand.pk
    )


def what_counts(hand: Hand) -> dict[str, Any]:
    """Return what a confirmation of a hand is about: how it ended, and the points given by rulings."""
    offsets = [[offset["side"], offset["points"]] for offset in hand.offsets]
    return {"result": hand.result, "entered": hand.entered, "offsets": offsets}


# -- cards shown after the end ---------------------------------------------------------------------


def show_cards(
    desk: Desk, *, number: int, seat: int, cards: Sequence[int], dealt: bool, expected: int | None
) -> log.Logged:
    """Note the cards that a seat showed, or says it had, after a hand at hidden sight; for the audit.

    Takes the cards still held at the end, or with `dealt` the whole hand as it was dealt. Raises NotNow,
    Forbidden, and Refused where this cannot be.
    """
    require_version(desk, expected)
    desk.require_open()
    desk.require_seat(seat)
    hand = _hand(desk, number)
    if hand.sight != HIDDEN_SIGHT or hand.status != Hand.FINISHED:
        raise NotNow("not_finished", hand=number)
    followed = live.load(desk, hand.pk, desk.head).hand
    assert isinstance(followed, HiddenHand), hand
    said = shown_cards(followed, hand)
    said[dealt] = {**said[dealt], seat: card_set(cards)}
    audit(followed.watch, said[False], said[True])  # raises where it cannot be
    data = {"hand": number, "seat": seat, "cards": card_texts(card_set(cards)), "dealt": dealt}
    text = f"* {'dealt' if dealt else 'shown'} {number} {seat}"
    return log.append(desk, kind=log.SHOWN, text=text, seat=seat, data=data, hand_id=hand.pk)


def shown_cards(followed: HiddenHand, hand: Hand) -> dict[bool, dict[int, int]]:
    """Return the cards that seats showed after a hand, by seat: those still held, and (True) those dealt.

    What a seat shows later takes the place of what it showed before; what an amendment since has made
    impossible says nothing.
    """
    said = _all_shown(hand)
    for dealt in (True, False):
        for seat in list(said[dealt]):
            one = {seat: said[dealt][seat]}
            if not _can_be(followed, {dealt: one, not dealt: {}}):
                del said[dealt][seat]
    return said if _can_be(followed, said) else {False: {}, True: {}}


def _can_be(followed: HiddenHand, said: Mapping[bool, Mapping[int, int]]) -> bool:
    try:
        audit(followed.watch, said[False], said[True])
    except Refused:
        return False
    return True


def _all_shown(hand: Hand) -> dict[bool, dict[int, int]]:
    said: dict[bool, dict[int, int]] = {False: {}, True: {}}
    for entry in Entry.objects.filter(hand=hand, kind=log.SHOWN).order_by("seq"):
        data = entry.data or {}
        said[data["dealt"]][data["seat"]] = card_set(parse_card(card) for card in data["cards"])
    return said
