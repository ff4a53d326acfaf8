"""Reading deals and reports that somebody else wrote: every fault is noted, at its place."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.cards import ANY, bits, parse_card
from referee.engine.errors import FORM_SENTENCES, BadForm
from referee.engine.forms import (
    CARD_OR_NONE,
    ONE_CARD,
    Reader,
    Shapes,
    deal_schema,
    fill,
    overlay,
    read_deal,
    write_deal,
)
from tests.games.cards import faults_of, hand, row

WEE_PACK = hand("AS KS QS AH KH QH")
FACES = hand("JS JH")
SHAPES: Shapes = {"hands": ((2, 3), WEE_PACK), "stock": (1, WEE_PACK), "trump": (ONE_CARD, FACES)}
DEAL = {"hands": [row("AS KS"), row("QS AH KH")], "stock": ["QH"], "trump": "JH"}


def faults(data: Any, shapes: Shapes = SHAPES, pointer: str = "") -> set[tuple[str, str]]:
    """Return the faults of a deal; each has a sentence that its data fills in."""
    with pytest.raises(BadForm) as caught:
        read_deal(data, shapes, pointer)
    for fault in caught.value.faults:
        assert fault.sentence == FORM_SENTENCES[fault.code]
        assert fault.sentence % fault.params in str(caught.value)
    assert len(faults_of(caught)) == len(caught.value.faults), "a fault is named twice"
    return faults_of(caught)


# -- deals -----------------------------------------------------------------------------------------------


def test_a_deal_is_read_and_written() -> None:
    read = read_deal(DEAL, SHAPES)
    assert read["hands"] == (tuple(map(parse_card, row("AS KS"))), tuple(map(parse_card, row("QS AH KH"))))
    assert read["trump"] == parse_card("JH")
    assert write_deal(read) == DEAL


def test_a_deal_may_be_written_leniently() -> None:
    lenient = {"hands": [row("♠A ks"), row("sq aH K♥")], "stock": ["qh"], "trump": "j♡"}
    assert write_deal(read_deal(lenient, SHAPES)) == DEAL


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"hands": None}, {("/hands", "wrong_type")}),
        ({"hands": "AS KS"}, {("/hands", "wrong_type")}),
        ({"hands": [row("AS KS")]}, {("/hands", "wrong_length")}),
        ({"hands": [row("AS KS"), row("QS AH KH"), []]}, {("/hands", "wrong_length")}),
        ({"hands": [row("AS KS"), {"0": "QS"}]}, {("/hands/1", "wrong_type")}),
        ({"hands": [row("AS KS"), row("QS AH")]}, {("/hands/1", "wrong_length")}),
        ({"hands": [row("AS"), row("QS AH KH KS")]},
         {("/hands/0", "wrong_length"), ("/hands/1", "wrong_length")}),
        ({"hands": [row("AS XX"), row("QS AH 2H")]},
         {("/hands/0/1", "bad_card"), ("/hands/1/2", "not_in_pack")}),
        ({"hands": [["AS", 7], row("QS AH KH")]}, {("/hands/0/1", "wrong_type")}),
        ({"hands": [["AS", None], row("QS AH KH")]}, {("/hands/0/1", "wrong_type")}),
        ({"hands": [["AS", "?"], row("QS AH KH")]}, {("/hands/0/1", "bad_card")}),
        ({"hands": [row("AS AS"), row("QS AH KH")]}, {("/hands/0/1", "twice")}),
        ({"stock": ["AS"]}, {("/stock/0", "twice")}),
        ({"stock": ["JS"]}, {("/stock/0", "not_in_pack")}),
        ({"trump": None}, {("/trump", "wrong_type")}),
        ({"trump": ["JH"]}, {("/trump", "wrong_type")}),
        ({"trump": "AS"}, {("/trump", "not_in_pack")}),
        ({"x/y": 1, "~": 2}, {("/x~1y", "unknown_key"), ("/~0", "unknown_key")}),
        ({"stock": [], "trump": "QX", "kitty": []},
         {("/stock", "wrong_length"), ("/trump", "bad_card"), ("/kitty", "unknown_key")}),
    ],
)  # fmt: skip
def test_faults_of_a_deal(change: dict[str, Any], found: set[tuple[str, str]]) -> None:
    assert faults(DEAL | change) == found


def test_missing_parts_of_a_deal() -> None:
    assert faults({}) == {("/hands", "missing"), ("/stock", "missing"), ("/trump", "missing")}
    assert faults({"hands": DEAL["hands"], "stock": ["QH"]}, pointer="/deal") == {("/deal/trump", "missing")}


@pytest.mark.parametrize("data", [None, 5, "deal", [DEAL]])
def test_what_is_no_object_is_no_deal(data: Any) -> None:
    assert ("/hands/3/deal", "wrong_type") in faults(data, pointer="/hands/3/deal")


def test_a_card_may_be_lacking() -> None:
    used_up: Shapes = {"trump": (CARD_OR_NONE, 0)}
    assert write_deal(read_deal({"trump": None}, used_up)) == {"trump": None}
    assert faults({"trump": "JS"}, used_up) == {("/trump", "not_in_pack")}
    assert faults({}, used_up) == {("/trump", "missing")}
    left: Shapes = {"trump": (CARD_OR_NONE, FACES)}
    assert read_deal({"trump": "JS"}, left) == {"trump": parse_card("JS")}


def drawer(shuffled: dict[int, list[int]]) -> Callable[[int], int]:
    """Return how cards are drawn from shuffled packs."""
    piles = {pack: iter(cards) for pack, cards in shuffled.items()}
    return lambda pack: next(piles[pack])


@given(st.permutations(bits(WEE_PACK)), st.permutations(bits(FACES)))
def test_a_filled_deal_has_no_faults_and_uses_up_its_pack(pack: list[int], faces: list[int]) -> None:
    deal = fill(SHAPES, drawer({WEE_PACK: pack, FACES: faces}))
    assert read_deal(json.loads(json.dumps(write_deal(deal))), SHAPES) == deal
    assert [*deal["hands"][0], *deal["hands"][1], *deal["stock"]] == pack
    assert deal["trump"] == faces[0]


def test_a_filled_deal_lacks_a_card_where_there_is_none() -> None:
    assert fill({"trump": (CARD_OR_NONE, 0)}, drawer({})) == {"trump": None}
    assert fill({"trump": (CARD_OR_NONE, FACES)}, drawer({FACES: [10]})) == {"trump": 10}


def test_schemas_of_a_deal() -> None:
    schema = deal_schema(SHAPES | {"last": (CARD_OR_NONE, 0)})
    card = {"type": "string", "pattern": "^[AKQJT2-9][SHDC]$"}
    assert schema["required"] == ["hands", "stock", "trump", "last"]
    assert schema["properties"]["trump"] == card
    assert schema["properties"]["last"] == {"anyOf": [card, {"type": "null"}]}
    assert schema["properties"]["stock"] == {
        "type": "array", "items": card, "minItems": 1, "maxItems": 1, "uniqueItems": True,
    }  # fmt: skip
    assert [part["minItems"] for part in schema["properties"]["hands"]["prefixItems"]] == [2, 3]


def test_cards_shown_take_the_first_places_of_a_deal() -> None:
    deal = {"hands": ((60, 61), (62, 63, 64)), "stock": (65,), "trump": 66}
    shown = {"hands": [[], row("AS KH")], "trump": "JH"}
    assert overlay(deal, shown, SHAPES, "/deal") == {
        "hands": ((60, 61), (parse_card("AS"), parse_card("KH"), 64)),
        "stock": (65,),
        "trump": parse_card("JH"),
    }
    assert overlay(deal, {}, SHAPES, "/deal") == deal
    assert overlay(deal, {"trump": None}, SHAPES, "/deal") == deal


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (None, {("/deal", "wrong_type")}),
        ({"hands": "AS"}, {("/deal/hands", "wrong_type")}),
        ({"hands": [[], [], []]}, {("/deal/hands", "wrong_length")}),
        ({"hands": [row("AS KS QS")]}, {("/deal/hands/0", "wrong_length")}),
        ({"hands": [row("AS AS")]}, {("/deal/hands/0/1", "twice")}),
        ({"stock": ["2S"]}, {("/deal/stock/0", "not_in_pack")}),
        ({"trump": ["JH"], "kitty": []}, {("/deal/trump", "wrong_type"), ("/deal/kitty", "unknown_key")}),
    ],
)
def test_faults_of_cards_shown(shown: Any, found: set[tuple[str, str]]) -> None:
    deal = {"hands": ((60, 61), (62, 63, 64)), "stock": (65,), "trump": 66}
    with pytest.raises(BadForm) as caught:
        overlay(deal, shown, SHAPES, "/deal")
    assert faults_of(caught) == found


# -- reports ---------------------------------------------------------------------------------------------


def test_a_report_is_read_key_by_key() -> None:
    reader = Reader(
        {"tricks": [4, 5], "kitty": row("AS KS"), "top": "qh", "how": "both", "away": [3],
         "suits": [["S"], []], "bid": 7}
    )  # fmt: skip
    assert reader.integers("tricks", 2, 0, 9) == [4, 5]
    assert reader.cards("kitty", 2, ANY) == [parse_card("AS"), parse_card("KS")]
    assert reader.card("top", ANY) == parse_card("QH")
    assert reader.text("how", ("one", "both")) == "both"
    assert reader.integers("away", None, 0, 7) == [3]
    assert reader.word_lists("suits", 2, "SHDC") == [["S"], []]
    assert reader.integer("bid", 0, 9) == 7
    assert not reader.has("contract")
    reader.finish()


def test_every_fault_of_a_report_is_noted() -> None:
    reader = Reader(
        {
            "bid": "7", "high": 10, "flag": True, "tricks": [4, -1, "5", 9], "points": {},
            "kitty": row("AS AS 2S XX"), "top": 5, "how": "neither", "who": ["one"],
            "suits": [["S", "SH"], "H", ["D", 5, ["C"]]], "extra": 1, "x": {"anything": 1},
        },
        "/entered",
    )  # fmt: skip
    assert reader.integer("bid", 3, 9) == 3
    assert reader.integer("high", 3, 9) == 3
    assert reader.integer("flag", 0, 9) == 0
    assert reader.integer("none", 1, 9) == 1
    assert reader.integers("tricks", 3, 0, 8) == [4, 0, 0, 0]
    assert reader.integers("points", 2, 0, 8) == []
    assert reader.integers("no_points", 2, 0, 8) == []
    reader.cards("kitty", 4, WEE_PACK)
    reader.card("top", WEE_PACK)
    assert reader.card("no_card", WEE_PACK) == 0
    assert reader.text("how", ("one", "both")) == "one"
    assert reader.text("who", ("one", "both")) == "one"
    assert reader.text("no_text", ("one", "both")) == "one"
    reader.word_lists("suits", 3, "SHDC")
    assert reader.value("no_value") is None
    with pytest.raises(BadForm) as caught:
        reader.finish(allow=("x",))
    noted = [(fault.pointer.removeprefix("/entered/"), fault.code) for fault in caught.value.faults]
    assert noted == [
        ("bid", "wrong_type"),
        ("high", "out_of_range"),
        ("flag", "wrong_type"),
        ("none", "missing"),
        ("tricks", "wrong_length"),
        ("tricks/1", "out_of_range"),
        ("tricks/2", "wrong_type"),
        ("tricks/3", "out_of_range"),
        ("points", "wrong_type"),
        ("no_points", "missing"),
        ("kitty/1", "twice"),
        ("kitty/2", "not_in_pack"),
        ("kitty/3", "bad_card"),
        ("top", "wrong_type"),
        ("no_card", "missing"),
        ("how", "not_a_choice"),
        ("who", "not_a_choice"),
        ("no_text", "missing"),
        ("suits/0/1", "not_a_choice"),
        ("suits/1", "wrong_type"),
        ("suits/2/1", "not_a_choice"),
        ("suits/2/2", "not_a_choice"),
        ("no_value", "missing"),
        ("extra", "unknown_key"),
    ]


def test_readers_of_parts_share_their_faults() -> None:
    whole = Reader({"hands": [{"dealer": 9}]})
    part = Reader(whole.value("hands")[0], "/hands/0", whole.faults)
    part.integer("dealer", 0, 3)
    part.close()
    with pytest.raises(BadForm) as caught:
        whole.finish()
    assert faults_of(caught) == {("/hands/0/dealer", "out_of_range")}


def test_what_is_no_object_is_no_report() -> None:
    reader = Reader([1, 2], "/entered")
    reader.integer("bid", 0, 9)
    with pytest.raises(BadForm) as caught:
        reader.finish()
    assert faults_of(caught) == {("/entered", "wrong_type"), ("/entered/bid", "missing")}
