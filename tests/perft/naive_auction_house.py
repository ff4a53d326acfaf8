"""A second, deliberately naive Auction House: every move is tried, and a rule throws it out.

Written from the rule book alone, to count against the referee's rules; it shares no code with them.
"""

RANKS = "A23456789T"  # lowest first
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
FACES = [rank + suit for suit in SUITS for rank in "KQJ"]

SEATS = [4]
PRESETS = ["book"]
OPTIONS = {  # the book's value first
    "trump_reveal": ["after_kitty", "before_auction"],
    "kitty_tie": ["carry"],
    "final_tie": ["shared_win"],
    "kitty_shown_on_tie": ["yes", "no"],
    "rounds": [13, *range(1, 14)],
}
IN_PRESET: dict = {}


def value(card):
    """Return what a card counts in the kitty."""
    return RANKS.index(card[0]) + 1


class Hand:
    """One round. `before` is the standing that it begins with."""

    def __init__(self, options, seats, dealer, deal, before):
        self.dealer, self.trump_card = dealer, deal["trump"]
        self.hands = [list(hand) for hand in deal["hands"]]
        self.spoken = 0  # how many have passed or opened
        self.opening = None  # (seat, card, suit)
        self.offers = {}
        self.traded = False
        self.kitty = {}
        self.table = []
        self.leader = (dealer + 1) % 4
        self.tricks = [0, 0, 0, 0]

    def copy(self):
        new = object.__new__(Hand)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.offers, new.kitty = dict(self.offers), dict(self.kitty)
        new.table, new.tricks = list(self.table), list(self.tricks)
        return new

    @property
    def over(self):
        return sum(self.tricks) == 9

    def phase(self):
        if self.opening is None and self.spoken < 4:
            return "auction"
        if self.opening and len(self.offers) < 3:
            return "offers"
        if self.opening and not self.traded:
            return "trade"
        return "kitty" if len(self.kitty) < 4 else "tricks"

    def candidates(self):
        verb = {"offers": "offer", "kitty": "lay", "tricks": "play"}.get(self.phase())
        for seat in range(4):
            yield seat, "pass"
            for card in PACK:
                if verb:
                    yield seat, verb, card
                else:
                    for suit in SUITS:
                        yield seat, "open", card, suit
            for other in range(4):
                yield seat, "trade", other

    def allowed(self, seat, verb, *what):
        phase = self.phase()
        if verb in ("pass", "open"):
            if phase != "auction" or seat != (self.dealer + 1 + self.spoken) % 4:
                return False
            return verb == "pass" or (what[0] in self.hands[seat] and what[0][1] != what[1])
        if verb == "offer":
            wanted = phase == "offers" and seat != self.opening[0] and seat not in self.offers
            return wanted and what[0] in self.hands[seat]
        if verb == "trade":
            return phase == "trade" and seat == self.opening[0] and what[0] in self.offers
        if verb == "lay":
            return phase == "kitty" and seat not in self.kitty and what[0] in self.hands[seat]
        if phase != "tricks" or self.over or seat != (self.leader + len(self.table)) % 4:
            return False
        if what[0] not in self.hands[seat]:
            return False
        led = self.table[0][1][1] if self.table else None
        return what[0][1] == led or all(card[1] != led for card in self.hands[seat])

    def play(self, seat, verb, *what):
        if verb in ("pass", "open"):
            self.spoken += 1
            if verb == "open":
                self.opening = (seat, *what)
                self.hands[seat].remove(what[0])
        elif verb == "offer":
            self.offers[seat] = what[0]
            self.hands[seat].remove(what[0])
            if len(self.offers) == 3:
                self.turn_up()
        elif verb == "trade":
            self.trade(what[0])
        elif verb == "lay":
            self.kitty[seat] = what[0]
            self.hands[seat].remove(what[0])
        else:
            self.hands[seat].remove(what[0])
            self.table.append((seat, what[0]))
            if len(self.table) == 4:
                self.close()

    def turn_up(self):
        suit = self.opening[2]
        named = [(RANKS.index(card[0]), seat) for seat, card in self.offers.items() if card[1] == suit]
        if named:
            self.trade(max(named)[1])

    def trade(self, partner):
        opener, card, _ = self.opening
        for seat, offer in self.offers.items():
            self.hands[opener if seat == partner else seat].append(offer)
        self.hands[partner].append(card)
        self.traded = True

    def close(self):
        led, trump = self.table[0][1][1], self.trump_card and self.trump_card[1]
        trumps = [(RANKS.index(card[0]), seat) for seat, card in self.table if card[1] == trump]
        suited = [(RANKS.index(card[0]), seat) for seat, card in self.table if card[1] == led]
        self.leader = max(trumps or suited)[1]
        self.tricks[self.leader] += 1
        self.table = []

    def legal(self):
        return [move for move in self.candidates() if self.allowed(*move)]

    def entered(self):
        kitty = [self.kitty[seat] for seat in range(4)]
        return {"tricks": list(self.tricks), "kitty": kitty, "trump": self.trump_card}


def opening(options, seats):
    """Return the standing before the first round."""
    return {"scores": [0] * 4, "winners": None, "dealer": None, "carry": 0, "hands": 0, "used": []}


def score(options, before, dealer, entered):
    """Return the result of a round and the standing after it."""
    tricks, points, carry = entered["tricks"], [0, 0, 0, 0], before["carry"]
    worth = sum(value(card) for card in entered["kitty"])
    last = before["hands"] + 1 == options["rounds"]
    best = [seat for seat in range(4) if tricks[seat] == max(tricks)]
    if len(best) == 1:
        points[best[0]] = worth + carry
        carry = 0
    else:
        carry = 0 if last else carry + worth
    scores = [old + new for old, new in zip(before["scores"], points, strict=True)]
    after = {
        "scores": scores,
        "winners": [seat for seat in range(4) if scores[seat] == max(scores)] if last else None,
        "dealer": (dealer + 1) % 4,
        "carry": carry,
        "hands": before["hands"] + 1,
        "used": before["used"] + [card for card in [entered["trump"]] if card],
    }
    return {"points": points, "carry": carry}, after


def shuffled(rng, options, before, seats, dealer):
    """Return a deal of cards mixed by `rng`, with a trump card that was not used before."""
    cards = rng.sample(PACK, 40)
    left = [card for card in FACES if card not in before["used"]]
    trump = rng.choice(left) if left else None
    return {"hands": [cards[10 * seat : 10 * seat + 10] for seat in range(4)], "trump": trump}
