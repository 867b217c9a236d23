"""A season that is ranked by the average per game."""

from __future__ import annotations

import csv
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.keeping import recounting
from scorecard.services.seasons import adjustments, season_chart, season_words, seasons
from scorecard.services.spreadsheets import season_lists
from scorecard.services.standings import standings
from tests.factories import EVENING, Club

FIVE_THREE = {"kind": "places", "places": [5, 3, 1]}
Line = tuple[str, int | None, float | None, str]


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


def averages(session: Session, season: Season) -> list[Line]:
    return [
        (
            row.name,
            row.rank,
            row.per_game and round(row.per_game / UNIT, 2),
            row.decided_by,
        )
        for row in standings.present(session, season)
    ]


def three_games(club: Club, **plan: object) -> Season:
    """Let Ann play once, Bob three times, Cy twice, a game a day."""
    season = club.season(scheme=FIVE_THREE, **{"ranked_by": "average", **plan})
    for day, scores in enumerate(({"Bob": 300, "Cy": 500}, {"Bob": 500, "Cy": 300}, {"Bob": 500})):
        club.at = EVENING + timedelta(days=day)
        club.play(**scores, **({} if len(scores) > 1 else {"Ann": 900}))
    return season


def test_who_has_too_few_games_stands_below(session: Session, club: Club) -> None:
    season = three_games(club, least_games=2)
    # Cy 5 + 3 in two games, Bob 3 + 5 + 3 in three, Ann 5 in one.
    assert averages(session, season) == [
        ("Cy", 1, 4, ""),
        ("Bob", 2, 3.67, ""),
        ("Ann", None, 5, ""),
    ]
    assert recounting.recount(session, club.group) == []


def test_movement_is_that_of_the_average(session: Session, club: Club) -> None:
    season = three_games(club)
    club.play(Ann=100, Cy=500)
    rows = standings.present(session, season)
    # Before: Ann 5, Cy 4, Bob 3.67; now Ann 4, Cy 4.33.
    assert [(row.name, row.rank, row.rank_before) for row in rows] == [
        ("Cy", 1, 2),
        ("Ann", 2, 1),
        ("Bob", 3, 3),
    ]


def test_what_does_not_count_is_in_no_average(session: Session, club: Club) -> None:
    # Cy 5 of 5 + 3, Bob 5 + 3 of 3 + 5 + 3.
    worst = three_games(club, drop_worst=1)
    assert {line[0]: line[2] for line in averages(session, worst)} == {"Ann": 5, "Cy": 5, "Bob": 4}
    plan = {"ranked_by": "average", "starts_on": EVENING.date(), "scheme": FIVE_THREE}
    best = club.season(best_of=2, least_games=2, tie_breaks=[], **plan)
    assert averages(session, best) == [("Bob", 1, 4, ""), ("Cy", 1, 4, ""), ("Ann", None, 5, "")]


def test_points_by_hand_are_in_the_sum(session: Session, club: Club) -> None:
    season = three_games(club)
    cy = club.players["Cy"]
    adjustments.give(session, season, club.write(), cy, kind="penalty", points=-2, reason="Late")
    assert ("Cy", 3, 3, "") in averages(session, season)


def test_who_has_points_by_hand_alone_has_no_average(session: Session, club: Club) -> None:
    season = club.season(ranked_by="average")
    club.play(Ann=300, Bob=100)
    cy = club.players["Cy"]
    adjustments.give(session, season, club.write(), cy, kind="bonus", points=9, reason="Cake")
    assert averages(session, season)[-1] == ("Cy", None, 0, "")


def test_a_tie_break_decides_between_equal_averages(session: Session, club: Club) -> None:
    season = club.season(scheme=FIVE_THREE, ranked_by="average", tie_breaks=["games"])
    club.play(Ann=300, Bob=300)
    club.play(Ann=300, Cy=300)
    assert averages(session, season) == [
        ("Ann", 1, 4, "more games"),
        ("Bob", 2, 4, "more games"),
        ("Cy", 2, 4, "more games"),
    ]


def test_the_chart_has_averages(session: Session, club: Club) -> None:
    season = three_games(club)
    chart = season_chart.chart(session, season)
    names = [player.name for player in chart.players]
    of_bob = [row[names.index("Bob")] for row in chart.points]
    assert [round((points or 0) / UNIT, 2) for points in of_bob] == [3, 4, 3.67]


def test_it_stays_so_when_it_is_closed(session: Session, club: Club) -> None:
    season = three_games(club, least_games=2)
    before = averages(session, season)
    following = seasons.close(session, season, club.write(), next_name="Next")
    assert averages(session, season) == before
    assert following
    assert following.ranked_by == "average"


def test_the_sheet_for_spreadsheets_has_it(session: Session, club: Club) -> None:
    text = season_lists.of_standings(session, three_games(club)).removeprefix("\ufeff")
    rows = list(csv.DictReader(text.splitlines()))
    assert [(row["player"], row["points"], row["per_game"]) for row in rows][:2] == [
        ("Ann", "5", "5"),
        ("Cy", "8", "4"),
    ]


def test_it_is_said(session: Session, club: Club) -> None:
    season = club.season(ranked_by="average")
    assert (
        "Your average per game decides: all points, also by hand, divided by your games."
        in season_words.sentences(season)
    )
    (note,) = season_words.notes(session, season, [])
    assert note == "One good game is enough to lead. Ask for more games to be ranked, if you mind."
    other = club.season(ranked_by="average", drop_worst=1, least_games=3)
    assert any("divided by the games that count" in said for said in season_words.sentences(other))


@pytest.mark.parametrize(
    ("plan", "field", "sentence"),
    [
        ({"ranked_by": "luck"}, "ranked_by", "No season is ranked by luck"),
        (
            {"ranked_by": "average", "best_of": 3, "least_games": 2},
            "least_games",
            "An average of the best 3 needs 3 games: ask for at least 3 to be ranked",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    club: Club, plan: dict[str, object], field: str, sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence) as refused:
        club.season(**plan)
    assert refused.value.field == field
