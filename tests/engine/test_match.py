"""Standings: what a match carries from hand to hand."""

import json

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.match import Line, Phrase, Player, Standing

memos = st.dictionaries(
    st.text(max_size=5), st.lists(st.text(max_size=3) | st.integers(), max_size=3), max_size=3
)
standings = st.builds(
    Standing,
    totals=st.lists(st.integers(-1000, 1000), min_size=2, max_size=8).map(tuple),
    carry=st.integers(0, 400),
    hands=st.integers(0, 50),
    next_dealer=st.none() | st.integers(0, 7),
    over=st.booleans(),
    winners=st.none() | st.lists(st.integers(0, 7), max_size=3).map(tuple),
    memo=memos,
)


@given(standings)
def test_a_standing_is_kept_as_json(standing: Standing) -> None:
    assert Standing.from_json(json.loads(json.dumps(standing.as_json()))) == standing


def test_the_start_of_a_match() -> None:
    assert Standing(totals=(7, 7)).as_json() == {
        "totals": [7, 7],
        "carry": 0,
        "hands": 0,
        "next_dealer": None,
        "over": False,
        "winners": None,
        "memo": {},
    }


def test_a_line_of_the_sheet_is_a_sentence_with_places() -> None:
    line = Line(2, 19, ("A20", "A21"), "Most tricks: kitty %(kitty)s.", {"kitty": 19})
    assert line.sentence() == "Most tricks: kitty 19."
    japanese = {"Most tricks: kitty %(kitty)s.": "最多トリック。キティ%(kitty)s点。"}
    assert line.sentence(japanese.__getitem__) == "最多トリック。キティ19点。"


def test_pieces_of_a_line_are_translated_by_themselves() -> None:
    marriage = Phrase(", marriage of %(suit)s", {"suit": "S"})
    line = Line(0, 40, ("H24",), "Cards %(cards)s%(married)s.", {"cards": 60, "married": marriage})
    assert line.sentence() == "Cards 60, marriage of S."
    japanese = {
        "Cards %(cards)s%(married)s.": "カード%(cards)s点%(married)s。",
        ", marriage of %(suit)s": "、マリッジ%(suit)s",
    }
    assert line.sentence(japanese.__getitem__) == "カード60点、マリッジS。"


def test_a_player_is_told_by_name_where_names_are_known() -> None:
    marriage = Phrase("%(who)s has hearts", {"who": Player(0)})
    line = Line(0, 0, ("H9",), "%(who)s asked; %(answer)s.", {"who": Player(2), "answer": marriage})
    names = ("Ann", "Ben", "100 %(who)s", "Dia")
    assert line.sentence() == "Seat 2 asked; Seat 0 has hearts."
    assert line.sentence(names=names) == "100 %(who)s asked; Ann has hearts."
    assert line.sentence(lambda text: text.replace("Seat ", "席")) == "席2 asked; 席0 has hearts."
