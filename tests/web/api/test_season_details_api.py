"""More of a season over the API: what holds in it, how it went, and what closing it would do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from scorecard.rules.outcome.awards import UNIT
from tests.rich_group import MONEY
from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member
from tests.web.api.test_openapi import answered_as_described
from tests.web.event_streams import Stream

SEASON = "/api/v1/groups/{group_uid}/seasons/{season_uid}"


@pytest.fixture
def keeper(app: Flask) -> Member:
    return Member(app.test_client()).found("Ann", "Bob")


@pytest.fixture
def season(keeper: Member) -> str:
    season = keeper.season("Spring", scheme={"kind": "wins"})
    keeper.play(Ann=300, Bob=100)
    keeper.play(Ann=300, Bob=100)
    keeper.play(Ann=100, Bob=300)
    return season


def get(keeper: Member, season: str, path: str = "") -> Any:
    names = {"group_uid": keeper.id, "season_uid": season}
    return answered_as_described(keeper.client, SEASON + path, **names).get_json()


def test_a_season_says_in_words_what_holds_in_it(keeper: Member, season: str) -> None:
    words = get(keeper, season)["words"]
    assert words[0] == "Games count from 1 Jan 2000 on."
    assert "Every card game counts." in words
    page = keeper.client.get(f"/groups/{keeper.id}/seasons/{season}").get_data(as_text=True)
    assert all(sentence in page for sentence in words)


def test_the_chart_is_what_the_page_draws(keeper: Member, season: str) -> None:
    found = get(keeper, season, "/chart")
    assert len(found["days"]) == 1
    lines = {one["name"]: (one["points"], one["ranks"]) for one in found["players"]}
    assert lines == {"Ann": ([2 * UNIT], [1]), "Bob": ([UNIT], [2])}
    assert found["left_out"] == 0


def test_the_chart_of_a_season_without_games_is_empty(keeper: Member) -> None:
    found = get(keeper, keeper.season("Empty"), "/chart")
    assert found == {"days": [], "players": [], "left_out": 0, "weights": []}


class TestEvents:
    def test_the_table_comes_at_once_and_with_every_move(self, keeper: Member, season: str) -> None:
        paths = (f"/api/v1/groups/{keeper.id}/events{query}" for query in ("", f"?season={season}"))
        streams = [Stream(keeper.client, path) for path in paths]
        try:
            for stream in streams:
                assert "retry" in stream.next()
                event = stream.next()
                assert event["event"] == "standings"
                table = keeper.get(f"/seasons/{season}/standings").get_json()
                del table["overlapping"]
                assert json.loads(event["data"]) == table
            keeper.play(Bob=300, Ann=100)
            for stream in streams:
                moved = json.loads(stream.next()["data"])
                assert [row["points"] for row in moved["standings"]] == [2 * UNIT, 2 * UNIT]
        finally:
            for stream in streams:
                stream.close()

    def test_without_a_season_there_is_no_table_yet(self, keeper: Member) -> None:
        stream = Stream(keeper.client, f"/api/v1/groups/{keeper.id}/events")
        try:
            stream.next()
            found = json.loads(stream.next()["data"])
            assert found == {"season": None, "standings": [], "teams": [], "titles": []}
        finally:
            stream.close()


class TestClosing:
    def test_it_shows_what_will_be_and_does_nothing(self, keeper: Member, season: str) -> None:
        before = keeper.get(f"/seasons/{season}").get_json()
        found = get(keeper, season, "/closing")
        assert found["sentences"][0] == "The table is final: later corrections no longer move it."
        assert keeper.get(f"/seasons/{season}").get_json() == before
        assert keeper.post(f"/seasons/{season}/close").status_code == 200
        closed = keeper.get(f"/seasons/{season}/standings").get_json()
        assert found["titles"] == closed["titles"]
        points = [(row["name"], row["rank"], row["points"]) for row in found["standings"]]
        assert points == keeper.standings(season)
        assert closed["season"]["ends_on"] == found["last_days"][0]

    def test_a_running_game_is_told_of(self, keeper: Member, season: str) -> None:
        keeper.start("Ann", "Bob", group=keeper.id)
        assert any("still running" in one for one in get(keeper, season, "/closing")["sentences"])

    def test_there_is_none_for_a_closed_season(self, keeper: Member, season: str) -> None:
        assert keeper.post(f"/seasons/{season}/close").status_code == 200
        problem(keeper.get(f"/seasons/{season}/closing"), 409, "season_closed")


class TestSheet:
    def test_it_has_a_cell_for_everybody_and_each_evening_or_game(
        self, keeper: Member, season: str
    ) -> None:
        rule = "/api/v1/groups/{group_uid}/seasons/{season_uid}/sheet"
        names = {"group_uid": keeper.id, "season_uid": season}
        sheet = answered_as_described(keeper.client, rule, **names).get_json()
        table = keeper.get(f"/seasons/{season}/standings").get_json()["standings"]
        assert [(line["row"]["name"], line["total"]["counted"]) for line in sheet["lines"]] == [
            (row["name"], row["points"]) for row in table
        ]
        games = keeper.get(f"/seasons/{season}/sheet?by=game").get_json()
        assert games["by"] == "game"
        assert all(column["game"] for column in games["columns"])
        problem(keeper.get(f"/seasons/{season}/sheet?by=x"), 422, "bad_input")


class TestReopening:
    def test_what_it_would_do_is_said_and_then_done(self, keeper: Member, season: str) -> None:
        problem(keeper.get(f"/seasons/{season}/reopening"), 409, "season_open")
        assert keeper.post(f"/seasons/{season}/close").status_code == 200
        rule = "/api/v1/groups/{group_uid}/seasons/{season_uid}/reopening"
        names = {"group_uid": keeper.id, "season_uid": season}
        said = answered_as_described(keeper.client, rule, **names).get_json()
        assert said["sentences"][1] == "The points stay as they are."
        table = keeper.get(f"/seasons/{season}/standings").get_json()["standings"]
        assert [(row["name"], row["rank"], row["points"]) for row in said["standings"]] == [
            (row["name"], row["rank"], row["points"]) for row in table
        ]
        assert keeper.post(f"/seasons/{season}/reopen").status_code == 200
        assert not keeper.get(f"/seasons/{season}").get_json()["is_closed"]
        problem(keeper.post(f"/seasons/{season}/reopen"), 409, "season_open")


def test_a_season_may_be_about_the_shelf_and_what_was_played_here(keeper: Member) -> None:
    def kinds() -> dict[str, str]:
        rule = "/api/v1/groups/{group_uid}/kinds"
        found = answered_as_described(keeper.client, rule, group_uid=keeper.id).get_json()
        return {one["kind"]: one["name"] for one in found["kinds"]}

    before = kinds()
    assert before["brownie_points"] == "Brownie Points"
    options = {"scorecard": MONEY | {"name": "Cabin Rummy"}}
    keeper.start("Ann", "Bob", group=keeper.id, game="own_scorecard", options=options)
    (new,) = kinds().keys() - before.keys()
    assert kinds()[new] == "Cabin Rummy"
    made = keeper.post("/seasons", name="Own", starts_on="2026-01-01", kinds=[new])
    assert made.status_code == 201
