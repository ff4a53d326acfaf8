"""Where the rules know seats by numbers, pages tell players by their names; the API keeps to seats."""

import json
from pathlib import Path

import pytest
from django.test import Client

from referee.tables import commands
from referee.tables.desk import writing
from tests.pages.conftest import make_table, page_of

pytestmark = pytest.mark.django_db

NAMES = ["花子", "太郎", "<b>さくら</b>", "健一"]
ESCAPED = "&lt;b&gt;さくら&lt;/b&gt;"


@pytest.fixture
def redealt():
    """A Huutopussi table at which seat 2 demanded a redeal."""
    table = make_table("huutopussi", NAMES)
    with writing(table.id, table.keys.steward) as desk:
        commands.record_result(desk, expected=desk.seq, entered={"redeal": 2}, dealer=3)
    return table


@pytest.mark.parametrize(
    ("language", "line", "seat"),
    [
        ("en", f"{ESCAPED} demanded a redeal; the same dealer deals again.", "Seat 2 demanded a redeal"),
        ("ja", f"{ESCAPED}が配り直しを要求。同じ親が配り直す。", "席2が配り直しを要求"),
    ],
)
def test_who_demanded_a_redeal(redealt, language, line, seat):
    phone = redealt.browser(headers={"accept-language": language})
    for path in ("", "sheet/", "sheet/?explain=1"):
        html = page_of(phone.get(redealt.address + path))
        assert line in html
        assert NAMES[2] not in html
        assert seat not in html
    path = f"/api/v1/tables/{redealt.id}/scoresheet/"
    key = {"authorization": f"Bearer {redealt.keys.steward}", "accept-language": language}
    (told,) = Client().get(path, headers=key).json()["hands"][0]["lines"]
    assert told["text"].startswith(seat)


@pytest.mark.parametrize(
    ("language", "said"), [("en", f"It is not {ESCAPED}’s turn."), ("ja", f"{ESCAPED}の番ではありません。")]
)
def test_whose_turn_it_was_not_in_a_record(language, said):
    path = Path(__file__).parent.parent / "records" / "huutopussi-HE21.json"
    record = json.loads(path.read_text()) | {"seats": NAMES}
    record["hands"][0]["moves"][0] = "2 bid 50"
    phone = Client(headers={"accept-language": language})
    answer = phone.post("/bring-in/", {"text": json.dumps(record)})
    assert answer.status_code == 422
    assert said in page_of(answer)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", f"This phone does not play for {ESCAPED}."),
        ("ja", f"このスマホは{ESCAPED}の席のものではありません。"),
    ],
)
def test_whose_cards_a_phone_does_not_show(language, said):
    table = make_table("huutopussi", NAMES)
    table.deal()
    phone = table.browser(table.keys.seats[1], headers={"accept-language": language})
    answer = phone.post(table.address, {"do": "show", "seat": "2"})
    assert answer.status_code == 403
    assert said in page_of(answer)
