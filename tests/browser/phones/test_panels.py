"""Pages over the table: the invitation, the rules, and a cell of the score sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.browser.table.test_quick_hands import swipe
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]
TO_COPY = (
    "() => document.execCommand = () => { window.copied = getSelection().toString(); return true; }"
)


def begin(phone: Phone, *names: str, me: str = "Ann", game: str = "brownie_points") -> Phone:
    """Start a game, and leave the invitation open that comes with it."""
    phone.page.goto(f"/games/new/{game}")
    phone.line_up(*names).start_as(me, is_closed=False)
    expect(panel(phone).locator(".code")).to_be_visible()
    return phone


class LateAnswer:
    """The invitation as it is asked for the n-th time, which comes once it is let through."""

    def __init__(self, page: Page, number: int) -> None:
        self.page, self.asked, self.number = page, 0, number
        self.held: list[tuple[Route, APIResponse]] = []
        page.route("**/share", self._take)
        page.evaluate("() => document.addEventListener('piece:shown', () => { window.moves = 1; })")

    def _take(self, route: Route) -> None:
        self.asked += 1
        if self.asked == self.number:
            self.held.append((route, route.fetch()))
        else:
            route.continue_()

    def waits(self) -> None:
        while not self.held:
            self.page.wait_for_timeout(20)

    def comes(self) -> None:
        route, answer = self.held.pop()
        route.fulfill(response=answer)


def panel(phone: Phone) -> Locator:
    return phone.page.locator("dialog[open]")


def is_closed(phone: Phone) -> None:
    expect(panel(phone)).to_have_count(0)
    assert phone.page.url.split("?")[0] == phone.table


def score(phone: Phone, number: int, *scores: int) -> None:
    """Score a round as a program does, while the phone's page stays open."""
    table = f"/api/v1/games/{phone.uid}"
    version = phone.page.request.get(table).json()["version"]
    entries = {str(seat): {"score": points} for seat, points in enumerate(scores, start=1)}
    body = {"version": version, "entries": entries, "is_confirmed": True}
    answer = phone.page.request.put(f"{table}/rounds/{number}", data=body)
    assert answer.ok, answer.text()


@pytest.fixture
def ann(phones: Phones, server: Server) -> Phone:
    return phones(server).start("Ann", "Bob", me="Ann").is_live()


def tap_score(phone: Phone, number: int, seat: int) -> Phone:
    cell = phone.page.locator(f"#round-{number} td:nth-of-type({seat}) a")
    return phone.tap(cell)


class TestInvitation:
    def test_it_stands_above_the_main_button_which_needs_no_tap_more(
        self, phones: Phones, server: Server
    ) -> None:
        ann = begin(phones(server), "Ann", "Bob", "Cleo", "Dev")
        names = panel(ann).locator(".who-is-in")
        expect(names.locator(".is-in")).to_have_text(re.compile("Ann"))
        row, top = ann.row("Dev").bounding_box(), panel(ann).bounding_box()
        assert row
        assert top
        assert row["y"] + row["height"] <= top["y"], "four rows can be seen above it"
        check_with_axe(ann.page, "invitation")
        ann.open("Count cards").page.wait_for_url("**/rounds/1/all")

    def test_it_stays_upon_the_bar_where_others_come_in_and_the_bar_becomes_lower(
        self, phones: Phones, server: Server
    ) -> None:
        ann = begin(phones(server), "Ann", "Bob", "Cleo", "Dev", game="pitch").is_live()
        bar = ann.page.locator(".bottom-bar")
        expect(bar.locator(".opening")).to_be_visible()
        panel(ann).get_by_text("Other ways in").tap()
        link = panel(ann).get_by_label("Link for players").input_value()
        phones(server).join_by_link(link, "Bob")
        expect(panel(ann).locator(".who-is-in .is-in")).to_have_count(2)
        expect(bar.locator(".opening")).to_be_hidden()
        box, below = panel(ann).bounding_box(), bar.bounding_box()
        assert box
        assert below
        assert box["y"] + box["height"] == pytest.approx(below["y"], abs=1)

    def test_it_has_its_cross_in_view_above_a_tall_bar_of_a_small_phone(
        self, phones: Phones, server: Server
    ) -> None:
        phone = phones(server, viewport={"width": 360, "height": 640})
        names = ("Ann", "Bo", "Wilhelmina-Charlotte Oberhausener", "Cleopatra Philopator", "Dev")
        ann = begin(phone, *names, game="cucumber")
        expect(ann.page.locator(".bottom-bar .opening")).to_be_visible()
        expect(panel(ann).get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)

    def test_it_says_who_comes_in_and_goes_once_everybody_is(
        self, phones: Phones, server: Server
    ) -> None:
        ann = begin(phones(server), "Ann", "Bob", "Cleo").is_live()
        panel(ann).get_by_text("Other ways in").tap()
        link = panel(ann).get_by_label("Link for players").input_value()
        phones(server).join_by_link(link, "Bob")
        expect(panel(ann).locator(".who-is-in .is-in")).to_have_count(2)
        expect(panel(ann).get_by_label("Link for players")).to_be_visible()
        expect(panel(ann).get_by_role("link", name="I’ll score for the others")).to_be_visible()
        phones(server).join_by_link(link, "Cleo")
        is_closed(ann)
        ann.page.reload()
        ann.is_live()
        assert not ann.page.locator("[data-invitation]").count()

    def test_who_comes_in_while_it_is_fetched_is_shown(
        self, phones: Phones, server: Server
    ) -> None:
        ann = phones(server).start("Ann", "Bob", "Cleo", me="Ann")
        _code, link = ann.invitation()
        late = LateAnswer(ann.is_live().page, 1)
        ann.open("Invite")
        late.waits()
        phones(server).join_by_link(link, "Bob")
        ann.page.wait_for_function("() => window.moves")
        late.comes()
        expect(panel(ann).locator(".who-is-in .is-in")).to_have_count(2)

    def test_who_came_in_stays_when_an_earlier_answer_comes_late(
        self, phones: Phones, server: Server
    ) -> None:
        ann = phones(server).start("Ann", "Bob", "Cleo", "Dev", me="Ann")
        _code, link = ann.invitation()
        late = LateAnswer(ann.is_live().page, 2)
        ann.open("Invite")
        expect(panel(ann).locator(".who-is-in .is-in")).to_have_count(1)
        phones(server).join_by_link(link, "Bob")
        late.waits()
        phones(server).join_by_link(link, "Cleo")
        expect(panel(ann).locator(".who-is-in .is-in")).to_have_count(3)
        late.comes()
        # What is seen at once was so before.
        ann.page.wait_for_timeout(200)
        expect(panel(ann).locator(".who-is-in .is-in")).to_have_count(3)

    def test_whoever_scores_for_everyone_is_not_asked_again(
        self, phones: Phones, server: Server
    ) -> None:
        ann = begin(phones(server), "Ann", "Bob")
        ann.open("I’ll score for everyone")
        is_closed(ann)
        ann.page.goto(f"{ann.table}/history")
        ann.at_table().is_live()
        is_closed(ann)
        ann.open("Invite")
        expect(panel(ann).locator(".code")).to_be_visible()

    def test_after_a_reload_the_table_shows_without_it(
        self, phones: Phones, server: Server
    ) -> None:
        ann = begin(phones(server), "Ann", "Bob")
        ann.page.reload()
        ann.is_live()
        is_closed(ann)
        ann.open_from_menu("Rules")
        expect(panel(ann)).to_be_visible()
        expect(panel(ann).locator("h1")).to_be_visible()
        ann.page.reload()
        ann.is_live()
        is_closed(ann)

    def test_it_takes_no_focus_that_nobody_gave_it(self, phones: Phones, server: Server) -> None:
        ann = begin(phones(server), "Ann", "Bob")
        assert ann.page.evaluate("document.activeElement === document.body")
        ann.page.keyboard.press("Escape")
        is_closed(ann)

    def test_it_goes_with_the_first_count(self, phones: Phones, server: Server) -> None:
        ann = begin(phones(server), "Ann", "Bob").is_live()
        score(ann, 1, 100, 250)
        is_closed(ann)

    def test_the_link_is_copied_over_plain_http_as_well(
        self, phones: Phones, server: Server
    ) -> None:
        ann = begin(phones(server), "Ann", "Bob")
        ann.page.evaluate("() => Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        ann.page.evaluate(TO_COPY)
        expect(panel(ann).get_by_role("button", name="Share")).to_be_hidden()
        ann.press("Copy link")
        expect(panel(ann).get_by_role("button", name="Copied")).to_be_visible()
        assert "/join/" in ann.page.evaluate("window.copied")

    def test_new_codes_stand_in_it(self, ann: Phone) -> None:
        ann.open("Invite")
        before = panel(ann).locator(".code").inner_text()
        panel(ann).get_by_text("Other ways in").tap()
        ann.press("Renew code and links")
        expect(panel(ann).locator(".code")).not_to_have_text(before)
        assert ann.page.url == ann.table

    @pytest.mark.parametrize("view", ["small", "phone", "tablet"])
    @pytest.mark.parametrize("path", ["share", "rules", "rounds/1?seat=2"])
    def test_every_panel_fits(self, phones: Phones, server: Server, view: str, path: str) -> None:
        ann = phones(server, viewport=SIZES[view]).start("Ann", "Bob", me="Ann").is_live()
        score(ann, 1, 100, 250)
        expect(ann.page.locator("#round-1")).to_be_visible()
        ann.page.evaluate(
            "path => document.querySelector(`[data-panel][href$='/${path}']`).click()", path
        )
        expect(panel(ann).locator("h1")).to_be_visible()
        check_width(ann.page, path)
        check_with_axe(ann.page, path)


class TestRules:
    def test_what_is_scrolled_is_within_the_panel(self, phones: Phones, server: Server) -> None:
        ann = phones(server).start("Ann", "Bob", me="Ann", game="Farmer").open_from_menu("Rules")
        expect(panel(ann).locator("table.values")).to_be_visible()
        beyond = "panel => panel.scrollHeight - panel.clientHeight"
        assert panel(ann).evaluate(beyond) == 0

    def test_they_open_over_the_table_which_goes_on(self, ann: Phone) -> None:
        ann.open_from_menu("Rules")
        expect(panel(ann).locator(".values").first).to_contain_text("Game Changer")
        assert ann.page.url == ann.table
        score(ann, 1, 100, 250)
        expect(ann.page.locator("#round-1")).to_be_attached()
        expect(panel(ann)).to_be_visible()

    def test_a_question_and_its_answer_stay_within(self, ann: Phone) -> None:
        ann.open_from_menu("Rules")
        panel(ann).get_by_label("Look something up").fill("squirts")
        first = panel(ann).locator("#found a").first
        expect(first).to_contain_text("Squirts")
        first.tap()
        expect(panel(ann).locator("[id^=rule-]:focus")).to_be_visible()
        expect(panel(ann)).to_be_visible()
        assert ann.page.url == ann.table

    def test_what_leads_elsewhere_leaves_and_back_leads_here(self, ann: Phone) -> None:
        ann.open_from_menu("Rules").open("Settle something…")
        ann.page.wait_for_url("**/rulings")
        ann.page.go_back()
        expect(panel(ann).locator("h1")).to_have_text("Brownie Points")
        assert ann.page.url == ann.table

    def test_without_a_network_they_are_shown_as_they_are_kept_until_it_is_back(
        self, ann: Phone
    ) -> None:
        ann.keeps("/rules", "Game Changer")
        ann.page.context.set_offline(True)
        ann.open_from_menu("Rules")
        expect(panel(ann)).to_contain_text("Offline. Last updated")
        expect(panel(ann).locator(".values").first).to_contain_text("Game Changer")
        ann.page.context.set_offline(False)
        expect(panel(ann)).not_to_contain_text("Offline")
        expect(panel(ann).locator(".values").first).to_contain_text("Game Changer")


@pytest.mark.parametrize("how", ["cross", "Escape", "backdrop", "swipe", "back"])
def test_a_panel_closes_in_every_way_and_the_focus_returns(ann: Phone, how: str) -> None:
    score(ann, 1, 100, 250)
    tap_score(ann, 1, 2)
    expect(panel(ann).locator(".entry")).to_have_count(1)
    assert ann.page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    ways: dict[str, Callable[[], Any]] = {
        "cross": lambda: ann.press("Close"),
        "Escape": lambda: ann.page.keyboard.press("Escape"),
        "backdrop": lambda: ann.page.touchscreen.tap(195, 40),
        "swipe": lambda: swipe(ann, 0, 200, start=(150, panel_top(ann) + 12)),
        "back": ann.page.go_back,
    }
    ways[how]()
    is_closed(ann)
    ann.page.wait_for_function("() => !history.state?.panel")
    assert ann.page.evaluate("document.activeElement.matches('#round-1 td:nth-of-type(2) a')")


def panel_top(phone: Phone) -> float:
    box = panel(phone).bounding_box()
    assert box
    return box["y"]


class TestScore:
    def test_it_says_how_it_came_and_its_correction_moves_the_table(self, ann: Phone) -> None:
        score(ann, 1, 100, 250)
        tap_score(ann, 1, 2)
        expect(panel(ann).locator(".entry")).to_contain_text("+250")
        ann.open("Correct").page.get_by_label("Round score").fill("350")
        ann.save_and_see_table().sees_totals(Ann=100, Bob=350)
        is_closed(ann)

    def test_everyone_of_the_round_is_one_tap_further(self, ann: Phone) -> None:
        score(ann, 1, 100, 250)
        tap_score(ann, 1, 2).open("Everyone in round 1")
        expect(panel(ann).locator(".entry")).to_have_count(2)
        ann.page.go_back()
        is_closed(ann)

    def test_a_form_in_it_closes_it_and_the_table_moves(self, ann: Phone) -> None:
        score(ann, 1, 100, 250)
        ann.tap(ann.page.locator("#round-1 .round-number"))
        ann.page.get_by_label("Note", exact=True).fill("It rained")
        ann.press("Save note")
        is_closed(ann)
        expect(ann.page.locator("#round-1 .told")).to_have_attribute("title", "It rained")

    def test_a_form_in_it_waits_without_a_network(self, ann: Phone) -> None:
        score(ann, 1, 100, 250)
        ann.tap(ann.page.locator("#round-1 .round-number"))
        ann.page.get_by_label("Note", exact=True).fill("It rained")
        ann.page.context.set_offline(True)
        ann.press("Save note")
        is_closed(ann)
        expect(ann.page.locator("#outbox")).to_be_visible()
        ann.page.context.set_offline(False)
        expect(ann.page.locator("#round-1 .told")).to_have_attribute("title", "It rained")

    def test_what_is_not_kept_is_said_to_be_missing(self, phones: Phones, network: Network) -> None:
        ann = phones(network).start("Ann", "Bob", me="Ann").is_live()
        score(ann, 1, 100, 250)
        expect(ann.page.locator("#round-1")).to_be_visible()
        network.cut()
        tap_score(ann, 1, 2).sees("this page isn’t saved on your phone")
        expect(panel(ann)).to_have_count(0)
