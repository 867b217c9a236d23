"""What must hold on every screen, whoever looks at it and however."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import CDPSession, Page

HERE = Path(__file__).parent
AXE = (HERE / "vendor/axe-4.14.1.min.js").read_text()
CHECKS = (HERE / "checks.js").read_text()
RUN_AXE = """async (runOnly) => {
  const cheaply = { resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run(document, { runOnly, ...cheaply });
  return violations.map((violation) => [violation.impact, violation.id,
    violation.nodes.map((node) => node.target + " " + node.failureSummary).slice(0, 3)]);
}"""
SCHEMES: dict[Literal["light", "dark"], list[str]] = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast"],
}
"""What is looked for in which colours: only these differ."""
FINGERTIP = 44
"""Pixels across what is tapped most; everything else has 24 at least, which axe looks at."""
USUAL_LETTERS = 16
"""Pixels, as browsers have it unless somebody sets it."""


def look_for(check: str, page: Page, where: str, *arguments: object) -> None:
    """Let a check of ``checks.js`` find nothing on a page."""
    if not page.evaluate("'checks' in window"):
        page.evaluate(CHECKS + ";0")
    found = page.evaluate("([check, given]) => checks[check](...given)", [check, list(arguments)])
    assert found == [], f"{where}, {check}: {found}"


def check_width(page: Page, where: str) -> None:
    """Nothing scrolls sideways: neither the page nor anything in it but tables that say so."""
    look_for("width", page, where)


def check_with_axe(page: Page, where: str) -> None:
    """Find nothing amiss, in the light and in the dark, where only colours are others."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE + ";0")
    for scheme, rules in SCHEMES.items():
        # Colours on their way to others are neither.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate(RUN_AXE, rules)
        assert found == [], f"{where}, {scheme}: {found}"


def check_touch(page: Page, where: str) -> None:
    """Main buttons are as large as a fingertip, and nothing moves where nothing should."""
    look_for("small", page, where, FINGERTIP)
    look_for("moving", page, where)


def check_forced_colours(page: Page, where: str) -> None:
    """Where the system chooses the colours, what can be tapped, is chosen or drawn is seen."""
    try:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, forced_colors="active", reduced_motion="reduce")
            for check in ("edgeless", "unmarked", "thumbless", "faint"):
                look_for(check, page, f"{where}, {scheme}")
    finally:
        page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="reduce")


def check_large_letters(page: Page, chromium: CDPSession, where: str) -> None:
    """With letters of twice the size nothing is cut off, in the way, or beside the screen."""
    resize(chromium, 2 * USUAL_LETTERS)
    try:
        for check in ("width", "cut", "overlaps"):
            look_for(check, page, where)
    finally:
        resize(chromium, USUAL_LETTERS)


def resize(chromium: CDPSession, letters: int) -> None:
    """Set the size of letters, in pixels, as somebody does for the whole browser."""
    chromium.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
