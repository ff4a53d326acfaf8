"""Hidden sight held against records that another implementation of idea and rule books made.

A line of ``tests/data/records/*-hidden.jsonl.xz`` is a hand in which one or two plays may have broken a duty
and stood. Its ``x`` is the truth about it: whether some deal fits everything seen up to each step, the first
step at which none does, and the plays that could then alone be to blame.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine import evidence as ev
from referee.engine.evidence import Proof
from referee.engine.moves import NOBODY
from referee.engine.record import read_record
from referee.engine.replay import HandReplay, replay
from referee.engine.watch import ILLEGAL, LEGAL, OPEN, Verdict, Watch
from referee.games import all_games
from tests.games.test_records import Record, examples, records

GAMES = all_games()
HIDDEN = [slug for slug in GAMES if slug != "checks"]
"""The games with duties that depend on hidden cards."""

some_or_all = pytest.mark.parametrize(
    ("slug", "part"),
    [pytest.param(slug, slice(0, None, 5), id=f"some of {slug}") for slug in HIDDEN]
    + [pytest.param(slug, slice(None), id=slug, marks=pytest.mark.long) for slug in HIDDEN],
)
every_hidden_game = pytest.mark.parametrize("slug", HIDDEN)
LEARNED = (*ev.WORDS, ev.HAS, ev.SHOW, ev.AT)
"""What can be left out of a proof: everything but cards that move on unseen."""


def watches(record: Record) -> Iterator[tuple[Watch, Verdict]]:
    """Yield the watch after each move, with the verdict on it."""
    game, hand = GAMES[record["game"]], record["hands"][0]
    terms = game.terms(record["options"], len(record["seats"]))
    watch = Watch(game, terms, game.opening(terms), hand["dealer"], hand["deal"])
    for text in hand["moves"]:
        yield watch, watch.play(game.parse(text, terms.seats, hidden=True))


def replayed(record: Record) -> HandReplay:
    (hand,) = replay(read_record(record, GAMES)).hands
    return hand


@some_or_all
def test_each_step(slug: str, part: slice) -> None:
    """Whether some deal still fits, step by step; the proof; and what is said of each move."""
    found = records(f"{slug}-hidden")
    assert len(found) == 140
    proofs = 0
    for record in found[part]:
        truth = record["x"]
        fits = []
        for watch, said in watches(record):
            fits.append(watch.proof is None)
            assert_sane(record, watch, said)
            if watch.proof and watch.proof.step == watch.step - 1:
                proofs += 1
                assert_proof(watch, watch.proof)
        assert fits == truth["consistent"]
        assert watch.state.over
        assert (watch.proof.step if watch.proof else None) == truth["first"]
        assert list(watch.proof.suspects if watch.proof else ()) == truth["suspects"]
    assert proofs > len(found[part]) // 3


def assert_sane(record: Record, watch: Watch, said: Verdict) -> None:
    """Only a play can be anything but legal; one that is illegal by itself proves it at once."""
    step = watch.step - 1
    move = watch.game.parse(record["hands"][0]["moves"][step], len(record["seats"]), hidden=True)
    if said.verdict == LEGAL:
        assert said.error is None
        return
    assert move.verb.name == "play"
    assert move.seat != NOBODY
    if said.verdict == OPEN:
        assert said.error is None
    else:
        assert said.verdict == ILLEGAL
        assert said.error is not None
        assert said.error.rule in watch.game.rules
        assert watch.proof is not None
        assert watch.proof.step <= step


def assert_proof(watch: Watch, proof: Proof) -> None:
    """The evidence is a proof by itself, no step of it can be spared, and every suspect is part of it."""
    steps = {event.step for event in watch.evidence.events if event.step >= 0}
    others = steps - set(proof.evidence)
    assert not watch.evidence.fits_without(others, LEARNED), "the evidence alone is a proof"
    for step in proof.evidence:
        assert watch.evidence.fits_without(others | {step}, LEARNED), "no step can be spared"
    assert set(proof.suspects) <= set(proof.evidence), "a suspect is part of every proof"
    assert proof.step in proof.evidence, "without the last step there was no proof"
    for step in steps - set(proof.suspects):
        assert not watch.evidence.fits_without((step,))


@every_hidden_game
def test_replay_says_the_same(slug: str) -> None:
    found = [
        *records(f"{slug}-hidden")[::10],
        *(record for record in hidden_examples() if record["game"] == slug),
    ]
    for record in found:
        truth, said = record["x"], replayed(record)
        assert len(said.steps) == len(record["hands"][0]["moves"])
        assert not said.broken
        assert said.score is not None
        assert said.score.result == record["hands"][0]["result"]
        assert [fault.step for fault in said.faults] == ([] if truth["first"] is None else [truth["first"]])
        for fault in said.faults:
            assert fault.rule in GAMES[slug].rules
            assert list(fault.suspects) == truth["suspects"]
            assert truth["first"] in fault.evidence


def hidden_examples() -> tuple[Record, ...]:
    return records("hidden-examples")


def test_examples_of_every_game() -> None:
    assert {record["game"] for record in hidden_examples()} == set(GAMES)
    for record in hidden_examples():
        said = replayed(record)
        assert said.score is not None
        assert said.score.result == record["hands"][0]["result"]
        assert [fault.step for fault in said.faults] == [
            record["x"][key] for key in ("first",) if key in record["x"]
        ]


@pytest.mark.parametrize("slug", GAMES)
def test_open_sight_is_the_special_case(slug: str) -> None:
    """A record of open sight tells the same faults as before: the one play, and nothing else."""
    for record in (*examples(slug), *records(slug)[:10]):
        said: Any = replay(read_record(record, GAMES))
        assert all(not hand.faults for hand in said.hands)
