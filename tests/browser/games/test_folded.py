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


def test_nothing_more_is_asked_of_whoever_fouled(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Ben", "Cleo", game="Open-Face Chinese Poker", me="Ann")
    ann.page.goto(f"{ann.table}/rounds/1/all")
    ann.choose("Quick").choose_chip("In fantasyland next", "Ann")
    front = ann.page.get_by_role("group", name="Front, best first", exact=True)
    for name in ("Ann", "Ben"):
        ann.tap(front.get_by_role("button", name=name))
    expect(front.get_by_role("button")).to_have_text(["1 Ann", "2 Ben", "3 Cleo"])
    ann.choose_chip("Fouled", "Ann")
    # Those behind move up, and of two the other one follows by itself.
    expect(front.get_by_role("button").filter(visible=True)).to_have_text(["1 Ben", "2 Cleo"])
    expect(ann.box("Ann: Royalties")).to_be_hidden()
    next_up = ann.page.get_by_role("group", name="In fantasyland next", exact=True)
    expect(next_up.locator("label:visible")).to_have_text(["Ben", "Cleo"])
    for row, best in (("Middle", "Ben"), ("Back", "Cleo")):
        field = ann.page.get_by_role("group", name=f"{row}, best first", exact=True)
        ann.tap(field.get_by_role("button", name=best))
    # Ann pays 6 to each and Ben's 5; Ben has two rows of three from Cleo, and 5 more.
    ann.fill_amount("Ben: Royalties", 5).save_and_see_table()
    ann.sees_balances(Ann=-17, Ben=17, Cleo=0)


def test_who_took_the_trick_is_none_of_the_others(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Ben", "Cleo", game="Cucumber", me="Ann").open_whole("hand")
    ann.choose("Who took it").unfold("Who else had that card?")
    others = ann.page.get_by_role("group", name="Who else had that card?", exact=True)
    expect(others.locator("label:visible")).to_have_text(["Ann", "Ben", "Cleo"])
    ann.choose_chip("Who else had that card?", "Ben").choose_chip("Who else had that card?", "Cleo")
    ann.choose_chip("Who took the last trick?", "Cleo").choose_chip("With which card?", "Q")
    expect(others.locator("label:visible")).to_have_text(["Ann", "Ben"])
    ann.save_and_see_table().sees_totals(Ann=0, Ben=0, Cleo=12)


def test_of_those_who_tie_the_last_one_follows_too(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Ben", "Cleo", game="Open-Face Chinese Poker", me="Ann")
    ann.page.goto(f"{ann.table}/rounds/1/all")
    ann.choose("Quick")
    front = ann.page.get_by_role("group", name="Front, best first", exact=True)
    for name in ("Ann", "Next one ties", "Ben"):
        ann.tap(front.get_by_role("button", name=name))
    expect(front.get_by_role("button").filter(visible=True)).to_have_text(
        ["1 Ann", "1 Ben", "2 Cleo"]
    )
    # All three tie where the last one is taken back.
    for name in ("2 Cleo", "Next one ties", "Cleo"):
        ann.tap(front.get_by_role("button", name=name))
    expect(front.get_by_role("button", name="Cleo")).to_have_text("1 Cleo")


def test_the_keypad_types_for_those_who_are_asked(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Ben", "Cleo", game="Open-Face Chinese Poker", me="Ann")
    ann.page.goto(f"{ann.table}/rounds/1/all")
    ann.choose("Quick")
    expect(ann.box("Ann: Royalties")).to_be_focused()
    ann.choose_chip("Fouled", "Ann")
    expect(ann.box("Ben: Royalties")).to_be_focused()
    ann.choose_chip("Fouled", "Ann").choose_chip("Fouled", "Ben").tap(ann.box("Ann: Royalties"))
    ann.press_keys("Next")
    expect(ann.box("Cleo: Royalties")).to_be_focused()
