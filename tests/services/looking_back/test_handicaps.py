"""Head starts by the ratings: what the group's own games say that a rating is worth in points."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.rules.sheet import rules_for
from scorecard.services.looking_back import handicaps
from scorecard.services.looking_back.handicaps import Played, Proposal
from scorecard.services.standings import results
from tests.factories import Club
from tests.scoring import sheet_of
from tests.work import statements

AT_1_200 = [Played({"a": 30, "b": 20}, {"a": 1_050, "b": 850})] * 5
"""Games in which 10 of rating were 200 points."""


def proposed(club: Club, *names: str, game: str = "brownie_points", **options: int) -> Proposal:
    sheet = sheet_of({"game": game, "options": options, "players": list(names)})
    rules = rules_for(game, options)
    day = results.day_of(club.at, club.group)
    return handicaps.propose(club.session, club.group, rules, sheet, day)


def play(club: Club, **more: dict[str, int]) -> None:
    """Play a game to 1,000, which Ann wins before Bob and Cy."""
    table = club.start("Ann", "Bob", "Cy", options={"target": 1_000}, **more)
    table.play(1_000, 600, 200)
    club.end(table)


@pytest.fixture
def club(session: Session) -> Club:
    """Return a group in whose season Ann has always won, and Cy always lost."""
    club = Club(session, "Ann", "Bob", "Cy")
    club.season()
    for _game in range(6):
        play(club)
    return club


class TestPoints:
    def test_the_strongest_starts_with_nothing_and_the_others_with_what_they_lack(self) -> None:
        strengths = {"a": 30, "b": 25, "c": 20}
        found = handicaps.head_starts(AT_1_200, strengths, 1_200, "highest")
        assert found == {"b": 100, "c": 200}

    def test_where_the_lowest_total_wins_the_strong_start_with_more(self) -> None:
        played = [Played({"a": 30, "b": 20}, {"a": -20, "b": -60})] * 5
        found = handicaps.head_starts(played, {"a": 30, "b": 20}, None, "lowest")
        assert found == {"a": 20}, "a third of what games come to, in steps of the game"

    def test_nobody_starts_with_more_than_a_third_of_what_is_played_for(self) -> None:
        found = handicaps.head_starts(AT_1_200, {"a": 90, "b": 0}, 1_500, "highest")
        assert found == {"b": 500}

    def test_steps_are_the_games_own_and_not_too_fine(self) -> None:
        played = [Played({"a": 30, "b": 20}, {"a": 5_050, "b": 2_900})] * 5
        found = handicaps.head_starts(played, {"a": 30, "b": 20}, 15_000, "highest")
        assert found == {"b": 2_250}

    def test_equal_ratings_need_none(self) -> None:
        assert handicaps.head_starts(AT_1_200, {"a": 20, "b": 20}, 1_200, "highest") == {}

    def test_ratings_that_decided_nothing_give_none(self) -> None:
        luck = [Played({"a": 30, "b": 20}, {"a": 100, "b": 800})] * 5
        assert handicaps.points_each(luck) == 0
        assert handicaps.head_starts(luck, {"a": 30, "b": 20}, 1_200, "highest") == {}

    def test_each_game_is_seen_from_its_own_average(self) -> None:
        short, long = ({"a": 150, "b": 50}, {"a": 1_150, "b": 1_050})
        games = [Played({"a": 30, "b": 20}, short), Played({"a": 40, "b": 30}, long)]
        assert handicaps.points_each(games) == pytest.approx(10)


class TestAGroup:
    def test_who_came_in_behind_starts_ahead(self, club: Club) -> None:
        found = proposed(club, "Cy", "Ann", "Bob", target=5_000)
        assert "Ann" not in found.head_starts
        assert 0 < found.head_starts["Bob"] < found.head_starts["Cy"] <= 5_000 // 3
        assert found.sentence == (
            "By the ratings of Spring, and by how far apart the last 6 games ended."
        )

    def test_what_a_head_start_gave_was_not_played(self, session: Session, club: Club) -> None:
        other = Club(session, "Ann", "Bob", "Cy")
        other.season()
        for _game in range(6):
            play(other, head_starts={"Cy": 100})
        names = ("Ann", "Bob", "Cy")
        assert proposed(other, *names).head_starts == proposed(club, *names).head_starts != {}

    def test_without_a_season_there_is_no_rating(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        assert "No open season counts this game" in proposed(club, "Ann", "Bob").sentence

    def test_who_has_hardly_played_has_none(self, club: Club) -> None:
        for name in ("Eve", "Nobody"):
            club.play(Ann=100, Eve=50)
            found = proposed(club, "Ann", name)
            assert (found.head_starts, f"{name} has no rating to go by yet" in found.sentence) == (
                {},
                True,
            )

    def test_too_few_games_of_it_say_nothing(self, club: Club) -> None:
        found = proposed(club, "Ann", "Bob", game="pay_me")
        said = "Too few games of Pay Me to say how many points a rating is worth: 0 of 5."
        assert (found.head_starts, found.sentence) == ({}, said)

    def test_it_takes_as_many_statements_however_many_games_there_are(self, club: Club) -> None:
        def asked() -> int:
            club.session.expire_all()
            with statements(club.session) as made:
                assert proposed(club, "Ann", "Bob").head_starts
            return len(made)

        few = asked()
        for _game in range(4):
            play(club)
        assert asked() == few
