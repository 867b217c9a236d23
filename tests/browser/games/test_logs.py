"""Logs that grow by taps: who is to act, at what price, and what was told so far."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]
NAMES = ("Ann", "Ben", "Cleo", "Dan")
LOSER_UNSEEN = "Ben wins: Ann folds unseen"


def brag(phones: Phones, server: Server | Network, dealer: str = "Dan") -> Phone:
    phone = phones(server).start(*NAMES, me="Ann", game="Brag").open_whole("hand")
    phone.choose("Bet by bet").choose_chip("Dealer", dealer)
    first = NAMES[(NAMES.index(dealer) + 1) % len(NAMES)]
    return phone.sees_preview(f"{first} to act: 1 · pot 4")


def lines(phone: Phone) -> list[str]:
    return [
        " ".join(line.split()) for line in phone.page.locator(".log-lines li").all_inner_texts()
    ]


def test_the_keypad_goes_with_the_number_that_was_asked_for(phones: Phones, server: Server) -> None:
    ann = brag(phones, server).tell("Bet more", 4).sees_preview("Ben to act: 4")
    expect(ann.page.get_by_role("group", name="Keypad")).to_have_count(0)


def test_an_amount_that_is_being_typed_outlasts_what_is_heard_of_another_answer(
    phones: Phones, server: Server
) -> None:
    ann = brag(phones, server)
    bar, form = ann.page.locator(".log-bar"), ann.page.locator("form[data-preview]")
    form.evaluate("form => form.addEventListener('previewed', () => form.dataset.heard = 'yes')")
    ann.tap(bar.get_by_role("button", name="Bet more …"))
    bar.get_by_label("How much").fill("4")
    ann.choose_chip("Play blind", "Cleo")
    expect(form).to_have_attribute("data-heard", "yes")
    expect(bar.get_by_label("How much")).to_have_value("4")
    ann.tap(bar.get_by_role("button", name="Bet more", exact=True))
    ann.sees_preview("Ben to act: 4")
    assert lines(ann) == ["Ann bets 4 ×"]


def test_somebody_else_outlasts_what_is_heard_of_another_answer(
    phones: Phones, server: Server
) -> None:
    ann = brag(phones, server)
    bar, form = ann.page.locator(".log-bar"), ann.page.locator("form[data-preview]")
    form.evaluate("form => form.addEventListener('previewed', () => form.dataset.heard = 'yes')")
    heard = ann.page.locator("form[data-heard]")
    ann.press("Somebody else").choose_chip("Play blind", "Dan")
    heard.wait_for()
    ann.tap(bar.get_by_role("button", name="Cleo"))
    form.evaluate("form => delete form.dataset.heard")
    ann.choose_chip("Play blind", "Ben")
    heard.wait_for()
    expect(bar.locator("[aria-pressed=true]")).to_have_text("Cleo")
    ann.tap(bar.get_by_role("button", name="Bet more …"))
    bar.get_by_label("How much").fill("4")
    form.evaluate("form => delete form.dataset.heard")
    ann.choose_chip("Play blind", "Ann")
    heard.wait_for()
    expect(bar.get_by_label("How much")).to_have_value("4")
    ann.tap(bar.get_by_role("button", name="Bet more", exact=True)).sees_preview("Dan to act")
    assert lines(ann) == ["Cleo bets 4 ×"]
    expect(bar.locator("[aria-pressed]:visible")).to_have_count(0)


def test_cards_are_asked_of_the_last_two_once_both_are_named(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start(*NAMES, me="Ann", game="Brag").open_whole("hand")
    ann.choose("Bets and cards")
    rows = ann.page.locator(".cards-field.by-name")
    expect(rows.locator("visible=true")).to_have_count(0)
    for name, bet in zip(NAMES, (0, 6, 10, 0), strict=True):
        ann.fill_amount(f"{name}: Bets", bet)
    key = ann.page.get_by_role("group", name="Keypad").locator(".key-next")
    expect(key).to_have_text("Done")
    ann.choose_chip("Asked to see", "Cleo").choose_chip("Was seen", "Ben")
    expect(rows.locator("bdi").locator("visible=true")).to_have_text(["Ben", "Cleo"])
    ann.pick_cards("Ben: Cards", "3s", "3h", "3d").pick_cards("Cleo: Cards", "Ah", "Kh", "Qh")
    ann.sees_preview("Ben (prial of threes) took the pot of 20.")
    ann.choose("Several pots")
    expect(rows.locator("label").locator("visible=true")).to_have_count(4)


def test_cards_are_asked_of_those_who_have_not_folded(phones: Phones, server: Server) -> None:
    ann = brag(phones, server)
    shown = ann.page.locator(".cards-field.by-name bdi").locator("visible=true")
    expect(shown).to_have_text([*NAMES])
    ann.tell("Bet more", 4).tell("Fold").tell("Call 4")
    expect(shown).to_have_text(["Ann", "Cleo", "Dan"])
    ann.tell("Fold").sees_preview("Ann to act")
    expect(shown).to_have_text(["Ann", "Cleo"])
    # Cards stay in view where they were told before their player folded.
    ann.pick_cards("Ann: Cards", "3s", "3h", "3d").tell("Fold")
    expect(shown).to_have_text(["Ann", "Cleo"])
    ann.choose("Several pots")
    expect(shown).to_have_text([*NAMES])


def test_a_losing_seer_folds_unseen_with_one_tap(phones: Phones, server: Server) -> None:
    ann = brag(phones, server).tell("Bet more", 4).tell("Call 4").tell("Fold").tell("Fold")
    ann.sees_preview("Ann to act: 4 · see 8 · pot 12").tell("See 8").tell(LOSER_UNSEEN)
    ann.sees_preview("Ann saw Ben: Ben took the pot of 20.").save_and_see_table()
    ann.sees_balances(Ann=-13, Ben=15, Cleo=-1, Dan=-1)


def test_a_line_is_taken_out_anywhere_and_the_next_prices_follow(
    phones: Phones, server: Server
) -> None:
    ann = brag(phones, server, "Ann").tell("Bet more", 4).tell("Fold").tell("Call 4")
    assert lines(ann) == ["Ben bets 4 ×", "Cleo folds ×", "Dan bets 4 ×"]
    ann.take_out("Cleo folds").take_out("Dan bets 4").sees_preview("Cleo to act: 4 · pot 8")
    assert lines(ann) == ["Ben bets 4 ×"]


def test_a_refusal_goes_once_the_log_is_right_again(phones: Phones, server: Server) -> None:
    ann = brag(phones, server).tell("Bet more", 4).tell("Raise", 1).save()
    ann.is_refused("Ben must bet 4 or more, but bet 1.")
    expect(ann.page.locator(".field-error")).to_have_count(1)
    ann.take_out("Ben bets 1").sees_preview("Ben to act")
    expect(ann.page.locator(".problem, .field-error, [aria-invalid]")).to_have_count(0)


def test_somebody_else_acts_at_their_own_price(phones: Phones, server: Server) -> None:
    ann = brag(phones, server).choose_chip("Play blind", "Cleo").tell("Bet more", 4)
    ann.sees_preview("Ben to act: 4").tell("Call 2", who="Cleo").sees_preview("Dan to act: 4")
    assert lines(ann) == ["Ann bets 4 ×", "Cleo bets 2 ×"]


def test_on_a_small_phone_most_of_the_screen_shows_what_was_told(
    phones: Phones, server: Server
) -> None:
    ann = brag(phones, server)
    ann.page.set_viewport_size(SIZES["small"])
    ann.sees("Somebody else")
    bar = ann.page.locator(".bottom-bar").bounding_box()
    assert bar
    assert bar["y"] > SIZES["small"]["height"] * 2 / 3


def test_a_bid_after_another_tells_who_pitches_and_who_dealt(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start(*NAMES, me="Ann", game="Pitch").open_whole("hand")
    ann.choose("Point by point").unfold("More").tell("2", who="Ben").tell("3").tell("Pass")
    ann.sees_preview("Ann to bid · Cleo has bid 3")
    expect(ann.page.locator(".log-moves")).to_have_text("34SmudgePass")
    ann.tell("Pass")
    for question, answer in (
        ("Who won the bidding?", "Cleo"),
        ("Bid", "3"),
        ("Dealer", "Ann"),
    ):
        group = ann.page.get_by_role("group", name=question, exact=True)
        expect(group.get_by_label(answer, exact=True)).to_be_checked()
    ann.take_out("Ann Pass").tell("4")
    group = ann.page.get_by_role("group", name="Who won the bidding?", exact=True)
    expect(group.get_by_label("Ann", exact=True)).to_be_checked()


def test_without_a_network_anything_may_be_told(phones: Phones, network: Network) -> None:
    ann = brag(phones, network)
    network.cut()
    ann.tell("Bet 1").tell("folds", who="Ben").tell("bets", 1)
    assert lines(ann) == ["Ann bets 1 ×", "Ben folds ×", "Cleo bets 1 ×"]
    # What may be done now is no longer asked for.
    expect(ann.page.locator(".log-moves button:disabled")).to_have_count(0)
    network.heal()
    ann.tell("folds").sees_preview("Ann to act: 1 · see 2 · pot 6")
