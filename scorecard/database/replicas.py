"""A replica of PostgreSQL, from which pages are read that may be up to two seconds old.

Its age is found out without clocks and writes: this process asks the primary now and then for its
place (how much of its log is written), and the replica must have replayed all that was written up
to two seconds ago. (Half-written parts of the log may make it look older for some seconds.) So an
evening without writes makes no replica old; one whose primary is away is too old two seconds later.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from contextlib import closing
from time import monotonic, sleep
from typing import Any

import sqlalchemy as sa
from sqlalchemy import orm

from scorecard.database.db import NETWORK, close, database_address, options_for, reason

MOST_SECONDS = 2
"""How old a page from a replica may be when it arrives."""
READ_SECONDS = 1.5
"""How old the rows may be when they are read; the rest is the time for making the page."""
MARK_SECONDS = 0.25
"""Time between two questions for the primary's place, while pages are asked for."""
AWAY_SECONDS = 5
"""How long a replica that failed is not used."""
HASTE = {"connect_timeout": MOST_SECONDS, "tcp_user_timeout": 1000 * MOST_SECONDS}
"""The settings of libpq for a replica: it is given up soon, for the primary can answer."""
SYSTEM = "SELECT system_identifier FROM pg_control_system()"
"""What a primary and its replicas have in common."""
PRIMARY_PLACE = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
# The place is read first, so that the rows are at least as new. The timeout is for statements that
# wait for a lock, as while a migration is replayed.
BEGIN = f"""
    BEGIN READ ONLY;
    SELECT CASE WHEN pg_is_in_recovery()
        THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') END;
    COMMIT;
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL statement_timeout = '{MOST_SECONDS}s'
"""
PLACE = "place"

log = logging.getLogger(__name__)


class Replica:
    """The replica at an address, beside the engine of its primary."""

    def __init__(self, primary: sa.Engine, url: str) -> None:
        options = options_for(database_address(url, "REPLICA_URL"), {**NETWORK, **HASTE})
        own_way = {"begin": _begin}
        self.engine = sa.create_engine(**options, execution_options=own_way, hide_parameters=True)
        self._primary = primary
        self._marks: deque[tuple[float, int]] = deque()
        self._away_until = 0.0
        self._lock = threading.Lock()

    def lend(self, session: orm.Session) -> bool:
        """Bind a session that has read nothing yet to the replica; return False if it is no use."""
        if monotonic() < self._away_until:
            return False
        try:
            self._mark()
            session.bind = self.engine
            if self._is_fresh(session.connection().info[PLACE]):
                return True
        except Exception as error:  # noqa: BLE001 - whatever it is, the primary may answer
            self._give_up(error)
        self.take_back(session)
        return False

    def take_back(self, session: orm.Session) -> None:
        """Bind a session to the primary again, without what it has read."""
        close(session)
        session.bind = self._primary

    def fault(self) -> str | None:
        """Return why the replica is no use, without a full stop, or None; wait if it is behind."""
        try:
            return self._fault()
        except Exception as error:  # noqa: BLE001 - those of drivers that need not be there
            return f"The replica cannot be used: {reason(error)}"

    def _fault(self) -> str | None:
        asked, wanted = monotonic(), self._place_of_primary()
        with self._primary.begin() as one, self.engine.begin() as other:
            # The commit of this writes the last part of the log, which may be half-written.
            one.execute(sa.text("SELECT pg_current_xact_id()"))
            if len({connection.scalar(sa.text(SYSTEM)) for connection in (one, other)}) > 1:
                return "REPLICA_URL names another database than DATABASE_URL"
        while (place := self._place()) is not None:
            if place >= wanted:
                return None
            if monotonic() > asked + MOST_SECONDS:
                return "The replica is more than two seconds behind"
            sleep(MARK_SECONDS)
        return "REPLICA_URL names no replica"

    def _place(self) -> int | None:
        """Return how much of the log is replayed, None where it is no replica (any more)."""
        with self.engine.begin() as connection:
            found: int | None = connection.info[PLACE]
            return found

    def _place_of_primary(self) -> int:
        """Return how much of the log the primary has written."""
        with (
            closing(self._primary.raw_connection()) as connection,
            closing(connection.cursor()) as cursor,
        ):
            cursor.execute(PRIMARY_PLACE)
            found = cursor.fetchone()
            assert found, "a SELECT of one value"
            return int(found[0])

    def _mark(self) -> None:
        """Note the primary's place, unless that was done just now or another thread does it."""
        now = monotonic()
        if self._marks and now < self._marks[-1][0] + MARK_SECONDS:
            return
        if self._lock.acquire(blocking=False):
            try:
                self._marks.append((now, self._place_of_primary()))
                while self._marks[0][0] < now - MOST_SECONDS:
                    self._marks.popleft()
            finally:
                self._lock.release()

    def _is_fresh(self, place: int | None) -> bool:
        """Whether a replica that is at ``place`` shows all that the primary did a moment ago."""
        since = monotonic() - READ_SECONDS
        marks = tuple(self._marks)
        return place is not None and any(at >= since and mark <= place for at, mark in marks)

    def _give_up(self, error: Exception) -> None:
        """Do not use the replica for a while; then with new connections."""
        self._away_until = monotonic() + AWAY_SECONDS
        self.engine.dispose()
        log.warning("The replica is not asked for a while: %s.", reason(error))


def _begin(connection: sa.Connection) -> None:
    """Begin to read, and note the replica's place just before."""
    driver: Any = connection.connection
    with closing(driver.cursor()) as cursor:
        cursor.execute(BEGIN)
        cursor.nextset()
        (place,) = cursor.fetchone()
    connection.info[PLACE] = None if place is None else int(place)
