"""Troeven: the worked examples of the rule book (TE1 … TE12), every option, refusal and view."""

from typing import Any

import pytest
from hypothesis import given

from referee.engine.cards import SUITS, bits, card_text, parse_card
from referee.engine.errors import BadForm, NotAMove, Refused
from referee.engine.match import Standing
from referee.engine.sources import Told
from referee.engine.watch import Watch
from referee.games.troeven import GAME, POINTS, RANKING, RULES
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
    refused,
    row,
    start,
    table,
    tally,
    watch_all,
    words,
)
from tests.games.hands import Hand, laws, random_hand, shown_cards

N, D = 0, 1
"""The caller and the dealer, in all these tests."""


def stacks(n: str, d: str) -> dict[str, Any]:
    """Return the deal of a layout, each side's stacks written ``up/down``."""
    up_and_down = [[stack.split("/") for stack in side.split()] for side in (n, d)]
    return {
        "down": [[below for _, below in side] for side in up_and_down],
        "up": [[above for above, _ in side] for side in up_and_down],
    }


TE11 = stacks(
    n="JS/TS 8C/AS KS/QC 9D/JD AH/KH 7D/9C 7H/8D 8S/QD",
    d="TH/TD KC/QS 8H/7S JH/9H QH/TC JC/AD AC/9S 7C/KD",
)
TE12 = {
    "hands": [row("9C 8D TH 9H AS 8H TD 7D"), row("QS JS 8S 7S QH KD KC JC")],
    "stock": row("QD QC KS JH JD AD KH AH TS AC 9S 7C 8C TC 9D 7H"),
}

TE11_ROUND = """
0 call S {S H D C}
0 play 7D {JS 8C KS 9D AH 7D 7H 8S}
1 play AC {TH KC 8H JH QH JC AC 7C}
0 play 9C {JS 8C KS 9D AH 9C 7H 8S}
1 play JC {9S KC JC 7C}
1 play 7C {TH KC 8H JH QH AD 9S 7C}
0 play 8S {KS JS 8S 8C}
0 play QD {JS 8C KS 9D AH 7H QD}
1 play KD {9S AD KD}
1 play 8H {TH KC 8H JH QH AD 9S}
0 play JS {KS JS AH 7H}
0 play AH {TS 8C KS 9D AH 7H}
1 play TH {9S 7S QH JH TH}
0 play TS {TS 8C KS 9D KH 7H}
1 play 9S {9S 7S}
0 play 8C {8C KS 9D KH 7H}
1 play 7S {7S KC}
1 play JH {TD KC JH QH AD}
0 play KS {AS KS KH 7H}
0 play 9D {AS QC 9D KH 7H}
1 play TD {AD TD}
1 play 9H {KC 9H QH AD}
0 play 7H {AS KH 7H}
1 play KC {KC QH AD}
0 play AS {AS QC}
0 play JD {QC JD KH 8D}
1 play AD {QS AD}
1 play QS {QS QH}
0 play QC {KH 8D QC}
1 play QH {QH}
0 play KH {KH}
0 play 8D {8D}
1 play TC {TC}
"""

TE12_ROUND = """
0 call H {S H D C}
0 play 9C {9C 8D TH 9H AS 8H TD 7D}
1 play JC {QS JS 8S 7S QH KD KC JC}
1 play 8S {QS JS 8S 7S QH KD KC QD}
0 play TD {8D TH 9H AS 8H TD 7D QC}
1 play QH {QS JS 7S QH KD KC QD KS}
0 play QC {8D TH 9H AS 8H 7D QC JH}
1 play QS {QS JS 7S KD KC QD KS JD}
0 play AS {8D TH 9H AS 8H 7D JH AD}
0 play KH {8D TH 9H 8H 7D JH AD KH}
1 play AH {JS 7S KD KC QD KS JD AH}
1 play 7S {JS 7S KD KC QD KS JD TS}
0 play JH {8D TH 9H 8H 7D JH AD AC}
0 play 7D {8D TH 9H 8H 7D AD AC 9S}
1 play QD {JS KD KC QD KS JD TS 7C}
1 play 8C {JS KD KC KS JD TS 7C 8C}
0 play AD {8D TH 9H 8H AD AC 9S TC}
1 play JS {JS KD KC KS JD TS 7C 9D}
0 play 9S {9S TH 9H 8H 7H}
1 play 9D {KD KC KS JD TS 7C 9D}
0 play 7H {TH 9H 8H 7H 8D}
0 play TC {8D TH 9H 8H AC TC}
1 play KC {KC 7C}
1 play KS {KD KS JD TS 7C}
0 play 8H {TH 9H 8H}
0 play 9H {8D TH 9H AC}
1 play KD {TS KD JD 7C}
0 play AC {8D TH AC}
1 play 7C {7C}
0 play TH {8D TH}
1 play JD {TS JD}
0 play 8D {8D}
1 play TS {TS}
"""
TE11_MOVES = moves_of(TE11_ROUND)[1:]
TE12_MOVES = moves_of(TE12_ROUND)[1:]


def round_of(version: str, *moves: str, **options: Any) -> Any:
    """Return a round of the deal of TE11 or TE12 after some moves."""
    deal = TE11 if version == "layout" else TE12
    return play_all(GAME, start(GAME, deal, dealer=D, version=version, **options), *moves)


def to_follow(cards: str, led: str, trump: str, version: str, **options: Any) -> Any:
    """Return a state where N follows to a card with the cards given, in hand or face up; no stock is left."""
    return changed(
        start(GAME, dealer=D, version=version, **options),
        phase=version,
        hands={N: cards},
        stock=(),
        trump=SUITS.index(trump),
        led=SUITS.index(led[1]),
        trick=(parse_card(led),),
        players=(D,),
        turn=N,
    )


def test_the_pack_has_32_cards_and_40_points() -> None:
    assert GAME.pack == hand(" ".join(rank + suit for suit in SUITS for rank in "AKQJT987"))
    taken = round_of("stock", "0 call H", *TE12_MOVES)
    assert sum(taken.points) == 40


# -- what may be played (TE1, TE2, TE3, TE6, TE7) --------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "face_up", "legal"),
    [
        pytest.param("9S", "KS 7S AH TD QC 8C JD 9D", "KS 7S AH", id="TE1"),
        pytest.param("9S", "TD QC 8C JD 9D AH", "TD QC 8C JD 9D AH", id="TE2"),
        pytest.param("8H", "QH 7H AS KC", "QH 7H", id="TE3-holding-trump"),
        pytest.param("8H", "AS KC", "AS KC", id="TE3-void"),
    ],
)
@pytest.mark.parametrize("endgame_follow", ["follow_or_trump", "as_v1", "follow_first"])
def test_following_in_the_layout(led: str, face_up: str, legal: str, endgame_follow: str) -> None:
    state = to_follow(face_up, led, "H", "layout", endgame_follow=endgame_follow)
    assert legal_cards(GAME, state) == words(legal)


@pytest.mark.parametrize(
    ("led", "held", "follow_or_trump", "as_v1", "follow_first"),
    [
        ("9C", "KC 7D AS QH", "KC 7D", "KC 7D", "KC"),
        ("9C", "7D AS QH", "7D", "7D AS QH", "7D"),
        ("9C", "AS QH", "AS QH", "AS QH", "AS QH"),
        ("9D", "TD KC", "TD", "TD", "TD"),
        ("9D", "KC AS", "KC AS", "KC AS", "KC AS"),
    ],
)
def test_te7_following_without_a_stock(
    led: str, held: str, follow_or_trump: str, as_v1: str, follow_first: str
) -> None:
    answers = {"follow_or_trump": follow_or_trump, "as_v1": as_v1, "follow_first": follow_first}
    for option, legal in answers.items():
        state = to_follow(held, led, "D", "stock", endgame_follow=option)
        assert legal_cards(GAME, state) == words(legal), option


def test_te6_anything_goes_while_there_is_a_stock() -> None:
    held = "KS 7D QH 8C 9C JC TH 7H"
    state = changed(to_follow(held, "AS", "D", "stock"), stock=tuple(map(parse_card, row("KD 9S"))), leader=D)
    assert legal_cards(GAME, state) == words(held)
    after = play_all(GAME, state, "0 play 7D")
    assert (after.last_winner, after.points) == (N, [4, 0])
    assert after.hands == [hand(held) & ~hand("7D") | hand("KD"), hand("9S")]
    assert GAME.to_act(after) == 1 << N


@pytest.mark.parametrize("version", ["layout", "stock"])
def test_the_leader_may_play_anything(version: str) -> None:
    state = round_of(version, "0 call S")
    held = "JS 8C KS 9D AH 7D 7H 8S" if version == "layout" else "9C 8D TH 9H AS 8H TD 7D"
    assert legal_cards(GAME, state, N) == words(held)
    assert legal_cards(GAME, state, D) == set()


# -- tricks (TE4, TE5) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "answer", "winner", "points"),
    [("AS", "7H", D, 4), ("7S", "AD", N, 4), ("TS", "JS", D, 1), ("9H", "TH", D, 0), ("QH", "KS", N, 5)],
)
def test_te4_who_wins_a_trick(led: str, answer: str, winner: int, points: int) -> None:
    state = changed(
        start(GAME, dealer=D, version="stock"),
        phase="stock",
        hands={N: led + " 8C", D: answer + " 9C"},
        stock=(),
        trump=SUITS.index("H"),
    )
    after = play_all(GAME, state, f"0 play {led}", f"1 play {answer}")
    assert after.last_winner == winner
    assert after.points[winner] == points
    assert after.tricks[winner] == 1
    assert GAME.to_act(after) == 1 << winner


TE5 = stacks(
    n="TH/TD 8H/7S KC/QS JH/9H QH/TC JC/AD AC/9S 7C/KD",
    d="JS/TS 8C/AS KS/QC 9D/JD AH/KH 7D/9C 7H/8D 8S/QD",
)


def test_te5_the_card_below_is_turned_up_at_once() -> None:
    state = play_all(GAME, start(GAME, TE5, dealer=D), "0 call H")
    assert not state.hands[N] & hand("QS")
    state = play_all(GAME, state, "0 play KC")
    assert state.hands[N] & hand("QS")
    assert GAME.view(state, 0)["stacks"][N][2] == {"up": "QS", "down": False}
    assert legal_cards(GAME, state, D) == words("8C AH 7H")
    assert refused(GAME, state, "1 play AS").rule == "T21"
    state = play_all(GAME, state, "1 play 8C")
    assert state.hands[D] & hand("AS")
    assert refused(GAME, state, "1 play AS").code == "not_your_turn"


def test_turn_up_after_trick() -> None:
    state = play_all(GAME, start(GAME, TE5, dealer=D, turn_up="after_trick"), "0 call H", "0 play KC")
    assert GAME.view(state, 0)["stacks"][N][2] == {"up": None, "down": True}
    assert refused(GAME, state, "0 play QS").rule == "T6"
    state = play_all(GAME, state, "1 play 8C")
    shown = GAME.view(state, 0)["stacks"]
    assert shown[N][2] == {"up": "QS", "down": False}
    assert shown[D][1] == {"up": "AS", "down": False}
    assert state.hands[D] & hand("AS")
    while not state.over:
        state = GAME.apply(state, GAME.legal_moves(state)[0])
    assert sum(state.points) == 40


def test_a_card_without_another_below_leaves_an_empty_place() -> None:
    state = round_of("layout", "0 call S", "0 play 7D", "1 play AC", "0 play 9C")
    assert GAME.view(state, 0)["stacks"][N][5] == {"up": None, "down": False}


# -- dealing and naming trump (T5, TE10) -----------------------------------------------------------------


def test_te10_dealing_the_layout() -> None:
    state = start(GAME, TE11, dealer=D)
    out = [stack for side in GAME.view(state, 0)["stacks"] for stack in side]
    assert sum(stack["down"] for stack in out) == 16
    assert [stack["up"] for stack in out if stack["up"]] == row("JS 8C KS 9D")
    state = play_all(GAME, state, "0 call S")
    assert [state.hands[seat].bit_count() for seat in (N, D)] == [8, 8]
    assert state.hands[D] == hand("TH KC 8H JH QH JC AC 7C")


def test_te10_dealing_from_the_stock() -> None:
    state = start(GAME, TE12, dealer=D, version="stock")
    assert (state.hands, len(state.stock)) == ([hand("9C 8D TH 9H"), 0], 16)
    state = play_all(GAME, state, "0 call H")
    assert [state.hands[seat].bit_count() for seat in (N, D)] == [8, 8]
    sizes = []
    for move in TE12_MOVES:
        state = play_all(GAME, state, move)
        sizes += [len(state.stock)] if not state.trick else []
    assert sizes == [14, 12, 10, 8, 6, 4, 2, *[0] * 9]


@pytest.mark.parametrize("version", ["layout", "stock"])
def test_the_caller_may_name_any_suit_or_only_one_seen(version: str) -> None:
    assert legal_words(GAME, round_of(version), "call") == words("S H D C")
    state = round_of(version, trump_choice="seen_suits")
    assert legal_words(GAME, state, "call") == words("S C D" if version == "layout" else "H D C")
    unseen = "H" if version == "layout" else "S"
    said = refused(GAME, state, f"0 call {unseen}")
    assert (said.code, said.rule) == ("outside", "T5")


def test_the_dealer_of_a_round_may_be_either_seat() -> None:
    deal = {"down": TE11["down"][::-1], "up": TE11["up"][::-1]}
    state = start(GAME, deal, dealer=0)
    assert (state.turn, state.hands) == (1, [0, hand("JS 8C KS 9D")])
    assert play_all(GAME, state, "1 call S", "1 play 7D").hands[1] == hand("JS 8C KS 9D AH 7H 8S 9C")


# -- whole rounds (TE11, TE12) ---------------------------------------------------------------------------


def test_te11_a_round_with_a_layout() -> None:
    at = table(GAME)
    state = follow(
        GAME,
        start(GAME, TE11, dealer=D),
        TE11_ROUND,
    )
    assert state.points == [25, 15]
    scored = outcome(GAME, state, at)
    assert scored.result == {"points": [25, 15], "score": [6, 7]}
    assert scored.standing.totals == (6, 7)


TE11_WINNERS = row("N D N D N N N D N D D N D D N N")
TE11_POINTS = row("4-0 4-1 4-1 4-6 5-6 9-6 9-6 9-6 13-6 13-6 13-6 20-6 20-11 20-15 25-15 25-15")
TE12_WINNERS = row("D D D N D N D D D N D N N N N N")
TE12_POINTS = row("0-1 0-1 0-5 6-5 6-12 7-12 7-14 7-18 7-19 7-19 7-22 10-22 13-22 17-22 18-22 18-22")


@pytest.mark.parametrize(
    ("version", "call", "moves", "winners", "points"),
    [
        pytest.param("layout", "S", TE11_MOVES, TE11_WINNERS, TE11_POINTS, id="TE11"),
        pytest.param("stock", "H", TE12_MOVES, TE12_WINNERS, TE12_POINTS, id="TE12"),
    ],
)
def test_winners_and_points_trick_by_trick(
    version: str, call: str, moves: list[str], winners: list[str], points: list[str]
) -> None:
    state = round_of(version, f"0 call {call}")
    for trick in range(16):
        state = play_all(GAME, state, *moves[2 * trick : 2 * trick + 2])
        assert "ND"[state.last_winner] == winners[trick]
        assert f"{state.points[N]}-{state.points[D]}" == points[trick]
    assert state.over
    assert state.tricks == [winners.count("N"), winners.count("D")]


TE11_TURNED_UP = {
    "7D": "9C", "AC": "9S", "JC": "AD", "7C": "KD", "8S": "QD", "8H": "7S", "JS": "TS", "AH": "KH",
    "TH": "TD", "8C": "AS", "JH": "9H", "KS": "QC", "9D": "JD", "7H": "8D", "KC": "QS", "QH": "TC",
}  # fmt: skip


def test_te11_what_is_turned_up() -> None:
    state = round_of("layout", "0 call S")
    for move in TE11_MOVES:
        seat, card = int(move[0]), move[-2:]
        before = state.hands[seat] & ~hand(card)
        state = play_all(GAME, state, move)
        assert state.hands[seat] & ~before == hand(TE11_TURNED_UP.get(card, "")), move


def test_te12_a_round_with_a_stock() -> None:
    at = table(GAME, version="stock")
    state = follow(
        GAME,
        start(GAME, TE12, dealer=D, version="stock"),
        TE12_ROUND,
    )
    assert state.points == [18, 22]
    scored = outcome(GAME, state, at)
    assert scored.result == {"points": [18, 22], "score": [8, 6]}
    assert scored.standing.totals == (8, 6)


def test_te11_where_the_line_of_the_sheet_comes_from() -> None:
    """N won tricks 1, 3, 5, 6, 7, 9, 12, 15 and 16; the call comes before them all."""
    log = moves_of(TE11_ROUND)
    told = [Told(GAME.parse(move, 2), round_of("layout", *log[: at + 1])) for at, move in enumerate(log)]
    (line,) = outcome(GAME, told[-1].state, table(GAME)).lines
    won = [1, 3, 5, 6, 7, 9, 12, 15, 16]
    assert GAME.sources(line, told) == [0, *(place for trick in won for place in (2 * trick - 1, 2 * trick))]


# -- at hidden sight -------------------------------------------------------------------------------------


def turned(move: str) -> list[str]:
    """Return a play of TE11 and what is turned up by it."""
    below = TE11_TURNED_UP.get(move[-2:])
    return [move, *([f"- expose {move[0]} {below}"] if below else [])]


def test_te11_followed_by_a_referee_who_sees_what_lies_open() -> None:
    at = table(GAME)
    watch = Watch(GAME, *at, D, {"up": [row("JS 8C KS 9D"), []]})
    watch_all(watch, "0 call S")
    assert watch.legal_texts() == ["- up 0 * * * *"]
    watch_all(watch, "- up 0 AH 7D 7H 8S", "- up 1 TH KC 8H JH QH JC AC 7C")
    watch_all(watch, *(text for move in TE11_MOVES for text in turned(move)))
    assert outcome(GAME, watch.state, at).result == {"points": [25, 15], "score": [6, 7]}


def test_covered_cards_turned_up_after_the_trick_the_leaders_first() -> None:
    at = table(GAME, turn_up="after_trick")
    watch = Watch(GAME, *at, D, {"up": [row("JS 8C KS 9D AH 7D 7H 8S"), row("TH KC 8H JH QH JC AC 7C")]})
    watch_all(watch, "0 call S", "0 play 7D")
    watch_all(watch, "1 play AC")
    assert watch.legal_texts() == ["- expose 0 *"]
    watch_all(watch, "- expose 0 9C")
    assert watch.legal_texts() == ["- expose 1 *"]
    with pytest.raises(Refused) as caught:
        watch.play(GAME.parse("0 play 9C", 2))
    assert caught.value.code == "turn_up_first"
    watch_all(watch, "- expose 1 9S", "0 play 9C")


def test_te12_followed_without_seeing_the_hands() -> None:
    at = table(GAME, version="stock")
    watch = watch_all(Watch(GAME, *at, D, {}), "0 call H", *TE12_MOVES)
    assert outcome(GAME, watch.state, at).result == {"points": [18, 22], "score": [8, 6]}


# -- refusals --------------------------------------------------------------------------------------------

REFUSALS = [
    ("layout", [], "1 call H", "not_your_turn", "T5"),
    ("layout", [], "- call H", "not_your_turn", "T5"),
    ("layout", [], "0 play JS", "wrong_phase", "T5"),
    ("layout", ["0 call S"], "0 call H", "wrong_phase", "T6"),
    ("layout", ["0 call S"], "1 play TH", "not_your_turn", "T6"),
    ("layout", ["0 call S"], "0 play TH", "not_held", "T21"),
    ("layout", ["0 call S"], "0 play TS", "not_held", "T21"),
    ("layout", ["0 call S", "0 play 7D", "1 play AC", "0 play 9C"], "1 play TH", "obliged", "T22"),
    ("layout", ["0 call S", *TE11_MOVES], "0 play AS", "hand_over", "T8"),
    ("stock", [], "1 call H", "not_your_turn", "T5"),
    ("stock", ["0 call H"], "0 call H", "wrong_phase", "T6"),
    ("stock", ["0 call H"], "0 play QS", "not_held", "T30"),
    ("stock", ["0 call H", "0 play 9C"], "0 play 8D", "not_your_turn", "T6"),
    ("stock", ["0 call H", *TE12_MOVES[:17]], "0 play AC", "obliged", "T33"),
    ("stock", ["0 call H", *TE12_MOVES], "1 play AS", "hand_over", "T8"),
]


@pytest.mark.parametrize(("version", "before", "move", "code", "rule"), REFUSALS)
def test_refusals(version: str, before: list[str], move: str, code: str, rule: str) -> None:
    said = refused(GAME, round_of(version, *before), move)
    assert (said.code, said.rule) == (code, rule)
    assert said.can_stand == (code == "obliged")
    assert GAME.rule_of(said) is RULES[rule]


@pytest.mark.parametrize("option", ["as_v1", "follow_first"])
def test_a_revoke_in_the_endgame_cites_t33_under_every_option(option: str) -> None:
    state = to_follow("KC 7D AS", "9C", "D", "stock", endgame_follow=option)
    said = refused(GAME, state, "0 play AS")
    assert (said.code, said.rule) == ("obliged", "T33")


def test_a_revoke_may_stand_and_play_goes_on() -> None:
    before = round_of("stock", "0 call H", *TE12_MOVES[:17])
    state = play_all(GAME, before, "0 play! AC")
    assert state.last_winner == D
    assert state.points == [7, 18 + 5]
    assert refused(GAME, before, "0 play! 9S").code == "not_illegal"
    assert refused(GAME, before, "0 play! JD").code == "not_held"
    assert refused(GAME, before, "1 play! KD").code == "not_your_turn"


@pytest.mark.parametrize("move", ["0 play 6S", "0 play 2H"])
def test_low_cards_are_not_in_the_pack(move: str) -> None:
    with pytest.raises(NotAMove) as caught:
        GAME.parse(move, 2)
    assert caught.value.code == "not_in_pack"


def test_a_deal_names_every_fault() -> None:
    n, d = TE11["up"]
    deal = {"down": TE11["down"], "up": [["AS", "6S", "TH", 7, *n[4:]], d[:7]], "stock": []}
    with pytest.raises(BadForm) as caught:
        start(GAME, deal, dealer=D)
    assert faults_of(caught) == {
        ("/deal/up/0/0", "twice"),
        ("/deal/up/0/1", "not_in_pack"),
        ("/deal/up/0/3", "wrong_type"),
        ("/deal/up/1", "wrong_length"),
        ("/deal/up/1/0", "twice"),
        ("/deal/stock", "unknown_key"),
    }


# -- scoring (TE8, TE9, T3, T10, T11, T12) ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "n", "d", "totals", "marks"),
    [
        ("both", 22, 18, (6, 7), [(N, -1)]),
        ("both", 15, 25, (8, 6), [(D, -1), (N, 1)]),
        ("both", 20, 20, (7, 7), [(N, 0)]),
        ("caller_adds_only", 22, 18, (6, 7), [(N, -1)]),
        ("caller_adds_only", 15, 25, (8, 7), [(N, 1)]),
        ("caller_adds_only", 20, 20, (7, 7), [(N, 0)]),
        ("dealer_subtracts_only", 22, 18, (6, 7), [(N, -1)]),
        ("dealer_subtracts_only", 15, 25, (7, 6), [(D, -1)]),
        ("dealer_subtracts_only", 20, 20, (7, 7), [(N, 0)]),
        ("both", 40, 0, (6, 7), [(N, -1)]),
    ],
)
def test_te8_what_a_round_changes(
    option: str, n: int, d: int, totals: tuple[int, int], marks: list[tuple[int, int]]
) -> None:
    scored = tally(GAME, {"points": [n, d]}, D, table(GAME, dealer_win=option))
    assert scored.standing.totals == totals
    assert scored.result == {"points": [n, d], "score": list(totals)}
    assert [(line.seat, line.points) for line in scored.lines] == marks
    assert all(line.rules == ("T10",) for line in scored.lines)
    assert scored.standing.next_dealer == N


def test_sheet_lines_say_how_the_round_went() -> None:
    lines = tally(GAME, {"points": [15, 25]}, D).lines
    assert [line.text % line.params for line in lines] == [
        "Dealt and won the round, 25 to 15.",
        "Called trump and lost the round, 15 to 25.",
    ]
    assert [line.text % line.params for line in tally(GAME, {"points": [22, 18]}, D).lines] == [
        "Called trump and won the round, 22 to 18."
    ]
    assert [line.text % line.params for line in tally(GAME, {"points": [20, 20]}, D).lines] == [
        "A tie, 20 to 20: nothing changes."
    ]


def standing(n: int, d: int) -> Standing:
    """Return a standing where the scores are these, with seven branches at least and balls on them."""
    branches = [max(7, n), max(7, d)]
    return Standing(totals=(n, d), memo={"branches": branches, "balls": [branches[0] - n, branches[1] - d]})


def test_te9_the_end() -> None:
    terms = table(GAME)[0]
    won = tally(GAME, {"points": [22, 18]}, D, (terms, standing(1, 3))).standing
    assert (won.totals, won.over, won.winners) == ((0, 3), True, (N,))
    lost = tally(GAME, {"points": [15, 25]}, D, (terms, standing(7, 1))).standing
    assert (lost.totals, lost.over, lost.winners) == ((8, 0), True, (D,))
    with pytest.raises(Refused) as caught:
        GAME.start(terms, won, D, TE11)
    assert (caught.value.code, caught.value.rule) == ("match_over", "T11")


@pytest.mark.parametrize("start_score", [1, 7, 20])
def test_a_match_counts_down_to_zero_and_the_deal_alternates(start_score: int) -> None:
    terms, now = table(GAME, start_score=start_score)
    assert now.totals == (start_score, start_score)
    assert now.memo == {"branches": [start_score] * 2, "balls": [0, 0]}
    dealer = D
    for number in range(start_score):
        assert not now.over
        points = [25, 15] if dealer == D else [40, 0]
        now = tally(GAME, {"points": points}, dealer, (terms, now)).standing
        assert now.hands == number + 1
        assert now.next_dealer == 1 - dealer
        dealer = 1 - dealer
    caller_lost = start_score // 2
    assert now.totals == (0, start_score + caller_lost)
    assert (now.over, now.winners) == (True, (N,))
    assert now.memo == {"branches": [start_score, start_score + caller_lost], "balls": [start_score, 0]}


def test_a_played_match_to_zero() -> None:
    """TE11 again and again: the caller always wins, so scores fall in turn, the first caller's first."""
    terms, now = table(GAME)
    turned = {"down": TE11["down"][::-1], "up": TE11["up"][::-1]}
    dealer, scores = D, []
    while not now.over:
        moves = ["0 call S", *TE11_MOVES]
        if dealer == N:
            moves = [f"{1 - int(move[0])}{move[1:]}" for move in moves]
        state = play_all(GAME, GAME.start(terms, now, dealer, TE11 if dealer == D else turned), *moves)
        now = outcome(GAME, state, (terms, now)).standing
        scores.append(now.totals)
        dealer = 1 - dealer
    assert scores == [
        (6, 7), (6, 6), (5, 6), (5, 5), (4, 5), (4, 4), (3, 4), (3, 3), (2, 3), (2, 2), (1, 2), (1, 1),
        (0, 1),
    ]  # fmt: skip
    assert now.winners == (0,)


def test_points_that_do_not_tally_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        tally(GAME, {"points": [22, 17]})
    assert (caught.value.code, caught.value.rule) == ("wrong_sum", "T2")
    assert str(caught.value) == "points add up to 39, not to 40."


@pytest.mark.parametrize(
    ("report", "faults"),
    [
        ({}, {("/points", "missing")}),
        ({"points": [41, -1]}, {("/points/0", "out_of_range"), ("/points/1", "out_of_range")}),
        ({"points": [40]}, {("/points", "wrong_length")}),
        ({"points": "all"}, {("/points", "wrong_type")}),
        ({"points": [20, "20"], "trump": "S"}, {("/points/1", "wrong_type"), ("/trump", "unknown_key")}),
        ([22, 18], {("", "wrong_type"), ("/points", "missing")}),
    ],
)
def test_faults_of_form_in_a_report(report: Any, faults: set[tuple[str, str]]) -> None:
    with pytest.raises(BadForm) as caught:
        tally(GAME, report)
    assert faults_of(caught) == faults


# -- what people see (T23, T40, T41) ---------------------------------------------------------------------


def test_the_layout_is_open_and_what_is_below_hidden_from_both() -> None:
    before = round_of("layout")
    state = round_of("layout", "0 call S", "0 play 7D")
    for eyes in (0, 1 << N, 1 << D, 0b11):
        assert shown_cards(GAME.view(before, eyes)) == words("JS 8C KS 9D")
        view = GAME.view(state, eyes)
        assert shown_cards(view) == words("JS 8C KS 9D AH 9C 7H 8S 7D TH KC 8H JH QH JC AC 7C")
        assert view["hands"][N]["cards"] == row("KS JS 8S AH 7H 9D 9C 8C")
        assert view["stacks"][N][5] == {"up": "9C", "down": False}
        assert view["stacks"][D][0] == {"up": "TH", "down": True}
        assert view["trick"] == [{"seat": 0, "card": "7D"}]


def test_public_facts_of_a_layout() -> None:
    view = GAME.view(round_of("layout", "0 call S", *TE11_MOVES[:3]), 0)
    del view["stacks"], view["hands"]
    assert view == {
        "phase": "layout",
        "over": False,
        "dealer": D,
        "caller": N,
        "to_act": [D],
        "trump": "S",
        "leader": N,
        "trick": [{"seat": 0, "card": "9C"}],
        "last_trick": [{"seat": 0, "card": "7D"}, {"seat": 1, "card": "AC"}],
        "last_winner": N,
        "tricks": [1, 0],
        "points": [4, 0],
        "worst_result": None,
    }


def test_with_a_stock_each_sees_the_own_hand_alone() -> None:
    state = round_of("stock")
    assert shown_cards(GAME.view(state, 0)) == shown_cards(GAME.view(state, 1 << D)) == set()
    assert shown_cards(GAME.view(state, 1 << N)) == words("9C 8D TH 9H")
    state = play_all(GAME, state, "0 call H", "0 play 9C", "1 play JC")
    assert shown_cards(GAME.view(state, 0)) == words("9C JC")
    assert shown_cards(GAME.view(state, 1 << N)) == words("9C JC 8D TH 9H AS 8H TD 7D QC")
    assert shown_cards(GAME.view(state, 1 << D)) == words("9C JC QS JS 8S 7S QH KD KC QD")
    view = GAME.view(state, 1 << D)
    assert view["stock"] == 14
    assert view["hands"][N] == {"seat": N, "count": 8, "cards": None}
    assert view["hands"][D]["count"] == 8


def may_see(played: Hand, place: int, viewer: int) -> set[str]:
    """Return the cards that a seat may know before a move, worked out from deal and moves alone."""
    log = [(move.seat, card_text(move.args[0])) for move in played.moves[1:place]]
    known = {card for _, card in log}
    caller = 1 - played.dealer
    called = place > 0
    if "up" in played.deal:
        up, down = played.deal["up"], played.deal["down"]
        known |= {*up[0], *up[1]} if called else set(up[caller][:4])
        full = len(log) // 2 * 2 if played.terms.options["turn_up"] == "after_trick" else len(log)
        return known | {down[seat][up[seat].index(card)] for seat, card in log[:full] if card in up[seat]}
    if viewer in (N, D):
        dealt = played.deal["hands"][viewer]
        known |= set(dealt) if called else set(dealt[:4] if viewer == caller else ())
        trump = SUITS[played.moves[0].args[0]]
        for trick in range(min(8, len(log) // 2)):
            loser_draws = viewer != winner_of(log[2 * trick], log[2 * trick + 1], trump)
            known.add(played.deal["stock"][2 * trick + loser_draws])
    return known


def winner_of(lead: tuple[int, str], answer: tuple[int, str], trump: str) -> int:
    order = "789TJQKA"
    if answer[1][1] == lead[1][1]:
        better = order.index(answer[1][0]) > order.index(lead[1][0])
    else:
        better = answer[1][1] == trump
    return answer[0] if better else lead[0]


@laws(15)
@given(random_hand(GAME))
def test_nothing_is_shown_that_the_log_does_not_give(played: Hand) -> None:
    for place, state in enumerate(played.states()):
        out = {card_text(move.args[0]) for move in played.moves[1:place]}
        for viewer in (-1, N, D):
            eyes = 0 if viewer < 0 else 1 << viewer
            allowed = may_see(played, place, viewer)
            shown = shown_cards(GAME.view(state, eyes))
            assert allowed - out <= shown <= allowed
        assert sum(state.hands) + sum(GAME.places(state)) == GAME.pack


def test_cards_have_the_order_and_value_of_the_book() -> None:
    assert RANKING.order == "AKQJT987"
    values = {card_text(card): POINTS[card] for card in bits(GAME.pack)}
    assert {card for card, value in values.items() if value} == words(
        "AS AH AD AC KS KH KD KC QS QH QD QC JS JH JD JC"
    )
    assert [values[card] for card in row("AS KH QD JC TS")] == [4, 3, 2, 1, 0]


# -- rulings -----------------------------------------------------------------------------------------


def test_the_worst_result_is_as_if_the_other_had_all_points() -> None:
    """After trick 9 of TE12 the caller has revoked: D wins 40 to 0."""
    state = round_of("stock", "0 call H", *TE12_MOVES[:18])
    assert (state.points, state.phase) == ([7, 19], "stock")
    over = play_all(GAME, state, "* worst_result 0")
    assert GAME.report(over) == {"points": [0, 40], "worst_result": 0}
    assert GAME.view(over, 0)["worst_result"] == N
    assert sum(over.hands) + sum(GAME.places(over)) == GAME.pack
    score = outcome(GAME, over, table(GAME, version="stock"))
    assert score.result == {"points": [0, 40], "score": [8, 6]}
    assert [(line.seat, line.points, line.rules, line.sentence()) for line in score.lines] == [
        (N, 0, ("T10",), "Lost the round by a ruling."),
        (D, -1, ("T10",), "Dealt and won the round, 40 to 0."),
        (N, 1, ("T10",), "Called trump and lost the round, 0 to 40."),
    ]
    over = play_all(GAME, state, "* worst_result 1")
    assert outcome(GAME, over, table(GAME, version="stock")).result == {"points": [40, 0], "score": [6, 7]}


def test_a_worst_result_is_ruled_once_after_a_trick_and_even_after_the_end() -> None:
    state = round_of("stock")
    for moves in ([], ["0 call H"], ["0 call H", TE12_MOVES[0]]):
        said = refused(GAME, play_all(GAME, state, *moves), "* worst_result 0")
        assert (said.code, said.rule) == ("no_remedy", "T6")
    over = round_of("stock", "0 call H", *TE12_MOVES)
    assert GAME.report(over) == {"points": [18, 22]}
    over = play_all(GAME, over, "* worst_result 1")
    assert GAME.report(over) == {"points": [40, 0], "worst_result": 1}
    assert refused(GAME, over, "* worst_result 0").rule == "T10"


def test_a_report_of_a_worst_result() -> None:
    told = tally(GAME, {"points": [40, 0], "worst_result": 1}, dealer=D)
    assert [line.sentence() for line in told.lines] == [
        "Lost the round by a ruling.",
        "Called trump and won the round, 40 to 0.",
    ]
    with pytest.raises(Refused) as caught:
        tally(GAME, {"points": [38, 2], "worst_result": 1})
    assert (caught.value.code, caught.value.rule) == ("wrong_sum", "T10")
    with pytest.raises(BadForm) as bad:
        tally(GAME, {"points": [40, 0], "worst_result": 2})
    assert faults_of(bad) == {("/worst_result", "out_of_range")}
