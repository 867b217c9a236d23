"""Nothing is asked of anybody else, no page breaks its policy, and a forgotten phone is empty."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, expect

from tests.browser.phone import Phone
from tests.servers.server import Server

MOST_PAGES = 30


def walk(page: Page) -> list[str]:
    """Follow the links of the app, one of each kind, to so many pages; return these."""
    found: list[str] = []
    waiting = ["/"]
    kinds: set[str] = set()
    while waiting and len(found) < MOST_PAGES:
        path = waiting.pop(0)
        page.goto(path)
        found.append(path)
        for link in page.locator("a[href]").evaluate_all(
            "links => links.map(link => link.href).filter(href => href.startsWith(location.origin))"
        ):
            parts = urlsplit(link)
            # One page of each kind will do: ids and numbers apart.
            kind = re.sub(r"/([\w-]{12}|\d+)(?=/|$)", "/*", parts.path)
            if kind not in kinds and "export" not in kind and not kind.startswith("/rules/"):
                kinds.add(kind)
                waiting.append(parts.path + (f"?{parts.query}" if parts.query else ""))
    return found


def test_no_page_asks_anything_of_another_host(
    server: Server, phones: Callable[..., Phone]
) -> None:
    phone = phones(server)
    page = phone.page
    asked: list[str] = []

    def hear(request: Request) -> None:
        asked.append(request.url)

    page.on("request", hear)
    phone.start("Ann", "Bob", me="Ann")
    phone.open_count(1, 1)
    page.goto("/groups/new")
    page.get_by_label("Group name").fill("Thursday")
    page.get_by_role("button", name="Create group").tap()
    page.wait_for_url("**/players")
    seen = walk(page)
    assert len(seen) > 25
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(server.url).netloc}
    cookies = {cookie["name"] for cookie in page.context.cookies()}
    assert cookies == {"scorecard"}


def test_a_forgotten_phone_has_kept_nothing(server: Server, phones: Callable[..., Phone]) -> None:
    phone = phones(server).start("Ann", "Bob", me="Ann")
    page = phone.page
    page.evaluate(
        "new Promise((done) => { localStorage.setItem('draft/x', '1');"
        " const asked = indexedDB.open('scorecard-outbox'); asked.onsuccess = () => {"
        " asked.result.close(); done(); }; })"
    )
    phone.keeps("/rules")
    page.goto("/forget")
    page.get_by_role("button", name="Sign out this phone").tap()
    page.wait_for_url("**/forgotten")
    page.wait_for_selector("html[data-emptied]")
    expect(page.get_by_role("status")).to_contain_text("left all games and groups")
    assert page.evaluate("localStorage.length") == 0
    page.wait_for_function(
        "async () => (await indexedDB.databases()).every(({ name }) => name !== 'scorecard-outbox')"
    )
    assert page.evaluate("keptPages.list()") == []
    page.goto("/")
    expect(page.locator("main")).to_contain_text("A name is enough")


ANY_KEPT = (
    "async (owner) => (await keptPages.list()).some(({ address }) => address.startsWith(owner))"
)


def test_a_phone_that_leaves_a_group_keeps_nothing_of_it(
    server: Server, phones: Callable[..., Phone]
) -> None:
    ann, bob = phones(server), phones(server)
    ann.page.goto("/groups/new")
    ann.page.get_by_label("Group name").fill("Thursday")
    ann.press("Create group").page.wait_for_url("**/players")
    group = urlsplit(ann.page.url).path.removesuffix("/players")
    ann.page.goto(f"{group}/share")
    link = ann.page.locator(".link a").get_attribute("href")
    assert link
    page = bob.page
    page.goto(urlsplit(link).path)
    bob.press("Just watch").page.wait_for_url(group)
    page.goto(group)
    page.wait_for_function(ANY_KEPT, arg=group)
    page.goto(f"{group}/leave")
    bob.press("Leave group").page.wait_for_url(f"{server.url}/")
    assert not page.evaluate(ANY_KEPT, group)


def test_a_form_whose_page_was_open_for_too_long_is_sent_all_the_same(
    server: Server, phones: Callable[..., Phone]
) -> None:
    phone = phones(server)
    page = phone.page
    page.goto("/games/new/brownie_points")
    phone.line_up("Ann", "Bob")
    page.context.clear_cookies()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")
    phone.sees("Ann").sees("Bob")
