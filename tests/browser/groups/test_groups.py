"""A group on two phones: founded, joined by its link, and a game counted in it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


def test_two_phones_found_join_and_count(phones: Phones, server: Server) -> None:
    """Long because it is one story, in which each step needs the one before."""
    ann = phones(server, timezone_id="Europe/Vienna")
    page = ann.page
    page.goto("/")
    page.get_by_role("link", name="New group").tap()
    expect(page.get_by_label("Group name")).to_be_focused()
    page.keyboard.type("Thursday")
    page.get_by_role("button", name="Create group").tap()

    # Names one after another, without touching the field again; a refused one stays in it.
    page.get_by_label("Who plays with you?").fill("Ann")
    page.get_by_role("button", name="Add", exact=True).tap()
    people = page.get_by_role("list", name="Players")
    for name in ("Bob", "Cy"):
        expect(page.get_by_label("Add a player")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(people).to_contain_text(name)
    page.keyboard.type("bob")
    page.keyboard.press("Enter")
    ann.sees("Bob is in Thursday already.")
    expect(page.get_by_label("Add a player")).to_have_value("bob")
    expect(page.get_by_label("Add a player")).to_be_focused()
    page.get_by_role("link", name="Who are you?").tap()
    ann.press("Ann")
    page.wait_for_url(re.compile(r"/groups/[\w-]+$"))
    group = page.url
    page.goto(f"{group}/settings")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Vienna")

    # The link, on another phone that belongs to a parent and a child, of whom one is not listed.
    page.goto(f"{group}/share")
    link = page.locator(".link a").get_attribute("href")
    assert link
    bob = phones(server)
    bob.page.goto(link[link.index("/groups") :])
    bob.sees("Join Thursday").unfold("Not listed?")
    bob.page.get_by_label("Your name").fill("Di")
    bob.press("Add").page.wait_for_url(group)
    bob.page.goto(f"{group}/me")
    bob.unfold("Share a phone")
    expect(bob.page.get_by_label("Di")).to_be_checked()
    bob.page.get_by_label("Bob").check()
    bob.press("Continue").page.wait_for_url(group)

    # A game in the group: three taps in seating order, and who taps "Start" sits down at once.
    page.goto(group)
    ann.open("New game")
    chips = page.get_by_role("group", name="Tap in the order you sit")
    rows = page.locator(".seat input")
    for number, name in enumerate(("Di", "Ann", "Cy", "Bob"), start=1):
        chips.get_by_role("button", name=name).tap()
        expect(rows).to_have_count(number)
    page.get_by_role("button", name="Remove Cy").tap()
    expect(rows).to_have_count(3)
    assert [rows.nth(n).input_value() for n in range(3)] == ["Di", "Ann", "Bob"]
    expect(chips.get_by_role("button", name="Cy")).to_be_visible()
    expect(chips.get_by_role("button", name="Bob")).to_be_hidden()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")
    ann.table = page.url
    ann.is_live()

    # The other phone opens it from the group's page, and counts for both of its people.
    bob.page.goto(group)
    bob.sees("Now playing")
    bob.page.get_by_role("link", name="Brownie Points").tap()
    bob.page.wait_for_selector("#sheet")
    bob.is_live()
    for name, points in (("Di", "450"), ("Bob", "300")):
        bob.row(name).get_by_role("link", name=re.compile("Count")).tap()
        bob.choose("Just the total")
        bob.page.get_by_label("Round score").fill(points)
        bob.save_and_see_table()
    ann.sees("Waiting for Ann").sees("+450")

    # Sent out, which one tap does not do, its screen stops at once; the game is not opened to it.
    page.goto(f"{group}/devices")
    expect(page.get_by_role("button", name=re.compile("Remove"))).to_be_hidden()
    ann.unfold("Remove").sees("Removing a phone renews the link and all codes.")
    page.get_by_role("button", name=re.compile("Remove")).tap()
    bob.sees("removed this phone from the game.")
    bob.page.goto(group)
    bob.sees("A scorekeeper has removed this phone from the group.")

    # Into the bin and out again, moving on every phone at the table.
    page.goto(f"{ann.table}/delete")
    ann.press("Move to trash").sees("In the trash").press("Restore")
    ann.sees("Waiting for Ann")
