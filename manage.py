#!/usr/bin/env python
"""Django's command line. Without DATABASE_URL it starts the referee's own PostgreSQL if need be."""

import os
import sys
from contextlib import nullcontext

NEED_NO_DATABASE = {
    "check",
    "spectacular",
    "help",
    "version",
    "diffsettings",
    "makemessages",
    "findstatic",
    "--help",
    "--version",
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    from django.core.management import execute_from_command_line

    from serve import environment, postgres

    alone = os.environ.get("DATABASE_URL") or len(sys.argv) < 2 or sys.argv[1] in NEED_NO_DATABASE
    try:
        with nullcontext() if alone else postgres.running(environment.data_dir()):
            execute_from_command_line(sys.argv)
    except postgres.PostgresError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
