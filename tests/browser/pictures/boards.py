"""The board on a television and a tablet, and the pictures to share."""

from __future__ import annotations

from typing import Any

from tests.browser.phone import Phone
from tests.browser.pictures.outbox import LONG
from tests.browser.pictures.studio import LARGE_VIEWS, Studio, play_rounds, send

TELEVISION: dict[str, Any] = {"device_scale_factor": 1, "is_mobile": False, "has_touch": False}
TWELVE = (
    "Ann",
    LONG,
    "李小龙",
    "🍫🍫",
    "Zoë",
    "Жанна",
    "שלום",
    "<b>Bo</b>",
    "Cy",
    "Di",
    "Ed",
    "Flo",
)
SIX = ("Ann", "Bob", "Cy", "Dee", "Ed", LONG)


def play(studio: Studio) -> None:
    """Play with two, six and twelve, and look at the board before, meanwhile and at the end."""
    server = studio.server()
    for names in (("Ann", "Bob"), SIX, TWELVE):
        keeper = studio.phone(server)
        settings = {"Deck": "expansion"} if len(names) > 8 else {}
        game = start(keeper, *names, **settings)
        board = Phone(studio.phone(server, **TELEVISION).page, has_touch=False)
        watch(keeper, board, game)
        count = f"{len(names)}"
        board.is_live()
        studio.take(board, f"board of {count}, begun", is_whole=False, views=LARGE_VIEWS)
        for number in range(8):
            row = [
                50 * ((seat * 7 + number * 5 + seat * number) % 23 - 3)
                for seat in range(len(names))
            ]
            play_rounds(keeper, row, at=game)
        path = f"{game}/rounds/9/seats/1"
        send(keeper, path, style="direct", score="450", confirmed="yes")
        board.sees("counted").page.wait_for_timeout(1500)
        studio.take(board, f"board of {count}", is_whole=False, views=LARGE_VIEWS)
        send(keeper, f"{game}/end")
        board.sees("win").page.wait_for_timeout(1500)
        studio.take(board, f"board of {count}, ended", is_whole=False, views=LARGE_VIEWS)


def start(phone: Phone, *names: str, **more: str) -> str:
    """Start a game of Brownie Points, and return the table's address."""
    phone.page.goto("/")
    fields = {"target": "6000", **{name.lower(): value for name, value in more.items()}}
    path = send(phone, "/games/new/brownie_points", player=names, confirmed="yes", **fields)
    return path.removesuffix("/me")


def watch(keeper: Phone, board: Phone, game: str) -> None:
    """Let a television in by the link for boards."""
    keeper.page.goto(f"{game}/share")
    link = keeper.page.locator("input.link").last.input_value()
    board.page.goto(link[link.index("/join") :])
    board.tap(board.page.locator("form button"))
    board.page.wait_for_selector(".board")
