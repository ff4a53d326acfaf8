"""Mistyped cards: the few single changes that make the note of a hand fit again.

At hidden sight an entry is refused where it cannot be, and the mistake may be in that entry or in an earlier
one. A change is worth showing if everything noted so far and the refused entry are accepted with it, and
nothing comes out as certainly wrong that was not so before. Whether that is so is found by following the hand
again from the changed entry; only which entries are tried, and in what order, is a matter of judgement.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from referee.engine import evidence as ev
from referee.engine.cards import ANY, NAMES, members, parse_card
from referee.engine.errors import NotAMove, Refused
from referee.engine.evidence import Event, Evidence
from referee.engine.findings import Finding, certain_steps, smallest
from referee.engine.moves import CARD, NOBODY, Kind, Move
from referee.engine.watch import ILLEGAL, LEGAL, OPEN, Watch

MOST = 6
"""So many changes are shown at most."""
PATIENCE = 320
"""So many moves are followed at most in search of them."""
RECENT = 4
"""So many of the last entries are tried, whatever the refusal was."""

_DUTY = {LEGAL: 0, OPEN: 1, ILLEGAL: 2}


class Change(NamedTuple):
    """One change: the step of the entry, or None for the refused one; what it was, and what it would be."""

    step: int | None
    was: str
    text: str


class _Try(NamedTuple):
    """A change to be tried. The smaller, the likelier: slips of the finger first, recent entries first."""

    slip: int
    age: int
    step: int
    was: str
    text: str


def suggestions(
    opening: Watch,
    texts: Sequence[str],
    text: str | None = None,
    finding: Finding | None = None,
    *,
    deduce: bool = True,
) -> list[Change]:
    """Return the single changes that make the note of a hand fit again, likeliest first, six at most.

    Takes the hand at its start (which is left as it is), the texts accepted since, and the text that was
    refused. Without one the changes are those of the entries in the evidence of a finding, by default of all,
    that leave fewer findings and not this one. Without `deduce`, nothing is used that follows about unseen
    cards: then a change helps where everything is accepted, and the order tells nothing of who holds what.
    """
    return _Search(opening, texts, text, finding, deduce=deduce).run()


class _Search:
    """The hand after every entry, and what is wanted of a change."""

    def __init__(
        self,
        opening: Watch,
        texts: Sequence[str],
        text: str | None,
        finding: Finding | None,
        *,
        deduce: bool,
    ) -> None:
        self.deduce = deduce
        self.game, self.seats = opening.game, opening.state.seats
        self.texts, self.text, self.finding = texts, text, finding
        self.before = [opening.copy()]
        for one in texts:
            watch = self.before[-1].copy()
            watch.play(self.parsed(one))
            self.before.append(watch)
        self.now = self.before[-1]
        self.certain = set(certain_steps(self.now.evidence)) if deduce else set()
        self.patience = PATIENCE

    def parsed(self, text: str) -> Move:
        return self.game.parse(text, self.seats, hidden=True)

    def run(self) -> list[Change]:
        found: list[tuple[tuple[int, int, int, int], _Try]] = []
        for one in sorted(self._tries()):
            enough = sum(rank[:2] < (0, one.slip) for rank, _ in found) >= MOST
            if self.patience <= 0 or enough:
                break
            rank = self._rank(one)
            if rank is not None:
                found.append((rank, one))
        return _of_more_than_one([self._change(one) for _, one in sorted(found)])

    def _change(self, one: _Try) -> Change:
        return Change(one.step if one.step < len(self.texts) else None, one.was, one.text)

    # -- what to try -------------------------------------------------------------------------------

    def _tries(self) -> Iterator[_Try]:
        last = len(self.texts)
        for step in self._steps():
            was = self.texts[step] if step < last else self.text or ""
            for slip, text in self._variants(was):
                yield _Try(slip, last - step, step, was, text)

    def _steps(self) -> set[int]:
        """The entries that may be mistyped."""
        if self.text is None:
            findings = (self.finding,) if self.finding else self.now.findings
            return {step for one in findings for step in one.evidence}
        last = len(self.texts)
        return {last, *range(max(0, last - RECENT), last), *self._in_the_way(self.text)}

    def _in_the_way(self, text: str) -> set[int]:
        """The entries that name a card of the refused one, or because of which it has to be elsewhere."""
        try:
            move = self.parsed(text)
        except NotAMove:
            return set()
        cards = set(move.text.split()[2:]) & set(NAMES)
        steps = {step for step, one in enumerate(self.texts) if cards & set(one.split()[2:])}
        evidence = self.now.evidence
        for card in cards if move.seat != NOBODY else ():
            fact = Event(self.now.step, ev.HAS, move.seat, 1 << NAMES.index(card))
            if not evidence.could_be(fact):
                shown = {one.step for one in evidence.events if one.kind in (ev.HAS, ev.SHOW, ev.AT)}
                part = sorted(shown - {ev.FROM_THE_DEAL}, reverse=True)
                steps |= set(smallest(part, partial(_cannot_be, evidence, fact)))
        return steps

    def _variants(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield each change of one word of an entry, with how unlikely a slip it is."""
        words = text.split()
        verbs = {**self.game.verbs, **self.game.turn_up_verbs}
        verb = verbs.get(words[1].lower().removesuffix("!")) if len(words) > 2 else None
        for place, was in enumerate(words[2:] if verb else ()):
            assert verb is not None
            kind = verb.kind_at(place)
            if kind.numeric or was == "?":
                continue
            for other in self._others(words, kind):
                slip = _slip(was, other) if kind is CARD else 0
                yield slip, " ".join([*words[: place + 2], other, *words[place + 3 :]])
            if len(words) > 3 and kind is CARD:
                yield 1, " ".join([*words[: place + 2], *words[place + 3 :]])

    def _others(self, words: Sequence[str], kind: Kind) -> list[str]:
        """Return what may stand in the place of a word, and stands nowhere in the entry."""
        # A card that is turned up for trump may be of another pack.
        cards = members(ANY if words[0] == "-" else self.game.pack)
        others = [NAMES[card] for card in cards] if kind is CARD else kind.schema["enum"]
        return [other for other in others if other not in words[2:]]

    # -- whether it helps --------------------------------------------------------------------------

    def _rank(self, one: _Try) -> tuple[int, int, int, int] | None:
        """Follow the hand with a change; return how likely it is, or None where it does not help."""
        watch = self.before[one.step].copy()
        rest = self.texts[one.step + 1 :] if one.step < len(self.texts) else ()
        end = () if self.text is None or one.step == len(self.texts) else (self.text,)
        try:
            self.patience -= 1
            verdict = watch.play(self.parsed(one.text)).verdict
            for text in (*rest, *end):
                self.patience -= 1
                watch.play(self.parsed(text))
        except (NotAMove, Refused):
            return None
        if not self.deduce:
            return 0, one.slip, one.age, 0
        worse = self._findings(watch)
        return None if worse is None else (worse, one.slip, one.age, _DUTY[verdict])

    def _findings(self, watch: Watch) -> int | None:
        """Return how many findings there are with a change, or None if it does not help."""
        if watch.broken is None:
            return 0
        if not set(certain_steps(watch.evidence)) <= self.certain:
            return None
        if self.text is not None:
            return int(self.now.broken is None)
        found = watch.findings
        gone = self.finding is None or self.finding.plays not in {one.plays for one in found}
        return len(found) if gone and len(found) < len(self.now.findings) else None


def _of_more_than_one(changes: list[Change]) -> list[Change]:
    """Return the first changes; if they are all of one entry, the last place is for the best of another."""
    first = changes[:MOST]
    other = next((change for change in changes[MOST:] if change.step != first[0].step), None)
    if other and all(change.step == first[0].step for change in first):
        return [*first[:-1], other]
    return first


def _cannot_be(evidence: Evidence, fact: Event, steps: Collection[int]) -> bool:
    return not evidence.fits_given(steps, (), (fact,))


def _slip(was: str, other: str) -> int:
    """Return 0 for the same rank or the next one of the same suit, 1 for the same suit, 2 for all else."""
    try:
        old, new = parse_card(was), parse_card(other)
    except NotAMove:
        return 0 if set(was) & set(other) else 2
    rank, suit = old % 13, old // 13
    if suit != new // 13:
        return 0 if rank == new % 13 else 2
    return 0 if abs(rank - new % 13) == 1 else 1
