"""Random complete hands of any game, and what a person may have seen of one."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from referee.engine.cards import NAMES, bits
from referee.engine.errors import BadForm
from referee.engine.game import Game
from referee.engine.match import Standing, Terms
from referee.engine.moves import WILD, Move
from referee.engine.rules import Option
from referee.engine.state import State

MOST_MOVES = 1000


def laws(examples: int) -> settings:
    """Return how often a law is tried; a failure is shown as it is found."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True)
class Hand:
    """A complete hand: how it began, and every move."""

    game: Game[Any]
    terms: Terms
    standing: Standing
    dealer: int
    deal: dict[str, Any]
    moves: tuple[Move, ...]

    def __repr__(self) -> str:
        moves = " · ".join(move.text for move in self.moves)
        return f"{self.game.slug} {self.terms} {self.standing} dealer={self.dealer} {self.deal} {moves}"

    def states(self) -> list[Any]:
        """Return the state before each move and after the last."""
        return replay(self.game, self.terms, self.standing, self.dealer, self.deal, self.moves)


def replay(
    game: Game[Any], terms: Terms, standing: Standing, dealer: int, deal: Any, moves: Sequence[Move]
) -> list[Any]:
    """Return the state before each move and after the last. Raises what the game says no with."""
    states = [game.start(terms, standing, dealer, deal)]
    for move in moves:
        states.append(game.apply(states[-1], move))
    return states


@st.composite
def random_hand(draw: st.DrawFn, game: Game[Any]) -> Hand:
    """Draw a hand under random terms, somewhere in a match, and play it to its end."""
    terms = draw(random_terms(game))
    standing = random_standing(random.Random(draw(st.integers(0, 1000))), game, terms)
    rng = draw(st.randoms(use_true_random=False))
    return play_out(rng, game, terms, standing)


@st.composite
def random_terms(draw: st.DrawFn, game: Game[Any]) -> Terms:
    """Draw a number of seats, a preset, and other values for some of its options."""
    seats = draw(st.sampled_from(game.seats))
    options = {option.key: draw(st.sampled_from(option.choices)) for option in draw(some_of(game.options))}
    options["preset"] = draw(st.sampled_from(game.presets))
    try:
        return game.terms(options, seats)
    except BadForm as bad:
        apart = {fault.pointer.removeprefix("/options/") for fault in bad.faults if fault.code == "conflict"}
        return game.terms({key: value for key, value in options.items() if key not in apart}, seats)


def some_of(options: Sequence[Option]) -> st.SearchStrategy[list[Option]]:
    """Some of the options of a game, often none."""
    if not options:
        return st.just([])
    return st.lists(st.sampled_from(options), unique_by=lambda option: option.key)


def random_standing(rng: random.Random, game: Game[Any], terms: Terms) -> Standing:
    """Return the standing of a match after some hands: none, a few, or up to the last one."""
    standing = game.opening(terms)
    for _ in range(rng.choice((0, 0, 1, 2, 12))):
        hand = play_out(rng, game, terms, standing)
        after = game.score(terms, standing, hand.dealer, game.report(hand.states()[-1])).standing
        if after.over:
            break
        standing = after
    return standing


def play_out(rng: random.Random, game: Game[Any], terms: Terms, standing: Standing) -> Hand:
    """Deal and play a complete hand, choosing among the legal moves."""
    dealer = rng.randrange(terms.seats) if standing.next_dealer is None else standing.next_dealer
    deal = game.deal(terms, standing, dealer, lambda cards: rng.sample(cards, len(cards)))
    state = game.start(terms, standing, dealer, deal)
    moves: list[Move] = []
    while not state.over:
        moves.append(filled(rng, game, state, rng.choice(game.legal_moves(state))))
        state = game.apply(state, moves[-1])
        assert len(moves) < MOST_MOVES, "this hand does not end"
    return Hand(game, terms, standing, dealer, deal, tuple(moves))


def filled(rng: random.Random, game: Game[Any], state: State, move: Move) -> Move:
    """Return a move that a pattern stands for; other moves as they are."""
    if WILD not in move.args:
        return move
    act = game.phases[state.phase].act(move.verb)
    assert act is not None
    args: tuple[int, ...] = ()
    for _ in move.args:
        args += (rng.choice(bits(act.allowed(state, move.seat, args))),)
    return move._replace(args=args)


def shown_cards(seen: Any) -> set[str]:
    """Return the text of every card that occurs anywhere in an answer, in values, keys and texts."""
    return {word for text in _strings(seen) for word in text.split() if word in NAMES}


def _strings(seen: Any) -> Iterator[str]:
    if isinstance(seen, str):
        yield seen
    elif isinstance(seen, Mapping):
        for key, value in seen.items():
            yield from _strings(key)
            yield from _strings(value)
    elif isinstance(seen, Sequence):
        for value in seen:
            yield from _strings(value)
