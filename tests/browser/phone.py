"""What people do with a phone at the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import starting

KEPT = """async ([path, text]) => {
  for (let tries = 0; tries < 1200; tries += 1) {
    if ((await window.keptPages?.find(path))?.html.includes(text)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""
AHEAD = """async (list) => {
  const store = idbKeyval.createStore("scorecard-pages", "pages");
  for (let tries = 0; tries < 1200; tries += 1) {
    const kept = await idbKeyval.getMany([list, "/offline"], store);
    if (kept.every(Boolean)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def face(card: str) -> str:
    """Return what is on a card that is written like ``10h``; ranks alone stand for themselves."""
    return card[:-1] + SUITS[card[-1]] if card[-1] in SUITS else card


class Phone:
    """One phone, and the hand that holds it."""

    def __init__(self, page: Page, *, has_touch: bool = True, has_scripts: bool = True) -> None:
        self.page = page
        self.has_touch = has_touch
        self.has_scripts = has_scripts
        self.table = ""

    def start(self, *names: str, me: str | None = None, **more: Any) -> Phone:
        """Start a game as a program does, and sit down at its table."""
        self.table = starting.by_program(self.page, names, me, **more)
        self.page.goto(self.table)
        return self

    def choose_game(self, game: str) -> Phone:
        """Choose the game on the screen of a new one: by its pill, or among all games."""
        if self.has_scripts:
            # Before its script has come, a tap on a pill sends the form and brings a new page.
            self.page.locator("[data-filter]:not([hidden])").wait_for(state="attached")
        pill = self.page.locator(".games > button").get_by_text(game, exact=True)
        if pill.count():
            self.tap(pill)
        else:
            self.tap(self.page.locator(".all-games summary"))
            self.tap(self.page.locator(".shelf li button", has_text=game).first)
        expect(self.page.locator(".games > [aria-pressed=true]")).to_have_text(game)
        return self

    def line_up(self, *names: str) -> Phone:
        """Type who plays, in the order they sit; whoever played last stands up first."""
        if self.page.locator(".seat").count():
            self.tap(self.page.get_by_role("button", name="Clear", exact=True))
            expect(self.page.locator(".seat")).to_have_count(0)
        for number, name in enumerate(names, start=1):
            adder = self.page.locator("#new-name")
            adder.fill(name)
            adder.press("Enter")
            expect(self.page.locator(".seat")).to_have_count(number)
        return self

    def unfold_settings(self) -> Phone:
        return self.tap(self.page.locator("details.line > summary"))

    def start_as(self, me: str | None = None, *, is_closed: bool = True) -> Phone:
        """Say who I am, or that I only keep score, and start the game that is lined up.

        The invitation that opens then is closed again, unless it is to stay.
        """
        who = self.page.locator("select[name=me]")
        _ = who.select_option(label=f"I’m {me}") if me else who.select_option("0")
        self.tap(self.page.get_by_role("button", name="Start", exact=True))
        self.page.wait_for_selector("#sheet")
        self.table = self.page.url
        has_invitation = self.page.locator("body[data-invitation]").count() > 0
        if has_invitation and is_closed and self.has_scripts:
            self.tap(self.page.locator("dialog a[data-gathering]"))
            expect(self.page.locator("dialog[open]")).to_have_count(0)
        return self

    def join(self, other: Phone, me: str) -> Phone:
        """Join the game of another phone as a program does, and sit down at its table."""
        self.table = starting.join_by_program(self.page, other.page, other.uid, me)
        self.page.goto(self.table)
        return self

    def join_by_code(self, code: str, me: str) -> Phone:
        self.page.goto("/join")
        self.page.get_by_label("The code from the table").fill(code)
        self.tap(self.page.get_by_role("button", name="Join", exact=True))
        return self._sit_down(me)

    def join_by_link(self, link: str, me: str | None = None) -> Phone:
        """Open a link and tap one's name; without one, watch."""
        self.page.goto(link[link.index("/join") :])
        self.press(me or "Watch").page.wait_for_selector("#sheet")
        self.table = self.page.url
        return self

    def _sit_down(self, me: str | None) -> Phone:
        self.page.wait_for_url("**/me")
        self.press(me or "I just keep score").page.wait_for_selector("#sheet")
        self.table = self.page.url
        return self

    def tap(self, what: Locator) -> Phone:
        """Touch something; where the browser knows no touch, click it."""
        if self.has_touch:
            what.tap()
        else:
            what.click()
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
        if not self.page.locator(".tiles:visible").count():
            self.choose("Card by card")
        tab = "Points pile" if place == "pile" else "Left in hand"
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{tab}")))
        for card, count in cards.items():
            face = self.page.locator(f"[data-group={place}] .tile[data-card='{card}'] .face")
            for _ in range(count):
                self.tap(face)
        return self

    def open(self, link: str) -> Phone:
        """Go where a link leads, such as the table's main button."""
        self.tap(self.page.get_by_role("link", name=link, exact=True))
        return self

    def source(self) -> str:
        """Return the page as it stands, without the prints that tell editions of files apart."""
        return re.sub(r"\?v=\w+", "", self.page.content())

    def one_by_one(self) -> Phone:
        """Count one player at a time on this phone from now on, also while it is alone."""
        self.page.goto(f"{self.table}/count?by=one")
        return self.at_table()

    def open_whole(self, word: str) -> Phone:
        """Go from the table to the screen of the whole round, by the menu."""
        self.tap(self.page.locator("details.menu summary"))
        return self.tap(self.page.locator("a[href$='/count-all']")).sees(word.capitalize())

    def open_from_menu(self, link: str) -> Phone:
        """Go where an item of the table's menu leads."""
        menu = self.page.locator("details.menu")
        self.tap(menu.locator("summary"))
        self.tap(menu.get_by_role("link", name=link, exact=True))
        return self

    def close_panel(self) -> Phone:
        """Close what was opened over the table, and wait until that step is taken back."""
        self.press("Close").page.wait_for_function("() => !history.state?.panel")
        return self

    def open_correction(self, number: int, name: str) -> Phone:
        """Go from the table to what somebody entered in a past round, to correct it."""
        self.tap(self.page.locator(f"#round-{number} .round-number"))
        whose = self.page.locator(".entry-head").get_by_text(name, exact=True)
        entry = self.page.locator(".entry", has=whose)
        self.tap(whose)
        self.tap(entry.get_by_role("link", name="Correct", exact=True))
        return self.sees("correct")

    def open_whole_correction(self, number: int, word: str) -> Phone:
        """Go from the table to a past round as a whole, to correct it."""
        self.tap(self.page.locator(f"#round-{number} .round-number"))
        return self.open(f"Correct the {word}")

    def pick_cards(self, label: str, *cards: str) -> Phone:
        """Tap cards in the picker of a field; its drawer opens and closes by itself."""
        field = self.page.locator("[data-cards]").filter(has=self.box(label))
        drawer = field.locator("details")
        for card in cards:
            # It may open just before it is tapped, which closes it.
            while drawer.get_attribute("open") is None:
                self.tap(drawer.locator("summary"))
            self.tap(field.get_by_role("button", name=f"{label}: {face(card)}", exact=True))
        return self

    def take_back(self, label: str, card: str) -> Phone:
        """Tap a card that was picked, which takes it back."""
        self.tap(
            self.page.get_by_role("button", name=f"{label}: take {face(card)} back", exact=True)
        )
        return self

    def choose_chip(self, question: str, answer: str) -> Phone:
        group = self.page.get_by_role("group", name=question, exact=True)
        self.tap(group.get_by_label(answer, exact=True))
        return self

    def unfold(self, label: str) -> Phone:
        """Open what is folded away because most rounds leave it as it is."""
        return self.tap(self.page.locator("details.more > summary", has_text=label))

    def fill_amount(self, label: str, amount: int) -> Phone:
        self.box(label).fill(str(amount))
        return self

    def box(self, label: str) -> Locator:
        """Return the box that something is typed into."""
        boxes = self.page.locator("input:not([type=radio]), textarea")
        return self.page.get_by_label(label, exact=True).and_(boxes)

    def press_keys(self, *keys: str) -> Phone:
        """Tap keys of our own keypad: a text stands for its signs, a longer key for itself."""
        pad = self.page.get_by_role("group", name="Keypad")
        names = {"±": "Plus or minus", "⌫": "Delete"}
        for key in keys:
            for sign in (key,) if key in ("Next", "Done", "Save", "Bust", "00", "50") else key:
                name = names.get(sign, sign)
                self.tap(pad.get_by_role("button", name=name, exact=len(name) < 3))
        return self

    def step(self, button: str, times: int = 1) -> Phone:
        """Tap a stepper, named like ``More: Bet`` or ``Less for Ann: Bets``."""
        for _ in range(times):
            self.tap(self.page.get_by_role("button", name=button, exact=True))
        return self

    def tell(self, move: str, amount: int | None = None, *, who: str | None = None) -> Phone:
        """Add a line to a log that asks for one; it proposes ``who`` where nobody is named."""
        bar = self.page.locator(".log-bar")
        bar.locator("button:visible").first.wait_for()
        expect(bar.locator("button:disabled")).to_have_count(0)
        told = (lines := self.page.locator(".log-lines:visible li")).count()
        if who:
            name = bar.get_by_role("button", name=who, exact=True)
            if not name.is_visible():
                self.tap(self.page.get_by_role("button", name="Somebody else"))
            self.tap(name)
        self.tap(bar.get_by_role("button", name=move + (" …" if amount else ""), exact=True))
        if amount:
            bar.get_by_label("How much").fill(str(amount))
            self.tap(bar.get_by_role("button", name=move, exact=True))
        expect(lines).to_have_count(told + 1)
        return self

    def take_out(self, line: str) -> Phone:
        """Take a line out of a log, called as it is shown."""
        return self.tap(self.page.get_by_role("button", name=f"Take out: {line}", exact=True))

    def choose(self, style: str) -> Phone:
        """Choose a way to count, or to record a round."""
        self.page.locator("details.ways, .segments, .other-ways").first.wait_for()
        ways = self.page.locator("details.ways")
        if ways.count() and ways.get_attribute("open") is None:
            self.tap(ways.locator("summary"))
        places = self.page.locator(".segments, .ways[open], .other-ways")
        self.tap(places.get_by_text(style, exact=True).first)
        return self

    def switch(self, name: str) -> Phone:
        self.tap(self.page.locator("label.switch", has_text=name))
        return self

    def save(self, button: str = "Save") -> Phone:
        self.tap(self.page.get_by_role("button", name=button, exact=True))
        return self

    def save_and_see_table(self) -> Phone:
        """Save, and wait until the table is there with what listens on it."""
        self.save()
        self.page.wait_for_selector("#sheet")
        self.page.wait_for_load_state()
        return self

    def press(self, name: str) -> Phone:
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")))
        return self

    def open_tray(self) -> Phone:
        """Wait until something waits on the phone, and see what."""
        tray = self.page.locator("#outbox")
        tray.wait_for()
        # It may open by itself just before it is tapped, which closes it.
        while tray.get_attribute("open") is None:
            self.tap(tray.locator("summary"))
        return self

    def sees(self, text: str) -> Phone:
        expect(self.page.locator("body")).to_contain_text(text)
        return self

    def sees_preview(self, text: str) -> Phone:
        """Wait until the rules have said this of what is typed so far, above Save."""
        expect(self.page.locator("[data-shown]")).to_contain_text(text)
        return self

    def is_refused(self, sentence: str) -> Phone:
        """Wait until something is refused in these words, said once.

        Where the answer takes longer than the phone waits for it, the tray leads back to it.
        """
        said = self.page.locator(".problem, .field-error").filter(visible=True)
        change = self.page.locator("#outbox").get_by_role("link", name="Change it")
        expect(said.or_(change).first).to_be_visible()
        if change.is_visible():
            self.tap(change)
        expect(said).to_have_text([sentence])
        return self

    def row(self, name: str) -> Locator:
        """Return somebody's row at the table."""
        return self.page.locator(".player", has=self.page.get_by_text(name, exact=True))

    def sees_totals(self, **totals: int) -> Phone:
        """Wait until the table shows these totals."""
        for name, total in totals.items():
            shown = f"\N{MINUS SIGN}{-total:,}" if total < 0 else f"{total:,}"
            expect(self.row(name).locator(".total")).to_have_text(shown)
        return self

    def sees_balances(self, **balances: int) -> Phone:
        """Wait until the table of a money game shows these balances."""
        for name, balance in balances.items():
            shown = (
                f"+{balance:,}" if balance > 0 else f"{balance:,}".replace("-", "\N{MINUS SIGN}")
            )
            expect(self.row(name).locator(".total")).to_have_text(shown)
        return self

    def sees_marks(self, name: str, *marks: str) -> Phone:
        """Wait until somebody's row has these marks and no others."""
        expect(self.row(name).locator(".tag")).to_have_text(list(marks))
        return self

    def sees_payments(self, *payments: str) -> Phone:
        """Wait until the table says who pays whom, and nothing more."""
        items = self.page.get_by_label("Who pays whom").get_by_role("listitem")
        expect(items).to_have_text(list(payments))
        return self

    def end_game(self) -> Phone:
        """End the game: by the main button once it is over, by the menu before."""
        button = self.page.locator(".bottom-bar").get_by_role("link", name="End Game", exact=True)
        if button.count():
            self.tap(button)
        else:
            self.open_from_menu("End Game")
        return self.press("End Game").sees("Rematch")

    def keeps(self, path: str, text: str = "") -> Phone:
        """Wait until a page of the game is kept with a text in it, and all that is kept ahead."""
        table = f"/games/{self.uid}"
        assert self.page.evaluate(KEPT, [table + path, text]), f"{path} is not kept"
        assert self.page.evaluate(AHEAD, f"{table}/keep"), "nothing is kept ahead"
        return self

    def has_worker(self) -> Phone:
        """Wait until the service worker answers for the pages."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller")
        return self

    def is_live(self) -> Phone:
        expect(self.page.locator("#live")).to_have_attribute("data-state", "on")
        return self

    def is_not_live(self) -> Phone:
        expect(self.page.locator("#live")).to_have_attribute("data-state", "off")
        return self
