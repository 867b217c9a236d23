"""A game of another day, or a friendly one: started so, changed later, and through the API."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from scorecard.aside import jobs
from scorecard.drawing.png import png
from tests.factories import day_shown
from tests.web.people.test_groups import found, html
from tests.web.plain_browser import PlainBrowser

pytestmark = pytest.mark.usefixtures("at_noon")
Phones = Callable[[], PlainBrowser]
WEEK = timedelta(days=7)
ZONE = ZoneInfo("Europe/Berlin")
"""Where the group lives."""


@pytest.fixture
def keeper(phone: Phones) -> PlainBrowser:
    """The phone of a group's scorekeeper, at the form of a new game."""
    browser = phone()
    group = found(browser, "Ann", "Bob")
    return browser.get(f"/games/new/brownie_points?group={group.rpartition('/')[2]}")


def today(keeper: PlainBrowser) -> str:
    """Return today where the group lives, as the form has it."""
    shown = keeper.field("shown_day")
    assert shown is not None
    return shown


def earlier(keeper: PlainBrowser) -> str:
    return (datetime.fromisoformat(today(keeper)) - WEEK).date().isoformat()


def start(keeper: PlainBrowser, day: str) -> PlainBrowser:
    return keeper.press("Start", {"player": ["Ann", "Bob"], "day": day})


def told(keeper: PlainBrowser) -> Any:
    return keeper.client.get(f"/api/v1{game_of(keeper)}").get_json()


def day_of(game: dict[str, Any]) -> str:
    """Return the day of a game that a program was told of, where its group lives."""
    began = datetime.fromisoformat(game["started_at"])
    return began.astimezone(ZONE).date().isoformat()


def game_of(keeper: PlainBrowser) -> str:
    found = re.match(r"/games/[^/]+", keeper.url)
    assert found, keeper.url
    return found[0]


def spoken(day: str) -> str:
    moment = datetime.fromisoformat(day)
    return f"{moment.day} {moment:%b %Y}"


def test_today_is_proposed_and_nothing_is_said_of_it(keeper: PlainBrowser) -> None:
    now = datetime.fromtimestamp(time.time(), ZONE)
    assert keeper.field("day") == today(keeper) == now.date().isoformat()
    start(keeper, today(keeper))
    assert "Played on" not in keeper.text
    assert "Played on" not in keeper.get(f"{keeper.url}/end").text


def test_a_game_of_another_day_says_so_wherever_it_is_played(keeper: PlainBrowser) -> None:
    day = earlier(keeper)
    start(keeper, day)
    assert day_of(told(keeper)) == day
    assert f"Played on {day_shown(date.fromisoformat(day))}" in keeper.text
    assert (
        f"Played on {day_shown(date.fromisoformat(day))}"
        in keeper.get(f"{game_of(keeper)}/end").text
    )


def test_a_page_from_before_midnight_starts_a_game_of_today(keeper: PlainBrowser) -> None:
    now, yesterday = today(keeper), earlier(keeper)
    keeper.press("Start", {"player": ["Ann", "Bob"], "day": yesterday, "shown_day": yesterday})
    assert day_of(told(keeper)) == now


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("2999-01-01", "That day is still to come."),
        ("1899-12-31", "The first possible day is 1 Jan 1900."),
        ("friday", "Day: friday is no day. Write it as year-month-day, like 2026-03-14."),
    ],
)
def test_a_refused_day_stays_typed_with_the_rest(keeper: PlainBrowser, day: str, why: str) -> None:
    start(keeper, day)
    assert keeper.status == 422
    assert f'<p class="field-error" id="day-error">{why}</p>' in html(keeper)
    assert keeper.field("day") == day
    assert "data-settings open" in html(keeper)


def test_another_card_game_keeps_the_day(keeper: PlainBrowser) -> None:
    day = earlier(keeper)
    keeper.press("Plain points", {"player": ["Ann", "Bob"], "day": day})
    assert keeper.field("day") == day
    assert "data-settings open" in html(keeper)


def test_outside_of_groups_there_is_no_day(phone: Phones) -> None:
    browser = phone().get("/games/new/brownie_points")
    assert browser.field("day") is None
    browser.press("Start", {"player": ["Ann", "Bob"], "day": "2026-01-01"})
    assert not told(browser)["started_at"].startswith("2026-01-01")
    assert "Day and seasons…" not in browser.get(f"{game_of(browser)}/settings").text
    page = browser.get(f"{browser.url.removesuffix('/settings')}/occasion")
    assert "Only a group’s game can be of another day, or friendly." in page.text


class TestLater:
    """The day of a game, changed from its settings, also after its end."""

    @pytest.fixture
    def game(self, keeper: PlainBrowser) -> PlainBrowser:
        start(keeper, today(keeper))
        return keeper

    def change(self, game: PlainBrowser, day: str) -> PlainBrowser:
        game.get(f"{game_of(game)}/settings").click("Day and seasons…")
        return game.press("Save", {"day": day})

    def test_history_tells_it_and_takes_it_back(self, game: PlainBrowser) -> None:
        began, now = told(game)["started_at"], day_of(told(game))
        day = (datetime.fromisoformat(now) - WEEK).date().isoformat()
        self.change(game, day)
        assert f"Played on {day_shown(date.fromisoformat(day))}" in game.text
        assert day_of(told(game)) == day
        page = game.get(f"{game_of(game)}/history")
        assert f"Day: {spoken(now)} → {spoken(day)}" in page.text
        page.press("Undo")
        assert told(game)["started_at"] == began

    def test_it_becomes_friendly_and_is_none_again(self, game: PlainBrowser) -> None:
        game.get(f"{game_of(game)}/occasion").press("Save", {"is_friendly": "y"})
        assert told(game)["is_friendly"]
        assert "· friendly" in game.text
        assert "· friendly" in game.get(f"{game_of(game)}/board").text
        page = game.get(f"{game_of(game)}/history")
        assert "Friendly game" in page.text
        page.press("Undo")
        assert not told(game)["is_friendly"]
        game.get(f"{game_of(game)}/history").press("Redo")
        page = game.get(f"{game_of(game)}/occasion")
        assert page.field("is_friendly") == "y"
        page.press("Save", {"is_friendly": []})
        assert not told(game)["is_friendly"]
        assert "No longer a friendly game" in game.get(f"{game_of(game)}/history").text

    def test_board_and_picture_of_an_ended_one_say_so(
        self, game: PlainBrowser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        drawn: list[str] = []

        def draw(svg: str) -> bytes:
            drawn.append(svg)
            return png(svg)

        monkeypatch.setattr(jobs, "png", draw)
        game.get(f"{game_of(game)}/occasion").press("Save", {"is_friendly": "y"})
        game.get(f"{game_of(game)}/end").press("End Game")
        assert "Friendly game: counts in no season." in game.get(f"{game_of(game)}/board").text
        assert game.client.get(f"{game_of(game)}/picture/wide.png").status_code == 200
        assert "· friendly" in drawn[0]

    def test_also_after_its_end(self, game: PlainBrowser) -> None:
        url, client = game_of(game), game.client
        body = {"version": told(game)["version"]}
        assert client.post(f"/api/v1{url}/end", json=body).status_code == 200
        self.change(game, "2026-01-02")
        assert day_of(told(game)) == "2026-01-02"
        assert day_shown(date(2026, 1, 2)) in game.get("/").text

    def test_a_refused_day_stays_typed(self, game: PlainBrowser) -> None:
        self.change(game, "2999-01-01")
        assert game.status == 422
        assert game.field("day") == "2999-01-01"
        assert "That day is still to come." in game.text

    def test_a_closed_season_is_named_on_the_page(self, game: PlainBrowser) -> None:
        group = f"/api/v1/groups/{told(game)['group']['id']}"
        client, url = game.client, f"/api/v1{game_of(game)}"

        def version() -> int:
            return int(client.get(group).get_json()["version"])

        season = client.post(
            f"{group}/seasons",
            json={"version": version(), "name": "Spring", "starts_on": "2026-01-01"},
        ).headers["Location"]

        entries = {"1": {"score": 500}, "2": {"score": 300}}
        for seat, entry in entries.items():
            sent = {"version": told(game)["version"], "entry": entry}
            assert client.put(f"{url}/rounds/1/entries/{seat}", json=sent).status_code == 200
        assert client.post(f"{url}/end", json={"version": told(game)["version"]}).status_code == 200
        closed = client.post(f"{season}/close", json={"version": version()})
        assert closed.status_code == 200, closed.get_json()
        page = game.get(f"{game_of(game)}/occasion")
        assert "Spring is closed: its table stands." in page.text
        self.change(game, "2025-12-30")
        assert told(game)["uncounted"] == ["Spring is closed: its table stands."]


def test_a_friendly_game_says_so_wherever_it_is_seen(keeper: PlainBrowser) -> None:
    group = keeper.field("group")
    keeper.press("Plain points", {"player": ["Ann", "Bob"], "is_friendly": "y"})
    assert keeper.field("is_friendly") == "y"
    assert "data-settings open" in html(keeper)
    start(keeper, today(keeper))
    game = game_of(keeper)
    assert told(keeper)["is_friendly"]
    assert "· friendly" in keeper.text
    keeper.get(f"/groups/{group}/games")
    assert '<span class="tag">friendly</span>' in html(keeper)
    entries = {"1": {"points": 5}, "2": {"points": 3}}
    for seat, entry in entries.items():
        sent = {"version": keeper.client.get(f"/api/v1{game}").get_json()["version"]}
        url = f"/api/v1{game}/rounds/1/entries/{seat}"
        answer = keeper.client.put(url, json=sent | {"entry": entry})
        assert answer.status_code == 200, answer.get_json()
    assert "Friendly game: counts in no season." in keeper.get(f"{game}/end").text
    found = keeper.client.get(f"/api/v1/groups/{group}/games").get_json()["games"]
    assert [one["is_friendly"] for one in found] == [True]


class TestFriendlyInSome:
    """A game that counts in one of two open seasons."""

    @pytest.fixture
    def uids(self, keeper: PlainBrowser) -> dict[str, str]:
        """Make two seasons, and return their ids by name; the phone is at the form again."""
        uid = keeper.field("group")
        group = f"/groups/{uid}"
        today_, told_ = today(keeper), keeper.client.get(f"/api/v1{group}").get_json()
        for number, name in enumerate(("Spring", "Cup")):
            body = {"version": told_["version"] + number, "name": name, "starts_on": today_}
            answer = keeper.client.post(f"/api/v1{group}/seasons", json=body)
            assert answer.status_code == 201, answer.get_json()
        keeper.get(f"/games/new/brownie_points?group={uid}")
        found = keeper.client.get(f"/api/v1{group}/seasons").get_json()["seasons"]
        return {season["name"]: season["id"] for season in found}

    def test_nothing_is_asked_where_there_is_one_season_or_none(self, keeper: PlainBrowser) -> None:
        assert "Does not count in" not in keeper.text

    def test_it_is_chosen_at_the_start_and_said_at_the_table(
        self, keeper: PlainBrowser, uids: dict[str, str]
    ) -> None:
        assert "Does not count in Cup" in keeper.text
        group = keeper.field("group")
        keeper.press("Plain points", {"player": ["Ann", "Bob"], "friendly_in": [uids["Cup"]]})
        assert "data-settings open" in html(keeper)
        start(keeper, today(keeper))
        assert told(keeper)["friendly_in"] == [{"id": uids["Cup"], "name": "Cup"}]
        assert "· friendly in Cup" in keeper.text
        keeper.get(f"/groups/{group}/games")
        assert '<span class="tag">friendly in Cup</span>' in html(keeper)

    def test_later_too_and_history_takes_it_back(
        self, keeper: PlainBrowser, uids: dict[str, str]
    ) -> None:
        start(keeper, today(keeper))
        game = game_of(keeper)
        keeper.get(f"{game}/occasion").press("Save", {"friendly_in": [uids["Spring"]]})
        assert "· friendly in Spring" in keeper.text
        page = keeper.get(f"{game}/history")
        assert "Friendly in Spring" in page.text
        page.press("Undo")
        assert told(keeper)["friendly_in"] == []

    def test_what_is_not_asked_about_stays(
        self, keeper: PlainBrowser, uids: dict[str, str]
    ) -> None:
        group = f"/api/v1/groups/{keeper.field('group')}"
        keeper.press("Start", {"player": ["Ann", "Bob"], "friendly_in": [uids["Cup"]]})
        game = game_of(keeper)
        version = keeper.client.get(group).get_json()["version"]
        sent = {"version": version}
        closed = keeper.client.post(f"{group}/seasons/{uids['Cup']}/close", json=sent)
        assert closed.status_code == 200, closed.get_json()
        page = keeper.get(f"{game}/occasion")
        assert "Does not count in" not in page.text
        page.press("Save", {"is_friendly": "y"})
        assert told(keeper)["is_friendly"]
        assert [one["name"] for one in told(keeper)["friendly_in"]] == ["Cup"]

    def test_programs_say_it_too(self, keeper: PlainBrowser, uids: dict[str, str]) -> None:
        body = {
            "game": "brownie_points",
            "players": ["Ann", "Bob"],
            "group": keeper.field("group"),
            "friendly_in": [uids["Cup"]],
        }
        game = keeper.client.post("/api/v1/games", json=body).get_json()["game"]
        assert [one["name"] for one in game["friendly_in"]] == ["Cup"]
        url = f"/api/v1/games/{game['id']}/occasion"
        for friendly_in, status in (([uids["Spring"]], 200), (["nothere"], 422)):
            sent = {"version": told_version(keeper, game["id"]), "friendly_in": friendly_in}
            answer = keeper.client.put(url, json=sent)
            assert answer.status_code == status, answer.get_json()
        assert answer.get_json()["field"] == "friendly_in"


def told_version(keeper: PlainBrowser, game: str) -> int:
    version = keeper.client.get(f"/api/v1/games/{game}").get_json()["version"]
    assert isinstance(version, int)
    return version


def test_programs_say_it_too(keeper: PlainBrowser) -> None:
    group = keeper.field("group")
    body = {
        "game": "brownie_points",
        "players": ["Ann", "Bob"],
        "group": group,
        "day": "2026-01-02",
    }
    game = keeper.client.post("/api/v1/games", json=body).get_json()["game"]
    assert day_of(game) == "2026-01-02"
    url = f"/api/v1/games/{game['id']}/occasion"
    later = {"version": game["version"], "day": "2026-01-05"}
    changed = keeper.client.put(url, json=later).get_json()
    assert day_of(changed) == "2026-01-05"
    assert not changed["is_friendly"]
    friendly = {"version": changed["version"], "is_friendly": True}
    changed = keeper.client.put(url, json=friendly).get_json()
    assert day_of(changed) == "2026-01-05"
    assert changed["is_friendly"]
    for wrong in ("2999-01-01", "soon"):
        answer = keeper.client.put(url, json={"day": wrong, "version": changed["version"]})
        assert answer.status_code == 422
        assert answer.get_json()["field"] == "day"
