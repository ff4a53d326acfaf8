"""Django's PostgreSQL backend that notices, without asking the server, that a kept connection has died.

It can also run a short transaction in two trips to the server, which is what a move is.
"""

import select
from collections.abc import Sequence
from itertools import count
from typing import Any, cast

from django.db import connections
from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction
from django.db.transaction import TransactionManagementError
from psycopg import OperationalError
from psycopg.errors import FeatureNotSupported, InvalidSqlStatementName, error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult

_BEGIN = (b"BEGIN", None)
_COMMIT = (b"COMMIT", None)
_ROLLBACK = (b"ROLLBACK", None)

Statement = tuple[bytes, Sequence[bytes | None] | None]
"""SQL with its parameters, $1 and so on, as text."""

_NOT_PREPARED = (InvalidSqlStatementName, FeatureNotSupported)
"""What the server says of a statement that is not prepared any more, or prepared for tables as they were."""

_numbers = count(1)


class DatabaseWrapper(base.DatabaseWrapper):
    """Persistent connections, checked for life at the start of each request by one `poll` of their socket.

    Django's own CONN_HEALTH_CHECKS sends a query with every request, which costs a tenth of a move. An idle
    connection has nothing to read; when the server has ended it, its socket is readable (the end of the
    stream, or the farewell message). Such a connection is closed, and the next query opens a fresh one.

    Each statement on Django's and psycopg's usual way is a trip to the server of its own, also BEGIN and
    COMMIT, and costs about as much here as in the server. `find` and `hold` send several in one trip. They
    belong to the same transaction as everything that Django sends, and keep its order. They use libpq as
    psycopg gives it: the pipelines of psycopg itself do the same and cost more here than they save.

    Their statements are prepared on the server, which spares it half of its work. But psycopg, which prepares
    others, lets go of all of them now and then. So ours are relied on only up to the first thing that Django
    sends in a transaction, and where they are missed with the BEGIN, nothing has happened yet.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._held: list[Statement] = []
        self._names: dict[bytes, bytes] = {}
        self._alone = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Called by Django to connect: nothing is prepared there yet."""
        self._names = {}
        return super().get_new_connection(conn_params)

    def close_if_unusable_or_obsolete(self) -> None:
        """Called by Django before and after each request."""
        if self.connection is not None and not self.in_atomic_block and self._has_died():
            self.close()
            return
        super().close_if_unusable_or_obsolete()

    def _has_died(self) -> bool:
        if self.connection.closed:
            return True
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN | select.POLLPRI)
        return bool(poll.poll(0))

    # -- several statements in one trip ------------------------------------------------------------

    def find(self, sql: str, params: Sequence[Any]) -> tuple[str | None, ...] | None:
        """Return the first row of a query; a transaction that has not yet begun in the server begins with it.

        Takes SQL with $1 and so on in it, and gives the values as the server writes them.
        """
        self.validate_no_broken_transaction()
        self.ensure_connection()
        with debug_transaction(self, sql), self.wrap_database_errors:
            found = self._send([*self._take_held(), _statement(sql, params)])[-1]
        if not found.ntuples:
            return None
        values = (found.get_value(0, column) for column in range(found.nfields))
        return tuple(None if value is None else value.decode() for value in values)

    def hold(self, sql: str, params: Sequence[Any]) -> None:
        """Run a statement of a transaction before the next one at the latest, or together with the COMMIT.

        An error of the server is raised there and then.
        """
        self.validate_no_broken_transaction()
        if not self.in_atomic_block:
            raise TransactionManagementError("Only a transaction holds statements back.")
        with debug_transaction(self, sql):
            self._held.append(_statement(sql, params))

    def create_cursor(self, name: str | None = None) -> Any:
        """Called by Django for whatever it sends: what was held goes first."""
        if self._held:
            self._send(self._take_held())
        self._alone = False
        return super().create_cursor(name)

    def _send(self, statements: list[Statement]) -> list[PGresult]:
        """Send statements and return their results; a transaction begins with them where it has not yet."""
        pgconn = self.connection.pgconn
        idle = pgconn.transaction_status == TransactionStatus.IDLE
        begins = idle and not self.autocommit
        if idle:
            self._alone = begins
        if begins:
            statements = [_BEGIN, *statements]
        try:
            return _exchange(pgconn, statements, self._names if self._alone else None)
        except _NOT_PREPARED:
            self._names.clear()
            if not begins:
                raise
            _exchange(pgconn, [_ROLLBACK])
            return _exchange(pgconn, statements, self._names)

    def _take_held(self) -> list[Statement]:
        held, self._held = self._held, []
        return held

    def _commit(self) -> None:
        if not self._held:
            super()._commit()  # type: ignore[misc]
            return
        with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
            self._send([*self._take_held(), _COMMIT])

    def _rollback(self) -> None:
        self._held = []
        super()._rollback()  # type: ignore[misc]

    def _close(self) -> None:
        self._held = []
        super()._close()  # type: ignore[misc]


def ours() -> DatabaseWrapper:
    """Return the connection to the database, with what it can do besides Django's."""
    return cast("DatabaseWrapper", connections["default"])


def _statement(sql: str, params: Sequence[Any]) -> Statement:
    return sql.encode(), [None if value is None else str(value).encode() for value in params]


def _exchange(
    pgconn: PGconn, statements: Sequence[Statement], names: dict[bytes, bytes] | None = None
) -> list[PGresult]:
    """Send statements in one go and return their results. Raises what the server says of the first to fail.

    After that the server has skipped the others, COMMIT among them. With `names`, the statements prepared on
    this connection, those that have parameters are used as prepared there; new ones are added.
    """
    new = {} if names is None else {sql: _name() for sql, params in statements if params and sql not in names}
    try:
        pgconn.enter_pipeline_mode()
        for sql, name in new.items():
            pgconn.send_prepare(name, sql)
        for sql, params in statements:
            if names is None or not params:
                pgconn.send_query_params(sql, params)
            else:
                pgconn.send_query_prepared(names.get(sql) or new[sql], params)
        pgconn.pipeline_sync()
        results = _answers(pgconn)
        pgconn.exit_pipeline_mode()
    except BaseException:
        pgconn.finish()  # nobody knows how far it came, so this connection is not used again
        raise
    for result in results:
        if result.status not in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
            raise error_from_result(result)
    if names is not None:
        names.update(new)
    return results[len(new) :]


def _name() -> bytes:
    return f"ours_{next(_numbers)}".encode()


def _answers(pgconn: PGconn) -> list[PGresult]:
    """Send what is waiting to be sent and return the results up to the end of the pipeline."""
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN | select.POLLOUT)
    while pgconn.flush():
        poll.poll()
        pgconn.consume_input()
    poll.modify(pgconn.socket, select.POLLIN)
    results: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            poll.poll()
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:  # between two statements, or for ever
            if pgconn.status != ConnStatus.OK:
                raise OperationalError("The connection to the database is lost.")
        elif result.status == ExecStatus.PIPELINE_SYNC:
            return results
        else:
            results.append(result)
