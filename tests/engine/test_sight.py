"""One interface for hands at open and at hidden sight."""

from dataclasses import replace

import pytest

from referee import games
from referee.engine.errors import Refused
from referee.engine.sight import started

GAME = games.get("getaway")
TERMS = GAME.terms({}, 4)
OPENING = GAME.opening(TERMS)


def deal():
    return GAME.deal(TERMS, OPENING, 0, lambda cards: cards)


def test_at_open_sight_nothing_is_found_later() -> None:
    hand = started(GAME, TERMS, OPENING, 0, "open", deal())
    assert (hand.sight, hand.findings) == ("open", ())


def test_at_hidden_sight_everybody_knows_what_was_laid_and_nobody_more() -> None:
    hand = started(GAME, TERMS, OPENING, 0, "hidden", {})
    assert hand.sight == "hidden"
    assert all(hand.view(seats) == hand.view(0) for seats in (1, 15))
    after, verdict = hand.played(hand.parse("2 play AS"))
    assert verdict == "legal"
    assert hand.state.trick == ()  # a hand is a value
    assert not hand.reveals(hand.parse("2 play AS"), after)
    assert hand.veiled(hand.parse("2 play AS"), 0).text == "2 play AS"


@pytest.mark.parametrize("sight", ["open", "hidden"])
def test_no_hand_starts_after_the_match(sight: str) -> None:
    with pytest.raises(Refused) as caught:
        started(GAME, TERMS, replace(OPENING, over=True), 0, sight, deal() if sight == "open" else {})
    assert (caught.value.code, caught.value.rule) == ("match_over", GAME.match_rule)
