"""A smudge asks whether all six tricks were taken; what was typed by tricks before stays so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

TAKEN = {"high": "A", "low": "A", "jack": "A", "game": "A"}
SMUDGE = {"pitcher": "Ann", "bid": "smudge"}
TRICKS = ("tricks", "all_tricks")


@pytest.fixture
def ann(program: Callable[[], Program]) -> Program:
    return program().start("Ann", "Ben", "Cleo", "Dan", game="pitch")


def form(phone: Program, number: int = 1) -> PlainBrowser:
    return PlainBrowser(phone.client).get(f"/games/{phone.id}/rounds/{number}/all")


def asked(page: PlainBrowser) -> set[str]:
    html = page.response.get_data(as_text=True)
    return {name for name in ("took_all", *TRICKS) if f'name="{name}"' in html}


@pytest.mark.parametrize(("answer", "points"), [("True", 5), ("False", -5)])
@pytest.mark.parametrize("way", ["points", "quick"])
def test_it_is_answered_by_yes_or_no(ann: Program, way: str, answer: str, points: int) -> None:
    page = form(ann)
    assert asked(page) == {"took_all"}
    typed = TAKEN if way == "points" else {"points": ["4", "0"]}
    page.press("Save", {"how": way, **SMUDGE, **typed, "took_all": answer})
    assert [one["scores"] for one in ann.sheet()["rounds"]] == [{"A": points, "B": 0}]
    assert form(ann).get(f"/games/{ann.id}/rounds/1/all").field("took_all") == answer


@pytest.mark.parametrize(
    "told",
    [
        SMUDGE | TAKEN | {"tricks": {"A": 6, "B": 0}},
        SMUDGE | {"points": {"A": 4, "B": 0}, "all_tricks": "A"},
        SMUDGE | {"points": {"A": 4, "B": 0}, "all_tricks": None},
    ],
)
def test_what_was_typed_before_is_corrected_as_it_was_typed(
    ann: Program, told: dict[str, Any]
) -> None:
    ann.put("/rounds/1", {"said": told})
    before = ann.sheet()["rounds"]
    page = form(ann)
    assert asked(page) == {key for key in TRICKS if key in told}
    page.press("Save", {"pitcher": "Cleo"})
    assert page.status == 200
    after = ann.sheet()["rounds"]
    assert [one["scores"] for one in after] == [one["scores"] for one in before]
    assert form(ann).field("pitcher") == "Cleo"


def test_in_a_correction_the_answer_is_asked_for_beside_its_question(ann: Program) -> None:
    ann.put("/rounds/1", {"said": {"pitcher": "Ann", "bid": 2, **TAKEN}})
    page = form(ann).press("Save", {"bid": "smudge"})
    html = page.response.get_data(as_text=True)
    assert page.status == 422
    assert 'id="took_all-error"' in html
    assert 'id="tricks-error"' not in html


@pytest.mark.parametrize(
    ("typed", "missing"),
    [
        (SMUDGE | TAKEN, "took_all"),
        (SMUDGE | {"how": "quick", "points": ["4", "0"]}, "took_all"),
        (SMUDGE | TAKEN | {"bid": "3", "game": ""}, "game"),
    ],
)
def test_once_the_cards_are_played_every_question_in_sight_is_answered(
    ann: Program, typed: dict[str, Any], missing: str
) -> None:
    page = form(ann).press("Save", typed)
    assert page.status == 422
    assert f'id="{missing}-error"' in page.response.get_data(as_text=True)


def test_before_they_are_played_the_bid_is_saved_without_them(ann: Program) -> None:
    assert form(ann).press("Save", SMUDGE).status == 200
    assert ann.sheet()["rounds"] == []


def test_card_points_answer_who_has_game(ann: Program) -> None:
    typed: Any = {**TAKEN, "game": "", "pitcher": "Ann", "bid": "3", "game_pips": ["50", "30"]}
    assert form(ann).press("Save", typed).status == 200
    assert [one["scores"] for one in ann.sheet()["rounds"]] == [{"A": 4, "B": 0}]
