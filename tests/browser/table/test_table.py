"""The table on a phone: rows, the score sheet, what comes next, what was done, who came late."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
PAGE_HEIGHT = "document.documentElement.scrollHeight"
NO_WAITING = """const wait = window.setTimeout;
window.setTimeout = (what, after) => wait(what, after === 6000 ? 0 : after);"""
"""What happens after six seconds happens at once."""


def play(phone: Phone, rounds: int, *scores: int, **options: object) -> None:
    """Play rounds as a program does, on the phone's own game, and look at the table."""
    table = f"/api/v1/games/{phone.uid}"
    request = phone.page.request
    game = request.get(table).json()
    version, number = game["version"], game["open_round"]["number"]
    entries = {str(seat): {"score": points} for seat, points in enumerate(scores, start=1)}
    for next_number in range(number, number + rounds):
        body = {"version": version, "entries": entries, "is_confirmed": True, **options}
        answer = request.put(f"{table}/rounds/{next_number}", data=body)
        assert answer.ok, answer.text()
        version = answer.json()["version"]
    phone.page.goto(phone.table)
    phone.page.wait_for_selector(f"#round-{number + rounds - 1}")


def test_thirty_rounds_of_four_fit_into_less_than_1600_pixels(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", "Cy", "Di", me="Ann", target=99_950)
    play(ann, 30, 450, -100, 1_200, 2_150)
    assert ann.page.locator(".score-sheet tbody tr").count() == 30


def test_a_latecomer_is_on_both_phones_at_once_and_counts(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann", target=5_000)
    code, _link = ann.invitation()
    play(ann, 2, 900, 450)
    bob = phones(server).join_by_code(code, "Bob").is_live()
    ann.open_from_menu("Players")
    ann.sees("Nobody joins after round 1, by the rules.")
    ann.page.get_by_label("with the lowest total (900)").check()
    ann.page.get_by_label("Name", exact=True).fill("Eve")
    ann.press("Let in")
    expect(ann.page.get_by_label("Name of Eve")).to_be_visible()

    bob.sees_totals(Ann=1_800, Bob=900, Eve=900)
    expect(bob.page.locator("#round-1 td").nth(2)).to_have_text("–")
    eve = phones(server).join_by_code(code, "Eve").is_live()
    eve.open_count(3, 3).choose("Just the total")
    eve.page.get_by_label("Round score").fill("650")
    eve.save_and_see_table()
    expect(bob.row("Eve")).to_contain_text("650")


def test_undo_takes_the_latecomer_off_both_phones(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann", target=5_000)
    code, _link = ann.invitation()
    play(ann, 1, 900, 450)
    bob = phones(server).join_by_code(code, "Bob").is_live()
    ann.open_from_menu("Players")
    ann.page.get_by_label("Name", exact=True).fill("Eve")
    ann.press("Let in")
    bob.sees_totals(Ann=900, Bob=450, Eve=450)
    ann.page.goto(ann.table)
    ann.open_from_menu("History").press("Undo")
    expect(bob.row("Eve")).to_have_count(0)
    bob.sees_totals(Ann=900, Bob=450)
