"""Direct comparison as a tie-break: who finished ahead of the other more often."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Season, Standing
from scorecard.services.keeping import recounting
from scorecard.services.seasons import season_chart, season_plans, season_words, seasons, trials
from scorecard.services.standings import standings
from scorecard.services.table import games
from tests.factories import EVENING, Club

EQUAL = {"kind": "places", "places": [1, 1, 1, 1]}
"""Every place brings as much as another, so that ties alone say who is first."""


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


@pytest.fixture
def season(club: Club) -> Season:
    return club.season(scheme=EQUAL, tie_breaks=["direct"])


def places(club: Club, season: Season) -> list[tuple[str, int | None, str]]:
    rows = standings.present(club.session, season)
    return [(row.name, row.rank, row.decided_by) for row in rows]


def ahead(club: Club, season: Season) -> dict[str, dict[str, int]]:
    """Return what is kept of who finished before whom, by names."""
    name_of = {str(player.id): name for name, player in club.players.items()}
    rows = club.session.scalars(select(Standing).where(Standing.season_id == season.id))
    return {
        name_of[str(row.player_id)]: {name_of[other]: n for other, n in row.ahead.items()}
        for row in rows
    }


DECIDED = "direct comparison"


def test_who_was_ahead_more_often_is_first(club: Club, season: Season) -> None:
    club.play(Ann=300, Bob=100)
    club.play(Ann=100, Bob=300)
    assert places(club, season) == [("Ann", 1, ""), ("Bob", 1, "")]
    club.play(Bob=300, Ann=100)
    assert places(club, season) == [("Bob", 1, DECIDED), ("Ann", 2, DECIDED)]
    assert ahead(club, season) == {"Ann": {"Bob": 1}, "Bob": {"Ann": 2}}
    rows = standings.present(club.session, season)
    assert [row.rank_before for row in rows] == [1, 1]


def test_three_are_compared_among_themselves(club: Club, season: Season) -> None:
    club.play(Cy=300, Bob=200, Ann=200)
    club.play(Bob=300, Ann=200, Cy=200)
    # Bob and Cy are level with each other, and both were ahead of Ann more often.
    assert places(club, season) == [("Bob", 1, DECIDED), ("Cy", 1, DECIDED), ("Ann", 3, DECIDED)]


def test_partners_are_not_compared(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    season = club.season(scheme=EQUAL, tie_breaks=["direct"])
    table = club.start(*club.players, rules="pitch")
    table.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
    club.end(table)
    # Ann plays with Cy.
    over = {"Bob": 1, "Di": 1}
    assert ahead(club, season) == {"Ann": over, "Bob": {}, "Cy": over, "Di": {}}


def test_what_is_kept_follows_corrections_and_deleted_games(
    session: Session, club: Club, season: Season
) -> None:
    first = club.play(Ann=300, Bob=100, Cy=50)
    second = club.play(Ann=300, Bob=100)
    games.reopen(session, second.game, second.write())
    second.enter(1, {1: {"score": 0}}, is_confirmed=True)
    club.end(second)
    assert ahead(club, season) == {"Ann": {"Bob": 1, "Cy": 1}, "Bob": {"Ann": 1, "Cy": 1}, "Cy": {}}
    games.delete(session, first.game, first.write())
    session.commit()
    assert ahead(club, season) == {"Ann": {}, "Bob": {"Ann": 1}}
    assert recounting.recount(session, club.group) == []


def test_nothing_is_kept_where_nobody_asks_and_all_once_somebody_does(
    session: Session, club: Club
) -> None:
    season = club.season(scheme=EQUAL, tie_breaks=[])
    club.play(Ann=100, Bob=300)
    assert ahead(club, season) == {"Ann": {}, "Bob": {}}
    plan = season_plans.Plan.of(season, tie_breaks=["direct"])
    tried = trials.trial(session, club.group, plan, season)
    assert [(row.name, row.rank) for row in tried.table] == [("Bob", 1), ("Ann", 2)]
    seasons.change(session, season, club.write(), plan)
    assert ahead(club, season) == {"Ann": {}, "Bob": {"Ann": 1}}


def test_the_chart_compares_day_by_day(
    session: Session, club: Club, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, scores in enumerate(({"Ann": 300}, {"Ann": 100}, {"Ann": 100})):
        club.at = EVENING + timedelta(days=day)
        club.play(Bob=200, **scores)
    whole = season_chart.chart(session, season)
    assert [player.name for player in whole.players] == ["Bob", "Ann"]
    assert whole.positions == [[2, 1], [1, 1], [1, 2]]
    monkeypatch.setattr(season_chart, "MOST_DAYS", 1)
    assert season_chart.chart(session, season).positions == [[1, 2]]


@pytest.mark.parametrize(("ties", "is_said"), [(["wins", "direct"], True), (["wins"], False)])
def test_it_is_said(club: Club, ties: list[str], is_said: bool) -> None:
    words: list[Any] = season_words.sentences(club.season(tie_breaks=ties))
    said = [sentence for sentence in words if sentence.startswith("Direct comparison: ")]
    assert bool(said) is is_said
