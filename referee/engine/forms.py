"""Reading JSON that somebody else wrote: deals and reported results, with **all** faults and their places."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.cards import NAMES, parse_card
from referee.engine.errors import BadForm, Fault, NotAMove
from referee.engine.rules import pointer_escape

Shape = int | str | tuple[Any, ...]
"""Form of one part of a deal: a number is a list of that many cards, a tuple is a list of such parts,
`ONE_CARD` is a card, `CARD_OR_NONE` a card or null."""

ONE_CARD = "card"
CARD_OR_NONE = "card?"


class Reader:
    """Takes values out of a JSON object by key, noting every fault instead of stopping at the first.

    `pointer` is the place of the object itself; `faults` is shared with child readers. Getters return a
    value of the right type in any case; `finish` raises BadForm if anything was wrong.
    """

    def __init__(self, data: Any, pointer: str = "", faults: list[Fault] | None = None) -> None:
        self.pointer = pointer
        self.faults: list[Fault] = [] if faults is None else faults
        self.data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        self._seen: set[str] = set()
        self._inner: list[Reader] = []
        if not isinstance(data, Mapping):
            self.note("", "wrong_type", expected="an object")

    def note(self, path: str, code: str, **params: Any) -> None:
        """Note a fault at a path below this object."""
        self.faults.append(Fault(self.pointer + path, code, params))

    def has(self, key: str) -> bool:
        """Return whether a key is there; it then belongs here."""
        self._seen.add(key)
        return key in self.data

    def value(self, key: str) -> Any:
        """Return the raw value of a key, noting it as missing if it is not there."""
        if not self.has(key):
            self.note(f"/{key}", "missing")
        return self.data.get(key)

    def integer(self, key: str, low: int, high: int) -> int:
        """Return a whole number between two bounds."""
        return self._integer(f"/{key}", self.value(key), low, high) if self.is_there(key) else low

    def integers(self, key: str, count: int | None, low: int, high: int) -> list[int]:
        """Return a list of exactly `count` whole numbers, or of any number of them."""
        items = self._list(key, count)
        return [self._integer(f"/{key}/{i}", item, low, high) for i, item in enumerate(items)]

    def cards(self, key: str, count: int, pack: int) -> list[int]:
        """Return a list of exactly `count` different cards of a pack."""
        reader = _CardReader(self)
        return [reader.card(f"/{key}/{i}", item, pack) for i, item in enumerate(self._list(key, count))]

    def card(self, key: str, pack: int) -> int:
        """Return one card of a pack."""
        return _CardReader(self).card(f"/{key}", self.value(key), pack) if self.is_there(key) else 0

    def text(self, key: str, choices: Sequence[str]) -> str:
        """Return one of some words."""
        value = self.value(key) if self.is_there(key) else choices[0]
        if value not in list(choices):
            self.note(f"/{key}", "not_a_choice", choices=", ".join(choices))
            return choices[0]
        return value

    def word_lists(self, key: str, count: int, choices: Sequence[str]) -> list[list[str]]:
        """Return exactly `count` lists of any length, each of some words."""
        return [self._words(f"/{key}/{i}", items, choices) for i, items in enumerate(self._list(key, count))]

    def objects(self, key: str, most: int) -> "list[Reader]":
        """Return a reader for each object of a list of at most `most`; keys left over in one are faults."""
        items = self._list(key, None)
        if len(items) > most:
            self.note(f"/{key}", "too_many", high=most)
        readers = [Reader(item, f"{self.pointer}/{key}/{i}", self.faults) for i, item in enumerate(items)]
        self._inner += readers
        return readers

    def finish(self, *, allow: Sequence[str] = ()) -> None:
        """Note keys that nobody asked for, and raise BadForm if there are faults."""
        self.close(allow=allow)
        if self.faults:
            raise BadForm(self.faults)

    def close(self, *, allow: Sequence[str] = ()) -> None:
        """Note keys that nobody asked for."""
        for key in self.data:
            if key not in self._seen and key not in allow:
                self.note(f"/{pointer_escape(str(key))}", "unknown_key")
        for inner in self._inner:
            inner.close()

    def is_there(self, key: str) -> bool:
        """Return whether a key is there, noting it as missing if it is not."""
        if self.has(key):
            return True
        self.note(f"/{key}", "missing")
        return False

    def _list(self, key: str, count: int | None) -> list[Any]:
        items = self.value(key) if self.is_there(key) else None
        if not isinstance(items, list):
            if self.has(key):
                self.note(f"/{key}", "wrong_type", expected="a list")
            return []
        if count is not None and len(items) != count:
            self.note(f"/{key}", "wrong_length", expected=count, found=len(items))
        return items

    def _words(self, path: str, items: Any, choices: Sequence[str]) -> list[str]:
        if not isinstance(items, list):
            self.note(path, "wrong_type", expected="a list")
            return []
        for place, item in enumerate(items):
            if item not in list(choices):  # not in a text: "SH" is in "SHDC"
                self.note(f"{path}/{place}", "not_a_choice", choices=", ".join(choices))
        return items

    def _integer(self, path: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int:
            self.note(path, "wrong_type", expected="a whole number")
        elif not low <= value <= high:
            self.note(path, "out_of_range", low=low, high=high)
        else:
            return value
        return low


class _CardReader:
    """Reads cards at places, noting bad ones and doubles."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.seen: set[int] = set()

    def card(self, path: str, value: Any, pack: int) -> int:
        """Return the card, or 0 after noting what is wrong with it."""
        if not isinstance(value, str):
            self.reader.note(path, "wrong_type", expected="a card")
            return 0
        try:
            card = parse_card(value)
        except NotAMove:
            self.reader.note(path, "bad_card", card=value)
            return 0
        if not pack >> card & 1:
            self.reader.note(path, "not_in_pack", card=NAMES[card])
        elif card in self.seen:
            self.reader.note(path, "twice", card=NAMES[card])
        self.seen.add(card)
        return card

    def over(self, path: str, there: Any, value: Any, pack: int) -> Any:
        """Return a part of a deal with the cards of a list, which may be shorter, in its first places."""
        if not isinstance(there, tuple):
            return there if value is None else self.card(path, value, pack)
        if not isinstance(value, list):
            self.reader.note(path, "wrong_type", expected="a list")
            return there
        if len(value) > len(there):
            self.reader.note(path, "wrong_length", expected=len(there), found=len(value))
        given = [
            self.over(f"{path}/{i}", *pair, pack) for i, pair in enumerate(zip(there, value, strict=False))
        ]
        return (*given, *there[len(given) :])

    def part(self, path: str, shape: Shape, value: Any, pack: int) -> Any:
        """Return a part of a deal as nested tuples of cards."""
        if shape == CARD_OR_NONE and value is None:
            return None
        if isinstance(shape, str):
            return self.card(path, value, pack)
        inner = shape if isinstance(shape, tuple) else (ONE_CARD,) * shape
        if not isinstance(value, list):
            self.reader.note(path, "wrong_type", expected="a list")
            return ()
        if len(value) != len(inner):
            self.reader.note(path, "wrong_length", expected=len(inner), found=len(value))
        return tuple(
            self.part(f"{path}/{i}", sub, item, pack)
            for i, (sub, item) in enumerate(zip(inner, value, strict=False))
        )


def overlay(deal: Mapping[str, Any], shown: Any, shapes: "Shapes", pointer: str) -> dict[str, Any]:
    """Return a deal in which the cards that are shown stand in the place of those that were there.

    Takes the shown cards as JSON in the form of the deal, where lists may be shorter and parts left out.
    Raises BadForm with all faults.
    """
    reader = Reader(shown, pointer)
    cards = _CardReader(reader)
    out = {
        key: cards.over(f"/{key}", deal[key], shown[key], pack) if reader.has(key) else deal[key]
        for key, (_, pack) in shapes.items()
    }
    reader.finish()
    return out


Shapes = Mapping[str, tuple[Shape, int]]
"""Form of a deal: for each key the shape of its part and the pack that its cards come from."""


def read_deal(data: Any, shapes: Shapes, pointer: str = "") -> dict[str, Any]:
    """Return a deal as nested tuples of cards, by key.

    Raises BadForm with all faults: keys, lengths, cards unknown, not in the pack, or twice. As the
    shapes use up their packs, a deal without faults is complete.
    """
    reader = Reader(data, pointer)
    cards = _CardReader(reader)
    deal = {
        key: cards.part(f"/{key}", shape, reader.value(key), pack)
        for key, (shape, pack) in shapes.items()
        if reader.is_there(key)
    }
    reader.finish()
    return deal


def write_deal(deal: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deal as JSON: nested lists of card texts."""
    return {key: _texts(part) for key, part in deal.items()}


def _texts(part: Any) -> Any:
    if part is None:
        return None
    return NAMES[part] if isinstance(part, int) else [_texts(item) for item in part]


def fill(shapes: Shapes, draw: Callable[[int], int]) -> dict[str, Any]:
    """Return a deal made by drawing cards one by one; `draw` takes the pack and gives its next card.

    A single card that may be lacking is None where its pack is used up.
    """
    return {key: _fill(shape, pack, draw) for key, (shape, pack) in shapes.items()}


def _fill(shape: Shape, pack: int, draw: Callable[[int], int]) -> Any:
    if shape == CARD_OR_NONE and not pack:
        return None
    if isinstance(shape, str):
        return draw(pack)
    inner = shape if isinstance(shape, tuple) else (ONE_CARD,) * shape
    return tuple(_fill(sub, pack, draw) for sub in inner)


def deal_schema(shapes: Shapes) -> dict[str, Any]:
    """Return the JSON Schema of a deal."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(shapes),
        "properties": {key: _shape_schema(shape) for key, (shape, _) in shapes.items()},
    }


def _shape_schema(shape: Shape) -> dict[str, Any]:
    card = {"type": "string", "pattern": "^[AKQJT2-9][SHDC]$"}
    if isinstance(shape, str):
        return card if shape == ONE_CARD else {"anyOf": [card, {"type": "null"}]}
    if isinstance(shape, tuple):
        return {"type": "array", "prefixItems": [_shape_schema(sub) for sub in shape], "items": False}
    return {"type": "array", "items": card, "minItems": shape, "maxItems": shape, "uniqueItems": True}
