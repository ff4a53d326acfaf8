"""What is known of a hand at hidden sight, step by step, and what follows when it cannot all be true.

Every fact (a card shown, a promise to hold one, cards that moved on unseen) and every duty that a play was
bound by is kept with its step. Leaving some out and working the rest through again tells which plays could be
to blame, and which steps are enough for a proof.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from referee.engine.cards import members
from referee.engine.holders import Holders

DENY = "deny"
"""The duty of a play says that the seat had none of these cards."""
SAID_NONE, SAID_NOT_BOTH, SAID_HAS = "said none", "said not both", "said has"
"""What a seat says of its hand at a table where that has to be true."""
HAS, SHOW, AT = "has", "show", "at"
"""Cards shown that stay with a seat, cards shown for good, cards that everybody saw come to a seat."""
HAND_OVER, MOVE, LAY_AWAY = "hand over", "move", "lay away"
"""Cards that go on unseen: a whole hand to another seat, some cards to another seat, or out of play."""

GONE, LET_GO = "gone", "let go"
"""What is left of a step that is left out: cards were shown for good, and nothing said later is about them;
cards came to a seat, and nothing said before is."""

FROM_THE_DEAL = -1
"""Stands for the step of what lay face up at the start, and is never left out."""

WORDS = (DENY, SAID_NONE, SAID_NOT_BOTH, SAID_HAS)
"""Kinds that can be untrue."""
SILENT = (HAND_OVER, MOVE, LAY_AWAY)
"""Kinds that everybody sees happen, and that show no card."""

INSTEAD = {SHOW: GONE, AT: LET_GO}
"""What everybody still sees of an event that is left out."""


class Event(NamedTuple):
    """One thing known: at which step, of what kind, about which seat.

    `cards` is a set of cards (or, for cards that moved on unseen, their number); `other` a second seat;
    `rule` the rule of a duty. `clash` is the step at which one of the cards denied had come to the seat for
    all to see, so that the denial is false by itself.
    """

    step: int
    kind: str
    seat: int
    cards: int
    other: int = -1
    clash: int | None = None
    rule: str | None = None


class Word(NamedTuple):
    """What a seat said, by a play or aloud, that can be untrue.

    `place` is the place of the event among all events; `owned` are the places whose cards the seat had then,
    and `cards` those of the event's cards that had not been seen yet.
    """

    place: int
    event: Event
    owned: int
    cards: int

    def true_in(self, holders: Holders) -> Iterator[Holders]:
        """Yield what is known if this is true: one way, or one for each card of "not both of these"."""
        if self.event.kind == SAID_NOT_BOTH:
            ways = [1 << card for card in members(self.cards)]
            if any(not holders.may[card] & self.owned for card in members(self.cards)):
                ways = [0]
        else:
            ways = [self.cards]
        inside = self.event.kind == SAID_HAS
        for cards in ways:
            yield holders.limited(cards, self.owned if inside else ~self.owned)

    def untrue_by(self, holders: Holders) -> int:
        """Return cards that may have been held (or, where a seat said that it held them, not held).

        This would be untrue then. Returns 0 where it is true in every deal that fits.
        """
        places = ~self.owned if self.event.kind == SAID_HAS else self.owned
        possible = [card for card in members(self.cards) if holders.may[card] & places]
        if self.event.kind == SAID_NOT_BOTH:
            both = len(possible) == 2 and holders.limited(self.cards, places).fits()
            return self.cards if both else 0
        return next((1 << card for card in possible if holders.limited(1 << card, places).fits()), 0)


@dataclass(frozen=True)
class Proof:
    """Shows that not everything can be true.

    Attributes:
        step: the first step at which no deal fits everything seen so far.
        rule: the rule of the first suspect's duty, or else of the first word in the evidence.
        suspects: steps of plays whose duty to be legal, if it alone is dropped, makes some deal fit again.
        evidence: a smallest set of steps that cannot all be true together.
    """

    step: int
    rule: str
    suspects: tuple[int, ...]
    evidence: tuple[int, ...]


class Evidence:
    """The events of one hand, from a known start.

    Attributes:
        events: in order; `past` is what the facts alone told after each of them.
        words: what was said that can be untrue. A card moves on unseen only before the first word about it,
            so that what is known of its place is the facts and the words, in whatever order.
        facts, known: what is known from the facts alone, and from facts and words (but not from those of the
            kind "not both").
    """

    def __init__(self, start: Holders) -> None:
        self.start = start
        self.events: list[Event] = []
        self.past: list[Holders] = []
        self.words: list[Word] = []
        self.facts = start
        self.known = start.copy()
        self.clashed = False

    def copy(self) -> "Evidence":
        """Return a copy that can be added to without changing this one."""
        new = object.__new__(Evidence)
        new.__dict__ = self.__dict__ | {
            "events": self.events.copy(),
            "past": self.past.copy(),
            "words": self.words.copy(),
            "known": self.known.copy(),
        }
        return new

    def add(self, event: Event) -> None:
        """Take note of one more thing."""
        apply(self.known, event)
        if event.kind in WORDS:
            cards = event.cards & ~self.facts.seen
            self.words.append(Word(len(self.events), event, self.facts.owned(event.seat), cards))
            self.clashed |= event.clash is not None
        else:
            self.facts = self.facts.copy()
            apply(self.facts, event)
        self.events.append(event)
        self.past.append(self.facts)

    def fits(self) -> bool:
        """Return whether some deal fits everything."""
        if self.clashed:
            return False
        return _all_true(self.known, [word for word in self.words if word.event.kind == SAID_NOT_BOTH])

    def could_be(self, event: Event) -> bool:
        """Return whether a fact can be true whatever rules were broken."""
        trial = self.facts.copy()
        apply(trial, event)
        return trial.fits()

    def fits_with(self, steps: Collection[int], place: int = -1) -> bool:
        """Return whether some deal fits all facts and the words of these steps.

        Takes how far to look: the place of the last event that counts, by default all.
        """
        last = place % len(self.events)
        chosen = [word for word in self.words if word.event.step in steps and word.place <= last]
        if any(word.event.clash is not None for word in chosen):
            return False
        return _all_true(self.past[last], chosen)

    def fits_given(self, steps: Collection[int], words: Collection[int], more: Sequence[Event] = ()) -> bool:
        """Return whether some deal fits what was shown at some steps and the words of others.

        Of what was shown at other steps it is still seen that a card is gone. Takes facts to be added, too.
        The words are not false by themselves.
        """
        kept: list[Event] = []
        for event in self.events:
            if event.kind in WORDS:
                if event.step in words:
                    kept.append(event)
            elif event.kind in SILENT or event.step in steps or event.step == FROM_THE_DEAL:
                kept.append(event)
            elif event.kind in INSTEAD:
                kept.append(event._replace(kind=INSTEAD[event.kind]))
        return _some_reading_fits(self.start, (*kept, *more))

    def fits_without(self, steps: Collection[int], kinds: Collection[str] = (DENY,)) -> bool:
        """Return whether some deal fits everything but the events of some kinds at some steps."""
        left_out = [event.step in steps and event.kind in kinds for event in self.events]
        forgotten = steps if AT in kinds else ()
        kept: list[Event] = []
        for event, out in zip(self.events, left_out, strict=True):
            if not out:
                if event.clash is not None and event.clash not in forgotten:
                    return False
                kept.append(event)
            elif event.kind in INSTEAD:
                kept.append(event._replace(kind=INSTEAD[event.kind]))
        return _some_reading_fits(self.start, kept)

    def until(self, count: int) -> "Evidence":
        """Return the evidence as it was when there were so many events."""
        old = Evidence(self.start)
        for event in self.events[:count]:
            old.add(event)
        return old

    def proof(self) -> Proof:
        """Return the proof, at a step at which nothing fits any more."""
        step = self.events[-1].step
        rules = {event.step: event.rule for event in self.events if event.rule is not None}
        plays = sorted({event.step for event in self.events if event.kind == DENY})
        suspects = tuple(play for play in plays if self.fits_without((play,)))
        evidence = self._smallest()
        rule = next(rules[one] for one in (*suspects, *evidence) if one in rules)
        return Proof(step, rule, suspects, evidence)

    def _smallest(self) -> tuple[int, ...]:
        """Leave out one step after the other, as long as what remains still cannot be."""
        every = (*WORDS, HAS, SHOW, AT)
        steps = {event.step for event in self.events if event.kind not in SILENT}
        # Where a card came to a hand nothing else need have been learned.
        steps |= {event.clash for event in self.events if event.clash is not None}
        steps.discard(FROM_THE_DEAL)
        left_out: set[int] = set()
        for step in sorted(steps):
            if not self.fits_without(left_out | {step}, every):
                left_out.add(step)
        return tuple(sorted(steps - left_out))


def apply(holders: Holders, event: Event) -> None:
    """Work one event into what is known."""
    seat, cards = event.seat, event.cards
    if event.kind in (DENY, SAID_NONE):
        holders.deny(seat, cards)
    elif event.kind in (HAS, SAID_HAS):
        holders.has(seat, cards)
    elif event.kind == SHOW:
        for card in members(cards):
            holders.show(seat, card)
    elif event.kind == GONE:
        holders.seen |= cards
    elif event.kind == AT:
        holders.put(seat, cards)
    else:
        _move_on(holders, event)


def _move_on(holders: Holders, event: Event) -> None:
    """Work in that cards went somewhere unseen."""
    seat, cards = event.seat, event.cards
    if event.kind == HAND_OVER:
        holders.hand_over(seat, event.other)
    elif event.kind == LET_GO:
        holders.let_go(cards)
    elif event.kind == MOVE:
        holders.move_unseen(holders.place_of(seat), holders.place_of(event.other), cards)
    elif event.kind == LAY_AWAY:
        holders.move_unseen(holders.place_of(seat), holders.new_place(), cards)


def _all_true(holders: Holders, words: Sequence[Word]) -> bool:
    """Return whether some deal fits what is known and all these words."""
    for number, word in enumerate(words):
        ways = list(word.true_in(holders))
        if len(ways) > 1:
            return any(_all_true(way, words[number + 1 :]) for way in ways)
        holders = ways[0]
    return holders.fits()


def _some_reading_fits(start: Holders, events: Sequence[Event]) -> bool:
    return any(_worked_through(start, chosen).fits() for chosen in _readings(events))


def _worked_through(start: Holders, events: Collection[Event]) -> Holders:
    holders = start.copy()
    for event in events:
        apply(holders, event)
    return holders


def _readings(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events with each "not both of these" read as a denial of the one or the other card."""
    choices = [
        [event._replace(kind=DENY, cards=1 << card) for card in members(event.cards)]
        if event.kind == SAID_NOT_BOTH
        else [event]
        for event in events
    ]
    for reading in product(*choices):
        yield list(reading)
