"""Keys in cookies, and whose cards a phone that goes from hand to hand shows just now."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from referee.tables.desk import STEWARD, Desk, open_desk, writing
from referee.tables.errors import NoKey

KEY, SHOWN, NAMES = "t_", "s_", "names"
YEAR = 365 * 24 * 3600
SHOWN_FOR = 15 * 60
"""Seconds after which a phone that lies about hides the cards again."""
STAYS_FOR = 12 * 3600
MOST_TABLES = 30
"""How many tables' keys one browser carries; browsers send all of them with each request."""


def keys_of(request: HttpRequest) -> dict[str, str]:
    """Return the keys that this browser holds, by table."""
    return {name[2:]: value for name, value in request.COOKIES.items() if name.startswith(KEY) and value}


def key_of(request: HttpRequest, table_id: str) -> str:
    """Return the key that this browser holds for a table. Raises NoKey."""
    key = request.COOKIES.get(KEY + table_id)
    if not key:
        raise NoKey("no_key")
    return key


def reading(request: HttpRequest, table_id: str) -> Desk:
    """Open a table for reading with the browser's key. Raises NoTable, NoKey, Forbidden."""
    return open_desk(table_id, key_of(request, table_id))


@contextmanager
def changing(request: HttpRequest, table_id: str) -> Iterator[Desk]:
    """Open a table for writing with the browser's key: one transaction, the table locked."""
    with writing(table_id, key_of(request, table_id)) as desk:
        yield desk


def _put(response: HttpResponse, name: str, value: str, seconds: int, path: str = "/") -> None:
    response.set_cookie(
        name, value, max_age=seconds, path=path, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def give_key(request: HttpRequest, response: HttpResponse, table_id: str, key: str) -> None:
    """Let this browser keep a key; of very many tables it forgets the ones it has known longest."""
    known = [name for name in request.COOKIES if name.startswith(KEY) and name != KEY + table_id]
    for name in known[: max(0, len(known) - MOST_TABLES + 1)]:
        response.delete_cookie(name)
    _put(response, KEY + table_id, key, YEAR)


# -- the phone that goes round ---------------------------------------------------------------------


def shown_seat(request: HttpRequest, desk: Desk) -> int | None:
    """Return the seat whose cards this phone shows: its own, or on a steward's phone who said "I am …"."""
    return desk.seat if desk.role != STEWARD else _said(request, desk)[0]


def stays(request: HttpRequest, desk: Desk) -> bool:
    """Return whether a steward's phone stays with one player, since others have phones of their own."""
    return desk.role != STEWARD or _said(request, desk)[1]


def _said(request: HttpRequest, desk: Desk) -> tuple[int | None, bool]:
    cookie = request.COOKIES.get(SHOWN + desk.table_id, "")
    for seconds, salt, remains in ((SHOWN_FOR, "shown", False), (STAYS_FOR, "stays", True)):
        signer = signing.TimestampSigner(salt=f"{salt} {desk.table_id}")
        try:
            seat = int(signer.unsign(cookie, max_age=seconds))
        except signing.BadSignature:
            continue
        return (seat, remains) if seat < desk.seat_count else (None, False)
    return None, False


def show_seat(response: HttpResponse, table_id: str, seat: int | None, *, stay: bool = False) -> None:
    """Let this phone show a seat's cards from now on, or nobody's; with `stay` whoever moves meanwhile."""
    name, path = SHOWN + table_id, f"/tables/{table_id}/"
    if seat is None:
        response.delete_cookie(name, path=path, samesite="Lax")
    else:
        signer = signing.TimestampSigner(salt=f"{'stays' if stay else 'shown'} {table_id}")
        _put(response, name, signer.sign(str(seat)), STAYS_FOR if stay else SHOWN_FOR, path)


# -- remembered names ------------------------------------------------------------------------------


def remembered_names(request: HttpRequest) -> list[str]:
    """Return the names that were last given in this browser."""
    try:
        names: Any = signing.loads(request.COOKIES.get(NAMES, ""), salt=NAMES)
    except signing.BadSignature:
        return []
    return [str(name) for name in names]


def remember_names(response: HttpResponse, names: list[str]) -> None:
    """Keep names for the next table."""
    _put(response, NAMES, signing.dumps(names, salt=NAMES, compress=True), YEAR)
