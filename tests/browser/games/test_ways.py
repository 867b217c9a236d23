"""The way to record a hand that was saved last on a phone is the first in the next game, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
TWO = ("Ann", "Ben")
FOUR = (*TWO, "Cleo", "Dan")


def first_hand(phone: Phone, game: str, *names: str) -> Phone:
    """Start a game, and open its first hand."""
    phone.start(*names, game=game)
    phone.page.goto(f"{phone.table}/rounds/1/all")
    return phone


def way(phone: Phone) -> Locator:
    """Return the way that is chosen."""
    chosen = phone.page.locator(":checked")
    return phone.page.locator("[data-hows] label").filter(has=chosen)


@pytest.mark.parametrize(
    ("game", "names", "usual", "other"),
    [
        ("Cucumber", TWO, "Who took it", "Every card"),
        ("Open-Face Chinese Poker", TWO, "Cards", "Quick"),
        ("Brag", FOUR, "Bets", "Bet by bet"),
        ("Pitch", FOUR, "Point by point", "Just the points"),
    ],
)
def test_a_way_that_was_only_looked_into_is_not_remembered(
    phones: Phones, server: Server, game: str, names: tuple[str, ...], usual: str, other: str
) -> None:
    phone = first_hand(phones(server), game, *names)
    phone.tap(phone.page.locator("[data-hows] label", has_text=other).last)
    expect(way(phone)).to_have_text(other)
    expect(way(first_hand(phone, game, *names))).to_have_text(usual)


def test_a_way_that_was_saved_is_remembered(phones: Phones, server: Server) -> None:
    phone = first_hand(phones(server), "Ace-Deuce-Jack", *TWO)
    expect(way(phone)).to_have_text("Result")
    phone.choose_chip("How to record the hand", "Cards").fill_amount("Ben: Bet", 5)
    phone.pick_cards("Cards shown", "Jh", "9c", "Kd").save_and_see_table()
    expect(way(first_hand(phone, "Ace-Deuce-Jack", *TWO))).to_have_text("Cards")


def test_a_way_in_few_words_is_as_high_as_the_others(phones: Phones, server: Server) -> None:
    phone = first_hand(phones(server, viewport={"width": 320, "height": 568}), "Brag", *FOUR)
    ways = phone.page.locator("[data-hows] label > span").all()
    heights = {way.evaluate("way => way.offsetHeight") for way in ways}
    assert len(ways) == len(FOUR)
    assert len(heights) == 1


def test_a_number_stands_between_what_makes_it_less_and_more(
    phones: Phones, server: Server
) -> None:
    phone = first_hand(phones(server), "Pitch", *FOUR)
    phone.choose_chip("How to record the hand", "Just the points")
    sides = "Ann & Cleo"
    row = [
        phone.page.get_by_role("button", name=f"Less for {sides}: Points"),
        phone.box(f"{sides}: Points"),
        phone.page.get_by_role("button", name=f"More for {sides}: Points"),
    ]
    lefts = [one.evaluate("one => one.getBoundingClientRect().left") for one in row]
    assert lefts == sorted(lefts)


def test_what_stands_for_a_number_ends_where_the_numbers_end(
    phones: Phones, server: Server
) -> None:
    phone = first_hand(phones(server), "Ace-Deuce-Jack", *TWO)
    ends = """one => one.getBoundingClientRect().right
      - ["border-right-width", "padding-right"].map((name) => parseFloat(getComputedStyle(one)
          .getPropertyValue(name))).reduce((all, more) => all + more)"""
    bank = phone.page.locator(".excused:visible")
    expect(bank).to_have_text("is the bank")
    assert bank.evaluate(ends) == phone.box("Ben: Bet").evaluate(ends)
