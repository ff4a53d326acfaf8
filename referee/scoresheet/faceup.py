"""Cards that lie face up at a real table before the first move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FaceUp:
    """How many cards lie face up, what they are called, in front of whom, and the deal that they make."""

    title: str
    count: int
    seat: int | None
    deal: Callable[[Sequence[str]], dict[str, Any]]
