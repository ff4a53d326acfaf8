"""The hand being played at each table, kept in memory so that a move does not replay the hand.

What the memory holds follows from the log up to one entry (`head`) and never changes, so it is right in every
process; a process that is behind, or new, replays the hand from the log.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from django.db import transaction

from referee.engine.match import Standing, Terms
from referee.engine.sources import Told
from referee.tables import log
from referee.tables.desk import Desk
from referee.tables.models import Entry, Hand

MOST = 2000
"""How many hands are kept in memory."""


@dataclass(frozen=True)
class Live:
    """The current hand of a table after the entry `head`."""

    head: int
    hand_id: int
    number: int
    dealer: int
    sight: str
    shuffled: bool
    standing: Standing
    terms: Terms
    state: Any

    @property
    def playing(self) -> bool:
        """Whether the hand has moves and is not over."""
        return self.state is not None and not self.state.over


_memory: "OrderedDict[str, Live]" = OrderedDict()
_lock = Lock()


def current(desk: Desk) -> Live | None:
    """Return the current hand of a table: the one being played, or the last one. None before the first."""
    if desk.hand_id is None:
        return None
    if desk.now is None or not _is_current(desk, desk.now):
        with _lock:
            live = _memory.get(desk.table_id)
        if live is None or not _is_current(desk, live):
            live = _caught_up(desk, live) or load(desk, desk.hand_id, desk.head)
        remember(desk, live)
    return desk.now


def _caught_up(desk: Desk, live: Live | None) -> Live | None:
    """Return a hand that another process has played on, brought up to date; None if it has to be loaded.

    With several processes this is the usual case: each sees only some of a table's moves.
    """
    if live is None or live.hand_id != desk.hand_id or live.head > desk.head or live.state is None:
        return None
    newer = log.chain(
        Entry.objects.filter(hand_id=live.hand_id, seq__gt=live.head).order_by("seq"), desk.head
    )
    if not newer or newer[0].prev != live.head:
        return None  # there was a takeback to before what is remembered
    state = live.state
    for entry in newer:
        state = desk.game.applied(state, desk.game.parse(entry.text, desk.seat_count))
    return replace(live, head=desk.head, state=state)


def _is_current(desk: Desk, live: Live) -> bool:
    return live.head == desk.head and live.hand_id == desk.hand_id


def remember(desk: Desk, live: Live) -> None:
    """Keep a hand at the desk, and in memory once its transaction is sure.

    Before that its last number may still be given back, and then belong to another move.
    """
    desk.now = live
    table_id = desk.table_id
    transaction.on_commit(lambda: _keep(table_id, live))


def _keep(table_id: str, live: Live) -> None:
    with _lock:
        _memory[table_id] = live
        _memory.move_to_end(table_id)
        if len(_memory) > MOST:
            _memory.popitem(last=False)


def load(desk: Desk, hand_id: int, head: int) -> Live:
    """Return a hand of the table as it stands after entry `head`, replayed from the log."""
    hand = Hand.objects.get(pk=hand_id)
    standing = Standing.from_json(hand.standing)
    state = None
    if hand.sight == "open":
        entries = Entry.objects.filter(hand_id=hand_id).order_by("seq")
        state = replayed(desk, standing, log.chain(entries, head))
    return Live(
        head, hand_id, hand.number, hand.dealer, hand.sight, hand.shuffled, standing, desk.terms, state
    )


def replayed(desk: Desk, standing: Standing, entries: list[Entry]) -> Any:
    """Return the state that a deal entry and the moves after it lead to."""
    state = _dealt(desk, standing, entries[0])
    for told in followed(desk, standing, entries):
        state = told.state
    return state


def followed(desk: Desk, standing: Standing, entries: list[Entry]) -> Iterator[Told]:
    """Yield the moves after a deal entry, each with the state after it."""
    state = _dealt(desk, standing, entries[0])
    for entry in entries[1:]:
        move = desk.game.parse(entry.text, desk.seat_count)
        state = desk.game.applied(state, move)
        yield Told(move, state)


def _dealt(desk: Desk, standing: Standing, deal: Entry) -> Any:
    assert deal.data is not None, deal
    return desk.game.start(desk.terms, standing, deal.data["dealer"], deal.data["deal"])
