"""The app without network: pages kept on the phone, the worker, and the home screen."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import KEPT, Phone
from tests.browser.phones.test_offline import count, keeps_for_later, two_at_a_table, waiting
from tests.browser.table.test_board import play
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]
ROOT = Path(__file__).parents[3]


def at_home(server: Server) -> dict[str, str]:
    """Return the address of a server in a home network, where browsers allow no worker."""
    return {"base_url": f"http://table.test:{server.port}"}


def is_old(phone: Phone) -> None:
    expect(phone.page.locator(".as-of")).to_have_text(re.compile(r"^Offline. Last updated \d.*$"))


def test_a_phone_goes_from_page_to_page_without_network_and_without_a_worker(
    phones: Phones, own_server: Server
) -> None:
    """Long because it is one story, in which each step needs the one before."""
    ann = phones(own_server, **at_home(own_server)).start("Ann", "Bob", me="Ann").one_by_one()
    page = ann.page
    assert page.evaluate("isSecureContext") is False
    ann.keeps("/count").keeps("/rules").keeps("/end")
    own_server.kill()
    ann.is_not_live()

    ann.open("Count cards")
    page.wait_for_url("**/rounds/1/seats/1")
    is_old(ann)
    expect(page.locator("h1")).to_contain_text("round 1")
    ann.tap_cards("pile", {"10": 2}).sees("= 300")
    page.get_by_role("link", name="Table").tap()
    page.wait_for_selector("#sheet")
    is_old(ann)
    page.go_back()
    expect(page.locator("h1")).to_contain_text("round 1")
    page.go_forward()
    page.wait_for_selector("#sheet")

    ann.open_from_menu("Rules")
    expect(page.locator("dialog[open] .as-of")).to_contain_text("Offline. Last updated")
    page.get_by_label("Look something up").fill("dog house")
    ann.sees("found")
    page.get_by_label("Look something up").fill("kwijibo")
    ann.sees("Nothing about “kwijibo”.").close_panel().open_from_menu("Settings")
    expect(page.locator("h1")).to_have_text("Saved on this phone")
    ann.sees("isn’t saved on your phone")
    page.get_by_role("link", name=re.compile("^Brownie Points: Ann, Bob")).tap()

    own_server.start()
    ann.is_live()
    expect(page.locator(".as-of")).to_have_count(0)
    ann.open("Count cards")
    expect(page.locator(".as-of")).to_have_count(0)
    expect(page.locator("[data-card='10'] input").first).to_have_value("2")


def test_a_scorekeeper_plays_on_round_after_round_without_network(
    phones: Phones, own_server: Server
) -> None:
    ann = phones(own_server, **at_home(own_server)).start("Ann", "Bob", me="Ann").one_by_one()
    page = ann.page
    ann.keeps("/count")
    own_server.kill()
    ann.is_not_live()

    def count_next(name: str, number: int, seat: int, points: int) -> None:
        ann.open("Count cards" if number == 1 else f"Round {number}")
        page.wait_for_url(f"**/rounds/{number}/seats/{seat}")
        expect(page.locator("h1")).to_contain_text(f"{name} round {number}")
        is_ahead = 1 if number > 1 else 0
        expect(page.locator("[data-ahead]")).to_have_count(is_ahead)
        ann.choose("Just the total")
        page.get_by_label("Round score").fill(str(points))
        ann.save_and_see_table()

    count_next("Ann", 1, 1, 450)
    count_next("Bob", 1, 2, 300)
    count_next("Ann", 2, 1, 100)
    count_next("Bob", 2, 2, 600)
    ann.open_whole("round")
    page.wait_for_url("**/rounds/3/all")
    ann.sees("Round 3").sees("Earlier rounds aren’t finished")
    boxes = page.get_by_label("Round score")
    expect(boxes).to_have_count(2)
    boxes.nth(0).fill("50")
    boxes.nth(1).fill("100")
    ann.save_and_see_table()
    count_next("Ann", 4, 1, 50)

    own_server.start()
    ann.sees_totals(Ann=600, Bob=1000).sees("Waiting for Bob")
    expect(page.locator(".as-of")).to_have_count(0)


def test_without_network_the_round_is_counted_that_the_table_shows(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(network, base_url=network.url.replace("127.0.0.1", "table.test"))
    bob.join(ann, "Bob").keeps("/count")
    # The network goes before the phone has asked what it needs for the next round.
    bob.page.route("**/keep", lambda route: route.abort())
    ann.page.goto(f"{ann.table}/rounds/1/all")
    for points in ann.page.get_by_label("Round score").all():
        points.fill("100")
    ann.save_and_see_table()
    bob.sees_totals(Ann=100, Bob=100)
    network.cut()
    bob.is_not_live().open("Count cards")
    bob.page.wait_for_url("**/rounds/2/seats/2")
    expect(bob.page.locator("h1")).to_contain_text("Bob round 2")
    expect(bob.page.locator("[data-ahead]")).to_have_count(0)


def test_the_app_opens_without_network_from_nothing(phones: Phones, own_server: Server) -> None:
    ann = phones(own_server).start("Ann", "Bob", me="Ann").one_by_one()
    page = ann.page
    assert page.evaluate("isSecureContext") is True
    ann.has_worker().keeps("/count").keeps("/rules")
    page.goto("/rules/brownie_points")
    # The home page was not open since the game was started, and leads to it all the same.
    for path, text in (("/rules/brownie_points", "Brownie"), ("/", ann.uid)):
        assert page.evaluate(KEPT, [path, text]), path
    own_server.kill()

    ann.page.close()
    ann.page = page = page.context.new_page()
    page.goto("/")
    is_old(ann)
    page.get_by_role("link", name="Brownie Points").first.tap()
    page.wait_for_selector("#sheet")
    is_old(ann)
    ann.open("Count cards")
    expect(page.locator("h1")).to_contain_text("Ann round 1")
    # What is saved here is of this round, and not of wherever one counts next.
    expect(page).to_have_url(f"{ann.table}/rounds/1/seats/1")
    ann.tap_cards("pile", {"1": 1})
    page.goto("/rules/brownie_points")
    is_old(ann)
    page.goto("/scorecards")
    ann.sees("isn’t saved on your phone")
    expect(page.locator("[data-kept] a")).to_have_count(5)

    own_server.start()
    expect(page.get_by_role("heading", name="Other games")).to_be_visible()
    expect(page.locator(".as-of")).to_have_count(0)


def test_an_update_loses_nothing_that_is_typed_or_waits(phones: Phones, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name in ("scorecard", "templates", "migrations"):
        shutil.copytree(ROOT / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    server = Server(tmp_path / "data", home=home).start()
    try:
        ann = phones(server).start("Ann", "Bob", me="Ann").has_worker()
        page = ann.page
        before = page.evaluate("caches.keys()")
        page.evaluate(
            "idbKeyval.set('test', ['450'], idbKeyval.createStore('scorecard-outbox', 'writes'))"
        )
        ann.keeps("/count").open_count(1, 1).tap_cards("pile", {"10": 3})
        server.stop()
        with (home / "scorecard/static/scripts/layout/forms.js").open("a") as script:
            script.write("// Another release.\n")
        server.start()
        assert page.evaluate(UPDATED, before), "the new worker did not take over"
        ann.sees("= 450")
        found = page.evaluate(
            "idbKeyval.get('test', idbKeyval.createStore('scorecard-outbox', 'writes'))"
        )
        assert found == ["450"]
        assert len(page.evaluate("caches.keys()")) == 1
        server.stop()
        page.goto(ann.table)
        is_old(ann)
    finally:
        server.kill()


UPDATED = """async (before) => {
  await (await navigator.serviceWorker.ready).update();
  for (let tries = 0; tries < 1200; tries += 1) {
    const now = await caches.keys();
    if (now.length === 1 && now[0] !== before[0]) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""


def test_a_phone_that_is_sent_out_keeps_nothing_of_the_game(
    phones: Phones, own_server: Server
) -> None:
    ann = phones(own_server).start("Ann", "Bob", me="Ann")
    code, _link = ann.invitation()
    bob = phones(own_server, **at_home(own_server)).join_by_code(code, "Bob")
    bob.keeps("/count").keeps("/rules")
    ann.page.goto(f"{ann.table}/devices")
    ann.unfold("Remove").press("Remove")
    bob.sees("removed this phone from the game")
    bob.page.wait_for_function(LEFT, arg=f"/games/{bob.uid}")
    assert bob.page.evaluate(KEPT, ["/", "Join with a code"])
    own_server.kill()
    bob.page.get_by_role("link", name="Home").last.tap()
    is_old(bob)
    expect(bob.page.locator(".cards, .now-playing")).to_have_count(0)
    bob.page.evaluate("url => goTo(url)", bob.table)
    bob.sees("isn’t saved on your phone")


def test_a_phone_that_was_sent_out_while_it_was_elsewhere_hears_so_at_home(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann").keeps("/count").keeps("/rules")
    bob = phones(server).join(ann, "Bob")
    bob.keeps("/count").keeps("/rules")
    bob.page.goto("/about")
    ann.page.goto(f"{ann.table}/devices")
    ann.unfold("Remove").press("Remove")
    expect(ann.page.locator(".cards > li")).to_have_count(1)
    bob.page.goto("/")
    bob.page.wait_for_function(LEFT, arg=f"/games/{bob.uid}")
    ann.page.evaluate(UNASKED)
    ann.page.goto("/")
    ann.page.wait_for_function(ASKED)
    ann.keeps("/count").keeps("/rules")


UNASKED = """() => idbKeyval.del("asked", idbKeyval.createStore("scorecard-pages", "pages"))"""
ASKED = """() => {
  const store = idbKeyval.createStore("scorecard-pages", "pages");
  idbKeyval.get("asked", store).then((asked) => { window.asked = asked; });
  return Boolean(window.asked);
}"""
LEFT = """(owner) => {
  const store = idbKeyval.createStore("scorecard-pages", "pages");
  window.left ??= "";
  idbKeyval.keys(store).then((keys) => { window.left = keys.join(" "); });
  return window.left && !window.left.includes(owner);
}"""


def test_phones_may_put_it_on_their_home_screen(phones: Phones, server: Server) -> None:
    ann = phones(server)
    ann.page.goto("/")
    ann.has_worker()
    chromium = ann.page.context.new_cdp_session(ann.page)
    found = chromium.send("Page.getAppManifest")
    assert found["errors"] == []
    errors = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window of its own for each test is a private one, in which nothing is installed.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    offer = ann.page.get_by_role("button", name="Put Scorecard on your home screen")
    expect(offer).to_be_hidden()
    ann.page.evaluate(
        "dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }),"
        " { prompt: () => { document.title = 'Asked'; } }))"
    )
    ann.page.locator(".menu > summary").tap()
    offer.tap()
    expect(ann.page).to_have_title("Asked")
    ann.page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(offer).to_be_hidden()


def test_its_screens_hold_on_a_small_phone(phones: Phones, own_server: Server) -> None:
    small = {"viewport": {"width": 320, "height": 568}, "reduced_motion": "reduce"}
    ann = phones(own_server, **small).start("Ann", "Maximiliane-Charlotte", me="Ann")
    ann.one_by_one().has_worker().keeps("/count")
    page = ann.page
    page.goto("/phone-setup")
    look(page, "phone setup")
    own_server.kill()
    page.goto(ann.table)
    is_old(ann)
    look(page, "kept table")
    ann.open("Count cards")
    is_old(ann)
    look(page, "kept count")
    page.goto("/scorecards")
    ann.sees("isn’t saved on your phone")
    look(page, "not kept")


def look(page: Page, where: str) -> None:
    check_width(page, where)
    check_with_axe(page, where)


def test_what_needs_somebody_does_not_push_what_is_typed_under_the_keypad(
    phones: Phones, server: Server, network: Network
) -> None:
    ann, bob = two_at_a_table(phones, server, network)
    bob.page.set_viewport_size({"width": 360, "height": 640})
    count(bob, 1, 2, 500)
    network.cut()
    keeps_for_later(bob.save(), "Bob’s count")
    count(ann, 1, 2, 450).save_and_see_table()
    network.heal()
    bob.page.goto(f"{bob.table}/rounds/2/seats/2")
    bob.sees("1 needs you")
    field = bob.page.get_by_label("Round score")
    expect(field).to_be_focused()
    shown, bar = field.bounding_box(), bob.page.locator(".bottom-bar").bounding_box()
    assert shown
    assert bar
    assert shown["y"] + shown["height"] < bar["y"]
    # Whoever types nothing sees what there is to decide.
    bob.at_table()
    expect(waiting(bob, "Bob’s count").get_by_text("Keep theirs")).to_be_visible()


def test_the_button_names_the_round_that_it_opens_while_a_count_waits(
    phones: Phones, server: Server, network: Network
) -> None:
    _ann, bob = two_at_a_table(phones, server, network)
    button = bob.page.locator(".bottom-bar .main")
    expect(button).to_have_text("Count cards")
    count(bob, 1, 2, 500)
    network.cut()
    keeps_for_later(bob.save(), "Bob’s count")
    expect(button).to_have_text("Round 2")
    bob.tap(button)
    expect(bob.page.locator("h1")).to_contain_text("round 2")
    bob.open("Table").page.wait_for_selector("#sheet")
    bob.open_tray().press("Discard")
    expect(button).to_have_text("Count cards")
    bob.press("Take it back")
    expect(button).to_have_text("Round 2")
    network.heal()
    expect(button).to_have_text("Change mine")


def test_a_table_that_is_left_while_the_button_is_named_is_no_fault(
    phones: Phones, server: Server, network: Network
) -> None:
    _ann, bob = two_at_a_table(phones, server, network)
    # What is wrong in a script fails the test when its phones are put away.
    bob.page.evaluate("""async () => {
        const leave = () => document.querySelector(".bottom-bar").remove();
        document.addEventListener("outbox:changed", leave, { once: true });
        await outbox.announce();
        await outbox.items();
    }""")


def test_the_button_names_round_10_after_round_9(
    phones: Phones, server: Server, network: Network
) -> None:
    ann, bob = two_at_a_table(phones, server, network)
    for number in range(1, 9):
        play(ann, number, 50, 50)
    bob.sees_totals(Ann=400, Bob=400).at_table().keeps("/count")
    count(bob, 9, 2, 500)
    network.cut()
    keeps_for_later(bob.save(), "Bob’s count")
    expect(bob.page.locator(".bottom-bar .main")).to_have_text("Round 10")
