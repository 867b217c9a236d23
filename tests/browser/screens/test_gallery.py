"""Every page and state on a small phone, in the longest words that any language has for it: nothing
is cut off, hidden, too small, or out of reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page
from werkzeug.routing import Rule

from scorecard.web.http.languages import COOKIE, LOCALES, LONGEST
from tests.browser.checks import check_as_usual, check_otherwise
from tests.browser.conftest import PATIENCE
from tests.browser.pictures.studio import SIZES
from tests.browser.screens.gallery import SCREENS, Screen
from tests.browser.screens.seeded import Seeded
from tests.fuzzing.world import fresh_app

SMALL_PHONE = SIZES["small"]
NO_PAGES = {
    "what programs and scripts read": r"/api/v1/.+|/healthz|/readyz|/token|/lost|/metrics",
    "files": r".*\.(js|png|webmanifest|<.*(format|ending)>)|.*/(export|certificate)|/static/.*",
    "what moves by itself": r".*/events",
    "pieces of pages": r".*/rules/find|.*/keep|.*/suggestions",
}
"""What is asked for by GET and nobody looks at as a page."""


def is_page(rule: Rule) -> bool:
    """Return whether people look at what a rule leads to."""
    is_asked = "GET" in (rule.methods or set())
    return is_asked and not any(re.fullmatch(one, rule.rule) for one in NO_PAGES.values())


def test_every_page_for_people_is_in_the_list(tmp_path: Path) -> None:
    urls = fresh_app(tmp_path).url_map
    pages = {rule.rule for rule in urls.iter_rules() if is_page(rule)}
    bound = urls.bind("localhost")
    shown = set()
    for screen in SCREENS:
        if screen.name == "error 404":
            continue
        # A stand-in for each part that is named: a number, or what anything may be called by.
        path = re.sub(r"\{[^}]*coming\}", "1", screen.path.partition("?")[0])
        rule, _values = bound.match(re.sub(r"\{[^}]*\}", "a" * 12, path), "GET", return_rule=True)
        assert isinstance(rule, Rule)
        shown.add(rule.rule)
    assert pages - shown == set()
    assert shown - pages == set()


def test_every_screen_has_a_name_of_its_own() -> None:
    names = [screen.name for screen in SCREENS]
    assert len(names) == len(set(names))


class Visitors:
    """A small phone for each role, and a fresh one after whatever is kept on a phone.

    Each reads every sentence in the language that says it longest.
    """

    def __init__(self, browser: Browser, seeded: Seeded) -> None:
        self.browser = browser
        self.seeded = seeded
        self.complaints: list[str] = []
        self._pages: dict[str, tuple[Page, CDPSession]] = {}

    def visit(self, screen: Screen) -> tuple[Page, CDPSession]:
        """Reach a screen on the phone of whom it is for."""
        if screen.role not in self._pages:
            context = self.browser.new_context(
                base_url=self.seeded.url,
                viewport=SMALL_PHONE,
                storage_state=self.seeded.state(screen.role),
                reduced_motion="reduce",
                has_touch=True,
                service_workers="block",
            )
            context.add_cookies([{"name": COOKIE, "value": LONGEST, "url": self.seeded.url}])
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            self._pages[screen.role] = page, context.new_cdp_session(page)
        page, chromium = self._pages[screen.role]
        answer = page.goto(self.seeded.address(screen.path))
        assert answer
        assert answer.status == screen.status
        if screen.reach:
            screen.reach(page)
        # There is no language of the name that the tests' own has.
        page.evaluate(f"document.documentElement.lang = '{LOCALES[LONGEST]}'")
        return page, chromium

    def leave(self, screen: Screen) -> None:
        """Let go of a phone on which something is kept."""
        if screen.is_typed:
            page, _chromium = self._pages.pop(screen.role)
            page.context.close()

    def close(self) -> None:
        for page, _chromium in self._pages.values():
            page.context.close()


@pytest.fixture(scope="module")
def visitors(browser: Browser, seeded_server: Seeded) -> Iterator[Visitors]:
    visitors = Visitors(browser, seeded_server)
    yield visitors
    visitors.close()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_is_within_reach_of_everybody(visitors: Visitors, screen: Screen) -> None:
    visitors.complaints.clear()
    page, _chromium = visitors.visit(screen)
    check_as_usual(page, screen.name)
    visitors.leave(screen)
    assert visitors.complaints == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_holds_however_it_is_looked_at(visitors: Visitors, screen: Screen) -> None:
    page, chromium = visitors.visit(screen)
    check_otherwise(page, chromium, screen.name)
    visitors.leave(screen)
