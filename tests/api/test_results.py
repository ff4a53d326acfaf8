"""POST tables/{id}/results/: hands that are only scored."""

import pytest

KITTY = ["2D", "TH", "3H", "4H"]


def test_a_troeven_result_is_scored(new_table):
    table = new_table()
    answer = table.write("results/", {"entered": {"points": [25, 15]}, "dealer": 1})
    assert answer.status_code == 201
    told = answer.json()
    assert told["entry"]["kind"] == "result"
    assert told["hand"]["result"] == {"points": [25, 15], "score": [6, 7]}
    assert told["hand"]["sight"] == "score"
    assert told["standing"]["totals"] == [6, 7]
    assert (told["legal"], told["to_act"], told["seq"]) == ([], [], 2)


def test_an_auction_house_round_with_its_kitty(new_table):
    table = new_table("auction-house")
    told = table.write("results/", {"entered": {"tricks": [1, 1, 6, 1], "kitty": KITTY}, "dealer": 3}).json()
    assert told["hand"]["result"] == {"points": [0, 0, 19, 0], "carry": 0}


@pytest.mark.parametrize(
    ("game", "entered", "code"),
    [
        ("troeven", {"points": [25, 14]}, "wrong_sum"),
        ("troeven", {"points": [40, 40]}, "wrong_sum"),
        ("auction-house", {"tricks": [3, 3, 3, 3], "kitty": KITTY}, "wrong_sum"),
    ],
)
def test_what_does_not_tally_is_refused_by_a_rule_in_words(new_table, game, entered, code):
    table = new_table(game)
    answer = table.write("results/", {"entered": entered})
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == code
    assert problem["rule"]["id"][0] == game[0].upper()
    assert str(sum(next(iter(entered.values())))) in problem["detail"]
    assert table.seq == 1


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/entered", "missing"),
        ({"entered": None}, "/entered", "wrong_type"),
        ({"entered": []}, "/entered", "wrong_type"),
        ({"entered": {}}, "/entered/points", "missing"),
        ({"entered": {"points": "25"}}, "/entered/points", "wrong_type"),
        ({"entered": {"points": [40]}}, "/entered/points", "wrong_length"),
        ({"entered": {"points": [40, "0"]}}, "/entered/points/1", "wrong_type"),
        ({"entered": {"points": [40, 0.5]}}, "/entered/points/1", "wrong_type"),
        ({"entered": {"points": [41, -1]}}, "/entered/points/1", "out_of_range"),
        ({"entered": {"points": [40, 0], "x": 1}}, "/entered/x", "unknown_key"),
        ({"entered": {"points": [40, 0]}, "dealer": 9}, "/dealer", "out_of_range"),
        ({"entered": {"points": [40, 0]}, "when": 9}, "/when", "unknown_key"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(new_table, body, pointer, code):
    table = new_table()
    answer = table.write("results/", body)
    assert answer.status_code == 400, answer.json()
    assert (pointer, code) in {(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]}
    assert table.seq == 1


def test_not_during_a_hand(new_table):
    table = new_table()
    table.deal()
    answer = table.write("results/", {"entered": {"points": [40, 0]}})
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_in_progress")


def test_only_the_steward_scores(new_table):
    table = new_table()
    for who in (*table.seats, table.viewer):
        assert table.write("results/", {"entered": {"points": [40, 0]}}, who).json()["code"] == "steward_only"


def test_a_match_of_results_ends(new_table):
    table = new_table("troeven", {"start_score": 1})
    told = table.write("results/", {"entered": {"points": [40, 0]}, "dealer": 0}).json()
    assert told["standing"]["over"]
    assert told["standing"]["winners"] == [0]
    again = table.write("results/", {"entered": {"points": [40, 0]}})
    assert (again.status_code, again.json()["code"]) == (422, "match_over")
