"""The boards of Getaway, Checks and Huutopussi, and their sheets in the form players keep on paper."""

import html as escaping
import json
import re
from pathlib import Path

import pytest

from referee.scoresheet.sheets.getaway import bundles
from tests.pages.conftest import make_table, page_of
from tests.pages.test_table import show

pytestmark = pytest.mark.django_db

RECORDS = Path(__file__).parent.parent / "records"


def replayed(name, moves=None):
    """Return a table at which the first moves of a record's only hand were made, all by default."""
    record = json.loads((RECORDS / f"{name}.json").read_text())
    (hand,) = record["hands"]
    seats = [f"P{seat}" for seat in range(len(record["seats"]))]
    table = make_table(record["game"], seats, **record["options"])
    table.deal(hand["deal"], dealer=hand["dealer"])
    table.play(*hand["moves"][:moves])
    return table


def told(html):
    """Return what a page says, without its tags."""
    return re.sub(r"\s+", " ", escaping.unescape(re.sub(r"<[^>]*>", " ", html)))


def section(html, start, end="</section>"):
    begin = html.index(start)
    return told(html[begin : html.index(end, begin)])


def seat_of(table, seat, path=""):
    return page_of(table.browser(table.keys.seats[seat]).get(table.address + path))


def page_of_facts(html):
    """Return the line of facts, whose card back is told by its name."""
    line = html[html.index("facts-line") :]
    return re.sub(r'<span class="card back.*?aria-label="(.*?)"></span>', r"\1", line[: line.index("</p>")])


# -- Getaway ---------------------------------------------------------------------------------------


def test_who_may_lead_is_not_known_before_the_ace_of_spades():
    table = replayed("getaway-traditional", 0)
    for seat in (0, 2):
        html = seat_of(table, seat)
        assert "Power not known yet" in told(html)
        assert 'class="mark' not in html


def test_power_and_a_trick_into_the_waste():
    table = replayed("getaway-traditional", 7)
    html = seat_of(table, 1)
    assert "Power P2 Players in 4 / 4 Waste a face-down card 4" in told(page_of_facts(html))
    assert "Into the waste" in section(html, "last-line", "</p>")
    table.play("1 play TD")
    html = seat_of(table, 2)
    assert "Power P0 Players in 4 / 4 Waste a face-down card 8" in told(page_of_facts(html))
    assert html.count('class="mark strong"') == 1


def test_a_tochoo_is_said_to_be_picked_up():
    table = replayed("getaway-traditional", 14)
    last = section(seat_of(table, 0), "last-line", "</p>")
    assert "P3 picked up 4 ♦︎ 4 of diamonds P3" in last
    assert "Q ♠︎ queen of spades P0" in last


def test_the_button_says_whose_hand_is_taken():
    table = replayed("getaway-traditional", 28)
    html = seat_of(table, 2)
    assert re.search(r">Take P3’s hand \(\d+ cards?\)<", html)
    table.play("2 take")
    html = seat_of(table, 0)
    assert html.count('class="seat gone"') == 1
    assert html.count('class="mark">away<') == 1
    assert "Players in 3 / 4" in told(html)


def test_the_button_says_from_how_many_cards_is_drawn():
    table = replayed("getaway-traditional", 59)
    assert re.search(r">Draw from the waste \(\d+ cards\)<", seat_of(table, 1))


def test_the_sheet_of_getaway_has_a_mark_for_each_loss():
    table = replayed("getaway-traditional")
    html = seat_of(table, 0, "sheet/")
    marks = [row.count("<line") for row in html[html.index("tally") :].split("<tr>")[2:6]]
    assert marks == [0, 0, 1, 0]


@pytest.mark.parametrize("count", [0, 1, 4, 5, 6, 13])
def test_tally_marks(count):
    drawn = bundles(count)
    assert [len(bundle) for bundle in drawn] == [5] * (count // 5) + [count % 5] * (count % 5 > 0)
    for bundle in drawn:
        across = [line for line in bundle if line["x2"] - line["x1"] > 20]
        assert len(across) == len(bundle) // 5
        assert len({tuple(line.values()) for line in bundle}) == len(bundle)


# -- Huutopussi ------------------------------------------------------------------------------------


def tries(html):
    """Return what the page says of own marriage, full question and half question."""
    panel = html[html.index('class="tries"') :]
    return [told(item) for item in re.findall(r"<li>(.*?)</li>", panel[: panel.index("</ul>")], re.DOTALL)]


def test_a_leader_who_did_not_lead_and_win_may_try_nothing():
    html = seat_of(replayed("huutopussi-HE21", 14), 3)
    lines = tries(html)
    assert len(lines) == 3
    for line in lines:
        assert "not now H18 Whoever led the trick just finished" in line


def test_what_the_leader_may_try():
    html = seat_of(replayed("huutopussi-HE21", 18), 3)
    own, full, half = tries(html)
    assert own.strip() == "Own marriage possible"
    assert full.strip() == "Full question possible"
    assert half.strip() == "Half question possible"


def test_a_leader_without_a_pair_is_told_the_rule():
    html = seat_of(replayed("huutopussi-HE21", 27), 2)
    own, full, _half = tries(html)
    assert "not now H20 Own marriage: you hold king and queen" in own
    assert full.strip() == "Full question possible"


def test_questions_lock():
    table = replayed("huutopussi-HE21", 33)  # Cem's partner named hearts; then Cem led and won again
    own, full, _half = tries(seat_of(table, 2))
    assert "not now H23" in own
    assert full.strip() == "Full question possible"
    for seat in range(4):  # what questions lock is open to all
        assert "No own marriage H23 : P2" in told(seat_of(table, seat))
        assert "No full question H23 : P0" in told(seat_of(table, seat))


@pytest.mark.parametrize("moves", [14, 18, 27, 33])
def test_nobody_else_is_told_what_the_leader_may_try(moves):
    table = replayed("huutopussi-HE21", moves)
    leader = {14: 3, 18: 3, 27: 2, 33: 2}[moves]
    phones = [table.browser(key) for seat, key in enumerate(table.keys.seats) if seat != leader]
    phones += [table.browser(table.keys.viewer), table.browser()]
    for phone in phones:
        assert 'class="tries"' not in page_of(phone.get(table.address))


def test_the_steward_sees_the_leaders_choices_only_as_the_leader():
    table = replayed("huutopussi-HE21", 18)
    steward = table.browser()
    show(steward, table, 1)
    assert 'class="tries"' not in page_of(steward.get(table.address))
    show(steward, table, 3)
    assert 'class="tries"' in page_of(steward.get(table.address))


def test_contract_declarer_and_trump_so_far():
    table = replayed("huutopussi-HE21", 33)
    html = seat_of(table, 0)
    assert "Contract 100 Declarer P1 Bid 65 Trump ♥︎ hearts" in told(html)
    history = section(html, 'class="marriages"', "</ol>")
    assert "♦︎ diamonds 80 P3 before trick 3" in history
    assert "♥︎ hearts 100 P2 before trick 5" in history


def test_a_half_question_shows_its_card():
    table = replayed("huutopussi-HE21", 18)
    table.play("3 half QD")
    html = seat_of(table, 1)
    assert "P3 asks for the other half: Q ♦︎" in told(html)


def test_the_sheet_of_huutopussi():
    table = replayed("huutopussi-HE21")
    html = seat_of(table, 0, "sheet/")
    row = section(html, "<tbody>", "</tbody>")
    assert re.search(r"1\. 100 ✓ made P1, bid 65 \+200 200 \+100 100", row)


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({"redeal": 2}, "1. Redeal (P2)"),
        (
            {"declarer": 0, "bid": 60, "contract": 200, "card_points": [100, 40], "last_trick": 0,
             "tricks": [7, 2], "marriages": [[], []]},
            "200 ✗ failed P0, bid 60",
        ),
    ],
)  # fmt: skip
def test_the_sheet_of_huutopussi_of_hands_that_failed(entered, said):
    from referee.tables import commands
    from referee.tables.desk import writing

    table = make_table("huutopussi", ["P0", "P1", "P2", "P3"])
    with writing(table.id, table.keys.steward) as desk:
        commands.record_result(desk, expected=desk.seq, entered=entered, dealer=3)
    assert said in section(seat_of(table, 0, "sheet/"), "<tbody>", "</tbody>")


# -- Checks ----------------------------------------------------------------------------------------


def test_piles_fans_and_the_value_for_its_holder():
    table = replayed("checks-game", 0)
    html = seat_of(table, 1)
    assert section(html, 'class="piles"', "</ol>").count("1 card") == 6
    assert "Value of your fan 7" in told(html)  # nine, seven and ace are 17
    assert "Value of your fan 4" in told(seat_of(table, 0))
    assert "Value of your fan" not in told(page_of(table.browser(table.keys.viewer).get(table.address)))
    table.play("1 place AC 3")
    assert "2 cards" in section(seat_of(table, 1), 'class="piles"', "</ol>")
    assert "Value of your fan 6" in told(seat_of(table, 1))


def test_the_sheet_of_checks():
    table = replayed("checks-game")
    html = seat_of(table, 0, "sheet/")
    assert re.search(r"1 19 ✓ won 4", section(html, "<tbody>", "</tbody>"))
    assert re.search(r"Games won 1 0 Cards captured 19 4", section(html, "<tfoot>", "</tfoot>"))
