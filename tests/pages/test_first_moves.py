"""The first moves of Getaway, Checks and Huutopussi in a real browser; whole matches are in test_matches."""

import pytest

from tests.pages.conftest import NAMES, Phone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(page):
    page.set_viewport_size({"width": 360, "height": 800})
    return Phone(page)


def test_the_first_lead_of_getaway(phone):
    """Who holds the ace of spades is found out by passing the phone round, and then has the power."""
    page = phone.page
    phone.new_table("getaway", NAMES)
    for place in range(4):
        page.locator(".screen button.main").nth(place).click()
        page.locator(".mine").wait_for()
        assert page.locator(".mark").count() == 0
        if phone.legal.count():
            break
        page.get_by_role("button", name="Hide cards").click()
        page.locator(".screen").wait_for()
    assert phone.legal.count() == 1
    phone.tap(phone.legal)
    assert page.locator(".seat", has_text="power").locator("strong").inner_text() == NAMES[place]
    assert page.locator(".board .trick .sr").all_text_contents() == ["ace of spades"]
    assert page.locator(".facts-line", has_text="Power").inner_text().split("\n")[0].startswith("Power")


def test_a_card_placed_in_checks(phone):
    page = phone.page
    phone.new_table("checks", NAMES[:2])
    phone.pass_on()
    value = int(page.locator(".mine .facts-line b").inner_text())
    assert 0 <= value <= 10
    card = page.locator(".act.steps label.card").first
    placed = card.locator(".sr").text_content()
    card.click()
    page.locator(".act.steps label.pill").nth(2).click()
    phone.tap(page.get_by_role("button", name="Place"))
    pile = page.locator(".piles li").nth(2)
    assert pile.locator(".card .sr").text_content() == placed
    assert "×2" in pile.inner_text()


def test_the_auction_of_huutopussi(phone):
    page = phone.page
    phone.new_table("huutopussi", NAMES)
    phone.pass_on()
    assert page.locator('button[value*=" pass"]').count() == 0  # the first to speak has to open
    phone.tap(page.locator('.act.list button[value*=" bid 50"]'))
    for _ in range(3):
        phone.pass_on()
        phone.tap(page.locator('button[value*=" pass"]'))
    assert "50" in page.locator(".facts-line").first.inner_text()
    phone.pass_on()
    for place in range(3):
        page.locator(".act.cards label.card").nth(place).click()
    phone.tap(page.get_by_role("button", name="Give", exact=True))
    assert page.locator(".screen .pass").inner_text().startswith("Pass the phone to")
