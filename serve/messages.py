"""Every text of the project that a person may read, gathered by the part it belongs to.

The API and the pages mark their texts with gettext's functions or template tags. The rules know nothing of
languages, so theirs are gathered where they stand: rule texts, options and titles of every game found, the
engine's sentences, and the words that fill these sentences in.
"""

from __future__ import annotations

import ast
import inspect
import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract

from serve.environment import ROOT

KEYWORDS = {
    **dict.fromkeys(["_", "gettext", "gettext_lazy", "gettext_noop", "N_"]),
    **dict.fromkeys(["ngettext", "ngettext_lazy", "ngettext_noop"], (1, 2)),
    **dict.fromkeys(["pgettext", "pgettext_lazy", "pgettext_noop"], ((1, "c"), 2)),
    **dict.fromkeys(["npgettext", "npgettext_lazy"], ((1, "c"), 2, 3)),
}
# Words that stand in a sentence of the engine, given as `note(…, expected="a list")`.
FILLED_IN = {"expected", "what", "needs"}


def texts_by_part() -> dict[str, Catalog]:
    """The texts of every part, as catalogues without translations."""
    parts = {
        "api": _marked([ROOT / "api", ROOT / "referee" / "tables", ROOT / "referee" / "clubs"], []),
        "pages": _marked([ROOT / "referee" / "scoresheet"], [ROOT / "templates"]),
        "engine": _engine(),
        **_games(),
    }
    return {part: catalog for part, catalog in parts.items() if len(catalog)}


# -- marked texts -----------------------------------------------------------------------------------------


def _marked(code: Iterable[Path], templates: Iterable[Path]) -> Catalog:
    catalog = Catalog()
    for folder in code:
        for path in sorted(folder.rglob("*.py")):
            _add(catalog, path, path.read_text())
    for folder in [*(folder / "templates" for folder in code), *templates]:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            _add(catalog, path, _as_python(path))
    return catalog


def _as_python(template: Path) -> str:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    from django.utils.translation.template import templatize

    return templatize(template.read_text(), origin=str(template))


def _add(catalog: Catalog, path: Path, source: str) -> None:
    where = [(str(path.relative_to(ROOT)), 1)]
    for _, message, _, context in extract(
        "python", BytesIO(source.encode()), KEYWORDS, options={"encoding": "utf-8"}
    ):
        if any(message):
            catalog.add(message, locations=where, context=context)


# -- texts of the rules -----------------------------------------------------------------------------------


def _engine() -> Catalog:
    from referee.engine import errors, irregularities, match

    catalog = Catalog()
    for text in (match.SEAT, match.RULING_LINE):
        catalog.add(text, locations=[(str(Path(match.__file__).relative_to(ROOT)), 1)])
    folder = ROOT / "referee" / "engine"
    for sentence in [*errors.SENTENCES.values(), *errors.FORM_SENTENCES.values()]:
        catalog.add(sentence, locations=[(str(Path(errors.__file__).relative_to(ROOT)), 1)])
    for text in [*irregularities.REMEDIES.values(), *irregularities.NOTICED.values()]:
        catalog.add(text, locations=[(str(Path(irregularities.__file__).relative_to(ROOT)), 1)])
    for path in sorted(folder.rglob("*.py")):
        for word in _words(path):
            catalog.add(word, locations=[(str(path.relative_to(ROOT)), 1)])
    return catalog


def _games() -> dict[str, Catalog]:
    from referee import games

    catalogs = {}
    for game in games.all_games().values():
        path = _file_of(game)
        catalog = Catalog()
        texts = [
            game.title,
            *(rule.text for rule in game.rules.values()),
            *(option.text for option in game.options),
            *game.remedy_texts.values(),
            *(text for row in game.irregularities for text in (row.what, row.advice)),
        ]
        for text in [*texts, *_words(path), *_sheet_lines(path)]:
            catalog.add(text, locations=[(str(path.relative_to(ROOT)), 1)])
        catalogs[path.stem] = catalog
    return catalogs


def _file_of(game: object) -> Path:
    module = next(
        module
        for name, module in sys.modules.items()
        if name.startswith("referee.games.") and vars(module).get("GAME") is game
    )
    return Path(inspect.getfile(module))


def _words(path: Path) -> Iterator[str]:
    """Texts given under a name of FILLED_IN, as an argument or in a dict."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            yield from (
                _text(keyword.value)
                for keyword in node.keywords
                if keyword.arg in FILLED_IN and _text(keyword.value)
            )
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            yield from (_text(value) for key, value in pairs if _text(key) in FILLED_IN and _text(value))


def _sheet_lines(path: Path) -> Iterator[str]:
    """Texts of lines of the scoresheet: given to a `Line` itself, or any text with places to fill in."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Line":
            yield from filter(None, map(_text, node.args[3:4]))
        elif isinstance(node, ast.Constant) and "%(" in str(node.value):
            yield _text(node)


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
