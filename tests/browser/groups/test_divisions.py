"""Two divisions of a season: each with its places, and after the season one goes up, one down."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.groups.test_seasons import (
    found_group,
    invitation,
    join_group,
    make_season,
    play,
)
from tests.browser.groups.test_teams import make_part
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
NAMES = ("Ann", "Bob", "Cy", "Di")


def sees_division(page: Page, season: str, name: str, *rows: tuple[str, str, str]) -> None:
    """See the table of a division: place, name and points of each."""
    table = page.get_by_role("table", name=f"{season}, {name}")
    # Behind the place stands how it moved.
    places = [re.compile(rf"^\s*{place}(?!\d)") for place, _name, _points in rows]
    expect(table.locator("tbody .at")).to_have_text(places)
    expect(table.locator("tbody .name")).to_have_text([name for _place, name, _points in rows])
    expect(table.locator("tbody .total")).to_have_text([points for _place, _name, points in rows])


def test_divisions_have_places_of_their_own_and_change_players(
    phones: Phones, server: Server
) -> None:
    keeper, onlooker = phones(server), phones(server)
    page = keeper.page
    group = found_group(keeper, "Thursday", *NAMES)
    make_season(keeper, group, "Spring", places="5-3-2-1")
    join_group(onlooker, invitation(keeper, group))
    onlooker.page.goto(group)
    onlooker.sees("No games yet").is_live()
    page.goto(group)
    keeper.open("Divisions").page.wait_for_url("**/divisions")
    make_part(keeper, "division", "First", "Ann", "Bob")
    make_part(keeper, "division", "Second", "Cy", "Di")
    version = page.locator("#promote [name=version]")
    before = version.input_value()
    page.get_by_label("Players who go up and down").fill("1")
    keeper.press("Save")
    expect(version).not_to_have_value(before)
    expect(page.get_by_label("Players who go up and down")).to_have_value("1")
    check_with_axe(page, "divisions")
    check_width(page, "divisions")

    # All four at one table: Cy wins, and leads the second division.
    play(dict.fromkeys(NAMES, keeper), group, dict(zip(NAMES, (350, 100, 900, -250), strict=True)))
    sees_division(onlooker.page, "Spring", "First", ("1", "Ann", "3"), ("2", "Bob", "2"))
    sees_division(onlooker.page, "Spring", "Second", ("1", "Cy", "5"), ("2", "Di", "1"))
    check_with_axe(onlooker.page, "season with divisions")
    check_width(onlooker.page, "season with divisions")

    page.goto(group)
    keeper.open("Close season")
    page.get_by_label("Name of the next season").fill("Summer")
    keeper.press("Close season").page.wait_for_url("**/seasons/*")
    onlooker.sees("Summer from")
    onlooker.sees("First: Ann and Cy.").sees("Second: Bob and Di.")
