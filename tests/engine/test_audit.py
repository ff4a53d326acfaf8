"""The audit of a hand: who certainly broke a duty, who certainly not, and what cannot be known and why."""

import random
from time import process_time

import pytest

from referee.engine.audit import CLEAN, REVOKED, UNKNOWN, SeatAudit, audit
from referee.engine.cards import card_set, card_texts, parse_cards
from referee.engine.errors import Refused
from referee.engine.watch import Watch
from referee.games import all_games, getaway, huutopussi, troeven
from tests.games.hidden import play_hand, seen_of
from tests.games.test_hidden import FOUR, LAID, SPADES, UP, auction, huuto, note, watching

GAMES = all_games()
TOCHOO = (*FOUR, "0 play KD", "1 play 2C")


def cards(text: str) -> int:
    return card_set(parse_cards(text))


def verdicts(audits: list[SeatAudit]) -> list[str]:
    return [one.verdict for one in audits]


def refusal(watch: Watch, **given: dict[int, int]) -> str:
    with pytest.raises(Refused) as caught:
        audit(watch, **given)
    assert caught.value.rule == watch.game.end_rule
    return f"{caught.value.code} {caught.value.params.get('card', '')}".strip()


def test_of_whoever_had_nothing_to_deny_no_revoke_is_possible() -> None:
    watch = watching(getaway.GAME, seats=4)
    assert audit(watch) == [SeatAudit(seat, CLEAN) for seat in range(4)]


def test_a_play_that_may_have_been_wrong_is_named_with_a_card() -> None:
    audits = audit(watching(getaway.GAME, *TOCHOO, seats=4))
    assert verdicts(audits) == [CLEAN, UNKNOWN, UNKNOWN, CLEAN]
    assert [(one.open_play, card_texts(one.cards)) for one in audits[1:3]] == [(5, ["2D"]), (2, ["2S"])]


def test_a_certain_revoke_is_named_with_its_play_and_finding() -> None:
    watch = watching(getaway.GAME, *TOCHOO, "0 play 2D", "1 play 9D", seats=4)
    audits = audit(watch)
    assert verdicts(audits) == [CLEAN, REVOKED, UNKNOWN, CLEAN]
    assert audits[1] == SeatAudit(1, REVOKED, (5,), findings=watch.findings)


def test_a_marked_play_was_wrong_without_a_finding() -> None:
    audits = audit(watching(getaway.GAME, *FOUR, "0 play KD", "1 play! 2C", seats=4))
    assert audits[1] == SeatAudit(1, REVOKED, (5,))


def test_seats_of_a_joint_finding_are_unknown_by_it() -> None:
    watch = watching(
        getaway.GAME, *FOUR, "0 play KS", "1 play 2H", "0 play QS", "1 take", "1 play 9S", seats=4
    )
    audits = audit(watch)
    assert verdicts(audits) == [CLEAN, UNKNOWN, UNKNOWN, CLEAN]
    assert [one.findings for one in audits] == [(), watch.findings, watch.findings, ()]


def test_cards_shown_afterwards_prove_and_clear() -> None:
    """Seat 1 shows a diamond, seat 2 all eleven cards that it still has."""
    watch = watching(getaway.GAME, *TOCHOO, seats=4)
    rest = cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    audits = audit(watch, {1: cards("9D"), 2: rest})
    assert verdicts(audits) == [CLEAN, REVOKED, CLEAN, CLEAN]
    assert [(one.certain, one.evidence) for one in audits[1].findings] == [(True, (5, 6))]
    assert audits[1].findings[0].own
    assert watch.findings == (), "nothing has been noted in the hand itself"
    assert verdicts(audit(watch, {0: cards("KD")})) == [CLEAN, UNKNOWN, UNKNOWN, CLEAN], "known before"


def test_hands_as_dealt_prove_and_clear() -> None:
    watch = watching(getaway.GAME, *TOCHOO, seats=4)
    rest = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert verdicts(audit(watch, dealt={2: cards(f"AH {rest}")})) == [CLEAN, UNKNOWN, CLEAN, CLEAN]
    spades = "2S 3S 4S 5S 6S 7S 8S 9S QS KS 3C"
    audits = audit(watch, dealt={1: cards(f"JS 2C {spades}"), 2: cards(f"AH {rest}")})
    assert verdicts(audits) == [CLEAN, CLEAN, CLEAN, CLEAN]
    assert verdicts(audit(watch, dealt={2: cards("AH QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")}))[2] == REVOKED


@pytest.mark.parametrize(
    ("shown", "refused"),
    [
        ({1: "AS"}, "cannot_be AS"),
        ({1: "KD"}, "cannot_be KD"),
        ({1: "9D", 2: "9D"}, "cannot_be 9D"),
        ({3: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 5D"}, "cannot_be 5D"),
    ],
)
def test_cards_that_cannot_have_been_held_are_refused(shown: dict[int, str], refused: str) -> None:
    watch = watching(getaway.GAME, *TOCHOO, seats=4)
    # Cards are noted suit by suit, spades first, so that the last diamond is one too many.
    assert refusal(watch, shown={seat: cards(text) for seat, text in shown.items()}) == refused


def test_a_hand_of_which_all_is_known_has_no_other_card() -> None:
    watch = watching(troeven.GAME, shown={"up": UP}, dealer=0)
    assert refusal(watch, shown={1: cards("AS")}) == "cannot_be AS"
    assert refusal(huuto(*SPADES), shown={1: cards("2S")}) == "cannot_be 2S"


def test_a_dealt_hand_has_to_be_one_that_could_play_what_was_played() -> None:
    watch = watching(getaway.GAME, *TOCHOO, seats=4)
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert refusal(watch, dealt={2: cards(hearts)}) == "wrong_count"
    assert refusal(watch, dealt={2: cards(f"{hearts} 2D")}) == "cannot_be AH"
    assert refusal(huuto(*SPADES), dealt={1: cards("AS KS QS JS TS 9C 8C 7C 2C")}) == "cannot_be 2C"


def test_a_card_laid_away_may_be_the_one_dealt() -> None:
    """Seat 1 was dealt 3D and did not follow to diamonds: it may have laid it."""
    watch = auction("0 pass", "1 pass", "2 pass", "3 pass", *LAID, "- trump KC", "0 play AD", "1 play 2S")
    dealt = cards("3D 2S 3S 4S 5S 6S 7S 8S 9S TS")
    audits = audit(watch, dealt={1: dealt})
    assert (audits[1].verdict, audits[1].open_play, audits[1].cards) == (UNKNOWN, 10, cards("3D"))
    assert audit(watch, dealt={1: cards("3D 4D 3S 4S 5S 6S 2S 8S 9S TS")})[1].plays == (10,)
    assert audit(watch, shown={1: cards("3S 4S 5S 6S 7S 8S 9S TS")})[1].verdict == CLEAN


def test_a_card_offered_by_another_was_not_dealt_here() -> None:
    """Seat 2 offers TS and seat 0 has it at once: neither 9S nor TS can have been dealt to another seat."""
    watch = auction("0 open 5D S", "1 offer 9S", "3 offer 3D", "2 offer TS")
    hand = "2C 3C 4C 5C 6C 7C 8C 9C"
    assert refusal(watch, dealt={2: cards(f"9S TS {hand}")}) == "cannot_be 9S"
    assert refusal(watch, dealt={1: cards(f"9S TS {hand}")}) == "cannot_be TS"
    assert audit(watch, dealt={2: cards(f"8S TS {hand}")}) == [SeatAudit(seat, CLEAN) for seat in range(4)]


def test_the_dealt_hand_of_whoever_exchanged_cards_says_too_little() -> None:
    moves = ("1 bid 50", "2 pass", "3 pass", "0 pass", "3 give ? ? ?", "1 contract 60", "1 return ? ? ?")
    watch = watching(huutopussi.GAME, *moves, dealer=0)
    nine = cards("6S 7S 8S 9S TS JS QS KS AS")
    assert refusal(watch, dealt={1: nine}) == refusal(watch, dealt={3: nine}) == "not_allowed"
    assert verdicts(audit(watch, dealt={0: nine})) == [CLEAN] * 4


def test_of_what_was_said_it_is_told_too() -> None:
    """Seat 1 says that it has king and queen of hearts; seat 3 that it has no pair."""
    watch = huuto(*SPADES, "1 ask", "3 answer no", "1 play KC", "2 play AC", "3 play 6C", asks="truthful")
    audits = audit(watch)
    assert (audits[3].verdict, audits[3].open_play) == (UNKNOWN, 9)
    assert card_texts(audits[3].cards) == ["KS", "QS"]
    rest = cards("6D 7D 8D 9D TD JD QD")
    assert audit(watch, shown={3: rest})[3].verdict == CLEAN
    married = huuto(*SPADES, "1 marriage H")
    assert (audit(married)[1].verdict, card_texts(audit(married)[1].cards)) == (UNKNOWN, ["QH"])
    assert audit(married, shown={1: cards("KH QH")})[1].verdict == CLEAN
    assert audit(married, shown={2: cards("QH")})[1].plays == (8,)


@pytest.mark.parametrize("slug", GAMES)
def test_of_honest_hands_nobody_is_said_to_have_revoked(slug: str) -> None:
    for number in range(5):
        rng = random.Random(f"audits {slug} {number}")
        hand = play_hand(rng, GAMES[slug])
        seen, state = seen_of(hand, rng), hand.states()[-1]
        watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
        for text in seen.moves:
            note(watch, text)
        before = verdicts(audit(watch))
        after = verdicts(audit(watch, dict(enumerate(state.hands))))
        assert REVOKED not in before + after
        assert all(was == UNKNOWN or now == CLEAN for was, now in zip(before, after, strict=True))


def test_an_audit_of_the_largest_hand_is_quick() -> None:
    """Eight players: each fact may be asked of every card, and still nobody waits."""
    rng = random.Random("eight")
    hand = play_hand(rng, getaway.GAME, getaway.GAME.terms({}, 8))
    seen = seen_of(hand, rng)
    watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
    slowest = 0.0
    for text in seen.moves:
        note(watch, text)
        start = process_time()
        audit(watch)
        slowest = max(slowest, process_time() - start)
    assert slowest < 0.15
