"""Fixed positions and their counts, as the files *.perft beside this one hold them.

A file is plain text. `#` starts a comment; a line that begins with a space goes on with the line before.

    position  a name
    options   preset=book asks=truthful
    scores    -505 0            (where the match stands; by default at its beginning)
    played    12                (hands played before; by default none)
    dealer    3
    deal      hands = KS JS … | QS 7S … | …
    deal      trump = QH        (cards by |, smaller groups inside by a comma, - for none)
    moves     0 bid 50, 1 pass, …
    count     1 = 18            (depth = how many different continuations of exactly so many moves)
"""

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass
class Position:
    """A position: the terms, the deal and the moves that lead to it, and the recorded counts by depth."""

    slug: str
    name: str
    options: dict = field(default_factory=lambda: {"preset": "book"})
    scores: list | None = None
    played: int = 0
    dealer: int = 0
    deal: dict = field(default_factory=dict)
    moves: list = field(default_factory=list)
    counts: dict = field(default_factory=dict)

    @property
    def seats(self):
        """The number of players."""
        return 2 if self.slug in ("checks", "troeven") else len(self.deal["hands"])


def read(slug):
    """Return the positions of a game."""
    found = []
    for key, rest in _entries((FOLDER / f"{slug}.perft").read_text(encoding="utf-8")):
        if key == "position":
            found.append(Position(slug, rest))
        else:
            _set(found[-1], key, rest)
    return found


def _entries(text):
    lines = []
    for raw in text.splitlines():
        line = raw.split("#")[0].rstrip()
        if line.startswith(" "):
            lines[-1] += " " + line.strip()
        elif line:
            lines.append(line)
    return [line.split(maxsplit=1) for line in lines]


def _set(position, key, rest):
    if key == "options":
        words = (word.split("=") for word in rest.split())
        position.options = {name: _number(value) for name, value in words}
    elif key == "scores":
        position.scores = [int(word) for word in rest.split()]
    elif key in ("played", "dealer"):
        setattr(position, key, int(rest))
    elif key == "deal":
        name, cards = (part.strip() for part in rest.split("="))
        position.deal[name] = _cards(name, cards)
    elif key == "moves":
        position.moves = [move.strip() for move in rest.split(",")]
    elif key == "count":
        depth, count = rest.split("=")
        position.counts[int(depth)] = int(count)
    else:
        raise ValueError(f"{position.slug}, {position.name}: {key}?")


def _number(word):
    return int(word) if word.lstrip("-").isdigit() else word


def _cards(name, text):
    if name == "trump":
        return None if text == "-" else text
    if name in ("stock", "targets"):
        return text.split()
    sides = [side.strip() for side in text.split("|")]
    if name == "fans":
        return [[fan.split() for fan in side.split(",")] for side in sides]
    return [side.split() for side in sides]
