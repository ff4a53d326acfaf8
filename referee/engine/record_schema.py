"""The JSON Schema (2020-12) of the record, made of what the games say of their deals and reports."""

from collections.abc import Mapping
from typing import Any

from referee.engine.forms import CARD_OR_NONE, ONE_CARD, Shape, deal_schema
from referee.engine.game import Game
from referee.engine.match import Terms
from referee.engine.record import FORMAT, HIDDEN_SIGHT, MAX_HANDS, MAX_MOVES, MAX_NAME, OPEN_SIGHT
from referee.engine.rules import resolve


def record_schema(games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """Return the schema of records of the given games."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Card-table record",
        "type": "object",
        "additionalProperties": False,
        "required": ["record", "game", "seats", "hands"],
        "properties": {
            "record": {"const": FORMAT},
            "game": {"enum": list(games)},
            "options": {"type": "object"},
            "seats": {
                "type": "array",
                "items": {"type": "string", "minLength": 1, "maxLength": MAX_NAME},
                "uniqueItems": True,
            },
            "hands": {"type": "array", "maxItems": MAX_HANDS, "items": {"$ref": "#/$defs/hand"}},
            "x": {},
        },
        "allOf": [_for_game(game) for game in games.values()],
        "$defs": {"hand": _hand()},
    }


def options_schema(game: Game[Any]) -> dict[str, Any]:
    """Return the schema of a game's options: a preset, and single keys that override it."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {"preset": {"enum": list(game.presets), "default": "book"}}
        | {option.key: option.schema() for option in game.options},
    }


def deal_schemas(game: Game[Any]) -> list[dict[str, Any]]:
    """Return the schemas of the deals of a game: one for each form that options and seats can give it."""
    found: list[dict[str, Any]] = []
    for terms in _all_terms(game):
        for dealer in range(terms.seats):
            shapes = game.shapes(terms, game.opening(terms), dealer)
            schema = deal_schema({key: (_loose(shape), pack) for key, (shape, pack) in shapes.items()})
            if schema not in found:
                found.append(schema)
    return found


def shown_schema(deal: Any) -> Any:
    """Return the schema of what lies face up of a deal: any part of it, and lists may be shorter."""
    if isinstance(deal, Mapping):
        kept = (key for key in deal if key not in ("required", "minItems"))
        return {key: shown_schema(deal[key]) for key in kept}
    return [shown_schema(item) for item in deal] if isinstance(deal, list) else deal


def _loose(shape: Shape) -> Shape:
    """A single card may be lacking in a later hand of a match, when its pack is used up."""
    return CARD_OR_NONE if shape == ONE_CARD else shape


def _all_terms(game: Game[Any]) -> list[Terms]:
    """Terms that differ in one option from the book, for each number of seats."""
    changed: list[dict[str, Any]] = [{}]
    for option in game.options:
        if not isinstance(option.others, range):
            changed += [{option.key: choice} for choice in option.choices]
    options = [resolve(game.options, game.presets, given) for given in changed]
    return [Terms(values, seats) for seats in game.seats for values in options]


def _for_game(game: Game[Any]) -> dict[str, Any]:
    deals = {"anyOf": deal_schemas(game)}
    hand = {
        "properties": {"entered": dict(game.report_schema)},
        "if": {"properties": {"sight": {"const": HIDDEN_SIGHT}}, "required": ["sight"]},
        "then": {"properties": {"deal": shown_schema(deals)}},
        "else": {"properties": {"deal": deals}},
    }
    seats = {"minItems": game.seats[0], "maxItems": game.seats[-1]}
    return {
        "if": {"properties": {"game": {"const": game.slug}}},
        "then": {
            "properties": {"options": options_schema(game), "seats": seats, "hands": {"items": hand}},
        },
    }


def _hand() -> dict[str, Any]:
    move = {"type": "string", "pattern": r"^(-|\*|[0-9]+) [a-z_]+!?( [^ ]+)*$"}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["dealer", "moves"],
        "properties": {
            "dealer": {"type": "integer", "minimum": 0},
            "sight": {"enum": [OPEN_SIGHT, HIDDEN_SIGHT]},
            "deal": {"type": "object"},
            "moves": {"type": "array", "maxItems": MAX_MOVES, "items": move},
            "entered": {"type": "object"},
            "result": {"type": "object"},
            "x": {},
        },
        "oneOf": [
            {"required": ["sight", "deal"], "not": {"required": ["entered"]}},
            {"required": ["entered"], "properties": {"moves": {"maxItems": 0}}},
        ],
    }
