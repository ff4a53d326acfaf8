"""POST tables/, GET and PATCH tables/{id}/."""

import pytest

from referee.tables.models import Entry, Key, Table

NEW = {"game": "troeven", "seats": ["Ann", "Ben"]}


def test_making_a_table_answers_with_its_keys_once(api):
    answer = api.post("tables/", NEW | {"options": {"preset": "book", "version": "stock"}})
    assert answer.status_code == 201
    made = answer.json()
    assert answer["Location"] == f"/api/v1/tables/{made['id']}/"
    assert answer["ETag"] == '"1"'
    assert answer["Cache-Control"] == "no-store"
    assert made["options"]["version"] == "stock"
    assert [seat["name"] for seat in made["seats"]] == ["Ann", "Ben"]
    keys = [made["keys"]["steward"], *made["keys"]["seats"], made["keys"]["viewer"]]
    assert len(set(keys)) == 4
    stored = set(Key.objects.filter(table_id=made["id"]).values_list("digest", flat=True))
    assert len(stored) == 4
    assert not stored & set(keys)


def test_a_table_is_shown_to_each_key_in_its_role(new_table):
    table = new_table("auction-house")
    told = [who.get(table.path).json()["you"] for who in (table.steward, *table.seats, table.viewer)]
    assert told[0] == {"role": "steward", "seat": None}
    assert told[1:5] == [{"role": "seat", "seat": seat} for seat in range(4)]
    assert told[5] == {"role": "viewer", "seat": None}
    assert "keys" not in table.steward.get(table.path).json()


def test_the_location_leads_to_the_table(api):
    answer = api.post("tables/", NEW)
    key = answer.json()["keys"]["viewer"]
    shown = api.client.get(answer["Location"], headers={"Authorization": f"Bearer {key}"})
    assert shown.json()["id"] == answer.json()["id"]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"seats": ["Ann", "Ben"]}, "/game", "missing"),
        (NEW | {"game": "whist"}, "/game", "unknown_game"),
        (NEW | {"game": 7}, "/game", "unknown_game"),
        (NEW | {"game": ["troeven"]}, "/game", "unknown_game"),
        ({"game": "troeven"}, "/seats", "missing"),
        (NEW | {"seats": "Ann"}, "/seats", "wrong_type"),
        (NEW | {"seats": ["Ann"]}, "/seats", "seat_count"),
        (NEW | {"seats": ["Ann", "Ann "]}, "/seats/1", "same_name"),
        (NEW | {"seats": ["Ann", " "]}, "/seats/1", "blank"),
        (NEW | {"seats": ["Ann", 3]}, "/seats/1", "wrong_type"),
        (NEW | {"seats": ["Ann", "B" * 10_000]}, "/seats/1", "too_long"),
        (NEW | {"seats": ["Ann", "B\u0007"]}, "/seats/1", "control_character"),
        (NEW | {"options": {"preset": "mine"}}, "/options/preset", "unknown_preset"),
        (NEW | {"options": {"version": "cloud"}}, "/options/version", "not_a_choice"),
        (NEW | {"options": {"colour/x": 1}}, "/options/colour~1x", "unknown_key"),
        (NEW | {"options": 5}, "/options", "wrong_type"),
        (NEW | {"colour": "red"}, "/colour", "unknown_key"),
        ([NEW], "", "wrong_type"),
        ("text", "", "wrong_type"),
        (None, "", "wrong_type"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_made(api, body, pointer, code):
    answer = api.post("tables/", "null" if body is None else body if body != "text" else '"text"')
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "bad_form"
    assert (pointer, code) in {(fault["pointer"], fault["code"]) for fault in problem["errors"]}
    assert Table.objects.count() == 0


def test_all_faults_are_told_together(api):
    problem = api.post("tables/", {"game": "whist", "seats": ["", "A", "A"], "color": 1}).json()
    assert {fault["pointer"] for fault in problem["errors"]} == {"/game", "/seats/0", "/seats/2", "/color"}


def test_the_steward_renames_closes_and_reopens(new_table):
    table = new_table()
    answer = table.steward.patch(table.path, {"seats": ["Zoë", "Yan"], "status": "closed"})
    assert answer.status_code == 200
    shown = answer.json()
    assert [seat["name"] for seat in shown["seats"]] == ["Zoë", "Yan"]
    assert (shown["status"], shown["seq"], answer["ETag"]) == ("closed", 3, '"3"')
    assert table.viewer.get(table.path).json()["status"] == "closed"
    refused = table.write("hands/", {"sight": "open", "shuffle": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_closed")
    assert table.steward.patch(table.path, {"status": "open"}).json()["status"] == "open"
    assert table.deal()["seq"] == 5


def test_an_empty_change_changes_nothing(new_table):
    table = new_table()
    answer = table.steward.patch(table.path, {})
    assert (answer.status_code, answer.json()["seq"]) == (200, 1)


def test_a_change_is_made_whole_or_not_at_all(new_table):
    table = new_table()
    refused = table.steward.patch(table.path, {"seats": ["Zoë"], "status": "closed"})
    assert refused.status_code == 400
    shown = table.steward.get(table.path).json()
    assert (shown["status"], shown["seq"], shown["seats"][0]["name"]) == ("open", 1, "Ann")


@pytest.mark.parametrize(
    "body", [{"status": "gone"}, {"status": 1}, {"status": ["open"]}, {"seats": None}, {"x": 1}]
)
def test_a_change_that_is_none_is_refused_with_its_place(new_table, body):
    table = new_table()
    answer = table.steward.patch(table.path, body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == f"/{next(iter(body))}"


def test_only_the_steward_changes_a_table(new_table):
    table = new_table()
    for who in (*table.seats, table.viewer):
        answer = who.patch(table.path, {"status": "closed"})
        assert (answer.status_code, answer.json()["code"]) == (403, "steward_only")
    assert Entry.objects.filter(table_id=table.id).count() == 1


def test_a_change_may_say_what_it_is_based_on(new_table):
    table = new_table()
    assert table.steward.patch(table.path, {"status": "closed"}, based_on=0).status_code == 412
    assert table.steward.patch(table.path, {"status": "closed"}, based_on=1).status_code == 200


def test_keys_open_their_own_table_only(new_table):
    one, other = new_table(), new_table()
    assert one.steward.get(other.path).json()["code"] == "wrong_key"
    assert one.steward.get(other.path).status_code == 403
    assert one.steward.get("tables/zzzzzzzzzzzz/").status_code == 404


@pytest.mark.parametrize(
    "header", ["Basic QQ==", "Bearer", "Bearer ", "Bearer a b", "token", "Bearer é", "Bearer " + "x" * 300]
)
def test_a_key_is_sent_as_bearer(new_table, header):
    table = new_table()
    answer = table.steward.client.get(f"/api/v1/{table.path}", headers={"Authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_authorization")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_without_a_key_nothing_is_told(new_table, api):
    table = new_table()
    answer = api.get(table.path)
    assert (answer.status_code, answer.json()["code"]) == (401, "no_key")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_nobody_lists_tables(api):
    answer = api.get("tables/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer["Allow"] == "POST, OPTIONS"


def test_a_setting_of_a_strange_name_is_told_with_its_place(api):
    sent = {"game": "troeven", "seats": ["Ann", "Ben"], "settings": {"a/b~c": 1}}
    (fault,) = api.post("tables/", sent).json()["errors"]
    assert (fault["pointer"], fault["code"]) == ("/settings/a~1b~0c", "unknown_key")
