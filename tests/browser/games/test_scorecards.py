"""Scorecards of one's own on a phone: the form that makes one, and playing on one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.games.test_taps import TALL, Hand, Phones
from tests.servers.server import Server


def test_what_a_field_scores_changes_while_it_is_typed(phones: Phones, server: Server) -> None:
    page = phones(server, viewport=TALL).page
    page.goto("/scorecards/new")
    worked = page.locator("[data-worked=fields-0]")
    expect(worked).to_have_text("7 → +7")
    page.get_by_label("What is it?").select_option("bid")
    expect(worked).to_have_text("Bid 2: made 2 → 0, made 3 → 0, made 1 → 0")
    page.get_by_label("Made: for each trick bid").fill("10")
    page.get_by_label("For each trick short").fill("-5")
    expect(worked).to_have_text("Bid 2: made 2 → +20, made 3 → +20, made 1 → −5")


def test_what_games_are_worth_is_told_in_lines(phones: Phones, server: Server) -> None:
    page = phones(server, viewport=TALL).page
    page.goto("/scorecards/new")
    worked = page.locator("[data-worked=fields-0]")
    page.get_by_label("What is it?").select_option("declarer")
    page.get_by_label("What can be played, one in a line").fill("Grand = 24 x\nNull = 23")
    page.get_by_label("A number is typed, called").fill("Times")
    expect(worked).to_have_text("Grand 2: won → +48, the others 0; lost → −48, the others 0")
    page.get_by_label("Each opponent pays it, or is paid it").check()
    expect(worked).to_have_text("Grand 2: won → +96, the others −48; lost → −96, the others +48")


def test_a_file_that_is_refused_is_refused_in_sight(phones: Phones, server: Server) -> None:
    phone = phones(server)
    phone.page.goto("/scorecards")
    phone.page.get_by_label("or its text").fill("[1,")
    phone.press("Import")
    expect(phone.page.locator(".problem")).to_be_in_viewport()


def test_a_deal_of_skat_takes_3(phones: Phones, server: Server) -> None:
    game = "Skat, adding to zero"
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", "Dan", game=game)
    times = hand.page.get_by_label("Times", exact=True)
    hand.open_with("Ben")
    expect(times).to_be_hidden()
    # What a contract asks for is typed at once; a null asks for nothing.
    hand.chip("Contract", "Grand")
    expect(times).to_be_focused()
    hand.chip("Contract", "Null")
    expect(hand.page.get_by_role("group", name="Keypad")).to_have_count(0)
    hand.taps -= 2
    hand.chip("Contract", "Grand").keys("3").press("Game won")
    hand.takes(3, Ann=0, Ben=144, Cleo=-72, Dan=-72)


def test_a_result_without_a_declarer_is_refused_and_nobody_may_have_played(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Ben", "Cleo", me="Ann", game="Skat, adding to zero")
    ann.open_whole("deal").choose_chip("Contract", "Null").press("Game lost")
    ann.is_refused("Deal 1 needs an answer to “Declarer”.")
    ann.choose_chip("Result", "Nobody played").save_and_see_table()
    ann.sees_totals(Ann=0, Ben=0, Cleo=0).sees("Nobody played.")
    ann.open_whole("deal").choose_chip("Declarer", "Cleo").choose_chip("Contract", "Null")
    ann.press("Game lost").sees_totals(Ann=46, Ben=46, Cleo=-92)
    ann.sees("Cleo lost “Null”, worth 23.")
