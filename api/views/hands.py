"""Hands: dealt, scored without play, and taken back."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_noop as _
from rest_framework.request import Request

from api import operations
from api.body import read_object
from api.endpoint import TableEndpoint, cold
from api.headers import MOST
from referee.engine.forms import Reader
from referee.engine.record import HIDDEN_SIGHT, OPEN_SIGHT
from referee.tables import commands, corrections, judged, live, log, queries
from referee.tables.desk import Desk
from referee.tables.log import Logged

MOST_REASON = 500


class Hands(TableEndpoint):
    """The hands of a table."""

    @operations.deal_hand
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Deal the next hand: the cards that are given, or cards that the service shuffles."""
        sent = read_object(request._request)
        sight, deal, dealer = _read_hand(sent)

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            desk.require_steward()
            entry, _ = cold(
                lambda: commands.start_hand(desk, expected=expected, deal=deal, dealer=dealer, sight=sight)
            )
            return 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)


class Results(TableEndpoint):
    """Hands that were played without the referee."""

    @operations.score_hand
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Score a hand from what the table reports."""
        sent = read_object(request._request)
        reader = Reader(sent)
        entered, dealer = reader.value("entered"), _read_dealer(reader)
        reader.finish()

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            desk.require_steward()
            entry, _ = cold(
                lambda: commands.record_result(desk, expected=expected, entered=entered, dealer=dealer)
            )
            return 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)


class Takebacks(TableEndpoint):
    """Going back."""

    @operations.take_back
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Go back to how the table stood after an entry."""
        sent = read_object(request._request)
        reader = Reader(sent)
        to = reader.integer("to", 0, MOST)
        reason = read_reason(reader)
        reader.finish()

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            entry = cold(lambda: corrections.take_back(desk, to=to, reason=reason, expected=expected))
            return 202 if entry.kind == log.PROPOSAL else 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)


def hand_told(desk: Desk, entry: Logged) -> dict[str, Any]:
    """Return the answer to a write that changed the hand: the entry, and the hand as it is now."""
    desk.__dict__.pop("table", None)  # the row has moved on
    now = live.current(desk)
    return {
        "entry": queries.entries_after(desk, entry.seq - 1)[0],
        "seq": desk.seq,
        "hand": queries.hand_view(desk),
        "standing": desk.table.standing,
        "to_act": queries.to_act(desk, now),
        "legal": [move.text for move in queries.legal_moves(desk)],
        "findings": judged.told_findings(desk, now),
        "proposal": judged.proposal(desk),
    }


def _read_hand(sent: Mapping[str, Any]) -> tuple[str, Any, int | None]:
    reader = Reader(sent)
    sights = (OPEN_SIGHT, HIDDEN_SIGHT)
    sight = reader.text("sight", sights) if reader.has("sight") else OPEN_SIGHT
    shuffle = read_flag(reader, "shuffle")
    deal = sent["deal"] if reader.has("deal") else None
    if deal is None and not shuffle and sight == OPEN_SIGHT:
        reader.note("/deal", "missing")
    if (sight == HIDDEN_SIGHT and shuffle) or (deal is not None and shuffle):
        reader.note("/shuffle", "conflict")
    dealer = _read_dealer(reader)
    reader.finish()
    return sight, deal, dealer


def read_flag(reader: Reader, key: str, *, needed: bool = False) -> bool:
    """Return a member that is true or false; false where it is left out, unless it is needed."""
    value = reader.value(key) if needed else reader.has(key) and reader.data[key]
    if not isinstance(value, bool) and reader.has(key):
        reader.note(f"/{key}", "wrong_type", expected=_("true or false"))
    return value is True


def _read_dealer(reader: Reader) -> int | None:
    if not reader.has("dealer") or reader.data["dealer"] is None:
        return None
    return reader.integer("dealer", 0, MOST)


def read_reason(reader: Reader) -> str:
    """Return the reason that was given, if any."""
    reason = reader.data["reason"] if reader.has("reason") else ""
    if not isinstance(reason, str):
        reader.note("/reason", "wrong_type", expected="a text")
        return ""
    reason = reason.strip()
    if len(reason) > MOST_REASON:
        reader.note("/reason", "too_long", high=MOST_REASON)
    if not reason.isprintable():
        reader.note("/reason", "control_character")
    return reason
