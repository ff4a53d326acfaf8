"""Whatever is sent: a problem document, never a 500, and nothing half written."""

import json

import pytest

from referee.tables.models import Entry, Table

MIB = 1024 * 1024

ENDPOINTS = ["tables/", "records/", "replays/"]
TABLE_ENDPOINTS = ["hands/", "moves/", "moves/check/", "takebacks/", "results/", "keys/"]


def problem(answer, status, code):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert told["code"] == code
    assert told["type"] == f"/problems/{code}"
    assert told["status"] == status
    assert told["title"]
    assert told["detail"]
    return told


BODIES = [
    ("", 400, "no_body"),
    ("  \n", 400, "no_body"),
    ("{", 400, "bad_json"),
    ('{"a": 1,}', 400, "bad_json"),
    ("{'a': 1}", 400, "bad_json"),
    ('{"a": 1} x', 400, "bad_json"),
    ('{"a": "\x01"}', 400, "bad_json"),
    ('{"a": "\0"}', 400, "bad_json"),
    ('{"a": NaN}', 400, "not_a_number"),
    ('{"a": Infinity}', 400, "not_a_number"),
    ('{"a": [-Infinity]}', 400, "not_a_number"),
    ('{"a": 1e999}', 400, "number_too_large"),
    ('{"a": 12345678901234567890}', 400, "number_too_large"),
    ('{"a": ' + "9" * 100_000 + "}", 400, "number_too_large"),
    ('{"a": 1, "a": 2}', 400, "name_twice"),
    ('[{"b": {"a": 1, "a": 1}}]', 400, "name_twice"),
    ('{"a": "\\u0000"}', 400, "bad_character"),
    ('{"\\u0000": 1}', 400, "bad_character"),
    ('{"a": ["\\ud800"]}', 400, "bad_character"),
    ('{"a": "\\uDFFF x"}', 400, "bad_character"),
    ("[" * 100_000, 400, "too_deep"),
    ('{"a":' * 50_000 + "1" + "}" * 50_000, 400, "too_deep"),
    (b"\xff\xfe{}", 400, "bad_encoding"),
    (b'{"a": "\xc3\x28"}', 400, "bad_encoding"),
    (b'{"a": "\xed\xa0\x80"}', 400, "bad_encoding"),
    ('{"a": "' + "x" * MIB + '"}', 413, "too_large"),
]


@pytest.mark.parametrize(("body", "status", "code"), BODIES, ids=lambda value: str(value)[:24])
def test_bodies_that_cannot_be_read(new_table, api, body, status, code):
    table = new_table()
    table.deal()
    for path in ENDPOINTS:
        problem(api.post(path, body), status, code)
    for path in TABLE_ENDPOINTS:
        problem(table.write(path, body), status, code)
    problem(table.write("", body, method="patch"), status, code)
    assert Entry.objects.count() == 2
    assert Table.objects.count() == 1


def test_broken_json_is_told_with_its_place(api):
    told = problem(api.post("tables/", '{"game": "troeven",\n "seats": [}'), 400, "bad_json")
    assert "line 2" in told["detail"]
    assert "column 12" in told["detail"]


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
                     "application/json; charset=latin-1", "application/problem+json", "\0"],
)  # fmt: skip
def test_bodies_are_json(new_table, api, content_type):
    table = new_table()
    problem(api.post("tables/", "{}", content_type=content_type), 415, "wrong_media_type")
    problem(table.write("moves/", "{}", content_type=content_type), 415, "wrong_media_type")


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'],
)
def test_ways_to_say_json(api, content_type):
    body = json.dumps({"game": "troeven", "seats": ["Ann", "Ben"]})
    assert api.post("tables/", body, content_type=content_type).status_code == 201


@pytest.mark.parametrize(
    "body", ["null", "true", "5", '"text"', "[]", "[null]", "[[]]", "[1, 2]", "{}", '{"x": {}}', '{"": null}']
)
def test_other_json_than_asked_for(new_table, api, body):
    table = new_table()
    table.deal()
    for path in ENDPOINTS:
        assert api.post(path, body).status_code == 400
    for path in TABLE_ENDPOINTS:
        assert table.write(path, body).status_code == 400
    changed = table.write("", body, method="patch")
    assert changed.status_code == (200 if body == "{}" else 400)
    assert Entry.objects.count() == 2


HOSTILE = [
    "\0",
    "é" * 5000,
    "%00",
    "../../etc/passwd",
    "'; DROP TABLE tables_table; --",
    "\U0001f0a1",
    "{{7*7}}",
    "\u202e",
    "\ud7ff",
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_texts_in_every_place(new_table, api, text):
    from urllib.parse import quote

    table = new_table()
    for path in (
        f"tables/{quote(text, safe='')}/",
        f"games/{quote(text, safe='')}/",
        f"{quote(text, safe='')}/",
    ):
        assert table.steward.get(path).status_code == 404
    for answer in (
        table.steward.get(table.path + "moves/", {"after": text}),
        api.post("replays/?legal=" + quote(text), "{}"),
        api.post("tables/", {"game": text, "seats": [text, text]}),
        api.post("records/", {"record": text, "game": text, text: text}),
        table.write("moves/", {"text": text}),
        table.write("moves/", {"seat": text, "kind": text, "card": text}),
        table.write("takebacks/", {"to": text, "reason": text}),
        table.write("keys/", {"role": text}),
    ):
        assert 400 <= answer.status_code < 500, answer.content
        assert answer["Content-Type"] == "application/problem+json"
    assert (
        table.steward.get("games/", Accept_Language=text.encode("ascii", "ignore").decode()).status_code
        == 200
    )


@pytest.mark.parametrize(
    "header", ["Authorization", "If_Match", "If_None_Match", "Idempotency_Key", "Accept", "Accept_Language"]
)
@pytest.mark.parametrize("value", ["\0", "\x7f", "é", "x" * 5000, ",", ";", '"', "\t"])
def test_hostile_headers(new_table, header, value):
    table = new_table()
    for answer in (
        table.steward.get(table.path, **{header: value}),
        table.write("moves/", {"text": "x"}, **{header: value}),
    ):
        assert answer.status_code < 500
        assert answer.status_code in {200, 400, 401, 406, 409}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("put", "tables/"),
        ("delete", "games/"),
        ("get", "replays/"),
        ("post", "games/troeven/"),
        ("patch", "records/"),
        ("trace", "games/"),
    ],
)
def test_methods_that_do_not_work(api, method, path):
    answer = getattr(api.client, method)(f"/api/v1/{path}")
    told = problem(answer, 405, "method_not_allowed")
    assert method.upper() in told["detail"]
    assert answer["Allow"]


def test_options_tells_the_methods(api):
    answer = api.client.options("/api/v1/replays/")
    assert (answer.status_code, answer.content, answer["Allow"]) == (204, b"", "POST, OPTIONS")


@pytest.mark.parametrize(
    "path", ["", "nothing/", "tables/abc/nothing/", "tables", "docs/x/", "%00/", "tables//"]
)
def test_addresses_that_lead_nowhere(api, path):
    problem(api.get(path), 404, "not_found")


def test_an_error_of_our_own_is_a_problem_too_and_tells_nothing(new_table, monkeypatch):
    from referee.tables import queries

    def broken(_desk):
        raise RuntimeError("secret words")

    table = new_table()
    monkeypatch.setattr(queries, "scoresheet", broken)
    answer = table.viewer.get(table.path + "scoresheet/")
    problem(answer, 500, "server_error")
    assert b"secret" not in answer.content


def test_a_write_that_fails_in_the_middle_leaves_nothing(new_table, monkeypatch):
    from referee.tables import log

    table = new_table()
    table.deal()
    legal = table.steward.get(table.path + "legal-moves/").json()["legal"]
    real, calls = log.append, []

    def failing(desk, **entry):
        calls.append(entry)
        if len(calls) == 2:
            raise RuntimeError("in the middle")
        return real(desk, **entry)

    monkeypatch.setattr(log, "append", failing)
    lead = table.steward.post(table.path + "moves/check/", {"text": legal[0]}).json()["legal"][0]
    answer = table.write("moves/", [{"text": legal[0]}, {"text": lead}])
    problem(answer, 500, "server_error")
    monkeypatch.undo()
    assert len(calls) == 2
    assert table.seq == 2
    assert table.steward.get(table.path + "legal-moves/").json()["legal"] == legal


def test_numbers_in_the_wrong_places_are_told_back_shortened(new_table):
    table = new_table()
    table.deal()
    told = table.write("moves/", {"seat": "9" * 100_000, "kind": "call", "suit": "H"}).json()
    assert told["code"] == "bad_seat"
    assert len(told["detail"]) < 400
