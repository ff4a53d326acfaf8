"""Laws that hold for every game that is found, without naming one."""

import dataclasses
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.acts import Obliged, denied
from referee.engine.cards import NAMES, bits, card_set, card_text, parse_card
from referee.engine.errors import BadForm, RefereeError, Refused
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.match import Standing
from referee.engine.moves import ANSWER, CARD, NOBODY, SEAT, SUIT, WILD, Kind, Move, Verb
from referee.engine.sources import Told
from referee.engine.state import State
from referee.games import all_games
from tests.games.hands import Hand, laws, random_hand, replay, shown_cards

GAMES = all_games()
every_game = pytest.mark.parametrize("slug", GAMES)
PLACES = 3
"""How many places of a hand are looked at where all would take too long."""


# -- every move of a game ----------------------------------------------------------------------------


SMALL_NUMBERS = range(10)
ALL_NUMBERS = (*range(15), *range(15, 451, 5), 999_999)
"""Numbers that stand for all: small ones, and those that auctions are made of."""


def values(game: Game[Any], kind: Kind, seats: int, numbers: Sequence[int]) -> Sequence[int]:
    """Return the arguments of a kind."""
    if kind is CARD:
        return bits(game.pack)
    if kind is SUIT:
        return range(4)
    if kind is ANSWER:
        return range(6)
    return range(seats) if kind is SEAT else numbers


def every_move(rng: random.Random, game: Game[Any], seats: int) -> Iterator[Move]:
    """Yield every move that can be written down, all seats and verbs; of those with lists only some."""
    for verb in game.verbs.values():
        for args in every_argument(rng, game, verb, seats):
            for seat in (NOBODY, *range(seats)):
                yield Move(seat, verb, args)


def every_argument(rng: random.Random, game: Game[Any], verb: Verb, seats: int) -> Iterable[tuple[int, ...]]:
    numbers = SMALL_NUMBERS if len(verb.params) > 1 else ALL_NUMBERS
    choices = [values(game, param.kind, seats, numbers) for param in verb.params]
    if not any(param.many for param in verb.params):
        return product(*choices)
    *lead, listed = choices
    low, high = (bound - len(lead) for bound in verb.bounds())
    return [
        (*map(rng.choice, lead), *(rng.choice(listed) for _ in range(rng.randint(low, high))))
        for _ in range(200)
    ]


def is_listed(listed: set[Move], move: Move, state: State, game: Game[Any]) -> bool:
    """Return whether a list of legal moves holds a move, itself or as a pattern that stands for it."""
    if move in listed:
        return True
    if move._replace(args=(WILD,) * len(move.args)) not in listed:
        return False
    act = game.phases[state.phase].act(move.verb)
    assert act is not None
    allowed = (act.allowed(state, move.seat, move.args[:place]) for place in range(len(move.args)))
    return all(mask >> arg & 1 for mask, arg in zip(allowed, move.args, strict=True))


def places_of(hand: Hand, rng: random.Random) -> list[int]:
    """Return some places of a hand to look at, the first and the end among them."""
    inner = range(1, len(hand.moves))
    return [0, *sorted(rng.sample(inner, min(PLACES, len(inner)))), len(hand.moves)]


@every_game
def test_exactly_the_listed_moves_are_accepted(slug: str) -> None:
    game = GAMES[slug]

    @laws(6)
    @given(random_hand(game), st.randoms(use_true_random=True))
    def law(hand: Hand, rng: random.Random) -> None:
        states = hand.states()
        for place in places_of(hand, rng):
            state = states[place]
            listed = set(game.legal_moves(state))
            for move in every_move(rng, game, hand.terms.seats):
                refused = game.refusal(state, move)
                assert (refused is None) == is_listed(listed, move, state, game), move.text
                assert refused is None or refused.rule in game.rules, move.text

    law()


@every_game
def test_a_hand_runs_to_its_end(slug: str) -> None:
    """Somebody can move until it is over, exactly the seats to act can, and no card is lost or doubled."""
    game = GAMES[slug]

    @laws(25)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        for state in hand.states():
            legal = game.legal_moves(state)
            assert bool(legal) == (not state.over)
            assert {move.seat for move in legal} == set(bits(game.to_act(state)))
            assert len(set(legal)) == len(legal)
            cards = [card for pile in (*state.hands, *game.places(state)) for card in bits(pile)]
            assert sorted(cards) == list(bits(game.pack))
        last = Move(0, next(iter(game.verbs.values())), ())
        assert game.refusal(state, last).rule == game.end_rule  # type: ignore[union-attr]

    law()


@every_game
def test_each_listed_move_is_accepted_as_text_and_as_json(slug: str) -> None:
    game = GAMES[slug]

    @laws(15)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        seats = hand.terms.seats
        for state in hand.states():
            texts = game.legal_texts(state)
            assert texts == sorted(set(texts))
            for move in game.legal_moves(state):
                if WILD in move.args:
                    assert set(move.args) == {WILD}
                else:
                    assert game.refusal(state, move) is None
                    assert game.parse(move.text, seats) == move
                    assert game.from_json(json.loads(json.dumps(move.as_json())), seats) == move
        for move in hand.moves:
            assert game.parse(move.text, seats) == move
            assert game.from_json(json.loads(json.dumps(move.as_json())), seats) == move
            assert game.from_json({"text": move.text}, seats) == move
            marked = move._replace(stood=True)
            assert game.parse(marked.text, seats) == marked
            assert game.from_json(json.loads(json.dumps(marked.as_json())), seats) == marked

    law()


@every_game
def test_the_log_alone_gives_the_same_states(slug: str) -> None:
    """Replaying texts gives equal states, applying changes nothing that was there before."""
    game = GAMES[slug]

    @laws(15)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        states = hand.states()
        before = [state.copy() for state in states]
        log = json.loads(json.dumps({"deal": hand.deal, "moves": [move.text for move in hand.moves]}))
        moves = [game.parse(text, hand.terms.seats) for text in log["moves"]]
        again = replay(game, hand.terms, hand.standing, hand.dealer, log["deal"], moves)
        assert again == states == before

    law()


@every_game
def test_a_marked_move_is_one_that_breaks_a_duty_alone(slug: str) -> None:
    game = GAMES[slug]

    @laws(10)
    @given(random_hand(game), st.randoms(use_true_random=True))
    def law(hand: Hand, rng: random.Random) -> None:
        states = hand.states()
        for place in places_of(hand, rng):
            for move in every_move(rng, game, hand.terms.seats):
                if len(move.args) > 1:
                    continue
                plain = game.refusal(states[place], move)
                marked = game.refusal(states[place], move._replace(stood=True))
                stands = plain is not None and plain.code == "obliged"
                assert (marked is None) == stands, move.text
                assert plain is None or plain.can_stand == stands

    law()


@every_game
def test_a_play_denies_exactly_what_would_have_made_it_illegal(slug: str) -> None:
    """The one list of duties gives the legal cards of a hand, and what a play says of a hand nobody sees."""
    game = GAMES[slug]

    @laws(10)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        for state in hand.states()[:-1]:
            for act in game.phases[state.phase].acts:
                for duty in (limit for row in act.limits for limit in row if isinstance(limit, Obliged)):
                    for seat in range(hand.terms.seats):
                        held, duties = state.hands[seat], duty.duties(state, seat)
                        legal = held & duty.allowed(state, seat, ())
                        assert legal == card_set(c for c in bits(held) if not held & denied(c, duties))
                        assert legal or not held
                        assert {rule for _, _, rule in duties} <= set(game.rules)

    law()


@every_game
def test_a_reported_hand_scores_like_a_played_one(slug: str) -> None:
    game = GAMES[slug]

    @laws(25)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        states = hand.states()
        told_moves = [Told(move, state) for move, state in zip(hand.moves, states[1:], strict=True)]
        report = json.loads(json.dumps(game.report(states[-1])))
        read = game.read_report(Reader(report), hand.terms, hand.standing)
        played = game.score(hand.terms, hand.standing, hand.dealer, report)
        told = game.score(hand.terms, hand.standing, hand.dealer, read)
        assert told == played
        assert played.standing.hands == hand.standing.hands + 1
        kept = json.loads(json.dumps(played.standing.as_json()))
        assert Standing.from_json(kept) == played.standing
        assert json.loads(json.dumps(played.result)) == played.result
        for line in played.lines:
            assert line.seat in range(hand.terms.seats)
            assert set(line.rules) <= set(game.rules)
            assert line.rules
            assert line.sentence()
            places = game.sources(line, told_moves)
            assert sorted({place for place in places if 0 <= place < len(hand.moves)}) == list(places)

    law()


@every_game
def test_a_finished_match_deals_no_more(slug: str) -> None:
    game = GAMES[slug]

    @laws(5)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        over = dataclasses.replace(hand.standing, over=True)
        with pytest.raises(Refused) as caught:
            game.start(hand.terms, over, hand.dealer, hand.deal)
        assert caught.value.rule == game.match_rule

    law()


# -- noninterference -----------------------------------------------------------------------------------


def answers(hand: Hand, states: Sequence[Any], moves: Sequence[Move], viewer: int) -> list[str]:
    """Return all that a viewer gets at each state: the view, the log as veiled then, the own legal moves."""
    game, eyes = hand.game, 0 if viewer == NOBODY else 1 << viewer
    return [
        json.dumps(
            {
                "view": game.view(state, eyes),
                "log": [game.veiled(state, move, eyes).text for move in moves[:place]],
                "legal": game.legal_texts(state, eyes),
            }
        )
        for place, state in enumerate(states)
    ]


def swapped(cards: tuple[str, str], part: Any) -> Any:
    """Return a part of a deal with two cards changed for each other wherever they are."""
    first, second = cards
    if isinstance(part, str):
        return {first: second, second: first}.get(part, part)
    if isinstance(part, dict):
        return {key: swapped(cards, value) for key, value in part.items()}
    return part if part is None else [swapped(cards, value) for value in part]


def swapped_move(cards: tuple[str, str], move: Move) -> Move:
    args = tuple(
        parse_card(swapped(cards, card_text(arg))) if move.verb.kind_at(place) is CARD and arg >= 0 else arg
        for place, arg in enumerate(move.args)
    )
    return move._replace(args=args)


def unseen_pairs(hand: Hand, answered: Sequence[str]) -> list[tuple[str, str]]:
    """Return pairs of cards of one pack that a viewer has not seen, in any answer until now."""
    seen: set[str] = set()
    for answer in answered:
        seen |= shown_cards(json.loads(answer))
    shapes = hand.game.shapes(hand.terms, hand.standing, hand.dealer)
    dealt = shown_cards(hand.deal)
    pairs = []
    for pack in {pack for _, pack in shapes.values()}:
        unseen = [NAMES[card] for card in bits(pack) if NAMES[card] not in seen]
        pairs += [(a, b) for a in unseen for b in unseen if a < b and (a in dealt or b in dealt)]
    return sorted(pairs)


@every_game
def test_nobody_can_tell_apart_what_they_have_not_seen(slug: str) -> None:
    """Change two cards that a viewer has not seen, wherever they lie: every answer stays the same."""
    game = GAMES[slug]
    tried = []

    @laws(6)
    @given(random_hand(game), st.randoms(use_true_random=True))
    def law(hand: Hand, rng: random.Random) -> None:
        states = hand.states()
        for viewer in (NOBODY, *range(hand.terms.seats)):
            answered = answers(hand, states, hand.moves, viewer)
            for place in places_of(hand, rng):
                pairs = unseen_pairs(hand, answered[: place + 1])
                for pair in rng.sample(pairs, min(2, len(pairs))):
                    deal = swapped(pair, hand.deal)
                    moves = [swapped_move(pair, move) for move in hand.moves[:place]]
                    try:
                        others = replay(game, hand.terms, hand.standing, hand.dealer, deal, moves)
                    except (RefereeError, BadForm):
                        tried.append(False)
                        continue
                    tried.append(True)
                    got = answers(hand, others, moves, viewer)
                    assert got == answered[: place + 1], (viewer, place, pair)

    law()
    assert sum(tried) >= 60, "too few of the changed histories were legal to say anything"


@every_game
def test_a_spectator_sees_no_more_than_any_seat(slug: str) -> None:
    game = GAMES[slug]

    @laws(5)
    @given(random_hand(game))
    def law(hand: Hand) -> None:
        for place, state in enumerate(hand.states()):
            seats = [shown_cards(game.view(state, 1 << seat)) for seat in range(hand.terms.seats)]
            assert shown_cards(game.view(state, 0)) <= set.intersection(*seats)
            for move in hand.moves[:place]:
                veiled = game.veiled(state, move, 0)
                assert veiled in (move, game.covered(move))
                assert game.veiled(state, move, 1 << move.seat if move.seat != NOBODY else 0) == (
                    move if move.seat != NOBODY else veiled
                )

    law()
