"""Rows of the whole round that may be left blank, because that is 0."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from scorecard.rules.games.own_scorecard.definitions import to_json
from scorecard.rules.games.own_scorecard.ready_made import READY_MADE
from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

SEAT = re.compile(r"^(s\d)_")


@pytest.fixture
def gin(program: Callable[[], Program]) -> Program:
    options = {"scorecard": to_json(READY_MADE["gin_rummy"])}
    return program().start("Ann", "Ben", game="own_scorecard", options=options)


def saved(phone: Program, number: int = 1, **typed: str) -> PlainBrowser:
    """Save the whole hand as its page was shown, with what is typed there."""
    page = PlainBrowser(phone.client).get(f"/games/{phone.id}/rounds/{number}/all")
    return page.press("Save", {SEAT.sub(r"\1-", name): text for name, text in typed.items()})


def corrected(phone: Program, **typed: str) -> list[dict[str, Any]]:
    """Save the first hand again, also where it is warned of; return the scores of all."""
    page = saved(phone, 1, **typed)
    if page.status == 409:
        page.press("Save anyway")
    assert page.status == 200, page.text
    return scores(phone)


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


class TestInACorrection:
    """What was stored and is left blank is answered by that, where it can be."""

    @pytest.fixture
    def bank(self, program: Callable[[], Program]) -> Program:
        ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
        said = {"banker": "Ann", "outcome": "bank"}
        assert ann.put("/rounds/1", {"said": said, "entries": {"2": 5, "3": 10}}).status_code == 200
        return ann

    def test_who_bet_sits_out_after_all(self, bank: Program) -> None:
        assert corrected(bank, s2_bet="") == [{"Ann": 10, "Ben": 0, "Cleo": -10}]

    def test_a_bet_from_another_phone_stays(self, bank: Program) -> None:
        page = PlainBrowser(bank.client).get(f"/games/{bank.id}/rounds/1/all")
        bank.enter(1, 2, 7)
        page.press("Save", {"s2-bet": ""})
        assert scores(bank) == [{"Ann": 17, "Ben": -7, "Cleo": -10}]

    def test_who_bet_was_the_bank(self, bank: Program) -> None:
        # The row of the bank sends nothing.
        typed = {"banker": "Ben", "s1_bet": "5", "s2_bet": ""}
        assert corrected(bank, **typed) == [{"Ann": -5, "Ben": 15, "Cleo": -10}]

    def test_and_the_preview_says_the_same(self, bank: Program) -> None:
        page = PlainBrowser(bank.client).get(f"/games/{bank.id}/rounds/1/all")
        typed = {"version": page.field("version"), "style": "bet", "banker": "Ben"}
        typed |= {"how": "result", "outcome": "bank", "s1-bet": "5", "s3-bet": "10"}
        answer = bank.client.post(f"/games/{bank.id}/rounds/1/preview", data=typed)
        assert "bank collected 15" in (shown := answer.get_data(as_text=True))
        assert "sits out" not in shown

    def test_who_counted_had_called(self, program: Callable[[], Program]) -> None:
        ann = program().start("Ann", "Ben", "Cleo", game="pay_me")
        entries = {"1": 15, "2": 0, "3": 30}
        ann.put("/rounds/1", {"said": {"went_out": "Ben"}, "entries": entries})
        typed = {"went_out": "Cleo", "s2_quick": "20", "s3_quick": ""}
        assert corrected(ann, **typed) == [{"Ann": 15, "Ben": 20, "Cleo": 0}]

    def test_who_counted_had_emptied_the_talon(self, program: Callable[[], Program]) -> None:
        ann = program().start("Ann", "Ben", game="spite_and_malice")
        ann.put("/rounds/1", {"said": {"winner": "Ben"}, "entries": {"1": 7, "2": 0}})
        typed = {"winner": "Ann", "s1_talon": "", "s2_talon": "6"}
        assert corrected(ann, **typed) == [{"Ann": 1, "Ben": 0}]
