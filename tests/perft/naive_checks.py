"""A second, deliberately naive Checks: every move is tried, and a rule throws it out.

Written from the rule book alone, to count against the referee's rules; it shares no code with them.
"""

PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
VALUES = {"A": 1, "T": 10, "J": 0, "Q": 0, "K": 0} | {pip: int(pip) for pip in "23456789"}

SEATS = [2]
PRESETS = ["book"]
OPTIONS = {  # the book's value first
    "fan_ten": ["ten", "zero"],
    "must_claim": ["no", "yes"],
    "pile_inspection": ["no", "yes"],
    "draw_next_dealer": ["other_player", "same_player", "redraw"],
    "leftovers": ["nobody", "last_claimer"],
}
IN_PRESET: dict = {}


class Hand:
    """One game. `before` is the standing that it begins with."""

    def __init__(self, options, seats, dealer, deal, before):
        self.options = options
        self.fans = [[list(fan) for fan in deal["fans"][seat]] for seat in (0, 1)]  # the first one is in use
        self.piles = {place + 1: [card] for place, card in enumerate(deal["targets"])}
        self.stock = list(deal["stock"])
        self.captured = [[], []]
        self.last_claimer = None
        self.turn = 1 - dealer

    def copy(self):
        new = object.__new__(Hand)
        new.__dict__.update(self.__dict__)
        new.fans = [[list(fan) for fan in fans] for fans in self.fans]
        new.piles = {place: list(pile) for place, pile in self.piles.items()}
        new.stock, new.captured = list(self.stock), [list(cards) for cards in self.captured]
        return new

    @property
    def over(self):
        return self.fans == [[], []]

    def worth(self, seat):
        total = sum(VALUES[card[0]] for card in self.fans[seat][0])
        if total > 10 or (total == 10 and self.options["fan_ten"] == "zero"):
            return int(str(total)[-1])
        return total

    def candidates(self):
        for seat in (0, 1):
            for pile in range(8):
                yield seat, "claim", pile
                for card in PACK:
                    yield seat, "place", card, pile

    def allowed(self, seat, verb, *what):
        if self.over or seat != self.turn or what[-1] not in self.piles:
            return False
        if verb == "claim":
            return VALUES[self.piles[what[0]][-1][0]] == self.worth(seat)
        if what[0] not in self.fans[seat][0]:
            return False
        can_claim = any(VALUES[pile[-1][0]] == self.worth(seat) for pile in self.piles.values())
        return self.options["must_claim"] == "no" or not can_claim

    def play(self, seat, verb, *what):
        fan = self.fans[seat][0]
        if verb == "claim":
            self.captured[seat] += self.piles.pop(what[0]) + fan
            self.fans[seat].pop(0)
            self.last_claimer = seat
            if self.stock:
                self.piles[what[0]] = [self.stock.pop(0)]
        else:
            fan.remove(what[0])
            self.piles[what[1]].append(what[0])
            if not fan:
                self.fans[seat].pop(0)
        if self.fans[1 - seat]:
            self.turn = 1 - seat
        if self.over and self.options["leftovers"] == "last_claimer" and self.last_claimer is not None:
            self.captured[self.last_claimer] += self.left()
            self.piles, self.stock = {}, []

    def left(self):
        return [card for pile in self.piles.values() for card in pile] + self.stock

    def legal(self):
        return [move for move in self.candidates() if self.allowed(*move)]

    def entered(self):
        return {"captured": [len(cards) for cards in self.captured]}


def opening(options, seats):
    """Return the standing before the first game."""
    return {"scores": [0, 0], "winners": None, "dealer": None}


def score(options, before, dealer, entered):
    """Return the result of a game and the standing after it: games won."""
    one, two = entered["captured"]
    scores = [before["scores"][0] + (one > two), before["scores"][1] + (two > one)]
    after_draw = {"other_player": 1 - dealer, "same_player": dealer, "redraw": None}
    next_dealer = after_draw[options["draw_next_dealer"]] if one == two else 0 if one > two else 1
    return {"captured": [one, two]}, {"scores": scores, "winners": None, "dealer": next_dealer}


def shuffled(rng, options, before, seats, dealer):
    """Return a deal of cards mixed by `rng`."""
    cards = rng.sample(PACK, 52)
    threes = [cards[3 * i : 3 * i + 3] for i in range(12)]
    return {"fans": [threes[:6], threes[6:]], "targets": cards[36:42], "stock": cards[42:]}
