"""The schema, and pages to read it with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.views import SpectacularAPIView

from api.errors import handle


class SchemaFile(SpectacularAPIView):
    """The OpenAPI file, as YAML or JSON by Accept."""

    authentication_classes = []
    permission_classes = []

    def get_exception_handler(self):  # type: ignore[no-untyped-def]
        return handle


def documentation(request: HttpRequest) -> HttpResponse:
    """Show the schema as pages that need nothing but this service."""
    return render(request, "api/docs.html")
