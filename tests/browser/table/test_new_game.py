"""The screen of a new game on a phone: names as chips, and what goes with them at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
NINE = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
NEW = "/games/new/brownie_points"
COVERED = """() => document.querySelector("#new-name").getBoundingClientRect().bottom
  - document.querySelector(".bottom-bar").getBoundingClientRect().top"""


@pytest.fixture
def phone(phones: Phones, server: Server) -> Phone:
    phone = phones(server)
    phone.page.goto(NEW)
    return phone


def sees_names(page: Page, *names: str) -> None:
    """Wait until these sit at the table, in this order."""
    fields = page.locator(".seat input")
    expect(fields).to_have_count(len(names))
    for index, name in enumerate(names):
        expect(fields.nth(index)).to_have_value(name)


def test_the_target_in_the_line_follows_players_and_deck(phone: Phone) -> None:
    page = phone.line_up(*NINE[:5]).page
    line = page.locator("[data-in-short]")
    expect(line).to_have_text("To 10,000 · base deck")
    phone.unfold_settings()
    target = page.get_by_label("Target")
    expect(target).to_have_attribute("placeholder", "10000")
    expect(page.get_by_text("10,000 is the rule for five or more")).to_be_visible()
    page.get_by_label("With the expansion deck").check()
    expect(target).to_have_attribute("placeholder", "15000")
    target.fill("7000")
    target.press("Enter")
    expect(line).to_have_text("To 7,000 · with the expansion deck")
    assert page.url.endswith(NEW), "Enter in a field starts nothing by surprise"


def test_a_ninth_name_switches_to_the_expansion_deck_and_starts(phone: Phone) -> None:
    page = phone.line_up(*NINE).page
    phone.sees("9 players need the expansion deck. We’ve switched to it.")
    phone.sees("Card counts aren’t checked with the expansion deck")
    expect(page.locator("[data-in-short]")).to_contain_text("expansion deck")
    phone.start_as("Ann")
    expect(page.locator(".player")).to_have_count(9)


def test_start_is_said_once_what_it_needs_before_the_phone_has_heard_of_it(phone: Phone) -> None:
    """The answer to how many play is slow; whoever taps Start meanwhile is not sent in a circle."""
    page = phone.page
    page.route("**/suggestions?*", lambda route: route.abort())
    phone.line_up(*NINE)
    start = page.get_by_role("button", name="Start", exact=True)
    phone.tap(start)
    phone.sees("9 players need the expansion deck. We’ve switched to it.")
    phone.sees("Card counts aren’t checked with the expansion deck")
    sees_names(page, *NINE)
    phone.tap(start)
    expect(page.locator(".player")).to_have_count(9)


def test_the_next_name_is_not_pushed_behind_start(phones: Phones, server: Server) -> None:
    """As high as a phone whose keyboard is open."""
    phone = phones(server, viewport={"width": 390, "height": 480})
    phone.page.goto(NEW)
    page = phone.page
    expect(page.locator("#new-name")).to_be_focused()
    for name in NINE:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        assert page.evaluate(COVERED) <= 0, name


def test_the_keyboard_waits_for_what_listens_to_it(phone: Phone) -> None:
    """What is typed before would be sent with the form by Enter, and the next name be lost."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/scripts/table/new_game.js*", hold)
    phone.page.goto("/games/new", wait_until="commit")
    expect(phone.page.locator("#new-name")).to_be_visible()
    phone.page.wait_for_function("() => document.readyState !== 'loading'")
    expect(phone.page.locator("#new-name")).not_to_be_focused()
    held[0].continue_()
    expect(phone.page.locator("#new-name")).to_be_focused()


def test_too_few_are_told_where_the_next_name_goes_until_it_is_there(phone: Phone) -> None:
    phone.line_up("Ann").press("Start").is_refused("Brownie Points is for 2 to 8 players, not 1.")
    expect(phone.page.locator("#new-name")).to_be_focused()
    phone.page.keyboard.type("Bo")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".field-error, [aria-invalid]")).to_have_count(0)


def test_names_are_dragged_moved_and_removed(phone: Phone) -> None:
    page = phone.line_up(*NINE[:4]).page
    first, third = (page.locator(".seat-number").nth(index) for index in (0, 2))
    start, end = first.bounding_box(), third.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 24, steps=12)
    page.mouse.up()
    sees_names(page, "Bob", "Cy", "Ann", "Di")
    page.get_by_role("button", name="Move Ann forward").press("Enter")
    sees_names(page, "Bob", "Ann", "Cy", "Di")
    page.get_by_role("button", name="Remove Di").tap()
    sees_names(page, "Bob", "Ann", "Cy")
    # Whoever was taken out by a slip is one tap away.
    page.locator("[data-roster]").get_by_role("button", name="Di").tap()
    sees_names(page, "Bob", "Ann", "Cy", "Di")


def test_who_begins_and_who_i_am_stay_with_their_names(phone: Phone) -> None:
    page = phone.line_up(*NINE[:3]).page
    phone.choose_chip("Who starts?", "Cy")
    page.locator("select[name=me]").select_option(label="I’m Bob")
    page.get_by_role("button", name="Move Cy forward").tap()
    page.get_by_role("button", name="Shuffle").tap()
    phone.tap(page.get_by_role("button", name="Start", exact=True))
    page.wait_for_selector("#sheet")
    phone.sees("Cy starts")
    me = page.locator("body").get_attribute("data-me")
    assert me
    expect(page.locator(f".player[data-seat='{me}'], [data-seat='{me}']").first).to_contain_text(
        "Bob"
    )


def test_who_begins_is_drawn_on_the_phone(phone: Phone) -> None:
    page = phone.line_up(*NINE[:3]).page
    drawn = set()
    for _ in range(60):
        page.get_by_role("button", name="Pick at random").tap()
        drawn.add(page.locator("[name=first]:checked").input_value())
    assert drawn == {"1", "2", "3"}
    sees_names(page, *NINE[:3])
    assert page.url.endswith(NEW), "nothing was sent"


def test_partners_are_picked_and_keep_to_their_seats(phone: Phone) -> None:
    page = phone.choose_game("Pitch").line_up(*NINE[:3]).page
    teams = page.get_by_role("group", name="Teams")
    expect(teams).to_be_hidden()
    page.locator("#new-name").fill("Di")
    page.keyboard.press("Enter")
    expect(teams.get_by_role("radio")).to_have_count(3)
    phone.tap(teams.locator(".chip", has_text="Ann & Bob"))
    page.get_by_role("button", name="Move Cy forward").tap()
    expect(teams.locator(".chip").filter(has=page.locator(":checked"))).to_have_text(
        "Ann & Cy · Bob & Di"
    )
    phone.choose_chip("Who deals?", "Bob")
    page.get_by_role("radio", name="Bob", exact=True).press("ArrowRight")
    phone.start_as("Ann").sees("Di deals")
    for side in ("Ann & Cy", "Bob & Di"):
        expect(page.locator(".player .name", has_text=side)).to_be_visible()


def test_sides_that_sit_in_turn_are_swapped_by_taps(phone: Phone) -> None:
    page = phone.choose_game("Spades").line_up(*NINE[:3]).page
    plan = page.get_by_role("group", name="Who plays together?")
    expect(plan).to_be_hidden()
    page.locator("#new-name").fill("Di")
    page.keyboard.press("Enter")
    ours, theirs = plan.locator(".plan-sides > div").all()
    expect(ours.get_by_role("button")).to_have_text(["Ann", "Cy"])
    expect(theirs.get_by_role("button")).to_have_text(["Bob", "Di"])
    phone.tap(plan.get_by_role("button", name="Cy"))
    sees_names(page, "Ann", "Cy", "Bob", "Di")
    expect(ours.get_by_role("button")).to_have_text(["Ann", "Bob"])
    phone.tap(plan.get_by_role("button", name="Ann"))
    expect(ours.get_by_role("button")).to_have_text(["Cy", "Bob"])
    phone.start_as("Ann")
    for side in ("Cy & Bob", "Ann & Di"):
        expect(page.locator(".player .name", has_text=side)).to_be_visible()


def test_a_name_is_corrected_in_its_chip_and_wiped_out(phone: Phone) -> None:
    page = phone.line_up("Ann", "Bop").page
    page.locator(".seat input").nth(1).fill("Bob")
    page.keyboard.press("Enter")
    expect(page.locator("#new-name")).to_be_focused()
    page.locator(".seat input").nth(0).fill("")
    page.keyboard.press("Enter")
    sees_names(page, "Bob")


def test_names_survive_a_reload_and_another_game(phone: Phone) -> None:
    page = phone.line_up("Ann", "Bob").page
    page.locator("#new-name").fill("C")
    page.reload()
    expect(page.locator(".seat")).to_have_count(2)
    phone.choose_game("Pay Me")
    sees_names(page, "Ann", "Bob")
    expect(page.locator("#new-name")).to_have_value("C")
    page.locator("#new-name").fill("")
    page.wait_for_url("**/games/new/pay_me")
    phone.tap(page.get_by_role("button", name="Start", exact=True))
    page.wait_for_selector("#sheet")
    phone.sees("Pay Me")


def test_after_a_reload_the_line_is_of_all_who_play(phone: Phone) -> None:
    page = phone.line_up(*NINE).page
    page.reload()
    sees_names(page, *NINE)
    expect(page.locator("[data-in-short]")).to_have_text("To 15,000 · with the expansion deck")
    phone.start_as("Ann")
    expect(page.locator(".player")).to_have_count(9)


def test_all_games_are_searched(phone: Phone) -> None:
    page = phone.page
    phone.tap(page.locator(".all-games summary"))
    search = page.get_by_role("searchbox", name="Search")
    expect(search).to_be_focused()
    search.fill("hear")
    offers = page.locator(".shelf li button:visible")
    expect(offers).to_have_text(["Hearts"])
    search.fill("zebra")
    expect(offers).to_have_count(0)
    phone.sees("No game of that name.")
    page.keyboard.press("Escape")
    expect(page.locator(".shelf")).to_be_hidden()


def test_a_game_that_is_not_found_keeps_its_name_where_it_is_made(phone: Phone) -> None:
    page = phone.page
    phone.tap(page.locator(".all-games summary"))
    search = page.get_by_role("searchbox", name="Search")
    search.fill("Zebra & Co")
    line, ring = page.get_by_text("No game of that name.").bounding_box(), search.bounding_box()
    assert line
    assert ring
    # The ring of what has the focus stands 7 pixels off.
    assert line["y"] >= ring["y"] + ring["height"] + 7
    phone.open("Make your own")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Zebra & Co")
