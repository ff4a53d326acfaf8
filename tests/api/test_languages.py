"""English and Japanese by Accept-Language."""

import pytest


@pytest.mark.parametrize(
    ("asked", "language"),
    [("ja", "ja"), ("ja-JP, en;q=0.5", "ja"), ("en", "en"), ("de", "en"), ("", "en"), ("de, ja;q=0.3", "ja")],
)
def test_the_answer_says_its_language(api, asked, language):
    answer = api.get("games/", Accept_Language=asked)
    assert answer["Content-Language"] == language
    assert "Accept-Language" in answer["Vary"]
    titles = [game["title"] for game in answer.json()["games"]]
    assert ("Auction House" in titles) == (language == "en")


def test_problems_in_japanese(new_table):
    table = new_table()
    table.deal()
    told = table.write("moves/", {"text": "0 play 7D"}, Accept_Language="ja").json()
    plain = table.write("moves/", {"text": "0 play 7D"}).json()
    assert told["code"] == plain["code"]
    assert told["rule"]["id"] == plain["rule"]["id"]
    for part in ("title", "detail"):
        assert told[part] != plain[part]
        assert any("ぁ" <= letter <= "鿿" for letter in told[part])
    assert told["rule"]["text"] in told["detail"]


def test_faults_of_form_in_japanese(api):
    told = api.post("tables/", {"game": "troeven", "seats": 5}, Accept_Language="ja").json()
    assert "リスト" in told["errors"][0]["detail"]


def test_a_404_and_a_405_in_japanese(api):
    assert api.get("nowhere/", Accept_Language="ja").json()["title"] == "何もない"
    assert api.get("tables/", Accept_Language="ja").json()["title"] == "使えないメソッド"


def test_rules_and_options_in_japanese(api):
    told = api.get("games/huutopussi/", Accept_Language="ja").json()
    plain = api.get("games/huutopussi/").json()
    assert [rule["id"] for rule in told["rules"]] == [rule["id"] for rule in plain["rules"]]
    assert all(one["text"] != other["text"] for one, other in zip(told["rules"], plain["rules"], strict=True))


def test_the_sheet_in_japanese(new_table):
    table = new_table("checks")
    table.write("results/", {"entered": {"captured": [4, 2]}, "dealer": 0})
    told = table.viewer.get(table.path + "scoresheet/", Accept_Language="ja").json()
    plain = table.viewer.get(table.path + "scoresheet/").json()
    assert told["hands"][0]["lines"][0]["text"] != plain["hands"][0]["lines"][0]["text"]
    csv = table.viewer.get(
        table.path + "scoresheet/", Accept="text/csv", Accept_Language="ja"
    ).content.decode()
    assert csv.startswith("ハンド,")
