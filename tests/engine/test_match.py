"""Standings: what a match carries from hand to hand."""

import json

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.match import Line, Standing

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
    assert line.text % line.params == "Most tricks: kitty 19."
