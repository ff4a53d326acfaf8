"""Whole matches of every game in a real browser: in Japanese, on a small phone, by tapping alone.

At every step the page holds no English and is no wider than the phone, and what is tapped lies on top; at the
end the sheet says what the service says.
"""

import random
import re

import pytest

from referee.tables import queries
from referee.tables.desk import reading
from tests.pages.conftest import Phone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

SHEET, HISTORY, JUDGE, RULES, PHONES = 1, 2, 3, 4, 5
"""The places of a table's other pages among its tabs."""

NAMES = ["花子", "太郎", "さくら", "健一"]
ENGLISH = re.compile(r"[A-Za-z]{2,}")
SOMETHING = (
    "button.card:not(.unlikely), .act.cards, .act.steps, .act.list, .act.buttons button:not([value*=' take'])"
)
AIM = """one => {
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  return { x, y, on_top: one.contains(document.elementFromPoint(x, y)) };
}"""
SEEN = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.data);
  for (const one of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]"))
    for (const name of ["aria-label", "title", "alt", "placeholder"])
      texts.push(one.getAttribute(name) || "");
  return { texts, width: document.documentElement.scrollWidth };
}"""
UNTIL = """([seq, selector]) => new Promise((done, fail) => {
  const there = () => (selector ? document.querySelector(selector)
    : document.getElementById("main").dataset.seq !== seq) && done(seen());
  const seen = SEEN;
  const watch = new MutationObserver(there);
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => fail(new Error(`no ${selector ?? "new entry"} within 10 seconds`)), 10000);
  there();
})""".replace("SEEN", SEEN)
"""Waits for a new entry of the log, or for an element, and looks at the page then."""


class Tapper(Phone):
    """A phone in Japanese whose holder taps, and looks at every page."""

    def __init__(self, page):
        super().__init__(page)
        self.chance = random.Random(5)
        self.pages = 0

    def look(self, seen=None):
        """Find nothing in English, and nothing beside the screen."""
        self.pages += 1
        seen = seen or self.page.evaluate(SEEN)
        english = [word for text in seen["texts"] for word in ENGLISH.findall(text)]
        assert not english, (english, self.page.url)
        assert seen["width"] <= 360

    def touch(self, locator):
        """Put a finger on the middle of something, which has to lie on top there."""
        aim = locator.evaluate(AIM)
        assert aim["on_top"], locator
        self.page.touchscreen.tap(aim["x"], aim["y"])

    def tap(self, locator):
        before = str(self.seq)
        self.touch(locator)
        self.look(self.page.evaluate(UNTIL, [before, None]))

    def button(self, part):
        return self.page.locator(f'.act button[value*=" {part}"]')

    def take_phone(self):
        """Pass the screen: as the one on turn, or, if that is hidden, as whoever finds something to tap."""
        page = self.page
        buttons = page.locator(".screen button.main")
        for place in range(buttons.count()):
            self.touch(buttons.nth(place))
            self.look(page.evaluate(UNTIL, [None, ".mine"]))
            if page.locator(SOMETHING).count():
                return
            self.touch(page.locator("button[value=hide]"))
            page.evaluate(UNTIL, [None, ".screen"])
        raise AssertionError("nobody could do anything")

    def play_hand(self, choose, most=600):
        """Play until the hand is over; `choose` makes one move."""
        for _ in range(most):
            if not self.playing:
                return
            if self.screened:
                self.take_phone()
            choose(self)
        raise AssertionError(f"the hand was not over after {most} moves")

    @property
    def over(self):
        return self.page.locator(".winner").count() > 0

    def play_match(self, choose, most):
        """Play hands until the match is over; return their number."""
        for number in range(1, most + 1):
            self.play_hand(choose)
            if self.over:
                return number
            self.tap(self.page.locator("button[value=deal]"))
        raise AssertionError(f"the match was not over after {most} hands")

    def any_card(self):
        self.tap(self.legal.nth(self.chance.randrange(self.legal.count())))

    def send(self, form):
        self.tap(self.page.locator(f".act.{form} button.main"))

    def standing(self):
        """Return the scoresheet as the service gives it to this phone's key."""
        table = self.page.locator("main").get_attribute("data-table") or self.page.url.split("/")[4]
        cookies = {cookie["name"]: cookie["value"] for cookie in self.page.context.cookies()}
        with reading(table, cookies[f"t_{table}"]) as desk:
            return queries.scoresheet(desk)

    def open_sheet(self):
        """Open the sheet and look at every other page of the table on the way; return the sheet's texts."""
        for place in (PHONES, HISTORY, JUDGE, RULES, SHEET):
            table = self.page.locator(".tabs a").nth(0).get_attribute("href")
            self.page.locator(".tabs a").nth(place).tap()
            self.page.locator(f'.tabs a[aria-current], a[href="{table}"], dl.rules').first.wait_for()
            self.page.wait_for_load_state()
            self.look()
            if place == RULES:
                self.page.go_back()
        self.page.goto(f"{self.page.url}?explain=1")
        self.look()

    def numbers(self, where):
        return [int(text.replace("−", "-")) for text in self.page.locator(where).all_text_contents()]


@pytest.fixture
def phone(browser, server):
    context = browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 800}, has_touch=True, locale="ja-JP"
    )
    context.set_default_timeout(10_000)
    yield Tapper(context.new_page())
    context.close()


def rows_agree(phone, standing):
    """Every row of the sheet has the totals that the service has after that hand."""
    rows = phone.page.locator("table.sheet tbody tr")
    assert rows.count() == len(standing["hands"])
    for place, row in enumerate(standing["hands"]):
        shown = [int(text.replace("−", "-")) for text in rows.nth(place).locator("td > b").all_inner_texts()]
        assert shown[: len(row["standing"]["totals"])] == row["standing"]["totals"]


# -- the games -------------------------------------------------------------------------------------


TROEVEN = ["A", "K", "Q", "J", "10", "9", "8", "7"]


def troeven(phone):
    """One player plays high, the other low, so that a match does not go up and down for hours."""
    suits = phone.page.locator(".suits button")
    if suits.count():
        phone.tap(suits.nth(phone.chance.randrange(suits.count())))
        return
    ranks = phone.legal.locator("b").all_text_contents()
    order = sorted(range(len(ranks)), key=lambda place: TROEVEN.index(ranks[place]))
    high = phone.page.locator(".status h1").inner_text().startswith(NAMES[0])
    phone.tap(phone.legal.nth(order[0 if high else -1]))


def test_troeven_to_zero(phone):
    phone.new_table("troeven", NAMES[:2])
    rounds = phone.play_match(troeven, 40)
    assert phone.page.locator(".status h1").inner_text() == "試合終了"
    phone.open_sheet()
    standing = phone.standing()
    assert phone.numbers(".tree .score") == standing["standing"]["totals"]
    assert 0 in standing["standing"]["totals"]
    assert len(standing["hands"]) == rounds
    rows_agree(phone, standing)


def auction_house(phone):
    page = phone.page
    if page.locator("input[name=arg0]").count() and phone.chance.random() < 0.5:
        phone.touch(page.locator("label.card").first)
        of_card = page.locator("label.card .sr").first.text_content()
        phone.touch(page.locator(".suits label", has_text="ハート" if "スペード" in of_card else "スペード"))
        phone.send("steps")
    elif phone.legal.count():
        phone.any_card()
    else:
        phone.tap(
            page.locator('.act .buttons button:not([value*=" trade "])').or_(phone.button("trade")).first
        )


def test_thirteen_rounds_of_auction_house(phone):
    """Twelve rounds with the trump cards that are turned up, one without; the highest total wins."""
    phone.new_table("auction-house", NAMES)
    assert phone.play_match(auction_house, 13) == 13
    phone.open_sheet()
    standing = phone.standing()
    trumps = [row["entered"]["trump"] for row in standing["hands"]]
    assert sorted(card[1] for card in trumps[:12]) == sorted("SHDC" * 3)
    assert trumps[12] is None
    assert phone.page.locator("table.sheet tbody .sign").count() == 12
    totals = standing["standing"]["totals"]
    assert phone.numbers("table.sheet tfoot td b") == totals
    assert sum(totals) == sum(sum(row["result"]["points"]) for row in standing["hands"]) > 0
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    assert standing["standing"]["winners"] == winners
    told = phone.page.locator(".winner").inner_text()
    assert [name in told for name in NAMES] == [seat in winners for seat in range(4)]
    rows_agree(phone, standing)


def huutopussi(phone):
    page = phone.page
    if phone.button("marriage").count():
        phone.tap(phone.button("marriage").first)
    elif phone.button("ask").count():
        phone.tap(phone.button("ask").first)
    elif phone.legal.count():
        phone.any_card()
    elif page.locator(".act.cards").count():
        count = int(re.search(r"\d", page.locator(".act.cards .ask small").inner_text()).group())
        for place in range(count):
            phone.touch(page.locator(".act.cards label.card").nth(-1 - place))
        phone.send("cards")
    elif phone.button("pass").count():
        phone.tap(phone.button("pass").first)
    else:
        phone.tap(page.locator(".act .buttons button").first)


def test_huutopussi_to_500(phone):
    phone.new_table("huutopussi", NAMES)
    hands = phone.play_match(huutopussi, 40)
    phone.open_sheet()
    standing = phone.standing()
    assert len(standing["hands"]) == hands
    assert phone.numbers("table.sheet tfoot .big") == standing["standing"]["totals"]
    assert max(standing["standing"]["totals"]) >= 500
    rows_agree(phone, standing)


def checks(phone):
    claims = phone.button("claim")
    if claims.count():
        phone.tap(claims.first)
        return
    phone.touch(phone.page.locator(".act.steps label.card").first)
    piles = phone.page.locator(".act.steps label.pill")
    phone.touch(piles.nth(phone.chance.randrange(piles.count())))
    phone.send("steps")


def test_two_games_of_checks(phone):
    phone.new_table("checks", NAMES[:2])
    for game in (1, 2):
        phone.play_hand(checks, 40)
        standing = phone.standing()
        assert len(standing["hands"]) == game
        if game == 1:
            phone.tap(phone.page.locator("button[value=deal]").first)
    phone.open_sheet()
    assert phone.numbers("table.sheet tfoot .big") == standing["standing"]["totals"]
    captured = [row["result"]["captured"] for row in standing["hands"]]
    assert phone.numbers("table.sheet tfoot .below td") == [sum(side) for side in zip(*captured, strict=True)]
    rows = phone.page.locator("table.sheet tbody tr")
    for row, (one, other) in zip(rows.all(), captured, strict=True):
        assert row.locator(".tick").count() == (one != other)


def getaway(phone):
    """Shed high cards; a hand is taken only when nothing else can be done, or now and then."""
    if phone.legal.count():
        phone.tap(phone.legal.first)
    elif phone.button("draw").count():
        phone.tap(phone.button("draw").first)
    else:
        phone.tap(phone.button("take").first)


def getaway_with_takes(phone):
    if phone.seq % 3 == 0 and phone.button("take").count():
        phone.tap(phone.button("take").first)
    else:
        getaway(phone)


def test_two_games_of_getaway(phone):
    phone.new_table("getaway", NAMES)
    phone.play_hand(getaway)
    losses = phone.standing()["standing"]["totals"]
    assert sum(losses) == 1
    phone.tap(phone.page.locator("button[value=deal]"))
    phone.play_hand(getaway_with_takes)
    phone.open_sheet()
    standing = phone.standing()
    assert phone.numbers(".tally tbody td:last-child b") == standing["standing"]["totals"]
    rows = phone.page.locator(".tally tbody tr").all()
    marks = [row.locator(".marks line").count() for row in rows]
    assert marks == standing["standing"]["totals"]
    assert sum(marks) == 2
    losers = phone.page.locator(".sheet.words tbody td:nth-child(2)").all_inner_texts()
    assert losers == [NAMES[row["entered"]["loser"]] for row in standing["hands"]]
