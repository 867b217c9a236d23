"""Two pairs in a season: made by a scorekeeper, and followed game by game on a second phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.groups.test_seasons import (
    NAMES,
    found_group,
    invitation,
    join_group,
    make_season,
    play,
)
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


def make_part(keeper: Phone, kind: str, name: str, *players: str) -> None:
    """Make a "team" or a "division" on the page of all of them."""
    page = keeper.page
    page.get_by_label("Name", exact=True).fill(name)
    for player in players:
        page.get_by_label(player, exact=True).check()
    keeper.press(f"Save {kind}")
    expect(page.get_by_role("list", name=f"{kind.capitalize()}s")).to_contain_text(name)


def sees_teams(page: Page, *rows: tuple[str, str, str]) -> None:
    """See the table of the teams: place, name and points of each."""
    table = page.get_by_role("table", name="Teams", exact=True)
    expect(table.locator(".at")).to_have_text([place for place, _name, _points in rows])
    expect(table.locator(".name")).to_have_text([name for _place, name, _points in rows])
    expect(table.locator(".total")).to_have_text([points for _place, _name, points in rows])


def test_teams_stand_below_the_players_and_move_by_themselves(
    phones: Phones, server: Server
) -> None:
    keeper, onlooker = phones(server), phones(server)
    page, (ann, longest, third) = keeper.page, NAMES
    group = found_group(keeper, "Thursday", *NAMES)
    make_season(keeper, group, "Spring", places="5-3-2")
    join_group(onlooker, invitation(keeper, group))
    onlooker.page.goto(group)
    onlooker.sees("No games yet").is_live()
    page.goto(group)
    keeper.open("Teams").page.wait_for_url("**/teams")
    ghosts, wolf = "Maximiliane-Charlottes Freitagsgeister", "Lone wolf"
    make_part(keeper, "team", ghosts, ann, third)
    make_part(keeper, "team", wolf, longest)
    keeper.sees("Everyone is in a team.")
    check_with_axe(page, "teams")
    check_width(page, "teams")
    sees_teams(onlooker.page, ("–", wolf, "0"), ("–", ghosts, "0"))
    people = dict.fromkeys(NAMES, keeper)
    play(people, group, dict(zip(NAMES, (900, 350, -250), strict=True)))
    sees_teams(onlooker.page, ("1", ghosts, "7"), ("2", wolf, "3"))
    check_with_axe(onlooker.page, "season with teams")
    check_width(onlooker.page, "season with teams")
    page.goto(group)
    keeper.open("Close season").sees("Same rules and teams.")
    page.get_by_label("Name of the next season").fill("Summer")
    keeper.press("Close season").page.wait_for_url("**/seasons/*")
    sees_teams(page, ("1", ghosts, "7"), ("2", wolf, "3"))
    # The group's page goes on with the next season, and with the same teams.
    onlooker.sees("Summer from")
    sees_teams(onlooker.page, ("–", wolf, "0"), ("–", ghosts, "0"))
