"""Sixteen real connections at once: one wins each turn, the log has no gap, and every answer is true."""

import json
import random
import threading
import urllib.error
import urllib.request

import pytest
from django.db import connection

from referee.tables import commands, live, queries, rebuild
from referee.tables.desk import open_desk, writing
from referee.tables.models import Entry, Table
from tests.tables.playing import as_sent, deal, filled, new_table
from tests.tables.test_commands import projections

PHONES = 16

pytestmark = pytest.mark.django_db(transaction=True)


def all_at_once(work):
    """Run `work(number)` in a thread for each phone, let go together; return what each returned."""
    told, failed = {}, []
    gate = threading.Barrier(PHONES)

    def phone(number):
        try:
            gate.wait(30)
            told[number] = work(number)
        except Exception as error:  # noqa: BLE001
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=phone, args=(number,)) for number in range(PHONES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed, failed
    assert len(told) == PHONES
    return told


def check_log(table_id, seq, key):
    """The log goes from 1 to `seq` without a gap, and what is derived from it is as if made anew."""
    entries = Entry.objects.filter(table_id=table_id).order_by("seq")
    assert [entry.seq for entry in entries] == list(range(1, seq + 1))
    assert Table.objects.get(pk=table_id).seq == seq
    stored = projections(table_id)
    with writing(table_id, key) as desk:
        rebuild.rebuild_table(desk)
    assert projections(table_id) == stored


def test_exactly_one_of_sixteen_wins_each_turn():
    rng = random.Random(16)
    table_id, keys = new_table("auction-house")
    deal(table_id, keys.steward)
    for _ in range(12):
        desk = open_desk(table_id, keys.steward)
        state, seq = live.current(desk).state, desk.seq
        moves = [
            as_sent(filled(desk, state, rng.choice(queries.legal_moves(desk)), rng)) for _ in range(PHONES)
        ]
        seats = [int(move["text"][0]) for move in moves]
        moves = [move for move, seat in zip(moves, seats, strict=True) if seat == seats[0]]  # one seat's turn

        def send(number, moves=moves, seq=seq):
            with writing(table_id, keys.steward) as desk:
                try:
                    done = commands.record_moves(desk, moves=[moves[number % len(moves)]], expected=seq)
                except commands.Stale as stale:
                    return stale.seq
                return done

        told = all_at_once(send)
        won = [done for done in told.values() if not isinstance(done, int)]
        assert len(won) == 1
        assert won[0].entries[0].seq == seq + 1
        assert {answer for answer in told.values() if isinstance(answer, int)} == {seq + 1}
    check_log(table_id, 14, keys.steward)


def post(url, key, body, **headers):
    """POST to the real server; return status, ETag and body."""
    told = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, json.dumps(body).encode(), told)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers.get("ETag"), json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get("ETag"), json.load(error)


def test_over_http_every_answer_is_true(server):
    made = post(f"{server.url}/api/v1/tables/", "", {"game": "troeven", "seats": ["Ann", "Ben"]})[2]
    url, key = f"{server.url}/api/v1/tables/{made['id']}/", made["keys"]["steward"]
    dealt = post(f"{url}hands/", key, {"shuffle": True}, If_Match='"1"')[2]
    seq, legal = dealt["seq"], dealt["legal"]
    for _ in range(8):

        def send(number, seq=seq, legal=legal):
            move = {"text": legal[number % len(legal)]}
            return post(f"{url}moves/", key, move, If_Match=f'"{seq}"')

        told = all_at_once(send)
        won = [body for status, _, body in told.values() if status == 201]
        assert len(won) == 1
        for status, etag, body in told.values():
            assert status in {201, 412}
            assert (etag, body["seq"]) == (f'"{seq + 1}"', seq + 1)
            since = [body["entry"]] if status == 201 else body["entries"]
            assert since == [won[0]["entry"]]
        seq, legal = won[0]["seq"], won[0]["legal"]
    check_log(made["id"], seq, key)


def test_one_write_sent_sixteen_times_at_once_is_done_once(server):
    made = post(f"{server.url}/api/v1/tables/", "", {"game": "checks", "seats": ["Ann", "Ben"]})[2]
    url, key = f"{server.url}/api/v1/tables/{made['id']}/", made["keys"]["steward"]
    told = all_at_once(
        lambda _: post(f"{url}hands/", key, {"shuffle": True}, If_Match='"1"', Idempotency_Key='"again"')
    )
    assert {status for status, _, _ in told.values()} == {201}
    assert len({json.dumps(body) for _, _, body in told.values()}) == 1
    check_log(made["id"], 2, key)


def test_one_table_is_made_once(server):
    body = {"game": "checks", "seats": ["Race", "Once"]}
    told = all_at_once(
        lambda _: post(f"{server.url}/api/v1/tables/", "", body, Idempotency_Key='"make it once"')
    )
    assert {status for status, _, _ in told.values()} == {201}
    assert len({body["id"] for _, _, body in told.values()}) == 1


def test_face_down_choices_may_all_come_at_once():
    rng = random.Random(4)
    table_id, keys = new_table("auction-house")
    deal(table_id, keys.steward, dealer=3)
    desk = open_desk(table_id, keys.steward)
    opening = next(move for move in queries.legal_moves(desk) if move.verb.name == "open")
    with writing(table_id, keys.steward) as desk:
        commands.record_moves(desk, moves=[{"text": opening.text}], expected=desk.seq)
    desk = open_desk(table_id, keys.steward)
    seq, choices = desk.seq, {move.seat: as_sent(move) for move in queries.legal_moves(desk)}
    others = sorted(choices)
    assert len(others) == 3
    rng.shuffle(others)

    def send(number):
        seat = others[number % 3]
        with writing(table_id, keys.seats[seat]) as desk:
            try:
                return commands.record_moves(desk, moves=[choices[seat]], expected=seq).refused
            except commands.Stale as stale:
                return stale

    told = all_at_once(send)
    assert sum(answer is None for answer in told.values()) == 3
    check_log(table_id, seq + 3, keys.steward)
