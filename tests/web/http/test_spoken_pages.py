"""The pages of a game in the language of who looks, which here puts every sentence in brackets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorecard.database.db import db
from scorecard.rules.typed import fields
from scorecard.rules.words import inside, quoted, say
from scorecard.services.scoring.entry_wording import field_words
from scorecard.services.table import games
from scorecard.web.http.languages import COOKIE, PSEUDO, spoken, translated
from scorecard.web.table import posters
from tests.web.conftest import Program, seen

Programs = Callable[[], Program]


@pytest.fixture
def keeper(program: Programs) -> Program:
    """A keeper whose phone speaks the tests' language."""
    keeper = program().start("Ann", "Bob", "Cy", options={"target": 5_000})
    keeper.play(450, -100, 0)
    keeper.client.set_cookie(COOKIE, PSEUDO)
    return keeper


def page(keeper: Program, path: str = "") -> str:
    response = keeper.client.get(f"/games/{keeper.id}{path}")
    assert response.status_code == 200
    return " ".join(seen(response.get_data(as_text=True)).split())


def test_the_table_says_whole_sentences(keeper: Program) -> None:
    keeper.enter(2, 1, {"score": 200})
    html = page(keeper)
    for sentence in (
        "⟦⟦Round⟧ 2⟧",
        "⟦to 5,000⟧",
        "⟦Waiting for <b>⟦Bob and Cy⟧</b>⟧",
        "⟦Count cards⟧",
        "⟦Rounds⟧",
    ):
        assert sentence in html, sentence


def test_the_board_and_its_chart_do_too(keeper: Program) -> None:
    html = page(keeper, "/board")
    assert "⟦⟦Round⟧ 2⟧" in html
    assert "⟦Chart of the totals after each ⟦round⟧⟧" in html
    assert ">⟦to 5,000⟧</text>" in html


def test_names_stay_as_they_are_inside_a_sentence(program: Programs) -> None:
    keeper = program().start("Ann <b>", "50 % Bob")
    keeper.client.set_cookie(COOKIE, PSEUDO)
    html = page(keeper, "/players")
    assert "⟦Remove Ann &lt;b&gt;⟧" in html
    assert "⟦Remove 50 % Bob⟧" in html


def test_a_page_says_when_something_was_done(keeper: Program) -> None:
    assert re.search(
        r"⟦⟦this phone⟧, <time[^>]*>⟦⟦[^⟧]*⟧, [^⟧]* UTC⟧</time>", page(keeper, "/history")
    )


def test_a_picture_is_in_the_language_of_who_looks(app: Flask, keeper: Program) -> None:
    assert keeper.post("/end", {}).status_code == 200
    with app.test_request_context("/"):
        game = games.find_game(db.session, keeper.id)
        assert game
        with spoken(PSEUDO):
            poster = posters.of_game(game)
            assert seen(poster.headline) == "⟦Ann wins⟧"
            assert seen(poster.note) == "⟦1 ⟦round⟧⟧"
            image = posters.picture_of_game(game, "wide")
        assert posters.of_game(game).headline == "Ann wins"
        assert posters.picture_of_game(game, "wide") != image


def test_what_was_typed_is_told_in_words() -> None:
    order = fields.Field("places", quoted("Places"), "order", names=("Ann", "Bob", "Cy"))
    words = field_words(order, [["Bob"], ["Ann", "Cy"]])
    assert words == "Places Bob, then Ann = Cy"
    assert words.pattern == "%(label)s %(words)s"
    assert field_words(order, [["Bob"]], is_short=True) == "Bob"
    assert field_words(order, []) == ""
    assert (
        field_words(fields.Field("nopes", quoted("Nopes"), "count"), 3).pattern
        == "%(count)s × %(label)s"
    )


def test_a_label_is_small_inside_a_sentence_in_english_only(app: Flask) -> None:
    with app.test_request_context("/"):
        label = say("Points pile")
        assert translated(inside(label)) == "points pile"
        with spoken(PSEUDO):
            assert translated(inside(label)) == "⟦Points pile⟧"
