"""Counting by worth: a number for the cards of each worth, with our own keypad or a stepper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Phone
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]

TALL = {"width": 390, "height": 844}
VALUES = """() => [...document.querySelectorAll("[data-style]:not([hidden]) [data-worth]")]
  .map((input) => input.type === "checkbox" ? Number(input.checked) : input.value)"""
LOWEST = """() => document.querySelector(".switches").getBoundingClientRect().bottom
  - document.querySelector(".bottom-bar").getBoundingClientRect().top"""
HEIGHT = "all => Math.min(...all.map((one) => one.offsetHeight))"
BREADTH = "all => Math.min(...all.map((one) => one.offsetWidth))"
# Holds a button until it has counted once, however slow the machine is.
HOLD = """(button) => {
  const tell = (name) => button.dispatchEvent(new PointerEvent(name, { bubbles: true }));
  button.closest(".tile").addEventListener("input", () => tell("pointerup"), { once: true });
  tell("pointerdown");
}"""


def counting(phones: Phones, server: Server) -> Phone:
    return phones(server, viewport=TALL).start("Ann", "Bob").open_count(1, 1)


def values(page: Page) -> list[object]:
    """Return what the fields of the way that is shown hold."""
    found: list[object] = page.evaluate(VALUES)
    return found


def test_pile_and_hand_are_seen_whole_above_the_keypad(phones: Phones, server: Server) -> None:
    ann = counting(phones, server)
    expect(ann.page.get_by_role("group", name="Keypad")).to_be_visible()
    assert ann.page.evaluate(LOWEST) <= 0
    ann.press_keys("Next", "Next", "Next")
    expect(ann.page.locator("#by_worth-hand-50")).to_be_focused()
    assert ann.page.evaluate(LOWEST) <= 0


@pytest.mark.parametrize(
    ("locale", "each", "left"),
    [
        ("en-US", "%s each", "left"),
        ("de-DE", "je %s", "noch"),
        ("es-ES", "%s c/u", "queda"),
        ("fr-FR", "%s pièce", "reste"),
    ],
)
def test_a_narrow_phone_says_worth_and_what_is_left_in_a_line_each(
    phones: Phones, server: Server, locale: str, each: str, left: str
) -> None:
    narrow = {"width": 320, "height": 568}
    ann = phones(server, viewport=narrow, locale=locale).start("Ann", "Bob", me="Ann")
    ann.open_count(1, 1)
    lines = ann.page.locator(".worth-row b, .worth-row .left").filter(visible=True)
    said = [said for worth in (50, 100, 150) for said in (each % worth, left)]
    expect(lines).to_contain_text(said)
    for line in lines.all():
        height, size = line.evaluate(
            "element => [element.offsetHeight, parseFloat(getComputedStyle(element).fontSize)]"
        )
        assert height < 2 * size


def test_the_keypad_types_into_the_pile_that_is_chosen(phones: Phones, server: Server) -> None:
    ann = counting(phones, server)
    ann.press_keys("9").press("Left in hand").press_keys("3")
    assert values(ann.page)[:5] == ["9", "", "", 0, "3"]


def test_an_empty_hand_is_said_beside_the_pile_and_takes_back_no_cards(
    phones: Phones, server: Server
) -> None:
    ann = counting(phones, server)
    empty = ann.page.get_by_role("button", name="Hand empty")
    ann.press_keys("9").tap(empty)
    expect(empty).to_have_attribute("aria-pressed", "true")
    assert values(ann.page)[4:] == ["0", "0", "0", "0", 0]
    ann.press("Left in hand").press_keys("3").press("Points pile")
    expect(empty).to_be_hidden()
    ann.press("Left in hand")
    expect(empty).to_be_visible()


def test_a_hand_must_be_said_and_a_tap_says_that_it_is_empty(
    phones: Phones, server: Server
) -> None:
    ann = counting(phones, server)
    ann.press_keys("9").save().sees("Enter “Left in hand”, or tap “Hand empty”.")
    tab = ann.page.get_by_role("button", name=re.compile("^Left in hand"))
    expect(tab).to_have_attribute("aria-pressed", "true")
    ann.press("Hand empty")
    expect(ann.page.get_by_role("button", name="Hand empty")).to_have_attribute(
        "aria-pressed", "true"
    )
    ann.save_and_see_table().sees("+450")
    ann.open_count(1, 1)
    assert values(ann.page) == ["9", "", "", 0, "0", "0", "0", "0", 0]


def test_a_hand_must_be_said_without_network_as_well(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(network, viewport=TALL).start("Ann", "Bob").open_count(1, 1)
    network.cut()
    ann.press_keys("9").save().sees("Enter “Left in hand”, or tap “Hand empty”.")
    expect(ann.page.locator("#by_worth-hand-50")).to_be_focused()
    ann.press("Hand empty")
    expect(ann.page.locator(".field-error, [aria-invalid]")).to_have_count(0)
    ann.save_and_see_table().sees("450 waiting")


def test_a_stepper_takes_one_and_held_five(phones: Phones, server: Server) -> None:
    ann = counting(phones, server)
    more = ann.page.get_by_role("button", name="One 100 more, points pile")
    more.tap()
    ann.sees("= 100")
    more.evaluate(HOLD)
    ann.sees("= 600")
    ann.page.get_by_role("button", name="One 100 less, points pile").tap()
    ann.sees("27 left")


def test_what_was_typed_goes_along_when_the_way_is_changed(phones: Phones, server: Server) -> None:
    ann = counting(phones, server)
    ann.tap_cards("pile", {"2": 2, "5": 1, "10": 1, "game_changer": 1})
    ann.tap_cards("hand", {"7": 1}).choose("By value")
    assert values(ann.page) == ["3", "", "1", 1, "", "1", "", "", 0]
    ann.choose("Pile & hand")
    assert values(ann.page) == ["800", "100"]
    ann.choose("Just the total")
    assert values(ann.page) == ["700"]
    ann.choose("By value").sees("= 700")
    ann.page.get_by_label("50 each").first.fill("4")
    ann.choose("Just the total").sees("= 750").save_and_see_table().sees("+750")


def test_more_than_the_deck_holds_is_told_beside_its_row(phones: Phones, server: Server) -> None:
    ann = counting(phones, server)
    ann.page.get_by_label("150 each, points pile").fill("9")
    ann.sees("1 too many").press("Left in hand").press("Hand empty").save()
    ann.sees("The deck has 8 × 150 points, but you counted 9")
    expect(ann.page.locator(".worth-row.is-refused").first).to_be_attached()


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_what_is_tapped_is_as_large_as_a_fingertip(
    phones: Phones, server: Server, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    ann = phones(server, viewport=viewport).start("Ann", "Bob", me="Ann").open_count(1, 1)
    taps = ann.page.locator(":is(.worth-row :is(button, input), .segments > *):visible")
    assert taps.evaluate_all(HEIGHT) >= 44
    assert taps.evaluate_all(BREADTH) >= 44
    ann.choose("Card by card")
    # Five cards lie side by side, so that these are narrow.
    assert ann.page.locator(".tile-row > :visible").evaluate_all(HEIGHT) >= 44


def test_what_is_chosen_and_what_saves_are_told_apart_in_the_systems_colours(
    phones: Phones, server: Server
) -> None:
    ann = counting(phones, server)
    ann.page.emulate_media(forced_colors="active")
    ann.press("Hand empty")
    paint = """(one) => {
      const { backgroundColor, color } = getComputedStyle(one);
      return [backgroundColor, color];
    }"""
    chosen = ann.page.locator(".segments [aria-pressed=true]:visible").evaluate(paint)
    assert chosen == ann.page.locator("[data-none]:visible").evaluate(paint)
    assert chosen == ann.page.locator(".bottom-bar .main:visible").first.evaluate(paint)
    assert chosen != ann.page.locator(".segments [aria-pressed=false]:visible").evaluate(paint)
