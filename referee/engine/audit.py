"""The audit of a hand at hidden sight: for each seat, whether it can be known that it kept the rules.

Asked once a hand is over or was stopped, and answered from facts alone, nobody being believed: certainly not;
certainly so, as no deal that fits what was seen makes any of its plays illegal; or not to be known, and then
by which play and which card. Cards shown or entered afterwards are further facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine import evidence as ev
from referee.engine.cards import ANY, BLANK, card_texts, members
from referee.engine.errors import Refused
from referee.engine.evidence import Event, Evidence
from referee.engine.findings import Finding, found_in
from referee.engine.holders import NOWHERE
from referee.engine.watch import Watch

REVOKED, CLEAN, UNKNOWN = "revoked", "clean", "unknown"

NONE: Mapping[int, int] = {}


@dataclass(frozen=True)
class SeatAudit:
    """What can be known of one seat.

    Attributes:
        seat: the seat.
        verdict: `revoked`, `clean` or `unknown`.
        plays: the steps of its plays and words that were certainly wrong, those marked so included.
        open_play: where nothing is certain, a step that may have been wrong; `cards` is the set of cards
            (one, or a pair denied together) that would make it so, held at that time, or not held if it was
            said that they were.
        findings: the findings, certain or joint, that this seat is in.
    """

    seat: int
    verdict: str
    plays: tuple[int, ...] = ()
    open_play: int | None = None
    cards: int = 0
    findings: tuple[Finding, ...] = ()


def audit(watch: Watch, shown: Mapping[int, int] = NONE, dealt: Mapping[int, int] = NONE) -> list[SeatAudit]:
    """Return what can be known of each seat.

    Takes a hand that is over or was stopped, and by seat sets of cards that were shown or entered afterwards:
    `shown` are cards that a seat still held at the end, `dealt` all cards that a seat was dealt. Raises
    Refused, citing the rule of the end, for cards that cannot be there (`cannot_be`), for another number of
    cards than was dealt (`wrong_count`), and for the dealt hand of a seat that exchanged cards unseen with
    another (`not_allowed`), as it says too little of what was held afterwards.
    """
    evidence = _with_dealt(watch, dealt) if dealt else watch.evidence.copy()
    for seat, cards in sorted(shown.items()):
        _add_shown(watch, evidence, seat, cards)
    found = found_in(evidence, watch.leads)
    return [_of_seat(watch, evidence, found, seat) for seat in range(watch.state.seats)]


def _of_seat(watch: Watch, evidence: Evidence, found: tuple[Finding, ...], seat: int) -> SeatAudit:
    mine = tuple(finding for finding in found if seat in finding.seats)
    wrong = {finding.plays[0] for finding in mine if finding.certain}
    marked = {step for step, by in watch.stood if by == seat}
    if wrong or marked:
        return SeatAudit(seat, REVOKED, tuple(sorted(wrong | marked)), findings=mine)
    for word in evidence.words:
        if word.event.seat == seat:
            cards = word.untrue_by(evidence.facts)
            if cards:
                return SeatAudit(seat, UNKNOWN, (), word.event.step, cards, mine)
    return SeatAudit(seat, CLEAN)


# -- cards shown or entered afterwards ---------------------------------------------------------------


def _refused(watch: Watch, cards: int) -> Refused:
    return Refused("cannot_be", watch.game.end_rule, card=" ".join(card_texts(cards)))


def _add_shown(watch: Watch, evidence: Evidence, seat: int, cards: int) -> None:
    """Note cards that a seat still held; each that was not known has to be able to be there."""
    known = watch.state.hands[seat]
    for card in members(cards & ~known):
        if not known >> BLANK or watch.lies_open() >> card & 1 or not watch.game.pack >> card & 1:
            raise _refused(watch, 1 << card)
        event = Event(watch.step, ev.HAS, seat, 1 << card)
        if not evidence.could_be(event):
            raise _refused(watch, 1 << card)
        evidence.add(event)


def _with_dealt(watch: Watch, dealt: Mapping[int, int]) -> Evidence:
    """Work the hand through again from hands that are known; every step of it has to be possible."""
    old = watch.evidence
    exchanged = {
        seat
        for event in old.events
        if event.kind == ev.MOVE and NOWHERE not in (event.seat, event.other)
        for seat in (event.seat, event.other)
    }
    new = Evidence(old.start)
    for seat, cards in sorted(dealt.items()):
        if seat in exchanged:
            raise Refused("not_allowed", watch.game.end_rule, seat=seat)
        if cards.bit_count() != old.start.room[seat]:
            raise Refused("wrong_count", watch.game.end_rule, count=old.start.room[seat])
        if cards & ~watch.game.pack:
            raise _refused(watch, cards & ~watch.game.pack & ANY)
        new.add(Event(ev.FROM_THE_DEAL, ev.HAS, seat, cards))
    for event in old.events:
        new.add(event)
    # Cards that change hands do so one after the other: while they do, what is known is not whole. But where
    # they were shown before counts, and is forgotten afterwards.
    for place, event in enumerate(new.events):
        whole = place + 1 == len(new.events) or new.events[place + 1].step != event.step
        if (whole or event.kind in (ev.HAS, ev.SHOW)) and not new.past[place].fits():
            raise _refused(watch, event.cards & ANY)
    return new
