"""Servers die, networks break, phones sleep: nothing acknowledged is lost, and all go on alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.clients import Phone as Program
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]


def count_directly(phone: Phone, number: int, seat: int, points: int) -> Phone:
    phone.open_count(number, seat).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    return phone


def test_a_killed_server_loses_nothing_and_every_phone_goes_on(
    phones: Phones, own_server: Server
) -> None:
    ann = phones(own_server).start("Ann", "Bob", "Cy", me="Ann")
    code, link = ann.invitation()
    bob = phones(own_server).join_by_code(code, "Bob")
    cy = phones(own_server).join_by_link(link, "Cy")
    count_directly(ann, 1, 1, 450).save_and_see_table()
    count_directly(bob, 1, 2, 300).save_and_see_table()
    count_directly(cy, 1, 3, -150).save_and_see_table()
    count_directly(bob, 2, 2, 600).save_and_see_table()
    for phone in (ann, bob, cy):
        phone.sees("+600").is_live()

    count_directly(cy, 2, 3, 700)
    own_server.kill()
    ann.is_not_live()
    cy.save().sees("1 count will be sent when you’re online")
    own_server.start()

    # Whatever was acknowledged is there; what was being saved goes out by itself, once.
    cy.page.wait_for_selector("#sheet")
    for phone in (ann, bob, cy):
        phone.is_live().sees("+700").sees("Waiting for Ann").sees_totals(Ann=450, Bob=300, Cy=-150)
    own_server.kill()
    own_server.start()
    for phone in (ann, bob, cy):
        phone.is_live()
    count_directly(ann, 2, 1, 50).save_and_see_table()
    for phone in (ann, bob, cy):
        phone.sees_totals(Ann=500, Bob=900, Cy=550)
    sheet = ann.page.request.get(f"/api/v1/games/{ann.uid}").json()
    assert [len(round_["entries"]) for round_ in sheet["rounds"]] == [3, 3]


def test_a_phone_without_network_says_so_and_comes_back_by_itself(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(network).join(ann, "Bob")
    bob.is_live()
    network.cut()
    bob.is_not_live()
    count_directly(ann, 1, 1, 450).save_and_see_table()
    expect(bob.page.locator("#sheet")).not_to_contain_text("+450")
    network.heal()
    expect(bob.page.locator("#sheet")).to_contain_text("+450")
    bob.is_live()


def test_a_phone_that_slept_shows_the_present_sheet_at_once(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(network).join(ann, "Bob")
    bob.is_live()
    # Asleep: the radio is off, and the page does not run, so no timer of its own can help.
    session = bob.page.context.new_cdp_session(bob.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    network.cut()
    count_directly(ann, 1, 1, 450).save_and_see_table()
    time.sleep(1)
    network.heal()
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expect(bob.page.locator("#sheet")).to_contain_text("+450")
    bob.is_live()


def test_a_count_without_network_waits_and_arrives_once(phones: Phones, network: Network) -> None:
    keeper = phones(network).start("Ann", "Bob")
    keeper.open_count(1, 1).tap_cards("pile", {"10": 2})
    network.cut()
    keeper.save().sees("1 count will be sent when you’re online")
    keeper.sees("Ann’s count, round 1 = 300")
    network.heal()
    keeper.page.wait_for_selector("#sheet")
    # While it waits, the table says "+300" as well.
    expect(keeper.row("Ann")).to_contain_text("counted +300")
    changes = keeper.page.request.get(f"/api/v1/games/{keeper.uid}/changes").json()["changes"]
    assert [change["kind"] for change in changes].count("counted") == 1


def test_a_file_chosen_without_network_stays_and_is_looked_at_once_there_is_one(
    phones: Phones, server: Server
) -> None:
    ann = phones(server)
    ann.page.goto("/groups/import")
    file: Any = {"name": "group.json", "mimeType": "application/json", "buffer": b"{}"}
    ann.page.set_input_files("#file", files=[file])
    ann.page.context.set_offline(True)
    ann.press("Preview").sees("Offline. Leave this page open: it goes out once you’re online.")
    ann.page.context.set_offline(False)
    expect(ann.page.locator("#file-error")).to_be_visible()


def test_what_waits_for_a_round_to_end_is_not_said_to_wait_for_the_network(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(server).join(ann, "Bob")
    for number in (2, 3):
        count_directly(bob, number, 2, 100).save_and_see_table()
    expect(bob.page.locator("#outbox summary")).to_have_text("2 not sent yet")
    bob.open_tray().sees("After the one above")
    count_directly(bob, 1, 2, 100).save()
    count_directly(ann, 1, 1, 450).save_and_see_table()
    expect(bob.page.locator("#outbox summary")).to_have_text("1 not sent yet")


def test_what_was_tapped_survives_a_reload(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).tap_cards("pile", {"10": 2, "3": 1}).switch("Squirts")
    keeper.page.reload()
    keeper.sees("= 250")
    assert keeper.page.locator("#pile-10").input_value() == "2"
    keeper.save_and_see_table().sees("+250")
    # Saved is saved: the draft does not come back over it.
    keeper.open_count(1, 1)
    keeper.page.get_by_role("button", name="One 10 less, points pile").tap()
    keeper.save_and_see_table().sees("+100")
    keeper.open_count(1, 1).sees("= 100")


def test_a_refused_count_stays_filled_in(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).tap_cards("pile", {"7": 9}).sees("1 too many").save()
    keeper.sees("The deck has 8 × rank 7, but you counted 9: Ann 9.")
    expect(keeper.page.locator("#pile-7")).to_have_value("9")
    expect(keeper.page.locator("#pile-7")).to_have_attribute("aria-invalid", "true")
    keeper.page.get_by_role("button", name="One 7 less, points pile").tap()
    keeper.save_and_see_table().sees("+800")


def test_the_slower_of_two_phones_sees_both_counts(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(server).join(ann, "Bob")
    count_directly(ann, 1, 2, 500)
    count_directly(bob, 1, 2, 450).save_and_see_table()
    ann.sees("Bob has entered this count meanwhile.")
    ann.save().sees("Bob entered Round score 450")
    assert ann.page.get_by_label("Round score").input_value() == "500"
    ann.page.get_by_role("button", name="Save mine instead").tap()
    ann.page.wait_for_selector("#sheet")
    bob.sees("+500")


def test_a_phone_that_is_sent_out_is_told(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(server).join(ann, "Bob")
    bob.is_live()
    ann.page.goto(f"{ann.table}/devices")
    expect(ann.page.get_by_role("button", name=re.compile("^Remove"))).to_be_hidden()
    ann.unfold("Remove").sees("Removing a phone renews the code and the links.").press("Remove")
    bob.sees("The scorekeeper has removed this phone from the game.")


def test_a_form_that_is_open_to_nobody_any_more_says_so_where_it_was_tapped(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    code, _link = ann.invitation()
    bob = phones(server).join_by_code(code, "Bob")
    bob.page.goto(f"{bob.table}/me")
    ann.page.goto(f"{ann.table}/devices")
    ann.unfold("Remove").press("Remove")
    expect(ann.page.locator(".cards > li")).to_have_count(1)
    heading = bob.page.locator("h1").inner_text()
    bob.tap(bob.page.locator("form[data-send] button:visible").first)
    note = bob.page.locator("[data-note]")
    expect(note).to_have_text("The scorekeeper has removed this phone from the game.")
    expect(bob.page.locator("h1")).to_have_text(heading)


def test_a_page_of_a_phone_with_too_many_open_is_live_again_once_it_is_looked_at(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann").is_live()
    elsewhere = Program("ann", server.port)
    elsewhere.cookies = {one["name"]: one["value"] for one in ann.page.context.cookies()}
    path = f"/games/{ann.uid}/events"
    pages = [elsewhere.listen(path, 60) for _ in range(6)]
    assert {next(page)[0] for page in pages} == {"sheet"}
    ann.is_not_live()
    # By itself it does not come back: none of the others would hear of this.
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    entry = {"version": elsewhere.get(f"/games/{ann.uid}")["version"], "entry": {"score": 450}}
    elsewhere.do("PUT", f"/games/{ann.uid}/rounds/1/entries/1", entry)
    for page in pages:
        assert next(name for name, _data in page if name != "beat") == "sheet"
    ann.page.evaluate("dispatchEvent(new Event('focus'))")
    ann.is_live()
    elsewhere.hang_up()
    for page in pages:
        page.close()
