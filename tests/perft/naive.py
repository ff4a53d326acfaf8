"""What the five naive counters have in common: options, moves as text, and counting.

Nothing here, or in the counters, is shared with the referee's own rules.
"""

from tests.perft import naive_auction_house, naive_checks, naive_getaway, naive_huutopussi, naive_troeven

GAMES = {
    "getaway": naive_getaway,
    "auction-house": naive_auction_house,
    "checks": naive_checks,
    "troeven": naive_troeven,
    "huutopussi": naive_huutopussi,
}
HIDDEN_CHOICE = ("give", "return", "draw")
"""Moves that lists of legal moves hold as one line with stars."""


def resolve(game, given):
    """Return all options of a game: those of the preset, and the given ones over them."""
    preset = game.IN_PRESET.get(given.get("preset", "book"), {})
    return {key: values[0] for key, values in game.OPTIONS.items()} | preset | given


def text(move):
    """Return a move as canonical text."""
    return " ".join(str(word) for word in move)


def parse(line):
    """Return the move that a canonical text names."""
    seat, verb, *words = line.split()
    return int(seat), verb, *(int(word) if word.isdigit() else word for word in words)


def listed(hand):
    """Return the legal moves as a list of them is written: sorted texts, stars for cards that are chosen."""
    found = set()
    for seat, verb, *what in hand.legal():
        found.add(text((seat, verb, *(["*"] * len(what) if verb in HIDDEN_CHOICE else what))))
    return sorted(found)


def after(hand, move):
    """Return the position after a legal move."""
    new = hand.copy()
    new.play(*move)
    return new


def count(hand, depth):
    """Return in how many ways exactly `depth` moves can follow. A hand that ends before has no more."""
    if hand.over:
        return 0
    moves = hand.legal()
    if depth == 1:
        return len(moves)
    return sum(count(after(hand, move), depth - 1) for move in moves)
