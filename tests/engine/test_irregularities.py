"""What goes wrong at a table, as data: every row of every game, and the JSON of it."""

from typing import Any

import pytest

from referee.engine.errors import BadForm
from referee.engine.irregularities import (
    ANY_TIME,
    BEFORE_NEXT_LEAD,
    LATER,
    NOTICED,
    REMEDIES,
    STAND,
    TAKE_BACK,
    Agreed,
    Case,
    Irregularity,
)
from referee.games import all_games
from referee.games.getaway import GAME as GETAWAY
from referee.games.troeven import GAME as TROEVEN
from tests.games.cards import faults_of, table

GAMES = all_games()
every_game = pytest.mark.parametrize("slug", GAMES)
COUNTS = {"auction-house": 17, "checks": 13, "getaway": 16, "huutopussi": 21, "troeven": 11}
"""The rows of the last section of each rule book."""


@every_game
def test_every_row_of_the_rule_book_is_there(slug: str) -> None:
    game = GAMES[slug]
    codes = [row.code for row in game.irregularities]
    assert len(set(codes)) == len(codes) == COUNTS[slug]
    used = set()
    for row in game.irregularities:
        assert game.irregularity(row.code) is row
        assert row.what.endswith(".")
        assert row.advice.endswith(".")
        assert set(row.rules) <= set(game.rules)
        assert row.rules
        times = [case.noticed for case in row.cases]
        assert times == sorted(set(times), key=list(NOTICED).index)
        assert times == [ANY_TIME] or times[-1] == LATER
        for case in row.cases:
            named = (case.default, *case.others)
            assert len(set(named)) == len(named)
            assert set(named) <= set(game.remedy_sentences)
            used |= set(named)
            if case.unless:
                (option,) = [one for one in game.options if one.key == case.unless.option]
                assert case.unless.value in option.choices
                assert case.unless.default in game.remedy_sentences
    assert used >= set(game.remedy_verbs), "each ruling of the game puts something right"


@every_game
def test_remedies_have_sentences(slug: str) -> None:
    game = GAMES[slug]
    assert set(game.remedy_texts) == set(game.remedy_verbs)
    assert set(game.remedy_sentences) == set(REMEDIES) | set(game.remedy_verbs)
    assert all(text.endswith(".") for text in game.remedy_sentences.values())


def test_a_row_as_json() -> None:
    terms, _ = table(GETAWAY)
    told = GETAWAY.irregularities_json(terms, str)
    assert len(told) == 16
    assert told[0] == {
        "irregularity": "false_tochoo",
        "what": "Somebody threw another suit from the second trick on, holding the suit led.",
        "advice": "Before the next lead the offender picks up the trick and leads. Found later the trick "
        "stays; the offender picks up the trick on the table, or gets a warning or a loss.",
        "rules": ["G9", "G11"],
        "cases": [
            {
                "noticed": "before_next_lead",
                "text": "noticed before the next lead",
                "remedies": [
                    {"remedy": "pickup", "text": "The offender picks up the trick and leads."},
                    {"remedy": "take_back", "text": "Take it back, and play on from before it."},
                    {"remedy": "stand", "text": "Let it stand."},
                ],
            },
            {
                "noticed": "later",
                "text": "noticed later",
                "remedies": [
                    {"remedy": "pickup", "text": "The offender picks up the trick and leads."},
                    {"remedy": "warning", "text": "Give a warning."},
                    {"remedy": "offset", "text": "Change the score."},
                    {"remedy": "stand", "text": "Let it stand."},
                ],
            },
        ],
    }
    shouted = GETAWAY.irregularities_json(terms, str.upper)
    assert shouted[0]["cases"][1]["text"] == "NOTICED LATER"
    assert shouted[0]["cases"][1]["remedies"][0]["text"] == "THE OFFENDER PICKS UP THE TRICK AND LEADS."
    assert shouted[0]["what"].isupper()
    assert shouted[0]["advice"].isupper()


def defaults(game: Any, code: str, **options: Any) -> list[str]:
    """Return the default remedies of a row at a table with some options, by when it is noticed."""
    terms, _ = table(game, **options)
    return [case.remedies(terms.options)[0] for case in game.irregularity(code).cases]


def test_options_change_the_default() -> None:
    for code in ("false_tochoo", "after_tochoo", "out_of_turn"):
        assert defaults(GETAWAY, code)[0] == "pickup"
        assert defaults(GETAWAY, code, irregularity_penalty="correct_only") == [TAKE_BACK, STAND]
    assert defaults(TROEVEN, "revoke") == [TAKE_BACK, TAKE_BACK]
    assert defaults(TROEVEN, "revoke", version="stock") == [TAKE_BACK, "worst_result"]


def test_what_was_the_default_can_still_be_chosen() -> None:
    case = Case(BEFORE_NEXT_LEAD, "pickup", (TAKE_BACK, STAND), Agreed("penalty", "none", STAND))
    assert case.remedies({"penalty": "some"}) == ("pickup", TAKE_BACK, STAND)
    assert case.remedies({"penalty": "none"}) == (STAND, "pickup", TAKE_BACK)


def test_an_irregularity_that_is_not_there() -> None:
    for code in ("", "nonsense", None, 5, ["false_tochoo"]):
        with pytest.raises(BadForm) as caught:
            GETAWAY.irregularity(code)
        assert faults_of(caught) == {("/irregularity", "not_a_choice")}
    with pytest.raises(BadForm) as caught:
        GETAWAY.irregularity("revoke", "/what")
    assert faults_of(caught) == {("/what", "not_a_choice")}


def test_a_game_without_rows_has_the_general_remedies() -> None:
    row = Irregularity("odd", "Odd.", "Even.", (Case(ANY_TIME, STAND),), ("X1",))
    told = row.as_json(str, {}, REMEDIES)
    assert told["cases"][0]["remedies"] == [{"remedy": "stand", "text": "Let it stand."}]
