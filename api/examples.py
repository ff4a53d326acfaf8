"""Examples of the OpenAPI file: real answers, kept in examples.json. A test holds them against their schemas."""

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _all() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("examples.json").read_text())
    return found


def __getattr__(name: str) -> Any:
    """Return the example of a name in capitals."""
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return _all()[name]
    except KeyError:
        raise AttributeError(name) from None
