"""POST tables/{id}/moves/."""

import random
from functools import cache

import pytest

from referee import games
from referee.engine.cards import parse_card
from referee.tables import commands
from tests.api.records import golden

AE13, AE13_LEGAL = golden("auction-house-AE13")
HAND = AE13["hands"][0]


@pytest.fixture
def ae13(new_table):
    """A table at which the golden trace AE13 has been dealt."""
    table = new_table("auction-house")
    table.deal(HAND["deal"], HAND["dealer"])
    return table


def test_the_golden_trace_move_by_move(ae13):
    seq = ae13.seq
    for text, legal in zip(HAND["moves"], AE13_LEGAL[0], strict=True):
        assert ae13.steward.get(ae13.path + "legal-moves/").json()["legal"] == legal
        answer = ae13.steward.post(ae13.path + "moves/", {"text": text}, based_on=seq)
        assert answer.status_code == 201
        told = answer.json()
        assert told["seq"] == seq + 1
        assert answer["ETag"] == f'"{seq + 1}"'
        assert told["entry"]["text"] == text
        seq += 1
    assert told["over"]
    assert told["result"] == {"points": [0, 0, 19, 0], "carry": 0}
    assert told["legal"] == told["to_act"] == []
    shown = ae13.viewer.get(ae13.path).json()
    assert shown["standing"]["totals"] == [0, 0, 19, 0]
    assert shown["hand"]["result"] == HAND["result"]


def test_a_move_as_an_object_and_its_answer(ae13):
    answer = ae13.write("moves/", {"seat": 0, "kind": "pass"}, ae13.seats[0]).json()
    assert answer["entry"]["move"] == {"seat": 0, "kind": "pass", "text": "0 pass"}
    assert answer["entry"]["by"] == {"role": "seat", "seat": 0}
    assert (answer["to_act"], answer["over"], answer["result"]) == ([1], False, None)
    assert answer["legal"] == [], "seat 0 does not learn what seat 1 may do"


def test_what_is_legal_next_is_told_to_whom_it_concerns(ae13):
    ae13.play("0 pass")
    answer = ae13.write("moves/", {"text": "1 pass"})
    assert answer.json()["legal"] == AE13_LEGAL[0][2]


def test_an_illegal_card_is_refused_by_its_rule_with_the_alternatives(ae13):
    upto = next(i for i, text in enumerate(HAND["moves"]) if " play " in text) + 1
    ae13.play(*HAND["moves"][:upto])
    legal = AE13_LEGAL[0][upto]
    seat = int(legal[0][0])
    held = ae13.steward.get(ae13.path).json()["hand"]["view"]["hands"][seat]["cards"]
    card = next(card for card in held if f"{seat} play {card}" not in legal)
    sent = {"seat": seat, "kind": "play", "card": card}
    answer = ae13.write("moves/", sent, ae13.seats[seat])
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "obliged"
    assert problem["type"] == "/problems/obliged"
    assert problem["rule"]["id"] == "A18"
    assert problem["rule"]["text"] in problem["detail"]
    assert problem["legal"] == legal
    assert problem["move"] == sent
    assert problem["can_stand"] is True
    assert problem["seq"] == ae13.seq


def test_a_play_that_broke_a_duty_may_stand(ae13):
    upto = next(i for i, text in enumerate(HAND["moves"]) if " play " in text) + 1
    ae13.play(*HAND["moves"][:upto])
    seat = int(AE13_LEGAL[0][upto][0][0])
    held = ae13.steward.get(ae13.path).json()["hand"]["view"]["hands"][seat]["cards"]
    card = next(card for card in held if f"{seat} play {card}" not in AE13_LEGAL[0][upto])
    answer = ae13.write("moves/", {"seat": seat, "kind": "play", "card": card, "stood": True})
    assert answer.status_code == 201
    assert answer.json()["entry"]["verdict"] == "illegal"
    assert answer.json()["entry"]["text"] == f"{seat} play! {card}"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"text": "gibberish"}, "bad_text"),
        ({"text": "9 pass"}, "bad_seat"),
        ({"text": "0 fly"}, "unknown_verb"),
        ({"text": "0 play 9X"}, "bad_card"),
        ({"text": "0 open QH Z"}, "bad_suit"),
        ({"text": "0 trade x"}, "bad_number"),
        ({"text": "0 play ?"}, "unseen_card"),
        ({"text": "0 play QH KH"}, "wrong_arguments"),
        ({"text": "0 " + "x" * 10_000}, "bad_text"),
        ({"text": 5}, "bad_text"),
        ({}, "bad_text"),
        ({"seat": 0}, "bad_text"),
        ({"kind": "pass"}, "bad_text"),
        ({"seat": "0", "kind": "pass"}, "bad_seat"),
        ({"seat": True, "kind": "pass"}, "bad_seat"),
        ({"seat": 4, "kind": "pass"}, "bad_seat"),
        ({"seat": -1, "kind": "pass"}, "bad_seat"),
        ({"seat": {"a": 1}, "kind": "pass"}, "bad_seat"),
        ({"seat": 0, "kind": ["pass"]}, "bad_text"),
        ({"seat": 0, "kind": "fly"}, "unknown_verb"),
        ({"seat": 0, "kind": "play"}, "wrong_arguments"),
        ({"seat": 0, "kind": "play", "card": 5}, "wrong_arguments"),
        ({"seat": 0, "kind": "play", "card": ["QH"]}, "wrong_arguments"),
        ({"seat": 0, "kind": "play", "card": "XX"}, "bad_card"),
        ({"seat": 0, "kind": "pass", "why": "because"}, "wrong_arguments"),
        ({"seat": 0, "kind": "pass", "stood": "yes"}, "bad_text"),
        ({"seat": 0, "kind": "pass", "text": "0 play QH"}, "bad_text"),
    ],
)
def test_what_is_no_move_is_refused_as_such(ae13, sent, code):
    answer = ae13.write("moves/", sent)
    assert answer.status_code == 400, answer.json()
    problem = answer.json()
    assert problem["code"] == code
    assert problem["move"] == sent
    assert problem["legal"] == AE13_LEGAL[0][0]
    assert "rule" not in problem
    assert ae13.seq == 2


def test_cards_are_read_in_many_ways_and_written_in_one(ae13):
    ae13.play("0 pass", "1 pass")
    answer = ae13.write("moves/", {"text": "2 OPEN 8♠ c"})
    assert answer.json()["entry"]["text"] == "2 open 8S C"


def test_a_seat_moves_for_itself_alone(ae13):
    answer = ae13.write("moves/", {"text": "0 pass"}, ae13.seats[1])
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    assert answer.json()["legal"] == []
    answer = ae13.write("moves/", {"text": "0 pass"}, ae13.viewer)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    assert ae13.seq == 2


def test_not_your_turn(ae13):
    answer = ae13.write("moves/", {"text": "1 pass"}, ae13.seats[1])
    assert (answer.status_code, answer.json()["code"]) == (422, "not_your_turn")
    assert answer.json()["rule"]["id"].startswith("A")
    assert answer.json()["can_stand"] is False


def test_without_a_hand_there_is_no_move(new_table):
    table = new_table()
    answer = table.write("moves/", {"text": "0 call H"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_hand")


def test_after_the_hand_its_end_is_cited(ae13):
    ae13.play(*HAND["moves"])
    answer = ae13.write("moves/", {"text": "0 play 8S"})
    assert (answer.status_code, answer.json()["code"]) == (422, "hand_over")
    assert answer.json()["rule"]["id"].startswith("A")


def test_a_closed_table_takes_no_moves(ae13):
    ae13.steward.patch(ae13.path, {"status": "closed"})
    answer = ae13.write("moves/", {"text": "0 pass"})
    assert (answer.status_code, answer.json()["code"]) == (409, "table_closed")


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_is_played_in_order(ae13):
    answer = ae13.write("moves/", [{"text": text} for text in HAND["moves"]])
    told = answer.json()
    assert answer.status_code == 201
    assert [entry["text"] for entry in told["accepted"]] == HAND["moves"]
    assert [entry["seq"] for entry in told["accepted"]] == list(range(3, 3 + len(HAND["moves"])))
    assert (told["refused"], told["count"], told["over"]) == (None, len(HAND["moves"]), True)
    assert told["result"] == HAND["result"]
    assert answer["ETag"] == f'"{told["seq"]}"'


def test_of_a_list_the_moves_before_the_first_refused_one_are_kept(ae13):
    answer = ae13.write(
        "moves/", [{"text": "0 pass"}, {"text": "1 pass"}, {"text": "0 pass"}, {"text": "2 pass"}]
    )
    told = answer.json()
    assert answer.status_code == 201
    assert [entry["text"] for entry in told["accepted"]] == ["0 pass", "1 pass"]
    assert told["refused"]["place"] == 2
    problem = told["refused"]["problem"]
    assert (problem["status"], problem["code"]) == (422, "not_your_turn")
    assert problem["seq"] == told["seq"] == ae13.seq == 4
    assert problem["legal"] == AE13_LEGAL[0][2]


def test_where_already_the_first_is_refused_the_answer_is_the_problem(ae13):
    answer = ae13.write("moves/", [{"text": "2 pass"}, {"text": "0 pass"}])
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["place"] == 0
    assert ae13.seq == 2


@pytest.mark.parametrize(
    ("sent", "pointer", "code"),
    [
        ([], "", "blank"),
        ([{"text": "0 pass"}, 5, "0 pass"], "/1", "wrong_type"),
        ("0 pass", "", "wrong_type"),
        (7, "", "wrong_type"),
        ([{"text": "0 pass"}] * 501, "", "too_many"),
    ],
)
def test_lists_that_are_none(ae13, sent, pointer, code):
    import json

    answer = ae13.write("moves/", json.dumps(sent))
    assert answer.status_code == 400
    assert (pointer, code) in {(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]}
    assert ae13.seq == 2


# -- chance ----------------------------------------------------------------------------------------


@cache
def up_to_a_draw():
    """A deal of Getaway, moves after which a seat has to draw from the waste, and that seat."""
    game, rng = games.get("getaway"), random.Random(5)
    terms = game.terms({}, 3)
    while True:
        standing = game.opening(terms)
        deal = game.deal(terms, standing, 0, lambda cards: rng.sample(cards, len(cards)))
        state, moves = game.start(terms, standing, 0, deal), []
        while legal := [text for text in game.legal_texts(state) if "take" not in text]:
            draws = [text for text in legal if " draw " in text]
            if draws:
                return deal, moves, int(draws[0][0])
            moves.append(rng.choice(legal))
            state = game.apply(state, game.parse(moves[-1], 3))


class Stacked(random.Random):
    """A source of chance that shuffles to a wanted deal."""

    def sample(self, population, k, **_):
        order = [parse_card(card) for hand in up_to_a_draw()[0]["hands"] for card in hand]
        assert sorted(order) == sorted(population)
        assert k == len(order)
        return order


def test_the_service_draws_where_it_shuffled(new_table, monkeypatch):
    deal, moves, seat = up_to_a_draw()
    table = new_table("getaway", seats=3)
    monkeypatch.setattr(commands, "_random", Stacked(1))
    assert table.deal(dealer=0)["hand"]["shuffled"]
    table.play(*moves)
    pool = [move.split()[2] for move in moves if " play " in move][::10]
    by_name = [{"seat": seat, "kind": "draw", "card": card} for card in pool]
    by_text = [{"text": f"{seat} {verb} {card}"} for verb in ("draw", "DRAW", "draw!") for card in pool]
    for key in (table.steward, table.seats[seat]):
        for sent in by_name + by_text:
            named = key.post(table.path + "moves/check/", sent)
            assert (named.status_code, named.json()["code"]) == (422, "chance_chooses"), sent
        for named in (table.write("moves/", [sent], key) for sent in (by_name[0], *by_text)):
            assert (named.status_code, named.json()["code"]) == (422, "chance_chooses")
    answer = table.write("moves/", {"seat": seat, "kind": "draw"}, table.seats[seat])
    assert answer.status_code == 201, answer.json()
    assert answer.json()["entry"]["move"]["card"] in [card for hand in deal["hands"] for card in hand]


def test_a_card_drawn_at_the_table_is_named(new_table):
    deal, moves, seat = up_to_a_draw()
    table = new_table("getaway", seats=3)
    table.deal(deal, 0)
    table.play(*moves)
    cards = [rank + suit for rank in "AKQJT98765432" for suit in "SHDC"]
    checked = [
        table.steward.post(table.path + "moves/check/", {"seat": seat, "kind": "draw", "card": c})
        for c in cards
    ]
    pool = [card for card, answer in zip(cards, checked, strict=True) if answer.status_code == 200]
    assert 0 < len(pool) < 52
    answer = table.write("moves/", {"seat": seat, "kind": "draw", "card": pool[0]})
    assert answer.status_code == 201
    assert answer.json()["entry"]["move"]["card"] == pool[0]
