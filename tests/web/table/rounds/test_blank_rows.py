"""Rows of the whole round that may be left blank, because that is 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorecard.rules.games.own_scorecard.definitions import to_json
from scorecard.rules.games.own_scorecard.ready_made import READY_MADE
from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser


@pytest.fixture
def gin(program: Callable[[], Program]) -> Program:
    options = {"scorecard": to_json(READY_MADE["gin_rummy"])}
    return program().start("Ann", "Ben", game="own_scorecard", options=options)


def saved(phone: Program, number: int = 1, **typed: str) -> PlainBrowser:
    """Save the whole hand as its page was shown, with what is typed there."""
    page = PlainBrowser(phone.client).get(f"/games/{phone.id}/rounds/{number}/all")
    return page.press("Save", {name.replace("_", "-", 1): text for name, text in typed.items()})


def scores(phone: Program) -> list[dict[str, Any]]:
    return [one["scores"] for one in phone.sheet()["rounds"]]


def test_only_the_winner_of_a_hand_of_gin_is_typed(gin: Program) -> None:
    saved(gin, s1_difference="14", s1_gin="1")
    assert scores(gin) == [{"Ann": 39, "Ben": 0}]


def test_nobody_is_typed_and_nothing_is_saved(gin: Program) -> None:
    assert "Enter something first." in saved(gin).text
    assert scores(gin) == []


def test_what_is_cleared_in_a_correction_is_0(gin: Program) -> None:
    saved(gin, s1_difference="14")
    saved(gin, s1_difference="", s2_difference="9")
    assert scores(gin) == [{"Ann": 0, "Ben": 9}]


def test_a_count_from_another_phone_is_no_blank(gin: Program) -> None:
    page = PlainBrowser(gin.client).get(f"/games/{gin.id}/rounds/1/all")
    gin.enter(1, 2, {"undercut": True})
    page.press("Save", {"s1-difference": "14"})
    assert scores(gin) == [{"Ann": 14, "Ben": 25}]


def test_while_they_are_typed_nothing_is_said_of_those_still_blank(gin: Program) -> None:
    signed = {"kind": "points", "key": "points", "label": "Points", "is_signed": True}
    fields = [signed | {"is_optional": True}]
    options = {"scorecard": {"name": "Chips", "fields": fields, "is_zero_sum": True}}
    gin.id = ""
    gin.start("Ann", "Ben", "Cleo", game="own_scorecard", options=options)
    typed = {"s1-points": "48", "s2-points": ["minus", "24"]}
    answer = gin.client.post(f"/games/{gin.id}/rounds/1/preview", data=typed)
    assert "must add up to 0" not in seen(answer.get_data(as_text=True))
    assert "must add up to 0" in saved(gin, s1_points="48").text


def test_on_a_sheet_where_all_is_ticks_blank_rows_wait(program: Callable[[], Program]) -> None:
    options = {"scorecard": to_json(READY_MADE["ten_phases"])}
    ann = program().start("Ann", "Ben", game="own_scorecard", options=options)
    saved(ann, s1_phase="1")
    assert scores(ann) == []
