"""Head starts on the web: typed with a new game, said before the first deal, a row of the sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from tests.web.conftest import Program, group_of
from tests.web.plain_browser import PlainBrowser
from tests.web.table.test_suggestions import names

Phones = Callable[[], PlainBrowser]
Programs = Callable[[], Program]
NEW = "/games/new/brownie_points"
SAID = "Bob starts with 500"


def start(phone: PlainBrowser, who: Sequence[str], typed: Sequence[str], group: str = "") -> None:
    """Start a game of Brownie Points with these players, and their head starts as typed."""
    phone.get(f"{NEW}{group}")
    fields = {f"head_start-{place}": text for place, text in enumerate(typed, start=1)}
    phone.press("Start", {"player": list(who), "target": "5000", **fields})


def text_of(keeper: Program, page: str = "") -> str:
    """Return what can be read on a page of a game."""
    return PlainBrowser(keeper.client).get(f"/games/{keeper.id}{page}").text


def typed_in(phone: PlainBrowser, places: int = 2) -> list[str]:
    return [phone.field(f"head_start-{place}") or "" for place in range(1, places + 1)]


class TestANewGame:
    def test_it_begins_with_what_was_typed_and_says_so(self, phone: Phones) -> None:
        keeper = phone()
        start(keeper, ["Ann", "Bob"], ["", " 500 "])
        assert SAID in keeper.text
        assert "Ann starts with" not in keeper.text

    def test_what_was_typed_moves_with_the_name(self, phone: Phones) -> None:
        keeper = phone()
        sent = {"player": ["Ann", "Bob", "Cy"], "head_start-2": "500"}
        keeper._show(keeper.client.post(NEW, data={**sent, "earlier": "2"}))
        assert names(keeper) == ["Bob", "Ann", "Cy"]
        assert typed_in(keeper, 3) == ["500", "", ""]
        keeper._show(keeper.client.post(NEW, data={**sent, "remove": "2"}))
        assert typed_in(keeper, 2) == ["", ""]

    def test_a_refusal_keeps_what_was_typed(self, phone: Phones) -> None:
        keeper = phone()
        start(keeper, ["Ann", "Bob"], ["", "5000"])
        assert "Bob cannot start with 5,000: the game is to 5,000." in keeper.text
        assert typed_in(keeper) == ["", "5000"]

    def test_no_number_is_refused_by_name(self, phone: Phones) -> None:
        keeper = phone()
        start(keeper, ["Ann", "Bob"], ["", "half"])
        assert "The head start of Bob must be a whole number" in keeper.text
        assert typed_in(keeper) == ["", "half"]

    @pytest.mark.parametrize(
        ("key", "has_fields"),
        [("brownie_points", True), ("pay_me", True), ("cucumber", False), ("farmer", False)],
    )
    def test_only_games_that_allow_it_ask(
        self, phone: Phones, key: str, *, has_fields: bool
    ) -> None:
        shown = phone().get(f"/games/new/{key}").field("head_start-1")
        assert (shown is not None) is has_fields


class TestInAGroup:
    def test_the_same_players_begin_as_last_time(self, phone: Phones) -> None:
        keeper = phone()
        group = f"?group={group_of(keeper.client, 'Ann', 'Bob', 'Cy')}"
        start(keeper, ["Ann", "Bob"], ["", "500"], group)
        table = keeper.url
        keeper.get(f"{NEW}{group}")
        assert typed_in(keeper) == ["", ""], "it has not ended"
        keeper.get(f"{table}/end").press("End Game")
        keeper.get(f"{NEW}{group}")
        assert typed_in(keeper) == ["", "500"]
        keeper.press("CCy", {"head_start-2": ""})
        assert typed_in(keeper, 3) == ["", "", ""]

    def test_the_ratings_propose_them_and_nothing_typed_is_lost(self, phone: Phones) -> None:
        keeper = phone()
        group = f"?group={group_of(keeper.client, 'Ann', 'Bob')}"
        keeper.get(f"{NEW}{group}")
        keeper.press(
            "From the ratings",
            {"player": ["Ann", "Bob"], "target": "7000", "head_start-1": "50"},
        )
        assert "No open season counts this game" in keeper.text
        assert (names(keeper), keeper.field("target")) == (["Ann", "Bob"], "7000")
        assert typed_in(keeper) == ["50", ""]

    def test_who_wins_always_gives_the_others_a_head_start(self, program: Programs) -> None:
        keeper = program()
        group = group_of(keeper.client, "Ann", "Bob")
        season = {"name": "Spring", "starts_on": "2020-01-01", "version": 3}
        assert keeper.post(f"/api/v1/groups/{group}/seasons", season).status_code == 201
        for _game in range(5):
            table = Program(keeper.client)
            table.start("Ann", "Bob", group=group, options={"target": 1_000}, is_confirmed=True)
            table.play(1_000, 500)
            assert table.post("/end", {}).status_code == 200
        asked = f"/api/v1/groups/{group}/head-starts?game=brownie_points&player=Bob&player=Ann"
        answer = keeper.client.get(f"{asked}&target=3000").get_json()
        assert answer["head_starts"] == {"Bob": 500}
        assert answer["sentence"].startswith("By the ratings of Spring")
        page = PlainBrowser(keeper.client).get(f"{NEW}?group={group}")
        page.press("From the ratings", {"player": ["Ann", "Bob"], "target": "3000"})
        assert typed_in(page) == ["", "500"]
        assert answer["sentence"] in page.text
        assert "Bob starts with 500" in page.press("Start").text

    def test_outside_of_groups_there_are_no_ratings(self, phone: Phones) -> None:
        assert "From the ratings" not in phone().get(NEW).text


class TestTheTable:
    def test_everybody_reads_it_before_the_first_round_and_at_the_end(
        self, program: Programs
    ) -> None:
        keeper = program().start("Ann", "Bob", head_starts={"Bob": 500})
        assert all(SAID in text_of(keeper, page) for page in ("", "/board"))
        keeper.play(450, 200)
        assert not any(SAID in text_of(keeper, page) for page in ("", "/board"))
        keeper.post("/end", {})
        assert all(SAID in text_of(keeper, page) for page in ("", "/board"))

    def test_the_score_sheet_begins_with_it(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", head_starts={"Bob": 500})
        keeper.play(450, 200)
        html = keeper.client.get(f"/games/{keeper.id}").get_data(as_text=True)
        (row,) = re.findall(r'<tr class="head-starts">(.*?)</tr>', html, re.DOTALL)
        assert re.findall(r"<small>(.*?)</small>", row) == ["Head start", "0", "500"]
        assert html.index('id="round-1"') < html.index('class="head-starts"')

    def test_no_row_stands_there_where_all_begin_level(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        keeper.play(450, 200)
        html = keeper.client.get(f"/games/{keeper.id}").get_data(as_text=True)
        assert "head-starts" not in html

    def test_partners_begin_together(self, program: Programs) -> None:
        four = ("Ann", "Bob", "Cy", "Di")
        keeper = program().start(*four, game="pitch", head_starts={"Ann": 2, "Cy": 1})
        assert "Ann & Cy start with 3" in text_of(keeper)


class TestSettings:
    def test_they_are_changed_before_round_1(self, phone: Phones) -> None:
        keeper = phone()
        start(keeper, ["Ann", "Bob"], ["", "500"])
        table = keeper.url
        keeper.get(f"{table}/settings")
        assert typed_in(keeper) == ["", "500"]
        keeper.press("Save", {"head_start-1": "250", "head_start-2": ""})
        assert "Ann starts with 250" in keeper.get(table).text
        assert SAID not in keeper.text
        said = "Settings changed · Ann starts with 250 · Bob starts with 0"
        assert said in keeper.get(f"{table}/history").text

    def test_what_is_refused_stays_typed(self, phone: Phones) -> None:
        keeper = phone()
        start(keeper, ["Ann", "Bob"], [])
        keeper.get(f"{keeper.url}/settings").press("Save", {"head_start-1": "9999"})
        assert "Ann cannot start with 9,999" in keeper.text
        assert typed_in(keeper) == ["9999", ""]

    def test_afterwards_they_are_read(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", head_starts={"Bob": 500})
        keeper.play(450, 200)
        assert "Head start: 500" in text_of(keeper, "/players")
