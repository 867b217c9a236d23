"""How long the code of a game opens it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import NotFound
from scorecard.services.groups import access
from scorecard.services.limits import codes
from scorecard.services.table import games
from tests.factories import Table

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


class TestAForgottenGame:
    """Nobody ended it, and nobody plays it: its code opens nothing, so that none can be guessed."""

    def left_alone(self, session: Session) -> tuple[Table, str, datetime]:
        table = Table(session)
        return table, table.game.code or "", table.game.changed_at

    def test_opens_for_two_days(self, session: Session) -> None:
        table, code, since = self.left_alone(session)
        until = since + codes.CODE_LIFETIME
        just_before = until - timedelta(seconds=1)
        assert codes.CODE_LIFETIME == 2 * DAY
        assert access.game_by_code(session, code, just_before) is table.game
        assert codes.good_code(table.game, just_before) == code
        with pytest.raises(NotFound):
            access.game_by_code(session, code, until)
        assert codes.good_code(table.game, until) is None

    def test_what_is_played_on_keeps_its_code(self, session: Session) -> None:
        table, code, _since = self.left_alone(session)
        for _evening in range(5):
            table.at += 2 * DAY - MINUTE
            table.play(50, 50)
        assert table.game.code == code
        assert access.game_by_code(session, code, table.at) is table.game

    def test_the_next_write_brings_a_new_code(self, session: Session) -> None:
        table, code, since = self.left_alone(session)
        table.at = since + 30 * DAY
        table.play(50, 50)
        session.refresh(table.game)
        assert table.game.code not in (None, code)
        assert access.game_by_code(session, table.game.code or "", table.at) is table.game
        with pytest.raises(NotFound):
            access.game_by_code(session, code, table.at)

    def test_one_that_is_ended_then_has_none(self, session: Session) -> None:
        table, _code, since = self.left_alone(session)
        table.at = since + 30 * DAY
        games.finish(session, table.game, table.write())
        session.commit()
        session.refresh(table.game)
        assert table.game.code is None
