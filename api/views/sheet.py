"""The scoresheet."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from rest_framework.request import Request

from api import answers, headers, operations
from api.endpoint import Csv, Json, TableEndpoint
from referee.tables import queries
from referee.tables.desk import Desk

HEADS = (_("Hand"), _("Side"), _("Players"), _("Line"), _("Rules"), _("Points"), _("Total"))
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a cell for a formula."""


class Scoresheet(TableEndpoint):
    """The sheet of the finished hands, each line with the rules that made it."""

    renderer_classes = [Json, Csv]

    @operations.show_scoresheet
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """Show the scoresheet as JSON, or as CSV with a row for each line."""
        as_csv = request.accepted_renderer.media_type == answers.CSV
        explain = headers.flag(request.query_params, "explain")

        def sheet(desk: Desk) -> Any:
            return queries.scoresheet(desk, explain=explain)

        return self.read(request, table_id, sheet, to_csv if as_csv else answers.encode)


def to_csv(sheet: Mapping[str, Any]) -> bytes:
    """Return a scoresheet as CSV (RFC 4180): for each hand and side its lines, and then the total."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow([gettext(head) for head in HEADS])
    for hand in sheet["hands"]:
        totals = hand["standing"]["totals"]
        for side, seats in enumerate(sheet["sides"]):
            players = ", ".join(sheet["seats"][seat] for seat in seats)
            first = (hand["number"], side, safe(players))
            for line in hand["lines"]:
                if line["side"] == side:
                    rows.writerow((*first, safe(line["text"]), " ".join(line["rules"]), line["points"], ""))
            rows.writerow((*first, "", "", "", totals[side]))
    return out.getvalue().encode()


def safe(cell: str) -> str:
    """Return a text so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
