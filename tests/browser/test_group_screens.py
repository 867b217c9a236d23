"""Every screen of a group, light and dark, on a small phone: legible, and nothing cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.test_screens import NAMES, SIZES

Phones = Callable[..., Phone]
LONG = "Every second Thursday at Maximiliane’s"


def found(phone: Phone) -> str:
    """Found a group with many players, one of them retired, one merged; return its address."""
    page = phone.page
    page.goto("/groups/new")
    page.get_by_label("What is your group called?").fill(LONG)
    phone.press("Found the group")
    page.wait_for_url("**/players")
    for name in NAMES:
        page.locator("#name").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        phone.sees(name)
    group = page.url.removesuffix("/players")
    page.get_by_role("link", name="Change Di").tap()
    page.get_by_text("Is really somebody else").tap()
    page.get_by_label("Di is").select_option(label="Cy")
    phone.press("Merge").sees("is Cy")
    page.get_by_role("link", name="Change Zoë").tap()
    page.get_by_text("Does not play").tap()
    phone.press("Retire").sees("what was played stays")
    return group


def check(page: Page, where: str) -> None:
    closed = page.locator("main details:not([open]) > summary:visible")
    while closed.count():
        closed.first.click()
    check_width(page, where)
    check_with_axe(page, where)


@pytest.mark.parametrize("size", ["small phone", "laptop"])
def test_every_screen_of_a_group(phones: Phones, server: Server, size: str) -> None:
    phone = phones(server, viewport=SIZES[size], reduced_motion="reduce")
    page = phone.page
    page.goto("/groups/new")
    check(page, "new group")
    group = found(phone)
    check(page, "roster")
    page.locator("#name").fill("ann")
    page.get_by_role("button", name="Add", exact=True).tap()
    phone.sees("already")
    check(page, "refused player")
    page.goto(f"{group}/players")
    page.get_by_role("link", name=f"Change {NAMES[2]}").tap()
    check(page, "player")
    page.goto(f"{group}/me")
    page.get_by_label("Ann").check()
    check(page, "who are you")
    phone.press("That is me").page.wait_for_url(group)
    check(page, "group")
    for name in (
        "more",
        "share",
        "devices",
        "settings",
        "history",
        "bin",
        "leave",
        "delete",
        "recovery",
    ):
        page.goto(f"{group}/{name}")
        check(page, name)
    phone.press("Make a code").sees("The way back in as keeper")
    check(page, "recovery code")
    page.goto(f"{group}/settings")
    phone.press("Switch on a public link").sees("Renew the link")
    check(page, "public standings")
    page.goto("/groups/recover")
    page.get_by_label("Recovery code").fill("7777")
    phone.press("Get back in").sees("This is no recovery code")
    check(page, "refused code")

    uid = group.rsplit("/", 1)[-1]
    page.goto(f"/games/new?group={uid}")
    check(page, "choose")
    page.get_by_role("link", name="Brownie Points").tap()
    for name in ("Bob", "Ann", NAMES[2]):
        page.locator(f"[data-name='{name}']").tap()
    check(page, "new game")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")
    table = page.url
    check(page, "table")
    page.goto(group)
    check(page, "group with a game")
    page.goto(f"{table}/group")
    check(page, "move")
    page.goto(f"{table}/group?to={uid}")
    page.get_by_label("Ann").select_option(label="Bob")
    phone.press("Move the game").sees("cannot sit in two seats")
    check(page, "refused move")
    page.goto(f"{table}/group?to=none")
    check(page, "out of the group")
    page.goto(f"{table}/delete")
    check(page, "delete")
    phone.press("Into the bin").sees("In the bin")
    check(page, "deleted")
    for path in ("/", "/bin", f"{group}/bin"):
        page.goto(path)
        check(page, path)
