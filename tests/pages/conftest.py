"""What tests of the pages use: tables made through the commands, and browsers that hold their keys."""

import re
from dataclasses import dataclass, field

import pytest
from django.test import Client

from referee import games
from referee.tables import commands
from referee.tables.desk import writing

NAMES = ["Ann", "Ben", "Cem", "Dia"]


@dataclass
class MadeTable:
    """A table with all its keys."""

    id: str
    keys: commands.Keys
    address: str = field(init=False)

    def __post_init__(self):
        self.address = f"/tables/{self.id}/"

    def deal(self, deal=None, dealer=None):
        with writing(self.id, self.keys.steward) as desk:
            commands.start_hand(desk, expected=desk.seq, deal=deal, dealer=dealer)

    def real_cards(self, dealer=0, **shown):
        """Start a hand at hidden sight, with what lies face up."""
        with writing(self.id, self.keys.steward) as desk:
            commands.start_hand(desk, expected=desk.seq, dealer=dealer, sight="hidden", deal=shown)

    def play(self, *moves):
        with writing(self.id, self.keys.steward) as desk:
            done = commands.record_moves(desk, moves=[{"text": text} for text in moves], expected=desk.seq)
        assert done.refused is None, done.refused

    def browser(self, key=None, **settings):
        """Return a browser (Django's test client) that holds a key of this table."""
        client = Client(**settings)
        client.cookies[f"t_{self.id}"] = key or self.keys.steward
        return client


def make_table(slug="auction-house", names=NAMES, **options):
    """Make a table straight through the commands."""
    game = games.get(slug)
    desk, keys = commands.create_table(game=game, options=options, names=names[: game.seats[-1]])
    return MadeTable(desk.table_id, keys)


@pytest.fixture
def table(db):
    """An Auction House table without a hand."""
    return make_table()


def fields(html, button=""):
    """Return the hidden fields of the form that holds a text, by default of the first with a token."""
    forms = re.findall(r"<form.*?</form>", html, re.DOTALL)
    form = next(form for form in forms if 'name="once"' in form and button in form)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def page_of(answer):
    """Return an answer's HTML."""
    return answer.content.decode()


class Phone:
    """A browser page that taps its way through a table, and waits until a tap has been counted."""

    def __init__(self, page):
        self.page = page

    @property
    def seq(self):
        return int(self.page.locator("main[data-seq]").get_attribute("data-seq"))

    def tap(self, locator):
        """Tap something that is counted, and wait for the page after it."""
        before = self.seq
        locator.click()
        self.page.locator(f'main[data-seq]:not([data-seq="{before}"])').wait_for(state="attached")

    def new_table(self, slug, names=NAMES, then="deal", **options):
        """Make a table by its form."""
        self.page.goto(f"/new/{slug}/")
        for place, name in enumerate(names):
            self.page.fill(f"#name{place + 1}", name)
        if options:
            self.page.locator("details.options summary").click()
        for key, value in options.items():
            self.page.select_option(f"[name=option-{key}]", str(value))
        self.page.locator(f"button[value={then}]").click()
        self.page.locator("main[data-seq], .sheet-form .group").first.wait_for()

    @property
    def screened(self):
        return self.page.locator(".screen").count() > 0

    def pass_on(self):
        """Take the phone as the first of those whose turn it is."""
        self.page.locator(".screen button.main").first.click()
        self.page.locator(".mine").wait_for()

    @property
    def legal(self):
        return self.page.locator("button.card:not(.unlikely)")

    @property
    def playing(self):
        return self.page.locator(".result").count() == 0
