"""Noninterference: two deals that a phone cannot tell apart give it the same pages, byte for byte."""

import re

import pytest

from tests.pages.conftest import make_table, page_of
from tests.pages.test_table import DEAL, HANDS, PASSES, fields, show

pytestmark = pytest.mark.django_db

# For Ann both deals are the same: Ben and Cem have changed hands, and lay other cards face down.
OTHER = {"hands": [HANDS[0], HANDS[2], HANDS[1], HANDS[3]], "trump": "QH"}
LAYS = {
    True: ["0 lay AS", "1 lay 2S", "2 lay 3S", "3 lay 4S"],
    False: ["0 lay AS", "1 lay 3S", "2 lay 2S", "3 lay 4S"],
}
OPENED = {
    True: ["0 open AS H", "1 offer 2S", "2 offer 7D"],
    False: ["0 open AS H", "1 offer 3S", "2 offer 2S"],
}
STAGES = {"dealt": 0, "passed": 4, "one card laid": 6, "trump turned": 8, "led": 9}


def stages(deal, first):
    """Return two tables' worth of moves for each stage that Ann cannot tell apart."""
    return [*PASSES, *LAYS[first], "0 play 3H"]


def plain(html, table):
    """Return a page without what differs at every look: ids, tokens, times."""
    html = html.replace(table.id, "TABLE")
    html = re.sub(r'(name="(?:csrfmiddlewaretoken|once)" value=")[^"]*', r"\1", html)
    return re.sub(r'datetime="[^"]*"', "", html)


def looks(table, who):
    """Return every page of a table, and answers to moves that are tried, as somebody sees them."""
    key = {"Ann": table.keys.seats[0], "viewer": table.keys.viewer}.get(who, table.keys.steward)
    phone = table.browser(key)
    if who == "Ann on the steward's phone":
        show(phone, table, 0)
    pages = [phone.get(table.address + path) for path in ("", "sheet/", "log/", "version/")]
    seat = "0" if who != "viewer" else "1"
    now = fields(page_of(pages[0]))
    for tried in ("0 play TD", "0 play 2S", "0 pass", "1 play 2S", "1 lay 6S", "2 offer 3S"):
        if who == "the steward's phone":
            continue  # shows nobody, so nothing can be tried on it
        sent = {"seat": seat, "seq": "0", "move": tried, "do": "move"} | {key: now[key] for key in ("once",)}
        pages.append(phone.post(table.address, sent))
    return [
        (answer.status_code, plain(answer.headers.get("Location", ""), table), plain(page_of(answer), table))
        for answer in pages
    ]


@pytest.mark.parametrize("who", ["Ann", "viewer", "Ann on the steward's phone", "the steward's phone"])
@pytest.mark.parametrize("stage", STAGES)
def test_a_round_of_auction_house(who, stage):
    tables = [make_table(), make_table()]
    for table, deal, first in zip(tables, (DEAL, OTHER), (True, False), strict=True):
        table.deal(deal, dealer=3)
        table.play(*stages(deal, first)[: STAGES[stage]])
    assert looks(tables[0], who) == looks(tables[1], who)


@pytest.mark.parametrize("who", ["Ann", "viewer", "Ann on the steward's phone", "the steward's phone"])
def test_offers_that_lie_face_down(who):
    tables = [make_table(), make_table()]
    for table, deal, first in zip(tables, (DEAL, OTHER), (True, False), strict=True):
        table.deal(deal, dealer=3)
        table.play(*OPENED[first])
    assert looks(tables[0], who) == looks(tables[1], who)


def test_the_pages_of_somebody_who_can_tell_them_apart_differ():
    """The comparison above can fail: Ben holds other cards."""
    tables = [make_table(), make_table()]
    for table, deal in zip(tables, (DEAL, OTHER), strict=True):
        table.deal(deal, dealer=3)
    seen = [plain(page_of(table.browser(table.keys.seats[1]).get(table.address)), table) for table in tables]
    assert seen[0] != seen[1]


def test_fans_of_checks():
    cards = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
    fans = [cards[i : i + 3] for i in range(0, 36, 3)]
    rest = {"targets": cards[36:42], "stock": cards[42:]}
    deals = [{"fans": [fans[:6], fans[6:]]} | rest, {"fans": [fans[:6], fans[:5:-1]]} | rest]
    tables = [make_table("checks"), make_table("checks")]
    for table, deal in zip(tables, deals, strict=True):
        table.deal(deal, dealer=1)
    for who in ("Ann", "viewer", "the steward's phone"):
        assert looks(tables[0], who) == looks(tables[1], who), who
