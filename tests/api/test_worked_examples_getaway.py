"""The worked examples GE1 to GE15 of the rules of Getaway, each played over HTTP from a full deal."""

import pytest

from tests.api.worked_examples import counts, follow, held, legal, refused, result, seen, stored
from tests.games.cards import words

A, B, C, D = range(4)
"""The seats as the rule book names them."""

POSITIONS = stored("getaway")
FULL_DEAL = (
    "AS 7S 3S KH 8H 5H QD 9D 4D JC TC 6C 2C",
    "JS 4S QH 9H 2H AD TD 7D KC 9C 8C 5C 3C",
    "AH JH TH 7H 6H KD JD 8D 6D 5D AC QC 7C",
    "KS QS TS 9S 8S 6S 5S 2S 4H 3H 3D 2D 4C",
)
"""The deal of GE1."""
FIRST = """
    0 play AS {AS}
    1 play JS {JS 4S}
    2 play AH {AH JH TH 7H 6H KD JD 8D 6D 5D AC QC 7C}
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


@pytest.fixture
def dealt(new_table):
    """Deals the hands of GE1 to four players, with pairs of cards exchanged between them."""

    def deal(*pairs, **options):
        hands = [cards.split() for cards in FULL_DEAL]
        for one, other in pairs:
            change = {one: other, other: one}
            hands = [[change.get(card, card) for card in cards] for cards in hands]
        table = new_table("getaway", options, 4)
        table.deal({"hands": hands}, D)
        return table

    return deal


@pytest.fixture
def position(new_table):
    """Plays a full deal to the position of an example.

    All that the example says of the position is seen to be so: hands, power, who is away, and the waste.
    """

    def play(name, **options):
        way = POSITIONS[name]
        table = new_table("getaway", options, way["seats"])
        table.deal({"hands": [cards.split() for cards in way["hands"]]}, way["dealer"])
        table.play(*", ".join(way["tricks"]).split(", "))
        view = seen(table)
        assert [set(hand["cards"]) for hand in view["hands"]] == [words(cards) for cards in way["position"]]
        assert (view["phase"], view["power"], view["turn"]) == ("lead", way["power"], [way["power"]])
        assert view["in"] == [seat for seat, cards in enumerate(way["position"]) if cards]
        assert sorted([*view["in"], *view["away"]]) == list(range(way["seats"]))
        assert view["waste"] == 52 - len(" ".join(way["position"]).split())
        return table

    return play


# -- the deal, following, picking up, getting away ---------------------------------------------------


def test_ge1_the_first_trick_with_an_off_suit_card(dealt):
    table = dealt()
    assert refused(table, "0 play KH") == ("outside", "G5")
    assert refused(table, "1 play JS") == ("not_your_turn", "G5")
    follow(table, FIRST)
    view = seen(table)
    assert (view["waste"], view["power"], view["turn"]) == (4, A, [A])
    assert view["picked_up_by"] is None
    assert counts(table) == [12] * 4


def test_ge1_a_spade_has_to_follow_in_the_first_trick(dealt):
    table = dealt()
    follow(table, "0 play AS")
    assert refused(table, "1 play QH") == ("obliged", "G6")


def test_ge2_a_full_trick(dealt):
    table = dealt()
    follow(table, FIRST + SECOND)
    assert (seen(table)["waste"], seen(table)["power"]) == (8, C)
    assert counts(table) == [11] * 4


def test_ge3_a_tochoo_ends_the_trick(dealt):
    table = dealt()
    follow(table, FIRST + SECOND + THIRD_AND_FOURTH)
    view = seen(table)
    assert (view["waste"], view["power"], view["turn"], view["picked_up_by"]) == (12, C, [C], C)
    assert counts(table) == [10, 10, 11, 9]
    assert words("7C QS") <= held(table, C)
    assert refused(table, "0 play TC") == ("not_your_turn", "G10")
    assert refused(table, "1 play KC") == ("not_your_turn", "G10")
    assert refused(table, "3 play KS") == ("not_your_turn", "G8")


def test_ge4_the_example_of_the_book(position):
    table = position("GE4")
    follow(
        table,
        """
        0 play QH {QH 9S}
        1 play 2H {2H}
        2 play 3D {3D KS}
        """,
    )
    view = seen(table)
    assert [set(hand["cards"]) for hand in view["hands"][:4]] == [
        words("9S QH 2H 3D"),
        {"4C"},
        {"KS"},
        words("AH 5D"),
    ]
    assert (view["power"], view["in"]) == (A, [A, B, C, D])
    assert refused(table, "3 play AH") == ("not_your_turn", "G10")


def test_ge5_the_suit_led_is_followed(position):
    table = position("GE5")
    follow(table, "0 play 5D")
    assert held(table, B) == words("2D KD 9S")
    assert legal(table, B) == words("2D KD")
    assert refused(table, "1 play 9S") == ("obliged", "G9")


def test_ge6_the_last_card_as_a_tochoo_gets_away(position):
    table = position("GE6")
    follow(table, "0 play 5D\n1 play KS {KS}")
    assert held(table, A) == words("8C 5D KS")
    view = seen(table)
    assert (view["power"], view["in"], view["away"][-1]) == (A, [A, C], B)
    assert refused(table, "2 play 7D") == ("not_your_turn", "G10")
    assert refused(table, "1 take") == ("not_your_turn", "G16")
    follow(table, "0 play 8C")
    assert refused(table, "1 play KS") == ("not_your_turn", "G12")


def test_ge7_another_than_the_leader_picks_up(position):
    table = position("GE7")
    follow(table, "0 play 4C\n1 play 9C {9C}\n2 play 6C {6C}\n3 play AH {AH 3S}")
    view = seen(table)
    assert (view["power"], view["picked_up_by"], view["in"], view["away"][-1]) == (B, B, [A, B, D], C)
    assert held(table, B) == words("2D 4C 9C 6C AH")
    assert (held(table, A), held(table, D)) == ({"TS"}, {"3S"})


# -- the power with an empty hand --------------------------------------------------------------------

GE8_TRICK = "0 play KH {KH}\n1 play 3H {3H}\n2 play 9H {9H}\n3 play QH {QH}\n"


def test_ge8_a_card_is_drawn_from_the_42(position):
    table = position("GE8", preset="traditional")
    follow(table, GE8_TRICK)
    view = seen(table)
    assert (view["phase"], view["power"], view["in"]) == ("draw", A, [A, B, C, D])
    assert legal(table, A, "draw") == {"*"}
    assert legal(table, A) == set()
    assert refused(table, "0 play 7C") == ("wrong_phase", "G13")
    for finished in words("KH 3H 9H QH"):
        assert refused(table, f"0 draw {finished}") == ("outside", "G13")
    follow(table, "0 draw 7C")
    view = seen(table)
    assert (view["trick"], view["drawn"], view["waste"]) == ([{"seat": A, "card": "7C"}], True, 45)
    assert legal(table, B) == words("9C 5C")


def test_ge8_the_book_draws_from_the_46(position):
    table = position("GE8")
    follow(table, GE8_TRICK)
    assert refused(table, "0 draw 9C") == ("outside", "G13")
    follow(table, "0 draw QH")
    assert seen(table)["waste"] == 45


@pytest.mark.parametrize("preset", ["book", "traditional"])
def test_ge8_the_service_draws(position, preset):
    """Nobody names the card: the service draws, time and again from the cards that may be drawn."""
    table = position("GE8", preset=preset)
    follow(table, GE8_TRICK)
    before = table.seq
    never = words("9C 5C 2C JS 6C 4D") | (words("KH 3H 9H QH") if preset == "traditional" else set())
    drawn = set()
    for _ in range(5):
        answer = table.write("moves/", {"seat": A, "kind": "draw"}, table.seats[A])
        assert answer.status_code == 201, answer.json()
        card = answer.json()["entry"]["move"]["card"]
        view = seen(table)
        assert (view["trick"], view["waste"]) == ([{"seat": A, "card": card}], 45)
        assert table.write("takebacks/", {"to": before}).status_code == 201
        drawn.add(card)
    assert not drawn & never
    assert len(drawn) > 1


def test_ge8a_somebody_plays_higher(position):
    table = position("GE8", preset="traditional")
    follow(table, GE8_TRICK + "0 draw 7C\n1 play 9C {9C 5C}\n2 play 2C {2C}\n3 play 6C {6C}")
    view = seen(table)
    assert (view["power"], view["in"], view["away"][-1], view["waste"]) == (B, [B, C, D], A, 49)
    assert [held(table, seat) for seat in range(4)] == [set(), {"5C"}, {"JS"}, {"4D"}]


@pytest.mark.parametrize("preset", ["book", "traditional"])
def test_ge8b_nobody_does_and_another_card_is_drawn(position, preset):
    table = position("GE8", preset=preset)
    follow(table, GE8_TRICK + "0 draw 7C\n1 play 5C\n2 play 2C\n3 play 6C")
    view = seen(table)
    assert (view["phase"], view["power"], view["waste"]) == ("draw", A, 49)
    assert legal(table, A, "draw") == {"*"}
    if preset == "traditional":  # 45 cards: the trick just finished is not among them, the one before is
        assert refused(table, "0 draw 7C") == ("outside", "G13")
        follow(table, "0 draw KH")
    else:
        follow(table, "0 draw 7C")


def test_ge8c_a_tochoo_on_the_drawn_card(position):
    table = position("GE8c", preset="book")
    follow(table, GE8_TRICK + "0 draw 7C\n1 play 5C\n2 play 3D {JS 3D}")
    assert held(table, A) == words("7C 5C 3D")
    view = seen(table)
    assert (view["phase"], view["power"], view["turn"]) == ("lead", A, [A])
    assert refused(table, "3 play 6C") == ("not_your_turn", "G10")


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moves", "loser"),
    [
        ("GE9a", "0 play 9S {9S}\n1 play 4S {4S}", A),
        ("GE9b", "0 play 4S {4S}\n1 play 9S {9S}", B),
        ("GE9c", "0 play 9S {9S}\n1 play 4H {4H}", A),
    ],
)
def test_ge9_the_last_two_with_one_card_each(position, name, moves, loser):
    table = position(name)
    assert follow(table, moves)["over"]
    assert result(table) == {"loser": loser, "losses": [int(seat == loser) for seat in range(3)]}
    view = seen(table)
    assert (view["in"], view["away"]) == ([loser], [2, 1 - loser])
    assert counts(table) == ([2, 0, 0] if name == "GE9c" else [0, 0, 0])
    assert refused(table, f"{loser} take") == ("hand_over", "G20")
    if name == "GE9c":
        assert held(table, A) == words("9S 4H")


@pytest.mark.parametrize(("drawn", "loser", "kept"), [("2D", B, ""), ("AD", A, ""), ("3C", A, "3C KD")])
def test_ge10_the_last_two_and_one_still_has_a_card(position, drawn, loser, kept):
    table = position("GE10")
    follow(table, "0 play 9S\n1 play 4S {4S}")
    view = seen(table)
    assert (view["phase"], view["power"], view["in"]) == ("draw", A, [A, B])
    assert legal(table, A, "draw") == {"*"}
    follow(table, f"0 draw {drawn}\n1 play KD {{KD}}")
    assert result(table)["loser"] == loser
    assert held(table, A) == words(kept)


def test_ge11_three_empty_in_one_trick(position):
    table = position("GE11")
    follow(table, "0 play TH {TH}\n1 play JH {JH}\n2 play 2H {2H}")
    assert result(table)["loser"] == B
    view = seen(table)
    assert (view["in"], view["away"]) == ([B], [D, A, C])
    assert table.viewer.get(table.path).json()["standing"]["totals"] == [0, 1, 0, 0]


def test_ge11_reported_without_the_play(new_table):
    table = new_table("getaway", seats=3)
    told = table.write("results/", {"entered": {"away": [A, C], "loser": B}, "dealer": C})
    assert told.status_code == 201
    assert told.json()["hand"]["result"] == {"loser": B, "losses": [0, 1, 0]}
    assert told.json()["standing"]["next_dealer"] == A


# -- taking a hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["book", "traditional"])
def test_ge12_whose_hand_is_taken(position, preset):
    table = position("GE12", preset=preset)
    assert seen(table)["takes_from"] == [C, None, D, A]
    assert [seat for seat in range(4) if legal(table, seat, "take")] == [A, C, D]
    assert refused(table, "1 take") == ("not_your_turn", "G16")


def test_ge12a_a_takes_and_then_d_takes_and_loses(position):
    table = position("GE12")
    follow(table, "0 take")
    assert held(table, A) == words("2C 3C KH QH 5S")
    view = seen(table)
    assert (view["in"], view["power"], view["away"]) == ([A, D], D, [B, C])
    follow(table, "3 take")
    assert result(table)["loser"] == D


def test_ge12b_the_power_goes_with_the_hand(position):
    table = position("GE12")
    follow(table, "2 take")
    assert held(table, C) == legal(table, C) == words("KH QH 5S 7D")
    view = seen(table)
    assert (view["in"], view["power"], view["away"]) == ([A, C], C, [B, D])


LEAD_5D = "0 play AS\n1 play JS\n2 play AH\n3 play TS\n0 play 5D"


def test_ge13_between_tricks_a_hand_is_not_taken_during_one(dealt):
    table = dealt(("4D", "5D"), preset="traditional")
    follow(table, LEAD_5D)
    assert refused(table, "2 take") == ("not_allowed", "G15")
    follow(table, "1 play 7D {AD TD 7D}\n2 play 6D\n3 play 3D")
    assert legal(table, C, "take") == {""}
    follow(table, "2 take")
    assert seen(table)["away"] == [D]


def test_ge13_the_book_lets_a_hand_be_taken_at_any_time(dealt):
    table = dealt(("4D", "5D"))
    follow(table, LEAD_5D)
    assert seen(table)["takes_from"][C] == D
    before = held(table, C) | held(table, D)
    follow(table, "2 take")
    assert held(table, C) == before
    view = seen(table)
    assert (view["away"], view["turn"]) == ([D], [B])
    follow(table, "1 play 7D {AD TD 7D}\n2 play 3D {KD JD 8D 6D 4D 3D 2D}")
    view = seen(table)
    assert (view["phase"], view["power"], view["waste"]) == ("lead", B, 7)


@pytest.mark.parametrize("preset", ["book", "traditional"])
def test_ge14_the_power_with_an_empty_hand_takes(position, preset):
    table = position("GE14", preset=preset)
    follow(table, "0 play KH\n1 play 3H {6H 3H}\n2 play 2H {2H}")
    assert table.seats[A].get(table.path + "legal-moves/").json()["legal"] == ["0 draw *", "0 take"]
    assert seen(table)["takes_from"][A] == B
    follow(table, "0 take")
    assert held(table, A) == legal(table, A) == words("6H 2S")
    view = seen(table)
    assert (view["phase"], view["power"], view["in"], view["away"][-1]) == ("lead", A, [A, C], B)
    assert view["waste"] == 49


# -- a play that broke a rule ----------------------------------------------------------------------------


def test_ge15_a_false_tochoo(dealt):
    """In the third trick A leads 9C, and B, who holds 3C, plays KD."""
    table = dealt(("2C", "9C"), ("AD", "KD"))
    follow(table, FIRST.replace("KD", "AD"))
    follow(table, "0 play KH\n1 play 2H\n2 play 6H\n3 play 3H\n0 play 9C")
    assert {"3C", "KD"} <= held(table, B)
    sent = {"seat": B, "kind": "play", "card": "KD"}
    problem = table.write("moves/", sent, table.seats[B]).json()
    assert (problem["code"], problem["rule"]["id"], problem["can_stand"]) == ("obliged", "G9", True)
    assert set(problem["legal"]) == {f"1 play {card}" for card in words("KC 8C 5C 3C 2C")} | {"1 take"}
    # Nobody objects: it stands, noted as illegal by the steward, and is a tochoo.
    assert table.write("moves/", sent | {"stood": True}, table.seats[B]).json()["code"] == "steward_only"
    stood = table.write("moves/", sent | {"stood": True}).json()
    assert (stood["entry"]["text"], stood["entry"]["verdict"]) == ("1 play! KD", "illegal")
    view = seen(table)
    assert (view["power"], view["picked_up_by"], view["away"]) == (A, A, [])
    assert words("9C KD") <= held(table, A)
    # Found before the next lead, B takes 9C KD into hand and has the power; nobody gets away.
    ruling = {"remedy": "pickup", "irregularity": "false_tochoo", "seat": B, "entry": stood["seq"]}
    ruled = table.write("rulings/", {**ruling, "reason": "B holds 3C"})
    assert (ruled.status_code, ruled.json()["entry"]["text"]) == (201, "* pickup 1")
    view = seen(table)
    assert (view["power"], view["turn"], view["away"]) == (B, [B], [])
    assert words("9C KD") <= held(table, B)
    assert not words("9C KD") & held(table, A)
    # Or it is taken back and corrected.
    assert table.write("takebacks/", {"to": stood["seq"] - 1, "reason": "revoke"}).status_code == 201
    follow(table, "1 play 3C {KC 8C 5C 3C 2C}")
    assert seen(table)["turn"] == [C]
