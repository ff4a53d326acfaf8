"""Random complete records of every game, replayed over HTTP by the stateless referee, and read and written.

The records are those of tests/data/random, made by generator.py. What they say is held against the answers,
and so is what the naive counters of tests/perft make of them, which share no code with the referee.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from jsonschema import Draft202012Validator

from referee.engine.record import parse_record, read_record
from referee.engine.record_schema import record_schema
from referee.games import all_games
from tests.long import generator
from tests.perft import naive

GAMES = all_games()
FILES = [name for slug in naive.GAMES for name in (slug, f"{slug}-matches")]
FEW = {False: slice(0, None, 100), True: slice(0, None, 20)}
"""Those that the normal suite takes: of single hands and of matches."""

every_file = pytest.mark.parametrize(
    ("file", "part"),
    [pytest.param(name, FEW[name.endswith("-matches")], id=f"some of {name}") for name in FILES]
    + [pytest.param(name, slice(None), id=name, marks=pytest.mark.long) for name in FILES],
)
LISTS_COMPARED = 200
"""In so many records of a game the naive counter lists the moves of every step."""


# -- asking -----------------------------------------------------------------------------------------------


def replayed(connection, text):
    """Return the answer of the stateless referee to a record."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    connection.request("POST", "/api/v1/replays/?legal=1", text.encode(), headers)
    response = connection.getresponse()
    body = response.read()
    assert response.status == 200, (response.status, body[:500], text[:500])
    return json.loads(body)


def answers(server, lines):
    """Yield each record with the answer to it; two connections ask at the same time."""

    def ask_all(part):
        with closing(HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
            return [replayed(connection, line) for line in part]

    with ThreadPoolExecutor(2) as pool:
        for start in range(0, len(lines), 200):
            part = lines[start : start + 200]
            even, odd = pool.map(ask_all, (part[::2], part[1::2]))
            got = [None] * len(part)
            got[::2], got[1::2] = even, odd
            yield from zip(map(json.loads, part), got, strict=True)


@cache
def validator():
    """Return what checks records against the published schema."""
    return Draft202012Validator(record_schema(GAMES))


# -- looking at one hand ----------------------------------------------------------------------------------


def play_again(record, number, before, found, *, lists):
    """Follow a hand with the naive counter along the steps of an answer; return how it stands at the end."""
    game, hand = naive.GAMES[record["game"]], record["hands"][number]
    options = naive.resolve(game, record["options"])
    naive_hand = game.Hand(options, len(record["seats"]), hand["dealer"], hand["deal"], before)
    assert len(found["steps"]) == len(hand["moves"])
    for text, step in zip(hand["moves"], found["steps"], strict=True):
        assert step["move"] == text
        assert step["verdict"] == "legal"
        assert step["legal"] == sorted(set(step["legal"]))
        assert is_listed(text, step["legal"]), (text, step["legal"])
        if lists:
            assert naive.listed(naive_hand) == step["legal"], (record["options"], number, text)
        naive_hand.play(*naive.parse(text))
    assert naive_hand.over
    return naive_hand


def is_listed(text, legal):
    """Return whether a move is in a list of legal moves, itself or as a pattern."""
    seat, verb, *what = text.split()
    return text in legal or " ".join([seat, verb, *("*" for _ in what)]) in legal


def check_getaway(options, hand, end, result, before, after):
    on_table = [card for _, card in end.table]
    everything = [card for part in (*end.hands, end.waste, end.aside, on_table) for card in part]
    assert sorted(everything) == sorted(naive.GAMES["getaway"].PACK)
    assert len(end.inside) == 1
    assert sum(result["losses"]) == sum(before["scores"]) + 1
    assert result["losses"][result["loser"]] == before["scores"][result["loser"]] + 1


def check_auction_house(options, hand, end, result, before, after):
    assert sum(end.tricks) == 9
    worth = sum("A23456789T".index(card[0]) + 1 for card in end.kitty.values())
    lost_or_kept = sum(result["points"]) + result["carry"]
    last_tie = after["winners"] and not any(result["points"])
    assert lost_or_kept == (0 if last_tie else before["carry"] + worth)
    if any(result["points"]):
        winner = end.tricks.index(max(end.tricks))
        assert end.tricks.count(max(end.tricks)) == 1
        assert result["points"][winner] == sum(result["points"])


def check_checks(options, hand, end, result, before, after):
    assert sum(result["captured"]) + len(end.left()) == 52
    claimed = any(" claim " in move for move in hand["moves"])
    assert not (options["leftovers"] == "last_claimer" and claimed and end.left())


def check_troeven(options, hand, end, result, before, after):
    assert sum(result["points"]) == 40
    assert len(set(end.won[0] + end.won[1])) == 32


def check_huutopussi(options, hand, end, result, before, after):
    if end.redealt is not None:
        assert result == {"points": [0, 0]}
        return
    game, entered = naive.GAMES["huutopussi"], end.entered()
    assert sum(entered["card_points"]) == 140
    totals = [game.team_total(options, entered, team) for team in (0, 1)]
    values = {suit: game.MARRIAGES[options["marriage_values"]][suit] for suit in end.made[0] + end.made[1]}
    assert sum(totals) == 140 + 20 + sum(values.values())
    assert len(values) == len(end.made[0] + end.made[1]), "a suit was made twice"
    assert result["points"] == [game.team_points(options, entered, team) for team in (0, 1)]
    if end.declarer is None:
        assert result["points"] == totals
    elif totals[end.declarer % 2] >= end.contract:
        assert result["points"][end.declarer % 2] == end.contract


CHECKS = {
    "getaway": check_getaway,
    "auction-house": check_auction_house,
    "checks": check_checks,
    "troeven": check_troeven,
    "huutopussi": check_huutopussi,
}


def check_record(record, answer, *, lists):
    """Hold the answer to a record against the record, the invariants of the game and the naive counter."""
    game = naive.GAMES[record["game"]]
    options = naive.resolve(game, record["options"])
    standing = game.opening(options, len(record["seats"]))
    assert len(answer["hands"]) == len(record["hands"])
    for number, (hand, found) in enumerate(zip(record["hands"], answer["hands"], strict=True)):
        assert found["faults"] == []
        assert found["result"] == hand["result"]
        end = play_again(record, number, standing, found, lists=lists) if "deal" in hand else None
        entered = hand["entered"] if end is None else end.entered()
        before = standing
        result, standing = game.score(options, before, hand["dealer"], entered)
        assert found["result"] == result
        if end is not None:
            CHECKS[record["game"]](options, hand, end, result, before, standing)
    assert answer["standing"] == {"scores": standing["scores"], "winners": standing["winners"]}
    return standing


# -- the tests --------------------------------------------------------------------------------------------


@every_file
def test_replayed_over_http(server, file, part):
    """No fault, every step legal and listed, the invariants of the game, and the standing."""
    lines = generator.read(file)
    assert len(lines) == (generator.MATCHES if file.endswith("-matches") else generator.HANDS)
    finished = 0
    for number, (record, answer) in enumerate(answers(server, lines[part])):
        lists = not file.endswith("-matches") and number < LISTS_COMPARED
        standing = check_record(record, answer, lists=lists)
        finished += standing["winners"] is not None
    if file.endswith("-matches") and not file.startswith(("getaway", "checks")):
        assert finished == len(lines[part]), "these are matches to their end"


@every_file
def test_read_and_written(file, part):
    """A record is read and written again without a change, keeps to the schema, and text and JSON agree."""
    for line in generator.read(file)[part]:
        data = json.loads(line)
        assert next(validator().iter_errors(data), None) is None, line[:300]
        record = read_record(data, GAMES)
        assert record.as_json() == data
        assert record.text() == line
        assert parse_record(line, GAMES) == record == read_record(record.as_json(), GAMES)
        for hand in record.hands:
            for text in hand.moves:
                assert record.game.parse(text, record.terms.seats).text == text


@pytest.mark.parametrize("slug", naive.GAMES)
def test_all_options_and_seats_are_among_them(slug):
    game, used, seats = naive.GAMES[slug], set(), set()
    for record in map(json.loads, generator.read(slug)):
        used |= {("preset", record["options"]["preset"]), *naive.resolve(game, record["options"]).items()}
        seats.add(len(record["seats"]))
    few = {key: values for key, values in game.OPTIONS.items() if len(values) < 10}
    assert {(key, value) for key, values in few.items() for value in values} <= used
    assert {("preset", preset) for preset in game.PRESETS} <= used
    assert seats == set(game.SEATS)


@pytest.mark.parametrize("slug", naive.GAMES)
def test_the_naive_counters_know_all_options(slug):
    game = naive.GAMES[slug]
    assert list(GAMES[slug].seats) == game.SEATS
    assert list(GAMES[slug].presets) == game.PRESETS
    for preset in game.PRESETS:
        terms = GAMES[slug].terms({"preset": preset}, game.SEATS[0])
        assert terms.options == naive.resolve(game, {"preset": preset})
    choices = {option.key: set(option.choices) for option in GAMES[slug].options}
    assert choices == {key: set(values) for key, values in game.OPTIONS.items()}
