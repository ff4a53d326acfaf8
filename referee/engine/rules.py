"""Numbered rules and table options: data that a game file lists next to its code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.errors import BadForm, Fault


@dataclass(frozen=True)
class Rule:
    """One numbered rule: its public id (``A18``) and a short English text that a refusal can cite."""

    id: str
    text: str


def rule_book(*rules: Rule) -> dict[str, Rule]:
    """Return rules by id, in the given order."""
    return {rule.id: rule for rule in rules}


Value = str | int
Options = Mapping[str, Value]
"""Options with every key resolved, and `preset`."""


@dataclass(frozen=True)
class Option:
    """One table option.

    Attributes:
        key: its name in records and over HTTP.
        text: an English line that says what it decides.
        book: the value in preset `book`.
        others: further values: a tuple of them, or a range of whole numbers that holds `book` too.
        presets: values in other presets where they differ.
    """

    key: str
    text: str
    book: Value
    others: tuple[Value, ...] | range = ()
    presets: Mapping[str, Value] = field(default_factory=dict)

    @property
    def choices(self) -> Sequence[Value]:
        """All values the option may have."""
        if isinstance(self.others, range):
            return self.others
        return tuple(dict.fromkeys((self.book, *self.presets.values(), *self.others)))

    def in_preset(self, preset: str) -> Value:
        """Return the value this option has in a preset."""
        return self.presets.get(preset, self.book)

    def fault(self, value: Any) -> Fault | None:
        """Return what is wrong with a value, or None."""
        pointer = f"/{self.key}"
        if isinstance(self.others, range):
            if type(value) is not int:
                return Fault(pointer, "wrong_type", {"expected": "a whole number"})
            if value not in self.others:
                return Fault(pointer, "out_of_range", {"low": self.others[0], "high": self.others[-1]})
            return None
        # True == 1 in Python, so the type is compared too.
        if not any(type(value) is type(choice) and value == choice for choice in self.choices):
            return Fault(pointer, "not_a_choice", {"choices": ", ".join(map(str, self.choices))})
        return None

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the option's value."""
        if isinstance(self.others, range):
            return {
                "type": "integer",
                "minimum": self.others[0],
                "maximum": self.others[-1],
                "default": self.book,
                "description": self.text,
            }
        return {"enum": list(self.choices), "default": self.book, "description": self.text}


def resolve(options: Sequence[Option], presets: Sequence[str], given: Any) -> dict[str, Value]:
    """Return the full option values for a preset with single keys overridden.

    Takes the game's options, its preset names and what a table asks for, for example
    ``{"preset": "book", "version": "stock"}``. Raises BadForm with every fault, pointers relative to `given`.
    """
    if not isinstance(given, Mapping):
        raise BadForm([Fault("", "wrong_type", {"expected": "an object"})])
    by_key = {option.key: option for option in options}
    preset = given.get("preset", "book")
    faults = []
    if preset not in presets:
        faults.append(Fault("/preset", "unknown_preset", {"preset": preset, "choices": ", ".join(presets)}))
    for key, value in given.items():
        if key == "preset":
            continue
        unknown = Fault(f"/{pointer_escape(key)}", "unknown_key", {})
        fault = by_key[key].fault(value) if key in by_key else unknown
        if fault:
            faults.append(fault)
    if faults:
        raise BadForm(faults)
    return {"preset": preset} | {key: given.get(key, by_key[key].in_preset(preset)) for key in by_key}


def pointer_escape(key: str) -> str:
    """Return a key as it is written inside a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
