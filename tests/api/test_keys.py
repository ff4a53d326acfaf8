"""POST tables/{id}/keys/."""

import pytest

from tests.api.conftest import Api


def test_a_new_key_takes_the_old_ones_place(new_table):
    table = new_table()
    answer = table.steward.post(table.path + "keys/", {"role": "seat", "seat": 1})
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    told = answer.json()
    assert (told["role"], told["seat"], told["seq"]) == ("seat", 1, 1)
    assert table.seats[1].get(table.path).json()["code"] == "wrong_key"
    new = Api(table.steward.client, told["key"])
    assert new.get(table.path).json()["you"] == {"role": "seat", "seat": 1}
    assert table.seats[0].get(table.path).status_code == 200


@pytest.mark.parametrize("role", ["steward", "viewer"])
def test_every_role_has_a_key(new_table, role):
    table = new_table()
    key = table.steward.post(table.path + "keys/", {"role": role}).json()["key"]
    assert Api(table.steward.client, key).get(table.path).json()["you"]["role"] == role


def test_the_steward_alone_reissues_keys(new_table):
    table = new_table()
    for who in (*table.seats, table.viewer):
        assert who.post(table.path + "keys/", {"role": "seat", "seat": 0}).json()["code"] == "steward_only"
    assert table.seats[0].get(table.path).status_code == 200


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/role"),
        ({"role": "king"}, "/role"),
        ({"role": "seat"}, "/seat"),
        ({"role": "seat", "seat": 2}, "/seat"),
        ({"role": "seat", "seat": "1"}, "/seat"),
        ({"role": "seat", "seat": -1}, "/seat"),
        ({"role": "viewer", "seat": 1}, "/seat"),
        ({"role": "viewer", "x": 1}, "/x"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(new_table, body, pointer):
    table = new_table()
    answer = table.steward.post(table.path + "keys/", body)
    assert answer.status_code == 400
    assert pointer in {fault["pointer"] for fault in answer.json()["errors"]}
    assert table.viewer.get(table.path).status_code == 200
