"""PostgreSQL through a pooler, which lends each transaction another connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from scorecard.database import engines
from scorecard.database.db import db
from scorecard.models import Game
from scorecard.services.table import games
from tests.conftest import make_app
from tests.database.test_postgresql import close_engine, settings_for
from tests.factories import Table
from tests.servers.poolers import Pooler
from tests.servers.postgresql import Cluster
from tests.servers.server import start

pytestmark = pytest.mark.long


@pytest.fixture
def address(pooler: Pooler, cluster: Cluster, template: str) -> str:
    return pooler.address(cluster.database(template))


def test_what_was_asked_often_is_asked_of_any_connection(address: str, tmp_path: Path) -> None:
    app = make_app(settings_for(address, tmp_path))
    with app.app_context():
        uid, engine = Table(db.session, "Ann", "Bob").game.uid, db.engine
    with Session(engine) as one, Session(engine) as other:
        processes = set()
        # A driver prepares a statement after five times; then another connection has it not.
        for number in range(60):
            if number == 40:
                other.execute(select(Game))
            assert games.find_game(one, uid)
            processes.add(one.scalar(text("SELECT pg_backend_pid()")))
            one.commit()
        assert len(processes) > 1
    close_engine(app)


def test_a_server_with_nothing_else_says_what_is_missing(address: str, tmp_path: Path) -> None:
    found = start(tmp_path, DATABASE_URL=address)
    assert found.returncode != 0
    assert engines.NEEDS_REDIS in found.stderr
    assert "Traceback" not in found.stderr
