"""Small hands of the four games with duties that depend on hidden cards, with few cards that nobody has seen.

Packs have eight to twenty cards. To keep the deals few, most cards of a hand may lie face up at the start, so
that between four and ten are unknown. Play is random; now and then somebody breaks a duty, and in
Huutopussi somebody may say what is not true.
"""

import random
from dataclasses import dataclass, field, replace

from referee.engine.cards import card_set, parse_cards
from referee.engine.match import Terms
from referee.games import all_games
from tests.long.worlds import World, hands_of, ways
from tests.perft import naive

BEFORE = {"scores": [0, 0, 0, 0], "carry": 0, "hands": 0, "used": []}


@dataclass
class Small:
    """A small hand: what the referee is given, every deal that fits it, and the moves as noted."""

    slug: str
    options: dict
    seats: int
    dealer: int
    pack: list
    deal: dict
    shown: dict
    before: dict
    moves: list = field(default_factory=list)
    wrong: list = field(default_factory=list)

    @property
    def sizes(self):
        return [len(hand) for hand in self.deal["hands"]]

    def game(self):
        """Return the game with this pack and these numbers of cards."""
        game, cards = all_games()[self.slug], card_set(parse_cards(" ".join(self.pack)))
        other = {key: value for key, value in self.deal.items() if key != "hands"}

        def shapes(terms, standing, dealer):
            form = {"hands": (tuple(self.sizes), cards)}
            if "stock" in other:
                form["stock"] = (len(other["stock"]), cards)
            if "trump" in other:
                form["trump"] = game.shapes(terms, standing, dealer)["trump"]
            return form

        return replace(game, pack=cards, shapes=shapes)

    def terms(self):
        return Terms(self.options, self.seats)

    def hand(self, deal):
        """Return the naive hand of a deal."""
        return naive.GAMES[self.slug].Hand(self.options, self.seats, self.dealer, deal, self.before)

    def worlds(self):
        """Return every deal that fits what lies face up at the start, as worlds."""
        known = self.shown.get("hands", [[] for _ in self.sizes])
        unknown = [card for card in self.pack if all(card not in cards for cards in known)]
        stock = self.deal.get("stock", [])
        room = [size - len(cards) for size, cards in zip(self.sizes, known, strict=True)] + [1] * len(stock)
        for way in ways(unknown, room):
            hands = [[*cards, *more] for cards, more in zip(known, way, strict=False)]
            piles = {"hands": hands, "stock": [card for pile in way[len(hands) :] for card in pile]}
            yield World(self.hand(self.deal | {key: piles[key] for key in self.deal if key in piles}))


# -- deals -------------------------------------------------------------------------------------------------


def _options(rng, slug, **fixed):
    game = naive.GAMES[slug]
    changed = {key: rng.choice(values) for key, values in game.OPTIONS.items() if rng.random() < 0.5}
    return naive.resolve(game, {"preset": "book"} | changed | fixed)


def _shown(rng, hands, unknown):
    """Return the first cards of every hand, so that so many others are unknown."""
    down = [0] * len(hands)
    total = sum(map(len, hands))
    while sum(down) < min(unknown, total):
        seat = rng.choice([seat for seat in range(len(hands)) if down[seat] < len(hands[seat])])
        down[seat] += 1
    return {"hands": [hand[: len(hand) - count] for hand, count in zip(hands, down, strict=True)]}


def _cut(cards, sizes):
    cards = iter(cards)
    return [[next(cards) for _ in range(size)] for size in sizes]


def _few_suits(rng, pack, count, least=()):
    """Return some cards of two to four suits."""
    suits = rng.sample("SHDC", rng.choice([2, 3, 3, 4]))
    cards = [card for card in pack if card[1] in suits and card not in least]
    if len(cards) + len(least) < count:
        cards = [card for card in pack if card not in least]
    return [*least, *rng.sample(cards, count - len(least))]


def getaway(rng):
    seats = rng.choice([3, 3, 4, 5])
    options = _options(rng, "getaway")
    dealer = rng.randrange(seats)
    count = rng.randint(*{3: (8, 14), 4: (9, 14), 5: (10, 15)}[seats])
    pack = _few_suits(rng, naive.GAMES["getaway"].PACK, count, ("AS",))
    each, more = divmod(count, seats)
    sizes = [each + ((seat - dealer - 1) % seats < more) for seat in range(seats)]
    hands = _cut(rng.sample(pack, count), sizes)
    shown = _shown(rng, hands, rng.randint(5, {3: 9, 4: 8, 5: 7}[seats]))
    return Small("getaway", options, seats, dealer, pack, {"hands": hands}, shown, BEFORE)


def auction_house(rng):
    game = naive.GAMES["auction-house"]
    options = _options(rng, "auction-house", rounds=13)
    size = rng.choice([3, 3, 4])
    pack = _few_suits(rng, game.PACK, 4 * size)
    hands = _cut(rng.sample(pack, 4 * size), [size] * 4)
    deal = {"hands": hands, "trump": rng.choice(game.FACES)}
    shown = _shown(rng, hands, rng.randint(4, 7 if size == 3 else 5))
    return Small("auction-house", options, 4, rng.randrange(4), pack, deal, shown, BEFORE)


def troeven(rng):
    options = _options(rng, "troeven", version="stock", trump_choice="any_suit")
    size, stock, open_cards = rng.choice([(5, 2, 4)] * 6 + [(5, 2, 3), (6, 2, 4)])
    dealer = rng.randrange(2)
    pack = _few_suits(rng, naive.GAMES["troeven"].PACK, 2 * size + stock)
    cards = rng.sample(pack, len(pack))
    hands = _cut(cards[stock:], [size] * 2)
    shown = {"hands": [[], []]}
    shown["hands"][1 - dealer] = hands[1 - dealer][:open_cards]
    return Small("troeven", options, 2, dealer, pack, {"hands": hands, "stock": cards[:stock]}, shown, BEFORE)


def huutopussi(rng):
    """With an exchange nothing may be known of the two hands before it; then it is between seats 0 and 2."""
    exchange = rng.random() < 0.4
    options = _options(rng, "huutopussi", forced_opening="no", exchange_count=3)
    pack = _few_suits(rng, naive.GAMES["huutopussi"].PACK, 16, rng.choice([(), ("KS", "QS", "KH", "QH")]))
    hands = _cut(rng.sample(pack, 16), [4] * 4)
    shown = _shown(rng, hands, rng.randint(4, 7))
    if exchange:
        down = rng.randrange(3)
        shown = {"hands": [[], hands[1][down % 2 :], [], hands[3][down // 2 :]]}
    return Small("huutopussi", options, 4, rng.randrange(4), pack, {"hands": hands}, shown, BEFORE)


DEALS = {"getaway": getaway, "auction-house": auction_house, "troeven": troeven, "huutopussi": huutopussi}


# -- play --------------------------------------------------------------------------------------------------

READY = {"take": [0, 0.05, 0.4], "pass": [1, 8], "marriage": [4], "ask": [1], "half": [2], "redeal": [0]}
HIDDEN = ("lay", "give", "return")


def small_hand(slug, number):
    """Return a small hand of a game, played to its end, or to a stop after many moves."""
    rng = random.Random(f"small {slug} {number}")
    small = DEALS[slug](rng)
    style = {verb: rng.choice(weights) for verb, weights in READY.items()}
    slips, lies = rng.choice([0.1, 0.3, 0.6]), rng.choice([0, 0.1])
    hand = small.hand(small.deal)
    if slug == "auction-house" and small.options["trump_reveal"] == "before_auction":
        small.moves.append(f"- trump {hand.trump_card}")
    while any(hands_of(hand)) and not hand.over and len(small.moves) < 60:
        move = _slip(rng, hand, slips) or _lie(rng, hand, lies)
        if move:
            small.wrong.append(len(small.moves))
        else:
            move = _choose(rng, hand, style, small.shown["hands"])
        note(small, hand, move)
        hand.play(*move)
        note_trump(small, hand, move)
    return small


def note(small, hand, move):
    """Note a move as a watcher sees it."""
    seat, verb, *what = move
    if verb in HIDDEN:
        what = ["?"] * len(what)
    small.moves.append(naive.text((seat, verb, *what)))


def note_trump(small, hand, move):
    if move[1] == "lay" and len(hand.kitty) == 4 and small.options["trump_reveal"] == "after_kitty":
        small.moves.append(f"- trump {hand.trump_card}")


def _choose(rng, hand, style, shown):
    moves = _bids(hand, shown) if getattr(hand, "phase", None) == "auction" else hand.legal()
    kinds = sorted({move[1] for move in moves})
    kind = rng.choices(kinds, [style.get(kind, 1) + 1e-9 for kind in kinds])[0]
    moves = [move for move in moves if move[1] == kind]
    return rng.choice(moves[:5] if kind == "contract" else moves)


def _bids(hand, shown):
    """Return some of what may be said in the auction of Huutopussi, by those of whom nothing is known."""
    lowest = max(hand.bid + 5, hand.options["min_bid"])
    said = [(hand.turn, "pass"), *((hand.turn, "bid", points) for points in range(lowest, lowest + 15, 5))]
    exchange = not any(shown[seat] for seat in (0, 2))
    return [
        move
        for move in said
        if hand.allowed(*move) and (move[1] == "pass" or (exchange and hand.turn % 2 == 0))
    ]


def _slip(rng, hand, chance):
    """Return a play that breaks a duty, or None."""
    if rng.random() > chance:
        return None
    found = {move[0] for move in hand.legal() if move[1] == "play"}
    wrong = [
        (seat, "play", card)
        for seat in sorted(found)
        if hand.table
        for card in hands_of(hand)[seat]
        if not hand.allowed(seat, "play", card)
    ]
    return rng.choice(wrong) if wrong else None


def _lie(rng, hand, chance):
    """Return something said in Huutopussi that is not true, or None; the cards have not been played."""
    if rng.random() > chance or getattr(hand, "phase", None) not in ("play", "answer"):
        return None
    made = hand.made[0] + hand.made[1]
    there = {card for cards in hand.hands for card in cards}
    pairs = [suit for suit in "SHDC" if suit not in made and {"K" + suit, "Q" + suit} <= there]
    if hand.phase == "answer":
        if hand.asked_with:
            other = {"K": "Q", "Q": "K"}[hand.asked_with[0]] + hand.asked_with[1]
            words = ["no", *(["yes"] if other in there else [])]
        else:
            words = ["no", *pairs]
        said = [(hand.turn, "answer", word) for word in words]
    elif hand.right and not hand.table:
        halves = [
            rank + suit for suit in "SHDC" for rank in "KQ" if suit not in made and rank + suit in there
        ]
        asked = set(hand.asked_full) | set(hand.asked_half)
        said = [(hand.turn, "half", card) for card in halves]
        said += [(hand.turn, "marriage", suit) for suit in pairs if not asked]
    else:
        return None
    false = [move for move in said if not hand.allowed(*move)]
    return rng.choice(false) if false else None
