"""The main flow as `curl` would do it: real HTTP against the server that `make run` uses."""

import http.client
import json
import socket
from urllib.parse import urlsplit

import pytest

from tests.api.records import golden

pytestmark = pytest.mark.django_db  # or pytest-django makes no database for the server

RECORD, LEGAL = golden("auction-house-AE13")
HAND = RECORD["hands"][0]


@pytest.fixture
def send(server):
    """Send one request over a connection that stays open; return status, headers and body."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)

    def send(method, path, body=None, **headers):
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            told = {"Content-Type": "application/json"} | told
        data = body if body is None or isinstance(body, bytes) else json.dumps(body)
        connection.request(method, f"/api/v1/{path}", data, told)
        answer = connection.getresponse()
        read = answer.read()
        return answer.status, answer.headers, json.loads(read) if read else None

    yield send
    connection.close()


def test_the_golden_trace_ae13(send):
    status, headers, made = send("POST", "tables/", {"game": "auction-house", "seats": RECORD["seats"]})
    assert status == 201
    path = headers["Location"].removeprefix("/api/v1/")
    steward = f"Bearer {made['keys']['steward']}"
    deal = {"sight": "open", "deal": HAND["deal"], "dealer": HAND["dealer"]}
    status, headers, _ = send("POST", f"{path}hands/", deal, Authorization=steward, If_Match=headers["ETag"])
    assert status == 201
    refused = 0
    for text, legal in zip(HAND["moves"], LEGAL[0], strict=True):
        seat = int(text[0])
        key = f"Bearer {made['keys']['seats'][seat]}"
        _, _, shown = send("GET", path, Authorization=key)
        for card in shown["hand"]["view"]["hands"][seat]["cards"]:
            if " play " not in text or f"{seat} play {card}" in legal:
                continue
            move = {"seat": seat, "kind": "play", "card": card}
            status, kind, problem = send(
                "POST", f"{path}moves/", move, Authorization=key, If_Match=headers["ETag"]
            )
            assert (status, kind["Content-Type"]) == (422, "application/problem+json")
            assert problem["rule"]["id"] == "A18"
            assert problem["legal"] == [one for one in legal if one[0] == text[0]]
            refused += 1
        status, headers, told = send(
            "POST", f"{path}moves/", {"text": text}, Authorization=key, If_Match=headers["ETag"]
        )
        assert status == 201
    assert refused > 10
    assert told["result"] == {"points": [0, 0, 19, 0], "carry": 0}
    _, _, sheet = send("GET", f"{path}scoresheet/", Authorization=steward)
    assert sheet["standing"]["totals"] == [0, 0, 19, 0]
    assert sheet["standing"]["carry"] == 0


def test_a_connection_is_still_good_after_every_refusal(send):
    for body in (b"", b"{", b"x" * 100, b"[" * 50_000, b"\xff"):
        assert send("POST", "tables/", body)[0] == 400
    assert send("POST", "replays/", {"record": 1})[0] == 400
    assert send("PUT", "games/", {})[0] == 405
    assert send("GET", "games/", Accept="image/png")[0] == 406
    assert send("GET", "games/")[0] == 200


def raw(server, text):
    """Send bytes as they are; return the first line and the rest of the answer."""
    host, _, port = urlsplit(server.url).netloc.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text)
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(65536) or b"\r\n\r\n"
    return data


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (b"Content-Length: 99999999999\r\nContent-Type: application/json", b"413"),
        (b"Content-Length: 2000000\r\nContent-Type: application/json", b"413"),
        (b"Transfer-Encoding: chunked\r\nContent-Type: application/json", b"411"),
    ],
)
def test_too_much_is_refused_before_it_is_read(server, lines, status):
    answer = raw(server, b"POST /api/v1/replays/ HTTP/1.1\r\nHost: localhost\r\n" + lines + b"\r\n\r\n")
    assert answer.split(b" ")[1] == status, answer


def test_a_foreign_host_is_a_problem_and_not_a_crash(server):
    answer = raw(server, b"GET /api/v1/games/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    assert answer.split(b" ")[1] in {b"200", b"400"}
