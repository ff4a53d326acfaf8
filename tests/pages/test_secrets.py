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


TRIES = ("0 play TD", "0 play 2S", "0 pass", "1 play 2S", "1 lay 6S", "2 offer 3S")


def looks(table, who, tries=TRIES):
    """Return every page of a table, and answers to moves that are tried, as somebody sees them."""
    key = {"Ann": table.keys.seats[0], "viewer": table.keys.viewer}.get(who, table.keys.steward)
    phone = table.browser(key)
    if who == "Ann on the steward's phone":
        show(phone, table, 0)
    pages = [phone.get(table.address + path) for path in ("", "sheet/", "log/", "version/")]
    seat = "0" if who != "viewer" else "1"
    now = fields(page_of(pages[0]))
    for tried in tries:
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


# -- Getaway ---------------------------------------------------------------------------------------

GETAWAY = [
    ["5S", "6S", "TS", "QS", "2S", "3H", "4H", "9H", "TH", "AH", "3C", "5C", "KD"],
    ["9S", "KS", "7H", "JH", "KH", "6C", "7C", "9C", "QC", "5D", "6D", "7D", "TD"],
    ["3S", "8S", "AS", "5H", "6H", "4C", "8C", "TC", "KC", "2D", "3D", "8D", "JD"],
    ["4S", "7S", "JS", "2H", "8H", "QH", "2C", "JC", "AC", "4D", "9D", "AD", "QD"],
]
"""Seat 2 has the ace of spades; seats 1 and 2 hold cards that seat 0 cannot tell apart."""
FIRST = ["2 play AS", "3 play 4S", "0 play 5S", "1 play 9S"]
SECOND = [*FIRST, "2 play 5H", "3 play 2H", "0 play AH", "1 play 7H"]
GETAWAY_TRIES = ("0 play AS", "0 take", "1 play 9S", "0 play 3C", "2 draw")


def swapped(hands, one, other):
    """Return hands in which two cards have changed places."""
    change = {one: other, other: one}
    return [[change.get(card, card) for card in hand] for hand in hands]


@pytest.mark.parametrize("who", ["Ann", "viewer", "Ann on the steward's phone", "the steward's phone"])
@pytest.mark.parametrize("moves", [[], FIRST, SECOND])
def test_getaway(who, moves):
    tables = [make_table("getaway"), make_table("getaway")]
    for table, hands in zip(tables, (GETAWAY, swapped(GETAWAY, "KH", "6H")), strict=True):
        table.deal({"hands": hands}, dealer=3)
        table.play(*moves)
    assert looks(tables[0], who, GETAWAY_TRIES) == looks(tables[1], who, GETAWAY_TRIES)


@pytest.mark.parametrize("who", ["Ann", "viewer", "the steward's phone"])
def test_who_holds_the_ace_of_spades_in_getaway(who):
    """Before the first lead nobody is told who may lead."""
    tables = [make_table("getaway"), make_table("getaway")]
    for table, hands in zip(tables, (GETAWAY, swapped(GETAWAY, "AS", "KS")), strict=True):
        table.deal({"hands": hands}, dealer=3)
    assert looks(tables[0], who, GETAWAY_TRIES) == looks(tables[1], who, GETAWAY_TRIES)


def test_the_waste_of_getaway_is_in_no_page_and_no_choice():
    """Whoever draws is shown how many cards lie in the waste; nothing but open tricks names a card of it."""
    tables = [make_table("getaway"), make_table("getaway")]
    for table, first in zip(tables, ("2S", "TS"), strict=True):
        table.deal({"hands": swapped(GETAWAY, "5S", first)}, dealer=3)
        table.play(*[move.replace("5S", first) for move in SECOND])
    html = page_of(tables[0].browser(tables[0].keys.seats[3]).get(tables[0].address))
    assert "2 of spades" not in html
    seen = [plain(page_of(table.browser(table.keys.seats[3]).get(table.address)), table) for table in tables]
    assert seen[0] == seen[1]  # the cards of the trick before the last are as unseen as any


# -- Huutopussi ------------------------------------------------------------------------------------

HUUTOPUSSI = [
    ["KS", "JS", "6S", "KH", "QH", "8H", "QC", "8C", "7C"],
    ["QS", "7S", "JH", "7H", "TD", "KD", "9D", "8D", "9C"],
    ["AS", "TS", "8S", "AH", "9H", "AD", "6D", "KC", "6C"],
    ["9S", "TH", "6H", "QD", "JD", "7D", "AC", "TC", "JC"],
]
AUCTION = ["0 bid 50", "1 bid 55", "2 pass", "3 pass", "0 pass"]
GIVEN = [*AUCTION, "3 give TC JD TH"]
RETURNED = [*GIVEN, "1 contract 100", "1 return 9C KD QS"]
TRICKS = [*RETURNED, "1 play TC", "2 play KC", "3 play AC", "0 play QC"]
LED_AND_WON = [*TRICKS, "3 play JC", "0 play 7C", "1 play JD", "2 play 6C"]
HUUTOPUSSI_TRIES = ("0 marriage H", "0 ask", "0 play KH", "3 ask", "1 marriage D", "0 redeal")


@pytest.mark.parametrize("who", ["Ann", "viewer", "Ann on the steward's phone", "the steward's phone"])
@pytest.mark.parametrize("moves", [[], AUCTION, GIVEN, RETURNED, TRICKS, LED_AND_WON], ids=len)
def test_huutopussi(who, moves):
    """Neither exchanged cards nor a marriage that the leader could declare shows to the other team."""
    tables = [make_table("huutopussi"), make_table("huutopussi")]
    others = swapped(swapped(HUUTOPUSSI, "QD", "8D"), "TH", "JH")
    for table, hands, swap in zip(tables, (HUUTOPUSSI, others), (False, True), strict=True):
        table.deal({"hands": hands}, dealer=3)
        table.play(*[move.replace("TH", "JH") if swap else move for move in moves])
    assert looks(tables[0], who, HUUTOPUSSI_TRIES) == looks(tables[1], who, HUUTOPUSSI_TRIES)


def test_the_leader_of_huutopussi_can_tell_them_apart():
    """The comparison above can fail: with the queen of diamonds the leader has a marriage."""
    tables = [make_table("huutopussi"), make_table("huutopussi")]
    seen = []
    for table, hands in zip(tables, (HUUTOPUSSI, swapped(HUUTOPUSSI, "QD", "8D")), strict=True):
        table.deal({"hands": hands}, dealer=3)
        table.play(*LED_AND_WON)
        seen.append(plain(page_of(table.browser(table.keys.seats[3]).get(table.address)), table))
    assert seen[0] != seen[1]
    assert ["3 marriage D" in html for html in seen] == [True, False]
