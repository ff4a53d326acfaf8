"""GET tables/{id}/scoresheet/."""

import csv
import io

import pytest

from api.views.sheet import safe
from tests.api.conftest import Table
from tests.api.records import golden

HAND = golden("auction-house-AE13")[0]["hands"][0]


@pytest.fixture
def table(new_table):
    made = new_table("auction-house")
    made.deal(HAND["deal"], HAND["dealer"])
    made.play(*HAND["moves"])
    return made


def test_each_line_with_the_rules_that_made_it(table):
    answer = table.viewer.get(table.path + "scoresheet/")
    sheet = answer.json()
    assert answer["ETag"] == f'"{table.seq}"'
    (hand,) = sheet["hands"]
    assert hand["result"] == HAND["result"]
    assert sum(line["points"] for line in hand["lines"] if line["side"] == 2) == 19
    rules = {rule["id"] for rule in table.steward.get("games/auction-house/").json()["rules"]}
    assert all(line["text"] and set(line["rules"]) <= rules for line in hand["lines"])
    assert sheet["standing"]["totals"] == hand["standing"]["totals"] == [0, 0, 19, 0]


def test_a_line_explains_itself_by_the_entries_it_comes_from(table):
    answer = table.viewer.get(table.path + "scoresheet/?explain=1")
    (hand,) = answer.json()["hands"]
    (line,) = hand["lines"]
    texts = [entry["text"] for entry in line["entries"]]
    assert texts[:4] == ["0 lay 2D", "1 lay TH", "2 lay 3H", "3 lay 4H"]
    assert [text for text in texts[4:] if text.startswith("2 ")] == [
        "2 play 8H",
        "2 play 9C",
        "2 play TD",
        "2 play 9H",
    ]
    assert table.viewer.get(table.path + "scoresheet/?explain=yes").status_code == 400


def rows_of(table):
    answer = table.viewer.get(table.path + "scoresheet/", Accept="text/csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode(), newline="")))


def test_as_csv(table):
    rows = rows_of(table)
    assert rows[0] == ["Hand", "Side", "Players", "Line", "Rules", "Points", "Total"]
    assert [row[6] for row in rows[1:] if row[6]] == ["0", "0", "19", "0"]
    assert sum(int(row[5]) for row in rows[1:] if row[1] == "2" and row[5]) == 19
    assert {row[2] for row in rows[1:]} == {"Ann", "Ben", "Cem", "Dia"}


def test_no_cell_is_a_formula(api):
    names = ["=1+1", "@SUM(A1)", "-2", '+"x",y']
    made = api.post("tables/", {"game": "auction-house", "seats": names}).json()
    table = Table(api.client, made)
    table.write(
        "results/", {"entered": {"tricks": [1, 1, 6, 1], "kitty": ["2D", "TH", "3H", "4H"]}, "dealer": 0}
    )
    rows = rows_of(table)
    assert {row[2] for row in rows[1:]} == {f"'{name}" for name in names}


@pytest.mark.parametrize("cell", ["=A1", "+1", "-1", "@x", "\tx", "\rx"])
def test_what_a_spreadsheet_would_run_is_quoted(cell):
    assert safe(cell) == "'" + cell
    assert safe("a" + cell) == "a" + cell


def test_an_empty_sheet(new_table):
    table = new_table()
    assert table.viewer.get(table.path + "scoresheet/").json()["hands"] == []
    assert len(rows_of(table)) == 1


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("text/csv;q=0.5, application/json", "application/json"),
        ("text/csv, application/json;q=0.5", "text/csv; charset=utf-8"),
        ("text/*", "text/csv; charset=utf-8"),
        ("*/*", "application/json"),
        ("text/html, */*;q=0.1", "application/json"),
        ("application/problem+json", "application/json"),
    ],
)
def test_accept_chooses(table, accept, media_type):
    answer = table.viewer.get(table.path + "scoresheet/", Accept=accept)
    assert (answer.status_code, answer["Content-Type"]) == (200, media_type)


@pytest.mark.parametrize(
    "accept", ["text/html", "image/png", "application/json;q=0", "nonsense", "text/csv;q=x"]
)
def test_accept_that_cannot_be_met(table, accept):
    answer = table.viewer.get(table.path + "scoresheet/", Accept=accept)
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
    assert "text/csv" in answer.json()["detail"]
