"""The database that Django gets, and what becomes of a connection that is kept and dies."""

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, reset_queries
from django.test import override_settings

from serve import environment


@pytest.mark.django_db
def test_real_postgresql_with_utf8():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_encoding'), current_setting('server_version_num')::int, "
            "lower('ÄÉ')"
        )
        encoding, version, lowered = cursor.fetchone()
    assert connection.vendor == "postgresql"
    assert encoding == "UTF8"
    assert version >= 140000
    assert lowered == "äé"


def backend():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def kill(pid, postgres_url):
    """End a connection from outside, as a restart of the server would, and wait until it is over."""
    with psycopg.connect(postgres_url, autocommit=True) as other:
        assert other.execute("SELECT pg_terminate_backend(%s, 10000)", [pid]).fetchone() == (True,)


@pytest.mark.django_db(transaction=True)
def test_a_connection_is_kept_from_request_to_request(client):
    before = backend()
    client.get("/")
    connection.close_if_unusable_or_obsolete()
    assert backend() == before


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_died_is_replaced_before_the_next_request(postgres_url):
    before = backend()
    kill(before, postgres_url)
    connection.close_if_unusable_or_obsolete()  # Django does this as a request begins
    assert backend() != before


@pytest.mark.django_db(transaction=True)
def test_looking_for_life_costs_no_query():
    backend()
    with override_settings(DEBUG=True):
        reset_queries()
        connection.close_if_unusable_or_obsolete()
        assert connection.queries == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgresql://anna:p%40ss@db.example:6432/cards?sslmode=require",
            {"NAME": "cards", "USER": "anna", "PASSWORD": "p@ss", "HOST": "db.example", "PORT": "6432"}
            | {"OPTIONS": {"sslmode": "require"}},
        ),
        (
            "postgres:///cards?host=%2Frun%2Fpg",
            {"NAME": "cards", "USER": "", "PASSWORD": "", "HOST": "/run/pg", "PORT": "", "OPTIONS": {}},
        ),
    ],
)
def test_database_url(monkeypatch, url, expected):
    monkeypatch.setenv("DATABASE_URL", url)
    assert environment.database() == expected


def test_a_url_that_is_none_is_not_repeated(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://root:hunter2@localhost/cards")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as caught:
        environment.database()
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None
