"""Engines that lack what PostgreSQL has: no lock but of rows, no notifications, many collisions.

It is PostgreSQL in which everything is serializable, advisory locks and notifications are withdrawn
from the user, no statement locks a table, and one write in ten really fails with a serialization
failure, half of them in the middle and half at the commit.
"""

from __future__ import annotations

import json
import re
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.config import Settings
from scorecard.database import engines
from scorecard.database.db import db
from tests.conftest import opened
from tests.database.test_migrating_at_once import RACING, run_python
from tests.database.test_writes_beside import HANDS, Evening
from tests.servers.brokers import RedisServer, wait_until
from tests.servers.postgresql import Cluster
from tests.servers.server import Server, start
from tests.torture.audit import Audit

pytestmark = pytest.mark.long

FAILING = """
DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = 'serialization_failure'; END $$
"""
NOT_THERE = re.compile(r"advisory|\bLOCK TABLE\b|\bNOTIFY\b|pg_notify")
"""What such an engine knows nothing of."""
STATEMENTS = 8
"""Of a write, about: so many may fail in its middle."""


@pytest.fixture
def settings_here(cluster: Cluster, tmp_path: Path) -> Settings:
    return Settings(tmp_path, cluster.lacking_database(), ("a test's secret",), has_limits=False)


@pytest.fixture
def app(settings_here: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr("scorecard.web.http.limits.limiter.enabled", False)
    with opened(settings_here) as app:
        yield app


@pytest.fixture
def came(app: Flask) -> Iterator[Counter[str]]:
    """Let writes fail on purpose; yield how many were there, and how many failed where."""
    with app.app_context():
        engine = db.engine
    # Each draws by itself: how often either fails is not left to how threads take turns.
    between, at_end, came = Random(84), Random(84), Counter[str]()

    def fail_between(
        connection: sa.Connection,
        _cursor: object,
        statement: str,
        values: Any,
        _context: object,
        is_for_many: bool,
    ) -> tuple[str, Any]:
        assert not NOT_THERE.search(statement), statement
        is_write = connection.get_execution_options().get("is_write")
        is_its_own = statement == FAILING or statement.startswith("BEGIN")
        if is_write and not (is_its_own or came["over"]) and between.random() < 0.05 / STATEMENTS:
            came["failed between"] += 1
            return FAILING, [()] if is_for_many else ()
        return statement, values

    def fail_at_end(session: Session) -> None:
        if not came["over"] and session.connection().get_execution_options().get("is_write"):
            came["all"] += 1
            if at_end.random() < 0.05:
                came["failed at the end"] += 1
                session.connection().exec_driver_sql(FAILING)

    sa.event.listen(engine, "before_cursor_execute", fail_between, retval=True)
    sa.event.listen(Session, "before_commit", fail_at_end)
    yield came
    sa.event.remove(Session, "before_commit", fail_at_end)
    sa.event.remove(engine, "before_cursor_execute", fail_between)


def test_an_evening_of_many_groups_loses_nothing_and_does_nothing_twice(
    app: Flask, settings_here: Settings, came: Counter[str]
) -> None:
    evening = Evening(app)
    with ThreadPoolExecutor(HANDS) as pool:
        list(pool.map(evening.play, range(len(evening.tables))))
    assert set(evening.told) <= {200, 409}, evening.told
    assert came["failed at the end"] > came["all"] / 40, came
    assert came["failed between"] > came["all"] / 40, came
    with app.app_context(), db.engine.begin() as connection:
        assert engines.is_serializable(connection)
    came["over"] = True
    faults = Audit(settings_here).faults([], in_full=True)
    # The groups and games were made without keys.
    assert [fault for fault in faults if not fault.endswith("without a key.")] == []


def test_what_is_said_not_to_be_there_is_not(app: Flask) -> None:
    with app.app_context():
        for asking in ("pg_advisory_xact_lock(1)", "pg_notify('scorecard_live', '')"):
            with pytest.raises(sa.exc.ProgrammingError, match="permission denied"):
                db.session.execute(sa.text(f"SELECT {asking}"))
            db.session.rollback()


def test_of_processes_that_migrate_at_once_one_does_and_the_others_find_it_done(
    cluster: Cluster,
) -> None:
    address = cluster.lacking_database()
    program = RACING.replace('f"sqlite:///{file}"', "sys.argv[1]")
    program = program.replace('print("copied\\n" if migrate(app) else', "print(migrate(app) or")
    assert run_python(program, address) == ["nothing to copy"] * 4
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


def test_a_server_with_nothing_else_says_what_is_missing(
    settings_here: Settings, tmp_path: Path
) -> None:
    found = start(tmp_path, DATABASE_URL=settings_here.database_url)
    assert found.returncode != 0
    assert engines.NO_NEWS in found.stderr
    assert "Traceback" not in found.stderr


def test_redis_carries_the_news(settings_here: Settings, tmp_path: Path) -> None:
    redis = RedisServer()
    environment = {"DATABASE_URL": settings_here.database_url, "REDIS_URL": redis.url}

    def is_ready() -> bool:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/readyz") as answer:
            return bool(json.load(answer)["ready"])

    try:
        with Server(tmp_path, "--processes", "2", environment=environment) as server:
            wait_until(lambda: redis.hears() == 2)
            assert is_ready()
    finally:
        redis.kill()
