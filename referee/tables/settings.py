"""How a table wants to be refereed: settings that are no rules of the game and may change at any time."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.findings import AT_ONCE, HAND_END, WHEN_SHOWN
from referee.engine.forms import Reader
from referee.engine.rules import pointer_escape

DISCLOSURE, TAKEBACK, WINDOW = "disclosure", "takeback", "correction_window"

MOVER, STEWARD, EVERYONE = "mover", "steward", "everyone"
"""Who must agree to a takeback: a seat to its own last move, the steward alone, or all seats."""

NEXT_HAND, HAND, MATCH = "next_hand", "hand", "match"
"""How long a hand can be corrected by others than the steward: until the next hand is finished, until it is
started, or until the match is over."""

CHOICES: Mapping[str, Sequence[str]] = {
    DISCLOSURE: (WHEN_SHOWN, HAND_END, AT_ONCE),
    TAKEBACK: (MOVER, STEWARD, EVERYONE),
    WINDOW: (NEXT_HAND, HAND, MATCH),
}
"""Every setting with its values, the default first."""

DEFAULTS: Mapping[str, str] = {key: choices[0] for key, choices in CHOICES.items()}


def read_settings(value: Any, reader: Reader, pointer: str = "/settings") -> dict[str, str]:
    """Return the settings that a JSON object asks for, without those that it leaves out.

    Notes what is wrong with it at `reader`.
    """
    if not isinstance(value, Mapping):
        reader.note(pointer, "wrong_type", expected="an object")
        return {}
    for key, choice in value.items():
        if key not in CHOICES:
            reader.note(f"{pointer}/{pointer_escape(str(key))}", "unknown_key")
        elif choice not in CHOICES[key]:
            reader.note(f"{pointer}/{key}", "not_a_choice", choices=", ".join(CHOICES[key]))
    return {key: value[key] for key in CHOICES if key in value}
