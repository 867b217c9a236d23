"""How many taps a round of each game takes on one phone, from the table back to the table.

Digits are no taps; whatever else is touched is one, Next on the keypad included.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.phone import Phone, face
from tests.servers.server import Server

Phones = Callable[..., Phone]
TALL: Any = {"width": 390, "height": 844}
LAID = {
    "Ann": ("Qs Qh 4d", "5h 6h 7c 8d 9s", "2c 5c 9c Jc Kc"),
    "Ben": ("6s 6d 3h", "10s 10d 2d 3c 8h", "Jh Jd Js 7d 4s"),
    "Cleo": ("As Ad 8s", "Kh Kd 9h 5d 3s", "4h 4c 7h 7s Ah"),
}
TELL = """addEventListener("click", (event) => {
  if (event.detail && !/^[0-9]+$/.test(event.target.closest("button")?.textContent ?? "")) tapped();
}, true);"""


class Hand:
    """One phone for all at a table, whose taps are counted."""

    def __init__(self, phone: Phone, *names: str, game: str) -> None:
        self.phone = phone.start(*names, me=names[0], game=game)
        self.taps = 0
        phone.page.expose_function("tapped", self.tapped)
        phone.page.add_init_script(TELL)
        phone.page.goto(phone.table)

    def tapped(self) -> None:
        self.taps += 1

    @property
    def page(self) -> Page:
        return self.phone.page

    def open_with(self, answer: str) -> Hand:
        """Answer at the table what the round begins with."""
        self.phone.tap(self.page.locator(".opening").get_by_role("link", name=answer, exact=True))
        return self.on_form()

    def open(self) -> Hand:
        self.phone.tap(self.page.locator(".bottom-bar a.main"))
        return self.on_form()

    def on_form(self) -> Hand:
        self.page.wait_for_url(re.compile(r"/rounds/\d+/all"))
        return self

    def chip(self, question: str, answer: str) -> Hand:
        self.phone.choose_chip(question, answer)
        return self

    def keys(self, *keys: str) -> Hand:
        self.phone.press_keys(*keys)
        return self

    def press(self, button: str) -> Hand:
        self.phone.press(button)
        return self

    def takes(self, most: int, **totals: int) -> None:
        """See that the round is scored, with no more taps than that."""
        self.page.wait_for_url(self.phone.table)
        for name, total in totals.items():
            shown = f"\N{MINUS SIGN}{-total}" if total < 0 else f"+{total}"
            expect(self.phone.row(name).locator(".total")).to_have_text(
                re.compile(rf"^{re.escape(shown)}$|^{total}$")
            )
        assert self.taps <= most


def test_pay_me_takes_3(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", game="Pay Me")
    hand.open_with("Ben")
    expect(hand.page.locator(".seat-row", has_text="Ben")).to_contain_text("called · 0")
    hand.keys("15", "Next", "20", "Save").takes(3, Ann=15, Ben=0, Cleo=20)


def test_cards_left_over_open_with_whoever_did_not_call_and_stay_in_place(
    phones: Phones, server: Server
) -> None:
    phone = phones(server, viewport=TALL)
    Hand(phone, "Ann", "Ben", "Cleo", game="Pay Me").open_with("Ann")
    phone.choose("Cards")
    phone.page.reload()
    drawer = phone.page.locator(".card-picker[open]:visible")
    expect(drawer).to_have_count(1)
    width = "one => one.getBoundingClientRect().width"
    before = drawer.evaluate(width)
    phone.pick_cards("Ben: Cards left over", "A")
    expect(phone.page.locator("[data-result='Ben']:visible")).to_have_text("+5")
    assert drawer.evaluate(width) == before


def test_a_repeated_hand_of_ace_deuce_jack_takes_2(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", game="Ace-Deuce-Jack")
    hand.open().keys("5", "Next", "3", "Done").press("Bank wins").takes(4, Ann=8, Ben=-5, Cleo=-3)
    hand.open().keys("2", "Next", "3", "Done").press("Players win")
    hand.takes(8, Ann=10, Ben=-10, Cleo=0)
    hand.taps = 0
    hand.open().press("Bank wins").takes(2, Ann=8, Ben=-15, Cleo=7)


def test_whoever_takes_a_bet_back_is_said_once_to_sit_out(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", game="Ace-Deuce-Jack")
    hand.open().keys("5", "Next", "3", "Done").press("Bank wins").takes(4, Ann=8, Ben=-5, Cleo=-3)
    hand.page.goto(f"{hand.phone.table}/rounds/1/all")
    hand.page.get_by_label("Cleo: Bet", exact=True).fill("")
    expect(hand.page.locator("[data-result=Ann]")).to_have_text("+5")
    # The empty box says it.
    expect(hand.page.locator("[data-result=Cleo]")).to_have_text("0")


def test_pitch_takes_4(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport=TALL)
    hand = Hand(phone, "Ann", "Ben", "Cleo", "Dev", game="Pitch")
    hand.open_with("Ann").chip("How to record the hand", "Just the points").chip("Bid", "2")
    hand.page.get_by_label("Ann & Cleo: Points", exact=True).tap()
    hand.keys("3", "Next", "1", "Save").takes(6)
    hand.taps = 0
    hand.open_with("Ben").chip("Bid", "3")
    hand.keys("1", "Next", "3", "Save").takes(4)
    phone.sees("Hand 2")


def test_farmer_takes_6(phones: Phones, server: Server) -> None:
    names = ("Ann", "Ben", "Cleo", "Dev", "Eve")
    hand = Hand(phones(server, viewport=TALL), *names, game="Farmer")
    hand.open().keys("15", "Next", "12", "Next", "14", "Next")
    hand.keys("Bust", "13", "Save").takes(6)


def test_what_only_some_need_is_asked_only_of_them(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", game="Farmer").open()
    cards = hand.page.get_by_label("Ann: Number of cards")
    expect(cards).to_be_hidden()
    hand.keys("16", "Next")
    expect(cards).to_be_hidden()
    hand.keys("16")
    expect(cards).to_be_visible()
    expect(hand.page.get_by_text("Number of cards").first).to_be_in_viewport()
    hand.keys("⌫", "5")
    expect(cards).to_be_hidden()


def test_a_player_alone_is_asked_for_it_as_soon_as_it_may_matter(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Ben", me="Ann", game="Farmer")
    ann.one_by_one().open("Enter the deal").fill_amount("Total", 15)
    expect(ann.box("Number of cards")).to_be_hidden()
    ann.fill_amount("Total", 16)
    expect(ann.box("Number of cards")).to_be_visible()


def test_cucumber_takes_3(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", game="Cucumber")
    hand.open_with("Cleo").chip("With which card?", "Q").press("Save")
    hand.takes(3, Ann=0, Ben=0, Cleo=12)


def test_the_chosen_card_stands_out_like_a_chosen_name(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", game="Cucumber")
    hand.open_with("Ben").chip("With which card?", "Q")
    chosen = hand.page.locator(".said :checked + span")
    expect(chosen).to_have_text(["Ben", "Q"])
    looks = chosen.evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    assert looks[0] == looks[1]


def test_brag_takes_4(phones: Phones, server: Server) -> None:
    names = ("Ann", "Ben", "Cleo", "Dev")
    hand = Hand(phones(server, viewport=TALL), *names, game="Brag")
    hand.open_with("Ann").keys("4", "Next", "4", "Next", "2").press("Save")
    hand.takes(4, Ann=9, Ben=-5, Cleo=-3, Dev=-1)


def test_brag_where_all_fold_at_once_takes_2(phones: Phones, server: Server) -> None:
    names = ("Ann", "Ben", "Cleo", "Dev")
    hand = Hand(phones(server, viewport=TALL), *names, game="Brag")
    hand.open_with("Ann").press("Save").takes(2, Ann=3, Ben=-1, Cleo=-1, Dev=-1)


def test_brag_bet_by_bet_takes_a_tap_for_each_of_8_actions(phones: Phones, server: Server) -> None:
    names = ("Ann", "Ben", "Cleo", "Dev")
    hand = Hand(phones(server, viewport=TALL), *names, game="Brag")
    hand.open().chip("How to record the hand", "Bet by bet").chip("Dealer", "Dev")
    hand.taps -= 2  # The way is remembered, and the deal moves on by itself.
    for move in ("Bet 1", "Call 1", "Fold", "Call 1", "Call 1", "Fold", "See 2"):
        hand.phone.tell(move)
    hand.phone.tell("Ann wins: Dev folds unseen")
    hand.press("Save").takes(10, Ann=7, Ben=-2, Cleo=-1, Dev=-4)


def test_spite_and_malice_takes_2(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", game="Spite and Malice")
    hand.open_with("Ann").keys("7", "Save").takes(2, Ann=1, Ben=0)


def test_open_face_takes_12_by_names(phones: Phones, server: Server) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", game="Open-Face Chinese Poker")
    hand.open().chip("How to record the hand", "Quick")
    hand.taps -= 1  # The way is remembered.
    for row in hand.page.locator("[data-order]").all():
        for name in ("Ben", "Ann"):
            row.get_by_role("button", name=re.compile(name)).tap()
    hand.page.get_by_label("Ann: Royalties", exact=True).tap()
    # Whoever wins all three rows wins 3 for each, 3 for all, and the royalties are settled, too.
    hand.keys("4", "Next", "6", "Next", "Save").takes(12, Ann=2, Ben=20, Cleo=-22)


def test_open_face_takes_a_tap_for_each_of_39_cards_and_2_more(
    phones: Phones, server: Server
) -> None:
    hand = Hand(phones(server, viewport=TALL), "Ann", "Ben", "Cleo", game="Open-Face Chinese Poker")
    hand.open()
    for name, rows in LAID.items():
        for row, cards in zip(("Front", "Middle", "Back"), rows, strict=True):
            for card in cards.split():
                label = f"{name}: {row}: {face(card)}"
                hand.page.get_by_role("button", name=label, exact=True).tap()
    hand.press("Save").takes(41, Ann=41, Ben=-13, Cleo=-28)
