"""From which move on no deal fits any more, found by putting every card into one place of a deal.

What a play says of the cards its seat did not have is asked of the naive counters of tests/perft, a card at a
time: with this card and that one in hand, was the play right? Whether a deal is left is then a matching of
cards and places. Nothing here is shared with the referee's holders, evidence or duties.
"""

from itertools import product

from tests.perft import naive


class Table:
    """What everybody has seen of a hand, and where each card may have lain.

    `room` gives the places with their numbers of cards, `may` for each unseen card the places it may be in.
    With `only`, a set of places of moves, nothing is learned from any other move; what moves on is still seen
    to do so, and a card that was shown is gone. With `words` as well, only what is shown is learned from the
    moves of `only`, and what is said by a play or aloud only from those of `words`.
    """

    def __init__(self, slug, options, seats, dealer, deal, before, only=None, words=None):
        self.only, self.words, self.step, self.came = only, only if words is None else words, -1, {}
        self.slug, self.options, self.seats = slug, options, seats
        self.hand = naive.GAMES[slug].Hand(options, seats, dealer, deal, before)
        self.pack = [card for part in deal["hands"] for card in part] + list(deal.get("stock", ()))
        self.seen = set()
        self.broken = False
        self.either = []  # pairs of which not both were held
        self.owned = [[seat] for seat in range(seats)]
        if slug == "auction-house":
            self.room = dict.fromkeys(range(4), 9) | {("kitty", seat): 1 for seat in range(4)}
        elif slug == "getaway":
            self.room = {seat: len(deal["hands"][seat]) for seat in range(seats)}
        else:
            self.room = dict.fromkeys(range(seats), 9 if slug == "huutopussi" else 8)
        self.may = {card: set(self.room) for card in self.pack}

    def cards(self, seat):
        return self.hand.cards(seat) if self.slug == "troeven" else self.hand.hands[seat]

    def play(self, seat, verb, *what):
        """Take note of a move, as far as it can be seen, and make it."""
        self.step += 1
        if verb == "play":
            self.played(seat, what[0])
        elif verb == "take":
            target = self.hand.target(seat)
            self.owned[seat] = self.owned[seat] + self.owned[target]
            self.owned[target] = []
        elif verb in ("marriage", "half", "answer") and self.believes():
            self.said(seat, verb, what[0])
        traded, table = getattr(self.hand, "traded", None), [card for _, card in self.hand.table]
        self.hand.play(seat, verb, *what)
        if traded is False and self.hand.traded:
            self.traded()
        if verb == "play":
            self.came |= dict.fromkeys([*table, what[0]], self.step)  # if they were picked up, it was now

    def believes(self):
        return self.words is None or self.step in self.words

    def learns(self, step=None):
        return self.only is None or (self.step if step is None else step) in self.only

    def traded(self):
        """Four cards were laid open and lie with somebody again; each may go into the kitty yet."""
        for card in (self.hand.opening[1], *self.hand.offers.values()):
            holder = next(seat for seat in range(4) if card in self.hand.hands[seat])
            self.may[card] = {holder, ("kitty", holder)} if self.learns() else set(self.room)

    def played(self, seat, card):
        if self.hand.table and self.believes():
            for other in self.pack:
                if other != card and not self.right(seat, card, other):
                    self.denied(seat, other)
        if card not in self.seen:
            if self.learns():
                self.may[card] &= set(self.owned[seat])
            self.seen.add(card)
            if self.slug == "troeven" and self.hand.stock_at_lead:
                del self.may[card]  # not among the last sixteen

    def right(self, seat, card, other):
        """Whether a play was right for whoever held another card as well."""
        probe = self.hand.copy()
        (probe.up if self.slug == "troeven" else probe.hands)[seat] = [card, other]
        return probe.allowed(seat, "play", card)

    def denied(self, seat, card):
        if card not in self.seen:
            self.may[card] -= set(self.owned[seat])
        elif card in self.cards(seat) and self.learns(self.came[card]):
            self.broken = True

    def promised(self, seat, *cards):
        for card in cards:
            if card in self.seen:
                self.broken = True
            self.may[card] &= set(self.owned[seat])

    def said(self, seat, verb, word):
        made = self.hand.made[0] + self.hand.made[1]
        other = None
        if verb == "answer" and self.hand.asked_with:
            other = {"K": "Q", "Q": "K"}[self.hand.asked_with[0]] + self.hand.asked_with[1]
        if verb == "half":
            self.promised(seat, word)
        elif word == "yes":
            self.promised(seat, other)
        elif word != "no":
            self.promised(seat, "K" + word, "Q" + word)
        elif self.options["asks"] == "truthful" and other:
            self.denied(seat, other)
        elif self.options["asks"] == "truthful":
            unmade = [suit for suit in "SHDC" if suit not in made]
            self.either += [
                (seat, "K" + suit, "Q" + suit) for suit in unmade if not self.seen & {"K" + suit, "Q" + suit}
            ]

    def snapshot(self):
        """Return what is known now, for `fits`."""
        return self.broken, {card: frozenset(places) for card, places in self.may.items()}, list(self.either)

    def fits(self, snapshot):
        """Return whether every card can be put into a place."""
        broken, may, either = snapshot
        if broken:
            return False
        for chosen in product(*((pair[1:]) for pair in either)):
            left = dict(may)
            for (seat, *_), card in zip(either, chosen, strict=True):
                left[card] = left[card] - {seat}
            if matched(left, self.room):
                return True
        return False


def matched(may, room):
    """Return whether all cards find room: augmenting paths, a card at a time."""
    inside = {place: [] for place in room}

    def put(card, tried):
        for place in may[card]:
            if place in tried:
                continue
            tried.add(place)
            if len(inside[place]) < room[place]:
                inside[place].append(card)
                return True
            for there in list(inside[place]):
                if put(there, tried):
                    inside[place].remove(there)
                    inside[place].append(card)
                    return True
        return False

    return all(put(card, set()) for card in may)


def first_proof(slug, options, seats, dealer, deal, before, moves):
    """Return the place of the first of the open moves at which no deal fits any more, or None."""
    if slug == "checks":
        return None
    if "up" in deal:
        return first_wrong_in_sight(slug, options, seats, dealer, deal, before, moves)
    table = Table(slug, options, seats, dealer, deal, before)
    known = []
    for move in moves:
        table.play(*move)
        known.append(table.snapshot())
    low, high = 0, len(known)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if table.fits(known[middle]) else (low, middle)
    return low if low < len(known) else None


def is_proof(slug, options, seats, dealer, deal, before, moves, only, words=None):
    """Return whether what is learned from some of the moves alone is enough that no deal fits."""
    table = Table(slug, options, seats, dealer, deal, before, only, words)
    for move in moves[: max(only) + 1]:
        table.play(*move)
    return not table.fits(table.snapshot())


def first_wrong_in_sight(slug, options, seats, dealer, deal, before, moves):
    """Where all cards in play lie open, the first wrong play is seen at once."""
    hand = naive.GAMES[slug].Hand(options, seats, dealer, deal, before)
    for place, move in enumerate(moves):
        if not hand.allowed(*move):
            return place
        hand.play(*move)
    return None
