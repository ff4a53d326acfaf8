"""POST tables/{id}/moves/check/ and GET tables/{id}/legal-moves/."""

import pytest

from referee.tables.models import Entry
from tests.api.records import golden

RECORD, LEGAL = golden("troeven-TE11-layout")
HAND = RECORD["hands"][0]


@pytest.fixture
def table(new_table):
    made = new_table()
    made.deal(HAND["deal"], HAND["dealer"])
    return made


def ask(table, sent, who=None):
    return (who or table.steward).post(table.path + "moves/check/", sent)


def test_the_same_answer_and_nothing_written(table):
    asked = ask(table, {"text": "0 call S"})
    assert (asked.status_code, asked["ETag"]) == (200, '"2"')
    assert Entry.objects.filter(table_id=table.id).count() == 2
    told = asked.json()
    played = table.write("moves/", {"text": "0 call S"}).json()
    same = ("to_act", "legal", "over", "result")
    assert {key: told[key] for key in same} == {key: played[key] for key in same}
    assert (told["entry"], told["seq"]) == (None, 2)


def test_a_list_is_followed_to_the_end(table):
    told = ask(table, [{"text": text} for text in HAND["moves"]]).json()
    assert (told["count"], told["accepted"], told["refused"]) == (len(HAND["moves"]), [], None)
    assert told["over"]
    assert told["result"] == HAND["result"]
    assert table.seq == 2


def test_a_list_up_to_its_first_refusal(table):
    told = ask(table, [{"text": "0 call S"}, {"text": "1 call S"}]).json()
    assert (told["count"], told["refused"]["place"]) == (1, 1)
    assert told["refused"]["problem"]["code"] == "wrong_phase"


def test_refusals_are_the_same(table):
    for sent in (
        {"text": "1 call S"},
        {"text": "0 fly"},
        [{"text": "0 play 7D"}],
        {"seat": 0, "kind": "call"},
    ):
        asked, played = ask(table, sent), table.write("moves/", sent)
        assert asked.status_code == played.status_code >= 400
        assert asked.json() == played.json()


def test_a_seat_learns_whether_it_may_and_not_what_would_follow(table):
    table.play("0 call S")
    before = table.seats[0].get(table.path + "legal-moves/").json()
    told = ask(table, {"text": "0 play 7D"}, table.seats[0]).json()
    assert (told["entry"], told["result"], told["over"]) == (None, None, False)
    assert (told["to_act"], told["legal"]) == (before["to_act"], before["legal"])
    told = ask(table, [{"text": "0 play 7D"}, {"text": "0 play 7H"}], table.seats[0]).json()
    assert (told["count"], told["refused"]["problem"]["code"]) == (1, "steward_only")


def test_keys_count_here_too(table):
    assert ask(table, {"text": "0 call S"}, table.seats[1]).json()["code"] == "not_your_seat"
    assert ask(table, {"text": "0 call S"}, table.viewer).json()["code"] == "not_your_seat"


def test_without_a_hand(new_table):
    assert ask(new_table(), {"text": "0 call S"}).json()["code"] == "no_hand"


def test_legal_moves_of_whom_the_key_sees(table):
    told = [
        who.get(table.path + "legal-moves/").json() for who in (table.steward, *table.seats, table.viewer)
    ]
    assert told[0]["legal"] == told[1]["legal"] == LEGAL[0][0]
    assert told[0]["moves"][0] == {"seat": 0, "kind": "call", "suit": "C", "text": "0 call C"}
    assert told[2]["legal"] == told[3]["legal"] == []
    assert {tuple(one["to_act"]) for one in told} == {(0,)}


def test_no_legal_moves_before_the_first_hand(new_table):
    table = new_table()
    told = table.steward.get(table.path + "legal-moves/").json()
    assert told == {"seq": 1, "to_act": [], "moves": [], "legal": []}


def test_a_result_that_is_told_early_hides_nothing(table):
    table.play(*HAND["moves"][:-1])
    told = ask(table, {"text": HAND["moves"][-1]}).json()
    assert told["result"] == HAND["result"]
