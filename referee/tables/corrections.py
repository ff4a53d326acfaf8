"""Correcting what was entered: takebacks, votes on them, and amendments of earlier entries.

Nothing is deleted. A takeback moves the head of the play; an amendment says how an earlier entry is to be
read from then on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import sight
from referee.engine.errors import BadForm, Fault, NotAMove, RefereeError, Refused
from referee.engine.findings import Finding, disclosed
from referee.engine.forms import Reader
from referee.engine.match import Score as HandScore
from referee.engine.match import Standing
from referee.engine.moves import NOBODY, Move
from referee.engine.record import HIDDEN_SIGHT
from referee.engine.sight import ILLEGAL, Followed
from referee.tables import live, log, rebuild
from referee.tables.commands import require_version
from referee.tables.desk import SEAT, STEWARD, VIEWER, Desk
from referee.tables.errors import Forbidden, NotNow, Unacceptable, WouldBreak
from referee.tables.models import Entry, Hand
from referee.tables.played import HandPlay, Step, as_it_stands
from referee.tables.settings import EVERYONE, HAND, MATCH, MOVER, TAKEBACK, WINDOW

# -- takebacks -------------------------------------------------------------------------------------


def take_back(desk: Desk, *, to: int, reason: str, expected: int | None) -> log.Logged:
    """Go back to how the table stood after entry `to`: everything played since is taken back.

    An entry, never a deletion. The steward may go back to any entry, also forward again to one that was
    taken back; a seat, where the table leaves it to the mover, to before its own last move, if nobody saw
    further cards by that. Where everyone has to agree, the entry is a proposal on which the seats vote.
    Raises NotNow, Forbidden.
    """
    require_version(desk, expected)
    desk.require_open()
    target = entry_to_go_back_to(desk, to)
    who = desk.setting(TAKEBACK)
    if desk.role == VIEWER:
        raise Forbidden("steward_only")
    if who == EVERYONE:
        return _propose(desk, to, reason)
    if desk.role != STEWARD:
        if who != MOVER:
            raise Forbidden("steward_only")
        _require_own_last_move(desk, target)
    return go_back(desk, target, reason)


def go_back(desk: Desk, target: Entry, reason: str, **more: Any) -> log.Logged:
    """Make the play as it stood after an entry the play that counts."""
    data = {"reason": reason, **more}
    entry = log.append(desk, kind=log.TAKEBACK, text=f"* takeback {target.seq}", data=data, head=target.head)
    rebuild.rebuild_table(desk)
    return entry


def entry_to_go_back_to(desk: Desk, to: int) -> Entry:
    """Return the entry of a number; raises NotNow where there is none, or the table stands as after it."""
    target = Entry.objects.filter(table_id=desk.table_id, seq=to).first()
    if target is None:
        raise NotNow("no_such_entry", seq=to)
    if target.head == desk.head:
        raise NotNow("nothing_to_take_back", seq=to)
    return target


def _require_own_last_move(desk: Desk, target: Entry) -> None:
    last = Entry.objects.get(table_id=desk.table_id, seq=desk.head)
    if last.kind != log.MOVE or last.seat != desk.seat or desk.seat is None or last.prev != target.head:
        raise Forbidden("not_your_move")
    now = live.current(desk)
    assert now is not None, last
    assert now.hand is not None, last
    before = live.load(desk, now.hand_id, last.prev).hand
    assert before is not None, last
    if before.reveals(before.parse(last.text), now.hand):
        raise Forbidden("shown_since")


# -- votes -----------------------------------------------------------------------------------------


def _propose(desk: Desk, to: int, reason: str) -> log.Logged:
    entry = log.append(
        desk,
        kind=log.PROPOSAL,
        text=f"* propose takeback {to}",
        seat=desk.seat,
        data={"to": to, "reason": reason},
    )
    if desk.seat is not None:
        _count(desk, entry.seq, to, reason)
    return entry


def vote(desk: Desk, *, proposal: int, seat: int | None, agree: bool, expected: int | None) -> log.Logged:
    """Say for a seat whether it agrees to a proposed takeback, which is done once every seat does.

    The steward's key may speak for any seat. Raises NotNow where the proposal is no longer open.
    """
    require_version(desk, expected)
    desk.require_open()
    seat = desk.speaking_seat(seat)
    asked = open_proposal(desk)
    if asked is None or asked.seq != proposal:
        raise NotNow("no_proposal", seq=proposal)
    entry = log.append(
        desk,
        kind=log.VOTE,
        text=f"* {'agree' if agree else 'decline'} {proposal} {seat}",
        seat=seat,
        data={"proposal": proposal, "agree": agree},
    )
    if agree:
        data = asked.data or {}
        return _count(desk, proposal, data["to"], data["reason"]) or entry
    return entry


def _count(desk: Desk, proposal: int, to: int, reason: str) -> log.Logged | None:
    """Do what was proposed once every seat has agreed."""
    if len(agreed(desk, proposal)) < desk.seat_count:
        return None
    return go_back(desk, Entry.objects.get(table_id=desk.table_id, seq=to), reason, proposal=proposal)


def open_proposal(desk: Desk) -> Entry | None:
    """Return the newest proposal if it can still be voted on.

    That is while the table wants everyone to agree, nothing was played or taken back since, and nobody
    declined.
    """
    entries = Entry.objects.filter(table_id=desk.table_id)
    newest = entries.filter(kind=log.PROPOSAL).order_by("-seq").first()
    if newest is None or newest.head != desk.head or desk.setting(TAKEBACK) != EVERYONE:
        return None
    since = entries.filter(seq__gt=newest.seq)
    lapsed = since.filter(kind__in=[*log.OF_PLAY, log.TAKEBACK]).exists()
    declined = since.filter(kind=log.VOTE, data__agree=False).exists()
    return None if lapsed or declined else newest


def agreed(desk: Desk, proposal: int) -> set[int]:
    """Return the seats that agree to a proposal; whoever proposed does."""
    entries = Entry.objects.filter(table_id=desk.table_id, seq__gte=proposal)
    return {
        entry.seat
        for entry in entries
        if entry.seat is not None
        and (entry.seq == proposal or (entry.kind == log.VOTE and (entry.data or {})["proposal"] == proposal))
    }


# -- amendments ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What became of one entry of play when it was read anew."""

    step: Step
    text: str
    verdict: str
    error: RefereeError | None = None


@dataclass
class Run:
    """One hand played through anew."""

    play: HandPlay
    number: int
    outcomes: list[Outcome] = field(default_factory=list)
    hand: Followed | None = None
    score: HandScore | None = None

    @property
    def error(self) -> Outcome | None:
        """The first entry that can no longer stand, if there is one."""
        return next((outcome for outcome in self.outcomes if outcome.error), None)

    def told(self, setting: str, *, over: bool) -> list[Finding]:
        """Return the findings that may be told; takes whether the hand is over as it stands, untried."""
        return [] if self.hand is None else list(disclosed(self.hand.findings, setting, over=over))


@dataclass
class Trial:
    """What an amendment would do: the hands from the amended one on, as they are and as they would be."""

    changes: list[dict[str, Any]]
    before: list[Run]
    after: list[Run]
    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]

    @property
    def problem(self) -> Outcome | None:
        """The first entry that stands in the way."""
        return next((run.error for run in self.after if run.error), None)


def read_changes(
    desk: Desk, changes: Sequence[Mapping[str, Any]], *, single: bool = False
) -> list[dict[str, Any]]:
    """Return the changes of an amendment in their canonical form, with what stood there before.

    Takes whether a single change was sent whose members stand in the body itself; faults say their place.
    Raises BadForm, NotAMove, NotNow for an entry that cannot be amended, Forbidden for one of others.
    """
    chain = {entry.seq: entry for entry in log.chain(log.play_of_table(desk.table_id), desk.head)}
    hands = {hand.hand_id: hand for hand in as_it_stands(desk.game, chain.values())}
    found: list[dict[str, Any]] = []
    for place, change in enumerate(changes):
        reader = Reader(change, "" if single else f"/changes/{place}")
        seq = reader.integer("entry", 0, desk.seq)
        entry = chain.get(seq)
        if not reader.faults and (entry is None or entry.kind == log.AMENDMENT):
            raise NotNow("no_such_play", seq=seq)
        if entry is None or entry.hand_id is None:
            reader.finish()
            raise NotNow("no_such_play", seq=seq)
        if found and entry.hand_id != chain[found[0]["entry"]].hand_id:
            raise NotNow("other_hand", seq=seq)
        if any(seq == other["entry"] for other in found):
            reader.note("/entry", "twice", card=seq)
            reader.finish(allow=tuple(reader.data))
        row = Hand.objects.get(pk=entry.hand_id)
        _require_may_amend(desk, entry, row)
        play = hands[entry.hand_id]
        found.append(_read_change(desk, reader, entry, row, play))
    return found


def _read_change(desk: Desk, reader: Reader, entry: Entry, row: Hand, play: HandPlay) -> dict[str, Any]:
    step = next((step for step in (play.first, *play.moves) if step.seq == entry.seq), None)
    if step is None:
        raise NotNow("no_such_play", seq=entry.seq)
    if entry.kind == log.RESULT:
        entered = reader.value("entered")
        reader.finish()
        standing = Standing.from_json(row.standing)
        report = desk.game.read_report(Reader(entered, f"{reader.pointer}/entered"), desk.terms, standing)
        return {"entry": entry.seq, "entered": report}
    if entry.kind == log.DEAL:
        return {"entry": entry.seq, **_read_deal(desk, reader, row, step)}
    move = _read_move(desk, reader, row)
    if move.verb.referee != (entry.kind == log.RULING):
        raise NotAMove("referee_alone", verb=move.verb.name)  # a ruling stays one, and nothing becomes one
    if move.verb.by_chance and row.shuffled:
        raise Unacceptable("chance_chooses")
    if desk.role == SEAT and move.seat != desk.seat:
        raise Forbidden("not_your_seat", seat="-" if move.seat == NOBODY else move.seat)
    if desk.role == SEAT and move.stood:
        raise Forbidden("steward_only")
    return {"entry": entry.seq, "text": move.text, "was": step.text}


def _read_deal(desk: Desk, reader: Reader, row: Hand, step: Step) -> dict[str, Any]:
    """Who dealt, and at hidden sight what lay face up, are noted by hand and so can be mistyped."""
    dealer = step.data["dealer"]
    if reader.has("dealer") or row.sight != HIDDEN_SIGHT:
        dealer = reader.integer("dealer", 0, desk.seat_count - 1)
    told = {"dealer": dealer, "text": f"* deal {dealer}"}
    if reader.has("deal") and row.sight == HIDDEN_SIGHT:
        told["deal"] = reader.value("deal")
    reader.finish()
    if not reader.data.keys() - {"entry"}:
        raise BadForm([Fault(f"{reader.pointer}/dealer", "missing", {})])
    standing, deal = Standing.from_json(row.standing), {**step.data, **told}["deal"]
    sight.started(desk.game, desk.terms, standing, dealer, row.sight, deal, f"{reader.pointer}/deal")
    return told


def _read_move(desk: Desk, reader: Reader, row: Hand) -> Move:
    hidden = row.sight == HIDDEN_SIGHT
    if reader.has("move"):
        sent = reader.value("move")
        if not isinstance(sent, Mapping):
            reader.note("/move", "wrong_type", expected="an object")
        reader.finish()
        return desk.game.from_json(sent, desk.seat_count, hidden=hidden)
    text = reader.value("text")
    if "text" in reader.data and not isinstance(text, str):
        reader.note("/text", "wrong_type", expected="a text")
    reader.finish()
    return desk.game.parse(text, desk.seat_count, hidden=hidden)


def _require_may_amend(desk: Desk, entry: Entry, row: Hand) -> None:
    """A seat may correct how its own cards were noted, where they lie on the table, and in time."""
    if desk.role == STEWARD:
        return
    if entry.kind != log.MOVE or entry.seat != desk.seat or desk.seat is None or row.sight != HIDDEN_SIGHT:
        raise Forbidden("steward_only")
    if is_late(desk, row):
        raise Forbidden("window_over")


def is_late(desk: Desk, hand: Hand) -> bool:
    """Return whether a hand is past the time in which others than the steward may correct it."""
    window = desk.setting(WINDOW)
    if window == MATCH:
        return Standing.from_json(desk.table.standing).over
    later = Hand.objects.filter(table_id=desk.table_id, number__gt=hand.number).exclude(
        status__in=Hand.NOT_COUNTED
    )
    return later.exists() if window == HAND else later.filter(status=Hand.FINISHED).exists()


def try_out(desk: Desk, changes: Sequence[Mapping[str, Any]], *, stand: bool = False) -> Trial:
    """Return what an amendment would do, without doing it.

    With `stand`, entries that would break a duty and can stand do so, and are further changes.
    """
    chain = log.chain(log.play_of_table(desk.table_id), desk.head)
    was, new = as_it_stands(desk.game, chain), as_it_stands(desk.game, chain, changes)
    touched = {change["entry"] for change in changes}
    first = next(
        place for place, play in enumerate(was) if touched & {play.first.seq, *(s.seq for s in play.moves)}
    )
    rows = {row.pk: row for row in Hand.objects.filter(table_id=desk.table_id)}
    standing = Standing.from_json(rows[was[first].hand_id].standing)
    before, _ = _run_all(desk, was[first:], rows, standing, stand=False)
    after, more = _run_all(desk, new[first:], rows, standing, stand=stand)
    return Trial(
        [*map(dict, changes), *more], before, after, _totals(before, standing), _totals(after, standing)
    )


def _totals(runs: Sequence[Run], standing: Standing) -> tuple[int, ...]:
    scores = [run.score for run in runs if run.score]
    return scores[-1].standing.totals if scores else standing.totals


def _run_all(
    desk: Desk, plays: Sequence[HandPlay], rows: Mapping[int, Hand], standing: Standing, *, stand: bool
) -> tuple[list[Run], list[dict[str, Any]]]:
    runs: list[Run] = []
    more: list[dict[str, Any]] = []
    for place, play in enumerate(plays):
        run = Run(play, rows[play.hand_id].number)
        runs.append(run)
        try:
            _run(desk, run, standing, more, stand=stand, last=place == len(plays) - 1)
        except (RefereeError, BadForm) as error:
            told = error if isinstance(error, RefereeError) else Refused("no_deal_fits", desk.game.match_rule)
            run.outcomes.append(Outcome(play.first, play.first.text, ILLEGAL, told))
        if run.error:
            break
        if run.score and not play.void:
            standing = run.score.standing
    return runs, more


def _run(
    desk: Desk, run: Run, standing: Standing, more: list[dict[str, Any]], *, stand: bool, last: bool
) -> None:
    play, data = run.play, run.play.first.data
    if standing.over:
        raise Refused("match_over", desk.game.match_rule)
    if play.first.kind == log.RESULT:
        report = desk.game.read_report(Reader(data["entered"]), desk.terms, standing)
    else:
        run.hand = live.dealt(desk, standing, play.first)
        for step in play.moves:
            outcome, hand = _again(run.hand, step, stand=stand)
            run.outcomes.append(outcome)
            if outcome.error:
                return
            if outcome.text != step.text:
                more.append({"entry": step.seq, "text": outcome.text, "was": step.text})
            run.hand = hand
        if play.void:
            return
        if not run.hand.state.over:
            if not last:
                raise Refused("unfinished", desk.game.phases[run.hand.state.phase].rule)
            return
        report = desk.game.report(run.hand.state)
    run.score = desk.game.scored(desk.terms, standing, data["dealer"], report, play.offsets)


def _again(hand: Followed, step: Step, *, stand: bool) -> tuple[Outcome, Followed]:
    """Play an entry again; a mark that it no longer needs goes, and one that it needs is set if wanted."""
    try:
        move = hand.parse(step.text)
        tries: list[Move] = [move, move._replace(stood=False)] if move.stood else [move]
        if stand and not move.stood:
            tries.append(move._replace(stood=True))
        return _first_that_goes(hand, step, tries)
    except (NotAMove, Refused) as error:
        return Outcome(step, step.text, ILLEGAL, error), hand


def _first_that_goes(hand: Followed, step: Step, tries: Sequence[Move]) -> tuple[Outcome, Followed]:
    first: Refused | None = None
    for move in tries:
        try:
            after, verdict = hand.played(move)
        except Refused as refused:
            first = first or refused
            continue
        return Outcome(step, move.text, verdict), after
    assert first is not None, tries
    raise first


def amend(
    desk: Desk,
    *,
    changes: Sequence[Mapping[str, Any]],
    reason: str,
    stand: bool,
    expected: int | None,
    single: bool = False,
) -> tuple[log.Logged, Trial]:
    """Say how earlier entries are to be read from now on, and play everything after them anew.

    Takes the changes as sent. Past the table's correction window it is the steward's to do, and marked as
    late. Raises what `read_changes` raises, and WouldBreak where a later entry could not stand.
    """
    require_version(desk, expected)
    desk.require_open()
    if stand:
        desk.require_steward()
    trial = try_out(desk, read_changes(desk, changes, single=single), stand=stand)
    problem = trial.problem
    if problem:
        raise WouldBreak(trial, problem)
    hand = Hand.objects.get(pk=trial.after[0].play.hand_id)
    data = {"changes": trial.changes, "reason": reason, "late": is_late(desk, hand)}
    first = trial.changes[0]
    text = f"* amend {first['entry']} {first['text']}" if "text" in first else f"* amend {first['entry']}"
    entry = log.append(desk, kind=log.AMENDMENT, text=text[:200], data=data, hand_id=hand.pk)
    rebuild.rebuild_table(desk)
    return entry, trial
