"""Worked examples of Huutopussi, each played over HTTP from a full deal or entered as a score."""

import pytest

from tests.api.records import golden
from tests.api.worked_examples import counts, follow, held, legal, refused, result, seen
from tests.games.cards import words

DEAL = (
    "KS JS 6S KH QH 8H QC 8C 7C",
    "QS 7S JH 7H TD KD 9D 8D 9C",
    "AS TS 8S AH 9H AD 6D KC 6C",
    "9S TH 6H QD JD 7D AC TC JC",
)
"""The deal of HE21; seat 3 deals."""


@pytest.fixture
def dealt(new_table):
    """Deals the hands of HE21, or others, after reported hands have brought the teams to some scores."""

    def deal(*reports, hands=DEAL, **options):
        table = new_table("huutopussi", options)
        scored(table, *reports)
        table.deal({"hands": [cards.split() for cards in hands]}, 3)
        return table

    return deal


def scored(table, *reports):
    """Enter hands that were scored without their play; return the last answer."""
    told = None
    for facts in reports:
        answer = table.write("results/", {"entered": facts, "dealer": 3})
        assert answer.status_code == 201, answer.json()
        told = answer.json()
    return told


def report(declarer, contract, card_points, *, last_trick=0, tricks=(5, 4), marriages=("", "")):
    """Return what a table tells of a hand; marriages are letters of suits, by team."""
    return {
        "declarer": declarer,
        "bid": min(contract, 100),
        "contract": contract,
        "card_points": list(card_points),
        "last_trick": last_trick,
        "tricks": list(tricks),
        "marriages": [list(suits) for suits in marriages],
    }


def steps(low, high=440):
    return {str(bid) for bid in range(low, high + 1, 5)}


def hands_with(cards):
    """Return two deals: seat 0 holds the cards told in the one, seat 1 in the other."""
    rest = [
        card for card in (f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT9876") if card not in cards
    ]
    others = [" ".join(rest[place : place + 9]) for place in (0, 9, 18)]
    return [cards, *others], [others[0], cards, *others[1:]]


# -- bidding and exchange ----------------------------------------------------------------------------


def test_he1_bidding(dealt):
    table = dealt()
    follow(table, "0 bid 50\n1 bid 60")
    assert legal(table, 2, "bid") == steps(65)
    for bad in (60, 62, 55, 445):
        assert refused(table, f"2 bid {bad}")[1] == "H6"
    assert refused(table, "3 bid 65")[1] == "H5"
    follow(table, "2 pass\n3 pass\n0 bid 65\n1 pass")
    view = seen(table)
    assert (view["phase"], view["declarer"], view["bid"]) == ("exchange", 0, 65)


def test_he2_the_obligatory_opening(dealt):
    table = dealt()
    assert legal(table, 0, "bid") == steps(50)
    assert legal(table, 0, "pass") == set()
    assert refused(table, "0 pass")[1] == "H6"
    follow(table, "0 bid 50\n1 pass\n2 pass\n3 pass")
    assert (seen(table)["declarer"], seen(table)["bid"]) == (0, 50)


def test_he3_the_ceiling(dealt):
    table = dealt()
    follow(table, "0 bid 50\n1 bid 440")
    view = seen(table)
    assert (view["phase"], view["declarer"], view["to_act"]) == ("exchange", 1, [3])
    follow(table, "3 give TC JD TH")
    assert legal(table, 1, "contract") == {"440"}


@pytest.mark.parametrize(
    ("cards", "entitled"),
    [
        ("6S 6H 6D AC TC KC QC JC 9C", True),
        ("JS JH 9S 9D 8S 8C 7H 7D 6C", True),
        ("JS JH QD 9D 8S 8C 7H 7D 6C", False),
        ("6S 6H TS JH 9D 8C 8S 7D 7C", False),
    ],
    ids="abcd",
)
def test_he4_who_may_demand_a_redeal(dealt, cards, entitled):
    first, second = hands_with(cards)
    assert bool(legal(dealt(hands=first), 0, "redeal")) == entitled
    table = dealt(hands=second)
    follow(table, "0 bid 50")
    assert bool(legal(table, 1, "redeal")) == entitled
    if entitled:
        assert follow(table, "1 redeal")["over"]
        assert result(table) == {"points": [0, 0]}
    else:
        assert refused(table, "1 redeal")[1] == "H9"


def test_he4e_not_after_having_spoken(dealt):
    table = dealt(hands=hands_with("6S 6H 6D AC TC KC QC JC 9C")[0])
    follow(table, "0 bid 50\n1 bid 55\n2 pass\n3 pass")
    assert legal(table, 0, "redeal") == set()
    assert refused(table, "0 redeal")[1] == "H9"


WHITEWASH = {"last_trick": 1, "tricks": (0, 9)}


def lost(*contracts):
    """Return reports of contracts of team 0 that were failed without a trick, which costs them."""
    return [report(0, contract, (0, 140), **WHITEWASH) for contract in contracts]


def test_he5_the_bid_ban(dealt):
    table = dealt(*lost(440, 65))
    assert table.viewer.get(table.path).json()["standing"]["totals"] == [-505, 320]
    assert table.seats[0].get(table.path + "legal-moves/").json()["legal"] == ["0 bid 50"]
    assert refused(table, "0 bid 55")[1] == "H8"
    follow(table, "0 bid 50\n1 pass")
    assert table.seats[2].get(table.path + "legal-moves/").json()["legal"] == ["2 pass"]
    follow(table, "2 pass\n3 pass")
    assert (seen(table)["declarer"], seen(table)["bid"]) == (0, 50)


def test_he5_a_banned_forehand_is_outbid(dealt):
    table = dealt(*lost(440, 65))
    follow(table, "0 bid 50\n1 bid 55\n2 pass\n3 pass")
    assert table.seats[0].get(table.path + "legal-moves/").json()["legal"] == ["0 pass"]
    follow(table, "0 pass")
    assert (seen(table)["declarer"], seen(table)["bid"]) == (1, 55)


@pytest.mark.parametrize(("contract", "total", "banned"), [(55, -495, False), (60, -500, True)])
def test_he5_from_where_on_a_team_is_banned(dealt, contract, total, banned):
    table = dealt(*lost(440, contract))
    assert table.viewer.get(table.path).json()["standing"]["totals"][0] == total
    assert legal(table, 0, "bid") == ({"50"} if banned else steps(50))


def test_he6_contract_and_exchange(dealt):
    table = dealt()
    follow(table, "0 bid 50\n1 bid 100\n2 pass\n3 pass\n0 pass")
    assert legal(table, 3, "give") == {"* * *"}
    follow(table, "3 give TC JD TH")
    assert counts(table) == [9, 12, 9, 6]
    assert legal(table, 1, "contract") == steps(100)
    for bad in (95, 102, 445):
        assert refused(table, f"1 contract {bad}")[1] == "H11"
    follow(table, "1 contract 105\n1 return TH KD QS")
    assert counts(table) == [9] * 4
    assert held(table, 1) == words("7S JH 7H TD 9D 8D 9C TC JD")


# -- the score -----------------------------------------------------------------------------------------


def points(table, *reports):
    """Return what each team adds in the last of some reported hands."""
    return scored(table, *reports)["hand"]["result"]["points"]


def test_he16_a_contract_made(new_table):
    table = new_table("huutopussi")
    assert points(table, report(0, 150, (95, 45), marriages=("C", ""))) == [150, 45]


@pytest.mark.parametrize(("preset", "expected"), [("book", [0, 45]), ("traditional", [-120, 45])])
def test_he17_failed_by_5(new_table, preset, expected):
    table = new_table("huutopussi", {"preset": preset})
    assert points(table, report(0, 120, (95, 45))) == expected


@pytest.mark.parametrize(
    ("options", "loss"),
    [
        ({"preset": "book"}, -60),
        ({"preset": "traditional"}, -60),
        ({"declarer_no_trick": "minus_double"}, -120),
    ],
)
def test_he18_no_tricks(new_table, options, loss):
    table = new_table("huutopussi", options)
    assert points(table, *lost(60)) == [loss, 160]
    with_marriage = report(0, 60, (0, 140), marriages=("", "D"), **WHITEWASH)
    assert points(table, with_marriage) == [loss, 240]


def test_he19_exactly_made(new_table):
    assert points(new_table("huutopussi"), report(0, 115, (95, 45))) == [115, 45]


def made(declarer, contract, other):
    """Return a report of a contract made, with all marriages, while the other team has some card points."""
    own = {"cards": 140 - other, "tricks": 5 if other else 8, "marriages": "SHDC"}
    others = {"cards": other, "tricks": 9 - own["tricks"], "marriages": ""}
    teams = [own, others] if declarer % 2 == 0 else [others, own]
    cards, tricks, marriages = ([team[what] for team in teams] for what in ("cards", "tricks", "marriages"))
    return report(declarer, contract, cards, last_trick=declarer % 2, tricks=tricks, marriages=marriages)


@pytest.mark.parametrize(
    ("first", "before", "last", "after", "winners"),
    [
        ([(0, 250, 45), (0, 245, 45), (1, 340, 0)], [495, 430], (0, 60, 45), [555, 475], [0]),
        ([(0, 245, 60), (0, 245, 60), (1, 340, 0)], [490, 460], (1, 100, 30), [520, 560], [1]),
        ([(0, 245, 60), (0, 230, 60), (1, 280, 0)], [475, 400], (1, 120, 45), [520, 520], None),
        ([(0, 220, 60), (0, 220, 60), (1, 315, 0)], [440, 435], (0, 60, 45), [500, 480], [0]),
    ],
    ids="abcd",
)
def test_he20_the_end_of_the_match(new_table, first, before, last, after, winners):
    table = new_table("huutopussi")
    standing = scored(table, *(made(*facts) for facts in first))["standing"]
    assert (standing["totals"], standing["over"]) == (before, False)
    standing = scored(table, made(*last))["standing"]
    assert (standing["totals"], standing["over"]) == (after, winners is not None)
    assert standing["winners"] == winners


def even_at_520(table):
    """Bring both teams to 520 at once, as in (c); return the standing."""
    hands = [(0, 245, 60), (0, 230, 60), (1, 280, 0), (1, 120, 45)]
    return scored(table, *(made(*facts) for facts in hands))["standing"]


def test_he20c_another_hand_decides(new_table):
    table = new_table("huutopussi")
    standing = even_at_520(table)
    assert (standing["totals"], standing["over"], standing["winners"]) == ([520, 520], False, None)
    assert standing["next_dealer"] == 0
    answer = table.write("results/", {"entered": made(1, 60, 45)})
    standing = answer.json()["standing"]
    assert (standing["totals"], standing["over"], standing["winners"]) == ([565, 580], True, [1])
    late = table.write("results/", {"entered": made(1, 60, 45)}).json()
    assert late["code"] == "match_over"


def test_he20c_or_it_is_a_draw(new_table):
    standing = even_at_520(new_table("huutopussi", {"tie_500": "draw"}))
    assert (standing["totals"], standing["over"], standing["winners"]) == ([520, 520], True, [0, 1])


# -- a complete hand -------------------------------------------------------------------------------------

HE21 = """
    0 bid 50
    1 bid 55
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

    3 play JC {QS 9S 6H KD QD 7D JC 9C}
    0 play 7C {8C 7C}
    1 play JD {8}
    2 play 6C {6C}

    3 marriage D {D}
    3 play 9C {7}
    0 play 8C {8C}
    1 play TD {TD 9D 8D}
    2 play AD {AD}

    2 play TS {6}
    3 play QS {QS 9S}
    0 play JS {KS JS 6S}
    1 play 7S {7S}

    2 ask
    0 answer H {H no}
    2 play AH {5}
    3 play 6H {6H}
    0 play 8H {KH QH 8H}
    1 play TH {TH JH 7H}

    2 ask
    0 answer no {no}
    2 play 8S {4}
    3 play 9S {9S}
    0 play KS {KS}
    1 play JH {JH 7H}

    1 play 9D {3}
    2 play 6D {6D}
    3 play KD {KD QD}
    0 play QH {KH QH}

    0 play 6S {2}
    1 play 7H {7H}
    2 play AS {AS}
    3 play 7D {QD 7D}

    1 play 8D {8D}
    2 play 9H {9H}
    3 play QD {QD}
    0 play KH {KH}
"""
"""The trace of the rule book: bidding and exchange, then trick by trick with what each seat may play."""

WINNERS = [3, 3, 2, 2, 2, 1, 0, 1, 0]
TRUMPS = [None, None, "D", "D", "H", "H", "H", "H", "H"]


def test_he21_the_complete_hand(dealt):
    table = dealt()
    talk, *tricks = HE21.strip().split("\n\n")
    follow(table, talk)
    assert held(table, 1) == words("7S TH JH 7H TD JD 9D 8D TC")
    assert held(table, 3) == words("QS 9S 6H KD QD 7D AC JC 9C")
    for trick, winner, trump in zip(tricks, WINNERS, TRUMPS, strict=True):
        told = follow(table, trick)
        view = seen(table)
        assert (view["last_winner"], view["trump"]) == (winner, trump)
    assert told["over"]
    assert seen(table)["card_points"] == [80, 60]
    assert result(table) == {"points": [200, 100]}
    assert table.viewer.get(table.path).json()["standing"]["totals"] == [200, 100]
    marriages = [(mark["trick"], mark["seat"], mark["suit"], mark["points"]) for mark in view["marriages"]]
    assert marriages == [(3, 3, "D", 80), (5, 2, "H", 100)]


@pytest.mark.parametrize(("preset", "final"), [("book", [200, 0]), ("traditional", [200, -145])])
def test_he21_with_a_contract_of_145(dealt, preset, final):
    table = dealt(preset=preset)
    moves = [line.split("{")[0].strip() for line in HE21.split("\n") if line.strip()]
    table.play(*[move.replace("contract 100", "contract 145") for move in moves])
    assert result(table) == {"points": final}


def test_he21_every_list_of_legal_moves(dealt):
    """Before each move all seats' legal moves are those of an independent implementation."""
    record, lists = golden("huutopussi-HE21")
    table, (hand,) = dealt(), record["hands"]
    assert [set(cards) for cards in hand["deal"]["hands"]] == [words(cards) for cards in DEAL]
    for move, expected in zip(hand["moves"], lists[0], strict=True):
        told = table.steward.get(table.path + "legal-moves/").json()
        assert told["legal"] == expected
        assert table.write("moves/", {"text": move}, based_on=told["seq"]).status_code == 201
    assert result(table) == hand["result"]


def test_he21_nobody_may_ask_after_winning_without_having_led(dealt):
    table = dealt()
    talk, first, *_ = HE21.strip().split("\n\n")
    follow(table, talk)
    assert refused(table, "1 ask")[1] == "H18"
    follow(table, first)
    assert (legal(table, 3, "ask"), legal(table, 3, "marriage")) == (set(), set())
    assert refused(table, "3 marriage D")[1] == "H18"
