"""The worked examples CE1 to CE13 of the rules of Checks, each played over HTTP from a full deal."""

import pytest

from referee.engine.cards import NAMES
from tests.api.worked_examples import follow, held, legal, refused, result, seen, stored
from tests.games.cards import row, words

N, D = 1, 0
"""Seat 0 deals in these tests, so seat 1 moves first."""

POSITIONS = stored("checks")


def fans_of(text):
    return [fan.split() for fan in text.split(",")]


@pytest.fixture
def opening(new_table):
    """Deals so that the game opens with a row, and the players with some fans, separated by commas.

    What the example leaves open is filled up with the other cards of the pack; `stock` is how the stock
    begins, and `other` are fans of the dealer.
    """

    def deal(fans, targets, other="", stock=""):
        told = f"{fans} {targets} {other} {stock}".replace(",", " ").split()
        assert len(told) == len(set(told))
        left = iter([card for card in NAMES[:52] if card not in told])

        def filled(cards, size):
            return cards + [next(left) for _ in range(size - len(cards))]

        def six(text):
            begun = fans_of(text) if text else []
            return [filled(fan, 3) for fan in begun + [[]] * (6 - len(begun))]

        table = new_table("checks")
        cards = {"fans": [six(other), six(fans)], "targets": row(targets), "stock": filled(stock.split(), 10)}
        table.deal(cards, D)
        return table

    return deal


def late(new_table, name):
    """Play the stored way to a position late in a game."""
    way = POSITIONS[name]
    table = new_table("checks")
    fans = [[fan.split() for fan in seat] for seat in way["fans"]]
    cards = {"fans": fans, "targets": way["targets"].split(), "stock": way["stock"].split()}
    table.deal(cards, way["dealer"])
    table.play(*way["moves"].split(", "))
    return table


def fan_value(table, seat=N):
    """Return what a fan is worth, as its holder is told."""
    return seen(table, seat)["hands"][seat]["fan_value"]


def tops(table):
    return [pile["top"] for pile in seen(table, N)["piles"]]


def everything(table, seat=N):
    """Return all that a seat may do."""
    return table.seats[seat].get(table.path + "legal-moves/").json()["legal"]


def placements(cards, piles=range(1, 7)):
    return {f"{card} {pile}" for card in cards.split() for pile in piles}


def test_ce1_the_example_of_the_book(opening):
    table = opening("JS 7H 3D", "TC 4S KH 9D 2C 6H", stock="5S")
    assert fan_value(table) == 10
    assert legal(table, N, "claim") == {"1"}
    follow(table, "1 claim 1")
    view = table.viewer.get(table.path).json()["hand"]["view"]
    assert (view["captured"], view["stock"]) == ([0, 4], 9)
    claim = view["last_claim"]
    assert (claim["seat"], claim["pile"], claim["cards"]) == (N, 1, ["TC"])
    assert set(claim["fan"]) == words("JS 7H 3D")
    assert tops(table) == row("5S 4S KH 9D 2C 6H")


@pytest.mark.parametrize(
    ("fan", "value"),
    [
        ("AS AH AD", 3), ("9S AH KD", 10), ("TS AH KD", 1), ("6S 9H KD", 5), ("9S 8H 3D", 0), ("TS TH TD", 0),
        ("TS KH QD", 10), ("TS TH KD", 0), ("9S 9H 9D", 7), ("KS QH JD", 0),
    ],
)  # fmt: skip
def test_ce2_the_value_of_three_cards(opening, fan, value):
    table = opening(fan, "2S 2H 2D 2C 3S 3H")
    assert fan_value(table) == value
    assert "fan_value" not in seen(table, D)["hands"][N], "only its holder knows it"


def test_ce2_the_value_of_fewer_cards(opening):
    table = opening("5S 9H TS, QC 4S 7C, JC 8S QH", "2S 2H 2D 2C 3S 3H", other="AS AH AC, KS KH KC, JS JH JD")
    follow(table, "1 place 5S 1\n0 place AS 2")
    assert fan_value(table) == 9
    follow(table, "1 place 9H 1\n0 place AH 2")
    assert fan_value(table) == 10
    follow(table, "1 place TS 1\n0 place AC 2\n1 place QC 1\n0 place KS 2\n1 place 4S 1\n0 place KH 2")
    assert fan_value(table) == 7
    follow(table, "1 place 7C 1\n0 place KC 2\n1 place JC 1\n0 place JS 2\n1 place 8S 1\n0 place JH 2")
    assert fan_value(table) == 0


def test_ce3_twenty_is_nothing(opening):
    table = opening("9S 8H 3D", "TC JS 5H 2D KC 7S")
    assert legal(table, N, "claim") == {"2", "5"}
    assert legal(table, N, "place") == placements("9S 8H 3D")
    assert len(everything(table)) == 20
    assert refused(table, "1 claim 1") == ("outside", "C10")


def test_ce4_ten_is_not_nothing(opening):
    table = opening("TS KH QD", "KC TD 5H 2S JC 8D")
    assert legal(table, N, "claim") == {"2"}
    assert refused(table, "1 claim 1") == ("outside", "C10")


def test_ce5_place_and_claim_in_the_next_turn(opening):
    table = opening("6S 5H AD", "9C 4S KH 7D TC JH", other="2C 3C 8C", stock="QS")
    assert fan_value(table) == 2
    assert legal(table, N, "claim") == set()
    assert legal(table, N, "place") == placements("6S 5H AD")
    follow(table, "1 place 6S 3")
    assert seen(table)["piles"][2] == {"pile": 3, "top": "6S", "count": 2, "cards": None}
    assert fan_value(table) == 6
    follow(table, "0 place 2C 5")
    assert legal(table, N, "claim") == {"3"}
    follow(table, "1 claim 3")
    view = seen(table)
    assert (view["captured"], view["stock"], view["piles"][2]["top"]) == ([0, 4], 9, "QS")
    assert view["last_claim"]["cards"] == ["KH", "6S"]
    assert set(view["last_claim"]["fan"]) == words("5H AD")


def test_ce6_a_claim_takes_the_whole_pile_and_the_whole_fan(opening):
    table = opening("9D 2C 3C, JC QS KD", "2S 3S 5S 4S 6S 7S", other="KH AH AC")
    follow(table, "1 place 9D 4\n0 place KH 4\n1 place 2C 1\n0 place AH 2\n1 place 3C 1\n0 place AC 2")
    assert seen(table)["piles"][3] == {"pile": 4, "top": "KH", "count": 3, "cards": None}
    assert held(table, N) == words("JC QS KD")
    follow(table, "1 claim 4")
    view = seen(table)
    assert view["captured"] == [0, 6]
    assert view["last_claim"]["cards"] == row("4S 9D KH")


def test_ce7_a_claim_is_optional_and_the_turn_is_over(opening):
    table = opening("JS 7H 3D", "TC 4S KH 9D 2C 6H", other="3S AS AH", stock="5S")
    follow(table, "1 place 7H 5")
    assert held(table, N) == words("JS 3D")
    assert (fan_value(table), seen(table)["to_act"]) == (3, [D])
    assert everything(table) == []
    assert refused(table, "1 claim 5") == ("not_your_turn", "C16")
    follow(table, "0 place 3S 6\n1 claim 6")
    assert seen(table)["captured"] == [0, 4]


def test_ce8_the_last_card_of_a_fan(opening):
    table = opening("7C 9S 9H, 2S 3S 4S", "AS AH AC AD 8H 8D", other="8S 9D 2D")
    follow(table, "1 place 9S 1\n0 place 8S 4\n1 place 9H 2\n0 place 9D 3")
    assert tops(table) == row("9S 9H 9D 8S 8H 8D")
    assert legal(table, N, "claim") == set()
    assert legal(table, N, "place") == placements("7C")
    follow(table, "1 place 7C 4")
    assert held(table, N) == words("2S 3S 4S")
    assert seen(table)["fans"] == [5, 4]


def test_ce9_without_a_stock_a_gap_stays(new_table):
    table = late(new_table, "CE9")
    view = seen(table)
    assert (view["stock"], view["fans"], view["to_act"]) == (0, [0, 0], [D])
    assert held(table, D) == words("AS 2H KD")
    assert (tops(table)[1], tops(table)[3]) == ("3C", None)
    assert legal(table, D, "place") == placements("AS 2H KD", (1, 2, 3, 5, 6))
    assert refused(table, "0 place AS 4") == ("outside", "C12")
    assert refused(table, "0 claim 4") == ("outside", "C10")
    follow(table, "0 claim 2")
    assert [top is None for top in tops(table)] == [False, True, False, True, False, False]
    assert result(table) == {"captured": [24, 24]}


def test_ce10_one_player_goes_on_alone(new_table):
    table = late(new_table, "CE10")
    view = seen(table)
    assert [hand["count"] for hand in view["hands"]] == [2, 0]
    assert (view["fans"], view["to_act"]) == ([1, 0], [D])
    for move in ("0 place QH 2", "0 place JH 3", "0 place 2D 2", "0 place TD 2", "0 place KD 2"):
        assert everything(table) == []
        assert refused(table, "1 claim 1") == ("not_your_turn", "C16")
        follow(table, move)
    assert result(table) == {"captured": [16, 24]}


def test_ce11_of_equal_piles_one_is_taken(opening):
    table = opening("4S 3H KD", "7C 7D 7S 2H 3C QS", stock="AS")
    assert legal(table, N, "claim") == {"1", "2", "3"}
    follow(table, "1 claim 2")
    assert tops(table) == row("7C AS 7S 2H 3C QS")
    assert seen(table)["captured"] == [0, 4]
    assert refused(table, "1 claim 1") == ("not_your_turn", "C16")


@pytest.mark.parametrize(
    ("captured", "totals", "next_dealer"),
    [([20, 27], [0, 1], N), ([22, 22], [0, 0], N), ([27, 20], [1, 0], D)],
)
def test_ce12_the_result(new_table, captured, totals, next_dealer):
    table = new_table("checks")
    answer = table.write("results/", {"entered": {"captured": captured}, "dealer": D})
    assert answer.status_code == 201, answer.json()
    assert answer.json()["hand"]["result"] == {"captured": captured}
    standing = answer.json()["standing"]
    assert (standing["totals"], standing["next_dealer"]) == (totals, next_dealer)


def test_ce12_after_eleven_claims_five_cards_are_left(new_table):
    table = new_table("checks")
    problem = table.write("results/", {"entered": {"captured": [24, 27]}, "dealer": D}).json()
    assert (problem["code"], problem["rule"]["id"]) == ("sum_too_high", "C21")


def test_ce13_the_number_of_moves(opening):
    table = opening("2S 4S KD", "9C 9D 9H 8S 8H 8D", other="QH JH TC")
    assert len(everything(table)) == 18
    follow(table, "1 place KD 1\n0 place QH 2")
    assert set(everything(table)) == {f"1 place {move}" for move in placements("2S 4S")}
    follow(table, "1 place 4S 1\n0 place JH 2")
    assert set(everything(table)) == {f"1 place {move}" for move in placements("2S")}
