"""axe finds nothing to object to, on any page, in either language and theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.pages.conftest import NAMES, Phone, make_table

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ["/", "/new/huutopussi/", "/rules/troeven/", "/problems/", "/problems/obliged", "/zzz"]
OF_TABLE = ["", "sheet/", "log/", "manage/"]


def faults(page):
    found = Axe().run(page).response["violations"]
    return [(fault["id"], [node["html"][:150] for node in fault["nodes"][:3]]) for fault in found]


FALSE = "1 play AS/2 play 5S/3 play 9S/0 play 2S/1 play 3D/2 play 9D/3 play 4C/2 play 7C/3 play 5D"
JUDGED = [
    "judge/",
    "judge/rule/?remedy=offset&entry=9",
    "judge/rule/?remedy=pickup&seat=3",
    "amend/9/",
    "log/",
]


def judged(page, found):
    """Look at a game with real cards in which something was proved, and at all that can be done about it."""
    table = make_table("getaway")
    cookie = {"name": f"t_{table.id}", "value": table.keys.steward, "domain": "127.0.0.1", "path": "/"}
    page.context.add_cookies([cookie])
    page.goto(f"{table.address}deal/")
    found["deal"] = faults(page)
    table.real_cards()
    table.play(*FALSE.split("/"))
    page.goto(table.address)
    found["pack"] = faults(page)
    page.locator('button[value="2 play AS"]').click()
    page.locator(".refusal .ways").wait_for()
    found["slip"] = faults(page)
    for path in JUDGED:
        page.goto(table.address + path)
        found[path] = faults(page)
    page.goto(f"{table.address}amend/11/")
    page.locator('button[value="3 play AH"]').click()
    page.locator(".preview").wait_for()
    found["preview"] = faults(page)


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("ja-JP", "dark")])
def test_no_page_bars_anybody(browser, server, locale, scheme):
    context = browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 800}, locale=locale, color_scheme=scheme
    )
    page = context.new_page()
    phone, found = Phone(page), {}
    for address in PAGES:
        page.goto(address)
        found[address] = faults(page)
    phone.new_table("auction-house")
    found["screen"] = faults(page)
    phone.pass_on()
    found["auction"] = faults(page)
    table = page.url
    for address in OF_TABLE:
        page.goto(table + address)
        found[f"table/{address}"] = faults(page)
    phone.new_table("troeven", NAMES[:2])
    phone.tap(page.locator(".suits button").first)
    phone.tap(phone.legal.first)
    found["layout"] = faults(page)
    if page.locator("button.card.unlikely").count():
        page.locator("button.card.unlikely").first.click()
        page.locator(".refusal").wait_for()
        found["refusal"] = faults(page)
    judged(page, found)
    phone.new_table("huutopussi", then="score")
    found["score"] = faults(page)
    assert {place: what for place, what in found.items() if what} == {}
    context.close()
