"""GET tables/{id}/record/ and POST records/."""

import jsonschema
import pytest

from referee.tables.models import Table as Row
from tests.api.conftest import Table
from tests.api.records import golden

NAMES = [
    "auction-house-AE13",
    "troeven-TE11-layout",
    "troeven-TE12-stock",
    "checks-game",
    "getaway-traditional",
    "huutopussi-HE21",
]


def plain(record):
    return {key: value for key, value in record.items() if key != "x"}


@pytest.mark.parametrize("name", NAMES)
def test_a_record_comes_in_and_goes_out_alike(api, name):
    record, _ = golden(name)
    answer = api.post("records/", record)
    assert answer.status_code == 201, answer.json()
    table = Table(api.client, answer.json())
    assert answer["Location"] == f"/api/v1/{table.path}"
    shown = table.steward.get(table.path + "record/")
    assert plain(shown.json()) == record
    log = table.steward.get(table.path + "moves/").json()["entries"]
    moves = [entry["text"] for entry in log if entry["kind"] == "move"]
    assert moves == [move for hand in record["hands"] for move in hand["moves"]][: len(moves)]


def test_a_record_of_results_only(api):
    hands = [
        {
            "dealer": 1,
            "moves": [],
            "entered": {"points": [25, 15]},
            "result": {"points": [25, 15], "score": [6, 7]},
        }
    ]
    record = {
        "record": 1,
        "game": "troeven",
        "options": {"preset": "book"},
        "seats": ["Ann", "Ben"],
        "hands": hands,
    }
    table = Table(api.client, api.post("records/", record).json())
    assert plain(table.viewer.get(table.path + "record/").json()) == record


def test_a_hand_in_play_is_not_in_the_record(new_table):
    table = new_table()
    table.deal()
    assert table.steward.get(table.path + "record/").json()["hands"] == []


def test_a_record_that_breaks_rules_is_not_kept(api):
    record, _ = golden("troeven-TE11-layout")
    record["hands"][0]["moves"][2] = "1 play KD"
    answer = api.post("records/", record)
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "record_faults"
    (fault,) = problem["faults"]
    assert (fault["hand"], fault["step"], fault["suspects"]) == (0, 2, [2])
    assert fault["rule"].startswith("T")
    assert fault["rule"] in fault["detail"]
    assert Row.objects.count() == 0


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"record": 2}, "/record", "out_of_range"),
        ({"game": "whist"}, "/game", "unknown_game"),
        ({"colour": 1}, "/colour", "unknown_key"),
        ({"seats": ["A", "A"]}, "/seats/1", "same_name"),
        ({"hands": {}}, "/hands", "wrong_type"),
        ({"hands": [5]}, "/hands/0", "wrong_type"),
        ({"hands": [{}] * 201}, "/hands", "too_many"),
    ],
)
def test_faults_of_form(api, change, pointer, code):
    record, _ = golden("troeven-TE11-layout")
    answer = api.post("records/", record | change)
    assert answer.status_code == 400
    assert (pointer, code) in {(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]}
    assert Row.objects.count() == 0


def test_a_malformed_move_is_a_fault_of_form_where_the_record_is_kept(api):
    record, _ = golden("troeven-TE11-layout")
    record["hands"][0]["moves"][5] = "one plays a card"
    answer = api.post("records/", record)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/hands/0/moves/5"


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_of_records_takes_real_ones(api, name):
    """The published JSON Schema is one, takes records, and refuses what is none."""
    schema = api.get("records/schema/").json()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    record, _ = golden(name)
    assert not list(validator.iter_errors(record))
    assert list(validator.iter_errors({**record, "hands": [{**record["hands"][0], "dealer": "3"}]}))


def test_a_table_made_of_a_record_is_shown_as_it_stands(api):
    made = api.post("records/", golden("auction-house-AE13")[0]).json()
    shown = Table(api.client, made).steward.get(f"tables/{made['id']}/").json()
    assert made["standing"] == shown["standing"]
    assert made["standing"]["hands"] == 1


def test_points_out_of_range_are_a_fault_of_their_move(api):
    record = golden("auction-house-AE13")[0]
    hand = record["hands"][0]
    (moves := hand["moves"]).append("* offset 0 1001")
    (fault,) = api.post("records/", record).json()["errors"]
    assert fault["pointer"] == f"/hands/0/moves/{len(moves) - 1}"
    (fault,) = api.post("replays/", record).json()["hands"][0]["faults"]
    assert fault["step"] == len(moves) - 1
