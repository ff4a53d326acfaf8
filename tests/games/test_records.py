"""Every game held against records that an independent implementation of its rule book made.

A line of ``tests/data/records/*.jsonl.xz`` is a record in the notation; its ``x`` is the truth about it: the
legal moves before every move, the standing after every hand of a match, the first fault where one was put in.
Where a record contradicts the text of the rule book, ``corrections.json`` says so and the text is followed.
"""

import json
import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.engine.errors import NotAMove, Refused
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.match import Score, Standing, Terms
from referee.games import all_games

FOLDER = Path(__file__).parent.parent / "data" / "records"
GAMES = all_games()
every_game = pytest.mark.parametrize("slug", GAMES)
Record = dict[str, Any]


@cache
def records(name: str) -> tuple[Record, ...]:
    """Return the records of a file; a missing one is an error."""
    with lzma.open(FOLDER / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    for wrong in corrections():
        if wrong["file"] == name:
            (hand,) = found[wrong["line"] - 1]["hands"]
            assert hand["result"] != wrong["result"], "there is nothing to correct any more"
            hand["result"] = wrong["result"]
    return tuple(found)


def corrections() -> list[Record]:
    return json.loads((FOLDER / "corrections.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def examples(slug: str) -> tuple[Record, ...]:
    return tuple(record for record in records("examples") if record["game"] == slug)


class Played(NamedTuple):
    """What came of the moves of a hand: the legal moves before each one played, and why it stopped."""

    legal: list[list[str]]
    fault: int | None
    error: NotAMove | Refused | None
    state: Any


def table(game: Game[Any], record: Record) -> tuple[Terms, Standing]:
    terms = game.terms(record["options"], len(record["seats"]))
    return terms, game.opening(terms)


def play(game: Game[Any], terms: Terms, standing: Standing, hand: Record) -> Played:
    """Play the moves of a hand up to the first that is not accepted."""
    state = game.start(terms, standing, hand["dealer"], hand["deal"])
    legal = []
    for place, text in enumerate(hand["moves"]):
        legal.append(game.legal_texts(state))
        try:
            state = game.apply(state, game.parse(text, terms.seats))
        except (NotAMove, Refused) as error:
            return Played(legal, place, error, state)
    return Played(legal, None if state.over else len(hand["moves"]), None, state)


def scored(game: Game[Any], record: Record) -> Iterator[tuple[int, Played, Score]]:
    """Play all hands of a record, each from the standing after the one before."""
    terms, standing = table(game, record)
    for number, hand in enumerate(record["hands"]):
        played = play(game, terms, standing, hand)
        assert played.fault is None, (number, played.fault, played.error)
        score = game.score(terms, standing, hand["dealer"], game.report(played.state))
        yield number, played, score
        standing = score.standing


def test_every_file_belongs_to_a_game() -> None:
    kinds = {name for slug in GAMES for name in (slug, f"{slug}-matches", f"{slug}-faults")}
    hidden = {f"{slug}-hidden" for slug in GAMES if slug != "checks"}
    found = {path.name.removesuffix(".jsonl.xz") for path in FOLDER.glob("*.xz")}
    assert found == kinds | hidden | {"examples", "hidden-examples"}


@every_game
def test_single_hands(slug: str) -> None:
    found = records(slug)
    assert len(found) == 70
    assert sum(record["options"] != {"preset": "book"} for record in found) >= 30
    for record in found:
        ((_, played, score),) = scored(GAMES[slug], record)
        assert played.legal == record["x"]["legal"]
        assert score.result == record["hands"][0]["result"]


@every_game
def test_examples(slug: str) -> None:
    found = examples(slug)
    assert found
    for record in found:
        for number, played, score in scored(GAMES[slug], record):
            assert played.legal == record["x"]["legal"][number]
            assert score.result == record["hands"][number]["result"]


@every_game
def test_matches(slug: str) -> None:
    found = records(f"{slug}-matches")
    assert len(found) == 2
    for record in found:
        for number, played, score in scored(GAMES[slug], record):
            assert played.legal == record["x"]["legal"][number]
            assert score.result == record["hands"][number]["result"]
            after = record["x"]["after"][number]
            told = score.standing.as_json()
            assert {key: told[key] for key in after} == after
            assert score.standing.hands == number + 1


@every_game
def test_scored_without_play(slug: str) -> None:
    """What a played hand would report, read as at a table that only keeps the score, has the same result."""
    game = GAMES[slug]
    for record in records(f"{slug}-matches"):
        terms, standing = table(game, record)
        for number, played, score in scored(game, record):
            hand = record["hands"][number]
            entered = json.loads(json.dumps(game.report(played.state)))
            report = game.read_report(Reader(entered), terms, standing)
            again = game.score(terms, standing, hand["dealer"], report)
            assert (again.result, again.standing) == (hand["result"], score.standing)
            standing = again.standing


@every_game
def test_the_first_fault_is_found(slug: str) -> None:
    game = GAMES[slug]
    found = records(f"{slug}-faults")
    assert len(found) == 70
    for record in found:
        truth = record["x"]
        terms, standing = table(game, record)
        for hand in record["hands"][: truth["hand"] + 1]:
            played = play(game, terms, standing, hand)
        assert played.fault == truth["fault_at"], truth
        assert_named(game, truth["kind"], played)


CODES = {
    "after_end": {"hand_over"},
    "bad_call": {"outside", "wrong_phase", "not_your_turn"},
    "bad_trade": {"outside", "wrong_phase"},
    "face_down_card": {"not_held"},
    "not_held": {"not_held", "obliged"},
    "revoke": {"obliged"},
    "stock_card": {"not_held"},
    "wrong_turn": {"not_your_turn", "wrong_phase"},
}
"""What a refusal of some kinds of fault may be called; of others it is enough that there is one."""


def assert_named(game: Game[Any], kind: str, played: Played) -> None:
    """Hold the refusal of a fault against its kind; all but unfinished hands have one, with a rule."""
    error = played.error
    if error is None:
        assert not played.state.over
        return
    assert isinstance(error, NotAMove) or error.rule in game.rules
    if kind in CODES and isinstance(error, Refused):
        assert error.code in CODES[kind], (kind, error.code)
