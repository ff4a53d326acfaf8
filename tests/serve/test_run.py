"""`make run` from start to end: what it prints, what it keeps, and that it leaves nothing running."""

import http.client
import os
import pty
import re
import select
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

from serve import postgres, processes
from serve.environment import addresses
from serve.web import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
READY_PATH = "/api/v1/health/ready"  # asks the database
READY = "Ctrl-C ends it."


class Run:
    """A `make run` in a session of its own, as a terminal would start it."""

    def __init__(self, data_dir, port, **env):
        self.data_dir, self.port, self.said = data_dir, port, ""
        kept = {
            k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "MAKELEVEL", "MAKEFLAGS", "HOST"}
        }
        self.process = subprocess.Popen(
            ["make", "run", f"PORT={port}", f"DATA_DIR={data_dir}"],
            cwd=ROOT, env={**kept, **env}, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def read_until(self, text, seconds=60):
        """Read what it says until this text comes or it ends."""
        deadline = time.monotonic() + seconds
        while text not in self.said and time.monotonic() < deadline:
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                if not (piece := os.read(self.process.stdout.fileno(), 4096)):
                    break
                self.said += piece.decode()
        assert text in self.said, self.said
        return self

    def family(self):
        """Every process below make, by number."""
        parents = {}
        for stat_file in Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(stat_file.parent.name)] = int(stat_file.read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
        found = [self.process.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found

    def get(self, path="/"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def database(self):
        return psycopg.connect(postgres.url(self.data_dir), autocommit=True)

    def end(self, word=signal.SIGINT):
        """Press Ctrl-C, or send another signal to the whole foreground group."""
        os.killpg(self.process.pid, word)
        rest, _ = self.process.communicate(timeout=40)
        self.said += rest.decode()


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pids, seconds=20):
    return processes.wait_until_gone(lambda: [pid for pid in pids if is_running(pid)], seconds=seconds)


@pytest.fixture(scope="module")
def data_dir():
    folder = Path(tempfile.mkdtemp(prefix="ref-run-"))
    folder.chmod(0o755)
    yield folder / "var"
    shutil.rmtree(folder)


@pytest.fixture
def run(data_dir):
    """A function that starts `make run` and waits until it serves; all ends with the test."""
    runs = []

    def start(until=READY, **env):
        runs.append(Run(data_dir, env.pop("PORT", None) or free_port(), **env))
        return runs[-1].read_until(until)

    yield start
    for each in runs:
        if each.process.poll() is None:
            each.end()
        each.process.stdout.close()


def test_it_says_where_it_is_and_keeps_every_row(run, data_dir):
    first = run()
    assert f"Card-table referee: http://127.0.0.1:{first.port}/\n" in first.said
    for address in addresses()[:1]:  # none on a machine without a network
        assert f"Phones on this network: http://{address}:{first.port}/\n" in first.said
    assert "\x1b" not in first.said
    assert "█" not in first.said
    assert first.get() < 500
    with first.database() as database:
        database.execute("CREATE TABLE kept AS SELECT 7 AS n")
    key = data_dir / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_text()
    assert len(before) > 60
    family = first.family()
    assert len(family) > 8  # make, us, granian with its workers, postgres with its helpers
    first.end()
    assert gone(family)
    assert "Traceback" not in first.said

    began = time.monotonic()
    second = run()
    assert time.monotonic() - began < 60  # seconds in earnest; this leaves room for a busy machine
    assert "Installing" not in second.said
    assert second.get() < 500
    assert key.read_text() == before
    with second.database() as database:
        assert database.execute("SELECT n FROM kept").fetchone() == (7,)


def test_two_at_once_in_one_folder_and_the_first_is_told_to_end(run, data_dir):
    first = run(HOST="127.0.0.1")
    assert "Phones" not in first.said
    second = run(until=f"already running in {data_dir}")
    assert second.process.wait(20) != 0
    assert "Traceback" not in second.said
    assert first.get() < 500
    family = first.family()
    os.kill(first.process.pid, signal.SIGTERM)  # make alone; it passes the word on
    assert gone(family)


@pytest.mark.skipif(not processes.CAN_TELL, reason="only Linux ends children with their parent")
@pytest.mark.parametrize("victim", [0, 1], ids=["make", "serve.run"])
def test_a_killed_parent_leaves_nothing_running(run, victim):
    running = run()
    family = running.family()
    os.kill(family[victim], signal.SIGKILL)
    assert gone(family)


def test_what_was_killed_comes_back(run):
    running = run()
    family = running.family()
    (server,) = (pid for pid in family if "postgres -D" in command_of(pid).replace("\0", " "))
    assert [running.get(READY_PATH) for _ in range(6)] == [200] * 6  # every worker has a connection now
    os.kill(server, signal.SIGKILL)
    running.read_until("PostgreSQL had ended and was started again.")
    assert [running.get(READY_PATH) for _ in range(6)] == [200] * 6
    with running.database() as database:
        assert database.execute("SELECT 1").fetchone() == (1,)

    granian = next(pid for pid in family if "granian" in command_of(pid))
    os.kill(granian, signal.SIGKILL)
    running.read_until("The web server had ended and was started again.")
    wait_for(lambda: running.get() < 500)
    family += running.family()
    running.end()
    assert gone(family)


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def wait_for(fact, seconds=30):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if fact():
                return
        except OSError:
            pass
        time.sleep(0.1)
    pytest.fail("it did not happen")


def test_a_taken_port_is_named_in_plain_words(run):
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = run(until=f"Cannot listen on port {port}", PORT=port)
        assert refused.process.wait(20) != 0
    assert "Traceback" not in refused.said
    assert f"make run PORT={port + 1}" in refused.said


@pytest.mark.parametrize("port", ["http", "0", "70000"])
def test_a_port_that_is_none(run, port):
    refused = run(until=f"PORT={port} is not a port", PORT=port)
    assert refused.process.wait(20) != 0


def test_an_address_that_is_not_ours(run):
    assert run(until="Cannot listen on port", HOST="203.0.113.9").process.wait(20) != 0
    assert (
        run(until="HOST=no.such.host.invalid is not an address", HOST="no.such.host.invalid").process.wait(20)
        != 0
    )


def test_a_database_of_yours_is_used(run, data_dir):
    with postgres.throwaway(data_dir.with_name("other")) as server:
        running = run(DATABASE_URL=postgres.url(server.data_dir))
        assert "Starting PostgreSQL" not in running.said
        assert running.get() < 500
        with psycopg.connect(postgres.url(server.data_dir)) as connection:
            assert connection.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 0
        running.end()


@pytest.mark.parametrize(
    "url", ["mysql://root:secret@localhost/x", "postgresql://u:secret@127.0.0.1:1/x?connect_timeout=3"]
)
def test_a_database_that_does_not_answer(run, url):
    refused = run(until="could not be brought up to date", DATABASE_URL=url)
    assert refused.process.wait(20) != 0
    assert "secret" not in refused.said
    assert "DATABASE_URL" in refused.said
    assert "Traceback" not in refused.said


def test_a_terminal_gets_a_qr_code(run, data_dir):
    ours, theirs = pty.openpty()
    program = "from serve import qr; qr.show('http://192.168.1.20:8000/')"
    command = [str(ROOT / ".venv/bin/python"), "-c", program]
    subprocess.run(
        command, cwd=ROOT, stdout=theirs, env={**os.environ, "PYTHONIOENCODING": "utf-8"}, check=True
    )
    os.close(theirs)
    drawn = os.read(ours, 100_000).decode()
    os.close(ours)
    rows = drawn.splitlines()
    assert len(rows) > 12
    assert len({len(re.sub(r"\x1b\[[0-9;]*m", "", row)) for row in rows}) == 1
    assert set("█▀▄") & set(drawn)
