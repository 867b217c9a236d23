"""How often a count goes to PostgreSQL and back, whoever sends what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from flask import Flask

from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import Device
from tests.conftest import opened
from tests.factories import EVENING
from tests.servers.postgresql import Cluster
from tests.web.conftest import Program

pytestmark = pytest.mark.long


@pytest.fixture
def app(cluster: Cluster, template: str, tmp_path: Path) -> Iterator[Flask]:
    with opened(Settings(tmp_path, cluster.database(template), ("a test's secret key",))) as app:
        yield app


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the driver sends from now on, with what it sends by itself."""
    found: list[str] = []
    execute, by_itself = psycopg.Cursor.execute, psycopg.Connection._exec_command

    def note(cursor: Any, query: Any, *more: Any, **options: Any) -> Any:
        found.append(str(query))
        return execute(cursor, query, *more, **options)

    def note_own(connection: Any, command: Any, *more: Any) -> Any:
        found.append(command.decode())
        return by_itself(connection, command, *more)

    monkeypatch.setattr(psycopg.Cursor, "execute", note)
    monkeypatch.setattr(psycopg.Connection, "_exec_command", note_own)
    return found


def test_a_count_is_seven_statements_and_its_commit(app: Flask, sent: list[str]) -> None:
    ann = Program(app.test_client()).start("Ann", "Bob", "Cy", "Di")
    ann.enter(1, 1, {"score": 100})

    def count(seat: int) -> list[str]:
        sent.clear()
        headers = {"Idempotency-Key": f"a count of {seat}"}
        assert ann.enter(1, seat, {"score": 150}, headers).status_code == 200
        return [one.split()[0] for one in sent]

    on_first_day = count(2)
    with app.app_context():
        db.session.execute(sa.update(Device).values(created_at=EVENING))
        db.session.commit()
    later = count(3)
    begin, locks, asking, seats, *written = sent
    assert begin.startswith("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout")
    assert locks.count("FOR ") == 2
    # The round is known from the count before.
    assert [one.split()[0] for one in (asking, seats)] == 2 * ["SELECT"]
    # The count; the game, its history and the key; what was stored today.
    assert [one.split()[0] for one in written] == ["INSERT", "WITH", "INSERT", "COMMIT"]
    # What all households stored today is added up for who is new.
    assert on_first_day == [*later[:-2], "SELECT", *later[-2:]]


def test_who_looks_asks_for_nothing_but_what_is_shown(app: Flask, sent: list[str]) -> None:
    ann = Program(app.test_client()).start("Ann", "Bob", "Cy")
    ann.sheet()
    sent.clear()
    assert ann.get().status_code == 200
    begin, asking, *rest = sent
    assert begin == "BEGIN ISOLATION LEVEL REPEATABLE READ"
    assert "FROM games" in asking
    assert rest == ["ROLLBACK"]
