"""The web server: granian in a process group of its own, with the workers and threads that measured best."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping

from serve import environment, processes
from serve.errors import ServeError

START_SECONDS = 60
STOP_SECONDS = 10


class Web:
    """One granian with its workers, serving the referee at an address."""

    def __init__(self, host: str, port: int, env: Mapping[str, str] | None = None) -> None:
        self.host = host
        self.port = port
        self.env = {**os.environ, **(env or {})}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers. Raises ServeError where it does not."""
        options = {
            "interface": "wsgi", "host": self.host, "port": str(self.port),
            "workers": os.environ.get("WORKERS") or "2", "blocking-threads": "1", "http": "1",
            "workers-kill-timeout": "5", "log-level": "warning",
        }  # fmt: skip
        command = [
            sys.executable,
            "-m",
            "granian",
            "referee.wsgi:application",
            "--no-ws",
            "--respawn-failed-workers",
        ]
        command += [word for name, value in options.items() for word in (f"--{name}", value)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, cwd=environment.ROOT, env=self.env, process_group=0,
            preexec_fn=processes.die_with_parent(signal.SIGTERM),
        )  # fmt: skip
        self._wait_until_ready()

    def died(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def stop(self) -> None:
        """End it with all its workers, also those of a granian that was killed."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.died():
                raise ServeError("The web server did not start; what it says stands above.")
            if self._answers():
                return
            time.sleep(0.05)
        raise ServeError(f"The web server did not answer within {START_SECONDS} seconds.")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(reachable(self.host), self.port, timeout=10)
        try:
            connection.request("GET", "/", headers={"Host": "localhost"})
            connection.getresponse().read()
            return True
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def reachable(host: str) -> str:
    """An address at which this machine reaches itself when it listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def check_address(host: str, port: int) -> None:
    """Raise ServeError, in words for the person at the keyboard, where we could not listen there."""
    try:
        family, kind, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise ServeError(f"HOST={host} is not an address of this machine ({error.strerror}).") from error
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen()
        except OSError as error:
            raise ServeError(
                f"Cannot listen on port {port} of {host}: {error.strerror}. "
                f"Choose another with `make run PORT={port + 1 if port < 65535 else 8000}`."
            ) from error


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
