"""What passes by itself, such as a collision, is never taken for a game that is spoilt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import Game, Seat
from scorecard.models.game import COUNTING
from scorecard.operating.files import FileError, Store
from scorecard.operating.housekeeping import bring_some_along
from tests.conftest import make_app
from tests.factories import EVENING, Club
from tests.servers.postgresql import Cluster

FAILING = "DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '{}'; END $$"
DONE_OVER = ("serialization_failure", "deadlock_detected")
PASSING = (*DONE_OVER, "lock_not_available", "admin_shutdown")
SPOILT = "numeric_value_out_of_range"
Fail = Callable[[str, str], None]


@pytest.fixture
def app(cluster: Cluster, template: str, tmp_path: Path) -> Iterator[Flask]:
    """An app on PostgreSQL, with a game whose places are not what they should be."""
    app = make_app(Settings(tmp_path, cluster.database(template), ("a test's secret",)))
    with app.app_context():
        club = Club(db.session, "Ann", "Bob")
        table = club.start()
        table.play(500, 300)
        club.end(table)
        db.session.execute(update(Game).values(counted_by=0))
        db.session.execute(update(Seat).values(rank=2))
        db.session.commit()
        yield app
        db.session.close()
        db.engine.dispose()


@pytest.fixture
def fail() -> Iterator[Fail]:
    """Let the next statement that begins so fail in PostgreSQL, by the name of an error."""
    left: dict[str, str] = {}

    def begin(
        _connection: object, _cursor: object, statement: str, values: Any, *_more: Any
    ) -> tuple[str, Any]:
        for beginning in left:
            if statement.startswith(beginning):
                return FAILING.format(left.pop(beginning)), None
        return statement, values

    sa.event.listen(sa.Engine, "before_cursor_execute", begin, retval=True)
    yield lambda beginning, name: left.update({beginning: name})
    sa.event.remove(sa.Engine, "before_cursor_execute", begin)


def ranks(session: Session) -> list[int | None]:
    session.rollback()
    return [*session.scalars(select(Seat.rank).order_by(Seat.position))]


class TestBringingAlong:
    @pytest.mark.parametrize("name", PASSING)
    def test_goes_on_with_the_same_game_once_nobody_is_in_the_way(
        self, app: Flask, fail: Fail, name: str
    ) -> None:
        db.session.rollback()
        fail("UPDATE seats", name)
        if name not in DONE_OVER:
            with pytest.raises(sa.exc.DBAPIError, match="made up"):
                bring_some_along(app, EVENING)
            assert ranks(db.session) == [2, 2]
        db.session.rollback()
        assert bring_some_along(app, EVENING)
        assert ranks(db.session) == [1, 2]

    def test_leaves_a_game_that_can_never_be_stored(self, app: Flask, fail: Fail) -> None:
        db.session.rollback()
        fail("UPDATE seats", SPOILT)
        assert bring_some_along(app, EVENING)
        assert not bring_some_along(app, EVENING)
        assert ranks(db.session) == [2, 2]


class TestRecounting:
    @pytest.fixture
    def store(self, app: Flask) -> Iterator[Store]:
        db.session.execute(update(Game).values(counted_by=COUNTING))
        db.session.commit()
        store = Store(app.config["SETTINGS"])
        yield store
        with store.app.app_context():
            db.engine.dispose()

    @pytest.mark.parametrize("name", PASSING)
    @pytest.mark.parametrize("beginning", ["UPDATE seats", "SELECT feats."])
    def test_blames_no_game_for_what_came_between(
        self, store: Store, fail: Fail, beginning: str, name: str
    ) -> None:
        fail(beginning, name)
        with pytest.raises(FileError, match="made up"):
            store.recount(is_write=True)
        assert ranks(db.session) == [2, 2]
        assert len(store.recount(is_write=True)) == 1
        assert ranks(db.session) == [1, 2]
