"""How much a write stores: the bytes of all rows that it inserts, measured as they are sent.

Updates and deletions are not measured, for each of them inserts a line of history anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    _statement: str,
    parameters: Any,
    context: Any,
    _is_many: bool,
) -> None:
    if context is not None and context.isinsert and _BYTES in connection.info:
        rows = parameters if isinstance(parameters, list) else (parameters,)
        connection.info[_BYTES] += sum(map(_size, rows))


def _size(row: Mapping[str, Any] | Iterable[Any]) -> int:
    """Return how many bytes a row takes, or several rows whose values are sent together."""
    values = row.values() if isinstance(row, Mapping) else row
    return sum(VALUE_BYTES + _length(value) for value in values)


def _length(value: object) -> int:
    if isinstance(value, str):
        return len(value) if value.isascii() else len(value.encode("utf-8", "replace"))
    return len(value) if isinstance(value, bytes) else 0
