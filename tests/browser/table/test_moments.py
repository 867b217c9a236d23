"""What a round has brought, and who has won, is a moment on every phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
ROW_ORDER = "rows => rows.map(row => row.querySelector('.name').textContent)"
WATCH = """() => {
  window.slid = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    window.slid.push(this.id);
    return animate.call(this, frames, ...more);
  };
}"""


def two_phones(phones: Phones, server: Server, **context: object) -> tuple[Phone, Phone]:
    ann = phones(server).start("Ann", "Bob", me="Ann", target=1_000)
    bob = phones(server, **context).join_by_code(ann.invitation()[0], "Bob")
    return ann, bob.is_live()


def score(phone: Phone, name: str, points: int) -> Phone:
    """Count for somebody, by a tap on their row."""
    phone.tap(phone.row(name).get_by_role("link")).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    return phone.save_and_see_table()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_round_is_told_on_every_phone_and_rows_slide(
    phones: Phones, server: Server, motion: str
) -> None:
    ann, bob = two_phones(phones, server, reduced_motion=motion)
    bob.page.evaluate(WATCH)
    score(ann, "Ann", 200)
    score(ann, "Bob", 450)
    news = "Round 1: Bob +450. Bob leads by 250."
    for phone in (ann, bob):
        expect(phone.page.locator("[data-round-news]")).to_have_text(news)
    assert bob.page.locator(".player").evaluate_all(ROW_ORDER) == ["Bob", "Ann"]
    bob.sees_totals(Ann=200, Bob=450)
    slid = bob.page.evaluate("window.slid")
    assert sorted(slid) == ([] if motion == "reduce" else ["seat-1", "seat-2"])
    expect(bob.page.locator("[data-round-news]")).to_be_hidden()


def test_the_winner_reads_you_win_and_the_others_who_won(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    score(ann, "Ann", 1_200)
    score(ann, "Bob", 450)
    title = ".banner-title"
    expect(ann.page.locator(title)).to_have_text("You win!")
    expect(bob.page.locator(title)).to_have_text("Ann wins")
    expect(bob.page.locator(".banner")).to_contain_text("Ahead by 750.")
    expect(bob.page.locator(".just-ended")).to_have_count(0)
    ann.end_game()
    expect(bob.page.locator(".just-ended .confetti")).to_be_visible()
    expect(ann.page.locator(title)).to_have_text("You win!")
    bob.page.reload()
    expect(bob.page.locator(".banner")).to_contain_text("Ann wins")
    expect(bob.page.locator(".just-ended .confetti")).to_be_hidden()
