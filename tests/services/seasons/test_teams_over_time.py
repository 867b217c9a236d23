"""Teams of a season as time goes on: closed, in the bin, merged, forgotten, in files."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.services.files.exporting import dossiers, exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.keeping import forgetting
from scorecard.services.players import merging
from scorecard.services.seasons import adjustments, parting, reopening, seasons
from scorecard.services.standings import adjusted, lineups, standings, team_tables
from scorecard.services.table import games
from tests import work
from tests.factories import Club
from tests.services.files.other_server import Elsewhere, elsewhere, second_app
from tests.services.seasons.test_teams import make, table
from tests.told import without_keys

__all__ = ["elsewhere", "second_app"]


class TestOverTime:
    def test_a_closed_season_keeps_its_table_and_the_next_one_its_teams(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        make(club, season, "Foxes", "Ann", "Cy")
        played = club.play(Ann=500, Bob=300)
        following = seasons.close(session, season, club.write(), next_name="Summer")
        assert following
        frozen = [("Foxes", 1, 5, ["Ann 5", "Cy 0"])]
        assert table(club, season) == frozen
        assert table(club, following) == [("Foxes", None, 0, ["Ann 0", "Cy 0"])]
        own = parting.find(
            session,
            following,
            lineups.TEAMS,
            lineups.of_season(session, following, lineups.TEAMS)[0].part.uid,
        )
        parting.change(session, own, club.write(), "Owls", [club.players["Bob"]])
        games.reopen(session, played.game, played.write())
        assert table(club, season) == frozen
        reopening.reopen(session, season, club.write())
        assert table(club, season) == [("Foxes", None, 0, ["Ann 0", "Cy 0"])]

    def test_a_season_in_the_bin_comes_back_with_its_teams(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        make(club, season, "Foxes", "Ann")
        seasons.delete(session, season, club.write())
        seasons.restore(session, season, club.write())
        club.play(Ann=500, Bob=300)
        assert table(club, season) == [("Foxes", 1, 5, ["Ann 5"])]


class TestPlayers:
    def test_who_is_merged_takes_their_team_along_and_back(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Anna")
        season = club.season()
        make(club, season, "Foxes", "Anna", "Bob")
        club.play(Ann=500, Bob=300)
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        assert table(club, season) == [("Foxes", 1, 8, ["Ann 5", "Bob 3"])]
        with pytest.raises(BadInput, match="Ann is in Foxes already"):
            make(club, season, "Owls", "Ann")
        merging.unmerge(session, club.players["Anna"], club.write())
        assert table(club, season) == [("Foxes", 1, 3, ["Anna 0", "Bob 3"])]

    def test_one_person_is_in_one_team(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Anna")
        season = club.season()
        owls = make(club, season, "Owls", "Ann")
        make(club, season, "Foxes", "Anna", "Bob")
        club.play(Ann=500, Bob=300)
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        assert table(club, season) == [("Owls", 1, 5, ["Ann 5"]), ("Foxes", 2, 3, ["Bob 3"])]
        parting.change(session, owls, club.write(), "Owls", [club.players["Ann"]])
        parting.remove(session, owls, club.write())
        assert table(club, season) == [("Foxes", 1, 3, ["Bob 3"])]

    def test_a_guest_is_in_no_team_until_they_are_none_any_more(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.invite("Mia")
        with pytest.raises(BadInput, match="Mia is a guest, and in no table") as caught:
            make(club, season, "Foxes", "Ann", "Mia")
        assert caught.value.field == "players"
        foxes = make(club, season, "Foxes", "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        club.mark("Bob", is_guest=True)
        assert table(club, season) == [("Foxes", None, 0, ["Ann 0"])]
        told = dossiers.of_player(session, club.players["Bob"], club.at)["teams"]
        assert told == [{"season": "Spring", "team": "Foxes"}]
        parting.change(session, foxes, club.write(), "Owls", [club.players["Ann"]])
        club.mark("Bob", is_guest=False)
        assert table(club, season) == [("Owls", 1, 8, ["Ann 5", "Bob 3"])]

    def test_however_many_were_merged_it_is_one_statement_more(self, session: Session) -> None:
        club = Club(session, *(f"P{number}" for number in range(8)))
        season = club.season()
        for number in range(0, 8, 2):
            old, one = (club.players[f"P{number + both}"] for both in (0, 1))
            make(club, season, f"T{number}", old.name)
            give, write = adjustments.give, club.write()
            give(session, season, write, old, kind="bonus", points=1, reason="so")
            merging.merge(session, old, one, club.write())
        session.commit()
        of_teams = partial(lineups.of_season, sort=lineups.TEAMS)
        for read in (of_teams, adjusted.of_season):
            session.expire_all()
            season.id  # noqa: B018  A session that has read no player yet, and the season alone.
            with work.statements(session) as asked:
                assert len(read(session, season)) == 4
            assert len(asked) == 2

    def test_who_is_forgotten_is_in_no_name_of_a_team(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        spring, autumn = club.season(), club.season(name="Autumn")
        for season in (spring, autumn):
            make(club, season, "Ann & Bob", "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        seasons.close(session, spring, club.write())
        forgetting.forget(session, club.players["Bob"], club.write())
        session.commit()
        called = "Former player 1"
        for season in (spring, autumn):
            assert table(club, season) == [(f"Ann & {called}", 1, 8, ["Ann 5", f"{called} 3"])]
        file = str(exports.of_group(session, club.group, club.at))
        assert not re.search(r"\bBob\b", without_keys(file))


def test_what_is_kept_about_a_player_says_their_teams(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Anna")
    spring, autumn = club.season(), club.season(name="Autumn")
    make(club, spring, "Foxes", "Anna")
    make(club, autumn, "Owls", "Bob")
    merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
    told = dossiers.of_player(session, club.players["Ann"], club.at)["teams"]
    assert told == [{"season": "Spring", "team": "Foxes"}]


class TestInAFile:
    @pytest.mark.parametrize("is_closed", [False, True])
    def test_they_come_back_as_they_went(
        self, session: Session, elsewhere: Elsewhere, is_closed: bool
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Anna")
        season = club.season()
        make(club, season, "Foxes", "Cy", "Anna")
        make(club, season, "Bears", "Bob")
        club.play(Ann=500, Bob=300)
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        if is_closed:
            seasons.close(session, season, club.write())
        session.commit()
        file = exports.of_group(session, club.group, club.at)
        there = elsewhere.take_in(file)
        assert exports.of_group(elsewhere.session, there, club.at) == file
        (season_there,) = seasons.of_group(elsewhere.session, there)
        rows = standings.present(elsewhere.session, season_there)
        assert team_tables.present(elsewhere.session, season_there, rows) == team_tables.present(
            session, season, standings.present(session, season)
        )

    def test_two_who_are_one_here_are_in_the_first_team(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        make(club, season, "Foxes", "Ann")
        file = exports.of_season(session, season, club.at)
        (ann,) = (one for one in file["players"] if one["name"] == "Ann")
        file["players"].append(ann | {"uid": "ann-too-1", "merged_into": ann["uid"]})
        file["season"]["teams"].append(
            {"uid": "other-team", "name": "Owls", "players": ["ann-too-1"]}
        )
        there = elsewhere.take_in(file)
        (season_there,) = seasons.of_group(elsewhere.session, there)
        found = lineups.of_season(elsewhere.session, season_there, lineups.TEAMS)
        told = {lineup.part.name: [one.name for one in lineup.players] for lineup in found}
        assert told == {"Foxes": ["Ann"], "Owls": []}

    def test_a_file_of_before_has_none(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        seasons.close(session, season, club.write())
        file = exports.of_season(session, season, club.at) | {"version": 6}
        del file["season"]["teams"], file["season"]["final"]["teams"]
        assert imports.read(file_format.write(file).encode())
        assert season.final
        season.final = {key: part for key, part in season.final.items() if key != "teams"}
        assert table(club, season) == []

    @pytest.mark.parametrize(
        ("change", "refusal"),
        [
            ({"name": ""}, "name"),
            ({"name": "two\nlines"}, "control characters"),
            ({"players": ["nobody-at-all"]}, "no player nobody-at-all"),
            ({"uid": "other-team"}, "teams 1 and 2 have the same id"),
            ({"players": "other"}, "players 1 and 2 have the same id"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, session: Session, change: dict[str, Any], refusal: str
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        make(club, season, "Foxes", "Ann")
        file = exports.of_season(session, season, club.at)
        team = file["season"]["teams"][0]
        if change.get("players") == "other":
            change = {"players": team["players"]}
        other = {"uid": "other-team", "name": "Owls", "players": [*team["players"]]}
        if "players" not in change or change["players"] != team["players"]:
            other["players"] = []
        file["season"]["teams"].append(other)
        team.update(change)
        with pytest.raises(BadInput, match=refusal):
            imports.read(file_format.write(file).encode())
