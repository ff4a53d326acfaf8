"""The JSON Schema of the record against the reader: both take and refuse the same forms."""

import copy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.engine.errors import BadForm
from referee.engine.record import read_record
from referee.engine.record_schema import record_schema
from referee.engine.replay import replay
from referee.games import all_games
from tests.games.test_records import examples, records

GAMES = all_games()
SCHEMA = record_schema(GAMES)
VALID = Draft202012Validator(SCHEMA)


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("slug", GAMES)
def test_records_of_both_sights_are_valid(slug: str) -> None:
    hidden = [record for record in records("hidden-examples") if record["game"] == slug]
    assert hidden
    for record in (*records(slug)[:3], *records(f"{slug}-matches")[:1], *examples(slug), *hidden):
        assert not list(VALID.iter_errors(record))


def wrong(record: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a record with one value put in or, if it is `...`, taken out."""
    changed = copy.deepcopy(record)
    *way, last = [int(word) if word.isdigit() else word for word in path.split("/")]
    here: Any = changed
    for word in way:
        here = here[word]
    if value is ...:
        del here[last]
    else:
        here[last] = value
    return changed


FAULTS = [
    ("record", 2),
    ("record", ...),
    ("game", "bridge"),
    ("game", ...),
    ("seats", ["Ann"] * 4),
    ("seats", ["Ann", "Ben"]),
    ("seats", ...),
    ("options", {"preset": "none"}),
    ("options", {"colour": "red"}),
    ("hands", {}),
    ("hands/0/dealer", "1"),
    ("hands/0/dealer", ...),
    ("hands/0/sight", "half"),
    ("hands/0/sight", ...),
    ("hands/0/deal", ...),
    ("hands/0/moves", ["0 play AS"] * 1001),
    ("hands/0/moves", [5]),
    ("hands/0/entered", {"tricks": [9, 0, 0, 0], "kitty_points": 20}),
    ("hands/0/colour", "red"),
    ("colour", "red"),
]


@pytest.mark.parametrize(("path", "value"), FAULTS, ids=lambda value: str(value)[:20])
def test_schema_and_reader_refuse_the_same(path: str, value: Any) -> None:
    record = wrong(records("auction-house")[0], path, value)
    assert list(VALID.iter_errors(record))
    with pytest.raises(BadForm):
        read_record(record, GAMES)


@pytest.mark.parametrize(
    "deal", [{"hands": [["AS", "AS"]]}, {"hands": [["KS"]]}, {"stock": []}, {"hands": [["2S"] * 11]}, []]
)
def test_what_lies_face_up_is_looked_at_as_well(deal: Any) -> None:
    (record,) = (record for record in records("hidden-examples") if record["game"] == "auction-house")
    record = wrong(record, "hands/0/deal", deal)
    with pytest.raises(BadForm):
        replay(read_record(record, GAMES))
    if deal != {"hands": [["KS"]]}:  # which cards are in the pack is not in the schema
        assert list(VALID.iter_errors(record))
