"""The catalogue of games."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from api import answers, operations
from api.endpoint import Endpoint
from api.problems import ApiError
from referee import games
from referee.engine import forms
from referee.engine.game import Game
from referee.engine.match import Terms
from referee.engine.moves import NOBODY, REFEREE, Param, Verb
from referee.engine.rules import resolve

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Games(Endpoint):
    """All games."""

    @operations.list_games
    def get(self, request: Request) -> HttpResponse:
        """List the games."""
        return answers.answer({"games": [summary(game) for game in games.all_games().values()]})


class OneGame(Endpoint):
    """One game."""

    @operations.show_game
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Show a game: seats, options, presets, forms of deal and report, kinds of move, numbered rules."""
        game = games.all_games().get(slug)
        if game is None:
            raise ApiError("no_game")
        body = summary(game) | {
            "options": options_schema(game),
            "deals": deals(game),
            "report": {"$schema": DIALECT, **game.report_schema},
            "moves": [
                *(verb_json(verb) for verb in game.verbs.values()),
                *(verb_json(verb, NOBODY) for verb in game.turn_up_verbs.values()),
                *(verb_json(verb, REFEREE) for verb in game.remedy_verbs.values()),
            ],
            "rules": [{"id": rule.id, "text": gettext(rule.text)} for rule in game.rules.values()],
        }
        return answers.answer(body)


def summary(game: Game[Any]) -> dict[str, Any]:
    """Return the facts of a game that a list of games needs."""
    return {
        "slug": game.slug,
        "title": gettext(game.title),
        "rules_version": game.version,
        "seats": {"least": game.seats[0], "most": game.seats[-1]},
        "presets": list(game.presets),
    }


def options_schema(game: Game[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a table's options; the examples are the presets with every value."""
    properties: dict[str, Any] = {"preset": {"enum": list(game.presets), "default": game.presets[0]}}
    for option in game.options:
        schema = option.schema()
        properties[option.key] = schema | {"description": gettext(schema["description"])}
    return {
        "$schema": DIALECT,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "examples": [resolve(game.options, game.presets, {"preset": preset}) for preset in game.presets],
    }


def deals(game: Game[Any]) -> list[dict[str, Any]]:
    """Return the forms that a deal can have, each with the options and number of players it belongs to.

    Which form a deal has is decided by the game's options; every value of every option is tried, so that no
    form is left out.
    """
    found: dict[str, dict[str, Any]] = {}
    for seats in game.seats:
        for preset in game.presets:
            for given in ({}, *({option.key: value} for option in game.options for value in option.choices)):
                options = {"preset": preset, **given}
                terms = Terms(resolve(game.options, game.presets, options), seats)
                schema = _deal_schema(game, terms)
                if schema is not None:
                    form = {"seats": seats, "options": options, "schema": {"$schema": DIALECT, **schema}}
                    found.setdefault(f"{seats} {schema}", form)
    return list(found.values())


def _deal_schema(game: Game[Any], terms: Terms) -> dict[str, Any] | None:
    if game.conflicts(terms):
        return None
    return forms.deal_schema(game.shapes(terms, game.opening(terms), 0))


BY: Mapping[int | None, tuple[str, str, Mapping[str, Any]]] = {
    None: ("seat", "SEAT", {"type": "integer", "minimum": 0}),
    NOBODY: ("nobody", "-", {"type": "null"}),
    REFEREE: ("referee", "*", {"const": "*"}),
}
"""Who makes a move: its name, what stands for the seat in its text, and in its JSON."""


def verb_json(verb: Verb, by: int | None = None) -> dict[str, Any]:
    """Return a kind of move: how it is written as text, and the JSON Schema of the move as an object.

    Takes who makes it: a seat (None), nobody, as cards are turned up at hidden sight, or the referee.
    """
    who, seat, schema = BY[by]
    text = " ".join([verb.name, *(_place(param) for param in verb.params)])
    unseen = verb.face_down and not verb.stays
    properties: dict[str, Any] = {
        "seat": schema,
        "kind": {"const": verb.name},
        **{param.name: _argument(param, unseen=unseen) for param in verb.every_param},
    }
    needed = [] if verb.by_chance else [p.name for p in verb.params if p.least or not p.many]
    return {
        "kind": verb.name,
        "by": who,
        "text": f"{seat} {text}",
        "arguments": [
            {
                "name": p.name,
                "type": p.kind.name,
                "many": p.many,
                "least": p.least,
                "most": p.most,
                "shown": p is verb.shown,
            }
            for p in verb.every_param
        ],
        "face_down": verb.face_down,
        "simultaneous": verb.simultaneous,
        "by_chance": verb.by_chance,
        "schema": {
            "$schema": DIALECT,
            "type": "object",
            "properties": properties,
            "required": ["seat", "kind", *needed],
        },
    }


def _place(param: Param) -> str:
    name = param.name.upper()
    return f"{name} …" if param.many else name


def _argument(param: Param, *, unseen: bool) -> Mapping[str, Any]:
    """Return the schema of an argument; a card that lies face down is `?` at hidden sight."""
    one = {"anyOf": [param.kind.schema, {"const": "?"}]} if unseen else param.kind.schema
    if not param.many:
        return one
    return {"type": "array", "items": one, "minItems": param.least, "maxItems": param.most}
