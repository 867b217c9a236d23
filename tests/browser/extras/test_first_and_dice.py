"""Who goes first, by fingers on one screen or by a draw; and dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser import starting
from tests.browser.phone import Phone
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]
ALMOST, REST = 1_900, 200
"""Milliseconds until a finger is chosen."""
NOW = datetime(2030, 1, 1, 20, tzinfo=UTC)
FELT = "window.felt = 0; navigator.vibrate = () => { felt += 1; };"


ONE, OTHER, THIRD = (0.2, 0.3), (0.7, 0.3), (0.5, 0.8)
"""Places on the pad, as shares of its width and height."""


class Fingers:
    """A finger for each place on the pad."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.chromium: CDPSession = page.context.new_cdp_session(page)

    def lie(self, *places: tuple[float, float]) -> None:
        """Put fingers down: all that lie there now, also those that did before."""
        self._send("touchStart", places)

    def lift(self, *places: tuple[float, float]) -> None:
        """Lift these fingers; without any, all of them."""
        self._send("touchEnd", places)

    def _send(self, kind: str, places: Sequence[tuple[float, float]]) -> None:
        box = self.page.locator("[data-fingers]").bounding_box()
        assert box
        points = [
            {
                "x": box["x"] + x * box["width"],
                "y": box["y"] + y * box["height"],
                "id": (ONE, OTHER, THIRD).index((x, y)),
            }
            for x, y in places
        ]
        self.chromium.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def calm(phones: Phones, server: Server) -> Page:
    """A phone that wants no motion, with the tools and no game."""
    page = phones(server, reduced_motion="reduce").page
    page.goto("/extras")
    return page


def test_one_of_the_fingers_stays_once_nothing_has_changed_for_two_seconds(calm: Page) -> None:
    calm.add_init_script(FELT)
    calm.clock.install(time=NOW)
    calm.clock.pause_at(NOW + timedelta(minutes=1))
    calm.reload()
    spots, hands = calm.locator(".spot"), Fingers(calm)
    hands.lie(ONE)
    expect(spots).to_have_count(1)
    calm.clock.run_for(10_000)
    expect(calm.locator("[data-hint]")).to_have_text("Everyone, put a finger here")
    hands.lie(ONE, OTHER)
    expect(calm.locator("[data-hint]")).to_have_text("Hold still…")
    calm.clock.run_for(ALMOST)
    hands.lie(ONE, OTHER, THIRD)
    expect(spots).to_have_count(3)
    calm.clock.run_for(ALMOST)
    expect(calm.locator(".is-first")).to_have_count(0)
    calm.clock.run_for(REST)
    expect(calm.locator(".is-first")).to_have_count(1)
    expect(calm.locator(".is-out")).to_have_count(2)
    expect(calm.get_by_role("status")).to_have_text("You go first!")
    assert calm.evaluate("felt") == 1
    colours = {spot.get_attribute("data-hue") for spot in spots.all()}
    assert colours == {"1", "2", "3"}

    hands.lift()
    expect(calm.locator(".is-first")).to_have_count(1)
    hands.lie(ONE)
    expect(calm.locator(".spot")).to_have_count(1)
    expect(calm.locator(".is-first")).to_have_count(0)
    expect(calm.get_by_role("status")).to_have_text("")


def test_a_finger_that_is_lifted_is_not_chosen(calm: Page) -> None:
    calm.clock.install(time=NOW)
    calm.clock.pause_at(NOW + timedelta(minutes=1))
    calm.reload()
    hands = Fingers(calm)
    hands.lie(ONE, OTHER, THIRD)
    expect(calm.locator(".spot")).to_have_count(3)
    hands.lift(THIRD)
    expect(calm.locator(".spot")).to_have_count(2)
    calm.clock.run_for(ALMOST + REST)
    expect(calm.locator(".is-first")).to_have_count(1)
    expect(calm.locator(".is-out")).to_have_count(1)


def test_the_draw_runs_through_the_names_and_says_where_it_stops(
    phones: Phones, server: Server
) -> None:
    phone = starting.by_taps(phones(server), "Ann", "Bob", "Cy", me="Ann")
    page = phone.open_from_menu("First player, timer, dice").page
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Pick at random").press("Enter")
    expect(page.get_by_role("status").first).to_have_text(re.compile("^(Ann|Bob|Cy) begins$"))
    assert page.url.endswith("/extras"), "nothing was asked of the server"
    drawn = page.locator(".lot.is-drawn")
    expect(page.get_by_role("status").first).to_have_text(
        f"{drawn.get_attribute('data-name')} begins"
    )


def test_the_draw_falls_on_everybody_and_asks_how_many_there_are(calm: Page) -> None:
    status, drawn = calm.get_by_role("status").first, set()
    calm.get_by_role("button", name="One player less").tap()
    expect(calm.locator(".lot:visible")).to_have_count(3)
    for _ in range(60):
        calm.get_by_role("button", name="Pick at random").tap()
        expect(status).to_have_text(re.compile(" begins$"))
        drawn.add(status.text_content())
    assert drawn == {"Player 1 begins", "Player 2 begins", "Player 3 begins"}
    calm.reload()
    expect(calm.locator(".lot:visible")).to_have_count(3)


def test_chance_favours_nobody_and_draws_again_what_would(calm: Page) -> None:
    given = calm.evaluate(
        """() => {
          const numbers = [4294967295, 4294967292, 4294967290, 5];
          crypto.getRandomValues = (place) => { place[0] = numbers.shift(); return place; };
          return [chance(6), chance(6)];
        }"""
    )
    # Of 2**32 numbers the last four would favour 0 to 3; the first two of these are among them.
    assert given == [4294967290 % 6, 5]


def test_dice_are_rolled_added_up_and_the_last_three_rolls_stay(calm: Page) -> None:
    calm.locator(".tools").get_by_text("Dice").tap()
    calm.get_by_label("3", exact=True).check(force=True)
    roll = calm.get_by_role("button", name="Roll")
    rolled: list[str] = []
    for _ in range(5):
        roll.click()  # When it returns, the dice lie there; after a tap they may not yet.
        values = [int(die.get_attribute("data-value") or 0) for die in calm.locator(".die").all()]
        assert len(values) == 3
        assert all(1 <= value <= 6 for value in values)
        parts = " + ".join(map(str, values))
        expect(calm.get_by_role("status")).to_have_text(
            re.compile(rf"^{sum(values)}\s+{re.escape(parts)}$")
        )
        rolled.insert(0, f"{parts} = {sum(values)}")
    assert calm.locator("[data-rolls] li").all_text_contents() == rolled[1:4]
    calm.locator("[data-dice]").tap()
    expect(calm.locator("[data-rolls] li").first).to_have_text(rolled[0])


def test_the_dice_of_last_time_lie_there_again(calm: Page) -> None:
    calm.locator(".tools").get_by_text("Dice").tap()
    calm.get_by_label("5", exact=True).check(force=True)
    calm.get_by_label("20", exact=True).check(force=True)
    calm.goto("/extras")
    expect(calm.locator(".die[data-faces='20']:visible")).to_have_count(5)
    expect(calm.locator("[data-sum]")).to_have_text("")


def test_at_the_table_it_all_works_without_a_network(phones: Phones, network: Network) -> None:
    calm = phones(network, reduced_motion="reduce")
    phone = starting.by_taps(calm, "Ann", "Bob", me="Ann")
    phone.keeps("/extras", "Pick at random")
    network.cut()
    page = phone.open_from_menu("First player, timer, dice").page
    page.get_by_role("button", name="Pick at random").tap()
    expect(page.locator("[data-result]")).to_have_text(re.compile("^(Ann|Bob) begins$"))
    page.locator(".tools").get_by_text("Dice").tap()
    page.get_by_role("button", name="Roll").tap()
    expect(page.locator("[data-sum]")).to_have_text(re.compile(r"^\d+$"))
