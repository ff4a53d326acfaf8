"""What the sheet says of a hand besides its score: what was ruled, corrected, confirmed, found."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.tables import log
from referee.tables.desk import Desk
from referee.tables.judging import what_counts
from referee.tables.models import Entry, Hand
from referee.tables.played import as_it_stands

_RULED = ("remedy", "irregularity", "seat", "entry", "reason", "late")


def marks_of(desk: Desk, hands: Sequence[Hand]) -> dict[int, dict[str, Any]]:
    """Return the marks of some hands, in a fixed number of queries.

    A confirmation stands as long as the result is the one that was confirmed.
    """
    told: dict[int, dict[str, Any]] = {
        hand.pk: {"rulings": [], "stood": [], "amended": [], "confirmed": [], "findings": len(hand.findings)}
        for hand in hands
    }
    by_pk = {hand.pk: hand for hand in hands}
    entries = log.chain(log.play_of_table(desk.table_id), desk.head)
    chain = {entry.seq for entry in entries}
    kinds = (log.RULING, log.AMENDMENT, log.CONFIRM)
    noted = Entry.objects.filter(table_id=desk.table_id)
    for entry in noted.filter(kind__in=kinds).order_by("seq"):
        if entry.hand_id in told and not log.is_undone(entry, chain):
            _mark(told[entry.hand_id], entry, by_pk[entry.hand_id])
    for play in as_it_stands(desk.game, entries):
        if play.hand_id in told:
            stood = [step.seq for step in play.moves if step.text.split()[1].endswith("!")]
            told[play.hand_id]["stood"] = stood
    return told


def _mark(mark: Mapping[str, Any], entry: Entry, hand: Hand) -> None:
    data = entry.data or {}
    if entry.kind == log.RULING:
        ruled = {key: data.get(key) for key in _RULED}
        mark["rulings"].append({"seq": entry.seq, "text": entry.text, **ruled})
    elif entry.kind == log.AMENDMENT:
        mark["amended"].append({"seq": entry.seq, "reason": data["reason"], "late": data["late"]})
    else:
        stands = all(data[key] == value for key, value in what_counts(hand).items())
        mark["confirmed"].append({"seq": entry.seq, "seat": data["seat"], "stands": stands})
