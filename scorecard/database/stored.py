"""How much a write stores: the bytes of all rows that it inserts, measured as they are sent.

Updates and deletions are not measured, for each of them inserts a line of history anyway.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

VALUE_BYTES = 8
"""Bytes of a value besides its text: a number, and its part of the row and of the indexes."""
_BYTES = "stored_bytes"


def begin(connection: sa.Connection) -> None:
    """Measure what is stored through this connection from now on."""
    connection.info[_BYTES] = 0


def bytes_stored(connection: sa.Connection) -> int:
    """Return how many bytes were stored through this connection since :func:`begin`."""
    return int(connection.info.get(_BYTES, 0))


@sa.event.listens_for(sa.Engine, "begin")
def _forget(connection: sa.Connection) -> None:
    connection.info.pop(_BYTES, None)


@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def _measure(
    connection: sa.Connection,
    _cursor: object,
    statement: str,
    parameters: Any,
    context: Any,
    _is_many: bool,
) -> None:
    # A statement that is sent as text has no such sign.
    is_insert = statement.startswith("INSERT") or (context is not None and context.isinsert)
    if is_insert and _BYTES in connection.info:
        rows = parameters if isinstance(parameters, list) else (parameters,)
        connection.info[_BYTES] += sum(map(_size, rows))


def _size(row: Mapping[str, Any] | Collection[Any]) -> int:
    """Return how many bytes a row takes, or several rows whose values are sent together."""
    values = row.values() if isinstance(row, Mapping) else row
    long = [_length(value) for value in values if isinstance(value, (str, bytes))]
    return VALUE_BYTES * len(values) + sum(long)


def _length(value: str | bytes) -> int:
    if isinstance(value, bytes) or value.isascii():
        return len(value)
    return len(value.encode("utf-8", "replace"))
