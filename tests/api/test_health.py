"""GET health/live and health/ready, under /api/v1/ and at the root."""

import pytest
from django.db import OperationalError


@pytest.mark.parametrize(
    "path",
    ["/api/v1/health/live", "/api/v1/health/ready", "/health/live", "/health/ready", "/api/v1/health/live/"],
)
def test_all_is_well(client, db, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json(), answer["Cache-Control"]) == (200, {"status": "ok"}, "no-store")


def test_without_a_database_it_lives_and_is_not_ready(client, db, monkeypatch):
    from api.views import health

    class Gone:
        def cursor(self):
            raise OperationalError("gone")

    monkeypatch.setattr(health, "connection", Gone())
    assert client.get("/health/live").status_code == 200
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
