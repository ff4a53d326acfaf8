"""ETag, If-None-Match, If-Match: 304, 412, 428."""

import pytest

from referee.tables.models import Entry

READS = ["", "moves/", "legal-moves/", "scoresheet/", "record/"]
WRITES = {
    "moves/": {"text": "0 call H"},
    "hands/": {"shuffle": True},
    "results/": {"entered": {"points": [25, 15]}},
    "takebacks/": {"to": 1},
}


@pytest.mark.parametrize("path", READS)
def test_every_answer_about_a_table_carries_its_number(new_table, path):
    table = new_table()
    table.deal()
    answer = table.viewer.get(table.path + path)
    assert answer["ETag"] == '"2"'
    assert "Authorization" in answer["Vary"]
    assert answer["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", READS)
def test_what_is_known_is_not_sent_again(new_table, path):
    table = new_table()
    table.deal()
    for known in ('"2"', 'W/"2"', '"1", "2"', "*"):
        answer = table.viewer.get(table.path + path, If_None_Match=known)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", '"2"')
    for other in ('"1"', "2", "", "nonsense"):
        assert table.viewer.get(table.path + path, If_None_Match=other).status_code == 200


def test_knowing_the_number_opens_nothing(new_table, api):
    table, other = new_table(), new_table()
    assert api.get(table.path, If_None_Match='"1"').status_code == 401
    assert other.steward.get(table.path, If_None_Match='"1"').status_code == 403


@pytest.mark.parametrize("path", WRITES)
def test_a_write_says_what_it_is_based_on(new_table, path):
    table = new_table()
    table.deal()
    answer = table.steward.post(table.path + path, WRITES[path])
    assert (answer.status_code, answer.json()["code"]) == (428, "no_version")
    assert answer.json()["seq"] == 2
    assert Entry.objects.filter(table_id=table.id).count() == 2


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize("based_on", [0, 1, 3, 2147483647])
def test_a_stale_write_is_told_what_happened_since(new_table, path, based_on):
    table = new_table()
    table.deal()
    answer = table.steward.post(table.path + path, WRITES[path], based_on=based_on)
    assert (answer.status_code, answer["ETag"]) == (412, '"2"')
    problem = answer.json()
    assert (problem["code"], problem["seq"]) == ("stale", 2)
    assert [entry["seq"] for entry in problem["entries"]] == [seq for seq in (1, 2) if seq > based_on]
    assert Entry.objects.filter(table_id=table.id).count() == 2


@pytest.mark.parametrize(
    "value", ['W/"2"', "*", "2", '"x"', '"-1"', '"1", "2"', "", '"99999999999"', '"2', '"02"']
)
def test_if_match_is_one_strong_number(new_table, value):
    table = new_table()
    table.deal()
    for path, body in WRITES.items():
        answer = table.steward.post(table.path + path, body, If_Match=value)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_if_match")


def test_choices_made_at_the_same_time_do_not_make_each_other_stale(new_table):
    from tests.api.records import golden

    hand = golden("auction-house-AE13")[0]["hands"][0]
    table = new_table("auction-house")
    table.deal(hand["deal"], hand["dealer"])
    first = next(i for i, text in enumerate(hand["moves"]) if " offer " in text)
    table.play(*hand["moves"][:first])
    seq = table.seq
    for text in hand["moves"][first : first + 3]:
        answer = table.seats[int(text[0])].post(table.path + "moves/", {"text": text}, based_on=seq)
        assert answer.status_code == 201, answer.json()
    assert table.seq == seq + 3
    late = table.steward.post(table.path + "moves/", {"text": hand["moves"][first + 3]}, based_on=seq)
    assert late.status_code == 412
