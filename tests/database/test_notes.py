"""What a transaction notes is handed on once it is committed, and undone with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from scorecard.database import notes
from scorecard.database.notes import Notes

Heard = list[tuple[str, str, int]]


@pytest.fixture
def heard() -> Heard:
    return []


@pytest.fixture
def taken(heard: Heard) -> Iterator[Notes[str, int]]:
    """A kind of notes that is there for one test only."""
    yield Notes(
        lambda _session, key, value: heard.append(("kept", key, value)),
        lambda _session, taken: heard.extend(("undone", *note) for note in taken.items()),
    )
    notes._kinds.pop()


def test_a_commit_hands_each_note_on_once(
    session: Session, taken: Notes[str, int], heard: Heard
) -> None:
    taken.of(session)["two"] = 2
    taken.of(session)["one"] = 0
    taken.of(session)["one"] = 1
    assert heard == []
    session.commit()
    session.commit()
    assert heard == [("kept", "two", 2), ("kept", "one", 1)]
    assert taken.of(session) == {}


def test_a_rollback_undoes_them(session: Session, taken: Notes[str, int], heard: Heard) -> None:
    session.connection()  # Nothing is rolled back before anything has begun.
    taken.of(session)["one"] = 1
    session.rollback()
    session.commit()
    assert heard == [("undone", "one", 1)]


def test_a_savepoint_that_holds_says_nothing_yet(
    session: Session, taken: Notes[str, int], heard: Heard
) -> None:
    with session.begin_nested():
        taken.of(session)["one"] = 1
    assert heard == []
    session.rollback()
    assert heard == [("undone", "one", 1)]


def test_a_savepoint_that_is_taken_back_undoes_them(
    session: Session, taken: Notes[str, int], heard: Heard
) -> None:
    savepoint = session.begin_nested()
    taken.of(session)["one"] = 1
    savepoint.rollback()
    session.commit()
    assert heard == [("undone", "one", 1)]
