"""Obligations, limits, acts and phases."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.acts import (
    Act,
    Duty,
    Gate,
    Held,
    Obliged,
    Phase,
    Promised,
    Within,
    denied,
    first_duty,
    on_turn,
    still_waiting,
)
from referee.engine.cards import ANY, SUIT_SETS, UNSEEN, bits, parse_card
from referee.engine.errors import Refused
from referee.engine.moves import ANSWER, CARD, NO, PASS, PLAY, SUIT, WILD, YES, Move, Param, Verb
from referee.engine.state import State
from referee.engine.tricks import follow_suit
from tests.games.cards import hand

S, H, D, C = SUIT_SETS
FOLLOW_OR_TRUMP = (Duty(S | H, S | H, "T33"), Duty(ANY, ANY, "T33"))
FOLLOW_OR_TRUMP_IF_SUITED = (Duty(S, S | H, "T22"), Duty(ANY, ANY, "T22"))
FOLLOW_ELSE_TRUMP = (Duty(S, S, "T33"), Duty(H, H, "T33"), Duty(ANY, ANY, "T33"))
LISTS = (follow_suit(0, "A18"), FOLLOW_OR_TRUMP, FOLLOW_OR_TRUMP_IF_SUITED, FOLLOW_ELSE_TRUMP)


def a_state(*hands: str, turn: int = 0, waiting: int = 0) -> State:
    return State({}, len(hands), 0, "play", [hand(text) for text in hands], turn, waiting)


def nothing(state: State, move: Move) -> None:
    """Change nothing; these tests ask what is allowed."""


# -- duties ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duties", "held", "legal"),
    [
        (follow_suit(0, "A18"), "KS 7S AH", "KS 7S"),
        (follow_suit(0, "A18"), "AH 2C", "AH 2C"),
        (FOLLOW_OR_TRUMP_IF_SUITED, "KS AH 2C", "KS AH"),
        (FOLLOW_OR_TRUMP_IF_SUITED, "AH 2C", "AH 2C"),
        (FOLLOW_OR_TRUMP, "AH 2C", "AH"),
        (FOLLOW_ELSE_TRUMP, "KS AH 2C", "KS"),
        (FOLLOW_ELSE_TRUMP, "AH 2C", "AH"),
        (FOLLOW_ELSE_TRUMP, "2C 3D", "2C 3D"),
        ((), "2C 3D", "2C 3D"),
    ],
)
def test_the_first_duty_that_a_hand_falls_under_counts(duties: Sequence[Duty], held: str, legal: str) -> None:
    limit: Obliged[State] = Obliged(lambda state, seat: duties)
    assert limit.allowed(a_state(held), 0, ()) & hand(held) == hand(legal)


def test_a_hand_without_cards_has_no_duty() -> None:
    assert first_duty(0, FOLLOW_OR_TRUMP) is None
    assert first_duty(hand("2C"), ()) is None


def test_the_rule_of_the_duty_is_cited() -> None:
    duties = (Duty(S, S, "follow"), Duty(H, H, "trump"), Duty(ANY, ANY, "any"))
    limit: Obliged[State] = Obliged(lambda state, seat: duties)
    assert [limit.cited(a_state(held), 0) for held in ("KS AH", "AH 2C", "2C")] == ["follow", "trump", "any"]


hands = st.integers(1, ANY)


@given(hands, st.sampled_from(LISTS), st.data())
def test_what_a_play_denies_is_exactly_what_would_have_made_it_illegal(
    held: int, duties: Sequence[Duty], data: st.DataObject
) -> None:
    card = data.draw(st.sampled_from(bits(held)))
    duty = first_duty(held, duties)
    legal = duty is None or bool(duty.play >> card & 1)
    assert legal == (not held & denied(card, duties))


def test_what_a_play_denies() -> None:
    assert denied(parse_card("2C"), follow_suit(0, "A18")) == S
    assert denied(parse_card("KS"), follow_suit(0, "A18")) == 0
    assert denied(parse_card("2C"), FOLLOW_OR_TRUMP) == S | H
    assert denied(parse_card("AH"), FOLLOW_OR_TRUMP) == 0
    assert denied(parse_card("AH"), FOLLOW_ELSE_TRUMP) == S
    assert denied(parse_card("2C"), FOLLOW_ELSE_TRUMP) == S | H
    assert denied(parse_card("2C"), ()) == 0


# -- limits ----------------------------------------------------------------------------------------------


def test_cards_held_and_named_once() -> None:
    limit: Held[State] = Held("A9")
    state = a_state("KS 7S AH")
    assert limit.allowed(state, 0, ()) == hand("KS 7S AH")
    assert limit.allowed(state, 0, (parse_card("7S"), parse_card("KS"))) == hand("AH")
    assert (limit.cited(state, 0), limit.code) == ("A9", "not_held")


def test_a_set_that_everybody_can_work_out() -> None:
    limit: Within[State] = Within("A9", lambda state, seat, args: 0b1111 & ~(1 << args[0] // 13))
    state = a_state("5H")
    assert limit.allowed(state, 0, (parse_card("5H"),)) == 0b1101
    assert (limit.cited(state, 0), limit.code) == ("A9", "outside")


MARRIED = {suit: hand(f"K{name} Q{name}") for suit, name in enumerate("SHDC")}


@pytest.mark.parametrize(
    ("held", "truthful", "allowed"),
    [
        ("KS QS KH QD", False, {0, NO}),
        ("KS QS KH QD", True, {0}),
        ("KS QH", False, {NO}),
        ("KS QH", True, {NO}),
        ("KS QS KC QC", True, {0, 3}),
    ],
)
def test_a_promise_has_to_be_true(held: str, truthful: bool, allowed: set[int]) -> None:
    limit: Promised[State] = Promised(
        "H21",
        values=lambda state, seat: 0b11111,
        promise=lambda state, value: MARRIED.get(value, 0),
        truthful=lambda state: truthful,
    )
    assert set(bits(limit.allowed(a_state(held), 0, ()))) == allowed
    assert limit.cited(a_state(held), 0) == "H21"


def test_a_promise_need_not_be_made_by_default() -> None:
    limit: Promised[State] = Promised("H22", lambda state, seat: 1 << YES | 1 << NO, lambda state, value: 0)
    assert set(bits(limit.allowed(a_state("KS"), 0, ()))) == {YES, NO}


# -- acts ------------------------------------------------------------------------------------------------

HOLDER = Held[State]("held")
OPEN = Verb("open", (Param("card", CARD), Param("suit", SUIT)))
GIVE = Verb("give", (Param("cards", CARD, many=True, least=2, most=3),), pattern=True)
REDEAL = Verb("redeal")
DRAW = Verb("draw", (Param("card", CARD),), pattern=True)
ANSWERS = Verb("answer", (Param("answer", ANSWER),))


def other_suits(state: State, seat: int, args: tuple[int, ...]) -> int:
    return 0b1111 & ~(1 << args[0] // 13)


def has_spades(state: State, seat: int) -> bool:
    return bool(state.hands[seat] & S)


SPADES_LED = Obliged[State](lambda state, seat: follow_suit(0, "follow"))
WASTE = Within[State]("waste", lambda state, seat, args: hand("2C 3C"))
play: Act[State] = Act(PLAY, nothing, "turn", limits=((HOLDER, SPADES_LED),))
opening: Act[State] = Act(OPEN, nothing, "turn", limits=((HOLDER,), (Within("suits", other_suits),)))
gift: Act[State] = Act(GIVE, nothing, "turn", limits=((HOLDER,),), count=("count", lambda state: 2))
redeal: Act[State] = Act(REDEAL, nothing, "turn", still_waiting, gates=(Gate("spade", has_spades),))
draw: Act[State] = Act(DRAW, nothing, "turn", limits=((WASTE,),))
passing: Act[State] = Act(PASS, nothing, lambda state, seat: f"turn of {seat}")


def texts(act: Act[State], state: State, seat: int) -> set[str]:
    return {move.text for move in act.moves(state, seat)}


def refusal(act: Act[State], state: State, seat: int, *args: int) -> tuple[str, str] | None:
    said = act.refusal(state, Move(seat, act.verb, args))
    return None if said is None else (said.code, said.rule)


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def test_moves_of_every_form() -> None:
    state = a_state("KS 2H", "3C 4C", waiting=0b11)
    assert texts(play, state, 0) == {"0 play KS"}
    assert texts(play, state, 1) == {"1 play 3C", "1 play 4C"}
    assert texts(opening, state, 0) == {
        "0 open KS H", "0 open KS D", "0 open KS C", "0 open 2H S", "0 open 2H D", "0 open 2H C",
    }  # fmt: skip
    assert texts(gift, state, 0) == {"0 give * *"}
    assert texts(draw, state, 0) == {"0 draw *"}
    assert texts(redeal, state, 0) == {"0 redeal"}
    assert texts(redeal, state, 1) == set()
    assert texts(passing, state, 0) == {"0 pass"}


def test_every_move_listed_is_accepted() -> None:
    state = a_state("KS 2H", "3C 4C", waiting=0b11)
    for act in (play, opening, redeal, passing):
        for move in act.moves(state, 0):
            assert act.refusal(state, move) is None
    assert refusal(gift, state, 0, *cards("KS 2H")) is None
    assert refusal(draw, state, 0, *cards("3C")) is None


def test_refusals_come_in_the_order_a_referee_would_cite_them() -> None:
    state = a_state("KS 2H 3D", "3C 4C", waiting=0b10)
    assert refusal(play, state, 1, *cards("3C")) == ("not_your_turn", "turn")
    assert refusal(play, state, -1, *cards("KS")) == ("not_your_turn", "turn")
    assert refusal(play, state, 0, *cards("3C")) == ("not_held", "held")
    assert refusal(play, state, 0, *cards("2H")) == ("obliged", "follow")
    assert refusal(opening, state, 0, parse_card("3C"), 3) == ("not_held", "held")
    assert refusal(opening, state, 0, parse_card("KS"), 0) == ("outside", "suits")
    assert refusal(redeal, state, 0) == ("not_your_turn", "turn")
    assert refusal(redeal, state, 1) == ("not_allowed", "spade")
    assert refusal(gift, state, 0, *cards("KS 2H 3D")) == ("wrong_count", "count")
    assert refusal(gift, state, 0, *cards("KS KS")) == ("not_held", "held")
    assert refusal(gift, state, 0, parse_card("KS"), UNSEEN) == ("not_held", "held")
    assert refusal(gift, state, 0, WILD, WILD) == ("not_held", "held")
    assert refusal(draw, state, 0, *cards("4C")) == ("outside", "waste")
    assert refusal(passing, state, 1) == ("not_your_turn", "turn of 1")


def test_a_refusal_says_what_is_wrong() -> None:
    state = a_state("KS 2H", "3C 4C")

    def said(act: Act[State], seat: int, *args: int) -> Refused:
        found = act.refusal(state, Move(seat, act.verb, args))
        assert found is not None
        return found

    assert str(said(play, 0, parse_card("2H"))) == "2H is against a duty of this hand."
    assert said(play, 0, parse_card("2H")).can_stand
    assert not said(play, 0, parse_card("3C")).can_stand
    assert str(said(play, 0, parse_card("3C"))) == "Seat 0 does not have 3C to play."
    assert str(said(play, 1, parse_card("3C"))) == "It is not the turn of seat 1."
    assert str(said(play, -1, parse_card("KS"))) == "It is not the turn of seat -."
    assert str(said(opening, 0, parse_card("KS"), 0)) == "S cannot be chosen here."
    assert str(said(gift, 0, parse_card("KS"))) == "Exactly 2 cards are needed here."


def test_who_may_act() -> None:
    state = a_state("KS", "KH", "2S", turn=1, waiting=0b101)
    assert (on_turn(state), still_waiting(state)) == (0b010, 0b101)
    phase: Phase[State] = Phase("auction", "A7", (passing, redeal))
    assert phase.to_act(state) == 0b111
    state.hands[0] = hand("KH")
    assert phase.to_act(state) == 0b110
    assert phase.act(PASS) is passing
    assert phase.act(PLAY) is None


def test_an_act_asked_for_less() -> None:
    """At a real table a card played is not refused for a duty, and only what everybody can check is."""
    state = a_state("KS 2H", "3C 4C", waiting=0b11)
    assert refusal(play.without_duties, state, 0, *cards("2H")) is None
    assert refusal(play.without_duties, state, 0, *cards("3C")) == ("not_held", "held")
    assert refusal(play.public, state, 0, *cards("2H")) is None
    assert refusal(play.public, state, 0, *cards("3C")) == ("not_held", "held")
    assert refusal(opening.public, state, 0, parse_card("KS"), 0) == ("outside", "suits")
    assert refusal(redeal.public, state, 1) == ("not_allowed", "spade")
    secret: Act[State] = Act(
        REDEAL, nothing, "turn", still_waiting, gates=(Gate("spade", has_spades, private=True),)
    )
    assert refusal(secret, state, 1) == ("not_allowed", "spade")
    assert refusal(secret.public, state, 1) is None
    assert refusal(gift.who, state, 0) is None
    assert refusal(gift.who, state, 1) == ("not_your_turn", "turn")


def test_limits_of_the_last_argument_hold_for_every_further_card() -> None:
    state = a_state("KS 2H 3D")
    assert gift.limits_at(0) == gift.limits_at(2) == (HOLDER,)
    assert gift.allowed(state, 0, tuple(cards("KS 2H"))) == hand("3D")
    assert play.allowed(state, 0, ()) == hand("KS")


def test_a_promise_to_hold_nothing_is_kept_by_every_hand() -> None:
    limit: Promised[State] = Promised(
        "x", lambda state, seat: 0b111, lambda state, value: 0, lambda state: True
    )
    assert set(bits(limit.allowed(a_state(""), 0, ()))) == {0, 1, 2}
