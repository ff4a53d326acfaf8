"""2-Player Troeven: a trick game for two with 32 cards, from a layout on the table or from a stock.

N is the non-dealer, who names trump; D is the dealer. Won cards count A 4, K 3, Q 2, J 1. The match counts
down from 7 to 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from referee.engine.acts import Act, Duty, Gate, Held, Obliged, Phase, Within, remedy
from referee.engine.cards import ANY, BLANK, SUIT_SETS, Ranking, card_set, card_text, members, suit_of
from referee.engine.errors import Refused
from referee.engine.forms import Reader, Shapes
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
    Agreed,
    Case,
    Irregularity,
)
from referee.engine.match import Line, Score, Standing, Terms
from referee.engine.moves import CARD, PLAY, SEAT, SUIT, Move, Param, Verb
from referee.engine.rules import Option, Rule, rule_book
from referee.engine.sources import Told, of_kinds, tricks_of
from referee.engine.state import OVER, TrickState
from referee.engine.tricks import close_trick, lay_on_trick, public_trick

RANKING = Ranking("AKQJT987")
POINTS = tuple({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card_text(card)[0], 0) for card in range(52))
WORST_RESULT = Verb("worst_result", (Param("offender", SEAT),), referee=True)
CALL = Verb("call", (Param("suit", SUIT),))
UP = Verb("up", (Param("at", SEAT), Param("cards", CARD, many=True, least=4, most=8)))
EXPOSE = Verb("expose", (Param("at", SEAT), Param("card", CARD)))
ANY_SUIT = 0b1111

RULES = rule_book(
    Rule(
        "T1", "Two players use 32 cards, A K Q J T 9 8 7 in each suit; the ten ranks between jack and nine."
    ),
    Rule("T2", "Cards won count A 4, K 3, Q 2, J 1 and the others nothing: 10 in each suit, 40 in a round."),
    Rule(
        "T3",
        "The first dealer is chosen at random; the deal changes hands after every round, also after a tie.",
    ),
    Rule("T4", "The dealer shuffles and the opponent cuts."),
    Rule(
        "T5", "The non-dealer sees four cards and must then name the trump suit, once; nobody else names it."
    ),
    Rule(
        "T6",
        "The non-dealer leads to the first trick; then the other plays, and the winner of a trick leads next.",
    ),
    Rule("T7", "The highest trump wins the trick; without a trump, the highest card of the suit led wins."),
    Rule("T8", "All 32 cards are played, in 16 tricks; cards won lie face down."),
    Rule("T9", "The leader may play any card that can be played, and nobody ever has to beat a card."),
    Rule(
        "T10",
        "More points win the round: the caller takes one off; a winning dealer takes one off and the caller "
        "adds one; 20 to 20 changes nothing.",
    ),
    Rule("T11", "A score may rise above its start. Whoever first reaches 0 wins the match at once."),
    Rule(
        "T12",
        "On paper each side has branches on a line and a ball for each round won: the score is branches less "
        "balls.",
    ),
    Rule(
        "T20",
        "Layout: each player has eight stacks, a face-up card on a face-down card; the caller names trump on "
        "the first four face-up cards.",
    ),
    Rule(
        "T21",
        "Only face-up cards of your own stacks can be played; the card below is turned up at once and can be "
        "played from the next trick on.",
    ),
    Rule(
        "T22",
        "Layout: whoever has a face-up card of the suit led plays that suit or a trump; otherwise any face-up "
        "card. If trump is led, trump must be played if one is face up.",
    ),
    Rule("T23", "Nobody may look at face-down cards."),
    Rule(
        "T30",
        "Stock: four cards to the non-dealer, who names trump; then each hand is filled to eight, and sixteen "
        "cards are the stock. You play cards from your own hand.",
    ),
    Rule("T31", "While there is a stock, both players may play any card."),
    Rule(
        "T32", "After each trick while there is a stock the winner draws its top card, then the loser draws."
    ),
    Rule(
        "T33",
        "From the ninth trick on, whoever holds the suit led or a trump must play one of these; only with "
        "neither may another card be played.",
    ),
    Rule(
        "T40",
        "Layout: face-up cards, trump, tricks and points won are open; face-down cards are hidden from both.",
    ),
    Rule("T41", "Stock: each player sees their own hand; the order of the stock is hidden from both."),
    Rule("T42", "Cards won are not looked through during the round."),
)

OPTIONS = (
    Option("version", "Cards lie on the table as a layout, or are held in hand with a stock.", "layout", ("stock",)),
    Option("trump_choice", "The caller may name any suit, or only one among the four cards seen.", "any_suit",
           ("seen_suits",)),
    Option("turn_up", "A covered card is turned up at once, or when the trick is complete.", "immediate",
           ("after_trick",)),
    Option("endgame_follow", "What the follower must do once the stock is gone.", "follow_or_trump",
           ("as_v1", "follow_first")),
    Option("dealer_win", "What changes when the dealer wins a round.", "both",
           ("caller_adds_only", "dealer_subtracts_only")),
    Option("start_score", "The score that both players start from.", 7, range(1, 21)),
)  # fmt: skip


@dataclass
class TroevenState(TrickState):
    """A round of Troeven.

    Attributes:
        points: card points won, by seat.
        up, down: layout: by seat, the card lying at each of the eight places, or None.
        coming: cards dealt to each hand after trump is named.
        stock: the face-down stock, next card first.
        worst: the seat that lost the round by a ruling, or None.
    """

    CARDS = ("up", "down", "coming", "stock")

    points: list[int] = field(default_factory=lambda: [0, 0])
    up: list[tuple[int | None, ...]] = field(default_factory=list)
    down: list[tuple[int | None, ...]] = field(default_factory=list)
    coming: tuple[tuple[int, ...], ...] = ((), ())
    stock: tuple[int, ...] = ()
    worst: int | None = None


# -- duties ----------------------------------------------------------------------------------------


@cache
def _duties(follow: str, rule: str, led: int, trump: int) -> tuple[Duty, ...]:
    """The duty of the follower (T22, T33 and the variants of `endgame_follow`)."""
    suit, trumps = SUIT_SETS[led], SUIT_SETS[trump]
    anything = Duty(ANY, ANY, rule)
    if follow == "as_v1":
        return (Duty(suit, suit | trumps, rule), anything)
    if follow == "follow_first":
        return (Duty(suit, suit, rule), Duty(trumps, trumps, rule), anything)
    return (Duty(suit | trumps, suit | trumps, rule), anything)


def duties(state: TroevenState, seat: int) -> Sequence[Duty]:
    """Return what the seat must do with its cards (T9, T22, T31, T33)."""
    if state.led is None or state.stock:
        return ()
    assert state.trump is not None
    if state.options["version"] == "layout":
        return _duties("as_v1", "T22", state.led, state.trump)
    return _duties(str(state.options["endgame_follow"]), "T33", state.led, state.trump)


def _nameable(state: TroevenState, seat: int, args: tuple[int, ...]) -> int:
    """Suits that may be named: any, or one of the four cards seen (T5)."""
    if state.options["trump_choice"] == "any_suit":
        return ANY_SUIT
    return card_set(suit_of(card) for card in members(state.hands[seat]))


# -- what moves do ---------------------------------------------------------------------------------


def _call(state: TroevenState, move: Move) -> None:
    """Trump is named, and the deal goes on (T5, T20, T30)."""
    state.trump = move.args[0]
    for seat in (0, 1):
        state.hands[seat] |= card_set(state.coming[seat])
        if state.up:
            state.up[seat] = tuple(card for card in state.up[seat] if card is not None) + state.coming[seat]
    state.coming = ((), ())
    state.phase = str(state.options["version"])


def _play(state: TroevenState, move: Move) -> None:
    """A card is played; what lay below it is turned up; a full trick is closed (T6, T7, T21, T32)."""
    card = move.args[0]
    lay_on_trick(state, move.seat, card)
    if state.up:
        _lift(state, move.seat, card)
    if len(state.trick) == 2:
        _finish_trick(state)


def _lift(state: TroevenState, seat: int, card: int) -> None:
    place = state.up[seat].index(card)
    state.up[seat] = (*state.up[seat][:place], None, *state.up[seat][place + 1 :])
    if state.options["turn_up"] == "immediate":
        _turn_up(state, seat)


def _turn_up(state: TroevenState, seat: int) -> None:
    """Turn up the cards that lie uncovered at a seat (T21)."""
    up, down = list(state.up[seat]), list(state.down[seat])
    for place, card in enumerate(down):
        if card is not None and up[place] is None:
            up[place], down[place] = card, None
            state.hands[seat] |= 1 << card
    state.up[seat], state.down[seat] = tuple(up), tuple(down)


def _finish_trick(state: TroevenState) -> None:
    first = state.players[0]
    winner, cards = close_trick(state, RANKING)
    state.points[winner] += sum(POINTS[card] for card in cards)
    if state.up and state.options["turn_up"] == "after_trick":
        _turn_up(state, first)
        _turn_up(state, 1 - first)
    if state.stock:
        state.hands[winner] |= 1 << state.stock[0]
        state.hands[1 - winner] |= 1 << state.stock[1]
        state.stock = state.stock[2:]
    if not any(state.hands):
        state.phase = OVER


def _worst_result(state: TroevenState, move: Move) -> None:
    """The offender loses the round as if the other player had all points; nothing more is played (T10)."""
    state.worst, state.phase = move.args[0], OVER


REMEDIES = (
    remedy(
        WORST_RESULT,
        _worst_result,
        "T10",
        gates=(
            Gate[TroevenState]("T6", lambda state, seat: any(state.tricks)),
            Gate("T10", lambda state, seat: state.worst is None),
        ),
        limits=((Within("T1", lambda state, seat, args: 0b11),),),
    ),
)

PHASES: Mapping[str, Phase[TroevenState]] = {
    "call": Phase(
        name="call",
        rule="T5",
        acts=(Act(verb=CALL, do=_call, turn="T5", limits=((Within("T5", _nameable, private=True),),)),),
    ),
    "layout": Phase(
        name="layout",
        rule="T6",
        acts=(Act(verb=PLAY, do=_play, turn="T6", limits=((Held("T21"), Obliged(duties)),)),),
    ),
    "stock": Phase(
        name="stock",
        rule="T6",
        acts=(Act(verb=PLAY, do=_play, turn="T6", limits=((Held("T30"), Obliged(duties)),)),),
    ),
}


# -- the deal --------------------------------------------------------------------------------------


def shapes(terms: Terms, standing: Standing, dealer: int) -> Shapes:
    """Return the form of a deal (T20, T30)."""
    if terms.options["version"] == "layout":
        return {"down": ((8, 8), RANKING.pack), "up": ((8, 8), RANKING.pack)}
    return {"hands": ((8, 8), RANKING.pack), "stock": (16, RANKING.pack)}


def begin(terms: Terms, standing: Standing, dealer: int, deal: Mapping[str, Any]) -> TroevenState:
    """Return the round after the non-dealer has got four cards (T5)."""
    caller = 1 - dealer
    layout = terms.options["version"] == "layout"
    cards = deal["up"] if layout else deal["hands"]
    first = cards[caller][:4]
    coming = [cards[0], cards[1]]
    coming[caller] = cards[caller][4:]
    state = TroevenState(
        options=terms.options,
        seats=2,
        dealer=dealer,
        phase="call",
        hands=[0, 0],
        turn=caller,
        leader=caller,
        tricks=[0, 0],
        coming=(coming[0], coming[1]),
        stock=deal.get("stock", ()),
    )
    state.hands[caller] = card_set(first)
    if layout:
        state.down = list(deal["down"])
        state.up = [(), ()]
        state.up[caller] = first
    return state


# -- the score -------------------------------------------------------------------------------------


def opening(terms: Terms) -> Standing:
    """Return the start of a match: both players have all their branches (T10, T12)."""
    start = int(terms.options["start_score"])
    return Standing(totals=(start, start), memo={"branches": [start, start], "balls": [0, 0]})


def report(state: TroevenState) -> dict[str, Any]:
    """Return what the table would report of a round; after a ruling the offender has no points (T10)."""
    if state.worst is None:
        return {"points": list(state.points)}
    return {"points": [0 if seat == state.worst else 40 for seat in (0, 1)], "worst_result": state.worst}


def read_report(reader: Reader, terms: Terms, standing: Standing) -> dict[str, Any]:
    """Read the card points of a round, and perhaps who lost it by a ruling.

    Raises Refused where they are not 40 together (T2), or an offender has any (T10).
    """
    told: dict[str, Any] = {"points": reader.integers("points", 2, 0, 40)}
    if reader.has("worst_result"):
        told["worst_result"] = reader.integer("worst_result", 0, 1)
    reader.finish()
    points = told["points"]
    if sum(points) != 40:
        raise Refused("wrong_sum", "T2", what="points", found=sum(points), expected=40)
    if "worst_result" in told and points[told["worst_result"]]:
        found = points[told["worst_result"]]
        raise Refused("wrong_sum", "T10", what="points of the offender", found=found, expected=0)
    return told


def score(terms: Terms, standing: Standing, dealer: int, told: Mapping[str, Any]) -> Score:
    """Return what a round changes (T10, T11, T12)."""
    points, caller = told["points"], 1 - dealer
    branches, balls = list(standing.memo["branches"]), list(standing.memo["balls"])
    for seat, total in enumerate(standing.totals):  # a point that a ruling gave is a branch, one it took a ball
        ruled = total - (branches[seat] - balls[seat])
        branches[seat] += max(ruled, 0)
        balls[seat] -= min(ruled, 0)
    lines = []
    if "worst_result" in told:
        lines.append(Line(told["worst_result"], 0, ("T10",), "Lost the round by a ruling.", {}))
    params = {"own": points[caller], "other": points[dealer]}
    if points[caller] > points[dealer]:
        balls[caller] += 1
        lines.append(
            Line(caller, -1, ("T10",), "Called trump and won the round, %(own)s to %(other)s.", params)
        )
    elif points[dealer] > points[caller]:
        effect = terms.options["dealer_win"]
        turned = {"own": points[dealer], "other": points[caller]}
        if effect != "caller_adds_only":
            balls[dealer] += 1
            lines.append(Line(dealer, -1, ("T10",), "Dealt and won the round, %(own)s to %(other)s.", turned))
        if effect != "dealer_subtracts_only":
            branches[caller] += 1
            lines.append(
                Line(caller, 1, ("T10",), "Called trump and lost the round, %(own)s to %(other)s.", params)
            )
    else:
        lines.append(Line(caller, 0, ("T10",), "A tie, %(own)s to %(other)s: nothing changes.", params))
    totals = (branches[0] - balls[0], branches[1] - balls[1])
    winners = tuple(seat for seat in (0, 1) if totals[seat] <= 0)
    after = Standing(
        totals=totals,
        hands=standing.hands + 1,
        next_dealer=caller,
        over=bool(winners),
        winners=winners or None,
        memo={"branches": branches, "balls": balls},
    )
    return Score({"points": list(points), "score": list(totals)}, after, lines)


def sources(line: Line, moves: Sequence[Told]) -> list[int]:
    """Return the moves that a line comes from: the call, and the tricks of its player or a ruling (T2, T5, T10)."""
    ruled = of_kinds(moves, "worst_result")
    return sorted(of_kinds(moves, "call") + (ruled or tricks_of(moves, (line.seat,))))


# -- what people see -------------------------------------------------------------------------------


def public(state: TroevenState) -> dict[str, Any]:
    """Return what both players see (T40, T41)."""
    facts = public_trick(state) | {"caller": 1 - state.dealer, "points": list(state.points)}
    facts["worst_result"] = state.worst
    if state.options["version"] == "stock":
        return facts | {"stock": len(state.stock)}
    stacks = [
        [
            {"up": None if card is None else card_text(card), "down": under is not None}
            for card, under in zip(_eight(state.up[seat]), state.down[seat], strict=True)
        ]
        for seat in (0, 1)
    ]
    return facts | {"stacks": stacks}


def _eight(places: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return places + (None,) * (8 - len(places))


def turned_up(state: TroevenState) -> TurnedUp | None:
    """Return the cards of the layout that lie face up and have not been noted, the leader's first (T20, T21)."""
    for seat in (state.last_players or (0, 1)) if state.phase == "layout" else ():
        blanks = tuple(card for card in state.up[seat] if card is not None and card >= BLANK)
        if blanks:
            dealt = not state.gone and not state.trick
            return TurnedUp(UP if dealt else EXPOSE, seat, blanks, RANKING.pack)
    return None


def open_hand(state: TroevenState, seat: int) -> bool:
    """Return whether the cards of a seat lie open: in the layout version (T40)."""
    return state.options["version"] == "layout"


def places(state: TroevenState) -> list[int]:
    """Return where cards are, besides the hands."""
    below = [card for seat in state.down for card in seat if card is not None]
    rest = (*state.coming[0], *state.coming[1], *state.stock, *below)
    return [state.gone, card_set(state.trick), card_set(rest)]


# -- when something goes wrong ---------------------------------------------------------------------

REMEDY_TEXTS = {
    "worst_result": "The offender loses the round, as if the other had 40.",
}

IRREGULARITIES = (
    Irregularity("revoke", "Somebody played a card that the suit led did not allow.",
                 "Layout: it is taken back, as all cards are open. Stock: it is put right before the next "
                 "lead; afterwards the offender loses the round as if the opponent had 40.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, (STAND,)),
                  Case(LATER, "worst_result", (STAND, WARNING), Agreed("version", "layout", TAKE_BACK))),
                 ("T10", "T22", "T33")),
    Irregularity("lead_out_of_turn", "Somebody led out of turn.",
                 "It is taken back, unless the other has played to it; no penalty.",
                 (Case(BEFORE_NEXT_PLAY, TAKE_BACK, (STAND,)), Case(LATER, STAND)), ("T6",)),
    Irregularity("drawn_wrong", "Somebody forgot to draw, drew twice, or drew in the wrong order.",
                 "Before the next lead the card is drawn now and a surplus card goes back on the stock; a "
                 "wrong order noticed later stands, unless neither card was looked at.",
                 (Case(BEFORE_NEXT_LEAD, CORRECT, (TAKE_BACK,)), Case(LATER, STAND, (CORRECT,))), ("T32",)),
    Irregularity("hands_unequal", "The hands have different sizes near the end.",
                 "The opponent chooses: deal again, or play on with the missing card as a lost trick.",
                 (Case(ANY_TIME, REDEAL, (STAND,)),), ("T8",)),
    Irregularity("card_seen", "A face-down card was looked at or turned by mistake.",
                 "One's own goes face down again, without penalty; for the opponent's card the opponent may"
                 " demand a redeal before the first trick ends.",
                 (Case(BEFORE_PLAY, CORRECT, (REDEAL,)), Case(LATER, CORRECT, (WARNING,))), ("T23",)),
    Irregularity("not_turned_up", "A card was not turned up.",
                 "It is turned up when it is noticed; cards played meanwhile stand.",
                 (Case(ANY_TIME, CORRECT),), ("T21",)),
    Irregularity("trump_changed", "Trump was named late, or changed.",
                 "The suit named first counts.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("T5",)),
    Irregularity("dealt_on", "The dealer dealt on before trump was named.",
                 "Trump is named on the first four cards only; if the caller has looked at more, the "
                 "opponent may demand a redeal.",
                 (Case(ANY_TIME, CORRECT, (REDEAL,)),), ("T5",)),
    Irregularity("misdeal", "Cards were misdealt or exposed, or the pack had not 32 cards.",
                 "The same dealer deals again before the first trick; a faulty pack voids the round, and "
                 "earlier scores stand.",
                 (Case(BEFORE_PLAY, REDEAL, (STAND,)), Case(LATER, REDEAL, (STAND,))), ("T1", "T20", "T30")),
    Irregularity("points_disputed", "The winner of a trick, or the points, are disputed.",
                 "The log decides, and the piles are recounted: 32 cards and 40 points together.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("T2", "T7")),
    Irregularity("branch_forgotten", "The caller's extra branch was forgotten on the sheet.",
                 "It is worked out again from the results, until trump of the next round is named.",
                 (Case(ANY_TIME, CORRECT, (OFFSET,)),), ("T10", "T12")),
)  # fmt: skip
"""What goes wrong at a real table, and what the rule book recommends."""

GAME = Game[TroevenState](
    slug="troeven",
    title="2-Player Troeven",
    version="1",
    seats=range(2, 3),
    pack=RANKING.pack,
    rules=RULES,
    options=OPTIONS,
    phases=PHASES,
    end_rule="T8",
    match_rule="T11",
    opening=opening,
    shapes=shapes,
    begin=begin,
    report=report,
    irregularities=IRREGULARITIES,
    remedy_texts=REMEDY_TEXTS,
    remedies=REMEDIES,
    read_report=read_report,
    score=score,
    public=public,
    places=places,
    sources=sources,
    open_hand=open_hand,
    turn_ups=(UP, EXPOSE),
    turned_up=turned_up,
    report_schema={
        "type": "object",
        "additionalProperties": False,
        "required": ["points"],
        "properties": {
            "points": {
                "type": "array",
                "description": "Card points by seat; 40 together.",
                "items": {"type": "integer", "minimum": 0, "maximum": 40},
                "minItems": 2,
                "maxItems": 2,
            },
            "worst_result": {
                "type": "integer",
                "description": "Who lost the round by a ruling; the points are then 0 and 40.",
                "minimum": 0,
                "maximum": 1,
            },
        },
    },
)
