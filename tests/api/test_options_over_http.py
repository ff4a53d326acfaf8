"""Options of Getaway, Checks and Huutopussi over HTTP: what each of their values changes in play or score."""

import pytest

from tests.api.test_worked_examples_getaway import FULL_DEAL, GE8_TRICK, A, B, C, D
from tests.api.test_worked_examples_huutopussi import (
    DEAL,
    HE21,
    hands_with,
    lost,
    made,
    points,
    report,
    steps,
)
from tests.api.worked_examples import follow, held, legal, refused, result, seen, stored
from tests.games.cards import row, words

GETAWAY, CHECKS, HUUTOPUSSI = stored("getaway"), stored("checks"), stored("huutopussi")


@pytest.fixture
def reached(new_table):
    """Plays the stored way to a position of Getaway under some options."""

    def play(name, **options):
        way = GETAWAY[name]
        table = new_table("getaway", options, way["seats"])
        table.deal({"hands": [cards.split() for cards in way["hands"]]}, way["dealer"])
        table.play(*", ".join(way["tricks"]).split(", "))
        return table

    return play


# -- Getaway -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("timing", "takers"),
    [("anytime", [A, C, D]), ("between_tricks", [A, C, D]), ("leader_only", [D]), ("off", [])],
)
def test_take_timing(reached, timing, takers):
    table = reached("GE12", take_timing=timing)
    assert [seat for seat in range(4) if legal(table, seat, "take")] == takers
    if A not in takers:
        assert refused(table, "0 take")[1] == "G15"
    follow(table, "3 play 7D")
    assert bool(legal(table, A, "take")) == (timing == "anytime")


def test_who_has_the_power_and_no_cards_may_be_away(reached):
    """GE8 and GE10 where the next player leads instead: A gets away at once."""
    table = reached("GE8", empty_power="left_leads")
    follow(table, GE8_TRICK)
    view = seen(table)
    assert (view["phase"], view["power"], view["away"][-1], view["in"]) == ("lead", B, A, [B, C, D])
    assert legal(table, B) == held(table, B)
    table = reached("GE10", empty_power="left_leads")
    assert follow(table, "0 play 9S\n1 play 4S")["over"]
    assert result(table)["loser"] == B


@pytest.mark.parametrize("option", ["pick_up", "ends_game"])
def test_a_tochoo_on_a_drawn_card_with_two_left(reached, option):
    """GE14, where C takes B's hand before A draws: C has three cards, and no club."""
    table = reached("GE14", two_left_draw_tochoo=option)
    follow(table, "0 play KH\n1 play 3H\n2 play 2H\n2 take")
    assert (seen(table)["in"], held(table, C)) == ([A, C], words("6H 2S JD"))
    told = follow(table, "0 draw 7C\n2 play JD {6H 2S JD}")
    if option == "ends_game":
        assert result(table)["loser"] == A
    else:
        assert not told["over"]
        assert held(table, A) == legal(table, A) == words("7C JD")


@pytest.mark.parametrize("order", ["clockwise", "any_order"])
def test_the_order_of_the_first_trick(new_table, order):
    table = new_table("getaway", {"first_trick_order": order}, 4)
    table.deal({"hands": [cards.split() for cards in FULL_DEAL]}, D)
    follow(table, "0 play AS")
    if order == "clockwise":
        assert refused(table, "3 play TS") == ("not_your_turn", "G6")
        return
    follow(table, "3 play TS\n1 play JS {JS 4S}")
    assert seen(table)["turn"] == [C]
    follow(table, "2 play AH")
    assert (seen(table)["waste"], seen(table)["power"]) == (4, A)


# -- Checks --------------------------------------------------------------------------------------------


@pytest.fixture
def opened(new_table):
    """Deals CE1 under some options: seat 1 moves first with JS 7H 3D before the row of the example."""

    def deal(**options):
        table = new_table("checks", options)
        mine, targets = row("JS 7H 3D"), row("TC 4S KH 9D 2C 6H")
        pack = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"]
        left = iter([card for card in pack if card not in {*mine, *targets}])
        fans = [[[next(left) for _ in range(3)] for _ in range(6 - seat)] for seat in (0, 1)]
        fans[1].insert(0, mine)
        cards = {"fans": fans, "targets": targets, "stock": [next(left) for _ in range(10)]}
        table.deal(cards, 0)
        return table

    return deal


@pytest.mark.parametrize(("value", "worth", "claims"), [("ten", 10, {"1"}), ("zero", 0, {"3"})])
def test_what_a_fan_of_ten_is_worth(opened, value, worth, claims):
    table = opened(fan_ten=value)
    assert seen(table, 1)["hands"][1]["fan_value"] == worth
    assert legal(table, 1, "claim") == claims


def test_the_duty_to_claim(opened):
    assert len(legal(opened(must_claim="no"), 1, "place")) == 18
    table = opened(must_claim="yes")
    assert legal(table, 1, "place") == set()
    assert refused(table, "1 place JS 1")[1] == "C13"
    follow(table, "1 claim 1")


@pytest.mark.parametrize(("value", "cards"), [("no", None), ("yes", ["KH", "JS"])])
def test_looking_through_piles(opened, value, cards):
    table = opened(pile_inspection=value)
    follow(table, "1 place JS 3")
    piles = table.viewer.get(table.path).json()["hand"]["view"]["piles"]
    assert piles[2] == {"pile": 3, "top": "JS", "count": 2, "cards": cards}


@pytest.mark.parametrize(("value", "dealer"), [("other_player", 1), ("same_player", 0), ("redraw", None)])
def test_who_deals_after_a_draw(new_table, value, dealer):
    table = new_table("checks", {"draw_next_dealer": value})
    answer = table.write("results/", {"entered": {"captured": [22, 22]}, "dealer": 0})
    assert answer.json()["standing"]["next_dealer"] == dealer


@pytest.mark.parametrize(("value", "captured"), [("nobody", [24, 24]), ("last_claimer", [28, 24])])
def test_who_gets_what_is_left(new_table, value, captured):
    way = CHECKS["CE9"]
    table = new_table("checks", {"leftovers": value})
    fans = [[fan.split() for fan in seat] for seat in way["fans"]]
    table.deal(
        {"fans": fans, "targets": way["targets"].split(), "stock": way["stock"].split()}, way["dealer"]
    )
    table.play(*way["moves"].split(", "), "0 claim 2")
    assert result(table) == {"captured": captured}


# -- Huutopussi: the auction ---------------------------------------------------------------------------


@pytest.fixture
def dealt(new_table):
    """Deals the hands of HE21, or others, to a table of Huutopussi under some options."""

    def deal(hands=DEAL, before=(), **options):
        table = new_table("huutopussi", options)
        if before:
            points(table, *before)
        table.deal({"hands": [cards.split() for cards in hands]}, 3)
        return table

    return deal


@pytest.mark.parametrize(
    ("window", "first", "second"),
    [("first_turn", True, False), ("any_turn", True, True), ("off", False, False)],
)
def test_when_a_redeal_may_be_demanded(dealt, window, first, second):
    table = dealt(hands_with("6S 6H 6D AC TC KC QC JC 9C")[0], redeal_window=window)
    assert bool(legal(table, 0, "redeal")) == first
    if not first:
        assert refused(table, "0 redeal")[1] == "H9"
    follow(table, "0 bid 50\n1 bid 55\n2 pass\n3 pass")
    assert bool(legal(table, 0, "redeal")) == second


@pytest.mark.parametrize("lowest", [50, 60, 120])
def test_the_lowest_bid(dealt, lowest):
    table = dealt(min_bid=lowest)
    assert legal(table, 0, "bid") == steps(lowest)
    assert refused(table, f"0 bid {lowest - 5}")[1] == "H6"


def test_nobody_has_to_open(dealt):
    table = dealt(forced_opening="no")
    follow(table, "0 pass\n1 pass\n2 pass\n3 pass")
    view = seen(table)
    assert (view["phase"], view["declarer"], view["to_act"]) == ("tricks", None, [0])
    assert [hand["count"] for hand in view["hands"]] == [9] * 4
    facts = {"card_points": [95, 45], "last_trick": 0, "tricks": [5, 4], "marriages": [["C"], []]}
    other = dealt(forced_opening="no")
    other.write("takebacks/", {"to": 1})
    entered = facts | {"declarer": None, "bid": 0, "contract": 0}
    answer = other.write("results/", {"entered": entered, "dealer": 3})
    assert answer.json()["hand"]["result"]["points"] == [95 + 20 + 60, 45]


@pytest.mark.parametrize(
    ("ban", "contract", "banned"),
    [
        ("-250", 245, False), ("-250", 250, True), ("negative", 60, True), ("off", 440, False),
        ("-500", 440, False),
    ],
)  # fmt: skip
def test_from_where_on_a_team_may_not_bid(dealt, ban, contract, banned):
    table = dealt(before=lost(contract), bid_ban=ban if ban in ("negative", "off") else int(ban))
    assert legal(table, 0, "bid") == ({"50"} if banned else steps(50))
    if banned:
        assert refused(table, "0 bid 55")[1] == "H8"


@pytest.mark.parametrize(("count", "pattern"), [(3, "* * *"), (4, "* * * *")])
def test_how_many_cards_are_exchanged(dealt, count, pattern):
    table = dealt(exchange_count=count)
    follow(table, "0 bid 50\n1 bid 55\n2 pass\n3 pass\n0 pass")
    assert legal(table, 3, "give") == {pattern}
    follow(table, f"3 give {'TC JD TH 9S'[: 3 * count - 1]}\n1 contract 55")
    assert legal(table, 1, "return") == {pattern}


# -- Huutopussi: marriages -----------------------------------------------------------------------------


def lines_of(name, count):
    group = "talk" if name in HUUTOPUSSI["talk"] else "following"
    return HUUTOPUSSI[group][name]["hands"], ", ".join(HUUTOPUSSI[group][name]["tricks"][:count]).split(", ")


@pytest.mark.parametrize(("asks", "answers"), [("optional", {"H", "no"}), ("truthful", {"H"})])
def test_whether_an_answer_may_be_no(dealt, asks, answers):
    table = dealt(asks=asks)
    moves = [line.split("{")[0].strip() for line in HE21.split("\n") if line.strip()]
    table.play(*moves[: moves.index("2 ask") + 1])
    assert legal(table, 0, "answer") == answers
    if asks == "truthful":
        assert refused(table, "0 answer no")[1] == "H21"


@pytest.mark.parametrize(
    ("locks", "after_full", "after_half"),
    [
        ("book", {"marriage", "half"}, {"half"}),
        ("full_only", {"marriage", "half"}, {"marriage", "half"}),
        ("illisoft", {"marriage", "ask", "half"}, {"half"}),
    ],
)
def test_what_questions_lock(dealt, locks, after_full, after_half):
    """HE13: what seat 2 may try after its partner asked in full, and after asking for a half itself."""
    hands, moves = lines_of("HE13", 6)
    table = dealt(hands, ask_locks=locks)
    begun = next(place for place, move in enumerate(moves) if " half " in move)
    table.play(*moves[:begun])
    assert {verb for verb in ("marriage", "ask", "half") if legal(table, 2, verb)} == after_full
    table.play(*moves[begun:])
    assert {verb for verb in ("marriage", "ask", "half") if legal(table, 2, verb)} == after_half


@pytest.mark.parametrize(
    ("right", "first", "second"),
    [
        ("led_and_won", False, False),
        ("any_won", True, True),
        ("led_and_won_once", False, True),
    ],
)
def test_who_may_declare(dealt, right, first, second):
    """Seat 3 won the first trick of HE21; seat 2 the fourth of HE9, and had led and won one before."""
    table = dealt(declare_right=right)
    moves = [line.split("{")[0].strip() for line in HE21.split("\n") if line.strip()]
    table.play(*moves[:14])
    assert seen(table)["to_act"] == [3]
    assert legal(table, 3, "marriage") == ({"D"} if first else set())
    hands, moves = lines_of("HE9", 5)
    table = dealt(hands, declare_right=right)
    table.play(*moves)
    view = seen(table)
    assert (view["to_act"], view["last_winner"], view["last_trick"][0]["seat"] != 2) == ([2], 2, True)
    assert bool(legal(table, 2, "ask")) == second
    if not second:
        assert refused(table, "2 ask")[1] == "H18"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("book", {"S": 40, "C": 60, "D": 80, "H": 100}),
        ("reversed", {"S": 100, "H": 80, "D": 60, "C": 40}),
    ],
)
def test_what_marriages_are_worth(new_table, values, expected):
    table = new_table("huutopussi", {"marriage_values": values})
    for suit, worth in expected.items():
        told = report(0, 60, (95, 45), marriages=("", suit))
        assert points(table, told) == [60, 45 + worth]


# -- Huutopussi: the score -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "made_it", "failed"),
    [("zero", 0, 0), ("minus_bid", -100, -100), ("minus_double_contract", -240, 0)],
)
def test_the_other_team_without_a_trick(new_table, value, made_it, failed):
    table = new_table("huutopussi", {"defender_no_trick": value})
    assert points(table, report(0, 120, (140, 0), tricks=(9, 0))) == [120, made_it]
    assert points(table, report(0, 200, (140, 0), tricks=(9, 0))) == [0, failed]


@pytest.mark.parametrize("target", [300, 1000])
def test_the_score_that_wins(new_table, target):
    table = new_table("huutopussi", {"target": target})
    for hand in range(1, target // 100 + 1):
        answer = table.write("results/", {"entered": made(0, 100, 0), "dealer": 3 if hand == 1 else None})
        standing = answer.json()["standing"]
        assert (standing["totals"], standing["over"]) == ([100 * hand, 0], 100 * hand >= target)
    assert standing["winners"] == [0]
