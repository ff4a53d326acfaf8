"""POST tables/{id}/takebacks/."""

import pytest

from tests.api.records import golden

RECORD, LEGAL = golden("troeven-TE11-layout")
HAND = RECORD["hands"][0]


@pytest.fixture
def table(new_table):
    made = new_table()
    made.deal(HAND["deal"], HAND["dealer"])
    made.play(*HAND["moves"][:4])
    return made


def test_the_table_stands_again_as_it_stood(table):
    answer = table.write("takebacks/", {"to": 4, "reason": "wrong card"})
    assert answer.status_code == 201
    told = answer.json()
    assert (told["seq"], answer["ETag"]) == (7, '"7"')
    assert told["entry"]["kind"] == "takeback"
    assert told["entry"]["data"] == {"reason": "wrong card"}
    assert told["legal"] == LEGAL[0][2]
    table.play(*HAND["moves"][2:])
    assert table.steward.get(table.path).json()["hand"]["result"] == HAND["result"]


def test_forward_again_to_what_was_taken_back(table):
    before = table.steward.get(table.path).json()["hand"]
    table.write("takebacks/", {"to": 3})
    answer = table.write("takebacks/", {"to": 6})
    assert answer.status_code == 201
    assert table.steward.get(table.path).json()["hand"] == before


def test_a_finished_hand_is_taken_back_with_its_score(table):
    table.play(*HAND["moves"][4:])
    assert table.steward.get(table.path).json()["standing"]["hands"] == 1
    told = table.write("takebacks/", {"to": 6}).json()
    assert told["standing"]["hands"] == 0
    assert told["hand"]["playing"]
    assert table.viewer.get(table.path + "scoresheet/").json()["hands"] == []


def test_a_seat_takes_back_its_own_last_move_and_nothing_else(table):
    last = int(HAND["moves"][3][0])
    other = table.seats[1 - last]
    assert table.write("takebacks/", {"to": 5}, other).json()["code"] == "not_your_move"
    assert table.write("takebacks/", {"to": 4}, table.seats[last]).json()["code"] == "not_your_move"
    assert table.write("takebacks/", {"to": 5}, table.viewer).status_code == 403
    assert table.write("takebacks/", {"to": 5}, table.seats[last]).status_code == 201


@pytest.mark.parametrize(
    ("to", "code"), [(0, "no_such_entry"), (99, "no_such_entry"), (6, "nothing_to_take_back")]
)
def test_where_there_is_nothing_to_go_back_to(table, to, code):
    answer = table.write("takebacks/", {"to": to})
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert table.seq == 6


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({}, "/to", "missing"),
        ({"to": "5"}, "/to", "wrong_type"),
        ({"to": -1}, "/to", "out_of_range"),
        ({"to": 999_999_999_999}, "/to", "out_of_range"),
        ({"to": 5, "reason": 7}, "/reason", "wrong_type"),
        ({"to": 5, "reason": "x" * 501}, "/reason", "too_long"),
        ({"to": 5, "reason": "\x1b[2J"}, "/reason", "control_character"),
        ({"to": 5, "why": ""}, "/why", "unknown_key"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(table, body, pointer, code):
    answer = table.write("takebacks/", body)
    assert answer.status_code == 400
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [(pointer, code)]
    assert table.seq == 6


SHOWING = [
    ("auction-house-AE13", 6, "offers are turned up by the third"),
    ("auction-house-AE13", 10, "the trump card is turned up by the fourth card of the kitty"),
    ("troeven-TE11-layout", 2, "a card of the layout is turned up"),
    ("troeven-TE12-stock", 3, "cards are drawn from the stock"),
    ("checks-game", None, "a gap is filled from the stock, or the next fan picked up"),
    ("huutopussi-HE21", 8, "cards are given to the declarer"),
]


@pytest.mark.parametrize(("name", "count", "why"), SHOWING)
def test_a_move_by_which_cards_were_seen_is_the_stewards_to_take_back(new_table, name, count, why):
    """Else a player could look, go back, and choose again."""
    record, _ = golden(name)
    (hand,) = record["hands"][:1]
    table = new_table(record["game"], record["options"], len(record["seats"]))
    table.deal(hand["deal"], hand["dealer"])
    moves = hand["moves"]
    count = count or 1 + next(i for i, move in enumerate(moves) if "claim" in move)
    table.play(*moves[:count])
    mover = table.seats[int(moves[count - 1][0])]
    answer = table.write("takebacks/", {"to": table.seq - 1}, mover)
    assert (answer.status_code, answer.json()["code"]) == (403, "shown_since"), why
    assert table.write("takebacks/", {"to": table.seq - 1}).status_code == 201


def test_a_drawn_card_is_not_drawn_again(new_table):
    """Getaway: whoever draws from the waste leads what came."""
    record, _ = golden("getaway-traditional")
    (hand,) = record["hands"][:1]
    table = new_table("getaway", record["options"], len(record["seats"]))
    table.deal(hand["deal"], hand["dealer"])
    count = 1 + next(i for i, move in enumerate(hand["moves"]) if "draw" in move)
    table.play(*hand["moves"][:count])
    mover = table.seats[int(hand["moves"][count - 1][0])]
    assert table.write("takebacks/", {"to": table.seq - 1}, mover).json()["code"] == "shown_since"
