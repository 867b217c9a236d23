"""Bids are entered before the play, and what was made of them after it, through every door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

BIDDING: dict[str, Any] = {
    "name": "Our bids",
    "fields": [
        {"kind": "bid", "key": "tricks", "label": "Tricks", "made": 10, "in_round": 5},
        {"kind": "tick", "key": "bonus", "label": "Bonus", "worth": 5},
    ],
}


@pytest.fixture
def ann(program: Callable[[], Program]) -> Program:
    options = {"scorecard": BIDDING}
    return program().start("Ann", "Ben", game="own_scorecard", options=options)


def table(phone: Program) -> str:
    return seen(browser(phone).get(f"/games/{phone.id}").text)


def browser(phone: Program) -> PlainBrowser:
    return PlainBrowser(phone.client)


def test_the_table_asks_for_bids_and_then_for_what_was_made(ann: Program) -> None:
    assert ann.sheet()["action"] == "Bids"
    ann.enter(1, 1, {"tricks": {"bid": 2}})
    shown = table(ann)
    assert "counted" not in shown
    assert "bid 2" in shown
    assert "no bid yet" in shown
    assert "Waiting for Ben" in shown
    assert "Tricks: 2 of 5 bid" in shown
    assert ann.sheet()["action"] == "Bids"
    ann.enter(1, 2, {"tricks": {"bid": 3}})
    sheet = ann.sheet()
    assert (sheet["action"], sheet["open_round"]["missing"]) == ("Made", [1, 2])
    assert "Waiting" not in table(ann)
    ann.enter(1, 1, {"tricks": {"bid": 2, "made": 2}})
    assert "Waiting for Ben" in table(ann)
    ann.enter(1, 2, {"tricks": {"bid": 3, "made": 3}})
    assert ann.sheet()["rounds"][0]["scores"] == {"Ann": 10, "Ben": 10}
    assert ann.sheet()["action"] == "Bids"


def last_line(phone: Program) -> str:
    return str(phone.get("/changes").get_json()["changes"][0]["sentence"])


def test_the_history_tells_bids_from_what_was_made(ann: Program) -> None:
    ann.enter(1, 1, {"tricks": {"bid": 2}})
    assert last_line(ann) == "Round 1 bid: Ann 2"
    assert "Undo “Ann’s bid, round 1”" in seen(browser(ann).get(f"/games/{ann.id}/history").text)
    ann.enter(1, 2, {"tricks": {"bid": 3}})
    ann.enter(1, 1, {"tricks": {"bid": 2, "made": 2}})
    assert last_line(ann) == "Round 1 count: Ann 10"
    ann.post("/undo")
    assert last_line(ann) == "Undone: Round 1 count: Ann 10"
    ann.post("/undo")
    assert last_line(ann) == "Undone: Round 1 bid: Ben 3"


def test_a_bid_is_called_so_where_it_waits_and_where_somebody_else_has_made_it(
    ann: Program,
) -> None:
    page = ann.client.get(f"/games/{ann.id}/rounds/1/all").get_data(as_text=True)
    assert 'data-label="Bids"' in page
    version = ann.sheet()["version"]
    ann.enter(1, 2, {"tricks": {"bid": 3}})
    again = ann.put(
        "/rounds/1", {"entries": {"2": {"tricks": {"bid": 1}}}, "version": version}
    ).get_json()
    assert "already entered Ben’s bid for round 1." in again["detail"]


def test_a_bid_in_secret_is_no_secret_told(program: Callable[[], Program]) -> None:
    options = {"scorecard": BIDDING}
    ann = program().start("Ann", "Ben", game="own_scorecard", options=options, is_blind=True)
    ann.enter(1, 1, {"tricks": {"bid": 2}})
    assert last_line(ann) == "Round 1 bid: Ann"


def test_the_form_of_a_seat(ann: Program) -> None:
    form = f"/games/{ann.id}/rounds/1/seats/1"
    browser(ann).get(form).press("Save", {"tricks-bid": "2"})
    assert "bid 2" in table(ann)
    page = browser(ann).get(form)
    assert page.field("tricks-bid") == "2"
    page.press("Save", {"bonus": "1"})
    assert "Enter “Made”." in page.text
    page.press("Save", {"tricks-made": "1"})
    assert ann.sheet()["open_round"]["entries"][0]["points"] == 5


def test_the_form_of_the_whole_round(ann: Program) -> None:
    form = f"/games/{ann.id}/rounds/1/all"
    page = browser(ann).get(form)
    assert "Already played" in page.text
    page.press("Save", {"s1-tricks-bid": "2", "s2-tricks-bid": "1"})
    assert "bid 1" in table(ann)
    page = browser(ann).get(form)
    assert "Already played" not in page.text
    page.press("Save", {"s1-tricks-made": "2", "s2-tricks-made": "3"})
    assert ann.sheet()["rounds"][0]["scores"] == {"Ann": 10, "Ben": 10}


def test_a_bid_without_what_was_made_cannot_be_put_into_a_round_that_is_over(ann: Program) -> None:
    made = {"1": {"tricks": {"bid": 2, "made": 2}}, "2": {"tricks": {"bid": 3, "made": 3}}}
    ann.put("/rounds/1", {"entries": made})
    answer = ann.enter(1, 1, {"tricks": {"bid": 4}})
    assert answer.status_code == 422
    assert answer.get_json()["detail"] == "Ann’s Tricks (made) is missing: type 0 for none."


def test_pitch_asks_for_the_points_once_it_knows_the_bid(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Ben", "Cleo", "Dan", game="pitch")
    assert ann.sheet()["action"] == "Enter the hand"
    form = f"/games/{ann.id}/rounds/1/all"
    browser(ann).get(form).press("Save", {"pitcher": "Ben", "bid": "3"})
    assert "Undo “Bids, hand 1”" in seen(browser(ann).get(f"/games/{ann.id}/history").text)
    shown = table(ann)
    assert shown.count("Ben pitches, bid: 3") == 1
    assert "Waiting for" not in shown
    assert "Enter it" not in shown
    assert ann.sheet()["action"] == "Enter the points"
    page = browser(ann).get(form)
    page.press("Save", {"high": "A"})
    assert "Choose “Low”." in page.text
    page.press("Save", {"low": "B", "jack": "B", "game": "B"})
    assert ann.sheet()["rounds"][0]["scores"] == {"A": 1, "B": 3}


def test_that_nobody_has_game_is_said_by_a_tap(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Ben", "Cleo", "Dan", game="pitch")
    taken = {"high": "A", "low": "A", "jack": "A", "game": "-"}
    page = browser(ann).get(f"/games/{ann.id}/rounds/1/all")
    page.press("Save", {"pitcher": "Ann", "bid": "2", **taken})
    assert [one["scores"] for one in ann.sheet()["rounds"]] == [{"A": 3, "B": 0}]


def test_a_hand_that_is_said_at_once_is_not_called_its_bids(program: Callable[[], Program]) -> None:
    phone = program().start("Ann", "Ben", "Cleo", "Dan", game="pitch")
    page = phone.client.get(f"/games/{phone.id}/rounds/1/all").get_data(as_text=True)
    assert 'data-label="Result"' in page
