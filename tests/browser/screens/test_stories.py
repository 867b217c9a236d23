"""What takes several phones to reach, or a network that fails, on small phones: nothing is cut off,
hidden, too small, or out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.checks import faults
from tests.browser.pictures.scenes import STORIES
from tests.browser.pictures.studio import SIZES, Studio


class Inspector:
    """Looks for what is amiss with each screen of a story, in place of taking pictures."""

    def __init__(self) -> None:
        self.found: dict[str, object] = {}
        self.count = 0

    def take(self, page: Page, chromium: CDPSession, name: str, *, is_whole: bool) -> None:
        """Check a screen."""
        del is_whole  # Pages are always looked at as a whole.
        self.count += 1
        page.wait_for_load_state()
        with scripts(page, chromium):
            self.found |= {f"{name}: {how}": what for how, what in faults(page, chromium)}

    def keep(self, name: str, image: bytes) -> None:
        """Let a picture be: it is the same for everybody."""


@contextmanager
def scripts(page: Page, chromium: CDPSession) -> Iterator[None]:
    """Let scripts look at a page on a phone that has none."""

    def disable(is_disabled: bool) -> None:
        chromium.send("Emulation.setScriptExecutionDisabled", {"value": is_disabled})

    if not page.evaluate("matchMedia('(scripting: none)').matches"):
        yield
        return
    # Who has not disabled them cannot enable them.
    disable(True)
    disable(False)
    try:
        yield
    finally:
        disable(True)


@pytest.mark.parametrize(
    "story",
    list(STORIES),
)
def test_every_screen_of_a_story_is_within_reach_of_everybody(
    browser: Browser, tmp_path: Path, story: str
) -> None:
    inspector = Inspector()
    with Studio(browser, tmp_path, inspector, size=SIZES["small"]) as studio:
        STORIES[story](studio)
    assert inspector.count
    assert inspector.found == {}
