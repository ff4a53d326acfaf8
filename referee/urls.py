"""Which part answers which path. Each part lists its own paths in its urls.py."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from api.problems import catalogue
from api.views.health import Live, Ready
from referee.scoresheet.urls import problem_pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("api.urls")),
    # Where whoever watches over the process looks for them.
    re_path("^health/live/?$", Live.as_view(schema=None)),
    re_path("^health/ready/?$", Ready.as_view(schema=None)),
    path("", include("referee.scoresheet.urls")),
    *problem_pages(catalogue),
]

handler400 = "api.errors.bad_request"
handler404 = "api.errors.page_not_found"
handler500 = "api.errors.server_error"
