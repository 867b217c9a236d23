"""While a number is typed: what the keypad's last key does, and when something is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
NOW = datetime(2026, 10, 3, 20, 0, tzinfo=UTC)
SHORT, LONG = 400, 3_000
"""Milliseconds: until the rules are asked, and until a number is taken as finished."""
COUNT_REFUSALS = """shown => {
  shown.refusals = 0;
  const count = () => { shown.refusals += shown.querySelectorAll(".problem").length; };
  new MutationObserver(count).observe(shown, { childList: true });
}"""
REFUSED = "Ben’s deadwood cannot be 2: it must be a multiple of 5."


@pytest.fixture
def ben(phones: Phones, server: Server) -> Phone:
    """A phone of one's own that counts in Pay Me."""
    ann = phones(server).start("Ann", "Ben", "Cleo", me="Ann", game="Pay Me")
    ben = phones(server).join_by_code(ann.invitation()[0], "Ben")
    ben.page.clock.install(time=NOW)
    ben.page.clock.pause_at(NOW + timedelta(minutes=1))
    ben.open("Enter the hand")
    expect(ben.box("Deadwood")).to_be_focused()
    return ben


def test_half_a_number_is_not_refused(ben: Phone) -> None:
    shown = ben.page.locator("[data-shown]")
    shown.evaluate(COUNT_REFUSALS)
    ben.press_keys("2")
    with ben.page.expect_response("**/preview"):
        ben.page.clock.run_for(SHORT)
    ben.press_keys("5")
    ben.page.clock.run_for(SHORT)
    expect(shown).to_have_text("Ben: +25")
    ben.page.clock.run_for(LONG)
    expect(shown).to_have_text("Ben: +25")
    assert shown.evaluate("shown => shown.refusals") == 0


def test_a_number_is_refused_after_a_long_pause(ben: Phone) -> None:
    ben.press_keys("2")
    with ben.page.expect_response("**/preview"):
        ben.page.clock.run_for(SHORT)
    # The page reads the answer in its own time, and begins to wait only then.
    for _ in range(100):
        if ben.page.locator(".problem").count():
            break
        ben.page.clock.run_for(LONG)
    ben.is_refused(REFUSED)
    expect(ben.box("Deadwood")).to_have_attribute("aria-invalid", "true")


def test_a_number_is_refused_once_it_is_left(ben: Phone) -> None:
    ben.press_keys("2")
    with ben.page.expect_response("**/preview"):
        ben.page.clock.run_for(SHORT)
    ben.box("Deadwood").blur()
    ben.page.clock.run_for(SHORT)
    ben.is_refused(REFUSED)


@pytest.fixture
def bank(phones: Phones, server: Server) -> Phone:
    """One phone for all at Ace-Deuce-Jack, where the cards that the bank shows are picked."""
    phone = phones(server).start("Ann", "Ben", me="Ann", game="Ace-Deuce-Jack").open_whole("hand")
    phone.fill_amount("Ben: Bet", 5).choose("Cards")
    phone.page.locator("[data-shown]").evaluate(COUNT_REFUSALS)
    return phone


def pick(phone: Phone, *cards: str) -> None:
    """Pick cards, and wait after each for what the rules say."""
    for card in cards:
        with phone.page.expect_response("**/preview"):
            phone.pick_cards("Cards shown", card)


def test_two_cards_of_three_are_not_refused(bank: Phone) -> None:
    pick(bank, "9c", "Kd", "Jh")
    bank.sees_preview("Ann’s bank collected 5")
    shown = bank.page.locator("[data-shown]")
    assert shown.evaluate("shown => shown.refusals") == 0


def test_two_cards_of_three_are_refused_once_they_are_left(bank: Phone) -> None:
    pick(bank, "9c", "Kd")
    expect(bank.page.locator("[data-shown]")).to_be_empty()
    bank.tap(bank.page.locator(".card-picker[open] > summary"))
    bank.is_refused("The bank shows exactly 3 cards, but you entered 2.")


def test_cards_that_are_picked_take_the_room_of_the_keypad(bank: Phone) -> None:
    pad, picker = bank.page.locator(".pad"), bank.page.locator(".card-picker > summary")
    bank.tap(picker).tap(bank.box("Ben: Bet"))
    expect(pad).to_be_visible()
    bank.tap(picker)
    expect(pad).to_have_count(0)
    bank.tap(bank.box("Ben: Bet"))
    expect(pad).to_be_visible()


def test_whoever_called_has_no_number_to_type(ben: Phone) -> None:
    said = ben.page.locator(".excused")
    ben.press_keys("15").choose_chip("Who called?", "Ben")
    expect(said).to_have_text("called · 0")
    expect(ben.box("Deadwood")).to_be_hidden()
    expect(ben.page.get_by_role("group", name="Keypad")).to_be_hidden()
    ben.choose_chip("Who called?", "Ann")
    expect(said).to_be_hidden()
    expect(ben.box("Deadwood")).to_have_value("15")
    ben.choose_chip("Who called?", "Ben").save_and_see_table()
    expect(ben.row("Ben")).to_contain_text("called · 0")


def test_the_number_of_the_one_who_called_is_not_typed_on(phones: Phones, server: Server) -> None:
    phone = phones(server).start("Ann", "Ben", me="Ann", game="Pay Me").open_whole("hand")
    expect(phone.box("Ann: Deadwood")).to_be_focused()
    phone.choose_chip("Who called?", "Ann")
    expect(phone.box("Ben: Deadwood")).to_be_focused()
    phone.press_keys("25").save_and_see_table().sees_totals(Ann=0, Ben=25)


def test_one_button_saves_a_count_of_ones_own(ben: Phone) -> None:
    save = ben.page.get_by_role("button", name="Save", exact=True)
    expect(save).to_have_count(1)
    expect(ben.page.get_by_role("button", name="Done", exact=True)).to_be_hidden()
    ben.press_keys("25", "Save").page.wait_for_selector("#sheet")
    expect(ben.row("Ben")).to_contain_text("25")


def test_rows_that_are_not_ranked_are_not_saved_by_the_keypad(
    phones: Phones, server: Server
) -> None:
    phone = phones(server).start("Ann", "Ben", me="Ann", game="Open-Face Chinese Poker")
    phone.open_whole("hand").choose("Quick")
    phone.tap(phone.box("Ben: Royalties")).press_keys("3", "Done")
    expect(phone.page.get_by_role("group", name="Keypad")).to_be_hidden()
    for row in ("Front", "Middle", "Back"):
        phone.tap(
            phone.page.get_by_role("group", name=f"{row}, best first").get_by_role(
                "button", name="Ben", exact=True
            )
        )
    phone.tap(phone.box("Ben: Royalties")).press_keys("Save").page.wait_for_selector("#sheet")
