"""Ace-Deuce-Jack on one phone: another bank, other limits, and bets that stand as last time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


def test_whoever_is_displaced_bets_at_once_and_after_the_form_is_opened_again(
    phones: Phones, server: Server
) -> None:
    phone = phones(server).start("Ann", "Ben", "Cleo", "Dan", game="Ace-Deuce-Jack")
    form = f"{phone.table}/rounds/1/all"
    phone.page.goto(form)
    expect(phone.box("Ann: Bet")).to_be_hidden()
    phone.choose_chip("Bank", "Dan").fill_amount("Ann: Bet", 4)
    for _again in "12":
        expect(phone.box("Ann: Bet")).to_have_value("4")
        expect(phone.box("Dan: Bet")).to_be_hidden()
        expect(phone.page.locator("[data-entry][data-name=Dan]")).to_contain_text("is the bank")
        phone.page.goto(form)
    phone.fill_amount("Ben: Bet", 2).press("Bank wins").page.wait_for_url(phone.table)
    phone.sees("Dan banks").press("Score it anyway")
    phone.sees_balances(Ann=-4, Ben=-2, Cleo=0, Dan=6)


def test_the_line_of_bets_follows_the_limits_that_are_typed(phones: Phones, server: Server) -> None:
    phone = phones(server).start("Ann", "Ben", "Cleo", game="Ace-Deuce-Jack")
    phone.page.goto(f"{phone.table}/rounds/1/all")
    line = phone.page.locator("p.fact")
    expect(line).to_have_text("bets from 1")
    phone.tap(phone.page.locator("details.more summary"))
    phone.fill_amount("Smallest bet", 2).fill_amount("Largest bet", 7)
    expect(line).to_have_text("bets 2–7")
    phone.box("Largest bet").fill("")
    expect(line).to_have_text("bets from 2")


def test_a_bet_that_stands_as_last_time_is_a_proposal_until_somebody_was_there(
    phones: Phones, server: Server
) -> None:
    phone = phones(server).start("Ann", "Ben", "Cleo", "Dan", game="Ace-Deuce-Jack")
    phone.page.goto(f"{phone.table}/rounds/1/all")
    for name, bet in (("Ben", 4), ("Cleo", 5), ("Dan", 6)):
        phone.fill_amount(f"{name}: Bet", bet)
    phone.press("Bank wins").page.wait_for_url(phone.table)
    form = f"{phone.table}/rounds/2/all"
    phone.page.goto(form)

    def proposed(*names: str) -> None:
        marked = phone.page.locator("[data-proposed]:visible")
        said = phone.page.get_by_text("as last time").locator("visible=true")
        expect(marked.locator(".whose b")).to_have_text(list(names))
        # Whoever is the bank now bets nothing, and is not said to.
        expect(said).to_have_count(len([name for name in names if name != "Ben"]))

    proposed("Ben", "Cleo", "Dan")
    phone.fill_amount("Cleo: Bet", 7)
    proposed("Ben", "Dan")
    # What was typed stays, as no proposal; what was only looked at has been accepted.
    phone.page.goto(form)
    proposed("Ben", "Dan")
    phone.box("Dan: Bet").focus()
    phone.box("Cleo: Bet").focus()
    proposed("Ben")
    expect(phone.box("Dan: Bet")).to_have_value("6")
    phone.press("Bank wins").page.wait_for_url(phone.table)
    phone.sees_balances(Ann=15, Ben=9, Cleo=-12, Dan=-12)
