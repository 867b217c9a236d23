"""The book on paper, where nothing is cut off, and on a phone that is to agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.checks import check_width
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
NOTES = """## Before the first deal
- Deal **seven** cards each; the youngest cuts.
- Check the card values against the cards.

## While we play
1. No phones under the table.
2. Who goes for crisps is skipped once.

| Who | Deals |
|---|---|
| Ann | odd rounds |
| Bob | even rounds |

See [how others play](https://elsewhere.example/a/very/long/address/that/does/not/fit/a/small/phone).
"""
SITUATION = (
    "Two players slapped the last card of the draw pile at the very same moment, and nobody at "
    "the table had seen whose hand was below."
)
DECISION = "Both draw a card; whoever draws the lower one takes the pile, and the round goes on."


@dataclass
class Book:
    """A group's phone, and where its rules stand."""

    page: Page
    group: str
    rules: str


def write_book(phone: Phone) -> Book:
    """Found a group of four with rules in two versions, and ten rulings."""
    page = phone.page
    page.goto("/groups/new")
    page.get_by_label("Group name").fill("Every second Thursday")
    phone.press("Create group")
    page.wait_for_url("**/players")
    group = page.url.removesuffix("/players")
    address = f"/api/v1/groups/{group.rsplit('/', 1)[-1]}"

    def write(path: str, method: str = "POST", **body: Any) -> Any:
        version = page.request.get(address).json()["version"]
        data = {"version": version, **body}
        response = page.request.fetch(f"{address}{path}", method=method, data=data)
        assert response.ok, response.text()
        return response.json()

    for name in ("Ann", "Bob", "Maximiliane-Charlotte von Hohenstein", "李小龙"):
        write("/players", name=name)
    players = [one["id"] for one in page.request.get(address).json()["players"]]
    options: dict[str, Any] = {
        "target": 12_000,
        "squirts_value": 200,
        "values": {"10": 200, "1": 10},
    }
    options |= {"tie": "play_on", "ko_squirts": "twice"}
    cabin: dict[str, Any] = {"name": "Rules of the cabin by the lake", "notes": NOTES}
    rules = write("/house-rules", game="brownie_points", options=options, **cabin)["id"]
    one = f"/house-rules/{rules}"
    write(f"{one}/agree", players=players)
    for number in range(10):
        said = {"situation": f"{number + 1}. {SITUATION}", "decision": DECISION}
        write(f"{one}/rulings", **said, decided_by="Ann, Bob and everybody else at the table")
    write("/consent", "PUT", threshold="keeper")
    notes = NOTES.replace("seven", "eight") + "\nThe winner washes up."
    write(one, "PUT", options={"target": 9_000}, notes=notes, reason="The last bus.")
    write("/me", "PUT", players=players[:1])
    return Book(page, group, f"{group}/book/{rules}")


def test_it_fits_on_two_pages_of_paper(phones: Phones, server: Server) -> None:
    book = write_book(phones(server))
    book.page.goto(f"{book.rules}/print?version=1")
    for paper in ("A4", "Letter"):
        pdf = book.page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 2, paper
    book.page.emulate_media(media="print")
    book.page.set_viewport_size({"width": 688, "height": 1000})
    check_width(book.page, "print")
    for hidden in (".top", ".bottom-bar"):
        assert not book.page.locator(hidden).first.is_visible()
    sheet = book.page.locator("article").inner_text()
    assert sheet.count(DECISION) == 10
    for part in ("Target 12,000", "Version 1", "Agreed: Ann", "Deal seven cards", "A tie at the"):
        assert part in " ".join(sheet.split()), part


def test_a_change_is_agreed_to_where_it_is_seen(phones: Phones, server: Server) -> None:
    book = write_book(phones(server))
    book.page.goto(f"{book.group}/book")
    box = book.page.locator(".agree-box")
    assert "12,000" in box.inner_text()
    assert "Deal eight" in box.inner_text()
    book.page.get_by_role("button", name="I agree").tap()
    box.wait_for(state="detached")


def test_new_house_rules_are_named_only_where_a_ruling_begins_them(
    phones: Phones, server: Server
) -> None:
    phone = phones(server)
    page = write_book(phone).page
    uid = page.url.rsplit("/", 2)[-2]
    body = {"game": "brownie_points", "players": ["Ann", "Bob"], "group": uid}
    table = page.request.post("/api/v1/games", data=body).json()["game"]["id"]
    page.goto(f"/games/{table}/rulings")
    name = page.get_by_label("Name of the new house rules")
    expect(name).to_be_hidden()
    phone.tap(page.get_by_label("New house rules", exact=True))
    expect(name).to_be_visible()
