"""Moves as text and as JSON, there and back, and everything that is no move."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.cards import NAMES, UNSEEN, parse_card
from referee.engine.errors import NotAMove
from referee.engine.moves import (
    ANSWER,
    CARD,
    NOBODY,
    NUMBER,
    PASS,
    PLAY,
    REFEREE,
    SEAT,
    SUIT,
    WILD,
    Move,
    Param,
    Verb,
    move_from_json,
    parse_move,
)

OPEN = Verb("open", (Param("card", CARD), Param("suit", SUIT)))
BID = Verb("bid", (Param("points", NUMBER),))
TRADE = Verb("trade", (Param("from", SEAT),))
ANSWERS = Verb("answer", (Param("answer", ANSWER),))
GIVE = Verb("give", (Param("cards", CARD, many=True, least=3, most=4),), face_down=True, pattern=True)
CLAIM = Verb("claim", (Param("pile", NUMBER), Param("fan", CARD, many=True, least=0, most=3)))
PICKUP = Verb("pick_up", (Param("offender", SEAT),), referee=True)
VERBS = {verb.name: verb for verb in (PLAY, PASS, OPEN, BID, TRADE, ANSWERS, GIVE, CLAIM, PICKUP)}
SEATS = 4


def arguments(verb: Verb) -> st.SearchStrategy[tuple[int, ...]]:
    """All arguments that a verb can be written with."""
    kinds = {
        CARD.name: st.integers(0, 51),
        SUIT.name: st.integers(0, 3),
        NUMBER.name: st.integers(0, 999_999),
        SEAT.name: st.integers(0, SEATS - 1),
        ANSWER.name: st.integers(0, 5),
    }
    parts = [
        st.lists(kinds[param.kind.name], min_size=param.least if param.many else 1, max_size=param.most)
        for param in verb.params
    ]
    return st.tuples(*parts).map(lambda lists: tuple(arg for part in lists for arg in part))


def seats(verb: Verb) -> st.SearchStrategy[int]:
    """All seats that a verb can be written with."""
    return st.just(REFEREE) if verb.referee else st.sampled_from([NOBODY, *range(SEATS)])


moves = st.sampled_from(list(VERBS.values())).flatmap(
    lambda verb: st.builds(Move, seats(verb), st.just(verb), arguments(verb), st.booleans())
)


@given(moves)
def test_text_and_json_round_trip(move: Move) -> None:
    assert parse_move(move.text, VERBS, SEATS) == move
    assert move_from_json(move.as_json(), VERBS, SEATS) == move
    assert move_from_json({"text": move.text}, VERBS, SEATS) == move
    plain = move.as_json()
    del plain["text"]
    assert move_from_json(plain, VERBS, SEATS) == move


@pytest.mark.parametrize(
    ("text", "json"),
    [
        ("1 play QH", {"seat": 1, "kind": "play", "card": "QH"}),
        ("1 play! KD", {"seat": 1, "kind": "play", "card": "KD", "stood": True}),
        ("- play 7C", {"seat": None, "kind": "play", "card": "7C"}),
        ("0 pass", {"seat": 0, "kind": "pass"}),
        ("1 open 7H S", {"seat": 1, "kind": "open", "card": "7H", "suit": "S"}),
        ("1 bid 55", {"seat": 1, "kind": "bid", "points": 55}),
        ("1 trade 3", {"seat": 1, "kind": "trade", "from": 3}),
        ("* pick_up 1", {"seat": "*", "kind": "pick_up", "offender": 1}),
        ("0 answer H", {"seat": 0, "kind": "answer", "answer": "H"}),
        ("0 answer yes", {"seat": 0, "kind": "answer", "answer": "yes"}),
        ("3 give TC JD TH", {"seat": 3, "kind": "give", "cards": ["TC", "JD", "TH"]}),
        ("0 claim 3 JS 7H", {"seat": 0, "kind": "claim", "pile": 3, "fan": ["JS", "7H"]}),
    ],
)
def test_canonical_forms(text: str, json: dict[str, Any]) -> None:
    move = parse_move(text, VERBS, SEATS)
    assert move.text == text
    assert move.as_json() == json | {"text": text}
    assert move_from_json(json, VERBS, SEATS) == move


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("  1   play\tqh ", "1 play QH"),
        ("1 PLAY 10♥", "1 play TH"),
        ("1 Play! hk", "1 play! KH"),
        ("0 open h7 ♠", "0 open 7H S"),
        ("0 answer NO", "0 answer no"),
        ("0 answer ♦", "0 answer D"),
        ("3 give ? ? ?", "3 give ? ? ?"),
    ],
)
def test_readers_are_lenient(said: str, canonical: str) -> None:
    assert parse_move(said, VERBS, SEATS).text == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_text"),
        ("1", "bad_text"),
        ("pass", "bad_text"),
        ("1 play " + "Q" * 200, "bad_text"),
        ("4 pass", "bad_seat"),
        ("-1 pass", "bad_seat"),
        ("01 pass", "bad_seat"),
        ("+1 pass", "bad_seat"),
        ("１ pass", "bad_seat"),
        ("* pass", "bad_seat"),
        ("1 pick_up 1", "referee_alone"),
        ("- pick_up 1", "referee_alone"),
        ("* pick_up x", "bad_number"),
        ("1 fly QH", "unknown_verb"),
        ("1 play!! QH", "unknown_verb"),
        ("1 ! QH", "unknown_verb"),
        ("1 play", "wrong_arguments"),
        ("1 play QH KH", "wrong_arguments"),
        ("1 pass QH", "wrong_arguments"),
        ("1 open QH", "wrong_arguments"),
        ("1 give QH KH", "wrong_arguments"),
        ("1 give QH KH 2S 3S 4S", "wrong_arguments"),
        ("1 claim", "wrong_arguments"),
        ("1 play XX", "bad_card"),
        ("1 play *", "bad_card"),
        ("1 open QH X", "bad_suit"),
        ("1 bid 5.5", "bad_number"),
        ("1 bid -5", "bad_number"),
        ("1 bid 05", "bad_number"),
        ("1 bid 1000000", "bad_number"),
        ("1 trade x", "bad_number"),
        ("0 answer perhaps", "bad_answer"),
    ],
)
def test_what_is_no_move(text: str, code: str) -> None:
    with pytest.raises(NotAMove) as caught:
        parse_move(text, VERBS, SEATS)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("json", "code"),
    [
        ({}, "bad_text"),
        ({"text": 5}, "bad_text"),
        ({"seat": 1}, "bad_text"),
        ({"kind": "pass"}, "bad_text"),
        ({"seat": 1, "kind": 5}, "bad_text"),
        ({"seat": 1, "kind": "play", "card": "QH", "stood": 1}, "bad_text"),
        ({"seat": 1, "kind": "play", "card": "QH", "text": "1 play KH"}, "bad_text"),
        ({"seat": 1, "kind": "play", "card": "QH", "text": 1}, "bad_text"),
        ({"seat": 4, "kind": "pass"}, "bad_seat"),
        ({"seat": -1, "kind": "pass"}, "bad_seat"),
        ({"seat": True, "kind": "pass"}, "bad_seat"),
        ({"seat": "*", "kind": "pass"}, "bad_seat"),
        ({"seat": 1, "kind": "pick_up", "offender": 1}, "referee_alone"),
        ({"seat": None, "kind": "pick_up", "offender": 1}, "referee_alone"),
        ({"seat": "1", "kind": "pass"}, "bad_seat"),
        ({"seat": 1.0, "kind": "pass"}, "bad_seat"),
        ({"seat": 1, "kind": "fly"}, "unknown_verb"),
        ({"seat": 1, "kind": "PLAY", "card": "QH"}, "unknown_verb"),
        ({"seat": 1, "kind": "play!", "card": "QH"}, "unknown_verb"),
        ({"seat": 1, "kind": "play"}, "wrong_arguments"),
        ({"seat": 1, "kind": "play", "card": ["QH"]}, "wrong_arguments"),
        ({"seat": 1, "kind": "play", "card": None}, "wrong_arguments"),
        ({"seat": 1, "kind": "play", "card": 7}, "wrong_arguments"),
        ({"seat": 1, "kind": "play", "card": "QH", "suit": "S"}, "wrong_arguments"),
        ({"seat": 1, "kind": "play", "card": "Q H"}, "wrong_arguments"),
        ({"seat": 1, "kind": "bid", "points": "55"}, "wrong_arguments"),
        ({"seat": 1, "kind": "bid", "points": True}, "wrong_arguments"),
        ({"seat": 1, "kind": "give", "cards": ["QH", "KH"]}, "wrong_arguments"),
        ({"seat": 1, "kind": "give", "cards": {"QH": 1}}, "wrong_arguments"),
        ({"seat": 1, "kind": "give"}, "wrong_arguments"),
        ({"seat": 1, "kind": "play", "card": ""}, "bad_card"),
        ({"seat": 1, "kind": "bid", "points": -5}, "bad_number"),
    ],
)
def test_json_that_is_no_move(json: dict[str, Any], code: str) -> None:
    with pytest.raises(NotAMove) as caught:
        move_from_json(json, VERBS, SEATS)
    assert caught.value.code == code


def test_what_is_needed_is_named() -> None:
    with pytest.raises(NotAMove, match=r"“open” is written with: card, suit\."):
        parse_move("0 open 7H", VERBS, SEATS)
    with pytest.raises(NotAMove, match=r"“pass” is written with: –\."):
        parse_move("0 pass 7H", VERBS, SEATS)


def test_a_list_that_may_be_empty_may_be_left_out() -> None:
    assert move_from_json({"seat": 0, "kind": "claim", "pile": 3}, VERBS, SEATS).text == "0 claim 3"
    assert parse_move("0 claim 3", VERBS, SEATS).args == (3,)


def test_patterns_and_unseen_cards_have_a_text() -> None:
    assert Move(3, GIVE, (WILD, WILD, WILD)).text == "3 give * * *"
    assert Move(3, GIVE, (UNSEEN, UNSEEN, UNSEEN)).text == "3 give ? ? ?"


def test_moves_are_values() -> None:
    move = Move(1, PLAY, (parse_card("QH"),))
    assert {move, parse_move("1 play qh", VERBS, SEATS)} == {move}
    assert len({Move(1, PLAY, (card,)) for card in range(52)}) == len(NAMES)
