"""The log: adding entries, and following its entries of play back from the head."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone

from referee.engine.irregularities import TAKE_BACK
from referee.engine.moves import Move
from referee.postgres.base import ours
from referee.tables.desk import Desk
from referee.tables.models import Entry

TABLE, DEAL, MOVE, RESULT = "table", "deal", "move", "result"
RULING, AMENDMENT = "ruling", "amendment"
TAKEBACK, SEATS, STATUS, SETTINGS = "takeback", "seats", "status", "settings"
PROPOSAL, VOTE, CONFIRM, SHOWN = "proposal", "vote", "confirm", "shown"
OF_PLAY = (DEAL, MOVE, RESULT, RULING, AMENDMENT)
"""Kinds of entry that make up the play, and that a takeback undoes."""

# The entry and the table's numbers in one statement, since this is on the path of every move.
_APPEND = """
    WITH added AS (
        INSERT INTO tables_entry
            (table_id, seq, prev, head, hand_id, kind, seat, text, data, verdict, by_role, by_seat, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    )
    UPDATE tables_table SET seq = $2, head = $4, changed_at = $13 WHERE id = $1
"""


class Logged(NamedTuple):
    """An entry that was just added."""

    seq: int
    hand_id: int | None
    kind: str
    seat: int | None
    text: str
    verdict: str
    by_role: str
    by_seat: int | None
    at: datetime
    move: Move | None = None


def append(
    desk: Desk,
    *,
    kind: str,
    text: str,
    seat: int | None = None,
    data: Mapping[str, Any] | None = None,
    head: int | None = None,
    hand_id: int | None = None,
    verdict: str = "legal",
    move: Move | None = None,
) -> Logged:
    """Add an entry to the log of a locked table and return it.

    Takes the kind and canonical text; `head` for a takeback, which alone moves it elsewhere; the hand that it
    is about where that is not the current hand, or where an entry is not of play and yet about a hand.
    """
    seq, prev, now = desk.seq + 1, desk.head, timezone.now()
    if head is None:
        head = seq if kind in OF_PLAY else desk.head
    desk.seq, desk.head = seq, head
    if hand_id is None and kind in OF_PLAY:
        hand_id = desk.hand_id
    stored = None if data is None else json.dumps(data)
    who = (desk.role, desk.seat)
    added: list[Any] = [desk.table_id, seq, prev, head, hand_id, kind, seat, text, stored, verdict, *who, now]
    ours().hold(_APPEND, added)
    return Logged(seq, hand_id, kind, seat, text, verdict, desk.role, desk.seat, now, move)


def chain(entries: Iterable[Entry], head: int) -> list[Entry]:
    """Return the entries of play that have not been taken back, oldest first.

    Takes entries of one table and the head to start from; goes back as far as the given entries reach.
    """
    by_seq = {entry.seq: entry for entry in entries}
    live: list[Entry] = []
    while head in by_seq:
        live.append(by_seq[head])
        head = by_seq[head].prev
    return live[::-1]


def is_undone(entry: Entry, kept: Collection[int]) -> bool:
    """Return whether an entry of play does not count any more.

    Takes the numbers of the entries of the play as it stands. A ruling by which something was taken back does
    what a takeback does, and like one stands beside the play.
    """
    back = entry.kind == RULING and (entry.data or {}).get("remedy") == TAKE_BACK
    return entry.kind in OF_PLAY and not back and entry.seq not in kept


def play_of_table(table_id: str) -> Sequence[Entry]:
    """Return every entry of play of a table, taken back or not, oldest first."""
    return list(Entry.objects.filter(table_id=table_id, kind__in=OF_PLAY).order_by("seq"))
