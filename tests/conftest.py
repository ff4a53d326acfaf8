"""What every test may use: a real PostgreSQL, the real server over HTTP, a real browser.

A test that touches the database gets a PostgreSQL of this run's own (or DATABASE_URL's), started when first
needed; tests of the rules alone start nothing.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from serve import environment, postgres, translations
from serve.web import Web, free_port

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM_FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE = {"width": 390, "height": 844}
without_browser = pytest.StashKey[list]()


def pytest_configure(config):
    config.stash[without_browser] = []
    translations.compile_all()


# -- the database -----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_url():
    """The URL of the PostgreSQL that this run uses."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    with postgres.throwaway(ROOT / "var" / "test") as server:
        yield postgres.url(server.data_dir)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """At the end nobody else may hold the test database, or it cannot be dropped."""
    from django.db import connection

    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(postgres_url):
    """Called by pytest-django just before it makes the test database."""
    from django.conf import settings

    entry = settings.DATABASES["default"]
    fresh = environment.database(postgres_url)
    entry.update(fresh, OPTIONS=entry["OPTIONS"] | fresh["OPTIONS"])


# -- the server -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunningServer:
    """The server that `make run` uses, with the test database behind it."""

    url: str  # without a slash at the end
    database_url: str


@pytest.fixture(scope="session")
def server(django_db_setup, tmp_path_factory):
    """The real stack on a free port. What it writes stays until the run ends: look only at what you made."""
    from django.db import connection
    from psycopg.conninfo import make_conninfo

    entry = connection.settings_dict
    words = {word: entry[key] for key, word in environment.DJANGO_WORDS.items() if entry[key]}
    database_url = make_conninfo(**words)
    web = Web("127.0.0.1", free_port(), {"DATABASE_URL": database_url})
    try:
        web.start()
        yield RunningServer(f"http://127.0.0.1:{web.port}", database_url)
    finally:
        web.stop()


# -- the browser ------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium_path():
    """Where the browser is; None without one."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium(chromium_path):
    """One headless browser for the whole run (Playwright's Browser object)."""
    if chromium_path is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which Django takes for a sign of asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser(chromium, request):
    """Playwright's Browser. Without a browser the test is skipped, or fails where REQUIRE_BROWSER=1."""
    if chromium is None:
        if environment.flag("REQUIRE_BROWSER"):
            pytest.fail("There is no chromium, and REQUIRE_BROWSER is set.")
        request.config.stash[without_browser].append(request.node.nodeid)
        pytest.skip("there is no chromium")
    return chromium


@pytest.fixture
def page(browser, server):
    """A page on a phone-sized screen; `page.goto("/")` opens the server's first page.

    The test fails when a script raised an error or the page broke its own content security policy.
    """
    context = browser.new_context(base_url=server.url, viewport=PHONE, has_touch=True, locale="en-GB")
    context.set_default_timeout(10_000)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
    yield page
    context.close()
    assert not faults, "the browser complained:\n" + "\n".join(faults)


def _is_fault(message):
    # An answer such as 422 is reported as an error too, but refusing is what a referee does.
    return message.type == "error" and not message.text.startswith("Failed to load resource")


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.chromium)


def pytest_terminal_summary(terminalreporter, config):
    if skipped := config.stash[without_browser]:
        line = f" {len(skipped)} BROWSER TESTS WERE SKIPPED: there is no chromium on this machine "
        terminalreporter.write_sep("!", line, red=True, bold=True)
        terminalreporter.write_line(
            "Debian: apt install chromium. Elsewhere set CHROMIUM to the program's path.", red=True
        )
        terminalreporter.write_sep("!", red=True, bold=True)
