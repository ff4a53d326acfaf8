"""Bring translations and database tables up to date; a process of its own, so its memory is given back."""

import os
import sys


def main() -> None:
    from serve import translations

    translations.compile_all()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import call_command
    from django.db import OperationalError

    try:
        django.setup()
        call_command("migrate", verbosity=0, interactive=False)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except OperationalError as error:
        sys.exit(f"The database of DATABASE_URL does not answer: {error}")


if __name__ == "__main__":
    main()
