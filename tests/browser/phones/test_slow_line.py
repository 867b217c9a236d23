"""A save on a slow line: back at the table at once, sent once, and told where it is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone import Phone
from tests.browser.phones.test_offline import (
    count,
    decide,
    kinds,
    sees_nothing_waiting,
    sees_waiting,
    waiting,
)
from tests.servers.server import Server

Phones = Callable[..., Phone]
AT_ONCE = 1_000
"""Milliseconds by the clock of the phone, after which whoever has saved sees the table."""
MINUTE = 60_000
WRITES = re.compile(r"/rounds/\d+/seats/\d+$|/undo$")


class SlowLine:
    """A line on which saved counts, and undo, are under way until they are let through."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        self.keys: list[str] = []
        page.route(WRITES, self._take)

    def _take(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        found = re.search(r"(?:^|&)key=([^&]+)", route.request.post_data or "")
        assert found
        self.keys.append(found[1])
        self.held.append(route)

    def let_through(self) -> None:
        self.page.clock.resume()
        while self.held:
            self.held.pop(0).continue_()


def impatient(phones: Phones, server: Server) -> Phone:
    return phones(server, base_url=f"http://table.test:{server.port}", is_patient=False)


@pytest.fixture
def ann(phones: Phones, server: Server) -> Phone:
    """Ann's phone in a home network, where browsers allow no worker; it has its table kept."""
    return impatient(phones, server).start("Ann", "Bob", me="Ann").keeps("").keeps("/count")


def save_slowly(phone: Phone, points: int, button: str = "Save") -> SlowLine:
    """Save, and see what is said of it a second later, when the clock of the phone stops."""
    line = SlowLine(phone.page)
    stop_clock(phone.page)
    with phone.page.expect_request(WRITES):
        phone.save(button)
    phone.page.clock.run_for(AT_ONCE)
    tray = phone.page.locator("#outbox summary")
    expect(tray).to_have_text(f"Ann’s count, round 1: +{points}, sending…")
    return line


def stop_clock(page: Page) -> None:
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + MINUTE)


def test_a_save_that_takes_long_is_back_at_the_table_at_once_and_sent_once(ann: Phone) -> None:
    line = save_slowly(count(ann, 1, 1, 700), 700)
    ann.page.wait_for_selector("#sheet")
    expect(ann.row("Ann")).to_contain_text("+700, sending…")
    expect(ann.page.locator(".as-of")).to_have_count(0)
    # It is under way: there is nothing to discard any more.
    ann.open_tray()
    expect(ann.page.get_by_role("button", name="Discard")).to_have_count(0)
    assert kinds(ann).count("counted") == 0
    line.let_through()
    sees_nothing_waiting(ann)
    expect(ann.page.locator("#outbox")).to_have_count(0)
    expect(ann.row("Ann")).to_contain_text("counted +700")
    expect(ann.row("Ann")).not_to_contain_text("sending")
    assert len(line.keys) == 1
    assert kinds(ann).count("counted") == 1


def test_the_table_is_asked_for_once_after_a_save(ann: Phone) -> None:
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    count(ann, 1, 1, 700)
    asked.clear()
    ann.save_and_see_table().sees("+700")
    assert asked[:2] == [f"POST {ann.page.url}/rounds/1/seats/1", f"GET {ann.page.url}"]
    assert asked.count(f"GET {ann.page.url}") == 1


def test_whoever_counts_for_the_next_goes_on_while_it_is_sent(
    phones: Phones, server: Server
) -> None:
    keeper = impatient(phones, server).start("Ann", "Bob").keeps("/count")
    line = save_slowly(count(keeper, 1, 1, 700), 700, "Save & next")
    keeper.page.wait_for_url("**/rounds/1/seats/2")
    line.let_through()
    sees_nothing_waiting(keeper)
    keeper.at_table().sees("+700")
    assert kinds(keeper).count("counted") == 1


def test_a_late_refusal_is_told_and_what_was_typed_is_offered_again(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"7": 9})
    line = save_slowly(ann, 900)
    ann.page.wait_for_selector("#sheet")
    line.let_through()
    ann.sees("1 needs you")
    expect(waiting(ann, "Ann’s count")).to_be_visible()
    sees_waiting(ann, "Ann’s count", "The deck has 8 × rank 7, but you counted 9")
    ann.tap(waiting(ann, "Ann’s count").get_by_role("link", name="Change it"))
    ann.sees("= 900")
    expect(ann.page.locator("#pile-7")).to_have_value("9")
    ann.tap(ann.page.get_by_role("button", name="One 7 less, points pile"))
    ann.page.unroute_all()
    ann.save_and_see_table().sees("+800")
    sees_nothing_waiting(ann)
    assert kinds(ann).count("counted") == 1


def test_who_was_overtaken_meanwhile_sees_both_and_chooses(
    ann: Phone, phones: Phones, server: Server
) -> None:
    other = phones(server).join(ann, "Ann")
    line = save_slowly(count(ann, 1, 1, 700), 700)
    count(other, 1, 1, 450).save_and_see_table()
    line.let_through()
    sees_waiting(ann, "Ann’s count", "You typed", "Round score 700", "Round score 450")
    ann.page.unroute_all()
    decide(ann, "Ann’s count", "Save mine instead")
    sees_nothing_waiting(ann)
    expect(other.row("Ann")).to_contain_text("+700")


def test_an_undo_that_takes_long_is_said_and_offers_the_way_back(ann: Phone) -> None:
    count(ann, 1, 1, 700).save_and_see_table()
    toast = ann.page.locator(".toast:visible")
    expect(toast).to_contain_text("Ann’s count")
    line = SlowLine(ann.page)
    ann.press("Undo")
    expect(ann.page.locator("#outbox summary")).to_contain_text("sending…")
    line.let_through()
    sees_nothing_waiting(ann)
    expect(toast).to_contain_text("Undone")
    ann.press("Redo").sees("counted +700")
    assert kinds(ann)[-3:] == ["counted", "undo", "redo"]
