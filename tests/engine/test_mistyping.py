"""Mistyped cards: the single changes that are shown, and how often the true one is among them."""

import random
from collections.abc import Sequence
from time import process_time
from typing import Any

import pytest

from referee.engine.cards import NAMES, members, parse_card
from referee.engine.errors import NotAMove, Refused
from referee.engine.mistyping import MOST, Change, suggestions
from referee.engine.watch import Watch
from referee.games import all_games, auction_house, checks, getaway, huutopussi, troeven
from tests.games.hidden import play_hand, seen_of
from tests.games.test_hidden import FOUR, PASSED, SPADES, STOCK_PLAYED, TARGETS, UP, note, watching

GAMES = all_games()


def changes(opening: Watch, *texts: str, finding: Any = None, refused: bool = True) -> list[Change]:
    """Return what is suggested; each change makes all accepted, and the opening is left as it was."""
    accepted, text = (texts[:-1], texts[-1]) if refused else (texts, None)
    found = suggestions(opening, accepted, text, finding)
    assert opening.step == 0
    assert len(found) <= MOST
    assert len(set(found)) == len(found)
    for change in found:
        place = len(accepted) if change.step is None else change.step
        assert texts[place] == change.was
        follow(opening, [*texts[:place], change.text, *texts[place + 1 :]])
    return found


def follow(opening: Watch, texts: Sequence[str]) -> Watch:
    watch = opening.copy()
    for text in texts:
        note(watch, text)
    return watch


# -- Getaway -------------------------------------------------------------------------------------------


def test_a_card_that_is_gone_is_the_slip_or_the_one_before_was() -> None:
    found = changes(watching(getaway.GAME, seats=4), *FOUR, "0 play JS")
    assert found[0].step is None
    assert {"0 play JH", "0 play JD", "0 play JC", "0 play QS"} <= {one.text for one in found}
    assert "0 play TS" not in {one.text for one in found}, "it is gone as well"
    assert Change(1, "1 play JS", "1 play QS") in changes(
        watching(getaway.GAME, seats=4),
        *FOUR,
        "0 play KD",
        "1 play 2D",
        "2 play 3D",
        "3 play 4D",
        "0 play JS",
    )


def test_whoever_picked_the_card_up_plays_it() -> None:
    """Seat 0 picked 2C up; if seat 1 can play it, seat 1 threw another card."""
    texts = (*FOUR, "0 play KD", "1 play 2C", "0 play 3H", "1 play 2C")
    found = changes(watching(getaway.GAME, seats=4), *texts)
    assert Change(5, "1 play 2C", "1 play 3C") in found
    assert found[0] == Change(None, "1 play 2C", "1 play 2H"), "which follows suit"


def test_a_card_in_the_hand_of_who_picked_it_up() -> None:
    texts = (*FOUR, "0 play KD", "1 play 2C", "0 play AD", "1 play KD")
    found = changes(watching(getaway.GAME, seats=4), *texts)
    assert Change(None, "1 play KD", "1 play KH") in found, "QD would prove that seat 1 revoked"
    assert {one.step for one in found} == {None, 4}


def test_a_finding_may_be_a_slip_at_either_of_its_ends() -> None:
    """Seat 3 is the last to play to diamonds and throws 2C; two tricks later it shows 9D."""
    trick = ("0 play KD", "1 play 3D", "2 play 4D", "3 play 2C")
    texts = (*FOUR, *trick, "0 play AD", "1 play 5D", "2 play 6D", "3 play 9D")
    opening = watching(getaway.GAME, seats=4)
    found = changes(opening, *texts, refused=False)
    assert Change(7, "3 play 2C", "3 play 2D") in found
    assert Change(11, "3 play 9D", "3 play 9H") in found
    (finding,) = follow(opening, texts).findings
    assert changes(opening, *texts, finding=finding, refused=False) == found


def test_of_two_findings_the_one_asked_about_has_to_go() -> None:
    texts = (*FOUR, "0 play KD", "1 play 2C", "0 play 2D", "1 play 9D", "2 play 3D", "3 play 4D", "1 play 3S")
    opening = watching(getaway.GAME, seats=4)
    texts = (*texts, "2 play 4S")
    watch = follow(opening, texts)
    assert len(watch.findings) == 2
    for finding in watch.findings:
        for change in changes(opening, *texts, finding=finding, refused=False):
            assert change.step in finding.evidence
            changed = [*texts]
            changed[change.step] = change.text
            assert finding.plays not in {one.plays for one in follow(opening, changed).findings}


def test_a_hand_with_a_finding_is_still_helped_on() -> None:
    texts = (*FOUR, "0 play KD", "1 play 2C", "0 play 2D", "1 play 9D", "2 play 9D")
    found = changes(watching(getaway.GAME, seats=4), *texts)
    assert Change(None, "2 play 9D", "2 play 8D") in found


def test_no_change_brings_a_certain_finding() -> None:
    """Seat 1 picked up clubs with 2C and plays to clubs: a card of another suit would be wrong."""
    opening = watching(getaway.GAME, seats=4)
    texts = (*FOUR, "0 play KD", "1 play 2C", "0 play 2C", "1 play 2C")
    found = changes(opening, *texts)
    for change in found:
        changed = [*texts]
        changed[len(texts) - 1 if change.step is None else change.step] = change.text
        assert not any(one.certain for one in follow(opening, changed).findings)


# -- Auction House -------------------------------------------------------------------------------------


def test_a_card_of_another_pack_or_no_card_at_all() -> None:
    opening = watching(auction_house.GAME, dealer=3)
    for word in ("KH", "1H", "h", "10h0"):
        found = changes(opening, f"0 open {word} S")
        assert all(one.step is None and one.text.endswith(" S") for one in found)
        assert len(found) == MOST
    assert changes(opening, "0 open JH S")[0].text == "0 open TH S"
    assert changes(opening, "0 nonsense JH S") == changes(opening, "nonsense") == changes(opening, "") == []


def test_a_trump_card_is_of_the_other_pack() -> None:
    passes = ("0 pass", "1 pass", "2 pass", "3 pass", "0 lay ?", "1 lay ?", "2 lay ?", "3 lay ?")
    found = changes(watching(auction_house.GAME, dealer=3), *passes, "- trump AS")
    assert found[0] == Change(None, "- trump AS", "- trump KS")


def test_an_offer_that_was_made_already() -> None:
    opening = watching(auction_house.GAME, dealer=3)
    found = changes(opening, "0 open 5H S", "1 offer 5H")
    assert Change(None, "1 offer 5H", "1 offer 4H") in found
    assert Change(0, "0 open 5H S", "0 open 4H S") in found


# -- Checks --------------------------------------------------------------------------------------------


def test_a_fan_with_a_card_of_the_table_or_one_too_many() -> None:
    opening = watching(checks.GAME, shown=TARGETS, dealer=0)
    found = changes(opening, "1 claim 3 8D AC 2D")
    assert {change.text for change in found} >= {"1 claim 3 8D AC 3D"}
    assert changes(opening, "1 claim 3 8D AC 3H 9C") == [
        Change(None, "1 claim 3 8D AC 3H 9C", text)
        for text in ("1 claim 3 8D AC 3H", "1 claim 3 8D AC 9C", "1 claim 3 8D 3H 9C", "1 claim 3 AC 3H 9C")
        if accepted(opening, text)
    ]


def accepted(opening: Watch, text: str) -> bool:
    try:
        note(opening.copy(), text)
    except Refused:
        return False
    return True


def test_a_card_placed_before() -> None:
    found = changes(watching(checks.GAME, shown=TARGETS, dealer=0), "1 place 3C 4", "0 place 3C 3")
    assert Change(None, "0 place 3C 3", "0 place 4C 3") in found
    assert found[-1].step == 0, "the last place is for another entry"


# -- Troeven -------------------------------------------------------------------------------------------


def test_a_card_turned_up_that_lies_there() -> None:
    opening = watching(troeven.GAME, shown={"up": UP}, dealer=0)
    found = changes(opening, "1 call S", "1 play AC", "- expose 1 QS")
    assert found[0].step is None
    assert "- expose 1 JS" in {one.text for one in found}


def test_with_a_stock_a_card_played_twice() -> None:
    opening = watching(troeven.GAME, dealer=0, version="stock")
    found = changes(opening, *STOCK_PLAYED, "1 play QS")
    assert found[0].step is None
    assert Change(15, "1 play QS", "1 play JS") in found


# -- Huutopussi ----------------------------------------------------------------------------------------


def test_a_suit_or_an_answer_can_be_the_slip() -> None:
    opening = watching(huutopussi.GAME, dealer=0, forced_opening="no")
    texts = (*PASSED, "1 play AS", "2 play 6S", "3 play QS", "0 play 9S")
    found = changes(opening, *texts, "1 marriage S")
    assert {Change(None, "1 marriage S", f"1 marriage {suit}") for suit in "HDC"} <= set(found)
    assert Change(6, "3 play QS", "3 play JS") in found
    assert Change(None, "3 answer yes", "3 answer no") in changes(
        opening, *texts, "1 half KS", "3 answer yes"
    )


def test_a_false_marriage_may_be_the_wrong_suit() -> None:
    opening = watching(huutopussi.GAME, dealer=0, forced_opening="no")
    texts = (*PASSED, *SPADES, "1 marriage H", "1 play 9H", "2 play KH")
    found = changes(opening, *texts, refused=False)
    assert {one.step for one in found} == {8, 10}
    assert Change(8, "1 marriage H", "1 marriage D") in found


def test_a_redeal_that_shows_a_card_twice() -> None:
    opening = watching(huutopussi.GAME, dealer=0)
    found = changes(opening, "1 redeal 6S 6H 6D AC TC KC QC JC 2C")
    assert Change(None, "1 redeal 6S 6H 6D AC TC KC QC JC 2C", "1 redeal 6S 6H 6D AC TC KC QC JC 9C") in found


# -- all games -----------------------------------------------------------------------------------------


def slipped(rng: random.Random, pack: int, text: str) -> str | None:
    """Return an entry with a slip in one of its cards: the same rank, or the next one of the suit."""
    words = text.split()
    places = [place for place in range(2, len(words)) if words[place] in NAMES]
    if not places:
        return None
    place = rng.choice(places)
    card = parse_card(words[place])
    near = [
        NAMES[one]
        for one in members(pack & ~(1 << card))
        if one % 13 == card % 13 or (one // 13 == card // 13 and abs(one - card) == 1)
    ]
    near = [name for name in near if name not in words]
    return " ".join([*words[:place], rng.choice(near), *words[place + 1 :]]) if near else None


def slips(slug: str, count: int) -> tuple[int, int, float]:
    """Mistype a card in some hands; return how many slips were noticed, and healed, and the longest time."""
    noticed = healed = 0
    slowest = 0.0
    for number in range(count):
        rng = random.Random(f"slips {slug} {number}")
        hand = play_hand(rng, GAMES[slug])
        seen = seen_of(hand, rng)
        opening = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
        step = rng.randrange(len(seen.moves))
        wrong = slipped(rng, hand.game.pack, seen.moves[step])
        if wrong is None:
            continue
        watch, texts = opening.copy(), [*seen.moves[:step], wrong, *seen.moves[step + 1 :]]
        for place, text in enumerate(texts):
            try:
                watch.play(hand.game.parse(text, hand.terms.seats, hidden=True))
            except (NotAMove, Refused):
                start = process_time()
                found = suggestions(opening, texts[:place], text)
                slowest = max(slowest, process_time() - start)
                noticed += 1
                healed += Change(None if place == step else step, wrong, seen.moves[step]) in found
                break
    return noticed, healed, slowest


@pytest.mark.parametrize(
    ("slug", "count"),
    [pytest.param(slug, 12, id=f"some of {slug}") for slug in GAMES]
    + [pytest.param(slug, 300, id=slug, marks=pytest.mark.long) for slug in GAMES],
)
def test_the_true_card_is_among_the_suggestions(slug: str, count: int) -> None:
    noticed, healed, slowest = slips(slug, count)
    share = f"{healed / noticed:.0%}"
    print(f"{slug}: {noticed} of {count} slips noticed, {share} healed, {slowest:.3f} s of work at most")  # noqa: T201
    assert noticed > count // 4
    assert healed >= 0.75 * noticed
    assert slowest < 0.5
