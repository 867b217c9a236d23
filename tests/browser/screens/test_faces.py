"""What cards, tables and pages look like, where it is more than style."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
NAME_OF = "one => getComputedStyle(one).viewTransitionName"


def colour_of(page: Page, card: str) -> str:
    drawn = page.locator(f"[data-card='{card}'] .playing-card").first
    return str(drawn.evaluate("one => getComputedStyle(one).color"))


def test_a_phone_remembers_that_suits_have_four_colours(phones: Phones, server: Server) -> None:
    phone = phones(server).start("Ann", "Bob", game="Open-Face Chinese Poker", me="Ann")
    phone.page.goto(f"{phone.table}/rounds/1/seats/1")
    two = [colour_of(phone.page, card) for card in ("2c", "2d", "2h", "2s")]
    assert len(set(two)) == 2
    phone.press("Four-colour deck")
    four = [colour_of(phone.page, card) for card in ("2c", "2d", "2h", "2s")]
    assert len(set(four)) == 4
    phone.page.reload()
    assert [colour_of(phone.page, card) for card in ("2c", "2d", "2h", "2s")] == four
    phone.page.goto("/rules/farmer")
    named = phone.page.locator(".example .playing-card[data-suit]").all()
    assert {one.evaluate("one => getComputedStyle(one).color") for one in named} <= {*four}
    phone.page.goto(f"{phone.table}/rounds/1/seats/1")
    phone.press("Four-colour deck")
    assert [colour_of(phone.page, card) for card in ("2c", "2d", "2h", "2s")] == two


def test_the_colours_of_suits_are_chosen_below_everybodys_result(
    phones: Phones, server: Server
) -> None:
    phone = phones(server).start("Ann", "Bob", "Cleo", "Dan", game="Brag", me="Ann")
    phone.page.goto(f"{phone.table}/rounds/1/all")
    choice = phone.page.get_by_role("button", name="Four-colour deck")
    expect(phone.page.get_by_label("Ann: Bets", exact=True)).to_be_visible()
    expect(choice).to_be_hidden()
    phone.choose("Bets and cards")
    phone.choose_chip("Asked to see", "Ann").choose_chip("Was seen", "Bob")
    last = phone.page.locator(".whole-round details:visible, .whole-round .by-name:visible").last
    box, button = last.bounding_box(), choice.bounding_box()
    assert box
    assert button
    assert button["y"] >= box["y"] + box["height"]


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_a_joker_fits_its_card(phones: Phones, server: Server, size: tuple[int, int]) -> None:
    phone = phones(server, viewport={"width": size[0], "height": size[1]})
    phone.start("Ann", "Bob", game="Pay Me", me="Ann")
    phone.page.goto(f"{phone.table}/rounds/1/seats/1")
    phone.tap(phone.page.locator(".ways summary")).choose("Cards")
    joker = phone.page.locator("[data-card=joker] .card-rank")
    expect(joker).to_have_text("JOKER")
    assert joker.evaluate("""one => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return words.getBoundingClientRect().width <= one.closest("button").clientWidth;
    }""")


def test_wild_ranks_are_marked_on_the_keys(phones: Phones, server: Server) -> None:
    phone = phones(server).start("Ann", "Bob", game="Pay Me", me="Ann")
    phone.page.goto(f"{phone.table}/rounds/1/seats/1")
    phone.tap(phone.page.locator(".ways summary")).choose("Cards")
    wild = phone.page.locator(".deck button:has([data-wild])")
    assert [one.get_attribute("data-card") for one in wild.all()] == ["2", "3", "joker"]
    expect(wild.first).to_have_attribute("aria-description", "wild")
    phone.pick_cards("Cards left over", "3", "9")
    expect(phone.page.locator(".small-card:has([data-wild])")).to_have_text("3")


def test_a_rank_is_one_of_thirteen_keys_in_three_rows(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport={"width": 320, "height": 568})
    phone.start("Ann", "Bob", "Cleo", game="Cucumber", me="Ann")
    phone.page.goto(f"{phone.table}/rounds/1/all")
    keys = phone.page.get_by_role("group", name="With which card?").locator(".chip")
    boxes = [box for key in keys.all() if (box := key.bounding_box())]
    assert len(boxes) == 13
    assert len({box["y"] for box in boxes}) == 3
    assert len({box["x"] for box in boxes}) == 5
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


def test_who_is_counted_for_moves_along_to_the_count(phones: Phones, server: Server) -> None:
    phone = phones(server).start("Ann", "Bob", me="Bob")
    bob = phone.page.locator(".player", has_text="Bob").locator(".badges")
    assert bob.evaluate(NAME_OF) == "seat-2"
    phone.page.goto(f"{phone.table}/rounds/1/seats/2")
    assert phone.page.locator(".count-head .badge").evaluate(NAME_OF) == "seat-2"


def test_on_a_large_screen_the_chart_stands_below_the_score_sheet(
    phones: Phones, server: Server
) -> None:
    phone = phones(server, viewport={"width": 1440, "height": 900}, has_touch=False)
    phone.has_touch = False
    phone.start("Ann", "Bob", "Cleo", "Dev")
    phone.page.goto(f"{phone.table}/rounds/1/all?style=direct")
    for row in phone.page.locator(".one-number .sum").all():
        row.fill("500")
    phone.press("Save").page.locator(".score-sheet").wait_for()
    sheet, chart = (phone.page.locator(one) for one in (".score-sheet", "[data-going]"))
    above, below = sheet.bounding_box(), chart.bounding_box()
    assert above
    assert below
    assert above["x"] == below["x"]
    assert 0 <= below["y"] - above["y"] - above["height"] < 40
