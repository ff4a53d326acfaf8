"""The commands against real PostgreSQL: whole matches, projections equal to the log, takebacks and back."""

import random

import pytest

from referee import games
from referee.engine.record import read_record
from referee.engine.replay import replay
from referee.tables import commands, corrections, importing, live, queries, rebuild
from referee.tables.desk import open_desk, writing
from referee.tables.models import Entry, Hand, Score, Table
from tests.tables.playing import deal, new_table, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def projections(table_id):
    """Everything that is derived from the log, as plain values."""
    table = Table.objects.get(pk=table_id)
    hands = Hand.objects.filter(table_id=table_id).order_by("pk").values()
    scores = Score.objects.filter(hand__table_id=table_id).order_by("hand", "seat")
    return (
        table.standing,
        table.hand_id,
        [dict(hand) for hand in hands],
        list(scores.values_list("hand", "seat", "points")),
    )


@pytest.mark.parametrize("slug", games.all_games())
def test_a_series_of_hands_keeps_projections_equal_to_the_log(slug):
    rng = random.Random(slug)
    table_id, keys = new_table(slug)
    for _ in range(2):
        deal(table_id, keys.steward)
        assert play_on(table_id, keys.steward, rng) > 0
    deal(table_id, keys.steward)
    play_on(table_id, keys.steward, rng, most=7)
    stored = projections(table_id)
    with writing(table_id, keys.steward) as desk:
        rebuild.rebuild_table(desk)
    assert projections(table_id) == stored
    seqs = list(Entry.objects.filter(table_id=table_id).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))


@pytest.mark.parametrize("slug", games.all_games())
def test_a_takeback_over_hands_and_forward_again(slug):
    rng = random.Random(slug)
    table_id, keys = new_table(slug)
    for _ in range(2):
        deal(table_id, keys.steward)
        play_on(table_id, keys.steward, rng)
    before = projections(table_id)
    end = open_desk(table_id, keys.steward).seq
    with writing(table_id, keys.steward) as desk:
        corrections.take_back(desk, to=5, reason="wrong card", expected=desk.seq)
    desk = open_desk(table_id, keys.steward)
    now = live.current(desk)
    assert now.playing
    assert now.head == 5
    assert desk.table.standing == desk.game.opening(desk.terms).as_json()
    assert not Score.objects.filter(hand__table_id=table_id).exists()
    with writing(table_id, keys.steward) as desk:
        corrections.take_back(desk, to=end, reason="it was right", expected=desk.seq)
    assert projections(table_id) == before
    entries = queries.entries_after(open_desk(table_id, keys.steward), 0)
    assert [e["seq"] for e in entries] == list(range(1, end + 3))
    assert not any(e["undone"] for e in entries)


@pytest.mark.parametrize("slug", games.all_games())
def test_a_record_goes_out_and_comes_in_the_same(slug):
    rng = random.Random(slug)
    table_id, keys = new_table(slug)
    deal(table_id, keys.steward)
    play_on(table_id, keys.steward, rng)
    record = queries.record(open_desk(table_id, keys.steward))
    data = record.as_json()
    assert read_record(data, games.all_games()) == record
    found = replay(record)
    assert not any(hand.faults for hand in found.hands)
    desk, _ = importing.import_record(record)
    assert queries.record(open_desk(desk.table_id, _.steward)).as_json() == data
    assert Table.objects.get(pk=desk.table_id).standing == Table.objects.get(pk=table_id).standing


class GoneWrongError(Exception):
    """Stands for a commit that fails."""


def _pass_and_fail(table_id, key):
    with writing(table_id, key) as desk:
        commands.record_moves(desk, moves=[{"text": "0 pass"}], expected=desk.seq)
        assert live.current(desk).state.turn == 1
        queries.table_view(desk)
        raise GoneWrongError


def test_a_number_given_back_by_a_failed_write_is_not_remembered():
    """Whatever a rolled-back write did, the next move with the same number is played on the true state."""
    table_id, keys = new_table("auction-house")
    deal(table_id, keys.steward, dealer=3)
    with pytest.raises(GoneWrongError):
        _pass_and_fail(table_id, keys.steward)
    desk = open_desk(table_id, keys.steward)
    assert live.current(desk).state.turn == 0
    card = queries.hand_view(desk)["view"]["hands"][0]["cards"][0]
    suit = "H" if card[1] != "H" else "S"
    with writing(table_id, keys.steward) as desk:
        done = commands.record_moves(desk, moves=[{"text": f"0 open {card} {suit}"}], expected=desk.seq)
        assert done.refused is None
    state = live.current(open_desk(table_id, keys.steward)).state
    assert state.opener == 0
    loaded = live.load(open_desk(table_id, keys.steward), desk.hand_id, desk.head)
    assert loaded.state == state


@pytest.mark.parametrize("slug", games.all_games())
def test_every_line_of_the_sheet_names_the_entries_it_comes_from(slug):
    rng = random.Random(slug)
    table_id, keys = new_table(slug)
    deal(table_id, keys.steward)
    play_on(table_id, keys.steward, rng)
    for key in (keys.steward, keys.seats[0], keys.viewer):
        desk = open_desk(table_id, key)
        texts = {entry["seq"]: entry["text"] for entry in queries.entries_after(desk, 0)}
        (hand,) = queries.scoresheet(desk, explain=True)["hands"]
        assert hand["lines"]
        for line in hand["lines"]:
            assert all(texts[entry["seq"]] == entry["text"] for entry in line["entries"])
        nothing = hand["result"] == {"captured": [0, 0]}  # random players of Checks may never claim
        assert any(line["entries"] for line in hand["lines"]) != nothing


def test_the_record_opens_up_when_the_table_is_closed():
    """Until then a viewer gets a hand as its result: what was dealt to whom is nobody else's."""
    table_id, keys = new_table("getaway")
    deal(table_id, keys.steward)
    play_on(table_id, keys.steward, random.Random(1))
    full = queries.record(open_desk(table_id, keys.steward)).as_json()
    assert full["hands"][0]["moves"]
    (hand,) = queries.record(open_desk(table_id, keys.viewer)).as_json()["hands"]
    assert (hand["moves"], "deal" in hand, hand["result"]) == ([], False, full["hands"][0]["result"])
    with writing(table_id, keys.steward) as desk:
        commands.set_status(desk, status=Table.CLOSED)
    assert queries.record(open_desk(table_id, keys.viewer)).as_json() == full


def test_a_process_that_is_behind_catches_up(monkeypatch):
    """What it remembers is played on from the log, or loaded anew after a takeback; either way the same."""
    rng = random.Random(5)
    table_id, keys = new_table("auction-house")
    deal(table_id, keys.steward)
    play_on(table_id, keys.steward, rng, most=9)
    behind = live._memory[table_id]
    play_on(table_id, keys.steward, rng, most=6)
    live._memory[table_id] = behind
    desk = open_desk(table_id, keys.steward)
    assert behind.head < desk.head
    with monkeypatch.context() as without:
        without.setattr(live, "load", None)  # not needed
        caught_up = live.current(desk)
    assert caught_up == live.load(desk, desk.hand_id, desk.head)
    with writing(table_id, keys.steward) as desk:
        corrections.take_back(desk, to=5, reason="", expected=desk.seq)
    play_on(table_id, keys.steward, rng, most=8)
    live._memory[table_id] = behind
    desk = open_desk(table_id, keys.steward)
    assert live.current(desk) == live.load(desk, desk.hand_id, desk.head)
