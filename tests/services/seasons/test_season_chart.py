"""A season day by day, and in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.orm import Session

from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.rules.words import Sentence
from scorecard.services.groups import groups
from scorecard.services.seasons import season_chart, season_words, seasons, weighing
from tests.factories import EVENING, Club

TODAY = EVENING.date()


def evenings(club: Club, *scores: dict[str, int]) -> None:
    """Play a game on each of the coming days; scores are in fifties."""
    for day, score in enumerate(scores):
        club.at = EVENING + timedelta(days=day)
        club.play(**{name: 50 * points for name, points in score.items()})


class TestChart:
    def test_points_and_places_after_each_day(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "places", "places": [3, 1]})
        # Day 1: Ann 3, Bob 1. Day 2, two games: Bob 3 + 3, Cy 1 + 1. Day 3: Ann 3, Cy 1.
        evenings(club, {"Ann": 5, "Bob": 3}, {"Bob": 5, "Cy": 3})
        club.play(Bob=500, Cy=300)
        club.at = EVENING + timedelta(days=2)
        club.play(Ann=500, Cy=300)
        chart = season_chart.chart(session, season)
        assert chart.days == [TODAY + timedelta(days=day) for day in range(3)]
        assert [player.name for player in chart.players] == ["Bob", "Ann", "Cy"]
        points = [[None if one is None else one / UNIT for one in day] for day in chart.points]
        assert points == [[1, 3, None], [7, 3, 2], [7, 6, 3]]
        assert chart.positions == [[2, 1, None], [1, 2, 3], [1, 2, 3]]
        assert chart.left_out == 0

    def test_it_ends_where_the_standings_are(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(best_of=2, least_games=2, early="half")
        scores = [{"Ann": 5, "Bob": 3}, {"Ann": 1, "Cy": 9}, {"Bob": 7, "Ann": 2, "Cy": 3}] * 3
        evenings(club, *scores)
        chart = season_chart.chart(session, season)
        now = club.standings(season)
        assert [round(points / UNIT, 2) for points in chart.points[-1] if points] == [
            row[2] for row in now
        ]
        assert chart.positions[-1] == [row[1] for row in now]

    @pytest.mark.parametrize("best_of", [None, 2])
    def test_only_the_latest_days_are_shown_and_nothing_before_is_lost(
        self, session: Session, monkeypatch: pytest.MonkeyPatch, best_of: int | None
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di")
        season = club.season(best_of=best_of)
        evenings(
            club,
            {"Ann": 5, "Bob": 3, "Di": 1},
            {"Ann": 1, "Cy": 9},
            {"Bob": 7, "Ann": 2},
            {"Cy": 7, "Ann": 2},
            {"Cy": 7, "Bob": 8},
        )
        whole = season_chart.chart(session, season)
        monkeypatch.setattr(season_chart, "MOST_DAYS", 2)
        latest = season_chart.chart(session, season)
        assert latest.days == whole.days[-2:]
        assert latest.points == whole.points[-2:]
        assert latest.positions == whole.positions[-2:]

    def test_a_day_is_one_where_the_group_lives(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        groups.change(session, club.group, club.write(), time_zone="Pacific/Auckland")
        season = club.season()
        evenings(club, {"Ann": 5, "Bob": 3})
        assert season_chart.chart(session, season).days == [TODAY + timedelta(days=1)]

    def test_as_many_lines_as_there_are_colours(self, session: Session) -> None:
        names = [f"Player {number}" for number in range(14)]
        club = Club(session, *names)
        season = club.season()
        evenings(club, {name: 8 - place for place, name in enumerate(names[:8])})
        evenings(club, {name: 8 - place for place, name in enumerate(names[8:])})
        chart = season_chart.chart(session, season)
        assert len(chart.players) == 12
        assert chart.left_out == 2

    def test_a_season_without_games_has_no_days(self, session: Session) -> None:
        assert season_chart.chart(session, Club(session).season()).days == []


class TestWords:
    def test_everything_that_holds_is_said(self, session: Session) -> None:
        club = Club(session)
        season = club.season(
            ends_on=date(2026, 6, 30),
            kinds=["pitch", "pay_me"],
            best_of=5,
            least_games=3,
            early="half",
            scheme={"kind": "wins"},
            tie_breaks=["seconds", "games"],
        )
        assert season_words.sentences(season) == [
            "Games from 14 Mar 2026 to 30 Jun 2026 count.",
            "Only Pitch and Pay Me count.",
            "Wins. 1 point for each win; a tie shares it.",
            "A game that ends early brings half the points.",
            "You’re ranked after 3 games.",
            "Only your best 5 games count.",
            "Ties: more second places, then more games; then the place is shared.",
        ]

    def test_what_is_left_open_is_said_too(self, session: Session) -> None:
        season = Club(session).season(tie_breaks=[], best_of=1, kinds=["own_scorecard/Belote"])
        words = season_words.sentences(season)
        assert "Games count from 14 Mar 2026 on." in words
        assert "Only Belote counts." in words
        assert "You’re ranked after 1 game." in words
        assert "Only your best game counts." in words
        assert "Ties share the place." in words

    @pytest.mark.parametrize(
        ("plan", "words"),
        [
            ({}, "from 14 Mar 2026"),
            ({"ends_on": TODAY}, "14 Mar 2026"),
            ({"ends_on": date(2026, 6, 30)}, "14 Mar – 30 Jun 2026"),
            ({"ends_on": date(2027, 1, 2)}, "14 Mar 2026 – 2 Jan 2027"),
        ],
    )
    def test_days(self, session: Session, plan: dict[str, Any], words: str) -> None:
        assert season_words.days(Club(session).season(**plan)) == words

    def test_overlaps_are_said_and_too_few_places_are_a_rule(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "places", "places": [3, 1]})
        club.season(name="Autumn")
        assert self.notes(session, season) == ["Some games also count in Autumn."]
        assert "Place 3 and below: 0 points" in season_words.all_of(session, season, [], [])
        seasons.close(session, season, club.write())
        assert self.notes(session, season) == []

    def notes(self, session: Session, season: Season) -> list[Sentence]:
        return season_words.notes(session, season, seasons.overlapping(session, season))

    def test_closing_says_which_games_come_too_late(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.start("Ann", "Bob")
        days = seasons.last_days(season, TODAY)
        words = " ".join(season_words.closing(session, season, days, TODAY))
        assert "Spring runs until 14 Mar 2026" in words
        assert "the next season starts on 15 Mar 2026" in words
        assert "1 game is still running. Finish it first" in words

    def test_closing_a_season_that_has_run_out(self, session: Session) -> None:
        season = Club(session).season(ends_on=TODAY)
        later = TODAY + timedelta(days=30)
        days = seasons.last_days(season, later)
        assert days == [TODAY]
        words = " ".join(season_words.closing(session, season, days, later))
        assert "The next season starts on 15 Mar 2026, with the games played since" in words

    def test_a_season_that_runs_may_end_yesterday_or_today(self, session: Session) -> None:
        season = Club(session).season(starts_on=TODAY - timedelta(days=1))
        days = seasons.last_days(season, TODAY)
        assert days == [TODAY, TODAY - timedelta(days=1)]
        words = " ".join(season_words.closing(session, season, days, TODAY))
        assert "if today’s games belong to it" in words

    def test_how_a_season_stands_is_said_in_a_line(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(ends_on=TODAY)
        assert season_words.state(session, season, TODAY) == "open · no games"
        club.play(Ann=500, Bob=300)
        assert season_words.state(session, season, TODAY) == "open · 1 game · Ann leads"
        club.play(Ann=300, Bob=500)
        assert season_words.state(session, season, TODAY + timedelta(days=1)) == (
            "over, not closed · 2 games · Ann and Bob lead"
        )
        seasons.close(session, season, club.write())
        assert season_words.state(session, season, TODAY) == "closed · 2 games"
        later = club.season(starts_on=TODAY + timedelta(days=2))
        assert season_words.state(session, later, TODAY) == ""

    def test_the_games_on_offer_are_the_shelf_the_groups_own_and_the_ready_made(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        card = {"name": "Belote", "fields": [{"kind": "points", "key": "p", "label": "Points"}]}
        club.start(rules="own_scorecard", options={"scorecard": card})
        offered = dict(season_words.kinds_on_offer(session, club.group))
        assert offered["brownie_points"] == "Brownie Points"
        assert offered["own_scorecard/Belote"] == "Belote"
        assert offered["own_scorecard/Hearts"] == "Hearts"
        assert "own_scorecard" not in offered


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_day_is_found_where_it_is_furthest_from_that_of_the_keys(
    session: Session, zone: str
) -> None:
    club = Club(session, "Ann", "Bob")
    groups.change(session, club.group, club.write(), time_zone=zone)
    for hour in (0, 12, 23):
        club.at = datetime.combine(TODAY, time(hour), ZoneInfo(zone)).astimezone(UTC)
        club.play(Ann=500, Bob=300)
    for day, points in (
        (TODAY - timedelta(days=1), []),
        (TODAY, [15, 9]),
        (TODAY + timedelta(days=1), []),
    ):
        season = club.season(starts_on=day, ends_on=day)
        assert [line[2] for line in club.standings(season)] == points
        weighing.weigh(session, season, club.write(), day, 2)
        assert [line[2] for line in club.standings(season)] == [2 * one for one in points]
