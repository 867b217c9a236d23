"""Divisions of a season: ranked each for itself, and who goes up and down between them."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound, Stale
from scorecard.models import Division, Season
from scorecard.services.history import changes, group_changes
from scorecard.services.looking_back import title_moves
from scorecard.services.seasons import (
    adjustments,
    hall_of_fame,
    parting,
    season_chart,
    season_plans,
    season_sheet,
    season_words,
    seasons,
    trials,
)
from scorecard.services.spreadsheets import season_lists
from scorecard.services.standings import division_tables, duels, lineups, standings
from tests.factories import Club

Places = list[tuple[str, list[tuple[str, int | None, str | None]]]]
SIX = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
"""In the order in which they finish every game."""


def make(club: Club, season: Season, name: str, *players: str) -> Division:
    chosen = [club.players[one] for one in players]
    made: Division = parting.make(
        club.session, season, club.write(), lineups.DIVISIONS, name, chosen
    )
    club.session.commit()
    return made


def places(club: Club, season: Season) -> Places:
    """Return who stands where, division by division, and whether they move."""
    return [
        (str(one.name), [(row.name, row.rank, row.moves) for row in one.rows])
        for one in division_tables.tables(standings.present(club.session, season))
    ]


def said(club: Club, season: Season) -> list[str]:
    table = standings.present(club.session, season)
    return [str(one) for part in division_tables.tables(table) for one in part.sentences]


def divided(club: Club, promoted: int, **plan: Any) -> Season:
    """Make a season of the first three, and of three more."""
    season = club.season(**plan)
    make(club, season, "A", "Ann", "Cy", "Ed")
    make(club, season, "B", "Bob", "Di", "Flo")
    parting.promote(club.session, season, club.write(), promoted)
    return season


class TestTheTable:
    def test_each_is_ranked_for_itself_and_who_is_in_none_comes_last(
        self, session: Session
    ) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Cy", "Di")
        make(club, season, "B", "Ann", "Ed")
        club.play(Ann=500, Bob=400, Cy=300, Di=200, Ed=100, Flo=0)
        assert places(club, season) == [
            ("A", [("Cy", 1, None), ("Di", 2, None)]),
            ("B", [("Ann", 1, None), ("Ed", 2, None)]),
            ("In no division", [("Bob", 1, None), ("Flo", 2, None)]),
        ]
        points = {row.name: row.points // 55440 for row in standings.present(session, season)}
        # What a game brings is as it were without divisions.
        assert points == {"Ann": 5, "Bob": 3, "Cy": 2, "Di": 1, "Ed": 0, "Flo": 0}

    def test_without_divisions_all_is_one_table(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=400)
        assert places(club, season) == [("", [("Ann", 1, None), ("Bob", 2, None)])]
        parting.promote(session, season, club.write(), 2)
        words = season_words.all_of(session, season, standings.present(session, season), [])
        assert not any("division" in sentence for sentence in words)

    def test_before_the_first_game_the_words_begin_with_who_is_where(
        self, session: Session
    ) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Cy", "Di")
        make(club, season, "B", "Ann")
        words = season_words.all_of(session, season, standings.present(session, season), [])
        assert words[:2] == ["A: Cy and Di.", "B: Ann."]
        club.play(Ann=500, Cy=300)
        words = season_words.all_of(session, season, standings.present(session, season), [])
        assert not any(sentence.startswith("A:") for sentence in words)

    def test_ties_are_broken_among_those_of_a_division(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season(scheme={"kind": "wins"}, tie_breaks=["direct"])
        make(club, season, "A", "Bob", "Cy", "Di")
        club.play(Ann=500, Bob=300, Cy=200)
        club.play(Ann=500, Cy=300, Di=200)
        # Bob was ahead of Cy, and Cy of Di.
        assert places(club, season)[0][1] == [
            ("Bob", 1, None),
            ("Cy", 2, None),
            ("Di", 3, None),
        ]

    def test_the_game_before_moved_whom_in_their_division(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Ann", "Bob")
        make(club, season, "B", "Cy", "Di")
        club.play(Cy=500, Di=400, Bob=300, Ann=200)
        latest = club.play(Ann=500, Di=400)
        moved = {row.name: row for row in standings.moves(session, season, latest.game)}
        assert (moved["Ann"].rank_before, moved["Ann"].rank) == (2, 1)
        assert (moved["Di"].rank_before, moved["Di"].rank) == (2, 1)

    def test_whoever_leads_is_of_the_highest_one(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Cy", "Di")
        make(club, season, "B", "Ann", "Bob")
        club.play(Ann=500, Bob=400, Cy=300, Di=200)
        state = season_words.state(session, season, club.at.date())
        assert "Cy leads" in state
        plan = season_plans.Plan.of(season, scheme={"kind": "size"})
        trial = trials.trial(session, club.group, plan, season)
        assert "Cy would still lead." in trial.sentences
        seasons.close(session, season, club.write())
        assert season.final
        titles = {title["key"]: title["names"] for title in season.final["titles"]}
        assert (titles["rank"], titles["wins"]) == (["Cy"], ["Ann"])
        podium = hall_of_fame.podium(season)
        assert [[row.name for row in step.rows] for step in podium.steps] == [["Cy"], ["Di"]]

    def test_nobody_has_won_where_nobody_of_the_highest_one_has_played(
        self, session: Session
    ) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Ed", "Flo")
        make(club, season, "B", "Ann", "Bob")
        club.play(Ann=500, Bob=400)
        titles = seasons.titles(standings.present(session, season), "places")
        assert "rank" not in {title.key for title in titles}

    def test_the_chart_the_sheet_and_lists_know_them(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = divided(club, 1)
        club.play(Ann=500, Bob=400, Cy=300, Di=200, Ed=100, Flo=0)
        chart = season_chart.chart(session, season)
        found = zip([row.name for row in chart.players], chart.positions[-1], strict=True)
        assert dict(found) == {"Ann": 1, "Cy": 2, "Ed": 3, "Bob": 1, "Di": 2, "Flo": 3}
        lines = season_sheet.sheet(session, season).lines
        assert [(line.row.name, str(line.heading)) for line in lines if line.heading] == [
            ("Ann", "A"),
            ("Bob", "B"),
        ]
        of_standings = season_lists.of_standings(session, season).splitlines()
        assert of_standings[0].endswith(",team,division,moves")
        assert of_standings[3].endswith(",,A,down")
        assert of_standings[4].endswith(",,B,up")

    def test_a_change_of_the_past_may_move_the_title_of_the_highest_one(
        self, session: Session
    ) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Bob", "Cy")
        club.play(Ann=500, Bob=400, Cy=300)
        cy = club.players["Cy"].id
        shift = title_moves.Shift()
        shift.more[title_moves.Brought(season.id, cy, 55440 * 5, 1, True)] = 1
        shift.ahead[season.id] = duels.Duels.of_season(season)
        (move,) = title_moves.moves(session, [season], shift)
        assert (move.before, move.after) == (("Bob",), ("Cy",))


class TestPromotion:
    def test_the_first_go_up_and_the_last_go_down(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = divided(club, 1)
        club.play(Ann=500, Bob=400, Cy=300, Di=200, Ed=100)
        club.play(Di=500, Flo=400)
        assert places(club, season) == [
            ("A", [("Ann", 1, None), ("Cy", 2, None), ("Ed", 3, "down")]),
            ("B", [("Di", 1, "up"), ("Bob", 2, None), ("Flo", 2, None)]),
        ]
        assert said(club, season) == ["▼ The last goes down.", "▲ The first goes up."]
        table = standings.present(session, season)
        assert [str(one) for one in division_tables.promotion(table)] == [
            "Ed goes down to B.",
            "Di goes up to A.",
        ]

    def test_those_between_go_both_ways(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        for name, players in {"A": SIX[:2], "B": SIX[2:4], "C": SIX[4:]}.items():
            make(club, season, name, *players)
        parting.promote(session, season, club.write(), 5)
        club.play(Ann=500, Bob=400, Cy=300, Di=200)
        club.play(Ed=500, Flo=300)
        # Never more than half of a division.
        assert [moves for _name, rows in places(club, season) for *_who, moves in rows] == [
            *(None, "down"),
            *("up", "down"),
            *("up", None),
        ]

    def test_who_has_no_place_stays(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = divided(club, 1, least_games=2)
        for _game in range(2):
            club.play(Ann=500, Bob=400, Cy=300, Di=200)
        club.play(Ed=500, Flo=0)
        assert places(club, season) == [
            ("A", [("Ann", 1, None), ("Cy", 2, "down"), ("Ed", None, None)]),
            ("B", [("Bob", 1, "up"), ("Di", 2, None), ("Flo", None, None)]),
        ]

    def test_who_shares_a_place_on_the_edge_stays_and_is_named(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = divided(club, 1, tie_breaks=[])
        club.play(Ann=500, Bob=400, Di=400, Cy=300, Ed=300, Flo=0)
        assert places(club, season) == [
            ("A", [("Ann", 1, None), ("Cy", 2, "level"), ("Ed", 2, "level")]),
            ("B", [("Bob", 1, "level"), ("Di", 1, "level"), ("Flo", 3, None)]),
        ]
        stay = "share a place on the edge: they stay, unless a scorekeeper moves them"
        assert [sentence.partition(" in the next")[0] for sentence in said(club, season)] == [
            f"Cy and Ed {stay}",
            f"Bob and Di {stay}",
        ]
        following = seasons.close(session, season, club.write(), next_name="Summer")
        assert following
        found = lineups.of_season(session, following, lineups.DIVISIONS)
        assert [[one.name for one in lineup.players] for lineup in found] == [
            ["Ann", "Cy", "Ed"],
            ["Bob", "Di", "Flo"],
        ]

    def test_all_who_are_level_inside_the_edge_move(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
        season = club.season(tie_breaks=[])
        make(club, season, "A", "Ann", "Bob", "Cy", "Di")
        make(club, season, "B", "Ed", "Flo", "Gus", "Hal")
        parting.promote(session, season, club.write(), 2)
        club.play(Ann=500, Bob=400, Cy=300, Di=300)
        club.play(Ed=500, Flo=500, Gus=300, Hal=100)
        moves = {who: move for _name, rows in places(club, season) for who, _rank, move in rows}
        assert {who for who, move in moves.items() if move == "down"} == {"Cy", "Di"}
        assert {who for who, move in moves.items() if move == "up"} == {"Ed", "Flo"}

    @pytest.mark.parametrize("count", [-1, 6])
    def test_there_are_only_so_many(self, session: Session, count: int) -> None:
        club = Club(session, "Ann")
        season = club.season()
        with pytest.raises(BadInput, match="From 0 to 5 players go up and down"):
            parting.promote(session, season, club.write(), count)


class TestKeeping:
    def test_they_are_put_in_order(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        for name, player in {"A": "Ann", "B": "Bob", "C": "Cy"}.items():
            make(club, season, name, player)

        def order() -> list[str]:
            found = lineups.of_season(session, season, lineups.DIVISIONS)
            return [lineup.part.name for lineup in found]

        third = parting.find(
            session,
            season,
            lineups.DIVISIONS,
            lineups.of_season(session, season, lineups.DIVISIONS)[2].part.uid,
        )
        parting.move_up(session, third, club.write())
        assert order() == ["A", "C", "B"]
        told = group_changes.sentence(changes.lines(session, club.group)[0])
        assert told.endswith("divisions are now A, C, B"), "in words of no language"
        parting.move_up(session, third, club.write())
        with pytest.raises(Conflict, match="C is the highest division already"):
            parting.move_up(session, third, club.write())
        parting.remove(session, third, club.write())
        make(club, season, "D", "Cy")
        assert order() == ["A", "B", "D"]

    def test_somebody_is_in_one_and_may_be_in_a_team_as_well(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Ann", "Bob")
        with pytest.raises(BadInput, match="Ann is in A already"):
            make(club, season, "B", "Ann")
        with pytest.raises(BadInput, match="There is a division called A already"):
            make(club, season, "a", "Cy")
        with pytest.raises(BadInput, match="A division needs a name"):
            make(club, season, " ", "Cy")
        with pytest.raises(BadInput, match="Choose who is in the division"):
            make(club, season, "B")
        ann = [club.players["Ann"]]
        parting.make(session, season, club.write(), lineups.TEAMS, "A", ann)

    def test_a_closed_season_keeps_them(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        division = make(club, season, "A", "Ann")
        club.play(Ann=500, Bob=300)
        seasons.close(session, season, club.write())
        ann = [club.players["Ann"]]
        for act in (
            lambda: parting.make(session, season, club.write(), lineups.DIVISIONS, "B", ann),
            lambda: parting.change(session, division, club.write(), "B", ann),
            lambda: parting.remove(session, division, club.write()),
            lambda: parting.move_up(session, division, club.write()),
            lambda: parting.promote(session, season, club.write(), 1),
        ):
            with pytest.raises(Conflict, match="its table is final"):
                act()

    def test_what_was_changed_meanwhile_is_not_overwritten(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Ann")
        second, seen = make(club, season, "B", "Bob"), club.group.version
        parting.promote(session, season, club.write(), 1)
        parting.move_up(session, second, club.write())
        with pytest.raises(Stale):
            parting.promote(session, season, club.write(version=seen), 2)
        parting.change(session, second, club.write(), "C", [club.players["Bob"]])
        with pytest.raises(Stale):
            parting.change(session, second, club.write(version=seen), "D", [club.players["Bob"]])

    def test_one_of_another_season_is_not_found(self, session: Session) -> None:
        club = Club(session, *SIX)
        season, other = club.season(), club.season(name="Autumn")
        division = make(club, season, "A", "Ann")
        with pytest.raises(NotFound, match="not in this season any more"):
            parting.find(session, other, lineups.DIVISIONS, division.uid)

    def test_points_by_hand_rank_in_a_division(self, session: Session) -> None:
        club = Club(session, *SIX)
        season = club.season()
        make(club, season, "A", "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        bob = club.players["Bob"]
        said_so = {"kind": "bonus", "points": 9, "reason": "baked the cake"}
        adjustments.give(session, season, club.write(), bob, **said_so)  # type: ignore[arg-type]
        assert places(club, season) == [("A", [("Bob", 1, None), ("Ann", 2, None)])]
