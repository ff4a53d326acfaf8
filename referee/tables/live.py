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

from referee.engine import sight
from referee.engine.match import Standing, Terms
from referee.engine.sight import Followed
from referee.engine.sources import Told
from referee.tables import log
from referee.tables.desk import Desk
from referee.tables.models import Entry, Hand
from referee.tables.played import HandPlay, Step, as_it_stands

MOST = 2000
"""How many hands are kept in memory."""


@dataclass(frozen=True)
class Live:
    """The current hand of a table after the entry `head`.

    `hand` is None for one that was only scored. `seqs` are the numbers of the entries of its moves: what is
    found at hidden sight names moves by their place in the hand.
    """

    head: int
    hand_id: int
    number: int
    dealer: int
    sight: str
    shuffled: bool
    standing: Standing
    terms: Terms
    hand: Followed | None
    seqs: tuple[int, ...] = ()
    void: bool = False

    @property
    def state(self) -> Any:
        """The state of the hand, or None."""
        return None if self.hand is None else self.hand.state

    @property
    def playing(self) -> bool:
        """Whether the hand has moves and is not over."""
        return self.hand is not None and not self.hand.state.over and not self.void


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
    if live is None or live.hand_id != desk.hand_id or live.head > desk.head or live.hand is None:
        return None
    newer = log.chain(
        Entry.objects.filter(hand_id=live.hand_id, seq__gt=live.head).order_by("seq"), desk.head
    )
    if not newer or newer[0].prev != live.head or any(entry.kind != log.MOVE for entry in newer):
        return None  # there was a takeback to before what is remembered, or a correction
    hand = live.hand
    for entry in newer:
        hand = hand.followed(hand.parse(entry.text))
    return replace(live, head=desk.head, hand=hand, seqs=(*live.seqs, *(entry.seq for entry in newer)))


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
    row = Hand.objects.get(pk=hand_id)
    standing = Standing.from_json(row.standing)
    play = play_of(desk, row, head)
    hand = None if row.sight == "score" else replayed(desk, standing, play)
    seqs = tuple(step.seq for step in play.moves)
    return Live(
        head,
        hand_id,
        row.number,
        play.first.data["dealer"],
        row.sight,
        row.shuffled,
        standing,
        desk.terms,
        hand,
        seqs,
        play.void,
    )


def play_of(desk: Desk, row: Hand, head: int) -> HandPlay:
    """Return what was played of a hand as it stands after entry `head`, which may be of a later hand."""
    entries = Entry.objects.filter(table_id=desk.table_id, kind__in=log.OF_PLAY, seq__gte=row.first_seq)
    chain = [entry for entry in log.chain(entries.order_by("seq"), head) if entry.hand_id == row.pk]
    (play,) = as_it_stands(desk.game, chain)
    return play


def replayed(desk: Desk, standing: Standing, play: HandPlay) -> Followed:
    """Return the hand that a deal and the moves after it lead to."""
    hand = dealt(desk, standing, play.first)
    for step in play.moves:
        hand = hand.followed(hand.parse(step.text))
    return hand


def told(desk: Desk, standing: Standing, play: HandPlay) -> Iterator[Told]:
    """Yield the moves of a hand, each with the state after it."""
    hand = dealt(desk, standing, play.first)
    for step in play.moves:
        move = hand.parse(step.text)
        hand = hand.followed(move)
        yield Told(move, hand.state)


def dealt(desk: Desk, standing: Standing, deal: Step) -> Followed:
    """Return a hand right after its deal."""
    data = deal.data
    return sight.started(desk.game, desk.terms, standing, data["dealer"], data["sight"], data["deal"])
