"""A good evening becomes a group: a name, and its players, its season and this game are there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.phone.test_without_scripts import code_of, count, start
from tests.web.plain_browser import PlainBrowser


@pytest.fixture
def ended(phone: Callable[[], PlainBrowser]) -> PlainBrowser:
    """Return a phone at the table of a game that has just ended."""
    ann = start(phone(), "Ann", "Bob", target="1000")
    count(ann, 1, 1, {"style": "direct", "score": "1200"})
    count(ann, 2, 1, {"style": "direct", "score": "300"})
    return ann.click("End Game").press("End Game")


def test_a_name_is_all_it_takes(ended: PlainBrowser) -> None:
    table = ended.url
    ended.click("Keep this table as a group").press("Create group", {"name": "Kitchen table"})
    assert ended.url == table
    assert "Kitchen table" in ended.text
    ended.click("Kitchen table")
    assert "Ann" in ended.text
    group = ended.url
    ended.get(f"{group}/players")
    assert "Ann" in ended.text
    assert "Bob" in ended.text
    ended.get(f"{group}/games")
    assert "Ann" in ended.text, "the game is there"
    ended.get(f"{group}/seasons")
    assert "1 game · Ann leads" in ended.text


@pytest.mark.parametrize(("seat", "name"), [("1", "Ann"), ("2", "Bob"), ("0", None)])
def test_whom_a_phone_counts_for_it_is_in_the_group(
    phone: Callable[[], PlainBrowser], seat: str, name: str | None
) -> None:
    keeper = start(phone(), "Ann", "Bob", me=seat)
    keeper.get(f"{keeper.url}/group").press("Create group", {"name": "Kitchen table"})
    keeper.click("Kitchen table")
    group = keeper.client.get(f"/api/v1{keeper.url}").get_json()
    keeper.get(f"{keeper.url}/me")
    assert keeper.field("player") == next(
        (player["id"] for player in group["players"] if player["name"] == name), None
    )


def test_phones_that_count_for_somebody_are_in_the_group_and_watchers_are_not(
    phone: Callable[[], PlainBrowser],
) -> None:
    keeper, bob, watcher = start(phone(), "Ann", "Bob", me="1"), phone(), phone()
    code = code_of(keeper)
    bob.get("/join").press("Join", {"code": code}).press("Bob")
    watcher.get("/join").press("Join", {"code": code}).press("Just watch")
    keeper.get(f"{keeper.url}/group").press("Create group", {"name": "Kitchen table"})
    bob.get("/").click("Kitchen table")
    group = bob.url
    assert "Bob" in bob.get(f"{group}/me").text
    players = bob.client.get(f"/api/v1{group}").get_json()["players"]
    assert bob.field("player") == next(one["id"] for one in players if one["name"] == "Bob")
    assert watcher.get(group).status == 404
    told = keeper.get(f"{group}/history").text
    assert "A phone is Bob’s now" in told


def test_what_is_no_name_is_said_beside_the_field_and_nothing_is_made(ended: PlainBrowser) -> None:
    ended.click("Keep this table as a group").press("Create group", {"name": "   "})
    assert ended.status == 422
    assert "A group needs a name." in ended.text
    assert ended.client.get("/api/v1/groups").get_json()["groups"] == []


def test_a_game_of_a_group_is_not_offered_another(ended: PlainBrowser) -> None:
    ended.click("Keep this table as a group").press("Create group", {"name": "Kitchen table"})
    assert "Keep this table as a group" not in ended.text
