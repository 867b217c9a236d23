"""Every other game on the shelf, from the home screen to End Game, on several phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser import starting
from tests.browser.phone import Phone
from tests.browser.table.records import check_against_command_line
from tests.servers.server import Server

Phones = Callable[..., Phone]


def sit_down(phones: Phones, server: Server, *names: str, **start: Any) -> tuple[Phone, ...]:
    """Start a game on the first one's phone; everybody else joins with the code."""
    keeper = starting.by_taps(phones(server), *names, me=names[0], **start)
    code = keeper.page.request.get(f"/api/v1/games/{keeper.uid}/invitation").json()["code"]
    return keeper, *(phones(server).join_by_code(code, name) for name in names[1:])


def test_pay_me(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    everybody = sit_down(phones, server, "Ann", "Bob", "Cy", game="Pay Me")
    ann, bob, cy = everybody
    for phone in everybody:
        phone.sees("Hand 1 of 11").sees("3s wild · 3 cards · Ann deals")

    # Hand 1: each on their own phone, each in another way.
    ann.open("Enter the hand").choose_chip("Who called?", "Ann").save_and_see_table()
    bob.sees("Waiting for Bob and Cy").open("Enter the hand")
    bob.fill_amount("Deadwood", 27).save()
    bob.is_refused("Bob’s deadwood cannot be 27: it must be a multiple of 5.")
    expect(bob.box("Deadwood")).to_have_value("27")
    bob.choose("Cards").pick_cards("Cards left over", "3", "9").sees_preview("Bob: +25")
    bob.save_and_see_table()
    cy.open("Enter the hand").choose("By value").step("More: A, 4–7", 2).save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=0, Bob=25, Cy=10)
        phone.sees("Hand 2 of 11").sees("4s wild · 4 cards · Bob deals")

    # Hand 2: the same cards cost less, now that 3s are not wild.
    ann.open("Enter the hand").fill_amount("Deadwood", 20).choose_chip("Who called?", "Ann")
    ann.sees("called · 0").choose_chip("Who called?", "Cy").save_and_see_table()
    bob.open("Enter the hand").choose("Cards").pick_cards("Cards left over", "3", "9")
    bob.sees_preview("Bob: +15").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=20, Bob=40, Cy=10)
        phone.sees("Hand 3 of 11").sees("5s wild · 5 cards · Cy deals")

    # Cy had one card more in hand 1.
    cy.open_correction(1, "Cy").step("More: A, 4–7").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=20, Bob=40, Cy=15)

    # Hand 3 on one phone: the stock runs out, which the table need not confirm.
    ann.open_whole("hand").choose_chip("Who called?", "Nobody: the stock ran out")
    for name, points in (("Ann", 5), ("Bob", 10), ("Cy", 30)):
        ann.fill_amount(f"{name}: Deadwood", points)
    ann.save_and_see_table()
    bob.sees("Nobody called")
    for phone in everybody:
        phone.sees_totals(Ann=25, Bob=50, Cy=45).sees("6s wild · 6 cards")
    bob.end_game()
    for phone in everybody:
        phone.sees("Ann wins").sees("Ended early. Ahead by 20.")
    answer = check_against_command_line(cy)
    assert answer["winners"] == ["Ann"]
    assert answer["round_scores"] == [
        {"Ann": 0, "Bob": 25, "Cy": 15},
        {"Ann": 20, "Bob": 15, "Cy": 0},
        {"Ann": 5, "Bob": 10, "Cy": 30},
    ]


def test_ace_deuce_jack(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    settings = {"Smallest bet": "2", "Largest bet": "20"}
    everybody = sit_down(
        phones, server, "Ann", "Bob", "Cy", game="Ace-Deuce-Jack", settings=settings
    )
    ann, bob, cy = everybody
    for phone in everybody:
        phone.sees("Ann banks · bets 2–20")

    # Hand 1: everybody bets on their own phone, the bank shows the cards.
    bob.open("Enter the hand").fill_amount("Bet", 50).save()
    bob.is_refused("Bob’s bet of 50 is above the maximum of 20.")
    expect(bob.box("Bet")).to_have_value("50")
    bob.fill_amount("Bet", 5).save_and_see_table()
    cy.open("Enter the hand").fill_amount("Bet", 10).save_and_see_table()
    ann.sees("15 bet against Ann").sees("Waiting for who won").open("Enter the hand")
    ann.choose("Cards").pick_cards("Cards shown", "Jh", "9c", "Kd")
    ann.sees_preview("Ann’s bank collected 15").save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=15, Bob=-5, Cy=-10).sees("Bob banks")

    # Hand 2: Cy sits out, and the bank pays.
    ann.open("Enter the hand").fill_amount("Bet", 4).save_and_see_table()
    cy.open("Enter the hand").save_and_see_table()
    bob.sees("4 bet against Bob").open("Enter the hand").choose("Result")
    bob.press("Players win").page.wait_for_url(bob.table)
    for phone in everybody:
        phone.sees_balances(Ann=19, Bob=-9, Cy=-10).sees("Cy banks")

    # But Cy had bet.
    cy.open_correction(2, "Cy").fill_amount("Bet", 6).save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=19, Bob=-15, Cy=-4)

    # Hand 3, all on the keeper's phone.
    ann.open_whole("hand").fill_amount("Ann: Bet", 5).fill_amount("Bob: Bet", 3)
    ann.press("Bank wins").page.wait_for_url(ann.table)
    for phone in everybody:
        phone.sees_balances(Ann=14, Bob=-18, Cy=4).sees("Ann banks")
    cy.end_game()
    for phone in everybody:
        phone.sees("Ended after 3 hands: the balances stand.")
        phone.sees_payments("Bob pays Ann 14", "Bob pays Cy 4")
    answer = check_against_command_line(bob)
    assert answer["winners"] == []
    assert answer["round_scores"] == [
        {"Ann": 15, "Bob": -5, "Cy": -10},
        {"Ann": 4, "Bob": -10, "Cy": 6},
        {"Ann": -5, "Bob": -3, "Cy": 8},
    ]


def test_pitch(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    keeper = phones(server).start("Ann", "Bob", "Cy", "Di", me="Ann", game="Pitch", target=7)
    code, _link = keeper.invitation()
    ann, bob = everybody = keeper, phones(server).join_by_code(code, "Bob")
    for phone in everybody:
        phone.sees("Hand 1 · to 7").sees_totals(**{"Ann & Cy": 0, "Bob & Di": 0})

    # Hand 1, point by point, with the bidding: whoever bid highest has to be the one who pitched.
    ann.open("Enter the hand").choose_chip("Who won the bidding?", "Ann").choose_chip("Bid", "3")
    ann.choose_chip("High", "Ann & Cy").choose_chip("Low", "Ann & Cy")
    ann.choose_chip("Jack", "Nobody").choose_chip("Game", "Ann & Cy").unfold("More")
    ann.choose_chip("Dealer", "Di")
    ann.tell("2").tell("Pass").tell("3").tell("Pass").save()
    ann.is_refused("Cy won the bidding with 3, but you entered Ann pitching for 3.")
    expect(ann.box("Bidding")).to_have_value("Ann 2\nBob pass\nCy 3\nDi pass")
    ann.choose_chip("Who won the bidding?", "Cy").sees_preview("Cy bid 3; Ann & Cy made 3.")
    ann.save_and_see_table()
    for phone in everybody:
        phone.sees_totals(**{"Ann & Cy": 3, "Bob & Di": 0})
        phone.sees("Ann deals · Ann & Cy need a bid with 4 points")

    # Hand 2, just the points, on the other phone.
    bob.open("Enter the hand").choose("Just the points")
    bob.choose_chip("Who won the bidding?", "Bob").choose_chip("Bid", "3")
    bob.step("More for Ann & Cy: Points", 1).step("More for Bob & Di: Points", 4).save()
    bob.is_refused(
        "There are 2 to 4 points, but you entered 1 for Ann & Cy and 4 for Bob & Di, 5 in all."
    )
    bob.step("Less for Bob & Di: Points", 2).save_and_see_table()
    for phone in everybody:
        phone.sees_totals(**{"Ann & Cy": 4, "Bob & Di": -3})
        phone.sees("Bob deals · Ann & Cy need a bid with 3 points")

    # The bid had been 2, so that it was made.
    ann.open_whole_correction(2, "hand").choose_chip("Bid", "2").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(**{"Ann & Cy": 4, "Bob & Di": 2})
        phone.sees("Bob & Di need a smudge")

    # Hand 3: a smudge takes all four points and all six tricks.
    bob.open("Enter the hand").choose("Point by point")
    bob.choose_chip("Who won the bidding?", "Cy").choose_chip("Bid", "Smudge")
    for point in ("High", "Low", "Jack", "Game"):
        bob.choose_chip(point, "Ann & Cy")
    bob.choose_chip("All six tricks?", "Yes")
    bob.sees_preview("Cy bid a smudge").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(**{"Ann & Cy": 9, "Bob & Di": 2})
        phone.sees("Ann & Cy win").sees("After making the bid. Ahead by")
    ann.end_game()
    bob.sees("Ended after 3 hands")
    answer = check_against_command_line(bob)
    assert answer["winners"] == ["A"]
    assert answer["round_scores"] == [{"A": 3, "B": 0}, {"A": 1, "B": 2}, {"A": 5, "B": 0}]


def test_cucumber(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    everybody = sit_down(phones, server, "Ann", "Bob", "Cy", game="Cucumber")
    ann, bob, cy = everybody
    led, took = "Who led the last trick?", "Who took the last trick?"
    left = "Card in the last trick"

    # Hands 1 and 2: everybody says which card they had left; then one says it for all.
    ann.open("Enter the last trick").choose_chip(led, "Ann").choose_chip(left, "9")
    ann.save_and_see_table()
    bob.sees("Waiting for Bob and Cy").open("Enter the last trick").save()
    bob.is_refused(f"Choose “{left}”.").sees(f"Missing: {left}")
    expect(bob.page.get_by_role("group", name=led).get_by_label("Ann")).to_be_checked()
    bob.choose_chip(left, "K").save_and_see_table()
    cy.open("Enter the last trick").choose_chip(left, "4").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=0, Bob=13, Cy=0).sees("Hand 2").sees("Bob deals")
    ann.open_whole("hand").choose_chip(led, "Bob").choose_chip(f"Ann: {left}", "Q")
    ann.choose_chip(f"Bob: {left}", "Q").choose_chip(f"Cy: {left}", "5").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=12, Bob=1, Cy=0).sees("Bob had one too: now at 1.")

    # Hand 3 in short: Ann comes over 21.
    bob.open_whole("hand").choose("Who took it").choose_chip(took, "Ann")
    bob.choose_chip("With which card?", "J").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=1, Bob=1, Cy=0).sees_marks("Ann", "cucumber").sees_marks("Bob")
        phone.sees("Hand 4").sees("Ann deals").sees("23 is over 21: a cucumber, and back to 1.")

    # Bob's king was a queen: then he was at 0 after hand 2, and so is Ann after her cucumber.
    bob.open_correction(1, "Bob").choose_chip(left, "Q").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=0, Bob=0, Cy=0).sees("a cucumber, and back to 0.")

    # Hands 4 and 5: Ann is out.
    for phone, card, total in ((cy, "A", "14"), (ann, "10", "out")):
        phone.open_whole("hand").choose("Who took it").choose_chip(took, "Ann")
        phone.choose_chip("With which card?", card).save_and_see_table()
        for other in everybody:
            expect(other.row("Ann").locator(".total")).to_have_text(total)
    for phone in everybody:
        phone.sees_marks("Ann").sees("2 players still in").sees("Cy deals")

    # Hand 6 without Ann.
    bob.open("Enter the last trick")
    expect(bob.page.get_by_role("group", name=led).get_by_role("radio")).to_have_count(2)
    bob.choose_chip(led, "Cy").choose_chip(left, "K").save_and_see_table().sees("Waiting for Cy")
    cy.open("Enter the last trick").choose_chip(left, "4").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Bob=13, Cy=0)
    cy.end_game()
    for phone in everybody:
        phone.sees("Cy wins").sees("Ended early. Without a cucumber. Ahead by 13.")
    answer = check_against_command_line(bob)
    assert answer["totals"] == {"Ann": None, "Bob": 13, "Cy": 0}
    assert answer["trick_winner"] == ["Bob", "Ann", "Ann", "Ann", "Ann", "Bob"]
    assert answer["round_scores"] == [
        {"Ann": 0, "Bob": 12, "Cy": 0},
        {"Ann": 12, "Bob": -12, "Cy": 0},
        {"Ann": -12, "Bob": 0, "Cy": 0},
        {"Ann": 14, "Bob": 0, "Cy": 0},
        {"Ann": 10, "Bob": 0, "Cy": 0},
        {"Bob": 13, "Cy": 0},
    ]


def test_brag(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    keeper = phones(server).start("Ann", "Bob", "Cy", "Di", me="Ann", game="Brag")
    code, _link = keeper.invitation()
    ann, bob = everybody = keeper, phones(server).join_by_code(code, "Bob")

    # Hand 1 bet by bet, told on one phone and then on the other.
    ann.open("Enter the hand").choose("Bet by bet")
    for dealer, first in (("Bob", "Cy"), ("Di", "Ann")):
        ann.choose_chip("Dealer", dealer).sees_preview(f"{first} to act: 1 · pot 4")
    ann.choose_chip("Play blind", "Bob").tell("Bet more", 2)
    ann.sees_preview("Bob to act, blind: 1 · pot 6").tell("Call 1").save_and_see_table()
    bob.sees("Waiting for the end of the betting").sees("Cy to act: 2 · pot 7")
    bob.open("Enter the hand").tell("Fold").tell("Fold").tell("Raise", 1).save()
    bob.is_refused("Ann must bet 2 or more, but bet 1.")
    told = "Ann bet 2\nBob bet 1\nCy fold\nDi fold"
    expect(bob.box("Bets in turn")).to_have_value(f"{told}\nAnn bet 1")
    bob.take_out("Ann bets 1").sees_preview("Ann to act: 2 · pot 7")
    expect(bob.page.locator(".problem, .field-error")).to_have_count(0)
    expect(bob.box("Bets in turn")).to_have_value(told)
    bob.tell("Call 2").tell("Look").tell("See 4")
    bob.pick_cards("Ann: Cards", "Ah", "Kh", "9h").pick_cards("Bob: Cards", "4c", "5d", "6s")
    bob.sees_preview("Bob saw Ann: Bob (run, six high) took the pot of 13.").save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-5, Bob=7, Cy=-1, Di=-1).sees("Ann deals")

    # Hand 2 by what everybody bet.
    bob.open("Enter the hand").choose("Bets").fill_amount("Ann: Bets", 4).fill_amount(
        "Bob: Bets", 8
    )
    bob.step("More for Cy: Bets", 2).fill_amount("Di: Bets", 0).choose_chip("Who won?", "Bob")
    bob.save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-10, Bob=16, Cy=-4, Di=-2).sees("Bob deals")

    # Hand 3 by the cards of the last two: a prial.
    ann.open("Enter the hand").choose("Bets and cards")
    for name, bet in (("Ann", 0), ("Bob", 0), ("Cy", 6), ("Di", 10)):
        ann.fill_amount(f"{name}: Bets", bet)
    ann.choose_chip("Asked to see", "Di").choose_chip("Was seen", "Cy")
    ann.pick_cards("Cy: Cards", "3s", "3h", "3d").pick_cards("Di: Cards", "Ah", "Kh", "Qh")
    ann.sees_preview("Cy (prial of threes) took the pot of 20.").save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-11, Bob=15, Cy=9, Di=-13).sees("Cy deals")
        phone.sees("Shuffle after the prial")

    # Cy had bet 4 in hand 2.
    bob.open_whole_correction(2, "hand").fill_amount("Cy: Bets", 4).save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-11, Bob=17, Cy=7, Di=-13)
    bob.end_game()
    for phone in everybody:
        phone.sees("Ended after 3 hands: the balances stand.")
        phone.sees_payments("Di pays Bob 13", "Ann pays Cy 7", "Ann pays Bob 4")
    answer = check_against_command_line(ann)
    assert answer["pots"] == [[13], [20], [20]]
    assert answer["round_scores"] == [
        {"Ann": -5, "Bob": 7, "Cy": -1, "Di": -1},
        {"Ann": -5, "Bob": 11, "Cy": -5, "Di": -1},
        {"Ann": -1, "Bob": -1, "Cy": 13, "Di": -11},
    ]


def test_spite_and_malice(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    ann, bob = everybody = sit_down(
        phones,
        server,
        *("Ann", "Bob"),
        game="Spite and Malice",
        settings={"Match target": "12"},
        ticked=("The difference of the talons",),
    )
    for phone in everybody:
        phone.sees("Game 1 · to 12").sees("Talons of 20 · Ann deals")

    # Game 1: each types the own talon, and the two tell how the game ended.
    ann.open("Enter the result").fill_amount("Cards left in the talon", 0).save_and_see_table()
    bob.open("Enter the result").fill_amount("Cards left in the talon", 0).save()
    bob.is_refused("Only one talon can be emptied, but those of Ann and Bob both would be.")
    bob.fill_amount("Cards left in the talon", 7).save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=7, Bob=0).sees("Ann emptied the talon; Bob had 7 cards left.")

    # Game 2: the stock runs out.
    bob.open("Enter the result").fill_amount("Cards left in the talon", 4).save_and_see_table()
    ann.open("Enter the result").fill_amount("Cards left in the talon", 6).save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=7, Bob=2)

    # Bob had overlooked a card in game 1.
    bob.open_correction(1, "Bob").fill_amount("Cards left in the talon", 8).save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=8, Bob=2)

    # Game 3 on one phone, and the match is won.
    ann.open_whole("game").choose_chip("Who emptied the talon?", "Ann")
    ann.fill_amount("Bob: Cards left in the talon", 5).save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=13, Bob=2).sees("Ann wins").sees("Ahead by 11.")
    bob.end_game()
    ann.sees("Ended after 3 games")
    answer = check_against_command_line(ann)
    assert answer["winners"] == ["Ann"]
    assert answer["round_scores"] == [
        {"Ann": 8, "Bob": 0},
        {"Ann": 0, "Bob": 2},
        {"Ann": 5, "Bob": 0},
    ]
