"""What a group says to what is done in it, on a small phone: legible, and nothing cut off.

Every page and state that an address leads to is in ``test_gallery.py``.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.checks import check_width, check_with_axe, look
from tests.browser.groups.test_handicaps import played_to_the_end
from tests.browser.groups.test_seasons import found_group
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES, send
from tests.browser.screens.seeded import Seeded
from tests.browser.screens.test_screens import NAMES
from tests.servers.server import Server

Phones = Callable[..., Phone]
WRITTEN = """
  window.written = {};
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    written[text] = y - this.measureText(text).actualBoundingBoxAscent;
    write.call(this, text, x, y);
  };"""
"""Remembers where the top is of what is written on a canvas."""
BEGINS = """(link) => {
  const range = document.createRange();
  range.selectNodeContents(link);
  return range.getBoundingClientRect().left;
}"""
LONG = "Every second Thursday at Maximiliane’s"


def found(phone: Phone) -> str:
    """Found a group with many players, one of them retired, one merged; return its address."""
    page = phone.page
    page.goto("/groups/new")
    page.get_by_label("Group name").fill(LONG)
    phone.press("Create group")
    page.wait_for_url("**/players")
    for name in NAMES:
        page.locator("#name").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        phone.sees(name)
    group = page.url.removesuffix("/players")
    page.get_by_role("link", name="Change Di").tap()
    page.get_by_text("Merge with another player").tap()
    page.get_by_label("Di is").select_option(label="Cy")
    phone.press("Merge").sees("is Cy")
    page.get_by_role("link", name="Change Zoë").tap()
    page.get_by_text("Retire", exact=True).tap()
    phone.press("Retire").sees("Bring back")
    return group


def check(page: Page, where: str) -> None:
    closed = page.locator("main details:not([open], .menu) > summary:visible")
    while closed.count():
        closed.first.click()
    check_width(page, where)
    check_with_axe(page, where)


def test_what_a_group_answers_is_legible(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport=SIZES["small"], reduced_motion="reduce")
    page = phone.page
    group = found(phone)
    check(page, "retired and merged")
    page.locator("#name").fill("ann")
    page.get_by_role("button", name="Add", exact=True).tap()
    phone.sees("already")
    check(page, "refused player")
    page.goto(f"{group}/me")
    phone.press("Ann").page.wait_for_url(group)
    page.goto(f"{group}/recovery")
    phone.press("Create code").sees("Recovery code for scorekeepers")
    check(page, "recovery code")
    page.goto(f"{group}/settings")
    phone.press("Create a public link").sees("Renew link")
    check(page, "public standings")
    page.goto("/groups/recover")
    page.get_by_label("Recovery code").fill("7777")
    phone.press("Get back in").sees("This code doesn’t work")
    check(page, "refused code")
    uid = group.rsplit("/", 1)[-1]
    page.goto(f"/games/new/brownie_points?group={uid}")
    for number, name in enumerate(("Bob", "Ann", NAMES[2]), start=1):
        page.locator("[data-roster]").get_by_role("button", name=name, exact=True).tap()
        expect(page.locator(".seat")).to_have_count(number)
    check(page, "new game")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")
    table = page.url
    page.goto(f"{table}/group?to={uid}")
    page.get_by_label("Ann").select_option(label="Bob")
    phone.press("Move the game").sees("cannot sit in two seats")
    check(page, "refused move")
    page.goto(f"{table}/group?to=none")
    check(page, "out of the group")
    page.goto(f"{table}/delete")
    phone.press("Move to trash").sees("In the trash")
    check(page, "deleted")


def test_a_closed_season_says_so_unbroken_beside_a_long_name(
    phones: Phones, server: Server
) -> None:
    phone = phones(server)
    page = phone.page
    page.goto("/healthz")
    group = send(phone, "/groups/new", name="Thursday").removesuffix("/players")
    new = {"name": "Herbst und Winter der langen Nächte", "scheme": "places"}
    season = send(phone, f"{group}/seasons/new", starts_on="2025-10-01", **new)
    page.goto(f"{season}/close")
    page.get_by_label("Name of the next season").fill("Frühling")
    phone.press("Close season").sees("closed")
    page.goto(group)
    expect(page.locator(".season-switch small")).to_have_text("closed")
    assert look(page, ["broken"]) == {}


def test_twelve_names_stand_whole_at_the_ends_of_a_chart(phones: Phones, server: Server) -> None:
    phone = phones(server)
    page = phone.page
    page.add_init_script(WRITTEN)
    page.goto("/healthz")
    group = send(phone, "/groups/new", name="Thursday").removesuffix("/players")
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKL"]
    results = "\n".join(
        f"2025-10-0{day},Hearts,{name},{number}"
        for day in (1, 2)
        for number, name in enumerate(names[:6] if day == 1 else names[6:])
    )
    send(phone, f"{group}/import", text=f"date,game,player,total\n{results}", **{"import": "yes"})
    new = {"name": "October", "starts_on": "2025-10-01", "scheme": "places"}
    season = send(phone, f"{group}/seasons/new", **new)
    page.goto(f"{season}/chart")
    expect(page.locator("figure.chart canvas")).to_have_count(2)
    tops = page.evaluate("written")
    assert {*names} <= tops.keys()
    assert min(tops[name] for name in names) >= 0


def test_rows_end_as_they_begin_and_what_leads_on_begins_where_they_do(
    phones: Phones, server: Server
) -> None:
    phone = phones(server, viewport=SIZES["television"])
    page = phone.page
    page.goto("/healthz")
    group = send(phone, "/groups/new", name="Thursday").removesuffix("/players")
    results = "date,game,player,total\n2025-10-01,Hearts,Ann,1\n2025-10-01,Hearts,Bo,2"
    send(phone, f"{group}/import", text=results, **{"import": "yes"})
    page.goto(send(phone, f"{group}/seasons/new", name="October", starts_on="2025-10-01"))
    cells = page.locator(".standings tbody tr").first.locator("td:visible")
    first, last = (cells.nth(place) for place in (0, -1))
    rounded = first.evaluate("cell => getComputedStyle(cell).borderStartStartRadius")
    assert rounded != "0px"
    assert last.evaluate("cell => getComputedStyle(cell).borderStartEndRadius") == rounded
    begun = [page.get_by_text(text).evaluate(BEGINS) for text in ("Sheet", "All seasons")]
    assert begun[0] == begun[1]


def test_a_name_in_the_list_of_games_stays_beside_its_badge(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport=SIZES["small"])
    long = "Wilhelmina-Charlotte Oberhausener"
    group = found_group(phone, "Thursday", "Ann", long)
    played_to_the_end(phone, group, **{"Ann": 2_000, long: 1_500})
    phone.page.goto(f"{group}/games")
    sides = phone.page.locator(".finish .of-side")
    expect(sides).to_have_count(2)
    for side in sides.all():
        badge, name = (side.locator(one).bounding_box() for one in (".badge", "bdi"))
        assert badge
        assert name
        assert name["x"] > badge["x"] + badge["width"]
        middles = (box["y"] + box["height"] / 2 for box in (badge, name))
        assert next(middles) == pytest.approx(next(middles), abs=1)


def test_a_long_word_in_a_groups_name_makes_no_page_wider(phones: Phones, server: Server) -> None:
    phone = phones(server, viewport={"width": 360, "height": 640})
    phone.page.goto(f"{found_group(phone, 'Donnerstagsrundenmeisterschaftsgruppe')}/files")
    phone.sees("Import into Donnerstagsrundenmeisterschaftsgruppe")
    check_width(phone.page, "files of a group with a long name")


def test_a_badge_in_the_hall_of_fame_stands_beside_a_long_name(
    browser: Browser, seeded_server: Seeded
) -> None:
    context = browser.new_context(
        base_url=seeded_server.url,
        viewport={"width": 360, "height": 640},
        storage_state=seeded_server.state("keeper"),
    )
    page = context.new_page()
    page.goto(seeded_server.address("/groups/{group}/seasons/hall-of-fame"))
    side = page.locator(".podiums .of-side").first
    side.locator("bdi").evaluate("name => { name.textContent = 'Bob-Charlotte Schwarzenberger'; }")
    badge, name = (side.locator(part).bounding_box() for part in (".badge", "bdi"))
    assert badge
    assert name
    assert name["y"] < badge["y"] + badge["height"]
    context.close()
