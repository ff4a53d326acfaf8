"""Moves: small hashable values with one canonical text.

A move is ``<seat> <verb> [arguments]``. What arguments a verb takes, and how each is written as text and in
JSON, is data (`Verb`, `Param`, `Kind`); the games list the verbs they know. ``-`` stands for the seat of a
move that nobody chooses, ``*`` for a ruling of the referee, and a mark after the verb (``1 play! KD``) for a
play that broke a rule and stood.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from referee.engine.cards import SUITS, UNSEEN, card_text, parse_card, parse_suit
from referee.engine.errors import NotAMove

NOBODY = -1
"""The seat of a move that nobody chooses, written ``-``."""

WILD = -2
"""Argument of a pattern in a list of legal moves, written ``*``."""

REFEREE = -3
"""The seat of a ruling, written ``*``, in JSON too."""

_NO_SEATS = {"-": NOBODY, "*": REFEREE}
_SEAT_TEXTS = {seat: word for word, seat in _NO_SEATS.items()}

_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_ANSWERS = (*SUITS, "no", "yes")
NO, YES = 4, 5
"""How the answers `no` and `yes` are stored; 0 … 3 are the suits."""


@dataclass(frozen=True)
class Kind:
    """How one kind of argument is written: `parse` reads a word, `text` writes it, `schema` is for JSON."""

    name: str
    parse: Callable[[str], int]
    text: Callable[[int], str]
    schema: Mapping[str, Any]
    numeric: bool = False


def _parse_number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise NotAMove("bad_number", number=word)
    return int(word)


def _parse_card(word: str) -> int:
    return UNSEEN if word == "?" else parse_card(word)


def _parse_answer(word: str) -> int:
    plain = word.lower()
    if plain in ("no", "yes"):
        return _ANSWERS.index(plain)
    try:
        return parse_suit(word)
    except NotAMove:
        raise NotAMove("bad_answer", answer=word) from None


CARD = Kind("card", _parse_card, card_text, {"type": "string", "examples": ["QH"]})
SUIT = Kind("suit", parse_suit, SUITS.__getitem__, {"type": "string", "enum": list(SUITS)})
NUMBER = Kind("number", _parse_number, str, {"type": "integer", "minimum": 0}, numeric=True)
SEAT = Kind("seat", _parse_number, str, {"type": "integer", "minimum": 0}, numeric=True)
ANSWER = Kind("answer", _parse_answer, _ANSWERS.__getitem__, {"type": "string", "enum": list(_ANSWERS)})


@dataclass(frozen=True)
class Param:
    """One argument of a verb: its name in JSON, its kind, and whether it is a list (then always the last)."""

    name: str
    kind: Kind
    many: bool = False
    least: int = 1
    most: int = 1


@dataclass(frozen=True, eq=False)
class Verb:
    """A kind of move. Compared by identity: there is one `Verb` object for each.

    Attributes:
        name: the word in the text, and `kind` in JSON.
        params: its arguments in order.
        shown: cards that are shown with it, and named only where hands are hidden.
        face_down: the cards named lie face down until the game says otherwise.
        pattern: in lists of legal moves it stands as one line with ``*`` for each argument.
        simultaneous: several seats choose at once, so a choice is not made stale by the others'.
        stays: the cards named stay in a hand, or come back to one.
        by_chance: the card is chosen by chance and not by the seat: whoever deals for the players picks one
            of the values that the act of this verb allows, as ``act.allowed(state, seat, ())`` gives them.
        referee: it is a ruling, which the referee alone makes; the first argument is then the seat concerned,
            and cards shown with it are from that hand.
    """

    name: str
    params: tuple[Param, ...] = ()
    face_down: bool = False
    pattern: bool = False
    simultaneous: bool = False
    stays: bool = False
    shown: Param | None = None
    by_chance: bool = False
    referee: bool = False

    @property
    def every_param(self) -> tuple[Param, ...]:
        """Its arguments, with the cards shown."""
        return (*self.params, self.shown) if self.shown else self.params

    def needs(self) -> str:
        """Return the names of the arguments, for messages."""
        return ", ".join(param.name for param in self.params) or "–"

    def bounds(self) -> tuple[int, int]:
        """Return the least and the largest number of argument words."""
        low = sum(param.least if param.many else 1 for param in self.params)
        high = sum(param.most if param.many else 1 for param in self.params)
        return low, high + (self.shown.most if self.shown else 0)

    def kind_at(self, place: int) -> Kind:
        """Return the kind of the argument word at a place."""
        if self.shown and place >= len(self.params):
            return self.shown.kind
        return self.params[min(place, len(self.params) - 1)].kind


PLAY = Verb("play", (Param("card", CARD),))
PASS = Verb("pass")


class Move(NamedTuple):
    """One move. `args` are plain numbers: cards, suits 0 … 3, seats, piles, points."""

    seat: int
    verb: Verb
    args: tuple[int, ...] = ()
    stood: bool = False

    @property
    def text(self) -> str:
        """The canonical text, for example ``1 play QH``."""
        return _text(self)

    def as_json(self) -> dict[str, Any]:
        """Return the move as a JSON object: `seat`, `kind`, the arguments by name, and `text`."""
        seat: int | str | None = None if self.seat == NOBODY else self.seat
        out: dict[str, Any] = {"seat": "*" if self.seat == REFEREE else seat, "kind": self.verb.name}
        for i, param in enumerate(self.verb.every_param):
            words = [arg if param.kind.numeric else param.kind.text(arg) for arg in self.args[i:]]
            if param.many and (words or param.least):
                out[param.name] = words
            elif not param.many:
                out[param.name] = words[0]
        if self.stood:
            out["stood"] = True
        out["text"] = self.text
        return out


@lru_cache(maxsize=8192)
def _text(move: Move) -> str:
    """Few moves are different, and each is asked for its text many times: listed, logged, answered."""
    seat = _SEAT_TEXTS.get(move.seat) or str(move.seat)
    words = [seat, move.verb.name + ("!" if move.stood else "")]
    words += ["*" if arg == WILD else move.verb.kind_at(i).text(arg) for i, arg in enumerate(move.args)]
    return " ".join(words)


def parse_move(text: str, verbs: Mapping[str, Verb], seats: int) -> Move:
    """Return the move that a text names.

    Takes the verbs of the game and the number of seats at the table. Raises NotAMove.
    """
    words = text.split()
    if len(words) < 2 or len(text) > 200:
        raise NotAMove("bad_text")
    seat = _NO_SEATS[words[0]] if words[0] in _NO_SEATS else _parse_seat(words[0], seats)
    name = words[1].lower()
    return _build(seat, name.removesuffix("!"), words[2:], verbs, stood=name.endswith("!"))


def move_from_json(data: Mapping[str, Any], verbs: Mapping[str, Verb], seats: int) -> Move:
    """Return the move that a JSON object names: its `text`, or `seat`, `kind` and the arguments by name.

    Raises NotAMove.
    """
    if set(data) == {"text"} and isinstance(data["text"], str):
        return parse_move(data["text"], verbs, seats)
    kind, seat, stood = data.get("kind"), data.get("seat"), data.get("stood", False)
    if not isinstance(kind, str) or not isinstance(stood, bool) or "seat" not in data:
        raise NotAMove("bad_text")
    if seat not in (None, "*") and (type(seat) is not int or not 0 <= seat < seats):
        raise NotAMove("bad_seat", seat=seat)
    verb = verbs.get(kind)
    if verb is None:
        raise NotAMove("unknown_verb", verb=kind)
    words = _json_words(data, verb)
    by = NOBODY if seat is None else REFEREE if seat == "*" else seat
    move = _build(by, kind, words, verbs, stood=stood)
    if "text" in data and data["text"] != move.text:
        raise NotAMove("bad_text")
    return move


def _json_words(data: Mapping[str, Any], verb: Verb) -> list[str]:
    """Return the argument words of a JSON move, checking names and types."""
    words: list[str] = []
    for param in verb.every_param:
        value = data.get(param.name, [] if param.many and not param.least else None)
        for item in value if param.many and isinstance(value, list) else [value]:
            if type(item) is not (int if param.kind.numeric else str) or " " in str(item):
                raise NotAMove("wrong_arguments", verb=verb.name, needs=verb.needs())
            words.append(str(item))
    if set(data) - {"seat", "kind", "text", "stood"} - {param.name for param in verb.every_param}:
        raise NotAMove("wrong_arguments", verb=verb.name, needs=verb.needs())
    return words


def _parse_seat(word: str, seats: int) -> int:
    if not _NUMBER.fullmatch(word) or int(word) >= seats:
        raise NotAMove("bad_seat", seat=word)
    return int(word)


def _build(seat: int, name: str, words: list[str], verbs: Mapping[str, Verb], *, stood: bool) -> Move:
    verb = verbs.get(name)
    if verb is None:
        raise NotAMove("unknown_verb", verb=name)
    if verb.referee != (seat == REFEREE):
        raise NotAMove("referee_alone", verb=name) if verb.referee else NotAMove("bad_seat", seat="*")
    low, high = verb.bounds()
    if not low <= len(words) <= high:
        raise NotAMove("wrong_arguments", verb=name, needs=verb.needs())
    return Move(seat, verb, tuple(verb.kind_at(i).parse(word) for i, word in enumerate(words)), stood)
