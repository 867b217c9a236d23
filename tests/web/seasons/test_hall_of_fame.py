"""The hall of fame, two seasons side by side and a podium, on a phone without scripts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.seasons import seasons
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")
HALL = "/seasons/hall-of-fame"


@pytest.fixture
def closed(three: Keeper) -> Season:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300, Cy=100)
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    return season


def test_it_is_reached_from_the_seasons_and_leads_to_a_podium(
    three: Keeper, closed: Season
) -> None:
    page = three.get("/seasons").click("Hall of fame")
    assert page.url == three.path + HALL
    assert "Player Titles 2nd places 3rd places A Ann 1 – – B Bob – 1 – C Cy – – 1" in page.text
    assert "Two seasons side by side" not in page.text
    podium = page.click(f"Podium to print: {closed.name}")
    assert "Thursday Spring Champion Ann 1st Ann 5 2nd Bob 3 3rd Cy 2" in podium.text
    assert "Podium" in [text for text, _href in three.get(f"/seasons/{closed.uid}").page.links]


def test_two_seasons_are_chosen_and_compared(three: Keeper, closed: Season) -> None:
    three.club.at += timedelta(days=1)
    second = three.club.season(name="Summer")
    three.club.play(Bob=500, Ann=300)
    page = three.get(HALL).press("Compare")
    assert "B Bob 2 3 1 1 5 1 ▲1 1 up +2" in page.text
    assert "A Ann 1 5 1 2 3 1 ▼1 1 down −2" in page.text
    assert "C Cy 3 2 1" in page.text
    assert page.field("one") == closed.uid
    refused = page.press("Compare", {"one": second.uid})
    assert refused.status == 422
    assert "Choose two different seasons." in refused.text
    assert refused.field("one") == second.uid
    assert three.get(f"{HALL}?one={closed.uid}&other=nobody12").status == 404


def test_a_program_reads_the_same(three: Keeper, closed: Season) -> None:
    three.club.at += timedelta(days=1)
    second = three.club.season(name="Summer", scheme={"kind": "wins"})
    three.club.play(Bob=500, Ann=300)
    path = f"/api/v1{three.path}{HALL}"
    told = three.browser.client.get(path).get_json()
    assert told["side_by_side"] is None
    (won,) = told["podiums"]
    assert won["season"]["id"] == closed.uid
    assert [(step["rank"], step["rows"][0]["name"]) for step in won["steps"]] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cy"),
    ]
    assert told["holders"][0]["medals"] == [1, 0, 0]
    asked = f"{path}?one={second.uid}&other={closed.uid}"
    found = three.browser.client.get(asked).get_json()["side_by_side"]
    assert (found["earlier"]["name"], found["later"]["name"]) == ("Spring", "Summer")
    assert not found["is_alike"]
    bob = found["lines"][0]
    assert (bob["places"], bob["points"], bob["earlier"]["points"]) == (1, None, 3 * UNIT)
    assert three.browser.client.get(f"{path}?one={second.uid}").status_code == 404


def test_a_season_ranked_by_average_says_so(three: Keeper, closed: Season) -> None:
    three.club.at += timedelta(days=1)
    second = three.club.season(name="Summer", ranked_by="average")
    three.club.play(Bob=500, Ann=300)
    three.club.play(Ann=500, Bob=300)
    three.club.play(Ann=500, Bob=300)
    asked = f"{HALL}?one={closed.uid}&other={second.uid}"
    assert "Player Place Points Games Place Average Games Place A Ann" in three.get(asked).text
    told = three.browser.client.get(f"/api/v1{three.path}{asked}").get_json()["side_by_side"]
    assert [told[one]["ranked_by"] for one in ("earlier", "later")] == ["points", "average"]
    ann = told["lines"][0]
    assert (ann["earlier"]["per_game"], ann["later"]["per_game"]) == (None, round(13 / 3 * UNIT))


def test_an_open_season_has_no_podium(three: Keeper) -> None:
    season = three.club.season()
    page = three.get(f"/seasons/{season.uid}/podium")
    assert page.status == 409
    assert "Spring is not closed." in page.text


def test_before_the_first_closing_it_says_what_will_be_there(three: Keeper) -> None:
    assert "No champion yet." in three.get(HALL).text
    assert "Hall of fame" not in [text for text, _href in three.get("/seasons").page.links]


@pytest.mark.usefixtures("closed")
def test_the_rating_of_all_time_is_there_and_on_a_players_page(three: Keeper) -> None:
    page = three.get(HALL)
    assert "Rating of all time" in page.text
    assert page.text.index("Podium to print") < page.text.index("Rating of all time")
    found = three.browser.client.get(f"/api/v1{three.path}{HALL}").get_json()
    assert [row["name"] for row in found["ratings"]] == ["Ann", "Bob", "Cy"]
    assert not found["has_ratings_due"]
    ann = three.club.players["Ann"].uid
    own = three.browser.client.get(f"/api/v1{three.path}/players/{ann}").get_json()
    first = found["ratings"][0]
    assert own["overall"]["rating"] == {key: first[key] for key in ("rating", "doubt")}
    assert f"{first['rating']} ± {first['doubt']}" in three.get(f"/players/{ann}").text


def test_who_has_not_played_has_no_rating_of_all_time(three: Keeper) -> None:
    assert "Rating of all time" not in three.get(HALL).text
    ann = three.club.players["Ann"].uid
    own = three.browser.client.get(f"/api/v1{three.path}/players/{ann}").get_json()
    assert own["overall"]["rating"] is None
