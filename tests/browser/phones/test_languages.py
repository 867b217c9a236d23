"""Phones that read different languages, and pages whose lines run from right to left."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorecard.web.http.languages import COOKIE, DOMAIN, ENGLISH, LANGUAGES, PSEUDO, SCRIPTS
from tests.browser.checks import check_width, check_with_axe
from tests.browser.groups.test_seasons import found_group, make_season, play
from tests.browser.phone import KEPT, Phone
from tests.browser.phones.test_kept_pages import at_home
from tests.browser.pictures.studio import SIZES
from tests.catalogs import read
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]

GERMAN: dict[str, Any] = {"locale": "de-DE"}
FRENCH: dict[str, Any] = {"locale": "fr-FR"}
THOUSAND = {"en": "1,250", "de": "1.250", "fr": "1\N{NARROW NO-BREAK SPACE}250"}
"""How 1250 points are written."""

ROOM = """(key) => {
  const word = document.createRange();
  word.selectNodeContents(key);
  return key.getBoundingClientRect().width - word.getBoundingClientRect().width;
}"""
WITHOUT_WORD = """() => {
  document.querySelector(".key-next").textContent = "";
  const { x, y, width, height } = document.querySelector(".key-0").getBoundingClientRect();
  return { x, y, width, height };
}"""


def said(english: str, code: str, domain: str = DOMAIN) -> str:
    """Return what a language's catalog has for a sentence."""
    if code == ENGLISH:
        return english
    message = read(code, domain).get(english)
    return str(message.string) if message and message.string else english


def sit_down(phone: Phone, link: str, name: str) -> Phone:
    """Join a table, whatever its pages are called on this phone."""
    page = phone.page
    page.goto(link[link.index("/join") :])
    page.get_by_role("button", name=name).tap()
    page.wait_for_selector("#sheet")
    phone.table = page.url
    return phone


def count(phone: Phone, seat: int, points: str) -> None:
    """Count a round's points for a seat, whatever the buttons are called."""
    page = phone.page
    page.goto(f"{phone.table}/rounds/1/seats/{seat}")
    page.locator(".ways summary").tap()
    page.locator("[data-styles] label", has=page.locator("[value=direct]")).tap()
    total = page.locator("[data-style=direct] input.sum")
    total.fill(points)
    total.press("Enter")
    page.wait_for_selector("#sheet")


def reads(page: Page, code: str, total: str = "") -> None:
    """Wait until a page is in a language, and what its scripts say, too."""
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("#live span").first).to_have_text(said("Live", code, SCRIPTS))
    if total:
        expect(page.locator("#sheet")).to_contain_text(total)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "es-ES"])
def test_the_head_keeps_to_one_line_and_its_menu_to_the_screen_where_it_is_not_live(
    phones: Phones, network: Network, locale: str
) -> None:
    phone = phones(network, locale=locale, viewport={"width": 320, "height": 700})
    phone.start("Ann", "Bob", me="Ann").is_live()
    network.cut()
    phone.is_not_live().tap(phone.page.locator("details.menu summary"))
    head = phone.page.locator(".top").bounding_box()
    assert head
    assert head["height"] < 60
    menu = phone.page.locator(".menu nav").bounding_box()
    assert menu
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 320


@pytest.mark.parametrize("code", LANGUAGES)
def test_both_ways_to_save_stand_in_one_row_beside_the_sum(
    phones: Phones, server: Server, code: str
) -> None:
    ann = phones(server, viewport=SIZES["small"]).start("Ann", "Bob", me="Ann")
    page = ann.page
    page.context.add_cookies([{"name": COOKIE, "value": code, "url": server.url}])
    page.goto(f"{ann.table}/rounds/1/seats/1")
    page.locator(".worth-row input").nth(1).fill("12")
    expect(page.locator("[data-running]")).to_have_text(re.compile("1.?200"))
    middles = page.locator(".bottom-bar > :is(button, output):visible").evaluate_all(
        "parts => parts.map((part) => part.getBoundingClientRect()).map((r) => r.top + r.bottom)"
    )
    assert len(middles) == 3
    assert max(middles) - min(middles) < 4


def choose(page: Page, code: str) -> None:
    """Choose a language on the home screen."""
    page.goto("/")
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name=LANGUAGES[code]).tap()
    expect(page.locator("html")).to_have_attribute("lang", code)
    chosen = page.locator(".languages [aria-pressed=true]")
    expect(chosen).to_have_text(LANGUAGES[code])


def test_what_goes_with_so_many_players_is_said_in_the_language_of_the_phone(
    phones: Phones, server: Server
) -> None:
    phone = phones(server, **GERMAN)
    page = phone.page
    page.goto("/games/new/brownie_points")
    hint = page.locator("[data-suggestion=target]")
    with page.expect_response("**/suggestions?players=5&*"):
        phone.line_up("Ann", "Bob", "Cy", "Di", "Ed").unfold_settings()
    expect(hint).to_have_text("10.000 ist die Regel ab fünf Spielern.")


def test_a_german_and_a_french_phone_at_one_table_read_their_own_language(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", "Cy", me="Ann")
    _code, link = ann.invitation()
    ann.at_table()
    bob = sit_down(phones(server, **GERMAN), link, "Bob")
    cy = sit_down(phones(server, **FRENCH), link, "Cy")
    everybody = ((ann, "en"), (bob, "de"), (cy, "fr"))
    for phone, code in everybody:
        reads(phone.page, code)

    # Counted as it is written where each is from, and seen by all in their own way.
    count(bob, 2, "1.250")
    count(cy, 3, "1 250")
    count(ann, 1, "1,250")
    for phone, code in everybody:
        for row in phone.page.locator("#sheet .total").all():
            expect(row).to_have_text(THOUSAND[code])
        reads(phone.page, code)

    board = cy.page
    board.goto(f"{cy.table}/board")
    reads(board, "fr", THOUSAND["fr"])


def test_a_phone_switches_its_language_and_sees_every_page_anew(
    phones: Phones, own_server: Server
) -> None:
    bob = phones(own_server, **at_home(own_server)).start("Ann", "Bob", me="Bob").one_by_one()
    page = bob.page
    bob.keeps("/rules", 'lang="en"').keeps("/count", 'lang="en"')

    choose(page, "de")
    reads(bob.at_table().page, "de")
    for path in ("", "/rules", "/count", "/end"):
        bob.keeps(path, '<html lang="de"')
    choose(page, "es")
    assert page.evaluate(KEPT, ["/", 'lang="es" dir'])
    reads(bob.at_table().page, "es")
    bob.keeps("/rules", '<html lang="es"').keeps("/count", '<html lang="es"')

    # Without network, too, pages are those of the language that was chosen last.
    own_server.kill()
    bob.is_not_live()
    page.locator(f"a[href$='/games/{bob.uid}/count']").first.tap()
    page.wait_for_url("**/rounds/1/seats/2")
    expect(page.locator(".as-of")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "es")


THIS_YEAR = """() => {
  const now = new Date();
  return sayClock(new Date(now.getFullYear(), now.getMonth() ? 0 : 11, 1, 9, 5));
}"""
"""A day of this year that is not today: in January one that is to come."""


def test_days_and_hours_are_told_as_where_the_phone_is_from(phones: Phones, server: Server) -> None:
    for options, day in (
        ({"locale": "en-GB"}, r"^\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d$"),
        ({"locale": "en-US"}, r"^\d+ [A-Z][a-z]{2} \d{4}, \d+:\d\d.[AP]M$"),
        (GERMAN, r"^\d\d\.\d\d\.\d{4}, \d\d:\d\d$"),
        (FRENCH, r"^\d+ [a-zéû]+\.? \d{4}, \d\d:\d\d$"),
    ):
        page = phones(server, **options).page
        page.goto("/")
        told = page.evaluate("sayClock('2025-11-21T09:05:00')")
        assert re.search(day, told), (options, told)
        this_year = page.evaluate(THIS_YEAR)
        assert not re.search(r"\d{4}", this_year), (options, this_year)
        # Only the first of a month is counted in French, as the server says it.
        is_counted = this_year.startswith("1er ")
        assert is_counted == (options is FRENCH), (options, this_year)
        assert not told.startswith("21er"), told


def test_pages_whose_lines_run_from_right_to_left_fit_and_are_accessible(
    phones: Phones, server: Server
) -> None:
    ann = phones(server)
    page = ann.page
    group = found_group(ann, "Thursday", "Ann", "Bob")
    make_season(ann, group, "Spring", places="5-3")
    ended = play({"Ann": ann, "Bob": ann}, group, {"Ann": 1_250, "Bob": -450})
    ann.start("Ann", "Bob", me="Ann")
    count(ann, 1, "1250")
    page.context.add_cookies([{"name": COOKIE, "value": PSEUDO, "url": server.url}])
    for path in (
        "/",
        "/games/new",
        "/games/new/brownie_points",
        "/offline",
        "/rules/brownie_points",
        group,
        ended,
        f"{ended}/chart",
        f"{ended}/board",
        ann.table,
        f"{ann.table}/rounds/1/seats/2",
        f"{ann.table}/rounds/1/all",
    ):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        check_width(page, path)
        # There is no language of the name that the tests' own has.
        page.evaluate("document.documentElement.lang = 'ar'")
        check_with_axe(page, path)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_word_on_the_key_that_saves_leaves_room_beside_it(
    phones: Phones, server: Server, code: str
) -> None:
    phone = phones(server, locale=code).start("Ann", "Bob", me="Ann", game="Plain points")
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.page.goto(f"{phone.table}/rounds/1/seats/1")
    phone.page.locator("input.sum:visible").tap()
    key = phone.page.locator(".key-next")
    expect(key).to_have_text(said("Save", code, SCRIPTS))
    assert key.evaluate(ROOM) >= 8
    # The others stay where they are, whichever word is on it.
    assert phone.page.locator(".key-0").bounding_box() == phone.page.evaluate(WITHOUT_WORD)
