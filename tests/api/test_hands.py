"""POST tables/{id}/hands/."""

import pytest

from referee import games
from referee.tables.models import Entry, Hand
from tests.api.records import golden


@pytest.mark.parametrize("slug", games.all_games())
def test_the_service_shuffles_and_deals_every_game(new_table, slug):
    table = new_table(slug)
    answer = table.write("hands/", {"sight": "open", "shuffle": True})
    assert answer.status_code == 201
    dealt = answer.json()
    assert dealt["seq"] == 2
    assert answer["ETag"] == '"2"'
    assert dealt["entry"]["kind"] == "deal"
    assert "deal" not in dealt["entry"]["data"]
    assert dealt["hand"]["shuffled"]
    assert dealt["hand"]["playing"]
    assert dealt["to_act"]
    assert dealt["legal"]
    deal = Hand.objects.get(table_id=table.id).deal
    other = new_table(slug)
    other.deal()
    assert Hand.objects.get(table_id=other.id).deal != deal


def test_a_given_deal_is_dealt(new_table):
    record, _ = golden("troeven-TE11-layout")
    hand = record["hands"][0]
    table = new_table()
    dealt = table.deal(hand["deal"], hand["dealer"])
    assert dealt["hand"]["dealer"] == 1
    assert not dealt["hand"]["shuffled"]
    assert Hand.objects.get(table_id=table.id).deal == hand["deal"]


def test_sight_may_be_left_out(new_table):
    table = new_table()
    assert table.write("hands/", {"shuffle": True}).status_code == 201


def test_who_deals_is_drawn_at_first_and_goes_round_then(new_table):
    table = new_table("auction-house")
    dealer = table.deal()["hand"]["dealer"]
    assert dealer in range(4)
    table.write("takebacks/", {"to": 1})
    table.write(
        "results/", {"entered": {"tricks": [3, 2, 2, 2], "kitty": ["2D", "TH", "3H", "4H"]}, "dealer": 2}
    )
    assert table.deal()["hand"]["dealer"] == 3


DEAL = golden("troeven-TE11-layout")[0]["hands"][0]["deal"]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/deal", "missing"),
        ({"sight": "open"}, "/deal", "missing"),
        ({"shuffle": False}, "/deal", "missing"),
        ({"shuffle": "yes"}, "/shuffle", "wrong_type"),
        ({"sight": "hidden", "shuffle": True}, "/shuffle", "conflict"),
        ({"sight": "dim", "shuffle": True}, "/sight", "not_a_choice"),
        ({"sight": ["open"], "shuffle": True}, "/sight", "not_a_choice"),
        ({"shuffle": True, "deal": DEAL}, "/shuffle", "conflict"),
        ({"shuffle": True, "dealer": 2}, "/dealer", "out_of_range"),
        ({"shuffle": True, "dealer": -1}, "/dealer", "out_of_range"),
        ({"shuffle": True, "dealer": "1"}, "/dealer", "wrong_type"),
        ({"shuffle": True, "dealer": True}, "/dealer", "wrong_type"),
        ({"shuffle": True, "seed": 1}, "/seed", "unknown_key"),
        ({"deal": 5}, "/deal", "wrong_type"),
        ({"deal": {}}, "/deal/down", "missing"),
        ({"deal": DEAL | {"up": [DEAL["up"][0]]}}, "/deal/up", "wrong_length"),
        ({"deal": DEAL | {"up": [DEAL["up"][0], DEAL["up"][0]]}}, "/deal/up/1/0", "twice"),
        ({"deal": DEAL | {"up": [DEAL["up"][0], [*DEAL["up"][1][:7], "2C"]]}}, "/deal/up/1/7", "not_in_pack"),
        ({"deal": DEAL | {"up": [DEAL["up"][0], [*DEAL["up"][1][:7], "XX"]]}}, "/deal/up/1/7", "bad_card"),
        ({"deal": DEAL | {"up": [DEAL["up"][0], [*DEAL["up"][1][:7], {}]]}}, "/deal/up/1/7", "wrong_type"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_place(new_table, body, pointer, code):
    table = new_table()
    answer = table.write("hands/", body)
    assert answer.status_code == 400, answer.json()
    assert (pointer, code) in {(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]}
    assert table.seq == 1
    assert Hand.objects.count() == 0


def test_one_hand_at_a_time(new_table):
    table = new_table()
    table.deal()
    answer = table.write("hands/", {"shuffle": True})
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_in_progress")
    assert answer.json()["seq"] == 2


def test_only_the_steward_deals(new_table):
    table = new_table()
    for who in (*table.seats, table.viewer):
        assert table.write("hands/", {"shuffle": True}, who).json()["code"] == "steward_only"
    assert Entry.objects.filter(table_id=table.id).count() == 1


def test_no_hand_after_the_end_of_the_match(new_table):
    table = new_table("troeven", {"start_score": 1})
    table.write("results/", {"entered": {"points": [40, 0]}, "dealer": 0})
    answer = table.write("hands/", {"shuffle": True})
    assert answer.status_code == 422, answer.json()
    assert answer.json()["code"] == "match_over"
    assert answer.json()["rule"]["id"].startswith("T")
