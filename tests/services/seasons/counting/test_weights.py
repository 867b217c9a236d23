"""Evenings that count more: chosen before or after they are played, in everything that is shown."""

from __future__ import annotations

import csv
import random
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, Stale
from scorecard.models import Award, Season, Standing
from scorecard.rules.outcome import weights
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import recounting
from scorecard.services.seasons import (
    adjustments,
    late_results,
    prospects,
    reopening,
    season_chart,
    season_plans,
    season_sheet,
    season_words,
    seasons,
    weighing,
)
from scorecard.services.spreadsheets import season_lists
from scorecard.services.standings import rerating, standings
from scorecard.services.table import occasions
from tests.factories import EVENING, Club, shown_of
from tests.services.files.other_server import Elsewhere, elsewhere, second_app

__all__ = ["elsewhere", "second_app"]
FIRST = EVENING.date()
SECOND = FIRST + timedelta(days=1)
SCHEME = "Places: 5 – 3 – 2 – 1"


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


def weigh(club: Club, season: Season, day: date, times: float) -> None:
    weighing.weigh(club.session, season, club.write(), day, times)
    club.session.commit()


def two_evenings(club: Club, **plan: Any) -> Season:
    """Play a game on each of two evenings, which Ann and Bob win in turn."""
    season = club.season(**plan)
    club.play(Ann=500, Bob=300)
    club.at += timedelta(days=1)
    club.play(Ann=300, Bob=500)
    return season


def kept(session: Session, season: Season) -> list[Any]:
    """Return what is stored of a season, every figure of it."""
    return [
        session.execute(
            select(model.__table__)
            .where(model.__table__.c.season_id == season.id)
            .order_by(*model.__table__.primary_key)
        ).all()
        for model in (Award, Standing)
    ]


def is_as_counted_anew(club: Club, season: Season) -> bool:
    before = kept(club.session, season)
    found = recounting.recount(club.session, club.group)
    return found == [] and kept(club.session, season) == before


class TestCounting:
    def test_an_evening_counts_double_before_it_is_played(self, club: Club) -> None:
        season = club.season()
        weigh(club, season, FIRST, 2)
        club.play(Ann=500, Bob=300)
        assert club.standings(season) == [("Ann", 1, 10), ("Bob", 2, 6)]
        assert is_as_counted_anew(club, season)

    def test_or_after_it_and_only_that_one(self, club: Club) -> None:
        season = two_evenings(club)
        weigh(club, season, SECOND, 1.5)
        assert club.standings(season) == [("Bob", 1, 10.5), ("Ann", 2, 9.5)]
        assert is_as_counted_anew(club, season)

    def test_counted_once_again_it_is_as_before(self, club: Club) -> None:
        season = two_evenings(club)
        before = kept(club.session, season)
        weigh(club, season, FIRST, 3)
        assert kept(club.session, season) != before
        weigh(club, season, FIRST, 1)
        assert kept(club.session, season) == before
        assert season.weights == {}

    def test_ratings_stay_and_no_other_game_is_touched(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", 1)
        season = two_evenings(club)
        rerating.rerate_all(club.session, season)
        before = kept(club.session, season)[0]
        weigh(club, season, FIRST, 2)
        assert season.unrated_from is None
        after = kept(club.session, season)[0]
        assert [(row.mu, row.sigma) for row in after] == [(row.mu, row.sigma) for row in before]
        changed = [was.order_key for was, row in zip(before, after, strict=True) if was != row]
        assert len(changed) == 2
        assert len(set(changed)) == 1

    def test_what_is_shared_stays_exact(self, club: Club) -> None:
        season = club.season(scheme={"kind": "places", "places": [1]}, tie_breaks=[])
        weigh(club, season, FIRST, 1.5)
        for _game in range(2):
            club.play(Ann=500, Bob=500, Cy=500)
        points = [row.points for row in standings.present(club.session, season)]
        assert points == [UNIT] * 3

    def test_the_best_results_are_the_best_with_their_weights(self, club: Club) -> None:
        season = two_evenings(club, best_of=1)
        weigh(club, season, SECOND, 2)
        assert club.standings(season) == [("Bob", 1, 10), ("Ann", 2, 6)]
        (row,) = [row for row in standings.present(club.session, season) if row.name == "Ann"]
        assert (row.games, row.best / UNIT, row.average / UNIT) == (2, 6, 5.5)

    def test_points_by_hand_and_other_days_are_left_alone(self, club: Club) -> None:
        season = two_evenings(club)
        ann = club.players["Ann"]
        said: dict[str, Any] = {"kind": "bonus", "points": 1, "reason": "cake", "day": FIRST}
        adjustments.give(club.session, season, club.write(), ann, **said)
        weigh(club, season, FIRST, 2)
        assert club.standings(season) == [("Ann", 1, 14), ("Bob", 2, 11)]

    def test_other_seasons_of_the_evening_do_not_have_it(self, club: Club) -> None:
        season, other = two_evenings(club), club.season(starts_on=FIRST)
        weigh(club, season, FIRST, 2)
        assert club.standings(other) == [("Ann", 1, 8), ("Bob", 1, 8)]

    def test_the_next_season_begins_without(self, club: Club) -> None:
        season = two_evenings(club)
        weigh(club, season, SECOND, 2)
        following = seasons.close(club.session, season, club.write(), next_name="Summer")
        assert following
        assert following.weights == {}

    def test_a_reopened_season_has_them_still(self, club: Club) -> None:
        season = two_evenings(club)
        weigh(club, season, SECOND, 2)
        before = kept(club.session, season)
        seasons.close(club.session, season, club.write())
        assert late_results.lines(club.session, season) == []
        preview = reopening.preview(club.session, season)
        assert [row.points / UNIT for row in preview.table] == [13, 11]
        reopening.reopen(club.session, season, club.write())
        assert kept(club.session, season) == before


class TestShown:
    def test_before_the_end_of_a_game(self, club: Club) -> None:
        season = club.season()
        club.season(name="Wins", scheme={"kind": "wins"})
        weigh(club, season, FIRST, 2)
        table = club.start("Ann", "Bob")
        table.play(500, 300)
        assert [str(one.sentence) for one in prospects.of_game(club.session, table.game)] == [
            "This game counts in Wins: wins.",
            "This game counts in Spring: 5 – 3 – 2 – 1 for the places. The evening counts double.",
        ]

    def test_after_it_beside_what_it_brought(self, club: Club) -> None:
        season = club.season()
        table = club.play(Ann=500, Bob=300)
        for times, scheme in ((2, "Places: 5 – 3 – 2 – 1 · counts double"), (1, SCHEME)):
            weigh(club, season, FIRST, times)
            (brought,) = shown_of(club.session, table.game)["awards"]
            assert brought["scheme"] == scheme
            assert [player["points"] / UNIT for player in brought["players"]] == [
                5 * times,
                3 * times,
            ]

    def test_a_closed_season_says_the_weight_of_the_day_that_counted(self, club: Club) -> None:
        season = club.season()
        club.at += timedelta(days=1)
        table = club.play(Ann=500, Bob=300)
        weigh(club, season, SECOND, 2)
        seasons.close(club.session, season, club.write())
        occasions.change(club.session, table.game, table.write(), day=FIRST)
        (brought,) = shown_of(club.session, table.game)["awards"]
        assert brought["scheme"] == "Places: 5 – 3 – 2 – 1 · counts double"
        assert brought["players"][0]["points"] == 10 * UNIT

    def test_in_the_rules_of_the_season(self, club: Club) -> None:
        season = club.season()
        for times in (0.5, 1.5, 2, 3):
            weigh(club, season, FIRST, times)
            words = {
                0.5: "The evening of 14 Mar 2026 counts half.",
                1.5: "The evening of 14 Mar 2026 counts 1.5 times.",
                2: "The evening of 14 Mar 2026 counts double.",
                3: "The evening of 14 Mar 2026 counts 3 times.",
            }[times]
            assert words in season_words.sentences(season)

    @pytest.mark.parametrize("by", ["evening", "game"])
    def test_at_the_heading_of_the_sheet(self, club: Club, by: season_sheet.By) -> None:
        season = two_evenings(club)
        assert not season_sheet.sheet(club.session, season, by).has_weights
        weigh(club, season, SECOND, 1.5)
        sheet = season_sheet.sheet(club.session, season, by)
        assert sheet.has_weights
        assert [str(column.sign) for column in sheet.columns] == ["", "× 1.5"]
        (bob,) = [line for line in sheet.lines if line.row.name == "Bob"]
        assert [cell and cell.points / UNIT for cell in bob.cells] == [3, 7.5]

    def test_in_spreadsheets(self, club: Club) -> None:
        season = two_evenings(club)
        weigh(club, season, SECOND, 1.5)
        text = season_lists.of_awards(club.session, season).removeprefix("\ufeff")
        rows = list(csv.DictReader(text.splitlines()))
        headings = season_lists.of_sheet(club.session, season).splitlines()[0].split(",")
        assert headings[4:6] == [FIRST.isoformat(), f"{SECOND.isoformat()} × 1.5"]
        assert [(row["played_on"], row["times"], row["points"]) for row in rows] == [
            (FIRST.isoformat(), "1", "5"),
            (FIRST.isoformat(), "1", "3"),
            (SECOND.isoformat(), "1.5", "7.5"),
            (SECOND.isoformat(), "1.5", "4.5"),
        ]

    def test_in_the_chart(self, club: Club) -> None:
        season = two_evenings(club)
        weigh(club, season, FIRST, 2)
        drawn = season_chart.chart(club.session, season)
        assert [row.name for row in drawn.players] == ["Ann", "Bob"]
        assert [str(sign) for sign in drawn.signs] == ["× 2", ""]
        assert drawn.points == [[10 * UNIT, 6 * UNIT], [13 * UNIT, 11 * UNIT]]

    def test_in_the_history(self, club: Club) -> None:
        season = club.season()
        for times in (2, 2, 1.5, 1):
            weigh(club, season, FIRST, times)
        told = [str(group_changes.sentence(row)) for row in changes.lines(club.session, club.group)]
        assert told[:3] == [
            "Spring: 14 Mar 2026 counts once",
            "Spring: 14 Mar 2026 counts 1.5 times",
            "Spring: 14 Mar 2026 counts double",
        ]
        assert "double" not in told[3]


class TestRefused:
    @pytest.mark.parametrize("times", [0, -1, 0.75, 10.5, 1e300, float("inf"), float("nan")])
    def test_what_is_no_weight(self, club: Club, times: float) -> None:
        season = club.season()
        with pytest.raises(BadInput, match=r"counts 0\.5 to 10 times") as caught:
            weigh(club, season, FIRST, times)
        assert caught.value.field == "times"

    def test_a_day_of_another_season(self, club: Club) -> None:
        season = club.season(ends_on=FIRST)
        for day in (FIRST - timedelta(days=1), SECOND):
            with pytest.raises(BadInput, match="is no day of Spring") as caught:
                weigh(club, season, day, 2)
            assert caught.value.field == "day"

    @pytest.mark.parametrize("day", [SECOND, date.min, date.max])
    def test_a_day_that_is_outside_by_now_can_be_taken_back(self, club: Club, day: date) -> None:
        season = club.season()
        season.weights = {day.isoformat(): 4}
        plan = season_plans.Plan(season.name, FIRST, FIRST)
        seasons.change(club.session, season, club.write(), plan)
        weigh(club, season, day, 1)
        assert season.weights == {}

    def test_more_evenings_than_there_may_be(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(weighing, "MOST_EVENINGS", 1)
        season = club.season()
        weigh(club, season, FIRST, 2)
        weigh(club, season, FIRST, 3)
        with pytest.raises(BadInput, match="At most 1 evenings"):
            weigh(club, season, SECOND, 2)

    def test_a_closed_season(self, club: Club) -> None:
        season = two_evenings(club)
        seasons.close(club.session, season, club.write())
        with pytest.raises(Conflict, match="closed"):
            weigh(club, season, FIRST, 2)

    def test_one_that_somebody_changed_meanwhile(self, club: Club) -> None:
        season = club.season()
        seen = club.group.version
        weigh(club, season, FIRST, 2)
        with pytest.raises(Stale, match="counts double"):
            weighing.weigh(club.session, season, club.write(version=seen), FIRST, 3)


class TestInAFile:
    def test_they_come_back_as_they_went(self, club: Club, elsewhere: Elsewhere) -> None:
        season = two_evenings(club)
        weigh(club, season, SECOND, 1.5)
        file = exports.of_group(club.session, club.group, club.at)
        assert file["seasons"][0]["weights"] == {SECOND.isoformat(): 3}
        there = elsewhere.take_in(file)
        (season_there,) = seasons.of_group(elsewhere.session, there)
        assert standings.present(elsewhere.session, season_there) == standings.present(
            club.session, season
        )
        assert exports.of_group(elsewhere.session, there, club.at) == file

    @pytest.mark.parametrize(
        "own",
        [
            {"soon": 4},
            *({"2026-03-14": weight} for weight in (0, 2, 21, 3.5)),
            {f"2026-{month:02}-{day:02}": 4 for month in (3, 4) for day in range(1, 29)},
        ],
    )
    def test_what_cannot_be_is_refused(self, club: Club, own: dict[str, Any]) -> None:
        season = club.season()
        file = exports.of_season(club.session, season, club.at)
        file["season"]["weights"] = own
        with pytest.raises(BadInput):
            imports.read(file_format.write(file).encode())


def test_every_weight_is_read_as_it_is_written() -> None:
    every = range(weights.LEAST, weights.MOST + 1)
    assert [weights.read(weights.times(weight)) for weight in every] == [*every]


@pytest.mark.parametrize("best_of", [None, 2])
def test_random_games_add_up_to_what_plain_counting_says(
    session: Session, best_of: int | None
) -> None:
    """Weigh places by code of the test's own, in fractions; some games are friendly in one.

    Long because all of it is counted beside the services, in one place.
    """
    chance, places = random.Random(5), (4, 2, 1)
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    plan: dict[str, Any] = {"scheme": {"kind": "places", "places": list(places)}, "tie_breaks": ()}
    first = club.season(best_of=best_of, starts_on=FIRST - timedelta(days=2), **plan)
    other = club.season(starts_on=FIRST - timedelta(days=2), early="half", **plan)
    days = [FIRST - timedelta(days=back) for back in range(3)]
    often = {season.id: dict.fromkeys(days, Fraction(1)) for season in (first, other)}
    played: list[tuple[date, list[int], dict[str, Fraction]]] = []
    for _step in range(40):
        if chance.random() < 0.3:
            season, day = chance.choice([first, other]), chance.choice(days)
            times = Fraction(chance.randint(weights.LEAST, weights.MOST), 2)
            weigh(club, season, day, float(times))
            often[season.id][day] = times
            continue
        names = chance.sample([*club.players], chance.randint(2, 4))
        scores = [chance.randrange(0, 200, 50) for _name in names]
        friendly = chance.sample([first, other], chance.choice([0, 0, 1, 2]))
        occasion = occasions.Occasion(
            chance.choice(days), friendly_in=tuple(season.uid for season in friendly)
        )
        table = club.start(*names, occasion=occasion)
        table.play(*scores)
        club.end(table)
        ordered = sorted(scores, reverse=True)
        shares = {}
        for name, score in zip(names, scores, strict=True):
            at, level = ordered.index(score), scores.count(score)
            shares[name] = Fraction(sum([*places, 0][at : at + level]), level)
        assert occasion.day
        played.append((occasion.day, [season.id for season in friendly], shares))
    for season, halved in ((first, 1), (other, 2)):  # Nobody came to the target: all end early.
        won: dict[str, list[Fraction]] = {}
        for day, friendly_in, shares in played:
            if season.id not in friendly_in:
                for name, share in shares.items():
                    times = often[season.id][day]
                    won.setdefault(name, []).append(share * times / halved)
        table_of = standings.present(session, season)
        assert {row.name: Fraction(row.points, UNIT) for row in table_of} == {
            name: sum(sorted(all_of, reverse=True)[: season.best_of])
            for name, all_of in won.items()
        }
        assert is_as_counted_anew(club, season)
