"""Teams of a season: what their players have, added up; made, changed and removed."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound, Stale
from scorecard.models import Season, Team, TeamMember
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.history import changes, group_changes
from scorecard.services.seasons import adjustments, parting, seasons
from scorecard.services.spreadsheets import season_lists
from scorecard.services.standings import lineups, standings, team_tables
from tests import work
from tests.factories import Club

Line = tuple[str, int | None, int, list[str]]


def make(club: Club, season: Season, name: str, *players: str) -> Team:
    made: Team = parting.make(
        club.session,
        season,
        club.write(),
        lineups.TEAMS,
        name,
        [club.players[one] for one in players],
    )
    club.session.commit()
    return made


def table(club: Club, season: Season) -> list[Line]:
    rows = team_tables.present(club.session, season, standings.present(club.session, season))
    return [
        (
            row.name,
            row.rank,
            row.points // UNIT,
            [f"{one.name} {one.points // UNIT}" for one in row.players],
        )
        for row in rows
    ]


class TestTheTable:
    def test_a_team_has_what_its_players_have(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di")
        season = club.season(least_games=2)
        make(club, season, "Foxes", "Ann", "Cy")
        make(club, season, "Bears", "Bob")
        club.play(Ann=500, Bob=300, Cy=100)
        club.play(Bob=500, Di=300)
        assert table(club, season) == [
            ("Bears", 1, 8, ["Bob 8"]),
            ("Foxes", 2, 7, ["Ann 5", "Cy 2"]),  # Though neither has games enough for a place.
        ]

    def test_points_by_hand_count_for_the_team_and_make_no_game(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        make(club, season, "Foxes", "Ann", "Cy")
        make(club, season, "Bears", "Bob")
        bob = club.players["Bob"]
        adjustments.give(
            session, season, club.write(), bob, kind="bonus", points=9, reason="baked the cake"
        )
        assert table(club, season) == [
            ("Bears", None, 9, ["Bob 9"]),
            ("Foxes", None, 0, ["Ann 0", "Cy 0"]),
        ]
        club.play(Ann=500, Cy=300)
        assert table(club, season) == [
            ("Foxes", 1, 8, ["Ann 5", "Cy 3"]),
            ("Bears", None, 9, ["Bob 9"]),
        ]

    def test_teams_that_tie_share_the_place(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "wins"})
        for name, player in (("Bears", "Bob"), ("Apes", "Ann"), ("Cats", "Cy")):
            make(club, season, name, player)
        club.play(Ann=500, Cy=300)
        club.play(Bob=500, Cy=300)
        assert [line[:3] for line in table(club, season)] == [
            ("Apes", 1, 1),
            ("Bears", 1, 1),
            ("Cats", 3, 0),
        ]

    def test_however_many_teams_and_games_it_is_one_statement(self, session: Session) -> None:
        club = Club(session, *(f"P{number}" for number in range(12)))
        season = club.season()
        for number in range(0, 12, 2):
            make(club, season, f"T{number}", f"P{number}", f"P{number + 1}")
        club.play(P0=500, P1=300, P2=100)
        rows = standings.present(session, season)
        with work.statements(session) as asked:
            assert len(team_tables.present(session, season, rows)) == 6
        assert len(asked) == 1


class TestCountedApart:
    """Random seasons, whose teams are counted from what was typed, by code of the test's own."""

    NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    PLACES = (4, 2, 1)

    @pytest.mark.parametrize("seed", range(3))
    def test_teams_have_what_their_players_won(self, session: Session, seed: int) -> None:
        chance = random.Random(seed)
        club = Club(session, *self.NAMES)
        scheme = {"kind": "places", "places": list(self.PLACES)}
        season = club.season(scheme=scheme, tie_breaks=())
        won: defaultdict[str, int] = defaultdict(int)
        played: set[str] = set()
        of_team: dict[str, list[str]] = {}
        for step in range(40):
            if chance.random() < 0.4:
                played |= self.play(club, chance, won)
            elif chance.random() < 0.3:
                self.give(club, season, chance, won)
            else:
                self.line_up(club, season, chance, of_team, f"Team {step}")
        expected = {team: sum(won[name] for name in own) for team, own in of_team.items()}
        found = table(club, season)
        assert {name: points for name, _rank, points, _players in found} == expected
        ranked = {team for team, own in of_team.items() if played & {*own}}
        for name, rank, points, _players in found:
            better = sum(expected[other] > points for other in ranked)
            assert rank == (1 + better if name in ranked else None)

    def play(self, club: Club, chance: random.Random, won: dict[str, int]) -> set[str]:
        names = chance.sample(self.NAMES, chance.randint(2, 3))
        scores = chance.sample(range(0, 900, 50), len(names))
        club.play(**dict(zip(names, scores, strict=True)))
        order = sorted(zip(scores, names, strict=True), reverse=True)
        for place, (_score, name) in zip(self.PLACES, order, strict=False):
            won[name] += place
        return {*names}

    def give(self, club: Club, season: Season, chance: random.Random, won: dict[str, int]) -> None:
        name, points = chance.choice(self.NAMES), chance.choice([-3, 2, 40])
        give, player, write = adjustments.give, club.players[name], club.write()
        give(club.session, season, write, player, kind="correction", points=points, reason="so")
        won[name] += points

    def line_up(
        self,
        club: Club,
        season: Season,
        chance: random.Random,
        of_team: dict[str, list[str]],
        new: str,
    ) -> None:
        """Make a team, or change or remove one."""
        name = chance.choice([new, *of_team])
        taken = {one for team, own in of_team.items() if team != name for one in own}
        free = [one for one in self.NAMES if one not in taken]
        picked = chance.sample(free, chance.randint(0, len(free)))
        players = [club.players[one] for one in picked]
        if name == new and picked:
            make(club, season, new, *picked)
        elif name in of_team:
            of = {
                one.part.name: one.part
                for one in lineups.of_season(club.session, season, lineups.TEAMS)
            }
            if picked:
                parting.change(club.session, of[name], club.write(), name, players)
            else:
                parting.remove(club.session, of[name], club.write())
        of_team.pop(name, None)
        if picked:
            of_team[name] = picked


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("name", "players", "refusal"),
        [
            (" ", ["Cy"], "A team needs a name"),
            ("x" * 41, ["Cy"], "at most 40 characters"),
            ("foxes", ["Cy"], "There is a team called Foxes already"),
            ("Bears", [], "Choose who is in the team"),
            ("Bears", ["Cy", "Ann"], "Ann is in Foxes already"),
        ],
    )
    def test_a_team_that_cannot_be(
        self, session: Session, name: str, players: list[str], refusal: str
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        make(club, season, "Foxes", "Ann")
        with pytest.raises(BadInput, match=refusal):
            make(club, season, name, *players)
        other = make(club, season, "Owls", "Bob")
        with pytest.raises(BadInput, match=refusal):
            parting.change(
                session, other, club.write(), name, [club.players[one] for one in players]
            )

    def test_a_closed_season_changes_no_team(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        team = make(club, season, "Foxes", "Ann")
        seasons.close(session, season, club.write())
        with pytest.raises(Conflict, match="closed"):
            make(club, season, "Bears", "Bob")
        with pytest.raises(Conflict, match="closed"):
            parting.change(session, team, club.write(), "Bears", [club.players["Ann"]])
        with pytest.raises(Conflict, match="closed"):
            parting.remove(session, team, club.write())

    def test_who_has_not_seen_a_change_does_not_overwrite_it(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        team = make(club, season, "Foxes", "Ann")
        seen, ann = club.group.version, club.players["Ann"]
        parting.change(session, team, club.write(), "Vixens", [ann])
        with pytest.raises(Stale, match="Vixens"):
            parting.change(session, team, club.write(version=seen), "Cubs", [ann])
        with pytest.raises(Stale, match="Vixens"):
            parting.remove(session, team, club.write(version=seen))

    def test_a_team_that_is_gone_is_not_found(self, session: Session) -> None:
        club = Club(session, "Ann")
        season, other = club.season(), club.season(name="Other")
        team = make(club, season, "Foxes", "Ann")
        with pytest.raises(NotFound, match="not in this season"):
            parting.find(session, other, lineups.TEAMS, team.uid)
        parting.remove(session, team, club.write())
        with pytest.raises(NotFound, match="not in this season"):
            parting.find(session, season, lineups.TEAMS, team.uid)
        make(club, season, "Foxes", "Ann")  # The player and the name are free again.


def test_a_spreadsheet_says_who_is_in_which_team(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    season = club.season()
    make(club, season, "Foxes", "Bob")
    club.play(Ann=500, Bob=300)
    names, *lines = season_lists.of_standings(session, season).split("\r\n")
    rows = [dict(zip(names.split(","), line.split(","), strict=True)) for line in lines if line]
    assert {row["player"]: row["team"] for row in rows} == {"Ann": "", "Bob": "Foxes"}


def test_the_history_tells_what_became_of_a_team(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    season, ann = club.season(), club.players["Ann"]
    team = make(club, season, "Foxes", "Ann", "Bob")
    version = club.group.version
    parting.change(session, team, club.write(), "Foxes", [club.players["Bob"], ann])
    assert club.group.version == version  # Nothing has changed.
    parting.change(session, team, club.write(), "Foxes", [ann, club.players["Cy"]])
    parting.change(session, team, club.write(), "Owls", [ann])
    parting.remove(session, team, club.write())
    told = [group_changes.sentence(row) for row in changes.lines(session, club.group)][:4]
    assert told == [
        "Spring: team Owls removed, with Ann in it",
        "Spring: team Foxes is called Owls now, with Ann",
        "Spring: team Foxes is Ann and Cy now",
        "Spring: team Foxes with Ann and Bob",
    ]


def test_members_go_with_their_team(session: Session) -> None:
    club = Club(session, "Ann")
    season = club.season()
    team = make(club, season, "Foxes", "Ann")
    assert session.scalar(sa.select(sa.func.count()).select_from(TeamMember)) == 1
    parting.remove(session, team, club.write())
    session.commit()
    assert session.scalar(sa.select(sa.func.count()).select_from(TeamMember)) == 0
