"""What is read of judging and correcting: findings, the audit, rulings, amendments, confirmations.

What follows about hidden cards passes `told_findings` alone, under the table's disclosure setting.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from referee.engine import mistyping
from referee.engine.audit import audit
from referee.engine.cards import card_texts
from referee.engine.errors import Refused
from referee.engine.findings import AT_ONCE, disclosed
from referee.engine.irregularities import BEFORE_NEXT_LEAD, LATER
from referee.engine.record import HIDDEN_SIGHT
from referee.engine.sight import HiddenHand
from referee.tables import live, log
from referee.tables.corrections import Run, Trial, agreed, open_proposal
from referee.tables.desk import Desk
from referee.tables.errors import NotNow
from referee.tables.judging import shown_cards
from referee.tables.models import Entry, Hand
from referee.tables.played import HandPlay
from referee.tables.queries import entry_json_of, live_hands
from referee.tables.rebuild import finding_json
from referee.tables.settings import DISCLOSURE

NOTHING: Mapping[int, str] = {}

# -- findings and the audit ------------------------------------------------------------------------


def told_findings(
    desk: Desk, now: live.Live | None, tried: Mapping[int, str] = NOTHING
) -> list[dict[str, Any]]:
    """Return what may be told now of what is proved in a hand, in the form of `finding_view`.

    Takes the hand, and the texts of moves in it that are only tried out.
    """
    if now is None or now.hand is None or not now.hand.findings:
        return []
    over = now.hand.state.over or now.void
    found = disclosed(now.hand.findings, desk.setting(DISCLOSURE), over=over)
    play = _play(desk, now.hand_id)
    texts = {**_texts(play), **tried}
    return [finding_view(desk, finding_json(finding, now.seqs), texts, play) for finding in found]


def finding_view(
    desk: Desk, found: Mapping[str, Any], texts: Mapping[int, str], play: HandPlay
) -> dict[str, Any]:
    """Return a finding for people and programs: which plays, by which rule, shown by what, what was ruled."""
    rule = desk.game.rules[found["rule"]]
    row = desk.game.irregularity_for(found["kind"], rule.id)
    case = None if row is None else row.case_at(LATER if found["established"] else BEFORE_NEXT_LEAD)
    return {
        "kind": found["kind"],
        "rule": {"id": rule.id, "text": gettext(rule.text)},
        "certain": found["certain"],
        "seats": found["seats"],
        "plays": [_named(seq, texts) for seq in found["plays"]],
        "suspects": found["suspects"],
        "evidence": [_named(seq, texts) for seq in found["evidence"]],
        "found_at": found["found_at"],
        "correctable_from": found["correctable_from"],
        "established": found["established"],
        "irregularity": row and row.code,
        "noticed": case and case.noticed,
        "remedies": [] if case is None else list(case.remedies(desk.terms.options)),
        "ruled": [step.seq for step in play.rulings if step.data.get("entry") in found["plays"]],
    }


def _named(seq: int, texts: Mapping[int, str]) -> dict[str, Any]:
    return {"seq": seq, "text": texts[seq]}


def _play(desk: Desk, hand_id: int) -> HandPlay:
    return live.play_of(desk, Hand.objects.get(pk=hand_id), desk.head)


def _texts(play: HandPlay) -> dict[int, str]:
    return {step.seq: step.text for step in play.moves}


def findings(desk: Desk, number: int | None = None) -> dict[str, Any]:
    """Return what may be told of a hand, the current one by default, and after its end the audit.

    Raises NotNow where no hand has the number.
    """
    row = _row(desk, number)
    told: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] | None = None
    if row is not None and row.sight == HIDDEN_SIGHT:
        now = live.current(desk) if row.pk == desk.hand_id else live.load(desk, row.pk, desk.head)
        told = told_findings(desk, now)
        if row.status == Hand.FINISHED and now is not None:
            seats = _audit(desk, row, now)
    return {
        "seq": desk.seq,
        "hand": row and row.number,
        "disclosure": desk.setting(DISCLOSURE),
        "findings": told,
        "audit": seats,
    }


def _row(desk: Desk, number: int | None) -> Hand | None:
    if number is None:
        return None if desk.hand_id is None else Hand.objects.get(pk=desk.hand_id)
    found = next((hand for hand in live_hands(desk) if hand.number == number), None)
    if found is None:
        raise NotNow("no_such_hand", hand=number)
    return found


def _audit(desk: Desk, row: Hand, now: live.Live) -> list[dict[str, Any]]:
    """Return what is certain of each seat at the end of a hand, with the cards that were shown afterwards."""
    assert isinstance(now.hand, HiddenHand), row
    shown, dealt = _shown(now.hand, row)
    texts = _texts(_play(desk, row.pk))
    return [
        {
            "seat": said.seat,
            "verdict": said.verdict,
            "plays": [_named(now.seqs[step], texts) for step in said.plays],
            "open_play": None if said.open_play is None else _named(now.seqs[said.open_play], texts),
            "cards": card_texts(said.cards),
            "shown": said.seat in shown or said.seat in dealt,
        }
        for said in audit(now.hand.watch, shown, dealt)
    ]


def _shown(hand: HiddenHand, row: Hand) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return the cards shown after a hand. Those that an amendment since has made impossible say nothing."""
    said = shown_cards(row)
    for dealt in (True, False):
        for seat in list(said[dealt]):
            one = {seat: said[dealt][seat]}
            try:
                audit(hand.watch, {} if dealt else one, one if dealt else {})
            except Refused:
                del said[dealt][seat]
    try:
        audit(hand.watch, said[False], said[True])
    except Refused:
        return {}, {}
    return said[False], said[True]


_MISTYPED = ("cannot_be", "not_in_pack", "not_held", "wrong_count")
"""Refusals at hidden sight that a slip of the finger, now or earlier, may be behind."""


def suggestions(desk: Desk, now: live.Live, error: Exception, text: str) -> list[dict[str, Any]]:
    """Return the single changes of an entry after which a refused one fits, likeliest first.

    Takes the hand and the text that was refused. What follows about unseen cards is used only where the table
    wants everything told at once.
    """
    if not isinstance(now.hand, HiddenHand) or getattr(error, "code", None) not in _MISTYPED:
        return []
    play = live.play_of(desk, Hand.objects.get(pk=now.hand_id), now.head)
    opening = live.dealt(desk, now.standing, play.first)
    assert isinstance(opening, HiddenHand), play
    texts = [step.text for step in play.moves]
    deduce = desk.setting(DISCLOSURE) == AT_ONCE
    changes = mistyping.suggestions(opening.watch, texts, text, deduce=deduce)
    return [
        {
            "entry": None if change.step is None else now.seqs[change.step],
            "was": change.was,
            "text": change.text,
        }
        for change in changes
    ]


# -- rulings ---------------------------------------------------------------------------------------


def rulings(desk: Desk) -> dict[str, Any]:
    """Return the game's table of irregularities with its remedies, and the rulings made at this table."""
    made = entry_json_of(desk, Entry.objects.filter(table_id=desk.table_id, kind=log.RULING))
    return {
        "seq": desk.seq,
        "irregularities": desk.game.irregularities_json(desk.terms, gettext),
        "remedies": remedies(desk),
        "rulings": made,
    }


def remedies(desk: Desk) -> list[dict[str, Any]]:
    """Return every remedy of the game, in words, and for those of the game itself what could be ruled now."""
    now = live.current(desk)
    hand = None if now is None or now.void else now.hand
    waits = isinstance(hand, HiddenHand) and hand.watch.turned_up  # that has to be noted first
    moves = [] if hand is None or waits else desk.game.remedy_moves(hand.state)
    return [
        {
            "remedy": name,
            "text": gettext(text),
            "moves": sorted(move.text for move in moves if move.verb.name == name),
        }
        for name, text in desk.game.remedy_sentences.items()
    ]


# -- amendments ------------------------------------------------------------------------------------


def trial_view(desk: Desk, trial: Trial) -> dict[str, Any]:
    """Return what an amendment would do: to later entries, to findings, and to the score of each seat."""
    sides = desk.game.sides(desk.terms)
    gained = [0] * desk.seat_count
    for side, seats in enumerate(sides):
        for seat in seats:
            gained[seat] = trial.totals_after[side] - trial.totals_before[side]
    before, after = _all_found(desk, trial.before), _all_found(desk, trial.after)
    problem = trial.problem
    return {
        "possible": problem is None,
        "problem": problem and {"seq": problem.step.seq, "text": problem.text},
        "entries": _changed_entries(trial),
        "findings": {
            "appear": [found for found in after if found not in before],
            "vanish": [found for found in before if found not in after],
        },
        "difference": gained,
        "totals": list(trial.totals_after),
    }


def _all_found(desk: Desk, runs: Sequence[Run]) -> list[dict[str, Any]]:
    setting = desk.setting(DISCLOSURE)
    return [
        finding_view(
            desk,
            finding_json(finding, [step.seq for step in run.play.moves]),
            {outcome.step.seq: outcome.text for outcome in run.outcomes},
            run.play,
        )
        for run in runs
        for finding in run.told(setting)
    ]


def _changed_entries(trial: Trial) -> list[dict[str, Any]]:
    """Return the entries that would read or be judged differently; one that could not stand says why."""
    was = {outcome.step.seq: outcome for run in trial.before for outcome in run.outcomes}
    changed = []
    for run in trial.after:
        for outcome in run.outcomes:
            old = was.get(outcome.step.seq)
            if old is None or (
                (old.text, old.verdict) == (outcome.text, outcome.verdict) and not outcome.error
            ):
                continue
            changed.append(
                {
                    "seq": outcome.step.seq,
                    "was": old.text,
                    "text": outcome.text,
                    "verdict": outcome.verdict,
                    "problem": outcome.error and gettext(outcome.error.sentence) % outcome.error.params,
                }
            )
    return changed


# -- votes ---------------------------------------------------------------------------------------


def proposal(desk: Desk) -> dict[str, Any] | None:
    """Return the takeback on which the seats are voting, if there is one."""
    asked = open_proposal(desk)
    if asked is None:
        return None
    data = asked.data or {}
    return {
        "seq": asked.seq,
        "to": data["to"],
        "reason": data["reason"],
        "by": asked.seat,
        "agreed": sorted(agreed(desk, asked.seq)),
    }
