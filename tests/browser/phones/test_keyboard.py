"""A whole game by keyboard alone: everything can be reached, and the focus is always seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, UNHURRIED
from tests.servers.server import Server

MOST_STEPS = 150
FOCUS = """() => {
  const element = document.activeElement;
  const labels = [...(element.labels ?? [])].map((label) => label.innerText);
  const name = element.getAttribute("aria-label") || labels.join(" ") || element.innerText;
  // What is hidden itself is seen by what stands beside or round it.
  const shown = [element, element.nextElementSibling, element.parentElement].filter(Boolean);
  const isSeen = shown.some((one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const isSomewhere = element !== document.body && element.checkVisibility();
  return { name: name.replace(/\\s+/g, " ").trim(), isSeen, isSomewhere };
}"""


class Keys:
    """Somebody with a keyboard, and without anything to point with."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def focus(self) -> dict[str, Any]:
        """Return what has the focus, which must be seen."""
        found: dict[str, Any] = self.page.evaluate(FOCUS)
        assert found["isSomewhere"], "the focus is lost"
        assert found["isSeen"], f"nobody sees the focus on {found['name']}"
        return found

    def to(self, name: str, key: str = "Tab") -> Keys:
        """Press Tab until what is called so, or something longer, has the focus."""
        for _ in range(MOST_STEPS):
            self.page.keyboard.press(key)
            # At the end of the page the focus goes through the browser's own bars.
            if self.page.evaluate("document.activeElement === document.body"):
                continue
            if f"{self.focus()['name']} ".startswith(f"{name} "):
                return self
        raise AssertionError(f"{name} cannot be reached by keyboard")

    def press(self, *keys: str) -> Keys:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def write(self, text: str) -> Keys:
        self.page.keyboard.type(text)
        return self

    def follow(self, name: str, address: str) -> Keys:
        """Go to what has this name, press Enter, and wait for where it leads."""
        self.to(name).press("Enter")
        self.page.wait_for_url(address)
        return self

    def is_live(self) -> Keys:
        expect(self.page.locator("#live")).to_have_attribute("data-state", "on")
        return self

    def start(self, *names: str) -> Keys:
        """Start a game of Brownie Points as its first player."""
        self.page.goto("/")
        self.follow("New game", "**/games/new").to("Add a name")
        for name in names:
            self.write(name).press("Enter")
        self.to("Start").press("Enter")
        self.page.wait_for_selector("#sheet")
        return self.is_live()

    def open_count(self) -> Keys:
        """Go to the count of the first seat."""
        self.page.goto(f"{self.page.url}/rounds/1/seats/1")
        return self

    def count(self, number: int, *cards: str) -> Keys:
        """Count for both players, one after the other, and close the round."""
        self.page.goto(f"{self.page.url}/rounds/{number}/seats/1")
        if not self.page.locator(".tiles:visible").count():
            self.to("Other ways").press("Enter").to("By value").press("ArrowDown")
        for card in cards:
            self.to(f"One more {card} (points pile)").press("Enter", "Space")
        self.follow("Save & next", f"**/rounds/{number}/seats/2")
        self.to(f"One more {cards[0]} (points pile)").press("Space")
        self.to("Save").press("Enter")
        self.page.wait_for_selector("#sheet")
        self.is_live().to("Score it anyway").press("Enter")
        expect(self.page.locator(".table-head")).to_contain_text(f"Round {number + 1}")
        self.focus()
        return self

    def sees_total(self, name: str, total: str) -> Keys:
        expect(self.page.locator(".player", has_text=name).locator(".total")).to_have_text(total)
        return self


@pytest.fixture
def keys(browser: Browser, server: Server) -> Iterator[Keys]:
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    context.add_init_script(UNHURRIED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield Keys(page)
    context.close()


def test_a_whole_game_by_keyboard_alone(keys: Keys) -> None:
    keys.start("Ann", "Bob")
    keys.count(1, "10", "7").sees_total("Ann", "500").sees_total("Bob", "150")
    keys.count(2, "8").sees_total("Ann", "700").sees_total("Bob", "250")
    keys.to("Round 1").press("Enter").page.locator("dialog[open] .entry").first.wait_for()
    keys.to("A Ann").press("Enter").follow("Correct", "**/rounds/1/seats/1")
    keys.to("One more 10 (points pile)").press("Space").to("Save").press("Enter")
    keys.page.get_by_role("button", name="Save anyway").wait_for()
    keys.focus()
    keys.to("Save anyway").press("Enter").page.wait_for_selector("#sheet")
    keys.is_live().sees_total("Ann", "850")
    keys.to("Undo “Round").press("Enter").sees_total("Ann", "700").focus()
    keys.to("Redo “Round").press("Enter").sees_total("Ann", "850").focus()
    keys.to("Menu").press("Enter").follow("End Game", "**/end").to("End Game").press("Enter")
    expect(keys.page.locator(".banner")).to_contain_text("You win!")
    table = keys.page.url
    keys.to("Rematch").press("Enter")
    keys.page.wait_for_url(lambda url: url != table and "/games/" in url)
    keys.is_live().sees_total("Ann", "0").to("Count cards")


def test_how_a_round_is_counted_is_chosen_with_arrows(keys: Keys) -> None:
    keys.start("Ann", "Bob").open_count()
    keys.to("Other ways").press("Enter").to("By value").press("ArrowUp")
    keys.to("Round score").write("-150").to("Save & next").to("Save").press("Enter")
    keys.page.wait_for_selector("#sheet")
    expect(keys.page.locator(".player", has_text="Ann")).to_contain_text("−150")


def test_what_is_typed_first_is_the_first_number(keys: Keys) -> None:
    keys.page.set_viewport_size({"width": 1280, "height": 600})
    keys.start("Ann", "Bob").to("Close").press("Enter").follow("Count cards", "**/all")
    keys.write("450").press("Enter").write("-50").press("Enter")
    keys.page.wait_for_selector("#sheet")
    keys.sees_total("Ann", "450").sees_total("Bob", "−50")


def test_the_focus_stays_when_others_count(keys: Keys) -> None:
    keys.start("Ann", "Bob", "Cy")
    address = f"/api/v1{keys.page.url[keys.page.url.index('/games/') :]}"
    keys.to("Count for Bob")
    version = keys.page.request.get(address).json()["version"]
    for seat, points in ((1, 450), (3, 300)):
        entry = {"version": version, "entry": {"score": points}}
        answer = keys.page.request.put(f"{address}/rounds/1/entries/{seat}", data=entry)
        version = answer.json()["version"]
    expect(keys.page.locator(".waiting")).to_contain_text("Waiting for Bob")
    assert keys.focus()["name"] == "Count for Bob"
    entry = {"version": version, "entry": {"score": 50}}
    keys.page.request.put(f"{address}/rounds/1/entries/2", data=entry)
    expect(keys.page.locator(".table-head")).to_contain_text("Round 2")
    keys.focus()


def test_escape_closes_the_menu_and_gives_the_focus_back(keys: Keys) -> None:
    keys.start("Ann", "Bob").to("Menu").press("Enter").to("Players").press("Escape")
    assert keys.page.locator(".menu[open]").count() == 0
    assert keys.focus()["name"] == "Menu"


def test_a_refusal_is_where_the_focus_is(keys: Keys) -> None:
    keys.start("Ann", "Bob").open_count()
    keys.to("10 150 each").write("9").press("Enter")
    keys.to("Hand empty").press("Enter").to("Save & next").to("Save").press("Enter")
    keys.page.locator("[aria-invalid]:focus").wait_for()
    assert "10 150 each" in keys.focus()["name"]


def test_the_first_tab_leads_past_the_head_of_the_page(keys: Keys) -> None:
    keys.page.goto("/rules")
    keys.press("Tab")
    assert keys.focus()["name"] == "Skip to the content"
    keys.press("Enter", "Tab")
    assert keys.page.evaluate("document.activeElement.closest('main') !== null")
