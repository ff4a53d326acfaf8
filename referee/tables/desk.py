"""Opening a table with a key: who may do what, and the row lock under which everything is written."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

from referee import games
from referee.engine.errors import BadForm, Fault
from referee.engine.game import Game
from referee.engine.match import Terms
from referee.postgres.base import ours
from referee.tables.errors import Forbidden, NoKey, NoTable, NotNow
from referee.tables.ids import digest
from referee.tables.models import Table
from referee.tables.settings import DEFAULTS

if TYPE_CHECKING:
    from referee.tables.live import Live

STEWARD, SEAT, VIEWER = "steward", "seat", "viewer"

# One statement finds the table, locks it, and says what the key is worth.
_FIND = """
    SELECT t.game, t.status, t.seq, t.head, t.hand_id, t.seat_count, k.role, k.seat
    FROM tables_table t LEFT JOIN tables_key k
      ON k.table_id = t.id AND k.digest = $1 AND k.revoked_at IS NULL
    WHERE t.id = $2
"""
_FIND_AND_LOCK = _FIND + " FOR UPDATE OF t"


@dataclass
class Desk:
    """A table as it stands, opened by somebody in a role; locked if it was opened for writing."""

    table_id: str
    game_slug: str
    status: str
    seq: int
    head: int
    hand_id: int | None
    seat_count: int
    role: str
    seat: int | None
    now: "Live | None" = None

    @property
    def sees(self) -> int:
        """The seats with whose eyes this role sees, as a set: all for the steward, none for a viewer."""
        if self.role == STEWARD:
            return (1 << self.seat_count) - 1
        return 0 if self.seat is None else 1 << self.seat

    def seen_from(self, seat: int | None) -> "Desk":
        """Return the same table as one seat sees it, or a viewer: for a phone that goes from hand to hand.

        Never shows more than this desk does; what is written with it counts as done by that seat.
        """
        if seat is not None and not self.sees >> seat & 1:
            raise Forbidden("not_your_seat", seat=seat)
        narrow = replace(self, role=VIEWER if seat is None else SEAT, seat=seat)
        if "table" in self.__dict__:
            narrow.__dict__["table"] = self.table
        return narrow

    @cached_property
    def game(self) -> Game[Any]:
        """The game played here."""
        return games.get(self.game_slug)

    @cached_property
    def table(self) -> Table:
        """The whole row; loaded only where it is needed."""
        return Table.objects.get(pk=self.table_id)

    def setting(self, key: str) -> str:
        """Return how the table wants to be refereed in one respect."""
        found: str = self.table.settings.get(key, DEFAULTS[key])
        return found

    @property
    def terms(self) -> Terms:
        """What the table plays under, which never changes."""
        return Terms(self.table.terms, self.seat_count) if self.now is None else self.now.terms

    def require_steward(self) -> None:
        """Raise Forbidden for every key but the steward's."""
        if self.role != STEWARD:
            raise Forbidden("steward_only")

    def require_seat(self, seat: int) -> None:
        """Raise Forbidden for a key that may not move for a seat."""
        if not self.sees >> max(seat, 0) & 1 or seat < 0:
            raise Forbidden("not_your_seat", seat="-" if seat < 0 else seat)

    def speaking_seat(self, seat: int | None) -> int:
        """Return the seat that is spoken for: the one named, by default the key's own.

        Raises BadForm where neither says which, Forbidden for a key that may not speak for it.
        """
        seat = self.seat if seat is None else seat
        if seat is None:
            raise BadForm([Fault("/seat", "missing", {})])
        self.require_seat(seat)
        return seat

    def require_open(self) -> None:
        """Raise NotNow where the table is closed."""
        if self.status != Table.OPEN:
            raise NotNow("table_closed")


def open_desk(table_id: str, key: str | None, *, lock: bool = False) -> Desk:
    """Return a table opened with a key.

    Raises NoTable, NoKey where no key was given, Forbidden where the key does not open this table. With
    `lock`, which needs a transaction, nobody else can write to the table until it ends.
    """
    if key is None:
        raise NoKey("no_key")
    if "\0" in table_id:
        raise NoTable("no_table")
    row = ours().find(_FIND_AND_LOCK if lock else _FIND, [digest(key), table_id])
    if row is None:
        raise NoTable("no_table")
    game, status, seq, head, hand_id, seat_count, role, seat = row
    if role is None:
        raise Forbidden("wrong_key")
    return Desk(
        table_id,
        str(game),
        str(status),
        int(seq or 0),
        int(head or 0),
        None if hand_id is None else int(hand_id),
        int(seat_count or 0),
        role,
        None if seat is None else int(seat),
    )


@contextmanager
def writing(table_id: str, key: str | None) -> Iterator[Desk]:
    """Open a table for writing: one transaction, the table's row locked from its first statement on."""
    with transaction.atomic():
        yield open_desk(table_id, key, lock=True)


@contextmanager
def reading(table_id: str, key: str | None) -> Iterator[Desk]:
    """Open a table for reading: everything read inside belongs to one moment, that of the table's `seq`."""
    inside = connection.in_atomic_block
    with transaction.atomic():
        if not inside:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield open_desk(table_id, key)
