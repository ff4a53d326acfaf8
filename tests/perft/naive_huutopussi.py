"""A second, deliberately naive Huutopussi: every move is tried, and a rule throws it out.

Written from the rule book alone, to count against the referee's rules; it shares no code with them.
"""

from itertools import combinations

RANKS = "6789JQKTA"  # lowest first
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
POINTS = {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 5}
MARRIAGES = {
    "book": {"S": 40, "C": 60, "D": 80, "H": 100},
    "reversed": {"S": 100, "H": 80, "D": 60, "C": 40},
}

SEATS = [4]
PRESETS = ["book", "traditional"]
OPTIONS = {  # the book's value first
    "failed_contract": ["zero", "minus_contract"],
    "declarer_no_trick": ["minus_contract", "minus_double"],
    "defender_no_trick": ["zero", "minus_bid", "minus_double_contract"],
    "asks": ["optional", "truthful"],
    "ask_locks": ["book", "full_only", "illisoft"],
    "declare_right": ["led_and_won", "any_won", "led_and_won_once"],
    "redeal_window": ["first_turn", "any_turn", "off"],
    "exchange_count": [3, 4],
    "min_bid": [50, 60, 120],
    "forced_opening": ["yes", "no"],
    "marriage_values": ["book", "reversed"],
    "bid_ban": [-500, -250, "negative", "off"],
    "target": [500, *range(300, 1001)],
    "tie_500": ["extra_hand", "draw"],
}
IN_PRESET = {"traditional": {"failed_contract": "minus_contract"}}


def banned(options, total):
    """Return whether a team with this score may not bid."""
    ban = options["bid_ban"]
    if ban == "off":
        return False
    return total < 0 if ban == "negative" else total <= ban


class Hand:
    """One hand. `before` is the standing that it begins with."""

    def __init__(self, options, seats, dealer, deal, before):
        self.options, self.forehand = options, (dealer + 1) % 4
        self.hands = [list(hand) for hand in deal["hands"]]
        self.banned = [banned(options, before["scores"][seat % 2]) for seat in range(4)]
        self.phase, self.turn = "auction", self.forehand
        self.bid, self.declarer, self.contract = 0, None, 0
        self.passed, self.spoken = [], []
        self.redealt = None
        self.leader, self.trump = None, None
        self.table = []
        self.won = [[], []]  # cards by team
        self.tricks = [0, 0, 0, 0]
        self.right = False  # a marriage may be tried now
        self.has_led_and_won = []
        self.asked_full, self.asked_half = [], []
        self.asked_with = None
        self.made = [[], []]  # suits by team
        self.last_team = None

    def copy(self):
        new = object.__new__(Hand)
        new.__dict__.update(self.__dict__)
        for name in ("hands", "won", "made"):
            setattr(new, name, [list(part) for part in getattr(self, name)])
        for name in ("passed", "spoken", "table", "tricks", "has_led_and_won", "asked_full", "asked_half"):
            setattr(new, name, list(getattr(self, name)))
        return new

    @property
    def over(self):
        return self.phase == "over"

    def candidates(self):
        for seat in range(4):
            if self.phase == "auction":
                yield seat, "pass"
                yield seat, "redeal"
                for points in range(501):
                    yield seat, "bid", points
            elif self.phase in ("give", "return"):
                # Cards passed over are a choice of a set: three or four cards, in whatever order.
                for cards in combinations(self.hands[seat], self.options["exchange_count"]):
                    yield seat, self.phase, *cards
            elif self.phase == "contract":
                for points in range(501):
                    yield seat, "contract", points
            else:
                yield from self.talk_and_play(seat)

    def talk_and_play(self, seat):
        yield seat, "ask"
        for word in (*SUITS, "no", "yes"):
            yield seat, "marriage", word
            yield seat, "answer", word
        for card in PACK:
            yield seat, "half", card
            yield seat, "play", card

    def allowed(self, seat, verb, *what):
        if seat != self.turn:
            return False
        if self.phase == "auction":
            return verb in ("bid", "pass", "redeal") and self.may_speak(seat, verb, *what)
        if self.phase == "contract":
            return verb == "contract" and what[0] % 5 == 0 and self.bid <= what[0] <= 440
        if self.phase in ("give", "return"):
            return verb == self.phase and all(card in self.hands[seat] for card in what)
        if self.phase == "answer":
            return verb == "answer" and self.may_answer(seat, what[0])
        if self.phase != "play":
            return False
        if verb == "play":
            return what[0] in self.hands[seat] and self.may_follow(self.hands[seat], what[0])
        return self.right and not self.table and self.may_try(seat, verb, *what)

    def may_speak(self, seat, verb, points=None):
        obliged = not self.spoken and self.options["forced_opening"] == "yes"
        if verb == "redeal":
            window = self.options["redeal_window"]
            if window == "off" or (window == "first_turn" and seat in self.spoken):
                return False
            ranks = [card[0] for card in self.hands[seat]]
            return ranks.count("6") >= 3 or not set(ranks) & set("ATKQ")
        if verb == "pass":
            return not obliged
        if points % 5 or points > 440 or points < self.options["min_bid"] or points <= self.bid:
            return False
        if self.banned[seat]:
            return obliged and points == self.options["min_bid"]
        return True

    def may_follow(self, hand, card):
        """Whether a card of this hand may be played to the trick on the table."""
        if not self.table:
            return True
        led = self.table[0][1][1]
        trumps_there = [played for _, played in self.table if played[1] == self.trump]
        suited_there = [played for _, played in self.table if played[1] == led]
        if any(own[1] == led for own in hand):
            if card[1] != led:
                return False
            if trumps_there and led != self.trump:
                return True
            return self.beats_if_able(hand, card, suited_there)
        if self.trump and any(own[1] == self.trump for own in hand):
            return card[1] == self.trump and self.beats_if_able(hand, card, trumps_there)
        return True

    def beats_if_able(self, hand, card, there):
        """Whether a card is higher than all of its suit in the trick, or no card of that suit in hand is."""
        top = max((RANKS.index(played[0]) for played in there), default=-1)
        able = any(own[1] == card[1] and RANKS.index(own[0]) > top for own in hand)
        return not able or RANKS.index(card[0]) > top

    def holds_pair(self, seat, suit):
        return "K" + suit in self.hands[seat] and "Q" + suit in self.hands[seat]

    def may_try(self, seat, verb, *what):
        partner = (seat + 2) % 4
        made = self.made[0] + self.made[1]
        halves = seat in self.asked_half or partner in self.asked_half
        if self.options["ask_locks"] == "full_only":
            halves = False
        if verb == "marriage":
            if seat in self.asked_full or halves:
                return False
            return what[0] in SUITS and what[0] not in made and self.holds_pair(seat, what[0])
        if verb == "ask":
            return not halves and (partner not in self.asked_full or self.options["ask_locks"] == "illisoft")
        if verb == "half":
            return what[0][0] in "KQ" and what[0] in self.hands[seat] and what[0][1] not in made
        return False

    def may_answer(self, seat, word):
        made = self.made[0] + self.made[1]
        if self.asked_with:
            other = {"K": "Q", "Q": "K"}[self.asked_with[0]] + self.asked_with[1]
            true = ["yes"] if other in self.hands[seat] else []
        else:
            true = [suit for suit in SUITS if suit not in made and self.holds_pair(seat, suit)]
        if word == "no":
            return not true or self.options["asks"] == "optional"
        return word in true

    def play(self, seat, verb, *what):
        partner = (seat + 2) % 4
        if self.phase == "auction":
            self.speak(seat, verb, *what)
        elif verb in ("give", "return"):
            for card in what:
                self.hands[seat].remove(card)
                self.hands[partner].append(card)
            self.turn = self.declarer
            self.phase = "contract" if verb == "give" else "play"
            self.leader = self.declarer
        elif verb == "contract":
            self.contract, self.phase = what[0], "return"
        elif verb == "play":
            self.right = False
            self.hands[seat].remove(what[0])
            self.table.append((seat, what[0]))
            self.turn = (seat + 1) % 4
            if len(self.table) == 4:
                self.close()
        elif verb == "marriage":
            self.right = False
            self.marry(what[0])
        elif verb in ("ask", "half"):
            self.right = False
            (self.asked_full if verb == "ask" else self.asked_half).append(seat)
            self.asked_with = what[0] if what else None
            self.phase, self.turn = "answer", partner
        else:
            if what[0] != "no":
                self.marry(self.asked_with[1] if self.asked_with else what[0])
            self.phase, self.turn = "play", self.leader

    def speak(self, seat, verb, points=0):
        self.spoken.append(seat)
        if verb == "redeal":
            self.redealt, self.phase = seat, "over"
            return
        if verb == "pass":
            self.passed.append(seat)
        else:
            self.bid, self.declarer = points, seat
        if len(self.passed) == 4:
            self.phase, self.leader, self.turn = "play", self.forehand, self.forehand
        elif (len(self.passed) == 3 and self.declarer is not None) or self.bid == 440:
            self.phase, self.turn = "give", (self.declarer + 2) % 4
        else:
            left = [(seat + step) % 4 for step in (1, 2, 3, 4)]
            self.turn = next(other for other in left if other not in self.passed)

    def marry(self, suit):
        self.trump = suit
        self.made[self.leader % 2].append(suit)

    def close(self):
        led = self.table[0][1][1]
        trumps = [(RANKS.index(card[0]), seat) for seat, card in self.table if card[1] == self.trump]
        suited = [(RANKS.index(card[0]), seat) for seat, card in self.table if card[1] == led]
        winner = max(trumps or suited)[1]
        self.won[winner % 2] += [card for _, card in self.table]
        self.tricks[winner] += 1
        if winner == self.leader:
            self.has_led_and_won.append(winner)
        self.right = {
            "led_and_won": winner == self.leader,
            "any_won": True,
            "led_and_won_once": winner in self.has_led_and_won,
        }[self.options["declare_right"]]
        self.table, self.leader, self.turn, self.last_team = [], winner, winner, winner % 2
        if sum(self.tricks) == 9:
            self.phase = "over"

    def legal(self):
        return [move for move in self.candidates() if self.allowed(*move)]

    def entered(self):
        if self.redealt is not None:
            return {"redeal": self.redealt}
        return {
            "declarer": self.declarer,
            "bid": self.bid,
            "contract": self.contract,
            "card_points": [sum(POINTS.get(card[0], 0) for card in cards) for cards in self.won],
            "last_trick": self.last_team,
            "tricks": [self.tricks[0] + self.tricks[2], self.tricks[1] + self.tricks[3]],
            "marriages": [list(suits) for suits in self.made],
        }


def opening(options, seats):
    """Return the standing before the first hand, by team."""
    return {"scores": [0, 0], "winners": None, "dealer": None}


def team_total(options, entered, team):
    """Return a team's cards, last trick and marriages."""
    values = MARRIAGES[options["marriage_values"]]
    last = 20 if entered["last_trick"] == team else 0
    return entered["card_points"][team] + last + sum(values[suit] for suit in entered["marriages"][team])


def team_points(options, entered, team):
    """Return what a hand adds to the score of a team."""
    total, contract = team_total(options, entered, team), entered["contract"]
    declarer = entered["declarer"]
    if declarer is None:
        return total
    tricks = entered["tricks"][team]
    if declarer % 2 == team:
        if total >= contract:
            return contract
        if tricks == 0:
            return -2 * contract if options["declarer_no_trick"] == "minus_double" else -contract
        return 0 if options["failed_contract"] == "zero" else -contract
    if tricks == 0 and options["defender_no_trick"] == "minus_bid":
        return -entered["bid"]
    if tricks == 0 and options["defender_no_trick"] == "minus_double_contract":
        return -2 * contract if team_total(options, entered, 1 - team) >= contract else total
    return total


def score(options, before, dealer, entered):
    """Return the result of a hand and the standing after it."""
    if "redeal" in entered:
        return {"points": [0, 0]}, before | {"dealer": dealer}
    points = [team_points(options, entered, team) for team in (0, 1)]
    scores = [before["scores"][team] + points[team] for team in (0, 1)]
    target = options["target"]
    if max(scores) < target:
        winners = None
    elif scores[0] == scores[1]:
        winners = [0, 1] if options["tie_500"] == "draw" else None
    else:
        winners = [scores.index(max(scores))]
    return {"points": points}, {"scores": scores, "winners": winners, "dealer": (dealer + 1) % 4}


def shuffled(rng, options, before, seats, dealer):
    """Return a deal of cards mixed by `rng`."""
    cards = rng.sample(PACK, 36)
    return {"hands": [cards[9 * seat : 9 * seat + 9] for seat in range(4)]}
