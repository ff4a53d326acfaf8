"""What is read from the environment."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from serve import environment

ROOT = Path(__file__).resolve().parent.parent.parent


def test_all_processes_agree_on_one_secret_key(tmp_path):
    program = "from serve import environment; print(environment.secret_key())"
    env = {**os.environ, "DATA_DIR": str(tmp_path / "var"), "SECRET_KEY": ""}

    def ask(_):
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    with ThreadPoolExecutor(6) as pool:
        keys = set(pool.map(ask, range(6)))
    assert len(keys) == 1
    assert len(keys.pop().strip()) >= 50
    (left,) = (tmp_path / "var").iterdir()
    assert stat.S_IMODE(left.stat().st_mode) == 0o600


def test_a_given_secret_key_is_used_and_not_written_down(monkeypatch, tmp_path):
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key() == "given"
    assert list(tmp_path.iterdir()) == []


def test_this_machine_is_known_by_its_addresses(monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    hosts = environment.allowed_hosts()
    assert {"localhost", "127.0.0.1", "[::1]", *environment.addresses()} <= set(hosts)
    assert "*" not in hosts
    assert not any(address.startswith("127.") for address in environment.addresses())


def test_the_bound_name_is_allowed(monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setenv("HOST", "Cards.example")
    assert "cards.example" in environment.allowed_hosts()
    monkeypatch.setenv("HOST", "0.0.0.0")
    assert "0.0.0.0" not in environment.allowed_hosts()


def test_given_hosts_are_the_only_ones(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,")
    assert environment.allowed_hosts() == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("text", "expected"), [("1", True), ("yes", True), ("", False), ("0", False), ("False", False)]
)
def test_flags(monkeypatch, text, expected):
    monkeypatch.setenv("SOME_FLAG", text)
    assert environment.flag("SOME_FLAG") is expected


@pytest.mark.parametrize("path", ["/", "/api/v1/games/", "/nowhere"])
def test_a_foreign_host_name_is_refused(client, path):
    answer = client.get(path, headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert client.get(path, headers={"host": "localhost:8000"}).status_code != 400
