"""A game that begins or ends in a group shows on its phones by itself, at home and in the group."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.groups.test_seasons import found_group, invitation, join_group
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


def test_a_game_that_begins_in_the_group_shows_at_home_and_in_the_group(
    phones: Phones, server: Server
) -> None:
    ann, bob = phones(server), phones(server)
    group = found_group(ann, "Thursday", "Ann", "Bob")
    join_group(bob, invitation(ann, group))
    bob.page.goto("/")
    expect(bob.page.locator("#live")).to_have_attribute("data-state", "on")
    ann.page.goto(f"{group}")
    expect(ann.page.locator("#live")).to_have_attribute("data-state", "on")
    page = ann.page.context.new_page()
    page.goto(f"/games/new/brownie_points?group={group.rsplit('/', 1)[-1]}")
    for name in ("Ann", "Bob"):
        page.get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")

    bob.sees("Brownie Points has begun in Thursday.")
    ann.sees("Being played now")
    bob.open("Take your seat").page.wait_for_url(page.url)
    page.goto(f"{page.url}/end")
    page.get_by_role("button", name="End Game").tap()
    page.get_by_text("Rematch").wait_for()
    expect(ann.page.get_by_text("Being played now")).to_have_count(0)
    bob.page.goto("/")
    expect(bob.page.get_by_text("has begun")).to_have_count(0)
