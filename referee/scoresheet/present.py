"""The table page's data, made of what the queries give to the eyes that look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from referee.engine.errors import NotAMove, RefereeError, Refused
from referee.engine.game import Game
from referee.engine.record import HIDDEN_SIGHT
from referee.engine.sight import HiddenHand
from referee.scoresheet import words
from referee.scoresheet.acts import ActForm, Choice, act_forms
from referee.scoresheet.pad import Pad, PadMaker
from referee.tables import live, queries
from referee.tables.desk import STEWARD, Desk
from referee.tables.errors import ServiceError

SUIT_ORDER = "SHCD"
"""Hands are shown black, red, black, red."""


@dataclass(frozen=True)
class Refusal:
    """Why something was refused: the sentence, the rule with its text, and what can be done instead."""

    sentence: str
    rule: str = ""
    text: str = ""
    legal: Sequence[str] = ()
    stale: bool = False
    stand: str = ""
    changes: Sequence["Change"] = ()


@dataclass(frozen=True)
class Change:
    """A change of an entry after which a refused one fits: in words, and what sends it."""

    entry: int | None
    label: str
    text: str
    then: str


def refusal_of(game: Game[Any], error: RefereeError | ServiceError, names: Sequence[str]) -> Refusal:
    """Return a refusal in the reader's language."""
    if isinstance(error, Refused):
        return Refusal(words.said(error, names), error.rule, _(game.rules[error.rule].text))
    if isinstance(error, NotAMove):
        return Refusal(_("Choose one of each first."))
    return Refusal(words.said(error, names))


@dataclass
class Sitting:
    """One seat in the strip at the top of the page."""

    seat: int
    name: str
    turn: bool
    dealer: bool
    shown: bool
    score: int | None
    facts: list[tuple[str, Any]]


class TableView:
    """Everything a table page shows. Takes the desk of the key, and the seat whose cards are shown."""

    def __init__(self, desk: Desk, shown: int | None) -> None:
        self.desk = desk
        self.terms = desk.terms  # loads the table's row once, for all the eyes that follow
        self.eyes = desk.seen_from(shown) if desk.role == STEWARD else desk
        self.table = queries.table_view(self.eyes)
        self.names = [seat["name"] for seat in self.table["seats"]]
        self.hand = self.table["hand"]
        self.playing = bool(self.hand and self.hand["playing"])
        self.view: dict[str, Any] = (self.hand and self.hand["view"]) or {}
        self.to_act: list[int] = self.view.get("to_act", [])
        # Whose turn it is may itself be hidden; then it is whoever finds a move among their cards.
        self.turn: list[int] = self.view.get("turn", self.to_act)
        if not self.turn and shown is not None and self.view and self.view["hands"][shown].get("turn"):
            self.turn = [shown]
        self.turn_hidden = self.playing and not self.turn
        self.is_steward = desk.role == STEWARD
        self.hidden = bool(self.hand and self.hand["sight"] == HIDDEN_SIGHT)
        self.on_stacks = bool(self.hidden and self.playing and _lie_on_stacks(self.view))
        self.all_open = (
            not self.hidden
            and bool(self.view)
            and all(
                hand["cards"] is not None and not set(hand) - {"seat", "count", "cards"}
                for hand in self._spectator()["hands"]
            )
        )
        self.noting: Pad | None = None
        self.shown = self._noted() if self.hidden else self._shown(shown)

    def _spectator(self) -> dict[str, Any]:
        seen = queries.hand_view(self.desk.seen_from(None)) if self.is_steward else self.hand
        view: dict[str, Any] = seen and seen["view"]
        return view

    def _shown(self, shown: int | None) -> int | None:
        """Where all cards lie open there is nobody to hide them from: the phone is whoever's turn it is."""
        if self.is_steward and self.playing and self.all_open and self.turn:
            self.eyes = self.desk.seen_from(self.turn[0])
            return self.turn[0]
        return shown

    def _noted(self) -> int | None:
        """Nobody has cards on a phone at hidden sight; but those of a layout are tapped where they lie."""
        self.eyes = self.desk
        seat = self.turn[0] if self.on_stacks and self.turn else None
        return seat if seat is not None and self.desk.sees >> seat & 1 else None

    @property
    def waits(self) -> bool:
        """Whether the person who holds the phone has nothing to do but wait."""
        return self.playing and not self.forms and not (self.hidden and self.desk.sees and self.can_note)

    @cached_property
    def can_note(self) -> bool:
        """Whether there is something that this key can note of a hand at hidden sight."""
        return self.desk.status == "open" and bool(queries.legal_moves(self.desk))

    def pad(self, *, seat: int | None, kind: str, chosen: Sequence[str]) -> Pad | None:
        """Return what can be noted now at hidden sight, or None; takes what the page was asked for."""
        if not self.hidden or not self.playing or not self.can_note or self.forms:
            return None
        now = live.current(self.desk)
        assert now is not None, self.hand
        assert isinstance(now.hand, HiddenHand), self.hand
        legal = queries.legal_moves(self.desk)
        return PadMaker(now.hand, legal, self.names, seat=seat, kind=kind, chosen=chosen).pad()

    @property
    def screened(self) -> bool:
        """Whether the phone has to be passed on before anything can be shown."""
        return self.is_steward and self.playing and self.shown is None and not self.hidden

    def held(self, seat: int | None) -> list[str]:
        """Return the cards that are shown of a seat, in order for the eye."""
        if seat is None or not self.view:
            return []
        cards = self.view["hands"][seat]["cards"] or []
        strength = {suit: place for place, suit in enumerate(SUIT_ORDER)}
        return sorted(cards, key=lambda card: strength[card[1]])

    @property
    def mine(self) -> list[str]:
        """The cards of the shown seat."""
        return self.held(self.shown)

    @property
    def hand_in_forms(self) -> bool:
        """Whether the hand is shown as something to tap, and so needs not be shown again."""
        return any(
            form.form in ("hand", "cards") or any(step.is_card for step in form.steps) for form in self.forms
        )

    @cached_property
    def forms(self) -> list[ActForm]:
        """Return what the shown seat can do now."""
        if not self.playing or self.shown is None or self.desk.status != "open":
            return []
        if self.on_stacks:
            return [_tapped_stacks(self.shown, self.view)]
        legal = queries.legal_moves(self.eyes, 1 << self.shown)
        return act_forms(legal, self.held(self.shown), self.names)

    def stack_rows(self) -> list[dict[str, Any]]:
        """Return the stacks of a layout on the table, seat by seat; they never change places."""
        tapped = {c.card: c for form in self.forms if form.form == "hand" for c in form.choices}
        order = sorted(range(len(self.names)), key=lambda seat: seat == (self.desk.seat or 0))
        return [
            {
                "name": self.names[seat],
                "acts": bool(tapped) and seat == self.shown,
                "stacks": [_stack(stack, tapped) for stack in self.view["stacks"][seat]],
            }
            for seat in order
        ]

    def sittings(self) -> list[Sitting]:
        """Return the seats in order, with what belongs to each alone."""
        totals = self._totals_by_seat()
        per_seat = {
            key: value
            for key, value in self.view.items()
            if key in SEAT_FACTS and isinstance(value, list) and len(value) == len(self.names)
        }
        if self.playing and "tricks" not in per_seat and not self.all_open:
            per_seat = {"cards": [hand["count"] for hand in self.view["hands"]]} | per_seat
        dealer = self.hand["dealer"] if self.hand else self.table["standing"]["next_dealer"]
        return [
            Sitting(
                seat=seat,
                name=name,
                turn=seat in self.turn or self.turn_hidden,
                dealer=seat == dealer,
                shown=seat == self.shown and not self.all_open and not self.hidden,
                score=totals[seat],
                facts=[(words.name_of(words.FACTS, key), value[seat]) for key, value in per_seat.items()],
            )
            for seat, name in enumerate(self.names)
        ]

    def _totals_by_seat(self) -> list[int | None]:
        totals: list[int | None] = [None] * len(self.names)
        for side, seats in enumerate(self.desk.game.sides(self.terms)):
            for seat in seats:
                totals[seat] = self.table["standing"]["totals"][side]
        return totals

    def facts(self) -> list[tuple[str, str]]:
        """Return the single facts of the hand that everybody is to have in sight, named and in words."""
        found = []
        for key in HAND_FACTS:
            if self.view.get(key) not in (None, []):
                found.append((words.name_of(words.FACTS, key), self._in_words(key, self.view[key])))
        return found

    def _in_words(self, key: str, value: Any) -> str:
        if key in NAMES_A_SEAT:
            seats = value if isinstance(value, list) else [value]
            return _(", ").join(self.names[seat] for seat in seats)
        if isinstance(value, str) and value in words.SIGNS:
            return f"{words.SIGNS[value]} {words.SUIT_NAMES[value]}"
        if isinstance(value, str) and len(value) == 2:
            return words.card_short(value)
        return str(value)

    def own_facts(self) -> list[tuple[str, str]]:
        """Return what the shown seat alone knows besides its cards."""
        if self.shown is None or not self.view or self.all_open:
            return []
        own = self.view["hands"][self.shown]
        return [
            (words.name_of(words.FACTS, key), _cards_or_text(value))
            for key, value in own.items()
            if key in words.FACTS and key != "cards" and value not in (None, [])
        ]


def _stack(stack: dict[str, Any], tapped: Mapping[str, Choice]) -> dict[str, Any]:
    """Return a stack with what tapping it does; a card that was not noted yet is like one face down."""
    up = stack["up"] if stack["up"] != "?" else None
    return stack | {"up": up, "choice": tapped.get(up or "")}


def _lie_on_stacks(view: dict[str, Any]) -> bool:
    """Whether all cards that can be played lie face up in front of the players, and have been noted."""
    return bool(view.get("stacks")) and view["phase"] == "layout" and not view["to_note"]


def _tapped_stacks(seat: int, view: dict[str, Any]) -> ActForm:
    """Return the cards on the stacks of a seat as something to tap."""
    cards = [stack["up"] for stack in view["stacks"][seat] if stack["up"]]
    choices = [Choice(f"{seat} play {card}", words.card_name(card), card=card) for card in cards]
    return ActForm("play", seat, words.name_of(words.ASKED, "play"), "", "hand", choices)


def _cards_or_text(value: Any) -> str:
    items = value if isinstance(value, list) else [value]
    return " ".join(words.card_short(item) if isinstance(item, str) else str(item) for item in items)


SEAT_FACTS = ("tricks", "points", "captured", "fans")
HAND_FACTS = ("stock", "waste", "power", "away", "bid", "bidder", "declarer", "contract", "picked_up_by")
NAMES_A_SEAT = ("power", "away", "bidder", "declarer", "picked_up_by")


def last_row(desk: Desk) -> dict[str, Any] | None:
    """Return the newest row of the scoresheet."""
    rows = queries.scoresheet(desk, by_name=True)["hands"]
    return rows[-1] if rows else None
