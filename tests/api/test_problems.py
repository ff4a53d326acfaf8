"""The catalogue of problems: every code that can be raised is in it, titled, translated, with a page."""

import re

import pytest
from django.utils import translation
from django.utils.html import escape

from api.problems import FORM, KINDS, SENTENCES, TITLES, catalogue, told
from referee.engine import errors as engine
from referee.tables import errors as tables

PLACE = re.compile(r"%\((\w+)\)s")


def test_every_code_is_there():
    codes = {*engine.SENTENCES, *engine.FORM_SENTENCES, *tables.SENTENCES, *SENTENCES}
    assert set(catalogue()) == codes
    assert set(TITLES) == codes


@pytest.mark.parametrize("code", catalogue())
def test_each_is_titled_explained_and_translated(code):
    problem = catalogue()[code]
    assert problem.type == f"/problems/{code}"
    assert re.fullmatch(r"[a-z_]+", code)
    with translation.override("ja"):
        for text in (problem.title, problem.sentence, problem.text):
            assert translation.gettext(text) != text, f"not translated: {text}"
        assert set(PLACE.findall(translation.gettext(problem.sentence))) == set(
            PLACE.findall(problem.sentence)
        )
        assert "%" not in told(problem.sentence, dict.fromkeys(PLACE.findall(problem.sentence), "x"))


def service_errors():
    found = [tables.ServiceError]
    for error in found:
        found += error.__subclasses__()
    return found


def raised_codes():
    """Every `NoKey("no_key")` of the tables' code, with its class."""
    from pathlib import Path

    by_name = {error.__name__: error for error in service_errors()}
    for path in Path(tables.__file__).parent.glob("*.py"):
        for name, code in re.findall(r'(\w+)\(\s*"(\w+)"', path.read_text()):
            if name in by_name:
                yield code, by_name[name]
    yield "record_faults", tables.RecordRefused
    yield "would_break", tables.WouldBreak


def test_statuses_are_those_of_the_errors():
    raised = dict(raised_codes())
    assert set(raised) == set(tables.SENTENCES)
    for code, error in raised.items():
        assert catalogue()[code].status == error.status, code


def test_kinds_of_the_engine():
    assert catalogue()["bad_card"].status == 400
    assert catalogue()["obliged"].status == 422
    assert catalogue()["stale"].status == 412
    assert catalogue()["out_of_range"].kind == FORM
    assert {problem.kind for problem in catalogue().values()} == set(KINDS)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_leads_to_a_page(client, language):
    for problem in catalogue().values():
        page = client.get(problem.type, headers={"Accept-Language": language})
        assert page.status_code == 200, problem.code
        with translation.override(language):
            assert escape(translation.gettext(problem.title)) in page.content.decode()
