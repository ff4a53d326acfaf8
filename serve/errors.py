"""What can keep the referee from being served. The texts are for the person at the keyboard."""


class ServeError(Exception):
    """Something is in the way of serving."""


class PostgresError(ServeError):
    """PostgreSQL cannot be had."""
