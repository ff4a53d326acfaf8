"""The games, found by looking: every module here that has a `GAME`."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from referee.engine.errors import BadForm, Fault
from referee.engine.game import Game


@cache
def all_games() -> Mapping[str, Game[Any]]:
    """Return every game by its slug, in alphabetical order of slugs."""
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    games: list[Game[Any]] = [module.GAME for module in modules if hasattr(module, "GAME")]
    return MappingProxyType({game.slug: game for game in sorted(games, key=lambda game: game.slug)})


def get(slug: object) -> Game[Any]:
    """Return the game of a slug. Raises BadForm (code ``unknown_game``, pointer ``/game``)."""
    game = all_games().get(slug) if isinstance(slug, str) else None
    if game is None:
        raise BadForm([Fault("/game", "unknown_game", {"game": slug})])
    return game
