"""Findings and audits held against every deal tried one by one, in small hands with hidden duties.

After each move of a hand, in which there may be any number of wrong plays and untrue words, guilt.py says
what is wrong in each deal that fits. A finding is certain exactly where its play is wrong in all of them;
there is none exactly where nothing is wrong in some deal; and the suspects follow from the deals as well.
"""

import pytest

from referee.engine.findings import WHEN_SHOWN, disclosed
from tests.long import guilt
from tests.long.small_hands import small_hand
from tests.long.test_hidden_exact import refusal, watched

POSITIONS = {"getaway": 6000, "auction-house": 3000, "troeven": 3000, "huutopussi": 3000}
FEW = 30

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
