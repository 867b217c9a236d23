"""A season closed by mistake is opened again, and what it left out meanwhile is said before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import Conflict, Stale
from scorecard.models import Season
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import recounting
from scorecard.services.players import merging
from scorecard.services.seasons import late_results, reopening, season_plans, seasons
from scorecard.services.table import games
from tests.factories import EVENING, Club

TODAY = EVENING.date()
TOMORROW = TODAY + timedelta(days=1)


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob")


def closed(club: Club, next_name: str = "", **plan: object) -> Season:
    season = club.season(**plan)
    seasons.close(club.session, season, club.write(), next_name=next_name)
    club.session.commit()
    return season


def reopened(club: Club, season: Season) -> None:
    reopening.reopen(club.session, season, club.write())
    club.session.commit()


def said(club: Club, season: Season) -> list[str]:
    return [line.sentence for line in late_results.lines(club.session, season)]


def test_everything_is_as_if_it_had_never_been_closed(session: Session, club: Club) -> None:
    season = club.season()
    club.play(Ann=500, Bob=300)
    before = club.standings(season)
    seasons.close(session, season, club.write())
    session.commit()
    reopened(club, season)
    assert (season.closed_at, season.final, season.ends_on) == (None, None, None)
    assert club.standings(season) == before
    club.play(Ann=300, Bob=500)
    assert club.standings(season) == [("Ann", 1, 8), ("Bob", 1, 8)]
    assert recounting.recount(session, club.group) == []


def test_history_says_it_and_what_became_of_the_last_day(session: Session, club: Club) -> None:
    season = closed(club)
    reopened(club, season)
    line = changes.at_version(session, club.group, club.group.version)
    assert group_changes.sentence(line) == "Season Spring reopened"
    assert line.what["ends_on"] == [TODAY.isoformat(), None]
    assert line.what["closed_at"][1] is None


def test_the_season_that_follows_stays_and_no_day_counts_twice(club: Club) -> None:
    season = closed(club, "Summer")
    following = seasons.named(club.session, club.group, "Summer")
    reopened(club, season)
    assert season.ends_on == TODAY
    assert following
    assert (following.starts_on, following.is_closed) == (TOMORROW, False)


def test_why_it_still_ends_is_said(club: Club) -> None:
    season = closed(club, "Summer")
    assert "because Summer begins on the day after" in " ".join(
        reopening.preview(club.session, season).sentences
    )


@pytest.mark.parametrize(
    ("days", "sentence"),
    [(None, "It has no last day again"), (9, "It ends on 23 Mar 2026 again"), (0, None)],
)
def test_the_last_day_is_the_one_before(club: Club, days: int | None, sentence: str | None) -> None:
    ends_on = None if days is None else TODAY + timedelta(days=days)
    season = closed(club, ends_on=ends_on)
    found = reopening.preview(club.session, season).sentences[2:]
    assert [one[: len(sentence or "")] for one in found] == ([sentence] if sentence else [])
    reopened(club, season)
    assert season.ends_on == ends_on


def test_a_late_game_is_told_and_counts_once_the_season_is_open(club: Club) -> None:
    season = club.season()
    club.play(Ann=500, Bob=300)
    seasons.close(club.session, season, club.write())
    assert said(club, season) == []
    late = club.play(Ann=100, Bob=500)
    club.play(Ann=100, Bob=500)
    assert said(club, season) == ["2 games since do not count."]
    line, *_others = late_results.lines(club.session, season)
    assert late.game.uid in [game.uid for game in line.games]
    assert {(game.name, game.day) for game in line.games} == {("Brownie Points", TODAY)}
    preview = reopening.preview(club.session, season)
    assert "Bob would lead." in preview.sentences
    assert [(row.name, row.points // 55_440) for row in preview.table] == [
        ("Bob", 13),
        ("Ann", 11),
    ]
    assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]
    reopened(club, season)
    assert club.standings(season) == [("Bob", 1, 13), ("Ann", 2, 11)]
    assert said(club, season) == []


def test_a_game_that_changed_and_one_that_went_are_told(session: Session, club: Club) -> None:
    season = club.season()
    changed, gone = club.play(Ann=500, Bob=300), club.play(Ann=500, Bob=300)
    seasons.close(session, season, club.write())
    games.reopen(session, changed.game, changed.write())
    changed.play(0, 900)
    club.end(changed)
    games.delete(session, gone.game, gone.write())
    session.commit()
    assert said(club, season) == [
        "1 game has changed since. It counts as it was.",
        "1 game has gone since. It still counts.",
    ]
    assert [len(line.games) for line in late_results.lines(session, season)] == [1, 0]
    reopened(club, season)
    assert club.standings(season) == [("Bob", 1, 5), ("Ann", 2, 3)]


def test_nothing_has_changed_where_two_players_became_one(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    season = club.season()
    club.play(Ann=500, Bob=300)
    seasons.close(session, season, club.write())
    merging.merge(session, club.players["Bob"], club.players["Cy"], club.write())
    session.commit()
    assert said(club, season) == []
    assert "Ann would still lead." in reopening.preview(session, season).sentences
    reopened(club, season)
    assert club.standings(season) == [("Ann", 1, 5), ("Cy", 2, 3)]


def test_it_is_said_where_the_points_stay(club: Club) -> None:
    season = club.season()
    club.play(Ann=500, Bob=300)
    seasons.close(club.session, season, club.write())
    assert "The points stay as they are." in reopening.preview(club.session, season).sentences


def test_without_any_game_nobody_would_lead(club: Club) -> None:
    season = club.season()
    table = club.play(Ann=500, Bob=300)
    seasons.close(club.session, season, club.write())
    games.delete(club.session, table.game, table.write())
    club.session.commit()
    assert "Nobody would lead." in reopening.preview(club.session, season).sentences


def test_an_open_season_is_not_reopened(club: Club) -> None:
    season = club.season()
    with pytest.raises(Conflict, match="Spring is not closed"):
        reopening.reopen(club.session, season, club.write())
    with pytest.raises(Conflict, match="Spring is not closed"):
        reopening.preview(club.session, season)


def test_what_somebody_did_meanwhile_is_not_overwritten_unseen(club: Club) -> None:
    season = closed(club)
    stale = club.write()
    reopened(club, season)
    seasons.change(
        club.session, season, club.write(), season_plans.Plan(name="New", starts_on=TODAY)
    )
    seasons.close(club.session, season, club.write())
    with pytest.raises(Stale):
        reopening.reopen(club.session, season, stale)
