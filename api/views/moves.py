"""Moves: recorded, checked, and listed from the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_noop as _
from rest_framework.request import Request

from api import answers, headers, operations
from api.answers import refusal_problem
from api.body import read_json
from api.endpoint import Json, Ndjson, TableEndpoint
from referee.engine.errors import BadForm, Fault, NotAMove, Refused
from referee.tables import commands, judged, live, queries
from referee.tables.commands import MAX_MOVES, Recorded
from referee.tables.desk import Desk


class Moves(TableEndpoint):
    """The moves of a table: POST plays, GET lists the log."""

    renderer_classes = [Json, Ndjson]

    @operations.record_moves
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Record one move, or a list of moves in order as far as they are accepted."""
        sent = read_json(request._request)
        single, moves = _moves(sent)

        def command(desk: Desk, expected: int | None) -> tuple[int, Mapping[str, Any]]:
            done = commands.record_moves(desk, moves=moves, expected=expected)
            return told(desk, done, moves, single=single, success=201)

        return self.write(request, table_id, sent, command)

    @operations.list_entries
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """List log entries after a number, as JSON or with one entry on each line."""
        after = headers.whole_number(request.query_params, "after")
        lines = request.accepted_renderer.media_type == answers.NDJSON

        def listed(desk: Desk) -> Any:
            entries = queries.entries_after(desk, after)
            last = entries[-1]["seq"] if entries else desk.seq
            return entries if lines else {"entries": entries, "seq": desk.seq, "more": last < desk.seq}

        return self.read(request, table_id, listed, answers.encode_lines if lines else answers.encode)


class Check(TableEndpoint):
    """The same question without consequences."""

    @operations.check_moves
    def post(self, request: Request, table_id: str) -> HttpResponse:
        """Say what recording these moves would answer, and write nothing."""
        sent = read_json(request._request)
        single, moves = _moves(sent)

        def command(desk: Desk, _expected: int | None) -> tuple[int, Mapping[str, Any]]:
            done = commands.check_moves(desk, moves=moves)
            return told(desk, done, moves, single=single, success=200)

        return self.ask(request, table_id, command)


class LegalMoves(TableEndpoint):
    """What may be done now."""

    @operations.list_legal_moves
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """List the legal moves of the seats that the key sees."""

        def listed(desk: Desk) -> Any:
            moves = queries.legal_moves(desk)
            return {
                "seq": desk.seq,
                "to_act": queries.to_act(desk, live.current(desk)),
                "moves": [move.as_json() for move in moves],
                "legal": [move.text for move in moves],
            }

        return self.read(request, table_id, listed)


def _moves(sent: Any) -> tuple[bool, Sequence[Mapping[str, Any]]]:
    """Return whether a single move was sent, and the moves. Raises BadForm."""
    if isinstance(sent, dict):
        return True, [sent]
    if not isinstance(sent, list):
        raise BadForm([Fault("", "wrong_type", {"expected": _("a move or a list of moves")})])
    if not sent:
        raise BadForm([Fault("", "blank", {})])
    if len(sent) > MAX_MOVES:
        raise BadForm([Fault("", "too_many", {"high": MAX_MOVES})])
    wrong = [i for i, item in enumerate(sent) if not isinstance(item, dict)]
    if wrong:
        raise BadForm([Fault(f"/{i}", "wrong_type", {"expected": "an object"}) for i in wrong])
    return False, sent


def told(
    desk: Desk, done: Recorded, moves: Sequence[Mapping[str, Any]], *, single: bool, success: int
) -> tuple[int, dict[str, Any]]:
    """Return status and body of the answer to moves that were recorded or checked."""
    refused = None if done.refused is None else _refusal(desk, done, moves[done.place])
    accepted = done.place if refused else len(moves)
    if refused and not accepted:
        return refused["status"], refused if single else refused | {"place": 0}
    now = done.now
    body: dict[str, Any] = {} if single else {"accepted": [], "refused": None}
    entries = [queries.logged_json(desk, entry, now) for entry in done.entries]
    if single:
        body["entry"] = entries[0] if entries else None
    else:
        body["accepted"] = entries
        body["count"] = accepted
        body["refused"] = refused and {"place": done.place, "problem": refused}
    body |= {
        "seq": desk.seq,
        "to_act": queries.to_act(desk, now),
        "legal": queries.legal_texts_in(desk, now),
        "over": now.state.over,
        "result": None if done.score is None else done.score.result,
        "findings": judged.told_findings(desk, now, done.tried),
    }
    return success, body


def text_of(desk: Desk, move: Mapping[str, Any]) -> str:
    """Return a move as it was sent in canonical text, or an empty text where it is no move."""
    try:
        return desk.game.from_json(move, desk.seat_count, hidden=True).text
    except NotAMove:
        return str(move.get("text", ""))


def _refusal(desk: Desk, done: Recorded, move: Mapping[str, Any]) -> dict[str, Any]:
    assert done.refused is not None
    more: dict[str, Any] = {"rules": queries.rules_of(desk)} if isinstance(done.refused, Refused) else {}
    changes = judged.suggestions(desk, done.now, done.refused, text_of(desk, move))
    if changes:
        more["suggestions"] = changes
    return refusal_problem(
        done.refused,
        desk.game,
        seq=desk.seq,
        move=move,
        legal=queries.legal_texts_in(desk, done.now),
        **more,
    )
