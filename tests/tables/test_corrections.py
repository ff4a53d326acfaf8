"""Rulings, amendments, confirmations and hands at hidden sight: what is stored follows from the log alone."""

import random

import pytest

from referee import games
from referee.engine.irregularities import OFFSET, REDEAL, WARNING
from referee.tables import commands, corrections, judging, live, rebuild
from referee.tables.desk import writing
from referee.tables.models import Hand, Score, Table
from tests.games.hidden import play_hand, seen_of
from tests.tables.playing import deal, new_table, play_on
from tests.tables.test_commands import projections

pytestmark = pytest.mark.django_db(transaction=True)


def forget(table_id):
    """Spoil everything that is derived from the log."""
    Score.objects.filter(hand__table_id=table_id).delete()
    Hand.objects.filter(table_id=table_id).update(
        offsets=[], findings=[], entered=None, last_seq=None, closed=False, standing={}
    )
    Table.objects.filter(pk=table_id).update(standing={}, hand=None)


def rebuilt(table_id, key):
    with writing(table_id, key) as desk:
        rebuild.rebuild_table(desk)
    return projections(table_id)


def rule(table_id, key, **sent):
    with writing(table_id, key) as desk:
        return judging.rule(desk, sent=sent, reason="agreed", expected=desk.seq)


def hidden_hand(table_id, key, rng):
    """Play a hand at hidden sight to its end; return the entries of its moves."""
    with writing(table_id, key) as desk:
        hand = play_hand(rng, desk.game, desk.terms)
        seen = seen_of(hand)
        commands.start_hand(desk, expected=desk.seq, sight="hidden", deal=seen.shown, dealer=hand.dealer)
        moves = [{"text": text} for text in seen.moves]
        done = commands.record_moves(desk, moves=moves, expected=desk.seq)
        assert done.refused is None, done.refused
    return [entry.seq for entry in done.entries]


@pytest.mark.parametrize("slug", games.all_games())
def test_what_is_stored_follows_from_the_log_alone(slug):
    rng = random.Random(slug)
    table_id, keys = new_table(slug)
    key = keys.steward
    hidden_hand(table_id, key, rng)
    rule(table_id, key, remedy=OFFSET, side=0, points=-1)
    with writing(table_id, key) as desk:
        judging.confirm(desk, number=1, seat=0, expected=desk.seq)
    deal(table_id, key)
    play_on(table_id, key, rng, most=1)
    rule(table_id, key, remedy=REDEAL, irregularity="misdeal")
    deal(table_id, key)
    play_on(table_id, key, rng, most=1)
    rule(table_id, key, remedy=WARNING)
    rule(table_id, key, remedy=OFFSET, side=1, points=1, hand=1)
    stored = projections(table_id)
    assert [hand["status"] for hand in stored[2]] == ["finished", "void", "playing"]
    assert [offset["points"] for offset in stored[2][0]["offsets"]] == [-1, 1]
    forget(table_id)
    assert projections(table_id) != stored
    assert rebuilt(table_id, key) == stored


def test_an_amended_card_counts_everywhere_and_its_takeback_brings_the_first_one_back():
    table_id, keys = new_table("getaway", seats=4)
    moves = "1 play AS/2 play 5S/3 play 9S/0 play 2S/1 play 3D/2 play 9D/3 play 4C/2 play 7C/3 play 5D"
    with writing(table_id, keys.steward) as desk:
        commands.start_hand(desk, expected=desk.seq, sight="hidden", dealer=0)
        played = [{"text": text} for text in moves.split("/")]
        done = commands.record_moves(desk, moves=played, expected=desk.seq)
    assert done.refused is None
    before = projections(table_id)
    assert len(done.now.hand.findings) == 1
    mistyped = done.entries[-1].seq
    with writing(table_id, keys.steward) as desk:
        change = {"entry": mistyped, "text": "3 play 5H"}
        corrections.amend(desk, changes=[change], reason="tapped", stand=False, expected=desk.seq)
        now = live.current(desk)
        assert now.hand.findings == ()
        assert now.state.last_trick[-1] == games.get("getaway").parse("3 play 5H", 4).args[0]
    assert rebuilt(table_id, keys.steward) == projections(table_id)
    with writing(table_id, keys.steward) as desk:
        corrections.take_back(desk, to=mistyped, reason="it was right", expected=desk.seq)
        assert len(live.current(desk).hand.findings) == 1
    assert projections(table_id) == before
