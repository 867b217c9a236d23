"""The cash box over the JSON API: what programs write, read and take back, and who may."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member


@pytest.fixture
def keeper(app: Flask) -> Member:
    return Member(app.test_client()).found("Ann", "Bob")


def ids(keeper: Member) -> dict[str, str]:
    return {player["name"]: player["id"] for player in keeper.read()["players"]}


def box(keeper: Member) -> dict[str, Any]:
    found: dict[str, Any] = keeper.get("/cash").get_json()
    return found


def test_a_fee_is_written_settled_and_taken_back(keeper: Member) -> None:
    players = ids(keeper)
    body: dict[str, Any] = {
        "players": list(players.values()),
        "amount": 250,
        "note": "final",
        "day": "2026-01-02",
    }
    answered = keeper.post("/cash/fees", **body)
    assert answered.status_code == 201
    told = answered.get_json()
    assert told == box(keeper)
    (entry,) = told["entries"]
    assert (entry["kind"], entry["amount"], entry["day"]) == ("fee", 250, "2026-01-02")
    assert entry["sentence"] == "Fee of 2.50 each: Ann and Bob, “final”"
    assert {share["player"]: share["amount"] for share in entry["shares"]} == dict.fromkeys(
        players.values(), -250
    )
    assert (told["in_box"], told["outstanding"]) == (0, 500)
    for payment in told["payments"]:
        told = keeper.post("/cash/payments", **payment, is_proposed=True).get_json()
    assert (told["in_box"], told["outstanding"], told["payments"]) == (500, 0, [])
    refused = keeper.post("/cash/payments", **payment, is_proposed=True)
    problem(refused, 409, "conflict")
    # Who has not seen the entry does not take it back.
    problem(keeper.post(f"/cash/{entry['id']}/remove"), 409, "stale")
    keeper.read()
    told = keeper.post(f"/cash/{entry['id']}/remove").get_json()
    assert {one["amount"] for one in told["balances"]} == {250}
    problem(keeper.post(f"/cash/{entry['id']}/remove"), 404, "not_found")


def test_the_stakes_of_a_game_that_is_unknown_are_refused(keeper: Member) -> None:
    for game in ("nosuchgame12", "\ud800"):
        body: dict[str, Any] = {"game": game, "way": "winner", "amount": 50}
        problem(keeper.post("/cash/stakes", **body), 404, "not_found")


def test_the_same_write_sent_twice_is_done_once(keeper: Member) -> None:
    body: dict[str, Any] = {"amount": 500, "note": "Of last year", "version": keeper.version}
    first = keeper.post("/cash/deposits", key="d" * 20, **body)
    again = keeper.post("/cash/deposits", key="d" * 20, **body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert box(keeper)["in_box"] == 500


def test_entries_are_asked_for_after_one_another(keeper: Member) -> None:
    for number in range(1, 34):
        keeper.post("/cash/deposits", amount=number)
    first = box(keeper)
    rest = keeper.get(f"/cash?before={first['older']}").get_json()
    amounts = [entry["amount"] for page in (first, rest) for entry in page["entries"]]
    assert amounts == list(range(33, 0, -1))
    assert rest["older"] is None


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("fees", {"players": [], "amount": 1}, "players"),
        ("fees", {"players": ["nobody"], "amount": 1}, "players"),
        ("expenses", {"paid_by": None, "amount": 1}, "note"),
        ("payments", {"payer": None, "payee": None, "amount": 1}, "payee"),
        ("deposits", {"amount": 0}, "amount"),
        ("deposits", {"amount": 2.5}, "amount"),
        ("deposits", {"amount": 1, "note": "x" * 101}, "note"),
    ],
)
def test_a_refusal_names_the_field(
    keeper: Member, path: str, body: dict[str, Any], field: str
) -> None:
    refused = keeper.post(f"/cash/{path}", **body)
    assert refused.status_code == 422
    assert refused.get_json()["field"] == field
    assert box(keeper)["entries"] == []


def test_members_read_and_scorekeepers_write(app: Flask, keeper: Member) -> None:
    keeper.put("/cash/currency", currency="€")
    member = Member(app.test_client())
    link = keeper.get("/invitation").get_json()["link"]
    member.join(link.rsplit("/", 1)[-1])
    assert member.get("/cash").get_json()["currency"] == "€"
    problem(member.post("/cash/deposits", amount=100), 403, "not_allowed")
