"""Who played against the others, typed and corrected with plain forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorecard.rules.games.own_scorecard.definitions import to_json
from scorecard.rules.games.own_scorecard.ready_made import READY_MADE
from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

Start = Callable[..., Program]


@pytest.fixture
def start(program: Callable[[], Program]) -> Start:
    def start(key: str, *names: str) -> Program:
        options = {"scorecard": to_json(READY_MADE[key])}
        return program().start(*names, game="own_scorecard", options=options)

    return start


def form(phone: Program, number: int = 1) -> PlainBrowser:
    return PlainBrowser(phone.client).get(f"/games/{phone.id}/rounds/{number}/all")


def said(phone: Program) -> list[Any]:
    return [one["said"] for one in phone.sheet()["rounds"]]


def test_what_waits_of_a_deal_without_counts_is_its_result(start: Start) -> None:
    ann = start("skat", "Ann", "Ben", "Cleo")
    page = ann.client.get(f"/games/{ann.id}/rounds/1/all").get_data(as_text=True)
    assert 'data-label="Result"' in page


def test_a_null_is_corrected_to_a_grand_with_its_number(start: Start) -> None:
    ann = start("skat", "Ann", "Ben", "Cleo")
    null = {"game-declarer": "Ben", "game-contract": "null", "game-result": "won"}
    form(ann).press("Game won", null)
    page = form(ann)
    assert page.field("game-number") == ""
    page.press("Save", {"game-contract": "grand", "game-number": "2"})
    assert said(ann) == [
        {"game": {"declarer": "Ben", "contract": "grand", "number": 2, "result": "won"}}
    ]


def test_a_round_that_nobody_played_says_no_more_than_that(start: Start) -> None:
    ann = start("schafkopf", "Ann", "Ben", "Cleo", "Dan")
    form(ann).press("Nobody played", {"game-result": "passed"})
    assert said(ann) == [{"game": {"result": "passed"}}]
    page = form(ann)
    assert page.field("game-number") == ""
    page.press("Save", {})
    assert said(ann) == [{"game": {"result": "passed"}}]
    history = seen(ann.client.get(f"/games/{ann.id}/history").get_data(as_text=True))
    assert "Nobody played" in history
    assert "Alone" not in history


def test_what_is_on_top_is_kept_only_where_it_was_typed(start: Start) -> None:
    ann = start("tarot", "Ann", "Ben", "Cleo")
    taker = {"contract-declarer": "Ben", "contract-contract": "garde", "contract-number": "4"}
    form(ann).press("Game won", {**taker, "contract-result": "won"})
    assert "plus" not in said(ann)[0]["contract"]
    form(ann).press("Save", {"contract-plus": "20"})
    assert said(ann)[0]["contract"]["plus"] == 20


def test_ahead_everybody_may_be_the_declarer(start: Start) -> None:
    ann = start("skat", "Ann", "Ben", "Cleo", "Dan")
    assert 'value="Ann"' not in form(ann).response.get_data(as_text=True)
    assert 'value="Ann"' in form(ann, 2).response.get_data(as_text=True)
