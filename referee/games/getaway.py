"""Getaway (Bhabhi, Thulla): three to eight players shed their cards, and the last one in loses.

Every trick goes to a face-down pile, the waste, unless somebody cannot follow: such a card, a *tochoo*,
breaks the trick, and whoever has the highest card of the suit led picks it up. A player is *in* until *away*;
exactly one player in has the *power*, which is the right and the duty to lead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.acts import Act, Duty, Gate, Held, Obliged, Phase, Within, remedy
from referee.engine.cards import ACE_HIGH, ANY, bits, card_set, card_text, parse_card
from referee.engine.errors import Refused
from referee.engine.forms import Reader, Shapes
from referee.engine.game import Game
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
from referee.engine.moves import CARD, PLAY, SEAT, Move, Param, Verb
from referee.engine.rules import Option, Rule, rule_book
from referee.engine.sources import Told, last_trick, of_kinds
from referee.engine.state import OVER, TrickState
from referee.engine.tricks import follow_suit, lay_on_trick, winning_place

TAKE = Verb("take")
DRAW = Verb("draw", (Param("card", CARD),), pattern=True, by_chance=True)
PICKUP = Verb("pickup", (Param("offender", SEAT),), referee=True)
FIRST_LEAD = 1 << parse_card("AS")
UNKNOWN = -1
"""The leader of a game at hidden sight, until the ace of spades is shown."""

RULES = rule_book(
    Rule("G1", "Three to eight players, each for themselves; play and deal go clockwise."),
    Rule("G2", "One pack of 52 cards; in every suit the ace is high and the two low. There is no trump, and "
         "suits never beat each other."),
    Rule("G3", "The first dealer is chosen at random; for every new deal the deal passes to the left."),
    Rule("G4", "The whole pack is dealt one by one from the dealer's left, so that the first players may get "
         "one card more than the others."),
    Rule("G5", "Whoever holds the ace of spades leads it to the first trick; nothing else may be led."),
    Rule("G6", "In the first trick everybody else plays one card from hand in turn: whoever holds a spade "
         "plays a spade, the others any card. A card of another suit is no tochoo here."),
    Rule("G7", "The first trick always goes to the waste, whatever was played; whoever led the ace of spades "
         "has the power."),
    Rule("G8", "Whoever has the power leads any card from hand to the next trick; nobody else may."),
    Rule("G9", "Everybody else who is in plays one card from hand in turn, clockwise. Whoever holds the suit "
         "led must play it; whoever holds none of it plays any card, and that is a tochoo."),
    Rule("G10", "A tochoo ends the trick at once: whoever has not played to it yet does not play."),
    Rule("G11", "The player of the highest card of the suit led has the power. If everybody followed, the "
         "trick goes to the waste; after a tochoo that player picks it up."),
    Rule("G12", "When a trick is settled, everybody without cards gets away, except whoever has the power. "
         "Whoever is away does not act again."),
    Rule("G13", "Whoever has the power and no cards leads a card drawn by chance from the shuffled waste, "
         "without a choice."),
    Rule("G14", "A trick led with a drawn card is settled like any other."),
    Rule("G15", "When a hand may be taken is agreed for the table: at any time, between tricks, only by the "
         "player about to lead, or never."),
    Rule("G16", "Any player who is in may take the hand of the nearest player to the left who is in and "
         "holds cards; nobody can refuse."),
    Rule("G17", "All cards of the hand taken go to the taker, and its owner gets away at once. With the hand "
         "go its part in the trick on the table and, if its owner had it, the power."),
    Rule("G18", "Several hands may be taken one after another. If two players speak together, the one with "
         "the power, or else the nearest to its left, goes first."),
    Rule("G19", "Whoever takes the hand of the only other player in is left alone, and loses."),
    Rule("G20", "The game ends the moment only one player is in: that player loses. There is no order among "
         "the others."),
    Rule("G21", "If two players are in and the one with the power has no cards, the game goes on with a card "
         "drawn from the waste."),
    Rule("G22", "There are no points; each game lost counts one."),
    Rule("G23", "Numbers of cards, cards on the table, cards picked up or drawn, the power and who is away "
         "are open to all. Hands are private, and nobody looks through the waste."),
    Rule("G24", "Turn, pick-ups, power, numbers of cards, takes, draws and the end can be checked by "
         "everybody; a card shown later can prove that somebody did not follow suit."),
)  # fmt: skip

OPTIONS = (
    Option("take_timing", "When a player may take the hand of the next player to the left.", "anytime",
           ("leader_only", "off"), {"traditional": "between_tricks"}),
    Option("empty_power", "Whoever has the power without cards draws from the waste, or gets away while the "
           "next player to the left leads.", "draw_waste", ("left_leads",)),
    Option("draw_pool", "Whether the trick just finished is in the waste when a card is drawn.",
           "include_last_trick", presets={"traditional": "before_last_trick"}),
    Option("two_left_draw_tochoo", "With two players in, a tochoo on a drawn card is picked up, or ends the "
           "game: the player who drew loses.", "pick_up", ("ends_game",)),
    Option("irregularity_penalty", "Whoever broke a rule picks up the trick and leads, or the play is only "
           "corrected.", "pickup_and_lead", ("correct_only",)),
    Option("first_trick_order", "The first trick is played clockwise, or in any order after the lead.",
           "clockwise", ("any_order",)),
)  # fmt: skip


@dataclass
class GetawayState(TrickState):
    """A game of Getaway. `leader` has the power, and `gone` is the waste.

    `waiting` holds the seats that still have to play to the trick on the table.

    Attributes:
        inside: set of seats that are in.
        away: seats that got away, in order; those of one trick in the order they played.
        owners: for each card on the table, the seat that answers for it: whoever played it, or took over.
        drawn: whether the card led to the current trick was drawn from the waste.
        aside: cards of a finished trick that go to the waste only after the draw (option `draw_pool`).
        picked_up_by: who picked up the last trick, or None if it went to the waste.
        first: whether the trick on the table, or else the last one, is the first of the game.
    """

    inside: int = 0
    away: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    drawn: bool = False
    aside: int = 0
    picked_up_by: int | None = None
    first: bool = True


# -- duties and conditions -------------------------------------------------------------------------


def duties(state: GetawayState, seat: int) -> Sequence[Duty]:
    """Return what the seat must do with its cards (G6, G9)."""
    assert state.led is not None
    return follow_suit(state.led, "G6" if state.phase == "first_trick" else "G9")


def draw_pool(state: GetawayState, seat: int, args: tuple[int, ...]) -> int:
    """Return the cards of which chance draws one (G13).

    Whoever draws for the players reads this set as the `allowed(state, seat, ())` of the act of `DRAW`. It
    belongs in no view and in no list of moves, as nobody may look through the waste (G23).
    """
    return state.gone


def target_of(state: GetawayState, seat: int) -> int | None:
    """Return whose hand a seat would take: the nearest to the left who holds cards (G16)."""
    for step in range(1, state.seats):
        other = (seat + step) % state.seats
        if state.hands[other]:
            return other
    return None


def may_take_now(state: GetawayState, seat: int) -> bool:
    """Return whether this is a moment at which a seat that is in may take (G15)."""
    timing = state.options["take_timing"]
    if timing == "anytime":
        return True
    if state.trick or timing == "off":
        return False
    return timing == "between_tricks" or state.leader in (seat, UNKNOWN)


def players_in(state: GetawayState) -> int:
    """Return the set of seats that are in (G16)."""
    return state.inside


def first_leader(state: GetawayState) -> int:
    """Return who may lead the first card: the holder of the ace of spades, or anybody while that is unknown (G5)."""
    return state.inside if state.leader == UNKNOWN else 1 << state.turn


def first_trick_turn(state: GetawayState) -> int:
    """Return who may play to the first trick now (G6 and option `first_trick_order`)."""
    return state.waiting if state.options["first_trick_order"] == "any_order" else 1 << state.turn


def lead_rule(state: GetawayState, seat: int) -> str:
    """Return the rule that keeps a seat from leading: it is away, its trick was broken off, or G8."""
    if seat in state.away:
        return "G12"
    late = state.picked_up_by is not None and seat not in state.last_players
    return "G10" if late else "G8"


def follow_rule(state: GetawayState, seat: int) -> str:
    """Return the rule that keeps a seat from following: it is away, or has no turn now."""
    return "G12" if seat in state.away else "G6" if state.phase == "first_trick" else "G9"


# -- what moves do ---------------------------------------------------------------------------------


def _lead(state: GetawayState, move: Move) -> None:
    """A card is led; everybody else who is in has to play (G5, G8)."""
    seat = state.leader = move.seat
    state.first = state.phase == "first_lead"
    state.phase = "first_trick" if state.phase == "first_lead" else "trick"
    state.drawn = move.verb is DRAW
    state.waiting = state.inside
    _lay(state, seat, move.args[0])


def _draw(state: GetawayState, move: Move) -> None:
    """A card of the waste is led; a trick kept apart joins the waste (G13)."""
    card = 1 << move.args[0]
    state.gone = state.gone & ~card | state.aside
    state.aside = 0
    state.hands[move.seat] = card
    _lead(state, move)


def _follow(state: GetawayState, move: Move) -> None:
    """A card is played; a tochoo or the last card settles the trick (G6, G7, G9, G10)."""
    card = move.args[0]
    _lay(state, move.seat, card)
    broken = card // 13 != state.led and state.phase == "trick"
    if broken or not state.waiting:
        _settle(state, broken=broken)


def _lay(state: GetawayState, seat: int, card: int) -> None:
    lay_on_trick(state, seat, card)
    state.owners += (seat,)
    state.waiting &= ~(1 << seat)
    _pass_turn(state)


def _pass_turn(state: GetawayState) -> None:
    """Let the turn stand at, or pass to, the first seat that still has to play."""
    while state.waiting and not state.waiting >> state.turn & 1:
        state.turn = (state.turn + 1) % state.seats


def _settle(state: GetawayState, *, broken: bool) -> None:
    """Give the power and the cards of the trick to where they belong; see who is away (G7, G11, G12, G20)."""
    high = state.owners[winning_place(state.trick, None, ACE_HIGH)]
    cards, lead_owner = card_set(state.trick), state.owners[0]
    if broken:
        state.hands[high] |= cards
    else:
        state.gone |= cards
    state.leader = state.last_winner = high
    state.picked_up_by = high if broken else None
    state.last_trick, state.last_players = state.trick, state.players
    state.trick, state.players, state.owners, state.led, state.waiting = (), (), (), None, 0
    if broken and state.drawn and _ends_on_tochoo(state):
        _leave(state, *(seat for seat in bits(state.inside) if seat != lead_owner))
    else:
        empty = (seat for seat in state.last_players if not state.hands[seat] and state.inside >> seat & 1)
        _leave(state, *(seat for seat in empty if seat != high))
    if not state.over:
        _give_lead(state, cards)


def _ends_on_tochoo(state: GetawayState) -> bool:
    """Whether this table ends the game at a tochoo on a drawn card, with two players in."""
    return state.options["two_left_draw_tochoo"] == "ends_game" and state.inside.bit_count() == 2


def _leave(state: GetawayState, *seats: int) -> None:
    """These seats get away; the game is over when one is left (G12, G17, G20)."""
    for seat in seats:
        state.inside &= ~(1 << seat)
    state.away += seats
    if state.inside.bit_count() == 1:
        state.phase = OVER


def _give_lead(state: GetawayState, cards: int) -> None:
    """The one with the power leads, or draws first if that hand is empty (G8, G13, G21)."""
    if state.hands[state.leader]:
        state.phase = "lead"
    elif state.options["empty_power"] == "draw_waste":
        state.phase = "draw"
        if state.options["draw_pool"] == "before_last_trick":
            state.gone &= ~cards
            state.aside = cards
    else:
        state.phase = "lead"
        old = state.leader
        state.leader = (old + 1) % state.seats
        while not state.inside >> state.leader & 1:
            state.leader = (state.leader + 1) % state.seats
        _leave(state, old)
    state.turn = state.leader


def _take(state: GetawayState, move: Move) -> None:
    """A seat takes a hand and what goes with it; a trick that nobody has to play to is settled (G17, G20)."""
    taker, target = move.seat, target_of(state, move.seat)
    assert target is not None
    state.hands[taker] |= state.hands[target]
    state.hands[target] = 0
    state.owners = tuple(taker if seat == target else seat for seat in state.owners)
    if state.leader == target:
        state.leader = taker
    _leave(state, target)
    if state.over:
        return
    if state.trick:
        state.waiting &= ~(1 << target)
        _pass_turn(state)
        if not state.waiting:
            _settle(state, broken=False)
        return
    state.turn = state.leader
    if state.phase == "draw" and state.hands[state.leader]:
        state.gone |= state.aside
        state.aside = 0
        state.phase = "lead"


# -- rulings ---------------------------------------------------------------------------------------


def _may_be_picked_up(state: GetawayState, seat: int) -> bool:
    """Nobody picks up the first trick (G7)."""
    return not state.first


def offenders(state: GetawayState, seat: int, args: tuple[int, ...]) -> int:
    """Return who may be told to pick up the trick: players in, and between tricks whoever played to the last."""
    return state.inside if state.trick else state.inside | card_set(state.last_players)


def _pick_up(state: GetawayState, move: Move) -> None:
    """The offender takes the trick on the table, or else the last one, and has the power.

    The last trick is taken from where it went. Nobody gets away from that trick but players without cards
    other than the offender; whoever got away with it and has cards again is in (G11, G12, G20).
    """
    offender = move.args[0]
    if state.trick:
        state.last_trick, state.last_players = state.trick, state.players
    cards = card_set(state.last_trick)
    state.hands = [hand & ~cards for hand in state.hands]
    state.hands[offender] |= cards
    state.gone, state.aside = state.gone & ~cards, state.aside & ~cards
    state.trick, state.players, state.owners, state.led, state.waiting = (), (), (), None, 0
    state.leader = state.turn = state.last_winner = state.picked_up_by = offender
    gone = [
        seat for seat in dict.fromkeys((*state.last_players, *range(state.seats))) if not state.hands[seat]
    ]
    state.away = tuple(seat for seat in state.away if seat in gone)
    state.away += tuple(seat for seat in gone if seat not in state.away)
    state.inside = card_set(seat for seat, hand in enumerate(state.hands) if hand)
    state.phase = "lead" if state.inside & ~(1 << offender) else OVER


_PICKUP_ACT = remedy(
    PICKUP,
    _pick_up,
    "G11",
    gates=(Gate[GetawayState]("G7", _may_be_picked_up),),
    limits=((Within("G12", offenders),),),
)

_TAKE_ACT = Act[GetawayState](
    verb=TAKE,
    do=_take,
    turn="G16",
    by=players_in,
    gates=(Gate("G15", may_take_now), Gate("G16", lambda state, seat: target_of(state, seat) is not None)),
)

PHASES: Mapping[str, Phase[GetawayState]] = {
    "first_lead": Phase(
        name="first_lead",
        rule="G5",
        private=True,  # nobody has seen yet who holds the ace of spades
        acts=(
            Act(
                verb=PLAY,
                do=_lead,
                turn="G5",
                by=first_leader,
                limits=((Held("G5"), Within("G5", lambda state, seat, args: FIRST_LEAD)),),
            ),
            _TAKE_ACT,
        ),
    ),
    "first_trick": Phase(
        name="first_trick",
        rule="G6",
        acts=(
            Act(
                verb=PLAY,
                do=_follow,
                turn=follow_rule,
                by=first_trick_turn,
                limits=((Held("G6"), Obliged(duties)),),
            ),
            _TAKE_ACT,
        ),
    ),
    "lead": Phase(
        name="lead",
        rule="G8",
        acts=(Act(verb=PLAY, do=_lead, turn=lead_rule, limits=((Held("G8"),),)), _TAKE_ACT),
    ),
    "draw": Phase(
        name="draw",
        rule="G13",
        acts=(Act(verb=DRAW, do=_draw, turn="G13", limits=((Within("G13", draw_pool),),)), _TAKE_ACT),
    ),
    "trick": Phase(
        name="trick",
        rule="G9",
        acts=(
            Act(verb=PLAY, do=_follow, turn=follow_rule, limits=((Held("G9"), Obliged(duties)),)),
            _TAKE_ACT,
        ),
    ),
}


# -- the deal --------------------------------------------------------------------------------------


def shapes(terms: Terms, standing: Standing, dealer: int) -> Shapes:
    """Return the form of a deal: the first seats from the dealer's left may get one card more (G4)."""
    each, more = divmod(52, terms.seats)
    sizes = tuple(each + ((seat - dealer - 1) % terms.seats < more) for seat in range(terms.seats))
    return {"hands": (sizes, ANY)}


def begin(terms: Terms, standing: Standing, dealer: int, deal: Mapping[str, Any]) -> GetawayState:
    """Return the game after the deal: whoever holds the ace of spades has the power (G5)."""
    hands = [card_set(hand) for hand in deal["hands"]]
    leader = next((seat for seat, hand in enumerate(hands) if hand & FIRST_LEAD), UNKNOWN)
    return GetawayState(
        options=terms.options,
        seats=terms.seats,
        dealer=dealer,
        phase="first_lead",
        hands=hands,
        turn=leader,
        leader=leader,
        inside=(1 << terms.seats) - 1,
    )


# -- the score -------------------------------------------------------------------------------------


def opening(terms: Terms) -> Standing:
    """Return the start of a series: nobody has lost a game yet (G22)."""
    return Standing(totals=(0,) * terms.seats)


def report(state: GetawayState) -> dict[str, Any]:
    """Return what the table would report of a finished game: who got away, in order, and who lost (G20)."""
    return {"away": list(state.away), "loser": bits(state.inside)[0]}


def read_report(reader: Reader, terms: Terms, standing: Standing) -> dict[str, Any]:
    """Read who lost and, if it was noted, the order in which all others got away.

    Raises Refused where a seat is named twice, or only some of the others are (G20).
    """
    away = reader.integers("away", None, 0, terms.seats - 1)
    loser = reader.integer("loser", 0, terms.seats - 1)
    reader.finish()
    for place, seat in enumerate(away):
        if seat == loser or seat in away[:place]:
            raise Refused("seat_twice", "G20", seat=seat)
    if away and len(away) != terms.seats - 1:
        raise Refused("wrong_sum", "G20", what="players away", found=len(away), expected=terms.seats - 1)
    return {"away": away, "loser": loser}


def score(terms: Terms, standing: Standing, dealer: int, told: Mapping[str, Any]) -> Score:
    """Return the losses after a game; the deal passes to the left, and the series has no end (G3, G22)."""
    loser = told["loser"]
    losses = [old + (seat == loser) for seat, old in enumerate(standing.totals)]
    line = Line(loser, 1, ("G20", "G22"), "Last one in: loss number %(losses)s.", {"losses": losses[loser]})
    after = Standing(totals=tuple(losses), hands=standing.hands + 1, next_dealer=(dealer + 1) % terms.seats)
    return Score({"loser": loser, "losses": losses}, after, [line])


def sources(line: Line, moves: Sequence[Told]) -> list[int]:
    """Return the moves that a line comes from: hands taken, and the trick that left one player in (G17, G20)."""
    return sorted({*of_kinds(moves, "take", "pickup"), *last_trick(moves)})


# -- what people see -------------------------------------------------------------------------------


def public(state: GetawayState) -> dict[str, Any]:
    """Return what everybody at the table sees; of the waste, only how many cards it has (G23).

    `takes_from` is whose hand each seat would take, whether or not this is the moment for it. Who has the
    power is not open before the ace of spades is led, as it follows from a hand.
    """
    hidden = state.phase == "first_lead"
    return {
        "in": list(bits(state.inside)),
        "away": list(state.away),
        "power": None if hidden else state.leader,
        "turn": [] if hidden else list(bits(_turn(state))),
        "drawn": state.drawn,
        "trick": _plays(state.players, state.trick),
        "last_trick": _plays(state.last_players, state.last_trick),
        "last_winner": state.last_winner,
        "picked_up_by": state.picked_up_by,
        "waste": (state.gone | state.aside).bit_count(),
        "takes_from": [
            target_of(state, seat) if state.inside >> seat & 1 else None for seat in range(state.seats)
        ],
    }


def _turn(state: GetawayState) -> int:
    """The seats that have to lead, draw or follow now."""
    if state.over:
        return 0
    return first_trick_turn(state) if state.phase == "first_trick" else 1 << state.turn


def own(state: GetawayState, seat: int) -> dict[str, Any]:
    """Return whether it is the turn of a seat, which before the first lead only its owner knows (G5, G23)."""
    return {"turn": bool(_turn(state) >> seat & 1)}


def _plays(players: Sequence[int], cards: Sequence[int]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card_text(card)} for seat, card in zip(players, cards, strict=True)]


def places(state: GetawayState) -> list[int]:
    """Return where cards are, besides the hands."""
    return [state.gone, state.aside, card_set(state.trick)]


# -- when something goes wrong ---------------------------------------------------------------------

_CORRECTED = Agreed("irregularity_penalty", "correct_only", TAKE_BACK)

REMEDY_TEXTS = {
    "pickup": "The offender picks up the trick and leads.",
}

IRREGULARITIES = (
    Irregularity("false_tochoo", "Somebody threw another suit from the second trick on, holding the suit led.",
                 "Before the next lead the offender picks up the trick and leads. Found later the trick "
                 "stays; the offender picks up the trick on the table, or gets a warning or a loss.",
                 (Case(BEFORE_NEXT_LEAD, "pickup", (TAKE_BACK, STAND), _CORRECTED),
                  Case(LATER, "pickup", (WARNING, OFFSET, STAND), Agreed("irregularity_penalty", "correct_only", STAND))),
                 ("G9", "G11")),
    Irregularity("after_tochoo", "Somebody played to a trick after a tochoo.",
                 "The offender picks up the trick and leads.",
                 (Case(BEFORE_NEXT_LEAD, "pickup", (TAKE_BACK, CORRECT), _CORRECTED),
                  Case(LATER, STAND, (WARNING,))),
                 ("G10", "G11")),
    Irregularity("out_of_turn", "Somebody played out of turn.",
                 "The offender picks up the trick and leads; if the next player has played on it and nobody"
                 " objected, the trick stands.",
                 (Case(BEFORE_NEXT_PLAY, "pickup", (TAKE_BACK, CORRECT), _CORRECTED),
                  Case(LATER, STAND, (WARNING,))),
                 ("G9", "G11")),
    Irregularity("first_trick", "Somebody threw another suit to the first trick, holding a spade.",
                 "It is put right before the trick is turned; later it stands.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, (STAND,)), Case(LATER, STAND, (WARNING,))), ("G6", "G7")),
    Irregularity("wrong_first_lead", "The first lead was not the ace of spades, or another player led.",
                 "It is taken back and the holder of the ace of spades leads; cards played to it go back "
                 "without penalty.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT,)),), ("G5",)),
    Irregularity("wrong_pick_up", "A trick was not picked up, or the wrong player did it.",
                 "It is put right: all its cards were seen, and the hands are counted.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("G11",)),
    Irregularity("tochoo_to_waste", "A trick with a tochoo was thrown to the waste.",
                 "It is found again with the log, and its owner picks it up.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("G11",)),
    Irregularity("not_away", "Somebody left with the power, or a card of theirs was found later.",
                 "They are not away; the card belongs to the hand, and without cards they draw.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("G12", "G13")),
    Irregularity("drew_wrong", "Somebody drew more than one card, or looked through the waste.",
                 "It is put back, shuffled and drawn again.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT, WARNING)),), ("G13", "G23")),
    Irregularity("mixed_in", "The last trick was mixed in before the draw, against the agreement.",
                 "Everything is shuffled, one card is drawn, and it is noted.",
                 (Case(ANY_TIME, CORRECT),), ("G13",)),
    Irregularity("take_in_trick", "A hand was taken at a time that the table does not allow.",
                 "It is void, and may be done again when the trick is over.",
                 (Case(ANY_TIME, TAKE_BACK, (STAND,)),), ("G15",)),
    Irregularity("two_takes", "Two players took a hand at once.",
                 "The one with the power goes first, or else the nearest to its left; then it is looked at "
                 "afresh.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("G18",)),
    Irregularity("exposed_card", "Somebody showed a card.",
                 "It goes back to the hand without penalty, as there is no partner.",
                 (Case(ANY_TIME, CORRECT, (WARNING,)),), ("G23",)),
    Irregularity("misdeal", "A card was exposed while dealing, or the numbers or the order were wrong.",
                 "The same dealer deals again, if it is noticed before the ace of spades is led.",
                 (Case(BEFORE_PLAY, REDEAL, (STAND,)), Case(LATER, STAND, (REDEAL,))), ("G4",)),
    Irregularity("faulty_pack", "A card was missing from the pack, or was there twice.",
                 "The game is void; earlier games stand.",
                 (Case(ANY_TIME, REDEAL),), ("G2",)),
    Irregularity("who_is_highest", "The highest card of a trick is disputed.",
                 "The log of the trick decides.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("G11",)),
)  # fmt: skip
"""What goes wrong at a real table, and what the rule book recommends."""

GAME = Game[GetawayState](
    slug="getaway",
    title="Getaway",
    version="1",
    seats=range(3, 9),
    pack=ANY,
    rules=RULES,
    options=OPTIONS,
    presets=("book", "traditional"),
    phases=PHASES,
    end_rule="G20",
    match_rule="G22",
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
    irregularities=IRREGULARITIES,
    remedy_texts=REMEDY_TEXTS,
    remedies=(_PICKUP_ACT,),
    report_schema={
        "type": "object",
        "additionalProperties": False,
        "required": ["away", "loser"],
        "properties": {
            "away": {
                "type": "array",
                "description": "All other seats in the order they got away, or nothing.",
                "items": {"type": "integer", "minimum": 0, "maximum": 7},
                "maxItems": 7,
                "uniqueItems": True,
            },
            "loser": {"type": "integer", "minimum": 0, "maximum": 7},
        },
    },
)
