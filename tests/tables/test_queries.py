"""How many statements a move costs: the same for the first and the last move of a long match."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.tables import commands, live
from referee.tables.desk import writing
from tests.tables.playing import as_sent, deal, filled, new_table

pytestmark = pytest.mark.django_db(transaction=True)

WARM = ["BEGIN", "SELECT", "WITH", "COMMIT"]
"""A move with the hand in memory: the table's row is locked and found, entry and row are written in one."""


def statements_of_a_move(table_id, key, rng, forget):
    """Play one random move that does not end the hand; return its statements, or None where the hand ends."""
    if forget:
        live._memory.clear()
    with CaptureQueriesContext(connection) as found, writing(table_id, key) as desk:
        now = live.current(desk)
        moves = desk.game.legal_moves(now.state)
        if not moves:
            return None
        move = filled(desk, now.state, rng.choice(moves), rng)
        done = commands.record_moves(desk, moves=[as_sent(move)], expected=desk.seq)
        assert done.refused is None
    return None if done.now.state.over else [query["sql"].split()[0] for query in found]


@pytest.mark.parametrize("slug", ["auction-house", "troeven"])
def test_with_the_hand_in_memory_and_without(slug):
    rng = random.Random(7)
    table_id, keys = new_table(slug)
    warm, cold = set(), set()
    for _ in range(4):
        deal(table_id, keys.steward)
        played = []
        while played is not None:
            forget = rng.random() < 0.3
            played = statements_of_a_move(table_id, keys.steward, rng, forget)
            if played is not None:
                (cold if forget else warm).add(tuple(played))
    assert warm == {tuple(WARM)}
    assert len(cold) == 1
    assert len(next(iter(cold))) <= len(WARM) + 3


def test_over_http_it_is_the_same(client):
    from tests.api.conftest import NAMES, Api, Table

    made = Api(client).post("tables/", {"game": "auction-house", "seats": NAMES[:4]}).json()
    table, rng = Table(client, made), random.Random(3)
    for _ in range(2):
        legal = table.deal()["legal"]
        while legal:
            move, seq = {"text": rng.choice(legal)}, table.seq
            with CaptureQueriesContext(connection) as found:
                answer = table.write("moves/", move, based_on=seq).json()
            if not answer["over"]:
                assert [query["sql"].split()[0] for query in found] == WARM
            legal = answer["legal"]


def test_a_refused_move_writes_nothing(client):
    """The second statement finds the version of the rules that the refusal names."""
    from tests.api.conftest import NAMES, Api, Table

    table = Table(client, Api(client).post("tables/", {"game": "troeven", "seats": NAMES[:2]}).json())
    table.deal()
    with CaptureQueriesContext(connection) as found:
        assert table.write("moves/", {"text": "0 play 7D"}, based_on=2).status_code == 422
    assert [query["sql"].split()[0] for query in found] == ["BEGIN", "SELECT", "SELECT", "COMMIT"]
