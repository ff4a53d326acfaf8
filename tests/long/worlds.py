"""Every deal that fits what lies face up, tried one by one.

A *world* is a deal, and how the hand stands if that was the deal, as the naive counters of tests/perft tell
it. Each move is made in every world: where the card is not held the world is thrown away, and where the play
breaks a duty the step is marked in it, so that a world knows the one play that was wrong in it, if any.
Nothing here is shared with the referee's holders, evidence or duties.
"""

from itertools import combinations
from typing import NamedTuple

from tests.perft import naive


class World(NamedTuple):
    """One deal as it went on: the naive hand, and the step of the one play that was wrong, if any."""

    hand: object
    wrong: int | None = None


def hands_of(hand):
    """Return the cards that each seat holds."""
    if hasattr(hand, "up"):
        return [hand.cards(0), hand.cards(1)]
    return hand.hands


def ways(cards, sizes):
    """Yield every way to hand out cards to piles of given sizes; the order inside a pile does not matter."""
    if not sizes:
        yield []
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in ways(rest, sizes[1:]):
            yield [list(chosen), *others]


def merged(worlds):
    """Return the worlds that differ in what may still matter: who holds what, and the stock."""
    found = {}
    for world in worlds:
        held = tuple(frozenset(cards) for cards in hands_of(world.hand))
        found[held, tuple(getattr(world.hand, "stock", ())), world.wrong] = world
    return list(found.values())


def after(worlds, step, text):
    """Return the worlds in which a move was possible, and in which at most one play was wrong so far."""
    seat, verb, *what = naive.parse(text)
    if "?" in what:
        return merged(_face_down(worlds, seat, verb, len(what)))
    if verb == "play":
        return list(_played(worlds, step, seat, what[0]))
    move = (seat, verb, *what)
    found = [World(naive.after(hand, move), wrong) for hand, wrong in worlds if hand.allowed(*move)]
    return merged(found) if verb == "take" else found


def _played(worlds, step, seat, card):
    for hand, wrong in worlds:
        if card in hands_of(hand)[seat]:
            legal = hand.allowed(seat, "play", card)
            if legal or wrong is None:
                yield World(naive.after(hand, (seat, "play", card)), wrong if legal else step)


def _face_down(worlds, seat, verb, count):
    for hand, wrong in worlds:
        for cards in combinations(hands_of(hand)[seat], count):
            yield World(naive.after(hand, (seat, verb, *cards)), wrong)


def after_any(worlds, text):
    """Return the worlds in which a move was possible, whatever was allowed, said or promised."""
    seat, verb, *what = naive.parse(text)
    if "?" in what:
        return merged(_face_down(worlds, seat, verb, len(what)))
    if verb in ("play", "open", "offer"):
        worlds = [world for world in worlds if what[0] in hands_of(world.hand)[seat]]
    return merged(World(naive.after(world.hand, (seat, verb, *what))) for world in worlds)


def fits(worlds):
    """Return whether in some world every play was right."""
    return any(wrong is None for _, wrong in worlds)


def suspects(worlds):
    """Return the steps that are the only wrong play of some world."""
    return tuple(sorted({wrong for _, wrong in worlds if wrong is not None}))
