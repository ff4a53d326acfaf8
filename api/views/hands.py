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
from api.views.moves import to_act
from referee.engine.forms import Reader
from referee.engine.record import OPEN_SIGHT
from referee.tables import commands, live, queries
from referee.tables.desk import Desk
from referee.tables.log import Logged

MOST_REASON = 500


class Hands(TableEndpoint):
    """The hands of a table."""

    @operations.deal_hand
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Deal the next hand: the cards that are given, or cards that the service shuffles."""
        sent = read_object(request._request)
        deal, dealer = _read_hand(sent)

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            desk.require_steward()
            entry, _ = cold(lambda: commands.start_hand(desk, expected=expected, deal=deal, dealer=dealer))
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
        reason = _read_reason(reader)
        reader.finish()

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            entry = cold(lambda: commands.take_back(desk, to=to, reason=reason, expected=expected))
            return 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)


def hand_told(desk: Desk, entry: Logged) -> dict[str, Any]:
    """Return the answer to a write that changed the hand: the entry, and the hand as it is now."""
    desk.__dict__.pop("table", None)  # the row has moved on
    now = live.current(desk)
    state = None if now is None else now.state
    return {
        "entry": queries.entries_after(desk, entry.seq - 1)[0],
        "seq": desk.seq,
        "hand": queries.hand_view(desk),
        "standing": desk.table.standing,
        "to_act": to_act(desk, state),
        "legal": [] if state is None else [move.text for move in queries.legal_in(desk, state)],
    }


def _read_hand(sent: Mapping[str, Any]) -> tuple[Any, int | None]:
    reader = Reader(sent)
    if reader.has("sight") and sent["sight"] != OPEN_SIGHT:
        hidden = sent["sight"] == "hidden"
        reader.note("/sight", "hidden_sight" if hidden else "not_a_choice", choices=OPEN_SIGHT)
    shuffle = sent["shuffle"] if reader.has("shuffle") else False
    if not isinstance(shuffle, bool):
        reader.note("/shuffle", "wrong_type", expected=_("true or false"))
    deal = sent["deal"] if reader.has("deal") else None
    if deal is None and not shuffle:
        reader.note("/deal", "missing")
    if deal is not None and shuffle:
        reader.note("/shuffle", "conflict")
    dealer = _read_dealer(reader)
    reader.finish()
    return deal, dealer


def _read_dealer(reader: Reader) -> int | None:
    if not reader.has("dealer") or reader.data["dealer"] is None:
        return None
    return reader.integer("dealer", 0, MOST)


def _read_reason(reader: Reader) -> str:
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
