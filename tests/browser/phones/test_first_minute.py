"""The first minute: a demo that plays itself, and what stands where nothing is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.servers.server import Server

Phones = Callable[..., Phone]
STEPS = 12
EVERY = 4_000
MINUTE = 60_000
"""Milliseconds, both."""
COUNT_STEPS = """() => {
  window.stepsAskedFor = 0;
  const ask = window.fetch;
  window.fetch = (address, ...more) => {
    stepsAskedFor += String(address).includes("/demo");
    return ask(address, ...more);
  };
}"""
"""Count the steps of the demo that are fetched from now on."""


def demo_of(phone: Phone) -> Page:
    """Open the demo with the clock in our hand."""
    page = phone.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + MINUTE)
    page.goto("/demo")
    expect(page.locator("[data-play]")).to_be_visible()
    return page


def stands_still(page: Page) -> None:
    """Let a minute pass, in which no step is asked for."""
    page.evaluate(COUNT_STEPS)
    page.clock.run_for(MINUTE)
    assert page.evaluate("stepsAskedFor") == 0


def is_at(page: Page, step: int) -> None:
    expect(page.locator(f"#sheet[data-version='{step + 1}']")).to_be_attached()


class TestDemo:
    def test_it_plays_itself_to_its_end(self, phones: Phones, server: Server) -> None:
        page = demo_of(phones(server))
        says, said = page.locator(".demo-says"), []
        for step in range(STEPS):
            is_at(page, step)
            said.append(says.inner_text())
            page.clock.run_for(EVERY)
        assert said[0].startswith("Four people play cards.")
        assert said[1] == "Bob counts: the points pile, minus the cards left in hand."
        assert said[-1] == "The game has ended."
        expect(page.locator(".banner-title")).to_have_text("Cleo wins")
        expect(page.locator("#demo > .confetti")).to_be_attached()
        expect(page.locator(".chart-svg")).to_be_visible()
        expect(page.locator("[data-play]")).to_be_hidden()
        stands_still(page)
        page.get_by_role("link", name="Start your own game").tap()
        page.wait_for_url("**/games/new")

    def test_it_can_be_stopped_stepped_and_begun_again(
        self, phones: Phones, server: Server
    ) -> None:
        phone = phones(server)
        page = demo_of(phone)
        page.clock.run_for(EVERY)
        is_at(page, 1)
        phone.press("Pause")
        stands_still(page)
        phone.open("Next")
        is_at(page, 2)
        stands_still(page)
        phone.press("Play")
        page.clock.run_for(EVERY)
        is_at(page, 3)
        phone.open("Again")
        is_at(page, 0)
        page.clock.run_for(EVERY)
        is_at(page, 1)
        assert page.url == f"{server.url}/demo"

    def test_who_wants_no_motion_is_shown_none_unasked(
        self, phones: Phones, server: Server
    ) -> None:
        phone = phones(server, reduced_motion="reduce")
        page = demo_of(phone)
        stands_still(page)
        is_at(page, 0)
        phone.press("Play")
        page.clock.run_for(EVERY)
        is_at(page, 1)

    def test_without_scripts_it_goes_on_by_a_link(self, phones: Phones, server: Server) -> None:
        phone = phones(server, java_script_enabled=False)
        page = phone.page
        page.goto("/demo")
        for step in range(STEPS - 1):
            is_at(page, step)
            expect(page.locator("[data-play]")).to_be_hidden()
            phone.open("Next")
        is_at(page, STEPS - 1)

    def test_without_a_network_it_stops_and_says_so(self, phones: Phones, server: Server) -> None:
        phone = phones(server)
        page = demo_of(phone)
        page.context.set_offline(True)
        page.clock.run_for(EVERY)
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        phone.open("Next").sees("You’re offline")
        page.context.set_offline(False)

    def test_it_is_found_on_an_empty_home_page_and_on_the_page_about_it_all(
        self, phones: Phones, server: Server
    ) -> None:
        phone = phones(server)
        phone.page.goto("/")
        phone.open("See a demo first").sees("A demo with made-up players")
        phone.page.goto("/")
        phone.page.locator(".menu > summary").tap()
        phone.open("About").open("See a demo").sees("A demo with made-up players")


EMPTY = {
    "home": ("/", "A name is enough: no account, no email."),
    "bin of a phone": ("/bin", "The trash is empty."),
    "kept pages": ("/offline", "Pages you open are saved here."),
    "group without a season": ("{new}", "Nobody here yet. Who plays with you?"),
    "seasons": ("{new}/seasons", "A season adds up your games."),
    "season without a game": ("{group}", "The first finished game starts the standings."),
    "chart of a season": ("{season}/chart", "The chart starts with the first one."),
    "public standings": ("{public}", "No games yet."),
    "player without a game": ("{player}", "No finished games with"),
    "games": ("{group}/games", "No games yet."),
    "games, nothing found": ("{group}/games?q=zebra", "No game matches."),
    "records": ("{group}/records", "They begin with the first finished game."),
    "house rules": ("{new}/book", "rules that nobody wrote down"),
    "rulings": ("{book}", "Settle it once, write it down here"),
    "bin of a group": ("{group}/bin", "The trash is empty."),
    "phones of a group": ("{group}/devices", "Only this phone is in so far."),
    "history, nothing found": ("{new}/history?about=rules", "Nothing found."),
    "chart of a game": ("{game}/chart", "The chart begins with the first round."),
    "phones of a game": ("{game}/devices", "Only this phone is here so far."),
    "history of a game, nothing found": ("{game}/history?seat=2", "Nothing found."),
    "rounds before": ("{game}/rounds", "No earlier round."),
    "rules, nothing found": ("{game}/rules?q=zebra", "Try another word"),
}
"""Where nothing is yet, and what is to be done about it."""


@pytest.fixture(scope="module")
def nothing_yet(browser: Browser, shared_server: Server) -> dict[str, Any]:
    """Return two phones with as little as can be: one a game, one two groups; and where that is."""
    with_game = browser.new_context(base_url=shared_server.url, has_touch=True)
    game = Phone(with_game.new_page()).start("Ann", "Bob", me="Ann")
    with_groups = browser.new_context(base_url=shared_server.url)
    request = with_groups.request

    def ask(method: str, path: str, **body: Any) -> Any:
        response = request.fetch(f"/api/v1/groups{path}", method=method, data=body or None)
        assert response.ok, response.text()
        return response.json()

    def found(name: str) -> str:
        return f"/{ask('POST', '', name=name)['group']['id']}"

    new, group = found("Thursday"), found("Friday")

    def write(path: str, **body: Any) -> Any:
        version = ask("GET", group)["version"]
        return ask("POST", f"{group}{path}", version=version, **body)

    player = write("/players", name="Ann")["players"][0]["id"]
    plan = {"name": "Spring", "starts_on": "2026-01-01", "scheme": {"kind": "wins"}}
    season = write("/seasons", **plan)["seasons"][0]["id"]
    book = write("/house-rules", name="Cabin", game="brownie_points")["id"]
    write("/public")
    public = ask("GET", f"{group}/public")["link"]
    group, new = f"/groups{group}", f"/groups{new}"
    known = {
        "game": f"/games/{game.uid}",
        "new": new,
        "group": group,
        "player": f"{group}/players/{player}",
        "season": f"{group}/seasons/{season}",
        "book": f"{group}/book/{book}",
        "public": public[public.index("/standings") :],
    }
    states = {"{game}": with_game.storage_state(), "{group}": with_groups.storage_state()}
    with_game.close()
    with_groups.close()
    return {"known": known, "states": states}


@pytest.mark.parametrize("name", EMPTY)
def test_where_nothing_is_yet_it_says_what_to_do(
    phones: Phones, server: Server, nothing_yet: dict[str, Any], name: str
) -> None:
    address, words = EMPTY[name]
    state = None
    if "{" in address:
        state = nothing_yet["states"]["{game}" if "{game}" in address else "{group}"]
    page = phones(server, viewport=SIZES["small"], storage_state=state).page
    page.goto(address.format(**nothing_yet["known"]))
    expect(page.locator(".empty, .first-time", has_text=words)).to_be_visible()
    check_width(page, name)
    check_with_axe(page, name)
