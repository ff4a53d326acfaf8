"""Reading and writing the record: every fault of form with its place, and what is written is read again."""

import json
from typing import Any

import pytest

from referee.engine.errors import BadForm
from referee.engine.record import MAX_HANDS, Record, name_fault, parse_record, read_record
from referee.games import all_games

GAMES = all_games()
ENTERED: dict[str, Any] = {"captured": [20, 18]}


def checks_record(**changed: Any) -> dict[str, Any]:
    """Return a small record, a hand of which only the score is told."""
    hand = {"dealer": 0, "moves": [], "entered": ENTERED, "result": ENTERED}
    return {"record": 1, "game": "checks", "seats": ["Ann", "葵"], "hands": [hand]} | changed


def faults(value: Any) -> set[tuple[str, str]]:
    with pytest.raises(BadForm) as caught:
        read_record(value, GAMES)
    return {(fault.pointer, fault.code) for fault in caught.value.faults}


def parse_fault(text: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(BadForm) as caught:
        parse_record(text, GAMES)
    (fault,) = caught.value.faults
    return fault.code, dict(fault.params)


@pytest.mark.parametrize("x", [None, {"x": {"note": [1, {"a": None}]}}])
def test_what_is_written_is_read_again(x: dict[str, Any] | None) -> None:
    record = read_record(checks_record(**(x or {})), GAMES)
    assert parse_record(record.text(), GAMES) == record
    assert record.text().endswith("}\n")
    assert ("x" in json.loads(record.text())) == bool(x)
    assert record.options == {"preset": "book"}, "left out, the preset is the book"


def test_a_hand_keeps_everything_it_came_with() -> None:
    hand = {
        "dealer": 1,
        "sight": "hidden",
        "deal": {},
        "moves": ["0 play AS"],
        "result": {"loser": 0},
        "x": 3,
    }
    data = {"record": 1, "game": "getaway", "options": {}, "seats": ["A", "B", "C"], "hands": [hand]}
    assert read_record(data, GAMES).as_json() == data


def test_every_fault_has_its_place() -> None:
    hand = {"dealer": 2, "moves": ["0 claim 1", 5], "sight": "half", "colour": 1}
    data = {"record": 2, "game": "checks", "seats": ["Ann", " "], "hands": [hand, 7], "a/b": 1}
    assert faults(data) == {
        ("/record", "out_of_range"),
        ("/seats/1", "blank"),
        ("/hands/0/dealer", "out_of_range"),
        ("/hands/0/moves/1", "wrong_type"),
        ("/hands/0/sight", "not_a_choice"),
        ("/hands/0/deal", "missing"),
        ("/hands/0/colour", "unknown_key"),
        ("/hands/1", "wrong_type"),
        ("/hands/1/dealer", "missing"),
        ("/hands/1/moves", "missing"),
        ("/hands/1/sight", "missing"),
        ("/hands/1/deal", "missing"),
        ("/a~1b", "unknown_key"),
    }


def test_faults_of_the_parts() -> None:
    assert faults([]) == {("", "wrong_type")}
    assert ("/game", "unknown_game") in faults(checks_record(game="bridge"))
    assert ("/game", "unknown_game") in faults(checks_record(game=["checks"]))
    assert ("/game", "missing") in faults(
        {key: value for key, value in checks_record().items() if key != "game"}
    )
    assert ("/options/colour", "unknown_key") in faults(checks_record(options={"colour": 1}))
    assert ("/seats", "seat_count") in faults(checks_record(seats=["Ann"]))
    assert ("/seats", "wrong_type") in faults(checks_record(seats="Ann"))
    assert ("/seats", "too_many") in faults(checks_record(seats=["Ann"] * (MAX_HANDS + 1)))
    assert faults(checks_record(hands={})) == {("/hands", "wrong_type")}
    assert faults(checks_record(hands=[{}] * (MAX_HANDS + 1))) == {("/hands", "too_many")}


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        ({"moves": ["0 claim 1"], "entered": ENTERED}, ("/hands/0/moves", "wrong_length")),
        ({"moves": "0 claim 1", "sight": "open", "deal": {}}, ("/hands/0/moves", "wrong_type")),
        ({"moves": ["0 claim 1"] * 1001, "sight": "open", "deal": {}}, ("/hands/0/moves", "too_many")),
    ],
)
def test_moves_are_a_list_of_texts_and_none_beside_a_report(hand: Any, fault: tuple[str, str]) -> None:
    assert faults(checks_record(hands=[{"dealer": 0} | hand])) == {fault}


def test_names() -> None:
    assert name_fault("Ann", []) is None
    found = {
        None: "wrong_type",
        "  ": "blank",
        "a" * 61: "too_long",
        "a\nb": "control_character",
        " Ann ": "same_name",
    }
    for name, code in found.items():
        fault = name_fault(name, ["Ann"])
        assert fault is not None
        assert fault[0] == code


def test_json_that_is_none_is_told_with_its_place() -> None:
    assert parse_fault('{"record": 1,\n  oops}') == ("bad_json", {"line": 2, "column": 3})
    assert parse_fault("[" * 100_000) == ("too_deep", {})
    assert parse_fault('{"record": 1, "record": 1}') == ("double_key", {"key": "record"})
    assert parse_fault('{"record": NaN}') == ("bad_constant", {"word": "NaN"})


def test_a_record_knows_whether_it_was_made_under_other_rules() -> None:
    def made_under(x: Any) -> str | None:
        record: Record = read_record(checks_record(x=x), GAMES)
        return record.other_rules

    today = GAMES["checks"].profile(read_record(checks_record(), GAMES).terms)
    assert made_under({"rules": {"profile": today}}) is None
    assert made_under({"rules": {"profile": "other"}}) == "other"
    for x in (None, 5, {}, {"rules": 5}, {"rules": {"profile": 5}}):
        assert made_under(x) is None
