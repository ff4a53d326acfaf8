"""Judging and correcting: findings, rulings, amendments, confirmations, votes, cards shown afterwards."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from api import headers, operations
from api.body import read_object
from api.endpoint import TableEndpoint, cold
from api.headers import MOST
from api.views.hands import hand_told, read_flag, read_reason
from referee.engine.cards import ANY
from referee.engine.forms import Reader
from referee.tables import corrections, judged, judging
from referee.tables.desk import Desk

MOST_CHANGES = 50
"""How many entries one amendment may change."""

MOST_HANDS = 10_000
MOST_CARDS = 52


class Findings(TableEndpoint):
    """What the cards that were shown prove."""

    @operations.list_findings
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """List what is proved in a hand, as far as it is to be told now, and the audit after its end."""
        number = headers.whole_number(request.query_params, "hand") or None
        return self.read(request, table_id, lambda desk: judged.findings(desk, number))


class Shown(TableEndpoint):
    """Cards shown after a hand."""

    @operations.show_cards
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Note cards that a seat showed after the end."""
        sent = read_object(request._request)
        reader = Reader(sent)
        number, seat = reader.integer("hand", 1, MOST_HANDS), reader.integer("seat", 0, MOST)
        count = len(sent["cards"]) if isinstance(sent.get("cards"), list) else 0
        cards = reader.cards("cards", min(count, MOST_CARDS), ANY)
        dealt = read_flag(reader, "dealt")
        reader.finish()

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            cold(
                lambda: judging.show_cards(
                    desk, number=number, seat=seat, cards=cards, dealt=dealt, expected=expected
                )
            )
            return 201, judged.findings(desk, number)

        return self.write(request, table_id, sent, command)


class Rulings(TableEndpoint):
    """What the table decides."""

    @operations.list_rulings
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """List the irregularities that the game knows, with their remedies, and the rulings made."""
        return self.read(request, table_id, judged.rulings)

    @operations.rule
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Apply a remedy."""
        sent = read_object(request._request)
        reader = Reader(sent)
        reason = read_reason(reader)
        if reader.faults:
            reader.finish(allow=tuple(sent))

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            ruling = {key: value for key, value in sent.items() if key != "reason"}
            entry = cold(lambda: judging.rule(desk, sent=ruling, reason=reason, expected=expected))
            return 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)


class Amendments(TableEndpoint):
    """Earlier entries that were wrong."""

    @operations.amend
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Say how earlier entries are to be read from now on; with `?preview=1`, what that would do."""
        sent = read_object(request._request)
        preview = headers.flag(request.query_params, "preview")
        reader = Reader(sent)
        changes, single = _changes(reader), not reader.has("changes")
        reason, stand = read_reason(reader), read_flag(reader, "stand")
        reader.finish()

        def look(desk: Desk, _expected: int | None) -> tuple[int, Mapping[str, Any]]:
            trial = corrections.try_out(
                desk, corrections.read_changes(desk, changes, single=single), stand=stand
            )
            return 200, {"seq": desk.seq, "preview": judged.trial_view(desk, trial), "written": None}

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            entry, trial = cold(
                lambda: corrections.amend(
                    desk, changes=changes, reason=reason, stand=stand, expected=expected, single=single
                )
            )
            told = judged.trial_view(desk, trial)
            return 201, {"seq": desk.seq, "preview": told, "written": hand_told(desk, entry)}

        return self.ask(request, table_id, look) if preview else self.write(request, table_id, sent, command)


def _changes(reader: Reader) -> list[Mapping[str, Any]]:
    """Return the changes: a list of them, or one whose members stand in the body itself."""
    if not reader.has("changes"):
        members = ("entry", "move", "text", "entered", "dealer", "deal")
        return [{key: reader.data[key] for key in members if reader.has(key)}]
    changes = reader.data["changes"]
    if not isinstance(changes, list):
        reader.note("/changes", "wrong_type", expected="a list")
        return []
    if not 1 <= len(changes) <= MOST_CHANGES:
        reader.note("/changes", "too_many" if changes else "blank", high=MOST_CHANGES)
    for place, change in enumerate(changes):
        if not isinstance(change, Mapping):
            reader.note(f"/changes/{place}", "wrong_type", expected="an object")
    return changes


class Confirmations(TableEndpoint):
    """Results that players agree on."""

    @operations.confirm
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Say for a seat that the result of a hand is right."""
        sent = read_object(request._request)
        reader = Reader(sent)
        number = reader.integer("hand", 1, MOST_HANDS)
        seat = reader.integer("seat", 0, MOST) if sent.get("seat") is not None else None
        reader.finish(allow=("seat",))

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            entry = cold(lambda: judging.confirm(desk, number=number, seat=seat, expected=expected))
            return 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)


class Votes(TableEndpoint):
    """Votes on a takeback that somebody proposed."""

    @operations.vote
    def post(self, request: Request, table_id: str, proposal: int) -> HttpResponse:
        """Agree, or decline."""
        sent = read_object(request._request)
        reader = Reader(sent)
        agree = read_flag(reader, "agree", needed=True)
        seat = reader.integer("seat", 0, MOST) if sent.get("seat") is not None else None
        reader.finish(allow=("seat",))

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            entry = cold(
                lambda: corrections.vote(desk, proposal=proposal, seat=seat, agree=agree, expected=expected)
            )
            return 201, hand_told(desk, entry)

        return self.write(request, table_id, sent, command)
