"""What it asks of the database to end a game of a season, and to open it again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session

from scorecard.services.standings import rerating
from scorecard.services.table import games
from tests.factories import Club
from tests.work import statements


def asked_by(session: Session, write: Callable[[], object]) -> list[str]:
    """Return the statements of a write."""
    with statements(session) as told:
        write()
    session.commit()
    return [" ".join(one.split()) for one in told]


def test_who_knows_the_present_version_is_not_compared_with_newer_ones(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    club.season()
    table = club.play(Ann=500, Bob=300, Cy=100)
    asked = asked_by(session, lambda: games.reopen(session, table.game, table.write()))
    assert asked
    assert not [one for one in asked if "FROM changes" in one]


def test_nothing_is_deleted_where_nothing_was_stored(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    club.season()
    table = club.start("Ann", "Bob", "Cy")
    table.play(500, 300, 100)
    session.commit()
    ended = asked_by(session, lambda: games.finish(session, table.game, table.write()))
    reopened = asked_by(session, lambda: games.reopen(session, table.game, table.write()))
    again = asked_by(session, lambda: games.finish(session, table.game, table.write()))
    assert not [one for one in ended + again if one.startswith("DELETE")]
    gone = {one.split()[2] for one in reopened if one.startswith("DELETE")}
    assert gone >= {"results", "feats", "awards"}


def test_the_round_being_counted_is_not_looked_for_where_nobody_sees_it(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    table = club.play(Ann=500, Bob=300, Cy=100)
    session.expire_all()
    asked = asked_by(session, lambda: games.reopen(session, table.game, table.write()))
    # Whoever asks for one round joins its entries.
    assert [one for one in asked if "FROM rounds" in one]
    assert not [one for one in asked if "JOIN entries" in one]


def test_what_waits_for_its_ratings_anyway_is_not_looked_at(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rerating, "AT_ONCE", 2)
    club = Club(session, "Ann", "Bob", "Cy")
    club.season()
    table = club.play(Ann=500, Bob=300, Cy=100)
    for _game in range(4):
        club.play(Ann=300, Bob=500, Cy=100)
    reopened = asked_by(session, lambda: games.reopen(session, table.game, table.write()))
    again = asked_by(session, lambda: games.finish(session, table.game, table.write()))
    where_it_stops = "SELECT DISTINCT"
    assert len([one for one in reopened if where_it_stops in one]) == len(("season", "group"))
    assert not [one for one in again if where_it_stops in one]
    # Who was in a game that is gone needs no rating before it.
    assert not [one for one in reopened if "awards.mu IS NOT NULL" in one]
    assert [one for one in again if "awards.mu IS NOT NULL" in one]
