"""Translations: gathered, kept, checked, and compiled without the system's gettext."""

import gettext
import shutil

import pytest
from babel.messages.catalog import Catalog

from serve import messages, translations

PAGE = """{% load i18n %}
<a title="{% translate "Scoresheet" context "page" %}">
{% blocktranslate trimmed count n=cards %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
</a> {{ _('Undo') }}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project with one game's catalogue, one page and one API module."""
    for module in (messages, translations):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(PAGE)
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "views.py").write_text('text = _("There is no table %(id)s.")\nother = "Undo"\n')
    parts = {
        "api": lambda: messages._marked([tmp_path / "api"], []),
        "pages": lambda: messages._marked([], [tmp_path / "templates"]),
    }
    monkeypatch.setattr(
        translations, "texts_by_part", lambda: {part: gather() for part, gather in parts.items()}
    )
    return tmp_path


def test_texts_are_found_in_code_and_templates(project):
    found = translations.texts_by_part()
    assert [m.id for m in found["api"] if m.id] == ["There is no table %(id)s."]
    pages = {(m.context, m.id) for m in found["pages"] if m.id}
    assert pages == {("page", "Scoresheet"), (None, ("%(n)s card", "%(n)s cards")), (None, "Undo")}


def fill(po, **strings):
    text = po.read_text()
    for source, target in strings.items():
        text = text.replace(f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{target}"')
    po.write_text(text)


def test_update_keeps_translations_and_check_names_what_is_left(project):
    po = project / "locale/pages/ja/LC_MESSAGES/django.po"
    assert len(translations.update()) == 2
    assert "pages/ja: not translated: 'Undo'" in translations.check()
    fill(po, Undo="元に戻す", Scoresheet="スコア表")
    assert po.read_text().count("元に戻す") == 1
    left = [fault for fault in translations.check() if fault.startswith("pages")]
    assert left == ["pages/ja: not translated: '%(n)s card'"]

    page = project / "templates" / "page.html"
    page.write_text(page.read_text().replace("{{ _('Undo') }}", "{{ _('Redo') }} {{ _('Scoresheet') }}"))
    faults = translations.check()
    assert "pages/ja: missing: 'Redo'" in faults
    assert "pages/ja: no longer used: 'Undo'" in faults
    translations.update()
    assert "スコア表" in po.read_text()
    assert "元に戻す" not in po.read_text()
    assert translations.update() == []  # nothing to change: not a byte changes


def test_a_folder_that_belongs_to_no_part_is_named(project):
    translations.update()
    (project / "locale" / "whist").mkdir()
    assert "whist: no part of the project has this name" in translations.check()


def catalogue(**entries):
    made = Catalog(locale="ja", fuzzy=False)
    for source, target in entries.items():
        made.add(source, target)
    return made


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("", "not translated: 'Seat %(seat)s'"),
        ("  ", "not translated: 'Seat %(seat)s'"),
        ("席", "placeholders differ: 'Seat %(seat)s'"),
        ("席%(set)s", "placeholders differ: 'Seat %(seat)s'"),
        ("席%(seat)s", None),
    ],
)
def test_faults_of_a_translation(target, fault):
    made = catalogue(**{"Seat %(seat)s": target})
    found = list(translations.faults_of(made, catalogue(**{"Seat %(seat)s": ""})))
    assert found == ([fault] if fault else [])


def test_a_fuzzy_translation_counts_as_none():
    made = Catalog(locale="ja", fuzzy=False)
    made.add("Trick", "トリック", flags=["fuzzy"])
    assert list(translations.faults_of(made, catalogue(Trick=""))) == ["marked fuzzy: 'Trick'"]


def test_two_parts_may_not_contradict_each_other():
    parts = {
        "api": catalogue(Trick="トリック"),
        "pages": catalogue(Trick="手"),
        "engine": catalogue(Deal="配る"),
    }
    assert list(translations.contradictions(parts)) == ["translated differently in api and pages: 'Trick'"]


def test_compiled_catalogues_are_what_gettext_reads(project):
    translations.update()
    fill(project / "locale/pages/ja/LC_MESSAGES/django.po", Undo="元に戻す")
    assert len(translations.compile_all(project / "locale")) == 2
    assert translations.compile_all(project / "locale") == []  # up to date
    read = gettext.translation("django", project / "locale/pages", ["ja"])
    assert read.gettext("Undo") == "元に戻す"
    fill(project / "locale/pages/ja/LC_MESSAGES/django.po", Scoresheet="スコア表")
    assert len(translations.compile_all(project / "locale")) == 1


def test_the_rules_of_every_game_are_gathered_under_its_module():
    from referee.games import all_games

    found = messages.texts_by_part()
    for game in all_games().values():
        (part,) = (name for name, catalog in found.items() if game.title in catalog)
        texts = {message.id for message in found[part]}
        assert {rule.text for rule in game.rules.values()} <= texts
        assert {option.text for option in game.options} <= texts
    assert "It is not the turn of seat %(seat)s." in found["engine"]
    assert "a whole number" in found["engine"]


def test_the_command_says_what_it_does(project, capsys):
    translations.update()
    assert translations.main(["check"]) == 1
    assert "not translated" in capsys.readouterr().out
    shutil.rmtree(project / "templates")
    (project / "api" / "views.py").write_text("")
    shutil.rmtree(project / "locale")
    translations.update()
    assert translations.main(["nonsense"]) == 2
