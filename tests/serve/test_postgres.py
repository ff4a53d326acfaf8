"""The supervisor of PostgreSQL against what happens to programs: kill -9, stale pid files, odd folders."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

from serve import home, postgres, processes

ROOT = Path(__file__).resolve().parent.parent.parent
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user run PostgreSQL")
on_linux = pytest.mark.skipif(not processes.CAN_TELL, reason="needs /proc")


@pytest.fixture
def place():
    """A folder that everybody may pass, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="ref-test-"))
    folder.chmod(0o755)
    yield folder
    for pid in processes.postgres_in(home.home_of(folder / "var").path / "data"):
        os.kill(pid, signal.SIGKILL)
    for note in folder.rglob("postgres.path"):
        shutil.rmtree(note.read_text().strip())
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def spare():
    """Where a cluster lies that the supervisor made once. It is moved to where a test wants one, and back."""
    folder = Path(tempfile.mkdtemp(prefix="ref-test-"))
    folder.chmod(0o755)
    server = postgres.Server(folder)
    server.start()
    server.stop()
    yield server.data
    shutil.rmtree(folder)


@pytest.fixture
def started(place, spare):
    """A function that starts servers, each stopped at the end of the test."""
    servers = []

    def start(data_dir=place / "var"):
        where = home.home_of(data_dir)
        if spare.exists():
            where.prepare()
            spare.rename(where.path / "data")
        server = postgres.Server(data_dir)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.stop()
    if not spare.exists():
        servers[-1].data.rename(spare)


def ask(server, sql):
    with psycopg.connect(postgres.url(server.data_dir), autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchone()[0] if cursor.description else None


def write_row(server):
    ask(server, "DROP TABLE IF EXISTS kept")
    ask(server, "CREATE TABLE kept AS SELECT 1 AS n")


def rows(server):
    return ask(server, "SELECT count(*) FROM kept")


def test_rows_are_kept_and_nothing_runs_on(started):
    first = started()
    write_row(first)
    data = first.data
    first.stop()
    assert processes.postgres_in(data) == []
    assert rows(started()) == 1


def test_what_was_answered_is_on_disk(started):
    server = started()
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        assert ask(server, f"SHOW {setting}") == "on"


def test_only_its_user_can_reach_it(started):
    server = started()
    for folder in (server.home.path, server.data, server.socket_dir):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert ask(server, "SHOW listen_addresses") == ""


@as_root
def test_it_does_not_run_as_root(started):
    server = started()
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    uids = next(line for line in status.splitlines() if line.startswith("Uid:")).split()[1:]
    assert "0" not in uids
    assert "CapEff:\t0000000000000000" in status


def test_it_has_a_process_group_of_its_own(started):
    server = started()
    assert os.getpgid(server.process.pid) == server.process.pid != os.getpgrp()


def test_a_server_that_was_killed_is_started_again_with_every_row(started):
    server = started()
    write_row(server)
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    assert server.revive()
    assert rows(server) == 1
    assert not server.revive()


def test_a_server_killed_with_all_its_helpers_recovers_at_the_next_start(started):
    server = started()
    write_row(server)
    os.killpg(server.process.pid, signal.SIGKILL)
    server.stop()
    assert rows(started()) == 1


@on_linux
def test_a_supervisor_that_was_killed_takes_the_server_along(place, started):
    started().stop()
    program = (
        "import sys, time; from pathlib import Path; from serve import postgres\n"
        f"server = postgres.Server(Path({str(place / 'var')!r})); server.start()\n"
        "print(server.process.pid, flush=True); time.sleep(600)"
    )
    supervisor = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with supervisor:
        pid = int(supervisor.stdout.readline())
        assert processes.postgres_in(place / "var/postgres/data")
        supervisor.kill()
    # At once, while it is still going down: the next supervisor has to cope.
    server = started()
    assert pid not in processes.postgres_in(server.data)
    write_row(server)
    server.stop()
    assert processes.postgres_in(server.data) == []


@on_linux
def test_a_server_that_nobody_supervises_is_taken_over(started):
    before = started()
    write_row(before)
    data, programs, identity, socket_dir = before.data, before.programs, before.identity, before.socket_dir
    before.stop()
    command = [
        programs / "postgres",
        "-D",
        data,
        "-c",
        "listen_addresses=",
        "-c",
        f"unix_socket_directories={socket_dir}",
    ]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, process_group=0, **identity.popen()) as orphan:
        deadline = time.monotonic() + 20
        while not (socket_dir / home.SOCKET_NAME).exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        server = started()
        assert orphan.wait(20) == 0
    assert rows(server) == 1
    server.stop()
    assert processes.postgres_in(data) == []


@on_linux
def test_a_stale_pid_file_that_names_another_process(started):
    server = started()
    write_row(server)
    pid_file = server.data / "postmaster.pid"
    lines = pid_file.read_text().splitlines(keepends=True)
    os.killpg(server.process.pid, signal.SIGKILL)
    server.stop()
    with subprocess.Popen(["sleep", "600"], **server.identity.popen()) as bystander:
        pid_file.write_text("".join([f"{bystander.pid}\n", *lines[1:]]))
        assert rows(started()) == 1
        assert bystander.poll() is None
        bystander.kill()


def test_two_supervisors_do_not_share_a_folder(place, started):
    started()
    with pytest.raises(
        postgres.AlreadyRunningError, match=rf"already running in {place}/var \(process {os.getpid()}\)"
    ):
        postgres.Server(place / "var").start()


def test_a_visitor_uses_the_running_server_and_leaves_it_alone(place, started):
    server = started()
    with postgres.running(place / "var") as url, psycopg.connect(url) as connection:
        assert connection.info.backend_pid
    assert server.process.poll() is None


def test_a_visitor_starts_and_stops_a_server_of_its_own(place, started):
    started().stop()
    with postgres.running(place / "var") as url:
        psycopg.connect(url).close()
    assert processes.postgres_in(place / "var/postgres/data") == []


@pytest.mark.parametrize("name", ["with space", 'it\'s, "quoted"', "カード%20", "-c"])
def test_folders_with_odd_names(place, started, name):
    server = started(place / name / "var")
    write_row(server)
    server.stop()
    assert rows(started(place / name / "var")) == 1


def test_a_path_too_long_for_a_socket(place, started):
    deep = place.joinpath(*["a-rather-deep-folder"] * 6)
    server = started(deep)
    assert server.socket_dir.parent != server.home.path
    assert stat.S_IMODE(server.socket_dir.stat().st_mode) == 0o700
    assert server.socket_dir.stat().st_uid == server.identity.uid
    write_row(server)
    server.stop()
    again = started(deep)
    assert again.socket_dir == server.socket_dir
    assert rows(again) == 1
    again.stop()
    # Somebody else's folder in the place of ours is not used.
    shutil.rmtree(again.socket_dir)
    again.socket_dir.mkdir(mode=0o777)
    third = started(deep)
    assert third.socket_dir != again.socket_dir
    assert rows(third) == 1
    third.stop()
    third.home.forget_socket_dir()
    assert not third.socket_dir.exists()
    again.socket_dir.rmdir()


@as_root
def test_a_folder_that_the_other_user_cannot_reach(place, started):
    closed = place / "closed"
    closed.mkdir(mode=0o700)
    server = started(closed / "var")
    assert server.home.path.parent == home.ELSEWHERE
    assert (closed / "var/postgres.path").read_text().strip() == str(server.home.path)
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    write_row(server)
    server.stop()
    closed.chmod(0o755)  # opened later: the rows are where they were
    again = started(closed / "var")
    assert rows(again) == 1
    again.stop()


@as_root
def test_a_strict_umask_does_not_shut_the_other_user_out(place, started):
    before = os.umask(0o077)
    try:
        server = started(place / "new" / "var")
    finally:
        os.umask(before)
    assert server.home.path == place / "new" / "var" / "postgres"
    write_row(server)


@as_root
def test_programs_that_the_other_user_cannot_reach_are_copied(place):
    found = home.find_programs(home.Home(place), home.identity_for(place))
    package = found.parent.parent
    if not package.with_name(f"{package.name}.libs").exists():
        pytest.skip("PostgreSQL is not from a wheel here")
    closed = place / "closed"
    closed.mkdir(mode=0o700)
    for part in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, closed / part.name, symlinks=True)
    here = home.Home(place / "home")
    identity = here.prepare()
    programs = home.find_programs(here, identity, [closed / found.relative_to(package.parent)])
    assert programs.is_relative_to(here.path)
    for name in ("postgres", "initdb", "psql"):  # with the libraries they need
        subprocess.run(
            [programs / name, "--version"], check=True, stdout=subprocess.DEVNULL, **identity.popen()
        )


def test_half_a_cluster_is_not_taken_for_one(place, started):
    server = started()
    server.stop()
    (server.data / "PG_VERSION").unlink()
    with pytest.raises(postgres.PostgresError, match="holds no database"):
        started()
    server.data.rename(server.data.with_name("data.new"))  # as if initdb had been killed
    write_row(started())


def test_data_of_another_version(started):
    server = started()
    server.stop()
    version = (server.data / "PG_VERSION").read_text()
    (server.data / "PG_VERSION").write_text("12\n")
    with pytest.raises(postgres.PostgresError, match=r"made by PostgreSQL 12.*POSTGRES_BIN.*DATABASE_URL"):
        started()
    (server.data / "PG_VERSION").write_text(version)


def test_a_server_that_cannot_start_says_why(started):
    server = started()
    server.stop()
    configuration = server.data / "postgresql.conf"
    before = configuration.read_text()
    configuration.write_text(f"{before}\nno_such_setting = 1\n")
    with pytest.raises(postgres.PostgresError, match="no_such_setting"):
        started()
    configuration.write_text(before)


def test_without_any_programs_the_way_out_is_named(place):
    here = home.Home(place)
    with pytest.raises(postgres.PostgresError, match="DATABASE_URL"):
        home.find_programs(here, home.identity_for(place), [place / "bin"])


def test_a_postgresql_on_the_path_is_found_where_the_wheel_has_none(place):
    identity = home.identity_for(place)
    wheel = home.find_programs(home.Home(place), identity)
    # -S leaves out what is installed, so there is no wheel.
    program = "from serve import home; print(home.program_folders()[0])"
    env = {"PATH": str(wheel)}
    command = [sys.executable, "-S", "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.strip() == str(wheel)


def test_a_user_without_an_account_is_told_so():
    with pytest.raises(postgres.PostgresError, match=r"user 4000000123.*DATABASE_URL"):
        home.Identity(4000000123, 4000000123).check_account()
    home.identity_for(ROOT).check_account()


def test_throwaway_clusters_leave_nothing_and_clear_away_what_killed_runs_left(place):
    parent = place / "test"
    program = (
        "import os, signal; from pathlib import Path; from serve import postgres\n"
        f"with postgres.throwaway(Path({str(parent)!r})): os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = parent.iterdir()
    with postgres.throwaway(parent) as server:
        assert not left.exists()
        assert ask(server, "SHOW fsync") == "off"
        with postgres.throwaway(parent) as other:  # two runs at once
            assert ask(other, "SELECT 1") == 1
        assert ask(server, "SELECT 1") == 1
    assert processes.postgres_in(server.data) == []
    assert list(parent.iterdir()) == []


def test_the_log_does_not_grow_for_ever(started, monkeypatch):
    server = started()
    server.stop()
    monkeypatch.setattr(postgres, "LOG_LIMIT", 10)
    again = started()
    assert again.log.with_name("log.old").exists()
    again.stop()
