"""Draw the README's pictures, or every screen for looking through.

``python -m tests.browser.pictures`` draws the two pictures in ``.pictures/``; with a folder as
argument it draws every screen there, light and dark, on a phone and a small phone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.browsers import ARGUMENTS, find
from tests.browser.phone import Phone
from tests.browser.server import Server

README_PICTURES = Path(__file__).parents[2] / ".pictures"
SIZES = {"phone": (390, 844), "small": (320, 568)}


def main() -> None:
    """Play a little, and draw."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data) / "data").start()
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        try:
            if folder is None:
                draw(browser, server, README_PICTURES, "light", "phone", is_gallery=False)
            else:
                for scheme in ("light", "dark"):
                    for size in SIZES:
                        draw(browser, server, folder / f"{size}-{scheme}", scheme, size)
        finally:
            browser.close()
            server.stop()


def draw(
    browser: Browser,
    server: Server,
    folder: Path,
    scheme: Any,
    size: str,
    *,
    is_gallery: bool = True,
) -> None:
    """Play an evening on one phone, drawing its screens into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme=scheme,
    )
    phone = Phone(context.new_page())
    page = phone.page

    def take(name: str, *, is_for_readme: bool = False, is_whole: bool = False) -> None:
        if is_gallery or is_for_readme:
            page.wait_for_timeout(700)
            page.screenshot(path=folder / f"{name}.png", full_page=is_whole)

    def take_at(name: str, path: str) -> None:
        if is_gallery:
            page.goto(path)
            take(name, is_whole=True)

    take_at("home", "/")
    take_at("new game", "/games/new/brownie_points")
    phone.start("Ann", "Bob", "Cy", "Dee", me="Ann", target=10_000)
    play(phone, [(1_250, 1_200, -250, 700), (2_350, -950, 1_400, 300), (900, 1_850, 650, -400)])
    phone.open_count(4, 2).choose("Two sums")
    page.get_by_label("Points pile", exact=True).fill("1650")
    page.get_by_label("Left in hand", exact=True).fill("100")
    phone.save_and_see_table()
    phone.open_count(4, 3).choose("Score")
    page.get_by_label("Round score").fill("-300")
    phone.save_and_see_table().is_live()
    take("table", is_for_readme=True)
    take("whole table", is_whole=True)
    phone.open_count(4, 1).choose("Cards")
    phone.tap_cards("pile", {"10": 4, "1": 2, "3": 1, "7": 3, "8": 1, "game_changer": 1})
    take("count", is_for_readme=True)
    if not is_gallery:
        context.close()
        return
    phone.tap_cards("hand", {"5": 1}).switch("Squirts")
    take("count hand", is_whole=True)
    phone.choose("Two sums")
    take("count sums", is_whole=True)
    phone.choose("Score")
    take("count score", is_whole=True)
    game = phone.table
    for name in ("me", "share", "players", "devices", "settings", "history", "end"):
        take_at(name, f"{game}/{name}")
    take_at("round", f"{game}/rounds/3")
    take_at("everybody", f"{game}/rounds/4/all")
    take_at("close", f"{game}/rounds/4/close")
    phone.open_count(4, 1).choose("Cards").tap_cards("pile", {"7": 6}).save()
    phone.sees("but 9 were counted")
    take("refused", is_whole=True)
    page.goto(f"{game}/rounds/4/close")
    phone.press("Close the round").sees("Round 5")
    play(phone, [(5_500, 0, 450, 0)])
    take("target reached", is_whole=True)
    page.goto(f"{game}/end")
    phone.press("End Game").sees("Rematch")
    take("ended", is_whole=True)
    for name, path in (("join", "/join"), ("rules", "/rules/brownie_points"), ("api", "/api/v1/")):
        take_at(name, path)
    take_at("not found", "/games/unknowngame1")
    context.close()


def play(phone: Phone, rounds: list[tuple[int, ...]]) -> None:
    """Enter whole rounds of scores."""
    for scores in rounds:
        phone.page.goto(f"{phone.table}/count-all")
        phone.page.get_by_role("link", name="Score", exact=True).tap()
        fields = phone.page.locator("input.sum")
        for index, points in enumerate(scores):
            fields.nth(index).fill(str(points))
        phone.save().page.wait_for_selector("#sheet")


if __name__ == "__main__":
    main()
