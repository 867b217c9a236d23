"""A season on three phones: three short games, standings that move everywhere, charts, the end.

Every number here was worked out by hand. A game brings 5, 3 and 2 points for its places.

====== =============== ============== =============== ==========================
game   Ann             Bob            Cy              standings after it
====== =============== ============== =============== ==========================
1      900: 1st, 5     350: 2nd, 3    -250: 3rd, 2    Ann 5, Bob 3, Cy 2
2      100: 3rd, 2     800: 1st, 4    800: 1st, 4     Bob 7, Ann 7, Cy 6
3      300: 2nd, 3     -100: 3rd, 2   1200: 1st, 5    Cy 11, Ann 10, Bob 9
====== =============== ============== =============== ==========================

In game 2 Bob and Cy share 5 + 3. After it Ann and Bob are level on points and on wins, and Bob has
come in second more often (once, in game 1; Ann never). Averages are 11/3, 10/3 and 9/3.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping

from playwright.sync_api import Browser, Page, expect

from scorecard.drawing.colours import contrast
from tests.browser.checks import check_width, check_with_axe
from tests.browser.phone import Phone
from tests.browser.pictures.studio import SIZES
from tests.servers.server import Server

Phones = Callable[..., Phone]
NAMES = ("Ann", "Maximiliane-Charlotte von Hohenstein", "李小龙")
NIGHT_PAPER = "#2a1c14"
WRITTEN = """
  window.written = {};
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    written[text] = this.fillStyle;
    write.call(this, text, ...place);
  };"""
"""Remembers the colour of what is written on a canvas."""
Row = tuple[str, str, str, str]
"""A line of the standings: place, movement in words, name, points."""

GAMES = (
    {"Ann": 900, "Bob": 350, "Cy": -250},
    {"Ann": 100, "Bob": 800, "Cy": 800},
    {"Ann": 300, "Bob": -100, "Cy": 1200},
)
STANDINGS: tuple[tuple[Row, ...], ...] = (
    (("1", "", "Ann", "5"), ("2", "", "Bob", "3"), ("3", "", "Cy", "2")),
    (
        ("1", "up 1, from 2nd", "Bob", "7"),
        ("2", "down 1, from 1st", "Ann", "7"),
        ("3", "same place", "Cy", "6"),
    ),
    (
        ("1", "up 2, from 3rd", "Cy", "11"),
        ("2", "same place", "Ann", "10"),
        ("3", "down 2, from 1st", "Bob", "9"),
    ),
)
EARNED = (
    ("Ann +5 1st", "Bob +3 2nd", "Cy +2 3rd"),
    ("Bob +4 up from 2nd → to 1st ▲", "Cy +4 3rd", "Ann +2 down from 1st → to 2nd ▼"),
    ("Cy +5 up from 3rd → to 1st ▲", "Ann +3 2nd", "Bob +2 down from 1st → to 3rd ▼"),
)


def test_three_games_of_a_season_on_three_phones(phones: Phones, server: Server) -> None:
    keeper = phones(server)
    group = found_group(keeper, "Thursday", "Ann", "Bob", "Cy")
    make_season(keeper, group, "Spring", places="5-3-2")
    link = invitation(keeper, group)
    people = {"Ann": keeper, "Bob": phones(server), "Cy": phones(server)}
    say_who(keeper, group, "Ann")
    for name in ("Bob", "Cy"):
        join_group(people[name], link)
        say_who(people[name], group, name)
    onlooker = phones(server)
    join_group(onlooker, link)
    onlooker.page.goto(group)
    onlooker.sees("No games yet").is_live()
    tables = []
    for scores, standings, earned in zip(GAMES, STANDINGS, EARNED, strict=True):
        table = play(people, group, scores)
        tables.append(table)
        # At once on every phone at the table, and on the group's page, which nobody reloads.
        for phone in people.values():
            expect(phone.page.locator(".awards li")).to_have_text(spaced(earned))
        sees_standings(onlooker.page, standings)
    cy = onlooker.page.locator(".standings tbody tr").first
    expect(cy.locator("td.line")).to_contain_text("3 games · 2 wins · average 3.67 · best 5")
    expect(cy.locator(".narrow .last-five .place")).to_have_text(["3", "1", "1"])
    sees_player_and_records(onlooker, group, tables[2])
    onlooker.page.goto(group)
    takes_standings_out(onlooker)
    onlooker.page.goto(group)
    sees_chart(onlooker, {"Cy": 11, "Ann": 10, "Bob": 9}, {"Cy": 1, "Ann": 2, "Bob": 3})
    corrected(people["Ann"], onlooker, group, tables[2])
    close(keeper, onlooker, group)


def takes_standings_out(onlooker: Phone) -> None:
    """Take the table to a spreadsheet that wants semicolons and decimal commas."""
    page = onlooker.page
    onlooker.open("Export")
    page.wait_for_url("**/files")
    page.get_by_label("CSV with semicolons").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Standings").tap()
    assert download.value.suggested_filename.startswith("scorecard-thursday-spring-standings-")
    lines = download.value.path().read_text(encoding="utf-8-sig").splitlines()
    rows = csv.DictReader(lines, delimiter=";")
    assert [(row["player"], row["points"], row["average"]) for row in rows] == [
        ("Cy", "11", "3,666667"),
        ("Ann", "10", "3,333333"),
        ("Bob", "9", "3"),
    ]


def sees_player_and_records(onlooker: Phone, group: str, table: str) -> None:
    """Look Cy up: three games, two won, 3rd, 1st and 1st; the best round of all is 1,200."""
    page = onlooker.page
    onlooker.open("Cy")
    page.wait_for_url("**/players/*")
    for label, value in (("Games", "3"), ("Won", "2 67%")):
        entry = page.locator(".headline > div", has=page.get_by_text(label, exact=True))
        expect(entry.locator("dd")).to_have_text(value)
    expect(page.locator(".headline .last-five .place")).to_have_text(["3", "1", "1"])
    # Before Ann in games 2 and 3, before Bob in game 3, level with him in game 2.
    rivals = page.locator("table[aria-labelledby=rivals] tbody tr")
    expect(rivals.filter(has_text="Ann").locator("td")).to_have_text(["3", "2", "0", "1"])
    expect(rivals.filter(has_text="Bob").locator("td")).to_have_text(["3", "1", "1", "1"])
    page.goto(f"{group}/records")
    best = page.locator(".deeds > div", has=page.get_by_text("Highest round", exact=True))
    expect(best).to_contain_text("1,200")
    expect(best).to_contain_text("Cy")
    best.get_by_role("link", name="round 1").tap()
    page.wait_for_url(f"{table}/rounds/1")


def test_a_refused_season_stays_typed_and_readable(phones: Phones, server: Server) -> None:
    keeper = phones(server, viewport=SIZES["small"])
    group = found_group(keeper, "Thursday")
    keeper.page.goto(f"{group}/seasons/new")
    keeper.page.get_by_label("Name", exact=True).fill("Spring")
    keeper.page.get_by_text("Dates, card games").tap()
    keeper.page.get_by_role("textbox", name="Points for 1st").fill("1-2")
    keeper.page.get_by_label("Best games that count").fill("x")
    keeper.press("Start").sees("Place 2 cannot bring more than place 1.")
    keeper.sees("Best games that count: type a whole number; x is none.")
    expect(keeper.page.get_by_role("textbox", name="Points for 1st")).to_be_focused()
    expect(keeper.page.get_by_label("Name", exact=True)).to_have_value("Spring")
    check_width(keeper.page, "refused")
    check_with_axe(keeper.page, "refused")


def test_without_scripts_the_chart_is_its_table(
    browser: Browser, phones: Phones, server: Server
) -> None:
    keeper = phones(server)
    group = found_group(keeper, "Thursday", *NAMES)
    make_season(keeper, group, "Spring", places="5-3")
    scores = dict(zip(NAMES, (900, 350, 350), strict=True))
    for _game in range(2):
        play(dict.fromkeys(NAMES, keeper), group, scores)
    keeper.page.goto(group)
    chart = keeper.page.get_by_role("link", name="Chart").get_attribute("href") or ""
    context = browser.new_context(
        base_url=server.url,
        storage_state=keeper.page.context.storage_state(),
        java_script_enabled=False,
    )
    page = context.new_page()
    page.goto(chart)
    expect(page.locator("table[data-chart]")).to_have_count(2)
    expect(page.locator("table[data-chart='points'] tbody td")).to_have_text(["10", "3", "3"])
    context.close()


def test_names_in_a_chart_are_read_in_the_dark(phones: Phones, server: Server) -> None:
    keeper = phones(server, color_scheme="dark")
    keeper.page.add_init_script(WRITTEN)
    group = found_group(keeper, "Thursday", "Ann", "Bob")
    make_season(keeper, group, "Spring", places="5-3")
    for points in (900, 800):
        play({"Ann": keeper, "Bob": keeper}, group, {"Ann": points, "Bob": 350})
    keeper.page.goto(group)
    keeper.open("Ann").page.wait_for_url("**/players/*")
    expect(keeper.page.locator("figure.chart canvas")).to_have_count(1)
    assert contrast(keeper.page.evaluate("written.Rating"), NIGHT_PAPER) >= 4.5


def test_a_season_closed_by_mistake_is_reopened_and_has_its_sheet(
    phones: Phones, server: Server
) -> None:
    keeper = phones(server)
    group = found_group(keeper, "Thursday", *NAMES)
    make_season(keeper, group, "Spring", places="5-3-2")
    people = dict.fromkeys(NAMES, keeper)
    play(people, group, dict(zip(NAMES, (900, 350, -250), strict=True)))
    keeper.page.goto(group)
    keeper.open("Close season").press("Close season").page.wait_for_url("**/seasons/*")
    keeper.sees("Champion")
    play(people, group, dict(zip(NAMES, (100, 350, 900), strict=True)))
    keeper.sees("Spring is closed").open("Standings of Spring")
    keeper.sees("1 game since does not count.").open("Reopen season").sees("would lead")
    check_with_axe(keeper.page, "reopen")
    keeper.press("Reopen").page.wait_for_url("**/seasons/*")
    body = keeper.page.locator(".standings tbody tr")
    expect(body.locator(".total")).to_have_text(["7", "7", "6"])
    expect(keeper.page.get_by_text("Champion")).to_have_count(0)
    sees_sheet(keeper)


def test_what_is_chosen_is_tried_at_once(phones: Phones, server: Server) -> None:
    keeper = phones(server, viewport=SIZES["small"])
    group = found_group(keeper, "Thursday", *NAMES)
    make_season(keeper, group, "Spring", places="5-3-2")
    people = dict.fromkeys(NAMES, keeper)
    for scores in ((900, 350, -250), (100, 350, 900), (0, -50, 900)):
        play(people, group, dict(zip(NAMES, scores, strict=True)))
    keeper.page.goto(group)
    keeper.open("Change").sees("The points stay as they are.")
    tried = keeper.page.locator("[data-tried]")
    expect(tried).to_contain_text(
        "李小龙 5, Ann 3, Maximiliane-Charlotte von Hohenstein 2 for Brownie"
    )
    expect(keeper.page.get_by_role("button", name="Try it on past games")).to_be_hidden()
    tried.locator("summary").tap()
    keeper.page.get_by_text("The game’s own points").tap()
    expect(tried).to_contain_text("李小龙 would still lead.")
    expect(tried.locator(".final .total")).to_have_text(["1,550", "1,000", "650"])
    keeper.page.get_by_text("Dates, card games").tap()
    keeper.page.get_by_label("Games needed to be ranked").fill("x")
    expect(tried).to_contain_text("type a whole number; x is none.")
    keeper.page.get_by_label("Games needed to be ranked").fill("4")
    expect(tried).to_contain_text("Nobody would lead.")
    check_width(keeper.page, "tried")
    check_with_axe(keeper.page, "tried")
    keeper.press("Save").page.wait_for_url("**/seasons/*")
    expect(keeper.page.locator(".standings .is-unranked")).to_have_count(3)


def sees_sheet(phone: Phone) -> None:
    """Look at who got what in two games: names stay while the rest scrolls; take it along."""
    page = phone.page
    phone.open("Sheet").page.wait_for_url("**/sheet")
    page.get_by_role("link", name="Games", exact=True).tap()
    lines = page.locator(".season-sheet tbody tr")
    expect(lines.locator("td")).to_have_text(["7", "5", "2", "7", "2", "5", "6", "3", "3"])
    check_with_axe(page, "sheet")
    check_width(page, "sheet")
    page.get_by_role("link", name="Evenings", exact=True).tap()
    expect(lines.locator("td")).to_have_text(["7", "7", "7", "7", "6", "6"])
    with page.expect_download() as download:
        page.get_by_role("link", name="For spreadsheets").tap()
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert [row["points"] for row in csv.DictReader(text.splitlines())] == ["7", "7", "6"]


def corrected(keeper: Phone, onlooker: Phone, group: str, table: str) -> None:
    """Reopen game 3, which takes its award back everywhere, and end it again."""
    onlooker.page.goto(group)
    onlooker.is_live()
    keeper.page.goto(table)
    keeper.press("Reopen").sees("Round 2")
    sees_standings(onlooker.page, STANDINGS[1])
    expect(onlooker.page.locator(".decided")).to_have_text(["tied on points; more second places"])
    keeper.page.goto(f"{table}/end")
    keeper.sees("This game counts in Spring: 5 – 3 – 2 for the places.")
    keeper.press("End Game").sees("Rematch")
    sees_standings(onlooker.page, STANDINGS[2])


def close(keeper: Phone, onlooker: Phone, group: str) -> None:
    """Close the season: its table and titles stand, and the next one begins empty."""
    keeper.page.goto(group)
    keeper.open("Close season").sees("reopen the season later").sees("Champion")
    check_with_axe(keeper.page, "close")
    keeper.page.get_by_label("Name of the next season").fill("Summer")
    keeper.press("Close season").page.wait_for_url("**/seasons/*")
    titles = keeper.page.get_by_label("Titles").get_by_role("listitem")
    expect(titles).to_have_text(
        [
            "Champion Cy",
            "Most wins Cy 2 wins",
            "Most games Cy, Ann and Bob 3 games",
        ]
    )
    sees_standings(keeper.page, STANDINGS[2])
    expect(keeper.page.get_by_role("link", name="Change", exact=True)).to_have_count(0)
    # The group's page moves on by itself.
    onlooker.sees("Summer from").sees("No games yet").sees("Spring closed")


def found_group(keeper: Phone, name: str, *players: str) -> str:
    """Found a group with a roster; return its path."""
    page = keeper.page
    page.goto("/groups/new")
    page.get_by_label("Group name").fill(name)
    keeper.press("Create group").page.wait_for_url("**/players")
    for player in players:
        page.locator("#name").fill(player)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.get_by_label("Players", exact=True)).to_contain_text(player)
    return page.url.removesuffix("/players")


def make_season(keeper: Phone, group: str, name: str, places: str) -> None:
    page = keeper.page
    page.goto(f"{group}/seasons")
    keeper.open("New season")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_text("Dates, card games").tap()
    page.get_by_role("textbox", name="Points for 1st").fill(places)
    keeper.press("Start").sees(f"{name} from")


def invitation(keeper: Phone, group: str) -> str:
    keeper.page.goto(f"{group}/share")
    link = keeper.page.locator(".link a").get_attribute("href")
    assert link
    return link[link.index("/groups/join") :]


def join_group(phone: Phone, link: str) -> None:
    phone.page.goto(link)
    phone.press("Just watch").page.wait_for_url(lambda url: "/join/" not in url)


def say_who(phone: Phone, group: str, name: str) -> None:
    phone.page.goto(f"{group}/me")
    phone.press(name).page.wait_for_url(lambda url: not url.endswith("/me"))


def play(people: Mapping[str, Phone], group: str, scores: Mapping[str, int]) -> str:
    """Play a game of one round, everybody counting on their own phone; return the table's path."""
    keeper = next(iter(people.values()))
    page = keeper.page
    page.goto(group)
    keeper.open("New game")
    page.locator("[data-roster]").wait_for(state="attached")
    if page.locator(".seat").count():
        keeper.press("Clear")
        expect(page.locator(".seat")).to_have_count(0)
    for number, name in enumerate(scores, start=1):
        page.locator("[data-roster]").get_by_role("button", name=name, exact=True).tap()
        expect(page.locator(".seat")).to_have_count(number)
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url(lambda url: "/games/new" not in url)
    table = page.url
    for seat, (name, points) in enumerate(scores.items(), start=1):
        phone = people[name]
        phone.table = table
        phone.open_count(1, seat).choose("Just the total")
        phone.page.get_by_label("Round score").fill(str(points))
        phone.save_and_see_table()
    for phone in people.values():
        phone.at_table().sees("Round 2").is_live()
    keeper.end_game()
    return table


def sees_standings(page: Page, rows: tuple[Row, ...]) -> None:
    """Wait until the standings are these, without loading the page again."""
    body = page.locator(".standings tbody tr")
    expect(body.locator(".standing-of .name")).to_have_text([row[2] for row in rows])
    expect(body.locator(".at b")).to_have_text([row[0] for row in rows])
    expect(body.locator(".total")).to_have_text([row[3] for row in rows])
    for index, row in enumerate(rows):
        move = body.nth(index).locator(".move")
        expect(move).to_have_count(1 if row[1] else 0)
        if row[1]:
            expect(move).to_contain_text(row[1])


def sees_chart(phone: Phone, points: Mapping[str, int], places: Mapping[str, int]) -> None:
    """Look at the chart, and at its numbers as a table."""
    phone.open("Chart")
    page = phone.page
    expect(page.locator("figure.chart canvas")).to_have_count(2)
    for summary in page.locator(".chart-table summary").all():
        summary.tap()
    expect(page.locator(".chart-when").first).to_contain_text("After ")
    for kind, values in (("points", points), ("positions", places)):
        table = page.locator(f"table[data-chart='{kind}']")
        expect(table.locator("thead th")).to_have_text(["Day", *values])
        expect(table.locator("tbody td")).to_have_text([str(value) for value in values.values()])
    check_with_axe(page, "chart")
    check_width(page, "chart")


def spaced(texts: tuple[str, ...]) -> list[str]:
    """Return patterns of texts before which a badge's initial stands."""
    return [f"{text[0]} {text}" for text in texts]
