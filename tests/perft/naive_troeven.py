"""A second, deliberately naive Troeven: every move is tried, and a rule throws it out.

Written from the rule book alone, to count against the referee's rules; it shares no code with them.
"""

RANKS = "789TJQKA"  # lowest first
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}

SEATS = [2]
PRESETS = ["book"]
OPTIONS = {  # the book's value first
    "version": ["layout", "stock"],
    "trump_choice": ["any_suit", "seen_suits"],
    "turn_up": ["immediate", "after_trick"],
    "endgame_follow": ["follow_or_trump", "as_v1", "follow_first"],
    "dealer_win": ["both", "caller_adds_only", "dealer_subtracts_only"],
    "start_score": [7, *range(1, 21)],
}
IN_PRESET: dict = {}


class Hand:
    """One round. `before` is the standing that it begins with."""

    def __init__(self, options, seats, dealer, deal, before):
        self.options, self.dealer, self.caller = options, dealer, 1 - dealer
        self.layout = options["version"] == "layout"
        self.trump = None
        self.table = []  # (seat, card) of the trick
        self.leader = self.caller
        self.won = [[], []]
        if self.layout:
            self.down = [list(deal["down"][0]), list(deal["down"][1])]
            self.rest = [list(deal["up"][0]), list(deal["up"][1])]
            self.up = [[None] * 8, [None] * 8]
            self.up[self.caller][:4] = self.rest[self.caller][:4]
            self.stock = []
        else:
            self.rest = [list(deal["hands"][0]), list(deal["hands"][1])]
            self.up = [[], []]  # here: the cards in hand
            self.up[self.caller] = self.rest[self.caller][:4]
            self.stock = list(deal["stock"])
        self.stock_at_lead = len(self.stock)

    def copy(self):
        new = object.__new__(Hand)
        new.__dict__.update(self.__dict__)
        new.table, new.stock = list(self.table), list(self.stock)
        new.up, new.won = [list(side) for side in self.up], [list(side) for side in self.won]
        if self.layout:
            new.down = [list(side) for side in self.down]
        return new

    @property
    def over(self):
        return len(self.won[0]) + len(self.won[1]) == 32

    def candidates(self):
        for seat in (0, 1):
            for suit in SUITS:
                yield seat, "call", suit
            for card in PACK:
                yield seat, "play", card

    def allowed(self, seat, verb, what):
        if self.over or seat != self.turn():
            return False
        if verb == "call":
            if self.trump is not None:
                return False
            seen = [card[1] for card in self.cards(seat)]
            return self.options["trump_choice"] == "any_suit" or what in seen
        return self.trump is not None and what in self.cards(seat) and self.may_follow(seat, what)

    def turn(self):
        if self.trump is None:
            return self.caller
        return 1 - self.leader if self.table else self.leader

    def cards(self, seat):
        return [card for card in self.up[seat] if card]

    def may_follow(self, seat, card):
        if not self.table or self.stock_at_lead:
            return True
        led = self.table[0][1][1]
        has_led = any(own[1] == led for own in self.cards(seat))
        has_trump = any(own[1] == self.trump for own in self.cards(seat))
        way = "as_v1" if self.layout else self.options["endgame_follow"]
        if way == "follow_first":
            if has_led:
                return card[1] == led
            return card[1] == self.trump or not has_trump
        if way == "as_v1":
            return card[1] in (led, self.trump) or not has_led
        return card[1] in (led, self.trump) or not (has_led or has_trump)

    def play(self, seat, verb, what):
        if verb == "call":
            self.trump = what
            for side in (0, 1):
                self.up[side] = list(self.rest[side])
            return
        place = self.up[seat].index(what)
        self.up[seat][place] = None
        if self.layout and self.options["turn_up"] == "immediate":
            self.uncover(seat)
        self.table.append((seat, what))
        if len(self.table) == 2:
            self.close()

    def uncover(self, seat):
        for place in range(8):
            if self.up[seat][place] is None and self.down[seat][place] is not None:
                self.up[seat][place] = self.down[seat][place]
                self.down[seat][place] = None

    def close(self):
        (first, lead), (second, answer) = self.table
        if answer[1] == lead[1]:
            better = RANKS.index(answer[0]) > RANKS.index(lead[0])
        else:
            better = answer[1] == self.trump
        winner = second if better else first
        self.won[winner] += [lead, answer]
        self.table, self.leader = [], winner
        if self.layout:
            self.uncover(0)
            self.uncover(1)
        if self.stock:
            self.up[winner].append(self.stock.pop(0))
            self.up[1 - winner].append(self.stock.pop(0))
        self.stock_at_lead = len(self.stock)

    def legal(self):
        return [move for move in self.candidates() if self.allowed(*move)]

    def entered(self):
        return {"points": [sum(POINTS.get(card[0], 0) for card in side) for side in self.won]}


def opening(options, seats):
    """Return the standing before the first round."""
    return {"scores": [options["start_score"]] * 2, "winners": None, "dealer": None}


def score(options, before, dealer, entered):
    """Return the result of a round and the standing after it."""
    points, caller = entered["points"], 1 - dealer
    scores = list(before["scores"])
    if points[caller] > points[dealer]:
        scores[caller] -= 1
    if points[dealer] > points[caller]:
        if options["dealer_win"] in ("both", "dealer_subtracts_only"):
            scores[dealer] -= 1
        if options["dealer_win"] in ("both", "caller_adds_only"):
            scores[caller] += 1
    winners = [seat for seat in (0, 1) if scores[seat] == 0] or None
    return {"points": points, "score": scores}, {"scores": scores, "winners": winners, "dealer": caller}


def shuffled(rng, options, before, seats, dealer):
    """Return a deal of cards mixed by `rng`."""
    cards = rng.sample(PACK, 32)
    if options["version"] == "layout":
        return {"down": [cards[0:8], cards[8:16]], "up": [cards[16:24], cards[24:32]]}
    return {"hands": [cards[0:8], cards[8:16]], "stock": cards[16:32]}
