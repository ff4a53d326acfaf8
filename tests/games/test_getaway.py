"""Getaway: every worked example of the rule book (GE1 – GE15), all options, all refusals, every end."""

from typing import Any

import pytest

from referee.engine.cards import ANY, bits, card_set, card_texts
from referee.engine.errors import BadForm, NotAMove, Refused
from referee.games.getaway import DRAW, GAME, OPTIONS, RULES, GetawayState
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
    words,
)

A, B, C, D = range(4)
"""The seats as the rule book names them."""

GE1_HANDS = (
    "AS 7S 3S KH 8H 5H QD 9D 4D JC TC 6C 2C",
    "JS 4S QH 9H 2H AD TD 7D KC 9C 8C 5C 3C",
    "AH JH TH 7H 6H KD JD 8D 6D 5D AC QC 7C",
    "KS QS TS 9S 8S 6S 5S 2S 4H 3H 3D 2D 4C",
)
GE1 = {"hands": [cards.split() for cards in GE1_HANDS]}


def position(power: int, *hands: str, seats: int | None = None, **options: Any) -> GetawayState:
    """Return a game between two tricks after the first; whoever has no cards and no power is away.

    All cards that are in no hand are in the waste.
    """
    number = max(seats or len(hands), 3)
    held = dict(enumerate(hands))
    state: GetawayState = changed(
        start(GAME, seats=number, **options),
        hands=held,
        phase="lead" if held[power] else "draw",
        turn=power,
        leader=power,
        gone=ANY & ~hand(" ".join(hands)),
        inside=card_set(seat for seat in range(number) if held.get(seat) or seat == power),
    )
    state.away = tuple(seat for seat in range(number) if not state.inside >> seat & 1)
    return state


def held(state: GetawayState, seat: int) -> set[str]:
    """Return the cards of a hand."""
    return set(card_texts(state.hands[seat]))


def counts(state: GetawayState) -> list[int]:
    """Return the number of cards in every hand."""
    return [cards.bit_count() for cards in state.hands]


def players(state: GetawayState) -> list[int]:
    """Return who is in."""
    return list(bits(state.inside))


def seen(state: GetawayState, seats: int = 0) -> dict[str, Any]:
    """Return what somebody with the eyes of some seats sees."""
    return GAME.view(state, seats)


def loser(state: GetawayState) -> int:
    """Return who lost a game that is over."""
    assert state.over
    assert GAME.legal_moves(state) == []
    lost = outcome(GAME, state, table(GAME, state.seats)).result["loser"]
    assert type(lost) is int
    return lost


def takers(state: GetawayState) -> set[int]:
    """Return the seats that may take now."""
    return {move.seat for move in GAME.legal_moves(state) if move.verb.name == "take"}


def pool(state: GetawayState) -> int:
    """Return the cards of which chance draws one, as whoever draws reads them."""
    act = GAME.phases[state.phase].act(DRAW)
    assert act is not None
    return act.allowed(state, state.turn, ())


# -- the deal and the first trick --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (3, [18, 17, 17]),
        (4, [13, 13, 13, 13]),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_the_first_seats_from_the_dealers_left_may_get_a_card_more(seats: int, sizes: list[int]) -> None:
    for dealer in range(seats):
        state = start(GAME, dealer=dealer, seats=seats)
        assert [counts(state)[(dealer + 1 + i) % seats] for i in range(seats)] == sizes


def test_a_deal_of_wrong_sizes_is_refused() -> None:
    deal = {"hands": [cards[:12] for cards in GE1["hands"]]}
    with pytest.raises(BadForm) as caught:
        start(GAME, deal, seats=4)
    assert [fault.pointer for fault in caught.value.faults] == [f"/deal/hands/{seat}" for seat in range(4)]


def test_two_and_nine_are_no_game() -> None:
    for seats in (2, 9):
        with pytest.raises(BadForm) as caught:
            GAME.terms({}, seats)
        assert caught.value.faults[0].code == "seat_count"


FIRST = """
    0 play AS {AS}
    1 play JS {JS 4S}
    2 play AH {13}
    3 play TS {KS QS TS 9S 8S 6S 5S 2S}"""
SECOND = """
    0 play 5H {12}
    1 play 9H {QH 9H 2H}
    2 play JH {JH TH 7H 6H}
    3 play 4H {4H 3H}"""
THIRD_AND_FOURTH = """
    2 play QC {11}
    3 play 4C {4C}
    0 play 6C {JC TC 6C 2C}
    1 play 5C {KC 9C 8C 5C 3C}
    2 play 7C {10}
    3 play QS {KS QS 9S 8S 6S 5S 2S 3H 3D 2D}"""


def test_ge1_the_first_trick_is_thrown_whatever_was_played() -> None:
    state = follow(GAME, start(GAME, GE1, seats=4), FIRST)
    assert counts(state) == [12] * 4
    assert state.gone == hand("AS JS AH TS")
    assert seen(state)["waste"] == 4
    assert seen(state)["power"] == A
    assert seen(state)["turn"] == [A]
    assert seen(state)["last_winner"] == A
    assert seen(state)["picked_up_by"] is None


def test_ge2_a_full_trick() -> None:
    state = follow(GAME, start(GAME, GE1, seats=4), FIRST + SECOND)
    assert counts(state) == [11] * 4
    assert seen(state)["waste"] == 8
    assert seen(state)["power"] == C
    assert seen(state)["last_trick"] == [
        {"seat": A, "card": "5H"},
        {"seat": B, "card": "9H"},
        {"seat": C, "card": "JH"},
        {"seat": D, "card": "4H"},
    ]


def test_ge3_a_tochoo_ends_the_trick_at_once() -> None:
    state = follow(GAME, start(GAME, GE1, seats=4), FIRST + SECOND + THIRD_AND_FOURTH)
    assert counts(state) == [10, 10, 11, 9]
    assert {"7C", "QS"} <= held(state, C)
    assert seen(state)["waste"] == 12
    assert seen(state)["power"] == C
    assert seen(state)["picked_up_by"] == C
    assert refused(GAME, state, "0 play TC").rule == "G10"
    assert refused(GAME, state, "3 play KS").rule == "G8"
    assert legal_words(GAME, state, "play", 0b1011) == set()


def test_the_ace_of_spades_is_led_and_nothing_else() -> None:
    state = start(GAME, GE1, seats=4)
    assert refused(GAME, state, "0 play KH").code == "outside"
    assert refused(GAME, state, "0 play KH").rule == "G5"
    assert refused(GAME, state, "0 play JS").code == "not_held"
    assert refused(GAME, state, "1 play JS").rule == "G5"
    assert refused(GAME, state, "0 draw 2S").rule == "G5"


def test_nobody_is_told_who_has_the_ace_of_spades() -> None:
    state = start(GAME, GE1, seats=4, take_timing="leader_only")
    for eyes in (0, 1 << B, 1 << C | 1 << D):
        assert seen(state, eyes)["power"] is None
        assert seen(state, eyes)["turn"] == []
        assert seen(state, eyes)["to_act"] == []
    assert seen(state, 1 << A)["to_act"] == [A]
    assert seen(state, 0b1111)["hands"][A]["turn"]
    assert not seen(state, 0b1111)["hands"][B]["turn"]
    led = play_all(GAME, state, "0 play AS")
    assert seen(led)["power"] == A
    assert seen(led)["to_act"] == seen(led)["turn"] == [B]


def test_a_spade_must_be_followed_in_the_first_trick() -> None:
    state = play_all(GAME, start(GAME, GE1, seats=4), "0 play AS")
    off_suit = refused(GAME, state, "1 play QH")
    assert (off_suit.code, off_suit.rule, off_suit.can_stand) == ("obliged", "G6", True)
    assert refused(GAME, state, "2 play AH").rule == "G6"
    assert refused(GAME, state, "1 play KS").code == "not_held"
    assert refused(GAME, state, "1 draw KS").rule == "G6"


def test_the_first_trick_in_any_order() -> None:
    state = start(GAME, GE1, seats=4, first_trick_order="any_order", take_timing="off")
    assert GAME.legal_texts(state) == ["0 play AS"]
    state = play_all(GAME, state, "0 play AS")
    assert seen(state)["turn"] == seen(state)["to_act"] == [B, C, D]
    state = play_all(GAME, state, "3 play TS", "1 play JS")
    assert seen(state)["turn"] == [C]
    assert refused(GAME, state, "1 play 4S").rule == "G6"
    state = play_all(GAME, state, "2 play AH")
    assert (state.phase, state.turn) == ("lead", A)
    assert refused(GAME, play_all(GAME, state, "0 play 5H"), "2 play JH").rule == "G9"


# -- following, picking up, getting away ---------------------------------------------------------------


def test_ge4_the_example_of_the_book() -> None:
    state = follow(
        GAME,
        position(A, "QH 9S", "2H 4C", "3D KS", "AH 5D"),
        """
        0 play QH {QH 9S}
        1 play 2H {2H}
        2 play 3D {3D KS}
        """,
    )
    assert [held(state, seat) for seat in range(4)] == [
        words("9S QH 2H 3D"),
        {"4C"},
        {"KS"},
        words("AH 5D"),
    ]
    assert (state.leader, players(state)) == (A, [A, B, C, D])


def test_ge5_the_suit_led_is_followed() -> None:
    state = play_all(GAME, position(A, "5D 6C", "2D KD 9S", "4H 8H"), "0 play 5D")
    assert legal_cards(GAME, state, B) == words("2D KD")
    off_suit = refused(GAME, state, "1 play 9S")
    assert (off_suit.code, off_suit.rule, off_suit.can_stand) == ("obliged", "G9", True)


def test_ge6_a_last_card_as_tochoo_gets_away() -> None:
    state = follow(GAME, position(A, "5D 8C", "KS", "7D 2H"), "0 play 5D\n1 play KS {KS}")
    assert held(state, A) == words("8C 5D KS")
    assert (state.leader, players(state), state.away) == (A, [A, C], (B,))
    assert refused(GAME, state, "1 play KS").rule == "G12"
    assert refused(GAME, state, "1 take").rule == "G16"
    assert refused(GAME, play_all(GAME, state, "0 play 8C"), "1 play KS").rule == "G12"


def test_ge7_another_than_the_leader_picks_up() -> None:
    state = position(A, "4C TS", "9C 2D", "6C", "AH 3S")
    state = play_all(GAME, state, "0 play 4C", "1 play 9C", "2 play 6C", "3 play AH")
    assert held(state, B) == words("2D 4C 9C 6C AH")
    assert (state.leader, players(state)) == (B, [A, B, D])
    assert (held(state, A), held(state, D)) == ({"TS"}, {"3S"})


def test_whoever_empties_a_hand_is_in_until_the_trick_is_settled() -> None:
    state = play_all(GAME, position(A, "TH", "JH 2C", "2H 3C"), "0 play TH")
    assert players(state) == [A, B, C]
    state = play_all(GAME, state, "1 play JH", "2 play 2H")
    assert (state.leader, players(state), state.away) == (B, [B, C], (A,))


def test_several_get_away_in_the_order_they_played() -> None:
    state = position(C, "3S", "9S 4H", "2S", "4S", "TS 5H")
    state = play_all(GAME, state, "2 play 2S", "3 play 4S", "4 play TS", "0 play 3S", "1 play 9S")
    assert state.away == (C, D, A)


def test_an_away_player_is_skipped() -> None:
    state = position(D, "2C 3C", "", "KH QH", "7D 9C")
    state = play_all(GAME, state, "3 play 9C", "0 play 3C")
    assert state.turn == C


# -- the empty hand with the power ---------------------------------------------------------------------

GE8 = ("KH", "3H 9C 5C", "9H 2C JS", "QH 6C 4D")
GE8_TRICK = "0 play KH {KH}\n1 play 3H {3H}\n2 play 9H {9H}\n3 play QH {QH}"


def test_ge8_the_power_with_an_empty_hand_draws() -> None:
    state = follow(GAME, position(A, *GE8, preset="traditional"), GE8_TRICK)
    assert (state.phase, state.leader, players(state)) == ("draw", A, [A, B, C, D])
    assert [text for text in GAME.legal_texts(state) if "take" not in text] == ["0 draw *"]
    assert pool(state).bit_count() == 42
    assert refused(GAME, state, "0 draw KH").rule == "G13"
    assert seen(state)["waste"] == 46
    state = play_all(GAME, state, "0 draw 7C")
    assert state.gone.bit_count() == 45
    assert seen(state)["waste"] == 45
    assert seen(state)["drawn"]
    assert seen(state)["trick"] == [{"seat": A, "card": "7C"}]
    assert legal_cards(GAME, state) == words("9C 5C")


def test_ge8_the_finished_trick_is_in_the_pool_of_the_book() -> None:
    state = follow(GAME, position(A, *GE8), GE8_TRICK)
    assert pool(state).bit_count() == 46
    state = play_all(GAME, state, "0 draw QH")
    assert seen(state)["waste"] == 45


@pytest.mark.parametrize("preset", GAME.presets)
def test_ge8a_somebody_plays_higher(preset: str) -> None:
    state = follow(GAME, position(A, *GE8, preset=preset), GE8_TRICK + "\n0 draw 7C")
    state = play_all(GAME, state, "1 play 9C", "2 play 2C", "3 play 6C")
    assert (state.leader, state.away) == (B, (A,))
    assert counts(state) == [0, 1, 1, 1]
    assert [held(state, seat) for seat in (B, C, D)] == [{"5C"}, {"JS"}, {"4D"}]
    assert seen(state)["waste"] == 49


@pytest.mark.parametrize(("preset", "cards"), [("traditional", 45), ("book", 49)])
def test_ge8b_nobody_does_and_another_card_is_drawn(preset: str, cards: int) -> None:
    state = follow(GAME, position(A, *GE8, preset=preset), GE8_TRICK + "\n0 draw 7C")
    state = play_all(GAME, state, "1 play 5C", "2 play 2C", "3 play 6C")
    assert (state.phase, state.turn) == ("draw", A)
    assert pool(state).bit_count() == cards


@pytest.mark.parametrize("preset", GAME.presets)
def test_ge8c_a_tochoo_on_the_drawn_card(preset: str) -> None:
    state = position(A, "KH", "3H 9C 5C", "9H JS 3D", "QH 6C 4D", preset=preset)
    state = follow(GAME, state, GE8_TRICK + "\n0 draw 7C\n1 play 5C\n2 play 3D {JS 3D}")
    assert held(state, A) == words("7C 5C 3D")
    assert (state.phase, state.turn) == ("lead", A)


def test_what_is_drawn_and_by_whom() -> None:
    state = follow(GAME, position(A, *GE8), GE8_TRICK)
    assert refused(GAME, state, "0 draw 9C").rule == "G13"
    assert refused(GAME, state, "1 draw 2S").rule == "G13"
    lead = refused(GAME, state, "0 play 7C")
    assert (lead.code, lead.rule) == ("wrong_phase", "G13")
    assert refused(GAME, position(A, *GE8), "0 draw 7C").rule == "G8"
    assert refused(GAME, play_all(GAME, state, "0 draw 7C"), "1 draw 2S").rule == "G9"
    assert DRAW.by_chance


def test_the_waste_is_in_no_view_and_no_list() -> None:
    state = follow(GAME, position(A, *GE8), GE8_TRICK)
    for other in ("2S", "AD"):
        lying = changed(state, gone=state.gone & ~hand(other))
        for seat in (0, *(1 << seat for seat in range(4))):
            apart = seen(lying, seat) | {"waste": 46}
            assert apart == seen(state, seat)
            assert GAME.legal_texts(lying, seat) == GAME.legal_texts(state, seat)


def test_left_leads_lets_the_empty_power_away() -> None:
    state = follow(GAME, position(A, *GE8, empty_power="left_leads"), GE8_TRICK)
    assert (state.phase, state.turn, state.leader, state.away) == ("lead", B, B, (A,))
    assert seen(state)["waste"] == 46
    state = position(A, "KH", "", "9H 2C", "QH 6C", empty_power="left_leads")
    state = play_all(GAME, state, "0 play KH", "2 play 9H", "3 play QH")
    assert (state.turn, state.away) == (C, (B, A))


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "lost"),
    [("9S", "4S", A), ("4S", "9S", B), ("9S", "4H", A)],
    ids=["a", "b", "c"],
)
def test_ge9_the_last_two_with_one_card_each(first: str, second: str, lost: int) -> None:
    state = position(A, first, second, "")
    state = play_all(GAME, state, f"0 play {first}", f"1 play {second}")
    assert loser(state) == lost
    assert seen(state)["turn"] == seen(state)["to_act"] == []
    assert refused(GAME, state, "0 take").rule == "G20"


def test_ge9c_picks_the_tochoo_up() -> None:
    state = play_all(GAME, position(A, "9S", "4H", ""), "0 play 9S", "1 play 4H")
    assert held(state, A) == words("9S 4H")


@pytest.mark.parametrize(("drawn", "lost", "kept"), [("2D", B, ""), ("AD", A, ""), ("3C", A, "3C KD")])
def test_ge10_the_last_two_and_one_still_has_a_card(drawn: str, lost: int, kept: str) -> None:
    state = follow(GAME, position(A, "9S", "4S KD", ""), "0 play 9S\n1 play 4S {4S}")
    assert (state.phase, state.turn, players(state)) == ("draw", A, [A, B])
    state = follow(GAME, state, f"0 draw {drawn}\n1 play KD {{KD}}")
    assert loser(state) == lost
    assert held(state, A) == words(kept)


def test_ge11_three_empty_in_one_trick() -> None:
    state = play_all(GAME, position(A, "TH", "JH", "2H"), "0 play TH", "1 play JH", "2 play 2H")
    assert loser(state) == B
    assert state.away == (A, C)
    assert GAME.report(state) == {"away": [A, C], "loser": B}


def test_left_leads_with_two_left() -> None:
    state = position(A, "9S", "4S KD", "", empty_power="left_leads")
    assert loser(play_all(GAME, state, "0 play 9S", "1 play 4S")) == B
    state = position(A, "9S", "4S", "", empty_power="left_leads")
    assert loser(play_all(GAME, state, "0 play 9S", "1 play 4S")) == A


def test_ends_game_on_a_tochoo_on_a_drawn_card() -> None:
    drawn = ("0 play 9S", "1 play 4S", "0 draw 3C")
    hands = ("9S", "4S KD QD", "")
    state = play_all(GAME, position(A, *hands, two_left_draw_tochoo="ends_game"), *drawn, "1 play KD")
    assert loser(state) == A
    assert state.away == (C, B)
    state = play_all(GAME, position(A, *hands), *drawn, "1 play KD")
    assert (state.phase, state.turn, held(state, A)) == ("lead", A, words("3C KD"))


def test_ends_game_needs_a_drawn_card_and_two_players() -> None:
    state = position(A, "9S 2C", "KD QD", "", two_left_draw_tochoo="ends_game")
    assert not play_all(GAME, state, "0 play 9S", "1 play KD").over
    state = position(A, "9S", "4S KD QD", "3S 5D 6D", two_left_draw_tochoo="ends_game")
    state = play_all(GAME, state, "0 play 9S", "1 play 4S", "2 play 3S", "0 draw 3C", "1 play KD")
    assert not state.over
    state = play_all(GAME, state, "0 play 3C", "1 play QD")
    assert (state.over, state.away) == (False, (B,))
    assert not play_all(GAME, state, "0 play QD", "2 play 5D").over


def test_ends_game_when_another_has_taken_over_for_the_one_who_drew() -> None:
    state = position(A, "9S", "4S KD", "3S 5D", "2S 6D 7D", two_left_draw_tochoo="ends_game")
    state = play_all(GAME, state, "0 play 9S", "1 play 4S", "2 play 3S", "3 play 2S", "0 draw 3C")
    state = play_all(GAME, state, "0 take", "3 take", "2 play 5D")
    assert loser(state) == D
    assert state.away == (B, A, C)


# -- taking a hand -------------------------------------------------------------------------------------

GE12 = ("2C 3C", "", "KH QH 5S", "7D")


def test_ge12_whose_hand_is_taken() -> None:
    state = position(D, *GE12, preset="traditional")
    assert seen(state)["takes_from"] == [C, None, D, A]
    assert takers(state) == {A, C, D}
    assert refused(GAME, state, "1 take").rule == "G16"


def test_ge12a_a_takes_and_then_the_power() -> None:
    state = play_all(GAME, position(D, *GE12, preset="traditional"), "0 take")
    assert held(state, A) == words("2C 3C KH QH 5S")
    assert (players(state), state.leader, state.turn) == ([A, D], D, D)
    state = play_all(GAME, state, "3 take")
    assert loser(state) == D
    assert state.away == (B, C, A)


def test_ge12b_the_power_goes_with_the_hand() -> None:
    state = play_all(GAME, position(D, *GE12, preset="traditional"), "2 take")
    assert held(state, C) == words("KH QH 5S 7D")
    assert (players(state), state.leader, state.turn) == ([A, C], C, C)
    assert legal_cards(GAME, state) == words("KH QH 5S 7D")


GE13 = ("5D 9C", "7D 2S", "4C 8C", "6D TS")


def test_ge13_no_taking_during_a_trick_in_the_traditional_game() -> None:
    state = play_all(GAME, position(A, *GE13, preset="traditional"), "0 play 5D")
    early = refused(GAME, state, "2 take")
    assert (early.code, early.rule) == ("not_allowed", "G15")
    assert seen(state)["to_act"] == [B]
    state = play_all(GAME, state, "1 play 7D", "2 play 4C")
    assert takers(state) == {A, B, C, D}
    assert play_all(GAME, state, "2 take").away == (D,)


def test_ge13_a_hand_not_yet_played_from_is_skipped() -> None:
    state = play_all(GAME, position(A, *GE13), "0 play 5D", "2 take")
    assert held(state, C) == words("4C 8C 6D TS")
    assert (state.away, state.turn) == ((D,), B)
    state = play_all(GAME, state, "1 play 7D")
    assert legal_cards(GAME, state, C) == {"6D"}
    state = play_all(GAME, state, "2 play 6D")
    assert (state.leader, state.phase) == (B, "lead")


def test_taking_before_the_first_lead() -> None:
    state = start(GAME, GE1, seats=4)
    state = play_all(GAME, state, "3 take")
    assert (state.leader, state.turn, state.away) == (D, D, (A,))
    assert refused(GAME, state, "0 play AS").rule == "G5"
    assert GAME.legal_texts(state) == ["1 take", "2 take", "3 play AS", "3 take"]
    state = play_all(GAME, state, "1 take", "3 play AS", "1 play JS")
    assert (state.phase, state.leader) == ("lead", D)


def test_the_leader_only_takes_before_leading() -> None:
    state = start(GAME, GE1, seats=4, take_timing="leader_only")
    assert takers(state) == {A}
    assert refused(GAME, state, "1 take").rule == "G15"
    state = play_all(GAME, state, "0 play AS")
    assert refused(GAME, state, "0 take").rule == "G15"
    state = position(D, *GE12, take_timing="leader_only")
    assert takers(state) == {D}
    state = follow(GAME, position(A, *GE8, take_timing="leader_only"), GE8_TRICK)
    assert takers(state) == {A}


def test_no_taking_at_all() -> None:
    state = start(GAME, GE1, seats=4, take_timing="off")
    assert GAME.legal_texts(state) == ["0 play AS"]
    assert refused(GAME, state, "0 take").rule == "G15"


def test_ge14_an_empty_hand_with_the_power_takes() -> None:
    for preset in GAME.presets:
        state = position(A, "KH", "6H 2S 3H", "JD 2H", preset=preset)
        state = play_all(GAME, state, "0 play KH", "1 play 3H", "2 play 2H")
        assert [text for text in GAME.legal_texts(state) if text[0] == "0"] == ["0 draw *", "0 take"]
        state = play_all(GAME, state, "0 take")
        assert held(state, A) == words("6H 2S")
        assert (state.phase, state.turn, players(state)) == ("lead", A, [A, C])
        assert state.gone == ANY & ~hand("6H 2S JD")
        assert state.aside == 0


def test_an_empty_hand_is_skipped_by_takers_and_still_draws() -> None:
    state = position(A, "KH", "6H 2S 3H", "JD 2H", preset="traditional")
    state = play_all(GAME, state, "0 play KH", "1 play 3H", "2 play 2H")
    assert seen(state)["takes_from"] == [B, C, B]
    state = play_all(GAME, state, "2 take")
    assert (state.phase, state.turn, state.aside) == ("draw", A, hand("KH 3H 2H"))
    assert refused(GAME, state, "0 draw KH").rule == "G13"
    alone = refused(GAME, state, "2 take")
    assert (alone.code, alone.rule) == ("not_allowed", "G16")
    assert seen(state)["takes_from"] == [C, None, None]
    assert loser(play_all(GAME, state, "0 take")) == A


def test_cards_on_the_table_are_not_taken() -> None:
    state = play_all(GAME, position(A, *GE13), "0 play 5D", "3 take")
    assert held(state, D) == words("6D TS 9C")
    assert (state.away, seen(state)["power"], state.turn) == ((A,), D, B)


def test_the_taker_answers_for_a_card_on_the_table() -> None:
    state = play_all(GAME, position(A, "KD 9C", *GE13[1:]), "0 play KD", "3 take", "1 play 7D", "2 play 4C")
    assert held(state, D) == words("6D TS 9C KD 7D 4C")
    assert (state.leader, state.turn, state.picked_up_by) == (D, D, D)
    assert seen(state)["last_trick"][0] == {"seat": A, "card": "KD"}


def test_who_answers_goes_on_from_taker_to_taker() -> None:
    state = position(A, "KD 9C", "7D 2S", "8D 3S", "6D TS")
    state = play_all(GAME, state, "0 play KD", "3 take", "2 take", "1 play 7D", "2 play 8D")
    assert (state.leader, players(state), state.away) == (C, [B, C], (A, D))


def test_a_taker_who_has_played_does_not_play_again() -> None:
    state = position(A, "5D 9C", "7D 2S", "4D 8C", "6D TS")
    state = play_all(GAME, state, "0 play 5D", "1 play 7D", "1 take")
    assert held(state, B) == words("2S 4D 8C")
    assert state.turn == D
    state = play_all(GAME, state, "3 play 6D")
    assert (state.leader, players(state)) == (B, [A, B, D])


def test_a_take_that_leaves_nobody_to_play_settles_the_trick() -> None:
    state = position(A, "5D 9C", "7D", "4D 8C", "6D TS")
    state = play_all(GAME, state, "0 play 5D", "1 play 7D", "2 play 4D", "2 take")
    assert (state.phase, state.leader, state.turn) == ("draw", B, B)
    assert held(state, C) == words("8C 6D TS")
    assert state.gone >> card(state, "7D") & 1
    assert seen(state)["trick"] == []


def test_the_first_trick_settled_by_a_take() -> None:
    state = start(GAME, GE1, seats=4)
    state = play_all(GAME, state, "0 play AS", "1 play JS", "2 play AH", "2 take")
    assert (state.phase, state.turn, state.gone) == ("lead", A, hand("AS JS AH"))


def test_a_take_in_the_first_trick_in_any_order() -> None:
    state = start(GAME, GE1, seats=4, first_trick_order="any_order")
    state = play_all(GAME, state, "0 play AS", "3 play TS", "1 take")
    assert seen(state)["turn"] == [B]
    assert state.away == (C,)


def test_whoever_emptied_a_hand_in_this_trick_may_take() -> None:
    state = play_all(GAME, position(A, "5D", "7D 2S", "4D 8C"), "0 play 5D", "0 take")
    assert held(state, A) == words("7D 2S")
    assert (state.turn, players(state)) == (C, [A, C])


def test_a_take_during_a_trick_may_end_the_game() -> None:
    state = play_all(GAME, position(A, "5D 9C", "7D 2S", ""), "0 play 5D", "1 take")
    assert loser(state) == B
    cards = [*state.hands, *GAME.places(state)]
    assert sum(cards) == ANY
    assert hand("5D") in cards


def card(state: GetawayState, text: str) -> int:
    """Return the number of a card."""
    return bits(hand(text))[0]


# -- a play that stood -----------------------------------------------------------------------------------


def test_ge15_a_false_tochoo_that_stands_is_a_tochoo() -> None:
    state = play_all(GAME, position(A, "9C 2H", "3C KD", "AC 4S"), "0 play 9C")
    assert refused(GAME, state, "1 play KD").can_stand
    state = play_all(GAME, state, "1 play! KD")
    assert (held(state, A), state.turn) == (words("9C KD 2H"), A)


# -- rulings -------------------------------------------------------------------------------------------


def test_ge15_before_the_next_lead_the_offender_picks_up() -> None:
    """A would have picked up and B got away with the last card but one; B takes 9C and KD, and leads."""
    state = play_all(GAME, position(A, "9C 4D", "3C KD", "5C"), "0 play 9C", "1 play! KD")
    assert (held(state, A), state.leader) == (words("9C KD 4D"), A)
    state = play_all(GAME, state, "* pickup 1")
    assert [held(state, seat) for seat in (A, B, C)] == [words("4D"), words("3C 9C KD"), words("5C")]
    assert (state.phase, state.turn, state.leader, state.picked_up_by) == ("lead", B, B, B)
    assert state.away == ()
    assert GAME.to_act(state) == 0b111, "B leads; the others may take"
    assert legal_cards(GAME, state, B) == words("3C 9C KD")


def test_ge15_nobody_gets_away_but_players_already_empty() -> None:
    """A led its last card: without the pick-up it is away. D had followed with its last card."""
    state = play_all(GAME, position(A, "9C", "3C KD", "5C 2H", "2C"), "3 take")
    assert refused(GAME, position(A, "9C", "3C KD", "5C"), "* pickup 1").rule == "G7"
    state = play_all(GAME, position(D, "2C", "3C KD", "5C 2H", "9C"), "3 play 9C", "0 play 2C", "1 play! KD")
    assert (state.away, held(state, D)) == ((A,), words("9C 2C KD"))
    state = play_all(GAME, state, "* pickup 1")
    assert (state.away, held(state, B)) == ((A, D), words("9C 2C KD 3C"))
    assert (state.inside, state.turn) == (0b0110, B)


def test_an_offender_who_got_away_is_in_again() -> None:
    """With the last card thrown out of turn, so to say: B is told to pick it up."""
    state = play_all(GAME, position(A, "9C 4D", "KD", "5C"), "0 play 9C", "1 play KD")
    assert state.away == (B,)
    state = play_all(GAME, state, "* pickup 1")
    assert (state.away, held(state, B), state.inside) == ((), words("9C KD"), 0b111)


def test_a_game_that_a_false_tochoo_ended_goes_on_or_ends_otherwise() -> None:
    state = play_all(GAME, position(A, "9C", "3C KD", ""), "0 play 9C", "1 play! KD")
    assert (state.phase, state.turn) == ("lead", A)
    over = play_all(GAME, state, "* pickup 1")
    assert (over.over, GAME.report(over)) == (True, {"away": [C, A], "loser": B})
    state = play_all(GAME, position(A, "9C 4D", "KD", ""), "0 play 9C", "1 play KD")
    assert GAME.report(state) == {"away": [C, B], "loser": A}
    again = play_all(GAME, state, "* pickup 1")
    assert (again.over, again.away, again.turn, held(again, A)) == (False, (C,), B, words("4D"))


def test_a_drawn_lead_that_ended_the_game_is_picked_up() -> None:
    options = {"two_left_draw_tochoo": "ends_game"}
    state = play_all(GAME, position(A, "", "3C KD", "", **options), "0 draw 9C", "1 play! KD")
    assert GAME.report(state) == {"away": [C, B], "loser": A}
    state = play_all(GAME, state, "* pickup 1")
    assert GAME.report(state) == {"away": [C, A], "loser": B}
    assert held(state, B) == words("3C 9C KD")


def test_a_full_trick_comes_back_from_the_waste() -> None:
    """Played out of turn and noticed late: C takes up the trick that was thrown."""
    for options in ({"draw_pool": "include_last_trick"}, {"draw_pool": "before_last_trick"}):
        state = play_all(
            GAME, position(A, "9C", "3C KD", "5C 2H", **options), "0 play 9C", "1 play 3C", "2 play 5C"
        )
        assert state.phase == "draw"
        before = (state.gone | state.aside).bit_count()
        state = play_all(GAME, state, "* pickup 2")
        assert (state.gone | state.aside).bit_count() == before - 3
        assert state.aside == 0
        assert (state.away, state.phase, state.turn) == ((A,), "lead", C)
        assert held(state, C) == words("9C 3C 5C 2H")


def test_found_later_the_trick_on_the_table_is_picked_up() -> None:
    """B threw KD on clubs two tricks before; to the trick that C leads now, it will not play."""
    state = play_all(GAME, position(C, "4D 9C", "3C 2H", "5C 8D"), "2 play 5C", "0 play 9C")
    state = play_all(GAME, state, "* pickup 1")
    assert [held(state, seat) for seat in (A, B, C)] == [words("4D"), words("3C 2H 5C 9C"), words("8D")]
    assert (state.trick, state.led, state.turn, state.waiting, state.last_winner) == ((), None, B, 0, B)
    assert state.last_players == (C, A)


def test_who_may_be_told_to_pick_up() -> None:
    state = play_all(GAME, position(A, "9C 4D", "3C", "5C 2H", ""), "0 play 9C")
    assert refused(GAME, state, "* pickup 3").code == "outside"
    assert [move.text for move in GAME.remedy_moves(state)] == ["* pickup 0", "* pickup 1", "* pickup 2"]
    state = play_all(GAME, state, "1 play 3C", "2 play 5C")
    assert state.away == (D, B)
    assert [move.text for move in GAME.remedy_moves(state)] == ["* pickup 0", "* pickup 1", "* pickup 2"]
    assert not any("pickup" in text for text in GAME.legal_texts(state))
    assert refused(GAME, state, "* pickup! 1").code == "not_illegal"


def test_nobody_picks_up_the_first_trick() -> None:
    state = start(GAME, GE1, dealer=D, seats=4)
    for text in ("0 play AS", "1 play JS", "2 play AH", "3 play TS"):
        said = refused(GAME, state, "* pickup 1")
        assert (said.code, said.rule, str(said)) == (
            "no_remedy", "G7", "There is nothing here that this remedy could put right.",
        )  # fmt: skip
        state = play_all(GAME, state, text)
    assert refused(GAME, state, "* pickup 1").rule == "G7"
    state = play_all(GAME, state, "0 play 5H")
    assert held(play_all(GAME, state, "* pickup 2"), C) >= words("5H JH")


def test_what_cannot_stand() -> None:
    state = start(GAME, GE1, seats=4)
    assert not refused(GAME, state, "0 play! KH").can_stand
    assert refused(GAME, state, "0 play! AS").code == "not_illegal"
    state = play_all(GAME, state, "0 play AS", "1 play! QH")
    assert (state.phase, state.turn) == ("first_trick", C)


# -- words that are no move ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0 draw", "0 take 1", "4 take", "0 fly 3D", "0 play 1S", "0 draw ?"])
def test_words_that_are_no_move(text: str) -> None:
    with pytest.raises(NotAMove):
        GAME.parse(text, 4)


# -- score and series -------------------------------------------------------------------------------------


def test_losses_are_counted_and_the_deal_passes_to_the_left() -> None:
    terms, standing = table(GAME, 4)
    assert standing.totals == (0, 0, 0, 0)
    for dealer, lost in [(3, 1), (0, 1), (1, 2)]:
        scored = tally(GAME, {"away": [], "loser": lost}, dealer, (terms, standing))
        standing = scored.standing
        assert (standing.next_dealer, standing.over, standing.winners) == ((dealer + 1) % 4, False, None)
    assert scored.result == {"loser": 2, "losses": [0, 2, 1, 0]}
    assert (standing.totals, standing.hands) == ((0, 2, 1, 0), 3)
    (line,) = scored.lines
    assert (line.seat, line.points, line.rules) == (2, 1, ("G20", "G22"))
    assert line.sentence() == "Last one in: loss number 1."


def test_a_reported_game_scores_like_the_played_one() -> None:
    state = play_all(GAME, position(A, "TH", "JH", "2H"), "0 play TH", "1 play JH", "2 play 2H")
    played = outcome(GAME, state, table(GAME, 3))
    assert tally(GAME, {"away": [0, 2], "loser": 1}, 0, table(GAME, 3)) == played


@pytest.mark.parametrize(
    ("report", "code"),
    [
        ({"away": [0, 1, 2], "loser": 1}, "seat_twice"),
        ({"away": [0, 2, 2], "loser": 1}, "seat_twice"),
        ({"away": [0, 2], "loser": 1}, "wrong_sum"),
    ],
)
def test_a_report_that_does_not_tally(report: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        tally(GAME, report, at=table(GAME, 4))
    assert (caught.value.code, caught.value.rule) == (code, "G20")


@pytest.mark.parametrize(
    ("report", "faults"),
    [
        ({}, [("/away", "missing"), ("/loser", "missing")]),
        ({"away": [], "loser": 4}, [("/loser", "out_of_range")]),
        ({"away": [0, "1", 9], "loser": 3}, [("/away/1", "wrong_type"), ("/away/2", "out_of_range")]),
        ({"away": 1, "loser": 0}, [("/away", "wrong_type")]),
        ({"away": [], "loser": 0, "points": 1}, [("/points", "unknown_key")]),
    ],
)
def test_a_report_that_is_not_in_form(report: Any, faults: list[tuple[str, str]]) -> None:
    with pytest.raises(BadForm) as caught:
        tally(GAME, report, at=table(GAME, 4))
    assert [(fault.pointer, fault.code) for fault in caught.value.faults] == faults


# -- options and rules ---------------------------------------------------------------------------------------


def test_presets() -> None:
    values = {preset: GAME.terms({"preset": preset}, 4).options for preset in GAME.presets}
    same = {
        "empty_power": "draw_waste",
        "two_left_draw_tochoo": "pick_up",
        "irregularity_penalty": "pickup_and_lead",
        "first_trick_order": "clockwise",
    }
    assert values == {
        "book": same | {"preset": "book", "take_timing": "anytime", "draw_pool": "include_last_trick"},
        "traditional": same
        | {"preset": "traditional", "take_timing": "between_tricks", "draw_pool": "before_last_trick"},
    }
    for option in OPTIONS:
        for value in option.choices:
            assert GAME.terms({option.key: value}, 4).options[option.key] == value
        with pytest.raises(BadForm):
            GAME.terms({option.key: "something"}, 4)
    assert GAME.terms({"irregularity_penalty": "correct_only"}, 4)


def test_every_rule_of_the_book_is_there() -> None:
    assert list(RULES) == [f"G{number}" for number in range(1, 25)]
    assert all(rule.text.endswith(".") for rule in RULES.values())
