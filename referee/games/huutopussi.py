"""Huutopussi: two partnerships bid for a contract, and marriages make trump while the cards are played.

Team 0 is seats 0 and 2, team 1 seats 1 and 3; scores belong to teams. Preset `book` takes the plain words of
the rules' source, `traditional` what most tables play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from referee.engine.acts import Act, Duty, Gate, Held, Obliged, Phase, Promised, Within, remedy
from referee.engine.cards import ANY, NAMES, SUIT_SETS, SUITS, Ranking, bits, card_set, card_texts, members
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
    STAND,
    TAKE_BACK,
    WARNING,
    Case,
    Irregularity,
)
from referee.engine.irregularities import REDEAL as DEAL_AGAIN
from referee.engine.match import Line, Phrase, Player, Score, Standing, Terms
from referee.engine.moves import ANSWER, CARD, NO, NUMBER, PASS, PLAY, SEAT, SUIT, YES, Move, Param, Verb
from referee.engine.rules import Option, Options, Rule, rule_book
from referee.engine.sources import Told, of_kinds, tricks_of
from referee.engine.state import OVER, TrickState
from referee.engine.tricks import close_trick, lay_on_trick, public_trick, winning_place

RANKING = Ranking("ATKQJ9876")
VALUES = tuple({"A": 10, "T": 10, "K": 5, "Q": 5, "J": 5}.get(name[0], 0) for name in NAMES)
LAST_TRICK = 20
CARD_POINTS = 140
MOST = 440
MARRIAGES: Mapping[str, Sequence[int]] = {"book": (40, 100, 80, 60), "reversed": (100, 80, 60, 40)}
"""Values of the marriages in S H D C, by option `marriage_values`."""

PAIRS = tuple(card_set((NAMES.index("K" + suit), NAMES.index("Q" + suit))) for suit in SUITS)
ROYALS = card_set(card for pair in PAIRS for card in members(pair))
SIXES, ABOVE_JACK = Ranking("6").pack, Ranking("ATKQ").pack
ANY_SUIT = 0b1111

BID = Verb("bid", (Param("points", NUMBER),))
REDEAL = Verb("redeal", shown=Param("cards", CARD, many=True, least=0, most=9))
GIVE = Verb("give", (Param("cards", CARD, many=True, least=3, most=4),), face_down=True, pattern=True)
CONTRACT = Verb("contract", (Param("points", NUMBER),))
RETURN = Verb("return", (Param("cards", CARD, many=True, least=3, most=4),), face_down=True, pattern=True)
MARRIAGE = Verb("marriage", (Param("suit", SUIT),))
ASK = Verb("ask")
HALF = Verb("half", (Param("card", CARD),))
REPLY = Verb("answer", (Param("answer", ANSWER),))
WORST_RESULT = Verb("worst_result", (Param("offender", SEAT),), referee=True)
CANCEL_MARRIAGE = Verb("cancel_marriage", (Param("suit", SUIT),), referee=True)

RULES = rule_book(
    Rule("H1", "Four players, partners opposite each other; scores belong to the two teams."),
    Rule("H2", "36 cards, from ace to six in each suit. The ten ranks below the ace: A T K Q J 9 8 7 6, "
         "trump too."),
    Rule("H3", "Aces and tens count 10; kings, queens and jacks 5: 140 in all, in steps of 5. The last trick "
         "counts 20 and marriages S 40, C 60, D 80, H 100: at most 440 together."),
    Rule("H4", "The first dealer is chosen at random and the deal passes left after every finished hand. "
         "Nine cards each are dealt, one at a time."),
    Rule("H5", "From the dealer's left each player in turn bids, passes or demands a redeal; those who "
         "passed are skipped."),
    Rule("H6", "Bids are multiples of 5, each higher than the last, at most 440. The player left of the "
         "dealer has to open, with the minimum bid at least. Whoever has passed stays out."),
    Rule("H7", "The auction ends when three players have passed, or at once with a bid of 440. The last "
         "bidder is the declarer."),
    Rule("H8", "A team whose score is −500 or lower may not bid; only the obligatory opening is made, with "
         "exactly the minimum bid."),
    Rule("H9", "At the first turn of the auction a player with three or more sixes, or without any card "
         "above a jack, may show the hand and demand a redeal by the same dealer."),
    Rule("H10", "The declarer's partner passes three cards of their hand face down to the declarer."),
    Rule("H11", "Having seen them the declarer announces the contract: a multiple of 5, from the bid up to "
         "440."),
    Rule("H12", "Then the declarer passes three of the twelve cards face down back to the partner."),
    Rule("H13", "The declarer leads any card to the first trick, and the winner of a trick leads next; nine "
         "tricks. You play cards from your own hand."),
    Rule("H14", "There is no trump until a marriage makes one; it may change later, between tricks."),
    Rule("H15", "Follow suit, and with a card that beats the trick if you can, even your partner's. Without "
         "the suit led play a trump, a higher one than those in the trick if you can; otherwise any card."),
    Rule("H16", "The highest trump wins the trick; without a trump, the highest card of the suit led."),
    Rule("H17", "Winning the ninth trick is worth 20."),
    Rule("H18", "Whoever led the trick just finished and won it may try one marriage before the next lead: "
         "their own, a full question or a half question."),
    Rule("H19", "King and queen of a marriage must still be held, and each suit is made trump at most once "
         "in a hand."),
    Rule("H20", "Own marriage: you hold king and queen of the suit, and it becomes trump."),
    Rule("H21", "Full question: your partner may name a suit of which they hold king and queen, and it "
         "becomes trump; or answer no."),
    Rule("H22", "Half question: you name a king or queen that you hold. A partner holding the other one may "
         "answer yes, and the suit becomes trump; otherwise the answer is no."),
    Rule("H23", "Whoever asked in full may declare no own marriage, and their partner may not ask in full. "
         "After a half question both partners may only ask for halves."),
    Rule("H24", "A marriage makes its suit trump from the next lead on and scores its value for the team, "
         "whatever happens later."),
    Rule("H25", "No card is shown or led because of a marriage; question, card asked with, answer and suit "
         "are open to all."),
    Rule("H26", "A team's total is the cards in its tricks, 20 for the last trick, and its marriages."),
    Rule("H27", "The team that does not declare scores its total."),
    Rule("H28", "The declaring team scores its contract, no more, if its total reaches it. Otherwise it "
         "scores 0, or minus the contract, as the table has agreed; without any trick it loses the "
         "contract."),
    Rule("H29", "Scores may be negative, without limit."),
    Rule("H30", "After a hand a team with 500 or more wins; if both have that, the higher score wins, and "
         "equal scores are decided as the table has agreed."),
    Rule("H31", "Hands are hidden, and exchanged cards are known to the two partners alone; bids, contract, "
         "marriage talk, trump, cards played, tricks and scores are open."),
    Rule("H32", "Bidding, contract, turns, the right to marriages, winners of tricks and the score can be "
         "checked by everybody; what depends on hands only with the hands."),
)  # fmt: skip

OPTIONS = (
    Option("failed_contract", "What a failed contract costs a team that took a trick: nothing, or the "
           "contract.", "zero", presets={"traditional": "minus_contract"}),
    Option("declarer_no_trick", "What a declaring team without a trick loses: the contract, or twice the "
           "contract.", "minus_contract", ("minus_double",)),
    Option("defender_no_trick", "What the other team scores without a trick: its total, minus the bid, or "
           "minus twice a contract that was made.", "zero", ("minus_bid", "minus_double_contract")),
    Option("asks", "Whether the partner may decline a question, or must answer truthfully.",
           "optional", ("truthful",)),
    Option("ask_locks", "What questions lock: as the book has it; half questions nothing; or a full question "
           "does not bar the partner from asking in full.", "book", ("full_only", "illisoft")),
    Option("declare_right", "Who may try a marriage: who led and won the trick just finished, its winner, or "
           "its winner having once led and won.", "led_and_won", ("any_won", "led_and_won_once")),
    Option("redeal_window", "When a redeal may be demanded: at the first turn, at any turn, or never.",
           "first_turn", ("any_turn", "off")),
    Option("exchange_count", "The number of cards passed to the declarer and back.", 3, (4,)),
    Option("min_bid", "The lowest bid.", 50, (60, 120)),
    Option("forced_opening", "Whether the player left of the dealer has to open the auction.",
           "yes", ("no",)),
    Option("marriage_values", "Whether hearts or spades are the highest marriage.", "book", ("reversed",)),
    Option("bid_ban", "The score at which a team may no longer bid.", -500, (-250, "negative", "off")),
    Option("target", "The score that wins the match.", 500, range(300, 1001)),
    Option("tie_500", "Equal scores that would both win: another hand, or a draw.", "extra_hand", ("draw",)),
)  # fmt: skip


@dataclass
class HuutoState(TrickState):
    """A hand of Huutopussi.

    Attributes:
        auction: seats and their bids in order, 0 for a pass; `passed` is the set of seats that are out.
        banned: the set of seats that may not bid.
        bid, declarer: the highest bid and who made it.
        contract: what the declarer announced.
        given, returned: the sets of cards exchanged.
        redealt: the seat that demanded a redeal.
        card_points: points in the tricks of each team.
        led_and_won: the set of seats that have won a trick they led.
        may_try: whether the seat on turn may try a marriage.
        asked_full, asked_half: the sets of seats that have asked.
        half: the card asked with, until the answer.
        made: the set of suits made trump; `marriages` tells trick, seat and suit of each, in order, and
            `cancelled` those that a ruling took back.
        worst: the team that got its worst result by a ruling, or None.
    """

    auction: tuple[tuple[int, int], ...] = ()
    passed: int = 0
    banned: int = 0
    bid: int = 0
    declarer: int | None = None
    contract: int | None = None
    given: int = 0
    returned: int = 0
    redealt: int | None = None
    card_points: list[int] = field(default_factory=lambda: [0, 0])
    led_and_won: int = 0
    may_try: bool = False
    asked_full: int = 0
    asked_half: int = 0
    half: int | None = None
    made: int = 0
    marriages: tuple[tuple[int, int, int], ...] = ()
    cancelled: tuple[tuple[int, int, int], ...] = ()
    worst: int | None = None


def partner(seat: int) -> int:
    """Return the seat opposite (H1)."""
    return (seat + 2) % 4


# -- auction and exchange --------------------------------------------------------------------------


@cache
def steps(low: int) -> int:
    """Return the multiples of 5 from a number up to 440, as a set (H6, H11)."""
    return sum(1 << points for points in range(low + -low % 5, MOST + 1, 5))


def banned_at(options: Options, total: int) -> bool:
    """Return whether a team with this score may not bid (H8)."""
    ban = options["bid_ban"]
    if isinstance(ban, int):
        return total <= ban
    return ban == "negative" and total < 0


def _may_pass(state: HuutoState, seat: int) -> bool:
    """The first to speak has to open (H6)."""
    return bool(state.auction) or state.options["forced_opening"] == "no"


def _may_bid(state: HuutoState, seat: int) -> bool:
    """A banned team makes only the obligatory opening (H8)."""
    return not state.banned >> seat & 1 or not _may_pass(state, seat)


def _higher(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """The minimum bid or more to open, then what is higher than the last bid (H6)."""
    return steps(state.bid + 5 if state.bid else int(state.options["min_bid"]))


def _lowest_if_banned(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """A banned team opens with exactly the minimum bid (H8)."""
    return 1 << int(state.options["min_bid"]) if state.banned >> seat & 1 else -1


def _in_window(state: HuutoState, seat: int) -> bool:
    """A redeal is for the first turn of the auction (H9)."""
    window = state.options["redeal_window"]
    return window == "any_turn" or (window == "first_turn" and seat not in dict(state.auction))


def may_redeal(state: HuutoState, seat: int) -> bool:
    """Return whether a hand is poor enough for a redeal (H9)."""
    hand = state.hands[seat]
    return (hand & SIXES).bit_count() >= 3 or not hand & ABOVE_JACK


def _bid(state: HuutoState, move: Move) -> None:
    """A higher bid; the auction goes on unless it is 440 or all others are out (H6, H7)."""
    state.bid, state.declarer = move.args[0], move.seat
    _next_bidder(state, move.seat, state.bid)


def _pass(state: HuutoState, move: Move) -> None:
    """The player is out of the auction (H6)."""
    state.passed |= 1 << move.seat
    _next_bidder(state, move.seat, 0)


def _next_bidder(state: HuutoState, seat: int, bid: int) -> None:
    """The turn passes to the left, or the auction is over (H5, H7)."""
    state.auction += ((seat, bid),)
    left = 4 - state.passed.bit_count()
    if state.declarer is not None and (left == 1 or bid == MOST):
        state.phase, state.turn = "exchange", partner(state.declarer)
    elif left == 0:
        _begin_play(state, state.left_of(state.dealer))
    else:
        state.turn = state.left_of(seat)
        while state.passed >> state.turn & 1:
            state.turn = state.left_of(state.turn)


def _redeal(state: HuutoState, move: Move) -> None:
    """The hand is shown and the cards are thrown in (H9)."""
    state.redealt, state.phase = move.seat, OVER


def _exchanged(state: HuutoState) -> int:
    return int(state.options["exchange_count"])


def _give(state: HuutoState, move: Move) -> None:
    """The partner's cards go to the declarer, who announces the contract (H10, H11)."""
    state.given = _hand_over(state, move)
    state.phase, state.turn = "contract", partner(move.seat)


def _contracts(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """The contract is not lower than the bid (H11)."""
    return steps(state.bid)


def _contract(state: HuutoState, move: Move) -> None:
    """The contract is announced (H11)."""
    state.contract, state.phase = move.args[0], "return"


def _return(state: HuutoState, move: Move) -> None:
    """The declarer passes cards back, and play begins (H12, H13)."""
    state.returned = _hand_over(state, move)
    _begin_play(state, move.seat)


def _hand_over(state: HuutoState, move: Move) -> int:
    cards = card_set(move.args)
    state.hands[move.seat] &= ~cards
    state.hands[partner(move.seat)] |= cards
    return cards


def _begin_play(state: HuutoState, seat: int) -> None:
    state.phase, state.leader, state.turn = "tricks", seat, seat


# -- duties and tricks -----------------------------------------------------------------------------


@cache
def _duties(led: int, best: int, trump: int | None) -> tuple[Duty, ...]:
    """The duty of a follower while `best` is winning a trick (H15)."""
    suit, above = SUIT_SETS[led], RANKING.above[best]
    rows = [suit] if best // 13 != led else [above, suit]
    if trump is not None and trump != led:
        trumps = SUIT_SETS[trump]
        rows += [above, trumps] if best // 13 == trump else [trumps]
    return (*(Duty(cards, cards, "H15") for cards in rows), Duty(ANY, ANY, "H15"))


def duties(state: HuutoState, seat: int) -> Sequence[Duty]:
    """Return what the seat must do with its cards (H13, H15)."""
    if state.led is None:
        return ()
    return _duties(state.led, state.trick[winning_place(state.trick, state.trump, RANKING)], state.trump)


def _play(state: HuutoState, move: Move) -> None:
    """A card is played; a full trick is closed (H15, H16)."""
    state.may_try = False
    lay_on_trick(state, move.seat, move.args[0])
    if len(state.trick) == 4:
        _finish_trick(state)


def _finish_trick(state: HuutoState) -> None:
    """The winner takes the trick and may have the right to a marriage (H16, H18)."""
    leader = state.leader
    winner, cards = close_trick(state, RANKING)
    state.card_points[winner % 2] += sum(VALUES[card] for card in cards)
    _cancel_trump(state)
    if leader == winner:
        state.led_and_won |= 1 << winner
    if not any(state.hands):
        state.phase = OVER
        return
    right = state.options["declare_right"]
    if right == "led_and_won":
        state.may_try = leader == winner
    else:
        state.may_try = right == "any_won" or bool(state.led_and_won >> winner & 1)


# -- marriages -------------------------------------------------------------------------------------


def _asked_half(state: HuutoState, seat: int) -> int:
    """Whether a half question of either partner counts as a lock (H23)."""
    if state.options["ask_locks"] == "full_only":
        return 0
    return state.asked_half & (1 << seat | 1 << partner(seat))


def may_declare(state: HuutoState, seat: int) -> bool:
    """Return whether no question bars the seat from an own marriage (H20, H23)."""
    return not state.asked_full >> seat & 1 and not _asked_half(state, seat)


def may_ask(state: HuutoState, seat: int) -> bool:
    """Return whether no question bars the seat from asking in full (H21, H23)."""
    locked = state.asked_full >> partner(seat) & 1 and state.options["ask_locks"] != "illisoft"
    return not locked and not _asked_half(state, seat)


def _unmade(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """Suits that have not been made trump (H19)."""
    return ANY_SUIT & ~state.made


def _royals(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """Kings and queens (H22)."""
    return ROYALS


def _any_royal(state: HuutoState, seat: int) -> int:
    """The cards of which a half may be asked, as far as the hand allows (H22)."""
    return ROYALS


def _itself(state: HuutoState, card: int) -> int:
    """Whoever asks with a card says that it is held (H22)."""
    return 1 << card


def _unmade_royals(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """Those of suits that have not been made trump (H19)."""
    return sum(pair for suit, pair in enumerate(PAIRS) if not state.made >> suit & 1)


def _pair(state: HuutoState, suit: int) -> int:
    """King and queen of a suit; an answer that is no suit promises nothing (H20, H21)."""
    return PAIRS[suit] if suit < len(PAIRS) else 0


def _any_suit(state: HuutoState, seat: int) -> int:
    """Suits of which a marriage may be declared, as far as the hand allows (H20)."""
    return ANY_SUIT


def _unmade_or_no(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """An answer names no suit that was made trump before (H19)."""
    return _unmade(state, seat, args) | 1 << NO | 1 << YES


def _full_answers(state: HuutoState, seat: int) -> int:
    """A suit that has not been made trump, or no (H21)."""
    return _unmade(state, seat, ()) | 1 << NO


def _half_answers(state: HuutoState, seat: int) -> int:
    """Yes or no (H22)."""
    return 1 << YES | 1 << NO


def _other_half(state: HuutoState, answer: int) -> int:
    """The card that a yes promises: the other half of what was asked for (H22)."""
    assert state.half is not None
    return PAIRS[state.half // 13] & ~(1 << state.half) if answer == YES else 0


def _truthful(state: HuutoState) -> bool:
    """Whether the partner must say yes if that is true (option `asks`)."""
    return state.options["asks"] == "truthful"


def _marriage(state: HuutoState, move: Move) -> None:
    """An own marriage is declared (H20)."""
    state.may_try = False
    _make_trump(state, move.args[0])


def _ask(state: HuutoState, move: Move) -> None:
    """The partner is asked for a marriage (H21)."""
    state.asked_full |= 1 << move.seat
    state.may_try, state.phase, state.turn = False, "answer", partner(move.seat)


def _half(state: HuutoState, move: Move) -> None:
    """The partner is asked for the other half (H22)."""
    state.asked_half |= 1 << move.seat
    state.half = move.args[0]
    state.may_try, state.phase, state.turn = False, "half_answer", partner(move.seat)


def _answer(state: HuutoState, move: Move) -> None:
    """The answer makes trump or not, and the leader leads (H21, H22)."""
    answer = move.args[0]
    if answer != NO:
        _make_trump(state, answer if state.half is None else state.half // 13)
    state.half = None
    state.phase, state.turn = "tricks", state.leader


def _make_trump(state: HuutoState, suit: int) -> None:
    """A suit becomes trump and scores for the leader's team (H24)."""
    state.trump = suit
    state.made |= 1 << suit
    state.marriages += ((sum(state.tricks) + 1, state.leader, suit),)


# -- rulings ---------------------------------------------------------------------------------------


def _suits_made(state: HuutoState, seat: int, args: tuple[int, ...]) -> int:
    """Suits that a marriage has made trump (H24)."""
    return state.made


def _cancel_marriage(state: HuutoState, move: Move) -> None:
    """A false marriage scores nothing; its suit is no trump from the next trick on (H19, H24)."""
    suit = move.args[0]
    state.cancelled += tuple(one for one in state.marriages if one[2] == suit)
    state.marriages = tuple(one for one in state.marriages if one[2] != suit)
    state.made &= ~(1 << suit)
    if not state.trick:
        _cancel_trump(state)


def _cancel_trump(state: HuutoState) -> None:
    """A trump of a cancelled marriage gives way to the one before it, if there was any (H14, H24)."""
    if state.trump is not None and state.cancelled and not state.made >> state.trump & 1:
        state.trump = state.marriages[-1][2] if state.marriages else None


def _established(state: HuutoState, seat: int) -> bool:
    """A revoke is established at the next lead, so there has been a trick with a contract (H15, H28)."""
    return state.contract is not None and any(state.tricks)


def _worst_result(state: HuutoState, move: Move) -> None:
    """The hand stops, and the offender's team gets its worst result (H28)."""
    state.worst, state.phase = move.args[0] % 2, OVER


REMEDIES = (
    remedy(
        WORST_RESULT,
        _worst_result,
        "H28",
        gates=(
            Gate[HuutoState]("H15", _established),
            Gate("H28", lambda state, seat: state.worst is None),
        ),
        limits=((Within("H1", lambda state, seat, args: 0b1111),),),
    ),
    remedy(
        CANCEL_MARRIAGE,
        _cancel_marriage,
        "H19",
        gates=(Gate[HuutoState]("H24", lambda state, seat: bool(state.made)),),
        limits=((Within("H24", _suits_made),),),
    ),
)

_TRY = Gate[HuutoState]("H18", lambda state, seat: state.may_try)

PHASES: Mapping[str, Phase[HuutoState]] = {
    phase.name: phase
    for phase in (
        Phase("auction", "H5", (
            Act(BID, _bid, "H5", gates=(Gate("H8", _may_bid),),
                limits=((Within("H6", _higher), Within("H8", _lowest_if_banned)),)),
            Act(PASS, _pass, "H5", gates=(Gate("H6", _may_pass),)),
            Act(REDEAL, _redeal, "H5", gates=(Gate("H9", _in_window), Gate("H9", may_redeal, private=True))),
        )),
        Phase("exchange", "H10", (
            Act(GIVE, _give, "H10", limits=((Held("H10"),),), count=("H10", _exchanged)),
        )),
        Phase("contract", "H11", (
            Act(CONTRACT, _contract, "H11", limits=((Within("H11", _contracts),),)),
        )),
        Phase("return", "H12", (
            Act(RETURN, _return, "H12", limits=((Held("H12"),),), count=("H12", _exchanged)),
        )),
        Phase("tricks", "H13", (
            Act(PLAY, _play, "H13", limits=((Held("H13"), Obliged(duties)),)),
            Act(MARRIAGE, _marriage, "H18", gates=(_TRY, Gate("H23", may_declare)),
                limits=((Within("H19", _unmade), Promised("H20", _any_suit, _pair)),)),
            Act(ASK, _ask, "H18", gates=(_TRY, Gate("H23", may_ask))),
            Act(HALF, _half, "H18", gates=(_TRY,),
                limits=((Within("H22", _royals), Within("H19", _unmade_royals), Promised("H22", _any_royal, _itself)),)),
        )),
        Phase("answer", "H21", (
            Act(REPLY, _answer, "H21", limits=((Within("H19", _unmade_or_no), Promised("H21", _full_answers, _pair, _truthful)),)),
        )),
        Phase("half_answer", "H22", (
            Act(REPLY, _answer, "H22", limits=((Promised("H22", _half_answers, _other_half, _truthful),),)),
        )),
    )
}  # fmt: skip


# -- the deal --------------------------------------------------------------------------------------


def shapes(terms: Terms, standing: Standing, dealer: int) -> Shapes:
    """Return the form of a deal: nine cards each (H4)."""
    return {"hands": ((9, 9, 9, 9), RANKING.pack)}


def begin(terms: Terms, standing: Standing, dealer: int, deal: Mapping[str, Any]) -> HuutoState:
    """Return the hand after the deal (H4, H5, H8)."""
    forehand = (dealer + 1) % 4
    return HuutoState(
        options=terms.options,
        seats=4,
        dealer=dealer,
        phase="auction",
        hands=[card_set(hand) for hand in deal["hands"]],
        turn=forehand,
        leader=forehand,
        tricks=[0, 0, 0, 0],
        banned=card_set(seat for seat in range(4) if banned_at(terms.options, standing.totals[seat % 2])),
    )


# -- the score -------------------------------------------------------------------------------------


def opening(terms: Terms) -> Standing:
    """Return the start of a match, by team (H1)."""
    return Standing(totals=(0, 0))


def report(state: HuutoState) -> dict[str, Any]:
    """Return what the table would report of a finished hand; of a redeal only who demanded it."""
    if state.redealt is not None:
        return {"redeal": state.redealt}
    assert state.last_winner is not None
    told: dict[str, Any] = {
        "declarer": state.declarer,
        "bid": state.bid,
        "contract": state.contract or 0,
        "card_points": list(state.card_points),
        "last_trick": state.last_winner % 2,
        "tricks": [state.tricks[0] + state.tricks[2], state.tricks[1] + state.tricks[3]],
        "marriages": _by_teams(state.marriages),
    }
    if state.cancelled:
        told["cancelled"] = _by_teams(state.cancelled)
    if state.worst is not None:
        told["worst_result"] = state.worst
        _give_rest(told, 1 - state.worst)
    return told


def _by_teams(marriages: Sequence[tuple[int, int, int]]) -> list[list[str]]:
    return [[SUITS[suit] for _, seat, suit in marriages if seat % 2 == team] for team in (0, 1)]


def _give_rest(told: dict[str, Any], team: int) -> None:
    """Give what was not played any more, the last trick too, to the team that is not to blame."""
    rest = 9 - sum(told["tricks"])
    if rest:
        told["tricks"][team] += rest
        told["card_points"][team] += CARD_POINTS - sum(told["card_points"])
        told["last_trick"] = team


def read_report(reader: Reader, terms: Terms, standing: Standing) -> dict[str, Any]:
    """Read what a table reports of a hand. Raises Refused where it does not tally."""
    if reader.has("redeal"):
        told: dict[str, Any] = {"redeal": reader.integer("redeal", 0, 3)}
        reader.finish()
        if terms.options["redeal_window"] == "off":
            raise Refused("not_allowed", "H9", seat=told["redeal"])
        return told
    nobody = reader.value("declarer") is None
    told = {
        "declarer": None if nobody else reader.integer("declarer", 0, 3),
        "bid": reader.integer("bid", 0, MOST),
        "contract": reader.integer("contract", 0, MOST),
        "card_points": reader.integers("card_points", 2, 0, CARD_POINTS),
        "last_trick": reader.integer("last_trick", 0, 1),
        "tricks": reader.integers("tricks", 2, 0, 9),
        "marriages": reader.word_lists("marriages", 2, SUITS),
    }
    if reader.has("cancelled"):
        told["cancelled"] = reader.word_lists("cancelled", 2, SUITS)
    if reader.has("worst_result"):
        told["worst_result"] = reader.integer("worst_result", 0, 1)
    reader.finish()
    _check_bid(told, terms.options, standing)
    _check_tricks(told)
    _check_marriages(told)
    return told


def _check_bid(told: Mapping[str, Any], options: Options, standing: Standing) -> None:
    """Bid and contract keep to their steps, the minimum and the ban (H6, H8, H11)."""
    declarer, bid, least = told["declarer"], told["bid"], int(options["min_bid"])
    if declarer is None:
        allowed, contracts = (1 if options["forced_opening"] == "no" else 0), 1
    else:
        allowed, contracts = steps(least), steps(bid)
    if not allowed >> bid & 1:
        raise Refused("outside", "H6", value=bid)
    if declarer is not None and banned_at(options, standing.totals[declarer % 2]):
        opened = 1 << least if options["forced_opening"] == "yes" else 0
        if not opened >> bid & 1:
            raise Refused("outside", "H8", value=bid)
    if not contracts >> told["contract"] & 1:
        raise Refused("outside", "H11", value=told["contract"])
    if declarer is None and "worst_result" in told:
        raise Refused("no_remedy", "H28")


def _check_tricks(told: Mapping[str, Any]) -> None:
    """Nine tricks hold 140 points in steps of 5, and no team more than its tricks can (H3, H13, H17, H26)."""
    points, tricks = told["card_points"], told["tricks"]
    for value in points:
        if value % 5:
            raise Refused("not_multiple", "H3", value=value, step=5)
    if sum(points) != CARD_POINTS:
        raise Refused("wrong_sum", "H3", what="card points", found=sum(points), expected=CARD_POINTS)
    if sum(tricks) != 9:
        raise Refused("wrong_sum", "H13", what="tricks", found=sum(tricks), expected=9)
    if not tricks[told["last_trick"]]:
        raise Refused("beyond_tricks", "H17", value=LAST_TRICK, tricks=0)
    for value, count in zip(points, tricks, strict=True):
        if value > sum(sorted(VALUES, reverse=True)[: 4 * count]):
            raise Refused("beyond_tricks", "H26", value=value, tricks=count)


def _check_marriages(told: Mapping[str, Any]) -> None:
    """Each suit is made once, and each marriage follows a trick of its team before the last (H18, H19).

    So does each that a ruling took back, after which its suit may be made again.
    """
    made: set[str] = set()
    cancelled = told.get("cancelled", ([], []))
    for team, suits in enumerate(told["marriages"]):
        for suit in suits:
            if suit in made:
                raise Refused("card_used", "H19", card=suit)
            made.add(suit)
        count = told["tricks"][team]
        tried = [*suits, *cancelled[team]]
        if len(tried) > count - (told["last_trick"] == team):
            raise Refused("beyond_tricks", "H18", value=" ".join(tried), tricks=count)


_MARRIED = (
    "%(points)s for spades",
    "%(points)s for hearts",
    "%(points)s for diamonds",
    "%(points)s for clubs",
)


def score(terms: Terms, standing: Standing, dealer: int, told: Mapping[str, Any]) -> Score:
    """Return what a hand is worth (H26 – H30); after a redeal the same dealer deals again (H9)."""
    if "redeal" in told:
        text = "%(who)s demanded a redeal; the same dealer deals again."
        line = Line(told["redeal"] % 2, 0, ("H9",), text, {"who": Player(told["redeal"])})
        after = Standing(standing.totals, hands=standing.hands + 1, next_dealer=dealer)
        return Score({"points": [0, 0]}, after, [line])
    lines = [_team_line(terms.options, told, team) for team in (0, 1)]
    totals = (standing.totals[0] + lines[0].points, standing.totals[1] + lines[1].points)
    values = MARRIAGES[str(terms.options["marriage_values"])]
    for team, suits in enumerate(told.get("cancelled", ())):
        for suit in map(SUITS.index, suits):
            part = Phrase(_MARRIED[suit], {"points": values[suit]})
            text = "Not counted, by a ruling: %(part)s."
            lines.append(Line(team, 0, ("H19", "H24"), text, {"part": part}))
    winners = _winners(terms.options, totals)
    after = Standing(
        totals=totals,
        hands=standing.hands + 1,
        next_dealer=(dealer + 1) % 4,
        over=bool(winners),
        winners=winners or None,
    )
    return Score({"points": [line.points for line in lines[:2]]}, after, lines)


def team_total(options: Options, told: Mapping[str, Any], team: int) -> tuple[int, Phrase]:
    """Return the total of a team and the phrase that says what it is made of (H26)."""
    values = MARRIAGES[str(options["marriage_values"])]
    parts = [("%(points)s card points", told["card_points"][team])]
    if told["last_trick"] == team:
        parts.append(("%(points)s for the last trick", LAST_TRICK))
    parts += [(_MARRIED[suit], values[suit]) for suit in map(SUITS.index, told["marriages"][team])]
    first, *others = (Phrase(text, {"points": points}) for text, points in parts)
    for phrase in others:
        first = Phrase("%(parts)s, %(part)s", {"parts": first, "part": phrase})
    return sum(points for _, points in parts), first


def _team_line(options: Options, told: Mapping[str, Any], team: int) -> Line:
    """The score of one team, by whether it declared, and whether the contract was made (H27, H28)."""
    total, parts = team_total(options, told, team)
    params = {"parts": parts, "total": total, "bid": told["bid"], "contract": told["contract"]}
    if told["declarer"] is None:
        return Line(team, total, ("H26", "H27"), "Nobody bid: %(parts)s.", params)
    if "worst_result" in told:
        return _ruled_line(options, told, team)
    if told["declarer"] % 2 == team:
        points, text = _declared(options, total, told["contract"], told["tricks"][team])
        return Line(team, points, ("H26", "H28"), text, params)
    other, _ = team_total(options, told, 1 - team)
    made = other >= told["contract"]
    loss = options["defender_no_trick"] if told["tricks"][team] == 0 else "zero"
    if loss == "minus_bid":
        return Line(team, -told["bid"], ("H27",), "No trick against a bid of %(bid)s.", params)
    if loss == "minus_double_contract" and made:
        text = "No trick against contract %(contract)s, which was made: lost twice."
        return Line(team, -2 * told["contract"], ("H27",), text, params)
    return Line(team, total, ("H26", "H27"), "Against the contract: %(parts)s.", params)


def _ruled_line(options: Options, told: Mapping[str, Any], team: int) -> Line:
    """The score of one team after a revoke that was established (H15, H26 – H28).

    Offending declarers lose the contract and the others score their total, which holds the last trick in any
    case; offending defenders score nothing and the contract counts as made.
    """
    rules, params = ("H15", "H28"), {"contract": told["contract"]}
    declared, offended = told["declarer"] % 2 == team, told["worst_result"] == team
    if declared and offended:
        return Line(team, -told["contract"], rules, "By a ruling contract %(contract)s is lost.", params)
    if declared:
        return Line(
            team, told["contract"], rules, "By a ruling contract %(contract)s counts as made.", params
        )
    if offended:
        return Line(team, 0, rules, "By a ruling nothing is scored against the contract.", {})
    total, parts = team_total(options, {**told, "last_trick": team}, team)
    text = "The other team lost its contract by a ruling: %(parts)s."
    return Line(team, total, ("H15", "H26", "H27"), text, {"parts": parts})


def _declared(options: Options, total: int, contract: int, tricks: int) -> tuple[int, str]:
    """What the declaring team scores, and the sentence that says why (H28)."""
    if total >= contract:
        return contract, "Contract %(contract)s made with %(parts)s."
    if tricks == 0 and options["declarer_no_trick"] == "minus_double":
        return -2 * contract, "Contract %(contract)s without a trick: lost twice."
    if tricks == 0:
        return -contract, "Contract %(contract)s without a trick."
    points = -contract if options["failed_contract"] == "minus_contract" else 0
    return points, "Contract %(contract)s failed with %(total)s: %(parts)s."


def _winners(options: Options, totals: tuple[int, int]) -> tuple[int, ...]:
    """The teams that have won the match with these scores, or none (H30)."""
    reached = [team for team in (0, 1) if totals[team] >= int(options["target"])]
    best = tuple(team for team in reached if totals[team] == max(totals))
    return () if len(best) == 2 and options["tie_500"] == "extra_hand" else best


def sources(line: Line, moves: Sequence[Told]) -> list[int]:
    """Return the moves that a line comes from: contract, marriage talk and tricks of its team (H26)."""
    team = (line.seat, partner(line.seat))
    talk = of_kinds(moves, "contract", "redeal", "marriage", "ask", "half", "answer", seats=team)
    ruled = of_kinds(moves, "worst_result", "cancel_marriage")
    return sorted(talk + ruled + tricks_of(moves, team))


# -- what people see -------------------------------------------------------------------------------


def public(state: HuutoState) -> dict[str, Any]:
    """Return what everybody at the table sees (H25, H31)."""
    values = MARRIAGES[str(state.options["marriage_values"])]
    asking = state.phase in ("answer", "half_answer")
    return public_trick(state) | {
        "auction": [{"seat": seat, "bid": bid or None} for seat, bid in state.auction],
        "banned": list(bits(state.banned)),
        "redealt": state.redealt,
        "bid": state.bid or None,
        "bidder": state.declarer,
        "declarer": None if state.phase == "auction" else state.declarer,
        "contract": state.contract,
        "may_try": state.may_try,
        "may_not_declare": [seat for seat in range(4) if not may_declare(state, seat)],
        "may_not_ask": [seat for seat in range(4) if not may_ask(state, seat)],
        "asking": state.leader if asking else None,
        "half": None if state.half is None else NAMES[state.half],
        "marriages": [
            {"trick": trick, "seat": seat, "suit": SUITS[suit], "points": values[suit]}
            for trick, seat, suit in state.marriages
        ],
        "card_points": list(state.card_points) if state.over else None,
        "worst_result": state.worst,
    }


def own(state: HuutoState, seat: int) -> dict[str, Any]:
    """Return the exchanged cards, for the two partners (H31)."""
    knows = state.declarer is not None and seat % 2 == state.declarer % 2
    given, returned = (state.given, state.returned) if knows else (0, 0)
    return {"given": card_texts(given), "returned": card_texts(returned)}


def _whole(most: int, step: int = 1) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "maximum": most, "multipleOf": step}


def _by_team(description: str, items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "description": description, "items": items, "minItems": 2, "maxItems": 2}


_SUIT_LIST: Mapping[str, Any] = {"type": "array", "items": {"enum": list(SUITS)}}
_PLAYED: Mapping[str, Any] = {
    "declarer": {"anyOf": [_whole(3), {"type": "null"}]},
    "bid": _whole(MOST, 5),
    "contract": _whole(MOST, 5),
    "card_points": _by_team("Card points by team; 140 together.", _whole(CARD_POINTS, 5)),
    "last_trick": _whole(1),
    "tricks": _by_team("Tricks by team; nine together.", _whole(9)),
    "marriages": _by_team("Suits made trump by each team.", {**_SUIT_LIST}),
}
"""JSON Schema of each part of a report of a hand that was played."""

_RULED: Mapping[str, Any] = {
    "cancelled": _by_team("Suits of marriages that a ruling took back, by team.", {**_SUIT_LIST}),
    "worst_result": {**_whole(1), "description": "The team that got its worst result by a ruling."},
}
"""JSON Schema of what rulings add to it."""

# -- when something goes wrong ---------------------------------------------------------------------

REMEDY_TEXTS = {
    "worst_result": "The hand stops, and the offending team gets its worst result.",
    "cancel_marriage": "The marriage does not count and makes no trump from the next trick on.",
}

IRREGULARITIES = (
    Irregularity("revoke", "Somebody did not follow suit, beat, trump or overtrump as they could have.",
                 "Before the next lead it is put right, and later players may change their cards. After it "
                 "the hand stops: declarers lose the contract and the others score their total with all "
                 "that is left; against defenders the contract counts as made, and they score 0.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, (STAND,)),
                  Case(LATER, "worst_result", (STAND, WARNING))),
                 ("H15", "H28")),
    Irregularity("false_marriage", "A marriage was declared or answered without king and queen in the hands that it needs.",
                 "Before the lead it is withdrawn and the try is used. After it there are no points and its"
                 " trump ends with the next trick; if the other side was damaged, as an established revoke.",
                 (Case(BEFORE_NEXT_LEAD, "cancel_marriage", (TAKE_BACK,)),
                  Case(LATER, "cancel_marriage", ("worst_result", STAND))),
                 ("H19", "H20", "H24")),
    Irregularity("locked_question", "Somebody asked although locked, or tried a second time.",
                 "The question is void and must not be answered; an answer is void too.",
                 (Case(ANY_TIME, TAKE_BACK, ("cancel_marriage", WARNING)),), ("H18", "H23")),
    Irregularity("untruthful_answer", "An answer was untrue at a table that plays truthful answers.",
                 "As a false marriage.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, ("cancel_marriage",)),
                  Case(LATER, "cancel_marriage", ("worst_result", OFFSET, STAND))),
                 ("H21", "H22")),
    Irregularity("hint", "Somebody hinted at marriages, or talked of their cards.",
                 "A warning; if it is repeated, minus 100.",
                 (Case(ANY_TIME, WARNING, (OFFSET,)),), ("H31",)),
    Irregularity("bid_out_of_turn", "Somebody bid out of turn.",
                 "The bid is void, and the offender must pass at their next turn.",
                 (Case(ANY_TIME, TAKE_BACK, (STAND,)),), ("H5",)),
    Irregularity("bid_too_low", "A bid was too low, or no multiple of 5.",
                 "It is raised to a legal bid, or changed to a pass.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT,)),), ("H6",)),
    Irregularity("forehand_passed", "The player left of the dealer passed.",
                 "It is not possible; they must open with the minimum bid.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT,)),), ("H6",)),
    Irregularity("banned_bid", "A team that may not bid made a bid.",
                 "The bid is void, and a pass is noted.",
                 (Case(ANY_TIME, TAKE_BACK, (CORRECT,)),), ("H8",)),
    Irregularity("contract_wrong", "The contract was not announced, too low, or announced after the return.",
                 "The contract is the bid.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("H11",)),
    Irregularity("exchange_count", "The wrong number of cards was exchanged.",
                 "It is put right before the first lead. Later the hand is void if nobody can be blamed, or"
                 " else the side that exchanged gets its worst result.",
                 (Case(BEFORE_PLAY, CORRECT, (TAKE_BACK,)),
                  Case(LATER, DEAL_AGAIN, ("worst_result",))),
                 ("H10", "H12")),
    Irregularity("exchange_seen", "Exchanged cards were shown.",
                 "The opponents may demand a redeal before the first lead.",
                 (Case(BEFORE_PLAY, DEAL_AGAIN, (STAND,)), Case(LATER, STAND)), ("H12", "H31")),
    Irregularity("redeal_not_entitled", "A redeal was demanded without the right to it.",
                 "The bidding goes on, and the hand stays open for one trick; by agreement minus 50.",
                 (Case(ANY_TIME, TAKE_BACK, (OFFSET, WARNING)),), ("H9",)),
    Irregularity("out_of_turn", "Somebody led or played out of turn.",
                 "It is taken back unless the next player has played; the card stays open and must be "
                 "played at the first legal chance.",
                 (Case(BEFORE_NEXT_PLAY, TAKE_BACK, (STAND,)), Case(LATER, STAND)), ("H13",)),
    Irregularity("exposed_card", "Somebody showed a card.",
                 "It stays open and must be played at the first legal chance.",
                 (Case(ANY_TIME, CORRECT, (WARNING,)),), ("H31",)),
    Irregularity("two_or_none", "Somebody played two cards to a trick, or none.",
                 "Counting the hands shows it; a surplus card goes back, and revokes committed meanwhile "
                 "count.",
                 (Case(BEFORE_NEXT_LEAD, TAKE_BACK, (CORRECT,)),
                  Case(LATER, CORRECT, ("worst_result",))),
                 ("H13", "H15")),
    Irregularity("misdeal", "A card was turned while dealing, or the deal was wrong.",
                 "The same dealer deals again before the first bid; later only for wrong numbers of cards.",
                 (Case(BEFORE_PLAY, DEAL_AGAIN, (STAND,)), Case(LATER, STAND, (DEAL_AGAIN,))), ("H4",)),
    Irregularity("faulty_pack", "There were cards below six in the pack, or a card was missing.",
                 "The hand is void; earlier scores stand.",
                 (Case(ANY_TIME, DEAL_AGAIN),), ("H2",)),
    Irregularity("winner_disputed", "The winner of a trick is disputed after a change of trump.",
                 "Trump counts from the lead after it was announced; the log decides.",
                 (Case(ANY_TIME, CORRECT, (TAKE_BACK,)),), ("H14", "H16")),
    Irregularity("points_wrong", "The points do not add up.",
                 "Card points and the last trick make 160 together; the piles are recounted.",
                 (Case(ANY_TIME, CORRECT, (OFFSET,)),), ("H3", "H26")),
    Irregularity("forgotten_points", "The 20 for the last trick, or a marriage, was forgotten.",
                 "It is put right until the first bid of the next hand.",
                 (Case(ANY_TIME, CORRECT, (OFFSET,)),), ("H17", "H26")),
)  # fmt: skip
"""What goes wrong at a real table, and what the rule book recommends."""

GAME = Game[HuutoState](
    slug="huutopussi",
    title="Huutopussi",
    version="1",
    seats=range(4, 5),
    pack=RANKING.pack,
    rules=RULES,
    options=OPTIONS,
    presets=("book", "traditional"),
    phases=PHASES,
    end_rule="H13",
    match_rule="H30",
    opening=opening,
    shapes=shapes,
    begin=begin,
    report=report,
    read_report=read_report,
    score=score,
    public=public,
    own=own,
    open_hand=lambda state, seat: state.redealt == seat,
    irregularities=IRREGULARITIES,
    remedy_texts=REMEDY_TEXTS,
    remedies=REMEDIES,
    places=lambda state: [state.gone, card_set(state.trick)],
    sources=sources,
    still_down=lambda state, move: True,
    shared_with=lambda state, move: 1 << partner(move.seat),
    sides=lambda terms: [(0, 2), (1, 3)],
    report_schema={
        "type": "object",
        "additionalProperties": False,
        "description": "A hand by team (seats 0 and 2; seats 1 and 3), or who demanded a redeal.",
        "properties": {**_PLAYED, **_RULED, "redeal": _whole(3)},
        "oneOf": [{"required": list(_PLAYED)}, {"required": ["redeal"], "maxProperties": 1}],
    },
)
