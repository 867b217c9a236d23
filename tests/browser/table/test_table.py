"""The table on a phone: rows, the score sheet, what comes next, what was done, who came late."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
IS_CUT_OFF = "names => names.map((name) => name.scrollWidth > name.clientWidth)"
HIDDEN_BESIDE = "sheet => sheet.scrollWidth - sheet.clientWidth"
"""Pixels."""
PLAYED_AN_HOUR = """() => {
  document.querySelector(".clock").dataset.played = 3660;
  document.dispatchEvent(new CustomEvent("piece:shown", { detail: {} }));
}"""


def play(phone: Phone, rounds: int, *scores: int, **options: object) -> None:
    """Play rounds as a program does, on the phone's own game, and look at the table."""
    table = f"/api/v1/games/{phone.uid}"
    request = phone.page.request
    game = request.get(table).json()
    version, number = game["version"], game["open_round"]["number"]
    entries = {str(seat): {"score": points} for seat, points in enumerate(scores, start=1)}
    for next_number in range(number, number + rounds):
        body = {"version": version, "entries": entries, "is_confirmed": True, **options}
        answer = request.put(f"{table}/rounds/{next_number}", data=body)
        assert answer.ok, answer.text()
        version = answer.json()["version"]
    phone.page.goto(phone.table)
    phone.page.wait_for_selector(f"#round-{number + rounds - 1}")


def test_thirty_rounds_of_four_fit_into_less_than_1600_pixels(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", "Cy", "Di", me="Ann", target=99_950)
    play(ann, 30, 450, -100, 1_200, 2_150)
    assert ann.page.locator(".score-sheet tbody tr").count() == 30


def test_the_score_sheet_is_headed_by_names(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Barbara", "Cornelia", "Maximilian-Alexander", me="Ann")
    play(ann, 2, 1_450, -100, 1_200, 2_150)
    heads = ann.page.locator(".score-sheet thead bdi")
    assert heads.all_inner_texts() == ["Ann", "Barbara", "Cornelia", "Maximilian-Alexander"]
    assert heads.evaluate_all(IS_CUT_OFF) == [False, False, False, True]
    assert ann.page.locator(".score-sheet").evaluate(HIDDEN_BESIDE) == 0


def test_up_to_four_columns_of_the_score_sheet_are_equally_wide(
    phones: Phones, server: Server
) -> None:
    """So none moves when somebody's numbers become longer."""
    for names in (("Ann", "Bob"), ("Ann", "Bob", "Cy", "Di")):
        ann = phones(server).start(*names, me="Ann", target=99_950)
        play(ann, 1, *(50, -1_500, 0, 6_800)[: len(names)])
        heads = ann.page.locator(".score-sheet thead th + th")
        widths = heads.evaluate_all("all => all.map((head) => head.offsetWidth)")
        assert max(widths) - min(widths) <= 1, widths


@pytest.mark.parametrize("scores", [(-2_350,) * 6, (12_350,) * 5], ids=("six", "five"))
def test_long_numbers_move_the_score_sheet_and_not_the_page(
    phones: Phones, server: Server, scores: tuple[int, ...]
) -> None:
    names = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")[: len(scores)]
    ann = phones(server).start(*names, me="Ann", game="Plain points")
    entries = {str(seat): {"points": points} for seat, points in enumerate(scores, start=1)}
    play(ann, 2, entries=entries)
    for width in (360, 390, 412):
        ann.page.set_viewport_size({"width": width, "height": 844})
        assert ann.page.evaluate("document.documentElement.scrollWidth") == width


def test_with_many_players_the_score_sheet_moves_and_paper_holds_all_of_it(
    phones: Phones, server: Server
) -> None:
    names = [f"{name} Miller" for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")]
    ann = phones(server).start(*names, me=names[0])
    play(ann, 1, *range(100, 900, 100))
    sheet, number = (ann.page.locator(one) for one in (".score-sheet", ".score-sheet tbody th"))
    assert sheet.evaluate(HIDDEN_BESIDE) > 0
    place = number.bounding_box()
    sheet.evaluate("sheet => sheet.scrollTo(200, 0)")
    assert number.bounding_box() == place
    ann.page.emulate_media(media="print")
    ann.page.set_viewport_size({"width": 688, "height": 1000})
    assert sheet.evaluate(HIDDEN_BESIDE) == 0
    expect(ann.page.get_by_text("Read the totals aloud")).to_be_hidden()


def let_in_eve(phones: Phones, server: Server, rounds: int) -> tuple[Phone, Phone, str]:
    """Let Eve in after so many rounds; return Ann's and Bob's phones, and the game's code."""
    ann = phones(server).start("Ann", "Bob", me="Ann", target=5_000)
    code, _link = ann.invitation()
    play(ann, rounds, 900, 450)
    bob = phones(server).join_by_code(code, "Bob").is_live()
    ann.open_from_menu("Players")
    ann.sees("By the rules nobody joins after round 1; you can make an exception.")
    ann.page.get_by_label(f"with the lowest total ({450 * rounds})").check()
    ann.page.get_by_label("Name", exact=True).fill("Eve")
    ann.press("Let in")
    expect(ann.page.get_by_label("Name of Eve")).to_be_visible()
    return ann, bob, code


def test_a_latecomer_is_on_both_phones_at_once_and_counts(phones: Phones, server: Server) -> None:
    _ann, bob, code = let_in_eve(phones, server, 2)
    bob.sees_totals(Ann=1_800, Bob=900, Eve=900)
    expect(bob.page.locator("#round-1 td").nth(2)).to_have_text("–")
    eve = phones(server).join_by_code(code, "Eve").is_live()
    eve.open_count(3, 3).choose("Just the total")
    eve.page.get_by_label("Round score").fill("650")
    eve.save_and_see_table()
    expect(bob.row("Eve")).to_contain_text("650")


def test_undo_takes_the_latecomer_off_both_phones(phones: Phones, server: Server) -> None:
    ann, bob, _code = let_in_eve(phones, server, 1)
    bob.sees_totals(Ann=900, Bob=450, Eve=450)
    ann.page.goto(ann.table)
    ann.open_from_menu("History").press("Undo")
    expect(bob.row("Eve")).to_have_count(0)
    bob.sees_totals(Ann=900, Bob=450)


# Between the edges of the column and of what lies in the bar, and what is seen through the bar.
AROUND_BAR = """() => {
  const bar = document.querySelector(".bottom-bar");
  const main = document.querySelector("main");
  const buttons = [...bar.children].filter((one) => one.offsetWidth)
    .map((one) => one.getBoundingClientRect());
  const { left, right } = main.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  return [
    Math.round(Math.min(...buttons.map((one) => one.left)) - left - parseFloat(paddingLeft)),
    Math.round(right - parseFloat(paddingRight) - Math.max(...buttons.map((one) => one.right))),
    getComputedStyle(bar).backgroundColor.startsWith("rgb("),
  ];
}"""


def test_the_bar_is_as_wide_as_the_column_and_nothing_shines_through(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann", target=1_000)
    play(ann, 1, 1_200, 300)

    def fits() -> None:
        for width in (390, 768, 1440):
            ann.page.set_viewport_size({"width": width, "height": 844})
            assert ann.page.evaluate(AROUND_BAR) == [0, 0, True], width

    fits()
    ann.end_game()
    fits()
    ann.press("Rematch").page.wait_for_url(lambda url: not url.startswith(ann.table))
    ann.sees("Round 1").page.goto(ann.table)
    ann.sees("Join the rematch")
    fits()


def test_on_a_small_phone_nothing_moves_down_for_the_minutes_played(
    phones: Phones, server: Server
) -> None:
    ann = phones(server, viewport={"width": 320, "height": 568}).start("Ann", "Bob", me="Ann")
    play(ann, 1, 450, 300)
    head = ann.page.locator(".table-head")
    before = head.evaluate("head => head.offsetHeight")
    ann.page.evaluate(PLAYED_AN_HOUR)
    assert head.evaluate("head => head.offsetHeight") == before
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.sees("1 h 1 min")


def test_who_only_watches_has_no_empty_bar(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann", target=1_000)
    ann.page.goto(f"{ann.table}/share")
    link = (
        ann.page.locator("details details", has_text="Spectators")
        .locator("input.link")
        .input_value()
    )
    ann.at_table()
    guest = phones(server).join_by_link(link)
    bar = guest.page.locator(".bottom-bar")
    expect(bar).to_be_hidden()
    play(ann, 1, 1_200, 300)
    expect(guest.row("Ann")).to_contain_text("1,200")
    expect(bar).to_be_hidden()
    ann.end_game()
    guest.sees("Ended after 1 round")
    expect(bar).to_be_hidden()
    ann.press("Rematch")
    expect(bar.get_by_role("link", name="Join the rematch")).to_be_visible()


def test_a_chart_is_offered_once_something_was_played(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    going = ann.page.locator("[data-going]")
    expect(going).to_be_hidden()
    play(ann, 1, 450, 300)
    expect(going.locator("summary")).to_have_text("Chart")
    ann.end_game().page.goto(ann.table)
    expect(going.locator("summary")).to_have_text("How it went")


def test_only_the_scorekeeper_is_offered_everybodys_scores(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(server).join(ann, "Bob")
    for phone, is_offered in ((ann, True), (bob, False)):
        phone.tap(phone.page.locator("details.menu summary"))
        expect(phone.page.get_by_role("link", name="Rules")).to_be_visible()
        offer = phone.page.get_by_role("link", name="Enter everyone’s scores")
        assert offer.is_visible() is is_offered


def test_a_table_does_not_say_that_it_is_not_live_while_it_becomes_that(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob", me="Ann")
    ann.page.route("**/events*", lambda _route: None)  # Neither answered nor refused.
    ann.page.reload()
    expect(ann.page.locator("#sheet")).to_be_visible()
    expect(ann.page.locator("#live")).to_be_hidden()
    ann.page.context.set_offline(True)
    expect(ann.page.locator("#live")).to_have_text("Not live")
