"""Translations without the system's gettext: `python -m serve.translations compile | update | check`.

Texts are in English in the code. Each part of the project has its own folder
locale/PART/LANGUAGE/LC_MESSAGES: the API, the pages, the engine, and one for every game that is found,
named after its module.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from serve.environment import ROOT
from serve.messages import texts_by_part

LOCALE = ROOT / "locale"
LANGUAGES = ("ja",)  # beside English, the language of the code
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")

Key = tuple[str | None, str | tuple[str, ...]]


# -- compile ----------------------------------------------------------------------------------------------


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compile every catalogue that has changed since it was last compiled; return those."""
    return [po for po in sorted(folder.glob("*/*/LC_MESSAGES/*.po")) if _compile(po)]


def _compile(po: Path) -> bool:
    mo, stamp = po.with_suffix(".mo"), po.stat().st_mtime_ns
    if mo.exists() and mo.stat().st_mtime_ns == stamp:
        return False
    draft = mo.with_suffix(f".mo.{os.getpid()}")
    with draft.open("wb") as file:
        write_mo(file, _read(po))
    os.utime(draft, ns=(stamp, stamp))
    draft.replace(mo)  # in one step: a server may be reading it
    return True


def _read(po: Path) -> Catalog:
    with po.open("rb") as file:
        return read_po(file, locale=po.parent.parent.name)


# -- update -----------------------------------------------------------------------------------------------


def update() -> list[Path]:
    """Bring every catalogue in line with the code, keeping translations; return those changed."""
    changed = []
    for part, template in texts_by_part().items():
        for language in LANGUAGES:
            po = LOCALE / part / language / "LC_MESSAGES" / "django.po"
            if _write(po, _merged(po, template, language)):
                changed.append(po)
    return changed


def _merged(po: Path, template: Catalog, language: str) -> Catalog:
    if po.exists():
        catalog = _read(po)
        created = catalog.creation_date
        catalog.update(template, no_fuzzy_matching=True)
        catalog.creation_date = created  # or every update would change every file
    else:
        catalog = Catalog(locale=language, project=f"Card-table referee: {po.parts[-4]}", charset="utf-8")
        catalog.header_comment = "# Translations of the card-table referee."
        for message in template:
            if message.id:
                catalog[message.id] = message
    catalog.fuzzy = False
    return catalog


def _write(po: Path, catalog: Catalog) -> bool:
    text = BytesIO()
    write_po(text, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    if po.exists() and po.read_bytes() == text.getvalue():
        return False
    po.parent.mkdir(parents=True, exist_ok=True)
    po.write_bytes(text.getvalue())
    return True


# -- check ------------------------------------------------------------------------------------------------


def check() -> list[str]:
    """Return what is wrong with the translations, a line for each fault."""
    faults: list[str] = []
    wanted = texts_by_part()
    for language in LANGUAGES:
        catalogs = {}
        for part, template in wanted.items():
            po = LOCALE / part / language / "LC_MESSAGES" / "django.po"
            if po.exists():
                catalogs[part] = _read(po)
                faults += [f"{part}/{language}: {fault}" for fault in faults_of(catalogs[part], template)]
            else:
                faults.append(f"{part}/{language}: there is no {po.relative_to(ROOT)}")
        faults += [f"{language}: {fault}" for fault in contradictions(catalogs)]
    strangers = {path.name for path in LOCALE.glob("*") if path.is_dir()} - set(wanted)
    return faults + [f"{name}: no part of the project has this name" for name in sorted(strangers)]


def faults_of(catalog: Catalog, template: Catalog) -> Iterator[str]:
    """What a catalogue lacks, has too much of, or has wrong, measured against the texts in the code."""
    there, wanted = _by_key(catalog), _by_key(template)
    for key, message in wanted.items():
        if key not in there:
            yield f"missing: {_shown(message)}"
        else:
            yield from _faults_of_message(there[key])
    for key in there.keys() - wanted.keys():
        yield f"no longer used: {_shown(there[key])}"
    for message in catalog.obsolete.values():
        yield f"no longer used: {_shown(message)}"


def _faults_of_message(message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield f"marked fuzzy: {_shown(message)}"
    source = message.id if isinstance(message.id, tuple | list) else (message.id,)
    given = message.string if isinstance(message.string, tuple | list) else (message.string,)
    strings = [text or "" for text in given]
    if not all(text.strip() for text in strings):
        yield f"not translated: {_shown(message)}"
        return
    expected = set(PLACEHOLDER.findall(source[-1]))
    if any(set(PLACEHOLDER.findall(text)) != expected for text in strings):
        yield f"placeholders differ: {_shown(message)}"


def contradictions(catalogs: dict[str, Catalog]) -> Iterator[str]:
    """Texts that two parts translate differently; Django merges the parts, so one of them would be lost."""
    seen: dict[Key, dict[str, str]] = defaultdict(dict)
    for part, catalog in catalogs.items():
        for key, message in _by_key(catalog).items():
            seen[key][part] = str(message.string)
    for (_, text), by_part in seen.items():
        if len(set(by_part.values())) > 1:
            yield f"translated differently in {' and '.join(sorted(by_part))}: {text!r}"


def _by_key(catalog: Catalog) -> dict[Key, Message]:
    messages = (message for message in catalog if message.id)
    return {(m.context, tuple(m.id) if isinstance(m.id, list | tuple) else m.id): m for m in messages}


def _shown(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return repr(text if len(text) <= 90 else text[:87] + "…")


def main(argv: list[str]) -> int:
    match argv:
        case ["compile"]:
            for po in compile_all():
                print(f"compiled {po.relative_to(ROOT)}")
        case ["update"]:
            for po in update():
                print(f"updated {po.relative_to(ROOT)}")
            left = check()
            print("\n".join(left) if left else "Translations are complete.")
        case ["check"]:
            faults = check()
            print("\n".join(faults) if faults else "Translations are complete.")
            return 1 if faults else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
