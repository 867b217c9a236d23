"""A long game: the table shows its latest rounds, and the way to those before."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.conftest import Program

PLAYED = 34


@pytest.fixture
def long_game(program: Callable[[], Program]) -> Program:
    game = program().start("Ann", "Bob", options={"target": 100_000})
    for number in range(1, PLAYED + 1):
        game.play(50 * number, -50)
    return game


def shown(page: str) -> list[int]:
    """Return the numbers of the rounds on a page, in order."""
    return [int(number) for number in re.findall(r'<tr id="round-(\d+)"', page)]


def test_the_table_shows_the_latest_thirty_rounds_and_the_totals_of_all(
    long_game: Program,
) -> None:
    page = long_game.client.get(f"/games/{long_game.id}").text
    assert shown(page) == list(range(PLAYED, PLAYED - 30, -1))
    assert f'<b class="total">{sum(range(50, 50 * PLAYED + 1, 50)):,}</b>' in page
    assert f'href="/games/{long_game.id}/rounds?before=5"' in page


def test_the_rounds_before_are_one_tap_away_and_end_with_the_first(long_game: Program) -> None:
    page = long_game.client.get(f"/games/{long_game.id}/rounds?before=5").text
    assert shown(page) == [4, 3, 2, 1]
    assert "rounds?before=" not in page


def test_a_page_of_rounds_leads_on_where_there_are_more(long_game: Program) -> None:
    page = long_game.client.get(f"/games/{long_game.id}/rounds").text
    assert shown(page)[-1] == 5
    assert "rounds?before=5" in page


@pytest.mark.parametrize("asked", ["1", "0", "x", "999999999999"])
def test_what_is_no_round_is_no_fault(long_game: Program, asked: str) -> None:
    page = long_game.client.get(f"/games/{long_game.id}/rounds?before={asked}")
    assert page.status_code == 200
    assert ("No earlier round" in page.text) == (asked == "1")


def test_a_short_game_has_no_earlier_rounds(program: Callable[[], Program]) -> None:
    game = program().start("Ann", "Bob")
    game.play(50, 100)
    page = game.client.get(f"/games/{game.id}").text
    assert shown(page) == [1]
    assert "Earlier rounds" not in page


def test_the_api_tells_all_rounds(long_game: Program) -> None:
    told = long_game.sheet()["rounds"]
    assert [round_["number"] for round_ in told] == list(range(1, PLAYED + 1))
    assert [entry["points"] for entry in told[-1]["entries"]] == [50 * PLAYED, -50]


def test_the_answer_of_the_api_is_the_same_compressed(long_game: Program) -> None:
    import gzip

    plain = long_game.get()
    packed = long_game.get(headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    tag = packed.headers["ETag"]
    assert long_game.get(headers={"If-None-Match": tag}).status_code == 304
