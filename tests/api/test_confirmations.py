"""POST confirmations/: both sides say that a hand's result is right, and a later change undoes that."""

import pytest

from tests.api.hidden import honest, started
from tests.api.test_secrets import plain


@pytest.fixture
def table(new_table):
    table = new_table("troeven")
    table.write("results/", {"entered": {"points": [14, 26]}, "dealer": 0})
    return table


def confirmed(table, **how):
    return [(one["seat"], one["stands"]) for one in table.read("scoresheet/", **how)["hands"][0]["confirmed"]]


def test_each_seat_confirms_for_itself(table):
    for seat in (0, 1):
        told = table.write("confirmations/", {"hand": 1}, table.seats[seat])
        assert told.status_code == 201, told.json()
        entry = told.json()["entry"]
        assert (entry["kind"], entry["text"], entry["hand"]) == ("confirm", f"* confirm 1 {seat}", 1)
        assert entry["by"] == {"role": "seat", "seat": seat}
    assert confirmed(table) == [(0, True), (1, True)]
    assert (
        table.write("confirmations/", {"hand": 1, "seat": 1}, table.seats[0]).json()["code"]
        == "not_your_seat"
    )
    assert (
        table.write("confirmations/", {"hand": 1, "seat": 1}, table.viewer).json()["code"] == "not_your_seat"
    )
    for who in (table.viewer, table.steward):
        assert table.write("confirmations/", {"hand": 1}, who).json()["errors"][0]["pointer"] == "/seat"
    assert table.write("confirmations/", {"hand": 1, "seat": 0}).status_code == 201


CHANGES = {
    "amended": ("amendments/", {"entry": 2, "entered": {"points": [26, 14]}}),
    "points": ("rulings/", {"remedy": "offset", "side": 0, "points": 1}),
}


@pytest.mark.parametrize(("path", "sent"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_the_result_undoes_it_and_going_back_brings_it_again(table, path, sent):
    table.write("confirmations/", {"hand": 1}, table.seats[0])
    seq = table.seq
    assert table.write(path, sent).status_code == 201
    assert confirmed(table) == [(0, False)]
    table.write("confirmations/", {"hand": 1}, table.seats[0])
    assert confirmed(table) == [(0, False), (0, True)]
    table.write("takebacks/", {"to": seq})
    assert confirmed(table) == [(0, True), (0, False)]


def test_what_leaves_the_result_as_it_is_does_not(table):
    table.write("confirmations/", {"hand": 1}, table.seats[0])
    table.write("amendments/", {"entry": 2, "entered": {"points": [14, 26]}})
    table.write("rulings/", {"remedy": "warning"})
    table.write("results/", {"entered": {"points": [20, 20]}})
    assert confirmed(table) == [(0, True)]


def test_a_ruling_on_a_played_hand_undoes_it(new_table):
    hand = honest("auction-house", 0)
    table = started(new_table, "auction-house", hand)
    assert table.write("confirmations/", {"hand": 1}, table.seats[0]).json()["code"] == "not_finished"
    table.play(*hand.moves)
    assert table.write("confirmations/", {"hand": 1}, table.seats[0]).status_code == 201
    moves = next(row["moves"] for row in table.read("rulings/")["remedies"] if row["remedy"] == "not_counted")
    _, _, seat, trick = moves[0].split()
    table.write("rulings/", {"remedy": "not_counted", "seat": int(seat), "trick": int(trick)})
    assert confirmed(table) == [(0, False)]


def test_a_hand_that_was_taken_back_takes_its_confirmation_along(table):
    table.write("confirmations/", {"hand": 1}, table.seats[0])
    table.write("takebacks/", {"to": 1})
    assert table.write("confirmations/", {"hand": 1}, table.seats[0]).json()["code"] == "no_such_hand"
    table.write("results/", {"entered": {"points": [14, 26]}, "dealer": 0})
    assert confirmed(table) == []


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({}, 400, "/hand missing"),
        ({"hand": "1"}, 400, "/hand wrong_type"),
        ({"hand": 0}, 400, "/hand out_of_range"),
        ({"hand": 2}, 409, "no_such_hand"),
        ({"hand": 1, "seat": 7}, 403, "not_your_seat"),
        ({"hand": 1, "seat": -1}, 400, "/seat out_of_range"),
        ({"hand": 1, "more": 1}, 400, "/more unknown_key"),
    ],
)
def test_what_is_refused(table, sent, status, code):
    seq = table.seq
    answer = table.write("confirmations/", {"seat": 0} | sent)
    faults = [f"{one['pointer']} {one['code']}" for one in answer.json().get("errors", [])]
    assert (answer.status_code, code) == (status, faults[0] if faults else answer.json()["code"])
    assert table.seq == seq


def test_its_version_and_doing_it_once(table):
    sent = {"hand": 1, "seat": 0}
    assert table.write("confirmations/", sent, based_on=1).json()["code"] == "stale"
    assert table.steward.post(table.path + "confirmations/", sent).json()["code"] == "no_version"
    seq = table.seq
    one, two = (table.write("confirmations/", sent, based_on=seq, Idempotency_Key='"c"') for _ in range(2))
    assert plain(table, one) == plain(table, two)
    assert table.seq == seq + 1
    table.steward.patch(table.path, {"status": "closed"})
    assert table.write("confirmations/", sent).json()["code"] == "table_closed"
