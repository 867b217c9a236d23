"""What is quick with one hand: a swipe between the table and the count, an anecdote, the clock."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.browser.phone import Phone
from tests.servers.server import Server

pytestmark = pytest.mark.long

Phones = Callable[..., Phone]
COUNT = re.compile(r"/rounds/1/seats/\d$")
CAT = "Bob’s cat took the trick"


WATCH = """() => {
  if (window.touched) return;
  window.touched = { ends: 0, links: 0 };
  const ended = () => { touched.ends += 1; };
  const opened = ({ target }) => { touched.links += target.matches("[data-swipe]"); };
  for (const end of ["touchend", "touchcancel"]) addEventListener(end, ended);
  document.addEventListener("click", opened, true);
}"""
"""Count the touches that have ended, heard after the page has, and the links that it opened."""
TELL = """
  const ended = () => console.info("touch ended");
  for (const end of ["touchend", "touchcancel"]) addEventListener(end, ended);
  const opened = ({ target }) => target.matches("[data-swipe]") && console.info("link opened");
  addEventListener("click", opened, true);
"""
"""Tell of the same where the browser may leave the page."""


def swipe(
    phone: Phone,
    across: int,
    down: int = 0,
    *,
    start: tuple[float, float],
    seconds: float = 0.1,
    fingers: int = 1,
) -> None:
    """Move over the glass, as the browser itself would hear of it."""
    session = phone.page.context.new_cdp_session(phone.page)
    x, y = start
    steps = 6
    began = time.time()

    def touch(kind: str, part: int) -> None:
        points = [
            {
                "x": x + across * part / steps,
                "y": y + down * part / steps + 90 * finger,
                "id": finger,
            }
            for finger in range(fingers)
        ]
        session.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [] if kind == "touchEnd" else points,
                "timestamp": began + seconds * part / steps,
            },
        )

    touch("touchStart", 0)
    for part in range(1, steps + 1):
        touch("touchMove", part)
    touch("touchEnd", steps)
    session.detach()


def swipe_in_vain(phone: Phone, across: int, down: int = 0, **more: Any) -> None:
    """Move over the glass, and see that the page has heard of it and opened nothing."""
    page = phone.page
    page.evaluate(WATCH)
    page.evaluate("touched.ends = touched.links = 0")
    swipe(phone, across, down, **more)
    page.wait_for_function("() => touched.ends > 0")
    assert page.evaluate("touched.links") == 0


def middle(what: Locator) -> tuple[float, float]:
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


FORWARD: dict[str, Any] = {"across": -160, "start": (300, 400)}
BACK: dict[str, Any] = {"across": 160, "start": (80, 400)}

HAS_SAME_HEIGHT_WITHOUT_CLOCK = """(line) => {
  const height = line.offsetHeight;
  line.querySelector(".clock").hidden = true;
  return line.offsetHeight === height;
}"""


@pytest.fixture
def ann(phones: Phones, server: Server) -> Phone:
    return phones(server).start("Ann", "Bob", me="Ann").one_by_one()


def test_a_swipe_leads_to_ones_count_and_back_with_all_that_was_typed(ann: Phone) -> None:
    swipe(ann, **FORWARD)
    ann.page.wait_for_url(COUNT)
    assert ann.page.url.endswith("/seats/1")
    ann.tap_cards("pile", {"10": 1}).sees("= 150")
    swipe(ann, **BACK)
    ann.page.wait_for_url(ann.table)
    ann.sees("A count on this phone isn’t saved.")
    swipe(ann, **FORWARD)
    ann.page.wait_for_url(COUNT)
    ann.sees("= 150")


def test_it_goes_on_to_whoever_is_still_waited_for(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"10": 1}).save_and_see_table()
    swipe(ann, **FORWARD)
    ann.page.wait_for_url(re.compile("/seats/2$"))


def test_what_is_no_swipe_leads_nowhere(ann: Phone) -> None:
    swipe_in_vain(ann, -40, start=(300, 400))
    swipe_in_vain(ann, -100, 120, start=(300, 300))
    swipe_in_vain(ann, **FORWARD, seconds=1)
    swipe_in_vain(ann, **FORWARD, fingers=2)
    swipe_in_vain(ann, **BACK)  # nothing lies on that side
    swipe_in_vain(ann, 250, start=(80, 400))  # and the browser does not go back by itself
    ann.open_count(1, 1)
    swipe_in_vain(ann, **FORWARD)
    ann.choose("Card by card")
    across = middle(ann.page.locator(".style:not([hidden]) input").first)[1]
    swipe_in_vain(ann, 150, start=(60, across))


@pytest.mark.parametrize(
    ("path", "across", "start"),
    [("", -200, (385, 400)), ("/rounds/1/seats/1", 200, (5, 400))],
)
def test_the_edge_is_the_phones_own(
    ann: Phone, *, path: str, across: int, start: tuple[float, float]
) -> None:
    """Phones go back and forward from there, and so do some browsers: nothing of ours follows."""
    page, told = ann.page, []
    page.add_init_script(TELL)
    page.goto(f"{ann.table}{path}")
    page.on("console", lambda message: told.append(message.text))
    with page.expect_console_message(lambda message: message.text == "touch ended"):
        swipe(ann, across, start=start)
    with suppress(Error):
        # Whatever the page has told by then is heard, also where the browser is leaving it.
        page.evaluate("0")
    assert "link opened" not in told


def test_what_scrolls_sideways_keeps_its_swipes(ann: Phone) -> None:
    ann.page.evaluate(
        """() => {
          const wide = document.createElement("div");
          wide.id = "wide";
          wide.style.overflowX = "auto";
          wide.append(document.createElement("p"));
          wide.firstChild.textContent = "A grid of many rounds";
          wide.firstChild.style.width = "2000px";
          // Not within the sheet, which the server sends anew.
          document.getElementById("sheet").before(wide);
        }"""
    )
    swipe_in_vain(ann, -160, start=(300, middle(ann.page.locator("#wide"))[1]))
    ann.page.wait_for_function("() => document.getElementById('wide').scrollLeft > 0")


def test_who_watches_has_nowhere_to_swipe_to(ann: Phone, phones: Phones, server: Server) -> None:
    ann.page.goto(f"{ann.table}/share")
    link = ann.page.locator("input.link").last.input_value()
    guest = phones(server).join_by_link(link)
    swipe_in_vain(guest, **FORWARD)


def test_from_right_to_left_it_is_the_other_way_round(ann: Phone) -> None:
    ann.page.evaluate(
        """() => {
          document.documentElement.dir = "rtl";
          document.querySelector(".skip").remove();
        }"""
    )
    swipe_in_vain(ann, **FORWARD)
    swipe(ann, **BACK)
    ann.page.wait_for_url(COUNT)


def test_an_anecdote_stands_at_its_round_on_every_phone(
    ann: Phone, phones: Phones, server: Server
) -> None:
    bob = phones(server).join(ann, "Bob")
    for seat in (1, 2):
        ann.open_count(1, seat).tap_cards("pile", {"10": 1}).save_and_see_table()
    ann.at_table().press("Score it anyway")
    ann.tap(ann.page.get_by_role("link", name="Round 1"))
    ann.page.get_by_label("Note").fill(f" {CAT} ")
    ann.press("Save note")
    ann.page.wait_for_url(ann.table)
    mark = bob.page.locator("#round-1 .told")
    expect(mark).to_have_attribute("title", CAT)
    expect(mark).to_contain_text(f"Note: {CAT}")
    bob.page.goto(f"{bob.table}/end")
    bob.page.get_by_label("Note – something").fill("It rained <b>cats</b>")
    bob.press("End Game")
    bob.page.wait_for_url(bob.table)
    for phone in (ann, bob):
        expect(phone.page.locator(".table-head .anecdote")).to_have_text("It rained <b>cats</b>")
    ann.page.goto(f"{ann.table}/picture")
    expect(ann.page.locator(".anecdote")).to_have_text("It rained <b>cats</b>")


def test_an_anecdote_told_without_network_is_sent_later(ann: Phone) -> None:
    ann.page.goto(f"{ann.table}/anecdote")
    ann.page.context.set_offline(True)
    ann.page.get_by_label("Note").fill(CAT)
    ann.press("Save")
    ann.page.wait_for_url(ann.table)
    ann.page.context.set_offline(False)
    expect(ann.page.locator(".table-head .anecdote")).to_have_text(CAT)


def test_an_anecdote_told_without_network_covers_no_other(
    ann: Phone, phones: Phones, server: Server
) -> None:
    bob = phones(server).join(ann, "Bob")
    kept = ann.page.locator(".table-head .anecdote")
    for button, told in (("Keep theirs", "It rained"), ("Save mine instead", CAT)):
        ann.page.goto(f"{ann.table}/anecdote")
        tell(bob, "It rained")
        ann.page.context.set_offline(True)
        ann.page.get_by_label("Note").fill(CAT)
        ann.press("Save").page.wait_for_url(ann.table)
        ann.page.context.set_offline(False)
        choose(ann, f"You typed{CAT}", "Bob enteredIt rained", button)
        expect(kept).to_have_text(told)
        tell(bob, "")
        expect(kept).to_have_count(0)


def test_a_game_that_waited_to_be_ended_ends_with_either_anecdote(
    ann: Phone, phones: Phones, server: Server
) -> None:
    for button, told in (("Keep theirs", "It rained"), ("Save mine instead", CAT)):
        ann.start("Ann", "Bob", me="Ann")
        bob = phones(server).join(ann, "Bob")
        ann.page.goto(f"{ann.table}/end")
        tell(bob, "It rained")
        ann.page.context.set_offline(True)
        ann.page.get_by_label("Note – something").fill(CAT)
        ann.press("End Game").page.wait_for_url(ann.table)
        ann.page.context.set_offline(False)
        ann.sees("Which one counts?")
        choose(ann, f"You typed{CAT}", "Bob enteredIt rained", button)
        for phone in (ann, bob):
            phone.sees("Rematch")
            expect(phone.page.locator(".table-head .anecdote")).to_have_text(told)


def test_an_anecdote_that_waits_stands_before_no_undo(ann: Phone) -> None:
    ann.open_count(1, 2).choose("Just the total").page.get_by_label("Round score").fill("100")
    ann.save_and_see_table()
    other_tab = ann.page.context.new_page()
    other_tab.goto(f"{ann.table}/anecdote")
    other_tab.get_by_label("Note").fill(CAT)
    ann.open_count(1, 1).choose("Just the total").page.get_by_label("Round score").fill("450")
    ann.page.context.set_offline(True)
    ann.save().page.wait_for_selector("#outbox")
    other_tab.get_by_role("button", name="Save").tap()
    other_tab.wait_for_url(ann.table)
    other_tab.close()
    ann.sees("2 changes will be sent when you’re online")
    ann.press("Undo “Ann’s count, round 1")
    ann.sees("3 changes will be sent when you’re online")
    ann.page.context.set_offline(False)
    expect(ann.page.locator(".table-head .anecdote")).to_have_text(CAT)
    expect(ann.page.locator("#outbox")).to_have_count(0)
    ann.open_from_menu("History").sees("Redo “Ann’s count, round 1”")


def tell(phone: Phone, anecdote: str) -> None:
    phone.page.goto(f"{phone.table}/anecdote")
    phone.page.get_by_label("Note").fill(anecdote)
    phone.press("Save").page.wait_for_url(phone.table)


def choose(phone: Phone, mine: str, theirs: str, button: str) -> None:
    """Decide in the tray between two that stand side by side there."""
    tray = phone.page.locator("#outbox")
    expect(tray.locator(".versus > div")).to_have_text([mine, theirs])
    phone.press(button)
    expect(tray.locator(".versus")).to_have_count(0)


def test_the_table_says_how_long_the_game_has_been_played(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"10": 1}).save_and_see_table()
    expect(ann.page.locator("[data-played]")).to_be_hidden()
    ann.page.set_viewport_size({"width": 430, "height": 844})
    assert _clock_after(ann, played=9000, minutes_ago=5) == "· 2 h 35 min"
    assert _clock_after(ann, played=9000, minutes_ago=62) == "· 2 h 30 min"


def test_how_long_it_has_been_played_takes_no_line_of_its_own(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"10": 1}).save_and_see_table()
    said = []
    for width in range(300, 400, 10):
        ann.page.set_viewport_size({"width": width, "height": 844})
        said.append(_clock_after(ann, played=9000, minutes_ago=5))
        assert ann.page.locator("p.table-line").evaluate(HAS_SAME_HEIGHT_WITHOUT_CLOCK)
    assert {"hidden", "· 2 h 35 min"} == set(said)


def _clock_after(phone: Phone, *, played: int, minutes_ago: int) -> str:
    """What the clock says of `played` seconds up to an entry so long ago.

    In one go, as a sheet that comes from the server puts the clock right again.
    """
    return str(
        phone.page.evaluate(
            """([played, minutes]) => {
              const clock = document.querySelector("[data-played]");
              clock.dataset.played = played;
              clock.dataset.until = new Date(Date.now() - minutes * 60000).toISOString();
              const detail = { id: "", html: "" };
              document.dispatchEvent(new CustomEvent("piece:shown", { detail }));
              return clock.hidden ? "hidden" : clock.textContent;
            }""",
            [played, minutes_ago],
        )
    )


DOTS_AHEAD = """() => {
  const line = document.querySelector(".table-line:has(.clock)");
  const { left } = line.getBoundingClientRect();
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    for (const { index } of texts.currentNode.data.matchAll(/·/g)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + 1);
      const box = range.getBoundingClientRect();
      if (box.width && box.left < left + 3 * box.width) return innerWidth;
    }
  }
}"""
"""How wide the screen is, where a line of the table's head begins with a dot."""


def test_no_line_of_the_head_begins_with_a_dot(ann: Phone) -> None:
    ann.open_count(1, 1).tap_cards("pile", {"10": 1}).save_and_see_table()
    _clock_after(ann, played=9000, minutes_ago=5)
    for width in range(300, 420, 4):
        ann.page.set_viewport_size({"width": width, "height": 844})
        assert not ann.page.evaluate(DOTS_AHEAD)
