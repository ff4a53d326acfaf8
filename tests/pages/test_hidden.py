"""Whole hands at hidden sight noted by tapping, in a real browser on a small phone."""

import random

import pytest

from referee import games
from tests.games.hidden import play_hand, seen_of
from tests.pages.conftest import Phone

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"width": 360, "height": 800}
NAMES = ["Ann", "Ben", "Cem", "Dia"]


@pytest.fixture
def phone(page):
    page.set_viewport_size(SMALL)
    return Phone(page)


def begin(phone, slug, dealer, shown=(), **options):
    """Make a table by its form, and start a hand with real cards."""
    page = phone.page
    page.goto(f"/new/{slug}/")
    for place, name in enumerate(NAMES[: games.get(slug).seats[-1]]):
        page.fill(f"#name{place + 1}", name)
    if options:
        page.locator("details.options summary").click()
    for key, value in options.items():
        page.select_option(f"[name=option-{key}]", str(value))
    page.locator("button[value=hidden]").click()
    page.locator(f'button[name=dealer][value="{dealer}"]').click()
    for card in shown:
        page.locator(f'button[name=c][value="{card}"]').click()
    page.locator("form.actions button").first.click()
    page.locator("main[data-seq]").wait_for(state="attached")


def note(phone, text):
    """Note a move by tapping; return how many taps that took."""
    page, (seat, verb, *args) = phone.page, text.split()
    whole = page.locator(f'button[name=move][value="{text}"]')
    if whole.count():
        return tap(phone, whole.first)
    if verb in ("bid", "contract"):
        page.select_option(".act.list select", args[0])
        return 1 + tap(phone, page.locator(".act.list button.main"))
    if verb == "up":
        for card in args[1:]:
            page.locator(f'button[name=c][value="{card}"]').click()
        return len(args) - 1 + tap(phone, page.locator(f'button[name=move][value="{text}"]'))
    if verb in ("half", "redeal") and not page.locator(f'[name=as][value^="{seat} {verb}"]').count():
        page.locator("details.more summary").click()
        page.locator(f'a[href^="?kind={verb}"]').click()
        return 2 + note(phone, text)
    if page.locator(f'.who a[href="?seat={seat}"]:not([aria-current])').count():
        page.locator(f'.who a[href="?seat={seat}"]').click()
        return 1 + note(phone, text)
    return pick(phone, text)


def pick(phone, text):
    """Choose cards on the pack, and then the button that says what for."""
    page, (seat, verb, *args) = phone.page, text.split()
    cards = [arg for arg in args if len(arg) == 2]
    for card in cards:
        page.locator(f'.pack input[value="{card}"]').check(force=True)
    rest = ["#" if arg in cards else arg for arg in args]
    ending = " ".join([seat, verb, *dict.fromkeys(rest)])
    return len(cards) + tap(phone, page.locator(f'button[name=as][value="{ending}"]'))


def tap(phone, button):
    details = button.locator("xpath=ancestor::details[not(@open)]")
    opened = details.count()
    if opened:
        details.locator("summary").first.click()
    phone.tap(button)
    return 1 + opened


def some_hand(slug, wanted=(), seed=8, **options):
    """Return a short hand of a game in which some kinds of move occur."""
    game, rng = games.get(slug), random.Random(seed)
    terms = game.terms(options, min(4, game.seats[-1]))
    while True:
        hand = play_hand(rng, game, terms)
        seen = seen_of(hand)
        verbs = {text.split()[1] for text in seen.moves}
        fresh = hand.standing == game.opening(terms)
        if fresh and len(seen.moves) < 120 and verbs.issuperset(wanted):
            return hand, seen


HANDS = [
    ("getaway", {}, ("take", "draw"), 1.2),
    ("auction-house", {}, ("open", "trade", "lay", "trump"), 1.2),
    ("checks", {}, ("claim", "place", "refill"), 4.0),
    ("troeven", {}, ("up", "expose"), 1.3),
    ("troeven", {"version": "stock"}, ("call",), 1.0),
    ("huutopussi", {}, ("give", "half", "answer", "marriage", "ask"), 1.4),
]


@pytest.mark.long
@pytest.mark.parametrize(("slug", "options", "wanted", "most"), HANDS, ids=lambda one: str(one)[:24])
def test_a_whole_hand_of_real_cards_by_tapping(phone, slug, options, wanted, most):
    """Every kind of move of the game is noted; the sheet has what the hand was worth."""
    hand, seen = some_hand(slug, wanted, **options)
    shown = next(iter(seen.shown.values()), [])
    cards = [card for part in shown for card in (part if isinstance(part, list) else [part])]
    first = cards if slug != "troeven" or len(cards) == 4 else []
    moves = list(seen.moves)
    begin(phone, slug, hand.dealer, first, **options)
    if slug == "troeven" and cards and not first:
        caller = 1 - hand.dealer
        call = moves.pop(0)
        ups = [f"- up {seat} {' '.join(shown[seat])}" for seat in (caller, hand.dealer)]
        moves[:0] = [call, *ups]
    taps = sum(note(phone, text) for text in moves)
    assert taps / len(moves) <= most
    page = phone.page
    assert page.locator(".result").count() == 1
    points = page.locator(".result .points").all_inner_texts()
    score = hand.game.scored(hand.terms, hand.standing, hand.dealer, hand.game.report(hand.states()[-1]), [])
    signed = [
        f"+{line.points}" if line.points > 0 else str(line.points).replace("-", "−") for line in score.lines
    ]
    assert points == signed


def test_real_cards_without_javascript(browser, server):
    """Every kind of control of the pack works as a plain form: order, tap, pick, undo."""
    context = browser.new_context(
        base_url=server.url, viewport=SMALL, java_script_enabled=False, locale="en-GB"
    )
    context.set_default_timeout(10_000)
    phone = Plain(context.new_page())
    hand, seen = some_hand("checks")
    begin(phone, "checks", hand.dealer, seen.shown["targets"])
    for text in seen.moves[:9]:
        note(phone, text)
    page = phone.page
    assert {text.split()[1] for text in seen.moves[:9]} >= {"claim", "place", "refill"}
    seq = phone.seq
    page.get_by_role("button", name="Undo").click()
    assert phone.seq == seq + 1
    note(phone, seen.moves[8])
    assert phone.seq == seq + 2
    context.close()


class Plain(Phone):
    """A browser in which a tap loads the next page."""

    def tap(self, locator):
        locator.click()


TARGETS = (
    """all => all.map(one => one.getBoundingClientRect()).filter(box => box.width < 44 || box.height < 44)"""
)


def test_cards_are_wide_enough_for_a_thumb_and_never_move(phone):
    page = phone.page
    begin(phone, "getaway", 0)
    places = set()
    for text in ("1 play AS", "2 play 5S", "3 play 9S", "0 play 2S", "1 play 3D", "2 play 9D", "3 play 4C"):
        note(phone, text)
        assert page.locator(".pack button").count() == 52
        assert page.locator(".pack button").evaluate_all(TARGETS) == []
        box = page.locator('.pack [value$=" KH"]').bounding_box()
        places.add((box["x"], box["y"] + page.evaluate("scrollY")))
    assert len(places) == 1
    foot = page.locator(".foot").bounding_box()["y"]
    last = page.locator(".pack button").last.bounding_box()
    assert last["y"] + last["height"] <= foot  # the whole pack is on the screen at once
