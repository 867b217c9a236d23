"""The app without network: pages kept on the phone, the worker, and the home screen."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.server import Server

Phones = Callable[..., Phone]


def at_home(server: Server) -> dict[str, str]:
    """Return the address of a server in a home network, where browsers allow no worker."""
    return {"base_url": f"http://table.test:{server.port}"}


def is_old(phone: Phone) -> None:
    expect(phone.page.locator(".as-of")).to_have_text(
        re.compile(r"^As of \d.*, (just now|\d+ minutes? ago)\. Not live\.$")
    )


def test_a_phone_goes_from_page_to_page_without_network_and_without_a_worker(
    phones: Phones, own_server: Server
) -> None:
    ann = phones(own_server, **at_home(own_server)).start("Ann", "Bob", me="Ann")
    page = ann.page
    assert page.evaluate("isSecureContext") is False
    ann.keeps("/count").keeps("/rules").keeps("/end")
    own_server.kill()
    ann.is_not_live()

    ann.open("Count cards")
    page.wait_for_url("**/rounds/1/seats/1")
    is_old(ann)
    expect(page.locator("h1")).to_contain_text("round 1")
    ann.tap_cards("pile", {"10": 2}).sees("= 300")
    page.get_by_role("link", name="Table").tap()
    page.wait_for_selector("#sheet")
    is_old(ann)
    page.go_back()
    page.wait_for_url("**/rounds/1/seats/1")
    page.go_forward()
    page.wait_for_selector("#sheet")

    ann.page.locator(".table-head").get_by_role("link", name="Rules").tap()
    page.wait_for_url("**/rules")
    is_old(ann)
    page.get_by_label("Look something up").fill("dog house")
    ann.sees("found")
    page.get_by_label("Look something up").fill("kwijibo")
    ann.sees("Nothing about “kwijibo”.")
    page.get_by_role("link", name="Table").tap()
    page.locator("summary").first.tap()
    ann.open("Settings")
    expect(page.get_by_role("heading")).to_have_text("Kept on this phone")
    ann.sees("not kept on this phone")
    page.get_by_role("link", name="Brownie Points As of").first.tap()

    own_server.start()
    ann.is_live(within=30)
    expect(page.locator(".as-of")).to_have_count(0)
    ann.open("Count cards")
    expect(page.locator(".as-of")).to_have_count(0)
    expect(page.locator("[data-card='10'] input").first).to_have_value("2")
