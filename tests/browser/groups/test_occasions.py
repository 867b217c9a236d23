"""A secretary enters last Friday's paper sheet, and the season that holds that day counts it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from tests.browser.groups.test_seasons import found_group
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
FRIDAY, WEEK = 4, 7


def friday_before(today: date) -> date:
    return today - timedelta(days=(today.weekday() - FRIDAY) % WEEK or WEEK)


def make_season(keeper: Phone, group: str, first: date, last: date) -> None:
    page = keeper.page
    page.goto(f"{group}/seasons")
    keeper.open("New season")
    page.get_by_label("Name", exact=True).fill("Winter")
    page.get_by_text("Dates, card games").tap()
    page.get_by_label("First day").fill(first.isoformat())
    page.get_by_label("Last day").fill(last.isoformat())
    keeper.press("Start").sees("Winter")


def enter(keeper: Phone, number: int, **points: int) -> None:
    """Enter a round with everybody's points, and see the next one asked for."""
    page = keeper.page
    page.goto(f"{keeper.table}/rounds/{number}/all")
    for name, score in points.items():
        page.get_by_label(f"{name}: Round score", exact=True).fill(str(score))
    keeper.save_and_see_table()
    expect(page.locator(".table-head")).to_contain_text(f"Round {number + 1}")


def day_field(page: Page) -> date:
    """Unfold the settings; return the day that is proposed, which is today."""
    page.locator("[data-roster]").wait_for(state="attached")
    page.locator("details.line > summary").tap()
    return date.fromisoformat(page.get_by_label("Day", exact=True).input_value())


def test_last_fridays_sheet_is_entered_round_by_round(phones: Phones, server: Server) -> None:
    keeper = phones(server)
    page = keeper.page
    group = found_group(keeper, "Friday", "Ann", "Bob")
    uid = group.rsplit("/", 1)[-1]
    page.goto(f"/games/new/brownie_points?group={uid}")
    friday = friday_before(day_field(page))
    make_season(keeper, group, friday - timedelta(days=30), friday)

    page.goto(f"/games/new/brownie_points?group={uid}")
    for name in ("Ann", "Bob"):
        page.locator("[data-roster]").get_by_role("button", name=name, exact=True).tap()
    expect(page.locator(".seat")).to_have_count(2)
    day_field(page)
    page.get_by_label("Day", exact=True).fill(friday.isoformat())
    keeper.start_as("Ann")
    said = f"Played on {friday.day} {friday:%b}"
    keeper.sees(said)

    enter(keeper, 1, Ann=700, Bob=300)
    enter(keeper, 2, Ann=400, Bob=900)
    page.goto(f"{keeper.table}/end")
    keeper.sees(said).sees("This game counts in Winter: 5 – 3 – 2 – 1 for the places.")
    keeper.press("End Game").sees("Rematch").sees(said)
    earned = page.get_by_label("What it brings in Winter").get_by_role("listitem")
    expect(earned).to_have_count(2)
    expect(earned.first).to_contain_text("Bob +5")

    page.goto(f"{group}/seasons")
    keeper.tap(page.locator("main").get_by_role("link", name="Winter").first)
    rows = page.locator(".standings tbody tr")
    expect(rows.locator(".standing-of .name")).to_have_text(["Bob", "Ann"])
    expect(rows.locator(".total")).to_have_text(["5", "3"])
