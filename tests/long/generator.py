"""Makes random complete records of all games, with every card spelled out.

    python -m tests.long.generator [FOLDER]

writes them again into FOLDER (by default where the long run reads them, tests/data/random). Deals, moves,
results and the hands that are only scored are made by the naive counters of tests/perft and not by the
referee's rules, which are to be held against them. The files are kept, as another version of Python may draw
other numbers from the same seed.
"""

import json
import lzma
import random
import sys
from pathlib import Path

from tests.perft import naive

FOLDER = Path(__file__).parent.parent / "data" / "random"
HANDS = 1000
MATCHES = 40
MOST_MOVES = 400
"""Longer hands are thrown away: among careless players a game of Getaway may go round and round."""

MOST_HANDS = 60
NAMES = ["Ann", "Ben", "Cem", "Dia", "Eve", "Fay", "Gus", "Hal", "葵", "陽翔", "Zoë 👑", "=1+1"]
WEIGHTS = {
    "take": [0, 0.01, 0.05, 0.3],
    "claim": [1, 5, 40],
    "pass": [0.5, 2, 6],
    "redeal": [0.5, 5],
    "marriage": [1, 8],
    "ask": [0.3, 1, 3],
    "half": [0.3, 1, 3],
    "draw": [1],
}
"""How readily the players do something, for one to a play of a card; one of these is drawn for each hand."""


def random_options(rng, game):
    """Return a preset, and other values for some options."""
    options = {"preset": rng.choice(game.PRESETS)}
    few = rng.choice([0, 0.15, 0.5])
    for key, values in game.OPTIONS.items():
        if rng.random() < few:
            options[key] = rng.choice(values)
    return options


def with_couples(deal):
    """Return a Huutopussi deal in which the king and queen of each suit lie in one hand: more marriages."""
    hands = [list(hand) for hand in deal["hands"]]
    for suit in "SHDC":
        home = next(hand for hand in hands if "K" + suit in hand)
        away = next(hand for hand in hands if "Q" + suit in hand)
        swapped = next(card for card in home if card[0] not in "KQ")
        away[away.index("Q" + suit)], home[home.index(swapped)] = swapped, "Q" + suit
    return {"hands": hands}


def leads_to_claim(hand, move):
    """Return whether what is left of a fan after a card was placed is worth as much as a pile (Checks)."""
    seat, fans = move[0], len(hand.fans[move[0]])
    new = naive.after(hand, move)
    if len(new.fans[seat]) < fans:
        return False
    new.turn = seat
    return any(new.allowed(seat, "claim", pile) for pile in new.piles)


def choose(rng, hand, style):
    """Return one of the legal moves: a kind of move by its weight, then any of that kind."""
    moves = hand.legal()
    kinds = sorted({move[1] for move in moves})
    kind = rng.choices(kinds, [style.get(kind, 1) for kind in kinds])[0]
    moves = [move for move in moves if move[1] == kind]
    if kind in ("bid", "contract") and rng.random() < style["modest"]:
        moves = moves[:3]
    if kind == "play" and style["royal"]:
        moves = [move for move in moves if move[2][0] not in "KQ"] or moves
    if kind == "place" and style["crafty"]:
        moves = [move for move in moves if leads_to_claim(hand, move)] or moves
    if kind == "answer" and len(moves) > 1 and rng.random() < 0.7:
        moves = [move for move in moves if move[2] != "no"]
    return rng.choice(moves)


def random_hand(rng, game, options, seats, dealer, before):
    """Return a complete hand as a record holds it, without its result, and what would be reported of it."""
    style = {kind: rng.choice(weights) for kind, weights in WEIGHTS.items()}
    style["modest"] = rng.choice([0.9, 1])
    style["royal"] = game is naive.GAMES["huutopussi"] and rng.random() < 0.5
    style["crafty"] = style["claim"] == 40
    while True:
        deal = game.shuffled(rng, options, before, seats, dealer)
        if style["royal"]:
            deal = with_couples(deal)
        hand = game.Hand(options, seats, dealer, deal, before)
        moves = []
        while not hand.over and len(moves) < MOST_MOVES:
            move = choose(rng, hand, style)
            hand.play(*move)
            moves.append(naive.text(move))
        if hand.over:
            played = {"dealer": dealer, "sight": "open", "deal": deal, "moves": moves}
            return played, hand.entered()


def random_record(rng, slug, most, *, scored_only=0.0):
    """Return a record of at most `most` hands, fewer if the match is over before."""
    game = naive.GAMES[slug]
    given, seats = random_options(rng, game), rng.choice(game.SEATS)
    options = naive.resolve(game, given)
    standing, dealer, hands = game.opening(options, seats), rng.randrange(seats), []
    while len(hands) < most and not standing["winners"]:
        if standing["dealer"] is not None:
            dealer = standing["dealer"]
        hand, entered = random_hand(rng, game, options, seats, dealer, standing)
        if rng.random() < scored_only:
            hand = {"dealer": dealer, "moves": [], "entered": entered}
        result, standing = game.score(options, standing, dealer, entered)
        hands.append(hand | {"result": result})
    record = {
        "record": 1,
        "game": slug,
        "options": given,
        "seats": rng.sample(NAMES, seats),
        "hands": hands,
    }
    return (record | {"x": {"note": rng.choice(NAMES)}} if rng.random() < 0.02 else record), standing


def whole_match(rng, slug):
    """Return the record of a match to its end; of a game without one, that of a series."""
    endless = slug in ("getaway", "checks")
    while True:
        scored_only = rng.choice([0, 0, 0.2])
        most = rng.randint(2, 8) if endless else MOST_HANDS
        record, standing = random_record(rng, slug, most, scored_only=scored_only)
        if endless or standing["winners"]:
            return record


def records(slug):
    """Return the single hands of a game, and its matches."""
    rng = random.Random(f"records of {slug}")
    single = [random_record(rng, slug, 1)[0] for _ in range(HANDS)]
    return single, [whole_match(rng, slug) for _ in range(MATCHES)]


def line(record):
    """Return a record as canonical text."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(name, folder=FOLDER):
    """Return the lines of a file of records."""
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        return file.readlines()


def main(folder):
    """Write all files."""
    for slug in naive.GAMES:
        hands, matches = records(slug)
        for name, found in ((slug, hands), (f"{slug}-matches", matches)):
            packed = lzma.compress("".join(map(line, found)).encode(), preset=9 | lzma.PRESET_EXTREME)
            (folder / f"{name}.jsonl.xz").write_bytes(packed)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
