"""Holders against brute force: every way to put the cards is tried, sharing no code with the flow."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.cards import card_set
from referee.engine.holders import NOWHERE, Holders


def some_way_fits(room, may):
    """Whether cards can be put into places one by one; plain backtracking."""
    if not may:
        return True
    first, *rest = may
    for place in first:
        if room[place]:
            left = list(room)
            left[place] -= 1
            if some_way_fits(left, rest):
                return True
    return False


@st.composite
def small_deals(draw):
    """Rooms for up to four places, and for each of as many cards the places it may be in."""
    room = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    cards = sum(room)
    places = st.sets(st.sampled_from(range(len(room))), min_size=0, max_size=len(room))
    return room, draw(st.lists(places, min_size=cards, max_size=cards))


def holders_of(room, may):
    """The same as Holders."""
    sets = [sum(1 << place for place in places) for places in may]
    return Holders(list(room), list(range(len(room))), sets + [0] * (52 - len(sets)))


@settings(max_examples=200, deadline=None)
@given(small_deals())
def test_a_deal_fits_exactly_where_brute_force_finds_one(case):
    room, may = case
    assert holders_of(room, may).fits() == some_way_fits(room, [sorted(places) for places in may])


@settings(max_examples=120, deadline=None)
@given(small_deals())
def test_an_overfull_set_is_a_proof(case):
    """The places named have to take more cards than they have room for."""
    room, may = case
    full = holders_of(room, may).overfull()
    if full:
        inside = {place for place in range(len(room)) if full >> place & 1}
        assert sum(places <= inside for places in may if places) > sum(room[place] for place in inside)
    if full == 0:
        assert any(not places for places in may)


def test_testimony_narrows_and_hands_that_change_owners_keep_it():
    """Seat 0 denies spades; seat 1 takes that hand; the taken cards are still no spades."""
    pack = card_set([0, 1, 13, 14, 26, 27])
    holders = Holders.dealt(pack, [2, 2, 2])
    holders.deny(0, card_set([0, 1]))
    holders.hand_over(0, 1)
    assert holders.owned(1) == 0b011
    assert holders.owned(0) == 0
    holders.show(1, 0)
    assert holders.may[0] == 0b010
    holders.deny(1, card_set([0, 1]))
    assert holders.may[0] == 0b010, "a card that was shown is no more in the hand that is spoken of"
    assert holders.may[1] == 0b100
    assert holders.fits()


def test_cards_that_go_on_unseen_may_be_where_they_went():
    pack = card_set(range(4))
    holders = Holders.dealt(pack, [2, 1], rest=1)
    holders.has(0, 1 << 0)
    place = holders.new_place()
    holders.move_unseen(holders.place_of(0), place, 1)
    assert holders.room == [1, 1, 1, 1]
    assert holders.owner == [0, 1, NOWHERE, NOWHERE]
    assert holders.may[0] == 0b1001
    holders.put(1, 1 << 1)
    assert holders.may[1] == 0b0010


def test_every_small_case_of_two_places():
    """All sets of places for four cards in two places of two."""
    choices = [(), (0,), (1,), (0, 1)]
    for may in product(choices, repeat=4):
        assert holders_of([2, 2], [set(m) for m in may]).fits() == some_way_fits([2, 2], list(may))
