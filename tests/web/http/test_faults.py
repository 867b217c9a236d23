"""Disks fill up, files vanish, locks are held: the app says so, loses nothing, goes on alone."""

from __future__ import annotations

import ctypes
import logging
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress

import pytest
import sqlalchemy as sa
from psycopg import errors as pg
from sqlalchemy import exc
from werkzeug.test import TestResponse

from scorecard.database import sqlite_files
from scorecard.database.db import db
from scorecard.live.hub import announce, hub
from scorecard.machine import outages
from scorecard.services.table import games
from tests.factories import Table
from tests.web.conftest import Place
from tests.web.event_streams import Stream
from tests.web.plain_browser import PlainBrowser


def set_pragma(place: Place, pragma: str) -> int:
    """Set a pragma on the app's one connection; return what it is then."""
    with place.engine.connect() as connection:
        found = connection.exec_driver_sql(f"PRAGMA {pragma}")
        return int(found.scalar_one()) if found.returns_rows else 0


@contextmanager
def full(place: Place) -> Iterator[None]:
    """SQLite says the same of its own limit as of the disk's: "database or disk is full"."""
    limit = f"max_page_count = {set_pragma(place, 'page_count')}"
    row = (
        "INSERT INTO write_keys (device_id, key, fingerprint, version, at) VALUES (0, ?, '', 0, 0)"
    )
    with closing(sqlite3.connect(place.file, isolation_level=None)) as other:
        other.execute(f"PRAGMA {limit}")
        other.execute("PRAGMA synchronous = OFF")
        # What is left in the pages, too.
        for size in (1000, 100, 10):
            with suppress(sqlite3.OperationalError):
                for number in range(10_000):
                    other.execute(row, (f"{number:0{size}}",))
                raise AssertionError("it never becomes full")
    set_pragma(place, limit)
    yield
    set_pragma(place, f"max_page_count = {2**30}")


READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM games").fetchone()
print("reading", flush=True)
sys.stdin.read()
"""
"""A process that has the database open, so that its log stays where it is."""


@contextmanager
def read_only(place: Place, *which: int) -> Iterator[None]:
    """Take away the right to write the database's files, and let the app connect meanwhile.

    What was connected before could still write; a connection made now never can.
    """
    files = [place.files()[number] for number in which or (0, 1)]
    command = [sys.executable, "-I", "-c", READER, str(place.file)]
    with (
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as reader,
        no_right_to_override(),
    ):
        assert reader.stdout
        assert reader.stdout.readline() == "reading\n"
        place.engine.dispose()
        for file in files:
            file.chmod(0o444)
        yield
        for file in files:
            file.chmod(0o600)
        reader.communicate()


@contextmanager
def read_only_log(place: Place) -> Iterator[None]:
    with read_only(place, 1):
        yield


@contextmanager
def read_only_pages(place: Place) -> Iterator[None]:
    with read_only(place, 0):
        yield


class _Capabilities(ctypes.Structure):
    """What ``capset`` takes of one half of a thread's capabilities (see its manual, 2)."""

    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


@contextmanager
def no_right_to_override() -> Iterator[None]:
    """Let the modes of files hold for root, too, who may otherwise write what nobody may."""
    system = ctypes.CDLL(None)
    version_3, dac_override = (0x20080522, 0), 1 << 1
    header = (ctypes.c_uint32 * 2)(*version_3)
    halves = (_Capabilities * 2)()
    assert system.capget(header, halves) == 0
    before = halves[0].effective
    halves[0].effective = before & ~dac_override
    assert system.capset(header, halves) == 0
    yield
    halves[0].effective = before
    assert system.capset(header, halves) == 0


@contextmanager
def locked(place: Place) -> Iterator[None]:
    other = sqlite3.connect(place.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@contextmanager
def moved_away(place: Place) -> Iterator[None]:
    place.file.rename(place.file.with_name("elsewhere"))
    yield
    assert not place.file.exists(), "an empty database is made where there was one"
    place.file.with_name("elsewhere").rename(place.file)


@contextmanager
def deleted_and_restored(place: Place) -> Iterator[None]:
    whole = place.settle()
    place.phone.sheet()
    for path in place.files():
        path.unlink()
    yield
    place.file.write_bytes(whole)


@contextmanager
def replaced_by_an_empty_one(place: Place) -> Iterator[None]:
    place.file.rename(place.file.with_name("elsewhere"))
    place.file.touch()
    yield
    place.file.unlink()
    place.file.with_name("elsewhere").rename(place.file)


@contextmanager
def overwritten(place: Place) -> Iterator[None]:
    whole = place.settle()
    with place.file.open("r+b") as file:
        file.write(b"no database" * 500)
    yield
    with place.file.open("r+b") as file:
        file.write(whole)


@contextmanager
def spoilt_in_the_middle(place: Place) -> Iterator[None]:
    whole = place.settle()
    place.phone.sheet()
    with place.file.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (len(whole) - 4096))
    # Otherwise some pages would still be answered from memory.
    place.engine.dispose()
    yield
    with place.file.open("r+b") as file:
        file.write(whole)


Fault = Callable[[Place], AbstractContextManager[None]]
STILL_READ: list[Fault] = [full, read_only, read_only_log, read_only_pages, locked]
GONE: list[Fault] = [
    *(moved_away, deleted_and_restored, replaced_by_an_empty_one),
    *(overwritten, spoilt_in_the_middle),
]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_files, "BUSY_SECONDS", 0.1)


def is_refused_for_now(response: TestResponse) -> bool:
    """Whether the answer asks to come again, and shows nothing of the inside."""
    text = response.get_data(as_text=True)
    assert int(response.headers["Retry-After"]) > 0, text
    assert "Nothing is lost" in text
    assert not any(word in text for word in ("Traceback", "sqlite", "SELECT", "INSERT"))
    return response.status_code == 503


@pytest.mark.parametrize("fault", [*STILL_READ, *GONE])
@pytest.mark.usefixtures("impatient")
def test_what_cannot_be_saved_is_refused_for_now_and_saved_once_all_is_well(
    place: Place, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    assert place.count(100, "first").status_code == 200
    with fault(place):
        caplog.clear()
        answers = [place.count(450, "second") for _ in range(3)]
        assert all(map(is_refused_for_now, answers))
        assert all(answer.get_json()["code"] == "unavailable" for answer in answers)
        # One line for each, which says why.
        assert len(caplog.records) == 3
        for record in caplog.records:
            assert record.levelno == logging.ERROR
            assert record.exc_info is None
            line = record.getMessage()
            assert line.startswith("PUT /api/v1/games/<uid:game_uid>/rounds")
            assert "\n" not in line
            assert not line.endswith(": ")
    version = place.phone.version
    for _ in range(2):
        assert place.count(450, "second", version=version).status_code == 200
    assert place.kept() == [{"score": 450}]
    changes = place.phone.get("/changes").get_json()["changes"]
    assert [change["kind"] for change in changes].count("counted") == 2
    with place.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


@pytest.mark.parametrize("fault", STILL_READ)
@pytest.mark.usefixtures("impatient")
def test_tables_are_shown_though_nothing_can_be_saved(place: Place, fault: Fault) -> None:
    place.count(100, "first")
    client = place.phone.client
    with fault(place):
        for path in ("/", f"/games/{place.phone.id}", f"/games/{place.phone.id}/rounds/1"):
            assert client.get(path).status_code == 200


@pytest.mark.parametrize("fault", GONE)
def test_a_page_that_cannot_be_read_offers_to_try_again(place: Place, fault: Fault) -> None:
    phone = PlainBrowser(place.phone.client)
    with fault(place):
        phone.get(f"/games/{place.phone.id}")
        assert is_refused_for_now(phone.response)
    assert "Ann" in phone.click("Try again").text
    assert phone.status == 200


@pytest.mark.parametrize("fault", [full, locked, moved_away])
@pytest.mark.usefixtures("impatient")
def test_what_was_typed_is_sent_again_with_one_tap(place: Place, fault: Fault) -> None:
    phone = PlainBrowser(place.phone.client)
    phone.get(f"/games/{place.phone.id}/rounds/1/seats/1?style=direct")
    with fault(place):
        phone.press("Save", {"style": "direct", "score": "450"})
        assert is_refused_for_now(phone.response)
        phone.press("Try again")
        assert is_refused_for_now(phone.response)
        assert phone.field("score") == "450"
    assert "+450" in phone.press("Try again").text
    assert place.kept() == [{"score": 450}]


@pytest.mark.parametrize("fault", [moved_away, spoilt_in_the_middle])
def test_a_stream_ends_when_nothing_can_be_read_and_the_phone_comes_back(
    place: Place, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"/games/{place.phone.id}/events"
    stream = Stream(place.phone.client, url)
    stream.next()
    stream.next()
    with fault(place):
        caplog.clear()
        hub.publish(place.phone.id)
        assert stream.rest() == ""
        assert [record.getMessage().split(":")[0] for record in caplog.records] == [
            "stream of sheet"
        ]
        assert is_refused_for_now(place.phone.client.get(url))
    assert hub.count(place.phone.id) == 0
    again = Stream(place.phone.client, url)
    assert [again.next().get("event"), again.next().get("event")] == [None, "sheet"]
    again.close()


def test_nothing_is_acknowledged_into_a_file_that_nobody_will_find(place: Place) -> None:
    """The file is deleted between the write's first query and its commit."""

    def delete(_connection: sa.Connection) -> None:
        for path in place.files():
            path.unlink(missing_ok=True)

    whole = place.settle()
    fields = {"style": "direct", "score": "450", "version": "1", "key": "a"}
    form = f"/games/{place.phone.id}/rounds/1/seats/1"
    counts: tuple[Callable[[], TestResponse], ...] = (
        lambda: place.count(450, "a"),
        lambda: place.phone.client.post(form, data=fields),
    )
    for count in counts:
        place.phone.sheet()
        sa.event.listen(place.engine, "commit", delete, insert=True)
        try:
            assert is_refused_for_now(count())
        finally:
            sa.event.remove(place.engine, "commit", delete)
        place.file.write_bytes(whole)
        assert place.kept() == []
    assert place.count(450, "a").status_code == 200


def test_what_only_the_log_held_is_kept_though_the_log_was_deleted(place: Place) -> None:
    place.count(450, "a")
    place.files()[1].unlink()
    place.phone.sheet()
    assert place.kept() == [{"score": 450}]
    assert place.count(500, "b").status_code == 200
    assert place.kept() == [{"score": 500}]


def test_a_write_waits_for_another_process_that_is_soon_done(place: Place) -> None:
    other = sqlite3.connect(place.file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            other.execute("ROLLBACK")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "sleep", sleep)
        assert place.count(450, "a").status_code == 200
    assert len(waited) == 3
    other.close()


def test_a_savepoint_that_is_released_wakes_nobody(place: Place) -> None:
    with place.app.app_context():
        table = Table(db.session)
        listener = hub.subscribe(table.game.uid, "a phone")
        try:
            with db.session.begin_nested():
                announce(db.session, table.game)
                table.game.code = "7KM4RX"
            assert not listener.wait(0)
            db.session.rollback()
            assert not listener.wait(0)
            announce(db.session, games.find_game(db.session, table.game.uid))  # type: ignore[arg-type]
            db.session.commit()
            assert listener.wait(0)
        finally:
            hub.unsubscribe(listener)


def in_sqlalchemy(kind: type[exc.DBAPIError], error: Exception) -> exc.DBAPIError:
    return kind("SELECT 1", {}, error)


def of_sqlite(code: int, text: str) -> sqlite3.Error:
    error = sqlite3.DatabaseError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    "error",
    [
        in_sqlalchemy(exc.OperationalError, of_sqlite(sqlite3.SQLITE_BUSY, "database is locked")),
        in_sqlalchemy(exc.OperationalError, of_sqlite(sqlite3.SQLITE_IOERR_WRITE, "disk I/O")),
        in_sqlalchemy(exc.OperationalError, pg.AdminShutdown("terminating connection")),
        in_sqlalchemy(exc.OperationalError, pg.OperationalError("connection refused")),
        in_sqlalchemy(exc.OperationalError, pg.DeadlockDetected("deadlock\n detected")),
        in_sqlalchemy(exc.OperationalError, pg.DiskFull("no space")),
        in_sqlalchemy(exc.InternalError, pg.ReadOnlySqlTransaction("read-only")),
        in_sqlalchemy(exc.InterfaceError, pg.InterfaceError("the connection is closed")),
        in_sqlalchemy(exc.ProgrammingError, pg.UndefinedTable("no relation")),
        exc.TimeoutError("QueuePool limit"),
        OSError(24, "Too many open files"),
        OSError(28, "No space left on device"),
    ],
)
def test_what_will_pass_is_told_in_one_line(error: Exception) -> None:
    why = outages.reason(error)
    assert why
    assert "\n" not in why


@pytest.mark.parametrize(
    "error",
    [
        in_sqlalchemy(exc.OperationalError, of_sqlite(sqlite3.SQLITE_ERROR, "syntax error")),
        in_sqlalchemy(exc.IntegrityError, of_sqlite(sqlite3.SQLITE_CONSTRAINT, "UNIQUE failed")),
        in_sqlalchemy(exc.ProgrammingError, sqlite3.ProgrammingError("wrong thread")),
        in_sqlalchemy(exc.ProgrammingError, pg.SyntaxError("at SELEKT")),
        in_sqlalchemy(exc.DataError, pg.NumericValueOutOfRange("too large")),
        FileNotFoundError(2, "No such file"),
        KeyError("x"),
    ],
)
def test_what_is_wrong_in_the_app_stays_a_fault(error: Exception) -> None:
    assert outages.reason(error) is None
