"""Checks: every worked example of the rule book (CE1 – CE13), a whole game, all options, all refusals."""

from typing import Any

import pytest

from referee.engine.cards import ANY, card_set, parse_cards
from referee.engine.errors import BadForm, NotAMove, Refused
from referee.engine.match import Standing
from referee.games.checks import GAME, RULES, ChecksState, fan_value, matching
from tests.games.cards import (
    changed,
    follow,
    hand,
    legal_words,
    outcome,
    play_all,
    refused,
    start,
    table,
    tally,
)

N, D = 1, 0
"""Seats in these tests: seat 0 deals, so seat 1 moves first."""


def position(
    fan: str, row: str, *, other: str = "KC", fans: Any = ((), ()), stock: str = "", **options: Any
) -> ChecksState:
    """Return a game in which it is the non-dealer's turn with a fan.

    Piles of the row are separated by commas, bottom card first; a gap is ``-``. `fans` are the unopened fans
    of seats 0 and 1 as texts.
    """
    piles = [() if pile.strip() == "-" else tuple(parse_cards(pile)) for pile in row.split(",")]
    assert len(piles) == 6
    return changed(
        start(GAME, dealer=D, **options),
        hands={N: fan, D: other},
        piles=piles,
        stock=tuple(parse_cards(stock)),
        fans=[tuple(tuple(parse_cards(text)) for text in seat) for seat in fans],
    )


def row(tops: str) -> str:
    """Return six piles of one card, written as for `position`."""
    return tops.replace(" ", ", ")


def piles(state: ChecksState) -> list[str | None]:
    """Return the top card of every pile, None for a gap."""
    return [pile["top"] for pile in GAME.view(state, 0)["piles"]]


def claims(state: ChecksState) -> set[str]:
    """Return the piles that may be claimed now."""
    return legal_words(GAME, state, "claim")


def placements(state: ChecksState) -> set[str]:
    """Return the cards that may be placed now, and where."""
    return legal_words(GAME, state, "place")


# -- the deal --------------------------------------------------------------------------------------

FANS = {
    "fans": [
        [["4H", "TD", "QD"], ["9H", "JS", "6H"], ["5H", "7H", "TC"],
         ["2C", "3S", "JD"], ["KC", "TH", "QC"], ["4S", "5C", "4C"]],
        [["9C", "7S", "AC"], ["4D", "JH", "9D"], ["3H", "5D", "9S"],
         ["7C", "2H", "3C"], ["3D", "AH", "5S"], ["8D", "TS", "6S"]],
    ],
    "targets": ["KH", "AS", "JC", "AD", "KD", "KS"],
    "stock": ["7D", "8S", "QH", "8H", "QS", "2D", "2S", "6D", "8C", "6C"],
}  # fmt: skip


@pytest.mark.parametrize("dealer", [0, 1])
def test_after_the_deal_both_have_their_first_fan_and_the_non_dealer_moves(dealer: int) -> None:
    state = start(GAME, FANS, dealer=dealer)
    assert state.hands == [hand("4H TD QD"), hand("9C 7S AC")]
    assert [len(fans) for fans in state.fans] == [5, 5]
    assert state.fans[0][0] == tuple(parse_cards("9H JS 6H"))
    assert piles(state) == ["KH", "AS", "JC", "AD", "KD", "KS"]
    assert len(state.stock) == 10
    assert GAME.to_act(state) == 1 << (1 - dealer)


def test_a_deal_is_the_whole_pack_in_its_form() -> None:
    with pytest.raises(BadForm) as bad:
        start(GAME, FANS | {"targets": ["KH", "AS", "JC", "AD", "KD"], "stock": ["7D"] * 10})
    assert {fault.pointer for fault in bad.value.faults} >= {"/deal/targets", "/deal/stock/1"}


# -- the worked examples ---------------------------------------------------------------------------


def test_ce1_the_example_of_the_book() -> None:
    stock = "5S 2S 3S 6S 7S 8S 9S TS QS KS"
    state = position("JS 7H 3D", row("TC 4S KH 9D 2C 6H"), stock=stock)
    assert fan_value(state, N) == 10
    assert claims(state) == {"1"}
    after = play_all(GAME, state, "1 claim 1")
    assert after.captured[N] == hand("TC JS 7H 3D")
    assert piles(after) == ["5S", "4S", "KH", "9D", "2C", "6H"]
    assert len(after.stock) == 9


@pytest.mark.parametrize(
    ("fan", "value"),
    [
        ("AS AH AD", 3), ("9S AH KD", 10), ("TS AH KD", 1), ("6S 9H KD", 5), ("9S 8H 3D", 0), ("TS TH TD", 0),
        ("TS KH QD", 10), ("TS TH KD", 0), ("9S 9H 9D", 7), ("KS QH JD", 0), ("TS 9H", 9), ("TS", 10),
        ("7C", 7), ("QC", 0),
    ],
)  # fmt: skip
def test_ce2_the_table_of_values(fan: str, value: int) -> None:
    state = position(fan, row("2S 2H 2D 2C 3S 3H"))
    assert fan_value(state, N) == value
    assert GAME.view(state, 1 << N)["hands"][N]["fan_value"] == value


def test_ce3_twenty_is_nothing() -> None:
    state = position("9S 8H 3D", row("TC JS 5H 2D KC 7S"))
    assert claims(state) == {"2", "5"}
    assert len(placements(state)) == 18
    assert len(GAME.legal_moves(state)) == 20
    assert refused(GAME, state, "1 claim 1").rule == "C10"


def test_ce4_ten_is_not_nothing() -> None:
    state = position("TS KH QD", row("KC TD 5H 2S JC 8D"))
    assert claims(state) == {"2"}


def test_ce5_place_and_claim_in_the_next_turn() -> None:
    state = position("6S 5H AD", row("9C 4S KH 7D TC JH"), other="2C 3C", stock="QS")
    assert fan_value(state, N) == 2
    assert claims(state) == set()
    assert len(GAME.legal_moves(state)) == 18
    state = play_all(GAME, state, "1 place 6S 3")
    assert state.piles[2] == tuple(parse_cards("KH 6S"))
    assert fan_value(state, N) == 6
    state = play_all(GAME, state, "0 place 2C 5")
    assert claims(state) == {"3"}
    state = play_all(GAME, state, "1 claim 3")
    assert state.captured[N] == hand("KH 6S 5H AD")
    assert piles(state)[2] == "QS"


def test_ce6_a_claim_takes_the_whole_pile_and_the_whole_fan() -> None:
    state = position("JC QS KD", "2S, 3S, 5S, 4S 9D KH, 6S, 7S", stock="8S")
    after = play_all(GAME, state, "1 claim 4")
    assert after.captured[N] == hand("4S 9D KH JC QS KD")


def test_ce7_a_claim_is_optional_and_the_turn_is_over() -> None:
    state = position("JS 7H 3D", row("TC 4S KH 9D 3C 6H"), other="2S 2H")
    after = play_all(GAME, state, "1 place 7H 5")
    assert after.hands[N] == hand("JS 3D")
    assert fan_value(after, N) == 3
    assert GAME.to_act(after) == 1 << D
    assert refused(GAME, after, "1 claim 5").rule == "C16"


def test_ce8_the_last_card_of_a_fan() -> None:
    state = position("7C", row("9S 9H 9D 8S 8H 8D"), fans=((), ("2S 3S 4S", "5S 6S TS")))
    assert set(GAME.legal_texts(state)) == {f"1 place 7C {pile}" for pile in range(1, 7)}
    after = play_all(GAME, state, "1 place 7C 4")
    assert after.hands[N] == hand("2S 3S 4S")
    assert after.fans[N] == (tuple(parse_cards("5S 6S TS")),)


def test_ce9_without_a_stock_a_gap_stays() -> None:
    state = position("AS 2H KD", row("5H 3C 6H - 7H 8H"), other="")
    assert refused(GAME, state, "1 place AS 4").rule == "C12"
    assert refused(GAME, state, "1 claim 4").rule == "C10"
    after = play_all(GAME, state, "1 claim 2")
    assert piles(after) == ["5H", None, "6H", None, "7H", "8H"]
    assert after.over


def test_ce10_one_player_goes_on_alone() -> None:
    state = position("5C", row("2S 3S 4S 6S 7S 8S"), other="QH JH", fans=(("2D TD KD",), ()))
    state = play_all(GAME, state, "1 place 5C 1")
    assert not state.hands[N]
    for move in ("0 place QH 1", "0 place JH 2", "0 place 2D 6", "0 place TD 5"):
        assert GAME.to_act(state) == 1 << D
        assert refused(GAME, state, "1 place 5C 1").rule == "C16"
        state = play_all(GAME, state, move)
    state = play_all(GAME, state, "0 claim 1")
    assert state.over
    assert GAME.legal_moves(state) == []
    assert state.captured == [hand("2S 5C QH KD"), 0]


def test_ce11_of_equal_piles_one_is_taken() -> None:
    state = position("4S 3H KD", row("7C 7D 7S 2H 3C QS"), fans=((), ("2S", "3S")))
    assert claims(state) == {"1", "2", "3"}
    after = play_all(GAME, state, "1 claim 2")
    assert after.captured[N] == hand("7D 4S 3H KD")
    assert piles(after) == ["7C", None, "7S", "2H", "3C", "QS"]
    assert refused(GAME, after, "1 claim 1").rule == "C16"


def test_ce12_the_result() -> None:
    won = tally(GAME, {"captured": [20, 27]}, dealer=D)
    assert won.result == {"captured": [20, 27]}
    assert won.standing.totals == (0, 1)
    assert won.standing.next_dealer == N
    draw = tally(GAME, {"captured": [22, 22]}, dealer=D)
    assert draw.standing.totals == (0, 0)
    assert draw.standing.next_dealer == N


@pytest.mark.parametrize(("fan", "count"), [("2S 4S KD", 18), ("2S 4S", 12), ("2S", 6)])
def test_ce13_the_number_of_moves(fan: str, count: int) -> None:
    state = position(fan, row("9C 9D 9H 8S 8H 8D"))
    assert len(GAME.legal_moves(state)) == count


# -- a whole game ----------------------------------------------------------------------------------


def test_a_whole_game() -> None:
    state = follow(
        GAME,
        start(GAME, FANS, dealer=0),
        """
        1 place AC 3 {18}
        0 place 4H 3 {18}
        1 place 9C 5 {12}
        0 place TD 3 {12}
        1 place 7S 1 {6}
        0 claim 6 {1}
        1 place 4D 5 {18}
        0 place 6H 1 {18}
        1 place 9D 6 {12}
        0 claim 6 {1}
        1 place JH 3 {6}
        0 place TC 6 {18}
        1 place 9S 5 {18}
        0 place 5H 1 {12}
        1 place 3H 3 {12}
        0 place 7H 1 {6}
        1 place 5D 3 {6}
        0 place 2C 1 {18}
        1 place 2H 5 {18}
        0 place JD 5 {12}
        1 claim 6 {1}
        0 place 3S 4 {6}
        1 place AH 3 {18}
        0 place TH 2 {18}
        1 place 5S 4 {12}
        0 claim 5 {2}
        1 place 3D 6 {6}
        0 claim 6 {1}
        1 place 8D 2 {18}
        1 place 6S 4 {12}
        1 place TS 3 {6}
    """,
    )
    score = outcome(GAME, state, table(GAME))
    assert score.result == {"captured": [19, 4]}
    assert sum(cards.bit_count() for cards in GAME.places(state)) == 52
    assert score.standing == Standing(totals=(1, 0), hands=1, next_dealer=0)
    line = score.lines[0]
    assert (line.seat, line.points, line.rules) == (0, 1, ("C18", "C19"))
    assert line.text % line.params == "Won the game: 19 cards captured, 4 by the other player."
    assert score.lines[1].points == 0
    assert score.lines[1].text % score.lines[1].params == (
        "Lost the game: 4 cards captured, 19 by the other player."
    )


def test_cards_are_conserved_at_every_step() -> None:
    state = start(GAME, FANS, dealer=1)
    while not state.over:
        where = [*state.hands, *GAME.places(state)]
        assert sum(where) == ANY
        assert sum(cards.bit_count() for cards in where) == 52
        state = GAME.apply(state, GAME.legal_moves(state)[0])


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        ("1 claim 4", "outside", "C10"),  # a pile of another value
        ("1 claim 3", "outside", "C10"),  # a gap
        ("1 claim 0", "outside", "C10"),
        ("1 claim 7", "outside", "C10"),
        ("1 place AS 3", "outside", "C12"),  # on a gap
        ("1 place AS 0", "outside", "C12"),
        ("1 place AS 7", "outside", "C12"),
        ("1 place 3S 1", "not_held", "C12"),  # in an unopened fan of one's own
        ("1 place KC 1", "not_held", "C12"),  # in the other player's fan
        ("1 place 9C 1", "not_held", "C12"),  # on the table
        ("0 place KC 1", "not_your_turn", "C16"),
        ("0 claim 1", "not_your_turn", "C16"),
        ("- claim 1", "not_your_turn", "C16"),
        ("1 place! AS 1", "not_illegal", "C9"),
        ("1 place! 9C 1", "not_held", "C12"),
    ],
)
def test_refusals(move: str, code: str, rule: str) -> None:
    state = position("AS 2H KD", row("3C 9C - 8H 7H 6H"), fans=((), ("3S 4S 5S",)))
    refusal = refused(GAME, state, move)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert not refusal.can_stand


@pytest.mark.parametrize("move", ["0 place KC 1", "1 claim 1", "1 place AS 2"])
def test_nothing_is_done_after_the_end(move: str) -> None:
    state = play_all(GAME, position("AS 2H KD", row("3C 9C - 8H 7H 6H"), other=""), "1 claim 1")
    refusal = refused(GAME, state, move)
    assert (refusal.code, refusal.rule) == ("hand_over", "C17")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 play AS", "unknown_verb"), ("1 claim", "wrong_arguments"), ("1 claim 1 2", "bad_card"),
        ("1 claim AS", "bad_number"), ("1 place AS", "wrong_arguments"), ("1 place 1 AS", "bad_card"),
        ("1 place ? 2", "unseen_card"), ("2 claim 1", "bad_seat"), ("1 pass", "unknown_verb"),
    ],
)  # fmt: skip
def test_what_is_no_move(text: str, code: str) -> None:
    with pytest.raises(NotAMove) as caught:
        GAME.parse(text, 2)
    assert caught.value.code == code


def test_moves_as_text_and_json() -> None:
    place = GAME.parse("0 place 5H 4", 2)
    assert place.as_json() == {"seat": 0, "kind": "place", "card": "5H", "pile": 4, "text": "0 place 5H 4"}
    assert GAME.from_json({"seat": 0, "kind": "place", "card": "5H", "pile": 4}, 2) == place
    assert GAME.from_json({"seat": 0, "kind": "claim", "pile": 3}, 2).text == "0 claim 3"


# -- options ---------------------------------------------------------------------------------------


def test_there_is_one_preset_with_the_values_of_the_book() -> None:
    assert GAME.presets == ("book",)
    assert table(GAME)[0].options == {
        "preset": "book",
        "fan_ten": "ten",
        "must_claim": "no",
        "pile_inspection": "no",
        "draw_next_dealer": "other_player",
        "leftovers": "nobody",
    }


@pytest.mark.parametrize(("fan", "value"), [("JS 7H 3D", 0), ("TS", 0), ("9S", 9), ("9S 2H", 1)])
def test_fan_ten_zero(fan: str, value: int) -> None:
    state = position(fan, row("TC 4S KH 9D AC 6H"), fan_ten="zero")
    assert fan_value(state, N) == value
    assert claims(state) == {{0: "3", 9: "4", 1: "5"}[value]}


def test_must_claim_yes() -> None:
    state = position("JS 7H 3D", row("TC 4S KH 9D 2C 6H"), must_claim="yes")
    assert GAME.legal_texts(state) == ["1 claim 1"]
    refusal = refused(GAME, state, "1 place 7H 5")
    assert (refusal.code, refusal.rule) == ("not_allowed", "C13")
    unable = position("JS 7H 3D", row("9C 4S KH 9D 2C 6H"), must_claim="yes")
    assert len(GAME.legal_moves(unable)) == 18
    assert play_all(GAME, unable, "1 place 7H 5").hands[N] == hand("JS 3D")


def test_pile_inspection() -> None:
    seen = GAME.view(position("7C", "4S 9D KH, 3S, -, 5S, 6S, 7S"), 0)["piles"]
    assert seen[0] == {"pile": 1, "top": "KH", "count": 3, "cards": None}
    assert seen[2] == {"pile": 3, "top": None, "count": 0, "cards": None}
    seen = GAME.view(position("7C", "4S 9D KH, 3S, -, 5S, 6S, 7S", pile_inspection="yes"), 0)["piles"]
    assert seen[0] == {"pile": 1, "top": "KH", "count": 3, "cards": ["4S", "9D", "KH"]}
    assert seen[2] == {"pile": 3, "top": None, "count": 0, "cards": []}


@pytest.mark.parametrize(
    ("option", "dealer", "following"),
    [
        ("other_player", 0, 1), ("other_player", 1, 0), ("same_player", 0, 0), ("same_player", 1, 1),
        ("redraw", 0, None), ("redraw", 1, None),
    ],
)  # fmt: skip
def test_who_deals_after_a_draw(option: str, dealer: int, following: int | None) -> None:
    at = table(GAME, draw_next_dealer=option)
    score = tally(GAME, {"captured": [17, 17]}, dealer=dealer, at=at)
    assert score.standing.next_dealer == following
    assert [(line.points, line.text % line.params) for line in score.lines] == [
        (0, "A draw: 17 cards captured by each.")
    ] * 2


@pytest.mark.parametrize("option", ["other_player", "same_player", "redraw"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_a_winner_deals_whatever_the_option_says(option: str, dealer: int) -> None:
    at = table(GAME, draw_next_dealer=option)
    assert tally(GAME, {"captured": [20, 18]}, dealer=dealer, at=at).standing.next_dealer == 0
    assert tally(GAME, {"captured": [18, 20]}, dealer=dealer, at=at).standing.next_dealer == 1


def test_leftovers_for_the_last_claimer() -> None:
    state = position(
        "2S", row("2C 3C 4C 5C 6C 7C"), other="AS AH", stock="8C 9C TC", leftovers="last_claimer"
    )
    state = play_all(GAME, state, "1 claim 1", "0 place AS 2", "0 place AH 3")
    assert state.over
    assert state.captured == [0, hand("2S 2C 8C 3C AS 4C AH 5C 6C 7C 9C TC")]
    assert piles(state) == [None] * 6
    assert GAME.view(state, 0)["stock"] == 0
    assert GAME.report(state) == {"captured": [0, 12]}


def test_leftovers_for_nobody() -> None:
    state = position("2S", row("2C 3C 4C 5C 6C 7C"), other="AS AH", stock="8C 9C TC")
    state = play_all(GAME, state, "1 claim 1", "0 place AS 2", "0 place AH 3")
    assert state.captured == [0, hand("2S 2C")]
    assert piles(state) == ["8C", "AS", "AH", "5C", "6C", "7C"]


def test_leftovers_without_a_claim_are_for_nobody() -> None:
    state = position("3S", row("2C 4C 5C 6C 7C 8C"), other="", stock="9C", leftovers="last_claimer")
    state = play_all(GAME, state, "1 place 3S 1")
    assert state.over
    assert state.captured == [0, 0]
    assert len(state.stock) == 1


# -- results reported without play -----------------------------------------------------------------


@pytest.mark.parametrize(
    "captured", [[0, 0], [0, 42], [2, 0], [24, 24], [12, 36], [3, 40], [23, 14], [2, 2], [6, 39]]
)
def test_counts_that_can_be(captured: list[int]) -> None:
    assert tally(GAME, {"captured": captured}).result == {"captured": captured}


@pytest.mark.parametrize(
    ("captured", "code", "rule", "most"),
    [
        ([1, 20], "count_impossible", "C10", None),  # a claim takes two cards or more
        ([20, 1], "count_impossible", "C10", None),
        ([26, 27], "sum_too_high", "C23", 52),
        ([52, 52], "sum_too_high", "C23", 52),
        ([26, 26], "sum_too_high", "C21", 48),  # four piles always lie there
        ([25, 24], "sum_too_high", "C21", 48),
        ([0, 43], "sum_too_high", "C21", 42),  # six claims at most, and ten cards are left
        ([3, 41], "sum_too_high", "C21", 43),  # three cards are one claim
        ([40, 5], "sum_too_high", "C21", 44),
    ],
)
def test_counts_that_cannot_be(captured: list[int], code: str, rule: str, most: int | None) -> None:
    with pytest.raises(Refused) as caught:
        tally(GAME, {"captured": captured})
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert caught.value.params.get("most") == most
    assert "captured cards" in str(caught.value)


def test_with_leftovers_the_counts_are_the_whole_pack_or_nothing() -> None:
    at = table(GAME, leftovers="last_claimer")
    for captured in ([52, 0], [20, 32], [0, 0]):
        assert tally(GAME, {"captured": captured}, at=at).result == {"captured": captured}
    for captured, rule in (([20, 31], "C18"), ([2, 0], "C18"), ([51, 1], "C10"), ([30, 30], "C23")):
        with pytest.raises(Refused) as caught:
            tally(GAME, {"captured": captured}, at=at)
        assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("report", "pointer"),
    [
        ({}, "/captured"), ({"captured": 3}, "/captured"), ({"captured": [3]}, "/captured"),
        ({"captured": [3, 53]}, "/captured/1"), ({"captured": [-1, 3]}, "/captured/0"),
        ({"captured": [True, 3]}, "/captured/0"), ({"captured": [3, 3], "tricks": 1}, "/tricks"), (None, ""),
    ],
)  # fmt: skip
def test_reports_of_a_bad_form(report: Any, pointer: str) -> None:
    with pytest.raises(BadForm) as bad:
        tally(GAME, report)
    assert pointer in [fault.pointer for fault in bad.value.faults]


def test_a_series_counts_games_won_and_never_ends() -> None:
    terms, standing = table(GAME)
    dealers = []
    for captured in ([20, 10], [10, 20], [15, 15], [8, 4], [30, 12]):
        dealer = 0 if standing.next_dealer is None else standing.next_dealer
        dealers.append(dealer)
        standing = tally(GAME, {"captured": captured}, dealer=dealer, at=(terms, standing)).standing
    assert standing == Standing(totals=(3, 1), hands=5, next_dealer=0)
    assert dealers == [0, 0, 1, 0, 0]
    assert not standing.over


# -- what people see -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 1 << D, 1 << N, 0b11])
def test_a_fan_is_seen_by_its_owner_alone(seats: int) -> None:
    seen = GAME.view(start(GAME, FANS, dealer=D), seats)["hands"]
    for seat, cards, value in ((D, ["4H", "QD", "TD"], 4), (N, ["7S", "AC", "9C"], 7)):
        known = {"cards": cards, "fan_value": value} if seats >> seat & 1 else {"cards": None}
        assert seen[seat] == {"seat": seat, "count": 3} | known


def test_everybody_sees_the_table() -> None:
    state = play_all(GAME, start(GAME, FANS, dealer=D), "1 place AC 3", "0 place 4H 1")
    seen = GAME.view(state, 0)
    assert seen["to_act"] == [N]
    assert seen["stock"] == 10
    assert seen["fans"] == [5, 5]
    assert seen["captured"] == [0, 0]
    assert seen["last_claim"] is None
    assert [pile["count"] for pile in seen["piles"]] == [2, 1, 2, 1, 1, 1]


def test_a_claim_shows_the_fan_and_the_pile() -> None:
    state = position("JC QS KD", "2S, 3S, 5S, 4S 9D KH, 6S, 7S", stock="8S")
    seen = GAME.view(play_all(GAME, state, "1 claim 4"), 0)
    assert seen["last_claim"] == {
        "seat": N,
        "pile": 4,
        "fan": ["QS", "KD", "JC"],
        "cards": ["4S", "9D", "KH"],
    }
    assert seen["captured"] == [0, 6]


def test_without_cards_there_is_no_value() -> None:
    state = play_all(GAME, position("5C", row("2S 3S 4S 6S 7S 8S"), other="QH JH"), "1 place 5C 1")
    assert GAME.view(state, 1 << N)["hands"][N] == {"seat": N, "count": 0, "cards": [], "fan_value": None}


def test_hidden_cards_change_nothing_that_others_see() -> None:
    first = start(GAME, FANS, dealer=D)
    turned = dict(FANS, stock=FANS["stock"][::-1], fans=[FANS["fans"][0], FANS["fans"][1][::-1]])
    second = start(GAME, turned, dealer=D)
    assert first.hands[N] != second.hands[N]
    for seats in (0, 1 << D):
        assert GAME.view(first, seats) == GAME.view(second, seats)
        assert GAME.legal_texts(first, seats) == GAME.legal_texts(second, seats)


def test_matching_piles_are_told_by_their_tops_alone() -> None:
    state = position("7C", "7S 2H, 2D 7H, 7D, -, 9S, KS")
    assert matching(state, N) == card_set([2, 3])


def test_rules_are_all_of_the_book() -> None:
    assert list(RULES) == [f"C{number}" for number in range(1, 26)]


# -- rulings ---------------------------------------------------------------------------------------


def test_after_a_wrong_claim_a_card_is_placed() -> None:
    """The fan of CE1 is worth 10 and was laid down for the nine of pile 4; it stays open, one is placed."""
    state = position("JS 7H 3D", row("TC 4S KH 9D 2C 6H"), stock="5S 2S", fans=((), ("2H 3H 4H",)))
    assert GAME.view(state, 0)["hands"][N]["cards"] is None
    state = play_all(GAME, state, "* place_only 1")
    assert GAME.view(state, 0)["hands"][N]["cards"] == ["JS", "7H", "3D"]
    assert GAME.view(state, 1 << N)["hands"][D]["cards"] is None
    assert GAME.view(state, 0)["place_only"] is True
    assert (claims(state), GAME.to_act(state)) == (set(), 1 << N)
    assert len(placements(state)) == 18
    said = refused(GAME, state, "1 claim 1")
    assert (said.code, said.rule) == ("not_allowed", "C10")
    assert refused(GAME, state, "* place_only 1").rule == "C10"
    state = play_all(GAME, state, "1 place 7H 5", "0 place KC 1")
    assert GAME.view(state, 0)["hands"][N]["cards"] == ["JS", "3D"], "the fan stays open"
    assert state.turn == N
    state = play_all(GAME, changed(state, piles=[*state.piles[:5], (hand_card("3C"),)]), "1 claim 6")
    assert GAME.view(state, 0)["hands"][N]["cards"] is None, "the next fan is hidden"


def hand_card(text: str) -> int:
    return parse_cards(text)[0]


def test_a_wrong_claim_where_a_claim_must_be_made() -> None:
    state = position("JS 7H 3D", row("TC 4S KH 9D 2C 6H"), must_claim="yes")
    assert placements(state) == set()
    state = play_all(GAME, state, "* place_only 1")
    assert len(placements(state)) == 18


def test_only_the_seat_on_turn_made_a_claim() -> None:
    state = position("JS 7H 3D", row("TC 4S KH 9D 2C 6H"))
    said = refused(GAME, state, "* place_only 0")
    assert (said.code, said.rule) == ("outside", "C16")
    with pytest.raises(NotAMove):
        GAME.parse("* place_only 1 JS 7H 3D", 2)
    over = changed(state, phase="over")
    said = refused(GAME, over, "* place_only 1")
    assert (said.code, said.rule) == ("no_remedy", "C17")
