"""The referee's settings with the yardstick's one view, and without the middleware it has no use for."""

from referee.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare"
MIDDLEWARE: list[str] = []
