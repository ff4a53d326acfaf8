"""POST replays/: the referee that keeps nothing."""

import json

import pytest

from referee.tables.models import Table
from tests.api.records import golden, with_notes

NAMES = [
    "auction-house-AE13",
    "troeven-TE11-layout",
    "troeven-TE12-stock",
    "checks-game",
    "getaway-traditional",
    "huutopussi-HE21",
]


@pytest.mark.parametrize("name", NAMES)
def test_golden_traces_with_every_legal_move(api, name):
    record, legal = golden(name)
    answer = api.post("replays/?legal=1", record)
    assert answer.status_code == 200
    told = answer.json()
    for number, hand in enumerate(record["hands"]):
        found = told["hands"][number]
        assert [step["move"] for step in found["steps"]] == hand["moves"]
        assert {step["verdict"] for step in found["steps"]} == {"legal"}
        if legal is not None:
            assert [step["legal"] for step in found["steps"]] == legal[number]
        assert (found["faults"], found["result"]) == ([], hand["result"])
    assert Table.objects.count() == 0


def test_nineteen_points_and_no_carry(api):
    record, _ = golden("auction-house-AE13")
    told = api.post("replays/", record).json()
    assert told["hands"][0]["result"] == {"points": [0, 0, 19, 0], "carry": 0}
    assert told["standing"] == {"scores": [0, 0, 19, 0], "winners": None}
    assert "legal" not in told["hands"][0]["steps"][0]


def test_an_illegal_move_ends_its_hand_there(api):
    record, _ = golden("auction-house-AE13")
    moves = record["hands"][0]["moves"]
    first = next(i for i, text in enumerate(moves) if " play " in text)
    moves[first + 1] = f"{moves[first + 1][0]} play {moves[-1].split()[2]}"
    (hand,) = api.post("replays/", record).json()["hands"]
    assert len(hand["steps"]) == first + 2
    step, (fault,) = hand["steps"][-1], hand["faults"]
    assert step["verdict"] == "illegal"
    assert step["rule"] == fault["rule"]
    assert step["detail"] == fault["detail"]
    assert (fault["step"], fault["suspects"], hand["result"]) == (first + 1, [first + 1], None)


def test_what_is_no_move_is_a_fault_without_a_rule(api):
    record, _ = golden("troeven-TE11-layout")
    record["hands"][0]["moves"][3] = "0 flies away"
    (hand,) = api.post("replays/", record).json()["hands"]
    assert len(hand["steps"]) == 4
    assert hand["steps"][3] | {"detail": ""} == {
        "move": "0 flies away",
        "verdict": "illegal",
        "rule": None,
        "detail": "",
    }
    (fault,) = hand["faults"]
    assert (fault["step"], fault["rule"], fault["code"]) == (3, None, "unknown_verb")


def test_a_marked_play_is_reported_and_played_on(api):
    record, legal = golden("auction-house-AE13")
    moves = record["hands"][0]["moves"]
    first = next(i for i, text in enumerate(moves) if " play " in text)
    seat = moves[first + 1][0]
    held = [text.split()[2] for text in moves[first + 1 :] if text.startswith(f"{seat} play")]
    card = next(card for card in held if f"{seat} play {card}" not in legal[0][first + 1])
    del moves[first + 1 :], record["hands"][0]["result"]
    moves.append(f"{seat} play! {card}")
    (hand,) = api.post("replays/?legal=1", record).json()["hands"]
    assert hand["steps"][-1]["verdict"] == "illegal"
    assert hand["steps"][-1]["rule"] == "A18"
    assert len(hand["faults"]) == 1


def test_an_unfinished_hand_with_a_result_is_a_fault(api):
    record, _ = golden("troeven-TE11-layout")
    del record["hands"][0]["moves"][-1]
    (hand,) = api.post("replays/", record).json()["hands"]
    assert [(f["step"], f["code"], f["suspects"]) for f in hand["faults"]] == [(32, "unfinished", [])]


def test_a_wrong_result_is_a_fault(api):
    record, _ = golden("troeven-TE11-layout")
    record["hands"][0]["result"] = {"points": [15, 25], "score": [7, 6]}
    (hand,) = api.post("replays/", record).json()["hands"]
    assert hand["faults"][0]["code"] == "wrong_result"


def test_hands_are_folded_into_the_match(api):
    hands = [{"dealer": 1, "moves": [], "entered": {"points": [25, 15]}} for _ in range(3)]
    record = {
        "record": 1,
        "game": "troeven",
        "options": {"preset": "book"},
        "seats": ["Ann", "Ben"],
        "hands": hands,
    }
    told = api.post("replays/", record).json()
    assert told["standing"] == {"scores": [4, 7], "winners": None}
    assert [hand["steps"] for hand in told["hands"]] == [[], [], []]


def test_legal_is_a_flag(api):
    record, _ = golden("troeven-TE11-layout")
    answer = api.post("replays/?legal=maybe", record)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "?legal"


def test_all_faults_of_form_at_once(api):
    record, _ = golden("troeven-TE11-layout")
    record |= {
        "seats": ["A", ""],
        "record": 3,
        "hands": [{"dealer": 5, "sight": "open", "deal": {}, "moves": 1}],
    }
    problem = api.post("replays/", record).json()
    pointers = {fault["pointer"] for fault in problem["errors"]}
    assert pointers >= {"/record", "/seats/1", "/hands/0/dealer", "/hands/0/moves"}


def test_a_record_that_is_none(api):
    for body in ("[]", "7", '"x"', "null"):
        answer = api.post("replays/", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_form")


def test_the_most_there_may_be(api):
    hand = {"dealer": 0, "moves": [], "entered": {"points": [20, 20]}}
    record = {"record": 1, "game": "troeven", "seats": ["A", "B"], "hands": [hand] * 201}
    assert api.post("replays/", record).json()["errors"][0]["code"] == "too_many"
    record["hands"] = [hand | {"x": {"note": "x" * 6000}}] * 200
    answer = api.post("replays/", json.dumps(record))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_record_made_under_other_rules_says_so(api):
    record, _ = golden("auction-house-AE13")
    told = api.post("replays/", {**record, "x": {"rules": {"profile": "of last year"}}}).json()
    assert told["made_under"] == "of last year"
    same = api.post("replays/", {**record, "x": {"rules": {"profile": told["rules"]["profile"]}}}).json()
    assert set(same) == {"hands", "standing"}


def test_hidden_sight_tells_suspects_and_evidence(api):
    """A revoke is proved when the card is shown; the replay goes on to the result."""
    record, truth = with_notes("hidden-auction-house")
    (hand,) = api.post("replays/", record).json()["hands"]
    (fault,) = hand["faults"]
    assert (fault["step"], fault["suspects"], fault["rule"]) == (truth["first"], truth["suspects"], "A18")
    assert set(truth["suspects"]) <= set(fault["evidence"])
    assert {step["verdict"] for step in hand["steps"]} == {"legal", "open"}
    assert hand["result"] == record["hands"][0]["result"]
