"""An evening for money: a fee for everybody, the stakes of a game, drinks; and all is settled."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.groups.test_seasons import found_group, invitation, join_group, play
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.servers.server import Server

Phones = Callable[..., Phone]
NAMES = ("Ann", "Bob", "Cleo")


def owes(phone: Phone, cash: str, *lines: tuple[str, str]) -> None:
    """Look at the cash box: who owes or gets how much, those who owe most first."""
    phone.page.goto(cash)
    rows = phone.page.get_by_role("list", name="Balances").locator("li:not(.the-box)")
    expect(rows.locator(".name")).to_have_text([name for name, _said in lines])
    expect(rows.locator(".balance")).to_have_text([said for _name, said in lines])


def test_an_evening_for_money_is_settled_with_the_fewest_payments(
    phones: Phones, server: Server
) -> None:
    """Long because it is one evening, in which each entry follows the one before."""
    keeper, onlooker = phones(server, viewport=SIZES["small"]), phones(server)
    page = keeper.page
    group = found_group(keeper, "Thursday", *NAMES)
    join_group(onlooker, invitation(keeper, group))
    page.goto(f"{group}/more")
    keeper.tap(page.get_by_role("link", name="Cash box")).sees("Fees, drinks and stakes")
    keeper.tap(page.locator("details.more > summary"))
    page.get_by_label("Sign of the currency").fill("€")
    keeper.press("Save")
    expect(page.get_by_label("Sign of the currency")).to_be_hidden()

    keeper.open("Fee").page.wait_for_url("**/cash/fees")
    page.get_by_label("Each pays").fill("2,50")
    for name in NAMES:
        page.get_by_label(name, exact=True).check()
    page.get_by_label("What for").fill("Hut")
    check_width(page, "fee")
    check_with_axe(page, "fee")
    keeper.press("Save").sees("Fee of €2.50 each: Ann, Bob and Cleo, “Hut”")
    cash = page.url
    owes(keeper, cash, *((name, "owes €2.50") for name in NAMES))

    play(dict.fromkeys(NAMES, keeper), group, dict(zip(NAMES, (900, 400, -100), strict=True)))
    page.reload()
    keeper.open("Into the cash box").page.wait_for_url("**/cash/games/*")
    page.get_by_label("So much a point").check()
    page.get_by_label("Amount").fill("0.01")
    keeper.press("Show").sees("+€15.00")
    check_width(page, "stakes")
    check_with_axe(page, "stakes")
    keeper.press("Into the cash box").sees("Stakes of Brownie Points")
    owes(keeper, cash, ("Cleo", "owes €12.50"), ("Bob", "owes €7.50"), ("Ann", "gets €12.50"))

    keeper.open("Expense").page.wait_for_url("**/cash/expenses")
    page.get_by_label("Amount").fill("9")
    page.get_by_label("Who paid").select_option(label="Bob")
    page.get_by_label("What for").fill("Drinks")
    for name in NAMES:
        page.get_by_label(name, exact=True).check()
    check_width(page, "expense")
    keeper.press("Save").sees("Bob laid out €9.00, shared by Ann, Bob and Cleo")
    left = (("Cleo", "owes €15.50"), ("Bob", "owes €1.50"), ("Ann", "gets €9.50"))
    owes(keeper, cash, *left)
    owes(onlooker, cash, *left)
    onlooker.sees("Cleo pays Ann €9.50")
    check_with_axe(page, "cash box")
    check_width(page, "cash box")

    debts = page.locator(".debts li")
    for number in range(3, 0, -1):
        expect(debts).to_have_count(number)
        keeper.tap(debts.first.get_by_role("button"))
    keeper.sees("Nobody owes anybody anything.")
    onlooker.page.reload()
    onlooker.sees("Nobody owes anybody anything.").sees("€7.50")
