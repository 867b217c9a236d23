"""A player's page on a phone without scripts."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.services.limits.names import LONGEST_NAME
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import seasons
from scorecard.web.http.languages import spoken
from tests.factories import EVENING_SHOWN, Club
from tests.web.api.test_group_api import Member
from tests.web.conftest import as_device
from tests.web.plain_browser import PlainBrowser

pytestmark = pytest.mark.usefixtures("at_noon")


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


@pytest.fixture
def keeper(app: Flask, club: Club) -> PlainBrowser:
    return PlainBrowser(as_device(app.test_client(), club.keeper.uid))


def path(club: Club, name: str) -> str:
    return f"/groups/{club.group.uid}/players/{club.players[name].uid}"


def test_it_says_what_there_is_to_look_back_on(club: Club, keeper: PlainBrowser) -> None:
    club.season()
    club.play(Ann=500, Bob=300)
    club.play(Ann=300, Bob=300, Cy=100)
    club.play(Ann=100, Bob=500, Cy=300)
    club.play(Ann=200, Bob=400)
    keeper.get(path(club, "Ann"))
    assert keeper.status == 200
    # Won one and shared one of four; places 1, 1, 3 and 2.
    assert "Games 4 Won 2 50% Rating in Spring catching up, still uncertain 22.0" in keeper.text
    assert "2nd, 3rd, won, won" in keeper.text
    assert "Longest winning streak: 2 games. Longest without a win: 2 games." in keeper.text
    # Before Bob and Cy once each, level with Bob once, of six opponents: 2.5 of 6.
    assert "Average place 1.75, beating 42% of the opponents." in keeper.text
    assert "Nemesis: Bob, ahead of Ann in 2 of 4 games." in keeper.text
    assert "4 games, 2 won (50%), 275 points on average" in keeper.text
    assert f"Best total 500 {EVENING_SHOWN} Best round 500 round 1, {EVENING_SHOWN}" in keeper.text
    assert "Against Games Ahead Tied Behind B Bob 4 1 1 2 C Cy 2 1 0 1" in keeper.text
    assert f"Rating in Spring After Rating Game 1, {EVENING_SHOWN} 27.6 ± 8.1" in keeper.text
    assert 'aria-current="true">Players</a>' in keeper.response.get_data(as_text=True)


def test_of_streaks_only_those_are_told_that_there_were(club: Club, keeper: PlainBrowser) -> None:
    club.play(Ann=500, Bob=300)
    assert "Overall Average place 1" in keeper.get(path(club, "Ann")).text
    assert "Overall No win yet." in keeper.get(path(club, "Bob")).text


def test_the_curve_is_a_table_that_a_chart_may_be_drawn_of(
    club: Club, keeper: PlainBrowser
) -> None:
    club.season()
    club.play(Ann=500, Bob=300)
    html = keeper.get(path(club, "Ann")).response.get_data(as_text=True)
    assert '<table data-chart="points">' in html
    assert "charts.js" in html
    assert "charts.js" not in keeper.get(path(club, "Cy")).response.get_data(as_text=True)


def test_it_opens_on_the_season_last_played_in(
    session: Session, club: Club, keeper: PlainBrowser
) -> None:
    season = club.season()
    club.play(Ann=500, Bob=300)
    seasons.close(session, season, club.write(), next_name="Summer")
    session.commit()
    keeper.get(path(club, "Ann"))
    assert keeper.field("season") == season.uid
    assert "Rating in Spring" in keeper.text


def test_a_closed_season_shows_each_line_of_who_turned_out_to_be_one(
    session: Session, club: Club, keeper: PlainBrowser
) -> None:
    season = club.season()
    club.play(Ann=500, Bob=300)
    club.play(Cy=500, Bob=300)
    seasons.close(session, season, club.write())
    merging.merge(session, club.players["Cy"], club.players["Ann"], club.write())
    session.commit()
    keeper.get(path(club, "Ann"))
    assert keeper.status == 200
    assert "Rating in Spring, as Ann" in keeper.text
    assert "Rating in Spring, as Cy" in keeper.text


def test_a_card_game_played_once_takes_one_line(club: Club, keeper: PlainBrowser) -> None:
    club.play(Ann=500, Bob=300)
    keeper.get(path(club, "Ann"))
    assert f"Brownie Points Played once, and won: 500, {EVENING_SHOWN}" in keeper.text
    assert "Worst" not in keeper.text
    with spoken("fr"):
        french = keeper.get(path(club, "Ann")).response.get_data(as_text=True)
    assert "gagnée\N{NARROW NO-BREAK SPACE}: 500, <a " in french


def test_another_season_can_be_chosen(session: Session, club: Club, keeper: PlainBrowser) -> None:
    season = club.season()
    club.play(Ann=500, Bob=300)
    following = seasons.close(session, season, club.write(), next_name="Summer")
    session.commit()
    assert following
    keeper.get(path(club, "Ann") + f"?season={following.uid}")
    assert "No game of Ann counts in Summer yet." in keeper.text
    keeper.press("Show", {"season": season.uid})
    assert "Rating in Spring" in keeper.text
    assert keeper.field("season") == season.uid
    assert keeper.get(path(club, "Ann") + "?season=none").status == 404


def test_it_leads_to_the_others(club: Club, keeper: PlainBrowser) -> None:
    club.play(Ann=500, Bob=300)
    assert keeper.get(path(club, "Ann")).click("B Bob").url == path(club, "Bob")


def test_a_newcomer_is_told_how_to_begin(club: Club, keeper: PlainBrowser) -> None:
    keeper.get(path(club, "Ann"))
    assert keeper.status == 200
    assert "No finished games with Ann yet" in keeper.text


def test_without_a_season_there_is_the_rating_of_all_time_alone(
    club: Club, keeper: PlainBrowser
) -> None:
    club.play(Ann=500, Bob=300)
    text = keeper.get(path(club, "Ann")).text
    assert text.count("Rating") == text.count("Rating of all time") == 1


def test_a_retired_player_keeps_the_page(
    session: Session, club: Club, keeper: PlainBrowser
) -> None:
    club.play(Ann=500, Bob=300)
    rosters.retire(session, club.players["Ann"], club.write())
    session.commit()
    assert "Ann retired" in keeper.get(path(club, "Ann")).text
    assert keeper.status == 200


def test_who_was_merged_leads_to_who_they_are(
    session: Session, club: Club, keeper: PlainBrowser
) -> None:
    club.play(Ann=500, Bob=300)
    club.play(Ann=500, Cy=300)
    merging.merge(session, club.players["Cy"], club.players["Bob"], club.write())
    session.commit()
    assert keeper.get(path(club, "Cy")).url == path(club, "Bob")
    assert "Games 2" in keeper.text


def test_somebody_of_another_group_is_not_there(
    session: Session, club: Club, keeper: PlainBrowser
) -> None:
    other = Club(session, "Di")
    uid = other.players["Di"].uid
    assert keeper.get(f"/groups/{club.group.uid}/players/{uid}").status == 404


@pytest.fixture
def member(app: Flask) -> Member:
    return Member(app.test_client()).found("Ann", "Bob")


def test_every_field_for_a_name_takes_as_much_as_a_name_may_have(member: Member) -> None:
    """Nobody types on for nothing, to be told only then."""
    keeper, group = PlainBrowser(member.client), f"/groups/{member.id}"
    keeper.get(f"/games/new/brownie_points?group={member.id}")
    table = keeper.press("Start", {"player": ["Ann", "Bob"]}).url
    (change, *_others) = re.findall(
        r'href="([^"]*/edit)"', keeper.get(f"{group}/players").response.get_data(as_text=True)
    )
    pages = [
        ("/games/new/brownie_points", 1),
        (f"{table}/players", 3),
        (f"{table}/me", 1),
        (f"{group}/players", 1),
        (change, 1),
        (f"{group}/me", 1),
        (f"{group}/settings", 1),
        ("/groups/new", 1),
    ]
    for page, least in pages:
        html = keeper.get(page).response.get_data(as_text=True)
        assert keeper.status == 200, page
        fields = re.findall(r'<input[^>]* name="(?:name|player)"[^>]*>', html)
        typed = [field for field in fields if 'type="checkbox"' not in field]
        assert len(typed) >= least, page
        assert all(f'maxlength="{LONGEST_NAME}"' in field for field in typed), page


def test_a_player_who_cannot_be_added_is_refused_beside_the_field(member: Member) -> None:
    keeper = PlainBrowser(member.client)
    keeper.get(f"/games/new/brownie_points?group={member.id}")
    table = keeper.press("Start", {"player": ["Ann", "Bob"]}).url
    keeper.get(f"{table}/players").press("Add", {"name": "x" * (LONGEST_NAME + 1)})
    assert keeper.status == 422
    assert keeper.text.count("A name has at most 40 characters; this one has 41.") == 1
    html = keeper.response.get_data(as_text=True)
    (field,) = re.findall(r'<input[^>]*aria-describedby="name-error"[^>]*>', html)
    assert 'aria-invalid="true"' in field
    beside = html[html.index(field) :].partition("</form>")[0]
    assert 'id="name-error"' in beside
    assert 'class="problem"' not in html
