"""A load generator: clients on connections of their own, each sending prepared requests one after another."""

import socket
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """What a run showed: requests a second over all clients, and the time of one in milliseconds."""

    rate: float
    p50: float
    p99: float


def run(port: int, scripts: Sequence[Sequence[bytes]], expect: bytes) -> Figures:
    """Send each client's requests in order, all clients at once.

    Takes for each client its requests as bytes, and how the status line of a good answer begins.
    """
    times: list[list[float]] = [[] for _ in scripts]
    errors: list[str] = []
    gate = threading.Barrier(len(scripts) + 1)

    def client(number: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            gate.wait()
            for request in scripts[number]:
                start = time.perf_counter()
                answer = exchange(connection, request)
                times[number].append(time.perf_counter() - start)
                if not answer.startswith(expect):
                    errors.append(answer[:400].decode(errors="replace"))
                    return

    threads = [threading.Thread(target=client, args=(number,)) for number in range(len(scripts))]
    for thread in threads:
        thread.start()
    gate.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    if errors:
        raise RuntimeError(errors[0])
    every = sorted(one * 1000 for client_times in times for one in client_times)
    return Figures(len(every) / seconds, statistics.median(every), every[int(len(every) * 0.99)])


def exchange(connection: socket.socket, request: bytes) -> bytes:
    """Send one request and return its whole answer."""
    connection.sendall(request)
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            while len(body) < int(value):
                body += _more(connection)
        if name.lower() == b"transfer-encoding":
            while not body.endswith(b"0\r\n\r\n"):
                body += _more(connection)
    return head + b"\r\n\r\n" + body


def _more(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    if not data:
        raise ConnectionError("the server closed the connection")
    return data


def request(method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
    """Return a request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(body)}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def median(figures: Sequence[Figures]) -> Figures:
    """Return the medians of several runs."""
    return Figures(
        statistics.median(f.rate for f in figures),
        statistics.median(f.p50 for f in figures),
        statistics.median(f.p99 for f in figures),
    )
