"""Addresses of the web pages."""

from django.urls import URLPattern, path
from django.views.i18n import set_language

from referee.scoresheet.views import amend, dealing, front, judge, manage, reading, records, scoring, table

urlpatterns = [
    path("", front.index, name="index"),
    path("language/", set_language, name="language"),
    path("new/<slug:slug>/", front.new, name="new"),
    path("bring-in/", records.bring_in, name="bring_in"),
    path("join/<slug:table_id>/<str:key>", front.join, name="join"),
    path("rules/<slug:slug>/", reading.rules, name="rules"),
    path("tables/<slug:table_id>/", table.table, name="table"),
    path("tables/<slug:table_id>/version/", table.version, name="version"),
    path("tables/<slug:table_id>/score/", scoring.score, name="score"),
    path("tables/<slug:table_id>/sheet/", scoring.sheet, name="sheet"),
    path("tables/<slug:table_id>/log/", reading.history, name="history"),
    path("tables/<slug:table_id>/deal/", dealing.deal, name="deal"),
    path("tables/<slug:table_id>/judge/", judge.judge, name="judge"),
    path("tables/<slug:table_id>/judge/rule/", judge.rule, name="rule"),
    path("tables/<slug:table_id>/judge/vote/", judge.vote, name="vote"),
    path("tables/<slug:table_id>/judge/shown/", judge.shown, name="shown"),
    path("tables/<slug:table_id>/judge/confirm/", judge.confirm, name="confirm"),
    path("tables/<slug:table_id>/judge/settings/", judge.settings, name="settings"),
    path("tables/<slug:table_id>/amend/<int:seq>/", amend.amend, name="amend"),
    path("tables/<slug:table_id>/record/", records.download, name="record"),
    path("tables/<slug:table_id>/manage/", manage.manage, name="manage"),
]


def problem_pages(catalogue: reading.Catalogue) -> list[URLPattern]:
    """Return the addresses of the pages that explain problems. Takes what gives the catalogue of them."""
    given = {"catalogue": catalogue}
    return [
        path("problems/", reading.problems, given, name="problems"),
        path("problems/<slug:code>", reading.problem, given, name="problem"),
        path("problems/<slug:code>/", reading.problem, given),
    ]
