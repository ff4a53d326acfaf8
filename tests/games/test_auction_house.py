"""Auction House: the worked examples of the rule book (AE1 … AE13), every option, refusal and view."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given

from referee.engine.cards import SUITS, bits, card_text, parse_card
from referee.engine.errors import BadForm, NotAMove, Refused
from referee.engine.match import Standing
from referee.engine.moves import Move
from referee.engine.sources import Told
from referee.engine.watch import Watch
from referee.games.auction_house import FACES, GAME, RANKING, RULES, VALUES
from tests.games.cards import (
    changed,
    faults_of,
    follow,
    hand,
    legal_cards,
    legal_words,
    moves_of,
    outcome,
    play_all,
    reason,
    refused,
    row,
    start,
    table,
    tally,
    watch_all,
    words,
)
from tests.games.hands import Hand, laws, random_hand, shown_cards

E, S, W, N = range(4)
"""The seats of the rule book; N deals unless a test says otherwise."""

AE13 = {
    "hands": [
        row("6S 5S 5H 7D 4D 3D 2D 8C 7C 4C"),
        row("TS 3S TH 7H 9D 8D 6D 5C 2C AC"),
        row("8S 7S AS 9H 8H 3H AH TD AD 6C"),
        row("9S 4S 2S 6H 4H 2H 5D TC 9C 3C"),
    ],
    "trump": "QH",
}
AE13_ROUND = """
0 pass
1 pass
2 open 8S C {30}
0 offer 4C {6S 5S 5H 7D 4D 3D 2D 8C 7C 4C}
1 offer TH {TS 3S TH 7H 9D 8D 6D 5C 2C AC}
3 offer 9C {9S 4S 2S 6H 4H 2H 5D TC 9C 3C}
0 lay 2D {6S 5S 5H 7D 4D 3D 2D 8C 7C 4C}
1 lay TH {TS 3S TH 7H 9D 8D 6D 5C 2C AC}
2 lay 3H {7S AS 9H 8H 3H AH TD AD 6C 9C}
3 lay 4H {8S 9S 4S 2S 6H 4H 2H 5D TC 3C}
0 play 5H {6S 5S 5H 7D 4D 3D 8C 7C 4C}
1 play 7H {7H}
2 play 8H {9H 8H AH}
3 play 6H {6H 2H}
2 play AD {7S AS 9H AH TD AD 6C 9C}
3 play 5D {5D}
0 play 3D {7D 4D 3D}
1 play 9D {9D 8D 6D}
1 play 2C {TS 3S 8D 6D 5C 2C AC}
2 play 9C {9C 6C}
3 play 3C {TC 3C}
0 play 8C {8C 7C 4C}
2 play 7S {7S AS 9H AH TD 6C}
3 play 8S {9S 8S 4S 2S}
0 play 5S {6S 5S}
1 play 3S {TS 3S}
3 play 2H {9S 4S 2S 2H TC}
0 play 7D {6S 7D 4D 7C 4C}
1 play TS {TS 8D 6D 5C AC}
2 play AH {9H AH}
3 play TC {9S 4S 2S TC}
0 play 7C {7C 4C}
1 play 5C {5C AC}
2 play 6C {6C}
3 play 4S {9S 4S 2S}
0 play 6S {6S}
1 play 6D {8D 6D AC}
2 play AS {AS}
0 play 4D {4D 4C}
1 play 8D {8D}
2 play TD {TD}
3 play 2S {9S 2S}
2 play 9H {9H}
3 play 9S {9S}
0 play 4C {4C}
1 play AC {AC}
"""
AE13_MOVES = moves_of(AE13_ROUND)
AE13_WINNERS = [W, S, W, N, N, N, E, W, W]


def round_of(*moves: str, **options: Any) -> Any:
    """Return the round of AE13 after some moves, N having dealt."""
    return play_all(GAME, start(GAME, AE13, dealer=N, **options), *moves)


def auction(e: str, s: str, w: str, n: str) -> Any:
    """Return an auction in which each seat holds a few cards only, E to poll first."""
    return changed(start(GAME, dealer=N), hands={E: e, S: s, W: w, N: n})


def trick(trump: str | None, leader: int, **hands: str) -> Any:
    """Return a state before a trick, each seat holding the cards given."""
    held = {"ESWN".index(seat): cards for seat, cards in hands.items()}
    suit = None if trump is None else SUITS.index(trump)
    return changed(start(GAME, dealer=N), hands=held, phase="tricks", trump=suit, turn=leader, leader=leader)


def test_the_two_packs() -> None:
    assert card_text(max(bits(GAME.pack), key=VALUES.__getitem__))[0] == "T"
    assert (GAME.pack.bit_count(), FACES.bit_count(), GAME.pack & FACES) == (40, 12, 0)
    assert [VALUES[card] for card in map(parse_card, row("AS 2H 9D TC"))] == [1, 2, 9, 10]
    assert sum(VALUES[card] for card in bits(GAME.pack)) == 220
    assert RANKING.order == "T98765432A"


# -- auction (AE1 … AE5) ---------------------------------------------------------------------------------


def test_ae1_a_forced_trade_happens_by_itself() -> None:
    state = auction("5H 2S", "9S 3H", "TS 4H", "3D 6H")
    state = play_all(GAME, state, "0 open 5H S", "1 offer 9S", "2 offer TS")
    assert state.phase == "offers"
    state = play_all(GAME, state, "3 offer 3D")
    assert state.phase == "kitty"
    assert state.hands == [hand("TS 2S"), hand("9S 3H"), hand("5H 4H"), hand("3D 6H")]
    view = GAME.view(state, 0)
    assert (view["opener"], view["opened"], view["called"], view["traded_with"]) == (E, "5H", "S", W)
    assert view["offers"] == [None, "9S", "TS", "3D"]


def test_ae2_without_the_suit_the_opener_chooses() -> None:
    state = auction("5H 2S", "9D 3H", "AC 4H", "2H 6H")
    state = play_all(GAME, state, "0 open 5H S", "3 offer 2H", "1 offer 9D", "2 offer AC")
    assert GAME.legal_texts(state) == ["0 trade 1", "0 trade 2", "0 trade 3"]
    assert GAME.to_act(state) == 1 << E
    assert GAME.view(state, 0)["offers"] == [None, "9D", "AC", "2H"]
    assert reason(GAME, state, "0 trade 0") == ("outside", "A11")
    assert reason(GAME, state, "1 trade 1") == ("not_your_turn", "A11")
    assert refused(GAME, state, "0 lay 2S").code == "wrong_phase"
    state = play_all(GAME, state, "0 trade 3")
    assert state.hands == [hand("2H 2S"), hand("9D 3H"), hand("AC 4H"), hand("5H 6H")]
    assert state.traded_with == N


@pytest.mark.parametrize(
    ("offers", "partner"),
    [(("AS", "2S", "7C"), W), (("AS", "9H", "TC"), S), (("2C", "TD", "AS"), N)],
)
def test_ae3_the_ace_is_low(offers: tuple[str, str, str], partner: int) -> None:
    state = play_all(GAME, auction("7D 2H", *(card + " 3H" for card in offers)), "0 open 7D S")
    state = play_all(GAME, state, *(f"{seat} offer {card}" for seat, card in enumerate(offers, 1)))
    assert state.traded_with == partner
    assert state.hands[E] == hand("2H " + offers[partner - 1])
    assert state.hands[partner] == hand("7D 3H")


def test_ae4_illegal_openings() -> None:
    state = round_of()
    listed = legal_words(GAME, state, "open")
    assert len(listed) == 30
    assert {opening for opening in listed if opening.startswith("5H")} == {"5H S", "5H D", "5H C"}
    assert reason(GAME, state, "0 open 5H H") == ("outside", "A9")
    assert reason(GAME, state, "0 open TS H") == ("not_held", "A9")
    assert refused(GAME, state, "0 open TS S").code == "not_held"
    state = play_all(GAME, state, "0 open 5H S")
    assert reason(GAME, state, "1 open TS H") == ("wrong_phase", "A10")


def test_ae5_polling() -> None:
    state = round_of("0 pass", "1 pass")
    assert GAME.to_act(state) == 1 << W
    opened = play_all(GAME, state, "2 open 8S C")
    assert GAME.to_act(opened) == 1 << E | 1 << S | 1 << N
    assert refused(GAME, opened, "3 pass").rule == "A10"
    passed = play_all(GAME, state, "2 pass", "3 pass")
    assert passed.phase == "kitty"
    assert passed.opener is None
    assert [cards.bit_count() for cards in passed.hands] == [10] * 4
    assert GAME.to_act(passed) == 0b1111
    assert len(GAME.legal_moves(passed)) == 40


def test_polling_begins_left_of_the_dealer() -> None:
    state = start(GAME, AE13, dealer=S)
    assert GAME.to_act(state) == 1 << W
    state = play_all(GAME, state, "2 pass", "3 pass", "0 pass", "1 pass")
    assert state.phase == "kitty"


def test_offers_and_kitty_cards_come_in_any_order() -> None:
    one = round_of("0 open 5H S", "1 offer 9D", "2 offer 6C", "3 offer 5D")
    other = round_of("0 open 5H S", "3 offer 5D", "1 offer 9D", "2 offer 6C")
    assert one == other
    one = play_all(GAME, one, "0 trade 2", "0 lay 6C", "1 lay TS", "2 lay 5H", "3 lay 9S")
    other = play_all(GAME, other, "0 trade 2", "3 lay 9S", "2 lay 5H", "1 lay TS", "0 lay 6C")
    assert one == other
    assert (one.phase, one.trump, one.turn) == ("tricks", SUITS.index("H"), E)


# -- tricks (AE6, AE7) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "e", "s", "w", "n", "winner"),
    [
        ("S", "8D", "TD", "2S", "9D", W),
        ("S", "AH", "2H", "3C", "5D", S),
        (None, "4C", "TS", "5C", "AC", W),
        ("S", "AS", "2S", "TH", "TD", S),
    ],
)
def test_ae6_who_wins_a_trick(trump: str | None, e: str, s: str, w: str, n: str, winner: int) -> None:
    state = trick(trump, E, E=e + " 9H", S=s, W=w, N=n)
    state = play_all(GAME, state, f"0 play {e}", f"1 play {s}", f"2 play {w}", f"3 play {n}")
    assert state.last_winner == winner
    assert state.tricks[winner] == 1
    assert GAME.to_act(state) == 1 << winner


@pytest.mark.parametrize(
    ("held", "legal"), [("7D 2C TS AD", "7D AD"), ("2C TS 9H", "2C TS 9H")], ids=["follow", "void"]
)
def test_ae7_legal_plays(held: str, legal: str) -> None:
    state = play_all(GAME, trick("S", E, E="8D", S=held, W="2H", N="3H"), "0 play 8D")
    assert legal_cards(GAME, state) == words(legal)


# -- scoring (AE8 … AE11) --------------------------------------------------------------------------------

TERMS = table(GAME)[0]


def before(**fields: Any) -> Standing:
    """Return a standing between two rounds."""
    return Standing(**({"totals": (0, 0, 0, 0), "memo": {"used": []}} | fields))


def test_ae8_most_tricks_score_the_kitty() -> None:
    scored = tally(GAME, {"tricks": [4, 3, 1, 1], "kitty": row("TC 7D AH 2S")}, N)
    assert scored.result == {"points": [20, 0, 0, 0], "carry": 0}
    assert scored.standing.totals == (20, 0, 0, 0)
    assert scored.standing.next_dealer == E
    (line,) = scored.lines
    assert (line.seat, line.points, line.rules) == (E, 20, ("A20", "A21"))
    assert line.text % line.params == "Most tricks, 4: kitty 20 and 0 carried over."
    assert tally(GAME, {"tricks": [2, 3, 2, 2], "kitty_points": 20}).result["points"] == [0, 20, 0, 0]


def test_ae9_ties_add_up() -> None:
    now = before()
    for tricks, kitty, points, carry, rule in (
        ([3, 3, 2, 1], 15, [0, 0, 0, 0], 15, "A22"),
        ([4, 4, 1, 0], 8, [0, 0, 0, 0], 23, "A22"),
        ([5, 2, 1, 1], 20, [43, 0, 0, 0], 0, "A21"),
        ([3, 3, 3, 0], 12, [0, 0, 0, 0], 12, "A22"),
    ):
        scored = tally(GAME, {"tricks": tricks, "kitty_points": kitty}, at=(TERMS, now))
        assert scored.result == {"points": points, "carry": carry}
        assert all(line.rules == ("A20", rule) for line in scored.lines)
        now = scored.standing
    assert now.totals == (43, 0, 0, 0)
    assert [line.seat for line in scored.lines] == [E, S, W]
    assert scored.lines[0].text % scored.lines[0].params == (
        "Most tricks shared, 3 each: kitty 12 is carried over, with 0 from before."
    )


@pytest.mark.parametrize(("tricks", "points"), [([3, 3, 2, 1], 0), ([4, 3, 1, 1], 45)])
@pytest.mark.parametrize("rounds", [13, 5])
def test_ae10_the_last_round(tricks: list[int], points: int, rounds: int) -> None:
    terms = table(GAME, rounds=rounds)[0]
    last = before(carry=15, hands=rounds - 1)
    scored = tally(GAME, {"tricks": tricks, "kitty_points": 30}, at=(terms, last))
    assert scored.result == {"points": [points, 0, 0, 0], "carry": 0}
    assert scored.standing.over
    if not points:
        assert {line.rules for line in scored.lines} == {("A20", "A24")}
        assert scored.lines[0].text % scored.lines[0].params == (
            "Most tricks shared in the last round, 3 each: kitty 30 and 15 from before are lost."
        )


def test_ae11_players_with_the_highest_total_win_together() -> None:
    last = before(totals=(120, 100, 80, 50), hands=12)
    ended = tally(GAME, {"tricks": [1, 6, 1, 1], "kitty_points": 20}, at=(TERMS, last)).standing
    assert ended.totals == (120, 120, 80, 50)
    assert (ended.over, ended.winners) == (True, (E, S))
    with pytest.raises(Refused) as caught:
        GAME.start(TERMS, ended, E, AE13)
    assert (caught.value.code, caught.value.rule) == ("match_over", "A26")


@pytest.mark.parametrize("rounds", [1, 2, 13])
def test_a_game_has_its_rounds_and_the_deal_passes_to_the_left(rounds: int) -> None:
    terms, now = table(GAME, rounds=rounds)
    dealer = N
    for number in range(rounds):
        assert (now.over, now.winners, now.hands) == (False, None, number)
        now = tally(GAME, {"tricks": [3, 2, 2, 2], "kitty_points": 10}, dealer, (terms, now)).standing
        assert now.next_dealer == (dealer + 1) % 4
        dealer = (dealer + 1) % 4
    assert (now.over, now.winners, now.totals) == (True, (E,), (10 * rounds, 0, 0, 0))


@pytest.mark.parametrize(
    ("report", "code", "rule"),
    [
        ({"tricks": [4, 3, 1, 2], "kitty_points": 20}, "wrong_sum", "A20"),
        ({"tricks": [4, 3, 1, 0], "kitty_points": 20}, "wrong_sum", "A20"),
        ({"tricks": [4, 3, 1, 1], "kitty_points": 20, "trump": "KH"}, "card_used", "A16"),
        ({"tricks": [4, 3, 1, 1], "kitty_points": 20, "trump": None}, "card_missing", "A16"),
    ],
)
def test_reports_that_do_not_tally_are_refused(report: Any, code: str, rule: str) -> None:
    with pytest.raises(Refused) as caught:
        tally(GAME, report, at=(TERMS, before(memo={"used": ["KH"]})))
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize(
    ("report", "faults"),
    [
        ({}, "tricks missing, kitty missing"),
        (
            {"tricks": [10, -1, 0, 0], "kitty_points": 3},
            "tricks/0 out_of_range, tricks/1 out_of_range, kitty_points out_of_range",
        ),
        ({"tricks": [9, 0, 0, 0], "kitty_points": 41}, "kitty_points out_of_range"),
        (
            {"tricks": [9, 0, 0], "kitty": row("AS AS KD 1S")},
            "tricks wrong_length, kitty/1 twice, kitty/2 not_in_pack, kitty/3 bad_card",
        ),
        ({"tricks": [9, 0, 0, 0], "kitty": row("AS AH AD")}, "kitty wrong_length"),
        ({"tricks": [9, 0, 0, 0], "kitty_points": 10, "kitty": row("AS AH AD AC")}, "kitty unknown_key"),
        ({"tricks": [9, 0, 0, 0], "kitty_points": 10, "trump": "TS"}, "trump not_in_pack"),
        ({"tricks": [9, 0, 0, 0], "kitty_points": 10, "trump": 4}, "trump wrong_type"),
    ],
)
def test_faults_of_form_in_a_report(report: Any, faults: str) -> None:
    with pytest.raises(BadForm) as caught:
        tally(GAME, report)
    assert faults_of(caught) == {tuple(f"/{fault}".split()) for fault in faults.split(", ")}


# -- the trump deck (AE12) -------------------------------------------------------------------------------


def test_ae12_used_trump_cards_stay_out() -> None:
    now = before()
    for card in ("KH", "QH", "JH"):
        told = {"tricks": [4, 3, 1, 1], "kitty_points": 9, "trump": card}
        now = tally(GAME, told, at=(TERMS, now)).standing
    assert now.memo == {"used": ["KH", "QH", "JH"]}
    for card in ("KH", "QH", "JH"):
        with pytest.raises(BadForm) as caught:
            GAME.start(TERMS, now, N, AE13 | {"trump": card})
        assert faults_of(caught) == {("/deal/trump", "not_in_pack")}
        with pytest.raises(Refused):
            tally(GAME, told | {"trump": card}, at=(TERMS, now))
    assert GAME.start(TERMS, now, N, AE13 | {"trump": "KS"}).trump_card == parse_card("KS")
    deals = [GAME.deal(TERMS, now, N, lambda cards, at=at: cards[at:] + cards[:at]) for at in range(9)]
    assert {deal["trump"] for deal in deals} == words("KS QS JS KD QD JD KC QC JC")


TRUMP_DECK = [card_text(card) for card in bits(FACES)]


@pytest.mark.parametrize("used", [TRUMP_DECK, []], ids=["known", "not reported"])
def test_ae12_after_twelve_rounds_there_is_no_trump(used: list[str]) -> None:
    last = before(hands=12, memo={"used": used})
    deal = GAME.deal(TERMS, last, N, lambda cards: cards)
    assert deal["trump"] is None
    state = GAME.start(TERMS, last, N, AE13 | {"trump": None})
    state = play_all(GAME, state, *AE13_MOVES[:10])
    assert (state.phase, state.trump, GAME.view(state, 0)["trump"]) == ("tricks", None, None)
    with pytest.raises(BadForm) as caught:
        GAME.start(TERMS, last, N, AE13)
    assert faults_of(caught) == {("/deal/trump", "not_in_pack")}
    told = {"tricks": [4, 3, 1, 1], "kitty_points": 20, "trump": None}
    ended = tally(GAME, told, at=(TERMS, last)).standing
    assert (ended.over, ended.memo) == (True, {"used": used})


def test_a_trump_card_has_to_be_dealt_while_there_is_one() -> None:
    with pytest.raises(BadForm) as caught:
        start(GAME, AE13 | {"trump": None}, dealer=N)
    assert faults_of(caught) == {("/deal/trump", "wrong_type")}


def test_thirteen_played_rounds() -> None:
    """Every card of the trump deck turned once, then a round without trump, always the first legal moves."""
    terms, now = table(GAME)
    dealer = N
    for trump in [*TRUMP_DECK, None]:
        state = GAME.start(terms, now, dealer, AE13 | {"trump": trump})
        while not state.over:
            state = GAME.apply(state, GAME.legal_moves(state)[0])
            assert state.phase in ("auction", "kitty", "tricks", "over")
        assert state.trump == (None if trump is None else SUITS.index(trump[1]))
        now, dealer = outcome(GAME, state, (terms, now)).standing, (dealer + 1) % 4
        assert now.next_dealer == dealer
    assert (now.over, now.memo["used"], now.hands) == (True, TRUMP_DECK, 13)


# -- a whole round (AE13) --------------------------------------------------------------------------------


def test_ae13_a_round() -> None:
    at = table(GAME)
    state = follow(GAME, start(GAME, AE13, dealer=N), AE13_ROUND)
    assert state.tricks == [1, 1, 4, 3]
    scored = outcome(GAME, state, at)
    assert scored.result == {"points": [0, 0, 19, 0], "carry": 0}
    assert scored.standing.memo == {"used": ["QH"]}
    assert GAME.report(state) == {"tricks": [1, 1, 4, 3], "kitty": row("2D TH 3H 4H"), "trump": "QH"}
    carried = outcome(GAME, state, (at[0], before(carry=15, hands=4)))
    assert carried.result == {"points": [0, 0, 34, 0], "carry": 0}


def test_ae13_winners_trick_by_trick() -> None:
    state = round_of(*AE13_MOVES[:10])
    for number, winner in enumerate(AE13_WINNERS):
        state = play_all(GAME, state, *AE13_MOVES[10 + 4 * number : 14 + 4 * number])
        assert state.last_winner == winner, number
    assert state.over


def test_ae13_where_the_line_of_the_sheet_comes_from() -> None:
    """W won tricks 1, 3, 8 and 9 (moves 10 … 13, 18 … 21, 38 … 45); the kitty was laid in moves 6 … 9."""
    moves = [GAME.parse(move, 4) for move in AE13_MOVES]
    told = [Told(move, round_of(*AE13_MOVES[: place + 1])) for place, move in enumerate(moves)]
    (line,) = outcome(GAME, told[-1].state, table(GAME)).lines
    assert GAME.sources(line, told) == [*range(6, 14), *range(18, 22), *range(38, 46)]


# -- at hidden sight -------------------------------------------------------------------------------------


def test_ae13_followed_without_seeing_the_hands() -> None:
    at = table(GAME)
    watch = Watch(GAME, *at, N, {})
    lays = [f"{seat} lay ?" for seat in range(4)]
    watch_all(watch, *AE13_MOVES[:6], *lays)
    assert watch.legal_texts() == ["- trump *"]
    watch_all(watch, "- trump QH", *AE13_MOVES[10:])
    report = GAME.report(watch.state)
    assert (report["tricks"], report["trump"]) == ([1, 1, 4, 3], "QH")
    assert set(report["kitty"]) == words("2D TH 3H 4H")
    assert outcome(GAME, watch.state, at).result == {"points": [0, 0, 19, 0], "carry": 0}


def test_a_trump_card_turned_up_before_the_auction_is_noted_first() -> None:
    watch = Watch(GAME, *table(GAME, trump_reveal="before_auction"), N, {})
    assert watch.legal_texts() == ["- trump *"]
    with pytest.raises(Refused) as caught:
        watch.play(GAME.parse("- trump TH", 4, hidden=True))
    assert caught.value.code == "cannot_be"
    watch_all(watch, "- trump QH", *AE13_MOVES[:6], *(f"{seat} lay ?" for seat in range(4)))
    assert (watch.state.trump, watch.state.phase) == (SUITS.index("H"), "tricks")
    watch_all(watch, *AE13_MOVES[10:])
    assert watch.state.tricks == [1, 1, 4, 3]


# -- refusals --------------------------------------------------------------------------------------------

REFUSALS = [
    (0, "1 pass", "not_your_turn", "A8"),
    (0, "1 open TS H", "not_your_turn", "A8"),
    (0, "0 open 5H H", "outside", "A9"),
    (0, "0 open TS H", "not_held", "A9"),
    (0, "0 offer 5H", "wrong_phase", "A7"),
    (0, "0 play 5H", "wrong_phase", "A7"),
    (1, "0 pass", "not_your_turn", "A8"),
    (3, "2 offer AS", "not_your_turn", "A10"),
    (3, "0 offer 8S", "not_held", "A10"),
    (3, "0 lay 6S", "wrong_phase", "A10"),
    (4, "0 offer 6S", "not_your_turn", "A10"),
    (6, "0 trade 1", "wrong_phase", "A14"),
    (6, "3 lay 9C", "not_held", "A14"),
    (7, "0 lay 6S", "not_your_turn", "A14"),
    (10, "0 lay 6S", "wrong_phase", "A17"),
    (10, "1 play TS", "not_your_turn", "A17"),
    (10, "0 play 2D", "not_held", "A17"),
    (11, "1 play TS", "obliged", "A18"),
    (11, "1 play TH", "not_held", "A17"),
    (len(AE13_MOVES), "2 play 9H", "hand_over", "A19"),
]


@pytest.mark.parametrize(("moves", "move", "code", "rule"), REFUSALS)
def test_refusals(moves: int, move: str, code: str, rule: str) -> None:
    said = refused(GAME, round_of(*AE13_MOVES[:moves]), move)
    assert (said.code, said.rule) == (code, rule)
    assert said.can_stand == (code == "obliged")
    assert GAME.rule_of(said) is RULES[rule]


def test_a_revoke_may_stand() -> None:
    state = play_all(GAME, round_of(*AE13_MOVES[:11]), "1 play! TS")
    assert state.trick == (parse_card("5H"), parse_card("TS"))
    assert refused(GAME, round_of(*AE13_MOVES[:11]), "1 play! 7H").code == "not_illegal"


@pytest.mark.parametrize("card", ["JS", "QH", "KD"])
def test_face_cards_are_not_played_with(card: str) -> None:
    with pytest.raises(NotAMove) as caught:
        GAME.parse(f"0 play {card}", 4)
    assert caught.value.code == "not_in_pack"


# -- what people see (A27, A28) --------------------------------------------------------------------------

HANDS = [" ".join(cards) for cards in AE13["hands"]]
OFFERS = "8S 4C TH 9C"
KITTY = row("2D TH 3H 4H")


def seen(state: Any, viewer: int | None) -> set[str]:
    """Return the cards that a seat, or a spectator, sees."""
    return shown_cards(GAME.view(state, 0 if viewer is None else 1 << viewer))


def log(moves: Sequence[str], viewer: int | None, **options: Any) -> list[str]:
    """Return the log of AE13 after some moves as a seat, or a spectator, may read it then."""
    state = round_of(*moves, **options)
    eyes = 0 if viewer is None else 1 << viewer
    return [GAME.veiled(state, GAME.parse(move, 4), eyes).text for move in moves]


def test_in_the_auction_each_sees_the_own_hand() -> None:
    state = round_of("0 pass")
    for viewer in (E, S, W, N):
        assert seen(state, viewer) == words(HANDS[viewer])
    assert seen(state, None) == set()


def test_offers_lie_face_down_until_the_third() -> None:
    moves = AE13_MOVES[:5]
    state = round_of(*moves)
    assert seen(state, None) == words("8S")
    assert seen(state, E) == words(HANDS[E] + " 8S")
    assert seen(state, N) == words(HANDS[N] + " 8S")
    view = GAME.view(state, 1 << E)
    assert (view["offered"], view["offers"]) == ([True, True, False, False], [None] * 4)
    assert view["to_act"] == [N]
    assert (view["hands"][E]["offer"], view["hands"][E]["count"]) == ("4C", 9)
    assert "offer" not in view["hands"][S]
    assert log(moves, None)[3:] == ["0 offer ?", "1 offer ?"]
    assert log(moves, E)[3:] == ["0 offer 4C", "1 offer ?"]
    assert log(moves, S)[3:] == ["0 offer ?", "1 offer TH"]


def test_offers_are_turned_up_together_and_stay_known() -> None:
    moves = AE13_MOVES[:6]
    for viewer in (E, S, W, N, None):
        own = "" if viewer is None else HANDS[viewer]
        assert seen(round_of(*moves), viewer) == words(f"{OFFERS} {own}")
        assert log(moves, viewer) == list(moves)
    choosing = ["0 open 5H S", "1 offer 9D", "2 offer 6C", "3 offer 5D"]
    assert seen(round_of(*choosing), None) == words("5H 9D 6C 5D")
    assert log(choosing, None) == choosing


def test_the_kitty_and_the_trump_card_stay_down() -> None:
    moves = AE13_MOVES[:9]
    state = round_of(*moves)
    assert seen(state, None) == words(OFFERS)
    assert seen(state, W) == words(HANDS[W] + " " + OFFERS)
    view = GAME.view(state, 1 << W)
    assert view["laid"] == [True, True, True, False]
    assert (view["kitty"], view["kitty_points"]) == ([None] * 4, None)
    assert view["hands"][W]["kitty_card"] == "3H"
    assert (view["trump"], view["trump_card"]) == (None, None)
    assert log(moves, None)[6:] == ["0 lay ?", "1 lay ?", "2 lay ?"]
    assert log(moves, W)[6:] == ["0 lay ?", "1 lay ?", "2 lay 3H"]


def test_after_the_kitty_the_trump_card_is_open() -> None:
    moves = AE13_MOVES[:12]
    state = round_of(*moves)
    assert seen(state, None) == words(OFFERS + " QH 5H 7H")
    view = GAME.view(state, 0)
    assert (view["trump"], view["trump_card"], view["kitty"]) == ("H", "QH", [None] * 4)
    assert log(moves, None)[6:10] == ["0 lay ?", "1 lay ?", "2 lay ?", "3 lay ?"]


def test_the_trump_card_may_be_open_from_the_start() -> None:
    for moves in ([], AE13_MOVES[:4], AE13_MOVES[:8]):
        view = GAME.view(round_of(*moves, trump_reveal="before_auction"), 0)
        assert (view["trump_card"], view["trump"]) == ("QH", None)
        assert GAME.view(round_of(*moves), 0)["trump_card"] is None


@pytest.mark.parametrize("option", ["yes", "no"])
def test_the_kitty_is_counted_in_the_open_at_the_end(option: str) -> None:
    state = round_of(*AE13_MOVES, kitty_shown_on_tie=option)
    view = GAME.view(state, 0)
    assert (view["kitty"], view["kitty_points"], view["over"], view["to_act"]) == (KITTY, 19, True, [])
    assert log(AE13_MOVES, None, kitty_shown_on_tie=option) == AE13_MOVES


def tied(option: str) -> Any:
    """Return the end of a round where E and S share most tricks, the kitty of AE13 in the middle."""
    start_of_last = changed(
        trick("C", E, E="9S", S="TS", W="2S", N="3S"),
        kitty=[parse_card(card) for card in KITTY],
        tricks=[3, 2, 2, 1],
        options=table(GAME, kitty_shown_on_tie=option)[0].options,
    )
    return play_all(GAME, start_of_last, "0 play 9S", "1 play TS", "2 play 2S", "3 play 3S")


def test_after_a_tie_the_kitty_is_shown_or_only_its_total_announced() -> None:
    lay = GAME.parse("1 lay TH", 4)
    shown, closed = tied("yes"), tied("no")
    assert shown.tricks == closed.tricks == [3, 3, 2, 1]
    assert GAME.view(shown, 0)["kitty"] == KITTY
    assert GAME.veiled(shown, lay, 0) == lay
    view = GAME.view(closed, 1 << W)
    assert (view["kitty"], view["kitty_points"]) == ([None] * 4, 19)
    assert view["hands"][W]["kitty_card"] == "3H"
    assert GAME.veiled(closed, lay, 1 << W).text == "1 lay ?"
    assert GAME.veiled(closed, lay, 1 << S) == lay
    at = table(GAME, kitty_shown_on_tie="no")
    trump = card_text(closed.trump_card)
    assert GAME.report(closed) == {"tricks": [3, 3, 2, 1], "kitty_points": 19, "trump": trump}
    assert GAME.report(shown) == {"tricks": [3, 3, 2, 1], "kitty": KITTY, "trump": trump}
    for state in (closed, shown):
        assert outcome(GAME, state, at).result == {"points": [0, 0, 0, 0], "carry": 19}


def may_see(played: Hand, tricks: list[int], place: int, viewer: int) -> set[str]:
    """Return the cards that a seat may know before a move, worked out from deal, moves and final tricks."""
    log = played.moves[:place]
    known = set(played.deal["hands"][viewer]) if viewer >= 0 else set()
    known |= {card_of(move) for move in log if move.verb.name in ("open", "play") or move.seat == viewer}
    if sum(move.verb.name == "offer" for move in log) == 3:
        known |= {card_of(move) for move in log if move.verb.name == "offer"}
    all_laid = sum(move.verb.name == "lay" for move in log) == 4
    if played.deal["trump"] and (all_laid or played.terms.options["trump_reveal"] == "before_auction"):
        known.add(played.deal["trump"])
    shared = tricks.count(max(tricks)) > 1
    if place == len(played.moves) and not (shared and played.terms.options["kitty_shown_on_tie"] == "no"):
        known |= {card_of(move) for move in log if move.verb.name == "lay"}
    return known - {""}


def card_of(move: Move) -> str:
    return card_text(move.args[0]) if move.verb.name in ("open", "offer", "lay", "play") else ""


@laws(12)
@given(random_hand(GAME))
def test_nothing_is_shown_that_the_log_does_not_give(played: Hand) -> None:
    states = played.states()
    for place, state in enumerate(states):
        out = {card_of(move) for move in played.moves[:place] if move.verb.name == "play"}
        for viewer in (-1, E, S, W, N):
            eyes = 0 if viewer < 0 else 1 << viewer
            allowed = may_see(played, states[-1].tricks, place, viewer)
            shown = shown_cards(GAME.view(state, eyes))
            assert allowed - out <= shown <= allowed
            told = [GAME.veiled(state, move, eyes).text for move in played.moves[:place]]
            assert shown_cards(told) <= allowed
        assert sum(state.hands) + sum(GAME.places(state)) == GAME.pack


# -- rulings ---------------------------------------------------------------------------------------------


def ruled(*rulings: str) -> Any:
    """Return the score of the round of AE13 (tricks E1 S1 W4 N3, kitty 19) with some rulings at its end."""
    state = play_all(GAME, round_of(*AE13_MOVES), *rulings)
    return outcome(GAME, state, table(GAME))


def test_tricks_that_do_not_count_make_another_the_winner_or_carry_the_kitty() -> None:
    """W won tricks 1, 3, 8, 9 and N 4, 5, 6."""
    assert ruled().result == {"points": [0, 0, 19, 0], "carry": 0}
    assert ruled("* not_counted 3 4").result == {"points": [0, 0, 19, 0], "carry": 0}
    assert ruled("* not_counted 2 4").result == {"points": [0, 0, 0, 0], "carry": 19}, "W would have scored"
    assert ruled("* not_counted 2 9").result == {"points": [0, 0, 0, 0], "carry": 19}
    assert ruled("* not_counted 0 1").result == {"points": [0, 0, 19, 0], "carry": 0}


def test_a_tie_is_decided_by_tricks_that_do_not_count() -> None:
    at = table(GAME)
    report = {"tricks": [3, 3, 2, 1], "kitty_points": 20}
    assert tally(GAME, report, at=at).result["points"] == [0, 0, 0, 0]
    told = tally(GAME, report | {"not_counted": [{"seat": 0, "tricks": 1}]}, at=at)
    assert told.result == {"points": [0, 20, 0, 0], "carry": 0}
    assert [(line.seat, line.points, line.rules, line.sentence()) for line in told.lines] == [
        (0, 0, ("A18", "A20"), "By a ruling 1 of 3 tricks won do not count."),
        (1, 20, ("A20", "A21"), "Most tricks, 3: kitty 20 and 0 carried over."),
    ]


def test_an_offender_never_scores_the_kitty() -> None:
    """By all tricks, or by those that count; in the last round nothing is carried."""
    first = {"tricks": [5, 3, 1, 0], "kitty_points": 20, "not_counted": [{"seat": 0, "tricks": 4}]}
    told = tally(GAME, first)
    assert told.result == {"points": [0, 0, 0, 0], "carry": 20}
    assert [line.sentence() for line in told.lines] == [
        "By a ruling 4 of 5 tricks won do not count.",
        "By a ruling the kitty is not scored: 20 is carried over, with 0 from before.",
    ]
    assert told.lines[1].rules == ("A20", "A22")
    still = {"tricks": [4, 5, 0, 0], "kitty_points": 20}
    still["not_counted"] = [{"seat": 0, "tricks": 0}, {"seat": 1, "tricks": 5}]
    assert [line.seat for line in tally(GAME, still).lines] == [0, 1, 1]
    only = {"tricks": [4, 5, 0, 0], "kitty_points": 20, "not_counted": [{"seat": 0, "tricks": 0}]}
    assert tally(GAME, only).result["points"] == [0, 20, 0, 0]
    last = (table(GAME)[0], Standing(totals=(0, 0, 0, 0), carry=7, hands=12, memo={"used": []}))
    told = tally(GAME, first, at=last)
    assert (told.result, told.lines[1].rules) == ({"points": [0, 0, 0, 0], "carry": 0}, ("A20", "A24"))
    assert told.lines[1].sentence() == (
        "By a ruling the kitty of the last round is not scored: 20 and 7 from before are lost."
    )


def test_two_offenders_of_whom_one_is_on_top_only_without_the_other() -> None:
    report = {"tricks": [4, 5, 0, 0], "kitty_points": 20}
    report["not_counted"] = [{"seat": 0, "tricks": 1}, {"seat": 1, "tricks": 2}]
    assert [line.seat for line in tally(GAME, report).lines] == [0, 1, 1]
    tied_first = {"tricks": [4, 4, 1, 0], "kitty_points": 20, "not_counted": [{"seat": 0, "tricks": 0}]}
    assert [line.seat for line in tally(GAME, tied_first).lines] == [0, 0, 1], "a tie all the same"
    tied_first["not_counted"] = [{"seat": 0, "tricks": 1}, {"seat": 1, "tricks": 3}]
    assert [line.seat for line in tally(GAME, tied_first).lines] == [0, 1, 0], "seat 0 is an offender too"


def test_which_tricks_a_ruling_can_name() -> None:
    state = round_of(*AE13_MOVES[:10])
    said = refused(GAME, state, "* not_counted 0 1")
    assert (said.code, said.rule) == ("no_remedy", "A19")
    state = round_of(*AE13_MOVES[: 10 + 9])
    assert len(state.trick) == 1
    assert {move.text for move in GAME.remedy_moves(state)} == {
        f"* not_counted {seat} {trick}" for seat in range(4) for trick in (1, 2)
    }
    assert refused(GAME, state, "* not_counted 0 3").rule == "A19"
    state = play_all(
        GAME, state, "* not_counted 2 2", "* not_counted 1 1", "* not_counted 2 1", "* not_counted 1 2"
    )
    assert state.not_counted == [0, 1, 1, 0]
    assert GAME.view(state, 0)["not_counted"] == [None, 1, 1, None]
    over = play_all(GAME, state, *AE13_MOVES[19:])
    assert GAME.report(over)["not_counted"] == [{"seat": 1, "tricks": 1}, {"seat": 2, "tricks": 4}]


def test_a_kitty_that_a_ruling_carries_is_only_announced_where_ties_are() -> None:
    over = round_of(*AE13_MOVES, kitty_shown_on_tie="no")
    assert GAME.view(over, 0)["kitty"] == KITTY
    over = play_all(GAME, over, "* not_counted 2 9")
    assert (GAME.view(over, 0)["kitty"], GAME.report(over)["kitty_points"]) == ([None] * 4, 19)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ([{"seat": 0, "tricks": 4}], "sum_too_high"),
        ([{"seat": 0, "tricks": 1}, {"seat": 0, "tricks": 1}], "seat_twice"),
    ],
)
def test_a_report_of_tricks_that_do_not_count_tallies(told: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        tally(GAME, {"tricks": [3, 3, 2, 1], "kitty_points": 20, "not_counted": told})
    assert (caught.value.code, caught.value.rule) == (code, "A20")


def test_a_report_of_tricks_that_do_not_count_has_its_form() -> None:
    told = [
        {"seat": 4, "tricks": 1},
        {"seat": 0},
        {"seat": 0, "tricks": 1, "x": 1},
        7,
        {"seat": 1, "tricks": 0},
    ]
    with pytest.raises(BadForm) as caught:
        tally(GAME, {"tricks": [3, 3, 2, 1], "kitty_points": 20, "not_counted": told})
    assert faults_of(caught) == {
        ("/not_counted", "too_many"),
        ("/not_counted/0/seat", "out_of_range"),
        ("/not_counted/1/tricks", "missing"),
        ("/not_counted/2/x", "unknown_key"),
        ("/not_counted/3", "wrong_type"),
        ("/not_counted/3/seat", "missing"),
        ("/not_counted/3/tricks", "missing"),
    }
