"""What the person who holds the phone can do now, made from the list of legal moves.

Nothing here knows a game: the arguments of a kind of move decide how its choices are laid out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from referee.engine.cards import SUITS
from referee.engine.game import Game
from referee.engine.moves import CARD, SUIT, WILD, Move, Verb
from referee.scoresheet import words

MOST_BUTTONS = 16
"""More choices of one number than this are a list to open and not buttons."""


@dataclass(frozen=True)
class Choice:
    """One thing to tap: what it sends, what it says, the card or suit it shows."""

    value: str
    label: str
    card: str = ""
    suit: str = ""
    legal: bool = True


@dataclass
class ActForm:
    """One kind of move that can be made now.

    `form` says how it is laid out: `hand` (tap a card in hand), `buttons`, `list` (choose from a list),
    `steps` (choose each argument, then send), `cards` (choose several cards, then send).
    """

    verb: str
    seat: int
    title: str
    button: str
    form: str
    choices: list[Choice] = field(default_factory=list)
    steps: list["Step"] = field(default_factory=list)
    count: int = 0


@dataclass(frozen=True)
class Step:
    """One argument to choose."""

    name: str
    title: str
    choices: list[Choice]
    is_card: bool


def act_forms(legal: Sequence[Move], hand: Sequence[str], names: Sequence[str]) -> list[ActForm]:
    """Return the kinds of move that one seat can make, from its legal moves.

    Takes the cards the seat holds and the names of all seats. At most one kind has the form `hand`.
    """
    forms: list[ActForm] = []
    for verb, group in groupby(sorted(legal, key=lambda move: move.verb.name), key=lambda move: move.verb):
        form = _act_form(verb, list(group), hand, names)
        if form.form == "hand" and any(other.form == "hand" for other in forms):
            form.form = "buttons"
        forms.append(form)
    return sorted(forms, key=lambda form: (form.form != "hand", form.form == "buttons", form.verb == "pass"))


def _act_form(verb: Verb, moves: list[Move], hand: Sequence[str], names: Sequence[str]) -> ActForm:
    title = words.name_of(words.ASKED | words.DO, verb.name) if verb.name not in words.ASKED else ""
    form = ActForm(
        verb=verb.name,
        seat=moves[0].seat,
        title=title or words.name_of(words.ASKED, verb.name),
        button=words.name_of(words.DO, verb.name),
        form="buttons",
    )
    if WILD in moves[0].args and not verb.by_chance:
        form.form, form.count = "cards", len(moves[0].args)
        form.choices = [Choice(card, words.card_name(card), card=card) for card in hand]
    elif not verb.params or verb.by_chance:
        form.choices = [Choice(f"{moves[0].seat} {verb.name}", form.button)]
    elif len(verb.params) > 1:
        form.form = "steps"
        form.steps = [_step(verb, place, moves, hand, names) for place in range(len(verb.params))]
    else:
        form.choices = [_choice(move, 0, move.text, names) for move in moves]
        held = all(choice.card in hand for choice in form.choices)
        if verb.params[0].kind is CARD and held:
            form.form = "hand"
            by_card = {choice.card: choice for choice in form.choices}
            form.choices = [by_card.get(card) or _refusable(moves[0], card) for card in hand]
        elif verb.params[0].kind is SUIT:
            form.choices.sort(key=lambda choice: SUITS.index(choice.suit))
        elif verb.params[0].kind.numeric:
            form.choices.sort(key=lambda choice: int(choice.value.split()[2]))
            if len(moves) > MOST_BUTTONS:
                form.form = "list"
    return form


def _refusable(move: Move, card: str) -> Choice:
    """A card that is held and not legal: it can be tapped, and the answer says why not."""
    return Choice(f"{move.seat} {move.verb.name} {card}", words.card_name(card), card=card, legal=False)


def _choice(move: Move, place: int, value: str, names: Sequence[str]) -> Choice:
    kind = move.verb.kind_at(place)
    text = kind.text(move.args[place])
    label = words.card_name(text) if kind is CARD else words.argument(move, place, names)
    is_suit = kind is SUIT or text in words.SIGNS
    return Choice(value, label, card=text if kind is CARD else "", suit=text if is_suit else "")


def _step(verb: Verb, place: int, moves: list[Move], hand: Sequence[str], names: Sequence[str]) -> Step:
    param = verb.params[place]
    seen = {param.kind.text(move.args[place]): move for move in moves}
    choices = [_choice(move, place, text, names) for text, move in seen.items()]
    if param.kind.numeric:
        choices.sort(key=lambda choice: int(choice.value))
    elif param.kind is SUIT:
        choices.sort(key=lambda choice: SUITS.index(choice.value))
    elif all(choice.card in hand for choice in choices):
        choices.sort(key=lambda choice: hand.index(choice.card))
    return Step(f"arg{place}", _step_title(param.name), choices, param.kind is CARD)


def _step_title(name: str) -> str:
    titles = {"card": _("Card"), "suit": _("Suit"), "pile": _("Pile"), "points": _("Points")}
    return titles.get(name) or words.name_of({}, name)


# -- reading what was sent -------------------------------------------------------------------------


def move_sent(post: QueryDict, game: Game[Any], seat: int) -> Mapping[str, Any]:
    """Return the move of a form that was sent, as a JSON object for the commands."""
    if text := post.get("move", ""):
        parts = text.split()
        verb = game.verbs.get(parts[1]) if len(parts) == 2 else None
        return {"seat": seat, "kind": parts[1]} if verb and verb.by_chance else {"text": text}
    verb_name = post.get("verb", "")
    args = post.getlist("card") if "card" in post else [post.get(f"arg{i}", "") for i in range(2)]
    return {"text": " ".join([str(seat), verb_name, *filter(None, args)])}


def text_noted(post: QueryDict) -> str:
    """Return the move of a form that notes what happened, as text: a button's own, or with cards chosen."""
    text = post.get("then") or post.get("move") or post.get("as", "")
    if not text and "verb" in post:
        text = " ".join([post.get("seat", ""), post["verb"], post.get("arg0", "")])
    return text.replace("#", " ".join(post.getlist("card")))[:200]
