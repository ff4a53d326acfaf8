"""What tests of the API use: tables made over HTTP, and a client that carries a key."""

import json

import pytest
from django.db import connection

BASE = "/api/v1/"
NAMES = ["Ann", "Ben", "Cem", "Dia", "Eve", "Fay", "Gus", "Hal"]


class Api:
    """Speaks to the API as one key's holder; answers are Django's test responses, `.json()` their body."""

    def __init__(self, client, key=None):
        self.client = client
        self.key = key

    def headers(self, more):
        told = {} if self.key is None else {"Authorization": f"Bearer {self.key}"}
        return told | {name.replace("_", "-"): str(value) for name, value in more.items()}

    def get(self, path, data=None, **headers):
        return self.client.get(BASE + path, data, headers=self.headers(headers))

    def post(self, path, body, *, based_on=None, method="post", content_type="application/json", **headers):
        if based_on is not None:
            headers["If_Match"] = f'"{based_on}"'
        data = body if isinstance(body, bytes | str) else json.dumps(body)
        send = getattr(self.client, method)
        return send(BASE + path, data, content_type=content_type, headers=self.headers(headers))

    def patch(self, path, body, **how):
        return self.post(path, body, method="patch", **how)


class Table:
    """One table with its keys."""

    def __init__(self, client, made):
        self.id = made["id"]
        self.keys = made["keys"]
        self.path = f"tables/{self.id}/"
        self.steward = Api(client, self.keys["steward"])
        self.seats = [Api(client, key) for key in self.keys["seats"]]
        self.viewer = Api(client, self.keys["viewer"])

    @property
    def seq(self):
        return self.steward.get(self.path).json()["seq"]

    def write(self, path, body, who=None, **how):
        if "based_on" not in how:
            how["based_on"] = self.seq
        return (who or self.steward).post(self.path + path, body, **how)

    def deal(self, deal=None, dealer=None):
        body = {"sight": "open", "dealer": dealer} | ({"shuffle": True} if deal is None else {"deal": deal})
        answer = self.write("hands/", body)
        assert answer.status_code == 201, answer.json()
        return answer.json()

    def start(self, deal=None, dealer=0):
        """Starts a hand whose cards are dealt at a real table; `deal` is what lies face up."""
        answer = self.write("hands/", {"sight": "hidden", "dealer": dealer, "deal": deal})
        assert answer.status_code == 201, answer.json()
        return answer.json()

    def read(self, path="", who=None, **query):
        answer = (who or self.steward).get(self.path + path, query)
        assert answer.status_code == 200, answer.json()
        return answer.json()

    def play(self, *moves):
        answer = self.write("moves/", [{"text": move} for move in moves])
        assert answer.status_code == 201, answer.json()
        assert answer.json()["refused"] is None, answer.json()
        return answer.json()


@pytest.fixture
def api(client, db):
    """The API without a key, and no table there yet."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM tables_table), EXISTS (SELECT FROM tables_answer)")
        if any(cursor.fetchone()):  # left by the real server; this test does not see them, until its end
            cursor.execute("TRUNCATE tables_table, tables_answer CASCADE")
    client.raise_request_exception = False
    return Api(client)


@pytest.fixture
def new_table(api):
    """Makes tables: game, options, number of seats, settings."""

    def make(game="troeven", options=None, seats=None, settings=None):
        names = NAMES[: seats or {"troeven": 2, "checks": 2}.get(game, 4)]
        sent = {"game": game, "options": options or {}, "seats": names}
        answer = api.post("tables/", sent | ({"settings": settings} if settings else {}))
        assert answer.status_code == 201, answer.json()
        return Table(api.client, answer.json())

    return make
