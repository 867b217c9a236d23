"""Handicaps on phones: the ratings propose one, and everybody reads it before the first deal."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.groups.test_occasions import enter
from tests.browser.groups.test_seasons import (
    found_group,
    invitation,
    join_group,
    make_season,
    sees_standings,
)
from tests.browser.groups.test_which_games_count import address_of, begin, sees_table
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]

TARGET = 2_000


def played_to_the_end(keeper: Phone, group: str, **points: int) -> None:
    """Play a game of one round, as a program does, that reaches its target."""
    request = keeper.page.request
    body = {
        "game": "brownie_points",
        "group": group.rsplit("/", 1)[-1],
        "players": [*points],
        "options": {"target": TARGET},
        "is_confirmed": True,
    }
    begun = request.post("/api/v1/games", data=body)
    assert begun.ok, begun.text()
    game = begun.json()["game"]
    at = f"/api/v1/games/{game['id']}"
    entries = {str(seat): {"score": score} for seat, score in enumerate(points.values(), start=1)}
    counted = request.put(
        f"{at}/rounds/1",
        data={"version": game["version"], "entries": entries, "is_confirmed": True},
    )
    assert counted.ok, counted.text()
    assert counted.json()["status"] == "finished"
    ended = request.post(f"{at}/end", data={"version": counted.json()["version"]})
    assert ended.ok, ended.text()


def test_a_handicap_is_said_before_the_first_deal_and_decides(
    phones: Phones, server: Server
) -> None:
    """Long because it is one evening: five games are rated before the one with a handicap."""
    keeper, onlooker = phones(server), phones(server)
    page = keeper.page
    group = found_group(keeper, "Thursday", "Ann", "Bob")
    make_season(keeper, group, "Spring", places="5-3")
    spring = address_of(keeper, group, "Spring")
    for _game in range(5):
        played_to_the_end(keeper, group, Ann=2_000, Bob=1_500)
    join_group(onlooker, invitation(keeper, group))
    sees_table(page, spring, ("Ann", "25"), ("Bob", "15"))

    begin(keeper, group, "Ann", "Bob").get_by_text("Head starts", exact=True).tap()
    keeper.press("From the ratings").sees("By the ratings of Spring")
    # As many as they were apart each time.
    expect(keeper.box("Bob")).to_have_value("500")
    expect(keeper.box("Ann")).to_have_value("")
    check_width(page, "head starts")
    check_with_axe(page, "head starts")
    page.get_by_label("Target").fill("1000")
    keeper.start_as("Ann").sees("Bob starts with 500")
    onlooker.page.goto(keeper.table)
    onlooker.sees("Bob starts with 500")

    enter(keeper, 1, Ann=400, Bob=100)
    keeper.page.goto(f"{keeper.table}/rounds/2/all")
    for name, score in (("Ann", 500), ("Bob", 450)):
        page.get_by_label(f"{name}: Round score", exact=True).fill(str(score))
    keeper.save_and_see_table().sees("Bob").end_game()
    onlooker.sees("Bob wins")
    expect(page.locator(".score-sheet")).to_contain_text("Head start")
    onlooker.page.goto(group)
    sees_standings(
        onlooker.page, (("1", "same place", "Ann", "28"), ("2", "same place", "Bob", "20"))
    )
