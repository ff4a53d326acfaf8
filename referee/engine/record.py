"""The portable record: reading and writing it.

A record is a JSON object with the game, its options, the names of the seats and every hand. The reader is
strict about keys (only ``x`` may hold anything) and lists **all** faults of form with a JSON Pointer each;
whether the moves keep the rules is found by replay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.errors import BadForm
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.match import Terms

FORMAT = 1
"""The value of `record` in every record of this form."""

MAX_HANDS = 200
MAX_MOVES = 1000
MAX_NAME = 60
OPEN_SIGHT = "open"


@dataclass(frozen=True)
class HandRecord:
    """One hand of a record. `deal` and `moves` for a hand that was played, `entered` for one only scored."""

    dealer: int
    moves: tuple[str, ...] = ()
    sight: str | None = None
    deal: Any = None
    entered: Any = None
    result: Any = None

    def as_json(self) -> dict[str, Any]:
        """Return the hand in its canonical form."""
        told = {"sight": self.sight, "deal": self.deal, "moves": list(self.moves), "entered": self.entered}
        return {"dealer": self.dealer} | {
            key: value for key, value in (told | {"result": self.result}).items() if value is not None
        }


@dataclass(frozen=True)
class Record:
    """A whole table as text: the game and its terms, who sat where, and the hands."""

    game: Game[Any]
    options: Mapping[str, Any]
    terms: Terms
    seats: tuple[str, ...]
    hands: tuple[HandRecord, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the record in its canonical form."""
        return {
            "record": FORMAT,
            "game": self.game.slug,
            "options": dict(self.options),
            "seats": list(self.seats),
            "hands": [hand.as_json() for hand in self.hands],
        }


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
    assert game is not None and terms is not None
    return Record(game, options, terms, seats, hands)


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
    return tuple(_hand(item, seats, Reader(item, f"/hands/{i}", reader.faults)) for i, item in enumerate(value))


def _hand(item: Any, seats: int, reader: Reader) -> HandRecord:
    dealer = reader.integer("dealer", 0, max(seats - 1, 0))
    moves = _moves(reader)
    result = reader.value("result") if reader.has("result") else None
    if reader.has("entered"):
        if moves:
            reader.note("/moves", "wrong_length", expected=0, found=len(moves))
        entered = reader.value("entered")
        sight = None
        deal = None
    else:
        entered = None
        sight = reader.value("sight")
        if sight != OPEN_SIGHT and reader.has("sight"):
            reader.note("/sight", "hidden_sight" if sight == "hidden" else "not_a_choice", choices=OPEN_SIGHT)
        deal = reader.value("deal")
    reader.close(allow=("x",))
    return HandRecord(dealer, moves, sight, deal, entered, result)


def _moves(reader: Reader) -> tuple[str, ...]:
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


