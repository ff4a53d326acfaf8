"""The three kinds of no, and faults of form: codes, sentences, data."""

import re

import pytest

from referee.engine.errors import (
    FORM_SENTENCES,
    SENTENCES,
    BadForm,
    Fault,
    NotAMove,
    RefereeError,
    Refused,
    Stale,
)


@pytest.mark.parametrize("sentence", [*SENTENCES.values(), *FORM_SENTENCES.values()])
def test_sentences_are_whole_and_have_named_places(sentence: str) -> None:
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0] in "“%"
    assert not re.search(r"%(?!\(\w+\)s)", sentence)


def test_a_word_that_is_no_move() -> None:
    error = NotAMove("bad_card", card="1S")
    assert (str(error), error.code, error.params) == ("“1S” is not a card.", "bad_card", {"card": "1S"})
    assert error.sentence == "“%(card)s” is not a card."


def test_a_refusal_cites_a_rule() -> None:
    error = Refused("not_held", "A17", seat=1, card="TS")
    assert (str(error), error.rule, error.can_stand) == ("Seat 1 does not have TS to play.", "A17", False)
    assert Refused("obliged", "A18", can_stand=True, card="TS").can_stand


def test_a_stale_picture_tells_the_number_of_today() -> None:
    error = Stale(41)
    assert (error.code, error.seq) == ("stale", 41)
    assert str(error) == SENTENCES["stale"]


def test_the_three_kinds_are_apart() -> None:
    kinds = (NotAMove, Refused, Stale)
    for kind in kinds:
        assert issubclass(kind, RefereeError)
        assert not any(issubclass(kind, other) for other in kinds if other is not kind)
    assert not issubclass(BadForm, RefereeError)


def test_bad_form_carries_every_fault() -> None:
    faults = [Fault("/a", "missing", {}), Fault("/b/0", "out_of_range", {"low": 1, "high": 4})]
    error = BadForm(faults)
    assert error.faults == tuple(faults)
    assert str(error) == "/a: This is missing.; /b/0: This should lie between 1 and 4."


def test_a_code_without_a_sentence_cannot_be_used() -> None:
    with pytest.raises(KeyError):
        Refused("because", "A1")
