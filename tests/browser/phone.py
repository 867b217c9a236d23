"""What people do with a phone at the table."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Page, expect


class Phone:
    """One phone, and the hand that holds it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = ""

    def start(
        self,
        *names: str,
        me: str | None = None,
        target: int | None = None,
        game: str = "Brownie Points",
    ) -> Phone:
        """Start a game from the home screen and sit down at its table."""
        page = self.page
        page.goto("/")
        page.get_by_role("link", name="New game").tap()
        page.get_by_role("link", name=game).tap()
        fields = page.locator("input[name=player]")
        while fields.count() < len(names):
            page.get_by_role("button", name="More players").tap()
        for index, name in enumerate(names):
            fields.nth(index).fill(name)
        if target:
            page.get_by_label("Target").fill(str(target))
        page.get_by_role("button", name="Start", exact=True).tap()
        return self._sit_down(me, "Go on")

    def join_by_code(self, code: str, me: str) -> Phone:
        self.page.goto("/")
        self.page.get_by_label("Join with the code").fill(code)
        self.page.get_by_role("button", name="Join").tap()
        return self._sit_down(me, "That is me")

    def join_by_link(self, link: str, me: str | None = None) -> Phone:
        self.page.goto(link[link.index("/join") :])
        self.page.locator("form button").tap()
        if me is None:
            self.page.wait_for_selector("#sheet")
            self.table = self.page.url
            return self
        return self._sit_down(me, "That is me")

    def _sit_down(self, me: str | None, button: str) -> Phone:
        self.page.wait_for_url("**/me")
        if me:
            self.page.get_by_label(me).check()
        self.page.get_by_role("button", name=button).tap()
        self.page.wait_for_selector("#sheet")
        self.table = self.page.url
        return self

    @property
    def uid(self) -> str:
        return self.table.rstrip("/").rsplit("/", 1)[-1]

    def at_table(self) -> Phone:
        if self.page.url != self.table:
            self.page.goto(self.table)
        return self

    def invitation(self) -> tuple[str, str]:
        """Return the code and the players' link, as the share screen shows them."""
        self.page.goto(f"{self.table}/share")
        code = self.page.locator(".code").inner_text()
        link = self.page.locator("input.link").first.input_value()
        self.page.goto(self.table)
        return code, link

    def open_count(self, number: int, seat: int) -> Phone:
        self.page.goto(f"{self.table}/rounds/{number}/seats/{seat}")
        return self

    def tap_cards(self, place: str, cards: Mapping[str, int]) -> Phone:
        """Tap cards into a pile."""
        tab = "Points pile" if place == "pile" else "Left in hand"
        self.page.get_by_role("button", name=re.compile(f"^{tab}")).tap()
        for card, count in cards.items():
            face = self.page.locator(f"[data-group={place}] .tile[data-card='{card}'] .face")
            for _ in range(count):
                face.tap()
        return self

    def choose(self, style: str) -> Phone:
        self.page.locator(".segments").get_by_text(style, exact=True).first.tap()
        return self

    def switch(self, name: str) -> Phone:
        self.page.locator("label.switch", has_text=name).tap()
        return self

    def save(self, button: str = "Save") -> Phone:
        self.page.get_by_role("button", name=button, exact=True).tap()
        return self

    def save_and_see_table(self) -> Phone:
        self.save()
        self.page.wait_for_selector("#sheet")
        return self

    def press(self, name: str) -> Phone:
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).tap()
        return self

    def sees(self, text: str) -> Phone:
        expect(self.page.locator("body")).to_contain_text(text)
        return self

    def sees_totals(self, **totals: int) -> Phone:
        """Wait until the table shows these totals."""
        for name, total in totals.items():
            row = self.page.locator(".player", has=self.page.get_by_text(name, exact=True))
            shown = f"\N{MINUS SIGN}{-total:,}" if total < 0 else f"{total:,}"
            expect(row.locator(".total")).to_have_text(shown)
        return self

    def is_live(self, *, within: float = 10) -> Phone:
        expect(self.page.locator("#live")).to_have_attribute(
            "data-state", "on", timeout=within * 1000
        )
        return self

    def is_not_live(self) -> Phone:
        expect(self.page.locator("#live")).to_have_attribute("data-state", "off")
        return self
