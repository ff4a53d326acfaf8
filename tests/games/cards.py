"""Small helpers for tests that spell cards out: ``hand("KS 7D QH")``, moves and whole traces as text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from referee.engine.cards import card_set, parse_cards
from referee.engine.errors import BadForm, Refused
from referee.engine.forms import Reader
from referee.engine.game import EVERYBODY, Game
from referee.engine.match import Score, Standing, Terms
from referee.engine.state import State
from referee.engine.watch import Watch


def hand(text: str) -> int:
    """Return the card set that a text such as ``KS 7D QH`` names."""
    return card_set(parse_cards(text))


def words(text: str) -> set[str]:
    """Return the words of a text as a set, to compare with `legal_cards`."""
    return set(text.split())


def row(text: str) -> list[str]:
    """Return the words of a text in their order."""
    return text.split()


def table(game: Game[Any], seats: int | None = None, **options: Any) -> tuple[Terms, Standing]:
    """Return the terms of a table with some options, and the standing before its first hand."""
    terms = game.terms(options, game.seats[0] if seats is None else seats)
    return terms, game.opening(terms)


def unshuffled(cards: Sequence[int]) -> Sequence[int]:
    """Stand in for a shuffle where a test puts the cards that matter in their places afterwards."""
    return cards


def start(
    game: Game[Any], deal: Any = None, dealer: int = 0, seats: int | None = None, **options: Any
) -> Any:
    """Return the state after a deal: one given as JSON, or any deal at all."""
    terms, standing = table(game, seats, **options)
    if deal is None:
        deal = game.deal(terms, standing, dealer, unshuffled)
    return game.start(terms, standing, dealer, deal)


def changed(state: Any, *, hands: Mapping[int, str] | None = None, **fields: Any) -> Any:
    """Return a copy of a state with some fields set; `hands` gives hands as text, the others become empty."""
    new = state.copy()
    if hands is not None:
        fields["hands"] = [hand(hands.get(seat, "")) for seat in range(state.seats)]
    for name, value in fields.items():
        assert hasattr(new, name), name
        setattr(new, name, value)
    return new


def legal_words(game: Game[Any], state: State, verb: str, seats: int = EVERYBODY) -> set[str]:
    """Return what may follow a verb in the legal moves of some seats: ``{"5H S", …}`` for ``open``."""
    moves = (text.split(maxsplit=2) for text in game.legal_texts(state, seats))
    return {" ".join(rest) for _, name, *rest in moves if name == verb}


def legal_cards(game: Game[Any], state: State, seat: int | None = None, verb: str = "play") -> set[str]:
    """Return the cards that a seat may play; by default whoever may."""
    return legal_words(game, state, verb, EVERYBODY if seat is None else 1 << seat)


def play_all(game: Game[Any], state: Any, *moves: str) -> Any:
    """Return the state after some moves given as text, each of them legal."""
    for text in moves:
        state = game.apply(state, game.parse(text, state.seats))
    return state


def refused(game: Game[Any], state: State, move: str) -> Refused:
    """Return the refusal of a move given as text; it has to be refused by a rule of the game."""
    with pytest.raises(Refused) as caught:
        game.apply(state, game.parse(move, state.seats))
    assert caught.value.rule in game.rules
    return caught.value


def reason(game: Game[Any], state: State, move: str) -> tuple[str, str]:
    """Return the code of the refusal of a move given as text, and the id of the rule that it cites."""
    said = refused(game, state, move)
    return said.code, said.rule


def follow(game: Game[Any], state: Any, transcript: str) -> Any:
    """Return the state after a transcript, a move a line.

    Braces after a move hold all the legal arguments of its verb for its seat: ``1 play AC {AC QS KH}``.
    A number in braces is how many there are.
    """
    for line, text, legal in _lines(transcript):
        seat, verb = text.split()[:2]
        if legal is not None:
            listed = legal_words(game, state, verb, EVERYBODY if seat == "-" else 1 << int(seat))
            expected = len(listed) == int(legal) if legal.isdigit() else listed == words(legal)
            assert expected, (line, sorted(listed))
        state = play_all(game, state, text)
    return state


def moves_of(transcript: str) -> list[str]:
    """Return the moves of a transcript."""
    return [text for _, text, _ in _lines(transcript)]


def _lines(transcript: str) -> Iterator[tuple[str, str, str | None]]:
    for line in transcript.strip().splitlines():
        found = re.fullmatch(r"([^{]+)(?:\{(.*)\})?", line.strip())
        assert found, line
        yield line, found[1].strip(), found[2]


def watch_all(watch: Watch, *moves: str) -> Watch:
    """Follow some moves given as text at hidden sight, each of them legal as far as can be told."""
    for text in moves:
        verdict = watch.play(watch.game.parse(text, watch.state.seats, hidden=True)).verdict
        assert verdict in ("legal", "open"), (text, verdict)
    assert watch.proof is None
    return watch


def faults_of(caught: pytest.ExceptionInfo[BadForm]) -> set[tuple[str, str]]:
    """Return pointer and code of every fault of form."""
    return {(fault.pointer, fault.code) for fault in caught.value.faults}


def tally(game: Game[Any], report: Any, dealer: int = 0, at: tuple[Terms, Standing] | None = None) -> Score:
    """Return what a reported hand is worth, read and scored as at a table that only keeps the score."""
    terms, standing = at or table(game)
    return game.score(terms, standing, dealer, game.read_report(Reader(report), terms, standing))


def outcome(game: Game[Any], state: Any, at: tuple[Terms, Standing]) -> Score:
    """Return what a played hand is worth."""
    assert state.over
    return game.score(*at, state.dealer, game.report(state))
