class PostgresError(Exception):
    """PostgreSQL cannot be had; the text is for the person at the keyboard."""
