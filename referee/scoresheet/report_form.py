"""The form for a hand that was played without the referee, made from the game's report schema."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.engine.game import Game
from referee.engine.match import Terms
from referee.scoresheet import words

A_SEAT = ("loser", "declarer", "redeal")
A_SIDE = ("last_trick",)
OF_RULINGS = ("not_counted", "worst_result", "cancelled")
"""What rulings add to a report; whoever enters a result does not."""
PLACES = [
    gettext_lazy("1st"), gettext_lazy("2nd"), gettext_lazy("3rd"), gettext_lazy("4th"),
    gettext_lazy("5th"), gettext_lazy("6th"), gettext_lazy("7th"),
]  # fmt: skip


@dataclass
class Field:
    """One input: `kind` is number, text, select or checks."""

    name: str
    label: str
    kind: str
    value: Any = ""
    low: int | None = None
    high: int | None = None
    step: int = 1
    choices: list[tuple[str, str]] = field(default_factory=list)
    fault: str = ""
    note: str = ""


@dataclass
class Group:
    """What is entered under one key of the report."""

    key: str
    title: str
    fields: list[Field]
    fault: str = ""
    optional: bool = False


class ReportForm:
    """Builds and reads the form. Takes the game, its terms and the names of the seats."""

    def __init__(self, game: Game[Any], terms: Terms, names: Sequence[str]) -> None:
        self.names = list(names)
        self.sides = [_(" & ").join(names[seat] for seat in side) for side in game.sides(terms)]
        self.schema: Mapping[str, Any] = game.report_schema
        self.required: list[str] = list(self.schema.get("required", []))

    def groups(self, post: QueryDict | None = None, faults: Mapping[str, str] | None = None) -> list[Group]:
        """Return the inputs, filled with what was sent and with what is wrong beside them."""
        out = []
        for key, schema in self.schema["properties"].items():
            if key in OF_RULINGS:
                continue
            fields = self._fields(key, schema)
            for item in fields:
                if post is not None:
                    item.value = post.getlist(item.name) if item.kind == "checks" else post.get(item.name, "")
                item.fault = (faults or {}).get("/entered/" + item.name.replace("-", "/"), "")
            fault = (faults or {}).get(f"/entered/{key}", "")
            title = words.name_of(words.FACTS, key)
            if len(fields) == 1 and fields[0].fault:
                fault = ""
            alone = "required" in self.schema and key not in self.required
            out.append(Group(key, title, fields, fault, alone or key == "redeal"))
        return sorted(out, key=lambda group: group.optional)

    def read(self, post: QueryDict) -> dict[str, Any]:
        """Return the report that was sent, as JSON; what was left empty and may be is left out."""
        report: dict[str, Any] = {}
        for group in self.groups(post):
            values = [_value(item) for item in group.fields]
            schema = self.schema["properties"][group.key]
            if schema.get("type") == "array":
                if all(value in ("", []) for value in values) and not self._wanted(group.key, schema):
                    continue
                report[group.key] = self._list(schema, values)
            elif values[0] != "":
                report[group.key] = None if values[0] == "none" else values[0]
        if report.get("redeal") is not None:
            return {"redeal": report["redeal"]}
        return report

    def _wanted(self, key: str, schema: Mapping[str, Any]) -> bool:
        return key in self.required or schema.get("items", {}).get("type") == "array"

    def _list(self, schema: Mapping[str, Any], values: list[Any]) -> list[Any]:
        if schema["items"].get("type") == "string":
            return str(values[0]).replace(",", " ").split()
        if "minItems" not in schema:
            return [value for value in values if value != ""]
        return [None if value == "" else value for value in values]

    # -- inputs ------------------------------------------------------------------------------------

    def _fields(self, key: str, schema: Mapping[str, Any]) -> list[Field]:
        kind = schema.get("type")
        if kind == "array":
            return self._fields_of_list(key, schema)
        label = words.name_of(words.FACTS, key)
        if key in A_SEAT:
            nobody = [("none", _("nobody"))] if isinstance(kind, list) else []
            return [Field(key, label, "select", choices=[*self._numbered(self.names), *nobody])]
        if key in A_SIDE:
            return [Field(key, label, "select", choices=self._numbered(self.sides))]
        if kind == "integer":
            return [_number(key, label, schema)]
        return [Field(key, label, "text", note=_("Rank and suit, for example QH or Q♥."))]

    def _fields_of_list(self, key: str, schema: Mapping[str, Any]) -> list[Field]:
        items = schema["items"]
        if items.get("type") == "string":
            note = _("Cards with spaces between them, for example 2D TH 3H 4H.")
            return [Field(key, words.name_of(words.FACTS, key), "text", note=note)]
        if "minItems" not in schema:
            rows = PLACES[: len(self.names) - 1]
            choices = self._numbered(self.names)
            return [
                Field(f"{key}-{i}", str(place), "select", choices=choices) for i, place in enumerate(rows)
            ]
        people = self.names if schema["minItems"] == len(self.names) else self.sides
        if items.get("type") == "array":
            suits = [
                (suit, f"{words.SIGNS[suit]} {words.SUIT_NAMES[suit]}") for suit in items["items"]["enum"]
            ]
            return [Field(f"{key}-{i}", who, "checks", [], choices=suits) for i, who in enumerate(people)]
        return [_number(f"{key}-{i}", who, items) for i, who in enumerate(people)]

    def _numbered(self, people: Sequence[str]) -> list[tuple[str, str]]:
        return [(str(place), who) for place, who in enumerate(people)]


def _number(name: str, label: str, schema: Mapping[str, Any]) -> Field:
    low, high, step = schema.get("minimum"), schema.get("maximum"), schema.get("multipleOf", 1)
    return Field(name, label, "number", low=low, high=high, step=step)


def _value(item: Field) -> Any:
    """What was entered in one input: a number where it is one, otherwise the text for the game to refuse."""
    if item.kind == "checks":
        return item.value
    text = str(item.value).strip()
    digits = text.removeprefix("-")
    is_number = digits.isdecimal() and len(digits) < 10
    return int(text) if is_number and item.kind in ("number", "select") else text
