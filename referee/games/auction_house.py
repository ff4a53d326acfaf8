"""Auction House: four players, thirteen rounds; the winner of most tricks takes the kitty's value.

Designed by Andrew Walker. The playing deck has 40 cards, ten high and ace low; the twelve face cards are the
trump deck.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.acts import Act, Duty, Gate, Held, Obliged, Phase, Within, remedy, still_waiting
from referee.engine.cards import (
    BLANK,
    NAMES,
    SUITS,
    Ranking,
    card_set,
    card_text,
    members,
    parse_card,
    suit_of,
)
from referee.engine.errors import Refused
from referee.engine.forms import CARD_OR_NONE, ONE_CARD, Reader, Shapes
from referee.engine.game import Game, TurnedUp
from referee.engine.irregularities import (
    ANY_TIME,
    BEFORE_NEXT_LEAD,
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
from referee.engine.moves import CARD, NUMBER, PASS, PLAY, SEAT, SUIT, Move, Param, Verb
from referee.engine.rules import Option, Rule, rule_book
from referee.engine.sources import Told, of_kinds, tricks_of
from referee.engine.state import OVER, TrickState
from referee.engine.tricks import close_trick, follow_suit, lay_on_trick, public_trick

RANKING = Ranking("T98765432A")
FACES = Ranking("KQJ").pack
VALUES = tuple("A23456789T".find(NAMES[card][0]) + 1 for card in range(52))
ANY_SUIT = 0b1111

OPEN = Verb("open", (Param("card", CARD), Param("suit", SUIT)), stays=True)
OFFER = Verb("offer", (Param("card", CARD),), face_down=True, simultaneous=True, stays=True)
TRADE = Verb("trade", (Param("from", SEAT),))
LAY = Verb("lay", (Param("card", CARD),), face_down=True, simultaneous=True)
TRUMP = Verb("trump", (Param("card", CARD),))
NOT_COUNTED = Verb("not_counted", (Param("offender", SEAT), Param("trick", NUMBER)), referee=True)

RULES = rule_book(
    Rule("A1", "Exactly four players, each for themselves."),
    Rule(
        "A2",
        "The twelve face cards are the trump deck, shuffled once for the whole game; the other forty cards are "
        "the playing deck.",
    ),
    Rule("A3", "In every suit the ten is high and the ace is low: T 9 8 7 6 5 4 3 2 A."),
    Rule("A4", "In the kitty an ace counts 1, the cards from 2 to 9 their number and a ten 10."),
    Rule(
        "A5",
        "A game has thirteen rounds; the first dealer is chosen at random and the deal passes to the left every "
        "round.",
    ),
    Rule(
        "A6",
        "Each round all forty playing cards are dealt, ten to each player. You use cards from your own hand.",
    ),
    Rule(
        "A7", "A round is an auction, the kitty, the trump card, nine tricks and the scoring, in this order."
    ),
    Rule(
        "A8",
        "From the dealer's left each player in turn passes or opens, once; the first opening ends the polling.",
    ),
    Rule("A9", "The opener lays a card from hand face up and names a suit other than the suit of that card."),
    Rule(
        "A10",
        "Each of the other three lays one card from hand face down; when all three lie there they are turned "
        "up together.",
    ),
    Rule(
        "A11",
        "The opener must trade: for the highest card of the named suit if one was laid, otherwise for any of "
        "the three.",
    ),
    Rule(
        "A12",
        "The traded card goes to the opener and the opener's card to its owner; the other two cards go back.",
    ),
    Rule("A13", "The owner of the traded card has no say."),
    Rule("A14", "Every player lays one card from hand face down into the kitty."),
    Rule("A15", "The kitty stays face down and out of play until the scoring; hands are then nine cards."),
    Rule(
        "A16",
        "The top card of the trump deck is turned up and its suit is trump; used cards stay out, and when none "
        "is left there is no trump.",
    ),
    Rule(
        "A17",
        "The player left of the dealer leads to the first trick; the others follow clockwise, one card each. "
        "You play cards from your own hand.",
    ),
    Rule(
        "A18", "Whoever holds a card of the suit led must play one of them; otherwise any card may be played."
    ),
    Rule(
        "A19",
        "The highest trump wins the trick; without a trump, the highest card of the suit led. The winner leads "
        "next, and there are nine tricks.",
    ),
    Rule("A20", "The tricks of each player are counted; together they are nine."),
    Rule("A21", "The one player with most tricks scores the value of the kitty and everything carried over."),
    Rule(
        "A22",
        "If several players share the most tricks nobody scores, and the value of the kitty is carried over.",
    ),
    Rule("A23", "The kitty is turned up and counted at the scoring."),
    Rule("A24", "After a tie in the last round its kitty and everything carried over are lost."),
    Rule("A25", "Tricks and the cards in them score nothing by themselves."),
    Rule("A26", "After the last round the highest total wins; players who tie for it win together."),
    Rule(
        "A27",
        "Hands, offers until they are turned up, and kitty cards until the scoring are hidden from the others.",
    ),
    Rule(
        "A28",
        "Polling, suits named, trades, trump, winners of tricks and scores can be checked by everybody.",
    ),
)

OPTIONS = (
    Option("trump_reveal", "The trump card is turned up after the kitty, or before the auction.", "after_kitty",
           ("before_auction",)),
    Option("kitty_tie", "What becomes of the kitty when most tricks are shared.", "carry"),
    Option("final_tie", "Who wins when the highest total is shared.", "shared_win"),
    Option("kitty_shown_on_tie", "Whether the kitty is shown after a tie, or only its total.", "yes", ("no",)),
    Option("rounds", "The number of rounds of a game.", 13, range(1, 14)),
)  # fmt: skip


@dataclass
class AuctionState(TrickState):
    """A round of Auction House.

    Attributes:
        opener, opened, called: who opened, with which card, naming which suit.
        offers: by seat, the card laid against the opening.
        candidates: seats that the opener may trade with; `traded_with` is the one it was.
        kitty: by seat, the card laid into the kitty.
        trump_card: the card of the trump deck for this round, or None.
        trump_deck: the face cards that were left before this round.
        won_by: the winner of each trick, in order.
        not_counted: by seat, the trick from which on its tricks do not count, or 0.
    """

    CARDS = ("kitty", "trump_card")

    opener: int | None = None
    opened: int | None = None
    called: int | None = None
    offers: list[int | None] = field(default_factory=lambda: [None] * 4)
    candidates: int = 0
    traded_with: int | None = None
    kitty: list[int | None] = field(default_factory=lambda: [None] * 4)
    trump_card: int | None = None
    trump_deck: int = 0
    won_by: tuple[int, ...] = ()
    not_counted: list[int] = field(default_factory=lambda: [0] * 4)


# -- auction ---------------------------------------------------------------------------------------


def _nameable(state: AuctionState, seat: int, args: tuple[int, ...]) -> int:
    """Suits other than that of the card laid face up (A9)."""
    return ANY_SUIT & ~(1 << suit_of(args[0]))


def _pass(state: AuctionState, move: Move) -> None:
    """The next player is asked; after four passes there is no auction (A8)."""
    if move.seat == state.dealer:
        _begin_kitty(state)
    else:
        state.turn = state.left_of(move.seat)


def _open(state: AuctionState, move: Move) -> None:
    """The opener lays a card face up and names a suit (A9); the others choose (A10)."""
    card, suit = move.args
    state.opener, state.opened, state.called = move.seat, card, suit
    state.hands[move.seat] &= ~(1 << card)
    state.waiting = 0b1111 & ~(1 << move.seat)
    state.phase = "offers"


def _offer(state: AuctionState, move: Move) -> None:
    """A card is laid against the opening; with the third all are turned up (A10, A11)."""
    card = move.args[0]
    state.offers[move.seat] = card
    state.hands[move.seat] &= ~(1 << card)
    state.waiting &= ~(1 << move.seat)
    if not state.waiting:
        _turn_up_offers(state)


def _turn_up_offers(state: AuctionState) -> None:
    offers = {seat: card for seat, card in enumerate(state.offers) if card is not None}
    suited = [card for card in offers.values() if suit_of(card) == state.called]
    if suited:
        best = RANKING.highest(suited)
        _trade_with(state, state.offers.index(best))
    else:
        assert state.opener is not None
        state.candidates = card_set(offers)
        state.turn = state.opener
        state.phase = "trade"


def _trade(state: AuctionState, move: Move) -> None:
    """The opener takes the offer of a seat (A11)."""
    _trade_with(state, move.args[0])


def _trade_with(state: AuctionState, partner: int) -> None:
    """Exchange the two cards and give the others back (A12)."""
    assert state.opener is not None
    assert state.opened is not None
    for seat, card in enumerate(state.offers):
        if card is not None:
            state.hands[state.opener if seat == partner else seat] |= 1 << card
    state.hands[partner] |= 1 << state.opened
    state.candidates, state.traded_with = 0, partner
    _begin_kitty(state)


# -- kitty and play --------------------------------------------------------------------------------


def _begin_kitty(state: AuctionState) -> None:
    state.waiting = 0b1111
    state.phase = "kitty"


def _lay(state: AuctionState, move: Move) -> None:
    """A card goes into the kitty; after the fourth the trump card is turned (A14, A15, A16)."""
    card = move.args[0]
    state.kitty[move.seat] = card
    state.hands[move.seat] &= ~(1 << card)
    state.waiting &= ~(1 << move.seat)
    if not state.waiting:
        _set_trump(state)
        state.turn = state.leader = state.left_of(state.dealer)
        state.phase = "tricks"


def _set_trump(state: AuctionState) -> None:
    """The suit of the card turned up is trump, once the kitty is laid (A16)."""
    card = state.trump_card
    if state.phase in ("kitty", "tricks") and not state.waiting and card is not None and card < BLANK:
        state.trump = suit_of(card)


def turned_up(state: AuctionState) -> TurnedUp | None:
    """Return the trump card, if it has been turned up and not been noted (A16)."""
    card = state.trump_card
    if card is None or card < BLANK or not _trump_is_open(state):
        return None
    return TurnedUp(TRUMP, None, (card,), state.trump_deck)


def _trump_is_open(state: AuctionState) -> bool:
    return state.phase in ("tricks", OVER) or state.options["trump_reveal"] == "before_auction"


def duties(state: AuctionState, seat: int) -> Sequence[Duty]:
    """Return what the seat must do with its cards (A18)."""
    return () if state.led is None else follow_suit(state.led, "A18")


def _play(state: AuctionState, move: Move) -> None:
    """A card is played; a full trick is closed (A19)."""
    lay_on_trick(state, move.seat, move.args[0])
    if len(state.trick) == 4:
        winner, _ = close_trick(state, RANKING)
        state.won_by += (winner,)
        if not any(state.hands):
            state.phase = OVER


# -- rulings ---------------------------------------------------------------------------------------


def _finished(state: AuctionState, seat: int, args: tuple[int, ...]) -> int:
    """The tricks, from 1, that are over: a revoke in the one on the table is corrected (A18, A19)."""
    return (1 << len(state.won_by) + 1) - 2


def _not_counted(state: AuctionState, move: Move) -> None:
    """The offender's tricks from one on do not count for the maximum (A20, A21)."""
    seat, trick = move.args
    state.not_counted[seat] = min(trick, state.not_counted[seat] or trick)


REMEDIES = (
    remedy(
        NOT_COUNTED,
        _not_counted,
        "A18",
        gates=(Gate[AuctionState]("A19", lambda state, seat: bool(state.won_by)),),
        limits=((Within("A1", lambda state, seat, args: 0b1111),), (Within("A19", _finished),)),
    ),
)


PHASES: Mapping[str, Phase[AuctionState]] = {
    "auction": Phase(
        name="auction",
        rule="A7",
        acts=(
            Act(verb=PASS, do=_pass, turn="A8"),
            Act(verb=OPEN, do=_open, turn="A8", limits=((Held("A9"),), (Within("A9", _nameable),))),
        ),
    ),
    "offers": Phase(
        name="offers",
        rule="A10",
        acts=(Act(verb=OFFER, do=_offer, turn="A10", by=still_waiting, limits=((Held("A10"),),)),),
    ),
    "trade": Phase(
        name="trade",
        rule="A11",
        acts=(
            Act(
                verb=TRADE,
                do=_trade,
                turn="A11",
                limits=((Within("A11", lambda state, seat, args: state.candidates),),),
            ),
        ),
    ),
    "kitty": Phase(
        name="kitty",
        rule="A14",
        acts=(Act(verb=LAY, do=_lay, turn="A14", by=still_waiting, limits=((Held("A14"),),)),),
    ),
    "tricks": Phase(
        name="tricks",
        rule="A17",
        acts=(Act(verb=PLAY, do=_play, turn="A17", limits=((Held("A17"), Obliged(duties)),)),),
    ),
}


# -- the deal --------------------------------------------------------------------------------------


def trump_deck(standing: Standing) -> int:
    """Return the face cards that have not been turned up yet in this game (A16).

    After twelve rounds there are none, even where rounds were reported without their trump card.
    """
    if standing.hands >= FACES.bit_count():
        return 0
    return FACES & ~card_set(parse_card(text) for text in standing.memo["used"])


def shapes(terms: Terms, standing: Standing, dealer: int) -> Shapes:
    """Return the form of a deal: ten cards each, and the trump card while there is one (A6, A16)."""
    left = trump_deck(standing)
    return {
        "hands": ((10, 10, 10, 10), RANKING.pack),
        "trump": (ONE_CARD if left else CARD_OR_NONE, left),
    }


def begin(terms: Terms, standing: Standing, dealer: int, deal: Mapping[str, Any]) -> AuctionState:
    """Return the round after the deal (A6, A8)."""
    forehand = (dealer + 1) % 4
    return AuctionState(
        options=terms.options,
        seats=4,
        dealer=dealer,
        phase="auction",
        hands=[card_set(hand) for hand in deal["hands"]],
        turn=forehand,
        leader=forehand,
        tricks=[0, 0, 0, 0],
        trump_card=deal["trump"],
        trump_deck=trump_deck(standing),
    )


# -- the score -------------------------------------------------------------------------------------


def opening(terms: Terms) -> Standing:
    """Return the start of a game."""
    return Standing(totals=(0, 0, 0, 0), memo={"used": []})


NotCounted = Mapping[int, int]
"""By seat of each offender, how many of its tricks do not count for the maximum."""


def not_counted(state: AuctionState) -> NotCounted:
    """Return who has been ruled an offender, with the tricks that do not count."""
    return {
        seat: state.won_by[first - 1 :].count(seat) for seat, first in enumerate(state.not_counted) if first
    }


def _with_most(tricks: Sequence[int]) -> list[int]:
    return [seat for seat, count in enumerate(tricks) if count == max(tricks)]


def _counted(tricks: Sequence[int], without: NotCounted) -> list[int]:
    return [count - without.get(seat, 0) for seat, count in enumerate(tricks)]


def kitty_goes_to(tricks: Sequence[int], without: NotCounted) -> int | None:
    """Return who scores the kitty: the one with most tricks that count, or None if it is carried (A21, A22).

    It is carried, too, where an offender would have scored it.
    """
    most = _with_most(_counted(tricks, without))
    return most[0] if len(most) == 1 and offender_on_top(tricks, without) is None else None


def offender_on_top(tricks: Sequence[int], without: NotCounted) -> int | None:
    """Return the offender who would score by all tricks, or by those that count; None if there is none."""
    for counts in (tricks, _counted(tricks, without)):
        most = _with_most(counts)
        if len(most) == 1 and most[0] in without:
            return most[0]
    return None


def kitty_closed(state: AuctionState) -> bool:
    """Return whether the kitty cards still lie face down (A15, A23 and option `kitty_shown_on_tie`)."""
    hidden = state.options["kitty_shown_on_tie"] == "no"
    return not state.over or (hidden and kitty_goes_to(state.tricks, not_counted(state)) is None)


def kitty_cards(state: AuctionState) -> list[int]:
    """Return the cards of the kitty after the last trick: by seat, or if not all were seen, what is left."""
    cards = [card for card in state.kitty if card is not None]
    return cards if max(cards) < BLANK else list(members(RANKING.pack & ~state.gone))


def report(state: AuctionState) -> dict[str, Any]:
    """Return what the table would report of a finished round."""
    cards = kitty_cards(state)
    told: dict[str, Any] = {"tricks": list(state.tricks)}
    if kitty_closed(state):
        told["kitty_points"] = sum(VALUES[card] for card in cards)
    else:
        told["kitty"] = [card_text(card) for card in cards]
    told["trump"] = None if state.trump_card is None else card_text(state.trump_card)
    without = not_counted(state)
    if without:
        told["not_counted"] = [{"seat": seat, "tricks": tricks} for seat, tricks in without.items()]
    return told


def read_report(reader: Reader, terms: Terms, standing: Standing) -> dict[str, Any]:
    """Read tricks, kitty, perhaps the trump card, and tricks that do not count by a ruling.

    Raises Refused where they cannot be (A4, A16, A20).
    """
    told: dict[str, Any] = {"tricks": reader.integers("tricks", 4, 0, 9)}
    if reader.has("kitty_points"):
        told["kitty_points"] = reader.integer("kitty_points", 4, 40)
    else:
        told["kitty"] = [NAMES[card] for card in reader.cards("kitty", 4, RANKING.pack)]
    if reader.has("trump"):
        told["trump"] = None if reader.value("trump") is None else NAMES[reader.card("trump", FACES)]
    if reader.has("not_counted"):
        told["not_counted"] = [
            {"seat": one.integer("seat", 0, 3), "tricks": one.integer("tricks", 0, 9)}
            for one in reader.objects("not_counted", 4)
        ]
    reader.finish()
    if sum(told["tricks"]) != 9:
        raise Refused("wrong_sum", "A20", what="tricks", found=sum(told["tricks"]), expected=9)
    _check_trump(told, trump_deck(standing))
    _check_not_counted(told)
    return told


def _check_trump(told: Mapping[str, Any], left: int) -> None:
    """A trump card turned must be left in the trump deck, and while there is one it is turned (A16)."""
    trump = told.get("trump")
    if trump and not left >> parse_card(trump) & 1:
        raise Refused("card_used", "A16", card=trump)
    if "trump" in told and trump is None and left:
        raise Refused("card_missing", "A16")


def _check_not_counted(told: Mapping[str, Any]) -> None:
    """Each offender is named once, and no more tricks are taken from the count than were won (A20)."""
    seats: set[int] = set()
    for one in told.get("not_counted", ()):
        if one["seat"] in seats:
            raise Refused("seat_twice", "A20", seat=one["seat"])
        seats.add(one["seat"])
        most = told["tricks"][one["seat"]]
        if one["tricks"] > most:
            raise Refused("sum_too_high", "A20", what="tricks not counted", found=one["tricks"], most=most)


def score(terms: Terms, standing: Standing, dealer: int, told: Mapping[str, Any]) -> Score:
    """Return what a round is worth (A21 – A24, A26), and what a ruling changed of it."""
    tricks = told["tricks"]
    without = {one["seat"]: one["tricks"] for one in told.get("not_counted", ())}
    kitty = (
        told["kitty_points"] if "kitty_points" in told else sum(VALUES[parse_card(c)] for c in told["kitty"])
    )
    last = standing.hands + 1 == terms.options["rounds"]
    points, lines = [0, 0, 0, 0], [_ruled(seat, tricks[seat], count) for seat, count in without.items()]
    counted = _counted(tricks, without)
    params = {"kitty": kitty, "carry": standing.carry, "tricks": max(counted)}
    carry = 0
    scorer = kitty_goes_to(tricks, without)
    if scorer is not None:
        points[scorer] = kitty + standing.carry
        text = "Most tricks, %(tricks)s: kitty %(kitty)s and %(carry)s carried over."
        lines.append(Line(scorer, points[scorer], ("A20", "A21"), text, params))
    else:
        carry = 0 if last else standing.carry + kitty
        rule = "A24" if last else "A22"
        lines += [Line(s, 0, ("A20", rule), text, params) for s, text in _carried(tricks, without, last=last)]
    totals = tuple(old + new for old, new in zip(standing.totals, points, strict=True))
    used = [*standing.memo["used"], *([told["trump"]] if told.get("trump") else [])]
    after = Standing(
        totals=totals,
        carry=carry,
        hands=standing.hands + 1,
        next_dealer=(dealer + 1) % 4,
        over=last,
        winners=tuple(seat for seat in range(4) if totals[seat] == max(totals)) if last else None,
        memo={"used": used},
    )
    return Score({"points": points, "carry": carry}, after, lines)


def _ruled(seat: int, won: int, count: int) -> Line:
    """The line of a ruling: tricks of an offender that do not count (A18, A20)."""
    text = "By a ruling %(count)s of %(won)s tricks won do not count."
    return Line(seat, 0, ("A18", "A20"), text, {"count": count, "won": won})


def _carried(tricks: Sequence[int], without: NotCounted, *, last: bool) -> list[tuple[int, str]]:
    """Who has a line of a kitty that nobody scores, with its sentence (A22, A24)."""
    offender = offender_on_top(tricks, without)
    if offender is not None:
        return [(offender, _OFFENDER_LAST if last else _OFFENDER)]
    return [(seat, _TIE_LAST if last else _TIE) for seat in _with_most(_counted(tricks, without))]


_OFFENDER = "By a ruling the kitty is not scored: %(kitty)s is carried over, with %(carry)s from before."
_OFFENDER_LAST = (
    "By a ruling the kitty of the last round is not scored: %(kitty)s and %(carry)s from before are lost."
)
_TIE = "Most tricks shared, %(tricks)s each: kitty %(kitty)s is carried over, with %(carry)s from before."
_TIE_LAST = "Most tricks shared in the last round, %(tricks)s each: kitty %(kitty)s and %(carry)s from before are lost."


def sources(line: Line, moves: Sequence[Told]) -> list[int]:
    """Return the moves that a line comes from: the kitty, and the tricks of its player (A20, A23)."""
    return sorted(of_kinds(moves, "lay", "not_counted") + tricks_of(moves, (line.seat,)))


# -- what people see -------------------------------------------------------------------------------


def _shown(card: int | None, *, open_now: bool = True) -> str | None:
    return card_text(card) if card is not None and open_now else None


def public(state: AuctionState) -> dict[str, Any]:
    """Return what everybody at the table sees (A27)."""
    turned = state.phase not in ("auction", "offers")
    kitty_open = not kitty_closed(state)
    return public_trick(state) | {
        "opener": state.opener,
        "opened": _shown(state.opened),
        "called": None if state.called is None else SUITS[state.called],
        "offers": [_shown(card, open_now=turned) for card in state.offers],
        "offered": [card is not None for card in state.offers],
        "traded_with": state.traded_with,
        "kitty": [_shown(card, open_now=kitty_open) for card in state.kitty],
        "laid": [card is not None for card in state.kitty],
        "kitty_points": sum(VALUES[card] for card in kitty_cards(state)) if state.over else None,
        "not_counted": [first or None for first in state.not_counted],
        "trump_card": _shown(state.trump_card, open_now=_trump_is_open(state)),
    }


def own(state: AuctionState, seat: int) -> dict[str, Any]:
    """Return the cards that a seat itself laid face down (A27)."""
    return {"offer": _shown(state.offers[seat]), "kitty_card": _shown(state.kitty[seat])}


def still_down(state: AuctionState, move: Move) -> bool:
    """Return whether a card laid face down has not been turned up (A10, A15, A23)."""
    return state.phase == "offers" if move.verb is OFFER else kitty_closed(state)


def places(state: AuctionState) -> list[int]:
    """Return where cards are, besides the hands."""
    kitty = card_set(card for card in state.kitty if card is not None)
    on_table = 0
    if state.phase in ("offers", "trade"):
        assert state.opened is not None
        on_table = card_set(card for card in (state.opened, *state.offers) if card is not None)
    return [state.gone, card_set(state.trick), kitty, on_table]


# -- when something goes wrong ---------------------------------------------------------------------

REMEDY_TEXTS = {
    "not_counted": "The offender's tricks from that one on do not count.",
}

IRREGULARITIES = (
    Irregularity("suit_of_card", "The opener named the suit of the card laid.",
                 "Another suit is named; the card stays where it lies.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT,)),), ("A9",)),
    Irregularity("opened_out_of_turn", "Somebody opened out of turn.",
                 "It is void while an earlier player has the right: those have their turn first, and the "
                 "opening stands if nobody opens.",
                 (Case(ANY_TIME, TAKE_BACK, (STAND,)),), ("A8",)),
    Irregularity("offer_shown", "Two offers were laid, or an offer was shown early.",
                 "The offer shown first stays; a surplus card goes back to the hand.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("A10",)),
    Irregularity("offer_changed", "Somebody wanted to change an offer after seeing another.",
                 "The first card laid stands.",
                 (Case(ANY_TIME, STAND, (TAKE_BACK,)),), ("A10",)),
    Irregularity("wrong_trade", "The opener took a card that was not the highest of the suit named.",
                 "It is undone until cards are laid into the kitty; later the trade stands.",
                 (Case(BEFORE_PLAY, TAKE_BACK, (STAND,)), Case(LATER, STAND)), ("A11",)),
    Irregularity("card_not_handed_over", "The opener forgot to hand over the face-up card.",
                 "Hands of eleven and nine show it; it is put right at once.",
                 (Case(ANY_TIME, CORRECT),), ("A12",)),
    Irregularity("kitty_wrong", "Somebody forgot the kitty, or laid two cards.",
                 "It is put right before trump is turned; later the missing card is drawn by chance from "
                 "the offender's hand.",
                 (Case(BEFORE_PLAY, CORRECT, (TAKE_BACK,)), Case(LATER, CORRECT, (REDEAL,))), ("A14",)),
    Irregularity("kitty_seen", "Somebody looked at the kitty.",
                 "It has no effect; a warning.",
                 (Case(ANY_TIME, WARNING, (STAND,)),), ("A15", "A27")),
    Irregularity("trump_early", "The trump card was turned before the kitty was laid.",
                 "It stands for the round; if the auction is not over, it is finished with the trump known.",
                 (Case(ANY_TIME, STAND, (CORRECT,)),), ("A16",)),
    Irregularity("two_trumps", "Two trump cards were turned.",
                 "The first stands; the second goes back on top.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("A16",)),
    Irregularity("revoke", "Somebody did not follow suit, holding the suit led.",
                 "Before the next lead it is put right and the card goes back. Later the offender's tricks "
                 "from that one on count for nobody; if the offender would have scored, the kitty is "
                 "carried over.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, (STAND,)),
                  Case(LATER, "not_counted", (STAND, WARNING))),
                 ("A18", "A21")),
    Irregularity("out_of_turn", "Somebody led or played out of turn.",
                 "The card is taken back without penalty, unless the next player has played to it; then it "
                 "stands.",
                 (Case(BEFORE_NEXT_PLAY, TAKE_BACK, (STAND,)), Case(LATER, STAND)), ("A17",)),
    Irregularity("wrong_winner", "A trick was given to the wrong player.",
                 "The log decides; later cards are played again only if nothing was led since.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, (CORRECT,)), Case(LATER, CORRECT)), ("A19",)),
    Irregularity("misdeal", "Cards were misdealt, or a hand had the wrong size.",
                 "Before the auction the same dealer deals again; found during play the round is void and "
                 "dealt again with the same trump card.",
                 (Case(BEFORE_PLAY, REDEAL), Case(LATER, REDEAL, (STAND,))), ("A6",)),
    Irregularity("faulty_pack", "A face card was among the playing cards, or a card was missing.",
                 "The round is void; earlier rounds stand.",
                 (Case(ANY_TIME, REDEAL),), ("A2",)),
    Irregularity("kitty_miscounted", "The kitty was added up wrongly, or the carry forgotten.",
                 "It is worked out again from what was written down, until the result of the game is "
                 "agreed.",
                 (Case(ANY_TIME, CORRECT, (OFFSET,)),), ("A4", "A22")),
    Irregularity("round_disputed", "The number of the round is disputed.",
                 "As many rounds have begun as trump cards lie face up.",
                 (Case(ANY_TIME, CORRECT),), ("A16",)),
)  # fmt: skip
"""What goes wrong at a real table, and what the rule book recommends."""

GAME = Game[AuctionState](
    slug="auction-house",
    title="Auction House",
    version="1",
    seats=range(4, 5),
    pack=RANKING.pack,
    rules=RULES,
    options=OPTIONS,
    phases=PHASES,
    end_rule="A19",
    match_rule="A26",
    opening=opening,
    shapes=shapes,
    begin=begin,
    report=report,
    read_report=read_report,
    score=score,
    public=public,
    own=own,
    places=places,
    sources=sources,
    still_down=still_down,
    turn_ups=(TRUMP,),
    turned_up=turned_up,
    noted=_set_trump,
    irregularities=IRREGULARITIES,
    remedy_texts=REMEDY_TEXTS,
    remedies=REMEDIES,
    report_schema={
        "type": "object",
        "additionalProperties": False,
        "required": ["tricks"],
        "properties": {
            "tricks": {
                "type": "array",
                "description": "Tricks by seat; nine together.",
                "items": {"type": "integer", "minimum": 0, "maximum": 9},
                "minItems": 4,
                "maxItems": 4,
            },
            "kitty": {
                "type": "array",
                "description": "The four cards of the kitty; or give `kitty_points`.",
                "items": {"type": "string"},
                "minItems": 4,
                "maxItems": 4,
            },
            "kitty_points": {"type": "integer", "minimum": 4, "maximum": 40},
            "trump": {"type": ["string", "null"], "description": "The trump card turned up."},
            "not_counted": {
                "type": "array",
                "description": "Offenders by a ruling, and how many of their tricks do not count.",
                "maxItems": 4,
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["seat", "tricks"],
                    "properties": {
                        "seat": {"type": "integer", "minimum": 0, "maximum": 3},
                        "tricks": {"type": "integer", "minimum": 0, "maximum": 9},
                    },
                },
            },
        },
    },
)
