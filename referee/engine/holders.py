"""Who may hold the cards that nobody has seen: the deal is the only unknown, and every play is testimony.

Cards lie in *places*: the hand a player was dealt, a stock, a card laid face down. Each card has the set of
places it may be in; what a play denies takes places out of that set, and what is shown leaves only the
places of its owner. Whole hands that change owners only rename who owns a place, so denials are time-stamped
for free.
Whether some deal fits everything is a transportation problem, answered exactly by Hall's condition: no set of
places may have to take more cards than it has room for. The over-full set **is** the proof.
"""

from collections.abc import Iterator
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

    def show(self, seat: int, card: int) -> None:
        """A card comes out of a seat's cards into the open, for good."""
        self.has(seat, 1 << card)
        self.seen |= 1 << card

    def put(self, seat: int, cards: int) -> None:
        """Cards that everybody could follow are now among a seat's.

        They come from what was not dealt out, or from another seat that got as many for them.
        """
        owned = self.owned(seat)
        for card in members(cards & ~self.seen):
            for place in bits(self.may[card]):
                if self.owner[place] == NOWHERE:
                    self.room[place] -= 1
                    self.room[self.place_of(seat)] += 1
            self.may[card] = owned

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

        The empty set stands for a card that can be nowhere.
        """
        groups: dict[int, int] = {}
        for places in self.may:
            if places:
                groups[places] = groups.get(places, 0) + 1
        if sum(groups.values()) < sum(self.room):
            return 0
        too_many = (union for union in _unions(groups) if self._needs(groups, union) > self._room_in(union))
        return next(too_many, None)

    def fits(self) -> bool:
        """Return whether some deal fits everything."""
        return self.overfull() is None

    def possible(self, seat: int) -> int:
        """Return the cards that the seat may have now, in some deal that fits everything."""
        owned = self.owned(seat)
        return sum(1 << card for card in range(52) if self.may[card] & owned and self._may_be(card, owned))

    def _may_be(self, card: int, places: int) -> bool:
        trial = self.copy()
        trial.may[card] &= places
        return trial.fits()

    def _room_in(self, places: int) -> int:
        return sum(self.room[place] for place in bits(places))

    @staticmethod
    def _needs(groups: dict[int, int], places: int) -> int:
        return sum(count for group, count in groups.items() if not group & ~places)


def _unions(groups: dict[int, int]) -> Iterator[int]:
    """Yield every union of groups' sets of places; only these can be over-full."""
    found: set[int] = set()
    for group in sorted(groups, key=int.bit_count):
        fresh = {group | union for union in found} | {group}
        yield from fresh - found
        found |= fresh
