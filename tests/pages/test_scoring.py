"""Entering results of hands that were played without the referee, and the scoresheets."""

import re

import pytest

from referee import games
from referee.scoresheet.report_form import ReportForm
from referee.tables.models import Hand
from tests.pages.conftest import fields, make_table, page_of

pytestmark = pytest.mark.django_db


def enter(table, client=None, **sent):
    client = client or table.browser()
    page = f"{table.address}score/"
    return client.post(page, fields(page_of(client.get(page))) | sent)


def sheet(table):
    return page_of(table.browser().get(f"{table.address}sheet/"))


TRICKS = {"tricks-0": "4", "tricks-1": "3", "tricks-2": "1", "tricks-3": "1"}
RESULTS = {
    "auction-house": TRICKS | {"kitty_points": "19", "dealer": "3"},
    "checks": {"captured-0": "20", "captured-1": "16", "dealer": "0"},
    "getaway": {"loser": "2", "away-0": "1", "away-1": "0", "away-2": "3", "dealer": "0"},
    "troeven": {"points-0": "22", "points-1": "18", "dealer": "1"},
    "huutopussi": {
        "declarer": "0", "bid": "60", "contract": "60", "card_points-0": "80", "card_points-1": "60",
        "last_trick": "0", "tricks-0": "5", "tricks-1": "4", "marriages-1": "S", "dealer": "3",
    },
}  # fmt: skip
TOTALS = {
    "auction-house": [19, 0, 0, 0],
    "checks": [1, 0],
    "getaway": [0, 0, 1, 0],
    "troeven": [6, 7],
    "huutopussi": [60, 100],
}
WRONG = {
    "auction-house": ({"tricks-0": "5"}, "Tricks add up to 10, not to 9.", "A20"),
    "checks": ({"captured-1": "40"}, "Captured cards add up to 60", "C23"),
    "getaway": ({"away-1": "1"}, "Ben is named more than once.", "G20"),
    "troeven": ({"points-1": "19"}, "Points add up to 41, not to 40.", "T2"),
    "huutopussi": ({"card_points-0": "85"}, "Card points add up to 145, not to 140.", "H3"),
}


@pytest.mark.parametrize("slug", list(games.all_games()))
def test_a_result_is_entered_and_the_sheet_has_it(slug):
    table = make_table(slug)
    assert enter(table, **RESULTS[slug]).status_code == 303
    hand = Hand.objects.get(table_id=table.id)
    assert (hand.status, hand.sight) == ("finished", "score")
    assert table.browser().get(table.address).status_code == 200
    html = sheet(table)
    row = html[html.index("<tbody>") : html.index("</table>")]
    found = [int(total) for total in re.findall(r"<b[^>]*>(\d+)</b></td>", row)]
    assert found[: len(TOTALS[slug])] == TOTALS[slug]


@pytest.mark.parametrize("slug", list(games.all_games()))
def test_what_does_not_tally_is_refused_in_words_and_kept(slug):
    table = make_table(slug)
    wrong, told, rule = WRONG[slug]
    answer = enter(table, **(RESULTS[slug] | wrong))
    html = page_of(answer)
    assert answer.status_code == 422
    assert told in html
    assert f"#{rule}" in html
    for value in wrong.values():
        assert f'value="{value}"' in html
    assert not Hand.objects.filter(table_id=table.id).exists()


@pytest.mark.parametrize(
    ("given", "told"), [("", "a whole number"), ("x", "a whole number"), ("99", "between 0 and 40")]
)
def test_what_is_no_number_is_marked_at_its_field(given, told):
    table = make_table("troeven")
    answer = enter(table, **{"points-0": given, "points-1": "18", "dealer": "1"})
    assert answer.status_code == 400
    assert told in page_of(answer)
    assert page_of(answer).count('class="fault"') == 1


def test_wide_digits_are_digits():
    table = make_table("troeven")
    assert enter(table, **{"points-0": "２２", "points-1": "１８", "dealer": "1"}).status_code == 303


def test_a_result_sent_twice_counts_once():
    table = make_table("troeven")
    client = table.browser()
    page = f"{table.address}score/"
    sent = fields(page_of(client.get(page))) | RESULTS["troeven"]
    for _ in range(2):
        assert client.post(page, sent).status_code == 303
    assert Hand.objects.filter(table_id=table.id).count() == 1


def test_a_late_result_is_not_lost():
    table = make_table("troeven")
    client = table.browser()
    page = f"{table.address}score/"
    sent = fields(page_of(client.get(page))) | RESULTS["troeven"]
    enter(table, **RESULTS["troeven"])
    html = page_of(client.post(page, sent))
    assert "Somebody entered something meanwhile" in html
    assert 'value="22"' in html
    assert Hand.objects.filter(table_id=table.id).count() == 1


def test_kitty_cards_instead_of_their_value():
    table = make_table()
    told = {"kitty": "2D 10H 3h ♥4", "trump": "QH", "dealer": "3"}
    assert enter(table, **(TRICKS | told)).status_code == 303
    hand = Hand.objects.get(table_id=table.id)
    assert hand.entered == {"tricks": [4, 3, 1, 1], "kitty": ["2D", "TH", "3H", "4H"], "trump": "QH"}


def test_the_tree_of_troeven_has_its_branches_and_balls():
    """TE8 and T12: N 22 to 18, then the other dealer wins 25 to 15."""
    table = make_table("troeven")
    enter(table, **RESULTS["troeven"])  # Ann calls and wins: a ball for Ann
    enter(
        table, **{"points-0": "25", "points-1": "15"}
    )  # Ann deals and wins: a ball for Ann, a branch for Ben
    html = sheet(table)
    assert html.count('class="ball"') == 2
    assert len(re.findall(r'class="branch( added)?"', html)) == 15
    assert html.count("branch added") == 1
    assert "Ann: 7 branches, 2 balls, score 5." in html
    assert "Ben: 8 branches, 0 balls, score 8." in html


def test_carried_kitties_of_auction_house():
    table = make_table()
    tie = {
        "tricks-0": "4",
        "tricks-1": "4",
        "tricks-2": "1",
        "tricks-3": "0",
        "kitty_points": "20",
        "dealer": "3",
    }
    enter(table, **tie)
    enter(table, **(TRICKS | {"kitty_points": "11"}))
    html = sheet(table)
    rows = re.findall(r'<tr><th scope="row">\d.*?</tr>', html, re.DOTALL)
    cells = [
        [re.sub(r"<[^>]*>", " ", cell).split() for cell in re.findall(r"<td.*?</td>", row)] for row in rows
    ]
    assert cells[0] == [
        ["4", "Tricks", "0"],
        ["4", "Tricks", "0"],
        ["1", "Tricks", "0"],
        ["0", "Tricks", "0"],
        ["20"],
        ["20"],
    ]
    assert cells[1] == [
        ["4", "Tricks", "+31", "31"],
        ["3", "Tricks", "0"],
        ["1", "Tricks", "0"],
        ["1", "Tricks", "0"],
        ["11"],
        ["0"],
    ]
    assert "20 carried over" in html


def test_a_match_ends_with_its_winner():
    table = make_table("troeven", start_score=1)
    enter(table, **RESULTS["troeven"])
    html = page_of(table.browser().get(table.address))
    assert "The match is over" in html
    assert "Ann wins the match!" in html
    assert "Deal the next hand" not in html
    assert "Ann wins the match!" in sheet(table)


def test_lines_cite_rules_in_japanese():
    table = make_table("troeven")
    enter(table, **RESULTS["troeven"])
    html = page_of(table.browser(headers={"accept-language": "ja"}).get(f"{table.address}sheet/"))
    assert 'href="/rules/troeven/#T10"' in html
    assert "won the round" not in html


@pytest.mark.parametrize("slug", games.all_games())
def test_the_form_asks_for_nothing_that_only_rulings_say(slug):
    game = games.get(slug)
    form = ReportForm(game, game.terms({}, game.seats[0]), [str(seat) for seat in range(game.seats[0])])
    asked = {group.key for group in form.groups()}
    assert asked == set(game.report_schema["properties"]) - {"not_counted", "worst_result", "cancelled"}
