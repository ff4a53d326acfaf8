"""Huutopussi: every worked example of the rule book (HE1 – HE21), all options, all refusals."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.engine.cards import SUITS, card_set, card_texts, parse_cards, suit_of
from referee.engine.errors import BadForm, NotAMove, Refused
from referee.engine.forms import Reader
from referee.engine.match import Score, Standing
from referee.games.huutopussi import GAME, RULES, HuutoState, may_redeal
from tests.games.cards import (
    changed,
    follow,
    hand,
    legal_cards,
    legal_words,
    outcome,
    play_all,
    refused,
    start,
    table,
    tally,
    unshuffled,
    words,
)

HANDS = (
    "KS JS 6S KH QH 8H QC 8C 7C",
    "QS 7S JH 7H TD KD 9D 8D 9C",
    "AS TS 8S AH 9H AD 6D KC 6C",
    "9S TH 6H QD JD 7D AC TC JC",
)
DEAL = {"hands": [cards.split() for cards in HANDS]}
"""The deal of HE21."""

POOR = "6S 6H 6D AC TC KC QC JC 9C"
"""A hand with three sixes."""


def auction(*moves: str, totals: tuple[int, int] = (0, 0), **options: Any) -> HuutoState:
    """Return the auction after some moves, dealer 3, with the teams at some scores."""
    terms, _ = table(GAME, **options)
    standing = Standing(totals=totals)
    deal = GAME.deal(terms, standing, 3, unshuffled)
    return play_all(GAME, GAME.start(terms, standing, 3, deal), *moves)


def bids(state: HuutoState, verb: str = "bid") -> list[int]:
    """Return the bids, or contracts, that are legal."""
    return sorted(map(int, legal_words(GAME, state, verb)))


def steps(low: int, high: int = 440) -> list[int]:
    return list(range(low, high + 1, 5))


def exchange(bid: int, **options: Any) -> HuutoState:
    """Return the hand of HE21 after an auction that seat 1 won."""
    state = start(GAME, DEAL, dealer=3, **options)
    return play_all(GAME, state, "0 bid 50", f"1 bid {bid}", "2 pass", "3 pass", "0 pass")


def tricks(hands: Mapping[int, str], leader: int = 0, **fields: Any) -> HuutoState:
    """Return a hand between two tricks, the leader having led and won the last one.

    `fields` are fields of the state; options are those of preset `book` unless `options` gives some.
    """
    options = fields.pop("options", {})
    fields = {"declarer": 0, "bid": 50, "contract": 50, "may_try": True} | fields
    state = start(GAME, dealer=3, **options)
    return changed(state, phase="tricks", hands=hands, leader=leader, turn=leader, **fields)


def following(cards: str, trick: str, trump: str | None = None) -> set[str]:
    """Return the cards that may be played from a hand on the cards of a trick."""
    laid = parse_cards(trick)
    state = tricks(
        {len(laid): cards},
        trump=None if trump is None else SUITS.index(trump),
        led=suit_of(laid[0]),
        trick=tuple(laid),
        players=tuple(range(len(laid))),
        may_try=False,
    )
    return legal_cards(GAME, changed(state, hands={len(laid): cards}, turn=len(laid)))


def report(**facts: Any) -> dict[str, Any]:
    """Return a report of a hand with some facts changed: 150 made with 95 and clubs and the last trick."""
    told = {
        "declarer": 0,
        "bid": 100,
        "contract": 150,
        "card_points": [95, 45],
        "last_trick": 0,
        "tricks": [6, 3],
        "marriages": [["C"], []],
    }
    return told | facts


def scored(totals: tuple[int, int] = (0, 0), options: Mapping[str, Any] | None = None, **facts: Any) -> Score:
    """Return what a reported hand is worth."""
    terms, _ = table(GAME, **(options or {}))
    return tally(GAME, report(**facts), 3, (terms, Standing(totals=totals)))


def points(*args: Any, **facts: Any) -> list[int]:
    return scored(*args, **facts).result["points"]


def without_tally(
    code: str, rule: str, totals: tuple[int, int] = (0, 0), options: Any = None, **facts: Any
) -> None:
    """Assert that a report is refused by a rule."""
    with pytest.raises(Refused) as caught:
        scored(totals, options, **facts)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert rule in RULES


# -- the deal and the auction ----------------------------------------------------------------------


def test_deal_is_nine_cards_each() -> None:
    state = start(GAME, DEAL, dealer=3)
    assert [cards.bit_count() for cards in state.hands] == [9, 9, 9, 9]
    assert sum(state.hands) == GAME.pack
    with pytest.raises(BadForm):
        start(GAME, {"hands": [["2S", *DEAL["hands"][0][1:]], *DEAL["hands"][1:]]})


def test_he1_bidding() -> None:
    state = auction("0 bid 50", "1 bid 60")
    assert bids(state) == steps(65)
    for bad in (60, 62, 55, 445):
        assert refused(GAME, state, f"2 bid {bad}").rule == "H6"
    assert refused(GAME, state, "3 bid 65").rule == "H5"
    state = play_all(GAME, state, "2 pass", "3 pass", "0 bid 65")
    assert refused(GAME, state, "2 bid 70").code == "not_your_turn"
    state = play_all(GAME, state, "1 pass")
    assert (state.phase, state.declarer, state.bid, state.turn) == ("exchange", 0, 65, 2)


def test_he2_obligatory_opening() -> None:
    state = auction()
    assert GAME.legal_texts(state) == sorted(f"0 bid {bid}" for bid in steps(50))
    assert refused(GAME, state, "0 pass").rule == "H6"
    assert refused(GAME, state, "0 bid 45").rule == "H6"
    state = play_all(GAME, state, "0 bid 50", "1 pass", "2 pass", "3 pass")
    assert (state.phase, state.declarer, state.bid) == ("exchange", 0, 50)


def test_he3_ceiling() -> None:
    state = auction("0 bid 50", "1 bid 440")
    assert (state.phase, state.declarer, state.turn) == ("exchange", 1, 3)
    state = play_all(GAME, state, "3 give AC KC QC")
    assert bids(state, "contract") == [440]


@pytest.mark.parametrize(
    ("cards", "entitled"),
    [
        (POOR, True),
        ("JS JH 9S 9D 8S 8C 7H 7D 6C", True),
        ("JS JH QD 9D 8S 8C 7H 7D 6C", False),
        ("6S 6H TS JH 9D 8C 8S 7D 7C", False),
    ],
)
def test_he4_redeal_hands(cards: str, entitled: bool) -> None:
    state = changed(auction(), hands={0: cards, 1: cards})
    assert may_redeal(state, 0) == entitled
    assert ("0 redeal" in GAME.legal_texts(state)) == entitled
    second = play_all(GAME, state, "0 bid 50")
    assert ("1 redeal" in GAME.legal_texts(second)) == entitled
    if not entitled:
        assert refused(GAME, second, "1 redeal").rule == "H9"


def test_he4e_redeal_only_at_the_first_turn() -> None:
    moves = ("0 bid 50", "1 bid 55", "2 pass", "3 pass")
    for window, legal in {"first_turn": False, "any_turn": True, "off": False}.items():
        state = changed(auction(redeal_window=window), hands={0: POOR})
        assert ("0 redeal" in GAME.legal_texts(state)) == (window != "off")
        state = play_all(GAME, state, *moves)
        assert ("0 redeal" in GAME.legal_texts(state)) == legal
        if not legal:
            assert refused(GAME, state, "0 redeal").rule == "H9"


def test_redeal_shows_the_hand_and_ends_it_without_points() -> None:
    terms, _ = table(GAME)
    standing = Standing(totals=(135, -40), hands=4)
    state = play_all(GAME, changed(auction("0 bid 50"), hands={1: POOR}), "1 redeal")
    assert state.over
    assert refused(GAME, state, "2 pass").code == "hand_over"
    shown = [seat["cards"] for seat in GAME.view(state, 0)["hands"]]
    assert shown == [None, card_texts(hand(POOR)), None, None]
    assert GAME.report(state) == {"redeal": 1}
    done = outcome(GAME, state, (terms, standing))
    assert done.result == {"points": [0, 0]}
    assert done.standing == Standing(totals=(135, -40), hands=5, next_dealer=3)
    assert [(line.seat, line.points, line.rules) for line in done.lines] == [(1, 0, ("H9",))]
    assert done.lines[0].sentence() == "Seat 1 demanded a redeal; the same dealer deals again."
    assert tally(GAME, {"redeal": 1}, 3, (terms, standing)) == done


@pytest.mark.parametrize("window", ["first_turn", "any_turn", "off"])
@pytest.mark.parametrize("seat", range(4))
def test_a_redeal_is_reported_only_where_the_table_plays_it(window: str, seat: int) -> None:
    at = table(GAME, redeal_window=window)
    if window == "off":
        with pytest.raises(Refused) as caught:
            tally(GAME, {"redeal": seat}, 3, at)
        assert (caught.value.code, caught.value.rule) == ("not_allowed", "H9")
    else:
        assert tally(GAME, {"redeal": seat}, 3, at).standing.next_dealer == 3


def test_he5_bid_ban() -> None:
    state = auction(totals=(-505, 0))
    assert GAME.legal_texts(state) == ["0 bid 50"]
    assert refused(GAME, state, "0 bid 55").rule == "H8"
    assert refused(GAME, state, "0 pass").rule == "H6"
    assert "0 redeal" in GAME.legal_texts(changed(state, hands={0: POOR}))
    state = play_all(GAME, state, "0 bid 50", "1 pass")
    assert GAME.legal_texts(state) == ["2 pass"]
    assert refused(GAME, state, "2 bid 55").rule == "H8"
    state = play_all(GAME, state, "2 pass", "3 pass")
    assert (state.phase, state.declarer, state.bid) == ("exchange", 0, 50)
    state = auction("0 bid 50", "1 bid 55", "2 pass", "3 pass", totals=(-505, 0))
    assert GAME.legal_texts(state) == ["0 pass"]
    state = play_all(GAME, state, "0 pass")
    assert (state.declarer, state.bid) == (1, 55)


def test_banned_declarer_may_set_a_higher_contract() -> None:
    state = auction("0 bid 50", "1 pass", "2 pass", "3 pass", "2 give 6D 7D 8D", totals=(-505, 0))
    assert bids(state, "contract") == steps(50)


@pytest.mark.parametrize(
    ("ban", "banned", "free"),
    [(-500, -500, -495), (-250, -250, -245), ("negative", -5, 0), ("off", None, -1000)],
)
def test_bid_ban_limits(ban: Any, banned: int | None, free: int) -> None:
    assert bids(auction(totals=(free, 0), bid_ban=ban)) == steps(50)
    assert bids(auction("0 bid 50", totals=(0, free), bid_ban=ban)) == steps(55)
    if banned is not None:
        assert bids(auction(totals=(banned, 0), bid_ban=ban)) == [50]
        assert bids(auction("0 bid 50", totals=(0, banned), bid_ban=ban)) == []
        assert GAME.view(auction(totals=(0, banned), bid_ban=ban), 0)["banned"] == [1, 3]


@pytest.mark.parametrize("least", [50, 60, 120])
def test_min_bid(least: int) -> None:
    assert bids(auction(min_bid=least)) == steps(least)
    assert bids(auction(min_bid=least, totals=(-600, 0))) == [least]


def test_forced_opening_off() -> None:
    state = auction(forced_opening="no")
    assert {"0 pass", "0 bid 50"} <= set(GAME.legal_texts(state))
    # The last to speak becomes declarer with a bid, as all others are out.
    state = play_all(GAME, state, "0 pass", "1 pass", "2 pass")
    assert bids(state) == steps(50)
    bid = play_all(GAME, state, "3 bid 60")
    assert (bid.phase, bid.declarer, bid.turn) == ("exchange", 3, 1)
    # With a fourth pass there is no declarer and no exchange.
    state = play_all(GAME, state, "3 pass")
    assert (state.phase, state.declarer, state.turn) == ("tricks", None, 0)
    assert refused(GAME, state, "0 give AS KS QS").rule == "H13"
    assert GAME.view(state, 0b0010)["hands"][1]["given"] == []
    # A banned team then has nothing that it would have to open with.
    assert GAME.legal_texts(auction(forced_opening="no", totals=(-500, 0))) == ["0 pass"]


# -- exchange and contract -------------------------------------------------------------------------


def test_he6_contract_and_exchange() -> None:
    state = exchange(100)
    assert GAME.legal_texts(state) == ["3 give * * *"]
    state = play_all(GAME, state, "3 give TC JD TH")
    assert [cards.bit_count() for cards in state.hands] == [9, 12, 9, 6]
    assert bids(state, "contract") == steps(100)
    for bad in (95, 102, 445):
        assert refused(GAME, state, f"1 contract {bad}").rule == "H11"
    state = play_all(GAME, state, "1 contract 105")
    assert GAME.legal_texts(state) == ["1 return * * *"]
    # One card just received goes back.
    state = play_all(GAME, state, "1 return TH KD QS")
    assert [cards.bit_count() for cards in state.hands] == [9, 9, 9, 9]
    assert (state.phase, state.turn, state.contract) == ("tricks", 1, 105)
    assert legal_cards(GAME, state, 1) == words("7S JH 7H TD 9D 8D 9C TC JD")


def test_exchange_refusals() -> None:
    state = exchange(100)
    assert refused(GAME, state, "1 give QS 7S JH").rule == "H10"
    assert refused(GAME, state, "3 give TC JD AS").code == "not_held"
    assert refused(GAME, state, "3 give TC JD JD").code == "not_held"
    assert refused(GAME, state, "3 give TC JD TH 9S").code == "wrong_count"
    assert refused(GAME, state, "1 contract 100").rule == "H10"
    state = play_all(GAME, state, "3 give TC JD TH")
    assert refused(GAME, state, "1 return 9C KD QS").rule == "H11"
    assert refused(GAME, state, "3 contract 100").rule == "H11"
    state = play_all(GAME, state, "1 contract 100")
    assert refused(GAME, state, "1 return AS KD QS").rule == "H12"
    assert refused(GAME, state, "1 return 9C KD QS TH").code == "wrong_count"
    assert refused(GAME, state, "1 play 9C").rule == "H12"


def test_exchange_of_four() -> None:
    state = exchange(100, exchange_count=4)
    assert GAME.legal_texts(state) == ["3 give * * * *"]
    assert refused(GAME, state, "3 give TC JD TH").code == "wrong_count"
    state = play_all(GAME, state, "3 give TC JD TH 9S", "1 contract 100", "1 return 9C KD QS 9S")
    assert [cards.bit_count() for cards in state.hands] == [9, 9, 9, 9]


def test_exchanged_cards_are_known_to_the_partners_alone() -> None:
    state = exchange(65)
    given, returned = "3 give TC JD TH", "1 return 9C KD QS"
    state = play_all(GAME, state, given, "1 contract 65", returned)
    for text in (given, returned):
        move = GAME.parse(text, 4)
        covered = " ".join(text.split()[:2] + ["?"] * 3)
        seen = [GAME.veiled(state, move, 1 << seat).text for seat in range(4)]
        assert seen == [covered, text, covered, text]
        assert GAME.veiled(state, move, 0).text == covered
    views = [GAME.view(state, 1 << seat)["hands"][seat] for seat in range(4)]
    assert [view["given"] for view in views] == [[], card_texts(hand("TC JD TH"))] * 2
    assert [view["returned"] for view in views] == [[], card_texts(hand("9C KD QS"))] * 2
    assert "given" not in GAME.view(state, 1)["hands"][1]


# -- following -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "trick", "trump", "legal"),
    [
        # HE7: beat the card that is winning, even the partner's; without trump.
        ("AH TH 7H JS", "9H KH", None, "AH TH"),
        ("QH 7H JS", "9H KH", None, "QH 7H"),
        ("KH QH", "TH", None, "KH QH"),
        # HE8: trumping and over-trumping.
        ("TS 7S AH", "KD 8S", "S", "TS"),
        ("7S 6S AH", "KD 8S", "S", "7S 6S"),
        ("QD AS", "KD 8S", "S", "QD"),
        ("AH 9C", "KD 8S", "S", "AH 9C"),
        ("TS 7S AH", "KD 9D", "S", "TS 7S"),
        # HE9: no led card can beat a trump.
        ("AD 7D KC", "9D 8S", "S", "AD 7D"),
        # HE10: trump led.
        ("TS 9S AH", "JS", "S", "TS"),
        ("9S AH", "JS", "S", "9S"),
        # HE11: before any trump.
        ("AS KH 6C", "9D", None, "AS KH 6C"),
        # A trump in the trick that is not the last card, and void with only lower trumps.
        ("9S 7S AH", "KD 8S AD", "S", "9S"),
        # Trump led, void: any card.
        ("AH 6C", "JS", "S", "AH 6C"),
    ],
)
def test_he7_to_he11_following(cards: str, trick: str, trump: str | None, legal: str) -> None:
    assert following(cards, trick, trump) == words(legal)


def test_a_card_against_a_duty_can_stand_and_one_not_held_cannot() -> None:
    state = tricks({0: "9H 6C", 1: "AH 7H JS", 2: "KH 8C", 3: "QH 9C"})
    state = play_all(GAME, state, "0 play 9H")
    against = refused(GAME, state, "1 play 7H")
    assert (against.rule, against.can_stand) == ("H15", True)
    assert refused(GAME, state, "1 play JS").rule == "H15"
    assert refused(GAME, state, "1 play KH").rule == "H13"
    assert refused(GAME, state, "2 play KH").code == "not_your_turn"
    assert refused(GAME, state, "1 play! AH").code == "not_illegal"
    state = play_all(GAME, state, "1 play! JS", "2 play KH", "3 play QH")
    assert state.last_winner == 2
    with pytest.raises(NotAMove):
        GAME.parse("1 play 5H", 4)


# -- marriages -------------------------------------------------------------------------------------


def test_he12_opportunity() -> None:
    hands = {0: "6C 6D 6H 6S", 1: "AC 9D 7S 8S", 2: "7C AD AH 9S", 3: "8C 7D 7H TS"}
    state = tricks(hands, leader=1, may_try=False)
    assert legal_words(GAME, state, "ask") == set()
    state = play_all(GAME, state, "1 play AC", "2 play 7C", "3 play 8C", "0 play 6C")
    assert legal_words(GAME, state, "ask") == {""}
    assert [seat for seat in range(4) if GAME.legal_texts(state, 1 << seat)] == [1]
    state = play_all(GAME, state, "1 play 9D")
    assert refused(GAME, state, "2 ask").rule == "H18"
    assert refused(GAME, state, "1 ask").code == "not_your_turn"
    state = play_all(GAME, state, "2 play AD", "3 play 7D", "0 play 6D")
    assert not state.may_try
    assert refused(GAME, state, "2 ask").rule == "H18"
    assert refused(GAME, state, "2 marriage S").rule == "H18"
    state = play_all(GAME, state, "2 play AH", "3 play 7H", "0 play 6H", "1 play 7S")
    assert state.may_try
    assert legal_words(GAME, state, "ask") == {""}
    state = play_all(GAME, state, "2 play 9S", "3 play TS", "0 play 6S", "1 play 8S")
    assert state.over
    assert not state.may_try


def test_an_attempt_is_used_up_whatever_comes_of_it() -> None:
    state = tricks({0: "KH QH KS", 2: "KD QD 6C"})
    made = play_all(GAME, state, "0 marriage H")
    assert (made.trump, made.made, made.marriages) == (1, 0b0010, ((1, 0, 1),))
    declined = play_all(GAME, state, "0 ask", "2 answer no")
    answered = play_all(GAME, state, "0 ask", "2 answer D")
    assert answered.trump == 2
    halved = play_all(GAME, state, "0 half KS", "2 answer no")
    for after in (made, declined, answered, halved):
        assert (after.phase, after.turn) == ("tricks", 0)
        assert refused(GAME, after, "0 ask").rule == "H18"
        assert legal_words(GAME, after, "play") == words("KH QH KS")


def test_the_opportunity_is_gone_with_the_lead() -> None:
    state = play_all(GAME, tricks({0: "KH QH", 1: "6S 7S"}), "0 play KH")
    assert refused(GAME, state, "0 marriage H").rule == "H18"
    assert refused(GAME, state, "1 half KS").rule == "H18"


def test_what_a_marriage_needs() -> None:
    state = tricks({0: "KH QH KS QD", 2: "KD QC"}, made=0b0000)
    assert legal_words(GAME, state, "marriage") == {"H"}
    assert refused(GAME, state, "0 marriage S").rule == "H20"
    assert legal_words(GAME, state, "half") == words("KH QH KS QD")
    assert refused(GAME, state, "0 half KD").rule == "H22"
    assert refused(GAME, state, "0 half JD").rule == "H22"
    assert refused(GAME, state, "2 marriage C").code == "not_your_turn"


def again(state: HuutoState, seat: int) -> HuutoState:
    """Return the same hand at a later opportunity of a seat."""
    return changed(state, may_try=True, leader=seat, turn=seat)


def rights(state: HuutoState, seat: int) -> set[str]:
    """Return the attempts that a seat has at its next opportunity."""
    state = again(state, seat)
    return {verb for verb in ("marriage", "ask", "half") if legal_words(GAME, state, verb)}


LOCKS = {0: "KH QH KD", 1: "KC QC 9S", 2: "KS QS KD", 3: "JD TD 9D"}


def test_he13_locks() -> None:
    state = tricks(LOCKS)
    assert [rights(state, seat) for seat in (0, 1, 2)] == [{"marriage", "ask", "half"}] * 3
    # (a) seat 0 asks in full
    state = play_all(GAME, state, "0 ask", "2 answer no")
    assert rights(state, 0) == {"ask", "half"}
    assert refused(GAME, again(state, 0), "0 marriage H").rule == "H23"
    assert rights(state, 2) == {"marriage", "half"}
    assert refused(GAME, again(state, 2), "2 ask").rule == "H23"
    view = GAME.view(state, 0)
    assert (view["may_not_declare"], view["may_not_ask"]) == ([0], [2])
    # (b) then seat 2 asks half
    state = play_all(GAME, again(state, 2), "2 half KD", "0 answer no")
    assert [rights(state, seat) for seat in (0, 2)] == [{"half"}] * 2
    for move in ("0 marriage H", "0 ask", "2 marriage S", "2 ask"):
        assert refused(GAME, again(state, int(move[0])), move).rule == "H23"
    # (c) the other team is free
    assert rights(state, 1) == {"marriage", "ask", "half"}
    view = GAME.view(state, 0)
    assert (view["may_not_declare"], view["may_not_ask"]) == ([0, 2], [0, 2])


def test_he13d_a_suit_is_made_once() -> None:
    state = tricks({0: "KH QH KS", 2: "KD 6C"}, made=0b0010, marriages=((2, 1, 1),), trump=1)
    assert refused(GAME, state, "0 marriage H").rule == "H19"
    assert refused(GAME, state, "0 half KH").rule == "H19"
    assert legal_words(GAME, state, "half") == {"KS"}
    asked = play_all(GAME, again(state, 2), "2 ask")
    assert GAME.legal_texts(asked) == ["0 answer no"]
    assert refused(GAME, asked, "0 answer H").rule == "H19"


@pytest.mark.parametrize(
    ("locks", "full", "half"),
    [
        ("book", [{"ask", "half"}, {"marriage", "half"}], [{"half"}, {"half"}]),
        ("full_only", [{"ask", "half"}, {"marriage", "half"}], [{"marriage", "ask", "half"}] * 2),
        ("illisoft", [{"ask", "half"}, {"marriage", "ask", "half"}], [{"half"}, {"half"}]),
    ],
)
def test_ask_locks(locks: str, full: list[set[str]], half: list[set[str]]) -> None:
    state = tricks(LOCKS, options={"ask_locks": locks})
    after = play_all(GAME, state, "0 ask", "2 answer no")
    assert [rights(after, seat) for seat in (0, 2)] == full
    after = play_all(GAME, state, "0 half KH", "2 answer no")
    assert [rights(after, seat) for seat in (0, 2)] == half


def test_answers() -> None:
    state = tricks({0: "KH QD 6S", 2: "KS QS KD KC QC QH"})
    asked = play_all(GAME, state, "0 ask")
    assert legal_words(GAME, asked, "answer") == {"S", "C", "no"}
    assert GAME.view(asked, 0)["asking"] == 0
    assert refused(GAME, asked, "2 answer D").rule == "H21"
    assert refused(GAME, asked, "2 answer yes").rule == "H21"
    assert refused(GAME, asked, "0 answer no").code == "not_your_turn"
    assert refused(GAME, asked, "0 play KH").rule == "H21"
    half = play_all(GAME, state, "0 half KH")
    assert legal_words(GAME, half, "answer") == {"yes", "no"}
    assert (GAME.view(half, 0)["asking"], GAME.view(half, 0)["half"]) == (0, "KH")
    assert refused(GAME, half, "2 answer H").rule == "H22"
    assert refused(GAME, half, "0 play KH").rule == "H22"
    yes = play_all(GAME, half, "2 answer yes")
    assert (yes.trump, yes.half, yes.turn) == (1, None, 0)
    # The other half is held by an opponent, is gone, or is the asker's own: only no.
    none = play_all(GAME, changed(state, hands={0: "KH QH", 2: "6S"}), "0 half QH")
    assert GAME.legal_texts(none) == ["2 answer no"]
    assert refused(GAME, none, "2 answer yes").rule == "H22"
    assert refused(GAME, state, "2 answer no").rule == "H13"


def test_truthful_answers() -> None:
    state = tricks({0: "KH QD KS", 2: "KC QC QH 6S"}, options={"asks": "truthful"})
    asked = play_all(GAME, state, "0 ask")
    assert GAME.legal_texts(asked) == ["2 answer C"]
    assert refused(GAME, asked, "2 answer no").rule == "H21"
    half = play_all(GAME, state, "0 half KH")
    assert GAME.legal_texts(half) == ["2 answer yes"]
    assert refused(GAME, half, "2 answer no").rule == "H22"
    assert GAME.legal_texts(play_all(GAME, state, "0 half KS")) == ["2 answer no"]
    nothing = play_all(GAME, changed(state, hands={0: "KH", 2: "6S"}), "0 ask")
    assert GAME.legal_texts(nothing) == ["2 answer no"]


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        ("led_and_won", [True, False, False, True]),
        ("any_won", [True, True, True, True]),
        ("led_and_won_once", [True, False, True, True]),
    ],
)
def test_declare_right(right: str, expected: list[bool]) -> None:
    hands = {0: "AC 6D TD AS 6H", 1: "6C AD 6S 7S 7H", 2: "7C 7D KS 8S 8H", 3: "8C 8D 9D 9S 9H"}
    state = tricks(hands, options={"declare_right": right}, may_try=False)
    assert not state.may_try
    got = []
    for trick in (
        ("0 play AC", "1 play 6C", "2 play 7C", "3 play 8C"),  # 0 leads and wins
        ("0 play 6D", "1 play AD", "2 play 7D", "3 play 8D"),  # 1 wins without having led a trick it won
        ("1 play 6S", "2 play KS", "3 play 9S", "0 play AS"),  # 0 wins, having led and won before
        ("0 play TD", "1 play 7S", "2 play 8S", "3 play 9D"),
    ):
        state = play_all(GAME, state, *trick)
        got.append(state.may_try)
    assert got == expected


def test_he14_half_marriage_on_the_last_opportunity() -> None:
    state = tricks({0: "KH", 1: "AS", 2: "QH", 3: "7C"}, tricks=[8, 0, 0, 0], card_points=[120, 0])
    assert refused(GAME, state, "0 marriage H").rule == "H20"
    state = play_all(GAME, state, "0 half KH", "2 answer yes")
    state = play_all(GAME, state, "0 play KH", "1 play AS", "2 play QH", "3 play 7C")
    assert state.over
    told = GAME.report(state)
    assert told["marriages"] == [["H"], []]
    assert (told["card_points"], told["last_trick"], told["tricks"]) == ([140, 0], 0, [9, 0])
    terms, standing = table(GAME)
    line = outcome(GAME, changed(state, contract=440), (terms, standing)).lines[0]
    assert line.sentence() == (
        "Contract 440 failed with 260: 140 card points, 20 for the last trick, 100 for hearts."
    )


def test_he15_trump_change() -> None:
    hands = {
        0: "6C QC 8H KS QS 6D 7D",
        1: "AC TC AH KD QD TH AD",
        2: "7C 9C 6H AS TS 8D 9D",
        3: "8C JC 7H JS 9S TD JD",
    }
    state = tricks(hands, tricks=[2, 0, 0, 0])
    state = play_all(GAME, state, "0 marriage S")
    trumps = []
    for moves in (
        "0 play 6C {KS QS 6C QC 8H 6D 7D}/1 play AC {AC TC}/2 play 7C {7C 9C}/3 play 8C {8C JC}",
        "1 play TC/2 play 9C/3 play JC/0 play QC",
        "1 play AH/2 play 6H/3 play 7H/0 play 8H",
    ):
        trumps.append(SUITS[state.trump])
        state = follow(GAME, state, moves.replace("/", "\n"))
    state = play_all(GAME, state, "1 marriage D")
    for moves in (
        "1 play TH/2 play 8D {8D 9D}/3 play JD {TD JD}/0 play 6D {6D 7D}",
        "3 play TD/0 play 7D {7D}/1 play AD {AD}/2 play 9D {9D}",
        "1 play KD/2 play TS {AS TS}/3 play 9S {JS 9S}/0 play QS {KS QS}",
        "1 play QD/2 play AS/3 play JS/0 play KS",
    ):
        trumps.append(SUITS[state.trump])
        state = follow(GAME, state, moves.replace("/", "\n"))
    assert "".join(trumps) == "SSSDDDD"
    assert GAME.report(state)["marriages"] == [["S"], ["D"]]
    assert [(mark["trick"], mark["seat"], mark["points"]) for mark in GAME.view(state, 0)["marriages"]] == [
        (3, 0, 40),
        (6, 1, 80),
    ]


# -- the score -------------------------------------------------------------------------------------


def test_he16_made_contract() -> None:
    done = scored()
    assert done.result == {"points": [150, 45]}
    assert [(line.seat, line.points, line.rules, line.sentence()) for line in done.lines] == [
        (
            0,
            150,
            ("H26", "H28"),
            "Contract 150 made with 95 card points, 20 for the last trick, 60 for clubs.",
        ),
        (1, 45, ("H26", "H27"), "Against the contract: 45 card points."),
    ]
    assert done.standing == Standing(totals=(150, 45), hands=1, next_dealer=0)


def test_sheet_lines_are_translated_piece_by_piece() -> None:
    japanese = {
        "Contract %(contract)s made with %(parts)s.": "%(contract)s達成（%(parts)s）。",
        "%(points)s card points": "札%(points)s",
        "%(points)s for the last trick": "最後%(points)s",
        "%(points)s for clubs": "クラブ%(points)s",
        "%(parts)s, %(part)s": "%(parts)s、%(part)s",
    }
    assert scored().lines[0].sentence(japanese.__getitem__) == "150達成（札95、最後20、クラブ60）。"


TRADITIONAL = {"preset": "traditional"}
FAILED_BY_5 = {"bid": 120, "contract": 120, "card_points": [95, 45], "marriages": [[], []]}


def test_he17_failed_by_5() -> None:
    assert points(**FAILED_BY_5) == [0, 45]
    assert points(options=TRADITIONAL, **FAILED_BY_5) == [-120, 45]
    assert points(options={"failed_contract": "minus_contract"}, **FAILED_BY_5) == [-120, 45]
    assert points(options=TRADITIONAL | {"failed_contract": "zero"}, **FAILED_BY_5) == [0, 45]
    assert scored(**FAILED_BY_5).lines[0].sentence() == (
        "Contract 120 failed with 115: 95 card points, 20 for the last trick."
    )


WHITEWASHED = {
    "bid": 50,
    "contract": 60,
    "card_points": [0, 140],
    "last_trick": 1,
    "tricks": [0, 9],
    "marriages": [[], ["D"]],
}


def test_he18_no_tricks() -> None:
    for preset in ("book", "traditional"):
        assert points(options={"preset": preset}, **WHITEWASHED) == [-60, 240]
        twice = {"preset": preset, "declarer_no_trick": "minus_double"}
        assert points(options=twice, **WHITEWASHED) == [-120, 240]
        assert scored(options=twice, **WHITEWASHED).lines[0].sentence() == (
            "Contract 60 without a trick: lost twice."
        )
    assert scored(**WHITEWASHED).lines[0].sentence() == "Contract 60 without a trick."


def test_he19_exactly_made() -> None:
    assert points(bid=115, contract=115, marriages=[[], []]) == [115, 45]


@pytest.mark.parametrize(
    ("option", "contract", "expected", "text"),
    [
        ("zero", 200, 0, "Against the contract: 0 card points."),
        ("minus_bid", 200, -100, "No trick against a bid of 100."),
        ("minus_bid", 240, -100, "No trick against a bid of 100."),
        ("minus_double_contract", 200, -400, "No trick against contract 200, which was made: lost twice."),
        ("minus_double_contract", 240, 0, "Against the contract: 0 card points."),
    ],
)
def test_defender_no_trick(option: str, contract: int, expected: int, text: str) -> None:
    """Seat 0 declares and has 140 + 20 + 60 = 220."""
    facts = {"contract": contract, "card_points": [140, 0], "tricks": [9, 0]}
    done = scored(options={"defender_no_trick": option}, **facts)
    assert done.result["points"] == [contract if contract <= 220 else 0, expected]
    assert done.lines[1].sentence() == text


def test_defenders_with_a_trick_but_no_points() -> None:
    facts = {"card_points": [140, 0], "tricks": [8, 1]}
    assert points(options={"defender_no_trick": "minus_bid"}, **facts) == [150, 0]


def test_marriage_values() -> None:
    facts = {"contract": 100, "declarer": 1, "marriages": [["S"], ["H", "C"]], "last_trick": 1}
    assert points(**facts) == [135, 100]
    assert points(options={"marriage_values": "reversed"}, **facts) == [195, 100]
    facts |= {"declarer": 0, "marriages": [["S"], ["D", "H"]]}
    assert points(**facts) == [100, 45 + 20 + 80 + 100]
    assert points(options={"marriage_values": "reversed"}, **facts) == [100, 45 + 20 + 60 + 80]


def test_hand_without_declarer() -> None:
    facts = {"declarer": None, "bid": 0, "contract": 0}
    done = scored(options={"forced_opening": "no"}, **facts)
    assert done.result == {"points": [175, 45]}
    assert [line.sentence() for line in done.lines] == [
        "Nobody bid: 95 card points, 20 for the last trick, 60 for clubs.",
        "Nobody bid: 45 card points.",
    ]
    # Nobody declared, so the losses of either side do not apply.
    loss = {"forced_opening": "no", "defender_no_trick": "minus_bid", "declarer_no_trick": "minus_double"}
    facts |= {"card_points": [140, 0], "tricks": [9, 0]}
    assert points(options=loss, **facts) == [220, 0]


# -- the match -------------------------------------------------------------------------------------


def test_he20_end_of_match() -> None:
    sixty = {"bid": 60, "contract": 60}
    done = scored((495, 430), **sixty).standing
    assert (done.totals, done.over, done.winners) == ((555, 475), True, (0,))
    both = {"bid": 120, "contract": 120}
    done = scored((400, 515), **both).standing
    assert (done.totals, done.winners) == ((520, 560), (1,))
    even = scored((400, 475), **both).standing
    assert (even.totals, even.over, even.winners) == ((520, 520), False, None)
    draw = scored((400, 475), {"tie_500": "draw"}, **both).standing
    assert (draw.over, draw.winners) == (True, (0, 1))
    done = scored((380, 435), **both).standing
    assert (done.totals, done.winners) == ((500, 480), (0,))
    assert not scored((375, 435), **both).standing.over


@pytest.mark.parametrize("target", [300, 500, 1000])
def test_target(target: int) -> None:
    options = {"target": target}
    done = scored((target - 150, 0), options).standing
    assert (done.over, done.winners) == (True, (0,))
    assert not scored((target - 155, 0), options).standing.over


def test_scores_may_be_negative_without_limit() -> None:
    done = scored((-900, 0), {"preset": "traditional", "bid_ban": "off"}, **FAILED_BY_5).standing
    assert done.totals == (-1020, 45)


def test_teams() -> None:
    terms, standing = table(GAME)
    assert standing.totals == (0, 0)
    assert GAME.sides(terms) == [(0, 2), (1, 3)]


# -- reports that do not tally ---------------------------------------------------------------------


def test_reports_that_do_not_tally() -> None:
    without_tally("wrong_sum", "H3", card_points=[95, 65])
    without_tally("not_multiple", "H3", card_points=[97, 43])
    without_tally("wrong_sum", "H13", tricks=[5, 3])
    without_tally("beyond_tricks", "H17", last_trick=1, tricks=[9, 0], card_points=[140, 0])
    without_tally("beyond_tricks", "H26", tricks=[2, 7])
    without_tally("beyond_tricks", "H26", tricks=[9, 0])
    without_tally("card_used", "H19", marriages=[["C"], ["C"]])
    without_tally("card_used", "H19", marriages=[["C", "C"], []])
    # Each marriage follows a trick of its team, and the last trick is followed by none.
    without_tally("beyond_tricks", "H18", marriages=[[], ["S", "H"]], tricks=[8, 1], card_points=[100, 40])
    without_tally("beyond_tricks", "H18", marriages=[["C"], []], tricks=[1, 8], card_points=[40, 100])
    assert points(marriages=[[], ["S"]], tricks=[8, 1], card_points=[100, 40], contract=120) == [120, 80]
    without_tally("outside", "H6", bid=45)
    without_tally("outside", "H6", bid=52)
    without_tally("outside", "H6", bid=55, options={"min_bid": 60})
    without_tally("outside", "H6", declarer=None, bid=0, contract=0)
    without_tally("outside", "H6", declarer=None, options={"forced_opening": "no"})
    without_tally("outside", "H11", declarer=None, bid=0, options={"forced_opening": "no"})
    without_tally("outside", "H11", contract=95)
    without_tally("outside", "H11", contract=152)
    without_tally("outside", "H8", (-500, 0))
    assert points((-500, 0), bid=50) == [150, 45]
    without_tally("outside", "H8", (-500, 0), {"forced_opening": "no"}, bid=50)


def faults(told: Any) -> set[tuple[str, str]]:
    terms, standing = table(GAME)
    with pytest.raises(BadForm) as caught:
        GAME.read_report(Reader(told, "/entered"), terms, standing)
    return {(fault.pointer, fault.code) for fault in caught.value.faults}


def test_reports_of_the_wrong_form() -> None:
    told = report(
        declarer=4,
        bid="100",
        contract=445,
        card_points=[95],
        last_trick=2,
        tricks=[10, -1],
        marriages=[["X"], "S", []],
        more=1,
    )
    assert faults(told) == {
        ("/entered/declarer", "out_of_range"),
        ("/entered/bid", "wrong_type"),
        ("/entered/contract", "out_of_range"),
        ("/entered/card_points", "wrong_length"),
        ("/entered/last_trick", "out_of_range"),
        ("/entered/tricks/0", "out_of_range"),
        ("/entered/tricks/1", "out_of_range"),
        ("/entered/marriages", "wrong_length"),
        ("/entered/marriages/0/0", "not_a_choice"),
        ("/entered/marriages/1", "wrong_type"),
        ("/entered/more", "unknown_key"),
    }
    assert faults({}) == {(f"/entered/{key}", "missing") for key in report()}
    assert faults({"redeal": 4, "bid": 50}) == {
        ("/entered/redeal", "out_of_range"),
        ("/entered/bid", "unknown_key"),
    }
    assert faults([]) >= {("/entered", "wrong_type")}


# -- a whole hand ----------------------------------------------------------------------------------

HE21 = """
0 bid 50
1 bid 55 {78}
2 pass
3 pass
0 bid 60
1 bid 65
0 pass
3 give TC JD TH
1 contract 100
1 return 9C KD QS
1 play TC {7S TH JH 7H TD JD 9D 8D TC}
2 play KC {KC 6C}
3 play AC {AC}
0 play QC {QC 8C 7C}
3 play JC
0 play 7C {8C 7C}
1 play JD {8}
2 play 6C {6C}
3 marriage D {D}
3 play 9C
0 play 8C {8C}
1 play TD {TD 9D 8D}
2 play AD {AD}
2 play TS
3 play QS {QS 9S}
0 play JS {KS JS 6S}
1 play 7S {7S}
2 ask
0 answer H {H no}
2 play AH
3 play 6H {6H}
0 play 8H {KH QH 8H}
1 play TH {TH JH 7H}
2 ask
0 answer no {no}
2 play 8S
3 play 9S {9S}
0 play KS {KS}
1 play JH {JH 7H}
1 play 9D
2 play 6D {6D}
3 play KD {KD QD}
0 play QH {KH QH}
0 play 6S
1 play 7H {7H}
2 play AS {AS}
3 play 7D {QD 7D}
1 play 8D
2 play 9H {9H}
3 play QD {QD}
0 play KH {KH}
"""


def played() -> HuutoState:
    return follow(GAME, start(GAME, DEAL, dealer=3), HE21)


def test_he21_complete_hand() -> None:
    state = played()
    told = GAME.report(state)
    assert told == {
        "declarer": 1,
        "bid": 65,
        "contract": 100,
        "card_points": [80, 60],
        "last_trick": 0,
        "tricks": [5, 4],
        "marriages": [["H"], ["D"]],
    }
    terms, standing = table(GAME)
    done = outcome(GAME, state, (terms, standing))
    assert done.result == {"points": [200, 100]}
    assert tally(GAME, told, 3, (terms, standing)) == done
    assert [line.sentence() for line in done.lines] == [
        "Against the contract: 80 card points, 20 for the last trick, 100 for hearts.",
        "Contract 100 made with 60 card points, 80 for diamonds.",
    ]


def test_he21_with_a_contract_too_high() -> None:
    state = changed(played(), hands={}, contract=145)
    assert outcome(GAME, state, table(GAME)).result == {"points": [200, 0]}
    assert outcome(GAME, state, table(GAME, preset="traditional")).result == {"points": [200, -145]}


def test_he21_trick_by_trick() -> None:
    """Winners, points and trump of the table in the rule book."""
    expected = [
        (3, 30, None),
        (3, 10, None),
        (2, 20, 2),
        (2, 20, 2),
        (2, 20, 1),
        (1, 10, 1),
        (0, 10, 1),
        (1, 10, 1),
        (0, 10, 1),
    ]
    state, got = start(GAME, DEAL, dealer=3), []
    for line in HE21.strip().splitlines():
        before = sum(state.card_points), sum(state.tricks)
        state = follow(GAME, state, line)
        if sum(state.tricks) > before[1]:
            got.append((state.last_winner, sum(state.card_points) - before[0], state.trump))
    assert got == expected


def test_what_everybody_sees() -> None:
    state = start(GAME, DEAL, dealer=3)
    view = GAME.view(state, 0)
    assert (view["bid"], view["bidder"], view["declarer"], view["auction"]) == (None, None, None, [])
    for line in HE21.strip().splitlines()[:29]:
        state = follow(GAME, state, line)
    view = GAME.view(state, 0b0010)
    assert [seat["cards"] is not None for seat in view["hands"]] == [False, True, False, False]
    assert view["auction"][-2:] == [{"seat": 1, "bid": 65}, {"seat": 0, "bid": None}]
    assert (view["bid"], view["bidder"], view["declarer"], view["contract"]) == (65, 1, 1, 100)
    assert view["marriages"] == [
        {"trick": 3, "seat": 3, "suit": "D", "points": 80},
        {"trick": 5, "seat": 2, "suit": "H", "points": 100},
    ]
    assert (view["trump"], view["leader"], view["asking"], view["may_try"]) == ("H", 2, None, False)
    assert (view["may_not_declare"], view["may_not_ask"]) == ([2], [0])
    assert view["card_points"] is None
    assert GAME.view(played(), 0)["card_points"] == [80, 60]


def test_cards_are_never_lost() -> None:
    state = start(GAME, DEAL, dealer=3)
    for line in HE21.strip().splitlines():
        state = follow(GAME, state, line)
        everywhere = [*state.hands, *GAME.places(state)]
        assert sum(everywhere) == GAME.pack
        assert sum(cards.bit_count() for cards in everywhere) == 36
    assert card_set(state.last_trick) == hand("8D 9H QD KH")


# -- rulings -----------------------------------------------------------------------------------------------


def stopped(tricks_played: int, *rulings: str, **options: Any) -> HuutoState:
    """Return the hand of HE21 with some rulings after a number of tricks; declarer is seat 1 at 100."""
    moves = [line.split("{")[0].strip() for line in HE21.strip().splitlines()]
    plays = [place for place, text in enumerate(moves) if " play " in text]
    last = plays[4 * tricks_played - 1]
    return play_all(GAME, start(GAME, DEAL, dealer=3, **options), *moves[: last + 1], *rulings)


def sheet(state: HuutoState, **options: Any) -> list[tuple[int, int, str]]:
    """Return seat, points and sentence of every line."""
    lines = outcome(GAME, state, table(GAME, **options)).lines
    return [(line.seat, line.points, line.sentence()) for line in lines]


def test_declarers_who_revoked_lose_the_contract_and_the_others_get_what_is_left() -> None:
    """After five tricks {0,2} has 60 card points and hearts, {1,3} 40 and diamonds; 40 and 20 are left."""
    state = stopped(5, "* worst_result 3")
    assert state.over
    assert GAME.report(state) == {
        "declarer": 1, "bid": 65, "contract": 100, "card_points": [100, 40], "last_trick": 0,
        "tricks": [7, 2], "marriages": [["H"], ["D"]], "worst_result": 1,
    }  # fmt: skip
    parts = "100 card points, 20 for the last trick, 100 for hearts"
    assert sheet(state) == [
        (0, 220, f"The other team lost its contract by a ruling: {parts}."),
        (1, -100, "By a ruling contract 100 is lost."),
    ]
    assert sheet(stopped(5, "* worst_result 1", preset="traditional"))[1][1] == -100


def test_defenders_who_revoked_score_nothing_and_the_contract_is_made() -> None:
    state = stopped(5, "* worst_result 0")
    assert GAME.report(state)["card_points"] == [60, 80]
    assert sheet(state) == [
        (0, 0, "By a ruling nothing is scored against the contract."),
        (1, 100, "By a ruling contract 100 counts as made."),
    ]


def test_a_revoke_found_after_the_last_trick() -> None:
    """All was played, and {0,2} took the last trick; it would have counted for them in any case."""
    state = stopped(9, "* worst_result 1")
    assert GAME.report(state)["card_points"] == [80, 60]
    assert sheet(state)[0][1] == 200
    assert refused(GAME, state, "* worst_result 0").rule == "H28"
    lost = report(declarer=0, bid=100, contract=150, worst_result=0)
    told = tally(GAME, lost, 3, (table(GAME)[0], Standing(totals=(0, 0))))
    assert told.result == {"points": [-150, 65]}, "45 and the last trick, although they did not win it"


def test_a_worst_result_needs_a_contract_and_a_trick() -> None:
    moves = [line.split("{")[0].strip() for line in HE21.strip().splitlines()]
    first = next(place for place, text in enumerate(moves) if " play " in text)
    for count in (0, 3, first, first + 1):
        state = play_all(GAME, start(GAME, DEAL, dealer=3), *moves[:count])
        said = refused(GAME, state, "* worst_result 0")
        assert (said.code, said.rule) == ("no_remedy", "H15")
    without_tally("no_remedy", "H28", options={"forced_opening": "no"}, declarer=None, bid=0, contract=0,
                  worst_result=0)  # fmt: skip


def test_a_false_marriage_is_withdrawn_before_the_lead() -> None:
    """The trump before it is trump again, and the attempt is used."""
    state = tricks({0: "KH QH 9S", 1: "AS 8C 7C", 2: "8S 7S 9C", 3: "TS 8D 7D"})
    state = play_all(GAME, state, "0 marriage H")
    assert (state.trump, state.may_try) == (1, False)
    state = play_all(GAME, state, "* cancel_marriage H")
    assert (state.trump, state.may_try, state.made, state.marriages) == (None, False, 0, ())
    assert refused(GAME, state, "* cancel_marriage H").rule == "H24"
    assert refused(GAME, state, "0 marriage H").rule == "H18"
    with_clubs = changed(state, trump=3, made=0b1010, marriages=((2, 1, 3), (4, 0, 1)), cancelled=())
    assert play_all(GAME, changed(with_clubs, trump=1), "* cancel_marriage H").trump == 3
    assert play_all(GAME, changed(with_clubs, trump=1), "* cancel_marriage C").trump == 1


def test_a_false_marriage_found_after_the_lead_is_no_trump_from_the_next_trick_on() -> None:
    state = tricks({0: "KH QH 9S", 1: "AH 8C 7C", 2: "8H 7S 9C", 3: "TH 8D 7D"})
    state = play_all(GAME, state, "0 marriage H", "0 play 9S", "1 play AH", "* cancel_marriage H")
    assert state.trump == 1
    assert legal_cards(GAME, state, 2) == words("7S"), "spades were led"
    state = play_all(GAME, state, "2 play 7S")
    assert legal_cards(GAME, state, 3) == words("TH"), "hearts are still trump"
    state = play_all(GAME, state, "3 play TH")
    assert (state.last_winner, state.trump) == (1, None)


def test_a_cancelled_marriage_scores_nothing_and_says_so() -> None:
    state = stopped(9, "* cancel_marriage D")
    assert GAME.report(state)["marriages"] == [["H"], []]
    assert GAME.report(state)["cancelled"] == [[], ["D"]]
    assert sheet(state)[1:] == [
        (1, 0, "Contract 100 failed with 60: 60 card points."),
        (1, 0, "Not counted, by a ruling: 80 for diamonds."),
    ]
    lines = outcome(GAME, state, table(GAME)).lines
    assert lines[2].rules == ("H19", "H24")
    without_tally("beyond_tricks", "H18", cancelled=[["S", "D", "H", "S", "D"], []])
    with pytest.raises(BadForm):
        scored(cancelled=[["X"], []])
