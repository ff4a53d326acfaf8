"""What all pages share: rendering, and turning what the service refuses into pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from referee.scoresheet import once, words
from referee.tables.errors import Forbidden, NoKey, NoTable, ServiceError
from referee.tables.models import Seat

View = Callable[..., HttpResponse]


def show(
    request: HttpRequest, template: str | list[str], context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page with a fresh form token; nobody may keep it, since it may show cards."""
    from django.template.loader import select_template

    chosen = select_template([template] if isinstance(template, str) else template)
    context = {"once": once.token(), **context}
    response = HttpResponse(chosen.render(context, request), status=status)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def back_to(path: str, **query: str) -> HttpResponse:
    """Return a redirect after a form, so that reloading sends nothing again."""
    response = HttpResponseRedirect(path + (f"?{urlencode(query)}" if query else ""), status=303)
    response["Cache-Control"] = "no-store"
    return response


def table_page(view: View) -> View:
    """Give a page about a table its answers for: no such table, no key for it, not allowed."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NoTable:
            return render(request, "404.html", status=404)
        except (NoKey, Forbidden) as error:
            names = seat_names(kwargs["table_id"]) if "seat" in error.params else []
            context = {"sentence": words.said(error, names), "code": error.code}
            return show(request, "scoresheet/no_key.html", context, 403)
        except ServiceError as error:
            context = {"sentence": words.said(error), "code": error.code, "table_id": kwargs.get("table_id")}
            return show(request, "scoresheet/not_now.html", context, error.status)

    return wrapped


def seat_names(table_id: str) -> list[str]:
    """Return the names of a table's players, in order of seats."""
    return list(Seat.objects.filter(table_id=table_id).values_list("name", flat=True))


def whole_number(text: str | None) -> int | None:
    """Return a whole number from a form, or None."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None
