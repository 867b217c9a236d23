"""Screens that are played to: on a laptop, of every card game, refused, and without scripts.

Every page and state on a small phone is in ``test_gallery.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scorecard.rules.games import all_games
from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.browser.server import Server

Phones = Callable[..., Phone]
NAMES = ("Ann", "Bob", "Maximiliane-Charlotte von Hohenstein", "李小龙", "🍫🍫", "Zoë", "Cy", "Di")

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "small phone": {"width": 320, "height": 568},
    "laptop": {"width": 1280, "height": 800},
}


@pytest.fixture(scope="module")
def screens(browser: Browser, shared_server: Server) -> dict[str, Any]:
    """Play a game with eight players far enough that every screen has something to show."""
    context = browser.new_context(base_url=shared_server.url, has_touch=True)
    phone = Phone(context.new_page()).start(*NAMES, me="Ann", target=20_000)
    page = phone.page
    request = page.request

    def write(method: str, path: str, body: dict[str, Any]) -> None:
        address = f"/api/v1/games/{phone.uid}"
        version = request.get(address).json()["version"]
        response = request.fetch(
            f"{address}{path}", method=method, data={"version": version, **body}
        )
        assert response.ok, response.text()

    scores = [(1_250, -300, 0, 450, -1_050, 700, 50, 100), (2_000, 350, -50, 0, 900, 0, 400, -600)]
    for number, row in enumerate(scores, start=1):
        entries = {str(seat): {"score": points} for seat, points in enumerate(row, start=1)}
        write("PUT", f"/rounds/{number}", {"entries": entries})
    write("PUT", "/rounds/3/entries/1", {"entry": {"pile": {"7": 3, "10": 2}, "squirts": 1}})
    write("PUT", "/rounds/3/entries/2", {"entry": {"hand": {"dog_house": 2}, "knocked_out": True}})
    write("POST", "/seats/8/leave", {})
    state = context.storage_state()
    context.close()
    game = f"/games/{phone.uid}"
    return {
        "state": state,
        "paths": {
            "home": "/",
            "new game": "/games/new/brownie_points",
            "join": "/join",
            "table": game,
            "count": f"{game}/rounds/3/seats/3",
            "correct": f"{game}/rounds/1/seats/2",
            "everybody": f"{game}/rounds/3/all",
            "everybody's score": f"{game}/rounds/3/all?style=direct",
            "round": f"{game}/rounds/1",
            "open round": f"{game}/rounds/3",
            "close": f"{game}/rounds/3/close",
            "end": f"{game}/end",
            "who": f"{game}/me",
            "share": f"{game}/share",
            "players": f"{game}/players",
            "devices": f"{game}/devices",
            "settings": f"{game}/settings",
            "history": f"{game}/history",
            "not found": "/games/unknowngame1",
            "rules": "/rules",
            "rules of a game": "/rules/brownie_points",
            "for programs": "/api/v1/",
        },
    }


@contextmanager
def a_screen(
    browser: Browser, server: Server, screens: dict[str, Any], size: str
) -> Iterator[Page]:
    """Open a page of this size for whom ``screens`` knows; none may complain."""
    context = browser.new_context(
        base_url=server.url,
        viewport=SIZES[size],
        storage_state=screens["state"],
        reduced_motion="reduce",
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []
    context.close()


def test_every_screen_on_a_laptop(
    browser: Browser, shared_server: Server, screens: dict[str, Any]
) -> None:
    size = "laptop"
    with a_screen(browser, shared_server, screens, size) as page:
        for name, path in screens["paths"].items():
            page.goto(path)
            if name == "table":
                expect(page.locator("#live")).to_have_attribute("data-state", "on")
            check_width(page, f"{name}, {size}")
            check_with_axe(page, f"{name}, {size}")
            if name == "count":
                for style in ("Two sums", "Score"):
                    page.locator(".segments").get_by_text(style, exact=True).click()
                    check_width(page, f"{name} {style}, {size}")
                    check_with_axe(page, f"{name} {style}, {size}")
            for opener in page.locator("main details summary").all():
                opener.click()
            if page.locator("main details").count():
                check_width(page, f"{name} opened, {size}")
                check_with_axe(page, f"{name} opened, {size}")


@pytest.mark.parametrize("key", [key for key in all_games() if key != "brownie_points"])
def test_every_screen_of_a_game(browser: Browser, shared_server: Server, key: str) -> None:
    """Play its example with a long name at the table, and look at a small phone."""
    context = browser.new_context(
        base_url=shared_server.url,
        viewport=SIZES["small phone"],
        has_touch=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    game, number = play_example(page, key)

    def check(where: str) -> None:
        closed = page.locator("main details:not([open], .card-picker) > summary:visible")
        while closed.count():
            closed.first.tap()
        # One picker is like all the others.
        picker = page.locator(".card-picker > summary:visible")
        if picker.count() and not page.locator(".card-picker[open] > summary:visible").count():
            picker.first.tap()
        check_width(page, f"{key}: {where}")
        check_with_axe(page, f"{key}: {where}")

    page.goto(game)
    expect(page.locator("#live")).to_have_attribute("data-state", "on")
    check("table")
    if all_games()[key].entries_key:
        page.goto(f"{game}/rounds/{number}/seats/2")
        check("count")
        for style in page.locator("[data-styles] label").all()[1:]:
            style.tap()
            check(f"count {style.inner_text()}")
    whole = f"{game}/rounds/{number}/all"
    page.goto(whole)
    hows = [way.get_attribute("value") for way in page.locator("[data-hows] input").all()]
    for how in hows or [""]:
        page.goto(f"{whole}?how={how}")
        check(f"whole {how}")
        others = page.locator("p.segments a:not([aria-current]):visible").all()
        for path in [other.get_attribute("href") or "" for other in others]:
            page.goto(path)
            check(f"whole {path}")
    for name, path in {
        "correct": f"{game}/rounds/1/all",
        "round": f"{game}/rounds/1",
        "new game": f"/games/new/{key}",
        "rules": f"/rules/{key}",
    }.items():
        page.goto(path)
        check(name)
    page.goto(f"{game}/end")
    page.get_by_role("button", name="End Game").tap()
    expect(page.locator(".banner")).to_be_visible()
    check("ended")
    context.close()


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
    for size in ("phone", "small phone"):
        keeper = phones(server, viewport=SIZES[size]).start("Ann", "Bob")
        keeper.open_count(1, 1).tap_cards("pile", {"7": 9}).save().sees("but 9 were counted")
        check_width(keeper.page, "refused")
        check_with_axe(keeper.page, "refused")
        keeper.page.get_by_role("button", name="One 7 less, points pile").tap()
        keeper.save_and_see_table()
        keeper.open_count(1, 2).tap_cards("hand", {"1": 1}).save_and_see_table()
        keeper.sees("look again")
        check_width(keeper.page, "warned")
        check_with_axe(keeper.page, "warned")
        keeper.press("Close the round anyway").sees("Round 2")
        keeper.page.get_by_role("link", name="End Game").tap()
        keeper.press("End Game").sees("Rematch")
        check_width(keeper.page, "ended")
        check_with_axe(keeper.page, "ended")


def test_without_scripts_everything_is_there(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        base_url=server.url, viewport=SIZES["small phone"], java_script_enabled=False
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    page.get_by_role("link", name="Brownie Points").click()
    page.locator("input[name=player]").nth(0).fill("Ann")
    page.locator("input[name=player]").nth(1).fill("Bob")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("link", name="Count cards").click()
    page.locator("#pile-10").fill("3")
    page.locator("#hand-1").fill("1")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".player", has_text="Ann")).to_contain_text("+400")
    context.close()
