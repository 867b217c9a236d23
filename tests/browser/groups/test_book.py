"""The book on three phones: agreed on, changed, played by, amended, looked up, and read offline."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from playwright.sync_api import Route, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]


@dataclass
class Circle:
    """A group's address and the phones of Ann, its keeper, and of others."""

    group: str
    ann: Phone
    others: list[Phone]


def gather(phones: Phones, server: Server | Network, *names: str) -> Circle:
    """Found a group on Ann's phone; everybody else named joins with a phone of their own."""
    ann = phones(server)
    page = ann.page
    page.goto("/groups/new")
    page.get_by_label("Group name").fill("Thursday")
    ann.press("Create group")
    page.wait_for_url("**/players")
    group = page.url.removesuffix("/players")
    people = page.get_by_role("list", name="Players")
    for name in ("Ann", *names):
        page.locator("input[name=name]").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(people).to_contain_text(name)
    page.goto(f"{group}/me")
    ann.press("Ann").page.wait_for_url(group)
    page.goto(f"{group}/share")
    link = page.locator(".link a").first.get_attribute("href") or ""
    others = []
    for name in names:
        phone = phones(server)
        phone.page.goto(link[link.index("/groups") :])
        phone.press(name).page.wait_for_url(group)
        others.append(phone)
    return Circle(group, ann, others)


def write_down(circle: Circle, notes: str = "") -> None:
    """Write down house rules called Cabin, to 12,000, and agree to them on the other phones."""
    page = circle.ann.page
    page.goto(f"{circle.group}/book")
    circle.ann.open("New house rules")
    page.get_by_role("link", name=re.compile("Brownie Points")).first.tap()
    page.wait_for_url("**/new/*")
    page.get_by_label("Name", exact=True).fill("Cabin")
    page.get_by_label("Target").fill("12000")
    if notes:
        page.locator("textarea[name=notes]").fill(notes)
    circle.ann.press("Save house rules").sees("version 1")
    for phone in circle.others:
        phone.page.goto(circle.group)
        phone.sees("Cabin is new to you").open("Read Cabin").press("I agree")
        expect(phone.page.locator(".agree-box")).to_have_count(0)


def start(circle: Circle, *names: str) -> None:
    """Fill in the form of a new game of the group on Ann's phone, and press Start."""
    page = circle.ann.page
    page.goto(f"/games/new/brownie_points?group={circle.group.rsplit('/', 1)[-1]}")
    circle.ann.line_up(*names)
    page.get_by_role("button", name="Start", exact=True).tap()


def sit_down(circle: Circle) -> None:
    """Open the table that Ann's phone shows on every other phone."""
    page = circle.ann.page
    page.wait_for_selector("#sheet")
    for phone in (circle.ann, *circle.others):
        phone.table = page.url
        if phone is not circle.ann:
            phone.page.goto(circle.group)
            phone.page.get_by_role("link", name="Brownie Points").first.tap()
            phone.page.wait_for_selector("#sheet")
        phone.is_live()


def count(phone: Phone, number: int, seat: int, points: int) -> None:
    phone.open_count(number, seat).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    phone.save_and_see_table()


def test_the_server_counts_votes_and_tells_who_listens(phones: Phones, server: Server) -> None:
    """Long because it is one story, from a proposal to what the server makes of the votes."""
    circle = gather(phones, server, "Bob")
    ann, (bob,) = circle.ann, circle.others
    write_down(circle)
    ann.page.goto(f"{circle.group}/book/consent")
    ann.page.get_by_label("Days to vote").fill("1")
    ann.press("Save").sees("after 1 day, no answer")
    bob.page.goto(f"{circle.group}/book")
    bob.page.get_by_role("link", name=re.compile("Cabin")).first.tap()
    bob.open("Propose a change")
    bob.page.get_by_label("Target").fill("9000")
    bob.page.get_by_label("Why?").fill("Shorter evenings")
    bob.press("Propose it").sees("Vote until")

    # What is typed into one form of a page outlives another one's answer, and not its own.
    comment = bob.page.get_by_label("Your comment")
    comment.fill("Or 10,000?")
    chosen = bob.page.get_by_role("button", pressed=True)
    bob.page.context.set_offline(True)
    bob.press("No").sees("Offline. Leave this page open")
    expect(chosen).to_have_text("No")
    bob.page.context.set_offline(False)
    expect(bob.page.locator(".tally")).to_contain_text("No Bob")
    bob.press("Yes")
    expect(chosen).to_have_text("Yes")
    expect(comment).to_have_value("Or 10,000?")
    bob.press("Send").sees("Delete this comment")
    expect(comment).to_have_value("")

    # Of two votes tapped one after the other the later one counts, however slow the line is.
    under_way: list[Route] = []

    def hold(route: Route) -> None:
        under_way.append(route)

    bob.page.route("**/vote", hold, times=1)
    with bob.page.expect_request("**/vote"):
        bob.press("No")
    bob.press("Yes")
    with bob.page.expect_request("**/vote"):
        under_way[0].continue_()
    expect(chosen).to_have_text("Yes")
    ann.page.goto(circle.group)
    ann.sees("Proposal for Cabin").is_live()
    with closing(sqlite3.connect(server.folder / "scorecard.db")) as database, database:
        database.execute("UPDATE proposals SET deadline = at WHERE deadline IS NOT NULL")
    told = ann.page.get_by_role("status").filter(has_text="The deadline has passed")
    expect(told).to_contain_text("a change of Cabin was adopted")
    expect(ann.page.locator("body")).not_to_contain_text("Proposal for")
    ann.open("Read it").sees("Adopted")


def test_three_phones_agree_play_amend_and_look_up(phones: Phones, server: Server) -> None:
    """Long because it is one story, in which each step needs the one before."""
    circle = gather(phones, server, "Bob", "Cy")
    ann, (bob, cy) = circle.ann, circle.others
    write_down(circle)
    ann.page.goto(f"{circle.group}/book")
    ann.open("Change that")
    ann.page.get_by_label("most votes").check()
    ann.press("Save").sees("Changes need most votes")

    # Proposed by one, adopted with another one's yes; the third is not there.
    ann.page.get_by_role("link", name=re.compile("Cabin")).first.tap()
    ann.open("Propose a change")
    ann.page.get_by_label("Why?").fill("Too cheap to hurt")
    squirts = ann.page.get_by_label("Squirts costs")
    if not squirts.is_visible():
        ann.page.locator("details.more summary").first.tap()
    squirts.fill("200")
    ann.press("Propose it").sees("Not voted yet")
    bob.page.goto(circle.group)
    bob.sees("Proposal for Cabin").open("Vote Cabin")
    bob.press("Yes").sees("Adopted")

    # The absent member is told exactly what changed, one tap from the group's page.
    cy.page.goto(circle.group)
    cy.sees("Cabin changed").open("Read Cabin")
    notice = cy.page.locator(".agree-box")
    expect(notice).to_contain_text("Cabin changed since you last agreed")
    expect(notice).to_contain_text("Squirts costs")
    expect(notice).to_contain_text("200")
    expect(notice).to_contain_text("Too cheap to hurt")

    # Without Cy's agreement it starts only once that is confirmed, and the sheet goes on saying so.
    start(circle, "Ann", "Bob", "Cy")
    ann.sees("Cy agreed to version 1; changed since: Squirts costs. Now at version 2.")
    assert ann.page.locator("input[name=player]").nth(2).input_value() == "Cy"
    ann.press("Start anyway")
    sit_down(circle)
    for phone in (ann, bob, cy):
        phone.sees("Cabin, version 2")
        phone.sees("Cy agreed only to version 1.")

    # Amended in mid-game: asked on one phone, answered on the others, in force on all at once.
    for seat, phone in enumerate((ann, bob, cy), start=1):
        count(phone, 1, seat, 100)
        phone.is_live()
    bob.open_from_menu("Settings").open("Change the rules of this game…")
    bob.page.get_by_label("Target").fill("5000")
    bob.page.get_by_label("Why?").fill("It is late")
    bob.press("Ask the table").sees("Waiting for Ann and Cy")
    for phone in (ann, cy):
        phone.sees("Bob asks to change the rules of this game").sees("Target 5,000 (now 12,000)")
    expect(bob.page.get_by_role("button", name="I agree")).to_have_count(0)
    ann.press("Ann: I agree")
    bob.sees("Waiting for Cy")
    cy.press("Cy: I agree")
    for phone in (ann, bob, cy):
        phone.sees("From round 2: Target 5,000 (before 12,000)").sees("to 5,000")
        expect(phone.page.locator(".wish")).to_have_count(0)

    # Looked up and not found, so it is settled now; then found by a misspelt word.
    cy.open_from_menu("Rules")
    question = cy.page.get_by_label("Look something up")
    question.fill("squrits")
    expect(cy.page.locator(".found").first).to_contain_text("Squirts costs: 200")
    question.fill("elbow")
    cy.sees("Nothing about “elbow”").open("Settle it now")
    expect(cy.page.get_by_label("What was unclear?")).to_have_value("elbow")
    cy.page.get_by_label("What was unclear?").fill("Bob slapped with his elbow")
    cy.page.get_by_label("How is it settled?").fill("Elbows do not count.")
    cy.press("Save ruling").sees("Should it be a rule for good?")
    cy.open("Make it a note…").sees("Elbows do not count.")
    bob.page.locator(".table-head").get_by_role("link", name="Cabin, version 2").tap()
    bob.page.get_by_label("Look something up").fill("elbwos")
    found = bob.page.locator(".found li").first
    expect(found).to_contain_text("Elbows do not count.")
    found.get_by_role("link").tap()
    expect(bob.page.locator(".ruling:focus")).to_contain_text("Bob slapped with his elbow")

    # A rematch asks again, and says what it plays otherwise than the book.
    ann.at_table().sees("Cabin, version 2, target 5,000")
    ann.end_game().press("Rematch").sees("Cy agreed to version 1; changed since: Squirts costs.")
    ann.press("Start anyway").page.wait_for_url(lambda url: url != ann.table)
    ann.sees("Cabin, version 2, target 5,000").sees("Cy agreed only to version 1.")


def test_a_rematch_that_waited_is_asked_about(
    phones: Phones, server: Server, network: Network
) -> None:
    circle = gather(phones, network)
    write_down(circle)
    ann, page = circle.ann, circle.ann.page
    page.goto(f"/games/new/brownie_points?group={circle.group.rsplit('/', 1)[-1]}")
    ann.line_up("Ann", "Bob")
    ann.press("Start").press("Start anyway")
    page.wait_for_selector("#sheet")
    ann.table = page.url
    ann.end_game().is_live()
    network.cut()
    ann.is_not_live().press("Rematch")
    ann.open_tray()
    network.heal()
    tray = page.locator("#outbox")
    expect(tray).to_contain_text("Bob is new to Cabin. Now at version 1.")
    tray.get_by_role("button", name="Save anyway").tap()
    ann.open("Join the rematch").sees("Cabin, version 1").sees("Bob is new to Cabin")


def test_what_is_chosen_fills_in_the_settings(phones: Phones, server: Server) -> None:
    circle = gather(phones, server, "Bob")
    write_down(circle)
    page = circle.ann.page
    page.goto(f"/games/new/brownie_points?group={circle.group.rsplit('/', 1)[-1]}")
    circle.ann.unfold_settings()
    expect(page.get_by_label("Cabin")).to_be_checked()
    target, named = page.get_by_label("Target"), page.locator("[data-rules]")
    expect(target).to_have_value("12000")
    expect(named).to_have_text("Cabin")
    page.get_by_label("No house rules").check()
    expect(target).to_have_value("")
    expect(named).to_have_text("")
    page.get_by_label("Cabin").check()
    expect(target).to_have_value("12000")
    # What was changed by hand stays.
    target.fill("9000")
    page.get_by_label("No house rules").check()
    expect(target).to_have_value("9000")


def test_the_book_is_read_without_network(phones: Phones, server: Server, network: Network) -> None:
    circle = gather(phones, network, "Bob")
    write_down(circle, "# Slaps\n\nFlat hands only.")
    start(circle, "Ann", "Bob")
    sit_down(circle)
    ann, bob = circle.ann, circle.others[0]
    bob.page.goto(f"{bob.table}/rulings?q=elbow")
    bob.page.get_by_label("How is it settled?").fill("Elbows do not count.")
    bob.press("Save ruling").sees("Settled")
    # Ann's phone has only ever had the table open; it fetches the book again by itself.
    ann.keeps("/rules", "Elbows do not count.").has_worker()
    network.cut()
    ann.is_not_live()
    page = ann.page
    page.locator(".table-head").get_by_role("link", name="Cabin, version 1").tap()
    ann.sees("Offline. Last updated").sees("Flat hands only.").sees("Elbows do not count.")
    ann.sees("Target: 12,000")
    page.get_by_label("Look something up").fill("hands flat")
    expect(page.get_by_text("Elbows do not count.")).not_to_be_visible()
    expect(page.get_by_text("Flat hands only.")).to_be_visible()
    page.get_by_label("Look something up").fill("kwijibo")
    ann.sees("Nothing about “kwijibo”.")
    ann.close_panel().open_from_menu("Rules")
    ann.sees("Flat hands only.").sees("Offline. Last updated")

    # Back in the network, it is the page itself, and finds what was not typed as it is written.
    network.heal()
    ann.close_panel().is_live().open_from_menu("Rules")
    expect(page.locator("dialog[open] .values").first).to_be_visible()
    expect(page.locator(".as-of")).to_have_count(0)
    page.get_by_role("searchbox").fill("elbwo")
    expect(page.locator("[data-found]")).to_contain_text("Elbows do not count.")


def test_its_screens_hold_on_a_small_phone(phones: Phones, server: Server) -> None:
    circle = gather(phones, server)
    write_down(circle, "# Slaps\n\n> Flat hands only.")
    phone = circle.ann
    page = phone.page
    page.set_viewport_size({"width": 320, "height": 568})
    uid = circle.group.rsplit("/", 1)[-1]
    page.goto(f"/games/new/brownie_points?group={uid}")
    look(phone, "new game")
    phone.line_up("Ann", "Maximiliane-Charlotte von Hohenstein")
    phone.press("Start").sees("Not everybody has agreed")
    look(phone, "not agreed")
    phone.press("Start anyway")
    page.wait_for_selector("#sheet")
    table = page.url
    for path in ("/rules", "/rules?q=squrits", "/rules?q=kwijibo", "/rulings?q=elbow", "/amend"):
        page.goto(f"{table}{path}")
        look(phone, path)
    page.get_by_label("Target").fill("5000")
    page.get_by_label("Why?").fill("It is late")
    page.get_by_role("button", name="Ask the table").last.tap()
    phone.sees("Waiting for Maximiliane-Charlotte von Hohenstein")
    look(phone, "wish")
    phone.press("Maximiliane-Charlotte von Hohenstein agrees").sees("For all rounds: Target 5,000")
    look(phone, "amended")


def look(phone: Phone, where: str) -> None:
    check_width(phone.page, where)
    check_with_axe(phone.page, where)
