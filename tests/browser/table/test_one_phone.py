"""One phone for all: a row for each player, our own keypad, and no scrolling."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]

TALL = {"width": 390, "height": 844}
NAMES = ("Ann", "Bo", "Cleo", "Dev")
COVERED = """() => [...document.querySelectorAll("[data-entry]")].pop()
  .getBoundingClientRect().bottom
  - document.querySelector(".bottom-bar").getBoundingClientRect().top"""
IS_ABOVE_THE_BAR = """() => document.querySelector("details.more").getBoundingClientRect().bottom
  <= document.querySelector(".bottom-bar").getBoundingClientRect().top"""
ARE_LEVEL = """(one, other) =>
  one.getBoundingClientRect().top === other.getBoundingClientRect().top"""
MINUS = "\N{MINUS SIGN}"


def scoring(phones: Phones, server: Server, *names: str, game: str = "Brownie Points") -> Phone:
    ann = phones(server, viewport=TALL).start(*(names or NAMES), me="Ann", game=game)
    ann.tap(ann.page.locator(".bottom-bar a.main"))
    ann.page.wait_for_url("**/rounds/1/all")
    return ann


def box(phone: Phone, name: str, what: str = "Round score") -> Locator:
    return phone.page.get_by_label(f"{name}: {what}", exact=True)


def key(phone: Phone, name: str) -> Locator:
    pad = phone.page.get_by_role("group", name="Keypad")
    return pad.get_by_role("button", name=re.compile(f"^{name}"))


def test_every_row_is_seen_above_the_keypad_and_next_names_who_follows(
    phones: Phones, server: Server
) -> None:
    ann = scoring(phones, server)
    expect(box(ann, "Ann")).to_be_focused()
    assert ann.page.evaluate(COVERED) <= 0
    for name, after in (("Ann", "Next Bo"), ("Bo", "Next Cleo"), ("Cleo", "Next Dev")):
        expect(box(ann, name)).to_be_focused()
        expect(key(ann, "Next")).to_have_text(re.compile(after.replace(" ", r"\s*")))
        ann.tap(key(ann, "Next"))
    expect(key(ann, "Save")).to_be_visible()


def test_the_first_digit_replaces_what_stood_there(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server)
    ann.press_keys("1200", "Next", "5")
    ann.tap(box(ann, "Ann"))
    ann.press_keys("9")
    expect(box(ann, "Ann")).to_have_value("9")
    ann.press_keys("Next", "8")
    expect(box(ann, "Bo")).to_have_value("8")
    ann.tap(box(ann, "Ann"))
    ann.tap(box(ann, "Bo"))
    ann.press_keys("±7")
    expect(box(ann, "Bo")).to_have_value(f"{MINUS}7")
    ann.press_keys("00", "⌫", "±")
    expect(box(ann, "Bo")).to_have_value("70")


def test_every_minus_is_one_sign(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    score = box(ann, "Ann")
    score.press_sequentially("--300")
    expect(score).to_have_value(f"{MINUS}300")
    ann.press_keys("±")
    expect(score).to_have_value("300")
    ann.press_keys("±")
    score.press_sequentially("-50")
    expect(score).to_have_value(f"{MINUS}300{MINUS}50")
    expect(ann.page.locator(".sign").first).to_be_hidden()
    ann.press_keys("Next", "0", "Save")
    ann.page.wait_for_selector("#sheet")
    ann.sees_totals(Ann=-350, Bo=0)


def test_next_goes_round_the_table_also_with_two_sums(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, "Ann", "Bo").choose("Pile & hand")
    ann.tap(box(ann, "Ann", "Points pile"))
    ann.press_keys("500", "Next")
    expect(box(ann, "Ann", "Left in hand")).to_be_focused()
    ann.press_keys("100")
    expect(key(ann, "Next")).to_contain_text("Bo")
    ann.press_keys("Next", "700", "Next", "0")
    expect(ann.page.locator("[data-running]")).to_have_text(["= 400", "= 700"])
    ann.press_keys("Save")
    ann.page.wait_for_selector("#sheet")
    ann.sees_totals(Ann=400, Bo=700)


def test_what_was_typed_goes_along_to_the_total(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, "Ann", "Bo").choose("Pile & hand")
    box(ann, "Ann", "Points pile").fill("500")
    box(ann, "Ann", "Left in hand").fill("100")
    ann.tap(ann.page.locator(".chip", has_text="Ann: Squirts")).choose("Just the total")
    expect(box(ann, "Ann")).to_have_value("300")
    expect(box(ann, "Bo")).to_have_value("")
    box(ann, "Bo").fill("50")
    ann.choose("Pile & hand")
    expect(box(ann, "Ann", "Points pile")).to_have_value("500")
    ann.choose("Just the total").save_and_see_table().sees_totals(Ann=300, Bo=50)
    ann.page.goto(f"{ann.table}/rounds/1")
    ann.sees("Squirts")


def test_the_deck_check_is_one_line_that_follows(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server)
    ann.sees_preview("0 of 6,900 points so far")
    ann.press_keys("1750", "Next", "±300", "Next")
    ann.sees_preview("1,450 of 6,900 points so far")
    ann.press_keys("2120", "Next").sees_preview("Cleo’s score cannot be 2,120")


def test_a_total_of_somebody_knocked_out_is_asked_about_and_corrected_with_all_that_was_said(
    phones: Phones, server: Server
) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    ann.tap(ann.page.locator(".chip", has_text="Ann: Knocked out"))
    ann.press_keys("200", "Next", "1750")
    ann.tap(box(ann, "Ann"))
    expect(ann.page.locator(".grouped")).to_have_text(["", "1,750"])
    ann.tap(box(ann, "Bo"))
    warned = "so the pile counts as minus, but you entered +200"
    expect(ann.page.locator("[data-entry]", has_text="Ann")).to_contain_text(warned)
    ann.save_and_see_table().sees(warned)
    ann.page.goto(f"{ann.table}/rounds/1/seats/1")
    switches = [ann.page.get_by_role("switch", name=name) for name in ("Squirts", "Knocked out")]
    for switch in switches:
        expect(switch).to_be_checked()
    heights = ann.page.locator(".switch").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert heights[0] == heights[1]
    ann.tap(ann.page.locator(".switch", has_text="Knocked out"))
    expect(switches[1]).not_to_be_checked()
    ann.save("Save").page.wait_for_selector("#sheet")
    ann.sees_totals(Ann=200, Bo=1750)


def test_how_the_round_ended_is_asked_once(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    ann.tap(ann.page.locator("details.more summary"))
    asked = ann.page.get_by_text("How the round ended")
    heights = asked.evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert len([height for height in heights if height > 1]) == 1


def test_what_is_unfolded_on_a_small_phone_comes_above_the_keypad(
    phones: Phones, server: Server
) -> None:
    ann = phones(server, viewport={"width": 360, "height": 640}).start(*NAMES[:3], me="Ann")
    ann.page.goto(f"{ann.table}/rounds/1/all")
    expect(key(ann, "Next")).to_be_visible()
    ann.unfold("How the round ended")
    ann.page.wait_for_function(IS_ABOVE_THE_BAR)


def test_what_is_said_at_a_field_goes_once_it_is_filled(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, "Ann", "Bo").choose("Pile & hand")
    box(ann, "Ann", "Points pile").fill("500")
    ann.save().is_refused("Enter “Left in hand”, or 0.").sees("Missing: Ann, Left in hand")
    expect(box(ann, "Ann", "Left in hand")).to_be_focused()
    box(ann, "Ann", "Left in hand").fill("0")
    expect(ann.page.locator(".field-error, .problem, [aria-invalid]")).to_have_count(0)
    expect(ann.page.locator("[data-note]")).to_have_text("")
    box(ann, "Bo", "Points pile").fill("50")
    box(ann, "Bo", "Left in hand").fill("0")
    ann.save_and_see_table().sees_totals(Ann=500, Bo=50)


def test_boxes_stay_side_by_side_where_one_of_them_is_refused(
    phones: Phones, server: Server
) -> None:
    ann = scoring(phones, server, "Ann", "Bo").choose("Pile & hand")
    for name in ("Ann", "Bo"):
        box(ann, name, "Points pile").fill("500")
    ann.save().sees("Enter “Left in hand”")
    for name in ("Ann", "Bo"):
        pile, hand = (box(ann, name, what) for what in ("Points pile", "Left in hand"))
        # In one go: what the rules say of it may come in between, and move both.
        assert pile.evaluate(ARE_LEVEL, hand.element_handle())


def test_undo_covers_no_answer_and_takes_the_news_back(phones: Phones, server: Server) -> None:
    ann = phones(server, viewport=TALL).start("Ann", "Bo", "Cleo", game="Pay Me")
    ann.open("Ann")
    for name in ("Bo", "Cleo"):
        box(ann, name, "Deadwood").fill("15")
    ann.save_and_see_table()
    toast = ann.page.locator(".toast:visible")
    expect(toast).to_contain_text("Hand 1")
    ends = "element => element.getBoundingClientRect().bottom"
    begins = "element => element.getBoundingClientRect().top"
    assert toast.evaluate(ends) < ann.page.locator(".bottom-bar").evaluate(begins)
    ann.press("Undo").sees_totals(Bo=0)
    expect(toast).to_contain_text("Undone")


def test_what_one_phone_is_asked_at_the_table_goes_once_another_counts_and_comes_back(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bo", "Cleo", me="Ann", game="Pay Me").is_live()
    opening = ann.page.locator(".opening")
    expect(opening).to_be_visible()
    bo = phones(server).join(ann, "Bo")
    expect(opening).to_be_hidden()
    expect(bo.page.locator(".opening")).to_be_hidden()
    bo.page.goto(f"{bo.table}/me")
    bo.press("Just watch")
    expect(opening).to_be_visible()


def test_what_is_wrong_with_a_number_is_said_across_its_row_and_once(
    phones: Phones, server: Server
) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    box(ann, "Ann").fill("120")
    box(ann, "Bo").fill("50")
    ann.save()
    error = ann.page.locator(".field-error")
    expect(error).to_have_text("Ann’s score cannot be 120: it must be a multiple of 50.")
    width = "element => element.getBoundingClientRect().width"
    assert error.evaluate(width) > 0.8 * ann.page.locator(".seat-rows").evaluate(width)
    expect(ann.page.locator(".send-note")).to_have_text("Look again: Ann, Round score")
    box(ann, "Ann").fill("150")
    expect(error).to_have_count(0)
    expect(ann.page.locator(".problem")).to_have_count(0)
    box(ann, "Bo").focus()
    ann.sees_preview("200 of 6,900 points so far").save_and_see_table()


def test_what_is_being_typed_is_no_part_of_the_deck_check(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server).press_keys("300")
    ann.sees_preview("0 of 6,900 points so far")
    with ann.page.expect_response("**/rounds/1/preview"):
        # Before the check looks, the next number has begun.
        ann.press_keys("Next", "1")
    ann.sees_preview("300 of 6,900 points so far").press_keys("50")
    expect(ann.page.locator("#live-error")).to_have_count(0)


def test_the_deck_check_knows_of_a_switch_at_once(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server).press_keys("300", "Next", "0")
    for knows in (True, False):
        with ann.page.expect_request("**/rounds/1/preview") as asked:
            ann.tap(ann.page.locator("#s1-squirts"))
        assert ("squirts=" in (asked.value.post_data or "")) == knows


def test_who_was_counted_in_another_way_is_shown_with_their_points(
    phones: Phones, server: Server
) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    ann.open_count(1, 1).press_keys("9").press("Hand empty").save_and_see_table()
    ann.tap(ann.page.locator(".bottom-bar a.main")).page.wait_for_url("**/rounds/1/all")
    row = ann.page.locator(".seat-row").first
    expect(row).to_contain_text("+450")
    ann.tap(row.get_by_role("link", name="Change")).page.wait_for_url("**/rounds/1/seats/1")


def test_no_way_is_offered_where_everybody_was_counted_in_another(
    phones: Phones, server: Server
) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    for seat in (1, 2):
        ann.open_count(1, seat).press_keys("9").press("Hand empty").save_and_see_table()
    ann.open_whole("round")
    expect(ann.page.locator(".seat-row")).to_have_count(2)
    expect(ann.page.get_by_role("radio")).to_have_count(0)


def test_one_player_at_a_time_is_chosen_and_taken_back(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, "Ann", "Bo")
    ann.open("One player at a time").page.wait_for_url("**/rounds/1/seats/1")
    ann.at_table().open("Count cards").page.wait_for_url("**/rounds/1/seats/1")
    ann.tap(ann.page.locator("details.ways summary")).open("Enter everyone’s scores")
    ann.page.wait_for_url("**/rounds/1/all")
    ann.at_table().open("Count cards").page.wait_for_url("**/rounds/1/all")


def test_without_network_it_is_the_same(phones: Phones, own_server: Server) -> None:
    ann = phones(own_server, base_url=f"http://table.test:{own_server.port}").start("Ann", "Bo")
    ann.keeps("/count", "One player at a time").keeps("/rounds/1/seats/1")
    own_server.kill()
    ann.is_not_live()
    ann.open("Count cards").page.wait_for_url("**/rounds/1/all")
    ann.open("One player at a time").page.wait_for_url("**/rounds/1/seats/1")
    ann.page.evaluate("url => goTo(url)", ann.table)
    ann.open("Count cards").page.wait_for_url("**/rounds/1/seats/1")
    ann.tap(ann.page.locator("details.ways summary")).open("Enter everyone’s scores")
    ann.page.wait_for_url("**/rounds/1/all")
    box(ann, "Ann").fill("100")
    box(ann, "Bo").fill("200")
    ann.save_and_see_table().open("Round 2").page.wait_for_url("**/rounds/2/all")
    own_server.start()
    ann.page.evaluate("url => goTo(url)", ann.table)
    ann.sees_totals(Ann=100, Bo=200)


def by_keyboard(browser: Browser, server: Server) -> Page:
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    Phone(page, has_touch=False).start("Ann", "Bo", me="Ann").open("Count cards")
    page.wait_for_url("**/rounds/1/all")
    return page


def test_a_keyboard_types_goes_on_with_enter_and_saves_at_the_last(
    browser: Browser, server: Server
) -> None:
    page = by_keyboard(browser, server)
    expect(page.locator(".pad")).to_have_count(0)
    page.get_by_label("Ann: Round score").focus()
    page.keyboard.type("1200")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Bo: Round score")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Bo: Round score")).to_be_focused()
    page.get_by_label("Ann: Round score").focus()
    page.keyboard.type("9")
    expect(page.get_by_label("Ann: Round score")).to_have_value("9")
    page.keyboard.type("00")
    page.get_by_label("Bo: Round score").focus()
    page.keyboard.press("NumpadSubtract")
    page.keyboard.type("50")
    expect(page.get_by_label("Bo: Round score")).to_have_value(f"{MINUS}50")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet")
    Phone(page).sees_totals(Ann=900, Bo=-50)
    page.context.close()


GAMES = {
    "Ace-Deuce-Jack": ("Bet", "5"),
    "Farmer": ("Total", "12"),
    "Pay Me": ("Deadwood", "10"),
    "Spite and Malice": ("Cards left in the talon", "3"),
    "Plain points": ("Points", "±12"),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_pad_types_every_number_of_every_game(
    phones: Phones, server: Server, game: str
) -> None:
    label, typed = GAMES[game]
    ann = scoring(phones, server, "Ann", "Bo", game=game)
    # Whoever is the bank bets nothing.
    everybody = [name for name in ("Ann", "Bo") if box(ann, name, label).is_visible()]
    assert everybody
    for name in everybody:
        ann.tap(box(ann, name, label))
        ann.press_keys(typed)
        expect(box(ann, name, label)).to_have_value(typed.replace("±", MINUS))
    expect(key(ann, "Next|Save|Done")).to_be_visible()


def test_the_pad_types_what_everybody_is_asked_by_name(phones: Phones, server: Server) -> None:
    ann = scoring(phones, server, *NAMES, game="Brag")
    ann.tap(ann.box("Ann: Bets"))
    ann.press_keys("4")
    expect(key(ann, "Next")).to_contain_text("Bo")
    ann.press_keys("Next", "12")
    expect(ann.box("Bo: Bets")).to_have_value("12")
    expect(ann.box("Ann: Bets")).to_have_value("4")
