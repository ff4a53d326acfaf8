"""Hidden hands for tests of the API: random ones of every game, and one with a false tochoo."""

import random
from functools import cache
from typing import NamedTuple

from referee.engine.watch import Watch
from referee.games import all_games
from tests.games.hidden import Seen, play_hand, seen_of, with_revoke

GAMES = all_games()
WITH_DUTIES = [slug for slug in GAMES if slug != "checks"]


class Noted(NamedTuple):
    """A hand as it was played, and as it is noted by somebody who sees no hands."""

    options: dict
    seats: int
    dealer: int
    deal: dict
    moves: list
    result: dict
    seen: Seen


@cache
def honest(slug, number=0, most=150):
    """A random hand played by the rules, from the opening of a match."""
    return _noted(random.Random(f"honest {slug} {number}"), slug, most, None)


@cache
def revoked(slug, number=0, most=150):
    """A random hand in which one play broke a duty, with nobody saying so."""
    return _noted(random.Random(f"revoked {slug} {number}"), slug, most, with_revoke)


def _noted(rng, slug, most, wrong):
    game = GAMES[slug]
    while True:
        hand = play_hand(rng, game)
        if wrong:
            found = wrong(rng, hand)
            hand = found and found[0]
        if hand and hand.standing == game.opening(hand.terms) and len(hand.moves) <= most:
            score = game.scored(hand.terms, hand.standing, hand.dealer, game.report(hand.states()[-1]))
            seen = seen_of(hand, rng)
            return Noted(
                dict(hand.terms.options),
                hand.terms.seats,
                hand.dealer,
                seen.shown,
                seen.moves,
                score.result,
                seen,
            )


@cache
def told_early(slug):
    """A hand with a revoke that a card laid face up has contradicted before the last two moves."""
    for number in range(100):
        hand = revoked(slug, number)
        if len(watched(slug, hand, -2)) > 0 and all(found.own for found in watched(slug, hand, -2)):
            return hand
    raise AssertionError("nothing is proved early")


def watched(slug, hand, most=None):
    """The findings in a noted hand after some of its moves."""
    game = GAMES[slug]
    terms = game.terms(hand.options, hand.seats)
    watch = Watch(game, terms, game.opening(terms), hand.dealer, hand.deal)
    for text in hand.moves[:most]:
        watch.play(game.parse(text, hand.seats, hidden=True))
    return watch.findings


def started(new_table, slug, hand, settings=None):
    """A table at which a noted hand was started."""
    table = new_table(slug, hand.options, hand.seats, settings)
    table.start(hand.deal, hand.dealer)
    return table


# -- a false tochoo, proved two tricks later -----------------------------------------------------------

FALSE_TOCHOO = (
    "0 play AS",
    "1 play 4S",
    "2 play 3S",
    "0 play 9H",
    "1 play KD",
    "0 play 5C",
    "1 play 7C",
    "2 play 2C",
    "1 play 3H",
)
"""In the second trick seat 1 threw KD on hearts; two tricks later it leads 3H."""
THROWN, LED = "1 play KD", "1 play 3H"
