"""HTTP: durable, refereed moves a second on the stack that `make run` uses, beside two yardsticks in one run.

The ceiling is `pgbench` doing the same transaction (lock a row, insert one, update one); the yardstick for
our own part is a bare Django view doing it on the same server (benchmarks/bare.py).
"""

import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import load
from serve import postgres
from serve.home import program_folders
from serve.web import Web

ROUNDS = 3
CLIENTS = 8
MOVES = 400
PORT = 8791

PGBENCH = """
\\set row :client_id + 33
BEGIN;
SELECT seq FROM bench_row WHERE id = :row FOR UPDATE;
INSERT INTO bench_entry (row_id, seq, data, at)
    SELECT :row, seq + 1, '{"seat": 1, "kind": "play", "card": "QH"}'::jsonb, now()
    FROM bench_row WHERE id = :row;
UPDATE bench_row SET seq = seq + 1, at = now() WHERE id = :row;
COMMIT;
"""


def measure(clients: int = CLIENTS) -> dict[str, load.Figures]:
    """Return figures for `pgbench`, `bare Django view` and `refereed moves`: medians over rounds in turn."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # a socket's path must be short
        server = postgres.Server(Path(folder) / "data")
        os.environ["DATABASE_URL"] = server.start()
        try:
            return _measure(clients)
        finally:
            server.stop()


def _measure(clients: int) -> dict[str, load.Figures]:
    subprocess.run([sys.executable, "-m", "serve.prepare"], check=True, env=_env())
    _make_yardstick_tables()
    found: dict[str, list[load.Figures]] = {"pgbench": [], "bare Django view": [], "refereed moves": []}
    for number in range(ROUNDS):
        found["pgbench"].append(_pgbench(clients))
        with _serving("benchmarks.bare_settings", _bare_scripts(1)[0][0]):
            found["bare Django view"].append(load.run(PORT, _bare_scripts(clients), b"HTTP/1.1 201"))
        with _serving("referee.settings", load.request("GET", "/api/v1/health/ready", b"", {})):
            found["refereed moves"].append(load.run(PORT, _move_scripts(clients, number), b"HTTP/1.1 201"))
    return {name: load.median(figures) for name, figures in found.items()}


def _env(settings: str = "referee.settings") -> dict[str, str]:
    return {**os.environ, "DJANGO_SETTINGS_MODULE": settings, "ALLOWED_HOSTS": "127.0.0.1"}


@contextmanager
def _serving(settings: str, ping: bytes) -> Iterator[None]:
    """Serve, and let both workers open their connections and load their code."""
    web = Web("127.0.0.1", PORT, _env(settings))
    web.start()
    try:
        load.run(PORT, [[ping] * 20] * CLIENTS, b"HTTP/1.1 2")
        yield
    finally:
        web.stop()


def _make_yardstick_tables() -> None:
    import psycopg

    from benchmarks.bare import TABLES

    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        connection.execute(TABLES)  # type: ignore[arg-type]


def _bare_scripts(clients: int) -> list[list[bytes]]:
    body = b'{"seat": 1, "kind": "play", "card": "QH"}'
    return [[load.request("POST", f"/bare/{row + 1}/", body, {})] * MOVES for row in range(clients)]


def _move_scripts(clients: int, seed: int) -> list[list[bytes]]:
    """Make tables over HTTP, deal to them, and return for each client the moves of random hands."""
    rng = random.Random(seed)
    return [[move for _ in range(MOVES // 44 + 1) for move in _hand(rng)][:MOVES] for _ in range(clients)]


def _hand(rng: random.Random) -> list[bytes]:
    from benchmarks.engine import filled
    from referee import games

    game = games.get("auction-house")
    terms = game.terms({}, 4)
    standing = game.opening(terms)
    deal = game.deal(terms, standing, 0, lambda cards: rng.sample(cards, len(cards)))
    table = _post("/api/v1/tables/", {"game": game.slug, "seats": ["Ann", "Ben", "Cem", "Dia"]}, {})
    path, key = f"/api/v1/tables/{table['id']}/", table["keys"]["steward"]
    headers = {"Authorization": f"Bearer {key}"}
    dealt = _post(
        f"{path}hands/",
        {"sight": "open", "deal": deal, "dealer": 0},
        headers | {"If-Match": f'"{table["seq"]}"'},
    )
    state, seq, requests = game.start(terms, standing, 0, deal), dealt["seq"], []
    while moves := game.legal_moves(state):
        move = filled(game, state, rng.choice(moves), rng)
        body = {key: value for key, value in move.as_json().items() if key != "text"}
        requests.append(
            load.request(
                "POST", f"{path}moves/", json.dumps(body).encode(), headers | {"If-Match": f'"{seq}"'}
            )
        )
        state, seq = game.applied(state, move), seq + 1
    return requests


def _post(path: str, body: dict[str, Any], headers: dict[str, str]) -> dict[str, Any]:
    with socket.create_connection(("127.0.0.1", PORT)) as connection:
        answer = load.exchange(connection, load.request("POST", path, json.dumps(body).encode(), headers))
    head, _, data = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 201"):
        raise RuntimeError(answer.decode(errors="replace"))
    found: dict[str, Any] = json.loads(data)
    return found


def _pgbench(clients: int, seconds: int = 4) -> load.Figures:
    """Run the transaction in pgbench, with prepared statements; latencies come from its log."""
    program = next(folder / "pgbench" for folder in program_folders() if (folder / "pgbench").exists())
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "move.sql"
        script.write_text(PGBENCH)
        command = [program, "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds), "-l"]
        command += ["-f", script, os.environ["DATABASE_URL"]]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder)
        times = sorted(
            int(line.split()[2]) / 1000 for log in Path(folder).glob("pgbench_log*") for line in log.open()
        )
    rate = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert rate, done.stdout
    return load.Figures(float(rate.group(1)), times[len(times) // 2], times[int(len(times) * 0.99)])
