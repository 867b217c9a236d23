"""The table on a phone: rows to tap, the score sheet, what comes next, and what was just done."""

from __future__ import annotations

from collections.abc import Callable

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
