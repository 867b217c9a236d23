"""What people do most often, from a phone that was never here before, and what it takes of them.

``python -m tests.browser.flows`` plays each flow on a server of its own, and prints taps, keys,
screens and scrolled pixels, each with the most that it may take.

Taps are touches of the screen, keys those of a keyboard and of our own keypad (but for *Next* and
*Save*, which are taps); screens are pages and sheets that a person has to look at on the way, those
left out where they begin and to which they come back.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field
from pathlib import Path
from types import MappingProxyType

from playwright.sync_api import Locator, expect, sync_playwright

from tests.browser.browsers import ARGUMENTS, find
from tests.browser.conftest import USUAL, phone_in
from tests.browser.phone import Phone
from tests.handbook import regions
from tests.servers.server import Server

COUNTER = Path(__file__).with_name("effort.js").read_text()
NAMES = ("Ann", "Bo", "Cleo", "Dev")
POINTS = ("1750", "±300", "2100", "1250")
"""What the four score in a round, as it is typed."""


@dataclass(frozen=True)
class Effort:
    """What something takes of a person."""

    taps: int
    keys: int = 0
    screens: int = 0
    scrolled: int = 0

    def exceeds(self, most: Effort) -> bool:
        return any(mine > its for mine, its in zip(astuple(self), astuple(most), strict=True))


@dataclass
class Play:
    """The phones of a flow, and the one on which it is counted."""

    make_phone: Callable[[], Phone]
    counted: list[Phone] = field(default_factory=list)

    def phone(self) -> Phone:
        phone = self.make_phone()
        phone.page.add_init_script(COUNTER)
        return phone

    def table(self, target: int | None = None) -> Phone:
        """Return a phone at a table of four, at which nobody else has one."""
        return self.phone().start(*NAMES, me="Ann", target=target)

    def begin(self, phone: Phone) -> Phone:
        """Count what is done with a phone from here on."""
        phone.page.evaluate("effort.begin()")
        self.counted.append(phone)
        return phone

    def effort(self) -> Effort:
        """Return what it took."""
        (phone,) = self.counted
        return Effort(**phone.page.evaluate("effort.end()"))


def main_button(phone: Phone) -> Locator:
    return phone.page.locator(".bottom-bar .main")


def seat_four(play: Play) -> Phone:
    """Go from home to a table of four."""
    phone = play.phone()
    phone.page.goto("/")
    play.begin(phone).open("New game")
    expect(phone.page.locator("#new-name")).to_be_focused()
    for name in NAMES:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    phone.tap(phone.page.get_by_role("button", name="Start", exact=True))
    phone.page.wait_for_selector("#sheet")
    expect(phone.page.locator(".player")).to_have_count(len(NAMES))
    return phone


def count_cards(phone: Phone, *cards: str) -> Phone:
    """Tap my row and count by worth, going on after each number but the last."""
    phone.tap(phone.page.locator("#seat-1 .row-link"))
    expect(phone.page.get_by_role("group", name="Keypad")).to_be_visible()
    for number in cards[:-1]:
        phone.press_keys(number, "Next")
    return phone.press_keys(cards[-1])


def count_first_cards(play: Play) -> None:
    """Begin at home, and count 22 cards once the hand is empty."""
    phone = count_cards(seat_four(play), "9", "8", "5").press("Hand empty").sees("= 2,000")
    phone.save_and_see_table().sees("+2,000")


def count_cards_left(play: Play) -> None:
    """Count 18 cards in the pile and four left in hand."""
    phone = count_cards(play.begin(play.table()), "9", "8", "1", "3", "1").sees("= 1,150")
    phone.save_and_see_table().sees("+1,150")


def join_by_link(play: Play) -> None:
    """Open what the code leads to, and tap my name."""
    _code, link = play.table().invitation()
    guest = play.phone()
    guest.page.goto(link[link.index("/join") :])
    play.begin(guest).press("Bo").page.wait_for_selector("#sheet")
    expect(main_button(guest)).to_be_visible()


def score_round(phone: Phone) -> Phone:
    """Enter everybody's points with our own keypad."""
    phone.tap(main_button(phone)).page.wait_for_url("**/rounds/*/all")
    pad = phone.page.get_by_role("group", name="Keypad")
    for name, points in zip(NAMES, POINTS, strict=True):
        expect(phone.page.get_by_label(f"{name}: Round score", exact=True)).to_be_focused()
        phone.press_keys(points)
        phone.tap(pad.get_by_role("button", name=re.compile("^(Next|Save)")))
    phone.page.wait_for_selector("#sheet")
    return phone


def score_round_of_four(play: Play) -> None:
    """One scorekeeper enters a round of four, and is back at the table."""
    score_round(play.begin(play.table())).sees_totals(Ann=1_750, Bo=-300, Cleo=2_100, Dev=1_250)


def end_game(play: Play, *, is_counted: bool = True) -> Phone:
    """End a game whose target is reached."""
    phone = score_round(play.table(target=2_000)).sees("Cleo wins")
    if is_counted:
        play.begin(phone)
    phone.tap(main_button(phone).filter(has_text="End Game"))
    return phone.press("End Game").sees("Rematch")


def play_again(play: Play) -> None:
    """End a game, and sit at the table of the next one."""
    phone = end_game(play)
    phone.tap(main_button(phone).filter(has_text="Rematch"))
    # The table that has ended speaks of round 1 as well.
    expect(phone.page).not_to_have_url(phone.table)
    phone.sees("Round 1")


def keep_as_group(play: Play, *, is_counted: bool = True) -> Phone:
    """Make a group with a season of a game that has ended."""
    phone = end_game(play, is_counted=False)
    if is_counted:
        play.begin(phone)
    phone.open("Keep this table as a group")
    expect(phone.page.get_by_label("Group name")).to_be_focused()
    phone.page.keyboard.type("Thursday")
    return phone.press("Create group").sees("Places: 5 – 3 – 2 – 1")


def meet_again(play: Play) -> None:
    """Begin the next evening of a group at home, with those who played last."""
    phone = keep_as_group(play, is_counted=False)
    phone.page.goto("/")
    play.begin(phone).open("New game").sees("for Thursday")
    expect(phone.page.locator(".seat")).to_have_count(len(NAMES))
    phone.tap(phone.page.get_by_role("button", name="Start", exact=True))
    phone.page.wait_for_selector("#sheet")
    expect(phone.page.locator(".player")).to_have_count(len(NAMES))


def correct_score(play: Play) -> None:
    """Correct what somebody scored in the round before the last one."""
    phone = score_round(score_round(play.table()))
    play.begin(phone).tap(phone.page.locator("#round-1 a[href$='?seat=2']"))
    whose = phone.page.locator(".entry", has=phone.page.get_by_text("Bo", exact=True))
    phone.tap(whose.get_by_role("link", name="Correct", exact=True))
    expect(phone.page.get_by_label("Round score")).to_be_focused()
    phone.press_keys("400")
    phone.save_and_see_table().sees_totals(Bo=100)


def undo(play: Play) -> None:
    """Take back the round that was just entered."""
    phone = play.begin(score_round(play.table()))
    phone.tap(phone.page.locator(".toast").get_by_role("button", name=re.compile("^Undo")))
    phone.sees_totals(Ann=0)


def look_up_worth(play: Play) -> None:
    """See at the table what a card is worth."""
    phone = play.begin(play.table()).open_from_menu("Rules")
    expect(phone.page.get_by_text("Dog House").first).to_be_in_viewport()


@dataclass(frozen=True)
class Flow:
    """A flow, and the most that it may take of a person."""

    play: Callable[[Play], object]
    most: Effort


FLOWS: Mapping[str, Flow] = MappingProxyType(
    {
        "from home to a table of four": Flow(seat_four, Effort(2, 16, 2)),
        "and to the first saved count, 22 cards": Flow(count_first_cards, Effort(2 + 5, 16 + 3, 3)),
        "22 cards counted, four of them left in hand": Flow(count_cards_left, Effort(6, 5, 1)),
        "joining by the link": Flow(join_by_link, Effort(1, 0, 1)),
        "one scorekeeper, a round of four": Flow(score_round_of_four, Effort(5, 16, 1)),
        "from End Game to the rematch": Flow(play_again, Effort(3, 0, 2)),
        "a game that has ended to a group with a season": Flow(keep_as_group, Effort(2, 8, 1)),
        "the next evening of the group, from home": Flow(meet_again, Effort(2, 0, 2)),
        "a score of an earlier round corrected": Flow(correct_score, Effort(3, 3, 2)),
        "a round undone": Flow(undo, Effort(1)),
        "what a card is worth, at the table": Flow(look_up_worth, Effort(2, 0, 1)),
    }
)
"""A phone alone at its table counts with our own keypad, whose digits are keys."""


def main() -> None:
    """Play every flow, and print what each takes."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        with Server(Path(folder) / "data") as server:
            rows = [
                row(
                    name,
                    flow,
                    played(
                        flow,
                        lambda: phone_in(browser.new_context(**USUAL, base_url=server.url), []),
                    ),
                )
                for name, flow in FLOWS.items()
            ]
        browser.close()
    print(regions.table(("flow", "taps", "keys", "screens", "scrolled pixels"), rows))


def played(flow: Flow, make_phone: Callable[[], Phone]) -> Effort:
    """Play a flow; return what it took."""
    play = Play(make_phone)
    flow.play(play)
    return play.effort()


def row(name: str, flow: Flow, found: Effort) -> tuple[str, ...]:
    """Return a row of the table: what it takes, and the most where that is more."""
    numbers = zip(astuple(found), astuple(flow.most), strict=True)
    return (name, *(f"{mine}" if mine == its else f"{mine} of {its}" for mine, its in numbers))


if __name__ == "__main__":
    main()
