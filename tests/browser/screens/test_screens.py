"""Screens that are played to: every way to count every card game, refused, and without scripts.

Every page and state that an address leads to is in ``test_gallery.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scorecard.rules.games import all_games
from tests.browser.checks import check_width, check_with_axe
from tests.browser.conftest import PATIENCE
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.servers.server import Server

Phones = Callable[..., Phone]
NAMES = ("Ann", "Bob", "Maximiliane-Charlotte von Hohenstein", "李小龙", "🍫🍫", "Zoë", "Cy", "Di")


@pytest.mark.parametrize("key", [key for key in all_games() if key != "brownie_points"])
def test_every_way_to_count_a_game(browser: Browser, shared_server: Server, key: str) -> None:
    """Play its example with a long name at the table, and look at a small phone."""
    context = browser.new_context(
        base_url=shared_server.url,
        viewport=SIZES["small"],
        has_touch=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    game, number = play_example(page, key)

    def check(where: str) -> None:
        open_all(page)
        check_width(page, f"{key}: {where}")
        check_with_axe(page, f"{key}: {where}")

    if all_games()[key].entries_key:
        page.goto(f"{game}/rounds/{number}/seats/2")
        check("count")
        for style in page.locator("[data-styles] label").all()[1:]:
            Phone(page).choose(name := (style.text_content() or "").strip())
            check(f"count {name}")
    whole = f"{game}/rounds/{number}/all"
    page.goto(whole)
    hows = [way.get_attribute("value") for way in page.locator("[data-hows] input").all()]
    for how in hows or [""]:
        page.goto(f"{whole}?how={how}")
        check(f"whole {how}")
        for style in page.locator("[data-styles] label:visible").all()[1:]:
            Phone(page).choose(name := (style.text_content() or "").strip())
            check(f"whole {how} {name}")
    context.close()


def open_all(page: Page) -> None:
    """Open what is folded; one picker of cards, because it is like all the others."""
    # A menu lies over what it was opened from.
    for menu in page.locator("main details.menu[open] > summary:visible").all():
        menu.tap()
    closed = page.locator("main details:not([open], .card-picker, .menu) > summary:visible")
    while closed.count():
        closed.first.tap()
    picker = page.locator(".card-picker > summary:visible")
    if picker.count() and not page.locator(".card-picker[open] > summary:visible").count():
        picker.first.tap()


def play_example(page: Page, key: str) -> tuple[str, int]:
    """Play a game's example over the API; return the table's path, and the coming round."""
    rules = all_games()[key]
    assert rules.example
    record: Any = rules.example.record
    start = {name: record[name] for name in ("game", "players", "options") if name in record}
    page.goto("/")
    sheet = page.request.post("/api/v1/games", data=start).json()["game"]
    address = f"/api/v1/games/{sheet['id']}"

    def write(path: str, body: dict[str, Any]) -> None:
        nonlocal sheet
        version = {"version": sheet["version"]}
        response = page.request.put(f"{address}{path}", data={**version, **body})
        assert response.ok, response.text()
        sheet = response.json()

    for number, played in enumerate(record["rounds"], start=1):
        said = dict(played)
        by_name = said.pop(rules.entries_key, {}) if rules.entries_key else {}
        entries = {str(record["players"].index(name) + 1): by_name[name] for name in by_name}
        write(f"/rounds/{number}", {"entries": entries, "said": said})
    write("/seats/2/name", {"name": NAMES[2]})
    assert len(sheet["rounds"]) == len(record["rounds"])
    return f"/games/{sheet['id']}", len(record["rounds"]) + 1


def test_refused_and_warned_screens(phones: Phones, server: Server) -> None:
    for size in ("phone", "small"):
        keeper = phones(server, viewport=SIZES[size]).start("Ann", "Bob")
        keeper.open_count(1, 1).tap_cards("pile", {"7": 9}).save()
        keeper.is_refused("The deck has 8 × rank 7, but you counted 9: Ann 9.")
        check_width(keeper.page, "refused")
        check_with_axe(keeper.page, "refused")
        keeper.page.get_by_role("button", name="One 7 less, points pile").tap()
        keeper.save_and_see_table()
        keeper.open_count(1, 2).tap_cards("hand", {"1": 1}).save_and_see_table()
        keeper.sees("look again")
        check_width(keeper.page, "warned")
        check_with_axe(keeper.page, "warned")
        keeper.press("Score it anyway").sees("Round 2")
        keeper.end_game()
        check_width(keeper.page, "ended")
        check_with_axe(keeper.page, "ended")


def test_what_happened_in_an_example_goes_over_the_width_of_its_table(
    phones: Phones, server: Server
) -> None:
    page = phones(server, viewport=SIZES["small"]).page
    page.goto("/rules/brag")
    right = "one => one.getBoundingClientRect().right"
    story = page.locator(".example .story").first
    assert story.evaluate(right) == page.locator(".example th").nth(4).evaluate(right)


def test_without_scripts_everything_is_there(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        base_url=server.url, viewport=SIZES["small"], java_script_enabled=False
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    Phone(page, has_touch=False, has_scripts=False).line_up("Ann", "Bob").start_as()
    page.get_by_role("link", name="Count cards").click()
    expect(page.get_by_label("Bob: Round score")).to_be_visible()
    page.get_by_role("link", name="One player at a time").click()
    page.locator("#pile-10").fill("3")
    page.locator("#hand-1").fill("1")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".player", has_text="Ann")).to_contain_text("+400")
    context.close()
