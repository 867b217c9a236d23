"""Bids before the play and what was made of them after it, on one phone and on two."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.games.test_taps import TALL, Hand, Phones
from tests.browser.phones.test_offline import sees_waiting
from tests.servers.server import Server

NAMES = ("Ann", "Ben", "Cleo", "Dev")


def test_oh_hell_on_one_phone(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport=TALL)
    hand = Hand(phone, *NAMES, game="Oh Hell")
    phone.sees("Bids")
    hand.open().keys("2", "Next", "0", "Next", "1", "Next", "1", "Save")
    hand.page.wait_for_url(phone.table)
    expect(phone.row("Ann")).to_contain_text("bid 2")
    phone.sees("Tricks: 4 bid").sees("Made")
    # What was bid stands there, and Next passes over it.
    hand.open().keys("2", "Next", "1", "Next", "1", "Next", "0", "Save")
    hand.takes(10, Ann=12, Ben=0, Cleo=11, Dev=0)


def test_wizard_on_one_phone(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport=TALL)
    hand = Hand(phone, "Ann", "Ben", "Cleo", game="Wizard")
    hand.open().keys("1", "Next", "0", "Next", "1", "Save")
    phone.page.wait_for_url(phone.table)
    phone.sees("Tricks: 2 of 1 bid")
    hand.open().keys("1", "Next", "0", "Next", "0", "Save").takes(8, Ann=30, Ben=20, Cleo=-10)


def test_a_round_that_is_played_is_entered_at_once(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport=TALL)
    hand = Hand(phone, "Ann", "Ben", "Cleo", game="Oh Hell").open()
    expect(hand.page.get_by_label("Ann: Made")).to_be_hidden()
    phone.tap(hand.page.get_by_label("Already played"))
    phone.tap(hand.page.get_by_label("Ann: Bid"))
    hand.keys("2", "Next", "2", "Next", "1", "Next", "0", "Next", "0", "Next", "0", "Save")
    hand.takes(9, Ann=12, Ben=0, Cleo=10)


def test_spades_on_two_phones(phones: Phones, server: Server) -> None:
    ann = phones(server, viewport=TALL).start(*NAMES, me="Ann", game="Spades")
    ben = phones(server, viewport=TALL).join(ann, "Ben")
    ann.open("Bids").fill_amount("Bid", 5).save_and_see_table()
    expect(ann.row("Ann & Cleo")).to_contain_text("bid 5")
    ann.sees("Change mine").sees("Waiting for Ben & Dev")
    expect(ben.row("Ann & Cleo")).to_contain_text("bid 5")
    ben.open("Bids").fill_amount("Bid", 6).save_and_see_table()
    ann.sees("Tricks: 11 of 13 bid")
    ann.open("Made").fill_amount("Made", 6).save_and_see_table()
    expect(ben.row("Ann & Cleo")).to_contain_text("+51")
    ben.open("Made").fill_amount("Made", 8).save()
    ben.is_refused("Tricks: 13 are made in all, not 14 (Ann & Cleo 6, Ben & Dev 8).")
    ben.fill_amount("Made", 7).save_and_see_table()
    for phone in (ann, ben):
        phone.sees_totals(**{"Ann & Cleo": 51, "Ben & Dev": 61}).sees("Hand 2").sees("Bids")


def test_what_waits_on_the_phone_is_a_bid_until_the_hand_is_played(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start(*NAMES, me="Ann", game="Pitch").open_whole("hand")
    ann.choose_chip("Who won the bidding?", "Ann").choose_chip("Bid", "2")
    ann.page.context.set_offline(True)
    sees_waiting(ann.save(), "Bid, hand 1")
    ann.page.context.set_offline(False)
    ann.sees("Enter the points").open("Enter the points")
    for point in ("High", "Low", "Jack"):
        ann.choose_chip(point, "Ann & Cleo")
    ann.choose_chip("Game", "Nobody")
    ann.page.context.set_offline(True)
    sees_waiting(ann.save(), "Result, hand 1")
