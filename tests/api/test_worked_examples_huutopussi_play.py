"""The worked examples HE7 to HE15 of Huutopussi, in the middle of hands that are played over HTTP."""

import pytest

from tests.api.worked_examples import follow, held, legal, refused, result, seen, stored
from tests.games.cards import words


@pytest.fixture
def dealt(new_table):
    """Deals hands to a new table; seat 3 is the dealer."""

    def deal(hands):
        table = new_table("huutopussi")
        table.deal({"hands": [cards.split() for cards in hands]}, 3)
        return table

    return deal


# -- following -------------------------------------------------------------------------------------------

POSITIONS = stored("huutopussi")["following"]
NOT_LEGAL = {
    "HE7a": ("7H", "H15"),
    "HE7b": ("JS", "H15"),
    "HE8a": ("7S", "H15"),
    "HE8b": ("AH", "H15"),
    "HE8c": ("AS", "H15"),
    "HE8e": ("AH", "H15"),
    "HE9": ("KC", "H15"),
    "HE10a": ("9S", "H15"),
    "HE10b": ("AH", "H15"),
}
"""A card that each example forbids, and the rule that does; where all may be played there is none."""


@pytest.mark.parametrize("name", POSITIONS)
def test_he7_to_he11_following(dealt, name):
    way = POSITIONS[name]
    table = dealt(hands=way["hands"])
    table.play(*", ".join(way["tricks"]).split(", "))
    seat = way["seat"]
    assert seen(table)["to_act"] == [seat]
    assert held(table, seat) == words(way["position"])
    assert legal(table, seat) == words(way["legal"])
    assert (name in NOT_LEGAL) == (way["position"] != way["legal"])
    if name in NOT_LEGAL:
        card, rule = NOT_LEGAL[name]
        assert refused(table, f"{seat} play {card}") == ("obliged", rule)


@pytest.mark.parametrize(("name", "best"), [("HE7a", "AH TH"), ("HE7b", ""), ("HE7c", "")])
def test_he7_what_beats_the_card_that_is_winning(dealt, name, best):
    """The trick goes to whoever has played ace or ten over the partner's king; no king beats the ten led."""
    way = POSITIONS[name]
    on_table = [move.split() for move in way["tricks"][-1].split(", ")]
    winning = {"HE7a": "KH", "HE7b": "KH", "HE7c": "TH"}[name]
    winner = next(int(seat) for seat, _, card in on_table if card == winning)
    if name != "HE7c":
        assert (winner - way["seat"]) % 2 == 0, "the partner's king"
        assert on_table[0][2] == "9H"
        assert (int(on_table[0][0]) - way["seat"]) % 2 == 1, "led by an opponent"
    for card in way["legal"].split():
        table = dealt(hands=way["hands"])
        table.play(*", ".join(way["tricks"]).split(", "))
        follow(table, f"{way['seat']} play {card}")
        if len(on_table) < 3:  # two more have to play, and may keep the ace if they are able to
            for _ in range(3 - len(on_table)):
                (seat,) = seen(table)["to_act"]
                lowest = max(legal(table, seat), key=lambda one: ("ATKQJ9876".index(one[0]), one))
                assert lowest != "AH"
                follow(table, f"{seat} play {lowest}")
        assert seen(table)["last_winner"] == (way["seat"] if card in best.split() else winner)


# -- the right to talk -----------------------------------------------------------------------------------

OPPORTUNITIES = (
    "6C 6D 6H 6S 7S 8S 9S JS QS",
    "AC 9D 8H 9H JH QH KS TS 9C",
    "7C AD AH AS TH KH JC QC KC",
    "8C 7D 7H TC TD JD QD KD 8D",
)
"""Hands in which the first three tricks can go as in HE12."""


def test_he12_who_has_an_opportunity(dealt):
    table = dealt(hands=OPPORTUNITIES)
    follow(table, "0 bid 50\n1 bid 55\n2 pass\n3 pass\n0 pass")
    follow(table, "3 give TC TD JD\n1 contract 55\n1 return TC TD JD")
    assert legal(table, 1, "ask") == set()
    follow(table, "1 play AC\n2 play 7C\n3 play 8C\n0 play 6C")
    assert legal(table, 1, "ask") == {""}
    follow(table, "1 play 9D\n2 play AD {AD}\n3 play 7D\n0 play 6D")
    for seat in range(4):
        assert legal(table, seat, "ask") == set()
    assert refused(table, "2 ask")[1] == "H18"
    follow(table, "2 play AH\n3 play 7H {7H}\n0 play 6H {6H}\n1 play 8H")
    assert legal(table, 2, "ask") == {""}
    told = table.steward.get(table.path + "legal-moves/").json()
    for _ in range(24):  # and the winner of the ninth trick has none
        told = table.write(
            "moves/", {"text": next(move for move in told["legal"] if " play " in move)}
        ).json()
    assert (told["over"], told["legal"]) == (True, [])
    assert result(table)


TALK = stored("huutopussi")["talk"]


def play_lines(table, lines):
    """Play lines of stored moves: the auction and exchange, or a trick with the talk before it."""
    table.play(*", ".join(lines).split(", "))


def rights(table, seat):
    """Return the attempts that a seat's key is told it has."""
    return {verb for verb in ("marriage", "ask", "half") if legal(table, seat, verb)}


def test_he13ab_locks_of_the_team_that_asked(dealt):
    way = TALK["HE13"]
    table = dealt(hands=way["hands"])
    play_lines(table, way["tricks"][:3])
    # (a) Seat 0 asked in full, and the answer was no.
    assert words("KH QH") <= held(table, 0)
    assert rights(table, 0) == {"ask", "half"}
    assert refused(table, "0 marriage H")[1] == "H23"
    play_lines(table, way["tricks"][3:5])
    assert legal(table, 2, "marriage") == {"S"}
    assert rights(table, 2) == {"marriage", "half"}
    assert refused(table, "2 ask")[1] == "H23"
    # (b) Seat 2 asks half, and the answer is no: now only half questions are left to both.
    play_lines(table, way["tricks"][5:6])
    assert words("KS QS") <= held(table, 2)
    assert rights(table, 2) == {"half"}
    play_lines(table, way["tricks"][6:])
    assert words("KH QH") <= held(table, 0)
    assert rights(table, 0) == {"half"}
    for move in ("0 marriage H", "0 ask"):
        assert refused(table, move)[1] == "H23"
    view = table.viewer.get(table.path).json()["hand"]["view"]
    assert (view["may_not_declare"], view["may_not_ask"]) == ([0, 2], [0, 2])


def test_he13c_the_other_team_is_free(dealt):
    way = TALK["HE13c"]
    table = dealt(hands=way["hands"])
    play_lines(table, way["tricks"])
    assert (seen(table)["may_not_declare"], seen(table)["may_not_ask"]) == ([0, 2], [0, 2])
    assert rights(table, 1) == {"marriage", "ask", "half"}
    assert legal(table, 1, "marriage") == {"C"}


def test_he13d_what_the_other_team_has_made_is_made(dealt):
    """Seat 2 made spades in the hand of HE15, before the other team may speak."""
    way = TALK["HE15"]
    table = dealt(hands=way["hands"])
    play_lines(table, way["tricks"][:6])
    assert refused(table, "1 marriage S")[1] == "H19"
    follow(table, "1 ask")
    assert "S" not in legal(table, 3, "answer")
    assert refused(table, "3 answer S")[1] == "H19"


def turned(lines):
    """Return moves or hands of the cards with spades and hearts exchanged."""
    return [line.translate(str.maketrans("SH", "HS")) for line in lines]


def test_he13d_hearts_made_by_the_other_team(new_table):
    """The hand of HE15 a seat further on, with spades and hearts exchanged: seat 3 has made hearts."""
    way = TALK["HE15"]
    hands = turned(way["hands"])
    table = new_table("huutopussi")
    table.deal({"hands": [hands[seat - 1].split() for seat in range(4)]}, 0)
    moves = ", ".join(turned(way["tricks"][:6])).split(", ")
    table.play(*(f"{(int(move[0]) + 1) % 4}{move[1:]}" for move in moves))
    view = seen(table)
    made = [(mark["seat"], mark["suit"], mark["points"]) for mark in view["marriages"]]
    assert (made, view["to_act"]) == ([(3, "H", 100)], [2])
    assert rights(table, 2) == {"marriage", "ask", "half"}
    assert "H" not in legal(table, 2, "marriage")
    assert not {"KH", "QH"} & legal(table, 2, "half")
    for move in ("2 marriage H", "2 half KH", "2 half QH"):
        assert refused(table, move) == ("outside", "H19")
    follow(table, "2 ask")
    assert "H" not in legal(table, 0, "answer")
    assert refused(table, "0 answer H") == ("outside", "H19")
    follow(table, "0 answer no")


VALUES = {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 5}


def test_he14_a_half_marriage_at_the_last_opportunity(dealt):
    way = TALK["HE14"]
    table = dealt(hands=way["hands"])
    play_lines(table, way["tricks"])
    assert [held(table, seat) for seat in range(4)] == [{"KH"}, {"AS"}, {"QH"}, {"7C"}]
    assert refused(table, "0 marriage H")[1] == "H20"
    follow(table, "0 half KH {KH}\n2 answer yes {yes no}\n0 play KH\n1 play AS\n2 play QH\n3 play 7C")
    view = seen(table)
    assert (view["trump"], view["last_winner"]) == ("H", 0)
    assert view["marriages"] == [{"trick": 9, "seat": 0, "suit": "H", "points": 100}]
    before = 0  # whoever leads a trick has won the one before
    for trick, leads in zip(way["tricks"][1:], [*way["tricks"][2:], "0"], strict=True):
        cards = [move.split()[2] for move in trick.split(", ")]
        before += sum(VALUES.get(card[0], 0) for card in cards) * (leads[0] in "02")
    assert view["card_points"][0] == before + 5 + 5 + 10 + 0
    line = table.viewer.get(table.path + "scoresheet/").json()["hands"][0]["lines"][0]["text"]
    assert line == (
        f"Contract 50 made with {before + 20} card points, 20 for the last trick, 100 for hearts."
    )


def test_he15_trump_changes(dealt):
    way = TALK["HE15"]
    table = dealt(hands=way["hands"])
    play_lines(table, way["tricks"][:1])
    trumps = []
    for trick in way["tricks"][1:]:
        play_lines(table, [trick])
        trumps.append(seen(table)["trump"])
    assert trumps == [None, None, "S", "S", "S", "D", "D", "D", "D"]
    marriages = [
        (mark["trick"], mark["seat"], mark["suit"], mark["points"]) for mark in seen(table)["marriages"]
    ]
    assert marriages == [(3, 2, "S", 40), (6, 1, "D", 80)]
    assert result(table)
