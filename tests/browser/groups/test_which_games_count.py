"""Which games count, on phones: penalties, friendly games, a double evening, and what if."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.groups.test_book import gather, write_down
from tests.browser.groups.test_occasions import enter
from tests.browser.groups.test_seasons import (
    found_group,
    invitation,
    join_group,
    make_season,
    play,
    sees_standings,
)
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.servers.server import Server

Phones = Callable[..., Phone]


def begin(keeper: Phone, group: str, *names: str) -> Page:
    """Line up players for a game of the group, and unfold its settings."""
    page = keeper.page
    page.goto(f"/games/new/brownie_points?group={group.rsplit('/', 1)[-1]}")
    page.locator("[data-roster]").wait_for(state="attached")
    keeper.line_up(*names).unfold_settings()
    return page


def sees_table(page: Page, season: str, *totals: tuple[str, str]) -> None:
    """Look at a season's table: who has how many points."""
    page.goto(season)
    rows = page.locator(".standings tbody tr")
    expect(rows.locator(".standing-of .name")).to_have_text([name for name, _points in totals])
    expect(rows.locator(".total")).to_have_text([points for _name, points in totals])


def address_of(keeper: Phone, group: str, season: str) -> str:
    keeper.page.goto(f"{group}/seasons")
    keeper.tap(keeper.page.locator("main").get_by_role("link", name=season).first)
    keeper.page.wait_for_url("**/seasons/*")
    return keeper.page.url


def test_a_penalty_with_a_reason_is_read_on_every_phone(phones: Phones, server: Server) -> None:
    keeper, onlooker = phones(server, viewport=SIZES["small"]), phones(server)
    page = keeper.page
    group = found_group(keeper, "Thursday", "Ann", "Bob")
    make_season(keeper, group, "Spring", places="5-3")
    join_group(onlooker, invitation(keeper, group))
    play(dict.fromkeys(("Ann", "Bob"), keeper), group, {"Ann": 900, "Bob": 350})
    onlooker.page.goto(group)
    sees_standings(onlooker.page, (("1", "", "Ann", "5"), ("2", "", "Bob", "3")))
    onlooker.is_live()

    page.goto(group)
    keeper.open("Points by hand")
    page.get_by_label("Player").select_option(label="Ann")
    page.get_by_label("− Penalty").check()
    page.get_by_label("Points", exact=True).fill("3")
    page.get_by_label("Reason").fill("Looked at Bob’s cards")
    check_width(page, "points by hand")
    check_with_axe(page, "points by hand")
    keeper.press("Save points").sees("Take back")

    onlooker.sees("−3: penalty").sees("Looked at Bob’s cards")
    rows = onlooker.page.locator(".standings tbody tr")
    expect(rows.locator(".standing-of .name")).to_have_text(["Bob", "Ann"])
    expect(rows.locator(".total")).to_have_text(["3", "2"])


def test_a_friendly_game_moves_no_table_and_a_double_evening_moves_one(
    phones: Phones, server: Server
) -> None:
    """Long because it is one evening, in which each game follows the one before."""
    keeper = phones(server)
    page = keeper.page
    group = found_group(keeper, "Thursday", "Ann", "Bob")
    for name in ("Spring", "Cup"):
        make_season(keeper, group, name, places="5-3")
    spring, cup = (address_of(keeper, group, name) for name in ("Spring", "Cup"))
    play(dict.fromkeys(("Ann", "Bob"), keeper), group, {"Ann": 900, "Bob": 350})
    for season in (spring, cup):
        sees_table(page, season, ("Ann", "5"), ("Bob", "3"))

    # Bob wins a game that counts nowhere: it is said before the end, and no table moves.
    begin(keeper, group, "Ann", "Bob")
    page.get_by_text("Friendly: counts in no season").tap()
    keeper.start_as("Ann").sees("friendly")
    enter(keeper, 1, Ann=100, Bob=800)
    page.goto(f"{keeper.table}/end")
    keeper.sees("Friendly game: counts in no season.").press("End Game").sees("Rematch")
    for season in (spring, cup):
        sees_table(page, season, ("Ann", "5"), ("Bob", "3"))

    # The evening counts double in Spring, and another game is friendly in the cup alone.
    page.goto(f"{spring}/sheet")
    keeper.open("Evenings that count more").press("Save").sees("counts double")
    check_with_axe(page, "weights")
    begin(keeper, group, "Ann", "Bob")
    page.get_by_text("Does not count in Cup").tap()
    check_width(page, "new game")
    check_with_axe(page, "new game")
    keeper.start_as("Ann").sees("friendly in Cup")
    enter(keeper, 1, Ann=100, Bob=800)
    page.goto(f"{keeper.table}/end")
    keeper.sees("This game counts in Spring: 5 – 3 for the places. The evening counts double.")
    keeper.sees("It does not count in Cup: it is friendly there.")
    keeper.press("End Game").sees("Rematch").sees("Places: 5 – 3 · counts double")
    sees_table(page, spring, ("Ann", "16"), ("Bob", "16"))
    sees_table(page, cup, ("Ann", "5"), ("Bob", "3"))
    page.goto(f"{spring}/sheet")
    expect(page.locator(".season-sheet thead th").last).to_contain_text("× 2")
    check_width(page, "sheet")
    check_with_axe(page, "sheet")


def test_what_would_have_been_turns_a_vote(phones: Phones, server: Server) -> None:
    circle = gather(phones, server, "Bob")
    ann, (bob,) = circle.ann, circle.others
    write_down(circle)
    make_season(ann, circle.group, "Spring", places="5-3")
    page = begin(ann, circle.group, "Ann", "Bob")
    page.get_by_label("Target").fill("1000")
    ann.start_as("Ann", is_closed=False)
    enter(ann, 1, Ann=200, Bob=300)
    enter(ann, 2, Ann=350, Bob=100)
    page.goto(f"{ann.table}/rounds/3/all")
    for name, score in {"Ann": 100, "Bob": 700}.items():
        page.get_by_label(f"{name}: Round score", exact=True).fill(str(score))
    ann.save_and_see_table()
    page.goto(f"{ann.table}/end")
    ann.press("End Game").sees("Rematch")

    page.goto(f"{circle.group}/book")
    page.get_by_role("link", name=re.compile("Cabin")).first.tap()
    ann.open("Propose a change")
    page.get_by_label("Target").fill("500")
    page.get_by_label("Why?").fill("Shorter evenings")
    ann.press("Propose it").sees("Not voted yet")

    # Bob reads that he would not have won, nor lead now.
    bob.page.goto(circle.group)
    bob.sees("Proposal for Cabin").open("Vote Cabin")
    past = bob.page.locator("[data-what-if]")
    expect(past).to_contain_text("1 game of Brownie Points, counted again:")
    expect(past).to_contain_text("Ann instead of Bob, after 2 rounds instead of 3")
    expect(past).to_contain_text("Spring: led by Ann instead of Bob")
    expect(past).to_contain_text("you would have played differently")
    check_width(bob.page, "what if")
    check_with_axe(bob.page, "what if")
    bob.press("No").sees("Turned down")
    page.goto(f"{circle.group}/book")
    page.get_by_role("link", name=re.compile("Cabin")).first.tap()
    ann.sees("12,000").sees("version 1")
