"""Everything that the program says is marked for translation, and translated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from scorecard.web.http.languages import DOMAIN, LANGUAGES, SCRIPTS
from tests import catalogs
from tests.catalogs import FOREIGN, PROGRAM, TEMPLATES


@pytest.mark.parametrize("domain", [DOMAIN, SCRIPTS])
@pytest.mark.parametrize("code", FOREIGN)
def test_every_sentence_is_translated_and_none_is_there_for_nothing(code: str, domain: str) -> None:
    assert [*catalogs.problems(code, domain)] == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_says_anything_that_is_not_marked(path: Path) -> None:
    assert catalogs.unmarked(path) == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_calls_anything_else_by_the_names_it_says_things_with(path: Path) -> None:
    assert catalogs.hidden(path) == []


def test_every_sentence_is_written_out_where_it_is_said() -> None:
    # Only what stands there as a whole is found when the catalogs are made.
    paths = [path for path in PROGRAM.rglob("*.py") if path.name != "words.py"]
    assert [place for path in paths for place in catalogs.unsayable(path)] == []


def test_what_is_amiss_with_a_catalog_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    catalogs.update("fr", SCRIPTS)
    path = catalogs.path_of("fr", SCRIPTS)
    kept = path.read_text()
    assert any("not translated" in told for told in catalogs.problems("fr", SCRIPTS))
    path.write_text(kept + '\nmsgid "Said nowhere"\nmsgstr "Dit nulle part"\n')
    found = [*catalogs.problems("fr", SCRIPTS)]
    assert "fr: used nowhere: 'Said nowhere'" in found
    assert "fr: scripts is not compiled as it stands" in found
    path.write_text('msgid "Waiting for %(names)s"\nmsgstr "On attend %(nom)s"\n')
    found = [*catalogs.problems("fr", SCRIPTS)]
    assert any(told.startswith("fr: ['nom'] in place of [['names']]") for told in found)
    assert any(told.startswith("fr: not there:") for told in found)
    path.write_text('msgid "Who?"\nmsgstr "Qui ?"\n')
    assert any("a line can break" in told for told in catalogs.problems("fr", SCRIPTS))
    path.unlink()
    assert any(told.startswith("fr: not there:") for told in catalogs.problems("fr", SCRIPTS))


@pytest.mark.parametrize(
    "translated",
    [
        "Gespielt von %(name)s&nbsp;heute",
        "Gespielt von <b>%(name)s&nbsp;heute",
        "Gespielt von <i>%(name)s</i>&nbsp;heute",
        'Gespielt von <b class="x">%(name)s</b>&nbsp;heute',
        "Gespielt von <b>%(name)s</b> heute",
        "<br>Gespielt von <b>%(name)s</b>&nbsp;heute",
    ],
)
def test_a_translation_that_drops_or_adds_a_tag_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, translated: str
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    english = "Played by <b>%(name)s</b>&nbsp;today"
    path = catalogs.path_of("de", SCRIPTS)
    path.parent.mkdir(parents=True)

    def told(text: str) -> list[str]:
        message = f"msgid {json.dumps(english)}\nmsgstr {json.dumps(text)}\n"
        path.write_text(message)
        found = catalogs.problems("de", SCRIPTS)
        return [one for one in found if one.endswith(repr(english)) and "in place of" in one]

    assert told("Heute&nbsp;von <b>%(name)s</b> gespielt") == []
    assert len(told(translated)) == 1


def test_words_without_a_mark_are_noticed_in_a_template(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        """<p title="{{ _('Marked') }}">{{ _("Marked, too") }} {{ name }}</p>
        {% trans %}So is <b>this</b>{% endtrans %}
        <p title="Not marked">Hello {{ name }}</p>{{ "Neither this" if name }}"""
    )
    assert catalogs.unmarked(path) == ["Not marked", "Hello", "Neither this"]


@pytest.mark.parametrize("code", ["de", "fr"])
def test_no_full_stop_follows_a_day_which_ends_with_one(code: str) -> None:
    # "27. Nov." and "27 nov." do, where an English day does not.
    with catalogs.path_of(code, DOMAIN).open("rb") as file:
        told = [message.string for message in read_po(file, locale=code)]
    assert [one for one in told if isinstance(one, str) and "%(day)s." in one] == []


def test_placeholders_are_compared_by_their_names() -> None:
    assert catalogs.placeholders("%(name)s has 5 %%") == {"name"}
    assert catalogs.placeholders("5 % more") == {"%"}


def test_every_language_has_its_catalogs() -> None:
    assert {*FOREIGN} == LANGUAGES.keys() - {"en"}
    for code in FOREIGN:
        for domain in (DOMAIN, SCRIPTS):
            assert catalogs.path_of(code, domain).is_file()
