"""`make run`: database, tables, translations and web server, from nothing to an address to open.

One process watches over all the others in one thread. It ends them when it is told to end; the kernel does
so when it is killed (serve/processes.py).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType

from serve import environment, postgres, processes, qr
from serve.errors import ServeError
from serve.web import Web, check_address, reachable

LOOK_EVERY = 0.25  # seconds
RESTARTS = 5  # of one part
WITHIN = 60.0  # seconds


class _ToldToEndError(BaseException):
    """SIGINT, SIGTERM or SIGHUP arrived."""


def main() -> int:
    """Serve until told to end. Returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="replace")  # type: ignore[union-attr]
    if "MAKELEVEL" in os.environ:  # `make` that is killed leaves nothing running
        processes.end_with_parent(signal.SIGTERM)
    _on_signals(_raise_end)
    with ExitStack() as parts:
        parts.callback(_on_signals, signal.SIG_IGN)  # runs last; see _serve
        try:
            _serve(parts)
        except _ToldToEndError:
            print("\nEnding …")
        except ServeError as error:
            print(f"\n{error}", file=sys.stderr)
            return 1
        finally:
            _on_signals(signal.SIG_IGN)  # a second Ctrl-C must not keep us from ending the others
    return 0


def _serve(parts: ExitStack) -> None:
    host, port = _address()
    check_address(host, port)
    database = None
    if not os.environ.get("DATABASE_URL"):
        database = postgres.Server(environment.data_dir())
        parts.callback(database.stop)
        print("Starting PostgreSQL …")
        os.environ["DATABASE_URL"] = database.start()
        if database.home.note:
            print(f"The user who runs PostgreSQL cannot reach {environment.data_dir()}, "
                  f"so the database lives in {database.home.path}.")  # fmt: skip
    _prepare()
    web = Web(host, port)
    parts.callback(web.stop)
    web.start()
    _announce(host, port)
    _watch(web, database)


def _address() -> tuple[str, int]:
    host, port = os.environ.get("HOST") or "0.0.0.0", os.environ.get("PORT") or "8000"  # noqa: S104
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise ServeError(f"PORT={port} is not a port: a number from 1 to 65535.")
    return host, int(port)


def _prepare() -> None:
    command = [sys.executable, "-m", "serve.prepare"]
    done = subprocess.run(command, cwd=environment.ROOT, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise ServeError("The database could not be brought up to date; what happened stands above.")


def _announce(host: str, port: int) -> None:
    print(f"\nCard-table referee: {_url(reachable(host), port)}")
    others = environment.addresses() if host in environment.EVERY_ADDRESS else []
    if others:
        phones = _url(others[0], port)
        print(f"Phones on this network: {phones}")
        qr.show(phones)
    print("Ctrl-C ends it. Everything is kept in", environment.data_dir())


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _watch(web: Web, database: postgres.Server | None) -> None:
    deaths: list[float] = []
    while True:
        time.sleep(LOOK_EVERY)
        if database and database.revive():
            _count(deaths, "PostgreSQL")
        if web.died():
            _count(deaths, "The web server")
            web.stop()
            web.start()


def _count(deaths: list[float], what: str) -> None:
    """Note a death; too many of them in a short time are no accident."""
    now = time.monotonic()
    deaths[:] = [then for then in deaths if now - then < WITHIN] + [now]
    if len(deaths) > RESTARTS:
        raise ServeError(f"{what} ended again and again; giving up.")
    print(f"{what} had ended and was started again.", file=sys.stderr)


def _on_signals(what: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for word in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # `nohup make run` means what it says; a shell's habit of ignoring SIGINT in the background does not
        if word is not signal.SIGHUP or signal.getsignal(word) is not signal.SIG_IGN:
            signal.signal(word, what)


def _raise_end(_signum: int, _frame: FrameType | None) -> None:
    raise _ToldToEndError


if __name__ == "__main__":
    sys.exit(main())
