"""Games are found by their uid, with all that nearly every reader needs."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game
from scorecard.services.table import games
from tests.factories import Club, Table
from tests.work import statements


def test_games_are_found_by_their_uid(session: Session) -> None:
    table = Table(session)
    assert games.find_game(session, table.game.uid) is table.game
    assert games.find_game(session, "nosuchgame00") is None
    assert session.scalars(select(Game)).one() is table.game


def test_they_are_found_with_their_group_and_their_seats(session: Session) -> None:
    uid = Club(session, "Ann", "Bob").play(Ann=500, Bob=300).game.uid
    session.expunge_all()
    with statements(session) as asked:
        game = games.find_game(session, uid)
        assert game
        assert game.group
        assert game.group.name == "Thursday"
        assert [seat.name for seat in game.seats] == ["Ann", "Bob"]
    assert len(asked) == 2
