"""GET tables/{id}/moves/."""

import json

import pytest

from tests.api.records import golden

HAND = golden("auction-house-AE13")[0]["hands"][0]


@pytest.fixture
def played(new_table):
    table = new_table("auction-house")
    table.deal(HAND["deal"], HAND["dealer"])
    table.play(*HAND["moves"][:9])
    return table


def test_the_log_in_order(played):
    answer = played.viewer.get(played.path + "moves/")
    told = answer.json()
    assert [entry["seq"] for entry in told["entries"]] == list(range(1, 12))
    assert [entry["kind"] for entry in told["entries"]] == ["table", "deal"] + ["move"] * 9
    assert (told["seq"], told["more"], answer["ETag"]) == (11, False, '"11"')


def test_only_what_came_after(played):
    told = played.viewer.get(played.path + "moves/", {"after": 9}).json()
    assert [entry["seq"] for entry in told["entries"]] == [10, 11]
    assert played.viewer.get(played.path + "moves/", {"after": 99}).json()["entries"] == []


def test_one_entry_on_each_line(played):
    answer = played.viewer.get(played.path + "moves/", {"after": 3}, Accept="application/x-ndjson")
    assert answer["Content-Type"] == "application/x-ndjson"
    lines = answer.content.decode().splitlines()
    plain = played.viewer.get(played.path + "moves/", {"after": 3}).json()["entries"]
    assert [json.loads(line) for line in lines] == plain


def test_the_moves_log_is_paged(new_table, monkeypatch):
    from referee.tables import queries

    monkeypatch.setattr(queries.entries_after, "__defaults__", (4,))
    table = new_table("auction-house")
    table.deal(HAND["deal"], HAND["dealer"])
    table.play(*HAND["moves"][:9])
    seen, after, more = [], 0, True
    while more:
        told = table.viewer.get(table.path + "moves/", {"after": after}).json()
        seen += [entry["seq"] for entry in told["entries"]]
        after, more = seen[-1], told["more"]
    assert seen == list(range(1, 12))


def test_what_was_taken_back_stays_and_is_marked(played):
    played.write("takebacks/", {"to": 9, "reason": "tapped the wrong one"})
    entries = played.viewer.get(played.path + "moves/", {"after": 8}).json()["entries"]
    assert [(entry["seq"], entry["undone"]) for entry in entries] == [
        (9, False),
        (10, True),
        (11, True),
        (12, False),
    ]
    assert entries[-1]["data"] == {"reason": "tapped the wrong one"}


def test_a_card_face_down_is_seen_by_its_seat_alone(new_table):
    table = new_table("auction-house")
    table.deal(HAND["deal"], HAND["dealer"])
    offers = next(i for i, text in enumerate(HAND["moves"]) if " offer " in text)
    table.play(*HAND["moves"][:offers])
    seat = int(HAND["moves"][offers][0])
    answer = table.write("moves/", {"text": HAND["moves"][offers]}, table.seats[seat])
    assert answer.json()["entry"]["text"] == HAND["moves"][offers]
    told = {}
    for name, who in (("steward", table.steward), ("viewer", table.viewer), *enumerate(table.seats)):
        told[name] = who.get(table.path + "moves/", {"after": table.seq - 1}).json()["entries"][0]["text"]
    hidden = f"{seat} offer ?"
    assert told.pop("steward") == HAND["moves"][offers]
    assert told.pop(seat) == HAND["moves"][offers]
    assert set(told.values()) == {hidden}


@pytest.mark.parametrize(
    ("after", "code"),
    [(text, "wrong_type") for text in ("x", "-1", "1.5", "", "99999999999", "\0")]
    + [("3000000000", "out_of_range")],
)
def test_after_is_a_number(played, after, code):
    answer = played.viewer.get(played.path + "moves/", {"after": after})
    assert answer.status_code == 400
    assert [(f["pointer"], f["code"]) for f in answer.json()["errors"]] == [("?after", code)]
