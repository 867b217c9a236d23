"""The handbook in the app, and what is found in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorecard import handbook
from scorecard.web.book.handbook import html_of
from scorecard.web.http.languages import COOKIE, LANGUAGES

SCRIPTS = Path(handbook.__file__).parents[1] / "static/scripts"


@pytest.fixture
def client(shared_app: Flask) -> FlaskClient:
    return shared_app.test_client()


def test_the_list_has_every_page_with_what_it_is_about(client: FlaskClient) -> None:
    html = client.get("/handbook").text
    for key, page in handbook.pages().items():
        assert f'href="/handbook/{key}"' in html
        assert page.title in html
        assert len(page.summary) > 40


def test_about_leads_to_it(client: FlaskClient) -> None:
    assert 'href="/handbook"' in client.get("/about").text


@pytest.mark.parametrize("key", handbook.pages())
def test_a_page_is_shown_with_its_headings_as_contents(client: FlaskClient, key: str) -> None:
    response = client.get(f"/handbook/{key}")
    assert response.status_code == 200
    page = handbook.pages()[key]
    assert f'<h1 id="{page.sections[0].anchor}">{page.title}</h1>' in response.text
    for section in page.sections:
        assert f'id="{section.anchor}"' in response.text
    identities = re.findall(r' id="([^"]+)"', response.text)
    assert len(identities) == len(set(identities))


@pytest.mark.parametrize("key", handbook.pages())
def test_links_between_pages_lead_to_pages_of_the_app(key: str) -> None:
    html = html_of(handbook.pages()[key])
    assert "<!--" not in html
    assert "&lt;!--" not in html
    for address in re.findall(r'href="([^"]+)"', html):
        name, _, anchor = address.partition("#")
        target = handbook.pages()[name or key]
        assert not anchor or anchor in {section.anchor for section in target.sections}


def test_no_heading_is_taken_for_a_place_that_scripts_look_for() -> None:
    source = "".join(path.read_text() for path in SCRIPTS.rglob("*.js"))
    looked_for = set(re.findall(r"[\"'` ]#([a-z][\w-]*)|getElementById\(\"([\w-]+)\"\)", source))
    places = {one or other for one, other in looked_for}
    assert places
    for page in handbook.pages().values():
        assert not places & {section.anchor for section in page.sections}


def test_a_page_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    response = client.get("/handbook/nothing")
    assert response.status_code == 404
    assert "The handbook has no page of this name." in response.text


def test_every_language_but_english_is_told_that_it_is_in_english(client: FlaskClient) -> None:
    told = set()
    for code in LANGUAGES:
        client.set_cookie(COOKIE, code)
        html = client.get("/handbook/playing").text
        assert '<article class="handbook" lang="en" dir="ltr">' in html
        told |= set(re.findall(r'<p class="quiet">(.*?)</p>', html))
    assert len(told) == len(LANGUAGES) - 1


class TestSearch:
    def test_every_word_must_be_there_in_any_case_and_order(self) -> None:
        found = handbook.find("portable RESTORE")
        assert found
        for one in found:
            text = f"{one.section.title} {one.section.words}".casefold()
            assert "portable" in text
            assert "restore" in text

    def test_titles_come_first(self) -> None:
        assert handbook.find("cookies")[0].section.title == "Cookies"

    def test_an_excerpt_has_a_word_that_was_asked_for(self) -> None:
        found = handbook.find("redis lines")
        assert found
        for one in found:
            assert any(word in one.excerpt.casefold() for word in ("redis", "lines"))

    def test_nothing_is_found_where_nothing_is_asked_or_there(self) -> None:
        assert handbook.find("") == handbook.find("  ") == handbook.find("zeppelin") == []

    def test_the_page_shows_heading_page_and_excerpt(self, client: FlaskClient) -> None:
        html = client.get("/handbook?q=cookies").text
        assert 'href="/handbook/security#cookies"' in html
        assert '<span class="tag">Security</span>' in html
        assert 'value="cookies"' in html

    def test_the_page_says_where_nothing_is_found(self, client: FlaskClient) -> None:
        assert "Nothing found." in client.get("/handbook?q=zeppelin").text
