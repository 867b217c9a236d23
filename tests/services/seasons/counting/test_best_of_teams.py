"""Teams of which only the best of every evening count."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Season, Standing
from scorecard.rules.outcome.awards import UNIT
from scorecard.rules.words import Sentence
from scorecard.services.files.exporting import exports
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import recounting
from scorecard.services.players import merging
from scorecard.services.seasons import (
    adjustments,
    parting,
    reopening,
    season_plans,
    season_sheet,
    season_words,
    seasons,
    weighing,
)
from scorecard.services.spreadsheets import season_lists
from scorecard.services.standings import lineups, standings, team_tables
from scorecard.services.table import games, occasions
from tests import work
from tests.factories import EVENING, Club
from tests.services.files.other_server import Elsewhere, elsewhere, second_app
from tests.services.seasons.test_teams import make, table

__all__ = ["elsewhere", "second_app"]
TODAY = EVENING.date()


def count_best(club: Club, season: Season, best: int) -> None:
    plan = season_plans.Plan.of(season, team_best=best)
    seasons.change(club.session, season, club.write(), plan)
    club.session.commit()


def two_evenings(club: Club, **plan: Any) -> Season:
    """Play twice a day on two days; make the Foxes of three, and the Bears of one."""
    season = club.season(scheme={"kind": "places", "places": [5, 3, 1]}, **plan)
    make(club, season, "Foxes", "Ann", "Bob", "Cy")
    make(club, season, "Bears", "Di")
    # Day 1: Ann 5 + 3, Bob 3, Cy 5, Di 1 + 1. Day 2: Ann 1, Bob 3, Cy 5.
    club.play(Ann=500, Bob=300, Di=100)
    club.play(Cy=500, Ann=300, Di=100)
    club.at += timedelta(days=1)
    club.play(Cy=500, Bob=300, Ann=100)
    return season


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy", "Di")


class TestTheTable:
    @pytest.mark.parametrize(
        ("best", "points", "players"),
        [
            (0, 25, ["Ann 9", "Bob 6", "Cy 10"]),
            (1, 13, ["Ann 8", "Bob 0", "Cy 5"]),
            (2, 21, ["Ann 8", "Bob 3", "Cy 10"]),
            (3, 25, ["Ann 9", "Bob 6", "Cy 10"]),
        ],
    )
    def test_the_others_of_an_evening_bring_nothing(
        self, session: Session, club: Club, best: int, points: int, players: list[str]
    ) -> None:
        season = two_evenings(club, team_best=best)
        assert table(club, season) == [("Foxes", 1, points, players), ("Bears", 2, 2, ["Di 2"])]
        assert recounting.recount(session, club.group) == []

    def test_it_is_counted_anew_with_whatever_changes(self, session: Session, club: Club) -> None:
        season = two_evenings(club, team_best=1)
        weighing.weigh(session, season, club.write(), TODAY, 2)
        assert table(club, season)[0] == ("Foxes", 1, 21, ["Ann 16", "Bob 0", "Cy 5"])
        bob, give = club.players["Bob"], adjustments.give
        give(session, season, club.write(), bob, kind="bonus", points=4, reason="cake")
        assert table(club, season)[0] == ("Foxes", 1, 25, ["Ann 16", "Bob 4", "Cy 5"])
        (foxes, _bears) = sorted(
            (one.part for one in lineups.of_season(session, season, lineups.TEAMS)),
            key=lambda team: team.name,
            reverse=True,
        )
        players = [club.players[name] for name in ("Bob", "Cy")]
        parting.change(session, foxes, club.write(), "Foxes", players)
        assert table(club, season)[0] == ("Foxes", 1, 19, ["Bob 4", "Cy 15"])
        count_best(club, season, 0)
        assert table(club, season)[0] == ("Foxes", 1, 28, ["Bob 13", "Cy 15"])
        assert recounting.recount(session, club.group) == []

    def test_a_game_of_another_day_moves_both_evenings(self, session: Session, club: Club) -> None:
        season = two_evenings(club, team_best=1)
        late = club.play(Bob=500, Ann=300)
        # Bob has 8 on the second day now, Cy 5.
        assert table(club, season)[0] == ("Foxes", 1, 16, ["Ann 8", "Bob 8", "Cy 0"])
        occasions.change(session, late.game, late.write(), day=TODAY)
        # Ann has 11 on the first day, Bob 8; Cy is the best of the second one.
        assert table(club, season)[0] == ("Foxes", 1, 16, ["Ann 11", "Bob 0", "Cy 5"])
        games.delete(session, late.game, late.write())
        assert table(club, season)[0] == ("Foxes", 1, 13, ["Ann 8", "Bob 0", "Cy 5"])
        assert recounting.recount(session, club.group) == []

    def test_whom_somebody_is_by_now_brings_it(self, session: Session, club: Club) -> None:
        season = club.season(scheme={"kind": "places", "places": [5, 3, 1]}, team_best=1)
        make(club, season, "Foxes", "Ann", "Bob")
        club.play(Ann=500, Bob=300, Di=100)
        club.play(Cy=500, Ann=400, Di=100)
        merging.merge(session, club.players["Cy"], club.players["Bob"], club.write())
        # Bob has 3 + 5 as well, but Ann is longer on the roster.
        assert table(club, season) == [("Foxes", 1, 8, ["Ann 8", "Bob 0"])]
        club.mark("Ann", is_guest=True)
        assert table(club, season) == [("Foxes", 1, 10, ["Bob 10"])]
        assert recounting.recount(session, club.group) == []

    def test_reading_it_is_as_much_after_many_games(self, session: Session, club: Club) -> None:
        season = two_evenings(club, team_best=1)
        counts = []
        for _more in range(2):
            rows = standings.present(session, season)
            with work.statements(session) as asked:
                team_tables.present(session, season, rows)
            counts.append(len(asked))
            for _game in range(5):
                club.play(Ann=500, Bob=300)
        assert counts == [2, 2]


class TestInTheSheet:
    @pytest.mark.parametrize(
        ("best", "foxes"), [(0, [16, 9, 25]), (1, [8, 5, 13]), (2, [13, 8, 21])]
    )
    def test_a_line_below_the_players(
        self, session: Session, club: Club, best: int, foxes: list[int]
    ) -> None:
        season = two_evenings(club, team_best=best)
        sheet = season_sheet.whole(session, season)
        assert [
            [line.row.name, *(cell and cell // UNIT for cell in line.cells)] for line in sheet.teams
        ] == [["Foxes", *foxes[:2]], ["Bears", 2, None]]
        assert sheet.teams[0].row.points // UNIT == foxes[2]
        assert season_sheet.sheet(session, season, "game").teams == []
        text = season_lists.of_sheet(session, season).removeprefix("\ufeff")
        of_team = [line.split(",") for line in text.splitlines() if line.split(",")[1] == ""]
        assert of_team[0] == [
            "1",
            "",
            "",
            "",
            *map(str, foxes[:2]),
            "0",
            str(foxes[2]),
            "0",
            str(foxes[2]),
            "Foxes",
        ]

    def test_what_is_on_other_pages_is_summed_up_and_points_by_hand_stand_apart(
        self, session: Session, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        season = two_evenings(club, team_best=1)
        bob, give = club.players["Bob"], adjustments.give
        give(session, season, club.write(), bob, kind="bonus", points=4, reason="cake")
        monkeypatch.setattr(season_sheet, "ON_A_PAGE", 1)
        (foxes, _bears) = season_sheet.sheet(session, season).teams
        assert (foxes.earlier, foxes.cells, foxes.later) == (8 * UNIT, [5 * UNIT], None)
        assert (foxes.by_hand, foxes.row.points) == (4 * UNIT, 17 * UNIT)
        seasons.close(session, season, club.write())
        club.mark("Ann", is_guest=True)
        assert season_sheet.sheet(session, season, page=2).teams[0].cells == [8 * UNIT]


class TestOverTime:
    def test_closing_freezes_it_and_the_next_season_takes_it_along(
        self, session: Session, club: Club
    ) -> None:
        season = two_evenings(club, team_best=2)
        before = table(club, season)
        following = seasons.close(session, season, club.write(), next_name="Next")
        assert following
        assert following.team_best == 2
        session.query(Standing).update({"for_team": 0})
        assert table(club, season) == before
        reopening.reopen(session, season, club.write())
        assert table(club, season) == before

    @pytest.mark.parametrize("is_closed", [False, True])
    def test_files_carry_it(
        self, session: Session, club: Club, elsewhere: Elsewhere, is_closed: bool
    ) -> None:
        season = two_evenings(club, team_best=2)
        if is_closed:
            seasons.close(session, season, club.write())
        there = elsewhere.take_in(exports.of_group(session, club.group, club.at))
        (found,) = seasons.of_group(elsewhere.session, there)
        rows = standings.present(elsewhere.session, found)
        (foxes, _bears) = team_tables.present(elsewhere.session, found, rows)
        assert (found.team_best, foxes.points) == (
            2,
            team_tables.present(session, season, standings.present(session, season))[0].points,
        )

    def test_the_history_says_so(self, session: Session, club: Club) -> None:
        season = two_evenings(club)
        count_best(club, season, 2)
        line = changes.lines(session, club.group)[0]
        assert group_changes.sentence(line) == "Season Spring changed: best of a team per evening"
        assert line.what == {"team_best": [0, 2]}


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({}, ["A team’s points are its players’ points, added up."]),
        ({"team_best": 1}, ["Of each team the best one of an evening counts.", "others"]),
        ({"team_best": 2, "best_of": 3}, ["the 2 best of an evening", "others", "every game"]),
    ],
)
def test_it_is_said_in_words(club: Club, plan: dict[str, Any], words: list[str]) -> None:
    season = two_evenings(club, **plan)
    said: list[Sentence] = season_words.of_teams(season, [object()])
    assert len(said) == len(words)
    assert all(part in sentence for part, sentence in zip(words, said, strict=True))
    assert season_words.of_teams(season, []) == []


@pytest.mark.parametrize("best", [-1, 101])
def test_so_many_cannot_count(club: Club, best: int) -> None:
    season = club.season()
    with pytest.raises(BadInput, match="Of a team 1 to 100 count, or all of it") as caught:
        count_best(club, season, best)
    assert caught.value.field == "team_best"
