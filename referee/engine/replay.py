"""Replaying a record without keeping anything: verdict, rule and alternatives for every step.

At open sight the first move that is not legal ends its hand and the replay, unless it is marked as having
stood (`play!`). At hidden sight (`Watch`) that holds for moves that break a public rule or cannot be; a play
that what was shown proves wrong is reported, and the replay goes on. Hands that were followed to their end
are folded into the standing of the match.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.errors import BadForm, Fault, NotAMove, RefereeError, Refused
from referee.engine.evidence import Proof
from referee.engine.forms import Reader
from referee.engine.game import Game
from referee.engine.irregularities import offset_text, read_offset
from referee.engine.match import Offset, Score, Standing
from referee.engine.moves import Move
from referee.engine.record import HIDDEN_SIGHT, HandRecord, Record
from referee.engine.watch import Watch

LEGAL, ILLEGAL = "legal", "illegal"


@dataclass(frozen=True)
class Step:
    """One move of a record: its verdict, why it is not legal, and (if asked for) what was legal before it."""

    text: str
    verdict: str
    error: RefereeError | None = None
    legal: list[str] | None = None


@dataclass(frozen=True)
class StepFault:
    """A fault found by replay at a step; `step` is the number of moves where the hand is only unfinished.

    `goes_on` says that the hand was followed beyond it. At hidden sight `suspects` are the steps of plays
    that could be to blame, and `evidence` steps that cannot all have been legal; otherwise the step itself.
    """

    step: int
    error: RefereeError
    goes_on: bool = False
    suspects: tuple[int, ...] = ()
    evidence: tuple[int, ...] = ()

    @property
    def rule(self) -> str | None:
        """Id of the rule broken, or None where the words are no move at all."""
        return self.error.rule if isinstance(self.error, Refused) else None


@dataclass
class HandReplay:
    """What the replay of one hand found; `score` is there if the hand is complete and without fault."""

    steps: list[Step] = field(default_factory=list)
    faults: list[StepFault] = field(default_factory=list)
    score: Score | None = None
    state: Any = None
    offsets: Sequence[Offset] = ()

    @property
    def broken(self) -> bool:
        """Whether the hand stopped at a fault."""
        return any(not fault.goes_on for fault in self.faults)


@dataclass(frozen=True)
class Replay:
    """The replay of a record: its hands as far as they could be followed, and the standing they lead to."""

    hands: list[HandReplay]
    standing: Standing


def replay(record: Record, *, legal: bool = False) -> Replay:
    """Replay a record.

    Takes whether to list the legal moves before each step. Returns what was found; raises BadForm where a
    deal or a report is not written as it should be, with pointers into the record.
    """
    standing = record.game.opening(record.terms)
    hands: list[HandReplay] = []
    for number, hand in enumerate(record.hands):
        found = _replay_hand(record, hand, standing, f"/hands/{number}", legal=legal)
        hands.append(found)
        if found.score is None:
            break
        standing = found.score.standing
    return Replay(hands, standing)


def _replay_hand(
    record: Record, hand: HandRecord, standing: Standing, pointer: str, *, legal: bool
) -> HandReplay:
    found = HandReplay()
    if standing.over:
        found.faults.append(StepFault(0, Refused("match_over", record.game.match_rule)))
        return found
    try:
        hand, found.offsets = _without_offsets(record, hand)
        if hand.entered is not None:
            reader = Reader(hand.entered, f"{pointer}/entered")
            report: dict[str, Any] | None = record.game.read_report(reader, record.terms, standing)
        else:
            follow = _watch_moves if hand.sight == HIDDEN_SIGHT else _play_moves
            follow(record, hand, standing, pointer, found, legal=legal)
            report = _finished(record, hand, found)
    except Refused as refused:
        found.faults.append(StepFault(len(found.steps), refused))
        return found
    if report is not None:
        found.steps += [
            Step(offset_text(offset), LEGAL, None, [] if legal else None) for offset in found.offsets
        ]
        score = record.game.scored(record.terms, standing, hand.dealer, report, found.offsets)
        if hand.result is not None and hand.result != score.result:
            error = Refused("wrong_result", record.game.match_rule)
            found.faults.append(StepFault(len(hand.moves), error))
        else:
            found.score = score
    return found


def _without_offsets(record: Record, hand: HandRecord) -> tuple[HandRecord, Sequence[Offset]]:
    """Return a hand without the changes of the score that stand after its moves, and those."""
    sides = len(record.game.sides(record.terms))
    moves, offsets = list(hand.moves), []
    with suppress(NotAMove):  # it stays, and is told where it stands
        while moves and (offset := read_offset(moves[-1], sides)):
            offsets.append(offset)
            moves.pop()
    return replace(hand, moves=tuple(moves)), offsets[::-1]


def _play_moves(
    record: Record, hand: HandRecord, standing: Standing, pointer: str, found: HandReplay, *, legal: bool
) -> None:
    game = record.game
    found.state = game.start(record.terms, standing, hand.dealer, hand.deal, f"{pointer}/deal")
    for number, text in enumerate(hand.moves):
        options = game.legal_texts(found.state) if legal else None
        move, error = try_move(game, found.state, text)
        stood = move is not None and move.stood and error is not None and error.code == "obliged"
        found.steps.append(Step(move.text if move else text, ILLEGAL if error else LEGAL, error, options))
        if error:
            found.faults.append(StepFault(number, error, stood, (number,), (number,)))
        if error and not stood:
            return
        assert move is not None
        found.state = game.applied(found.state, move)


def _watch_moves(
    record: Record, hand: HandRecord, standing: Standing, pointer: str, found: HandReplay, *, legal: bool
) -> None:
    watch = Watch(record.game, record.terms, standing, hand.dealer, hand.deal, f"{pointer}/deal")
    found.state = watch.state
    for number, text in enumerate(hand.moves):
        options = watch.legal_texts() if legal else None
        proved = watch.proof
        try:
            move = record.game.parse(text, record.terms.seats, hidden=True)
            said = watch.play(move)
        except (NotAMove, Refused) as error:
            found.steps.append(Step(text, ILLEGAL, error, options))
            found.faults.append(StepFault(number, error, suspects=(number,), evidence=(number,)))
            return
        found.state = watch.state
        found.steps.append(Step(move.text, said.verdict, said.error, options))
        if move.stood and said.error:
            found.faults.append(StepFault(number, said.error, True, (number,), (number,)))
        elif watch.proof and not proved:
            found.faults.append(_proof_fault(watch.proof))


def _proof_fault(proof: Proof) -> StepFault:
    error = Refused("no_deal_fits", proof.rule)
    return StepFault(proof.step, error, True, proof.suspects, proof.evidence)


def try_move(game: Game[Any], state: Any, text: str) -> tuple[Move | None, RefereeError | None]:
    """Return the move that a text names and what is wrong with it here.

    A marked play that may stand comes with the duty it breaks; every other error means that it is not played.
    """
    try:
        move = game.parse(text, state.seats)
    except NotAMove as error:
        return None, error
    refused = game.refusal(state, move)
    if refused is None and move.stood:
        return move, game.refusal(state, move._replace(stood=False))
    return move, refused


def _finished(record: Record, hand: HandRecord, found: HandReplay) -> dict[str, Any] | None:
    """Return the report of a hand that is over; an unfinished one with a result is a fault."""
    if found.broken:
        return None
    if found.state.over:
        return record.game.report(found.state)
    if hand.result is not None:
        raise Refused("unfinished", record.game.phases[found.state.phase].rule)
    return None


def form_faults(record: Record) -> list[Fault]:
    """Return the faults of form in the moves' texts, with pointers; replay stops at the first of a hand."""
    faults = []
    for i, hand in enumerate(record.hands):
        for j, text in enumerate(hand.moves):
            try:
                if not read_offset(text, len(record.game.sides(record.terms))):
                    record.game.parse(text, record.terms.seats, hidden=hand.sight == HIDDEN_SIGHT)
            except NotAMove as error:
                faults.append(Fault(f"/hands/{i}/moves/{j}", error.code, error.params))
    return faults


def check_record(record: Record) -> Replay:
    """Replay a record that is to be kept: raises BadForm with all faults of form, otherwise as `replay`."""
    faults = form_faults(record)
    if faults:
        raise BadForm(faults)
    return replay(record)
