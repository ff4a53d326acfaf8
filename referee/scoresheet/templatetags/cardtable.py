"""Template tags for cards, suits and names."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from referee.scoresheet import words

register = template.Library()


@register.simple_tag
def card(text: str | None, extra: str = "") -> SafeString:
    """Draw a card as text: rank and suit sign, and a name for those who listen. None is a card's back."""
    if not text or text == "?":
        name = gettext("a face-down card")
        return format_html('<span class="card back {}" role="img" aria-label="{}"></span>', extra, name)
    return format_html('<span class="card suit-{} {}">{}</span>', text[1], extra, _face(text))


@register.simple_tag
def face(text: str) -> SafeString:
    """Draw the inside of a card, for a button or label that is the card itself."""
    return _face(text)


def _face(text: str) -> SafeString:
    rank = "10" if text[0] == "T" else text[0]
    return format_html(
        '<span aria-hidden="true"><b>{}</b><i>{}</i></span><span class="sr">{}</span>',
        rank,
        words.SIGNS[text[1]],
        words.card_name(text),
    )


@register.simple_tag
def small_face(text: str) -> SafeString:
    """Draw the inside of a card whose button or box has a name of its own."""
    rank = "10" if text[0] == "T" else text[0]
    return format_html('<span aria-hidden="true"><b>{}</b><i>{}</i></span>', rank, words.SIGNS[text[1]])


@register.simple_tag
def suit(letter: str | None) -> SafeString:
    """Draw a suit's sign, with its name beside it."""
    if not letter:
        return format_html("{}", gettext("none"))
    return format_html(
        '<span class="sign suit-{}" aria-hidden="true">{}</span> {}',
        letter,
        words.SIGNS[letter],
        words.SUIT_NAMES[letter],
    )


@register.filter
def at(items: Sequence[Any] | None, place: int | None) -> Any:
    """Return the item at a place, or nothing."""
    return items[place] if items is not None and place is not None and 0 <= place < len(items) else ""


@register.filter
def signed(number: int) -> str:
    """Return a number with its sign: "+3", "−2", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def text(value: str) -> str:
    """Return a text of the rules in the reader's language."""
    return gettext(value)
