"""The portable record: reading and writing it.

A record is a JSON object with the game, its options, the names of the seats and every hand. The reader is
strict about keys (only ``x`` may hold anything) and lists **all** faults of form with a JSON Pointer each;
whether the moves keep the rules is found by replay.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.errors import BadForm, Fault
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.irregularities import OFFSET
from referee.engine.match import Terms

FORMAT = 1
"""The value of `record` in every record of this form."""

MAX_HANDS = 200
MAX_MOVES = 1000
MAX_NAME = 60
OPEN_SIGHT, HIDDEN_SIGHT = "open", "hidden"


@dataclass(frozen=True)
class HandRecord:
    """One hand of a record. `deal` and `moves` for a hand that was played, `entered` for one only scored."""

    dealer: int
    moves: tuple[str, ...] = ()
    sight: str | None = None
    deal: Any = None
    entered: Any = None
    result: Any = None
    x: Any = None

    def as_json(self) -> dict[str, Any]:
        """Return the hand in its canonical form."""
        told = {
            "dealer": self.dealer,
            "sight": self.sight,
            "deal": self.deal,
            "moves": list(self.moves),
            "entered": self.entered,
            "result": self.result,
            "x": self.x,
        }
        return {key: value for key, value in told.items() if value is not None}


@dataclass(frozen=True)
class Record:
    """A whole table as text: the game and its terms, who sat where, and the hands."""

    game: Game[Any]
    options: Mapping[str, Any]
    terms: Terms
    seats: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    x: Any = None

    def as_json(self) -> dict[str, Any]:
        """Return the record in its canonical form."""
        data = {
            "record": FORMAT,
            "game": self.game.slug,
            "options": dict(self.options),
            "seats": list(self.seats),
            "hands": [hand.as_json() for hand in self.hands],
        }
        return data if self.x is None else data | {"x": self.x}

    def text(self) -> str:
        """Return the record as canonical JSON text: keys in their order, no white space, one line."""
        return json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":")) + "\n"

    @property
    def other_rules(self) -> str | None:
        """Hash of the rules it says it was made under, where these are not the rules of today."""
        rules = self.x.get("rules") if isinstance(self.x, Mapping) else None
        profile = rules.get("profile") if isinstance(rules, Mapping) else None
        return profile if isinstance(profile, str) and profile != self.game.profile(self.terms) else None


def read_record(data: Any, games: Mapping[str, Game[Any]]) -> Record:
    """Return the record that a JSON value holds.

    Takes the value and the known games by slug. Raises BadForm with every fault of form.
    """
    reader = Reader(data)
    if not isinstance(data, Mapping):
        reader.finish()
    reader.integer("record", FORMAT, FORMAT)
    game = _game(reader.value("game"), games, reader)
    seats = read_names(reader.value("seats"), reader)
    options = reader.value("options") if reader.has("options") else {"preset": "book"}
    terms = _terms(game, options, len(seats), reader)
    hands = _hands(reader.value("hands"), len(seats), reader)
    reader.finish(allow=("x",))
    assert game is not None
    assert terms is not None
    return Record(game, options, terms, seats, hands, reader.data.get("x"))


def read_names(value: Any, reader: Reader, pointer: str = "/seats") -> tuple[str, ...]:
    """Return the names of the seats: different, not blank, at most `MAX_NAME` long, no control characters."""
    if not isinstance(value, list):
        reader.note(pointer, "wrong_type", expected="a list")
        return ()
    if len(value) > MAX_HANDS:
        reader.note(pointer, "too_many", high=MAX_HANDS)
        return ()
    names: list[str] = []
    for i, item in enumerate(value):
        name = item.strip() if isinstance(item, str) else ""
        fault = name_fault(item, names)
        if fault:
            reader.note(f"{pointer}/{i}", fault[0], **fault[1])
        names.append(name)
    return tuple(names)


def name_fault(value: Any, others: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
    """Return code and data of what is wrong with a player's name, or None."""
    if not isinstance(value, str):
        return "wrong_type", {"expected": "a text"}
    name = value.strip()
    if not name:
        return "blank", {}
    if len(name) > MAX_NAME:
        return "too_long", {"high": MAX_NAME}
    if not name.isprintable():
        return "control_character", {}
    if name in others:
        return "same_name", {"name": name}
    return None


def _game(slug: Any, games: Mapping[str, Game[Any]], reader: Reader) -> Game[Any] | None:
    game = games.get(slug) if isinstance(slug, str) else None
    if game is None and "game" in reader.data:
        reader.note("/game", "unknown_game", game=slug)
    return game


def _terms(game: Game[Any] | None, options: Any, seats: int, reader: Reader) -> Terms | None:
    if game is None:
        return None
    try:
        return game.terms(options, seats)
    except BadForm as bad:
        reader.faults += bad.faults
        return None


def _hands(value: Any, seats: int, reader: Reader) -> tuple[HandRecord, ...]:
    if not isinstance(value, list):
        reader.note("/hands", "wrong_type", expected="a list")
        return ()
    if len(value) > MAX_HANDS:
        reader.note("/hands", "too_many", high=MAX_HANDS)
        return ()
    return tuple(_hand(seats, Reader(item, f"/hands/{i}", reader.faults)) for i, item in enumerate(value))


def _hand(seats: int, reader: Reader) -> HandRecord:
    dealer = reader.integer("dealer", 0, max(seats - 1, 0))
    moves = _moves(reader)
    result = reader.value("result") if reader.has("result") else None
    if reader.has("entered"):
        if any(not text.startswith(f"* {OFFSET} ") for text in moves):
            reader.note("/moves", "wrong_length", expected=0, found=len(moves))
        entered = reader.value("entered")
        sight = None
        deal = None
    else:
        entered = None
        sight = reader.value("sight")
        if sight not in (OPEN_SIGHT, HIDDEN_SIGHT) and reader.has("sight"):
            reader.note("/sight", "not_a_choice", choices=f"{OPEN_SIGHT}, {HIDDEN_SIGHT}")
        deal = reader.value("deal")
    reader.close(allow=("x",))
    return HandRecord(dealer, moves, sight, deal, entered, result, reader.data.get("x"))


def _moves(reader: Reader) -> tuple[str, ...]:
    if not reader.is_there("moves"):
        return ()
    value = reader.value("moves")
    if not isinstance(value, list):
        reader.note("/moves", "wrong_type", expected="a list")
        return ()
    if len(value) > MAX_MOVES:
        reader.note("/moves", "too_many", high=MAX_MOVES)
        return ()
    for i, move in enumerate(value):
        if not isinstance(move, str):
            reader.note(f"/moves/{i}", "wrong_type", expected="a text")
    return tuple(move if isinstance(move, str) else "" for move in value)


def parse_record(text: str, games: Mapping[str, Game[Any]]) -> Record:
    """Return the record that a JSON text holds.

    Raises BadForm with every fault: of the JSON itself with line and column, of the record with pointers.
    """
    try:
        data = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise BadForm([Fault("", "bad_json", where)]) from None
    except RecursionError:
        raise BadForm([Fault("", "too_deep", {})]) from None
    return read_record(data, games)


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise BadForm([Fault("", "double_key", {"key": double})])
    return out


def _no_constant(word: str) -> Any:
    raise BadForm([Fault("", "bad_constant", {"word": word})])
