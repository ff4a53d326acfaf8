"""What a phone notes at hidden sight: the whole pack, tapped card by card, and every other kind of move.

Nothing here knows a game: the arguments of a kind of move decide how it is noted. Cards have fixed places.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.engine.cards import ANY, SUITS, bits, card_texts
from referee.engine.moves import CARD, NOBODY, NUMBER, SEAT, SUIT, WILD, Move, Verb
from referee.engine.sight import HiddenHand
from referee.scoresheet import words
from referee.scoresheet.acts import ActForm, Choice, act_forms

SUIT_ORDER, RANK_ORDER = "SHCD", "AKQJT98765432"
UNSEEN, HELD, ELSEWHERE, GONE = "unseen", "held", "elsewhere", "gone"
CHOSEN = "#"
"""Stands in the value of a button for the cards that are chosen on the grid."""

MOST_COLUMNS = 7
"""More cards side by side are too narrow for a thumb."""

LAST_OF_ALL = ("half", "redeal")
"""Kinds of move that need the grid, and that play comes before."""


@dataclass(frozen=True)
class Place:
    """One card of the grid: what tapping it sends, and where the card is."""

    card: str
    value: str
    where: str
    name: str


@dataclass(frozen=True)
class Ending:
    """Buttons that finish a move whose cards are chosen on the grid."""

    title: str
    choices: list[Choice]


@dataclass(frozen=True)
class Grid:
    """The pack as it is to be tapped now.

    `way` is `tap` (a card is a move), `pick` (cards, then a button of `endings`) or `order` (cards one after
    the other, since their order counts). `count` is how many cards are wanted, `chosen` those that are.
    """

    title: str
    way: str
    rows: list[list[Place]]
    count: int = 1
    endings: list[Ending] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    send: str = ""
    columns: int = 7


@dataclass(frozen=True)
class Switch:
    """Another way in which the grid can be used, or another seat for it."""

    label: str
    query: str
    now: bool = False


@dataclass(frozen=True)
class Pad:
    """Everything that can be noted now. Endings in `folded` are done by right, and seldom."""

    grid: Grid | None
    turned: bool
    lists: list[ActForm]
    buttons: list[Ending]
    folded: list[Ending]
    seats: list[Switch]
    switches: list[Switch]


def grid_rows(pack: int, where: Any, value: str) -> list[list[Place]]:
    """Return the places of a pack by suit. Takes what says where a card is, and the move that a tap sends."""
    cards = set(card_texts(pack))
    names = {UNSEEN: "%(card)s", HELD: _("%(card)s, known to be held")}
    names |= {ELSEWHERE: _("%(card)s, held by somebody else"), GONE: _("%(card)s, seen already")}
    rows = []
    for suit in SUIT_ORDER:
        row = [rank + suit for rank in RANK_ORDER if rank + suit in cards]
        rows.append(
            [
                Place(
                    card,
                    value.replace(CHOSEN, card),
                    where(card),
                    names[where(card)] % {"card": words.card_name(card)},
                )
                for card in row
            ]
        )
    return [row for row in rows if row]


def columns_of(rows: Sequence[Sequence[Place]]) -> int:
    """Return how many cards stand side by side on a phone, so that a suit takes two lines at most."""
    longest = max(len(row) for row in rows)
    return longest if longest < MOST_COLUMNS else (longest + 1) // 2


class PadMaker:
    """Makes the pad of a hand at hidden sight for whoever may note the moves given.

    Takes the hand, the legal moves of the key, names, and what was asked for: a seat, a kind of move, cards
    chosen so far.
    """

    def __init__(
        self,
        hand: HiddenHand,
        legal: Sequence[Move],
        names: Sequence[str],
        *,
        seat: int | None = None,
        kind: str = "",
        chosen: Sequence[str] = (),
    ) -> None:
        self.hand, self.state, self.game = hand, hand.state, hand.game
        self.legal, self.names = legal, names
        self.wanted, self.kind = seat, kind
        self.unseen = set(hand.unseen)
        self.chosen = [card for card in dict.fromkeys(chosen) if card in self.unseen]

    def pad(self) -> Pad | None:
        """Return the pad, or None where this key has nothing to note."""
        if not self.legal:
            return None
        if self.legal[0].seat == NOBODY:
            return Pad(self._turned(self.legal[0]), True, [], [], [], [], [])
        taps = [move for move in self.legal if self._is_tapped(move.verb)]
        picks = [move for move in self.legal if self._is_picked(move.verb)]
        return Pad(
            self._grid(taps, picks),
            False,
            self._lists(),
            self._buttons(folded=False),
            self._buttons(folded=True),
            self._seats(taps),
            self._switches(taps, picks),
        )

    # -- the grid ----------------------------------------------------------------------------------

    def _turned(self, move: Move) -> Grid:
        cards = sum(arg == WILD for arg in move.args)
        prefix = " ".join(move.text.split()[: -cards or None])
        pack = self.state.trump_deck if move.verb.name == "trump" else self.game.pack
        title = str(words.ASKED.get(move.verb.name, words.name_of({}, move.verb.name)))
        if len(move.args) > cards:
            title = _("%(name)s: %(what)s") % {"name": self.names[move.args[0]], "what": title}
        way, value = ("tap", f"{prefix} {CHOSEN}") if cards == 1 else ("order", CHOSEN)
        rows = grid_rows(pack, self._where_turned(pack), value)
        done = len(self.chosen) == cards
        send = f"{prefix} {' '.join(self.chosen)}" if done else ""
        return Grid(title, way, rows, cards, [], self.chosen, send, columns_of(rows))

    def _where_turned(self, pack: int) -> Any:
        free = set(card_texts(pack & ~self.hand.watch.lies_open())) - set(self.chosen)
        return lambda card: UNSEEN if card in free else GONE

    def _grid(self, taps: Sequence[Move], picks: Sequence[Move]) -> Grid | None:
        asked = [move for move in (*taps, *picks) if move.verb.name == self.kind]
        first = [move for move in taps if move.verb.name not in LAST_OF_ALL]
        usual = [move for move in picks if move.verb.name not in LAST_OF_ALL]
        if asked and self._is_tapped(asked[0].verb):
            return self._tap_grid(asked)
        if asked and asked[0].verb.name in LAST_OF_ALL:
            return self._pick_grid(asked)
        if first:
            return self._tap_grid(first)
        return self._pick_grid(usual) if usual else None

    def _tap_grid(self, moves: Sequence[Move]) -> Grid:
        seat = self._seat(moves)
        verb = next(move.verb for move in moves if move.seat == seat)
        title = _("%(name)s: %(what)s") % {
            "name": self.names[seat],
            "what": words.name_of(words.ASKED | words.TAPPED, verb.name),
        }
        where = self._where_drawn(verb, seat) if verb.by_chance else self._where(seat)
        rows = grid_rows(self.game.pack, where, f"{seat} {verb.name} {CHOSEN}")
        return Grid(title, "tap", rows, columns=columns_of(rows))

    def _pick_grid(self, moves: Sequence[Move]) -> Grid:
        seat = self._seat(moves)
        mine = [move for move in moves if move.seat == seat]
        rows = grid_rows(self.game.pack, self._where(seat), CHOSEN)
        many = max(self._picked(move) for move in mine)
        title = _("%(name)s: choose on the pack") % {"name": self.names[seat]}
        endings = [self._ending(move) for move in mine]
        return Grid(title, "pick", rows, many, endings, columns=columns_of(rows))

    def _picked(self, move: Move) -> int:
        return self.state.hands[move.seat].bit_count() if move.verb.shown else 1

    def _ending(self, move: Move) -> Ending:
        """Return the buttons after the cards: for each value of the other argument one."""
        verb, seat = move.verb, move.seat
        places = [place for place, param in enumerate(verb.params) if param.kind is not CARD]
        count = self._picked(move)
        cards = ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}
        title = _("%(cards)s, then: %(what)s") % {
            "cards": cards,
            "what": words.name_of(words.DO | words.ASKED | words.NOTED, verb.name),
        }
        if not places:
            label = words.name_of(words.DO, verb.name)
            return Ending(title, [Choice(f"{seat} {verb.name} {CHOSEN}", label)])
        (place,) = places
        choices = []
        for value in self._values(verb, seat, place):
            text = verb.params[place].kind.text(value)
            order = (text, CHOSEN) if place == 0 else (CHOSEN, text)
            suit = text if verb.params[place].kind is SUIT else ""
            choices.append(Choice(" ".join((str(seat), verb.name, *order)), text, suit=suit))
        return Ending(title, choices)

    def _where(self, seat: int) -> Any:
        held = set(card_texts(self.state.hands[seat]))
        others = {card for hand in self.state.hands for card in card_texts(hand)} - held

        def where(card: str) -> str:
            if card in held:
                return HELD
            return UNSEEN if card in self.unseen else ELSEWHERE if card in others else GONE

        return where

    def _where_drawn(self, verb: Verb, seat: int) -> Any:
        """Cards that chance chooses from may have been seen before."""
        act = self.game.phases[self.state.phase].act(verb)
        drawn = set() if act is None else set(card_texts(act.allowed(self.state, seat, ()) & ANY))
        return lambda card: UNSEEN if card in drawn else GONE

    def _seat(self, moves: Sequence[Move]) -> int:
        """Return the seat asked for where it can do one of these; otherwise the first."""
        seats = [move.seat for move in moves]
        return self.wanted if self.wanted in seats else seats[0]

    # -- everything else ---------------------------------------------------------------------------

    @staticmethod
    def _is_face_down(verb: Verb) -> bool:
        return verb.face_down and not verb.stays

    def _is_tapped(self, verb: Verb) -> bool:
        return len(verb.params) == 1 and verb.params[0].kind is CARD and not self._is_face_down(verb)

    def _is_picked(self, verb: Verb) -> bool:
        return bool(verb.shown) or (len(verb.params) > 1 and verb.params[0].kind is CARD)

    def _is_counted(self, verb: Verb) -> bool:
        return bool(verb.params) and verb.params[0].kind is NUMBER and not self._is_picked(verb)

    def _lists(self) -> list[ActForm]:
        """Return numbers to choose from, such as bids."""
        counted = [move for move in self.legal if self._is_counted(move.verb)]
        return act_forms(counted, (), self.names)

    def _buttons(self, *, folded: bool) -> list[Ending]:
        """Return moves that are one button each; by right, beside a card to play, they are folded away."""
        plays = any(self._is_tapped(move.verb) and move.verb.name not in LAST_OF_ALL for move in self.legal)
        found = []
        rest = sorted(self.legal, key=lambda move: (move.verb.name == "pass", move.verb.name, move.seat))
        for verb, group in groupby(rest, key=lambda move: move.verb):
            if self._is_tapped(verb) or self._is_picked(verb):
                continue
            if self._is_counted(verb):
                continue
            if plays == folded:
                found.append(self._moves_of(verb, list(group)))
        return found

    def _moves_of(self, verb: Verb, moves: Sequence[Move]) -> Ending:
        title = words.name_of(words.DO | words.ASKED | words.NOTED, verb.name)
        choices = [choice for move in moves for choice in self._choices(move, several=len(moves) > 1)]
        return Ending(title, choices)

    def _choices(self, move: Move, *, several: bool) -> list[Choice]:
        verb, seat = move.verb, move.seat
        name = self.names[seat]
        if self._is_face_down(verb):
            text = " ".join([str(seat), verb.name, *("?" for _ in move.args)])
            return [Choice(text, _("%(name)s: face down") % {"name": name})]
        if not verb.params:
            done = words.name_of(words.DO, verb.name)
            label = _("%(name)s: %(what)s") % {"name": name, "what": done}
            return [Choice(move.text, label)]
        kind = verb.params[0].kind
        if WILD not in move.args:
            label = words.argument(move, 0, self.names)
            if several and kind is not SEAT:
                label = _("%(name)s: %(what)s") % {"name": name, "what": label}
            return [Choice(move.text, label, suit=kind.text(move.args[0]) if kind is SUIT else "")]
        found = []
        for value in self._values(verb, seat, 0):
            text = kind.text(value)
            chosen = move._replace(args=(value,))
            suit = text if text in words.SIGNS else ""
            found.append(Choice(chosen.text, words.argument(chosen, 0, self.names), suit=suit))
        return sorted(found, key=lambda choice: (not choice.suit, SUITS.find(choice.suit)))

    def _values(self, verb: Verb, seat: int, place: int) -> Sequence[int]:
        """Return the values of an argument that everybody can work out."""
        kind = verb.params[place].kind
        act = self.game.phases[self.state.phase].act(verb)
        mask = -1 if act is None or place else act.public.allowed(self.state, seat, ())
        if kind is SUIT:
            return bits(mask & 0b1111)
        if place and act is not None:
            mask = act.public.allowed(self.state, seat, (0,) * place)
        return bits(mask & 0xFFFF)

    def _seats(self, taps: Sequence[Move]) -> list[Switch]:
        first = [move for move in taps if move.verb.name not in LAST_OF_ALL]
        seats = list(dict.fromkeys(move.seat for move in first))
        if len(seats) < 2:
            return []
        now = self._seat(first)
        return [Switch(self.names[seat], f"?seat={seat}", seat == now) for seat in seats]

    def _switches(self, taps: Sequence[Move], picks: Sequence[Move]) -> list[Switch]:
        others = [move for move in (*taps, *picks) if move.verb.name in LAST_OF_ALL]
        found = [
            Switch(words.name_of(words.ASKED | words.DO, move.verb.name), f"?kind={move.verb.name}")
            for move in others
            if move.verb.name != self.kind
        ]
        if any(move.verb.name == self.kind for move in others):
            found.append(Switch(_("Back"), "?"))
        return found
