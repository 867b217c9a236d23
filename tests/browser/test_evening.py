"""A whole Brownie Points evening: on four phones, and on one phone alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phone import Phone
from tests.browser.table.records import check_against_command_line
from tests.servers.server import Server

Phones = Callable[..., Phone]

TARGET = 9_000


@pytest.mark.long
def test_four_phones(phones: Phones, server: Server) -> None:
    """Long because a whole evening is played on four phones."""
    ann = phones(server).start("Ann", "Bob", "Cy", "Di", me="Ann", target=TARGET)
    code, link = ann.invitation()
    bob = phones(server).join_by_code(code, "Bob")
    cy = phones(server).join_by_link(link, "Cy")
    di = phones(server).join_by_code(code.lower().replace(" ", ""), "Di")
    everybody = (ann, bob, cy, di)
    for phone in everybody:
        phone.is_live()

    # Round 1: detailed, quick, direct and detailed again; the totals move on every phone.
    ann.page.get_by_role("link", name="Count cards").tap()
    ann.tap_cards("pile", {"10": 4, "1": 1, "2": 1, "3": 1, "4": 1, "game_changer": 1})
    ann.tap_cards("hand", {"5": 1})
    ann.sees("= 1,250").save_and_see_table()
    for phone in (bob, cy, di):
        phone.sees("+1,250").sees("Waiting for Bob, Cy and Di")

    bob.page.get_by_role("link", name="Count cards").tap()
    bob.choose("Pile & hand")
    bob.page.get_by_label("Points pile", exact=True).fill("1500")
    bob.page.get_by_label("Left in hand", exact=True).fill("200")
    bob.switch("Squirts").sees("= 1,200").save_and_see_table()

    cy.page.get_by_role("link", name="Count cards").tap()
    cy.choose("Just the total")
    cy.page.get_by_label("Round score").fill("-250")
    cy.sees("= −250").save_and_see_table()

    di.page.get_by_role("link", name="Count cards").tap()
    di.choose("Card by card").tap_cards("pile", {"7": 5, "9": 2}).save_and_see_table()
    for phone in everybody:
        phone.sees("Round 2").sees_totals(Ann=1_250, Bob=1_200, Cy=-250, Di=700)

    # A correction of the past round, from the phone it was typed on; an undo by the keeper; redo.
    cy.page.locator("#round-1 a[href$='?seat=3']").tap()
    cy.sees("−250").sees("entered by Cy")
    cy.page.get_by_role("link", name="Correct", exact=True).tap()
    cy.page.get_by_label("Round score").tap()
    cy.press_keys("±")
    cy.sees("= 250").save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Cy=250)
    ann.open_from_menu("History").press("Undo “Round 1 corrected”")
    for phone in everybody:
        phone.sees_totals(Cy=-250)
    ann.press("Redo")
    for phone in everybody:
        phone.sees_totals(Cy=250)

    # Round 2: Bob is knocked out; a card counted twice is refused and put right.
    bob.page.get_by_role("link", name="Count cards").tap()
    bob.choose("Card by card").tap_cards("pile", {"10": 2, "8": 5})
    bob.tap_cards("hand", {"1": 1})
    bob.switch("Knocked out").sees("= −950").save_and_see_table()
    di.page.get_by_role("link", name="Count cards").tap()
    di.choose("Card by card").tap_cards("pile", {"8": 4}).sees("1 too many").save()
    di.sees("The deck has 8 × rank 8, but you counted 9: Bob 5, Di 4.")
    di.page.get_by_role("button", name="One 8 less, points pile").tap()
    di.save_and_see_table()
    ann.page.get_by_role("link", name="Count cards").tap()
    ann.choose("Pile & hand")
    ann.page.get_by_label("Points pile", exact=True).fill("3000")
    ann.page.get_by_label("Left in hand", exact=True).fill("0")
    ann.save_and_see_table()
    cy.page.get_by_role("link", name="Count cards").tap()
    cy.choose("Just the total")
    cy.page.get_by_label("Round score").fill("100")
    cy.save_and_see_table()
    for phone in everybody:
        phone.sees_totals(Ann=4_250, Bob=250, Cy=350, Di=1_000)

    # Round 3: the keeper counts for everybody at once, and the target is reached.
    ann.open_whole("round")
    ann.choose("Just the total")
    for name, points in (("Ann", "5000"), ("Bob", "-50"), ("Cy", "0"), ("Di", "650")):
        ann.page.get_by_label(f"{name}: Round score").fill(points)
    ann.save().page.wait_for_selector("#sheet")
    for phone in everybody:
        phone.sees("Ann wins").sees("Ahead by 7,600.")
        phone.sees_totals(Ann=9_250, Bob=200, Cy=350, Di=1_650)

    # End Game by a player; the ranking and the reason stand on every phone.
    di.page.get_by_role("link", name="End Game").tap()
    di.sees("Ann wins with 9,250 points").press("End Game")
    for phone in everybody:
        phone.sees("Ended after 3 rounds")
    answer = check_against_command_line(bob)
    assert answer["status"] == "finished"
    assert answer["winners"] == ["Ann"]
    assert answer["round_scores"] == [
        {"Ann": 1_250, "Bob": 1_200, "Cy": 250, "Di": 700},
        {"Ann": 3_000, "Bob": -950, "Cy": 100, "Di": 300},
        {"Ann": 5_000, "Bob": -50, "Cy": 0, "Di": 650},
    ]

    # Reopened, ended again, and the rematch in two taps: the same people, the turn moved on.
    ann.press("Reopen")
    bob.sees("Play on")
    ann.page.get_by_role("link", name="End Game").tap()
    ann.press("End Game").sees("Rematch")
    ann.press("Rematch").sees("Round 1 · to 9,000").sees("Di starts")
    for phone in (bob, cy, di):
        phone.page.get_by_role("link", name="Join the rematch").tap()
        phone.sees("Round 1 · to 9,000").sees("Di starts")
        phone.table = phone.page.url
    bob.page.get_by_role("link", name="Count cards").tap()
    bob.sees("Bob").choose("Just the total")
    bob.page.get_by_label("Round score").fill("450")
    bob.save_and_see_table()
    cy.sees("+450")


def test_one_phone_alone(phones: Phones, server: Server) -> None:
    """The same evening with one scorekeeper: nobody else has a phone.

    Long because a whole evening is played.
    """
    keeper = phones(server).start("Ann", "Bob", "Cy", "Di", target=TARGET)

    keeper.one_by_one().page.get_by_role("link", name="Count cards").tap()
    keeper.sees("Ann").tap_cards(
        "pile", {"10": 4, "1": 1, "2": 1, "3": 1, "4": 1, "game_changer": 1}
    )
    keeper.tap_cards("hand", {"5": 1}).sees("= 1,250").save("Save & next")
    keeper.sees("Bob round 1").choose("Pile & hand")
    keeper.page.get_by_label("Points pile", exact=True).fill("1500")
    keeper.page.get_by_label("Left in hand", exact=True).fill("200")
    keeper.switch("Squirts").save("Save & next")
    keeper.sees("Cy round 1").choose("Just the total")
    keeper.page.get_by_label("Round score").tap()
    keeper.press_keys("250±")
    keeper.save("Save & next")
    keeper.sees("Di round 1").choose("Card by card").tap_cards(
        "pile", {"7": 5, "9": 2}
    ).save_and_see_table()
    keeper.sees_totals(Ann=1_250, Bob=1_200, Cy=-250, Di=700)

    keeper.page.locator("#round-1 a[href$='?seat=3']").tap()
    keeper.page.get_by_role("listitem").filter(has_text="Cy").get_by_role(
        "link", name="Correct", exact=True
    ).tap()
    keeper.page.get_by_label("Round score").tap()
    keeper.press_keys("±").save_and_see_table().sees_totals(Cy=250)
    keeper.press("Undo").sees_totals(Cy=-250)
    keeper.press("Redo").sees_totals(Cy=250)

    keeper.open_count(2, 2).choose("Card by card").tap_cards("pile", {"10": 2, "8": 5}).tap_cards(
        "hand", {"1": 1}
    )
    keeper.switch("Knocked out").sees("= −950").save("Save & next")
    keeper.sees("Ann round 2").choose("Pile & hand")
    keeper.page.get_by_label("Points pile", exact=True).fill("3000")
    keeper.page.get_by_label("Left in hand", exact=True).fill("0")
    keeper.save("Save & next").sees("Cy round 2").choose("Just the total")
    keeper.page.get_by_label("Round score").fill("100")
    keeper.save("Save & next").sees("Di round 2").choose("Card by card").tap_cards(
        "pile", {"8": 3}
    ).save_and_see_table()
    keeper.sees_totals(Ann=4_250, Bob=250, Cy=350, Di=1_000)

    keeper.page.goto(f"{keeper.table}/count-all")
    keeper.choose("Just the total")
    for name, points in (("Ann", "5000"), ("Bob", "-50"), ("Cy", "0"), ("Di", "650")):
        keeper.page.get_by_label(f"{name}: Round score").fill(points)
    keeper.save().sees("Ann wins")
    keeper.page.get_by_role("link", name="End Game").tap()
    keeper.press("End Game").sees("Ended after 3 rounds")
    answer = check_against_command_line(keeper)
    assert answer["totals"] == {"Ann": 9_250, "Bob": 200, "Cy": 350, "Di": 1_650}
    keeper.press("Rematch").sees("Round 1 · to 9,000").sees("Di starts")


@pytest.mark.parametrize("role", ["spectator"])
def test_a_spectator_sees_everything_and_can_change_nothing(
    phones: Phones, server: Server, role: str
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    ann.page.goto(f"{ann.table}/share")
    link = (
        ann.page.locator("details details", has_text="Spectators")
        .locator("input.link")
        .input_value()
    )
    ann.page.goto(ann.table)
    guest = phones(server).join_by_link(link)
    ann.open_count(1, 1).choose("Just the total")
    ann.page.get_by_label("Round score").fill("450")
    ann.save_and_see_table()
    guest.sees("450").is_live()
    for name in ("Count cards", "End Game", "Invite"):
        assert not guest.page.get_by_role("link", name=name).is_visible()
    assert not guest.page.get_by_role("button", name="Undo").is_visible()
