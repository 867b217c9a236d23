"""Everybody reads in the language of their phone, or in the one they chose there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from markupsafe import Markup

from scorecard.models import Season
from scorecard.rules.games import ace_deuce_jack
from scorecard.rules.typed.reading import listed
from scorecard.rules.words import Sentence, begun, joined, quoted, say, say_as, say_n
from scorecard.services.seasons import season_words
from scorecard.services.standings import ratings
from scorecard.web.http.languages import (
    DOMAIN,
    LANGUAGES,
    LONGEST,
    PSEUDO,
    Speech,
    speech,
    spoken,
    translated,
)
from tests.catalogs import FOREIGN, read
from tests.web.conftest import Program, seen
from tests.web.event_streams import Stream
from tests.web.plain_browser import PlainBrowser

Programs = Callable[[], Program]


def language_of(html: str) -> str:
    return html.partition('<html lang="')[2].partition('"')[0]


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("", "en"),
        ("de-CH,de;q=0.9,en;q=0.5", "de"),
        ("pt,fr;q=0.8,es;q=0.9", "es"),
        ("fr-CA", "fr"),
        ("en-GB,de;q=0.5", "en"),
        ("de-CH,en;q=0.5", "de"),
        ("de;q=0,es", "es"),
        ("ja,pt", "en"),
        ("*;;;q=x", "en"),
    ],
)
def test_the_browser_says_which_language_is_read(
    client: FlaskClient, asked: str, read: str
) -> None:
    response = client.get("/", headers={"Accept-Language": asked})
    assert language_of(response.text) == read
    # Whatever keeps pages on the way must not hand a German one to a French phone.
    assert {"Cookie", "Accept-Language"} <= set(response.vary)


def test_a_language_that_was_chosen_goes_before_what_the_browser_asks_for(
    phone: Callable[[], PlainBrowser],
) -> None:
    browser = phone().get("/")
    browser.press("Deutsch")
    assert browser.response.status_code == 200
    assert language_of(browser.response.text) == "de"
    response = browser.client.get("/rules", headers={"Accept-Language": "fr"})
    assert language_of(response.text) == "de"
    browser.get("/").press("English")
    assert language_of(browser.response.text) == "en"


@pytest.mark.parametrize("code", ["", "ja", "../de", PSEUDO, LONGEST, "d" * 10_000])
def test_a_language_that_is_not_spoken_here_is_refused(client: FlaskClient, code: str) -> None:
    response = client.post("/language", data={"language": code})
    assert response.status_code == 422
    assert "no such language" in response.text


def test_a_cookie_that_names_no_language_is_as_none(client: FlaskClient) -> None:
    client.set_cookie("language", "klingon")
    assert language_of(client.get("/", headers={"Accept-Language": "es"}).text) == "es"


def test_programs_are_answered_in_english(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    headers = {"Accept-Language": "de"}
    sheet = keeper.get(headers=headers).get_json()
    assert sheet["round_word"] == "Round"
    refused = keeper.enter(1, 1, {"pile": {"7": 9}}, headers=headers)
    assert refused.status_code == 422
    assert (
        refused.get_json()["detail"] == keeper.enter(1, 1, {"pile": {"7": 9}}).get_json()["detail"]
    )


def test_every_phone_at_a_table_gets_its_own_language(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    other = program().join(keeper, 2)
    other.client.set_cookie("language", PSEUDO)
    streams = [Stream(one.client, f"/games/{keeper.id}/events") for one in (keeper, other)]
    try:
        for stream in streams:
            stream.next()
        english, foreign = (stream.next()["data"] for stream in streams)
        assert "⟦" not in english
        assert "⟦" in foreign
        keeper.play(450, 100)
        english, foreign = (stream.next()["data"] for stream in streams)
        assert "⟦" not in english
        assert "⟦" in foreign
        assert "450" in english
        assert "450" in foreign
    finally:
        for stream in streams:
            stream.close()


@pytest.mark.parametrize("code", [*FOREIGN, PSEUDO, LONGEST])
def test_the_words_of_the_scripts_are_kept_for_as_long_as_they_hold(
    client: FlaskClient, code: str
) -> None:
    client.set_cookie("language", code)
    address = client.get("/").text.partition('src="/static/words/')[2].partition('"')[0]
    response = client.get(f"/static/words/{address}")
    assert response.mimetype == "text/javascript"
    assert response.text.startswith("window.words = ")
    assert "immutable" in response.headers["Cache-Control"]
    assert "immutable" not in client.get(f"/static/words/{code}.js?v=old").headers["Cache-Control"]
    assert client.get("/static/words/tlh.js").status_code == 404


def test_english_needs_no_words(client: FlaskClient) -> None:
    assert "/static/words/" not in client.get("/").text


def test_every_language_is_offered_under_its_own_name(client: FlaskClient) -> None:
    html = client.get("/").text
    for code, name in LANGUAGES.items():
        assert re.search(rf'value="{code}"\s+lang="{code}"', html)
        assert name in html


# Sentences


def test_a_sentence_is_its_english_text() -> None:
    sentence = say("%(name)s owes %(points)s, that is 50 %%", name="Ann", points=-1_234)
    assert sentence == "Ann owes −1,234, that is 50 %"
    assert say("100 %%") == "100 %"
    assert say_n("%(num)s card", "%(num)s cards", 1) == "1 card"
    assert say_n("%(num)s card", "%(num)s cards", 0) == "0 cards"
    assert say("Begun on %(day)s", day=date(2026, 11, 21)) == "Begun on 21 Nov 2026"
    assert listed(["Ann", "Bob", "Cy"]) == "Ann, Bob and Cy"
    assert (listed(["Ann"]), listed([])) == ("Ann", "")


def test_what_people_typed_stays_as_it_is(app: Flask) -> None:
    with app.test_request_context(), spoken(PSEUDO):
        assert translated(quoted("100 % %(name)s")) == "100 % %(name)s"
        assert (
            seen(translated(say("%(name)s is here", name="100 % %(x)s"))) == "⟦100 % %(x)s is here⟧"
        )
        assert seen(translated(joined([quoted("50 %"), say("Yes")], " % "))) == "⟦50 % % ⟦Yes⟧⟧"


def test_the_values_of_a_sentence_are_said_in_its_language(app: Flask) -> None:
    sentence = say("%(what)s: %(points)s", what=say("Total"), points=12_345)
    with app.test_request_context():
        with spoken(PSEUDO):
            assert seen(translated(sentence)) == "⟦⟦Total⟧: 12,345⟧"
        for code, number in {"de": "12.345", "es": "12.345", "fr": "12\u202f345"}.items():
            with spoken(code):
                assert translated(12_345) == number
                assert translated(-12_345) == f"−{number}"
        with spoken("de"):
            assert translated(date(2026, 3, 1)) == "01.03.2026"
            assert translated(say("%(points)s each", points=1.33)) == "je 1,33"
            assert "10,6" in translated(ace_deuce_jack.EDGE)
        assert translated(sentence) == "Total: 12,345"


def test_what_is_put_into_a_sentence_runs_as_it_is_written_in_lines_from_right_to_left(
    app: Flask,
) -> None:
    sentence = say("%(name)s: %(points)s", name="Ann (2)", points=-450)
    name, number = "\u2068Ann (2)\u2069", "\u2066−450\u2069"
    source = "{{ -450 | points }} {{ 450 | delta }} {{ -300 | award }} {{ _('%(x)s', x=name) }}"
    with app.test_request_context():
        with spoken(PSEUDO):
            assert translated(sentence) == f"⟦{name}: {number}⟧"
            shown = render_template_string(source, name=Markup("<b>Ann</b>"))
        assert shown.startswith(f"{number} \u2066+450\u2069 \u2066−")
        assert shown.endswith("⟦\u2068<b>Ann</b>\u2069⟧")
        # Nothing that nobody sees gets into languages that have no need of it.
        for code in LANGUAGES:
            with spoken(code):
                shown = translated(sentence) + render_template_string(source, name="Ann")
                assert shown == seen(shown), code


def test_names_from_right_to_left_stay_apart_in_a_line_from_left_to_right(app: Flask) -> None:
    scores = joined([say("%(name)s %(points)s", name=name, points=100) for name in ("שרה", "Ann")])
    with app.test_request_context():
        for code in LANGUAGES:
            with spoken(code):
                assert translated(scores) == "\u2068\u2068שרה\u2069 100\u2069 Ann 100", code
                shown = render_template_string("{{ _('%(x)s', x='שרה') }}")
                assert shown == "\u2068שרה\u2069", code


def test_arrows_point_the_way_that_lines_run(app: Flask) -> None:
    change = say("%(before)s → %(after)s", before=450, after=540)
    with app.test_request_context(), spoken(PSEUDO):
        assert seen(translated(change)) == "⟦450 ← 540⟧"


def test_a_day_without_its_year_is_told_as_in_its_language(app: Flask) -> None:
    told = {"en": "1 Mar", "de": "1. März", "es": "1 mar", "fr": "1er mars", PSEUDO: "⟦1 Mar⟧"}
    with app.test_request_context():
        for code, expected in told.items():
            with spoken(code):
                assert speech().day_of_year(date(2026, 3, 1)) == expected


def test_the_first_of_a_month_is_told_as_such_in_french(app: Flask) -> None:
    season = Season(starts_on=date(2001, 1, 1), ends_on=date(2001, 2, 21))
    with app.test_request_context(), spoken("fr"):
        assert speech().day(date(2001, 1, 1)) == "1er janv. 2001"
        assert speech().day_of_year(date(2001, 1, 11)) == "11 janv."
        assert translated(season_words.days(season)) == "1er janv. 2001 – 21 févr. 2001"


def test_a_rating_has_its_tenths_after_the_sign_that_is_usual(app: Flask) -> None:
    with app.test_request_context():
        for code, told in (("en", "31.0 ± 7.2"), ("fr", "31,0 ± 7,2"), ("de", "31,0 ± 7,2")):
            with spoken(code):
                row = ratings.LifelongRating(rating=31.04, doubt=7.2)
                assert render_template_string("{{ row | rated }}", row=row) == told


def test_a_template_shows_a_sentence_in_the_language_of_who_looks_and_escapes_it(
    app: Flask,
) -> None:
    source = (
        "{{ it }}|{{ _('Hello %(name)s', name=name) }}|{% trans n=it %}<b>{{ n }}</b>{% endtrans %}"
    )
    shown = {"it": say("<%(name)s>", name="&"), "name": "<i>"}
    with app.test_request_context(), spoken(PSEUDO):
        text = render_template_string(source, **shown)
    assert seen(text) == "⟦&lt;&amp;&gt;⟧|⟦Hello &lt;i&gt;⟧|⟦<b>⟦&lt;&amp;&gt;⟧</b>⟧"
    with app.test_request_context():
        text = render_template_string(source, **shown)
    assert text == "&lt;&amp;&gt;|Hello &lt;i&gt;|<b>&lt;&amp;&gt;</b>"


def test_layouts_have_a_language_that_says_every_sentence_as_long_as_any_does() -> None:
    longest = Speech(LONGEST)
    languages = [Speech(code) for code in LANGUAGES]
    for message in read("de", DOMAIN):
        if isinstance(message.id, str):
            texts = [language.text(message.id) for language in languages]
            assert len(longest.text(message.id)) == max(map(len, texts))
            assert longest.text(message.id) in texts
    points = "%(num)s point", "%(num)s points"
    for num in (1, 2):
        texts = [language.text_n(*points, num) for language in languages]
        assert len(longest.text_n(*points, num)) == max(map(len, texts))
    assert longest.day(date(2026, 9, 1)) == "1er sept. 2026"


def test_scripts_say_everything_as_long_as_any_language_does(client: FlaskClient) -> None:
    def words(code: str) -> dict[str, str | list[str]]:
        script = client.get(f"/static/words/{code}.js").text
        found: dict[str, str | list[str]] = json.loads(script.partition(" = ")[2].rstrip(";"))
        return found

    foreign = [words(code) for code in FOREIGN]
    for english, longest in words(LONGEST).items():
        if isinstance(longest, str):
            assert longest == max((english, *(one[english] for one in foreign)), key=len)
        else:
            for form, text in enumerate(longest):
                assert len(text) >= max(len(one[english][form]) for one in foreign)


def test_a_sentence_is_copied_with_how_it_was_made() -> None:
    import copy
    import pickle

    sentence = say_n("%(num)s card", "%(num)s cards", 3)
    for other in (copy.deepcopy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert type(other) is Sentence
        assert (other, other.pattern, other.num) == (sentence, sentence.pattern, 3)


def test_one_english_word_is_said_by_what_it_means_there(app: Flask) -> None:
    pitch, table = say_as("one of the four points of Pitch", "Game"), say("Game")
    assert (pitch, table) == ("Game", "Game")
    for code, told in (
        ("de", ("Game", "Partie")),
        ("xl", ("Juego", "Partida")),
        ("xx", ("⟦Game⟧", "⟦Game⟧")),
    ):
        with app.test_request_context(), spoken(code):
            assert (translated(pitch), translated(table)) == told
    nowhere = say_as("a meaning that no catalog has", "Game")
    with app.test_request_context(), spoken("de"):
        assert translated(nowhere) == "Game"


def test_french_says_no_de_before_who_may_begin_with_a_vowel() -> None:
    """It would have to say “d’un membre” and “d’Ann”."""
    wrong = [said.string for said in read("fr", "messages") if "de %(whom)s" in str(said.string)]
    assert wrong == []


def test_a_sentence_begins_with_a_capital_and_a_name_as_it_was_typed() -> None:
    assert begun(say("the scorekeeper")) == "The scorekeeper"
    assert begun(say("%(what)s is open", what=say("the table"))) == "The table is open"
    assert begun("k.d.") == "k.d."
    assert begun(say("%(name)s’s phone", name="bob")) == "bob’s phone"
    assert begun(joined(["ann", say("and so on")])) == "ann and so on"


def test_it_does_so_in_every_language(app: Flask) -> None:
    """French and Spanish say "the scorekeeper" in small letters anywhere in a sentence."""
    with app.test_request_context():
        for code, *told in (
            ("es", "El anotador", "El móvil de bob", "bob: 450"),
            ("fr", "Le marqueur", "Téléphone de bob", "bob\u202f: 450"),
        ):
            with spoken(code):
                assert [
                    translated(begun(say("the scorekeeper"))),
                    translated(begun(say("%(name)s’s phone", name="bob"))),
                    translated(begun(say("%(name)s: %(now)s", name="bob", now=450))),
                ] == told
