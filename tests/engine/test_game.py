"""What can be asked of any game, asked of the games here: terms, deals, moves, the three kinds of no."""

import json
from dataclasses import replace
from typing import Any

import pytest

from referee.engine.cards import bits
from referee.engine.errors import SENTENCES, BadForm, NotAMove, Refused
from referee.engine.game import EVERYBODY, each_alone, never
from referee.engine.match import Standing
from referee.games import all_games, get
from referee.games.auction_house import GAME as AUCTION_HOUSE
from referee.games.huutopussi import GAME as HUUTOPUSSI
from referee.games.troeven import GAME as TROEVEN
from tests.games.cards import faults_of, play_all, reason, refused, row, start, table, unshuffled, words

# -- the shelf -------------------------------------------------------------------------------------------


def test_games_are_found_by_looking() -> None:
    games = all_games()
    assert list(games) == sorted(games)
    assert {"auction-house", "checks", "getaway", "huutopussi", "troeven"} <= set(games)
    for slug, game in games.items():
        assert get(slug) is game
        assert game.slug == slug
        assert game.end_rule in game.rules
        assert game.match_rule in game.rules
        assert game.presets[0] == "book"


@pytest.mark.parametrize("slug", ["whist", "", "Troeven", None, 5, ["troeven"]])
def test_a_game_that_is_not_there(slug: object) -> None:
    with pytest.raises(BadForm) as caught:
        get(slug)
    assert faults_of(caught) == {("/game", "unknown_game")}


@pytest.mark.parametrize("slug", all_games())
def test_every_phase_act_and_limit_cites_rules_of_its_game(slug: str) -> None:
    game = all_games()[slug]
    for name, phase in game.phases.items():
        assert (phase.name, phase.rule in game.rules) == (name, True)
        for act in phase.acts:
            assert not isinstance(act.turn, str) or act.turn in game.rules
            assert all(gate.rule in game.rules for gate in act.gates)
            assert act.count is None or act.count[0] in game.rules
            ruled = [limit.rule for limits in act.limits for limit in limits if hasattr(limit, "rule")]
            assert set(ruled) <= set(game.rules)
            assert game.verbs[act.verb.name] is act.verb
    for rule_id, rule in game.rules.items():
        assert rule.id == rule_id
        assert rule.text.endswith(".")


# -- terms and deals -------------------------------------------------------------------------------------


def test_terms_hold_every_option() -> None:
    terms = TROEVEN.terms({"version": "stock"}, 2)
    assert terms.seats == 2
    assert terms.options == {
        "preset": "book",
        "version": "stock",
        "trump_choice": "any_suit",
        "turn_up": "immediate",
        "endgame_follow": "follow_or_trump",
        "dealer_win": "both",
        "start_score": 7,
    }


def test_faults_of_terms_are_listed_together() -> None:
    with pytest.raises(BadForm) as caught:
        TROEVEN.terms({"version": "v3", "start_score": 0, "x": 1}, 4)
    assert faults_of(caught) == {
        ("/seats", "seat_count"),
        ("/options/version", "not_a_choice"),
        ("/options/start_score", "out_of_range"),
        ("/options/x", "unknown_key"),
    }
    with pytest.raises(BadForm) as caught:
        TROEVEN.terms(["book"], 2)
    assert faults_of(caught) == {("/options", "wrong_type")}


def test_options_that_cannot_be_combined() -> None:
    """No rule book here has any; a game that had would say so like this."""

    def at_odds(terms: Any) -> list[str]:
        stock = terms.options["version"] == "stock" and terms.options["turn_up"] == "after_trick"
        return ["version", "turn_up"] if stock else []

    game = replace(TROEVEN, conflicts=at_odds)
    assert game.terms({"turn_up": "after_trick"}, 2).options["turn_up"] == "after_trick"
    with pytest.raises(BadForm) as caught:
        game.terms({"turn_up": "after_trick", "version": "stock"}, 2)
    assert faults_of(caught) == {("/options/version", "conflict"), ("/options/turn_up", "conflict")}


def test_the_profile_pins_what_is_played_under() -> None:
    book = TROEVEN.profile(TROEVEN.terms({}, 2))
    assert len(book) == 64
    assert book == TROEVEN.profile(TROEVEN.terms({"preset": "book", "version": "layout"}, 2))
    assert book != TROEVEN.profile(TROEVEN.terms({"version": "stock"}, 2))
    assert book != replace(TROEVEN, version="2").profile(TROEVEN.terms({}, 2))
    getaway = all_games()["getaway"]
    assert getaway.profile(getaway.terms({}, 3)) != getaway.profile(getaway.terms({}, 4))


@pytest.mark.parametrize("slug", all_games())
def test_a_deal_comes_from_the_shuffle_it_is_given(slug: str) -> None:
    game = all_games()[slug]
    terms, standing = table(game)
    deal = game.deal(terms, standing, 0, unshuffled)
    assert json.loads(json.dumps(deal)) == deal
    assert deal == game.deal(terms, standing, 0, unshuffled)
    assert deal != game.deal(terms, standing, 0, lambda cards: cards[::-1])
    assert game.start(terms, standing, 0, deal) == game.start(terms, standing, 0, deal)


def test_a_deal_that_cannot_be_has_its_pointer() -> None:
    terms, standing = table(AUCTION_HOUSE)
    with pytest.raises(BadForm) as caught:
        AUCTION_HOUSE.start(terms, standing, 0, {"hands": []}, "/hands/2/deal")
    assert faults_of(caught) == {("/hands/2/deal/hands", "wrong_length"), ("/hands/2/deal/trump", "missing")}


def test_no_hand_is_dealt_after_the_match() -> None:
    terms, _ = table(TROEVEN)
    over = Standing(totals=(0, 5), over=True, winners=(0,))
    with pytest.raises(Refused) as caught:
        TROEVEN.start(terms, over, 0, {})
    assert (caught.value.code, caught.value.rule) == ("match_over", "T11")


# -- moves: the three kinds of no ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 fly AS", "unknown_verb"),
        ("2 play AS", "bad_seat"),
        ("0 play 2S", "not_in_pack"),
        ("0 play ?", "unseen_card"),
        ("0 play 1S", "bad_card"),
        ("0 play", "wrong_arguments"),
    ],
)
def test_not_a_move(text: str, code: str) -> None:
    with pytest.raises(NotAMove) as caught:
        TROEVEN.parse(text, 2)
    assert caught.value.code == code
    assert caught.value.sentence == SENTENCES[code]


def test_not_a_move_in_json() -> None:
    with pytest.raises(NotAMove) as caught:
        TROEVEN.from_json({"seat": 0, "kind": "play", "card": "6H"}, 2)
    assert (caught.value.code, caught.value.params) == ("not_in_pack", {"card": "6H"})
    with pytest.raises(NotAMove) as caught:
        TROEVEN.from_json({"seat": 0, "kind": "play", "card": "?"}, 2)
    assert caught.value.code == "unseen_card"
    assert TROEVEN.from_json({"seat": 0, "kind": "call", "suit": "h"}, 2).text == "0 call H"


def test_a_fan_is_not_shown_where_hands_are_known() -> None:
    checks = all_games()["checks"]
    with pytest.raises(NotAMove) as caught:
        checks.parse("0 claim 3 JS 7H 3D", 2)
    assert caught.value.code == "wrong_arguments"
    assert checks.parse("0 claim 3 JS 7H 3D", 2, hidden=True).text == "0 claim 3 JS 7H 3D"


def test_not_here_by_which_rule() -> None:
    state = play_all(TROEVEN, start(TROEVEN, dealer=1, version="stock"), "0 call H")
    assert reason(TROEVEN, state, "0 call S") == ("wrong_phase", "T6")
    assert reason(TROEVEN, state, "1 play AS") == ("not_your_turn", "T6")
    assert reason(TROEVEN, state, "0 play AC") == ("not_held", "T30")
    said = refused(TROEVEN, state, "0 play AC")
    assert TROEVEN.rule_of(said) is TROEVEN.rules["T30"]


def test_a_refused_move_changes_nothing() -> None:
    state = start(TROEVEN, dealer=1)
    before = state.copy()
    refused(TROEVEN, state, "1 call H")
    TROEVEN.apply(state, TROEVEN.parse("0 call H", 2))
    assert state == before


def test_over_is_over() -> None:
    state = start(TROEVEN, dealer=1)
    state.phase = "over"
    assert TROEVEN.legal_moves(state) == []
    assert TROEVEN.to_act(state) == 0
    assert reason(TROEVEN, state, "0 call H") == ("hand_over", "T8")


def duty_bound() -> Any:
    """Return a round of Auction House in which seat 1 has to follow a lead of hearts."""
    deal = AUCTION_HOUSE.deal(*table(AUCTION_HOUSE), 3, unshuffled)
    deal["hands"] = [
        row("TH 9H 8H 7H 6H 5H 4H 3H 2H TS"),
        row("AH 9S 8S 7S 6S 5S 4S 3S 2S AS"),
        row("TD 9D 8D 7D 6D 5D 4D 3D 2D AD"),
        row("TC 9C 8C 7C 6C 5C 4C 3C 2C AC"),
    ]
    passes = ["0 pass", "1 pass", "2 pass", "3 pass", "0 lay TS", "1 lay AS", "2 lay AD", "3 lay AC"]
    return play_all(AUCTION_HOUSE, start(AUCTION_HOUSE, deal, dealer=3), *passes, "0 play TH")


def test_a_card_that_breaks_a_duty_may_stand_and_nothing_else() -> None:
    state = duty_bound()
    assert reason(AUCTION_HOUSE, state, "1 play 9S") == ("obliged", "A18")
    after = play_all(AUCTION_HOUSE, state, "1 play! 9S")
    assert (after.turn, after.hands[1].bit_count()) == (2, 8)
    assert reason(AUCTION_HOUSE, state, "1 play! AH") == ("not_illegal", "A17")
    assert reason(AUCTION_HOUSE, state, "1 play! AS") == ("not_held", "A17")
    assert reason(AUCTION_HOUSE, state, "2 play! TD") == ("not_your_turn", "A17")
    assert reason(AUCTION_HOUSE, state, "1 pass!") == ("wrong_phase", "A17")


def test_legal_moves_of_some_seats() -> None:
    state = duty_bound()
    assert AUCTION_HOUSE.legal_texts(state) == ["1 play AH"]
    assert AUCTION_HOUSE.legal_texts(state, 0b0010) == ["1 play AH"]
    assert AUCTION_HOUSE.legal_texts(state, 0b1101) == []
    laying = start(AUCTION_HOUSE, dealer=3)
    laying = play_all(AUCTION_HOUSE, laying, "0 pass", "1 pass", "2 pass", "3 pass")
    assert len(AUCTION_HOUSE.legal_texts(laying, 0b0101)) == 20
    assert AUCTION_HOUSE.legal_texts(laying) == sorted(AUCTION_HOUSE.legal_texts(laying, EVERYBODY))


def test_patterns_stand_for_lists_of_cards() -> None:
    state = start(HUUTOPUSSI, dealer=3)
    opening = next(text for text in HUUTOPUSSI.legal_texts(state) if " bid " in text)
    state = play_all(HUUTOPUSSI, state, opening, "1 pass", "2 pass", "3 pass")
    assert HUUTOPUSSI.legal_texts(state) == ["2 give * * *"]
    assert reason(HUUTOPUSSI, state, "2 give " + " ".join(words_of(state, 2)[:4]))[0] == "wrong_count"


def words_of(state: Any, seat: int) -> list[str]:
    view = HUUTOPUSSI.view(state, 1 << seat)
    cards: list[str] = view["hands"][seat]["cards"]
    return cards


# -- what people see -------------------------------------------------------------------------------------


def test_a_view_says_who_looks_where() -> None:
    state = duty_bound()
    nobody, one, two = (AUCTION_HOUSE.view(state, eyes) for eyes in (0, 0b0010, 0b0110))
    assert [seat["cards"] for seat in nobody["hands"]] == [None] * 4
    assert [seat["cards"] is not None for seat in one["hands"]] == [False, True, False, False]
    assert [seat["cards"] is not None for seat in two["hands"]] == [False, True, True, False]
    assert [seat["count"] for seat in nobody["hands"]] == [8, 9, 9, 9]
    assert (nobody["phase"], nobody["over"], nobody["dealer"], nobody["to_act"]) == ("tricks", False, 3, [1])


def test_face_down_moves_are_veiled_for_the_others_while_they_lie_there() -> None:
    state = duty_bound()
    lay, play = AUCTION_HOUSE.parse("1 lay AS", 4), AUCTION_HOUSE.parse("0 play TH", 4)
    assert AUCTION_HOUSE.veiled(state, lay, 0).text == "1 lay ?"
    assert AUCTION_HOUSE.veiled(state, lay, 0b1101).text == "1 lay ?"
    assert AUCTION_HOUSE.veiled(state, lay, 0b0010) is lay
    assert AUCTION_HOUSE.veiled(state, play, 0) is play
    assert AUCTION_HOUSE.covered(lay).text == "1 lay ?"
    assert AUCTION_HOUSE.covered(play) is play


def test_cards_that_change_hands_face_down_are_known_to_both() -> None:
    state = start(HUUTOPUSSI, dealer=3)
    opening = next(text for text in HUUTOPUSSI.legal_texts(state) if " bid " in text)
    state = play_all(HUUTOPUSSI, state, opening, "1 pass", "2 pass", "3 pass")
    give = HUUTOPUSSI.parse("2 give " + " ".join(words_of(state, 2)[:3]), 4)
    state = HUUTOPUSSI.apply(state, give)
    assert HUUTOPUSSI.veiled(state, give, 1 << 2) is give
    assert HUUTOPUSSI.veiled(state, give, 1 << 0) is give
    assert HUUTOPUSSI.veiled(state, give, 1 << 1).text == "2 give ? ? ?"
    assert HUUTOPUSSI.veiled(state, give, 0).text == "2 give ? ? ?"


def test_defaults_of_a_game() -> None:
    terms = table(AUCTION_HOUSE)[0]
    assert list(each_alone(terms)) == [(0,), (1,), (2,), (3,)]
    assert never("whatever") is False
    assert AUCTION_HOUSE.sides(terms) == each_alone(terms)
    assert words(" ".join(AUCTION_HOUSE.verbs)) == words("pass open offer trade lay play")
    assert bits(AUCTION_HOUSE.to_act(duty_bound())) == (1,)
