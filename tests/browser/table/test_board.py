"""The board on a television, and the picture that is shared from a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.browser.screens.seeded import MOTTO
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
SCREENS: dict[str, ViewportSize] = {
    "television": TELEVISION,
    "laptop": {"width": 1280, "height": 720},
    "tablet": {"width": 768, "height": 1024},
}
TWELVE = ("Ann", "Maximiliane-Charlotte von Hohenstein", "李小龙", "🍫🍫", "<b>Bo</b>", *"CDEFGHI")
LEAST_CAPITALS = 46
"""Pixels of a total's letters on a television: some 20 millimetres on one of 40 inches."""
CUT_OFF = """(rows) => rows.filter((row) => {
  const [name, state] = [row.querySelector(".board-name"), row.querySelector(".board-state")];
  const lines = name.clientHeight / parseFloat(getComputedStyle(name).lineHeight);
  const isBroken = lines > 1.5 && name.textContent.length < 4;
  const lowest = (state || name).getBoundingClientRect().bottom;
  const isBelow = lowest > row.getBoundingClientRect().bottom;
  return isBroken || isBelow || state?.scrollHeight > state?.clientHeight + 1;
}).map((row) => row.textContent)"""
"""Short names that are broken in two, and what stands below them and is not all to be seen."""
ROOM = """(all) => all.map(
  (who) => who.offsetWidth / parseFloat(getComputedStyle(who.querySelector(".board-name")).fontSize)
)"""
"""How wide each name may be, in heights of its letters."""
ABOVE_THE_LINE = """(name) => {
  const style = getComputedStyle(name), paper = document.createElement("canvas").getContext("2d");
  paper.font = style.font;
  const dotted = paper.measureText("Ü");
  const [up, down] = [dotted.fontBoundingBoxAscent, dotted.fontBoundingBoxDescent];
  const above = (parseFloat(style.lineHeight) - up - down) / 2;
  return dotted.actualBoundingBoxAscent - up - above;
}"""
"""By how many pixels the dots of a capital stand out of a line, where they are cut off."""
MINUTE = 60_000
MOVING = """() => document.getAnimations().map((one) => {
  const name = one.effect.target.className;
  return name.baseVal ?? name;
})"""


NATURAL_SIZE = """async (picture) => {
  await picture.decode();
  return [picture.naturalWidth, picture.naturalHeight];
}"""
EVERYTHING = "{ childList: true, subtree: true, characterData: true }"


def write(phone: Phone, method: str, path: str, **body: Any) -> Any:
    address = f"/api/v1/games/{phone.uid}"
    version = phone.page.request.get(address).json()["version"]
    data = {"version": version, **body}
    response = phone.page.request.fetch(f"{address}{path}", method=method, data=data)
    assert response.ok, response.text()
    return response.json()


def play(phone: Phone, number: int, *scores: int) -> None:
    entries = {str(seat): {"score": points} for seat, points in enumerate(scores, start=1)}
    write(phone, "PUT", f"/rounds/{number}", entries=entries, is_confirmed=True)


def board_of(phones: Phones, server: Server, keeper: Phone, **options: Any) -> Phone:
    """Open a television by the link for boards."""
    larger = {"viewport": TELEVISION, "is_mobile": False, "has_touch": False}
    television: Phone = phones(server, **larger | options)
    television.has_touch = False
    keeper.page.goto(f"{keeper.table}/share")
    link = keeper.page.locator("input.link").last.input_value()
    keeper.page.goto(keeper.table)
    television.page.goto(link[link.index("/join") :])
    television.press("Watch").page.wait_for_selector(".board")
    return television.is_live()


def names_on(board: Phone) -> list[str]:
    return board.page.locator(".board-name").all_inner_texts()


def test_a_count_on_a_phone_moves_the_board(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", "Cy", me="Ann", target=5_000)
    board = board_of(phones, server, ann)
    page = board.page
    expect(page.locator(".board-join .qr")).to_be_visible()
    play(ann, 1, 100, 200, 300)
    expect(page.locator(".board-total").first).to_have_text("300")
    assert names_on(board) == ["Cy", "Bob", "Ann"]
    ann.open_count(2, 1).choose("Just the total").page.get_by_label("Round score").fill("450")
    ann.save_and_see_table()
    expect(page.locator("#side-1 .board-state")).to_contain_text("counted +450")
    expect(page.locator(".board-waiting")).to_have_text("Waiting for Bob and Cy")
    steps = page.locator(".chart-tall .chart-svg")
    expect(steps).to_have_attribute("data-steps", "1")
    play(ann, 2, 450, 0, 0)
    expect(page.locator(".board-total").first).to_have_text("550")
    assert names_on(board) == ["Ann", "Cy", "Bob"]
    expect(steps).to_have_attribute("data-steps", "2")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.long
def test_rows_glide_to_their_places_but_for_those_who_want_no_motion(
    phones: Phones, server: Server, motion: Literal["no-preference", "reduce"]
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    play(ann, 1, 100, 0)
    board = board_of(phones, server, ann, reduced_motion=motion)
    page = board.page
    # What moves is looked at as soon as the new order stands there, however slow the machine is.
    page.evaluate(
        f"""() => {{
          window.moved = new Promise((resolve) => {{
            new MutationObserver((_list, observer) => {{
              if (document.querySelector(".board-name").textContent !== "Bob") return;
              observer.disconnect();
              resolve(({MOVING})());
            }}).observe(document.querySelector("main"), {EVERYTHING});
          }});
        }}"""
    )
    play(ann, 2, 0, 500)
    moved = page.evaluate("window.moved")
    assert names_on(board) == ["Bob", "Ann"]
    if motion == "reduce":
        assert moved == []
    else:
        assert len([one for one in moved if one.startswith("board-side ")]) == 2
        assert "chart-lines" in moved
        # They come to rest, and the page with them.
        page.evaluate(
            "Promise.all(document.getAnimations().map((one) => one.finished)).then(() => 0)"
        )


@pytest.mark.long
def test_end_game_is_celebrated_and_the_rematch_follows(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    play(ann, 1, 100, 500)
    board = board_of(phones, server, ann)
    page = board.page
    page.clock.install()
    page.reload()
    board.is_live()
    page.evaluate("window.isTheSame = true")
    ann.at_table().end_game()
    expect(page.locator(".board-wins")).to_have_text("Bob wins")
    expect(page.locator(".confetti i")).to_have_count(24)
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.confetti i')).animationName")
        == "fall"
    )
    expect(page.locator(".board-join")).to_be_hidden()
    # Loading the page again, for the invitation that is gone, would break into it.
    page.clock.run_for(3_000)
    assert page.evaluate("window.isTheSame")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".confetti")).to_be_hidden()
    again = write(ann, "POST", "/rematch")["id"]
    expect(page.locator("#sheet")).to_have_attribute("data-next", f"/games/{again}/board")
    page.clock.run_for(30_000)
    page.wait_for_url(f"**/games/{again}/board")


def test_a_renewed_invitation_is_shown_by_itself(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    page = ann.page
    page.goto(f"{ann.table}/board")
    ann.is_live()
    code = page.locator(".board-code").inner_text()
    write(ann, "POST", "/renew")
    expect(page.locator(".board-code")).not_to_have_text(code)
    ann.is_live()


@pytest.mark.long
def test_a_board_that_is_not_live_says_so_and_is_dimmed(
    phones: Phones, server: Server, network: Network
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    code, _link = ann.invitation()
    board = phones(network, viewport=TELEVISION)
    page = board.page
    page.goto("/join")
    page.get_by_label("The code").fill(code)
    board.press("Make this screen").is_live()
    expect(page.locator(".board-sides")).to_have_css("opacity", "1")
    network.cut()
    board.is_not_live()
    expect(page.locator(".board-sides")).to_have_css("opacity", "0.45")
    network.heal()
    board.is_live()
    expect(page.locator(".board-sides")).to_have_css("opacity", "1")


@pytest.mark.long
def test_hours_on_a_television_leave_nothing_behind(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", "Cy", me="Ann", target=100_000)
    board = board_of(phones, server, ann, reduced_motion="reduce")
    page = board.page
    page.clock.install()
    page.reload()
    board.is_live()
    size = "() => document.querySelectorAll('*').length"
    play(ann, 1, 100, 200, 300)
    expect(page.locator(".board-total").first).to_have_text("300")
    before, places = page.evaluate(size), set()
    for number in range(2, 30):
        play(ann, number, *(100 * ((number * seat) % 7) for seat in (1, 2, 3)))
        page.clock.run_for(MINUTE)
        box = page.locator("main").bounding_box()
        assert box
        places.add((box["x"], box["y"]))
    expect(page.locator("#sheet")).to_have_attribute("data-played", "29")
    # A few numbers more stand along the axes of two charts.
    assert page.evaluate(size) <= before + 24
    # What stands on the board wanders, by a little.
    assert len(places) == 8
    assert all(abs(x) <= 8 and abs(y) <= 8 for x, y in places)
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("names", [TWELVE[:2], TWELVE[:6], TWELVE[:8], TWELVE], ids=len)
@pytest.mark.long
def test_every_board_fits_its_screen_and_can_be_read_from_afar(
    phones: Phones, server: Server, names: tuple[str, ...], size: str
) -> None:
    ann = start(phones, server, *names)
    board = board_of(phones, server, ann, viewport=SCREENS[size], reduced_motion="reduce")
    page = board.page
    look_at(board, f"{size}, begun")
    most = 8_500 if len(names) > 6 else 1_100
    for number in range(1, 4):
        play(ann, number, *(most - 50 * seat for seat in range(len(names))))
    write(ann, "PUT", "/rounds/4/entries/1", entry={"score": 450})
    board.sees("counted")
    look_at(board, size)
    if size == "television":
        letters = page.locator(".board-total").evaluate_all(
            "(totals) => totals.map((total) => parseFloat(getComputedStyle(total).fontSize))"
        )
        assert min(letters) >= LEAST_CAPITALS
    overlaps = page.locator(".board-side").evaluate_all(
        """(rows) => rows.filter((row) => {
          const box = (part) => row.querySelector(part).getBoundingClientRect();
          const [name, sums] = [box(".board-who"), box(".board-sums")];
          return name.right > sums.left + 1 || sums.right > row.getBoundingClientRect().right;
        }).length"""
    )
    assert overlaps == 0
    assert page.locator(".board-side").evaluate_all(CUT_OFF) == []
    assert min(page.locator(".board-who").evaluate_all(ROOM)) >= 3
    ann.at_table().end_game()
    board.sees("win")
    look_at(board, f"{size}, ended")


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.long
def test_a_board_of_a_group_with_a_long_motto_fits_too(
    phones: Phones, server: Server, size: str
) -> None:
    ann = start(phones, server, *TWELVE, motto=MOTTO)
    board = board_of(phones, server, ann, viewport=SCREENS[size], reduced_motion="reduce")
    expect(board.page.locator(".board-group")).to_contain_text(MOTTO)
    look_at(board, f"{size}, begun")
    play(ann, 1, *(8_500 - 50 * seat for seat in range(len(TWELVE))))
    expect(board.page.locator(".board-total").first).to_have_text("8,500")
    look_at(board, size)


def start(phones: Phones, server: Server, *names: str, motto: str = "") -> Phone:
    """Start a game over the API, in a group if it has a motto, and sit at its table."""
    keeper: Phone = phones(server)
    group = found(keeper, motto) if motto else None
    options = {"target": 100_000, **({"deck": "expansion"} if len(names) > 6 else {})}
    body = {"game": "brownie_points", "players": names, "options": options, "is_confirmed": True}
    response = keeper.page.request.post("/api/v1/games", data=body | {"group": group})
    assert response.ok, response.text()
    keeper.table = f"{server.url}/games/{response.json()['game']['id']}"
    keeper.page.goto(keeper.table)
    return keeper


def found(keeper: Phone, motto: str) -> str:
    """Make a group with a motto over the API; return its id."""
    request = keeper.page.request
    made = request.post("/api/v1/groups", data={"name": "Thursday"}).json()["group"]
    said = {"version": made["version"], "motto": motto}
    response = request.put(f"/api/v1/groups/{made['id']}", data=said)
    assert response.ok, response.text()
    return str(made["id"])


def look_at(board: Phone, where: str) -> None:
    """The whole board is on the screen, and nothing is amiss with it."""
    check_width(board.page, where)
    check_with_axe(board.page, where)
    too_tall = board.page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert too_tall <= 0, where


def test_capitals_on_the_board_keep_their_dots(phones: Phones, server: Server) -> None:
    board = board_of(phones, server, start(phones, server, "Ünal", "Ñuño"))
    for name in board.page.locator(".board-name").all():
        assert name.evaluate(ABOVE_THE_LINE) < 1


def test_a_place_of_two_digits_moves_no_name(phones: Phones, server: Server) -> None:
    ann = start(phones, server, *TWELVE)
    play(ann, 1, *range(50, 650, 50))
    names = board_of(phones, server, ann).page.locator(".board-name").all()
    columns = {round(name.bounding_box()["x"]) for name in names}  # type: ignore[index]
    assert len(columns) == 2


def test_a_board_on_a_phone_can_be_scrolled(phones: Phones, server: Server) -> None:
    ann = start(phones, server, *TWELVE)
    play(ann, 1, *range(50, 650, 50))
    ann.page.goto(f"{ann.table}/board")
    ann.is_live()
    for width in (390, 320):
        ann.page.set_viewport_size({"width": width, "height": 700})
        check_width(ann.page, f"board on a phone of {width}")
    check_with_axe(ann.page, "board on a phone")


@pytest.mark.long
def test_the_chart_unfolds_under_the_table_and_moves_with_it(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    play(ann, 1, 450, 100)
    page = ann.at_table().is_live().page
    expect(page.locator(".chart-svg")).to_have_count(0)
    ann.tap(page.locator("summary", has_text="Chart"))
    chart = page.locator(".chart-svg")
    expect(chart).to_have_attribute("data-steps", "1")
    play(ann, 2, 0, 800)
    expect(chart).to_have_attribute("data-steps", "2")
    expect(page.locator(".going-who li").first).to_contain_text("Bob")
    check_width(page, "chart")
    check_with_axe(page, "chart")


@pytest.mark.long
def test_the_picture_opens_and_is_as_large_as_it_says(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    play(ann, 1, 450, 100)
    ann.at_table().end_game()
    ann.tap(ann.page.get_by_role("link", name="Picture to share"))
    pictures = ann.page.locator("img.picture")
    expect(pictures).to_have_count(2)
    for picture, size in zip(pictures.all(), ([1080, 1920], [1200, 630]), strict=True):
        picture.scroll_into_view_if_needed()
        assert picture.evaluate(NATURAL_SIZE) == size
    # Over plain HTTP no browser hands files on: then it can be saved.
    expect(ann.page.get_by_role("button", name="Share")).to_have_count(0)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Save landscape").click()
    assert download.value.suggested_filename == "scorecard-wide.png"
    check_width(ann.page, "picture")
    check_with_axe(ann.page, "picture")


def test_the_picture_goes_through_the_phones_share_sheet(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    play(ann, 1, 450, 100)
    write(ann, "POST", "/end")
    page = ann.page
    # What browsers have over HTTPS, and on phones only.
    page.add_init_script(
        """navigator.canShare = ({ files }) => files.length === 1;
        window.shared = new Promise((resolve) => {
          navigator.share = async ({ title, files: [{ name, type, size }] }) =>
            resolve([title, name, type, size]);
        });"""
    )
    page.goto(f"{ann.table}/picture")
    ann.tap(page.get_by_role("button", name="Share portrait"))
    found = page.evaluate("window.shared")
    assert found[:3] == ["Brownie Points", "scorecard-upright.png", "image/png"]
    assert found[3] > 10_000
