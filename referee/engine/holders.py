"""Who may hold the cards that nobody has seen: the deal is the only unknown, and every play is testimony.

Cards lie in *places*: the hand a player was dealt, a stock, a card laid face down. Each card has the set of
places it may be in; what a play denies takes places out of that set, and what is shown leaves only the
places of its owner. Whole hands that change owners only rename who owns a place, so denials are time-stamped
for free.
Whether some deal fits everything is a transportation problem: by Hall's theorem some deal fits unless a set
of places would have to take more cards than it has room for. The over-full set **is** the proof.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Self

from referee.engine.cards import bits, members

NOWHERE = -1
"""The owner of a place whose cards nobody can play: a stock, a card laid away."""


@dataclass
class Holders:
    """What is known of where the cards of one deal are.

    Attributes:
        room: number of cards of each place.
        owner: the seat that has the cards of a place now, or `NOWHERE`.
        may: for each card the set of places it may be in; 0 for cards not in the pack.
        seen: set of cards that have been shown where they were; cards move on unseen only among the others.
    """

    room: list[int]
    owner: list[int]
    may: list[int]
    seen: int = 0

    @classmethod
    def dealt(cls, pack: int, hands: list[int], rest: int = 0) -> Self:
        """Return the start of a deal: any card may be in any hand, or in the rest that was not dealt out.

        Takes the pack, the number of cards dealt to each seat, and how many lie elsewhere.
        """
        places = (1 << len(hands) + bool(rest)) - 1
        may = [places if pack >> card & 1 else 0 for card in range(52)]
        owner = [*range(len(hands)), *([NOWHERE] if rest else [])]
        return cls([*hands, *([rest] if rest else [])], owner, may)

    def copy(self) -> "Holders":
        """Return a copy that can be changed without changing this one."""
        return Holders(self.room.copy(), self.owner.copy(), self.may.copy(), self.seen)

    def owned(self, seat: int) -> int:
        """Return the set of places whose cards a seat has now."""
        return sum(1 << place for place, owner in enumerate(self.owner) if owner == seat)

    def deny(self, seat: int, cards: int) -> None:
        """The seat has none of these cards now, as far as they have not been seen."""
        keep = ~self.owned(seat)
        for card in members(cards & ~self.seen):
            self.may[card] &= keep

    def has(self, seat: int, cards: int) -> None:
        """The seat has all of these cards now."""
        owned = self.owned(seat)
        for card in members(cards & ~self.seen):
            self.may[card] &= owned

    def limited(self, cards: int, places: int) -> "Holders":
        """Return what is known if some cards are in some places only."""
        new = self.copy()
        for card in members(cards):
            new.may[card] &= places
        return new

    def show(self, seat: int, card: int) -> None:
        """A card comes out of a seat's cards into the open, for good."""
        self.has(seat, 1 << card)
        self.seen |= 1 << card

    def put(self, seat: int, cards: int) -> None:
        """Cards that everybody could follow are now among a seat's.

        Room has been made for them: by as many cards that the seat gave away, or by `move_unseen`.
        """
        owned = self.owned(seat)
        for card in members(cards & ~self.seen):
            self.may[card] = owned

    def let_go(self, cards: int) -> None:
        """Nothing is known any more of where these cards are."""
        for card in members(cards & ~self.seen):
            self.may[card] = (1 << len(self.room)) - 1

    def undealt(self, cards: int) -> int:
        """Return how many of some cards may be where nobody can play them."""
        nowhere = self.owned(NOWHERE)
        return sum(1 for card in members(cards & ~self.seen) if self.may[card] & nowhere)

    def place_of(self, owner: int) -> int:
        """Return the first place of an owner."""
        return self.owner.index(owner)

    def hand_over(self, giver: int, taker: int) -> None:
        """All cards of a seat go to another."""
        self.owner = [taker if owner == giver else owner for owner in self.owner]

    def move_unseen(self, source: int, target: int, count: int) -> None:
        """Some cards, not known which, go from one place to another.

        Exact as long as nothing has been denied about the source, which holds wherever a game does this:
        before the first duty of a hand.
        """
        self.room[source] -= count
        self.room[target] += count
        for card, places in enumerate(self.may):
            if places >> source & 1 and not self.seen >> card & 1:
                self.may[card] = places | 1 << target

    def new_place(self, owner: int = NOWHERE) -> int:
        """Add an empty place and return its number."""
        self.room.append(0)
        self.owner.append(owner)
        return len(self.room) - 1

    def overfull(self) -> int | None:
        """Return a set of places that would have to take more cards than fit, or None if some deal fits.

        Cards that may be in the same places are put in place together, those with the fewest choices first;
        where a place is full, cards there are moved on as far as they may be elsewhere (Ford and Fulkerson).
        What is reached without finding room is the over-full set. The empty set stands for a card that can
        be nowhere.
        """
        groups = Counter(self.may)
        del groups[0]
        if groups.total() < sum(self.room):
            return 0
        filling = _Filling(self.room.copy())
        for places in sorted(groups, key=int.bit_count):
            full = filling.put(places, groups[places])
            if full is not None:
                return full
        return None

    def fits(self) -> bool:
        """Return whether some deal fits everything."""
        return self.overfull() is None


class _Filling:
    """Cards put in places: for each group of like cards, how many are where; and the room that is left."""

    def __init__(self, spare: list[int]) -> None:
        self.spare = spare
        self.there: dict[int, dict[int, int]] = {}

    def put(self, group: int, count: int) -> int | None:
        """Put cards that may be in the places of `group`; return the over-full places if there is no room."""
        there = self.there[group] = {}
        for place in bits(group):
            here = min(count, self.spare[place])
            there[place] = here
            self.spare[place] -= here
            count -= here
        for _ in range(count):
            full = self._make_room(group)
            if full is not None:
                return full
        return None

    def _make_room(self, group: int) -> int | None:
        """Put one more card of a group, moving others on."""
        came_from: dict[int, tuple[int, int] | None] = dict.fromkeys(bits(group))
        queue = list(came_from)
        for place in queue:
            if self.spare[place]:
                self._shift(group, place, came_from)
                return None
            for other, there in self.there.items():
                if there.get(place):
                    for onward in bits(other):
                        if onward not in came_from:
                            came_from[onward] = (place, other)
                            queue.append(onward)
        return sum(1 << place for place in came_from)

    def _shift(self, group: int, place: int, came_from: dict[int, tuple[int, int] | None]) -> None:
        self.spare[place] -= 1
        while step := came_from[place]:
            before, other = step
            self.there[other][place] += 1
            self.there[other][before] -= 1
            place = before
        self.there[group][place] += 1
