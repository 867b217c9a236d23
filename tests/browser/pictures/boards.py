"""The board on a television and a tablet, and the pictures to share."""

from __future__ import annotations

from datetime import date
from typing import Any

from scorecard.drawing.poster import SIZES
from tests.browser.phone import Phone
from tests.browser.pictures.bins import found
from tests.browser.pictures.bins import start as begin
from tests.browser.pictures.outbox import LONG
from tests.browser.pictures.studio import Studio, play_rounds, send
from tests.servers.server import Server

BYTES = """async (path) =>
  [...new Uint8Array(await (await fetch(path)).arrayBuffer())]"""
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
        studio.take(board, f"board of {count}, begun", is_whole=False)
        for number in range(8):
            row = [
                50 * ((seat * 7 + number * 5 + seat * number) % 23 - 3)
                for seat in range(len(names))
            ]
            play_rounds(keeper, row, at=game)
        path = f"{game}/rounds/9/seats/1"
        send(keeper, path, style="direct", score="450", confirmed="yes")
        board.sees("counted").page.wait_for_timeout(1500)
        studio.take(board, f"board of {count}", is_whole=False)
        send(keeper, f"{game}/end")
        board.sees("win").page.wait_for_timeout(1500)
        studio.take(board, f"board of {count}, ended", is_whole=False)
        studio.take_at(keeper, f"picture of {count}", f"{game}/picture")
        keep_files(studio, keeper, f"{game}/picture", count)
    studio.take_at(keeper, "share with a board", f"{game}/share")
    money(studio, server)
    season(studio, server)


def start(phone: Phone, *names: str, **more: str) -> str:
    """Start a game of Brownie Points, and return the table's address."""
    phone.page.goto("/")
    fields = {"target": "6000", **{name.lower(): value for name, value in more.items()}}
    return send(phone, "/games/new/brownie_points", player=names, confirmed="yes", **fields)


def watch(keeper: Phone, board: Phone, game: str) -> None:
    """Let a television in by the link for boards."""
    keeper.page.goto(f"{game}/share")
    link = keeper.page.locator("input.link").last.input_value()
    board.page.goto(link[link.index("/join") :])
    board.tap(board.page.locator("form button"))
    board.page.wait_for_selector(".board")


def keep_files(studio: Studio, phone: Phone, path: str, name: str) -> None:
    """Keep a picture itself beside the screens, in both shapes."""
    for shape in SIZES:
        image = phone.page.evaluate(BYTES, f"{path}/{shape}.png")
        studio.camera.keep(f"{name}, {shape}", bytes(image))


def money(studio: Studio, server: Server) -> None:
    """Play for money, which ends with who pays whom."""
    keeper = studio.phone(server)
    keeper.page.goto("/")
    path = send(keeper, "/games/new/ace_deuce_jack", player=SIX[:4], confirmed="yes")
    game = path
    keeper.page.goto(f"{game}/board")
    studio.take(keeper, "board of a money game", is_whole=False)


def season(studio: Studio, server: Server) -> None:
    """Play some games of a season, and look at its picture."""
    keeper = studio.phone(server)
    keeper.page.goto("/")
    group = found(keeper)
    today = date.today().isoformat()  # noqa: DTZ011 - as a person would type it
    address = send(keeper, f"{group}/seasons/new", name="Autumn", starts_on=today, scheme="places")
    for number in range(3):
        table = begin(keeper, group, "Ann", LONG, "Cy")
        play_rounds(keeper, (450, 300 * number, 100), at=table)
        send(keeper, f"{table}/end")
    studio.take_at(keeper, "season picture", f"{address}/picture")
    keep_files(studio, keeper, f"{address}/picture", "season")
