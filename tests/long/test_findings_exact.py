"""Findings and audits held against every deal tried one by one, in small hands with hidden duties.

After each move of a hand, in which there may be any number of wrong plays and untrue words, guilt.py says
what is wrong in each deal that fits. A finding is certain exactly where its play is wrong in all of them;
there is none exactly where nothing is wrong in some deal; and the suspects follow from the deals as well.
"""

import random

import pytest

from referee.engine.audit import CLEAN, REVOKED, UNKNOWN, audit
from referee.engine.cards import NAMES, card_set, members, parse_card
from referee.engine.errors import Refused
from referee.engine.findings import WHEN_SHOWN, disclosed
from tests.long import guilt
from tests.long.small_hands import small_hand
from tests.long.test_hidden_exact import refusal, watched
from tests.long.worlds import hands_of

POSITIONS = {"getaway": 2000, "auction-house": 1000, "troeven": 1000, "huutopussi": 1000}
FEW = 12

sizes = pytest.mark.parametrize(
    ("slug", "wanted"),
    [pytest.param(slug, count // FEW, id=f"some of {slug}") for slug, count in POSITIONS.items()]
    + [pytest.param(slug, count, id=slug, marks=pytest.mark.long) for slug, count in POSITIONS.items()],
)


def follow(small):
    """Yield the watch and the worlds after each move, up to a word that everybody can see to be false."""
    watch, worlds = watched(small), guilt.every(small)
    for step, text in enumerate(small.moves):
        if refusal(watch, text) in ("cannot_be", "outside"):
            return
        if not text.startswith("-"):
            worlds = guilt.after(worlds, step, text)
        yield watch, worlds


def compare(found, worlds, where):
    """Compare the findings of a position with what the worlds say."""
    certain = {finding.plays[0] for finding in found if finding.certain}
    assert certain == guilt.certain(worlds), where
    steps = set().union(*(world.wrong for world in worlds)) - certain
    assert guilt.can_all_be_right(worlds, steps | certain) == (not found), where
    joint = [finding for finding in found if not finding.certain]
    assert guilt.can_all_be_right(worlds, steps - {step for one in joint for step in one.plays}), where
    for finding in joint:
        others = {step for one in joint if one is not finding for step in one.plays}
        plays = set(finding.plays)
        assert not guilt.can_all_be_right(worlds, plays), where
        assert all(guilt.can_all_be_right(worlds, plays - {step}) for step in plays), where
        alone = [step for step in finding.plays if guilt.can_all_be_right(worlds, steps - others - {step})]
        assert finding.suspects == (tuple(alone) or finding.plays), where
    return len(joint)


@sizes
def test_findings_are_what_every_deal_says(slug, wanted):
    positions = hands = joint = accused = 0
    while positions < wanted:
        small, past, known, hands = small_hand(slug, hands), [], set(), hands + 1
        for watch, worlds in follow(small):
            where, found = (slug, hands - 1, watch.step - 1), watch.findings
            joint += compare(found, worlds, where)
            past.append(worlds)
            for finding in set(found) - known:
                first = [guilt.can_all_be_right(then, set(finding.plays)) for then in past].index(False)
                assert finding.step == first, where
            known |= set(found)
            assert set(disclosed(found, WHEN_SHOWN, over=False)) <= {one for one in found if one.certain}
            positions, accused = positions + 1, accused + bool(found)
    print(f"{slug}: {positions} positions of {hands} hands, {accused} with findings; {joint} joint")  # noqa: T201
    assert accused > wanted // 20


# -- the audit ---------------------------------------------------------------------------------------


def look(watch, worlds, shown, dealt, where):
    """Compare the audit with the worlds that fit the cards shown afterwards; return the verdicts."""
    worlds = [world for world in worlds if all(was <= world.dealt[seat] for seat, was in dealt.items())]
    worlds = [world for world in worlds if all(held <= hold(world, seat) for seat, held in shown.items())]
    given = {seat: masked(cards) for seat, cards in shown.items()}, {s: masked(c) for s, c in dealt.items()}
    if not worlds:
        with pytest.raises(Refused):
            audit(watch, *given)
        return []
    audits = audit(watch, *given)
    for seat, one in enumerate(audits):
        assert one.seat == seat
        steps = {word.event.step for word in watch.evidence.words if word.event.seat == seat}
        always = guilt.certain(worlds) & steps
        ever = set().union(*(world.wrong for world in worlds)) & steps
        assert one.verdict == (REVOKED if always else UNKNOWN if ever else CLEAN), (where, given, one)
        assert set(one.plays) == always, (where, given)
        if one.verdict == UNKNOWN:
            assert one.open_play in ever, (where, given)
    return [one.verdict for one in audits]


def hold(world, seat):
    return set(hands_of(world.hand)[seat])


def masked(cards):
    return card_set(map(parse_card, cards))


def some(rng, cards):
    return set(rng.sample(sorted(cards), rng.randint(0, len(cards))))


def last(positions, stop):
    """Return the position after so many moves, or the last one there is."""
    for position in positions:
        if position[0].step == stop:
            break
    return position


@sizes
def test_audits_are_what_every_deal_says(slug, wanted):
    told = {CLEAN: 0, UNKNOWN: 0, REVOKED: 0}
    asked = hands = refused = 0
    while asked < wanted:
        small, rng, hands = small_hand(slug, hands), random.Random(f"audit {slug} {hands}"), hands + 1
        stop = rng.choice((1000, len(small.moves) * 2 // 3))
        watch, worlds = last(follow(small), stop)
        true = rng.choice(worlds)
        seat = rng.randrange(small.seats)
        exchanged = any("give" in text for text in small.moves)
        for shown, dealt in (
            ({}, {}),
            ({seat: some(rng, hold(true, seat))}, {}),
            ({one: hold(true, one) for one in range(small.seats)}, {}),
            ({}, {} if exchanged else {seat: true.dealt[seat]}),
            ({seat: some(rng, {NAMES[card] for card in members(watch.game.pack)})}, {}),
            ({}, {} if exchanged else {seat: set(rng.sample(small.pack, len(true.dealt[seat])))}),
        ):
            verdicts = look(watch, worlds, shown, dealt, (slug, hands - 1))
            for verdict in verdicts:
                told[verdict] += 1
            asked, refused = asked + 1, refused + (not verdicts)
    print(f"{slug}: {asked} audits of {hands} hands, {refused} refused; verdicts of seats: {told}")  # noqa: T201
    assert min(told.values()) > 0
