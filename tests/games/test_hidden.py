"""Hands at hidden sight, game by game: what is noted, what is refused by which rule, and what is proved."""

import random
from copy import deepcopy
from typing import Any

import pytest

from referee.engine.cards import BLANK, card_texts
from referee.engine.errors import BadForm, NotAMove, Refused
from referee.engine.game import Game
from referee.engine.match import Standing
from referee.engine.watch import ILLEGAL, LEGAL, OPEN, Watch
from referee.games import all_games, auction_house, checks, getaway, huutopussi, troeven
from tests.games.cards import row, table
from tests.games.hidden import play_hand, seen_of

GAMES = all_games()


def watching(
    game: Game[Any],
    *moves: str,
    shown: Any = None,
    dealer: int = 0,
    seats: int | None = None,
    standing: Standing | None = None,
    **options: Any,
) -> Watch:
    """Return a watch after some moves, each of them accepted."""
    terms, opening = table(game, seats, **options)
    watch = Watch(game, terms, standing or opening, dealer, shown or {})
    for text in moves:
        note(watch, text)
    return watch


def note(watch: Watch, text: str) -> str:
    """Let a watch follow a move given as text; return the verdict."""
    return watch.play(watch.game.parse(text, watch.state.seats, hidden=True)).verdict


def reason(watch: Watch, text: str) -> tuple[str, str]:
    """Return code and rule of the refusal of a move; nothing has changed by it."""
    before, events, step = watch.state.copy(), len(watch.evidence.events), watch.step
    with pytest.raises(Refused) as caught:
        note(watch, text)
    assert (watch.state, len(watch.evidence.events), watch.step) == (before, events, step)
    assert caught.value.rule in watch.game.rules
    return caught.value.code, caught.value.rule


def no_move(watch: Watch, text: str) -> str:
    with pytest.raises(NotAMove) as caught:
        note(watch, text)
    return caught.value.code


def proof(watch: Watch) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    assert watch.proof is not None
    return watch.proof.step, watch.proof.suspects, watch.proof.evidence


# -- all games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_of_honest_hands_is_among_the_legal_ones(slug: str) -> None:
    """A move noted fits a line of the list before it, stars standing for cards that depend on hands."""
    game = GAMES[slug]
    for number in range(4):
        rng = random.Random(f"patterns {slug} {number}")
        hand = play_hand(rng, game)
        seen = seen_of(hand, rng)
        watch = Watch(game, hand.terms, hand.standing, hand.dealer, seen.shown)
        for text in seen.moves:
            listed = watch.legal_texts()
            assert listed == sorted(listed)
            assert any(stands_for(line, text) for line in listed), (text, listed)
            assert watch.play(game.parse(text, hand.terms.seats, hidden=True)).verdict != ILLEGAL
        assert watch.legal_texts() == []
        assert watch.state.over
        assert reason(watch, seen.moves[-1])[1] == game.end_rule


def everything(watch: Watch) -> dict[str, Any]:
    """Return all that a watch is made of, as values of its own that later play cannot change."""
    return deepcopy({**vars(watch), "game": None, "evidence": vars(watch.evidence)})


@pytest.mark.parametrize("slug", GAMES)
def test_a_copy_is_played_on_by_itself(slug: str) -> None:
    """Copies played on from every step change nothing before them, and come to what straight play does."""
    for number in range(4):
        rng = random.Random(f"copies {slug} {number}")
        hand = play_hand(rng, GAMES[slug])
        seen = seen_of(hand, rng)
        straight = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
        copied = straight.copy()
        kept: list[tuple[Watch, dict[str, Any]]] = []
        for text in seen.moves:
            note(straight, text)
            kept.append((copied, everything(copied)))
            copied = copied.copy()
            note(copied, text)
            assert everything(copied) == everything(straight)
        assert all(everything(watch) == before for watch, before in kept)


def stands_for(line: str, text: str) -> bool:
    """Whether a line of legal moves stands for a move; cards shown besides are not in the line."""
    words, wanted = text.split(), line.split()
    if words[1] in ("claim", "redeal"):
        words = words[: len(wanted)]
    return len(words) == len(wanted) and all(b in ("*", a) for a, b in zip(words, wanted, strict=True))


@pytest.mark.parametrize("slug", GAMES)
def test_what_lies_open_has_to_be_cards(slug: str) -> None:
    game = GAMES[slug]
    terms, standing = table(game)
    key = next(iter(game.shapes(terms, standing, 0)))
    for shown in ({key: 5}, {"nonsense": []}, [], {key: [["XX"], [], []]}):
        with pytest.raises(BadForm):
            Watch(game, terms, standing, 0, shown)


# -- Getaway -------------------------------------------------------------------------------------------

FOUR = ("0 play AS", "1 play JS", "2 play AH", "3 play TS")
"""The first trick; seat 2 denies spades."""


def test_the_first_lead_tells_who_has_the_power() -> None:
    watch = watching(getaway.GAME, seats=4)
    assert watch.legal_texts() == sorted(f"{s} {v}" for s in range(4) for v in ("play *", "take"))
    assert reason(watch, "0 play KS") == ("outside", "G5")
    assert note(watch, "2 play AS") == LEGAL
    assert watch.state.leader == 2
    assert "3 play *" in watch.legal_texts()


def test_a_card_has_to_be_able_to_be_there() -> None:
    watch = watching(getaway.GAME, *FOUR, seats=4)
    assert reason(watch, "1 play 2H") == ("not_your_turn", "G8")
    assert reason(watch, "0 play JS") == ("cannot_be", "G8")
    assert reason(watch, "- play 2H") == ("not_your_turn", "G8")
    assert no_move(watch, "0 play ?") == "unseen_card"
    assert reason(watch, "0 draw 2C") == ("wrong_phase", "G8")
    assert note(watch, "0 play KD") == LEGAL


def test_a_card_known_to_be_in_a_hand_is_in_no_other() -> None:
    """Seat 0 picks up KD and 2C; nobody else can play them, and seat 0 cannot deny diamonds."""
    watch = watching(getaway.GAME, *FOUR, "0 play KD", "1 play 2C", seats=4)
    assert card_texts(watch.state.hands[0] & (1 << BLANK) - 1) == ["KD", "2C"]
    note(watch, "0 play 3H")
    assert reason(watch, "1 play KD") == ("cannot_be", "G9")
    assert note(watch, "1 play AD") == OPEN
    assert proof(watch) == (7, (5,), (5, 7)), "seat 1 has denied diamonds before"


def test_a_false_tochoo_is_proved_when_the_suit_is_shown() -> None:
    watch = watching(getaway.GAME, *FOUR, "0 play KD", seats=4)
    assert note(watch, "1 play 2C") == OPEN
    assert note(watch, "0 play 2D") == LEGAL
    assert watch.proof is None
    assert note(watch, "1 play 9D") == LEGAL
    assert proof(watch) == (7, (5,), (5, 7))
    assert watch.proof is not None
    assert watch.proof.rule == "G9"


def test_who_picked_a_card_up_denies_it_in_vain() -> None:
    """Seat 0 picked up 2C at step 5: not following to clubs at step 9 is wrong by itself."""
    moves = (*FOUR, "0 play KD", "1 play 2C", "0 play 3H", "1 play 4H", "2 play KH", "3 play 5H", "2 play 7C")
    watch = watching(getaway.GAME, *moves, "3 play 8C", seats=4)
    assert note(watch, "0 play 9H") == ILLEGAL
    assert proof(watch) == (12, (12,), (5, 12))


def test_a_hand_taken_keeps_what_was_denied_of_it() -> None:
    """Seat 2 denied spades. Seat 1 takes that hand: a spade shown by seat 1 was its own from the start."""
    watch = watching(getaway.GAME, *FOUR, "1 take", seats=4)
    assert watch.state.away == (2,)
    assert note(watch, "0 play 2S") == LEGAL
    assert note(watch, "1 play 3S") == LEGAL
    holders = watch.evidence.known
    assert holders.may[watch.game.parse("0 play 3S", 4).args[0]] == 0b0010
    assert holders.owned(1) == 0b0110


def test_a_take_in_the_middle_of_a_trick() -> None:
    watch = watching(getaway.GAME, *FOUR, "0 play KD", seats=4)
    assert note(watch, "3 take") == LEGAL
    assert watch.state.leader == 3, "the card led and the power went with the hand"
    assert note(watch, "1 play 2D") == LEGAL
    assert note(watch, "2 play 3D") == LEGAL
    assert note(watch, "3 play 4D") == LEGAL
    assert watch.state.phase == "lead"
    assert watch.state.turn == 3


def test_takes_can_be_off() -> None:
    watch = watching(getaway.GAME, seats=3, take_timing="off")
    assert reason(watch, "0 take") == ("not_allowed", "G15")


def test_a_marked_play_stands_and_proves_nothing_more() -> None:
    watch = watching(getaway.GAME, *FOUR, "0 play KD", seats=4)
    assert note(watch, "1 play! 2C") == ILLEGAL
    assert watch.proof is None
    note(watch, "0 play 2D")
    assert note(watch, "1 play 9D") == LEGAL
    assert watch.proof is None


def test_a_mark_needs_a_duty_that_could_be_broken() -> None:
    watch = watching(getaway.GAME, *FOUR, seats=4)
    assert reason(watch, "0 play! 2C") == ("not_illegal", "G8")
    note(watch, "0 play KD")
    assert reason(watch, "1 play! 2D") == ("not_illegal", "G9")


def test_a_pick_up_is_ruled_and_its_cards_are_known_to_be_there() -> None:
    """Seat 1 threw KC on diamonds; told to pick up KD and KC it cannot deny clubs any more."""
    watch = watching(getaway.GAME, *FOUR, "0 play KD", "1 play KC", seats=4)
    assert card_texts(watch.state.hands[0] & (1 << BLANK) - 1) == ["KD", "KC"]
    assert note(watch, "* pickup 1") == LEGAL
    assert card_texts(watch.state.hands[1] & (1 << BLANK) - 1) == ["KD", "KC"]
    assert watch.state.hands[0].bit_count() == 11
    assert reason(watch, "0 play KD") == ("not_your_turn", "G8")
    note(watch, "1 play 2H")
    assert note(watch, "2 play 3C") == OPEN
    assert card_texts(watch.state.hands[1] & (1 << BLANK) - 1) == ["2H", "KD", "KC", "3C"]
    note(watch, "1 play 4S")
    assert note(watch, "2 play 5S") == LEGAL, "a spade that seat 2 denied in the first trick"
    assert proof(watch) == (10, (2,), (2, 10))


def test_what_was_picked_up_by_a_ruling_is_denied_in_vain() -> None:
    watch = watching(
        getaway.GAME, *FOUR, "0 play KD", "1 play KC", "* pickup 1", "1 play 2H", "2 play 3H", seats=4
    )
    note(watch, "3 play 4H")
    note(watch, "0 play 5H")
    note(watch, "0 play 2C")
    assert note(watch, "1 play 9S") == ILLEGAL, "KC came to seat 1 with the ruling, at step 6"
    assert proof(watch) == (12, (12,), (6, 12))


def test_rulings_at_hidden_sight_have_the_refusals_of_open_sight() -> None:
    watch = watching(getaway.GAME, *FOUR[:2], seats=4)
    assert reason(watch, "* pickup 1") == ("no_remedy", "G7")
    assert no_move(watch, "1 pickup 1") == "referee_alone"
    assert no_move(watch, "* play 2S") == "bad_seat"
    assert no_move(watch, "* pickup") == "wrong_arguments"


# -- Auction House -------------------------------------------------------------------------------------

OFFERED = ("0 open 5H S", "1 offer 9S", "3 offer 3D", "2 offer TS")
"""Seat 2's ten of spades goes to seat 0 for 5H."""

LAID = ("0 lay ?", "2 lay ?", "1 lay ?", "3 lay ?")


def auction(*moves: str, **more: Any) -> Watch:
    return watching(auction_house.GAME, *moves, dealer=3, **more)


def test_offers_are_turned_up_and_noted() -> None:
    watch = auction("0 open 5H S")
    assert watch.legal_texts() == ["1 offer *", "2 offer *", "3 offer *"]
    assert no_move(watch, "1 offer ?") == "unseen_card"
    assert reason(watch, "1 offer 5H") == ("cannot_be", "A10")
    assert no_move(watch, "1 offer KH") == "not_in_pack"
    for text in OFFERED[1:]:
        note(watch, text)
    assert watch.state.traded_with == 2
    assert [card_texts(hand & (1 << BLANK) - 1) for hand in watch.state.hands] == [
        ["TS"],
        ["9S"],
        ["5H"],
        ["3D"],
    ]


def test_an_opening_names_another_suit() -> None:
    watch = auction()
    assert reason(watch, "0 open 5H H") == ("outside", "A9")
    assert reason(watch, "1 open 5H S") == ("not_your_turn", "A8")


def test_a_card_laid_unseen_may_be_one_that_was_known() -> None:
    watch = auction(*OFFERED, *LAID)
    assert watch.legal_texts() == ["- trump *"]
    assert all(hand < 1 << BLANK or not hand & (1 << BLANK) - 1 for hand in watch.state.hands)
    assert reason(watch, "0 play AD") == ("turn_up_first", "A17")
    assert reason(watch, "- trump 4S") == ("cannot_be", "A17")
    assert reason(watch, "- trump ?") == ("cannot_be", "A17")
    note(watch, "- trump KC")
    assert note(watch, "0 play AD") == LEGAL
    assert note(watch, "1 play 2S") == OPEN, "9S may lie in the kitty"
    assert reason(watch, "2 play 9S") == ("cannot_be", "A17"), "but with nobody else"
    assert note(watch, "2 play 5H") == OPEN


def test_two_known_cards_cannot_both_lie_in_the_kitty() -> None:
    """Seat 0 knows of TS and keeps 5H back; of two diamonds denied in vain only one can have been laid."""
    watch = auction("0 open 5D S", "1 offer 2D", "3 offer 3D", "2 offer TS", *LAID, "- trump KC")
    note(watch, "0 play AD")
    assert note(watch, "1 play 2S") == OPEN
    assert note(watch, "2 play 4D") == LEGAL
    assert note(watch, "3 play 6S") == OPEN
    assert watch.proof is None, "each may have laid the diamond that was known"


def test_no_card_is_laid_twice_and_none_is_named() -> None:
    watch = auction("0 pass", "1 pass", "2 pass", "3 pass", "0 lay ?")
    assert reason(watch, "0 lay ?") == ("not_your_turn", "A14")
    assert watch.legal_texts() == ["1 lay *", "2 lay *", "3 lay *"]
    assert note(watch, "1 lay 4C") == LEGAL, "a card may be shown"


def test_trump_before_the_auction() -> None:
    watch = auction(trump_reveal="before_auction")
    assert watch.legal_texts() == ["- trump *"]
    assert reason(watch, "0 pass") == ("turn_up_first", "A7")
    note(watch, "- trump QD")
    assert watch.state.trump is None
    for text in ("0 pass", "1 pass", "2 pass", "3 pass", *LAID):
        note(watch, text)
    assert watch.state.trump == 2
    assert watch.legal_texts() == ["0 play *"]


def test_a_used_trump_card_is_not_turned_again_and_the_last_round_has_none() -> None:
    passes = ("0 pass", "1 pass", "2 pass", "3 pass", *LAID)
    after_one = Standing(totals=(0, 0, 0, 0), hands=1, memo={"used": ["QD"]})
    assert reason(auction(*passes, standing=after_one), "- trump QD") == ("cannot_be", "A17")
    faces = [rank + suit for rank in "KQJ" for suit in "SHDC"]
    after_twelve = Standing(totals=(0, 0, 0, 0), hands=12, memo={"used": faces})
    watch = auction(*passes, standing=after_twelve)
    assert watch.legal_texts() == ["0 play *"]
    assert reason(watch, "- trump QD") == ("not_your_turn", "A17")


def test_the_kitty_is_what_was_not_played() -> None:
    rng = random.Random("kitty")
    hand = play_hand(rng, auction_house.GAME, auction_house.GAME.terms({}, 4))
    seen = seen_of(hand)
    watch = Watch(hand.game, hand.terms, hand.standing, hand.dealer, seen.shown)
    for text in seen.moves:
        note(watch, text)
    open_report, told = hand.game.report(hand.states()[-1]), hand.game.report(watch.state)
    assert sorted(told["kitty"]) == sorted(open_report["kitty"])
    assert told["tricks"] == open_report["tricks"]


# -- Checks --------------------------------------------------------------------------------------------

TARGETS = {"targets": row("2D 7H 2S TS KH 8C")}


def fishing(*moves: str, **options: Any) -> Watch:
    return watching(checks.GAME, *moves, shown=TARGETS, dealer=0, **options)


def test_a_claim_shows_the_whole_fan_and_the_gap_is_filled() -> None:
    watch = fishing()
    assert watch.legal_texts() == ["1 claim *", "1 place * *"]
    assert reason(watch, "1 claim 3 8D AC 4H") == ("outside", "C10"), "worth 3"
    assert reason(watch, "1 claim 7 8D AC 3H") == ("outside", "C10")
    assert reason(watch, "1 claim 3") == ("wrong_count", "C10")
    assert reason(watch, "1 claim 3 8D AC") == ("wrong_count", "C10")
    assert reason(watch, "1 claim 3 8D AC 2D") == ("cannot_be", "C10"), "2D lies on the table"
    assert note(watch, "1 claim 3 8D AC 3H") == LEGAL
    assert watch.legal_texts() == ["- refill *"]
    assert reason(watch, "0 place JC 2") == ("turn_up_first", "C9")
    assert reason(watch, "- refill 8D") == ("cannot_be", "C9")
    assert reason(watch, "- refill KH") == ("cannot_be", "C9")
    note(watch, "- refill 9C")
    assert watch.state.captured[1].bit_count() == 4


def test_what_is_left_of_a_fan_is_shown_by_a_later_claim() -> None:
    watch = fishing("1 place 3C 4", "0 place QH 3", "1 place QD 3", "0 place JH 1")
    assert reason(watch, "1 claim 2 6C 7C") == ("cannot_be", "C10"), "one card is left"
    assert reason(watch, "1 claim 2 6C") == ("outside", "C10")
    assert note(watch, "1 claim 2 7C") == LEGAL


def test_places_are_checked() -> None:
    watch = fishing()
    assert reason(watch, "1 place 3C 7") == ("outside", "C12")
    assert reason(watch, "0 place 3C 1") == ("not_your_turn", "C16")
    assert reason(watch, "1 place 7H 1")[0] == "cannot_be"
    assert no_move(watch, "1 place ? 1") == "unseen_card"


def test_a_claim_that_must_be_made_and_was_not() -> None:
    """A fan whose cards are not known may always be one that cannot claim."""
    watch = fishing(must_claim="yes")
    assert note(watch, "1 place 3C 4") == LEGAL
    assert watch.legal_texts() == ["0 claim *", "0 place * *"]


def test_a_fan_shown_for_a_wrong_claim_is_known_from_then_on() -> None:
    watch = fishing()
    assert reason(watch, "* place_only 1") == ("wrong_count", "C16")
    assert reason(watch, "* place_only 1 JS 7C 2D") == ("cannot_be", "C16"), "2D lies on the table"
    assert reason(watch, "* place_only 0 JS 7C 3D") == ("outside", "C16")
    assert no_move(watch, "* place_only 1 JS 7C ?") == "unseen_card"
    assert note(watch, "* place_only 1 JS 7C 3D") == LEGAL
    assert card_texts(watch.state.hands[1]) == ["JS", "3D", "7C"]
    assert watch.legal_texts() == ["1 place * *"]
    assert reason(watch, "1 claim 4 JS 7C 3D") == ("not_allowed", "C10")
    assert reason(watch, "1 place 9C 1")[0] == "cannot_be"
    assert note(watch, "1 place 7C 1") == LEGAL
    assert reason(watch, "0 place 3D 1") == ("cannot_be", "C12")
    assert note(watch, "0 place KC 1") == LEGAL
    assert watch.legal_texts() == ["1 claim *", "1 place * *"]


def test_a_ruling_waits_for_cards_that_were_turned_up() -> None:
    watch = fishing("1 claim 3 8D AC 3H")
    assert reason(watch, "* place_only 0 JS 7C 3D") == ("turn_up_first", "C9")


# -- Troeven -------------------------------------------------------------------------------------------

UP = [row("QS TH JD 8C KS 9D AH 7C"), row("7D AC 9S JC 8H QD TC KH")]
"""The face-up cards of seats 0 and 1."""


def test_the_layout_is_noted_in_two_parts_or_all_at_once() -> None:
    watch = watching(troeven.GAME, shown={"up": [[], UP[1][:4]]}, dealer=0)
    assert watch.legal_texts() == ["1 call *"]
    note(watch, "1 call S")
    assert watch.legal_texts() == ["- up 0 * * * * * * * *"]
    assert reason(watch, "1 play AC") == ("turn_up_first", "T6")
    assert reason(watch, f"- up 1 {' '.join(UP[1][4:])}") == ("turn_up_first", "T6")
    assert reason(watch, f"- up 0 {' '.join(UP[0][:4])}") == ("wrong_count", "T6")
    assert reason(watch, f"- up 0 {' '.join([*UP[0][:7], '7D'])}") == ("cannot_be", "T6")
    assert reason(watch, f"- up 0 {' '.join([*UP[0][:7], 'QS'])}") == ("wrong_count", "T6")
    note(watch, f"- up 0 {' '.join(UP[0])}")
    note(watch, f"- up 1 {' '.join(UP[1][4:])}")
    at_once = watching(troeven.GAME, "1 call S", shown={"up": UP}, dealer=0)
    assert at_once.state.up == watch.state.up
    assert at_once.legal_texts() == watch.legal_texts() == ["1 play *"]


def test_a_card_uncovered_is_turned_up_at_once() -> None:
    watch = watching(troeven.GAME, "1 call S", "1 play AC", shown={"up": UP}, dealer=0)
    assert watch.legal_texts() == ["- expose 1 *"]
    assert reason(watch, "- expose 0 9C") == ("turn_up_first", "T6")
    assert reason(watch, "- expose 1 AC") == ("cannot_be", "T6")
    assert reason(watch, "- expose 1 QS") == ("cannot_be", "T6")
    note(watch, "- expose 1 9C")
    assert reason(watch, "0 play 9C") == ("cannot_be", "T21")
    assert note(watch, "0 play TH") == ILLEGAL, "8C and 7C lie face up"
    assert proof(watch) == (3, (3,), (3,))


def test_after_the_trick_the_leaders_card_is_turned_up_first() -> None:
    watch = watching(troeven.GAME, "1 call S", "1 play AC", shown={"up": UP}, dealer=0, turn_up="after_trick")
    assert note(watch, "0 play 8C") == LEGAL
    assert watch.legal_texts() == ["- expose 1 *"]
    note(watch, "- expose 1 9C")
    assert watch.legal_texts() == ["- expose 0 *"]
    note(watch, "- expose 0 KC")
    assert note(watch, "1 play JC") == LEGAL
    assert note(watch, "0 play TH") == ILLEGAL
    assert proof(watch)[0] == 6


def test_a_card_turned_up_is_part_of_the_proof() -> None:
    """The only club of seat 0 is the one exposed at step 4."""
    up = [row("QS TH JD 8D KS 9D AH 8C"), UP[1]]
    watch = watching(troeven.GAME, "1 call H", "1 play TC", "- expose 1 9C", shown={"up": up}, dealer=0)
    note(watch, "0 play 8C")
    note(watch, "- expose 0 KC")
    note(watch, "1 play AC")
    note(watch, "- expose 1 TD")
    assert note(watch, "0 play 9D") == ILLEGAL
    assert proof(watch) == (7, (7,), (4, 7))


STOCK_PLAYED = (
    *("1 call H", "1 play AS", "0 play 7C", "1 play KS", "0 play 8C", "1 play AH", "0 play 9C", "1 play KH"),
    *("0 play JC", "1 play AD", "0 play TC", "1 play KD", "0 play QC", "1 play AC", "0 play KC", "1 play QS"),
    "0 play 7D",
)
"""Eight tricks; four clubs less, five spades, six hearts and five diamonds are left."""


def test_with_a_stock_there_is_no_duty_and_counting_alone_can_be_a_proof() -> None:
    """Of eleven spades and hearts left seat 1 cannot have all: seat 0 had one, and should have played it."""
    watch = watching(troeven.GAME, *STOCK_PLAYED, dealer=0, version="stock")
    assert not watch.state.stock
    assert note(watch, "1 play JS") == LEGAL
    assert watch.proof is None
    assert note(watch, "0 play 8D") == OPEN
    assert proof(watch) == (18, (18,), (5, 7, 9, 11, 13, 15, 17, 18))
    assert note(watch, "1 play QH") == LEGAL


def test_after_the_stock_a_trump_shown_late_proves_a_revoke() -> None:
    watch = watching(troeven.GAME, *STOCK_PLAYED, dealer=0, version="stock", endgame_follow="as_v1")
    note(watch, "1 play JS")
    assert note(watch, "0 play 8D") == OPEN
    assert watch.proof is None
    note(watch, "1 play QH")
    assert note(watch, "0 play 8H") == LEGAL
    note(watch, "1 play TS")
    assert note(watch, "0 play 9S") == LEGAL
    assert proof(watch) == (22, (18,), (18, 22))


# -- Huutopussi ----------------------------------------------------------------------------------------

PASSED = ("1 pass", "2 pass", "3 pass", "0 pass")


def huuto(*moves: str, **options: Any) -> Watch:
    return watching(huutopussi.GAME, *PASSED, *moves, dealer=0, forced_opening="no", **options)


SPADES = ("1 play AS", "2 play 6S", "3 play 7S", "0 play 9S")
"""Seat 1 leads and wins the first trick: its partner is seat 3."""


def test_a_redeal_shows_the_hand() -> None:
    watch = watching(huutopussi.GAME, dealer=0)
    poor = "6S 6H 6D AC TC KC QC JC 9C"
    assert reason(watch, "1 redeal 7S 6H 6D AC TC KC QC JC 9C") == ("not_allowed", "H9")
    assert reason(watch, "1 redeal 6S 6H 6D")[0] == "wrong_count"
    assert no_move(watch, "1 redeal 6S 6H 6D AC TC KC QC JC 2C") == "not_in_pack"
    assert note(watch, f"1 redeal {poor}") == LEGAL
    assert watch.state.over
    assert watch.game.report(watch.state) == {"redeal": 1}


def test_an_exchange_is_not_seen() -> None:
    watch = watching(huutopussi.GAME, "1 bid 50", "2 pass", "3 pass", "0 pass", dealer=0)
    assert watch.legal_texts() == ["3 give * * *"]
    assert reason(watch, "3 give ? ? ? ?") == ("wrong_count", "H10")
    assert note(watch, "3 give ? ? ?") == LEGAL
    assert [hand.bit_count() for hand in watch.state.hands] == [9, 12, 9, 6]
    note(watch, "1 contract 60")
    assert note(watch, "1 return ? ? ?") == LEGAL
    assert [hand.bit_count() for hand in watch.state.hands] == [9, 9, 9, 9]
    assert watch.evidence.known.room == [9, 9, 9, 9]


def test_overtaking_is_a_duty_as_well() -> None:
    """Seat 2 follows to AS's suit with a six under the nine, and shows the ten later."""
    watch = huuto("1 play 9S", "2 play 6S", "3 play JS", "0 play QS", "0 play 7S")
    assert watch.proof is None
    note(watch, "1 play KS")
    note(watch, "2 play TS")
    assert proof(watch) == (10, (5,), (5, 10))


def test_a_marriage_is_a_promise() -> None:
    watch = huuto(*SPADES)
    assert note(watch, "1 marriage H") == LEGAL
    assert watch.state.trump == 1
    assert note(watch, "1 play 9H") == LEGAL
    assert note(watch, "2 play KH") == LEGAL, "nothing refuses a card on the table"
    assert proof(watch) == (10, (), (8, 10))
    assert watch.proof is not None
    assert watch.proof.rule == "H20"


def test_what_is_seen_to_be_false_is_refused() -> None:
    watch = huuto("1 play AS", "2 play 6S", "3 play QS", "0 play 9S")
    assert reason(watch, "1 marriage S") == ("cannot_be", "H20")
    assert reason(watch, "1 half QS") == ("cannot_be", "H22")
    assert reason(watch, "1 half 9H") == ("outside", "H22")
    assert note(watch, "1 half KS") == LEGAL
    assert reason(watch, "3 answer yes") == ("cannot_be", "H22")
    assert reason(watch, "3 answer S") == ("outside", "H22")
    assert note(watch, "3 answer no") == LEGAL


def test_answers_to_a_full_question() -> None:
    watch = huuto(*SPADES, "1 ask")
    assert watch.legal_texts() == ["3 answer *"]
    assert reason(watch, "3 answer yes") == ("outside", "H21")
    assert reason(watch, "1 answer no")[0] == "not_your_turn"
    assert note(watch, "3 answer D") == LEGAL
    note(watch, "1 play KC")
    note(watch, "2 play AC")
    note(watch, "3 play 6C")
    note(watch, "0 play 7C")
    assert note(watch, "2 play QD") == LEGAL
    assert proof(watch) == (14, (), (9, 14))


def test_an_optional_no_says_nothing_and_a_truthful_one_does() -> None:
    shown_later = (
        "1 play KC",
        "2 play AC",
        "3 play 6C",
        "0 play 7C",
        "2 play AH",
        "3 play QH",
        "0 play 6H",
        "1 play 7H",
    )
    for asks, found in (("optional", False), ("truthful", True)):
        watch = huuto(*SPADES, "1 half KH", "3 answer no", *shown_later, asks=asks)
        assert bool(watch.proof) == found
    assert proof(watch) == (15, (), (9, 15))


def test_a_truthful_no_to_a_full_question_denies_every_pair() -> None:
    later = (
        "1 play KC",
        "2 play AC",
        "3 play QC",
        "0 play 7C",
        "2 play AH",
        "3 play QH",
        "0 play 6H",
        "1 play 7H",
    )
    watch = huuto(*SPADES, "1 ask", "3 answer no", *later, asks="truthful")
    assert watch.proof is None, "one card of a pair may have been held"
    note(watch, "2 play TH")
    note(watch, "3 play KH")
    assert watch.proof is not None
    assert (watch.proof.step, watch.proof.suspects) == (19, ())
    assert {9, 19} <= set(watch.proof.evidence)


def test_locks_and_turns_are_public() -> None:
    watch = huuto("1 play 9S", "2 play TS", "3 play AS", "0 play 6S")
    assert reason(watch, "3 marriage H") == ("not_allowed", "H18")
    assert reason(watch, "0 play 6H") == ("not_your_turn", "H13")
    assert reason(watch, "3 answer no") == ("wrong_phase", "H13")
