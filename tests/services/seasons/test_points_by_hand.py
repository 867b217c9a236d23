"""Points by hand: in the table as what they are, no games, frozen, in files, counted anew."""

from __future__ import annotations

import copy
import random
import re
from collections import defaultdict
from dataclasses import replace
from datetime import date, timedelta
from operator import attrgetter
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict
from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import forgetting
from scorecard.services.players import merging
from scorecard.services.seasons import adjustments, season_chart, seasons
from scorecard.services.spreadsheets import season_lists
from scorecard.services.standings import standings
from scorecard.services.standings.lines import TableLine
from tests.factories import EVENING, Club
from tests.services.files.other_server import Elsewhere, elsewhere, second_app
from tests.told import without_keys

__all__ = ["elsewhere", "second_app"]
TODAY = EVENING.date()


def give(club: Club, season: Season, name: str, points: int, **more: Any) -> Any:
    kind = "bonus" if points > 0 else "no_show"
    said = {"kind": kind, "reason": "did not come", **more}
    player = club.players[name]
    given = adjustments.give(club.session, season, club.write(), player, points=points, **said)
    club.session.commit()
    return given


def line(club: Club, season: Season, name: str) -> TableLine:
    table = standings.present(club.session, season)
    return next(row for row in table if row.name == name)


class TestInTheTable:
    def test_they_move_the_place_and_are_no_games(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(best_of=1)
        club.play(Ann=500, Bob=300)
        before = line(club, season, "Ann")
        give(club, season, "Ann", -3)
        assert club.standings(season) == [("Bob", 1, 3), ("Ann", 2, 2)]
        after = line(club, season, "Ann")
        same = attrgetter("games", "wins", "best", "average", "rating", "form", "missing_games")
        assert same(after) == same(before)
        (told,) = after.adjustments
        assert (told.points, told.reason) == (-3, "did not come")
        assert told.day == TODAY.isoformat()

    def test_who_has_no_game_has_a_row_without_a_place(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        give(club, season, "Cy", 9)
        assert club.standings(season) == [("Cy", None, 9)]
        club.play(Ann=500, Bob=300)
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3), ("Cy", None, 9)]
        assert line(club, season, "Cy").missing_games == 1

    def test_the_place_before_the_latest_game_counts_them_too(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Bob", 10)
        club.play(Ann=500, Bob=300)
        assert line(club, season, "Bob").rank_before == 1

    def test_what_was_taken_back_is_as_if_it_had_never_been(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        before = standings.present(session, season)
        given = give(club, season, "Ann", -3)
        adjustments.take_back(session, given, club.write())
        assert standings.present(session, season) == before
        told = [group_changes.sentence(row) for row in changes.lines(session, club.group)][:2]
        assert told == [
            "Spring, taken back: −3 for Ann, no-show, “did not come”",
            "Spring: −3 for Ann, no-show, “did not come”",
        ]

    def test_the_chart_ends_where_the_table_does(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Ann", -1)
        club.at += timedelta(days=1)
        club.play(Ann=500, Bob=300)
        club.at += timedelta(days=1)
        give(club, season, "Cy", 7)
        drawn = season_chart.chart(session, season)
        assert [row.points for row in drawn.players] == drawn.points[-1]
        assert [row.rank for row in drawn.players] == drawn.positions[-1]
        assert drawn.points[0] == [4 * UNIT, 3 * UNIT, None]

    @pytest.mark.parametrize("since", ["a guest", "merged"])
    def test_the_chart_of_a_closed_season_ends_there_whoever_they_are_by_now(
        self, session: Session, since: str
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Bob", 7)
        give(club, season, "Cy", 1)
        seasons.close(session, season, club.write())
        for name in ("Bob", "Cy"):
            if since == "merged":
                merging.merge(session, club.players[name], club.players["Di"], club.write())
            else:
                club.mark(name, is_guest=True)
        drawn = season_chart.chart(session, season)
        assert [row.name for row in drawn.players] == ["Bob", "Ann", "Cy"]
        assert [row.points for row in drawn.players] == drawn.points[-1]
        assert [row.rank for row in drawn.players] == drawn.positions[-1]

    def test_what_a_later_release_froze_with_them_is_passed_over(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Bob", 7)
        seasons.close(session, season, club.write())
        final = copy.deepcopy(season.final)
        assert final
        for row in final["table"]:
            row["later"] = "unknown"
            for given in row["adjustments"]:
                given["later"] = "unknown"
        season.final = final
        session.commit()
        assert line(club, season, "Bob").by_hand == 7
        drawn = season_chart.chart(session, season)
        assert [row.points for row in drawn.players] == drawn.points[-1]

    def test_a_spreadsheet_has_them_apart(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Bob", -3)
        names, _ann, bob = season_lists.of_standings(session, season).split("\r\n")[:3]
        row = dict(zip(names.split(","), bob.split(","), strict=True))
        assert (row["points"], row["by_hand"]) == ("0", "-3")


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("said", "field"),
        [
            ({"kind": "bonus", "points": -1}, "points"),
            ({"kind": "penalty", "points": 1}, "points"),
            ({"kind": "no_show", "points": 1}, "points"),
            ({"kind": "correction", "points": 0}, "points"),
            ({"kind": "correction", "points": 10_001}, "points"),
            ({"kind": "tip", "points": 1}, "kind"),
            ({"points": 1, "reason": "  "}, "reason"),
            ({"points": 1, "reason": "x" * 201}, "reason"),
            ({"points": 1, "day": TODAY + timedelta(days=1)}, "day"),
            ({"points": 1, "day": TODAY - timedelta(days=1)}, "day"),
        ],
    )
    def test_a_refusal_names_its_field(
        self, session: Session, said: dict[str, Any], field: str
    ) -> None:
        club = Club(session, "Ann")
        season = club.season()
        with pytest.raises(BadInput) as caught:
            give(club, season, "Ann", **said)
        assert caught.value.field == field
        assert standings.present(session, season) == []

    def test_a_closed_season_keeps_what_it_has(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        given = give(club, season, "Ann", -3)
        table = [replace(row, rank_before=None) for row in standings.present(session, season)]
        seasons.close(session, season, club.write())
        session.commit()
        frozen = [replace(row, rank_before=None) for row in standings.present(session, season)]
        assert frozen == table
        with pytest.raises(Conflict, match="closed"):
            adjustments.take_back(session, given, club.write())
        with pytest.raises(Conflict, match="closed"):
            give(club, season, "Ann", 1)


class TestPlayers:
    def test_who_is_merged_hands_them_over_and_takes_them_back(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Anna")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Anna", 2)
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        assert club.standings(season) == [("Ann", 1, 7), ("Bob", 2, 3)]
        merging.unmerge(session, club.players["Anna"], club.write())
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3), ("Anna", None, 2)]

    @pytest.mark.parametrize("is_closed", [False, True])
    def test_who_is_forgotten_is_in_no_reason(self, session: Session, is_closed: bool) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Bob", -1, reason="Bob was late")
        if is_closed:
            seasons.close(session, season, club.write())
        forgetting.forget(session, club.players["Bob"], club.write())
        session.commit()
        rows = standings.present(session, season)
        reasons = [one.reason for row in rows for one in row.adjustments]
        assert reasons == ["Former player 1 was late"]
        file = str(exports.of_group(session, club.group, club.at))
        assert not re.search(r"\bBob\b", without_keys(file))


class TestInAFile:
    @pytest.mark.parametrize("is_closed", [False, True])
    def test_they_come_back_as_they_went(
        self, session: Session, elsewhere: Elsewhere, is_closed: bool
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        club.play(Ann=500, Bob=300)
        give(club, season, "Cy", -3)
        give(club, season, "Bob", 1, kind="correction", reason="miscounted")
        if is_closed:
            seasons.close(session, season, club.write())
            session.commit()
        file = exports.of_group(session, club.group, club.at)
        there = elsewhere.take_in(file)
        assert exports.of_group(elsewhere.session, there, club.at) == file
        (season_there,) = seasons.of_group(elsewhere.session, there)
        assert standings.present(elsewhere.session, season_there) == standings.present(
            session, season
        )

    @pytest.mark.parametrize(
        ("change", "refusal"),
        [
            ({"points": 0}, "points by hand 1: Type a whole number"),
            ({"kind": "tip"}, "points by hand 1: Say what it is"),
            ({"reason": " "}, "points by hand 1: Say why"),
            ({"player": "nobody-at-all"}, "no player nobody-at-all"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, session: Session, change: dict[str, Any], refusal: str
    ) -> None:
        club = Club(session, "Ann")
        season = club.season()
        give(club, season, "Ann", 3)
        file = exports.of_season(session, season, club.at)
        file["season"]["adjustments"][0].update(change)
        with pytest.raises(BadInput, match=refusal):
            imports.read(file_format.write(file).encode())


@pytest.mark.parametrize("best_of", [None, 2])
def test_random_games_add_up_to_what_plain_counting_says(
    session: Session, best_of: int | None
) -> None:
    """Count places and points by hand from what was typed, by code of the test's own."""
    chance, places = random.Random(7), (4, 2, 1)
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    season = club.season(
        scheme={"kind": "places", "places": list(places)}, best_of=best_of, tie_breaks=()
    )
    won: defaultdict[str, list[int]] = defaultdict(list)
    by_hand: defaultdict[str, int] = defaultdict(int)
    given: list[tuple[str, int, Any]] = []
    for _step in range(40):
        step = chance.random()
        if step < 0.5:
            names = chance.sample([*club.players], chance.randint(2, 3))
            scores = chance.sample(range(0, 900, 50), len(names))
            club.play(**dict(zip(names, scores, strict=True)))
            order = sorted(zip(scores, names, strict=True), reverse=True)
            for place, (_score, name) in zip(places, order, strict=False):
                won[name].append(place)
        elif step < 0.85 or not given:
            name = chance.choice([*club.players])
            points = chance.choice([-50, -3, -1, 1, 2, 40])
            given.append((name, points, give(club, season, name, points)))
            by_hand[name] += points
        else:
            name, points, one = given.pop(chance.randrange(len(given)))
            adjustments.take_back(session, one, club.write())
            by_hand[name] -= points
    expected = {}
    for name in won.keys() | {name for name, _points, _one in given}:
        best = sorted(won[name], reverse=True)[:best_of]
        expected[name] = sum(best) + by_hand[name]
    assert {name: points for name, _rank, points in club.standings(season)} == expected
    ranked = [(rank, points) for _name, rank, points in club.standings(season) if rank]
    assert all(
        rank == 1 + sum(other > points for _rank, other in ranked) for rank, points in ranked
    )
    assert date.fromisoformat(line(club, season, given[0][0]).adjustments[0].day) == TODAY
