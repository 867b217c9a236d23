"""What is asked only sometimes is seen only then."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


def test_a_side_pot_comes_after_a_tap_and_the_next_after_it(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Ben", "Cleo", "Dan", game="Brag", me="Ann")
    ann.page.goto(f"{ann.table}/rounds/1/all")
    ann.choose("Several pots")
    side = ann.page.get_by_text("Side pot 1: bets").first
    fold = ann.page.locator("summary:visible", has_text="Add a side pot")
    expect(side).to_be_hidden()
    expect(fold).to_have_count(1)
    ann.tap(fold)
    expect(side).to_be_visible()
    expect(fold).to_have_count(2)
    for name, chips in (("Ann", 4), ("Ben", 4), ("Cleo", 4)):
        ann.fill_amount(f"{name}: Main pot: bets", chips)
    for name in ("Ann", "Ben"):
        ann.fill_amount(f"{name}: Side pot 1: bets", 6)
    ann.choose_chip("Main pot: winner", "Cleo").choose_chip("Side pot 1: winner", "Ben")
    # The antes of four lie in the main pot.
    ann.save_and_see_table().sees_balances(Ann=-11, Ben=1, Cleo=11, Dan=-1)
    ann.open_whole_correction(1, "hand")
    expect(ann.box("Ben: Side pot 1: bets")).to_have_value("6")
    expect(side).to_be_visible()
