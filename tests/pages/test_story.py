"""The story of a false tochoo, in a real browser on a small phone, in Japanese.

In the second trick Dia throws a club on diamonds; two tricks later Dia leads a diamond, which proves it.
"""

import random

import pytest

from referee import games
from tests.games.hands import Hand
from tests.games.hidden import go_on, seen_of
from tests.pages.conftest import Phone, make_table
from tests.pages.test_hidden import note

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ann", "Ben", "Cem", "Dia"]
DEAL = [
    "2S 3S 4S 2C 3C 4D JD QD 2H 3H 4H 5H 6H",
    "AS KS QS 3D TD KD AC QC JC 7H 8H 9H TH",
    "5S 6S 7S 9D 6D 7D 7C 8C 9C TC JH QH KH",
    "8S 9S TS JS 4C 5C 6C KC 5D 8D AD 2D AH",
]
STORY = """1 play AS/2 play 5S/3 play 9S/0 play 2S/1 play 3D/2 play 9D/3 play! 4C/
2 play 7C/3 play KC/0 play 2C/1 play JC/3 play 5D"""
FALSE, PROOF = 9, 14  # entries of the club thrown and of the diamond led


@pytest.fixture
def phone(browser, server):
    """A small phone in Japanese; gives what opens a table with a key."""
    context = browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 800}, has_touch=True, locale="ja-JP"
    )
    context.set_default_timeout(10_000)
    page = context.new_page()

    def open_table(table, key=None):
        key = key or table.keys.steward
        context.add_cookies([{"name": f"t_{table.id}", "value": key, "url": server.url}])
        page.goto(table.address)
        return page

    yield open_table
    context.close()


def the_hand():
    """Return the game to its end: the story, the ruling, and then everybody plays by the rules."""
    game = games.get("getaway")
    terms = game.terms({}, 4)
    deal = {"hands": [cards.split() for cards in DEAL]}
    state = game.start(terms, game.opening(terms), 0, deal)
    moves = [game.parse(text.strip(), 4) for text in (*STORY.split("/"), "* pickup 3")]
    for move in moves:
        state = game.apply(state, move)
    moves += go_on(random.Random(3), game, state, {"take": 0}) or []
    return Hand(game, terms, game.opening(terms), 0, deal, tuple(moves))


def told(locator):
    return locator.inner_text().replace("\ufe0e", "")


class Story:
    """The table as it stands when the diamond has been led, and the phone that noted the last cards."""

    def __init__(self, phone):
        self.texts = seen_of(the_hand()).moves
        self.table = make_table("getaway", NAMES)
        self.page = phone(self.table)
        self.page.get_by_role("link", name="本物のカード").click()
        self.page.locator('button[name=dealer][value="0"]').click()
        self.page.get_by_role("button", name="始める").click()
        self.phone = Phone(self.page)
        for text in self.texts[:12]:
            note(self.phone, text)


def test_a_false_tochoo_is_proved_ruled_on_and_explained(phone):
    story = Story(phone)
    page, taps = story.page, story.phone
    finding = page.locator(".finding")
    assert told(finding.locator("summary")).startswith("リボーク：Dia")
    wrong, proof = finding.locator(".plays li").all()
    assert told(wrong).split("\n")[0].startswith(str(FALSE))
    assert "Diaがダイヤに4♣を出しました。" in told(wrong)
    assert "Diaが5♦をリードしました。" in told(proof)
    assert finding.get_by_role("link", name="G9").get_attribute("href") == "/rules/getaway/#G9"
    finding.get_by_role("link", name="反則者がトリックを引き取ってリードする。").click()
    page.fill("#reason", "ダイヤにクラブを出した")
    page.get_by_role("button", name="この裁定にする").click()
    page.locator("main[data-seq]").wait_for(state="attached")
    assert "Diaの番" in told(page.locator("h1"))
    assert page.locator(".finding[open]").count() == 0
    story.table.play(*story.texts[13:-1])
    page.goto(story.table.address)
    note(taps, story.texts[-1])
    page.goto(f"{story.table.address}sheet/")
    marks = told(page.locator(".marks-of"))
    assert "裁定： Dia：反則者がトリックを引き取ってリードする。" in marks
    assert "ダイヤにクラブを出した" in marks
    assert "違反と証明されたプレイ 1件" in marks
    page.get_by_role("link", name="違反と証明されたプレイ 1件").click()
    assert "確かに違反：" in told(page.locator(".audit .revoked"))
    assert "Dia" in told(page.locator(".audit .revoked"))
    assert page.locator(".audit li").count() == 4


def test_or_the_diamond_was_a_mistyped_heart(phone):
    """The preview comes before any change; afterwards nothing is proved, and both versions are read."""
    story = Story(phone)
    page, before = story.page, story.phone.seq
    page.get_by_role("link", name=f"{PROOF}番の打ち間違い").click()
    page.locator('button[value="3 play AH"]').click()
    page.locator(".preview").wait_for()
    preview = told(page.locator(".preview"))
    assert "Diaが5♦を出しました。 → DiaがA♥を出しました。" in preview
    assert "すべてそのまま成り立ちます。" in preview
    assert "消える： Dia G9" in preview
    assert page.request.get(f"{story.table.address}version/").json()["seq"] == before
    page.get_by_role("button", name="訂正する").click()
    page.locator(f'main[data-seq="{before + 1}"]').wait_for(state="attached")
    assert page.locator(".finding").count() == 0
    assert page.locator(".trick .sr").all_text_contents() == ["ハートのA"]
    page.goto(f"{story.table.address}log/")
    entry = page.locator(f"#e{PROOF}")
    assert told(entry.locator("del")) == "Diaが5♦を出しました。"
    assert told(entry.locator("ins")) == "DiaがA♥を出しました。"
