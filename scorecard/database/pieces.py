"""Long work is done in pieces, between which other requests are served.

A server process does one thing until it waits for something, and SQLite never makes it wait. So
code that reads a long game or a large group gives way: automatically before every statement, and
in between wherever it calls :func:`give_way`. Outside of a server that does nothing. With
PostgreSQL, every statement gives way anyway.

A write gives way less often, because other writes have to wait until it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar
from weakref import WeakSet

import sqlalchemy as sa

Item = TypeVar("Item")


def _to_nobody() -> None:
    """Give way to nobody: there is no server."""


_give_way: Callable[[], None] = _to_nobody
_writers: WeakSet[sa.Connection] = WeakSet()
_is_undivided = False


def is_writing() -> bool:
    """Return whether a write of this process is under way."""
    return bool(_writers)


def give_way() -> None:
    """Let other requests be served, if they have waited for long."""
    if not _is_undivided:
        _give_way()


@contextmanager
def undivided() -> Iterator[None]:
    """Do not give way inside the ``with`` block, which must be short."""
    global _is_undivided  # noqa: PLW0603 - nobody else does anything meanwhile
    _is_undivided = True
    try:
        yield
    finally:
        _is_undivided = False


def serve_between(serve_others: Callable[[], None]) -> None:
    """From now on call ``serve_others`` to give way; it decides whether others have waited long."""
    global _give_way  # noqa: PLW0603 - one process serves, or does not
    _give_way = serve_others
    sa.event.listen(sa.Engine, "before_cursor_execute", lambda *_statement: give_way())


@sa.event.listens_for(sa.Engine, "begin")
def _begin(connection: sa.Connection) -> None:
    if connection.get_execution_options().get("is_write", False):
        _writers.add(connection)


@sa.event.listens_for(sa.Engine, "commit")
@sa.event.listens_for(sa.Engine, "rollback")
def _end(connection: sa.Connection) -> None:
    _writers.discard(connection)


def in_parts(items: Iterable[Item], most: int) -> Iterator[list[Item]]:
    """Yield the items in order, at most so many at a time."""
    left = iter(items)
    while part := list(islice(left, most)):
        yield part
