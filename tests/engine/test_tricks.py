"""Who wins a trick, and the bookkeeping of cards played."""

import pytest

from referee.engine.acts import first_duty
from referee.engine.cards import ACE_HIGH, SUITS, Ranking, card_text, parse_cards
from referee.engine.state import TrickState
from referee.engine.tricks import beats, close_trick, follow_suit, lay_on_trick, public_trick, winning_place
from tests.games.cards import hand

TEN_HIGH = Ranking("T98765432A")


@pytest.mark.parametrize(
    ("cards", "trump", "ranking", "winner"),
    [
        ("AS", None, ACE_HIGH, "AS"),
        ("9S KS TS AS", None, ACE_HIGH, "AS"),
        ("9S KH AD AC", None, ACE_HIGH, "9S"),
        ("9S KH AD 2C", "C", ACE_HIGH, "2C"),
        ("9S 3C AD 2C", "C", ACE_HIGH, "3C"),
        ("2C AS AD AH", "C", ACE_HIGH, "2C"),
        ("2C KC AD AH", "C", ACE_HIGH, "KC"),
        ("AS 2S", None, TEN_HIGH, "2S"),
        ("9S AS TS 2S", None, TEN_HIGH, "TS"),
        ("9S AH", "H", TEN_HIGH, "AH"),
    ],
)
def test_the_winning_card(cards: str, trump: str | None, ranking: Ranking, winner: str) -> None:
    played = parse_cards(cards)
    suit = None if trump is None else SUITS.index(trump)
    assert card_text(played[winning_place(played, suit, ranking)]) == winner


def test_a_card_of_another_plain_suit_never_beats() -> None:
    low, high = parse_cards("2S AH")
    assert not beats(high, low, None, ACE_HIGH)
    assert not beats(high, low, SUITS.index("D"), ACE_HIGH)
    assert beats(high, low, SUITS.index("H"), ACE_HIGH)
    assert not beats(low, high, SUITS.index("H"), ACE_HIGH)


def test_following_suit_is_a_duty_of_two_rows() -> None:
    duties = follow_suit(SUITS.index("S"), "A18")
    holding, void = first_duty(hand("2S AH"), duties), first_duty(hand("KH AH"), duties)
    assert holding is not None
    assert (holding.play & hand("2S AH"), holding.rule) == (hand("2S"), "A18")
    assert void is not None
    assert void.play & hand("KH AH") == hand("KH AH")


def test_cards_go_to_the_trick_and_the_trick_to_its_winner() -> None:
    hands = [hand("AS 2H"), hand("3S KH"), hand("4H 5H")]
    state = TrickState({}, 3, 0, "tricks", hands, turn=1, tricks=[0, 0, 0])
    for seat, card in ((1, "3S"), (2, "4H"), (0, "AS")):
        lay_on_trick(state, seat, *parse_cards(card))
    assert (state.led, state.players, state.turn) == (0, (1, 2, 0), 1)
    assert state.hands == [hand("2H"), hand("KH"), hand("5H")]
    assert public_trick(state)["trick"] == [
        {"seat": 1, "card": "3S"},
        {"seat": 2, "card": "4H"},
        {"seat": 0, "card": "AS"},
    ]
    assert close_trick(state, ACE_HIGH) == (0, tuple(parse_cards("3S 4H AS")))
    assert (state.led, state.trick, state.players, state.turn, state.leader) == (None, (), (), 0, 0)
    assert (state.tricks, state.gone) == ([1, 0, 0], hand("3S 4H AS"))
    seen = public_trick(state)
    assert (seen["trick"], seen["last_winner"], seen["tricks"], seen["trump"]) == ([], 0, [1, 0, 0], None)
    assert [play["card"] for play in seen["last_trick"]] == ["3S", "4H", "AS"]
    state.trump = 1
    assert public_trick(state)["trump"] == "H"
