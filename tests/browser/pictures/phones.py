"""What a phone is told of itself: its set-up, privacy, being forgotten."""

from __future__ import annotations

from tests.browser.pictures.bins import found
from tests.browser.pictures.outbox import LONG
from tests.browser.pictures.studio import Studio


def play(studio: Studio) -> None:
    """Look at the pages about phones, over HTTP and HTTPS, and forget one."""
    server = studio.server()
    ann = studio.phone(server)
    studio.take_at(ann, "phone setup over http", "/phone-setup")
    group = found(ann)
    ann.page.goto(f"{group}/players")
    ann.tap(ann.page.get_by_role("link", name=f"Change {LONG}"))
    ann.tap(ann.page.get_by_text("Data and privacy"))
    ann.open(f"Forget {LONG}")
    studio.take(ann.press("Forget").sees("Tick “I’m sure” first"), "forget a player")
    studio.take_at(ann, "forget the last keeper's phone", "/forget")
    bob = studio.phone(server).start("Bob", LONG, "Cy", me="Bob")
    bob.start("Bob", "Ann")
    studio.take_at(bob, "forget this phone", "/forget")
    bob.press("Sign out this phone").page.wait_for_url("**/forgotten")
    studio.take(bob, "forgotten")

    safe = studio.server("--tls")
    own = studio.phone(safe, base_url=safe.url, ignore_https_errors=True)
    studio.take_at(own, "phone setup over https", "/phone-setup")
