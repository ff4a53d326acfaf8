"""Idempotency-Key: the same write sent twice is done once."""

import pytest

from referee.tables.models import Answer, Entry, Table

KEY = '"2f6c1b58-7d0e-4b0a-9f0e-3f1f0d9b8a11"'
NEW = {"game": "troeven", "seats": ["Ann", "Ben"]}


def test_a_move_sent_twice_is_played_once(new_table):
    table = new_table()
    table.deal()
    move = {"text": table.steward.get(table.path + "legal-moves/").json()["legal"][0]}
    first = table.write("moves/", move, based_on=2, Idempotency_Key=KEY)
    again = table.write("moves/", move, based_on=2, Idempotency_Key=KEY)
    assert first.status_code == again.status_code == 201
    assert (first.content, first["ETag"]) == (again.content, again["ETag"])
    assert Entry.objects.filter(table_id=table.id).count() == 3


def test_what_it_is_based_on_does_not_make_it_another_write(new_table):
    table = new_table()
    table.deal()
    first = table.write("takebacks/", {"to": 1}, Idempotency_Key=KEY)
    again = table.write("takebacks/", {"to": 1}, based_on=1, Idempotency_Key=KEY)
    without = table.steward.post(table.path + "takebacks/", {"to": 1}, Idempotency_Key=KEY)
    assert first.content == again.content == without.content


def test_the_order_of_names_does_not_make_it_another_write(new_table):
    table = new_table()
    first = table.write("hands/", '{"shuffle": true, "sight": "open"}', Idempotency_Key=KEY)
    again = table.write("hands/", '{"sight":"open","shuffle":true}', Idempotency_Key=KEY)
    assert (first.status_code, first.content) == (201, again.content)
    assert table.seq == 2


def test_the_key_with_another_write_is_refused(new_table):
    table = new_table()
    table.write("hands/", {"shuffle": True}, Idempotency_Key=KEY)
    for path, body in (("hands/", {"shuffle": True, "dealer": 1}), ("takebacks/", {"to": 1})):
        answer = table.write(path, body, table.steward, Idempotency_Key=KEY)
        assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert table.seq == 2


def test_every_phone_counts_its_own_requests(new_table):
    """Two phones that number their requests alike do not lose a move, nor get each other's answer."""
    table = new_table("auction-house")
    table.deal()
    first = table.seats[table.steward.get(table.path).json()["hand"]["view"]["to_act"][0]]
    seat = table.seats.index(first)
    assert table.write("moves/", {"text": f"{seat} pass"}, first, Idempotency_Key=KEY).status_code == 201
    after = (seat + 1) % 4
    answer = table.write("moves/", {"text": f"{after} pass"}, table.seats[after], Idempotency_Key=KEY)
    assert answer.status_code == 201
    assert answer.json()["entry"]["text"] == f"{after} pass"


def test_a_refusal_by_rule_is_given_again(new_table):
    table = new_table()
    table.deal()
    first = table.write("moves/", {"text": "0 play 7D"}, Idempotency_Key=KEY)
    table.play(table.steward.get(table.path + "legal-moves/").json()["legal"][0])
    again = table.write("moves/", {"text": "0 play 7D"}, Idempotency_Key=KEY)
    assert first.status_code == again.status_code == 422
    assert first.content == again.content
    assert again["Content-Type"] == "application/problem+json"


def test_a_stale_write_may_be_sent_again_with_the_same_key(new_table):
    table = new_table()
    assert table.write("hands/", {"shuffle": True}, based_on=0, Idempotency_Key=KEY).status_code == 412
    assert table.write("hands/", {"shuffle": True}, Idempotency_Key=KEY).status_code == 201


def test_every_table_has_keys_of_its_own(new_table):
    one, other = new_table(), new_table()
    assert one.write("hands/", {"shuffle": True}, Idempotency_Key=KEY).status_code == 201
    assert other.write("hands/", {"shuffle": True}, Idempotency_Key=KEY).status_code == 201


def test_a_table_is_made_once_and_its_keys_are_not_kept(api):
    first = api.post("tables/", NEW, Idempotency_Key=KEY)
    again = api.post("tables/", NEW, Idempotency_Key=KEY)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert first["Location"] == again["Location"]
    assert Table.objects.count() == 1
    kept = str(Answer.objects.values_list("body", flat=True).get())
    keys = first.json()["keys"]
    assert not any(key in kept for key in (keys["steward"], *keys["seats"], keys["viewer"]))
    assert len({keys["steward"], *keys["seats"], keys["viewer"]}) == 4


def test_another_table_needs_another_key(api):
    api.post("tables/", NEW, Idempotency_Key=KEY)
    answer = api.post("tables/", NEW | {"seats": ["Cem", "Dia"]}, Idempotency_Key=KEY)
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    other = api.post("tables/", NEW, Idempotency_Key='"another"').json()
    assert other["keys"] != api.post("tables/", NEW, Idempotency_Key=KEY).json()["keys"]


def test_a_record_is_taken_in_once(api):
    record = {"record": 1, "game": "troeven", "seats": ["A", "B"], "hands": []}
    first = api.post("records/", record, Idempotency_Key=KEY)
    assert first.status_code == 201
    assert api.post("records/", record, Idempotency_Key=KEY).json() == first.json()
    assert Table.objects.count() == 1


@pytest.mark.parametrize("same", ['"abc"', "abc"])
def test_quoted_and_bare_are_the_same(api, same):
    first = api.post("tables/", NEW, Idempotency_Key='"abc"').json()
    assert api.post("tables/", NEW, Idempotency_Key=same).json() == first


@pytest.mark.parametrize(
    "key", ["", '""', '"open', "a b", '"' + "x" * 256 + '"', "x" * 256, "\x00", '"é"', '"a"b"']
)
def test_what_is_no_key(new_table, api, key):
    table = new_table()
    for answer in (
        table.write("hands/", {"shuffle": True}, Idempotency_Key=key),
        api.post("tables/", NEW, Idempotency_Key=key),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")
    assert table.seq == 1


def test_the_longest_key(api):
    assert api.post("tables/", NEW, Idempotency_Key='"' + "x" * 255 + '"').status_code == 201


def test_the_answer_keeps_its_language(new_table):
    table = new_table()
    table.deal()
    first = table.write("moves/", {"text": "0 play 7D"}, Idempotency_Key=KEY, Accept_Language="ja")
    again = table.write("moves/", {"text": "0 play 7D"}, Idempotency_Key=KEY, Accept_Language="en")
    assert first["Content-Language"] == again["Content-Language"] == "ja"
    assert first.content == again.content
