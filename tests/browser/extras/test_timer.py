"""The turn timer: no drift, no server, and one's own at the table as well."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser import starting
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
SECOND = 1_000
NOW = datetime(2030, 1, 1, 20, tzinfo=UTC)
FELT = "window.felt = 0; navigator.vibrate = () => { felt += 1; };"


@pytest.fixture
def phone(phones: Phones, server: Server) -> Phone:
    """A phone at its table, with a clock that goes as the test says."""
    phone = phones(server)
    phone.page.add_init_script(FELT)
    starting.by_taps(phone, "Ann", "Bob", "Cy", me="Ann")
    phone.keeps("/extras")  # With its scripts; once the clock stands still, nothing is fetched.
    phone.page.clock.install(time=NOW)
    phone.page.clock.pause_at(NOW + timedelta(minutes=1))
    phone.page.goto(f"{phone.table}/extras?tool=timer")
    return phone


def shows(page: Page, time: str, name: str) -> None:
    expect(page.get_by_role("timer")).to_have_text(time)
    expect(page.get_by_role("status").filter(visible=True)).to_have_text(name)


def later(page: Page, seconds: int, time: str, name: str) -> None:
    """See what the timer shows after so many seconds."""
    page.clock.run_for(seconds * SECOND)
    shows(page, time, name)


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).tap()


def test_it_stands_still_until_somebody_starts_it(phone: Phone) -> None:
    page = phone.page
    later(page, 90, "1:00", "Ann")
    press(page, "Start")
    later(page, 20, "0:40", "Ann")
    press(page, "Pause")
    later(page, 300, "0:40", "Ann")
    press(page, "Continue")
    later(page, 10, "0:30", "Ann")


def test_the_next_player_has_the_whole_time_and_it_goes_round(phone: Phone) -> None:
    page = phone.page
    press(page, "2 min")
    for name in ("Bob", "Cy", "Ann"):
        press(page, "Next player")
        shows(page, "2:00", name)
        later(page, 30, "1:30", name)
    press(page, "Cy")
    shows(page, "2:00", "Cy")


def test_its_length_is_chosen_in_steps_as_well(phone: Phone) -> None:
    page = phone.page
    press(page, "30 s")
    shows(page, "0:30", "Ann")
    press(page, "More time")
    shows(page, "0:45", "Ann")
    for _ in range(5):
        press(page, "Less time")
    shows(page, "0:15", "Ann")
    press(page, "5 min")
    press(page, "More time")
    shows(page, "6:00", "Ann")


def test_at_the_end_it_says_so_once_in_words_colour_and_by_a_buzz(phone: Phone) -> None:
    page = phone.page
    press(page, "30 s")
    press(page, "Start")
    page.clock.run_for(29 * SECOND)
    assert page.evaluate("felt") == 0
    later(page, 2, "0:00", "Time’s up, Ann!")
    expect(page.locator("[data-timed=over]")).to_have_count(1)
    assert page.evaluate("felt") == 1
    page.clock.run_for(20 * SECOND)
    assert page.evaluate("felt") == 1
    press(page, "Start")
    shows(page, "0:30", "Ann")


def test_a_phone_that_slept_shows_what_is_really_left(phone: Phone) -> None:
    page = phone.page
    press(page, "5 min")
    press(page, "Next player")
    page.clock.fast_forward(200 * SECOND)
    shows(page, "1:40", "Bob")
    page.reload()
    shows(page, "1:40", "Bob")
    page.clock.fast_forward(600 * SECOND)
    shows(page, "0:00", "Time’s up, Bob!")
    assert page.evaluate("felt") == 0, "nobody waits for that any more"


def test_the_table_shows_it_while_it_runs_and_leads_back(phone: Phone) -> None:
    page = phone.page
    later(page, 1, "1:00", "Ann")
    press(page, "Start")
    phone.open("Table")
    chip = page.locator(".timer-chip")
    expect(chip).to_contain_text("1:00")
    page.clock.run_for(10 * SECOND)
    expect(chip).to_contain_text("0:50")
    page.clock.run_for(51 * SECOND)
    expect(chip).to_contain_text("0:00")
    assert chip.get_attribute("data-timed") == "over"
    assert page.evaluate("felt") == 1
    phone.tap(chip)
    shows(page, "0:00", "Time’s up, Ann!")
    press(page, "Next player")
    press(page, "Pause")
    phone.open("Table").sees("Round 1")
    page.clock.run_for(20 * SECOND)
    expect(page.locator(".timer-chip:visible")).to_have_count(0)


def test_another_game_has_its_own(phone: Phone, phones: Phones, server: Server) -> None:
    page = phone.page
    later(page, 1, "1:00", "Ann")
    press(page, "Start")
    page.goto("/extras?tool=timer")
    shows(page, "1:00", "Player 1")
    later(page, 10, "1:00", "Player 1")
    page.goto(f"{phone.table}/extras?tool=timer")
    shows(page, "0:50", "Ann")
