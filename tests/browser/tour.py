"""A tour of half a minute: two phones and a television through the beginning of an evening.

``python -m tests.browser.tour`` plays it on a server of its own and draws what README shows: the
tour as a moving picture, and some of its screens.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Error, Page, ViewportSize, sync_playwright

from tests.browser.browsers import ARGUMENTS, find
from tests.browser.conftest import PHONE, USUAL, phone_in
from tests.browser.phone import Phone
from tests.servers.server import Server

FOLDER = Path(__file__).parents[2] / ".pictures"
TELEVISION: ViewportSize = {"width": 1280, "height": 720}
SIZE = (1180, 560)
PHONE_SIZE = (234, 506)
BOARD_SIZE = (600, 338)
PLACES = ((26, 27), (286, 27), (546, 111))
"""Where the two phones and the television stand in the picture."""
CLOTH, EDGE = "#e9dcc3", "#3b2417"
CORNER = 22
SHORT, USUAL_TIME, LONG = 700, 1_400, 2_600
"""Milliseconds for which something is shown."""
QUALITY = 72
TRIES = 3
ROUNDS = ((400, 250), (350, 500), (600, -50), (200, 450))
"""What Cy and Di count in the rounds that are played while nobody looks."""


@dataclass
class Tour:
    """The three screens, and what was seen of them so far, with the time for which it is shown."""

    ann: Phone
    bob: Phone
    board: Page
    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def look(self, milliseconds: int = USUAL_TIME) -> None:
        """Take the next picture."""
        for page in (self.ann.page, self.bob.page, self.board):
            page.wait_for_load_state()
        self.frames.append(_composed(self.ann.page, self.bob.page, self.board))
        self.times.append(milliseconds)

    @property
    def seconds(self) -> float:
        """How long the tour takes."""
        return sum(self.times) / 1000

    def keep(self, path: Path) -> None:
        """Write the tour as a moving picture that begins again."""
        first, *others = self.frames
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=self.times,
            loop=0,
            quality=QUALITY,
            method=6,
        )


def play(make: Callable[..., Phone], server: Server) -> Tour:
    """Play the beginning of an evening; ``make`` returns a phone or a television.

    Long because it is one story, in which each step needs the one before.
    """
    ann, bob = make(server), make(server)
    larger = {"viewport": TELEVISION, "is_mobile": False, "has_touch": False}
    television = make(server, **larger)
    television.has_touch = False
    bob.page.goto("/")
    television.page.goto("/rules/brownie_points")
    ann.page.goto("/")
    tour = Tour(ann, bob, television.page)
    tour.look()

    ann.start("Ann", "Bob", "Cy", "Di", me="Ann", target=2_000)
    tour.look()
    code, _link = ann.invitation()
    bob.join_by_code(code, "Bob")
    television.page.goto("/join")
    television.page.get_by_label("The code").fill(code)
    television.press("Make this screen").is_live()
    tour.look()

    ann.open_count(1, 1)
    bob.open_count(1, 2)
    tour.look()
    for cards in ({"10": 1}, {"10": 2}, {"7": 3}, {"1": 2}):
        ann.tap_cards("pile", cards)
        bob.tap_cards("pile", {"9": 1, "3": 1})
        tour.look(SHORT)
    ann.tap_cards("hand", {"4": 1})
    tour.look()
    ann.save_and_see_table().is_live()
    tour.look()
    bob.save_and_see_table().is_live()
    _count(ann, 1, {3: 450, 4: 300})
    ann.sees("Round 2")
    bob.sees("Round 2")
    tour.look(LONG)

    for number, (cy, di) in enumerate(ROUNDS, start=2):
        _count(ann, number, {1: 100 + 50 * number, 2: 500 - 50 * number, 3: cy, 4: di})
        for phone in (ann, bob):
            phone.sees(f"After round {number}" if is_last(number) else f"Round {number + 1}")
        tour.look(LONG if is_last(number) else SHORT)

    bob.page.goto(f"{bob.table}/chart")
    tour.look(LONG)
    bob.at_table().is_live()
    ann.open("End Game")
    tour.look()
    ann.press("End Game").sees("Rematch")
    bob.sees("Rematch")
    television.sees("win")
    tour.look(LONG)
    ann.page.goto(f"{ann.table}/picture")
    tour.look(2 * LONG)
    return tour


def is_last(number: int) -> bool:
    """Whether somebody reaches the target with this round."""
    return number == len(ROUNDS) + 1


def _count(phone: Phone, number: int, scores: dict[int, int]) -> None:
    address = f"/api/v1/games/{phone.uid}"
    asking = phone.page.request
    for seat, points in scores.items():
        version = asking.get(address).json()["version"]
        body = {"version": version, "entry": {"score": points}, "is_confirmed": True}
        response = asking.put(f"{address}/rounds/{number}/entries/{seat}", data=body)
        assert response.ok, response.text()


def _picture(page: Page) -> bytes:
    """Return a page as a picture; a busy Chromium may have to be asked more than once."""
    for _try in range(TRIES):
        with contextlib.suppress(Error):
            return page.screenshot()
        page.wait_for_timeout(SHORT)
    return page.screenshot()


def _composed(ann: Page, bob: Page, board: Page) -> Image.Image:
    picture = Image.new("RGB", SIZE, CLOTH)
    for page, size, place in zip(
        (ann, bob, board), (PHONE_SIZE, PHONE_SIZE, BOARD_SIZE), PLACES, strict=True
    ):
        screen = Image.open(io.BytesIO(_picture(page))).convert("RGB")
        screen = screen.resize(size, Image.Resampling.LANCZOS)
        mask = Image.new("L", size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), CORNER, 255)
        left, top = place
        frame = (left - 6, top - 6, left + size[0] + 5, top + size[1] + 5)
        ImageDraw.Draw(picture).rounded_rectangle(frame, CORNER + 6, EDGE)
        picture.paste(screen, place, mask)
    return picture


def main() -> int:
    """Play the tour and draw what README shows."""
    complaints: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        server = Server(Path(folder)).start()

        def make(server: Server, **options: object) -> Phone:
            given = {**USUAL, "viewport": PHONE, "base_url": server.url, **options}
            return phone_in(browser.new_context(**given), complaints)

        try:
            tour = play(make, server)
        finally:
            server.stop()
            browser.close()
    FOLDER.mkdir(exist_ok=True)
    tour.keep(FOLDER / "tour.webp")
    print(f"{len(tour.frames)} pictures, {tour.seconds:.0f} seconds")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
