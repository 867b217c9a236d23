"""Games on the shelf into which cards or a log of bets are typed, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.browser.conftest import PATIENCE
from tests.browser.games.test_shelf import sit_down
from tests.browser.phone import Phone
from tests.browser.table.records import check_against_command_line
from tests.servers.server import Server

Phones = Callable[..., Phone]
ROWS = {
    "Ann": ("Qs Qh 4d", "5h 6h 7c 8d 9s", "2c 5c 9c Jc Kc"),
    "Bob": ("6s 6d 3h", "10s 10d 2d 3c 8h", "Jh Jd Js 7d 4s"),
    "Cy": ("As Ad 8s", "Kh Kd 9h 5d 3s", "4h 4c 7h 7s Ah"),
}


def lay(phone: Phone, name: str) -> Phone:
    for row, cards in zip(("Front", "Middle", "Back"), ROWS[name], strict=True):
        phone.pick_cards(row, *cards.split())
    return phone


def test_open_face_chinese_poker(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    game, settings = "Open-Face Chinese Poker", {"A point costs": "5"}
    everybody = sit_down(phones, server, "Ann", "Bob", "Cy", game=game, settings=settings)
    ann, bob, cy = everybody

    # Hand 1: everybody lays their own cards; Bob has taken one that Ann saves before him.
    lay(bob.open("Enter the hand"), "Bob").take_back("Front", "3h").pick_cards("Front", "4d")
    lay(ann.open("Enter the hand"), "Ann")
    ann.sees_preview("pair of queens (7) · straight (4) · flush (4) · fantasyland")
    ann.save_and_see_table()
    bob.save().is_refused("There is only one 4d: Ann and Bob both have it.")
    expect(bob.box("Back")).to_have_value("jh jd js 7d 4s")
    bob.take_back("Front", "4d")
    greyed = bob.page.locator("[data-card='4d']").first
    expect(greyed).to_have_attribute("aria-disabled", "true")
    bob.pick_cards("Front", "3h").save_and_see_table()
    lay(cy.open("Enter the hand"), "Cy").sees_preview(
        "Foul: the front (pair of aces)"
    ).save_and_see_table()
    for phone in everybody:
        # Ann: 15 + 6 − 1 from Bob, 6 + 15 from Cy; Bob 6 + 1 from Cy.
        phone.sees_balances(Ann=205, Bob=-65, Cy=-140).sees_marks("Ann", "fantasyland")
        phone.sees("Ann deals again").sees_marks("Ann", "fantasyland")

    # Hand 2, told without cards.
    bob.open_whole("hand").choose("Quick").fill_amount("Ann: Royalties", 6)
    bob.fill_amount("Bob: Royalties", 2)
    # Names are tapped from best to worst; in the middle Ann and Cy are level behind Bob.
    best_first = {
        "Front": ("Ann", "Bob"),
        "Middle": ("Bob", "Ann", "Cy", "Next one ties", "Cy"),
        "Back": ("Cy", "Ann"),
    }
    for row, taps in best_first.items():
        field = bob.page.get_by_role("group", name=f"{row}, best first", exact=True)
        for name in taps:
            bob.tap(field.get_by_role("button", name=re.compile(name)))
    bob.save_and_see_table()
    for phone in everybody:
        # Ann has 8 − 3 from Bob and 7 − 1 from Cy, Bob has 4 − 1 from Cy.
        phone.sees_balances(Ann=260, Bob=-75, Cy=-185).sees_marks("Ann").sees("Bob deals")

    # Cy had royalties, and Bob goes to fantasyland.
    ann.open_whole_correction(2, "hand").fill_amount("Cy: Royalties", 3)
    ann.choose_chip("In fantasyland next", "Bob").save_and_see_table()
    for phone in everybody:
        # Ann has 7 − 4 from Cy now, and Bob 4 − 4.
        phone.sees_balances(Ann=245, Bob=-90, Cy=-155).sees_marks("Bob", "fantasyland")
        phone.sees("Ann deals again").sees_marks("Bob", "fantasyland")
    ann.end_game()
    for phone in everybody:
        phone.sees("Ended after 2 hands: the balances stand.")
        phone.sees_payments("Cy pays Ann 155", "Bob pays Ann 90")
    answer = check_against_command_line(cy)
    assert answer["round_scores"] == [
        {"Ann": 205, "Bob": -65, "Cy": -140},
        {"Ann": 40, "Bob": -25, "Cy": -15},
    ]


def test_farmer(phones: Phones, server: Server) -> None:
    """Long because the game is played from its first deal to End Game."""
    everybody = sit_down(
        phones,
        server,
        *("Ann", "Bob", "Cy"),
        game="Farmer",
        settings={"Ante": "2"},
    )
    ann, bob, cy = everybody
    for phone in everybody:
        phone.sees("Farm 6 · with antes of 2 · Ann farms")

    # Deal 1: nobody has 16.
    ann.open("Enter the deal").fill_amount("Total", 15).save_and_see_table()
    bob.open("Enter the deal").choose("Cards").pick_cards("Cards", "Kd", "3c").sees_preview("13")
    bob.save_and_see_table()
    cy.open("Enter the deal").fill_amount("Total", 30).save()
    cy.is_refused("Cy’s total must be from 2 to 26, but you entered 30.")
    expect(cy.box("Total")).to_have_value("30")
    cy.fill_amount("Total", 17).sees_preview("17, bust").save_and_see_table()
    for phone in everybody:
        # Bob pays Ann, who is closest, and Cy pays Ann, who is the farmer.
        phone.sees_balances(Ann=2, Bob=-4, Cy=-4).sees("Farm 12")

    # Deal 2: Bob and Cy have 16, and Bob holds the 6 of hearts.
    ann.open("Enter the deal").fill_amount("Total", 18).save_and_see_table()
    cy.open("Enter the deal").fill_amount("Total", 16).save_and_see_table()
    bob.open("Enter the deal").choose("Cards").pick_cards("Cards", "6h", "Kd").save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=0, Bob=6, Cy=-6).sees("Bob held the 6♥")
        phone.sees("Farm 6 · with antes of 2 · Bob farms")

    # Deal 3: two have 16, and only the number of cards can decide.
    bob.open("Enter the deal").choose("Total").fill_amount("Total", 10).save_and_see_table()
    ann.open("Enter the deal").fill_amount("Total", 16).step("More: Number of cards", 3)
    ann.save_and_see_table()
    cy.open("Enter the deal").fill_amount("Total", 16).save_and_see_table()
    for phone in everybody:
        phone.sees("Waiting for how many cards Cy has")
    cy.open("Change for Cy").fill_amount("Number of cards", 2).save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-2, Bob=4, Cy=-2).sees("Cy farms")

    # Bob had 15 in deal 1, as close as Ann, and pays nobody.
    bob.open_correction(1, "Bob").take_back("Cards", "3c").pick_cards("Cards", "5c")
    bob.save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-4, Bob=6, Cy=-2)

    # Deal 4 on the keeper's phone; what lies in the farm is shared out when they stop.
    ann.open_whole("deal")
    for name, total in (("Ann", 12), ("Bob", 14), ("Cy", 10)):
        ann.fill_amount(f"{name}: Total", total)
    ann.save_and_see_table()
    for phone in everybody:
        phone.sees_balances(Ann=-8, Bob=8, Cy=-6).sees("Farm 12")
    bob.open_from_menu("End Game")
    bob.choose_chip("There are still 6 in the farm: decide who gets them.", "Share it out")
    bob.sees("Ann pays Bob 6").press("End Game").sees("Rematch")
    for phone in everybody:
        phone.sees("Ended after 4 deals; the farm of 6 was shared out.")
        phone.sees_balances(Ann=-6, Bob=10, Cy=-4)
        phone.sees_payments("Ann pays Bob 6", "Cy pays Bob 4")
    answer = check_against_command_line(ann)
    assert answer["farm_winner"] == [None, "Bob", "Cy", None]
    assert answer["round_scores"] == [
        {"Ann": 0, "Bob": -2, "Cy": -4},
        {"Ann": -2, "Bob": 10, "Cy": -2},
        {"Ann": -2, "Bob": -2, "Cy": 4},
        {"Ann": -4, "Bob": 2, "Cy": -4},
    ]


def test_cards_and_a_log_without_scripts(browser: Browser, server: Server) -> None:
    """Long because it types two ways, each refused first, into two games."""
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    phone = Phone(context.new_page(), has_touch=False, has_scripts=False)
    page = phone.page
    page.set_default_timeout(PATIENCE)

    def start(game: str, *names: str) -> None:
        page.goto("/games/new")
        phone.choose_game(game).line_up(*names).start_as()

    def save() -> None:
        page.get_by_role("button", name="Save", exact=True).last.click()

    start("Farmer", "Ann", "Bob")
    page.get_by_role("link", name="Enter the deal").click()
    page.get_by_role("link", name="One player at a time").click()
    cards = page.locator("[name=detailed-cards]")
    cards.fill("6h 8c")
    save()
    phone.is_refused(
        'Ann: there is no "8c" in the Farmer deck, which has no 8s and of the 6s only the 6♥.'
    )
    expect(cards).to_have_value("6h 8c")
    cards.fill("6h, 10c")
    save()
    phone.sees("Waiting for Bob")
    page.get_by_role("link", name="Enter the deal").click()
    page.get_by_label("Total", exact=True).and_(page.locator(".sum")).fill("20")
    save()
    # Bob pays the ante to the farm, which Ann takes, and to Ann, who is the farmer.
    phone.sees_balances(Ann=2, Bob=-2)

    start("Brag", "Ann", "Bob", "Cy", "Di")
    page.get_by_role("link", name="Enter the hand").click()
    page.get_by_label("Bet by bet").check()
    # It would be Ann, who was the first to sit down.
    dealer = page.get_by_role("group", name="Dealer", exact=True)
    dealer.get_by_label("Di", exact=True).check()
    log = page.get_by_label("Bets in turn")
    log.fill("Ann bets 2")
    save()
    phone.is_refused('Ann: "bets" is nothing to do; there are bet, fold, look, cover and see.')
    expect(log).to_have_value("Ann bets 2")
    log.fill("Ann bet 2\nBob fold\n\nCy fold\nDi fold")
    save()
    phone.sees_balances(Ann=3, Bob=-1, Cy=-1, Di=-1).sees("Ann took the pot of 6.")
    context.close()


def test_no_card_moves_once_the_first_is_picked(phones: Phones, server: Server) -> None:
    phone = phones(server).start("Ann", "Bob", "Cy", game="Open-Face Chinese Poker")
    phone.open_whole("hand")
    deck = phone.page.locator("details[open] .deck")
    before = deck.bounding_box()
    phone.pick_cards("Ann: Front", "5d")
    expect(phone.page.locator(".small-card")).to_have_count(1)
    assert deck.bounding_box() == before


def test_the_drawer_that_opens_next_is_in_view_and_has_the_focus(
    phones: Phones, server: Server
) -> None:
    phone = phones(server).start("Ann", "Bob", "Cy", game="Open-Face Chinese Poker")
    phone.open_whole("hand")
    last = phone.page.locator(".bottom-bar")
    next_rows = ("Ann: Middle", "Ann: Back", "Bob: Front")
    for row, cards, following in zip(
        ("Front", "Middle", "Back"), ROWS["Ann"], next_rows, strict=True
    ):
        phone.pick_cards(f"Ann: {row}", *cards.split())
        opened = phone.page.locator(".cards-field:has([open])")
        expect(opened.locator("label")).to_have_text(following)
        expect(opened.locator("summary")).to_be_focused()
        box, bar = opened.bounding_box(), last.bounding_box()
        assert box
        assert bar
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"]
    expect(phone.page.locator(".seat-row .whose").nth(1)).to_be_in_viewport()
