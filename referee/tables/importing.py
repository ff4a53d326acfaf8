"""Making a table of a record, with every hand, move and ruling in its log."""

from itertools import groupby

from django.db import transaction

from referee.engine.irregularities import OFFSET
from referee.engine.record import OPEN_SIGHT, HandRecord, Record
from referee.engine.replay import check_record
from referee.tables.commands import Keys, create_table, record_moves, record_result, start_hand
from referee.tables.desk import Desk
from referee.tables.errors import RecordRefused
from referee.tables.judging import rule


def import_record(record: Record, *, idempotency: str | None = None) -> tuple[Desk, Keys]:
    """Make a table of a record.

    Raises BadForm with all faults of form, RecordRefused where the record breaks rules.
    """
    found = check_record(record)
    if any(hand.broken for hand in found.hands):
        raise RecordRefused(found)
    with transaction.atomic():
        desk, keys = create_table(
            game=record.game, options=record.options, names=list(record.seats), idempotency=idempotency
        )
        for hand in record.hands:
            _import_hand(desk, hand)
        desk.__dict__.pop("table", None)
    return desk, keys


def _import_hand(desk: Desk, hand: HandRecord) -> None:
    desk.__dict__.pop("table", None)  # the standing has moved on
    if hand.entered is not None:
        record_result(desk, expected=desk.seq, entered=hand.entered, dealer=hand.dealer)
    else:
        sight = hand.sight or OPEN_SIGHT
        start_hand(desk, expected=desk.seq, deal=hand.deal, dealer=hand.dealer, sight=sight)
    for of_referee, texts in groupby(hand.moves, key=lambda text: text.startswith("*")):
        if of_referee:
            for text in texts:
                _import_ruling(desk, text)
        else:
            done = record_moves(desk, moves=[{"text": text} for text in texts], expected=desk.seq)
            assert done.refused is None, done.refused


def _import_ruling(desk: Desk, text: str) -> None:
    words = text.split()
    if words[1] == OFFSET:
        sent = {"remedy": OFFSET, "side": int(words[2]), "points": int(words[3])}
    else:
        told = desk.game.parse(text, desk.seat_count, hidden=True).as_json()
        sent = {"remedy": told["kind"]} | {
            key: value for key, value in told.items() if key not in ("seat", "kind", "text")
        }
    rule(desk, sent=sent, reason="", expected=desk.seq)
