"""What End Game is going to award, said before it is tapped."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.services.seasons import prospects, seasons
from scorecard.services.table import games
from tests.factories import EVENING, Club, Table, shown_of

TODAY = EVENING.date()


def sentences(session: Session, table: Table) -> list[str]:
    return [prospect.sentence for prospect in prospects.of_game(session, table.game)]


def ended(session: Session, table: Table) -> list[str]:
    return [prospect.sentence for prospect in prospects.of_ended(session, table.game)]


def start(club: Club, **more: Any) -> Table:
    table = club.start("Ann", "Bob", **more)
    table.play(500, 300)
    return table


def test_the_season_that_counts_is_named_with_what_it_brings(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    club.season()
    table = start(club)
    found = sentences(session, table)
    assert found == ["This game counts in Spring: 5 – 3 – 2 – 1 for the places."]


def test_what_is_said_of_an_early_end_is_the_seasons(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    club.season(early="none", name="Strict")
    club.season(early="half", name="Half", scheme={"kind": "wins"})
    assert sentences(session, start(club)) == [
        "This game counts in Half: wins. Ended early, it brings half the points.",
        "It does not count in Strict: games that end early don’t.",
    ]
    assert sentences(session, start(club, options={"target": 500})) == [
        "This game counts in Half: wins.",
        "This game counts in Strict: 5 – 3 – 2 – 1 for the places.",
    ]


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ({"kinds": ["pay_me"]}, "Brownie Points is not one of its card games"),
        ({"scheme": {"kind": "chips"}}, "only money games count there"),
    ],
)
def test_why_it_does_not_count_is_said(session: Session, plan: dict[str, Any], reason: str) -> None:
    club = Club(session, "Ann", "Bob")
    club.season(**plan)
    assert sentences(session, start(club)) == [f"It does not count in Spring: {reason}."]


def test_without_a_season_of_the_day_it_counts_in_none(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    table = start(club)
    assert sentences(session, table) == [
        "The group has no season yet, so this game is awarded nothing."
    ]
    club.season(starts_on=TODAY + timedelta(days=1))
    assert sentences(session, table) == [
        "It counts in no season: none holds 14 Mar 2026, the day it was begun."
    ]


def test_a_closed_season_is_named(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    season = club.season()
    table = start(club)
    seasons.close(session, season, club.write())
    session.commit()
    assert sentences(session, table) == ["It counts in no season: Spring is closed."]


def test_a_closed_season_is_named_beside_an_open_one(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    autumn = club.season(name="Autumn")
    elsewhere = club.season(name="Elsewhere", kinds=["pay_me"])
    played = club.play(Ann=500, Bob=300)
    stands = "Autumn is closed: its table stands."
    for season in (autumn, elsewhere):
        seasons.close(session, season, club.write())
    session.commit()
    assert ended(session, played) == [stands]
    club.season()
    counts = "This game counts in Spring: 5 – 3 – 2 – 1 for the places."
    assert sentences(session, start(club)) == [counts, stands]
    assert ended(session, played) == [stands]
    games.reopen(session, played.game, played.write())
    assert sentences(session, played) == [counts, stands]


def test_what_a_closed_season_keeps_of_a_game_that_changes_is_said(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    season = club.season()
    played, late = club.play(Ann=500, Bob=300), club.start("Ann", "Bob")
    seasons.close(session, season, club.write())
    late.play(500, 300)
    club.end(late)
    games.reopen(session, played.game, played.write())
    played.play(0, 900)
    club.end(played)
    assert ended(session, played) == ["Spring is closed: this game counts there as it was."]
    assert ended(session, late) == ["It counts in no season: Spring is closed."]
    for table in (played, late):
        sheet = shown_of(session, table.game)
        assert sheet["closed_seasons"] == [{"id": season.uid, "name": "Spring"}]
    leaving = {
        table: [prospect.sentence for prospect in prospects.of_leaving(session, table.game)]
        for table in (played, late)
    }
    assert leaving == {played: ["Spring is closed: the game still counts there."], late: []}


def test_of_an_ended_game_it_is_said_why_it_counts_nowhere(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    club.season(early="none")
    strict = club.play(Ann=500, Bob=300)
    assert shown_of(session, strict.game)["uncounted"] == [
        "It does not count in Spring: games that end early don’t."
    ]
    club.season(name="Autumn")
    assert shown_of(session, strict.game)["uncounted"] == []
    games.delete(session, strict.game, strict.write())
    assert prospects.of_ended(session, strict.game) == []
    assert prospects.of_ended(session, Table(session, "Ann", "Bob").game) == []


def test_a_game_without_a_round_brings_nothing(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    club.season()
    table = club.start("Ann", "Bob")
    assert sentences(session, table) == ["No round counts yet, so this game counts in no season."]


def test_nothing_is_said_outside_of_groups_and_after_the_end(session: Session) -> None:
    assert sentences(session, Table(session, "Ann", "Bob")) == []
    club = Club(session, "Ann", "Bob")
    club.season()
    assert sentences(session, club.play(Ann=500, Bob=300)) == []


@pytest.mark.parametrize(
    ("plan", "options"),
    [
        ({}, {}),
        ({"early": "none"}, {}),
        ({"early": "none"}, {"target": 500}),
        ({"kinds": ["pay_me"]}, {}),
        ({"scheme": {"kind": "chips"}}, {}),
    ],
)
def test_what_is_foretold_is_what_happens(
    session: Session, plan: dict[str, Any], options: dict[str, Any]
) -> None:
    club = Club(session, "Ann", "Bob")
    season = club.season(**plan)
    table = start(club, options=options)
    (prospect,) = prospects.of_game(session, table.game)
    club.end(table)
    assert bool(club.standings(season)) is prospect.counts
