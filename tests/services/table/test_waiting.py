"""Writes that wait for another process, which is writing to the same SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread, Timer

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.database import pieces, sqlite_files
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


def test_who_comes_while_another_waits_is_behind(
    session: Session, other: sqlite3.Connection
) -> None:
    written = []

    def write(name: str) -> None:
        with Session(session.get_bind()) as own:
            begin_write(own)
            written.append(name)

    waiting = Thread(target=write, args=("who waited",))
    waiting.start()
    while not sqlite_files._turn.locked():
        time.sleep(0.001)
    other.rollback()
    write("who came later")
    waiting.join()
    assert written == ["who waited", "who came later"]


def test_others_are_served_before_a_write_begins(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_too() -> None:
        with closing(sqlite3.connect(file, timeout=0)) as other, other:
            other.execute("INSERT INTO counts VALUES (450)")

    monkeypatch.setattr(pieces, "_give_way", write_too)
    begin_write(session)
    assert session.scalar(sa.text("SELECT sum(points) FROM counts")) == 450


def test_reads_may_still_wait_a_moment_after_a_write(
    session: Session, other: sqlite3.Connection
) -> None:
    other.rollback()
    begin_write(session)
    waits = session.scalar(sa.text("PRAGMA busy_timeout"))
    assert waits == sqlite_files.GLANCE_MILLISECONDS
