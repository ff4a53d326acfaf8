"""Rulings of the referee in every game: laws of hands in which some are made, without naming a game."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from referee.engine.cards import bits
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.moves import REFEREE, Move
from referee.engine.record import read_record
from referee.engine.replay import replay
from referee.engine.sources import Told
from referee.games import all_games
from tests.games.hands import Hand, filled
from tests.games.hidden import LONGEST, play_hand, seen_of, watched

GAMES = all_games()
HANDS = 60
RARE = {"worst_result": 0.02}
"""How readily a ruling that ends a hand is made; all others always."""
every_game = pytest.mark.parametrize("slug", GAMES)


def ruled_hand(rng: random.Random, game: Game[Any]) -> Hand:
    """Return a hand played by the rules to its end, in which at least one ruling was made."""
    often = rng.choice((0.02, 0.05, 0.2))
    while True:
        hand = play_hand(rng, game)
        state = game.start(hand.terms, hand.standing, hand.dealer, hand.deal)
        moves = ruled_moves(rng, game, state, often)
        if len(moves) <= LONGEST and any(move.verb.referee for move in moves):
            return replace(hand, moves=tuple(moves))


def ruled_moves(rng: random.Random, game: Game[Any], state: Any, often: float) -> Sequence[Move]:
    """Return random moves to the end of a hand, with rulings among them, some of them after the end."""
    moves: list[Move] = []
    while len(moves) <= LONGEST:
        rulings = game.remedy_moves(state) if rng.random() < often else []
        rulings = [ruling for ruling in rulings if rng.random() < RARE.get(ruling.verb.name, 1)]
        if rulings:
            move = rng.choice(rulings)
        elif state.over:
            break
        else:
            move = filled(rng, game, state, rng.choice(game.legal_moves(state)))
        moves.append(move)
        state = game.apply(state, move)
    return moves


@cache
def hands(slug: str) -> Sequence[Hand]:
    return [ruled_hand(random.Random(f"rulings {slug} {number}"), GAMES[slug]) for number in range(HANDS)]


@every_game
def test_every_game_has_rulings_of_its_own(slug: str) -> None:
    game = GAMES[slug]
    assert game.remedies
    for act in game.remedies:
        assert act.verb.referee
        assert game.remedy_verbs[act.verb.name] is act.verb
        assert act.verb.name not in game.verbs
        assert act.turn in game.rules
        assert {gate.rule for gate in act.gates} <= set(game.rules)
        assert {limit.rule for row in act.limits for limit in row if hasattr(limit, "rule")} <= set(
            game.rules
        )


@every_game
def test_a_hand_with_rulings_stays_sound(slug: str) -> None:
    """No card is lost or doubled, somebody can move until it is over, and what is listed is accepted."""
    game = GAMES[slug]
    made = set()
    for hand in hands(slug):
        for state, move in zip(hand.states(), (*hand.moves, None), strict=True):
            cards = [card for pile in (*state.hands, *game.places(state)) for card in bits(pile)]
            assert sorted(cards) == list(bits(game.pack))
            assert bool(game.legal_moves(state)) == (not state.over)
            assert all(one.seat != REFEREE for one in game.legal_moves(state))
            for ruling in game.remedy_moves(state):
                assert game.refusal(state, ruling) is None
            if move and move.verb.referee:
                assert move in game.remedy_moves(state)
                made.add(move.verb.name)
            for ruling in every_ruling(game, state):
                refused = game.refusal(state, ruling)
                assert (refused is None) == (ruling in game.remedy_moves(state)), ruling.text
                assert refused is None or refused.rule in game.rules
    assert made == set(game.remedy_verbs)


def every_ruling(game: Game[Any], state: Any) -> list[Move]:
    """Return every ruling that can be written down with small numbers."""
    rulings = []
    for act in game.remedies:
        found: list[tuple[int, ...]] = [()]
        for param in act.verb.params:
            most = {"seat": state.seats, "suit": 4}.get(param.kind.name, 11)
            found = [(*args, value) for args in found for value in range(most)]
        rulings += [Move(REFEREE, act.verb, args) for args in found]
    return rulings


@every_game
def test_rulings_are_written_and_read_as_text_and_json(slug: str) -> None:
    game = GAMES[slug]
    for hand in hands(slug)[:20]:
        for move in hand.moves:
            assert game.parse(move.text, hand.terms.seats) == move
            assert game.parse(move.text, hand.terms.seats, hidden=True) == move
            assert game.from_json(json.loads(json.dumps(move.as_json())), hand.terms.seats) == move
            if move.verb.referee:
                assert move.text.startswith("* ")
                assert game.veiled(hand.states()[-1], move, 0) is move


@every_game
def test_the_same_is_seen_at_hidden_sight(slug: str) -> None:
    """Rulings among honest moves are legal there, the hand goes the same way, and nobody is accused."""
    game = GAMES[slug]
    for hand in hands(slug):
        last = hand.states()[-1]
        watch, verdicts = watched(hand, seen_of(hand))
        assert watch.proof is None, hand
        assert all(said.verdict != "illegal" for said in verdicts)
        assert watch.state.over
        assert [one.bit_count() for one in watch.state.hands] == [one.bit_count() for one in last.hands]
        told, seen = game.report(last), game.report(watch.state)
        if "kitty" in told:
            told["kitty"], seen["kitty"] = sorted(told["kitty"]), sorted(seen["kitty"])
        assert seen == told


@every_game
def test_a_record_with_rulings_is_replayed(slug: str) -> None:
    game = GAMES[slug]
    for hand in hands(slug):
        if hand.standing != game.opening(hand.terms):
            continue
        seen = seen_of(hand)
        data = {
            "record": 1,
            "game": slug,
            "options": dict(hand.terms.options),
            "seats": [f"Player {seat}" for seat in range(hand.terms.seats)],
        }
        open_hand = {
            "dealer": hand.dealer,
            "sight": "open",
            "deal": hand.deal,
            "moves": [move.text for move in hand.moves],
        }
        hidden = open_hand | {"sight": "hidden", "deal": seen.shown, "moves": seen.moves}
        scores = []
        for one in (open_hand, hidden):
            record = read_record(json.loads(json.dumps(data | {"hands": [one]})), GAMES)
            (found,) = replay(record).hands
            assert not found.faults
            assert found.score is not None
            scores.append(found.score)
        assert scores[0] == scores[1]


@every_game
def test_a_reported_hand_with_rulings_scores_like_the_played_one(slug: str) -> None:
    """Every ruling is behind a line of the sheet, and lines that only a ruling makes say so."""
    game = GAMES[slug]
    for hand in hands(slug):
        states = hand.states()
        moves = [Told(move, state) for move, state in zip(hand.moves, states[1:], strict=True)]
        report = json.loads(json.dumps(game.report(states[-1])))
        read = game.read_report(Reader(report), hand.terms, hand.standing)
        score = game.score(hand.terms, hand.standing, hand.dealer, report)
        assert game.score(hand.terms, hand.standing, hand.dealer, read) == score
        behind = {place for line in score.lines for place in game.sources(line, moves)}
        ruled = {place for place, move in enumerate(hand.moves) if move.verb.referee}
        assert ruled <= behind
        for line in score.lines:
            assert line.rules
            assert set(line.rules) <= set(game.rules)
            assert line.sentence()
