"""Getaway at the table: whose hand a player would take, and from how many cards one is drawn."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.scoresheet.acts import ActForm, Choice
from referee.scoresheet.pad import Ending, Pad
from referee.scoresheet.present import TableView


def on_table(view: TableView) -> dict[str, Any]:
    """Say on the buttons whose hand is taken (G16) and how large the waste is (G13).

    Returns `players_in`: how many players have not got away.
    """
    for form in view.forms:
        if form.verb == "take":
            _relabel(form, _take(view, form.seat))
        elif form.verb == "draw":
            _relabel(form, _draw(view.view["waste"]))
    if view.noting:
        view.noting = _noted(view, view.noting)
    return {"players_in": len(view.view.get("in", []))}


def _noted(view: TableView, pad: Pad) -> Pad:
    """Say whose hand is taken, and ask only who leads where the card can be no other (G5)."""
    folded = [replace(ending, choices=[_taken(view, one) for one in ending.choices]) for ending in pad.folded]
    if view.view["phase"] != "first_lead":
        return replace(pad, folded=folded)
    leads = [
        Choice(f"{seat} play AS", name) for seat, name in enumerate(view.names) if view.desk.sees >> seat & 1
    ]
    who = Ending(_("Who led the ace of spades?"), leads)
    return replace(pad, grid=None, seats=[], buttons=[who], folded=folded)


def _taken(view: TableView, choice: Choice) -> Choice:
    seat = int(choice.value.split()[0])
    return replace(
        choice, label=_("%(name)s: %(what)s") % {"name": view.names[seat], "what": _take(view, seat)}
    )


def _take(view: TableView, seat: int) -> str:
    target = view.view["takes_from"][seat]
    if target is None:
        return _("Take the next player's hand")
    count = view.view["hands"][target]["count"]
    text = ngettext("Take %(name)s’s hand (%(count)s card)", "Take %(name)s’s hand (%(count)s cards)", count)
    return text % {"name": view.names[target], "count": count}


def _draw(waste: int) -> str:
    text = ngettext("Draw from the waste (%(count)s card)", "Draw from the waste (%(count)s cards)", waste)
    return text % {"count": waste}


def _relabel(form: ActForm, label: str) -> None:
    form.button = label
    form.choices = [Choice(choice.value, label) for choice in form.choices]
