"""Numbered rules and table options."""

from typing import Any

import pytest

from referee.engine.errors import BadForm
from referee.engine.rules import Option, Rule, pointer_escape, resolve, rule_book

OPTIONS = (
    Option("version", "Which version is played.", "layout", ("stock",)),
    Option("start_score", "Where the score starts.", 7, range(1, 21)),
    Option("exchange", "How many cards change hands.", 3, (4,), presets={"club": 4}),
    Option("fixed", "A choice that the book leaves nobody.", "carry"),
)
PRESETS = ("book", "club")
BOOK = {"preset": "book", "version": "layout", "start_score": 7, "exchange": 3, "fixed": "carry"}


def test_a_rule_book_keeps_the_order_of_its_rules() -> None:
    rules = rule_book(Rule("T1", "One."), Rule("T10", "Ten."), Rule("T2", "Two."))
    assert list(rules) == ["T1", "T10", "T2"]
    assert rules["T10"].text == "Ten."


def test_choices_and_presets() -> None:
    version, score, exchange, fixed = OPTIONS
    assert list(version.choices) == ["layout", "stock"]
    assert list(score.choices) == list(range(1, 21))
    assert list(exchange.choices) == [3, 4]
    assert list(fixed.choices) == ["carry"]
    assert [exchange.in_preset(preset) for preset in PRESETS] == [3, 4]
    assert [version.in_preset(preset) for preset in PRESETS] == ["layout", "layout"]


@pytest.mark.parametrize(
    ("given", "resolved"),
    [
        ({}, BOOK),
        ({"preset": "club"}, BOOK | {"preset": "club", "exchange": 4}),
        (
            {"preset": "club", "exchange": 3, "start_score": 20, "version": "stock"},
            {"preset": "club", "version": "stock", "start_score": 20, "exchange": 3, "fixed": "carry"},
        ),
    ],
)
def test_a_preset_with_single_keys_overridden(given: dict[str, Any], resolved: dict[str, Any]) -> None:
    assert resolve(OPTIONS, PRESETS, given) == resolved


@pytest.mark.parametrize(
    ("given", "pointer", "code", "sentence"),
    [
        ("book", "", "wrong_type", "This should be an object."),
        (None, "", "wrong_type", "This should be an object."),
        ({"preset": "x"}, "/preset", "unknown_preset", "There is no preset “x”; there is: book, club."),
        ({"preset": 4}, "/preset", "unknown_preset", "There is no preset “4”; there is: book, club."),
        ({"version": "v3"}, "/version", "not_a_choice", "This should be one of: layout, stock."),
        ({"version": ["stock"]}, "/version", "not_a_choice", "This should be one of: layout, stock."),
        ({"exchange": 4.0}, "/exchange", "not_a_choice", "This should be one of: 3, 4."),
        ({"exchange": "4"}, "/exchange", "not_a_choice", "This should be one of: 3, 4."),
        ({"start_score": "7"}, "/start_score", "wrong_type", "This should be a whole number."),
        ({"start_score": True}, "/start_score", "wrong_type", "This should be a whole number."),
        ({"start_score": 7.0}, "/start_score", "wrong_type", "This should be a whole number."),
        ({"start_score": 0}, "/start_score", "out_of_range", "This should lie between 1 and 20."),
        ({"start_score": 21}, "/start_score", "out_of_range", "This should lie between 1 and 20."),
        ({"a/b~c": 1}, "/a~1b~0c", "unknown_key", "Nothing of this name belongs here."),
    ],
)
def test_faults_of_options(given: Any, pointer: str, code: str, sentence: str) -> None:
    with pytest.raises(BadForm) as caught:
        resolve(OPTIONS, PRESETS, given)
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.code) == (pointer, code)
    assert fault.sentence % fault.params == sentence


def test_all_faults_are_listed() -> None:
    with pytest.raises(BadForm) as caught:
        resolve(OPTIONS, PRESETS, {"preset": "x", "version": 1, "start_score": -1, "colour": "red"})
    assert list(map(str, caught.value.faults)) == [
        "/preset: There is no preset “x”; there is: book, club.",
        "/version: This should be one of: layout, stock.",
        "/start_score: This should lie between 1 and 20.",
        "/colour: Nothing of this name belongs here.",
    ]
    assert str(caught.value) == "; ".join(map(str, caught.value.faults))


def test_a_preset_of_the_wrong_type_is_no_preset() -> None:
    with pytest.raises(BadForm) as caught:
        resolve(OPTIONS, PRESETS, {"preset": ["book"]})
    assert [fault.code for fault in caught.value.faults] == ["unknown_preset"]


def test_schemas() -> None:
    assert OPTIONS[0].schema() == {
        "enum": ["layout", "stock"],
        "default": "layout",
        "description": "Which version is played.",
    }
    assert OPTIONS[1].schema() == {
        "type": "integer",
        "minimum": 1,
        "maximum": 20,
        "default": 7,
        "description": "Where the score starts.",
    }


def test_pointers_escape_their_signs() -> None:
    assert pointer_escape("~/") == "~0~1"
