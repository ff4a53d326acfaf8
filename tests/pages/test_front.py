"""Choosing a game, making a table, joining one, and the language."""

import re

import pytest
from django.test import Client

from referee import games
from referee.tables.models import Entry, Table
from tests.pages.conftest import NAMES, fields, make_table, page_of

pytestmark = pytest.mark.django_db


def test_every_game_can_be_chosen():
    html = page_of(Client().get("/"))
    for game in games.all_games().values():
        assert f'href="/new/{game.slug}/"' in html
        assert f'href="/rules/{game.slug}/"' in html
        assert game.title in html


@pytest.mark.parametrize("slug", list(games.all_games()))
def test_a_table_of_every_game_is_made_and_dealt(slug):
    client, game = Client(), games.get(slug)
    names = ["Ann", "Ben", "Cem", "Dia", "Eve", "Fay", "Gus", "Hal"][: game.seats[-1]]
    answer = client.post(f"/new/{slug}/", {"name": names, "once": "t" * 24, "then": "deal"})
    assert answer.status_code == 303
    html = page_of(client.get(answer["Location"]))
    assert all(name in html for name in names)
    assert Table.objects.get(pk=answer["Location"].split("/")[2]).hand.status == "playing"


def test_the_key_is_in_a_cookie_that_scripts_cannot_read():
    answer = Client().post("/new/troeven/", {"name": ["Ann", "Ben"], "then": "deal"})
    table_id = answer["Location"].split("/")[2]
    cookie = answer.cookies[f"t_{table_id}"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/"


def test_a_form_sent_twice_makes_one_table():
    client, sent = Client(), {"name": ["Ann", "Ben"], "then": "deal", "once": "0123456789abcdef01234567"}
    first, second = client.post("/new/troeven/", sent), client.post("/new/troeven/", sent)
    assert first["Location"] == second["Location"]
    assert Table.objects.count() == 1
    fresh = Client()  # the answer to the first may have been lost: the second brings the same key
    fresh.cookies.load({name: morsel.value for name, morsel in second.cookies.items()})
    assert fresh.get(second["Location"]).status_code == 200


def test_a_token_that_could_be_guessed_is_none():
    for _ in range(2):
        Client().post("/new/troeven/", {"name": ["Ann", "Ben"], "then": "score", "once": "x"})
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann", "Ann"], "is here a second time"),
        (["Ann", ""], "may not be empty"),
        (["Ann", "B" * 61], "at most 60 long"),
        (["Ann", "Be\x07n"], "control characters"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_the_rest_is_kept(names, told):
    answer = Client().post("/new/troeven/", {"name": names, "option-version": "stock", "then": "deal"})
    html = page_of(answer)
    assert answer.status_code == 400
    assert told in html
    assert 'value="Ann"' in html
    assert re.search(r'<option value="stock" selected>', html)
    assert Table.objects.count() == 0


def test_too_few_players_and_too_many():
    assert "3 to 8 players" in page_of(Client().post("/new/getaway/", {"name": ["Ann"] * 9, "then": "deal"}))
    answer = Client().post("/new/getaway/", {"name": ["Ann", "Ben", "", ""], "then": "deal"})
    assert answer.status_code == 400
    assert Table.objects.count() == 0


def test_options_hold(db):
    client = Client()
    answer = client.post(
        "/new/troeven/",
        {
            "name": ["Ann", "Ben"],
            "option-version": "stock",
            "option-start_score": "3",
            "dealer": "1",
            "then": "deal",
        },
    )
    made = Table.objects.get(pk=answer["Location"].split("/")[2])
    assert (made.terms["version"], made.terms["start_score"], made.hand.dealer) == ("stock", 3, 1)


def test_an_option_that_is_none_is_refused():
    answer = Client().post(
        "/new/troeven/", {"name": ["Ann", "Ben"], "option-version": "poker", "then": "deal"}
    )
    assert answer.status_code == 400
    assert "This should be one of" in page_of(answer)


def test_the_names_are_remembered():
    client = Client()
    client.post("/new/troeven/", {"name": ["Ann", "Ben"], "then": "score"})
    assert 'value="Ben"' in page_of(client.get("/new/troeven/"))


def test_tables_of_this_browser_are_listed_newest_first():
    client = Client()
    for names in (["Ann", "Ben"], ["Cem", "Dia"]):
        client.post("/new/troeven/", {"name": names, "then": "score"})
    html = page_of(client.get("/"))
    assert html.index("Cem") < html.index("Ann")
    assert "Ann" not in page_of(Client().get("/"))


def test_a_link_is_exchanged_for_a_cookie(table):
    client = Client()
    answer = client.get(f"/join/{table.id}/{table.keys.seats[1]}")
    assert (answer.status_code, answer["Location"]) == (303, table.address)
    assert answer["Referrer-Policy"] == "no-referrer"
    assert client.cookies[f"t_{table.id}"].value == table.keys.seats[1]


def test_a_wrong_link_opens_nothing(table):
    client = Client()
    answer = client.get(f"/join/{table.id}/{'x' * 32}", follow=True)
    assert answer.status_code == 403
    assert "does not open this table" in page_of(answer)
    assert f"t_{table.id}" not in client.cookies


def test_the_steward_keeps_the_key_when_trying_a_players_link(table):
    table.deal()
    steward = table.browser()
    html = page_of(steward.get(f"/join/{table.id}/{table.keys.seats[2]}", follow=True))
    assert steward.cookies[f"t_{table.id}"].value == table.keys.steward
    assert "Cards of Cem" in html


def test_the_language_follows_the_browser_and_the_switch():
    client = Client(headers={"accept-language": "ja"})
    html = page_of(client.get("/"))
    assert '<html lang="ja">' in html
    for name in (
        "ゲッタウェイ",
        "オークションハウス",
        "チェック",
        "2プレイヤー・トローヴェン",
        "フートプッシ",
    ):
        assert name in html
    client.post("/language/", {"language": "en", "next": "/"})
    assert '<html lang="en">' in page_of(client.get("/"))


def test_nothing_falls_back_to_english_in_japanese(table):
    """Every text that stands on a page in English reads otherwise in Japanese."""
    table.deal()
    of_table = [table.address + path for path in ("", "sheet/", "log/", "manage/")]
    others = ["/", "/new/huutopussi/", "/rules/auction-house/", "/problems/", "/problems/obliged"]
    for address in of_table + others:
        client = table.browser(headers={"accept-language": "ja"})
        body = re.sub(r"<(script|style|title).*?</\1>", "", page_of(client.get(address)), flags=re.DOTALL)
        text = re.sub(r"<[^>]*>", " ", body[body.index("<main") :])
        text = re.sub(
            r"\b(Ann|Ben|Cem|Dia|QR|If-Match|Idempotency-Key|Authorization|Bearer|KEY|JSON|HTTP|UTF)\b",
            "",
            text,
        )
        found = re.findall(r"[A-Za-z]{3,}(?: [A-Za-z]{2,})+", text)
        assert not found, (address, found)


def test_pages_of_tables_are_for_no_search_engine_and_no_memory(table):
    answer = table.browser().get(table.address)
    assert 'content="noindex, nofollow"' in page_of(answer)
    assert answer["Cache-Control"] == "no-store"


def test_unknown_addresses():
    for address in ("/new/poker/", "/rules/poker/", "/problems/nothing_such", "/zzz"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert "There is nothing here" in page_of(answer)


def test_every_problem_has_its_page_in_both_languages():
    from api.problems import catalogue

    for code, problem in catalogue().items():
        english = Client().get(problem.type)
        japanese = Client(headers={"accept-language": "ja"}).get(problem.type)
        assert english.status_code == japanese.status_code == 200, code
        assert "%(" not in page_of(english), code
        assert page_of(english) != page_of(japanese).replace('lang="ja"', 'lang="en"'), code


@pytest.mark.parametrize("slug", list(games.all_games()))
def test_every_rule_can_be_linked(slug):
    html = page_of(Client().get(f"/rules/{slug}/"))
    for rule in games.get(slug).rules.values():
        assert f'id="{rule.id}"' in html
        assert f'href="#{rule.id}"' in html


def test_forms_need_their_token():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/new/troeven/", {"name": ["Ann", "Ben"], "then": "deal"})
    assert answer.status_code == 403
    assert "Please send it again" in page_of(answer)
    assert Table.objects.count() == 0


def test_new_codes_open_their_seats_and_end_the_old(table):
    steward = table.browser()
    html = page_of(steward.post(f"{table.address}manage/", {"do": "links", "for": "1"}))
    link = re.search(r"/join/\w+/[\w-]+", html).group()
    assert html.count('<svg role="img"') == 1
    other = Client()
    assert other.get(link, follow=True).status_code == 200
    assert table.browser(table.keys.seats[1]).get(table.address).status_code == 403
    assert table.browser(table.keys.seats[0]).get(table.address).status_code == 200


def test_all_codes_at_once(table):
    html = page_of(table.browser().post(f"{table.address}manage/", {"do": "links", "for": "all"}))
    assert len(re.findall(r"<svg role=\"img\"", html)) == len(NAMES) + 1


@pytest.mark.parametrize("who", ["seat", "viewer"])
def test_only_the_steward_runs_the_table(table, who):
    key = table.keys.seats[0] if who == "seat" else table.keys.viewer
    client, before = table.browser(key), Entry.objects.count()
    assert client.get(f"{table.address}manage/").status_code == 403
    assert client.get(f"{table.address}score/").status_code == 403
    for sent in (
        {"do": "links", "for": "0"},
        {"do": "rename", "name": ["a", "b", "c", "d"]},
        {"do": "close", "sure": "yes"},
    ):
        assert client.post(f"{table.address}manage/", sent).status_code == 403
    assert client.post(table.address, {"do": "deal", "seq": "1"}).status_code == 403
    assert client.post(table.address, {"do": "show", "seat": "1"}).status_code == 403
    assert Entry.objects.count() == before


def test_names_change(table):
    steward = table.browser()
    steward.post(f"{table.address}manage/", {"do": "rename", "name": ["Åsa", "Ben", "Cem", "Dia"]})
    assert "Åsa" in page_of(steward.get(table.address))
    answer = steward.post(f"{table.address}manage/", {"do": "rename", "name": ["Ben", "Ben", "Cem", "Dia"]})
    assert answer.status_code == 400
    assert "is here a second time" in page_of(answer)


def test_closing_asks_first(table):
    steward = table.browser()
    assert steward.post(f"{table.address}manage/", {"do": "close"}).status_code == 400
    assert Table.objects.get(pk=table.id).status == "open"
    steward.post(f"{table.address}manage/", {"do": "close", "sure": "yes"})
    assert "This table is closed" in page_of(steward.get(table.address))
    steward.post(f"{table.address}manage/", {"do": "reopen"})
    assert "Deal the cards" in page_of(steward.get(table.address))


def test_names_are_shown_as_text_not_as_html():
    made = make_table("troeven", ["<b>Ann</b>", '"><script>'])
    made.deal()
    html = page_of(made.browser().get(made.address))
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann" in html
    assert fields(html)["seq"] == "2"


@pytest.mark.parametrize(
    "sent",
    [{f"field{i}": "x" for i in range(2000)}, {"name": ["A" * 3_000_000, "Ben"]}],
    ids=["too many fields", "too large"],
)
def test_forms_beyond_all_measure(sent):
    answer = Client(enforce_csrf_checks=True).post("/new/troeven/", sent)
    assert answer.status_code in (400, 403, 413)
    assert Table.objects.count() == 0
