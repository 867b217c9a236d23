"""The schema objects of our SQLite databases, and those in a file that are not ours.

A file may hold a stranger's triggers and views. So only its rows are copied, into tables made here.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scorecard.app import create_app
from scorecard.config import Settings
from scorecard.database import portable
from scorecard.database.db import alembic, db

HEAD = "heads"
"""The revision of this release."""
OBJECTS = """
    SELECT type, name, tbl_name, sql FROM sqlite_master
    WHERE type IN ('trigger', 'view') OR name NOT GLOB 'sqlite_*'
"""
"""All schema objects but SQLite's own, such as the indexes of unique columns."""
TOKEN = re.compile(r"\w+|[^\w\s\"]")
VERSION_TABLE = "alembic_version"


class Object(NamedTuple):
    """A table, index, trigger or view."""

    type: str
    name: str
    table: str
    sql: str | None

    @property
    def words(self) -> Counter[str]:
        """The words of its SQL, in no order, because migrations reorder constraints."""
        return Counter(TOKEN.findall(self.sql or ""))

    def __str__(self) -> str:
        of = f" on {self.table}" if self.type in ("trigger", "index") else ""
        return f"The {self.type} {self.name}{of}"


@cache
def empty_database(revision: str = HEAD) -> bytes:
    """Return an SQLite database without rows, as the migrations up to a revision make it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scorecard.db"
        settings = Settings(file.parent, f"sqlite:///{file}", ("no secret",))
        with create_app(settings, is_served=False).app_context():
            alembic.upgrade(revision)
            db.engine.dispose()
        with closing(sqlite3.connect(file)) as connection:
            # No data in a file beside it.
            connection.execute("PRAGMA journal_mode = DELETE")
        return file.read_bytes()


def strangers(file: Path, revision: str = HEAD) -> Iterator[str]:
    """Yield a sentence for every object of a file that differs from a revision's schema."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        there = _objects(connection)
    ours = _objects_of(revision)
    for key in sorted(there.keys() | ours.keys()):
        if key not in ours:
            yield f"{there[key]} is none of Scorecard's."
        elif key not in there:
            yield f"{ours[key]} is missing."
        elif there[key].words != ours[key].words:
            yield f"{there[key]} is not made as Scorecard makes it."


def take_rows(file: Path, target: Path, revision: str) -> None:
    """Make ``target`` a database of a revision with a file's rows.

    Raises :class:`Spoilt` where a table of the file is missing or has other columns.
    """
    target.write_bytes(empty_database(revision))
    with closing(sqlite3.connect(target, uri=True, isolation_level=None)) as connection:
        # Run no code from the file's schema.
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("ATTACH ? AS file", (f"{file.absolute().as_uri()}?mode=ro",))
        connection.execute("BEGIN")
        for kind, name in _objects_of(revision):
            if kind == "table" and name != VERSION_TABLE:
                _take_table(connection, name, revision)
        connection.execute("COMMIT")


def _take_table(connection: sqlite3.Connection, name: str, revision: str) -> None:
    columns = _columns(connection, "main", name)
    is_table = connection.execute(
        "SELECT 1 FROM file.sqlite_master WHERE type = 'table' AND name = ?", (name,)
    )
    if not is_table.fetchone() or sorted(_columns(connection, "file", name)) != sorted(columns):
        raise portable.Spoilt(f"its table {name} is not one of revision {revision}")
    listed = ", ".join(f'"{column}"' for column in columns)
    connection.execute(
        f'INSERT INTO main."{name}" ({listed}) '  # noqa: S608 - names of our own
        f'SELECT {listed} FROM file."{name}"'
    )


def _columns(connection: sqlite3.Connection, database: str, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f'PRAGMA {database}.table_xinfo("{table}")')]


@cache
def _objects_of(revision: str) -> dict[tuple[str, str], Object]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(empty_database(revision))
        return _objects(connection)


def _objects(connection: sqlite3.Connection) -> dict[tuple[str, str], Object]:
    objects = (Object(*row) for row in connection.execute(OBJECTS))
    return {(object_.type, object_.name): object_ for object_ in objects}
