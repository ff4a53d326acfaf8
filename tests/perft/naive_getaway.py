"""A second, deliberately naive Getaway: every move is tried, and a rule throws it out.

Written from the rule book alone, to count against the referee's rules; it shares no code with them.
"""

RANKS = "23456789TJQKA"  # lowest first
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]

SEATS = [3, 4, 5, 6, 7, 8]
PRESETS = ["book", "traditional"]
OPTIONS = {  # the book's value first
    "take_timing": ["anytime", "between_tricks", "leader_only", "off"],
    "empty_power": ["draw_waste", "left_leads"],
    "draw_pool": ["include_last_trick", "before_last_trick"],
    "two_left_draw_tochoo": ["pick_up", "ends_game"],
    "irregularity_penalty": ["pickup_and_lead", "correct_only"],
    "first_trick_order": ["clockwise", "any_order"],
}
IN_PRESET = {"traditional": {"take_timing": "between_tricks", "draw_pool": "before_last_trick"}}


class Hand:
    """One game. `before` is the standing that it begins with."""

    def __init__(self, options, seats, dealer, deal, before):
        self.options, self.seats = options, seats
        self.hands = [list(hand) for hand in deal["hands"]]
        self.inside = list(range(seats))
        self.away = []
        self.power = next(seat for seat in range(seats) if "AS" in self.hands[seat])
        self.first = True  # the first trick is still to be played, or on the table
        self.table = []  # [seat that answers for it, card]
        self.to_play = []  # who has to play to the trick on the table, in order
        self.drawn = False
        self.waste = []
        self.aside = []  # a finished trick that is thrown in only after a draw

    def copy(self):
        new = object.__new__(Hand)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.table = [list(played) for played in self.table]
        for name in ("inside", "away", "to_play", "waste", "aside"):
            setattr(new, name, list(getattr(self, name)))
        return new

    @property
    def over(self):
        return len(self.inside) == 1

    def candidates(self):
        for seat in range(self.seats):
            yield seat, "take"
            for card in PACK:
                yield seat, "play", card
                yield seat, "draw", card

    def allowed(self, seat, verb, card=None):
        if self.over or seat not in self.inside:
            return False
        if verb == "take":
            return self.may_take(seat) and self.target(seat) is not None
        if verb == "draw":
            return not self.table and seat == self.power and not self.hands[seat] and card in self.waste
        if card not in self.hands[seat]:
            return False
        if not self.table:
            return seat == self.power and (card == "AS" or not self.first)
        any_order = self.first and self.options["first_trick_order"] == "any_order"
        if seat not in (self.to_play if any_order else self.to_play[:1]):
            return False
        led = self.table[0][1][1]
        return card[1] == led or led not in [own[1] for own in self.hands[seat]]

    def may_take(self, seat):
        timing = self.options["take_timing"]
        if timing == "anytime":
            return True
        if self.table or timing == "off":
            return False
        return timing == "between_tricks" or seat == self.power

    def target(self, seat):
        left = [(seat + step) % self.seats for step in range(1, self.seats)]
        return next((other for other in left if other in self.inside and self.hands[other]), None)

    def play(self, seat, verb, card=None):
        if verb == "take":
            self.take(seat, self.target(seat))
            return
        if verb == "draw":
            self.waste.remove(card)
            self.waste += self.aside
            self.aside = []
        else:
            self.hands[seat].remove(card)
        if not self.table:
            self.drawn = verb == "draw"
            left = [(seat + step) % self.seats for step in range(1, self.seats)]
            self.to_play = [other for other in left if other in self.inside]
        else:
            self.to_play.remove(seat)
        self.table.append([seat, card])
        tochoo = card[1] != self.table[0][1][1] and not self.first
        if tochoo or not self.to_play:
            self.settle(tochoo)

    def take(self, taker, target):
        self.hands[taker] += self.hands[target]
        self.hands[target] = []
        for played in self.table:
            if played[0] == target:
                played[0] = taker
        if self.power == target:
            self.power = taker
        self.leave([target])
        if self.over:
            return
        if self.table:
            self.to_play = [seat for seat in self.to_play if seat != target]
            if not self.to_play:
                self.settle(False)
        elif self.hands[self.power]:
            self.waste += self.aside
            self.aside = []

    def leave(self, seats):
        self.away += seats
        self.inside = [seat for seat in self.inside if seat not in seats]

    def settle(self, tochoo):
        led = self.table[0][1][1]
        high = max((RANKS.index(card[0]), seat) for seat, card in self.table if card[1] == led)[1]
        cards, drawer = [card for _, card in self.table], self.table[0][0]
        self.table, self.to_play, self.power, self.first = [], [], high, False
        if tochoo:
            self.hands[high] += cards
            if self.drawn and len(self.inside) == 2 and self.options["two_left_draw_tochoo"] == "ends_game":
                self.leave([seat for seat in self.inside if seat != drawer])
                return
        self.leave([seat for seat in self.inside if not self.hands[seat] and seat != high])
        draws = not self.over and not self.hands[high] and self.options["empty_power"] == "draw_waste"
        if tochoo:
            return
        if draws and self.options["draw_pool"] == "before_last_trick":
            self.aside = cards
        else:
            self.waste += cards
        if not self.over and not self.hands[high] and not draws:
            left = [(high + step) % self.seats for step in range(1, self.seats)]
            self.power = next(seat for seat in left if seat in self.inside)
            self.leave([high])

    def legal(self):
        return [move for move in self.candidates() if self.allowed(*move)]

    def entered(self):
        return {"away": [], "loser": self.inside[0]}


def opening(options, seats):
    """Return the standing before the first game."""
    return {"scores": [0] * seats, "winners": None, "dealer": None}


def score(options, before, dealer, entered):
    """Return the result of a game and the standing after it: games lost."""
    losses = list(before["scores"])
    losses[entered["loser"]] += 1
    after = {"scores": losses, "winners": None, "dealer": (dealer + 1) % len(losses)}
    return {"loser": entered["loser"], "losses": losses}, after


def shuffled(rng, options, before, seats, dealer):
    """Return a deal of cards mixed by `rng`, one card at a time from the dealer's left."""
    hands = [[] for _ in range(seats)]
    for place, card in enumerate(rng.sample(PACK, 52)):
        hands[(dealer + 1 + place) % seats].append(card)
    return {"hands": hands}
