"""Who may have done wrong, from every deal that fits what lies face up, tried one by one.

As in worlds.py, but nothing is thrown away for a rule that was broken: a world knows all the steps at which
a play or a word was wrong in it. Nothing here is shared with the referee's holders, evidence or findings.
"""

from itertools import combinations
from typing import NamedTuple

from tests.long.worlds import hands_of
from tests.perft import naive


class World(NamedTuple):
    """One deal as it went on: the naive hand, the cards dealt to each seat, and the steps that were wrong."""

    hand: object
    dealt: tuple
    wrong: frozenset = frozenset()


def every(small):
    """Return every deal that fits what lies face up at the start of a small hand."""
    return [World(world.hand, dealt(world.hand)) for world in small.worlds()]


def dealt(hand):
    return tuple(frozenset(cards) for cards in hands_of(hand))


def after(worlds, step, text):
    """Return the worlds in which a move was possible, each with what was wrong in it."""
    seat, verb, *what = naive.parse(text)
    if "?" in what:
        return merged(
            world._replace(hand=naive.after(world.hand, (seat, verb, *cards)))
            for world in worlds
            for cards in combinations(hands_of(world.hand)[seat], len(what))
        )
    if verb in ("play", "open", "offer"):
        worlds = [world for world in worlds if what[0] in hands_of(world.hand)[seat]]
    move = (seat, verb, *what)
    return merged(
        World(
            naive.after(world.hand, move),
            world.dealt,
            world.wrong if world.hand.allowed(*move) else world.wrong | {step},
        )
        for world in worlds
    )


def merged(worlds):
    """Return the worlds that differ in what may still matter."""
    found = {}
    for world in worlds:
        held = tuple(frozenset(cards) for cards in hands_of(world.hand))
        found[held, tuple(getattr(world.hand, "stock", ())), world.dealt, world.wrong] = world
    return list(found.values())


def certain(worlds):
    """Return the steps that are wrong in every world."""
    return set(frozenset.intersection(*(world.wrong for world in worlds)))


def can_all_be_right(worlds, steps):
    """Return whether in some world nothing was wrong at any of these steps."""
    return any(not world.wrong & steps for world in worlds)
