"""Takebacks on which all seats vote: POST takebacks/ proposes, POST takebacks/{seq}/votes/ agrees."""

import pytest

from tests.api.test_secrets import plain


@pytest.fixture
def table(new_table):
    table = new_table("getaway", seats=3, settings={"takeback": "everyone"})
    table.start()
    table.play("0 play AS", "1 play 4S")
    return table


def propose(table, who=None, to=3):
    answer = table.write("takebacks/", {"to": to, "reason": "wrong card"}, who or table.seats[1])
    assert answer.status_code == 202, answer.json()
    return answer.json()


def vote(table, proposal, who, *, agree=True, **more):
    return table.write(f"takebacks/{proposal}/votes/", {"agree": agree, **more}, who)


def test_it_is_done_once_every_seat_agrees(table):
    told = propose(table)
    seq = told["seq"]
    assert told["entry"]["text"] == "* propose takeback 3"
    assert told["proposal"] == {"seq": seq, "to": 3, "reason": "wrong card", "by": 1, "agreed": [1]}
    assert table.read("")["hand"]["view"]["turn"] == [2]
    first = vote(table, seq, table.seats[0])
    assert (first.status_code, first.json()["entry"]["text"]) == (201, f"* agree {seq} 0")
    assert first.json()["proposal"]["agreed"] == [0, 1]
    again = vote(table, seq, table.seats[0]).json()  # counts once
    assert again["proposal"]["agreed"] == [0, 1]
    last = vote(table, seq, table.seats[2]).json()
    assert (last["entry"]["text"], last["proposal"]) == ("* takeback 3", None)
    assert last["entry"]["data"] == {"reason": "wrong card", "proposal": seq}
    assert last["hand"]["view"]["turn"] == [1]
    log = [(entry["kind"], entry["text"]) for entry in table.read("moves/")["entries"]][4:]
    assert log == [
        ("proposal", "* propose takeback 3"),
        ("vote", f"* agree {seq} 0"),
        ("vote", f"* agree {seq} 0"),
        ("vote", f"* agree {seq} 2"),
        ("takeback", "* takeback 3"),
    ]
    assert vote(table, seq, table.seats[0]).json()["code"] == "no_proposal"


def test_one_that_declines_ends_it(table):
    seq = propose(table)["seq"]
    told = vote(table, seq, table.seats[2], agree=False).json()
    assert (told["entry"]["text"], told["proposal"]) == (f"* decline {seq} 2", None)
    assert vote(table, seq, table.seats[0]).json()["code"] == "no_proposal"
    assert propose(table)["proposal"]["agreed"] == [1]  # it may be proposed again


def test_many_votes_do_not_lose_it(table):
    seq = propose(table)["seq"]
    for _ in range(60):
        assert vote(table, seq, table.seats[0]).status_code == 201
    assert vote(table, seq, table.seats[2]).json()["entry"]["kind"] == "takeback"


def test_a_move_since_ends_it_and_so_does_another_proposal(table):
    first = propose(table)["seq"]
    second = propose(table, table.seats[2], to=2)["seq"]
    assert vote(table, first, table.seats[0]).json()["code"] == "no_proposal"
    table.play("2 play 5S")
    assert vote(table, second, table.seats[0]).json()["code"] == "no_proposal"


def test_the_steward_may_speak_for_any_seat(table):
    told = propose(table, table.steward)
    assert told["proposal"]["by"] is None
    for seat in (0, 1):
        assert vote(table, told["seq"], table.steward, seat=seat).json()["entry"]["kind"] == "vote"
    assert vote(table, told["seq"], table.steward).json()["errors"][0]["pointer"] == "/seat"
    assert vote(table, told["seq"], table.steward, seat=2).json()["entry"]["kind"] == "takeback"


def test_a_viewer_neither_proposes_nor_votes(table):
    seq = table.seq
    refused = table.write("takebacks/", {"to": 3}, table.viewer)
    assert (refused.status_code, refused.json()["code"], table.seq) == (403, "steward_only", seq)
    proposal = propose(table)["seq"]
    assert vote(table, proposal, table.viewer, seat=0).json()["code"] == "not_your_seat"
    assert vote(table, proposal, table.viewer).json()["errors"][0]["pointer"] == "/seat"
    assert vote(table, proposal, table.seats[0], seat=2).json()["code"] == "not_your_seat"


def test_where_the_table_decides_otherwise(table):
    table.write("", {"settings": {"takeback": "steward"}}, method="patch")
    assert table.write("takebacks/", {"to": 3}, table.seats[1]).json()["code"] == "steward_only"
    assert table.write("takebacks/", {"to": 3}).status_code == 201
    table.write("", {"settings": {"takeback": "mover"}}, method="patch")
    table.play("1 play 6S")
    assert table.write("takebacks/", {"to": 3}, table.seats[1]).status_code == 201


@pytest.mark.parametrize(
    "sent", [{}, {"agree": 1}, {"agree": None}, {"agree": True, "more": 1}, {"agree": True, "seat": "0"}]
)
def test_faults_of_form(table, sent):
    proposal = propose(table)["seq"]
    answer = table.write(f"takebacks/{proposal}/votes/", sent, table.seats[0])
    assert (answer.status_code, table.seq) == (400, proposal)


def test_votes_on_what_is_no_proposal(table):
    for seq in (0, 1, 3, 999, 10**15):
        assert vote(table, seq, table.seats[0]).json()["code"] == "no_proposal"
    assert table.steward.post(table.path + "takebacks/x/votes/", {"agree": True}).status_code == 404
    assert table.write("takebacks/", {"to": 99}, table.seats[1]).json()["code"] == "no_such_entry"
    assert table.write("takebacks/", {"to": 4}, table.seats[1]).json()["code"] == "nothing_to_take_back"


def test_its_version_and_doing_it_once(table):
    proposal = propose(table)["seq"]
    path = f"takebacks/{proposal}/votes/"
    assert table.write(path, {"agree": True}, table.seats[0], based_on=2).json()["code"] == "stale"
    assert table.seats[0].post(table.path + path, {"agree": True}).json()["code"] == "no_version"
    one, two = (
        table.write(path, {"agree": True}, table.seats[0], based_on=proposal, Idempotency_Key='"v"')
        for _ in range(2)
    )
    assert plain(table, one) == plain(table, two)
    assert table.seq == proposal + 1
    table.steward.patch(table.path, {"status": "closed"})
    assert vote(table, proposal, table.seats[2]).json()["code"] == "table_closed"
