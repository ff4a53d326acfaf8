"""Findings, game by game: what is certain, what is joint, what later cards change, and when it is told."""

import random

import pytest

from referee.engine.findings import (
    AT_ONCE,
    DISCLOSURES,
    HAND_END,
    REVOKE,
    UNTRUE,
    WHEN_SHOWN,
    Finding,
    disclosed,
    smallest,
)
from referee.engine.watch import Watch
from referee.games import all_games, getaway, troeven
from tests.games.hidden import play_hand, seen_of, with_revoke
from tests.games.test_hidden import (
    FOUR,
    LAID,
    SPADES,
    STOCK_PLAYED,
    UP,
    auction,
    huuto,
    note,
    row,
    watching,
)

GAMES = all_games()


def only(watch: Watch) -> Finding:
    (finding,) = watch.findings
    return finding


def seats_and_steps(watch: Watch) -> list[tuple[bool, tuple[int, ...], tuple[int, ...]]]:
    return [(one.certain, one.seats, one.plays) for one in watch.findings]


# -- Getaway -------------------------------------------------------------------------------------------

TOCHOO = (*FOUR, "0 play KD", "1 play 2C")
"""Seat 1 does not follow to diamonds, at step 5; seat 0 picks up."""


def test_a_false_tochoo_is_found_at_the_card_that_proves_it() -> None:
    watch = watching(getaway.GAME, *TOCHOO, "0 play 2D", seats=4)
    assert watch.findings == ()
    note(watch, "1 play 9D")
    assert only(watch) == Finding(
        kind=REVOKE,
        rule="G9",
        certain=True,
        step=7,
        plays=(5,),
        suspects=(5,),
        seats=(1,),
        evidence=(5, 7),
        correctable_from=5,
        established=True,
        own=True,
    )
    assert watch.findings is watch.findings, "worked out once"


def test_two_revokes_of_one_hand_are_both_found() -> None:
    """Seat 2 does not follow in the first trick, seat 1 not in the second; both show the suit later."""
    watch = watching(getaway.GAME, *TOCHOO, "0 play 2D", "1 play 9D", "2 play 3D", "3 play 4D", seats=4)
    note(watch, "1 play 3S")
    assert seats_and_steps(watch) == [(True, (1,), (5,))]
    note(watch, "2 play 4S")
    assert seats_and_steps(watch) == [(True, (1,), (5,)), (True, (2,), (2,))]
    assert [one.evidence for one in watch.findings] == [(5, 7), (2, 11)]


def test_whoever_denies_a_card_picked_up_is_found_at_once() -> None:
    """Seat 0 picks up 2C at step 5 and does not follow to clubs at step 12, the last card of its trick."""
    moves = (*TOCHOO, "0 play 3H", "1 play 4H", "2 play KH", "3 play 5H", "2 play 7C", "3 play 8C")
    watch = watching(getaway.GAME, *moves, "0 play 9H", seats=4)
    assert only(watch).evidence == (5, 12)
    assert (only(watch).established, only(watch).own) == (False, True)
    note(watch, "3 play 6H")
    assert only(watch).established, "a trick has been begun"


def test_a_marked_play_is_no_finding() -> None:
    watch = watching(getaway.GAME, *FOUR, "0 play KD", "1 play! 2C", "0 play 2D", "1 play 9D", seats=4)
    assert watch.findings == ()
    assert watch.stood == ((5, 1),)


def test_the_hand_of_another_proves_nothing_against_its_taker() -> None:
    """Seat 1 denied diamonds and takes the hand of seat 2: a diamond shown then may be from there."""
    watch = watching(getaway.GAME, *TOCHOO, "1 take", "0 play 2D", seats=4)
    note(watch, "1 play 9D")
    assert watch.findings == ()


def test_a_hand_taken_before_answers_for_its_taker() -> None:
    """Seat 1 takes the hand of seat 2 first and denies diamonds after that."""
    watch = watching(getaway.GAME, *FOUR, "0 play KD", "1 take", "1 play 2C", "0 play 2D", seats=4)
    note(watch, "1 play 9D")
    assert seats_and_steps(watch) == [(True, (1,), (6,))]
    assert only(watch).own


def test_a_hand_that_goes_on_takes_what_was_denied_with_it() -> None:
    """Seats 1 and 2 deny diamonds, and seat 1 takes the hand of seat 2: one of the two was wrong."""
    watch = watching(getaway.GAME, *FOUR, "0 play KD", "1 play 2C", "0 play QD", "1 play AD", seats=4)
    assert seats_and_steps(watch) == [(True, (1,), (5,))]
    moves = (*FOUR, "0 play KS", "1 play 2H", "0 play QS", "1 take", "1 play 9S")
    watch = watching(getaway.GAME, *moves, seats=4)
    assert seats_and_steps(watch) == [(False, (1, 2), (2, 5))]
    joint = only(watch)
    assert (joint.step, joint.suspects, joint.evidence, joint.own) == (8, (2, 5), (2, 5, 8), False)
    assert (joint.correctable_from, joint.established) == (2, True)
    assert disclosed(watch.findings, WHEN_SHOWN, over=False) == ()


# -- Auction House -------------------------------------------------------------------------------------


def test_a_card_shown_later_proves_a_revoke_whatever_lies_in_the_kitty() -> None:
    watch = auction("0 pass", "1 pass", "2 pass", "3 pass", *LAID, "- trump KC", "0 play AD", "1 play 2S")
    for text in ("2 play 4D", "3 play 6D", "3 play AH", "0 play 2H"):
        note(watch, text)
    assert watch.findings == ()
    note(watch, "1 play 3D")
    assert seats_and_steps(watch) == [(True, (1,), (10,))]
    assert (only(watch).evidence, only(watch).own, only(watch).established) == ((10, 15), True, True)


def test_a_card_that_was_offered_and_came_back_is_known() -> None:
    """Seat 1 offers 9S, which is not traded, lays another card face up and follows to spades with a heart."""
    laid = ("0 lay 2C", "2 lay 3C", "1 lay 4C", "3 lay 5C")
    watch = auction("0 open 5D S", "1 offer 9S", "3 offer 3D", "2 offer TS", *laid, "- trump KC", "0 play AS")
    assert watch.findings == ()
    note(watch, "1 play 2H")
    assert seats_and_steps(watch) == [(True, (1,), (10,))]
    assert (only(watch).evidence, only(watch).own) == ((3, 10), True), "it came back with the trade"


# -- Troeven -------------------------------------------------------------------------------------------


def test_at_the_layout_the_play_itself_is_the_proof() -> None:
    watch = watching(troeven.GAME, "1 call S", "1 play AC", "- expose 1 9C", shown={"up": UP}, dealer=0)
    note(watch, "0 play TH")
    finding = only(watch)
    assert (finding.step, finding.plays, finding.evidence, finding.own) == (3, (3,), (3,), True)


def test_a_card_turned_up_belongs_to_the_proof() -> None:
    up = [row("QS TH JD 8D KS 9D AH 8C"), UP[1]]
    moves = (
        "1 call H",
        "1 play TC",
        "- expose 1 9C",
        "0 play 8C",
        "- expose 0 KC",
        "1 play AC",
        "- expose 1 TD",
    )
    watch = watching(troeven.GAME, *moves, "0 play 9D", shown={"up": up}, dealer=0)
    assert (only(watch).plays, only(watch).evidence, only(watch).own) == ((7,), (4, 7), True)


def test_counting_is_a_proof_but_no_card_that_contradicts() -> None:
    """Of eleven spades and hearts left seat 1 cannot have all; told at once, or when a spade is shown."""
    watch = watching(troeven.GAME, *STOCK_PLAYED, "1 play JS", "0 play 8D", dealer=0, version="stock")
    counted = only(watch)
    assert (counted.certain, counted.step, counted.plays, counted.own) == (True, 18, (18,), False)
    assert counted.evidence[-1] == 18
    assert len(counted.evidence) == 8
    assert [disclosed(watch.findings, setting, over=False) for setting in DISCLOSURES] == [(), (), (counted,)]
    for text in ("1 play QH", "0 play 8H", "1 play TS", "0 play 9S"):
        note(watch, text)
    assert (only(watch).step, only(watch).own, only(watch).evidence) == (18, True, (18, 20))


def test_findings_are_told_when_the_table_wants_them() -> None:
    watch = watching(getaway.GAME, *TOCHOO, "0 play 2D", "1 play 9D", seats=4)
    assert disclosed(watch.findings, HAND_END, over=False) == ()
    assert disclosed(watch.findings, HAND_END, over=True) == watch.findings
    assert disclosed(watch.findings, WHEN_SHOWN, over=False) == watch.findings
    assert disclosed(watch.findings, AT_ONCE, over=False) == watch.findings


# -- Huutopussi ----------------------------------------------------------------------------------------


def test_overtaking_is_proved_by_the_higher_card() -> None:
    watch = huuto("1 play 9S", "2 play 6S", "3 play JS", "0 play QS", "0 play 7S", "1 play KS", "2 play TS")
    assert (only(watch).rule in watch.game.rules, only(watch).evidence) == (True, (5, 10))


def test_a_false_marriage_is_untrue() -> None:
    watch = huuto(*SPADES, "1 marriage H", "1 play 9H", "2 play KH")
    finding = only(watch)
    assert (finding.kind, finding.rule, finding.plays, finding.evidence) == (UNTRUE, "H20", (8,), (8, 10))
    assert finding.own, "everybody sees the king on the table"


def test_two_false_words_are_two_findings() -> None:
    watch = huuto(*SPADES, "1 marriage H", "1 play 9H", "2 play KH", "3 play QH", "0 play 6H")
    assert seats_and_steps(watch) == [(True, (1,), (8,))]
    assert only(watch).evidence == (8, 10), "the king is enough"


def test_a_promise_and_a_denial_against_each_other_are_joint_until_the_card_is_shown() -> None:
    """Seats 1 and 3 both say that they hold the queen of hearts: the one who shows it said the truth."""
    watch = huuto(*SPADES, "1 ask", "3 answer D", "1 play QH", "2 play 6H", "3 play KD")
    assert watch.findings == ()
    note(watch, "0 play QD")
    assert seats_and_steps(watch) == [(True, (3,), (9,))]


NOT_BOTH = (
    *("1 play KC", "2 play AC", "3 play QC", "0 play 7C"),
    *("2 play AH", "3 play QH", "0 play 6H", "1 play 7H"),
)


def test_a_false_no_to_a_full_question_takes_both_cards_to_prove() -> None:
    watch = huuto(*SPADES, "1 ask", "3 answer no", *NOT_BOTH, asks="truthful")
    assert watch.findings == ()
    for text in ("2 play TH", "3 play KH"):
        note(watch, text)
    finding = next(one for one in watch.findings if 9 in one.plays)
    assert (finding.kind, finding.certain, finding.step, finding.own) == (UNTRUE, True, 19, True)
    assert finding.evidence == (9, 15, 19)


def test_a_seat_may_contradict_itself_without_a_card_to_prove_it() -> None:
    """Seat 1 says that it holds KH and does not follow to hearts later: one of the two is wrong."""
    moves = (*SPADES, "1 half KH", "3 answer no", "1 play KC", "2 play AC", "3 play 6C", "0 play 7C")
    watch = huuto(*moves, "2 play 6H", "3 play 7H", "0 play 8H")
    note(watch, "1 play 6D")
    finding = next(one for one in watch.findings if one.seats == (1,))
    assert (finding.certain, finding.plays, finding.own) == (False, (8, 17), False)
    assert (finding.kind, finding.rule) == (UNTRUE, "H22")


# -- all games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_honest_hands_have_no_findings(slug: str) -> None:
    for number in range(6):
        rng = random.Random(f"honest findings {slug} {number}")
        hand = play_hand(rng, GAMES[slug])
        seen = seen_of(hand, rng)
        watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
        for text in seen.moves:
            note(watch, text)
            assert watch.findings == ()


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "checks"])
def test_findings_come_with_the_play_that_proves_them_and_stay_consistent(slug: str) -> None:
    """Something is found as soon as no deal fits, and what is certain stays."""
    found = 0
    for number in range(8):
        rng = random.Random(f"wrong findings {slug} {number}")
        wrong = with_revoke(rng, play_hand(rng, GAMES[slug]))
        if wrong is None:
            continue
        hand, place = wrong
        seen = seen_of(hand, rng)
        watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
        certain: set[tuple[int, ...]] = set()
        for text in seen.moves:
            note(watch, text)
            findings = watch.findings
            assert bool(findings) == (watch.proof is not None)
            assert certain <= {one.plays for one in findings if one.certain}
            certain = {one.plays for one in findings if one.certain}
            for one in findings:
                assert {*one.suspects} <= {*one.plays} <= {*one.evidence}
                assert max(one.plays) <= one.step < watch.step
                assert one.correctable_from == min(one.suspects)
        assert all(seen.steps.index(place) in one.plays for one in watch.findings)
        found += bool(watch.findings)
    assert found > 0


def test_the_smallest_part_is_found_among_many() -> None:
    wanted, asked = {3, 17, 40}, []

    def cannot_be(some: object) -> bool:
        asked.append(some)
        return wanted <= set(some)  # type: ignore[call-overload]

    assert smallest(range(60), cannot_be) == (3, 17, 40)
    assert len(asked) < 40
    assert smallest(range(3), lambda some: True) == ()
    assert smallest([], lambda some: True) == ()


def test_of_two_smallest_parts_the_one_named_first_is_kept() -> None:
    assert smallest([9, 1, 2], lambda some: 9 in some or {1, 2} <= set(some)) == (9,)
