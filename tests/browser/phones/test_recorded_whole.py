"""A count that waited, and comes after somebody has recorded the hand without any."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Network, Server


def test_it_is_shown_beside_what_was_recorded_which_stays(
    phones: Callable[..., Phone], server: Server, network: Network
) -> None:
    ann = phones(server).start("Ann", "Bob", "Cy", me="Ann", game="Cucumber")
    bob = phones(network).join(ann, "Bob")
    bob.open("Enter the last trick").choose_chip("Card in the last trick", "Q")
    network.cut()
    bob.save().page.wait_for_selector("#sheet")
    ann.open_whole("hand").choose("Who took it").choose_chip("Who took the last trick?", "Cy")
    ann.choose_chip("With which card?", "7").save_and_see_table()
    network.heal()
    line = bob.page.locator(".waiting-write")
    expect(line).to_contain_text("Ann has changed hand 1 meanwhile.")
    bob.open_tray()
    expect(line).to_contain_text("You typedCard in the last trick Q")
    expect(line).to_contain_text("Ann enteredWho took the last trick? Cy")
    bob.press("Keep theirs").sees_totals(Ann=0, Bob=0, Cy=7)
