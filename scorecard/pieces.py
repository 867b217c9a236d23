"""Long work is done in pieces, between which everybody else is served.

A server process does one thing until it waits for something, and SQLite never makes it wait. So
whoever reads a long game or a large group gives way: before every statement, and wherever
:func:`give_way` says so between two. Outside of a server nobody waits, and nothing happens.
With PostgreSQL, every statement gives way anyway.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa


def _to_nobody() -> None:
    """Give way to nobody: there is no server."""


_give_way: Callable[[], None] = _to_nobody


def give_way() -> None:
    """Let others be served, if they have waited for long."""
    _give_way()


def serve_between(serve_others: Callable[[], None]) -> None:
    """Give way by ``serve_others`` from now on, which says itself whether others wait for long."""
    global _give_way  # noqa: PLW0603 - one process serves, or does not
    _give_way = serve_others
    sa.event.listen(sa.Engine, "before_cursor_execute", lambda *_statement: serve_others())
