"""The WSGI application that granian serves: Django, with the static files in front of it."""

import os
from wsgiref.headers import Headers

from django.core.wsgi import get_wsgi_application
from whitenoise import WhiteNoise  # type: ignore[import-untyped]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")


def with_static_files() -> WhiteNoise:
    """Return Django behind WhiteNoise, which knows every static file of every app: nothing to collect."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders

    from referee.middleware import HEADERS

    def harden(headers: Headers, _path: str, _url: str) -> None:
        for name, value in HEADERS.items():
            headers[name] = value

    app = WhiteNoise(get_wsgi_application(), max_age=60, add_headers_function=harden)
    for finder in reversed(list(get_finders())):  # the first finder has the last word
        for name, storage in finder.list([]):
            app.add_file_to_dictionary(f"{settings.STATIC_URL}{name}", storage.path(name))
    return app


application = with_static_files()
