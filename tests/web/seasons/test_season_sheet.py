"""A season's sheet on a phone without scripts."""

from __future__ import annotations

import csv

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.services.seasons import season_sheet, seasons
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


def test_it_is_reached_from_the_season_and_leads_to_its_games(three: Keeper) -> None:
    season = three.club.season(best_of=1)
    assert "Sheet" not in [text for text, _href in three.get(three.season_path(season)).page.links]
    played = three.club.play(Ann=500, Bob=300).game.uid
    three.club.play(Bob=500, Ann=300)
    page = three.get(three.season_path(season)).click("Sheet")
    assert page.url == three.path + three.season_path(season, "/sheet")
    assert "3 does not count" in page.text
    assert "Struck through: does not count." in page.text
    page.click("Games")
    links = [href for _text, href in page.page.links]
    assert f"/games/{played}" in links
    (file,) = [href for href in links if "/export.csv" in href]
    assert "part=awards" in file


def test_balances_have_their_sign_in_the_table_and_on_the_sheet(three: Keeper) -> None:
    season = three.club.season(scheme={"kind": "average"})
    three.club.play(Ann=500, Bob=300)
    page = three.get(three.season_path(season))
    assert "average +100 · best +100" in page.text
    assert "average −100 · best −100" in page.text
    assert "1 Ann +100 +100" in three.get(three.season_path(season, "/sheet")).text
    assert "Ann +100" in three.get(three.season_path(season, "/close")).text
    by_places = three.club.season(name="Places")
    assert "+" not in three.get(three.season_path(by_places, "/sheet")).text


def test_its_file_is_what_it_shows(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300)
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    page = three.get(three.season_path(season, "/sheet"))
    (file,) = [href for _text, href in page.page.links if "/export.csv" in href]
    answer = page.client.get(file)
    assert answer.status_code == 200
    assert "sheet" in answer.headers["Content-Disposition"]
    lines = csv.DictReader(answer.get_data(as_text=True).removeprefix("\ufeff").splitlines())
    assert [(line["player"], line["points"]) for line in lines] == [("Ann", "5"), ("Bob", "3")]


def test_what_is_on_other_pages_is_said(three: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season_sheet, "ON_A_PAGE", 1)
    season = three.club.season()
    for _game in range(3):
        three.club.play(Ann=500, Bob=300)
    page = three.get(three.season_path(season, "/sheet?by=game"))
    assert "Games 3–3 of 3. The others are summed up." in page.text
    assert "1 Ann 15 10 5" in page.text
    page.click("Earlier")
    assert "Games 2–2 of 3." in page.text
    assert "1 Ann 15 5 5 5" in page.text
    page.click("Later")
    assert "Games 3–3 of 3." in page.text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("by=hand", "“hand” is none of evening and game"),
        ("page=0", "“0” is no page"),
        ("page=x", "“x” is no page"),
        ("page=1234567", "is no page"),
    ],
)
def test_what_is_no_page_is_said(three: Keeper, asked: str, said: str) -> None:
    season = three.club.season()
    page = three.get(three.season_path(season, f"/sheet?{asked}"))
    assert page.status == 422
    assert said in page.text


def test_without_games_it_says_so(three: Keeper) -> None:
    season = three.club.season()
    assert "No games yet" in three.get(three.season_path(season, "/sheet")).text


def test_half_a_hundredth_of_a_point_is_rounded_up(session: Session, app: Flask) -> None:
    names = [f"Player {number}" for number in range(8)]
    keeper = Keeper(session, app, *names)
    season = keeper.club.season(scheme={"kind": "wins"})
    keeper.club.play(**dict.fromkeys(names, 500))
    assert "0.13" in keeper.get(keeper.season_path(season)).text, "an eighth of a win"
