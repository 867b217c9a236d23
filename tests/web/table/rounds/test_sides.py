"""Sides are called by the names of their players, in previews, on the round's page, in history."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

SPADES: dict[str, Any] = {
    "name": "Spades",
    "sides": 2,
    "fields": [{"kind": "bid", "key": "tricks", "label": "Tricks", "made": 10, "missed": -10}],
    "wins": "highest",
    "ends": {"when": "total", "at": 500},
}


@pytest.fixture
def ann(program: Callable[[], Program]) -> Program:
    names = ("Ann", "Ben", "Cleo", "Dan")
    return program().start(*names, game="own_scorecard", options={"scorecard": SPADES})


def page(phone: Program, path: str) -> str:
    return seen(PlainBrowser(phone.client).get(f"/games/{phone.id}{path}").text)


def test_a_preview(ann: Program) -> None:
    typed = {
        "s1-tricks-bid": "4",
        "s1-tricks-made": "5",
        "s2-tricks-bid": "7",
        "s2-tricks-made": "8",
    }
    answer = ann.client.post(f"/games/{ann.id}/rounds/1/preview", data=typed)
    shown = seen(" ".join(unescape(re.sub(r"<[^>]*>", "", answer.get_data(as_text=True))).split()))
    assert "Ann & Cleo: " in shown
    assert "Ben & Dan: " in shown


def test_the_page_of_a_round_and_the_history(ann: Program) -> None:
    entries = {"1": {"tricks": {"bid": 4, "made": 5}}, "2": {"tricks": {"bid": 7, "made": 8}}}
    answer = ann.put("/rounds/1", {"entries": entries})
    assert answer.status_code == 200, answer.get_json()
    scores = answer.get_json()["rounds"][0]["scores"]
    shown = page(ann, "/rounds/1")
    assert f"Ann & Cleo +{scores['A']}" in shown
    assert f"Ben & Dan +{scores['B']}" in shown
    assert shown.lower().count("bid 4, made 5") == 1
    label = ann.sheet()["undo"]["label"]
    assert label == "Round 1"
    told = f"Round 1 count: Ann & Cleo {scores['A']}, Ben & Dan {scores['B']}"
    assert told in page(ann, "/history")


def test_two_lead_in_the_plural(ann: Program) -> None:
    entries = {"1": {"tricks": {"bid": 4, "made": 5}}, "2": {"tricks": {"bid": 7, "made": 5}}}
    assert ann.put("/rounds/1", {"entries": entries}).status_code == 200
    table, board = page(ann, ""), page(ann, "/board")
    assert re.search(r"Ann & Cleo lead by \d+ ", table), "in their row"
    news = unescape(ann.client.get(f"/games/{ann.id}").get_data(as_text=True))
    assert re.search(r"Ann & Cleo lead by \d+\.", news), "in what the round has brought"
    assert re.search(r"Ann & Cleo\s+lead ", board)
    assert "leads" not in table + board


def test_what_one_side_has_counted_shows_its_points_at_once(ann: Program) -> None:
    ann.enter(1, 1, {"tricks": {"bid": 4, "made": 5}})
    assert ann.sheet()["open_round"]["entries"][0]["points"] == 10
    line = ann.get("/changes").get_json()["changes"][0]
    assert line["sentence"] == "Round 1 count: Ann & Cleo 10"
    typed = {"tricks-bid": "4", "tricks-made": "5"}
    answer = ann.client.post(f"/games/{ann.id}/rounds/1/seats/1/preview", data=typed)
    assert "Ann & Cleo" in seen(answer.get_data(as_text=True).replace("&amp;", "&"))


def test_who_is_waited_for_and_a_refusal(ann: Program) -> None:
    ann.enter(1, 1, {"tricks": {"bid": 4, "made": 5}})
    assert "Waiting for Ben & Dan" in page(ann, "")
    bid = SPADES["fields"][0] | {"in_round": 13}
    names = ("Ann", "Ben", "Cleo", "Dan")
    options = {"scorecard": SPADES | {"fields": [bid]}}
    ann.id = ""
    ann.start(*names, game="own_scorecard", options=options)
    entries = {"1": {"tricks": {"bid": 4, "made": 8}}, "2": {"tricks": {"bid": 7, "made": 7}}}
    refused = ann.put("/rounds/1", {"entries": entries}).get_json()["detail"]
    assert "(Ann & Cleo 8, Ben & Dan 7)" in refused


def test_deadwood_is_neither_gain_nor_loss_in_preview_and_sheet(
    program: Callable[[], Program],
) -> None:
    ann = program().start("Ann", "Ben", game="pay_me")
    typed = {"style": "quick", "quick": "45"}
    answer = ann.client.post(f"/games/{ann.id}/rounds/1/seats/1/preview", data=typed)
    assert 'class="count-zero">+45</b>' in answer.get_data(as_text=True)
    ann.put("/rounds/1", {"entries": {"1": 45, "2": 0}, "said": {"went_out": "Ben"}})
    table = ann.client.get(f"/games/{ann.id}").get_data(as_text=True)
    assert "<span>45</span>" in table


def test_a_balance_has_one_colour_in_preview_and_sheet(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 5, "3": 2}, "said": {"outcome": "bank"}})
    table = ann.client.get(f"/games/{ann.id}").get_data(as_text=True)
    for colour, won in (("plus", "+7"), ("minus", "−5"), ("minus", "−2")):
        assert f'<span class="count-{colour}">{won}</span>' in table
