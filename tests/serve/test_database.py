"""The database that Django gets, and what becomes of a connection that is kept and dies."""

from unittest.mock import patch

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import (
    IntegrityError,
    OperationalError,
    ProgrammingError,
    connection,
    reset_queries,
    transaction,
)
from django.test import override_settings

from referee.postgres import base as ours_module
from referee.postgres.base import ours
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


# -- several statements in one trip ------------------------------------------------------------------


@pytest.fixture
def numbers(transactional_db):
    """A table that only these tests know."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE numbers (n integer PRIMARY KEY CHECK (n > 0), word text)")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE numbers")


ADD = "INSERT INTO numbers VALUES ($1, $2)"


def kept():
    with connection.cursor() as cursor:
        cursor.execute("SELECT n, word FROM numbers ORDER BY n")
        return cursor.fetchall()


def test_statements_keep_their_order_and_belong_to_the_transaction(numbers):
    with transaction.atomic():
        assert ours().find("SELECT count(*) FROM numbers", []) == ("0",)
        ours().hold(ADD, [1, "one"])
        ours().hold(ADD, [2, None])
        assert ours().find("SELECT word FROM numbers WHERE n = $1", [1]) == ("one",)
        assert ours().find("SELECT word FROM numbers WHERE n = $1", [2]) == (None,)
        assert ours().find("SELECT word FROM numbers WHERE n = $1", [3]) is None
        ours().hold(ADD, [3, "it's; DROP TABLE numbers"])
        assert [n for n, _ in kept()] == [1, 2, 3]  # Django's own statement comes after what was held
        ours().hold(ADD, [4, "four"])
    assert kept() == [(1, "one"), (2, None), (3, "it's; DROP TABLE numbers"), (4, "four")]


def roll_back(*rows, then=None):
    """Hold rows in a transaction that ends in an error."""
    with transaction.atomic():
        for row in rows:
            ours().hold(ADD, row)
        if then:
            ours().find(then, [])
        else:
            raise RuntimeError


def hold(*rows):
    with transaction.atomic():
        for row in rows:
            ours().hold(ADD, row)


def test_what_was_held_is_gone_with_its_transaction(numbers):
    with pytest.raises(RuntimeError):
        roll_back([1, "one"])
    with transaction.atomic():
        ours().hold(ADD, [1, "kept"])
        with pytest.raises(RuntimeError):
            roll_back([2, "not kept"])  # to a savepoint
    assert kept() == [(1, "kept")]


def test_an_error_of_the_server_is_djangos_and_keeps_nothing(numbers):
    with pytest.raises(IntegrityError):
        hold([1, "one"], [-1, "not allowed"])  # found out with the COMMIT
    assert kept() == []
    with pytest.raises(IntegrityError):
        roll_back([-1, "not allowed"], then="SELECT 1")
    assert kept() == []
    with pytest.raises(ProgrammingError):
        roll_back([1, "one"], then="SELECT nonsense")
    hold([1, "it goes on"])
    assert kept() == [(1, "it goes on")]


def test_nothing_is_held_outside_of_a_transaction(numbers):
    with pytest.raises(transaction.TransactionManagementError):
        ours().hold(ADD, [1, "one"])
    assert ours().find("SELECT 1", []) == ("1",)
    assert kept() == []


def test_a_connection_lost_in_mid_transaction_is_an_error_and_the_next_one_works(numbers, postgres_url):
    def lose_it():
        with transaction.atomic():
            ours().hold(ADD, [1, "one"])
            ours().find("SELECT 1", [])
            kill(connection.connection.info.backend_pid, postgres_url)
            ours().hold(ADD, [2, "two"])

    with pytest.raises(OperationalError):
        lose_it()
    connection.close()
    assert kept() == []


def test_two_trips_for_a_write(numbers):
    """BEGIN goes with the first query, and what is held with the COMMIT."""
    trips = []
    with patch.object(ours_module, "_exchange", side_effect=ours_module._exchange) as exchange:
        with transaction.atomic():
            ours().find("SELECT 1", [])
            trips.append(len(exchange.call_args.args[1]))
            ours().hold(ADD, [1, "one"])
        trips.append(len(exchange.call_args.args[1]))
        assert exchange.call_count == 2
    assert trips == [2, 2]


def prepared():
    """The statements prepared on this connection that are ours."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE name LIKE 'ours%'")
        return sorted(statement for (statement,) in cursor.fetchall())


FIND = "SELECT word FROM numbers WHERE n = $1"


def write(number, meanwhile=""):
    """Find and hold in one transaction, with something of Django's own in between."""
    with transaction.atomic():
        assert ours().find(FIND, [number]) is None
        if meanwhile:
            with connection.cursor() as cursor:
                cursor.execute(meanwhile)
        ours().hold(ADD, [number, "word"])


def test_statements_are_prepared_once(numbers):
    connection.close()
    write(1)
    write(2)
    assert prepared() == [ADD, FIND]
    connection.close()
    write(3)
    assert prepared() == [ADD, FIND]
    assert len(kept()) == 3


@pytest.mark.parametrize("away", ["DEALLOCATE ALL", "ALTER TABLE numbers ALTER word TYPE varchar(9)"])
def test_prepared_statements_that_are_gone_or_stale_are_prepared_again(numbers, away):
    connection.close()
    write(1)
    with connection.cursor() as cursor:
        cursor.execute(away)
    write(2)
    write(3, meanwhile=away)
    hold([4, "word"])
    assert [n for n, _ in kept()] == [1, 2, 3, 4]
    write(5)
    assert set(prepared()) == {ADD, FIND}


def test_psycopg_lets_go_of_what_is_prepared_and_nothing_is_missed(numbers):
    for number in range(1, 20):
        for _ in range(7):  # often enough for psycopg to prepare it
            kept()
        with pytest.raises(RuntimeError):
            roll_back([100, "gone"])  # for which psycopg clears away
        write(number)
    assert [n for n, _ in kept()] == list(range(1, 20))
    assert prepared() == [ADD, FIND]
