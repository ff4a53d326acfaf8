"""axe finds nothing to object to, on any page, in either language and theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.pages.conftest import NAMES, Phone

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ["/", "/new/huutopussi/", "/rules/troeven/", "/problems/", "/problems/obliged", "/zzz"]
OF_TABLE = ["", "sheet/", "log/", "manage/"]


def faults(page):
    found = Axe().run(page).response["violations"]
    return [(fault["id"], [node["html"][:150] for node in fault["nodes"][:3]]) for fault in found]


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
    phone.new_table("huutopussi", then="score")
    found["score"] = faults(page)
    assert {place: what for place, what in found.items() if what} == {}
    context.close()
