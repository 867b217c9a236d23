"""Ace-Deuce-Jack on several phones: the bank's asks who won, and the others' for a bet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


@pytest.fixture
def two(phones: Phones, server: Server) -> tuple[Phone, Phone]:
    ann = phones(server).start("Ann", "Ben", "Cleo", me="Ann", game="Ace-Deuce-Jack")
    ben = phones(server).join_by_code(ann.invitation()[0], "Ben")
    ben.open("Enter the hand").fill_amount("Bet", 5).save_and_see_table()
    return ann, ben


def test_who_has_bet_is_told_whom_the_hand_waits_for(two: tuple[Phone, Phone]) -> None:
    bank, ben = two
    expect(ben.page.locator(".bottom-bar .main")).to_have_text("Change mine")
    ben.sees("Waiting for Cleo")
    expect(bank.row("Ben")).to_contain_text("bets 5")
    expect(bank.page.locator(".bottom-bar .main")).to_have_text("Enter the hand")


def test_the_cards_shown_come_before_the_bets(two: tuple[Phone, Phone]) -> None:
    bank, _ben = two
    bank.page.goto(f"{bank.table}/rounds/1/all")
    expect(bank.box("Cleo: Bet")).to_be_focused()
    bank.choose("Cards")
    expect(bank.page.get_by_role("group", name="Keypad")).to_be_hidden()
    expect(bank.page.locator("[data-card='2c']")).to_be_in_viewport()
    bank.pick_cards("Cards shown", "Jh", "9c", "Kd").sees_preview("Ann’s bank collected 5")
    expect(bank.page.locator("[data-name=Ben]")).to_be_in_viewport()
