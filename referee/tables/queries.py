"""Everything that is read. What is hidden passes `Game.view` and `Game.veiled` alone.

All functions take a `Desk`, which says who is looking, and return plain JSON values.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from referee.engine.cards import bits
from referee.engine.findings import disclosed
from referee.engine.irregularities import OFFSET, offset_text
from referee.engine.match import Line, Offset, Standing
from referee.engine.moves import Move
from referee.engine.record import HIDDEN_SIGHT, OPEN_SIGHT, HandRecord, Record
from referee.engine.sight import Followed
from referee.tables import live, log
from referee.tables.desk import STEWARD, Desk
from referee.tables.ids import digest
from referee.tables.marks import marks_of
from referee.tables.models import Entry, Hand, Key, Table
from referee.tables.played import HandPlay, as_it_stands
from referee.tables.settings import DEFAULTS, DISCLOSURE

MOST_ENTRIES = 500
"""How many log entries one answer holds at most."""


def time_text(at: datetime) -> str:
    """Return a time in UTC as RFC 3339."""
    return at.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


# -- the table -------------------------------------------------------------------------------------


def table_view(desk: Desk) -> dict[str, Any]:
    """Return the table as the key's holder may see it."""
    table = desk.table
    return {
        "id": desk.table_id,
        "game": desk.game_slug,
        "title": gettext(desk.game.title),
        "status": desk.status,
        "seq": desk.seq,
        "options": table.terms,
        "rules": rules_of(desk),
        "settings": DEFAULTS | table.settings,
        "seats": [{"seat": seat.position, "name": seat.name} for seat in table.seats.all()],
        "you": {"role": desk.role, "seat": desk.seat},
        "standing": table.standing,
        "hand": hand_view(desk),
        "created_at": time_text(table.created_at),
        "changed_at": time_text(table.changed_at),
    }


def rules_of(desk: Desk) -> dict[str, str]:
    """Return what pins the rules of this table: their version, and the hash of version and options."""
    return {"version": desk.table.rules_version, "profile": desk.game.profile(desk.terms)}


def hand_view(desk: Desk) -> dict[str, Any] | None:
    """Return the current hand (the last one, between hands) as the key's holder may see it."""
    now = live.current(desk)
    if now is None:
        return None
    finished = None if now.playing else Hand.objects.get(pk=now.hand_id)
    return {
        "number": now.number,
        "dealer": now.dealer,
        "sight": now.sight,
        "shuffled": now.shuffled,
        "playing": now.playing,
        "void": now.void,
        "result": finished and finished.result,
        "entered": finished and finished.entered,
        "view": None if now.hand is None else now.hand.view(desk.sees),
    }


def legal_moves(desk: Desk, seats: int | None = None) -> list[Move]:
    """Return the legal moves of the seats that the key sees, or of some of these, sorted by text."""
    now = live.current(desk)
    return [] if now is None else legal_in(desk, now, seats)


def legal_in(desk: Desk, now: live.Live, seats: int | None = None) -> list[Move]:
    """Return the legal moves in a hand of the seats that the key sees, or of some of these."""
    if now.hand is None or now.void:
        return []
    return now.hand.legal_moves(desk.sees if seats is None else desk.sees & seats)


def legal_texts_in(desk: Desk, now: live.Live) -> list[str]:
    """Return the same as texts."""
    return [] if now.hand is None or now.void else now.hand.legal_texts(desk.sees)


def to_act(desk: Desk, now: live.Live | None) -> list[int]:
    """Return the seats that may act in a hand, as far as the key may know them."""
    return [] if now is None or now.hand is None or now.void else list(bits(now.hand.to_act(desk.sees)))


def last_play(desk: Desk) -> dict[str, Any] | None:
    """Return the last entry of play as it stands, and in `back_to` the entry that undoing it goes back to."""
    entry = Entry.objects.filter(table_id=desk.table_id, seq=desk.head).first()
    if entry is None:
        return None
    shown = _entry_json(entry, _States(desk), undone=False)
    return shown | {"back_to": entry.prev or 1}  # entry 1 makes the table; nothing was played then


def opened_by(keys: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the tables that some keys (by table) still open, the one last used first."""
    found = (
        Key.objects.filter(
            table_id__in=keys, digest__in=[digest(key) for key in keys.values()], revoked_at=None
        )
        .select_related("table")
        .prefetch_related("table__seats")
    )
    tables = [
        {
            "id": key.table_id,
            "game": key.table.game,
            "status": key.table.status,
            "seats": [seat.name for seat in key.table.seats.all()],
            "standing": key.table.standing,
            "role": key.role,
            "seat": key.seat,
            "changed_at": key.table.changed_at,
        }
        for key in found
        if key.digest == digest(keys[key.table_id])
    ]
    return sorted(tables, key=lambda table: table["changed_at"], reverse=True)


# -- the log ---------------------------------------------------------------------------------------


def entries_after(desk: Desk, after: int, most: int = MOST_ENTRIES) -> list[dict[str, Any]]:
    """Return log entries with a number above `after`, in order, as the key's holder may see them.

    Entries of play that were taken back are marked `undone`. A deal's cards are not in the log: the hand's
    view shows those one may see, and the record those of finished hands.
    """
    above = list(Entry.objects.filter(table_id=desk.table_id, seq__gt=after).order_by("seq"))
    kept = {entry.seq for entry in log.chain(above, desk.head)}
    states = _States(desk)
    return [_entry_json(entry, states, undone=log.is_undone(entry, kept)) for entry in above[:most]]


def entry_json_of(desk: Desk, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return some entries of the log as `entries_after` does."""
    chosen = sorted(entries, key=lambda entry: entry.seq)
    if not chosen:
        return []
    kept = {entry.seq for entry in log.chain(log.play_of_table(desk.table_id), desk.head)}
    states = _States(desk)
    return [_entry_json(entry, states, undone=log.is_undone(entry, kept)) for entry in chosen]


def logged_json(desk: Desk, entry: log.Logged, now: live.Live) -> dict[str, Any]:
    """Return an entry that was just made, as `entries_after` would; `now` is the hand after it."""
    assert now.hand is not None, entry
    move = None if entry.move is None else now.hand.veiled(entry.move, desk.sees)
    return _as_json(entry, now.number if entry.hand_id else None, move, {}, undone=False)


class _States:
    """States of the hands whose moves are listed: what lies face down depends on how the hand stands."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.by_hand: dict[int, tuple[Followed, dict[int, str]]] = {}
        self.hands = {hand.pk: hand for hand in Hand.objects.filter(table_id=desk.table_id)}

    def verdict(self, entry: Entry) -> str:
        """Return what is said of a move now: one that is proved to have been against the rules is illegal."""
        assert entry.hand_id is not None, entry
        return "illegal" if entry.seq in self._proved(entry.hand_id) else entry.verdict

    def _proved(self, hand_id: int) -> set[int]:
        """The moves of a hand that are certainly against the rules, as far as that may be told."""
        hand = self.hands[hand_id]
        if hand.status == Hand.FINISHED:
            return {seq for found in hand.findings if found["certain"] for seq in found["plays"]}
        now = live.current(self.desk) if hand_id == self.desk.hand_id else None
        if now is None or now.hand is None or not now.hand.findings:
            return set()
        told = disclosed(now.hand.findings, self.desk.setting(DISCLOSURE), over=now.void)
        return {now.seqs[step] for found in told if found.certain for step in found.plays}

    def parse(self, hand_id: int, text: str) -> Move:
        """Return a move of a hand."""
        hidden = self.hands[hand_id].sight == HIDDEN_SIGHT
        return self.desk.game.parse(text, self.desk.seat_count, hidden=hidden)

    def veiled(self, hand_id: int, seq: int, move: Move, *, undone: bool) -> Move:
        """Return a reading of an entry as the viewer may know it.

        One that was taken back, or amended since, stays as hidden as it was made: its card may still be held.
        """
        desk, hand = self.desk, self.hands[hand_id]
        if not move.verb.face_down or hand.sight != OPEN_SIGHT or desk.sees >> max(move.seat, 0) & 1:
            return move
        if undone or hand.status in Hand.NOT_COUNTED:
            return desk.game.covered(move)
        if hand.status == Hand.FINISHED and not hand.closed:
            return move
        if hand_id not in self.by_hand:
            play = live.play_of(desk, hand, desk.head)
            followed = live.replayed(desk, Standing.from_json(hand.standing), play)
            self.by_hand[hand_id] = followed, {step.seq: step.text for step in play.moves}
        followed, texts = self.by_hand[hand_id]
        return followed.veiled(move, desk.sees) if texts.get(seq) == move.text else desk.game.covered(move)


def _entry_json(entry: Entry, states: _States, *, undone: bool) -> dict[str, Any]:
    move, number, data, verdict = None, None, entry.data or {}, entry.verdict
    if entry.hand_id is not None:
        number = states.hands[entry.hand_id].number
        if entry.kind == log.MOVE:
            made = states.parse(entry.hand_id, entry.text)
            move = states.veiled(entry.hand_id, entry.seq, made, undone=undone)
            verdict = verdict if undone else states.verdict(entry)
        elif entry.kind == log.AMENDMENT:
            changes = data["changes"]
            changes = [_change_json(entry.hand_id, change, states, undone=undone) for change in changes]
            data = {**data, "changes": changes}
    return _as_json(entry, number, move, data, undone=undone) | {"verdict": verdict}


def _change_json(hand_id: int, change: Mapping[str, Any], states: _States, *, undone: bool) -> dict[str, Any]:
    """Return one change of an amendment; moves in it are as hidden as those in the log."""
    told = dict(change)
    if "was" in change:
        for key in ("text", "was"):
            move = states.parse(hand_id, change[key])
            told[key] = states.veiled(hand_id, change["entry"], move, undone=undone).text
    return told


def _as_json(
    entry: Entry | log.Logged, number: int | None, move: Move | None, data: Mapping[str, Any], *, undone: bool
) -> dict[str, Any]:
    public = {key: value for key, value in data.items() if key != "deal"}
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "hand": number,
        "text": _text(entry, move, data),
        "move": None if move is None else move.as_json(),
        "verdict": entry.verdict,
        "data": public or None,
        "undone": undone,
        "by": {"role": entry.by_role, "seat": entry.by_seat},
        "at": time_text(entry.at),
    }


def _text(entry: Entry | log.Logged, move: Move | None, data: Mapping[str, Any]) -> str:
    if entry.kind == log.AMENDMENT and "changes" in data:
        first = data["changes"][0]
        return " ".join(["* amend", str(first["entry"]), *([first["text"]] if "text" in first else [])])
    return entry.text if move is None else move.text


# -- scoresheet and record -------------------------------------------------------------------------


def live_hands(desk: Desk) -> list[Hand]:
    """Return the hands of the match in order, without those that were taken back."""
    hands = Hand.objects.filter(table_id=desk.table_id).exclude(status__in=Hand.NOT_COUNTED)
    return list(hands.order_by("number"))


def scoresheet(desk: Desk, *, explain: bool = False, by_name: bool = False) -> dict[str, Any]:
    """Return the sheet: for each finished hand what each side got, by which rules, and the totals then.

    With `explain`, each line also names the log entries that it comes from, as the key's holder may see them.
    With `by_name`, lines tell players by their names and not by their seats.
    """
    seats = [seat.name for seat in desk.table.seats.all()]
    finished = [hand for hand in live_hands(desk) if hand.status == Hand.FINISHED]
    marks = marks_of(desk, finished)
    rows = [
        _sheet_row(desk, hand, explain=explain, names=seats if by_name else ()) | marks[hand.pk]
        for hand in finished
    ]
    return {
        "game": desk.game_slug,
        "seats": seats,
        "sides": [list(side) for side in desk.game.sides(desk.terms)],
        "start": desk.game.opening(desk.terms).as_json(),
        "hands": rows,
        "standing": desk.table.standing,
    }


def _sheet_row(desk: Desk, hand: Hand, *, explain: bool, names: Sequence[str]) -> dict[str, Any]:
    before = Standing.from_json(hand.standing)
    offsets = [Offset(**offset) for offset in hand.offsets]
    score = desk.game.scored(desk.terms, before, hand.dealer, hand.entered or {}, offsets)
    lines = [
        {
            "side": line.seat,
            "points": line.points,
            "rules": list(line.rules),
            "text": line.sentence(gettext, names),
        }
        for line in score.lines
    ]
    if explain:
        for told, entries in zip(lines, _sources(desk, hand, before, score.lines), strict=True):
            told["entries"] = entries
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "sight": hand.sight,
        "entered": hand.entered,
        "result": score.result,
        "lines": lines,
        "standing": score.standing.as_json(),
        "first_seq": hand.first_seq,
        "last_seq": hand.last_seq,
    }


def _sources(desk: Desk, hand: Hand, before: Standing, lines: Sequence[Line]) -> list[list[dict[str, Any]]]:
    """Return for each line the entries it comes from: moves, or the report of a hand not played."""
    play = live.play_of(desk, hand, desk.head)
    offsets = _offsets(play)
    lines = lines[: len(lines) - len(offsets)]
    if hand.sight == "score":
        return [*([{"seq": hand.first_seq, "text": "* score"}] for _ in lines), *offsets]
    moves = list(live.told(desk, before, play))
    end = live.replayed(desk, before, play)
    shown = [
        {"seq": step.seq, "text": end.veiled(told.move, desk.sees).text}
        for step, told in zip(play.moves, moves, strict=True)
    ]
    return [*([shown[place] for place in desk.game.sources(line, moves)] for line in lines), *offsets]


def _offsets(play: HandPlay) -> list[list[dict[str, Any]]]:
    """Return for each line that changes the score by a ruling, which come last, that ruling."""
    return [[{"seq": step.seq, "text": step.text}] for step in play.rulings if step.data["remedy"] == OFFSET]


def record(desk: Desk) -> Record:
    """Return the record of the table's finished hands.

    A hand that is still being played is not in it, since its deal is not known to everybody. Even after the
    end cards may have stayed unseen: in a hand, a stock, face down, or in the past of a card that went from
    hand to hand. So until the match is over or the table is closed, all but the steward are given a hand
    played at open sight as its result.
    """
    chain = log.chain(log.play_of_table(desk.table_id), desk.head)
    plays = {play.hand_id: play for play in as_it_stands(desk.game, chain)}
    ended = desk.status == Table.CLOSED or Standing.from_json(desk.table.standing).over
    all_open = desk.role == STEWARD or ended
    finished: Iterable[Hand] = (hand for hand in live_hands(desk) if hand.status == Hand.FINISHED)
    return Record(
        game=desk.game,
        options=desk.table.options,
        terms=desk.terms,
        seats=tuple(seat.name for seat in desk.table.seats.all()),
        hands=tuple(_hand_record(hand, plays[hand.pk], all_open=all_open) for hand in finished),
        x={"rules": rules_of(desk)},
    )


def _hand_record(hand: Hand, play: HandPlay, *, all_open: bool) -> HandRecord:
    offsets = [offset_text(offset) for offset in play.offsets]
    if hand.sight == "score" or (hand.sight == OPEN_SIGHT and not all_open):
        return HandRecord(dealer=hand.dealer, moves=tuple(offsets), entered=hand.entered, result=hand.result)
    moves = (*(step.text for step in play.moves), *offsets)
    return HandRecord(dealer=hand.dealer, moves=moves, sight=hand.sight, deal=hand.deal, result=hand.result)
