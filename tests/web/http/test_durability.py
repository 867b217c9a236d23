"""What was acknowledged is on the disk, and the log it goes to does not grow without end."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.database.db import db
from scorecard.live.hub import Listener, hub
from tests.web.conftest import Place, Program
from tests.web.event_streams import Stream

PAGES_BEFORE_CHECKPOINT = 1000
"""SQLite's own measure: so many pages in the log are brought into the database."""


def test_every_commit_of_a_write_waits_for_the_disk(
    app: Flask, program: Callable[[], Program]
) -> None:
    """Ask the very connections that commit, not one that is made for the question."""
    found: list[list[object]] = []
    with app.app_context():
        engine = db.engine
    questions, waits = {
        "sqlite": (["PRAGMA journal_mode", "PRAGMA synchronous"], ["wal", 2]),
        "postgresql": (["SHOW synchronous_commit"], ["on"]),
    }[engine.dialect.name]

    def ask(connection: sa.Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver
        found.append([driver.execute(question).fetchone()[0] for question in questions])

    sa.event.listen(engine, "commit", ask)
    try:
        keeper = program().start("Ann", "Bob")
        assert keeper.play(450, 100).status_code == 200
    finally:
        sa.event.remove(engine, "commit", ask)
    assert len(found) >= 2
    assert all(answers == waits for answers in found), found


def test_phones_hear_of_a_write_only_once_another_process_could_read_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    listener = hub.subscribe(place.phone.id, "a phone")
    monkeypatch.setattr(Listener, "wake", lambda _one, _move: heard.append(place.kept()))
    try:
        assert place.count(450, "a").status_code == 200
    finally:
        hub.unsubscribe(listener)
    assert heard == [[{"score": 450}]]


def test_an_answer_before_the_commit_fails_the_test_it_happens_in(
    app: Flask, program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard that every web test goes through can tell (see conftest.py)."""
    keeper = program().start("Ann", "Bob")
    monkeypatch.setattr(Session, "commit", lambda _session: None)
    response = keeper.play(450, 100)
    monkeypatch.undo()
    assert response.status_code == 500


def test_what_breaks_a_rule_of_the_database_is_not_put_down_to_others(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = program().start("Ann", "Bob")

    def refuse(_session: Session) -> None:
        raise sa.exc.IntegrityError("COMMIT", None, Exception("made up"))

    monkeypatch.setattr(Session, "commit", refuse)
    response = keeper.enter(1, 1, {"score": 50})
    monkeypatch.undo()
    assert response.status_code == 500
    assert keeper.enter(1, 1, {"score": 50}).status_code == 200


def test_the_log_stays_small_though_phones_listen_all_the_time(place: Place) -> None:
    log = Path(f"{place.file}-wal")
    page = 4096
    bound = 2 * PAGES_BEFORE_CHECKPOINT * page
    url = f"/games/{place.phone.id}/events"
    streams = [Stream(place.phone.client, url) for _ in range(5)]
    for stream in streams:
        stream.next()
        stream.next()
    with place.app.app_context():
        assert grown(log, bound) <= bound
        # With somebody in the middle of reading, the log grows on, and this test can tell.
        reader = sqlite3.connect(place.file, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        assert grown(log, bound) > bound
        reader.close()
    for stream in streams:
        stream.close()


def grown(log: Path, bound: int) -> int:
    """Write half as much again as the bound; return how large the log became."""
    size = written = 0
    while written < 1.5 * bound and size <= bound:
        db.session.execute(
            sa.text("INSERT INTO devices (uid, created_at) VALUES (:uid, '2026-03-14 20:00:00')"),
            {"uid": "x" * 60_000},
        )
        db.session.execute(sa.text("DELETE FROM devices WHERE uid LIKE 'xxx%'"))
        db.session.commit()
        written += 60_000
        size = max(size, log.stat().st_size)
    return size


def test_a_write_into_files_that_were_exchanged_as_it_was_committed_is_not_acknowledged(
    place: Place,
) -> None:
    """A backup is put back by hand, in the moment between the commit and the answer."""
    backup = place.file.with_name("backup.db")
    with closing(sqlite3.connect(place.file)) as now, closing(sqlite3.connect(backup)) as then:
        now.backup(then)

    def exchange(_session: Session) -> None:
        for file in place.files():
            if file.exists():
                file.rename(file.with_name(f"away-{file.name}"))
        backup.rename(place.file)

    sa.event.listen(Session, "after_commit", exchange)
    try:
        assert place.count(450, "a").status_code == 503
    finally:
        sa.event.remove(Session, "after_commit", exchange)
    assert place.kept() == []
    assert place.count(450, "a").status_code == 200
    assert place.kept() == [{"score": 450}]
