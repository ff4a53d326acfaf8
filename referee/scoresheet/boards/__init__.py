"""What a game's table page shows besides what all games have: a module for each such game, named after it.

`on_table(view)` takes the table as the person at the phone may see it, may give its choices other words, and
returns what the game's template `games/<slug>/table.html` needs besides.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def board_of(slug: str) -> ModuleType | None:
    """Return the module of a game, None where it shows nothing besides."""
    name = f"{__name__}.{slug.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
