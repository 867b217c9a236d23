"""A season in which the worst results do not count."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.keeping import recounting
from scorecard.services.seasons import (
    adjustments,
    season_chart,
    season_plans,
    season_sheet,
    season_words,
    seasons,
)
from scorecard.services.standings import lines, standings
from tests.factories import EVENING, Club
from tests.work import calls_of

FIVE_THREE = {"kind": "places", "places": [5, 3]}


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob")


def four_games(club: Club, **plan: object) -> Season:
    """Let Ann win, lose, win, win, one game a day."""
    season = club.season(scheme=FIVE_THREE, **plan)
    for day, ann in enumerate((900, 100, 900, 900)):
        club.at = EVENING + timedelta(days=day)
        club.play(Ann=ann, Bob=500)
    return season


@pytest.mark.parametrize(
    ("worst", "table"),
    [
        (0, [("Ann", 1, 18), ("Bob", 2, 14)]),
        (1, [("Ann", 1, 15), ("Bob", 2, 11)]),
        (2, [("Ann", 1, 10), ("Bob", 2, 8)]),
        # The best one counts however many are dropped.
        (9, [("Ann", 1, 5), ("Bob", 2, 5)]),
    ],
)
def test_so_many_are_left_out(
    session: Session, club: Club, worst: int, table: list[tuple[str, int, float]]
) -> None:
    season = four_games(club, drop_worst=worst)
    assert club.standings(season) == table
    assert recounting.recount(session, club.group) == []
    assert club.standings(session.merge(season)) == table


def test_movement_is_by_what_would_count_without_the_latest_game(
    session: Session, club: Club
) -> None:
    season = club.season(scheme={"kind": "points"}, drop_worst=1)
    for ann, bob in ((300, 200), (100, 250), (100, 0)):
        club.play(Ann=ann, Bob=bob)
    # Two games: Ann 300, Bob 250. Three: Ann 300 + 100, Bob 200 + 250.
    assert club.standings(season) == [("Bob", 1, 450), ("Ann", 2, 400)]
    rows = standings.present(session, season)
    assert [(row.name, row.rank_before) for row in rows] == [("Bob", 2), ("Ann", 1)]


def test_the_sheet_strikes_them_through(session: Session, club: Club) -> None:
    sheet = season_sheet.sheet(session, four_games(club, drop_worst=1))
    cells = {
        line.row.name: [
            None if cell is None else (cell.counted, cell.dropped) for cell in line.cells
        ]
        for line in sheet.lines
    }
    five, three = 5 * UNIT, 3 * UNIT
    # Of equal results the later one is dropped.
    assert cells == {
        "Ann": [(five, None), (None, three), (five, None), (five, None)],
        "Bob": [(three, None), (five, None), (three, None), (None, three)],
    }
    assert sheet.has_dropped


def test_who_has_one_game_keeps_it(session: Session, club: Club) -> None:
    season = club.season(scheme=FIVE_THREE, drop_worst=2)
    club.play(Ann=900, Bob=100)
    assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]
    assert not season_sheet.sheet(session, season).has_dropped


def test_the_games_that_do_not_count_are_named_and_no_more(session: Session, club: Club) -> None:
    season = club.season(scheme=FIVE_THREE, drop_worst=2)
    played = [club.play(Ann=ann, Bob=500).game.uid for ann in (900, 100, 900, 100, 900)]
    rows = lines.with_counts(session, season, standings.present(session, season))
    assert [
        (row.name, row.counted_results, row.counted_games, row.dropped_games) for row in rows
    ] == [
        ("Ann", 3, None, [played[3], played[1]]),
        ("Bob", 3, None, [played[4], played[2]]),
    ]


def test_the_chart_ends_where_the_standings_are(
    session: Session, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = four_games(club, drop_worst=2)
    whole = season_chart.chart(session, season)
    assert [[points / UNIT for points in day if points] for day in whole.points] == [
        [5, 3],
        [5, 5],
        [5, 5],
        [10, 8],
    ]
    monkeypatch.setattr(season_chart, "MOST_DAYS", 2)
    assert season_chart.chart(session, season).points == whole.points[-2:]


def test_points_by_hand_are_never_dropped(session: Session, club: Club) -> None:
    season = four_games(club, drop_worst=1)
    ann = club.players["Ann"]
    adjustments.give(
        session, season, club.write(), ann, kind="penalty", points=-4, reason="Came late"
    )
    assert club.standings(season) == [("Ann", 1, 11), ("Bob", 2, 11)]


def test_it_is_said_and_goes_on_in_the_next_season(session: Session, club: Club) -> None:
    season = four_games(club, drop_worst=2)
    said = "Your 2 worst games don’t count; your best one always does."
    assert said in season_words.sentences(season)
    following = seasons.close(session, season, club.write(), next_name="Next")
    assert following
    assert following.drop_worst == 2
    one = season_plans.Plan.of(following, drop_worst=1)
    seasons.change(session, following, club.write(), one)
    said = "Your worst game doesn’t count, unless it is your only one."
    assert said in season_words.sentences(following)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ({"drop_worst": -1}, "0 to 1,000"),
        ({"drop_worst": 1001}, "0 to 1,000"),
        ({"drop_worst": 1, "best_of": 3}, "Either only the best games count, or the worst don’t"),
    ],
)
def test_what_makes_no_sense_is_refused(club: Club, plan: dict[str, int], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as refused:
        club.season(**plan)
    assert refused.value.field == "drop_worst"


def test_many_games_take_no_more_reading(session: Session, club: Club) -> None:
    season = club.season(drop_worst=1)
    best = club.season(best_of=1)

    def read() -> None:
        for one in (season, best):
            lines.with_counts(session, one, standings.present(session, one))

    def work() -> int:
        for _game in range(6):
            club.play(Ann=500, Bob=300)
        session.expire_all()
        read()
        return calls_of(read)

    fewer, more = work(), [work() for _more in range(3)][-1]
    assert more <= fewer * 1.05
