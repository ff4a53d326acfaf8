"""On small phones in a real browser: nothing to tap is covered, and no page is scrolled sideways."""

import json
from pathlib import Path

import pytest

from referee.tables import commands
from referee.tables.desk import writing
from tests.pages.conftest import make_table
from tests.pages.test_hidden import some_hand

pytestmark = pytest.mark.django_db(transaction=True)

RECORDS = Path(__file__).parent.parent / "records"
SIZES = [{"width": 360, "height": 800}, {"width": 320, "height": 640}]
COVERED = """(options) => {
  const found = [];
  const all = "a[href], button:not([disabled]), select, input:not([type=hidden]), summary, label.card, .pill";
  for (const one of document.querySelectorAll(all)) {
    if (one.matches(".skip, label input") || !one.checkVisibility()) continue;
    one.scrollIntoView({ block: options.block });
    const box = one.getClientRects()[0];  // of a link over several lines the first
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!one.contains(hit)) found.push(`${one.outerHTML.slice(0, 80)} under ${hit?.outerHTML.slice(0, 60)}`);
  }
  return found;
}"""
"""Whatever can be tapped and is not what lies on top in its middle, once it has been scrolled to."""

# How many moves of a record lead to each kind of page.
PAGES = [
    ("getaway-traditional", [0, 59, 63]),
    ("auction-house-AE13", [2, 3, 6, 20, 46]),
    ("checks-game", [5, 31]),
    ("troeven-TE11-layout", [0, 2, 33]),
    ("troeven-TE12-stock", [0, 18, 33]),
    ("huutopussi-HE21", [4, 7, 8, 9, 18, 27, 51]),
]
LONG = [
    "マクシミリアン・フォン・ハプスブルク",
    "Alexandra-Konstantinopolitana",
    "さくらさくらやよいのそらはみわたすかぎり",
    "Wolfeschlegelsteinhausenbergerdorff",
    "W" * 60,
    "健一郎健一郎健一郎",
    "花子",
    "An extraordinarily long name of sixty characters, to its end",
]


@pytest.fixture
def phone(browser, server):
    """Opens pages of a table on a phone in Japanese with the steward's key."""
    context = browser.new_context(base_url=server.url, viewport=SIZES[0], has_touch=True, locale="ja-JP")
    context.set_default_timeout(10_000)
    page = context.new_page()

    def open_page(table, path=""):
        context.add_cookies([{"name": f"t_{table.id}", "value": table.keys.steward, "url": server.url}])
        page.goto(path if path.startswith("/") else table.address + path)
        return page

    yield open_page
    context.close()


def at_each_size(page):
    for size in SIZES:
        page.set_viewport_size(size)
        yield size["width"]


def nothing_is_covered(page):
    for width in at_each_size(page):
        page.evaluate("scrollTo(0, 0)")
        for block in ("nearest", "center"):
            assert page.evaluate(COVERED, {"block": block}) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def table_of(name, moves=0):
    """Return a table at which some moves of a record were made, and the seat whose move comes next."""
    record = json.loads((RECORDS / f"{name}.json").read_text())
    (hand,) = record["hands"]
    table = make_table(record["game"], LONG[: len(record["seats"])], **record["options"])
    table.deal(hand["deal"], dealer=hand["dealer"])
    if moves:
        table.play(*hand["moves"][:moves])
    return table, hand["moves"][moves].split()[0] if moves < len(hand["moves"]) else None


def take_phone(page, seat):
    if page.locator(".screen summary").count():
        page.locator(".screen summary").tap()
    page.locator(f'.screen button[value="{seat}"]').tap()
    page.locator(".mine").wait_for()


@pytest.mark.parametrize(("name", "stages"), PAGES, ids=[name for name, _ in PAGES])
def test_nothing_to_tap_is_covered_at_a_table(phone, name, stages):
    """At each stage: the page as the phone is passed on, and as the seat that is to move sees it."""
    for stage in stages:
        table, seat = table_of(name, stage)
        page = phone(table)
        if page.locator(".screen").count():
            if stage == stages[0]:
                nothing_is_covered(page)
            take_phone(page, seat)
        assert page.locator(".act button, .grid button").count() or stage == stages[-1]
        nothing_is_covered(page)


def test_nothing_to_tap_is_covered_on_the_other_pages(phone):
    table, _ = table_of("huutopussi-HE21", 51)
    for path in (
        "sheet/?explain=1",
        "log/",
        "manage/",
        "/",
        "/new/getaway/",
        "/rules/getaway/",
        "/bring-in/",
    ):
        nothing_is_covered(phone(table, path))
    nothing_is_covered(phone(make_table("huutopussi", LONG[:4]), "score/"))


HIDDEN = [
    ("getaway", [0, 1, 20]),
    ("auction-house", [0, 3, 10, 30]),
    ("checks", [0, 4]),
    ("troeven", [0, 1, 6]),
    ("huutopussi", [0, 6, 9, 14]),
]


@pytest.mark.parametrize(("slug", "stages"), HIDDEN, ids=[slug for slug, _ in HIDDEN])
def test_nothing_to_tap_is_covered_where_real_cards_are_noted(phone, slug, stages):
    hand, seen = some_hand(slug)
    for stage in stages:
        table = make_table(slug, LONG[: hand.terms.seats])
        table.real_cards(hand.dealer, **seen.shown)
        table.play(*seen.moves[:stage])
        page = phone(table)
        assert page.locator(".pad button, .grid button").count()
        if page.locator(".more summary").count():
            page.locator(".more summary").tap()
        nothing_is_covered(page)


FALSE = "1 play AS/2 play 5S/3 play 9S/0 play 2S/1 play 3D/2 play 9D/3 play 4C/2 play 7C/3 play 5D"


def test_nothing_to_tap_is_covered_where_something_is_judged(phone):
    table = make_table("getaway", LONG[:4])
    table.real_cards()
    page = phone(table, "deal/")
    table.play(*FALSE.split("/"))
    nothing_is_covered(phone(table))
    rule = "judge/rule/?irregularity=false_tochoo&entry=9&seat=3&remedy="
    for path in (
        "judge/",
        f"{rule}pickup",
        f"{rule}offset",
        f"{rule}take_back",
        "amend/9/",
        "amend/2/",
        "log/",
    ):
        nothing_is_covered(phone(table, path))
    page.goto(f"{table.address}amend/9/")
    page.locator('button[value="3 play 4D"]').tap()
    page.locator(".preview").wait_for()
    nothing_is_covered(page)


def hand_of(**facts):
    return {"bid": 100, "last_trick": 0, "tricks": [5, 4], "marriages": [[], []]} | facts


AUCTION = [
    {"tricks": [5, 2, 1, 1], "kitty": ["2D", "TH", "3H", "4H"], "trump": "QH"},
    *({"tricks": tricks, "kitty_points": 38} for tricks in ([3, 3, 2, 1], [4, 4, 1, 0], [2, 2, 4, 1]) * 4),
]
SHEETS = [
    ("auction-house", 4, AUCTION),
    ("getaway", 8, [{"away": [s for s in range(8) if s != 4], "loser": 4}] * 23),
    ("checks", 2, [{"captured": [20, 27]}, {"captured": [22, 22]}]),
    ("troeven", 2, [{"points": [15, 25]}, {"points": [30, 10]}]),
    (
        "huutopussi",
        4,
        [
            hand_of(declarer=0, contract=150, card_points=[95, 45], marriages=[["C"], []]),
            {"redeal": 3},
            hand_of(declarer=1, contract=120, card_points=[95, 45]),
        ],
    ),
]


@pytest.mark.parametrize(("slug", "seats", "hands"), SHEETS, ids=[slug for slug, *_ in SHEETS])
def test_a_sheet_with_long_names_is_not_scrolled_sideways(phone, slug, seats, hands):
    """Neither the page nor any part of it; numbers are shown whole, and no letter is too small to read."""
    table = make_table(slug, LONG[:seats])
    for place, entered in enumerate(hands):
        with writing(table.id, table.keys.steward) as desk:
            commands.record_result(
                desk, expected=desk.seq, entered=entered, dealer=None if place else seats - 1
            )
    page = phone(table, "sheet/")
    assert page.locator("table.sheet").last.locator("tbody tr").count() == len(hands)
    wider = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML)"
    sizes = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    for width in at_each_size(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".scroll, .sheet td").evaluate_all(wider) == []
        assert min(page.locator(".sheet th, .sheet td, .sheet td *").evaluate_all(sizes)) >= 11


@pytest.mark.parametrize(("moves", "seat"), [(4, 0), (7, 3)], ids=["bid", "give"])
def test_what_huutopussi_asks_before_play_is_seen_whole(phone, moves, seat):
    """The hand and all that can be tapped are on the screen at once, above the bar at the foot."""
    table = make_table("huutopussi", ["花子", "太郎", "さくら", "健一"])
    (hand,) = json.loads((RECORDS / "huutopussi-HE21.json").read_text())["hands"]
    table.deal(hand["deal"], dealer=3)
    table.play(*hand["moves"][:moves])
    page = phone(table)
    take_phone(page, seat)
    foot = page.locator(".foot").bounding_box()["y"]
    for button in page.locator(".act button, .act select").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= foot, button.inner_text()
