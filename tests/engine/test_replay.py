"""Replaying records: verdicts, faults with their step and rule, and the standing they lead to."""

from typing import Any

import pytest

from referee.engine.errors import BadForm
from referee.engine.record import Record, read_record
from referee.engine.replay import HandReplay, check_record, form_faults, replay
from referee.games import all_games
from tests.games.test_records import examples, records

GAMES = all_games()


def record_of(game: str, *hands: dict[str, Any], seats: int = 4, **options: Any) -> Record:
    names = ["Ann", "Ben", "Cem", "Dia"][:seats]
    data = {"record": 1, "game": game, "options": options, "seats": names, "hands": list(hands)}
    return read_record(data, GAMES)


def only_hand(record: Record, **how: Any) -> HandReplay:
    (hand,) = replay(record, **how).hands
    return hand


def getaway(*moves: str, sight: str = "hidden", **more: Any) -> Record:
    """Return a record of Getaway for four; at open sight seats 0 to 3 hold spades, hearts, diamonds, clubs.

    The aces of hearts and diamonds have changed places.
    """
    suits = [[rank + suit for rank in "AKQJT98765432"] for suit in "SHDC"]
    suits[1][0], suits[2][0] = "AD", "AH"
    deal = {} if sight == "hidden" else {"hands": suits}
    return record_of("getaway", {"dealer": 3, "sight": sight, "deal": deal, "moves": list(moves)} | more)


def test_a_complete_record_is_folded_into_the_standing() -> None:
    (record,) = [read_record(one, GAMES) for one in examples("auction-house")][:1]
    found = replay(record, legal=True)
    assert found.hands[0].score is not None
    assert found.standing == found.hands[0].score.standing
    assert found.standing.hands == 1
    assert all(step.legal is not None and step.verdict == "legal" for step in found.hands[0].steps)


def test_open_sight_stops_at_the_first_fault() -> None:
    hand = only_hand(
        getaway("0 play AS", "1 play KH", "2 play AH", "3 play AC", "0 play 2S", "2 play AH", sight="open")
    )
    assert [step.verdict for step in hand.steps] == ["legal"] * 5 + ["illegal"]
    (fault,) = hand.faults
    assert (fault.step, fault.rule, fault.suspects, fault.evidence) == (5, "G9", (5,), (5,))
    assert hand.broken
    assert hand.score is None
    assert hand.steps[0].legal is None


def test_words_that_are_no_move_break_no_rule() -> None:
    for sight in ("open", "hidden"):
        (fault,) = only_hand(getaway("0 fly AS", sight=sight)).faults
        assert (fault.step, fault.rule, fault.error.code) == (0, None, "unknown_verb")


def test_a_marked_play_is_reported_and_played_on() -> None:
    moves = (
        "0 play AS",
        "1 play AD",
        "2 play QD",
        "3 play AC",
        "0 play 2S",
        "1 play KH",
        "0 play 3S",
        "1 play! 2H",
    )
    hand = only_hand(getaway(*moves, sight="open"))
    (fault,) = hand.faults
    assert (fault.step, fault.error.code) == (7, "not_illegal"), "seat 1 has no spade"
    assert hand.broken
    suits = [[rank + suit for rank in "AKQJT98765432"] for suit in "SHDC"]
    suits[0][12], suits[1][12] = "2H", "2S"
    wrong = ("0 play AS", "1 play! 3H", "2 play AD", "3 play AC", "0 play KS")
    deal = {"dealer": 3, "sight": "open", "deal": {"hands": suits}, "moves": list(wrong)}
    hand = only_hand(record_of("getaway", deal))
    assert [(fault.step, fault.rule, fault.goes_on) for fault in hand.faults] == [(1, "G6", True)]
    assert len(hand.steps) == 5
    assert not hand.broken


def test_hidden_sight_goes_on_past_a_proof() -> None:
    first = ("0 play AS", "1 play JS", "2 play AH", "3 play TS")
    moves = (*first, "0 play KD", "1 play 2C", "0 play 2D", "1 play 9D", "2 play 8D", "3 play 7D")
    hand = only_hand(getaway(*moves), legal=True)
    assert [step.verdict for step in hand.steps][:6] == ["legal", "legal", "open", "legal", "legal", "open"]
    (fault,) = hand.faults
    assert (fault.step, fault.rule, fault.suspects, fault.evidence) == (7, "G9", (5,), (5, 7))
    assert fault.error.code == "no_deal_fits"
    assert fault.goes_on
    assert len(hand.steps) == len(moves)
    assert hand.steps[1].legal == ["0 take", "1 play *", "1 take", "2 take", "3 take"]


def test_hidden_sight_stops_where_a_move_cannot_be() -> None:
    hand = only_hand(getaway("0 play AS", "1 play AS", "2 play 3S"))
    (fault,) = hand.faults
    assert (fault.step, fault.error.code, fault.rule) == (1, "cannot_be", "G6")
    assert len(hand.steps) == 2
    assert hand.broken


def test_a_marked_play_at_hidden_sight() -> None:
    first = ("0 play AS", "1 play JS", "2 play AH", "3 play TS")
    hand = only_hand(getaway(*first, "0 play KD", "1 play! 2C", "0 play 2D", "1 play 9D"))
    assert [(fault.step, fault.rule, fault.suspects) for fault in hand.faults] == [(5, "G9", (5,))]
    assert hand.steps[5].verdict == "illegal"


def test_an_unfinished_hand_is_a_fault_only_with_a_result() -> None:
    assert only_hand(getaway("0 play AS")).faults == []
    (fault,) = only_hand(getaway("0 play AS", result={"loser": 0, "losses": [1, 0, 0, 0]})).faults
    assert (fault.step, fault.rule, fault.error.code) == (1, "G6", "unfinished")


def test_a_result_has_to_be_the_one_played() -> None:
    entered = {"dealer": 0, "moves": [], "entered": {"captured": [20, 18]}, "result": {"captured": [18, 20]}}
    (fault,) = only_hand(record_of("checks", entered, seats=2)).faults
    assert (fault.step, fault.rule, fault.error.code) == (0, "C20", "wrong_result")
    impossible = {"dealer": 0, "moves": [], "entered": {"captured": [1, 20]}}
    (fault,) = only_hand(record_of("checks", impossible, seats=2)).faults
    assert (fault.step, fault.rule) == (0, "C10")


def test_after_the_end_of_a_match_nothing_is_dealt() -> None:
    won = {"dealer": 0, "moves": [], "entered": {"points": [10, 30]}}
    found = replay(record_of("troeven", won, won, seats=2, start_score=1))
    assert found.standing.winners == (1,)
    assert [fault.error.code for fault in found.hands[1].faults] == ["match_over"]
    assert found.hands[1].faults[0].rule == "T11"


def test_replay_ends_with_a_hand_that_did_not_end() -> None:
    hand = {"dealer": 3, "sight": "hidden", "deal": {}, "moves": ["0 play AS"]}
    assert len(replay(record_of("getaway", hand, hand)).hands) == 1


def test_a_deal_that_is_none_is_told_with_its_place() -> None:
    for sight in ("open", "hidden"):
        hand = {"dealer": 3, "sight": sight, "deal": {"hands": [["XX"]]}, "moves": []}
        with pytest.raises(BadForm) as caught:
            replay(record_of("getaway", hand))
        assert "/hands/0/deal/hands/0/0" in {fault.pointer for fault in caught.value.faults}


def test_a_record_that_is_kept_has_moves_that_can_be_read() -> None:
    record = getaway("0 play AS", "1 play ?", "2 fly", sight="open")
    assert [(fault.pointer, fault.code) for fault in form_faults(record)] == [
        ("/hands/0/moves/1", "unseen_card"),
        ("/hands/0/moves/2", "unknown_verb"),
    ]
    with pytest.raises(BadForm):
        check_record(record)
    good = read_record(records("checks")[0], GAMES)
    assert check_record(good).hands == replay(good).hands


def test_a_hand_at_hidden_sight_is_kept_too() -> None:
    good = getaway("0 play AS")
    assert check_record(good).hands == replay(good).hands
