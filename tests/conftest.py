"""What every test may use: a real PostgreSQL, the real server over HTTP, a real browser.

A test that touches the database gets a PostgreSQL of this run's own (or DATABASE_URL's), started when first
needed; tests of the rules alone start nothing.
"""

import os
from pathlib import Path

import pytest

from serve import postgres

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def postgres_url():
    """The URL of the PostgreSQL that this run uses."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    with postgres.throwaway(ROOT / "var" / "test") as server:
        yield postgres.url(server.data_dir)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(postgres_url):
    """Called by pytest-django just before it makes the test database."""
    from django.conf import settings

    from serve import environment

    before = os.environ.get("DATABASE_URL")
    os.environ["DATABASE_URL"] = postgres_url
    try:
        fresh = environment.database()
    finally:
        if before is None:
            del os.environ["DATABASE_URL"]
    entry = settings.DATABASES["default"]
    options = entry["OPTIONS"] | fresh.pop("OPTIONS")
    entry.update(fresh, OPTIONS=options)
