"""What must hold on every screen, whoever looks at it and however."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from playwright.sync_api import CDPSession, Page, ViewportSize

HERE = Path(__file__).parent
SCRIPT = "\n".join((HERE / name).read_text() for name in ("vendor/axe-4.14.1.min.js", "checks.js"))
LOOK = "([names, rules]) => checks.look(names, rules)"
SCHEMES: Mapping[Literal["light", "dark"], Sequence[str]] = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast"],
}
"""What axe looks for in which colours: only these differ."""
USUALLY = ("width", "broken", "overlaps", "small", "moving")
"""Nothing scrolls sideways but tables that say so, no word is broken, nothing stands on something
else, main buttons are as large as a fingertip, and nothing moves where nothing should."""
IN_FORCED_COLOURS = ("edgeless", "unmarked", "thumbless", "faint")
"""Where the system chooses the colours, what can be tapped, is chosen or drawn is seen."""
IN_LARGE_LETTERS = ("width", "broken", "cut", "overlaps")
"""With letters of twice the size nothing is cut off, broken, in the way, or beside the screen."""
IN_MUCH_ROOM = ("width", "broken", "overlaps", "moving")
"""Where there is much room nothing is broken, in the way, or beside the screen either."""
LARGER: Mapping[str, ViewportSize] = {
    "tablet": {"width": 768, "height": 1024},
    "laptop": {"width": 1280, "height": 800},
}
USUAL_LETTERS = 16
"""Pixels, as browsers have it unless somebody sets it."""


def check_width(page: Page, where: str) -> None:
    """Nothing scrolls sideways: neither the page nor anything in it but tables that say so."""
    found = look(page, ["width"])
    assert found == {}, f"{where}: {found}"


def check_with_axe(page: Page, where: str) -> None:
    """Find nothing amiss, in the light and in the dark, where only colours are others."""
    for scheme, rules in SCHEMES.items():
        # Colours on their way to others are neither.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = look(page, [], rules)
        assert found == {}, f"{where}, {scheme}: {found}"


def faults(page: Page, chromium: CDPSession) -> Iterator[tuple[str, object]]:
    """Yield what is amiss with a screen, by how it is looked at; leave it as it usually is."""
    yield from _faults_as_usual(page)
    yield from _faults_otherwise(page, chromium)


def check_as_usual(page: Page, where: str) -> None:
    """Find nothing amiss in the light, with letters as browsers have them."""
    found = dict(_faults_as_usual(page))
    assert found == {}, f"{where}: {found}"


def check_otherwise(page: Page, chromium: CDPSession, where: str) -> None:
    """Find nothing amiss in the dark, with large letters, in forced colours and in much room."""
    found = dict(_faults_otherwise(page, chromium))
    assert found == {}, f"{where}: {found}"


def _faults_as_usual(page: Page) -> Iterator[tuple[str, object]]:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    yield from look(page, USUALLY, SCHEMES["light"]).items()


def _faults_otherwise(page: Page, chromium: CDPSession) -> Iterator[tuple[str, object]]:
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    yield from look(page, [], SCHEMES["dark"]).items()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    resize(chromium, 2 * USUAL_LETTERS)
    for check, found in look(page, IN_LARGE_LETTERS).items():
        yield f"{check}, in large letters", found
    resize(chromium, USUAL_LETTERS)
    yield from _faults_in_forced_colours(page)
    yield from _faults_in_much_room(page)


def _faults_in_forced_colours(page: Page) -> Iterator[tuple[str, object]]:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, forced_colors="active", reduced_motion="reduce")
        for check, found in look(page, IN_FORCED_COLOURS).items():
            yield f"{check}, where the system chooses {scheme} colours", found
    page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="reduce")


def _faults_in_much_room(page: Page) -> Iterator[tuple[str, object]]:
    """Yield what is amiss on larger screens of those for which the style sheet has rules here."""
    size = page.viewport_size
    assert size
    looked_at = layout(page, size)
    is_other = False
    for device, larger in LARGER.items():
        if (rules_there := layout(page, larger)) <= looked_at:
            continue
        is_other = True
        looked_at |= rules_there
        page.set_viewport_size(larger)
        for check, found in look(page, IN_MUCH_ROOM).items():
            yield f"{check}, on a {device}", found
    for scheme, rules in SCHEMES.items() if is_other else ():
        # Some is there only where there is as much room as now.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for check, found in look(page, [], rules).items():
            yield f"{check}, on a large screen in the {scheme}", found
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(size)


def layout(page: Page, size: ViewportSize | None) -> set[str]:
    """Return the rules of the style sheets for screens of a size that apply to a page there."""
    return set(page.evaluate("size => checks.layout(size)", size))


def look(page: Page, checks: Sequence[str], rules: Sequence[str] = ()) -> dict[str, list[object]]:
    """Return what some checks of ``checks.js``, and axe by its rules, find on a page."""
    if not page.evaluate("'checks' in window"):
        # The pages after this one bring them along, which takes much less time.
        page.add_init_script(SCRIPT)
        page.evaluate(SCRIPT)
    found: dict[str, list[object]] = page.evaluate(LOOK, [checks, rules])
    return found


def resize(chromium: CDPSession, letters: int) -> None:
    """Set the size of letters, in pixels, as somebody does for the whole browser."""
    chromium.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
