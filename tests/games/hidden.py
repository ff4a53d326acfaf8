"""Hands played at open sight, and what of them lies face up at a table where nobody types in a hand."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from referee.engine.cards import NAMES, card_texts, members
from referee.engine.errors import BadForm
from referee.engine.game import Game
from referee.engine.match import Terms
from referee.engine.moves import PLAY, Move
from referee.engine.watch import Verdict, Watch
from tests.games.hands import Hand, filled, random_standing, replay

LONGEST = 300
"""Longer hands are thrown away: among careless players a game of Getaway may go round and round."""

READY: Mapping[str, Sequence[float]] = {
    "take": (0, 0.02, 0.1, 0.5),
    "claim": (1, 30),
    "pass": (0.5, 2, 6),
    "redeal": (0.2, 3),
    "marriage": (1, 8),
    "ask": (0.3, 3),
    "half": (0.3, 3),
}
"""How readily a hand's players do something, for one to a play of a card; one is drawn for each hand."""


class Seen(NamedTuple):
    """A hand as a watcher notes it: what lies face up at first, the moves, and which open move each one is.

    A card turned up has the move before it in `steps`; -1 where there is none.
    """

    shown: dict[str, Any]
    moves: list[str]
    steps: list[int]


# -- playing -----------------------------------------------------------------------------------------


def some_terms(rng: random.Random, game: Game[Any]) -> Terms:
    """Return terms with any number of seats, a preset, and other values for some of the options."""
    few = rng.choice((0, 0.3, 0.7))
    options: dict[str, Any] = {"preset": rng.choice(game.presets)}
    options |= {option.key: rng.choice(option.choices) for option in game.options if rng.random() < few}
    seats = rng.choice(game.seats)
    try:
        return game.terms(options, seats)
    except BadForm:
        return game.terms({"preset": options["preset"]}, seats)


def play_hand(rng: random.Random, game: Game[Any], terms: Terms | None = None) -> Hand:
    """Deal a hand somewhere in a match and play it to its end by the rules."""
    terms = terms or some_terms(rng, game)
    style = {verb: rng.choice(weights) for verb, weights in READY.items()}
    while True:
        standing = random_standing(rng, game, terms) if rng.random() < 0.1 else game.opening(terms)
        dealer = rng.randrange(terms.seats) if standing.next_dealer is None else standing.next_dealer
        deal = game.deal(terms, standing, dealer, lambda cards: rng.sample(cards, len(cards)))
        hand = Hand(game, terms, standing, dealer, deal, ())
        moves = go_on(rng, game, game.start(terms, standing, dealer, deal), style)
        if moves is not None:
            return replace(hand, moves=tuple(moves))


def go_on(rng: random.Random, game: Game[Any], state: Any, style: Mapping[str, float]) -> list[Move] | None:
    """Return moves to the end of a hand, or None where they get too many."""
    moves: list[Move] = []
    while not state.over:
        if len(moves) > LONGEST:
            return None
        listed = game.legal_moves(state)
        kinds = sorted({move.verb.name for move in listed})
        kind = rng.choices(kinds, [style.get(kind, 1) + 1e-9 for kind in kinds])[0]
        move = filled(rng, game, state, rng.choice([move for move in listed if move.verb.name == kind]))
        moves.append(move)
        state = game.applied(state, move)
    return moves


def wrong_plays(game: Game[Any], state: Any) -> list[Move]:
    """Return the plays that break a duty and may stand, marked."""
    found = []
    for move in game.legal_moves(state):
        if move.verb is PLAY and getattr(state, "trick", ()):
            found += [Move(move.seat, PLAY, (card,), stood=True) for card in members(state.hands[move.seat])]
    return [move for move in dict.fromkeys(found) if game.refusal(state, move) is None]


def with_revoke(rng: random.Random, hand: Hand) -> tuple[Hand, int] | None:
    """Return the hand with one play that breaks a duty and another ending, and the place of that play.

    None where nobody could have broken a duty.
    """
    states = hand.states()
    places = [place for place, state in enumerate(states[:-1]) if wrong_plays(hand.game, state)]
    if not places:
        return None
    place = rng.choice(places)
    wrong = rng.choice(wrong_plays(hand.game, states[place]))
    rest = None
    while rest is None:
        rest = go_on(rng, hand.game, hand.game.applied(states[place], wrong), {"take": rng.choice((0, 0.02))})
    return replace(hand, moves=(*hand.moves[:place], wrong, *rest)), place


# -- what lies face up -------------------------------------------------------------------------------


def seen_of(hand: Hand, rng: random.Random | None = None) -> Seen:
    """Return what a watcher notes of a hand; standing plays are noted like any other."""
    states = replay(hand.game, hand.terms, hand.standing, hand.dealer, hand.deal, hand.moves)
    seen = Seen(_face_up(hand, rng), [], [])
    _note(seen, -1, _turned_at_first(hand))
    for step, move in enumerate(hand.moves):
        before, after = states[step], states[step + 1]
        _note(seen, step, [_as_seen(hand.game, before, move._replace(stood=False))])
        _note(seen, step, _turned_up(hand, before, move, after, seen.shown))
    return seen


def _note(seen: Seen, step: int, texts: Sequence[str]) -> None:
    seen.moves.extend(texts)
    seen.steps.extend([step] * len(texts))


def _face_up(hand: Hand, rng: random.Random | None) -> dict[str, Any]:
    if hand.game.slug == "checks":
        return {"targets": hand.deal["targets"]}
    if "up" in hand.deal:
        up = [list(hand.deal["up"][seat]) for seat in (0, 1)]
        if rng is None or rng.random() < 0.5:
            up[hand.dealer], up[1 - hand.dealer] = [], up[1 - hand.dealer][:4]
        return {"up": up}
    return {}


def _turned_at_first(hand: Hand) -> list[str]:
    trump = hand.deal.get("trump")
    first = trump and hand.terms.options["trump_reveal"] == "before_auction"
    return [f"- trump {trump}"] if first else []


def _as_seen(game: Game[Any], before: Any, move: Move) -> str:
    """Return a move as it is noted: cards that stay face down unseen, cards that are shown added."""
    verb = move.verb.name
    if verb in ("lay", "give", "return"):
        return " ".join([str(move.seat), verb, *("?" for _ in move.args)])
    if verb in ("claim", "redeal"):
        return " ".join([move.text, *card_texts(before.hands[move.seat])])
    if verb == "place_only":
        return " ".join([move.text, *card_texts(before.hands[move.args[0]])])
    return move.text


def _turned_up(hand: Hand, before: Any, move: Move, after: Any, shown: Mapping[str, Any]) -> list[str]:
    """Return the cards that this move caused to be turned up, in the order in which they are noted."""
    verb, terms = move.verb.name, hand.terms.options
    if verb == "claim":
        # Where the last claim ends the game and its player gets the rest, no gap is left to fill.
        filled_gap = before.stock and after.piles[move.args[0] - 1]
        return [f"- refill {NAMES[before.stock[0]]}"] if filled_gap else []
    if verb == "lay" and after.phase == "tricks" and terms["trump_reveal"] == "after_kitty":
        return [f"- trump {hand.deal['trump']}"] if hand.deal["trump"] else []
    if verb == "call" and "up" in hand.deal:
        missing = [
            [card for card in hand.deal["up"][seat] if card not in shown["up"][seat]] for seat in (0, 1)
        ]
        return [f"- up {seat} {' '.join(cards)}" for seat, cards in enumerate(missing) if cards]
    if verb == "play" and "up" in hand.deal:
        played = [(move.seat, move.args[0])]
        if terms["turn_up"] == "after_trick":
            done = not after.trick
            played = list(zip(after.last_players, after.last_trick, strict=True)) if done else []
        under = [dict(zip(hand.deal["up"][s], hand.deal["down"][s], strict=True)) for s in (0, 1)]
        turned = [(seat, under[seat].get(NAMES[card])) for seat, card in played]
        return [f"- expose {seat} {card}" for seat, card in turned if card]
    return []


# -- watching ----------------------------------------------------------------------------------------


def watched(hand: Hand, seen: Seen) -> tuple[Watch, list[Verdict]]:
    """Follow a hand from what lies face up; return the watch at the end and the verdict of every move."""
    watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
    verdicts = [watch.play(hand.game.parse(text, hand.terms.seats, hidden=True)) for text in seen.moves]
    return watch, verdicts
