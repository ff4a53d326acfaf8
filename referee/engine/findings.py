"""What is found to be wrong in a hand at hidden sight: who broke a duty or said what is not true, and why.

Words (what a play or an answer says of hidden cards) are held against facts (what everybody saw). A word that
the facts alone rule out is **certain**: nobody has to be believed for it. Of the words that are left, those
that cannot all be true together are found **jointly**: one of them at least is untrue. Everything follows
from the events so far, so that later facts narrow a joint finding, make it certain, or show whom it clears.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from referee.engine import evidence as ev
from referee.engine.cards import card_set, members
from referee.engine.evidence import Evidence, Word

if TYPE_CHECKING:
    from referee.engine.watch import Watch

REVOKE, UNTRUE = "revoke", "untrue"
"""Kinds of finding: a duty was broken; what was said aloud is not true."""

HAND_END, WHEN_SHOWN, AT_ONCE = "hand_end", "when_shown", "at_once"
"""When findings are told at a table: see `disclosed`."""
DISCLOSURES = (HAND_END, WHEN_SHOWN, AT_ONCE)


@dataclass(frozen=True)
class Finding:
    """Something that is wrong.

    Attributes:
        kind: `revoke` or `untrue`, and `rule` the rule, of the first suspect.
        certain: whether the facts alone prove it; otherwise it is joint.
        step: the first step at which it was proved.
        plays: the steps of the plays and words that cannot all be true; of a certain finding just one.
        suspects: those of the plays which alone could be the untrue one, everything else being true that is
            in no other finding; all of them where no single one is enough.
        seats: the seats of the suspects.
        evidence: a smallest set of steps that cannot be together: the plays, and where cards were shown.
        correctable_from: the earliest suspect; taking back to before it repairs the hand.
        established: whether a trick was begun after that.
        own: whether a card that lies face up contradicts it directly, which everybody can see: for a play
            always a card of the same player.
    """

    kind: str
    rule: str
    certain: bool
    step: int
    plays: tuple[int, ...]
    suspects: tuple[int, ...]
    seats: tuple[int, ...]
    evidence: tuple[int, ...]
    correctable_from: int
    established: bool
    own: bool


def findings(watch: "Watch") -> tuple[Finding, ...]:
    """Return all that is wrong in a hand so far, in the order in which it was proved.

    Costs nothing while some deal fits everything.
    """
    return () if watch.broken is None else found_in(watch.evidence, watch.leads)


def found_in(evidence: Evidence, leads: Sequence[int]) -> tuple[Finding, ...]:
    """Return the same from the evidence and the steps at which tricks were begun."""
    if evidence.fits():
        return ()
    certain = certain_steps(evidence)
    rest = sorted({word.event.step for word in evidence.words}.difference(certain))
    found = [_certain(evidence, leads, step) for step in certain]
    conflicts = _conflicts(evidence, rest)
    excused = {step for plays, _ in conflicts for step in plays}
    for plays, place in conflicts:
        others = [step for step in rest if step not in excused or step in plays]
        alone = [step for step in plays if evidence.fits_with([one for one in others if one != step])]
        found.append(
            _finding(evidence, leads, plays, alone or plays, place, _shown_by(evidence, plays, place))
        )
    return tuple(sorted(found, key=lambda finding: (finding.step, finding.plays)))


def certain_steps(evidence: Evidence) -> list[int]:
    """Return the steps of the words that the facts alone rule out."""
    steps = sorted({word.event.step for word in evidence.words})
    return [step for step in steps if not evidence.fits_with((step,))]


def disclosed(found: Iterable[Finding], setting: str, *, over: bool) -> tuple[Finding, ...]:
    """Return those findings that may be told.

    Takes the table's setting and whether the hand is over; then everything may be told. Before that it is
    nothing (`hand_end`), what a card face up contradicts directly (`when_shown`), or everything (`at_once`).
    """
    if over or setting == AT_ONCE:
        return tuple(found)
    return tuple(finding for finding in found if finding.own and setting == WHEN_SHOWN)


def _conflicts(evidence: Evidence, steps: Sequence[int]) -> list[tuple[tuple[int, ...], int]]:
    """Return smallest sets of words that cannot all be true, no word in two, and where that was proved."""
    found = []
    left = list(steps)
    while not evidence.fits_with(left):
        # Those that were found first stay found; what was shown since may leave fewer of them.
        first = smallest(left, partial(_cannot_be, evidence, _first_place(evidence, left)))
        plays = smallest(first, partial(_cannot_be, evidence, -1))
        found.append((plays, _first_place(evidence, plays)))
        left = [step for step in left if step not in plays]
    return found


def _cannot_be(evidence: Evidence, place: int, steps: Collection[int]) -> bool:
    return not evidence.fits_with(steps, place)


def _first_place(evidence: Evidence, steps: Collection[int]) -> int:
    """Return the place of the last event of the first step at which these words cannot all be true."""
    ends = list({event.step: place for place, event in enumerate(evidence.events)}.values())
    return ends[bisect_left(ends, True, key=lambda end: not evidence.fits_with(steps, end))]


def smallest(candidates: Sequence[int], cannot_be: Callable[[Collection[int]], bool]) -> tuple[int, ...]:
    """Return a smallest part of some steps that cannot be: without any one of them it could.

    Takes the steps, those to keep rather first, and whether some steps together cannot be, which more steps
    never undo. Halves are tried first (QuickXplain), as few of many steps are needed.
    """

    def needed(given: tuple[int, ...], *, more: bool, among: Sequence[int]) -> tuple[int, ...]:
        if more and cannot_be(given):
            return ()
        if len(among) == 1:
            return tuple(among)
        half = len(among) // 2
        later = needed((*given, *among[:half]), more=True, among=among[half:])
        first = needed((*given, *later), more=bool(later), among=among[:half])
        return (*first, *later)

    return tuple(sorted(needed((), more=True, among=candidates)))


# -- one finding -------------------------------------------------------------------------------------


def _finding(
    evidence: Evidence,
    leads: Sequence[int],
    plays: Sequence[int],
    suspects: Sequence[int],
    place: int,
    shown: Collection[int],
) -> Finding:
    said = {word.event.step: word.event for word in evidence.words}
    first = said[suspects[0]]
    assert first.rule is not None, "words cite a rule"
    return Finding(
        kind=REVOKE if first.kind == ev.DENY else UNTRUE,
        rule=first.rule,
        certain=len(plays) == 1,
        step=evidence.events[place].step,
        plays=tuple(plays),
        suspects=tuple(suspects),
        seats=tuple(sorted({said[step].seat for step in suspects})),
        evidence=tuple(sorted({*plays, *shown})),
        correctable_from=suspects[0],
        established=any(lead > suspects[0] for lead in leads),
        own=len(plays) == 1 and _contradicted(evidence, plays[0]) is not None,
    )


def _certain(evidence: Evidence, leads: Sequence[int], step: int) -> Finding:
    place = _first_place(evidence, (step,))
    direct = _contradicted(evidence, step)
    shown = _shown_by(evidence, (step,), place) if direct is None else direct
    return _finding(evidence, leads, (step,), (step,), place, shown)


def _contradicted(evidence: Evidence, step: int) -> tuple[int, ...] | None:
    """Return the fewest steps of cards that contradict a step directly, without counting; None if none do."""
    for word in evidence.words:
        if word.event.step != step:
            continue
        if word.event.clash is not None:
            return _without_the_deal((word.event.clash,))
        nowhere = [card for card in members(word.cards) if _is_nowhere(evidence, word, card)]
        steps = _shown_at(evidence, card_set(nowhere))
        if steps and (word.event.kind != ev.SAID_NOT_BOTH or len(nowhere) == 2):
            candidates = _without_the_deal(sorted(steps - {step}))
            return smallest(candidates, lambda some: not evidence.fits_given({*some, step}, (step,)))
    return None


def _is_nowhere(evidence: Evidence, word: Word, card: int) -> bool:
    """Whether a card that was shown would be nowhere if a word about it were true."""
    inside = word.event.kind == ev.SAID_HAS
    return not evidence.facts.may[card] & (word.owned if inside else ~word.owned)


def _shown_at(evidence: Evidence, cards: int) -> set[int]:
    """Return the steps at which any of some cards was seen with a seat."""
    kinds = (ev.HAS, ev.SHOW, ev.AT)
    return {event.step for event in evidence.events if event.kind in kinds and event.cards & cards}


def _without_the_deal(steps: Iterable[int]) -> tuple[int, ...]:
    return tuple(step for step in steps if step != ev.FROM_THE_DEAL)


def _shown_by(evidence: Evidence, plays: Sequence[int], place: int) -> tuple[int, ...]:
    """Return the fewest steps whose shown cards rule out that these words are all true."""
    part = evidence.until(place + 1)
    steps = {event.step for event in part.events if event.kind in (ev.HAS, ev.SHOW, ev.AT)}
    candidates = sorted(steps - {ev.FROM_THE_DEAL, *plays}, reverse=True)
    return smallest(candidates, lambda some: not part.fits_given({*some, *plays}, plays))
