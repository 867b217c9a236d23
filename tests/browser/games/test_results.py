"""What the rules make of a round stands at the players' rows and above Save, and so do refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
FOUR = ("Ann", "Ben", "Cleo", "Dan")
MINUS = "\N{MINUS SIGN}"
IN_ORDER = """() => {
  const form = document.querySelector("form[data-draft]");
  const controls = [...form.querySelectorAll("input, select, button, summary")];
  const away = ".bottom-bar, .sr-only, details:not([open]) > :not(summary)";
  const shown = controls.filter((one) => one.checkVisibility() && !one.closest(away)
    && one.tabIndex >= 0);
  const tops = shown.map((one) => one.getBoundingClientRect());
  return tops.every((place, at) => !at || place.bottom > tops[at - 1].top);
}"""


def whole(phones: Phones, server: Server, game: str, *names: str, word: str = "hand") -> Phone:
    phone = phones(server).start(*(names or FOUR), me="Ann", game=game)
    return phone.open_whole(word)


def sees_result(phone: Phone, name: str, text: str) -> None:
    """Wait until this stands at the end of somebody's row of the form."""
    expect(phone.page.locator(f"[data-result='{name}']:visible")).to_have_text(text)


def test_each_result_stands_at_the_end_of_its_row(phones: Phones, server: Server) -> None:
    ann = whole(phones, server, "Brag").choose_chip("Who won?", "Ann")
    for name, bet in (("Ann", 4), ("Ben", 4), ("Cleo", 2)):
        ann.fill_amount(f"{name}: Bets", bet)
    ann.sees_preview("Ann took the pot of 14.")
    for name, result in (
        ("Ann", "+9"),
        ("Ben", f"{MINUS}5"),
        ("Cleo", f"{MINUS}3"),
        ("Dan", f"{MINUS}1"),
    ):
        sees_result(ann, name, result)
    ann.save_and_see_table().sees_balances(Ann=9, Ben=-5, Cleo=-3, Dan=-1)


def test_a_button_stays_under_the_finger_when_the_result_comes(
    phones: Phones, server: Server
) -> None:
    ann = whole(phones, server, "Brag").choose_chip("Who won?", "Cleo")
    more = ann.page.get_by_role("button", name="More for Cleo: Bets", exact=True)
    place = more.bounding_box()
    for name in ("Ann", "Ben", "Cleo"):
        ann.fill_amount(f"{name}: Bets", 6)
    sees_result(ann, "Cleo", "+15")
    assert more.bounding_box() == place


def test_a_row_stays_as_high_as_it_was_when_the_result_comes(
    phones: Phones, server: Server
) -> None:
    long = "Wilhelmina-Charlotte Oberhausener"
    ann = whole(phones, server, "Farmer", "Ann", "Ben", long, word="deal")
    rows = ann.page.locator(".seat-row")
    expect(ann.page.get_by_role("group", name="Keypad")).to_be_visible()
    heights = "rows => rows.map((row) => row.offsetHeight)"
    before = rows.evaluate_all(heights)
    for name, points in (("Ann", 16), ("Ben", 21), (long, 15)):
        ann.fill_amount(f"{name}: Total", points)
    sees_result(ann, "Ben", f"bust{MINUS}2")
    assert rows.evaluate_all(heights) == before


def test_a_result_without_a_row_stands_above_save(phones: Phones, server: Server) -> None:
    ann = whole(phones, server, "Pitch").choose("Point by point")
    ann.choose_chip("Who won the bidding?", "Ann").choose_chip("Bid", "2")
    for point in ("High", "Low", "Jack", "Game"):
        ann.choose_chip(point, "Ann & Cleo")
    ann.sees_preview("Ann bid 2; Ann & Cleo made 4.").sees_preview("Ann & Cleo: +4")


def test_what_counts_as_it_was_typed_is_not_said_twice(phones: Phones, server: Server) -> None:
    ann = whole(phones, server, "Farmer", "Ann", "Ben", word="deal")
    ann.fill_amount("Ann: Total", 15).fill_amount("Ben: Total", 17)
    sees_result(ann, "Ben", f"bust{MINUS}2")
    sees_result(ann, "Ann", "0")
    ann = whole(phones, server, "Pay Me", "Ann", "Ben").choose_chip("Who called?", "Ben")
    ann.fill_amount("Ann: Deadwood", 25).sees_preview("Ben called.")
    expect(ann.page.locator("[data-result]")).to_have_text(["", ""])


def test_what_is_won_is_said_also_where_as_much_was_bet(phones: Phones, server: Server) -> None:
    ann = whole(phones, server, "Brag").choose_chip("Who won?", "Ann")
    ann.fill_amount("Ann: Bets", 7).fill_amount("Ben: Bets", 4)
    sees_result(ann, "Ann", "+7")


def test_a_number_that_was_refused_and_is_mended_is_right_at_once(
    phones: Phones, server: Server
) -> None:
    ann = whole(phones, server, "Pay Me", "Ann", "Ben").choose_chip("Who called?", "Ben")
    ann.fill_amount("Ann: Deadwood", 7).save()
    ann.is_refused("Ann’s deadwood cannot be 7: it must be a multiple of 5.")
    expect(ann.page.locator(".field-error")).to_have_count(1)
    ann.fill_amount("Ann: Deadwood", 25)
    expect(ann.page.locator(".problem, .field-error, [aria-invalid]")).to_have_count(0)
    ann.fill_amount("Ann: Deadwood", 7).sees_preview("Ann’s deadwood cannot be 7")
    expect(ann.box("Ann: Deadwood")).to_have_attribute("aria-invalid", "true")
    ann.fill_amount("Ann: Deadwood", 15)
    expect(ann.page.locator(".problem, [aria-invalid]")).to_have_count(0)
    ann.save_and_see_table().sees_totals(Ann=15, Ben=0)


def test_what_is_wrong_with_one_of_many_boxes_marks_that_one(
    phones: Phones, server: Server
) -> None:
    ann = whole(phones, server, "Brag").choose_chip("Who won?", "Ann")
    ann.fill_amount("Ben: Bets", 2_000_000_000).sees_preview("Ben’s bet cannot be")
    expect(ann.page.locator("[aria-invalid]")).to_have_count(1)
    expect(ann.box("Ben: Bets")).to_have_attribute("aria-describedby", "live-error")


def test_a_refusal_stays_until_something_is_changed(phones: Phones, server: Server) -> None:
    ann = whole(phones, server, "Cucumber", "Ann", "Ben").save()
    refused = ann.page.locator(".field-error").filter(visible=True).first
    expect(refused).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    expect(refused).to_be_visible()


@pytest.mark.parametrize(
    ("game", "word", "names", "ways"),
    [
        ("Brag", "hand", FOUR, ("Bets", "Bets and cards", "Several pots", "Bet by bet")),
        ("Pitch", "hand", FOUR, ("Point by point", "Just the points")),
        ("Open-Face Chinese Poker", "hand", FOUR, ("Cards", "Quick")),
        ("Farmer", "deal", FOUR, ("Cards",)),
    ],
)
def test_what_is_read_is_in_the_order_that_is_seen(
    phones: Phones,
    server: Server,
    game: str,
    word: str,
    names: tuple[str, ...],
    ways: tuple[str, ...],
) -> None:
    ann = whole(phones, server, game, *names, word=word)
    for way in ways:
        ann.choose(way).page.wait_for_load_state("networkidle")
        assert ann.page.evaluate(IN_ORDER), way
