"""Everything that writes. Each command works on a table that `desk.writing` has opened and locked.

A command either does all of what it says, adding to the log, or raises and leaves nothing behind.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from referee.engine.cards import bits
from referee.engine.errors import BadForm, Fault, NotAMove, RefereeError, Refused, Stale
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.match import Score as HandScore
from referee.engine.match import Standing
from referee.engine.moves import NOBODY, Move, Verb
from referee.engine.record import OPEN_SIGHT, read_names
from referee.engine.sight import Followed, started
from referee.tables import live, log, rebuild
from referee.tables.desk import SEAT, STEWARD, VIEWER, Desk
from referee.tables.errors import Forbidden, NotNow, NoVersion, ServiceError, Unacceptable
from referee.tables.ids import derived_key, digest, new_id, new_key
from referee.tables.live import Live
from referee.tables.models import Entry, Hand, Key, Score, Seat, Table
from referee.tables.settings import read_settings

MAX_MOVES = 500
"""How many moves one write may hold."""

_random = secrets.SystemRandom()


# -- tables and keys -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Keys:
    """The keys of a new table, in the clear. They are shown once and kept only as digests."""

    steward: str
    seats: Sequence[str]
    viewer: str


@transaction.atomic
def create_table(
    *,
    game: Game[Any],
    options: Mapping[str, Any],
    names: Any,
    settings: Any = None,
    idempotency: str | None = None,
) -> tuple[Desk, Keys]:
    """Make a table and return it, opened with its steward's key, together with all its keys.

    Takes the options as asked for, the names of the seats, and how the table wants to be refereed. With
    `idempotency`, a text that is the same when the same request is sent again, the keys follow from it.
    Raises BadForm.
    """
    reader = Reader({})
    seats = read_names(names, reader)
    wanted = {} if settings is None else read_settings(settings, reader)
    try:
        terms = game.terms(options, len(seats))
    except BadForm as bad:
        reader.faults += bad.faults
    reader.finish()
    now = timezone.now()
    table = Table.objects.create(
        id=new_id(),
        game=game.slug,
        options=dict(options),
        terms=dict(terms.options),
        settings=wanted,
        rules_version=game.version,
        seat_count=len(seats),
        standing=game.opening(terms).as_json(),
        created_at=now,
        changed_at=now,
    )
    Seat.objects.bulk_create(Seat(table=table, position=i, name=name) for i, name in enumerate(seats))
    keys = _make_keys(table, idempotency)
    desk = Desk(table.id, game.slug, table.status, 0, 0, None, len(seats), STEWARD, None)
    data: dict[str, Any] = {"names": list(seats), "options": dict(options)}
    log.append(desk, kind=log.TABLE, text="* table", data=data | ({"settings": wanted} if wanted else {}))
    return desk, keys


def _make_keys(table: Table, idempotency: str | None) -> Keys:
    keys = keys_from(idempotency, table.seat_count) if idempotency else _random_keys(table.seat_count)
    rows = [(keys.steward, STEWARD, None), *((key, SEAT, i) for i, key in enumerate(keys.seats))]
    rows.append((keys.viewer, VIEWER, None))
    now = timezone.now()
    Key.objects.bulk_create(
        Key(table=table, digest=digest(key), role=role, seat=seat, created_at=now) for key, role, seat in rows
    )
    return keys


def _random_keys(seats: int) -> Keys:
    return Keys(new_key(), [new_key() for _ in range(seats)], new_key())


def keys_from(idempotency: str, seats: int) -> Keys:
    """Return the keys that a table made with `idempotency` got; they are the same every time."""
    by_seat = [derived_key(idempotency, SEAT, str(seat)) for seat in range(seats)]
    return Keys(derived_key(idempotency, STEWARD), by_seat, derived_key(idempotency, VIEWER))


def reissue_key(desk: Desk, *, role: str, seat: int | None) -> str:
    """Revoke the keys of a role (and seat) and return a new one."""
    desk.require_steward()
    now = timezone.now()
    Key.objects.filter(table_id=desk.table_id, role=role, seat=seat, revoked_at=None).update(revoked_at=now)
    key = new_key()
    Key.objects.create(table_id=desk.table_id, digest=digest(key), role=role, seat=seat, created_at=now)
    return key


def rename_seats(desk: Desk, *, names: Any) -> log.Logged:
    """Give all seats names. Raises BadForm."""
    desk.require_steward()
    reader = Reader({})
    seats = read_names(names, reader)
    if not reader.faults and len(seats) != desk.seat_count:
        reader.note("/seats", "wrong_length", expected=desk.seat_count, found=len(seats))
    reader.finish()
    for position, name in enumerate(seats):
        Seat.objects.filter(table_id=desk.table_id, position=position).update(name=name)
    return log.append(desk, kind=log.SEATS, text="* seats", data={"names": list(seats)})


def set_status(desk: Desk, *, status: str) -> log.Logged | None:
    """Close or reopen a table; None where it is so already."""
    desk.require_steward()
    if desk.status == status:
        return None
    Table.objects.filter(pk=desk.table_id).update(status=status)
    desk.status = status
    return log.append(desk, kind=log.STATUS, text="* close" if status == Table.CLOSED else "* reopen")


def change_settings(desk: Desk, *, settings: Any) -> log.Logged | None:
    """Change how the table wants to be refereed; what is left out stays. None where it is so already.

    Raises BadForm.
    """
    desk.require_steward()
    reader = Reader({})
    wanted = read_settings(settings, reader)
    reader.finish()
    if all(desk.setting(key) == choice for key, choice in wanted.items()):
        return None
    Table.objects.filter(pk=desk.table_id).update(settings={**desk.table.settings, **wanted})
    desk.__dict__.pop("table", None)
    return log.append(desk, kind=log.SETTINGS, text="* settings", data=wanted)


# -- versions --------------------------------------------------------------------------------------


def require_version(desk: Desk, expected: int | None) -> None:
    """Raise NoVersion where a write does not say what it is based on, Stale where that is not the newest."""
    if expected is None:
        raise NoVersion("no_version")
    if expected != desk.seq:
        raise Stale(desk.seq)


def _require_version_for(desk: Desk, expected: int | None, now: Live, move: Move) -> None:
    """As `require_version`; but choices made at the same time do not make each other stale."""
    if expected is not None and expected < desk.seq and move.verb.simultaneous:
        since = list(Entry.objects.filter(table_id=desk.table_id, seq__gt=expected))
        same = [e for e in since if e.hand_id == now.hand_id and e.kind == log.MOVE and e.seat != move.seat]
        if len(same) == len(since) and all(e.text.split()[1] == move.verb.name for e in same):
            return
    require_version(desk, expected)


# -- hands -----------------------------------------------------------------------------------------


def start_hand(
    desk: Desk,
    *,
    expected: int | None,
    deal: Any = None,
    dealer: int | None = None,
    sight: str = OPEN_SIGHT,
) -> tuple[log.Logged, Live]:
    """Start the next hand: the given deal, or one that the service shuffles from a cryptographic source.

    At hidden sight the cards are dealt at the table, and `deal` holds what lies face up there. Takes the
    dealer where the table names one; otherwise the one whose turn it is, and at the start of a match one
    chosen at random. Raises BadForm for an impossible deal, NotNow during a hand.
    """
    desk.require_steward()
    standing, dealer = _before_hand(desk, expected, dealer)
    shuffled = deal is None and sight == OPEN_SIGHT
    if shuffled:
        deal = desk.game.deal(desk.terms, standing, dealer, lambda cards: _random.sample(cards, len(cards)))
    elif deal is None:
        deal = {}
    hand = started(desk.game, desk.terms, standing, dealer, sight, deal)
    data = {"dealer": dealer, "sight": sight, "shuffled": shuffled, "deal": deal}
    row = rebuild.new_hand(desk, standing, desk.seq + 1, data)
    entry = log.append(desk, kind=log.DEAL, text=f"* deal {dealer}", data=data)
    new = Live(entry.seq, row.pk, row.number, dealer, sight, shuffled, standing, desk.terms, hand)
    live.remember(desk, new)
    return entry, new


def record_result(
    desk: Desk, *, expected: int | None, entered: Any, dealer: int | None = None
) -> tuple[log.Logged, Live]:
    """Score a hand that was played without the referee, from what the table reports.

    Raises BadForm where the report is not in the game's form, Refused where it does not tally.
    """
    desk.require_steward()
    standing, dealer = _before_hand(desk, expected, dealer)
    if standing.over:
        raise Refused("match_over", desk.game.match_rule)
    report = desk.game.read_report(Reader(entered, "/entered"), desk.terms, standing)
    data = {"dealer": dealer, "sight": "score", "entered": report}
    hand = rebuild.new_hand(desk, standing, desk.seq + 1, data)
    entry = log.append(desk, kind=log.RESULT, text="* score", data=data)
    rebuild.finish_hand(desk, hand, report, entry.seq)
    new = Live(entry.seq, hand.pk, hand.number, dealer, "score", False, standing, desk.terms, None)
    live.remember(desk, new)
    return entry, new


def _before_hand(desk: Desk, expected: int | None, dealer: int | None) -> tuple[Standing, int]:
    """Check that a new hand may start; return the standing and the dealer."""
    require_version(desk, expected)
    desk.require_open()
    now = live.current(desk)
    if now and now.playing:
        raise NotNow("hand_in_progress")
    standing = Standing.from_json(desk.table.standing)
    if dealer is None:
        dealer = now.dealer if now and now.void else standing.next_dealer
    if dealer is None:
        dealer = _random.randrange(desk.seat_count)
    if not 0 <= dealer < desk.seat_count:
        raise BadForm([Fault("/dealer", "out_of_range", {"low": 0, "high": desk.seat_count - 1})])
    return standing, dealer


# -- moves -----------------------------------------------------------------------------------------

REFUSALS = (NotAMove, Refused, Forbidden, Unacceptable)
"""What ends a list of moves at the move it is about, keeping those before."""


@dataclass
class Recorded:
    """What became of a list of moves: the entries made, the first refusal and its place, the hand now.

    Moves that were only tried have in `tried` the number that their entry would have had, and their text.
    """

    entries: list[log.Logged]
    now: Live
    refused: RefereeError | ServiceError | None = None
    place: int = 0
    score: HandScore | None = None
    tried: dict[int, str] = field(default_factory=dict)


def record_moves(desk: Desk, *, moves: Sequence[Mapping[str, Any]], expected: int | None) -> Recorded:
    """Play moves in order, as far as they are accepted.

    Takes moves as JSON objects. Nothing is written if already the first is refused. Raises NoVersion,
    Stale, NotNow; a refused move comes back in `refused`.
    """
    desk.require_open()
    now = live.current(desk)
    done = Recorded([], _playing(desk, now, expected))
    for place, data in enumerate(moves):
        try:
            move = _read_move(desk, done.now, data)
            _require_may_enter(desk, move)
            if not done.entries:
                _require_version_for(desk, expected, done.now, move)
            _play(desk, done, move)
        except REFUSALS as refused:
            done.refused, done.place = refused, place
            break
    if done.entries:
        live.remember(desk, done.now)
    return done


def check_moves(desk: Desk, *, moves: Sequence[Mapping[str, Any]]) -> Recorded:
    """Say what `record_moves` would say, and write nothing.

    What a move leads to may follow from cards that its seat does not see. So only the steward is told how the
    hand would go on: for other keys `now` stays as it is, and a list ends after its first move (Forbidden).
    """
    now = live.current(desk)
    if now is None or now.hand is None:
        raise NotNow("no_hand")
    done, after = Recorded([], now), now
    for place, data in enumerate(moves):
        try:
            if place and desk.role != STEWARD:
                raise Forbidden("steward_only")
            move = _read_move(desk, after, data)
            _require_may_enter(desk, move)
            assert after.hand is not None, move
            seq = desk.seq + place + 1
            after = replace(after, hand=after.hand.played(move)[0], seqs=(*after.seqs, seq))
        except REFUSALS as refused:
            done.refused, done.place = refused, place
            break
        if desk.role == STEWARD:
            done.now = after
            done.tried[seq] = move.text
    if done.now is not now and done.now.state.over:
        report = desk.game.report(done.now.state)
        offsets = live.play_of(desk, Hand.objects.get(pk=now.hand_id), now.head).offsets
        done.score = desk.game.scored(now.terms, now.standing, now.dealer, report, offsets)
    return done


def _playing(desk: Desk, now: Live | None, expected: int | None) -> Live:
    """Return the hand in play; a finished one still answers, by the rule that ends it."""
    if now is None or now.hand is None or now.void:
        require_version(desk, expected)
        raise NotNow("no_hand")
    return now


def _require_may_enter(desk: Desk, move: Move) -> None:
    """A seat's key enters its own moves and cards turned up; only the steward lets a play stand."""
    if move.seat == NOBODY and desk.sees:
        return
    desk.require_seat(move.seat)
    if move.stood:
        desk.require_steward()


def _read_move(desk: Desk, now: Live, data: Mapping[str, Any]) -> Move:
    """Return the move of a JSON object; a card that chance chooses is drawn here.

    Where the service shuffled, nobody may name such a card.
    """
    assert now.hand is not None, data
    verb = desk.game.verbs.get(str(data.get("kind")))
    if verb is None or not verb.by_chance or now.sight != OPEN_SIGHT:
        move = now.hand.from_json(data)  # may be written as text
        if move.verb.by_chance and now.shuffled:
            raise Unacceptable("chance_chooses")
        return move
    seat, named = data.get("seat"), len(data) > 2
    if named and now.shuffled:
        raise Unacceptable("chance_chooses")
    if named or type(seat) is not int or not 0 <= seat < desk.seat_count:
        return now.hand.from_json(data)
    return Move(seat, verb, (_random.choice(_pool(desk, now, verb, seat)),))


def _pool(desk: Desk, now: Live, verb: Verb, seat: int) -> Sequence[int]:
    """Return the cards that chance may choose from; where nothing is to be drawn, one card to refuse."""
    phase = desk.game.phases.get(now.state.phase)
    act = phase.act(verb) if phase else None
    if act is None or not act.by(now.state) >> seat & 1 or not act.is_open(now.state, seat):
        return bits(desk.game.pack)[:1]
    return bits(act.allowed(now.state, seat, ()))


def _play(desk: Desk, done: Recorded, move: Move) -> None:
    assert done.now.hand is not None, move
    hand, verdict = done.now.hand.played(move)
    entry = log.append(desk, kind=log.MOVE, text=move.text, seat=move.seat, verdict=verdict, move=move)
    done.entries.append(entry)
    done.now, done.score = _after(desk, done.now, hand, entry)


def _after(desk: Desk, now: Live, hand: Followed, entry: log.Logged) -> tuple[Live, HandScore | None]:
    """Return the hand after an entry that changed it, and its score if it is over; then it is finished."""
    new = replace(now, hand=hand, head=entry.seq, seqs=(*now.seqs, entry.seq))
    if not hand.state.over:
        return new, None
    row = Hand.objects.get(pk=now.hand_id)
    if now.state.over:  # a card that the last move turned up is noted after the end
        Score.objects.filter(hand=row).delete()
    return new, rebuild.finish_played(desk, row, hand, new.seqs, entry.seq)
