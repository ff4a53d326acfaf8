"""Records: a table as one JSON value, out and in, and the referee that keeps nothing."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from api import answers, headers, operations
from api.answers import refusal_problem
from api.body import read_json, read_object
from api.endpoint import Endpoint, TableEndpoint
from api.problems import told
from api.views.tables import new_table
from referee import games
from referee.engine.errors import RefereeError, Refused
from referee.engine.game import Game
from referee.engine.record import read_record
from referee.engine.record_schema import record_schema
from referee.engine.replay import HandReplay, Step, StepFault, replay
from referee.tables import importing, queries
from referee.tables.errors import RecordRefused


class TableRecord(TableEndpoint):
    """A table's record."""

    @operations.show_record
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """Show the record of the finished hands."""
        return self.read(request, table_id, lambda desk: queries.record(desk).as_json())


class Records(Endpoint):
    """Records that come in."""

    @operations.import_record
    def post(self, request: Request) -> HttpResponse:
        """Make a table of a record, with every hand and move in its log."""
        sent = read_object(request._request)
        record = read_record(sent, games.all_games())
        try:
            return new_table(
                request, sent, lambda secret: importing.import_record(record, idempotency=secret)
            )
        except RecordRefused as refused:
            faults = [
                {"hand": number, **fault_json(record.game, fault)}
                for number, found in enumerate(refused.replay.hands)
                for fault in found.faults
            ]
            return answers.problem_answer(refusal_problem(refused, record.game, faults=faults))


class RecordSchema(Endpoint):
    """The form of records."""

    @operations.show_record_schema
    def get(self, request: Request) -> HttpResponse:
        """Show the JSON Schema of records."""
        return answers.answer(record_schema(games.all_games()))


class Replays(Endpoint):
    """The stateless referee."""

    @operations.replay_record
    def post(self, request: Request) -> HttpResponse:
        """Replay a record and say what every step was worth; nothing is kept."""
        legal = headers.flag(request.query_params, "legal")
        record = read_record(read_json(request._request), games.all_games())
        found = replay(record, legal=legal)
        standing = found.standing
        body = {
            "hands": [hand_json(record.game, hand) for hand in found.hands],
            "standing": {
                "scores": list(standing.totals),
                "winners": None if standing.winners is None else list(standing.winners),
            },
        }
        if record.other_rules:
            body["made_under"] = record.other_rules
            body["rules"] = {"version": record.game.version, "profile": record.game.profile(record.terms)}
        return answers.answer(body)


def hand_json(game: Game[Any], found: HandReplay) -> dict[str, Any]:
    """Return what the replay of one hand found."""
    return {
        "steps": [step_json(game, step) for step in found.steps],
        "faults": [fault_json(game, fault) for fault in found.faults],
        "result": None if found.score is None else found.score.result,
    }


def step_json(game: Game[Any], step: Step) -> dict[str, Any]:
    """Return one step: the move, its verdict, and why it is not legal."""
    told: dict[str, Any] = {"move": step.text, "verdict": step.verdict}
    if step.error is not None:
        told |= {"rule": rule_of(step.error), "detail": in_words(game, step.error)}
    if step.legal is not None:
        told["legal"] = step.legal
    return told


def fault_json(game: Game[Any], fault: StepFault) -> dict[str, Any]:
    """Return one fault: at open sight the step itself is to blame, at hidden sight what the proof says."""
    return {
        "step": fault.step,
        "rule": fault.rule,
        "code": fault.error.code,
        "detail": in_words(game, fault.error),
        "suspects": list(fault.suspects),
        "evidence": list(fault.evidence),
    }


def rule_of(error: RefereeError) -> str | None:
    """Return the id of the rule that an error cites; words that are no move break none."""
    return error.rule if isinstance(error, Refused) else None


def in_words(game: Game[Any], error: RefereeError) -> str:
    """Return what is wrong and by which rule, in the asked language."""
    sentence = told(error.sentence, error.params)
    if not isinstance(error, Refused):
        return sentence
    rule = game.rule_of(error)
    return f"{sentence} {rule.id}: {gettext(rule.text)}"
