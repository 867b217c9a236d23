"""The count screen: what it shows while several phones count, and how it is used."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server
from tests.told import numbers_in
from tests.web.table.test_typed import SUMS

Phones = Callable[..., Phone]


def two_phones(phones: Phones, server: Server) -> tuple[Phone, Phone]:
    ann = phones(server).start("Ann", "Bob", "Cy", me="Ann")
    return ann, phones(server).join(ann, "Bob")


def left(phone: Phone, card: str) -> str:
    return phone.page.locator(f"[data-group=pile] .tile[data-card='{card}'] .left").inner_text()


def test_the_sum_grows_with_every_tap(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1)
    expect(keeper.page.locator("[data-running]")).to_be_empty()
    keeper.tap_cards("pile", {"10": 1}).sees("= 150").tap_cards("pile", {"1": 1}).sees("= 200")
    keeper.tap_cards("hand", {"dog_house": 1}).sees("= −300")
    keeper.switch("Squirts").sees("= −400")
    keeper.switch("Knocked out").sees("= −800")
    keeper.switch("Knocked out").sees("= −400").switch("Squirts").sees("= −300")
    keeper.page.get_by_role("button", name="One Dog House less, left in hand").tap()
    keeper.sees("= 200")


def test_a_gain_of_whoever_is_knocked_out_is_doubted_while_it_is_typed(
    phones: Phones, server: Server
) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).switch("Knocked out").choose("Just the total")
    doubt = keeper.page.get_by_text("Knocked out: can this be more than 0?")
    expect(doubt).to_be_hidden()
    keeper.page.get_by_label("Round score").fill("500")
    expect(doubt).to_be_visible()
    keeper.press_keys("±")
    expect(doubt).to_be_hidden()


def test_being_knocked_out_ticks_squirts(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).switch("Knocked out")
    expect(keeper.page.locator("#squirts")).to_be_checked()
    keeper.sees("= −100")


def test_another_way_to_count_takes_the_keypad_along(phones: Phones, server: Server) -> None:
    keeper = phones(server, viewport={"width": 390, "height": 844}).start("Ann", "Bob")
    keeper.open_count(1, 1).choose("Just the total").press_keys("300")
    expect(keeper.page.get_by_label("Round score", exact=True)).to_have_value("300")
    keeper.choose("Card by card")
    expect(keeper.page.get_by_role("group", name="Keypad")).to_have_count(0)


def test_the_sum_follows_the_house_rules(phones: Phones, server: Server) -> None:
    keeper = phones(server)
    page = keeper.page
    page.goto("/games/new/brownie_points")
    keeper.line_up("Ann", "Bob").unfold_settings()
    page.get_by_text("8 more settings").tap()
    page.locator("input[name=values-10]").fill("200")
    page.get_by_label("Doesn’t count").check()
    page.get_by_label("Its price twice").check()
    keeper.start_as()
    keeper.open_count(1, 1).tap_cards("pile", {"10": 1}).tap_cards("hand", {"6": 1})
    keeper.sees("= 100").switch("Knocked out").sees("= −400")


def test_each_rank_shows_what_is_still_unaccounted_for(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    ann.open_count(1, 1).tap_cards("pile", {"7": 3})
    bob.open_count(1, 2).tap_cards("pile", {"7": 1})
    assert left(ann, "7") == "5 left"
    assert left(bob, "7") == "7 left"
    bob.save_and_see_table()
    # Without a reload: the other phone's count arrives while this one is being tapped.
    expect(ann.page.locator("[data-group=pile] .tile[data-card='7'] .left")).to_have_text("4 left")
    assert ann.page.locator("#pile-7").input_value() == "3"


@pytest.mark.long
def test_squirts_switched_on_here_switches_off_there(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    ann.open_count(1, 1).press("Left in hand").press("Hand empty").switch("Squirts")
    bob.open_count(1, 2).press("Left in hand").press("Hand empty").switch("Squirts")
    bob.save_and_see_table()
    expect(ann.page.locator("#squirts")).not_to_be_checked()
    ann.sees("Bob took it: switched off here")
    ann.switch("Squirts").save_and_see_table()
    bob.sees("Squirts")
    expect(bob.page.locator(".player", has_text="Ann")).to_contain_text("Squirts")
    expect(bob.page.locator(".player", has_text="Bob")).not_to_contain_text("Squirts")


def test_on_one_screen_only_one_can_hold_it(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.page.goto(f"{keeper.table}/rounds/1/all")
    keeper.page.locator("label:has(#s1-squirts)").tap()
    keeper.page.locator("label:has(#s2-squirts)").tap()
    expect(keeper.page.locator("#s1-squirts")).not_to_be_checked()
    expect(keeper.page.locator("#s2-squirts")).to_be_checked()


def test_the_table_says_what_is_missing_and_whom_to_ask(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    ann.open_count(1, 1).tap_cards("pile", {"7": 4}).save_and_see_table()
    bob.open_count(1, 2).tap_cards("pile", {"7": 2}).save_and_see_table()
    ann.open_count(1, 3).save().sees("Cy hasn’t counted yet")
    ann.save("Cy has nothing at all").page.wait_for_selector("#sheet")
    for phone in (ann, bob):
        phone.sees("Everybody is in – look again").sees("7: 6 of 8 (Ann 4, Bob 2)")
    bob.press("Score it anyway")
    ann.sees_totals(Ann=400, Bob=200, Cy=0)


@pytest.mark.long
def test_counted_in_secret_nobody_sees_anything_before_all_are_in(
    phones: Phones, server: Server
) -> None:
    ann = phones(server)
    ann.page.goto("/games/new/brownie_points")
    ann.line_up("Ann", "Bob").unfold_settings()
    ann.page.get_by_label("Hide scores").check()
    ann.start_as("Ann")
    bob = phones(server).join(ann, "Bob")
    ann.open_count(1, 1).tap_cards("pile", {"10": 3}).save_and_see_table()
    bob.sees("counted").sees("Waiting for Bob")
    assert "450" not in numbers_in(bob.source())
    bob.page.goto(f"{bob.table}/rounds/1")
    assert "450" not in numbers_in(bob.source())
    bob.open_count(1, 2).tap_cards("pile", {"1": 1}).save_and_see_table()
    bob.press("Score it anyway")
    bob.sees_totals(Ann=450, Bob=50)
    assert "450" in numbers_in(bob.source())


def test_a_typed_minus_is_the_only_sign(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).choose("Just the total")
    keeper.page.get_by_label("Round score").press_sequentially("-300")
    expect(keeper.page.locator(".sign")).to_be_hidden()
    keeper.sees("= −300").save_and_see_table().sees("−300")


def test_a_sum_is_added_up_as_it_is_typed_and_saved(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    page = keeper.open_count(1, 1).choose("Pile & hand").page
    pile = page.get_by_label("Points pile", exact=True)
    pile.tap()
    pile.press_sequentially("3x450-")
    expect(page.locator("[data-running]")).to_have_text("= 1,350")
    pile.press_sequentially("200")
    expect(page.locator("[data-running]")).to_have_text("= 1,150")
    expect(pile).to_be_focused()
    page.get_by_label("Left in hand", exact=True).fill("100+50")
    keeper.sees("= 1,000").save_and_see_table().sees("+1,000")


def test_phone_and_server_read_a_sum_alike(phones: Phones, server: Server) -> None:
    page = phones(server).start("Ann", "Bob").open_count(1, 1).page
    for text, wanted in SUMS.items():
        if not text.endswith("- "):  # The phone adds up as far as it goes.
            read = page.evaluate("(text) => readSum(text)", text)
            assert read == (wanted if isinstance(wanted, int) else None), text
