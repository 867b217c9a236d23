"""How much SQLite does for something, counted in steps of its machine: the same in every run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session


def steps(session: Session, act: Callable[[], object]) -> int:
    """Return how many steps SQLite takes for what ``act`` asks of it; skip on another database.

    It takes some for each row that it reads, also of those that nobody gets to see.
    """
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        pytest.skip("only SQLite counts its steps")
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    driver = connection.connection.driver_connection
    assert driver
    driver.set_progress_handler(count, 1)
    try:
        act()
    finally:
        driver.set_progress_handler(None, 0)
    return taken
