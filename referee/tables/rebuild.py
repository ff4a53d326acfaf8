"""Projections of the log: hands, results, scores and the running standing.

`rebuild_table` makes them all again from the log alone; the commands keep them up to date step by step with
the same functions, and a test compares the two.
"""

from collections.abc import Mapping
from typing import Any

from referee.engine.forms import Reader
from referee.engine.match import Score as HandScore
from referee.engine.match import Standing
from referee.engine.moves import Move
from referee.tables import log
from referee.tables.desk import Desk
from referee.tables.live import replayed
from referee.tables.models import Entry, Hand, Score, Table


def new_hand(desk: Desk, standing: Standing, seq: int, data: Mapping[str, Any]) -> Hand:
    """Make the row of a hand that starts with entry `seq`, and make it the table's current hand."""
    hand = Hand.objects.create(
        table_id=desk.table_id,
        number=standing.hands + 1,
        dealer=data["dealer"],
        sight=data["sight"],
        deal=data.get("deal"),
        shuffled=data.get("shuffled", False),
        standing=standing.as_json(),
        status=Hand.PLAYING,
        first_seq=seq,
    )
    Table.objects.filter(pk=desk.table_id).update(hand=hand)
    desk.hand_id = hand.pk
    return hand


def finish_hand(desk: Desk, hand: Hand, report: Mapping[str, Any], seq: int, *, closed: bool) -> HandScore:
    """Write down what a finished hand is worth, and the standing after it."""
    before = Standing.from_json(hand.standing)
    score = desk.game.score(desk.terms, before, hand.dealer, report)
    hand.status, hand.entered, hand.result = Hand.FINISHED, report, score.result
    hand.closed, hand.last_seq = closed, seq
    hand.save()
    Score.objects.filter(hand=hand).delete()
    Score.objects.bulk_create(
        Score(hand=hand, seat=seat, points=points)
        for side, points in zip(desk.game.sides(desk.terms), gains(before, score.standing), strict=True)
        for seat in side
    )
    Table.objects.filter(pk=desk.table_id).update(standing=score.standing.as_json())
    return score


def gains(before: Standing, after: Standing) -> list[int]:
    """Return what each side got between two standings."""
    return [new - old for new, old in zip(after.totals, before.totals, strict=True)]


def finish_played(desk: Desk, hand: Hand, state: Any, seq: int) -> HandScore:
    """Finish a hand that was played to its end with entry `seq`, as `finish_hand` does a reported one."""
    moves = _moves_of(desk, hand, seq)
    closed = any(desk.game.veiled(state, move, 0) != move for move in moves)
    return finish_hand(desk, hand, desk.game.report(state), seq, closed=closed)


def _moves_of(desk: Desk, hand: Hand, head: int) -> list[Move]:
    """Return the moves of a hand that have not been taken back."""
    entries = log.chain(Entry.objects.filter(hand=hand), head)
    return [desk.game.parse(entry.text, desk.seat_count) for entry in entries if entry.kind == log.MOVE]


def rebuild_table(desk: Desk) -> None:
    """Make hands, scores and the standing of a table again from its log."""
    entries = log.play_of_table(desk.table_id)
    live_play = log.chain(entries, desk.head)
    first_of_hand = {e.seq for e in live_play if e.kind != log.MOVE}
    Score.objects.filter(hand__table_id=desk.table_id).delete()
    Hand.objects.filter(table_id=desk.table_id).exclude(first_seq__in=first_of_hand).update(
        status=Hand.UNDONE
    )
    rows = {hand.first_seq: hand for hand in Hand.objects.filter(table_id=desk.table_id)}
    standing, hand_id = desk.game.opening(desk.terms), None
    for played in _by_hand(live_play):
        hand = rows[played[0].seq]
        hand_id = hand.pk
        standing = _rebuild_hand(desk, hand, standing, played)
    desk.hand_id = hand_id
    Table.objects.filter(pk=desk.table_id).update(hand=hand_id, standing=standing.as_json())


def _by_hand(entries: list[Entry]) -> list[list[Entry]]:
    hands: list[list[Entry]] = []
    for entry in entries:
        if entry.kind == log.MOVE:
            hands[-1].append(entry)
        else:
            hands.append([entry])
    return hands


def _rebuild_hand(desk: Desk, hand: Hand, standing: Standing, played: list[Entry]) -> Standing:
    """Bring the row of a hand in line with the log; return the standing after it."""
    hand.number, hand.standing = standing.hands + 1, standing.as_json()
    first = played[0]
    assert first.data is not None, first
    if first.kind == log.RESULT:
        report = desk.game.read_report(Reader(first.data["entered"]), desk.terms, standing)
        return finish_hand(desk, hand, report, first.seq, closed=False).standing
    state = replayed(desk, standing, played)
    if state.over:
        return finish_played(desk, hand, state, played[-1].seq).standing
    hand.status, hand.entered, hand.result = Hand.PLAYING, None, None
    hand.closed, hand.last_seq = False, None
    hand.save()
    return standing
