"""How much work something is, counted and not timed: no test depends on how busy the machine is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions are called in all, those of the interpreter included."""
    calls = 0

    def note(_frame: object, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def grows_as(work: Callable[[int], Callable[[], object]], fewer: int, times: int = 4) -> float:
    """Return by how much more there is to do for so many times as many, of which it is a multiple.

    ``work`` makes ready whatever is to be done with so many. What grows evenly gives about 1, what
    compares each with all others gives as much as ``times``.
    """
    less, more = calls_of(work(fewer)), calls_of(work(fewer * times))
    return more / less / times


@contextmanager
def statements(session: Session) -> Iterator[list[str]]:
    """Yield the statements that are asked of the database meanwhile."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: object) -> None:
        found.append(statement)

    engine = session.get_bind().engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
