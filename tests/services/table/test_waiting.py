"""Writes that wait for another process, which is writing to the same SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.database import sqlite_files
from scorecard.database.db import begin_write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "scorecard.db"


@pytest.fixture
def session(file: Path) -> Iterator[Session]:
    engine = sa.create_engine(f"sqlite:///{file}")
    with Session(engine) as session:
        session.execute(sa.text("CREATE TABLE counts (points INTEGER)"))
        session.commit()
        yield session
    engine.dispose()


@pytest.fixture
def other(file: Path, session: Session) -> Iterator[sqlite3.Connection]:
    """The other process, in the middle of a write."""
    with closing(sqlite3.connect(file, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO counts VALUES (450)")
        yield connection


def test_a_write_goes_on_once_the_other_process_has_written(
    session: Session, other: sqlite3.Connection
) -> None:
    done = Timer(0.05, other.commit)
    done.start()
    begin_write(session)
    done.join()
    assert session.scalar(sa.text("SELECT sum(points) FROM counts")) == 450
    session.execute(sa.text("INSERT INTO counts VALUES (50)"))
    session.commit()
    assert other.execute("SELECT sum(points) FROM counts").fetchone() == (500,)


def test_whoever_gave_up_waiting_leaves_the_turn_to_the_next(
    session: Session, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_files, "BUSY_SECONDS", 0.01)
    with pytest.raises(sa.exc.OperationalError, match="locked"):
        begin_write(session)
    session.rollback()
    monkeypatch.undo()
    done = Timer(0.05, other.rollback)
    done.start()
    begin_write(session)
    done.join()
    assert session.scalar(sa.text("SELECT count(*) FROM counts")) == 0


def test_reads_may_still_wait_a_moment_after_a_write(
    session: Session, other: sqlite3.Connection
) -> None:
    other.rollback()
    begin_write(session)
    waits = session.scalar(sa.text("PRAGMA busy_timeout"))
    assert waits == sqlite_files.GLANCE_MILLISECONDS
