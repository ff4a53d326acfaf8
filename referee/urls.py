"""Which part answers which path. Each part lists its own paths in its urls.py."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = []
if find_spec("api.urls"):
    urlpatterns.append(path("api/v1/", include("api.urls")))
if find_spec("referee.scoresheet.urls"):
    urlpatterns.append(path("", include("referee.scoresheet.urls")))
