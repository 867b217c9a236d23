"""Writes made without a network wait on the phone, outlive it, and are done once, in order."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import starting
from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]


def count(phone: Phone, number: int, seat: int, points: int) -> Phone:
    """Open a seat's count and type points, without saving them."""
    phone.open_count(number, seat).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    return phone


def waiting(phone: Phone, label: str) -> Locator:
    """Return what waits on a phone under a label."""
    return phone.page.locator(".waiting-write").filter(has_text=label)


def sees_waiting(phone: Phone, label: str, *texts: str) -> Phone:
    """Wait until something waits on the phone, and says these things of itself."""
    line = waiting(phone, label)
    expect(line).to_have_count(1)
    phone.open_tray()
    for text in texts:
        expect(line).to_contain_text(text)
    return phone


def keeps_for_later(phone: Phone, label: str, *texts: str) -> Phone:
    """Wait until what was just saved waits on the phone, which has come to rest at its table."""
    phone.page.wait_for_selector("#sheet")
    return sees_waiting(phone, label, *texts)


def decide(phone: Phone, label: str, button: str) -> Phone:
    return phone.tap(waiting(phone, label).get_by_role("button", name=button, exact=True))


def sees_nothing_waiting(phone: Phone) -> Phone:
    expect(phone.page.locator(".waiting-write:not([data-state=discarded])")).to_have_count(0)
    return phone


def kinds(phone: Phone) -> list[str]:
    """Return what was done in a game, oldest first."""
    url = f"/api/v1/games/{phone.uid}/changes"
    answer = phone.page.evaluate("url => fetch(url).then((answer) => answer.json())", url)
    return [change["kind"] for change in reversed(answer["changes"])]


def two_at_a_table(phones: Phones, server: Server, network: Network) -> tuple[Phone, Phone]:
    """Return Ann's phone, who keeps the game, and Bob's, whose network can fail."""
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(network).join(ann, "Bob").keeps("")
    return ann, bob


@pytest.mark.parametrize("browsers", ["phones", "firefox_phones"])
def test_two_phones_without_network_finish_their_counts_and_both_stand(
    request: pytest.FixtureRequest, browsers: str, own_server: Server
) -> None:
    phones: Phones = request.getfixturevalue(browsers)
    ann = phones(own_server).start("Ann", "Bob", me="Ann").keeps("")
    bob = phones(own_server).join(ann, "Bob").keeps("")
    count(ann, 1, 1, 450)
    count(bob, 1, 2, -50)
    own_server.kill()
    keeps_for_later(ann.save(), "Ann’s count, round 1", "= 450").sees("will be sent when you’re")
    keeps_for_later(bob.save(), "Bob’s count, round 1", "= −50")
    own_server.start()
    bob.page.goto(bob.table)
    for phone in (ann, bob):
        sees_nothing_waiting(phone).at_table().sees_totals(Ann=450, Bob=-50)
    assert kinds(ann).count("counted") == 2


def test_a_count_outlives_its_phone_and_the_server(
    persistent_phone: Callable[[Server], Phone], own_server: Server
) -> None:
    ann = persistent_phone(own_server).start("Ann", "Bob", me="Ann")
    table = ann.table
    count(ann, 1, 1, 450)
    own_server.kill()
    sees_waiting(ann.save(), "Ann’s count, round 1")
    ann.page.context.close()
    own_server.start()
    ann = persistent_phone(own_server)
    ann.page.goto("/")
    sees_nothing_waiting(ann)
    ann.table = table
    ann.at_table().sees("+450").sees("Waiting for Bob")
    assert kinds(ann).count("counted") == 1


def test_an_answer_that_got_lost_is_no_second_count(
    phones: Phones, server: Server, network: Network
) -> None:
    ann, bob = two_at_a_table(phones, server, network)
    count(bob, 1, 2, 300)
    network.deaf()
    keeps_for_later(bob.save(), "Bob’s count, round 1")
    ann.sees("+300")
    network.heal()
    sees_nothing_waiting(bob)
    assert kinds(ann).count("counted") == 1


def test_where_two_counted_the_same_the_person_sees_both_and_chooses(
    phones: Phones, server: Server, network: Network
) -> None:
    ann, bob = two_at_a_table(phones, server, network)
    for number, (button, score) in enumerate(
        [("Keep theirs", 450), ("Save mine instead", 500)], start=1
    ):
        count(bob, number, 2, 500)
        network.cut()
        label = f"Bob’s count, round {number}"
        keeps_for_later(bob.save(), label, "= 500")
        count(ann, number, 2, 450).save_and_see_table()
        network.heal()
        sees_waiting(bob, label, "You typed", "Round score 500", "Ann entered", "Round score 450")
        sees_waiting(bob, label, "Ann has entered it, too. Which one counts?")
        ann.sees("+450")
        bob.at_table().sees("1 needs you")
        check_width(bob.page, label)
        check_with_axe(bob.page, label)
        decide(bob, label, button)
        sees_nothing_waiting(bob)
        count(ann, number, 1, 0).save_and_see_table()
        ann.sees_totals(Bob=450 if number == 1 else 450 + score)


def test_of_a_whole_round_what_others_counted_is_left_to_them(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(network).start("Ann", "Bob", "Cy").keeps("")
    bob, cy = (phones(server).join(ann, name) for name in ("Bob", "Cy"))
    ann.page.goto(f"{ann.table}/rounds/1/all")
    for name, points in (("Ann", 100), ("Bob", 200), ("Cy", 300)):
        ann.page.get_by_role("group", name=name).get_by_label("Round score").fill(str(points))
    network.cut()
    keeps_for_later(ann.save(), "All counts, round 1", "Ann 100 · Bob 200 · Cy 300")
    count(bob, 1, 2, 450).save_and_see_table()
    count(cy, 1, 3, 600).save_and_see_table()
    network.heal()
    for mine, whose, theirs in ((200, "Bob", 450), (300, "Cy", 600)):
        sees_waiting(ann, "All counts", f"score {mine}", f"{whose} entered", f"score {theirs}")
        decide(ann, "All counts", "Keep theirs")
    sees_nothing_waiting(ann)
    bob.sees_totals(Ann=100, Bob=450, Cy=600)


def test_a_refused_count_is_kept_and_can_be_changed(
    phones: Phones, server: Server, network: Network
) -> None:
    _ann, bob = two_at_a_table(phones, server, network)
    bob.open_count(1, 2).tap_cards("pile", {"7": 9})
    network.cut()
    keeps_for_later(bob.save(), "Bob’s count, round 1", "= 900")
    network.heal()
    bob.at_table()
    sees_waiting(bob, "Bob’s count", "The deck has 8 × rank 7, but you counted 9")
    bob.tap(waiting(bob, "Bob’s count").get_by_role("link", name="Change it"))
    # What was said of it stands by the button that saves it, and need not be said twice.
    bob.sees("= 900")
    expect(bob.page.locator("#outbox")).to_be_visible()
    expect(bob.page.locator("#outbox ul")).to_be_hidden()
    expect(bob.page.locator(".bottom-bar")).to_contain_text("you counted 9")
    bob.tap(bob.page.get_by_role("button", name="One 7 less, points pile"))
    bob.save_and_see_table().sees("+800")
    sees_nothing_waiting(bob)


def test_a_phone_that_was_sent_out_keeps_its_count_until_it_is_in_again(
    phones: Phones, server: Server, network: Network
) -> None:
    ann, bob = two_at_a_table(phones, server, network)
    bob.page.clock.install()
    count(bob, 1, 2, 300)
    network.cut()
    keeps_for_later(bob.save(), "Bob’s count").is_not_live()
    ann.page.goto(f"{ann.table}/devices")
    ann.unfold("Remove").press("Remove")
    expect(ann.page.locator(".cards > li")).to_have_count(1)
    # However long that took, and whenever the phone would try again: it hears the server's answer.
    bob.page.clock.pause_at(time.time() + 3600)
    network.heal()
    sees_waiting(bob, "Bob’s count", "has removed this phone", "What you typed is safe")
    # The page it was typed on is not open to this phone.
    expect(bob.page.get_by_role("link", name="Change it")).to_have_count(0)
    code = ann.page.locator(".code")
    old, _link = ann.invitation()
    ann.open("Invite").tap(ann.page.get_by_text("Other ways in")).press("Renew code and links")
    expect(code).not_to_have_text(old)
    bob.page.goto("/join")
    # Not before: the table would load itself anew at any moment, to say that it is shut.
    bob.page.clock.resume()
    bob.page.get_by_label("The code from the table").fill(code.inner_text())
    bob.save("Join").page.wait_for_selector("#sheet")
    sees_nothing_waiting(bob)
    ann.at_table().sees("+300")


def test_undo_and_end_game_wait_in_order(phones: Phones, server: Server, network: Network) -> None:
    ann = phones(network).start("Ann", "Bob").keeps("")
    for seat, points in ((1, 450), (2, 300)):
        count(ann, 1, seat, points).save_and_see_table()
    ann.sees_totals(Ann=450, Bob=300).is_live()
    network.cut()
    ann.press("Undo")
    sees_waiting(ann, "Undo", "Made")
    # A button tapped twice is one wish.
    ann.press("Undo")
    expect(ann.page.locator(".waiting-write")).to_have_count(1)
    network.heal()
    sees_nothing_waiting(ann)
    ann.sees_totals(Ann=0, Bob=0).open_from_menu("History").sees("Redo “Bob’s count, round 1”")
    ann.page.goto(f"{ann.table}/end")
    network.cut()
    keeps_for_later(ann.press("End Game"), "End Game")
    network.heal()
    sees_nothing_waiting(ann)
    ann.at_table().sees("Rematch")
    assert kinds(ann)[-2:] == ["undo", "ended"]


def test_undo_takes_back_what_waits_and_says_so(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(network).start("Ann", "Bob").keeps("")
    count(ann, 1, 1, 450).save_and_see_table()
    count(ann, 1, 2, 300)
    network.cut()
    keeps_for_later(ann.save(), "Bob’s count")
    for _twice in "12":
        ann.press("Undo “Bob’s count, round 1")
    sees_waiting(ann, "Undo “Bob’s count")
    expect(ann.page.locator(".waiting-write")).to_have_count(2)
    # Without the count there is nothing to take back.
    ann.tap(waiting(ann, "Bob’s count").first.get_by_role("button", name="Discard"))
    sees_nothing_waiting(ann)
    ann.tap(waiting(ann, "Bob’s count").first.get_by_role("button", name="Take it back"))
    waits = ann.page.locator(".waiting-write:not([data-state=discarded])")
    expect(waits).to_have_count(1)
    ann.press("Undo “Bob’s count, round 1")
    expect(waits).to_have_count(2)
    network.heal()
    sees_nothing_waiting(ann)
    assert kinds(ann)[-3:] == ["counted", "counted", "undo"]
    ann.sees("Waiting for Bob").open_from_menu("History").sees("Redo “Bob’s count, round 1”")


def test_what_the_rules_said_of_other_cards_does_not_stay(phones: Phones, network: Network) -> None:
    ann = phones(network).start("Ann", "Bob", me="Ann", game="Pay Me")
    ann.one_by_one().open("Enter the hand").choose("Cards").pick_cards("Cards left over", "9")
    ann.sees_preview("+10")
    network.cut()
    ann.pick_cards("Cards left over", "K")
    expect(ann.page.locator("[data-shown]")).to_have_text("")


NO_DATABASE = "IDBFactory.prototype.open = () => { throw new Error('refused'); };"
NO_STORAGE = NO_DATABASE + "Storage.prototype.setItem = () => { throw new Error('refused'); };"


def test_a_browser_that_keeps_little_keeps_what_it_can_and_says_so(
    phones: Phones, network: Network
) -> None:
    ann = phones(network)
    ann.page.add_init_script(NO_DATABASE)
    ann.start("Ann", "Bob")
    count(ann, 1, 1, 450)
    bare = ann.page.context.new_page()
    bare.add_init_script(NO_STORAGE)
    bare.goto(f"{ann.table}/rounds/1/seats/2")
    bare.locator(".ways summary").tap()
    bare.locator(".ways").get_by_text("Just the total").tap()
    bare.get_by_label("Round score").fill("300")
    network.cut()
    sees_waiting(ann.save(), "Ann’s count")
    bare.get_by_role("button", name="Save", exact=True).tap()
    Phone(bare).sees("Offline. Leave this page open")
    network.heal()
    bare.wait_for_selector("#sheet")
    ann.page.goto("/")
    sees_nothing_waiting(ann)
    ann.at_table().sees_totals(Ann=450, Bob=300)


def test_what_depends_on_a_waiting_count_is_not_taken_for_a_surprise(
    phones: Phones, server: Server, network: Network
) -> None:
    """The phone's own count moves the game; End Game made after it was made with that in mind."""
    ann = phones(network).start("Ann", "Bob").keeps("")
    end = ann.page.context.new_page()
    end.goto(f"{ann.table}/end")
    count(ann, 1, 1, 450)
    network.cut()
    keeps_for_later(ann.save(), "Ann’s count")
    end.get_by_role("button", name="End Game").tap()
    expect(end.locator(".waiting-write")).to_have_count(2)
    network.heal()
    sees_nothing_waiting(ann)
    assert kinds(ann)[-2:] == ["counted", "ended"]


def test_what_waits_stands_beside_the_totals_and_can_be_discarded_and_taken_back(
    phones: Phones, network: Network
) -> None:
    ann = starting.by_taps(phones(network), "Ann", "Bob").keeps("")
    table = ann.page.context.new_page()
    table.goto(ann.table)
    row = Phone(table).row("Ann")
    count(ann, 1, 1, 450)
    network.cut()
    keeps_for_later(ann.save(), "Ann’s count")
    expect(row).to_contain_text("450 waiting")
    expect(row.locator(".total")).to_have_text("0")
    decide(ann, "Ann’s count", "Discard")
    sees_waiting(ann, "Ann’s count", "Discarded")
    expect(row).not_to_contain_text("waiting")
    network.heal()
    table.reload()
    Phone(table).is_live()
    expect(table.locator("#outbox")).to_have_count(0)
    # The page itself has taken the place of the one that was kept, with a tray that is closed.
    expect(ann.page.locator(".as-of")).to_have_count(0)
    decide(sees_waiting(ann, "Ann’s count", "Discarded"), "Ann’s count", "Take it back")
    expect(row).to_contain_text("counted +450")
    expect(row).not_to_contain_text("waiting")


def test_a_tap_counts_although_the_tray_hears_meanwhile_what_it_shows_already(
    phones: Phones, network: Network
) -> None:
    ann = phones(network).start("Ann", "Bob").keeps("")
    count(ann, 1, 1, 450)
    network.cut()
    keeps_for_later(ann.save(), "Ann’s count")
    ann.open_tray().page.get_by_role("button", name="Discard").hover()
    ann.page.mouse.down()
    ann.page.evaluate("outbox.announce()")
    ann.page.mouse.up()
    sees_waiting(ann, "Ann’s count", "Discarded")


def test_what_only_the_server_can_score_waits_beside_its_player_without_a_sum(
    phones: Phones, network: Network
) -> None:
    ann = phones(network).start("Ann", "Bob", me="Ann", game="Pay Me")
    table = Phone(ann.page.context.new_page())
    table.page.goto(ann.table)
    ann.one_by_one().open("Enter the hand").fill_amount("Deadwood", 10)
    network.cut()
    sees_waiting(ann.save(), "Ann’s count, hand 1", "waiting to be scored")
    expect(table.row("Ann")).to_contain_text("waiting to be scored")
    expect(table.row("Bob")).not_to_contain_text("waiting")
    network.heal()
    sees_nothing_waiting(ann)
    expect(table.row("Ann")).not_to_contain_text("waiting to be")


def test_a_keeper_without_network_counts_one_round_after_another(
    phones: Phones, own_server: Server
) -> None:
    """Over plain HTTP, as in a home network: no worker, and no locks between tabs."""
    table = f"http://table.test:{own_server.port}"
    ann = phones(own_server, base_url=table).start("Ann", "Bob")
    ann.one_by_one().keeps("/count")
    other = ann.page.context.new_page()
    other.goto(ann.table)
    assert ann.page.evaluate("'locks' in navigator") is False
    own_server.kill()
    ann.is_not_live()
    for number, scores in enumerate([(450, 300), (-50, 600)], start=1):
        # The button tells where it leads, once all of the round that is seen waits.
        ann.open("Count cards" if number == 1 else "Round 2")
        for seat, points in enumerate(scores, start=1):
            ann.page.wait_for_url(f"**/rounds/{number}/seats/{seat}")
            ann.choose("Just the total").page.get_by_label("Round score").fill(str(points))
            ann.save("Save & next" if seat == 1 else "Save")
        ann.page.wait_for_selector("#sheet")
    ann.sees("4 counts will be sent when you’re online").sees_totals(Ann=0, Bob=0)
    own_server.start()
    sees_nothing_waiting(ann).at_table().sees_totals(Ann=400, Bob=900)
    expect(other.locator(".waiting-write")).to_have_count(0)
    assert kinds(ann).count("counted") == 4
