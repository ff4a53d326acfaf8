"""Huutopussi at the table: which marriage the leader may try now, and the rule that keeps from the others."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from referee.engine.cards import SUITS
from referee.engine.errors import Refused
from referee.engine.game import Game
from referee.scoresheet.present import Refusal, TableView, refusal_of
from referee.tables import live


def on_table(view: TableView) -> dict[str, Any]:
    """Return the `tries` of the seat that is shown, where that seat is about to lead; else nothing.

    What a try is refused for depends on its own cards and on what is open to all (H18 – H23).
    """
    return {"tries": _tries(view) if _leads(view) else []}


def _leads(view: TableView) -> bool:
    seat = view.shown
    return view.playing and view.view["phase"] == "tricks" and not view.view["trick"] and view.turn == [seat]


def _tries(view: TableView) -> list[dict[str, Any]]:
    now, seat = live.current(view.desk), view.shown
    assert now is not None
    royals = [card for card in view.mine if card[0] in "KQ"]
    representatives = (
        (_("Own marriage"), [f"{seat} marriage {suit}" for suit in SUITS]),
        (_("Full question"), [f"{seat} ask"]),
        (_("Half question"), [f"{seat} half {card}" for card in royals or ["KS"]]),
    )
    return [
        {"name": name, "refusal": _why_not(view.desk.game, now.state, moves, view.names)}
        for name, moves in representatives
    ]


def _why_not(game: Game[Any], state: Any, moves: Iterable[str], names: list[str]) -> Refusal | None:
    """Return why none of some moves can be made, or None if one can.

    Of several reasons the one that no other card could mend comes first: the one found most often.
    """
    found: list[Refused] = []
    for text in moves:
        refused = game.refusal(state, game.parse(text, state.seats))
        if refused is None:
            return None
        found.append(refused)
    rules = [refused.rule for refused in found]
    return refusal_of(game, max(found, key=lambda refused: rules.count(refused.rule)), names)
