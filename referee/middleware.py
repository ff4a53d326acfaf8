"""The service's own middleware: headers of every answer, its language, and CSRF protection for pages."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
ONE_YEAR = 365 * 24 * 60 * 60


class SecurityHeaders:
    """Sets each header of HEADERS that the view has not set itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        https = {"Strict-Transport-Security": f"max-age={ONE_YEAR}"} if settings.HTTPS else {}
        self.headers = list((HEADERS | https).items())

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        for name, value in self.headers:
            response.headers.setdefault(name, value)
        return response


class Language:
    """Answers in the language asked for by cookie or Accept-Language, as Django's LocaleMiddleware does.

    Unlike it, it knows no addresses that name a language, which it would look for twice in every request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        language = settings.LANGUAGE_CODE
        if "HTTP_ACCEPT_LANGUAGE" in request.META or "HTTP_COOKIE" in request.META:
            language = translation.get_language_from_request(request)
        translation.activate(language)
        request.LANGUAGE_CODE = language
        response = self.get_response(request)
        if "Accept-Language" not in response.headers.get("Vary", ""):
            patch_vary_headers(response, ["Accept-Language"])
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class KnownHosts:
    """Refuses (400) a request for a host that is not ours, so that no foreign name can be pointed at us.

    Django looks at the name only where something asks for it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.get_host()
        return self.get_response(request)


class PagesCsrf(CsrfViewMiddleware):
    """Django's CSRF protection, skipped for the API, whose keys travel in a header that no form can send."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith("/api/"):
            return self.get_response(request)
        return super().__call__(request)

    def process_view(
        self, request: HttpRequest, callback: Any, callback_args: Any, callback_kwargs: Any
    ) -> Any:
        if request.path_info.startswith("/api/"):
            return None
        return super().process_view(request, callback, callback_args, callback_kwargs)

    def _origin_verified(self, request: HttpRequest) -> bool:
        """A page without a referrer sends forms from the origin `null`; their token still has to be right.

        Where the browser says from where the form comes, that has to be a page of ours.
        """
        if request.META.get("HTTP_ORIGIN") == "null":
            return str(request.META.get("HTTP_SEC_FETCH_SITE", "same-origin")) == "same-origin"
        verified: bool = super()._origin_verified(request)  # type: ignore[misc]
        return verified
