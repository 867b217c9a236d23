"""How a game is going: the chart, the odds and the moments under the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]
ROW_ORDER = "rows => rows.map(row => row.querySelector('.name').textContent)"
WATCH = """() => {
  window.slid = [];
  window.told = [];
  const place = document.querySelector("[data-round-news]");
  const tell = () => place.hidden || told.push(place.textContent);
  new MutationObserver(tell).observe(place, { attributes: true, attributeFilter: ["hidden"] });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    window.slid.push(this.id);
    return animate.call(this, frames, ...more);
  };
}"""
"""Remembers which rows slide, and the news, which are shown for some seconds only."""

SLOWLY = """addEventListener("pagereveal", ({ viewTransition }) => {
  window.moves = Boolean(viewTransition);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("::view-transition-group(*) { animation-duration: 300s !important; }");
  document.adoptedStyleSheets.push(sheet);
});"""
"""Has whoever is counted for move along for as long as a test may take."""


def play(phone: Phone, number: int, *scores: int) -> None:
    """Enter a round of scores on one screen."""
    phone.page.goto(f"{phone.table}/rounds/{number}/all")
    for seat, points in enumerate(scores, start=1):
        phone.page.locator(f"#s{seat}-score").fill(str(points))
    phone.save_and_see_table()


def test_chart_odds_and_moments_follow_the_rounds(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob", "Cy", target=3_000)
    page = keeper.page
    play(keeper, 1, 500, 300, 200)
    keeper.is_live()
    going = page.locator("[data-going]")
    keeper.tap(going.locator("summary"))
    expect(going.locator("svg.chart-svg")).to_be_visible()
    play(keeper, 2, 500, 0, 1_500)
    keeper.tap(page.locator("[data-going] summary"))
    expect(going).to_contain_text("The best round: 1,500 points for Cy.")
    expect(going).to_contain_text("The lead changed once, to Cy.")
    expect(going).not_to_contain_text("Odds")
    play(keeper, 3, 100, 300, 200)
    play(keeper, 4, 0, 200, 300)
    expect(going).to_contain_text("A rough guess from the rounds so far")
    expect(going.locator(".guess li").first).to_contain_text("Cy")
    percents = [int(said.strip("%")) for said in going.locator(".guess b").all_inner_texts()]
    assert sum(percents) == 100


def test_its_heading_says_on_every_phone_that_the_game_has_ended(
    phones: Phones, server: Server
) -> None:
    keeper = phones(server).start("Ann", "Bob", me="Ann")
    bob = phones(server).join(keeper, "Bob").is_live()
    title = bob.page.locator("[data-going] > summary")
    expect(title).to_have_text("Chart")
    keeper.end_game()
    expect(title).to_have_text("How it went")


@pytest.mark.long
def test_who_does_not_want_to_know_the_odds_says_so_once(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob", target=3_000)
    for number in range(1, 5):
        play(keeper, number, 100, 50)
    page = keeper.page
    page.goto(f"{keeper.table}/chart")
    expect(page.locator(".guess")).to_be_visible()
    keeper.switch("Odds")
    expect(page.locator(".guess")).to_be_hidden()
    page.goto(keeper.table)
    expect(page.locator("[data-going] svg.chart-svg")).to_be_visible()
    expect(page.locator(".guess")).to_be_hidden()


def test_it_is_open_by_itself_from_the_third_round_on(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob", target=9_000)
    chart = keeper.page.locator("[data-going] svg.chart-svg")
    play(keeper, 1, 500, 300)
    play(keeper, 2, 500, 300)
    expect(keeper.page.locator("[data-going]")).not_to_have_attribute("open", "")
    play(keeper, 3, 500, 300)
    expect(chart).to_be_visible()
    # Whoever closes it is not shown it again with the next round.
    keeper.is_live().tap(keeper.page.locator("[data-going] summary"))
    expect(chart).to_be_hidden()
    other = keeper.page.context.new_page()
    other.goto(keeper.table)
    second = Phone(other)
    second.table = keeper.table
    play(second, 4, 500, 300)
    keeper.page.wait_for_selector("#round-4")
    expect(chart).to_be_hidden()


def test_its_chart_is_one_round_shorter_where_somebody_else_takes_the_last_back(
    phones: Phones, server: Server
) -> None:
    keeper = phones(server).start("Ann", "Bob", me="Ann", target=9_000)
    bob = phones(server).join(keeper, "Bob").is_live()
    lines = bob.page.locator("[data-going] svg.chart-svg")
    for number in (1, 2, 3):
        play(keeper, number, 500, 300)
    expect(lines).to_have_attribute("data-steps", "3")
    keeper.press("Undo")
    expect(lines).to_have_attribute("data-steps", "2")


COVERED = """() => {
  const news = document.querySelector("[data-round-news]");
  news.hidden = false; // However long it takes to look.
  news.style.pointerEvents = "auto";
  const parts = ".table-head h1, .menu nav :is(a, button), .bottom-bar :is(a, button)";
  const shown = [...document.querySelectorAll(parts)]
    .filter((element) => element.offsetParent);
  const covered = shown.filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return news.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  return covered.map((element) => element.textContent.trim());
}"""


def two_phones(phones: Phones, server: Server, **context: object) -> tuple[Phone, Phone]:
    ann = phones(server).start("Ann", "Bob", me="Ann", target=1_000)
    bob = phones(server, **context).join(ann, "Bob")
    return ann, bob.is_live()


def score(phone: Phone, name: str, points: int) -> Phone:
    """Count for somebody, by a tap on their row."""
    phone.tap(phone.row(name).get_by_role("link")).choose("Just the total")
    phone.page.get_by_label("Round score").fill(str(points))
    return phone.save_and_see_table()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_round_is_told_on_every_phone_and_rows_slide(
    phones: Phones, server: Server, motion: str
) -> None:
    ann, bob = two_phones(phones, server, reduced_motion=motion)
    bob.page.evaluate(WATCH)
    score(ann, "Ann", 200)
    score(ann, "Bob", 450)
    news = "Round 1: Bob +450. Bob leads by 250."
    expect(ann.page.locator(".toast:visible")).to_contain_text(news)
    bob.page.wait_for_function("news => told.includes(news)", arg=news)
    # Whoever saved last has it in one with the way back.
    expect(ann.page.locator(".toast:visible").get_by_role("button", name="Undo")).to_be_visible()
    assert bob.page.locator(".player").evaluate_all(ROW_ORDER) == ["Bob", "Ann"]
    bob.sees_totals(Ann=200, Bob=450)
    slid = bob.page.evaluate("window.slid")
    assert sorted(slid) == ([] if motion == "reduce" else ["seat-1", "seat-2"])
    expect(bob.page.locator("[data-round-news]")).to_be_hidden()


def test_a_correction_of_an_earlier_round_is_told_on_every_phone(
    phones: Phones, server: Server
) -> None:
    ann, bob = two_phones(phones, server)
    score(ann, "Ann", 200)
    score(ann, "Bob", 450)
    bob.sees_totals(Ann=200, Bob=450).page.evaluate(WATCH)
    ann.open_correction(1, "Ann").page.get_by_label("Round score").fill("250")
    ann.save_and_see_table()
    news = "Round 1 corrected: Ann 200 → 250"
    bob.page.wait_for_function("news => told.includes(news)", arg=news)
    expect(ann.page.locator(".toast:visible").get_by_role("button", name="Undo")).to_be_visible()
    # Once is enough, whatever comes next.
    expect(bob.page.locator("[data-round-news]")).to_be_hidden()
    bob.page.evaluate("window.told = []")
    score(ann, "Ann", 100)
    bob.sees("+100")
    assert bob.page.evaluate("window.told") == []


@pytest.mark.parametrize("width", [320, 390])
def test_news_cover_neither_the_name_of_the_game_nor_the_menu(
    phones: Phones, server: Server, width: int
) -> None:
    ann, bob = two_phones(phones, server)
    bob.page.set_viewport_size({"width": width, "height": 568})
    score(ann, "Ann", 200)
    score(ann, "Bob", 450)
    expect(bob.page.locator("[data-round-news]")).to_contain_text("Bob leads by 250")
    bob.tap(bob.page.locator("summary[aria-label=Menu]"))
    assert bob.page.evaluate(COVERED) == []


def test_the_winner_reads_you_win_and_the_others_who_won(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    score(ann, "Ann", 1_200)
    score(ann, "Bob", 450)
    title = ".banner-title"
    expect(ann.page.locator(title)).to_have_text("You win!")
    expect(bob.page.locator(title)).to_have_text("Ann wins")
    expect(bob.page.locator(".banner")).to_contain_text("Ahead by 750.")
    expect(bob.page.locator(".just-ended")).to_have_count(0)
    ann.end_game()
    expect(bob.page.locator(".just-ended .confetti")).to_be_visible()
    expect(ann.page.locator(title)).to_have_text("You win!")
    bob.page.reload()
    expect(bob.page.locator(".banner")).to_contain_text("Ann wins")
    expect(bob.page.locator(".just-ended .confetti")).to_be_hidden()


def test_while_a_player_moves_along_to_a_page_it_is_there_for_fingers(
    phones: Phones, server: Server
) -> None:
    phone = phones(server).start("Ann", "Bob", me="Ann")
    phone.page.add_init_script(SLOWLY)
    phone.tap(phone.row("Bob").get_by_role("link"))
    phone.page.wait_for_url("**/seats/2")
    phone.page.wait_for_function("() => window.moves")
    # Were the page a picture until then, this tap would find nothing.
    phone.choose("Just the total").page.get_by_label("Round score").fill("450")
    phone.save_and_see_table().sees("+450")
