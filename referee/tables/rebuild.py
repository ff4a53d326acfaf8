"""Projections of the log: hands, results, scores and the running standing.

`rebuild_table` makes them all again from the log alone; the commands keep them up to date step by step with
the same functions, and a test compares the two.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee.engine.errors import Refused
from referee.engine.findings import Finding
from referee.engine.forms import Reader
from referee.engine.match import Offset, Standing
from referee.engine.match import Score as HandScore
from referee.engine.sight import Followed
from referee.postgres.base import ours
from referee.tables import log
from referee.tables.desk import Desk
from referee.tables.live import play_of, replayed
from referee.tables.models import Hand, Score, Table
from referee.tables.played import HandPlay, as_it_stands

# The hand, its scores and the table's standing in one statement: the last move of a hand writes them too.
_FINISH = """
    WITH finished AS (
        UPDATE tables_hand SET status = 'finished', number = $2, dealer = $3, standing = $4,
            entered = $5, result = $6, offsets = $7, findings = $8, closed = $9, last_seq = $10
        WHERE id = $1
    ), scored AS (
        INSERT INTO tables_score (hand_id, seat, points)
        SELECT $1, seat, points FROM jsonb_to_recordset($11) AS score (seat int, points int)
    )
    UPDATE tables_table SET standing = $13 WHERE id = $12
"""


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


def finish_hand(
    desk: Desk,
    hand: Hand,
    report: Mapping[str, Any],
    seq: int,
    *,
    offsets: Sequence[Offset] = (),
    findings: Sequence[Mapping[str, Any]] = (),
    closed: bool = False,
) -> HandScore:
    """Write down what a finished hand is worth, and the standing after it. It has no scores yet.

    A takeback over its end takes its scores too: see `rebuild_table`.
    """
    before = Standing.from_json(hand.standing)
    score = desk.game.scored(desk.terms, before, hand.dealer, report, offsets)
    hand.status, hand.entered, hand.result = Hand.FINISHED, report, score.result
    hand.closed, hand.last_seq = closed, seq
    hand.offsets, hand.findings = [offset._asdict() for offset in offsets], list(findings)
    sides = zip(desk.game.sides(desk.terms), gains(before, score.standing), strict=True)
    scores = [{"seat": seat, "points": points} for side, points in sides for seat in side]
    standing = (hand.number, hand.dealer, json.dumps(hand.standing))
    finished = map(json.dumps, (hand.entered, hand.result, hand.offsets, hand.findings))
    after = (desk.table_id, json.dumps(score.standing.as_json()))
    ours().hold(_FINISH, [hand.pk, *standing, *finished, closed, seq, json.dumps(scores), *after])
    return score


def gains(before: Standing, after: Standing) -> list[int]:
    """Return what each side got between two standings."""
    return [new - old for new, old in zip(after.totals, before.totals, strict=True)]


def finish_played(
    desk: Desk, hand: Hand, followed: Followed, seqs: Sequence[int], seq: int, play: HandPlay | None = None
) -> HandScore:
    """Finish a hand that was played to its end with entry `seq`, as `finish_hand` does a reported one.

    Takes the numbers of the entries of its moves, and what was played where that is known already.
    """
    play = play or play_of(desk, hand, seq)
    face_down = {verb.name for verb in desk.game.verbs.values() if verb.face_down}
    covered = [
        followed.parse(step.text)
        for step in play.moves
        if step.text.split()[1].removesuffix("!") in face_down
    ]
    return finish_hand(
        desk,
        hand,
        desk.game.report(followed.state),
        seq,
        offsets=play.offsets,
        findings=[finding_json(finding, seqs) for finding in followed.findings],
        closed=any(followed.veiled(move, 0) != move for move in covered),
    )


def finding_json(finding: Finding, seqs: Sequence[int]) -> dict[str, Any]:
    """Return a finding with the numbers of entries in the place of the moves' places in the hand."""
    found = asdict(finding)
    for key in ("plays", "suspects", "evidence"):
        found[key] = [seqs[step] for step in found[key]]
    found["seats"] = list(found["seats"])
    found["correctable_from"] = seqs[found["correctable_from"]]
    found["found_at"] = seqs[found.pop("step")]
    return found


def rebuild_table(desk: Desk) -> None:
    """Make hands, scores and the standing of a table again from its log."""
    chain = log.chain(log.play_of_table(desk.table_id), desk.head)
    plays = as_it_stands(desk.game, chain)
    Score.objects.filter(hand__table_id=desk.table_id).delete()
    Hand.objects.filter(table_id=desk.table_id).exclude(pk__in=[play.hand_id for play in plays]).update(
        status=Hand.UNDONE
    )
    rows = {hand.pk: hand for hand in Hand.objects.filter(table_id=desk.table_id)}
    standing, hand_id = desk.game.opening(desk.terms), None
    for play in plays:
        hand_id = play.hand_id
        standing = _rebuild_hand(desk, rows[hand_id], standing, play)
    desk.hand_id = hand_id
    Table.objects.filter(pk=desk.table_id).update(hand=hand_id, standing=standing.as_json())


def _rebuild_hand(desk: Desk, hand: Hand, standing: Standing, play: HandPlay) -> Standing:
    """Bring the row of a hand in line with the log; return the standing after it."""
    data = play.first.data
    hand.number, hand.standing, hand.dealer = standing.hands + 1, standing.as_json(), data["dealer"]
    hand.deal = data.get("deal")
    if standing.over:
        raise Refused("match_over", desk.game.match_rule)
    if play.first.kind == log.RESULT and not play.void:
        report = desk.game.read_report(Reader(data["entered"]), desk.terms, standing)
        return finish_hand(desk, hand, report, play.first.seq, offsets=play.offsets).standing
    followed = None if play.first.kind == log.RESULT else replayed(desk, standing, play)
    if followed and followed.state.over and not play.void:
        seqs = [step.seq for step in play.moves]
        return finish_played(desk, hand, followed, seqs, play.last_seq, play).standing
    hand.status = Hand.VOID if play.void else Hand.PLAYING
    hand.entered, hand.result, hand.closed, hand.last_seq = None, None, False, None
    hand.offsets, hand.findings = [], []
    hand.save()
    return standing
