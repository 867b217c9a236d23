"""What a correction of an old game moves: its own figures, and what hangs on them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award
from scorecard.services.keeping import recounting
from scorecard.services.standings import rerating
from scorecard.services.table import games
from tests.factories import Club, Table
from tests.services.steps import steps


def later(club: Club, **scores: int) -> Table:
    club.at += timedelta(minutes=5)
    return club.play(**scores)


def correct(club: Club, table: Table) -> None:
    games.reopen(club.session, table.game, table.write())
    table.enter(1, {1: {"score": 50}}, is_confirmed=True)
    club.end(table)


def after(session: Session, number: int) -> int:
    """Return the steps that a correction takes which so many games follow.

    All win by turns: how many games a streak has is counted, where one begins or ends.
    """
    club = Club(session, "Ann", "Bob", "Cy")
    club.season()
    table = club.play(Ann=500, Bob=300, Cy=200)
    for game in range(number):
        ann, bob, cy = (500, 300, 200)[game % 3 :] + (500, 300, 200)[: game % 3]
        later(club, Ann=ann, Bob=bob, Cy=cy)
    session.commit()
    found = steps(session, lambda: correct(club, table))
    assert club.group.unrated_from is not None, "the ratings after it wait"
    return found


def test_it_costs_the_same_however_many_games_follow(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rerating, "AT_ONCE", 3)
    few, many = after(session, 10), after(session, 40)
    assert many <= 1.02 * few


def test_only_games_of_its_players_are_rated_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rerating, "AT_ONCE", 2)
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    season = club.season()
    table = club.play(Ann=500, Bob=300)
    for _game in range(5):
        later(club, Cy=500, Di=300)
    of_others = select(Award.mu).where(Award.game_id != table.game.id).order_by(Award.order_key)
    before = session.scalars(of_others).all()
    correct(club, table)
    assert (season.unrated_from, club.group.unrated_from) == (None, None)
    assert session.scalars(of_others).all() == before
    assert recounting.recount(session, session.merge(club.group)) == []


def test_ratings_wait_from_the_next_game_of_its_players_on(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rerating, "AT_ONCE", 2)
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    season = club.season()
    table = club.play(Ann=500, Bob=300)
    later(club, Cy=500, Di=300)
    following = later(club, Bob=500, Cy=300)
    for _game in range(3):
        later(club, Ann=500, Di=300)
    correct(club, table)
    waits_from = season.unrated_from
    assert waits_from
    assert waits_from.endswith(following.game.uid)
    while rated := rerating.waiting(session):
        rerating.rerate_some(session, rated)
    assert recounting.recount(session, session.merge(club.group)) == []
