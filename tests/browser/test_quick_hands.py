"""What is quick with one hand: a swipe between the table and the count, an anecdote, the clock."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone
from tests.browser.server import Server

Phones = Callable[..., Phone]
COUNT = re.compile(r"/rounds/1/seats/\d$")
CAT = "Bob’s cat took the trick"


def swipe(phone: Phone, across: int, down: int = 0, *, start: tuple[float, float]) -> None:
    """Move one finger over the glass, as the browser itself would hear of it."""
    session = phone.page.context.new_cdp_session(phone.page)
    x, y = start
    steps = 6

    def touch(kind: str, part: int) -> None:
        points = [{"x": x + across * part / steps, "y": y + down * part / steps}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    touch("touchStart", 0)
    for part in range(1, steps + 1):
        touch("touchMove", part)
    touch("touchEnd", steps)
    session.detach()


def middle(what: Locator) -> tuple[float, float]:
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def forward(phone: Phone) -> None:
    swipe(phone, -160, start=(300, 400))


def back(phone: Phone) -> None:
    swipe(phone, 160, start=(80, 400))


@pytest.fixture
def ann(phones: Phones, server: Server) -> Phone:
    return phones(server).start("Ann", "Bob", me="Ann")


def test_a_swipe_leads_to_ones_count_and_back_with_all_that_was_typed(ann: Phone) -> None:
    forward(ann)
    ann.page.wait_for_url(COUNT)
    assert ann.page.url.endswith("/seats/1")
    ann.tap_cards("pile", {"10": 1}).sees("= 150")
    back(ann)
    ann.page.wait_for_url(ann.table)
    ann.sees("Something typed on this phone is not saved yet.")
    forward(ann)
    ann.page.wait_for_url(COUNT)
    ann.sees("= 150")


def test_it_goes_on_to_whoever_is_still_waited_for(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"10": 1}).save_and_see_table()
    forward(ann)
    ann.page.wait_for_url(re.compile("/seats/2$"))


def test_what_is_no_swipe_leads_nowhere(ann: Phone) -> None:
    swipe(ann, -40, start=(300, 400))
    swipe(ann, -100, 120, start=(300, 300))
    swipe(ann, -200, start=(385, 400))  # from the edge: the browser's own
    back(ann)  # nothing lies on that side
    expect(ann.page).to_have_url(ann.table)
    ann.open_count(1, 1)
    here = ann.page.url
    forward(ann)
    swipe(ann, 200, start=(10, 400))
    ann.tap(ann.page.locator("[data-styles] label").nth(1))
    swipe(ann, 150, start=(60, middle(ann.page.locator(".style:not([hidden]) input").first)[1]))
    expect(ann.page).to_have_url(here)


def test_what_scrolls_sideways_keeps_its_swipes(ann: Phone) -> None:
    ann.page.evaluate(
        """() => {
          const wide = document.createElement("div");
          wide.id = "wide";
          wide.style.overflowX = "auto";
          wide.append(document.createElement("p"));
          wide.firstChild.textContent = "A grid of many rounds";
          wide.firstChild.style.width = "2000px";
          document.querySelector(".table-head").after(wide);
        }"""
    )
    swipe(ann, -160, start=(300, middle(ann.page.locator("#wide"))[1]))
    expect(ann.page).to_have_url(ann.table)
    assert ann.page.evaluate("document.getElementById('wide').scrollLeft") > 0


def test_who_watches_has_nowhere_to_swipe_to(ann: Phone, phones: Phones, server: Server) -> None:
    ann.page.goto(f"{ann.table}/share")
    link = ann.page.locator("input.link").last.input_value()
    guest = phones(server).join_by_link(link)
    forward(guest)
    expect(guest.page).to_have_url(guest.table)


def test_from_right_to_left_it_is_the_other_way_round(ann: Phone) -> None:
    ann.page.evaluate(
        """() => {
          document.documentElement.dir = "rtl";
          document.querySelector(".skip").remove();
        }"""
    )
    forward(ann)
    expect(ann.page).to_have_url(ann.table)
    back(ann)
    ann.page.wait_for_url(COUNT)


def test_an_anecdote_stands_at_its_round_on_every_phone(
    ann: Phone, phones: Phones, server: Server
) -> None:
    code, _link = ann.invitation()
    bob = phones(server).join_by_code(code, "Bob")
    for seat in (1, 2):
        ann.open_count(1, seat).tap_cards("pile", {"10": 1}).save_and_see_table()
    ann.at_table().press("Close the round anyway")
    ann.tap(ann.page.get_by_role("link", name="Round 1"))
    ann.page.get_by_label("Anecdote").fill(f" {CAT} ")
    ann.press("Save the anecdote")
    ann.page.wait_for_url(ann.table)
    mark = bob.page.locator("#round-1 .told")
    expect(mark).to_have_attribute("title", CAT)
    expect(mark).to_contain_text(f"Anecdote: {CAT}")
    bob.page.goto(f"{bob.table}/end")
    bob.page.get_by_label("An anecdote").fill("It rained <b>cats</b>")
    bob.press("End Game")
    bob.page.wait_for_url(bob.table)
    for phone in (ann, bob):
        expect(phone.page.locator(".table-head .anecdote")).to_have_text("It rained <b>cats</b>")
    ann.page.goto(f"{ann.table}/picture")
    expect(ann.page.locator(".anecdote")).to_have_text("It rained <b>cats</b>")


def test_an_anecdote_told_without_network_is_sent_later(ann: Phone) -> None:
    ann.page.goto(f"{ann.table}/anecdote")
    ann.page.context.set_offline(True)
    ann.page.get_by_label("What happened?").fill(CAT)
    ann.press("Save")
    ann.page.wait_for_url(ann.table)
    ann.page.context.set_offline(False)
    expect(ann.page.locator(".table-head .anecdote")).to_have_text(CAT)


def test_the_table_says_how_long_the_game_has_been_played(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"10": 1}).save_and_see_table()
    clock = ann.page.locator("[data-played]")
    expect(clock).to_be_hidden()
    ann.page.evaluate(
        """() => {
          const { dataset } = document.querySelector("[data-played]");
          dataset.played = 9000;
          dataset.until = new Date(Date.now() - 300000).toISOString();
          document.dispatchEvent(new CustomEvent("piece:shown", { detail: { id: "", html: "" } }));
        }"""
    )
    expect(clock).to_have_text("· 2 h 35 min")
    ann.page.evaluate(
        """() => {
          const { dataset } = document.querySelector("[data-played]");
          dataset.until = new Date(Date.now() - 3700000).toISOString();
          document.dispatchEvent(new CustomEvent("piece:shown", { detail: { id: "", html: "" } }));
        }"""
    )
    expect(clock).to_have_text("· 2 h 30 min")
