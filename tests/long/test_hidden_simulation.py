"""Random complete hands, followed at hidden sight from what lies face up.

Honest hands are never accused, and end with the score that they have at open sight. In others one play breaks
a duty and stands: it is proved if the complete record proves it, at the very play that first does so, which
proved.py finds again by itself, as it does for the evidence. `make test-long` prints the figures.
"""

import random
from statistics import mean

import pytest

from referee.engine.watch import ILLEGAL, LEGAL
from referee.games import all_games
from tests.games.hidden import play_hand, seen_of, watched, with_revoke
from tests.long.proved import first_proof, is_proof
from tests.perft import naive

GAMES = all_games()
HONEST, WRONG = 2000, 1000
FEW_HONEST, FEW_WRONG = 30, 15
LONG_EVIDENCE = 5
"""Evidence of more steps than this is looked at in one hand of ten."""


def sizes(few, many):
    return pytest.mark.parametrize(
        ("slug", "count"),
        [pytest.param(slug, few, id=f"some of {slug}") for slug in GAMES]
        + [pytest.param(slug, many, id=slug, marks=pytest.mark.long) for slug in GAMES],
    )


def score(hand, state):
    return hand.game.score(hand.terms, hand.standing, hand.dealer, hand.game.report(state))


@sizes(FEW_HONEST, HONEST)
def test_nobody_honest_is_accused(slug, count):
    moves = undecided = 0
    for number in range(count):
        rng = random.Random(f"honest {slug} {number}")
        hand = play_hand(rng, GAMES[slug])
        seen = seen_of(hand, rng)
        watch, verdicts = watched(hand, seen)
        assert watch.proof is None, (hand, watch.proof)
        assert ILLEGAL not in {said.verdict for said in verdicts}, hand
        assert watch.state.over
        assert score(hand, watch.state) == score(hand, hand.states()[-1])
        moves += len(verdicts)
        undecided += sum(said.verdict != LEGAL for said in verdicts)
    print(  # noqa: T201
        f"{slug}: {count} honest hands, {moves} moves, {undecided} of them open when made, no accusation"
    )


def told(hand):
    """Return a hand as the naive counters take it."""
    standing = hand.standing
    before = {"scores": list(standing.totals), "carry": standing.carry, "hands": standing.hands}
    before["used"] = list(standing.memo.get("used", ()))
    moves = [naive.parse(move._replace(stood=False).text) for move in hand.moves]
    options = dict(hand.terms.options)
    return hand.game.slug, options, hand.terms.seats, hand.dealer, hand.deal, before, moves


def leads(hand, states, step):
    """Return in which trick a move is."""
    verbs = [move.verb.name for move in hand.moves[: step + 1]]
    return sum(
        verb in ("play", "draw") and not state.trick for verb, state in zip(verbs, states, strict=False)
    )


@sizes(FEW_WRONG, WRONG)
def test_what_the_record_proves_is_found_at_once(slug, count):
    wrong, delays, alone, found_wrong = 0, [], 0, 0
    for number in range(count):
        rng = random.Random(f"wrong {slug} {number}")
        found = with_revoke(rng, play_hand(rng, GAMES[slug]))
        if found is None:
            continue
        hand, place = found
        seen = seen_of(hand, rng)
        watch, _ = watched(hand, seen)
        assert watch.state.over
        proof, wrong = watch.proof, wrong + 1
        at = seen.steps[proof.step] if proof else None
        assert at == first_proof(*told(hand)), (hand, place, proof)
        if proof:
            assert seen.steps.index(place) in proof.suspects, (hand, place, proof)
            alone += len(proof.suspects) == 1
            states = hand.states()
            delays.append(leads(hand, states, at) - leads(hand, states, place))
            if "up" not in hand.deal and (len(proof.evidence) <= LONG_EVIDENCE or number % 10 == 0):
                assert_smallest(hand, seen, proof)
                for finding in watch.findings:
                    assert_evidence(hand, seen, finding)
                    found_wrong += 1
    if slug == "checks":
        assert wrong == 0, "there is no duty to break"
        return
    print(  # noqa: T201
        f"{slug}: {wrong} wrong plays, proved {len(delays)} ({len(delays) / wrong:.1%}), "
        f"{alone} with one suspect; mean delay {mean(delays):.2f} tricks, longest {max(delays)}; "
        f"the evidence of {found_wrong} findings looked at"
    )
    assert len(delays) > 0.8 * wrong


def assert_evidence(hand, seen, finding):
    """What a finding names is a proof by itself: its words, and what was shown; nothing can be spared."""
    steps = {seen.steps[step] for step in finding.evidence}
    plays = {seen.steps[step] for step in finding.plays}
    assert is_proof(*told(hand), only=steps, words=plays), (hand, finding)
    if hand.game.slug == "troeven":
        return
    for step in steps:
        rest = steps - {step}
        assert not rest or not is_proof(*told(hand), only=rest, words=plays - {step}), (hand, finding, step)


def assert_smallest(hand, seen, proof):
    """The evidence is a proof by itself, and is none without any one of its steps.

    While there is a stock (Troeven) a card shown at a step that is left out is gone for proved.py; the
    referee does not know whose it was, and may name more steps.
    """
    steps = {seen.steps[step] for step in proof.evidence}
    assert is_proof(*told(hand), only=steps), (hand, proof)
    if hand.game.slug == "troeven":
        return
    for step in steps:
        rest = steps - {step}
        assert not rest or not is_proof(*told(hand), only=rest), (hand, proof, step)
