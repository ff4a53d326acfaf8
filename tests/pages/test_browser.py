"""A real browser at the table: whole hands and a match by tapping alone, on one phone and on several."""

import re

import pytest

from tests.pages.conftest import NAMES, Phone

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"width": 360, "height": 800}


@pytest.fixture
def phone(page):
    page.set_viewport_size(SMALL)
    return Phone(page)


def another(browser, server, **settings):
    """Return another phone, with nothing in its cookies."""
    context = browser.new_context(base_url=server.url, viewport=SMALL, has_touch=True, **settings)
    context.set_default_timeout(10_000)
    return Phone(context.new_page())


def play_layout(phone):
    """Play a round of Troeven from the layout: trump, then always the first legal card."""
    phone.tap(phone.page.locator(".suits button").first)
    taps = 1
    while phone.playing:
        phone.tap(phone.legal.first)
        taps += 1
    return taps


def test_a_match_of_troeven_by_tapping(phone):
    """One tap per card; the tree on the sheet says what the table says."""
    page = phone.page
    phone.new_table("troeven", NAMES[:2], start_score=1)
    rounds = 0
    while True:
        assert play_layout(phone) == 33
        rounds += 1
        if page.get_by_role("heading", name="The match is over").count():
            break
        assert rounds < 25
        phone.tap(page.get_by_role("button", name="Deal the next hand"))
    winner = page.locator(".winner").inner_text()
    scores = [int(text) for text in page.locator(".seat .facts span:last-child b").all_inner_texts()]
    page.get_by_role("link", name="Sheet", exact=True).first.click()
    assert page.locator(".winner").inner_text() == winner
    described = page.locator(".tree desc").text_content()
    told = [
        tuple(map(int, numbers))
        for numbers in re.findall(r"(\d+) branches, (\d+) balls, score (\d+)", described)
    ]
    assert [score for _, _, score in told] == scores
    assert all(branches - balls == score for branches, balls, score in told)
    assert 0 in scores
    assert winner.startswith(NAMES[scores.index(0)])
    assert page.locator(".branch").count() == sum(branches for branches, _, _ in told)
    assert page.locator(".ball").count() == sum(balls for _, balls, _ in told)
    assert page.locator("table.sheet tbody tr").count() == rounds


def test_a_round_of_auction_house_on_one_phone(phone):
    """Between seats a screen hides the cards, and nowhere in the page is a card that somebody else holds."""
    page = phone.page
    phone.new_table("auction-house")
    held, refused = {}, False  # cards that nobody has seen but the one who holds them, by name
    while phone.playing:
        shown = set(page.locator(".board .sr, .last .sr").all_text_contents())
        held = {name: cards - shown for name, cards in held.items()}
        if phone.screened:
            assert page.locator(".mine").count() == 0
            assert not seen(page) & set().union(*held.values())
            phone.pass_on()
        name = page.locator(".mine").get_attribute("aria-label").removeprefix("Cards of ")
        mine = set(page.locator(".mine .cards .sr").all_text_contents())
        assert mine
        assert not seen(page) & set().union(*(cards for who, cards in held.items() if who != name))
        if not refused and page.locator("button.card.unlikely").count():
            refused = True
            see_a_refusal(phone)
        gone = make_a_move(phone)
        held[name] = mine - {gone} - shown
    assert re.search(r"Most tricks", page.locator(".result").inner_text())
    page.get_by_role("link", name="Sheet", exact=True).first.click()
    assert page.locator("table.sheet tbody tr").count() == 1


def seen(page):
    """Return every card that is named anywhere in a page."""
    return set(re.findall(r"(?:\d+|ace) of (?:spades|hearts|diamonds|clubs)", page.content()))


def make_a_move(phone):
    """Make some legal move of Auction House; return the card that left the hand."""
    page = phone.page
    if page.locator("input[name=arg0]").count():
        card = page.locator("label.card").first
        gone = card.locator(".sr").text_content()
        card.click()
        page.locator(".suits label", has_text="hearts" if "spades" in gone else "spades").click()
        phone.tap(page.get_by_role("button", name="Open"))
        return gone
    if phone.legal.count():
        gone = phone.legal.first.locator(".sr").text_content()
        phone.tap(phone.legal.first)
        return gone
    phone.tap(page.locator(".act .buttons button").first)
    return ""


def see_a_refusal(phone):
    page, before = phone.page, phone.seq
    page.locator("button.card.unlikely").first.click()
    page.locator(".refusal").wait_for()
    link = page.locator(".refusal a", has_text="A18")
    assert link.get_attribute("href") == "/rules/auction-house/#A18"
    assert "must play one of them" in page.locator(".refusal").inner_text()
    assert phone.seq == before


def test_a_hand_without_javascript(browser, server):
    phone = another(browser, server, java_script_enabled=False, locale="en-GB")
    page = phone.page
    phone.new_table("troeven", NAMES[:2])
    moves = 0
    while phone.playing:
        button = phone.legal if phone.legal.count() else page.locator(".suits button")
        button.first.click()
        moves += 1
    assert moves == 33
    page.get_by_role("link", name="See the scoresheet").click()
    assert page.locator(".tree svg").count() == 1
    phone.new_table("troeven", NAMES[:2], version="stock")
    for _ in range(3):
        assert phone.screened
        page.locator(".screen button.main").click()
        assert page.locator(".mine .card").count() in (4, 8)
        button = phone.legal if phone.legal.count() else page.locator(".suits button")
        button.first.click()
        if not phone.screened:  # who named trump leads
            phone.legal.first.click()
    page.context.close()


def test_the_page_in_japanese(browser, server):
    phone = another(browser, server, locale="ja-JP")
    page = phone.page
    phone.new_table("troeven", ["花子", "太郎"])
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.locator(".status h1").inner_text() in ("花子の番", "太郎の番")
    phone.tap(page.locator(".suits button", has_text="ハート"))
    phone.tap(phone.legal.first)
    assert "切り札" in page.locator(".facts-line").first.inner_text()
    page.get_by_role("button", name="English").click()
    page.locator("html[lang=en]").wait_for(state="attached")
    assert page.get_by_role("button", name="Undo").count() == 1
    page.context.close()


def test_undo_is_always_in_the_same_place(phone):
    page = phone.page
    phone.new_table("troeven", NAMES[:2])
    place = page.get_by_role("button", name="Undo").bounding_box()
    phone.tap(page.locator(".suits button").first)
    first = page.locator(".grid button.card:not(.unlikely)").first
    card = first.locator(".sr").text_content()
    phone.tap(first)
    assert (
        card in page.locator(".board .trick").inner_text() or page.locator(".board .trick .card").count() == 1
    )
    assert page.get_by_role("button", name="Undo").bounding_box() == place
    phone.tap(page.get_by_role("button", name="Undo"))
    assert page.locator(".board .trick .card").count() == 0
    assert "taken back" in page.locator(".status").inner_text()
    assert page.get_by_role("button", name="Undo").bounding_box() == place


def test_a_double_tap_counts_once(phone):
    page = phone.page
    phone.new_table("troeven", NAMES[:2])
    phone.tap(page.locator(".suits button").first)
    before = phone.seq
    phone.legal.first.dblclick(delay=0)
    page.wait_for_timeout(500)
    assert phone.seq == before + 1


def test_cards_are_large_enough_for_a_thumb(phone):
    page = phone.page
    phone.new_table("auction-house")
    page.set_viewport_size({"width": 320, "height": 640})
    phone.pass_on()
    for target in page.locator("main button, main label.card, main .suits label, nav a").all():
        box = target.bounding_box()
        assert box is None or (box["width"] >= 44 or box["height"] >= 44), target.inner_text()
        assert box is None or box["height"] >= 44, target.inner_text()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320


def test_a_phone_for_each_player(phone, browser, server):
    """Links open seats; a phone that waits sees by itself its turn come, and only its own cards ever."""
    page = phone.page
    phone.new_table("auction-house")
    address = page.url
    page.get_by_role("link", name="Phones").click()
    page.get_by_role("button", name="All codes").click()
    page.locator(".qr").first.wait_for()
    links = page.locator(".url a").evaluate_all("all => all.map(a => new URL(a.href).pathname)")
    assert len(links) == 5
    players, sent = [], {}
    for seat, link in enumerate(links[:4]):
        player = another(browser, server, locale="en-GB")
        sent[seat] = []
        player.page.on("response", lambda answer, seat=seat: sent[seat].append(answer))
        player.page.goto(link)
        assert player.page.url == address
        players.append(player)
    hands = [set(player.page.locator(".mine .sr").all_text_contents()) for player in players]
    hands = [{card for card in hand if " of " in card} for hand in hands]
    assert [len(hand) for hand in hands] == [10] * 4
    assert len(set().union(*hands)) == 40
    order = sorted(range(4), key=lambda seat: players[seat].page.locator("text=Waiting for").count())
    turn = order[0]
    for _ in range(4):
        button = players[turn].page.get_by_role("button", name="Pass")
        button.wait_for()  # comes by itself: nobody reloads
        button.click()
        turn = (turn + 1) % 4
    for player in players:
        player.page.locator(".act.hand button.card").first.wait_for()
        player.tap(player.legal.first)
    for seat, player in enumerate(players):
        others = set().union(*(hand for other, hand in enumerate(hands) if other != seat))
        for answer in sent[seat]:
            if "text/html" in answer.headers.get("content-type", "") and answer.ok:
                text = answer.text()
                assert not [card for card in others if f">{card}<" in text]
        player.page.context.close()


def test_cards_are_gone_from_the_page_after_going_back(phone):
    """The browser keeps no page of a table, so "back" cannot show the cards of who had the phone before."""
    page = phone.page
    phone.new_table("auction-house")
    phone.pass_on()
    cards = [text for text in page.locator(".mine .sr").all_text_contents() if " of " in text]
    page.get_by_role("button", name="Hide cards").click()
    page.locator(".screen").wait_for()
    page.get_by_role("link", name="Sheet", exact=True).click()
    page.go_back()
    page.locator(".screen").wait_for()
    assert not [card for card in cards if card in page.content()]


def test_the_table_page_is_light(phone):
    page, size = phone.page, {}
    page.on("response", lambda answer: size.__setitem__(answer.url, len(answer.body())))
    phone.new_table("troeven", NAMES[:2])
    size.clear()
    page.reload()
    assert sum(size.values()) < 60_000
    assert not [url for url in size if not url.startswith(page.url.split("/tables")[0])]
