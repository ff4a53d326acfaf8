"""Hidden sight held against every deal tried one by one, in small hands of the games with hidden duties.

At each move the referee and the brute force of worlds.py say whether some deal fits everything seen so far,
and at the first position that no deal fits, which plays could alone be to blame. In some of the hands it is
also asked of every card that nobody has seen whether it could be with each seat. Nothing may differ.
"""

import pytest

from referee.engine import evidence as ev
from referee.engine.cards import NAMES, members
from referee.engine.errors import Refused
from referee.engine.watch import Watch
from tests.long import worlds
from tests.long.small_hands import small_hand

POSITIONS = {"getaway": 8000, "auction-house": 4000, "troeven": 4000, "huutopussi": 4000}
FEW = 40
"""One in so many of the positions is looked at in the normal suite."""

sizes = pytest.mark.parametrize(
    ("slug", "wanted"),
    [pytest.param(slug, count // FEW, id=f"some of {slug}") for slug, count in POSITIONS.items()]
    + [pytest.param(slug, count, id=slug, marks=pytest.mark.long) for slug, count in POSITIONS.items()],
)


def watched(small):
    game, terms = small.game(), small.terms()
    return Watch(game, terms, game.opening(terms), small.dealer, small.shown)


def look(small, *, places):
    """Follow a small hand up to the first proof; return how many positions were compared, and the proof."""
    watch, possible = watched(small), list(small.worlds())
    any_way = possible
    for step, text in enumerate(small.moves):
        if refusal(watch, text) in ("cannot_be", "outside"):  # said in Huutopussi, and seen to be false
            assert not worlds.after(possible, step, text), (small, step)
            return step + 1, None
        assert watch.step == step + 1, (small, step)
        if not text.startswith("-"):
            possible = worlds.after(possible, step, text)
            any_way = worlds.after_any(any_way, text) if places else ()
        assert worlds.fits(possible) == (watch.proof is None), (small, step)
        if watch.proof:
            assert worlds.suspects(possible) == watch.proof.suspects, (small, step)
            assert watch.proof.step == step
            return step + 1, watch.proof
        if places:
            compare_places(watch, any_way, (small, step))
    return len(small.moves), None


def refusal(watch, text):
    """Let a watch follow a move; return the code of its refusal, or None."""
    try:
        watch.play(watch.game.parse(text, watch.state.seats, hidden=True))
    except Refused as refused:
        return refused.code
    return None


def compare_places(watch, any_way, where):
    """For each card that nobody has seen and each seat: could it be there, whatever rules were broken?"""
    seen = watch.evidence.facts.seen
    for seat in range(watch.state.seats):
        held = {card for world in any_way for card in belonging(world.hand, seat)}
        for card in members(watch.game.pack & ~seen):
            event = ev.Event(watch.step, ev.HAS, seat, 1 << card)
            assert watch.evidence.could_be(event) == (NAMES[card] in held), (where, seat, NAMES[card])


def belonging(hand, seat):
    """The cards of a seat: in hand, and in the auction of Auction House those laid on the table."""
    cards = list(worlds.hands_of(hand)[seat])
    if getattr(hand, "opening", None) and not hand.traded:
        cards += (
            [hand.opening[1]]
            if hand.opening[0] == seat
            else [hand.offers[seat]]
            if seat in hand.offers
            else []
        )
    return cards


@sizes
def test_every_deal_agrees(slug, wanted):
    positions = hands = 0
    proofs = {}
    while positions < wanted:
        compared, proof = look(small_hand(slug, hands), places=hands % 4 == 0)
        positions, hands = positions + compared, hands + 1
        if proof:
            proofs[len(proof.suspects)] = proofs.get(len(proof.suspects), 0) + 1
    assert sum(proofs.values()) >= hands // 20, "too few proofs to have seen anything"
    assert max(proofs) > 1 or wanted < 1000, "no proof with several suspects"
    counted = ", ".join(f"{count} with {number}" for number, count in sorted(proofs.items()))
    print(f"{slug}: {positions} positions of {hands} hands; proofs by number of suspects: {counted}")  # noqa: T201
