"""Divisions of a season as time goes on: closed, followed, merged, forgotten, in files."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.services.files.exporting import dossiers, exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.keeping import forgetting
from scorecard.services.players import merging
from scorecard.services.seasons import hall_of_fame, parting, reopening, seasons
from scorecard.services.standings import lineups, standings
from scorecard.services.table import games
from tests.factories import Club
from tests.services.files.other_server import Elsewhere, elsewhere, second_app
from tests.services.seasons.test_divisions import SIX, divided, make, places
from tests.told import without_keys

__all__ = ["elsewhere", "second_app"]


def members(club: Club, season: Any) -> dict[str, list[str]]:
    found = lineups.of_season(club.session, season, lineups.DIVISIONS)
    return {lineup.part.name: [one.name for one in lineup.players] for lineup in found}


def test_the_next_season_begins_with_who_went_up_and_down(session: Session) -> None:
    club = Club(session, *SIX)
    season = divided(club, 1)
    played = club.play(Ann=500, Bob=400, Cy=300, Di=200, Ed=100)
    frozen = [
        ("A", [("Ann", 1, None), ("Cy", 2, None), ("Ed", 3, "down")]),
        ("B", [("Bob", 1, "up"), ("Di", 2, None)]),
    ]
    assert places(club, season) == frozen
    following = seasons.close(session, season, club.write(), next_name="Summer")
    assert following
    assert following.promoted == 1
    # Who has not played stays where they are.
    assert members(club, following) == {"A": ["Ann", "Bob", "Cy"], "B": ["Di", "Ed", "Flo"]}
    assert members(club, season) == {"A": ["Ann", "Cy", "Ed"], "B": ["Bob", "Di", "Flo"]}
    games.reopen(session, played.game, played.write())
    assert places(club, season) == frozen
    reopening.reopen(session, season, club.write())
    assert places(club, season) == []
    assert members(club, season) == {"A": ["Ann", "Cy", "Ed"], "B": ["Bob", "Di", "Flo"]}


def test_reopening_says_the_table_of_each_division(session: Session) -> None:
    club = Club(session, *SIX)
    season = divided(club, 1)
    club.play(Ann=500, Bob=400, Cy=300, Di=200)
    seasons.close(session, season, club.write())
    preview = reopening.preview(session, season)
    assert "The points stay as they are." in preview.sentences
    assert [(row.division_name, row.moves) for row in preview.table] == [
        *(("A", None), ("A", "down")),
        *(("B", "up"), ("B", None)),
    ]


def test_places_of_two_divisions_do_not_compare(session: Session) -> None:
    club = Club(session, *SIX)
    season = divided(club, 1)
    club.play(Ann=500, Bob=400, Cy=300, Di=200)
    following = seasons.close(session, season, club.write(), next_name="Summer")
    assert following
    following.starts_on = season.starts_on
    club.play(Ann=500, Bob=400, Cy=300)
    compared = hall_of_fame.side_by_side(session, club.group, season.uid, following.uid)
    moved = {line.player.name: line.places for line in compared.lines}
    assert (moved["Ann"], moved["Bob"], moved["Cy"]) == (0, None, None)


def test_who_is_merged_takes_their_division_along_and_back(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Anna")
    season = club.season()
    make(club, season, "A", "Anna", "Bob")
    merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
    club.play(Ann=500, Bob=300)
    assert places(club, season) == [("A", [("Ann", 1, None), ("Bob", 2, None)])]
    told = dossiers.of_player(session, club.players["Ann"], club.at)["divisions"]
    assert told == [{"season": "Spring", "division": "A"}]
    merging.unmerge(session, club.players["Anna"], club.write())
    assert places(club, season) == [
        ("A", [("Bob", 1, None)]),
        ("In no division", [("Ann", 1, None)]),
    ]


def test_who_is_forgotten_is_in_no_name_of_a_division(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    spring, autumn = club.season(), club.season(name="Autumn")
    for season in (spring, autumn):
        make(club, season, "Bob’s league", "Ann", "Bob")
    club.play(Ann=500, Bob=300)
    seasons.close(session, spring, club.write())
    forgetting.forget(session, club.players["Bob"], club.write())
    session.commit()
    for season in (spring, autumn):
        ((name, _rows),) = places(club, season)
        assert name == "Former player 1’s league"
    file = str(exports.of_group(session, club.group, club.at))
    assert not re.search(r"\bBob\b", without_keys(file))


class TestInAFile:
    @pytest.mark.parametrize("is_closed", [False, True])
    def test_they_come_back_as_they_went(
        self, session: Session, elsewhere: Elsewhere, is_closed: bool
    ) -> None:
        club = Club(session, *SIX)
        season = divided(club, 1)
        club.play(Ann=500, Bob=400, Cy=300, Di=200, Ed=100)
        if is_closed:
            seasons.close(session, season, club.write())
        session.commit()
        file = exports.of_group(session, club.group, club.at)
        there = elsewhere.take_in(file)
        assert exports.of_group(elsewhere.session, there, club.at) == file
        (season_there,) = seasons.of_group(elsewhere.session, there)
        here = standings.present(session, season)
        assert standings.present(elsewhere.session, season_there) == here

    def test_a_file_of_before_has_none(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        seasons.close(session, season, club.write())
        assert season.final
        season.final = season.final | {
            "table": [
                {
                    key: value
                    for key, value in row.items()
                    if key not in ("division", "division_name", "moves")
                }
                for row in season.final["table"]
            ]
        }
        assert places(club, season) == [("", [("Ann", 1, None), ("Bob", 2, None)])]
        file = exports.of_season(session, season, club.at) | {"version": 6}
        del file["season"]["divisions"], file["season"]["promoted"]
        assert imports.read(file_format.write(file).encode())

    @pytest.mark.parametrize(
        ("change", "refusal"),
        [
            ({"divisions": "twice"}, "players 1 and 2 have the same id"),
            ({"promoted": parting.MOST_PROMOTED + 1}, "From 0 to 5 players"),
            ({"divisions": "too many"}, "divisions are more than 20"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, session: Session, change: dict[str, Any], refusal: str
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        make(club, season, "A", "Ann")
        file = exports.of_season(session, season, club.at)
        (own,) = file["season"]["divisions"]
        if change.get("divisions") == "twice":
            change = {"divisions": [own, own | {"uid": "other-one", "position": 1}]}
        elif change.get("divisions") == "too many":
            change = {
                "divisions": [own | {"uid": f"division-{at}", "players": []} for at in range(21)]
            }
        file["season"] |= change
        with pytest.raises(BadInput, match=refusal):
            imports.read(file_format.write(file).encode())
