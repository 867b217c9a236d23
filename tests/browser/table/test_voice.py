"""What a table says without being looked at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

pytestmark = pytest.mark.long

Phones = Callable[..., Phone]

# What would be heard and felt is written down instead.
WRITE_DOWN = """
window.heard = [];
Object.defineProperty(window, "speechSynthesis", {
  value: { cancel() {}, speak(words) { heard.push(words.text); } },
});
navigator.vibrate = () => heard.push("buzz");
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  heard.push("tone");
  return start.apply(this, when);
};
"""


def heard(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate("heard")
    return found


def hears(phone: Phone, *sounds: str) -> None:
    """Wait until so much was heard, and see that it was this."""
    phone.page.wait_for_function("number => heard.length >= number", arg=len(sounds))
    assert heard(phone) == [*sounds]


def two_phones(phones: Phones, server: Server) -> tuple[Phone, Phone]:
    ann = phones(server)
    ann.page.add_init_script(WRITE_DOWN)
    ann.start("Ann", "Bob", me="Ann")
    bob = phones(server).join(ann, "Bob")
    return ann.is_live(), bob


def count(phone: Phone, seat: int, points: int, number: int = 1) -> None:
    phone.open_count(number, seat).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    phone.save_and_see_table()


def test_a_screen_reader_hears_what_a_closed_round_brought(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    count(ann, 1, 550)
    ann.is_live()
    count(bob, 2, 700)
    expect(ann.page.locator("#said")).to_have_text("Ann: +550, total 550, second")
    count(ann, 1, -600, 2)
    ann.is_live()
    count(bob, 2, 0, 2)
    expect(ann.page.locator("#said")).to_have_text("Ann: −600, total −50, second")


def test_the_totals_are_read_out_when_asked(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    count(ann, 1, -550)
    count(bob, 2, 1_700)
    ann.sees_totals(Bob=1_700)
    ann.press("Read the totals aloud")
    hears(ann, "Bob: 1,700. Ann: minus 550")


def test_my_turn_to_count_is_signalled_once_and_only_where_it_was_wanted(
    phones: Phones, server: Server
) -> None:
    ann, bob = two_phones(phones, server)
    ann.tap(ann.page.locator("h1"))
    count(bob, 2, 100)
    ann.sees("Waiting for Ann")
    hears(ann, "buzz")  # A phone that can buzz does so; sound is off at first.
    ann.page.goto(f"{ann.table}/me")
    buzz, sound = (ann.page.get_by_label(name) for name in ("Vibrate when", "Sound when"))
    expect(buzz).to_be_checked()
    expect(sound).not_to_be_checked()
    ann.switch("Sound when")
    hears(ann, "tone", "tone")  # One hears what it will be.

    ann.page.reload()
    expect(sound).to_be_checked()
    count(ann, 1, 100)
    ann.sees("Round 2").is_live().tap(ann.page.locator("h1"))
    assert heard(ann) == [], "a new page, and nobody has counted"
    count(bob, 2, 300, 2)
    ann.sees("Waiting for Ann")
    hears(ann, "buzz", "tone", "tone")
    count(bob, 2, 400, 2)
    ann.sees("+400")
    assert heard(ann) == ["buzz", "tone", "tone"], "a correction is no new turn"
