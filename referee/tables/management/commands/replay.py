"""`manage.py replay FILE …`: replay records and say what breaks which rule; keeps nothing."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from referee.engine.errors import BadForm, RefereeError
from referee.engine.record import parse_record
from referee.engine.replay import HandReplay, form_faults, replay
from referee.games import all_games


class Command(BaseCommand):
    """Reads each file (one record, or with --lines one record a line) and prints its faults and standing."""

    help = "Replay records and list every fault of form and of the rules."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare files and options."""
        parser.add_argument("files", nargs="+", help="Files with records; - is standard input.")
        parser.add_argument("--lines", action="store_true", help="Each line holds a record of its own.")

    def handle(self, *_: Any, files: list[str], lines: bool, **__: Any) -> None:
        """Replay every record; ends with an error if any of them has a fault."""
        faults = 0
        for name in files:
            text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
            for number, one in enumerate(text.splitlines() if lines else [text], start=1):
                place = f"{name}:{number}" if lines else name
                faults += self._replay(place, one)
        if faults:
            raise CommandError(gettext("%(count)s faults") % {"count": faults})

    def _replay(self, place: str, text: str) -> int:
        try:
            record = parse_record(text, all_games())
            found = replay(record)
        except BadForm as bad:
            for fault in bad.faults:
                self.stdout.write(f"{place}{fault.pointer}: {gettext(fault.sentence) % fault.params}")
            return len(bad.faults)
        more = form_faults(record)
        for fault in more:
            self.stdout.write(f"{place}{fault.pointer}: {gettext(fault.sentence) % fault.params}")
        count = len(more) + sum(self._hand(f"{place}/hands/{i}", hand) for i, hand in enumerate(found.hands))
        if record.other_rules:
            self.stdout.write(f"{place}: " + gettext("This record was made under other rules."))
        if not count:
            totals = ", ".join(map(str, found.standing.totals))
            self.stdout.write(
                f"{place}: "
                + gettext("%(hands)s hands, no fault; totals %(totals)s")
                % {"hands": len(found.hands), "totals": totals}
            )
        return count

    def _hand(self, place: str, hand: HandReplay) -> int:
        for fault in hand.faults:
            if fault.rule is not None:
                self.stdout.write(f"{place}/moves/{fault.step}: {fault.rule}: {_sentence(fault.error)}")
        return sum(fault.rule is not None and not fault.goes_on for fault in hand.faults)


def _sentence(error: RefereeError) -> str:
    return gettext(error.sentence) % error.params
