"""A table without network: what waits, what collides, what is refused, what is kept."""

from __future__ import annotations

from tests.browser.phone import Phone
from tests.browser.pictures.studio import Studio, play_rounds

LONG = "Maximiliane-Charlotte von Hohenstein"
NAMES = ("Ann", LONG, "李小龙", "Zoë", "Cy", "Di", "Ed", "Flo")


def play(studio: Studio) -> None:
    """Let the network of phones fail at a large table, and of two at a small one."""
    _keep_on_counting(studio)
    _meet_again(studio)


def _score(phone: Phone, number: int, seat: int, points: int) -> Phone:
    phone.open_count(number, seat).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    return phone


def _keep_on_counting(studio: Studio) -> None:
    server = studio.server()
    network = studio.network(server)
    ann = studio.phone(network).start(*NAMES, me="Ann", target=10_000)
    page = ann.page
    row = (1_250, 1_200, -250, 700, 0, 50, 400, -1_050)
    play_rounds(ann, row, row[::-1])
    ann.one_by_one().keeps("/end", "1,600").keeps("/count").is_live()
    network.cut()
    studio.take(ann.is_not_live(), "offline table")
    ann.open("Count cards").page.wait_for_url("**/rounds/3/seats/1")
    studio.take(ann.tap_cards("pile", {"10": 2, "7": 1}), "offline count")
    ann.save("Save & next").page.wait_for_url("**/rounds/3/seats/2")
    studio.take(ann.sees("will be sent when"), "offline next count")
    ann.choose("Just the total").page.get_by_label("Round score").fill("-1250")
    ann.save().page.wait_for_selector("#sheet")
    studio.take(ann.sees("2 counts will be sent when"), "offline waiting")
    ann.press("Undo")
    ann.open_from_menu("End Game").press("End Game").page.wait_for_selector("#sheet")
    studio.take(ann.open_tray(), "offline tray")
    ann.tap(page.get_by_role("button", name="Discard").last)
    studio.take(ann.sees("Discarded"), "offline discarded")
    ann.tap(page.locator("summary[aria-label=Menu]")).open("Settings")
    studio.take(ann.sees("isn’t saved on your phone"), "offline not kept")
    ann.open("Scorecard").sees("Join with a code")
    studio.take(ann, "offline home")
    ann.tap(page.get_by_role("link", name="New game"))
    studio.take(ann.sees("isn’t saved on your phone"), "offline not kept from home")


def _meet_again(studio: Studio) -> None:
    """Long because it is one story, in which each step needs the one before."""
    server = studio.server()
    network = studio.network(server)
    ann = studio.phone(server).start("Ann", LONG, "Cy", me="Ann")
    bob = studio.phone(network).join(ann, LONG)
    play_rounds(ann, (450, 300, -50))

    bob.open_count(2, 2).choose("Card by card")
    bob.tap_cards("pile", {"10": 3, "3": 2, "7": 4, "dog_house": 1}).tap_cards("hand", {"9": 2})
    network.cut()
    _keep(bob.save())
    _score(ann, 2, 2, 450).save_and_see_table()
    network.heal()
    studio.take(_back(bob).open_tray().sees("Keep theirs"), "collision")
    bob.press("Save mine instead").page.locator("#outbox").wait_for(state="detached")

    bob.open_count(2, 2).choose("Card by card").tap_cards("pile", {"7": 5})
    network.cut()
    _keep(bob.save())
    network.heal()
    studio.take(_back(bob).open_tray().sees("you counted"), "waiting and refused")
    bob.tap(bob.page.get_by_role("link", name="Change it")).page.wait_for_url("**/seats/2*")
    studio.take(bob, "refused and changed")
    bob.open_tray().press("Discard").sees("Discarded")

    bob.page.goto(f"{bob.table}/end")
    network.cut()
    _keep(bob.press("End Game"))
    _score(ann, 2, 1, 100).save_and_see_table()
    network.heal()
    studio.take(_back(bob).open_tray().sees("Do it anyway"), "too late")
    _discard(bob, "Do it anyway")

    _score(bob, 2, 2, 300)
    network.cut()
    _keep(bob.save())
    ann.end_game()
    network.heal()
    bob.page.goto(bob.table)
    studio.take(bob.open_tray().sees("goes out when the game goes on"), "after the end")
    _discard(bob, "goes out when the game goes on")
    ann.press("Reopen").sees("Count cards")

    _score(bob, 2, 2, 300)
    network.cut()
    _keep(bob.save())
    ann.page.goto(f"{ann.table}/devices")
    ann.unfold("Remove").press("Remove").sees("Only this phone is here so far")
    # The table would load itself anew at any moment, to say that it is shut.
    bob.page.goto("about:blank")
    network.heal()
    bob.page.goto(bob.table)
    studio.take(bob.open_tray().sees("What you typed is safe"), "sent out")
    studio.take_at(bob, "sent out at home", "/")


def _keep(phone: Phone) -> None:
    """Wait until a write waits on the phone, and the phone has come to rest at the table."""
    phone.page.wait_for_selector("#outbox")
    phone.page.wait_for_selector("#sheet")


def _back(phone: Phone) -> Phone:
    """Wait until the table has come again in place of the one that was kept."""
    phone.page.locator(".as-of").wait_for(state="detached")
    return phone


def _discard(phone: Phone, shown: str) -> None:
    """Discard what asks, and wait until the phone has put it down: it may go elsewhere next."""
    phone.press("Discard").page.get_by_text(shown).wait_for(state="detached")
