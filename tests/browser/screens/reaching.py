"""What is done on a page before it is looked at as one of the screens of ``gallery.py``."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

CLOSED = "main details:not([open], .card-picker, .menu) > summary"


def opened(page: Page) -> None:
    """Open whatever is folded."""
    for _ in range(page.locator(CLOSED).count()):
        if page.locator(f"{CLOSED}:visible").count():
            page.locator(f"{CLOSED}:visible").first.click()


def menu(page: Page) -> None:
    """Open the menu in the head of the page."""
    page.locator(".menu > summary").click()


def live(page: Page) -> None:
    """Wait until the page moves by itself."""
    page.locator('#live[data-state="on"]').wait_for()


def over_table(address: str) -> Callable[[Page], None]:
    """Return how to open a page over the table, where a link leads that ends like this."""

    def reach(page: Page) -> None:
        live(page)
        page.locator(f"[data-panel][href$='{address}']").first.evaluate("link => link.click()")
        page.locator("dialog[open] h1").wait_for()

    return reach


def drawn(page: Page) -> None:
    """Wait until a chart is drawn."""
    page.locator(".chart-place canvas, .chart-svg").first.wait_for()


def going(page: Page) -> None:
    """Open how the game is going."""
    live(page)
    opened(page)
    drawn(page)


def cards(page: Page) -> None:
    """Count cards."""
    page.locator(".ways summary").click()
    page.locator("[data-styles] label").nth(1).click()


def sums(page: Page) -> None:
    """Count by two sums."""
    page.locator(".ways summary").click()
    page.locator("[data-styles] label").nth(2).click()


def score(page: Page) -> None:
    """Count by one number."""
    page.locator(".ways summary").click()
    page.locator("[data-styles] label").nth(3).click()


def counted(page: Page) -> None:
    """Tap many cards, and Squirts."""
    cards(page)
    page.locator("#pile-9").fill("8")
    for rank in ("10", "10", "1", "7"):
        page.locator(f"[data-group=pile] .tile[data-card='{rank}'] .face").click()
    page.locator("label.switch").first.click()


def refused(page: Page) -> None:
    """Count more cards than there are."""
    cards(page)
    page.locator("#pile-7").fill("9")
    saved(page)


def namesakes(page: Page) -> None:
    """Begin a game with two players of one name."""
    for _ in range(2):
        page.locator("#new-name").fill("Ann")
        page.locator("#new-name").press("Enter")
    saved(page)


def all_games_open(page: Page) -> None:
    """Open the list of all games."""
    page.locator(".all-games > summary").click()


def saved(page: Page) -> None:
    """Send what stands in the form; what comes back says what is wrong with it."""
    page.locator(".bottom-bar .main, main form:not([hidden]) button.main").last.click()
    page.locator(".problem, .field-error, .warning").first.wait_for()


def timed(page: Page) -> None:
    """Start the turn timer."""
    page.locator("[data-next]").click()


def picked(page: Page) -> None:
    """Open the first drawer of cards."""
    picker = page.locator(".card-picker > summary:visible")
    if picker.count():
        picker.first.click()


TYPED = (cards, sums, score, counted, refused, namesakes, timed)
