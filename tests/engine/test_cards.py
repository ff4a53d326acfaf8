"""Cards, card sets and rankings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.cards import (
    ACE_HIGH,
    ANY,
    NAMES,
    SUIT_SETS,
    UNSEEN,
    Ranking,
    bits,
    card_set,
    card_text,
    card_texts,
    members,
    parse_card,
    parse_cards,
    parse_suit,
    suit_of,
)
from referee.engine.errors import NotAMove

SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}


def test_there_are_52_cards_in_suits_of_13() -> None:
    assert len(set(NAMES)) == 52
    assert [NAMES[card] for card in (0, 12, 13, 51)] == ["2S", "AS", "2H", "AC"]
    assert [suit_of(parse_card(text)) for text in ("AS", "2H", "TD", "9C")] == [0, 1, 2, 3]
    assert sum(SUIT_SETS) == ANY == 2**52 - 1


@pytest.mark.parametrize("name", NAMES)
def test_readers_are_lenient_and_the_writer_is_not(name: str) -> None:
    rank, suit = name
    for said in {rank, rank.lower()} | ({"10", "0"} if rank == "T" else set()):
        for of in (suit, suit.lower(), *SIGNS[suit]):
            assert card_text(parse_card(said + of)) == card_text(parse_card(of + said)) == name


@pytest.mark.parametrize(
    "text",
    ["", "Q", "S", "SS", "QQ", "1S", "11S", "QSS", "QS ", " QS", "10", "100S", "1TS", "?", "*", "Q\0"],
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotAMove) as caught:
        parse_card(text)
    assert (caught.value.code, caught.value.params) == ("bad_card", {"card": text})
    assert str(caught.value) == f"“{text}” is not a card."


def test_a_card_that_was_not_seen_has_a_text() -> None:
    assert card_text(UNSEEN) == "?"


@pytest.mark.parametrize(("text", "suit"), [("S", 0), ("h", 1), ("♦", 2), ("♧", 3)])
def test_suits(text: str, suit: int) -> None:
    assert parse_suit(text) == suit


@pytest.mark.parametrize("text", ["", "X", "SH", "spades", "0"])
def test_what_is_no_suit(text: str) -> None:
    with pytest.raises(NotAMove) as caught:
        parse_suit(text)
    assert (caught.value.code, caught.value.params) == ("bad_suit", {"suit": text})


@given(st.sets(st.integers(0, 51)))
def test_card_sets(cards: set[int]) -> None:
    mask = card_set(cards)
    assert mask.bit_count() == len(cards)
    assert members(mask) == bits(mask) == tuple(sorted(cards))
    assert card_set(parse_cards(" ".join(card_texts(mask)))) == mask


def test_texts_of_a_set_go_suit_by_suit_from_the_top() -> None:
    assert card_texts(card_set(parse_cards("2C AH 9S TH KS"))) == ["KS", "9S", "AH", "TH", "2C"]


@given(st.sets(st.integers(0, 600)))
def test_bits_of_any_size(places: set[int]) -> None:
    assert bits(sum(1 << place for place in places)) == tuple(sorted(places))


def test_a_ranking_orders_the_ranks_of_a_game() -> None:
    huutopussi = Ranking("ATKQJ9876")
    assert huutopussi.pack.bit_count() == 36
    for pair in ("AS TS", "TS KS", "7D 6D", "AH 9H", "TC JC", "QC JC"):
        strong, weak = parse_cards(pair)
        assert huutopussi.strength[strong] > huutopussi.strength[weak]
    assert huutopussi.strength[parse_card("5S")] == 0
    assert card_texts(huutopussi.above[parse_card("QD")]) == ["AD", "KD", "TD"]
    assert huutopussi.above[parse_card("AS")] == 0
    assert huutopussi.highest(parse_cards("9C KC TC JC")) == parse_card("TC")


def test_the_usual_order() -> None:
    assert ACE_HIGH.pack == ANY
    assert card_texts(ACE_HIGH.above[parse_card("JH")]) == ["AH", "KH", "QH"]
