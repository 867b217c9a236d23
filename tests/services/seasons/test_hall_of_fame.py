"""The hall of fame: titles counted by who people are today, and two seasons side by side."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotFound
from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import hall_of_fame, seasons
from tests.factories import Club
from tests.work import statements


def close(club: Club, *games: dict[str, int], **plan: Any) -> Season:
    """Play a season of some games, and close it; the next one is of later days."""
    season = club.season(**plan)
    for scores in games:
        club.play(**scores)
    seasons.close(club.session, season, club.write())
    club.session.commit()
    club.at += timedelta(days=1)
    return season


def medals(club: Club) -> dict[str, tuple[int, int, int]]:
    found = hall_of_fame.hall(club.session, club.group)
    return {holder.player.name: holder.medals for holder in found.holders}


def compare(club: Club, one: Season, other: Season) -> hall_of_fame.SideBySide:
    return hall_of_fame.side_by_side(club.session, club.group, one.uid, other.uid)


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy", "Di")


class TestTitles:
    def test_places_are_counted_over_closed_seasons_most_titles_first(self, club: Club) -> None:
        close(club, {"Bob": 500, "Ann": 400, "Cy": 300, "Di": 100})
        close(club, {"Ann": 500, "Bob": 400})
        close(club, {"Ann": 500, "Cy": 400})
        club.season(name="Open")
        club.play(Di=500, Ann=300)
        assert list(medals(club).items()) == [
            ("Ann", (2, 1, 0)),
            ("Bob", (1, 1, 0)),
            ("Cy", (0, 1, 1)),
        ]
        podiums = hall_of_fame.hall(club.session, club.group).podiums
        assert [one.season.name for one in podiums] == ["Spring 3", "Spring 2", "Spring"]
        assert [(step.rank, [row.name for row in step.rows]) for step in podiums[2].steps] == [
            (1, ["Bob"]),
            (2, ["Ann"]),
            (3, ["Cy"]),
        ]

    def test_a_shared_title_is_one_for_each_and_nobody_is_second(self, club: Club) -> None:
        close(club, {"Ann": 500, "Bob": 500, "Cy": 300}, tie_breaks=())
        assert medals(club) == {"Ann": (1, 0, 0), "Bob": (1, 0, 0), "Cy": (0, 0, 1)}

    def test_who_was_merged_and_renamed_since_is_one_person(self, club: Club) -> None:
        season = close(club, {"Ann": 500, "Bob": 400})
        close(club, {"Cy": 500, "Bob": 400})
        merging.merge(club.session, club.players["Ann"], club.players["Cy"], club.write())
        said: dict[str, Any] = {"name": "Anna", "colour": 3, "initial": ""}
        rosters.change(club.session, club.players["Cy"], club.write(), **said)
        assert medals(club) == {"Anna": (2, 0, 0), "Bob": (0, 2, 0)}
        (champion,) = hall_of_fame.podium(season).steps[0].rows
        assert champion.name == "Ann", "a podium has the names of its day"

    def test_two_names_of_one_person_on_a_podium_are_one_medal(self, club: Club) -> None:
        """Ann and Cy were first and second, and then both first."""
        close(club, {"Ann": 500, "Bob": 100}, {"Cy": 500, "Di": 100}, {"Ann": 500, "Di": 100})
        close(club, {"Ann": 500, "Bob": 100}, {"Cy": 500, "Di": 100}, tie_breaks=())
        merging.merge(club.session, club.players["Cy"], club.players["Ann"], club.write())
        assert medals(club)["Ann"] == (2, 0, 0)

    def test_without_a_closed_season_there_is_nothing(self, club: Club) -> None:
        club.season()
        club.play(Ann=500, Bob=300)
        hall = hall_of_fame.hall(club.session, club.group)
        assert (hall.podiums, hall.holders) == ([], [])

    def test_it_takes_as_many_statements_for_many_seasons(self, club: Club) -> None:
        def needed() -> int:
            club.session.expire_all()
            with statements(club.session) as seen:
                hall_of_fame.hall(club.session, club.group)
            return len(seen)

        close(club, {"Ann": 500, "Bob": 300})
        few = needed()
        for _season in range(4):
            close(club, {"Ann": 500, "Bob": 300, "Cy": 100}, {"Ann": 500, "Di": 300})
        assert needed() == few


class TestSideBySide:
    def test_the_later_table_leads_with_what_has_moved(self, club: Club) -> None:
        first = close(club, {"Bob": 500, "Ann": 400, "Cy": 300})
        second = close(club, {"Ann": 500, "Bob": 400, "Di": 300}, {"Ann": 500, "Bob": 400})
        found = compare(club, second, first)
        assert (found.earlier, found.later, found.is_alike) == (first, second, True)
        shown = [(line.player.name, line.places, line.points) for line in found.lines]
        assert shown == [
            ("Ann", 1, 7 * UNIT),
            ("Bob", -1, 1 * UNIT),
            ("Di", None, None),
            ("Cy", None, None),
        ]
        di, cy = found.lines[2:]
        assert (di.earlier, cy.later) == (None, None)
        assert cy.earlier
        assert (cy.earlier.rank, cy.earlier.games) == (3, 1)

    def test_points_of_other_schemes_do_not_compare(self, club: Club) -> None:
        first = close(club, {"Ann": 500, "Bob": 400})
        second = club.season(scheme={"kind": "wins"})
        club.play(Bob=500, Ann=300)
        found = compare(club, first, second)
        assert not found.is_alike
        shown = [(line.player.name, line.places, line.points) for line in found.lines]
        assert shown == [("Bob", 1, None), ("Ann", -1, None)]

    def test_averages_compare_with_averages_alone(self, club: Club) -> None:
        sums = close(club, {"Ann": 500, "Bob": 400})
        first = close(club, {"Ann": 500, "Bob": 400}, {"Bob": 500, "Ann": 400}, ranked_by="average")
        second = close(club, {"Ann": 500, "Bob": 400}, ranked_by="average")
        assert not compare(club, sums, second).is_alike
        shown = [(line.player.name, line.points) for line in compare(club, first, second).lines]
        assert shown == [("Ann", 1 * UNIT), ("Bob", -1 * UNIT)]

    def test_who_is_not_ranked_has_not_moved(self, club: Club) -> None:
        first = close(club, {"Ann": 500, "Bob": 400})
        second = club.season(least_games=2)
        club.play(Ann=500, Bob=300)
        assert [line.places for line in compare(club, first, second).lines] == [None, None]

    def test_of_two_lines_of_one_person_the_better_one_is_shown(self, club: Club) -> None:
        first = close(club, {"Ann": 500, "Bob": 400}, {"Bob": 500, "Cy": 300})
        second = club.season()
        merging.merge(club.session, club.players["Cy"], club.players["Ann"], club.write())
        (ann,) = [one for one in compare(club, first, second).lines if one.player.name == "Ann"]
        assert ann.earlier
        assert ann.earlier.points == 5 * UNIT

    def test_one_season_twice_is_refused_and_so_are_strangers(self, club: Club) -> None:
        season = club.season()
        with pytest.raises(BadInput, match="two different seasons") as caught:
            compare(club, season, season)
        assert caught.value.field == "other"
        with pytest.raises(NotFound):
            hall_of_fame.side_by_side(club.session, club.group, season.uid, "nowhere")
