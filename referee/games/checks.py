"""Checks: two players fish for piles with fans of three cards.

Invented by James Yates. N is the non-dealer, who moves first; D is the dealer. A fan is worth the sum of its
cards, from eleven on its last digit, and claims a pile whose top card is worth the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from referee.engine.acts import Act, Gate, Held, Phase, Within, on_turn, remedy
from referee.engine.cards import ANY, BLANK, NAMES, card_set, card_text, card_texts, members
from referee.engine.errors import Refused
from referee.engine.forms import Reader, Shapes
from referee.engine.game import Game, TurnedUp
from referee.engine.irregularities import (
    ANY_TIME,
    BEFORE_NEXT_PLAY,
    BEFORE_PLAY,
    CORRECT,
    LATER,
    OFFSET,
    REDEAL,
    STAND,
    TAKE_BACK,
    WARNING,
    Case,
    Irregularity,
)
from referee.engine.match import Line, Score, Standing, Terms
from referee.engine.moves import CARD, NUMBER, SEAT, Move, Param, Verb
from referee.engine.rules import Option, Rule, rule_book
from referee.engine.sources import Told, of_kinds
from referee.engine.state import OVER, State

VALUES = tuple("A23456789T".find(NAMES[card][0]) + 1 for card in range(52))
FANS, FAN_SIZE, PILES, STOCK = 6, 3, 6, 10

FAN = Param("fan", CARD, many=True, least=0, most=3)
CLAIM = Verb("claim", (Param("pile", NUMBER),), shown=FAN)
PLACE_ONLY = Verb("place_only", (Param("offender", SEAT),), shown=FAN, referee=True)
REFILL = Verb("refill", (Param("card", CARD),))
PLACE = Verb("place", (Param("card", CARD), Param("pile", NUMBER)))

RULES = rule_book(
    Rule("C1", "Two players, a dealer and a non-dealer, use the pack of 52 cards."),
    Rule("C2", "For the first deal both draw a card; the higher card deals, and equal ranks draw again."),
    Rule("C3", "Each player gets six fans of three cards face down, the non-dealer first; then six targets "
         "are dealt face up in a row. The ten cards left are the stock."),
    Rule("C4", "Players use their fans in order, each from their own left to right."),
    Rule("C5", "An ace counts 1, the cards from 2 to 9 their number, a ten 10, and a jack, queen or king 0."),
    Rule("C6", "A fan is worth the sum of its cards up to 10; from 11 on only the last digit counts, so 20 "
         "and 30 are 0. The table may agree that 10 is 0 as well."),
    Rule("C7", "A pile is worth what its top card alone is worth."),
    Rule("C8", "Both players pick up their first fan and keep it to themselves. The non-dealer moves first."),
    Rule("C9", "In a turn you either claim a pile or place one card; nobody may pass."),
    Rule("C10", "You may claim a pile whose top card is worth as much as your fan. You show the fan and "
         "capture both; the top card of the stock fills the gap, and without a stock the gap stays."),
    Rule("C11", "A claim takes one pile, even if several have the right value."),
    Rule("C12", "You may place any card of the fan in your hand on any pile, but not in a gap; it is the "
         "new top. What is left of the fan counts from your next turn on."),
    Rule("C13", "Nobody has to claim. The table may agree that whoever can claim must do so."),
    Rule("C14", "A turn ends with the claim or the card placed."),
    Rule("C15", "A fan that is used up is followed by its owner's next fan at the end of that turn. "
         "Unopened fans may not be looked at."),
    Rule("C16", "Turns alternate; when one player has no cards left the other goes on alone."),
    Rule("C17", "The game ends when both players have used all six fans."),
    Rule("C18", "Each card captured counts one. Piles and stock left over count for nobody, or by "
         "agreement for whoever claimed last."),
    Rule("C19", "More cards win the game; equal numbers are a draw."),
    Rule("C20", "The winner deals the next game. After a draw the other player deals, unless the table "
         "agrees otherwise."),
    Rule("C21", "Twelve fans make at most twelve claims, and the first ten gaps are filled: at least four "
         "piles always lie on the table, and nobody is ever stuck."),
    Rule("C22", "A fan lasts one to three turns, so each player has six to eighteen."),
    Rule("C23", "Fans, piles, stock and captured cards are always 52 together."),
    Rule("C24", "Open to all are the tops and sizes of the piles, the size of the stock, the fans left, "
         "the number of cards captured and every fan shown in a claim. Only its owner sees a fan before. "
         "Piles are not looked through, unless the table allows it."),
    Rule("C25", "Turns, cards placed, gaps filled and, as the fan is shown, claims can be checked by "
         "everybody."),
)  # fmt: skip

OPTIONS = (
    Option("fan_ten", "A fan that adds up to exactly 10 is worth 10, or 0.", "ten", ("zero",)),
    Option("must_claim", "Whether a player who can claim must do so.", "no", ("yes",)),
    Option("pile_inspection", "Whether piles may be looked through.", "no", ("yes",)),
    Option("draw_next_dealer", "Who deals after a draw: the other player, the same one, or a card is drawn.",
           "other_player", ("same_player", "redraw")),
    Option("leftovers", "Who gets the piles and the stock that are left.", "nobody", ("last_claimer",)),
)  # fmt: skip


class Claim(NamedTuple):
    """A claim as everybody saw it: who, which pile, the fan shown, the cards of the pile bottom first."""

    seat: int
    pile: int
    fan: int
    cards: tuple[int, ...]


@dataclass
class ChecksState(State):
    """A game of Checks. `hands` are the fans in use.

    Attributes:
        fans: by seat, the unopened fans, next one first.
        piles: the six places of the row, each pile bottom first; empty where there is a gap.
        stock: the face-down stock, next card first.
        captured: by seat, the set of cards captured.
        last_claim: the newest claim, or None.
        place_only: whether the seat on turn has to place, after a wrong claim.
        shown: the cards of fans in use that were shown with a wrong claim.
    """

    CARDS = ("fans", "piles", "stock")

    fans: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    piles: list[tuple[int, ...]] = field(default_factory=list)
    stock: tuple[int, ...] = ()
    captured: list[int] = field(default_factory=lambda: [0, 0])
    last_claim: Claim | None = None
    place_only: bool = False
    shown: int = 0


# -- what may be done ------------------------------------------------------------------------------


@cache
def _worth(fan: int, fan_ten: str) -> int:
    total = sum(VALUES[card] for card in members(fan))
    return total if total < 10 or (total == 10 and fan_ten == "ten") else total % 10


def fan_value(state: ChecksState, seat: int) -> int:
    """Return what the fan in use is worth (C6)."""
    return _worth(state.hands[seat], str(state.options["fan_ten"]))


def _standing(state: ChecksState, seat: int, args: tuple[int, ...]) -> int:
    """The places of the row, from 1, where a pile lies."""
    mask, place = 0, 1
    for pile in state.piles:
        place <<= 1
        if pile:
            mask |= place
    return mask


def matching(state: ChecksState, seat: int, args: tuple[int, ...] = ()) -> int:
    """Return the places, from 1, of the piles that are worth as much as the seat's fan (C7, C10, C11)."""
    value = fan_value(state, seat)
    mask, place = 0, 1
    for pile in state.piles:
        place <<= 1
        if pile and VALUES[pile[-1]] == value:
            mask |= place
    return mask


def _may_place(state: ChecksState, seat: int) -> bool:
    """Placing is always allowed, unless the table plays that a claim must be made (C13)."""
    return state.place_only or state.options["must_claim"] == "no" or not matching(state, seat)


def _may_claim(state: ChecksState, seat: int) -> bool:
    """Whoever has shown a fan for a wrong claim has to place in this turn (C10)."""
    return not state.place_only


# -- what moves do ---------------------------------------------------------------------------------


def _claim(state: ChecksState, move: Move) -> None:
    """Pile and fan are captured, and the gap is filled from the stock (C10)."""
    seat, place = move.seat, move.args[0]
    cards, fan = state.piles[place - 1], state.hands[seat]
    state.captured[seat] |= card_set(cards) | fan
    state.hands[seat] = 0
    state.piles[place - 1] = state.stock[:1]
    state.stock = state.stock[1:]
    state.last_claim = Claim(seat, place, fan, cards)
    _end_turn(state, seat)


def _place(state: ChecksState, move: Move) -> None:
    """A card of the fan becomes the top of a pile (C12)."""
    card, place = move.args
    state.hands[move.seat] &= ~(1 << card)
    state.piles[place - 1] += (card,)
    state.place_only = False
    _end_turn(state, move.seat)


def _rule_place_only(state: ChecksState, move: Move) -> None:
    """A wrong claim is put back: the fan stays open, and its owner has to place (C10, C12)."""
    state.place_only = True
    state.shown |= state.hands[move.args[0]]


def _end_turn(state: ChecksState, seat: int) -> None:
    """Pick up the next fan where one was used up; the turn passes to whoever has cards (C14, C15, C16)."""
    if not state.hands[seat]:
        _pick_up(state, seat)
    if state.hands[1 - seat]:
        state.turn = 1 - seat
    elif not state.hands[seat]:
        _end_game(state)


def _pick_up(state: ChecksState, seat: int) -> None:
    if state.fans[seat]:
        state.hands[seat] = card_set(state.fans[seat][0])
        state.fans[seat] = state.fans[seat][1:]


def _end_game(state: ChecksState) -> None:
    """The game is over; where the table plays so, the last claimer gets what is left (C17, C18)."""
    state.phase = OVER
    if state.last_claim and state.options["leftovers"] == "last_claimer":
        state.captured[state.last_claim.seat] |= _on_table(state)
        state.piles, state.stock = [()] * PILES, ()


def _on_table(state: ChecksState) -> int:
    """The cards in piles and stock."""
    return card_set(card for pile in (*state.piles, state.stock) for card in pile)


PHASES: Mapping[str, Phase[ChecksState]] = {
    "play": Phase(
        name="play",
        rule="C9",
        acts=(
            Act(
                verb=CLAIM,
                do=_claim,
                turn="C16",
                gates=(Gate("C10", _may_claim),),
                limits=((Within("C10", _standing), Within("C10", matching, private=True)),),
            ),
            Act(
                verb=PLACE,
                do=_place,
                turn="C16",
                gates=(Gate("C13", _may_place, private=True),),
                # A card from an unopened fan is refused like any other: which cards lie there is hidden.
                limits=((Held("C12"),), (Within("C12", _standing),)),
            ),
        ),
    ),
}


REMEDIES = (
    remedy(
        PLACE_ONLY,
        _rule_place_only,
        "C10",
        gates=(Gate[ChecksState]("C17", lambda state, seat: not state.over), Gate("C10", _may_claim)),
        limits=((Within("C16", lambda state, seat, args: on_turn(state)),),),
    ),
)


def open_hand(state: ChecksState, seat: int) -> bool:
    """Return whether a fan lies open, because it was shown for a wrong claim (C10, C24)."""
    return bool(state.hands[seat]) and not state.hands[seat] & ~state.shown


# -- the deal --------------------------------------------------------------------------------------


def shapes(terms: Terms, standing: Standing, dealer: int) -> Shapes:
    """Return the form of a deal (C3)."""
    fans = (FAN_SIZE,) * FANS
    return {"fans": ((fans, fans), ANY), "targets": (PILES, ANY), "stock": (STOCK, ANY)}


def begin(terms: Terms, standing: Standing, dealer: int, deal: Mapping[str, Any]) -> ChecksState:
    """Return the game after both have picked up their first fan (C8)."""
    state = ChecksState(
        options=terms.options,
        seats=2,
        dealer=dealer,
        phase="play",
        hands=[0, 0],
        turn=1 - dealer,
        fans=list(deal["fans"]),
        piles=[(card,) for card in deal["targets"]],
        stock=deal["stock"],
    )
    _pick_up(state, 0)
    _pick_up(state, 1)
    return state


# -- the score -------------------------------------------------------------------------------------


def opening(terms: Terms) -> Standing:
    """Return the start of a series; its totals are games won."""
    return Standing(totals=(0, 0))


def read_report(reader: Reader, terms: Terms, standing: Standing) -> dict[str, Any]:
    """Read the numbers of cards captured. Raises Refused where they cannot be (C10, C18, C21, C23)."""
    captured = reader.integers("captured", 2, 0, 52)
    reader.finish()
    total = sum(captured)
    if 1 in captured:
        raise Refused("count_impossible", "C10", what="captured cards", found=1)
    if total > 52:
        raise Refused("sum_too_high", "C23", what="captured cards", found=total, most=52)
    if terms.options["leftovers"] == "last_claimer":
        if total not in (0, 52):
            raise Refused("wrong_sum", "C18", what="captured cards", found=total, expected=52)
    elif total > most_together(captured):
        raise Refused("sum_too_high", "C21", what="captured cards", found=total, most=most_together(captured))
    return {"captured": captured}


def most_together(captured: Sequence[int]) -> int:
    """Return how many cards both can have captured at most if what is left counts for nobody (C10, C21).

    A claim takes two cards or more, so the numbers bound the claims of each player. At the end no pile is
    empty but those that no stock was left to fill: without a claim 16 cards are left, and one less for each.
    """
    claims = sum(min(FANS, cards // 2) for cards in captured)
    return 52 - PILES - STOCK + claims


def score(terms: Terms, standing: Standing, dealer: int, report: Mapping[str, Any]) -> Score:
    """Return what a game changes (C18, C19, C20)."""
    captured = report["captured"]
    winner = None if captured[0] == captured[1] else int(captured[1] > captured[0])
    lines = [_line(seat, captured, winner) for seat in (0, 1)]
    after = Standing(
        totals=tuple(won + line.points for won, line in zip(standing.totals, lines, strict=True)),
        hands=standing.hands + 1,
        next_dealer=_dealer_after_draw(terms, dealer) if winner is None else winner,
    )
    return Score({"captured": list(captured)}, after, lines)


def _line(seat: int, captured: Sequence[int], winner: int | None) -> Line:
    params = {"own": captured[seat], "other": captured[1 - seat]}
    text = "A draw: %(own)s cards captured by each."
    if winner is not None:
        won = "Won the game: %(own)s cards captured, %(other)s by the other player."
        lost = "Lost the game: %(own)s cards captured, %(other)s by the other player."
        text = won if seat == winner else lost
    return Line(seat, int(seat == winner), ("C18", "C19"), text, params)


def _dealer_after_draw(terms: Terms, dealer: int) -> int | None:
    """Who deals after a draw; None where a card is drawn for it (C20)."""
    after_draw = {"other_player": 1 - dealer, "same_player": dealer, "redraw": None}
    return after_draw[str(terms.options["draw_next_dealer"])]


def sources(line: Line, moves: Sequence[Told]) -> list[int]:
    """Return the moves that a line comes from: the claims of its player, and those not allowed (C18)."""
    ruled = [place for place in of_kinds(moves, "place_only") if moves[place].move.args[0] == line.seat]
    return sorted(of_kinds(moves, "claim", seats=(line.seat,)) + ruled)


# -- what people see -------------------------------------------------------------------------------


def turned_up(state: ChecksState) -> TurnedUp | None:
    """Return the stock card that fills a gap, if it has not been noted (C10)."""
    for pile in state.piles:
        if pile and pile[-1] >= BLANK:
            return TurnedUp(REFILL, None, (pile[-1],), ANY)
    return None


def public(state: ChecksState) -> dict[str, Any]:
    """Return what both players see (C24)."""
    claim = state.last_claim
    return {
        "piles": [_pile(state, place) for place in range(PILES)],
        "stock": len(state.stock),
        "fans": [len(fans) for fans in state.fans],
        "captured": [cards.bit_count() for cards in state.captured],
        "place_only": state.place_only,
        "last_claim": claim
        and {
            "seat": claim.seat,
            "pile": claim.pile,
            "fan": card_texts(claim.fan),
            "cards": [card_text(card) for card in claim.cards],
        },
    }


def _pile(state: ChecksState, place: int) -> dict[str, Any]:
    """One place of the row; its cards, bottom first, where the table may look through piles."""
    pile = state.piles[place]
    return {
        "pile": place + 1,
        "top": card_text(pile[-1]) if pile else None,
        "count": len(pile),
        "cards": [card_text(card) for card in pile] if state.options["pile_inspection"] == "yes" else None,
    }


def own(state: ChecksState, seat: int) -> dict[str, Any]:
    """Return what a seat knows besides its fan: what that is worth, None without one (C6)."""
    return {"fan_value": fan_value(state, seat) if state.hands[seat] else None}


def places(state: ChecksState) -> list[int]:
    """Return where cards are, besides the fans in use (C23)."""
    unopened = card_set(card for fans in state.fans for fan in fans for card in fan)
    return [*state.captured, _on_table(state), unopened]


# -- when something goes wrong ---------------------------------------------------------------------

REMEDY_TEXTS = {
    "place_only": "Everything goes back; the player has to place a card.",
}

IRREGULARITIES = (
    Irregularity("wrong_claim", "A fan was shown for a pile that it is not worth.",
                 "Before the opponent moves everything goes back, and the player must place a card of the "
                 "fan that is now open; later it stands.",
                 (Case(BEFORE_NEXT_PLAY, "place_only", (TAKE_BACK,)),
                  Case(LATER, STAND, (TAKE_BACK,))),
                 ("C6", "C10")),
    Irregularity("fan_not_shown", "A pile was claimed without showing the fan.",
                 "The opponent may ask to see it until their own move.",
                 (Case(BEFORE_NEXT_PLAY, CORRECT, (TAKE_BACK,)), Case(LATER, STAND)), ("C10",)),
    Irregularity("gap_not_filled", "A gap was not filled.",
                 "It is filled as soon as it is noticed, in the order of the gaps.",
                 (Case(ANY_TIME, CORRECT),), ("C10",)),
    Irregularity("filled_wrong", "A card was turned where there was no gap, or two were turned.",
                 "The surplus card goes back on top of the stock.",
                 (Case(ANY_TIME, CORRECT),), ("C10",)),
    Irregularity("two_actions", "Somebody placed two cards, or placed and claimed in one turn.",
                 "Everything but the first action is taken back.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT, STAND)),), ("C9", "C14")),
    Irregularity("out_of_turn", "Somebody moved out of turn.",
                 "It is taken back, unless the opponent has replied; then it counts.",
                 (Case(BEFORE_NEXT_PLAY, TAKE_BACK, (STAND,)), Case(LATER, STAND)), ("C16",)),
    Irregularity("wrong_fan", "Somebody looked at an unopened fan, or opened the wrong one.",
                 "Not used yet it goes back; used it counts as the one used, and the others keep their "
                 "order.",
                 (Case(BEFORE_NEXT_PLAY, CORRECT, (WARNING,)), Case(LATER, STAND)), ("C4", "C15")),
    Irregularity("fan_not_picked_up", "The next fan was not picked up.",
                 "It is picked up now, without penalty.",
                 (Case(ANY_TIME, CORRECT),), ("C15",)),
    Irregularity("fan_exposed", "Somebody showed their own fan.",
                 "No penalty.",
                 (Case(ANY_TIME, STAND, (WARNING,)),), ("C24",)),
    Irregularity("pile_looked_through", "Somebody looked through a pile or captured cards.",
                 "It is not allowed during play; a warning.",
                 (Case(ANY_TIME, WARNING, (STAND,)),), ("C24",)),
    Irregularity("misdeal", "A card was exposed while dealing, or a packet or the row had the wrong size.",
                 "The same dealer deals again before the first move; a fan of two or four cards noticed "
                 "later is put right from or to the bottom of the stock.",
                 (Case(BEFORE_PLAY, REDEAL, (STAND,)), Case(LATER, CORRECT, (REDEAL,))), ("C3",)),
    Irregularity("count_disputed", "The count at the end is disputed.",
                 "Recount: both stacks, piles and stock make 52.",
                 (Case(ANY_TIME, CORRECT, (OFFSET,)),), ("C18", "C23")),
    Irregularity("faulty_pack", "A card was missing from the pack.",
                 "The hand is void; earlier results stand.",
                 (Case(ANY_TIME, REDEAL),), ("C1",)),
)  # fmt: skip
"""What goes wrong at a real table, and what the rule book recommends."""

GAME = Game[ChecksState](
    slug="checks",
    title="Checks",
    version="1",
    seats=range(2, 3),
    pack=ANY,
    rules=RULES,
    options=OPTIONS,
    phases=PHASES,
    end_rule="C17",
    match_rule="C20",
    opening=opening,
    shapes=shapes,
    begin=begin,
    report=lambda state: {"captured": [cards.bit_count() for cards in state.captured]},
    read_report=read_report,
    score=score,
    public=public,
    turn_ups=(REFILL,),
    turned_up=turned_up,
    own=own,
    open_hand=open_hand,
    irregularities=IRREGULARITIES,
    remedy_texts=REMEDY_TEXTS,
    remedies=REMEDIES,
    places=places,
    sources=sources,
    report_schema={
        "type": "object",
        "additionalProperties": False,
        "required": ["captured"],
        "properties": {
            "captured": {
                "type": "array",
                "description": "Cards captured by seat.",
                "items": {"type": "integer", "minimum": 0, "maximum": 52},
                "minItems": 2,
                "maxItems": 2,
            }
        },
    },
)
