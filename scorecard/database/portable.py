"""The rows of a whole database as one file, from which SQLite and PostgreSQL can both be filled.

The file is gzip of UTF-8 lines of JSON. The first line says what it is: ``format``, ``version``,
and the migrations' ``revision`` of its tables. Then each table has a line with its name and
columns, and a line for each row, sorted by key, so that the same rows make the same bytes. Moments
are ISO 8601 in UTC, bytes are Base64; values of JSON columns are their text, unchanged. The last
line has the number of rows and the SHA-256 of all lines before it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, BinaryIO

import sqlalchemy as sa

from scorecard.database import pieces
from scorecard.database.db import Model

FORMAT = "scorecard backup"
VERSION = 1
NEWER = "it was made by a newer Scorecard. Update this one first"
BATCH = 500
"""Rows held in memory at once."""
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes; no row that the app writes comes near it."""
Row = Sequence[Any]


class Spoilt(Exception):
    """Raised with the end of a sentence that says what is wrong with a file: "it is damaged"."""


class JsonText(sa.types.UserDefinedType[str]):
    """A JSON column read and written as text, so that it is copied without any change."""

    cache_ok = True

    def get_col_spec(self, **_more: object) -> str:
        """Return the name of the column type in the database."""
        return "JSON"

    def column_expression(self, column: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
        """Read it as text also with drivers that would parse it."""
        return sa.cast(column, sa.Text)


def our_tables() -> list[sa.Table]:
    """Return the tables of this release, each after those that it refers to."""
    return _as_text(Model.metadata)


def tables_of(connection: sa.Connection) -> list[sa.Table]:
    """Return the tables that a database has, each after those that it refers to."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return [table for table in _as_text(metadata) if table.name != "alembic_version"]


def rows_of(connection: sa.Connection, table: sa.Table) -> Iterator[Row]:
    """Yield a table's rows sorted by key; only a batch of them is in memory at once."""
    statement = sa.select(table).order_by(*table.primary_key.columns)
    with connection.execution_options(yield_per=BATCH).execute(statement) as rows:
        yield from rows


def fill(connection: sa.Connection, table: sa.Table, columns: Sequence[str], rows: Any) -> int:
    """Insert rows into an empty table, references within it last; return how many there were."""
    key = [column.name for column in table.primary_key.columns]
    own = [
        column.name
        for column in table.columns
        if any(foreign.column.table is table for foreign in column.foreign_keys)
    ]
    pointing: dict[str, list[dict[str, Any]]] = {name: [] for name in own}
    count = 0
    for batch in pieces.in_parts((dict(zip(columns, row, strict=True)) for row in rows), BATCH):
        for row in batch:
            for name in own:
                if row[name] is not None:
                    pointing[name].append({"of": row[key[0]], "to": row[name]})
                    row[name] = None
        connection.execute(sa.insert(table), batch)
        count += len(batch)
    for name, links in pointing.items():
        if links:
            is_row = table.c[key[0]] == sa.bindparam("of")
            statement = sa.update(table).where(is_row).values({name: sa.bindparam("to")})
            connection.execute(statement, links)
    return count


def copy_rows(origin: sa.Connection, target: sa.Connection) -> None:
    """Make the rows of ``target`` those of ``origin``; both have this release's tables."""
    tables = our_tables()
    for table in reversed(tables):
        target.execute(sa.delete(table))
    for table in tables:
        fill(target, table, table.columns.keys(), rows_of(origin, table))
        go_on_counting(target, table)


def write(connection: sa.Connection, revision: str, out: BinaryIO) -> None:
    """Write every row of this release's tables to a file, as of the connection's transaction."""
    digest, count = hashlib.sha256(), 0
    # Without name and time, so that the same rows make the same bytes.
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as packed:

        def put(value: object) -> None:
            line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            packed.write(line)

        put({"format": FORMAT, "version": VERSION, "revision": revision})
        for table in our_tables():
            put({"table": table.name, "columns": table.columns.keys()})
            for row in rows_of(connection, table):
                put([_plain(value) for value in row])
                count += 1
        put({"rows": count, "sha256": digest.hexdigest()})


class Reader:
    """Reads a file that was written by :func:`write`; raises :class:`Spoilt` for a damaged one."""

    def __init__(self, packed: BinaryIO) -> None:
        self._stream = gzip.GzipFile(fileobj=packed)
        self._digest = hashlib.sha256()
        self._count = 0
        head = self._next()
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise Spoilt("it is something else")
        if head.get("version") != VERSION:
            raise Spoilt(NEWER)
        self.revision = str(head.get("revision"))

    def fill(self, connection: sa.Connection) -> None:
        """Insert the rows into the empty tables of a database of the file's revision."""
        tables = {table.name: table for table in tables_of(connection)}
        line = self._next()
        while isinstance(line, dict) and "table" in line:
            table = tables.pop(line["table"], None)
            columns = line.get("columns") or []
            if table is None or sorted(table.columns.keys()) != sorted(columns):
                raise Spoilt(f"its table {line['table']} is not one of revision {self.revision}")
            line = self._fill_table(connection, table, columns)
        if tables:
            raise Spoilt(f"the table {min(tables)} is missing in it")
        if not isinstance(line, dict) or line.get("rows") != self._count:
            raise Spoilt("rows are missing in it")
        if line.get("sha256") != self._digest_before or self._line():
            raise Spoilt("it was changed after it was written")

    def _fill_table(
        self, connection: sa.Connection, table: sa.Table, columns: Sequence[str]
    ) -> object:
        """Insert a table's rows; return the line after them."""
        read = [_reader(table.c[name].type) for name in columns]
        after: list[object] = []

        def rows() -> Iterator[Row]:
            while isinstance(line := self._next(), list):
                if len(line) != len(read):
                    raise Spoilt(f"a row of its table {table.name} is too long or too short")
                try:
                    yield [
                        None if value is None else make(value)
                        for make, value in zip(read, line, strict=True)
                    ]
                except (ValueError, TypeError) as error:
                    raise Spoilt(f"a row of its table {table.name} cannot be read") from error
            after.append(line)

        self._count += fill(connection, table, columns, rows())
        return after[0]

    def _next(self) -> object:
        line = self._line()
        if not line.endswith(b"\n"):
            raise Spoilt("its end is missing")
        self._digest_before = self._digest.hexdigest()
        self._digest.update(line)
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Spoilt("a line in it cannot be read") from error

    def _line(self) -> bytes:
        try:
            return self._stream.readline(LONGEST_LINE)
        except EOFError as error:
            raise Spoilt("its end is missing") from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise Spoilt("it is damaged") from error


def _as_text(metadata: sa.MetaData) -> list[sa.Table]:
    copied = sa.MetaData()
    for table in metadata.sorted_tables:
        copy = table.to_metadata(copied)
        for column in copy.columns:
            if isinstance(column.type, sa.JSON):
                column.type = JsonText()
            # Rows are copied as they are, and nothing is filled in.
            column.default = column.onupdate = None
    return copied.sorted_tables


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case bytes():
            return base64.b64encode(value).decode()
        case _:
            return value


def _reader(type_: sa.types.TypeEngine[Any]) -> Any:
    """Return the function that turns a value of :func:`_plain` back into a column's value."""
    match type_:
        case sa.DateTime():
            # SQLite keeps no zone; it is UTC everywhere.
            return lambda text: datetime.fromisoformat(text).astimezone(UTC).replace(tzinfo=None)
        case sa.Date():
            return date.fromisoformat
        case sa.LargeBinary():
            return lambda text: base64.b64decode(text, validate=True)
        case _:
            return lambda value: value


def go_on_counting(connection: sa.Connection, table: sa.Table) -> None:
    """Make PostgreSQL number new rows after the existing ones."""
    column = table.autoincrement_column
    if column is None or connection.dialect.name != "postgresql":
        return
    last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
    sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
    connection.execute(sa.select(sa.func.setval(sequence, last, False)))
