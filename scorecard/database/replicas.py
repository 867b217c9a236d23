"""A replica of PostgreSQL, from which pages are read that may be up to two seconds old.

How old it is no clock tells, and nothing is written for it: this process asks the primary now and
then how far its log has come, and the replica must have come as far as the primary had within
these seconds. (Of what is not committed half may be written for some seconds; then the replica
just looks old.) So a quiet evening makes no replica old, and one that has lost its primary, or
whose primary answers nobody, is too old two seconds later.
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

from scorecard.database.db import NETWORK, database_address, options_for, reason

MOST_SECONDS = 2
"""How old a page from a replica may be once it is there."""
READ_SECONDS = 1.5
"""How old what it is made of may be when it is read: the rest is for making it."""
MARK_SECONDS = 0.25
"""Between two looks at how far the primary has come, while somebody asks."""
AWAY_SECONDS = 5
"""For which a replica that failed is not asked again."""
HASTE = {"connect_timeout": MOST_SECONDS, "tcp_user_timeout": 1000 * MOST_SECONDS}
"""The settings of libpq for a replica: the primary is not long in answering instead."""
SYSTEM = "SELECT system_identifier FROM pg_control_system()"
"""What a primary and its replicas have in common."""
PRIMARY_PLACE = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
# First how far it is, then what is there: the other way round that could be older. All that waits
# there, as for a migration that is just coming in, is soon over.
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
        """Let a session that has read nothing yet read here, unless this is too old or away."""
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
        """Let a session read from the primary again, from the beginning."""
        try:
            session.close()
        except sa.exc.DBAPIError:
            session.invalidate()
        session.bind = self._primary

    def fault(self) -> str | None:
        """Return why it is of no use, without a full stop, or None; wait for it if need be."""
        try:
            return self._fault()
        except Exception as error:  # noqa: BLE001 - those of drivers that need not be there
            return f"The replica cannot be used: {reason(error)}"

    def _fault(self) -> str | None:
        asked, wanted = monotonic(), self._place_of_primary()
        with self._primary.begin() as one, self.engine.begin() as other:
            # Half of what is noted last may be written; it becomes whole with the next commit.
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
        """Return how far it has come, None where it is no replica (any more)."""
        with self.engine.begin() as connection:
            found: int | None = connection.info[PLACE]
            return found

    def _place_of_primary(self) -> int:
        """Return how far its primary has come."""
        with (
            closing(self._primary.raw_connection()) as connection,
            closing(connection.cursor()) as cursor,
        ):
            cursor.execute(PRIMARY_PLACE)
            found = cursor.fetchone()
            assert found, "a SELECT of one value"
            return int(found[0])

    def _mark(self) -> None:
        """Note how far the primary is now, unless that was done just now, or somebody is at it."""
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
        """Ask it no more for a while, and with new connections then."""
        self._away_until = monotonic() + AWAY_SECONDS
        self.engine.dispose()
        log.warning("The replica is not asked for a while: %s.", reason(error))


def _begin(connection: sa.Connection) -> None:
    """Begin to read, and note how far the replica had come just before."""
    driver: Any = connection.connection
    with closing(driver.cursor()) as cursor:
        cursor.execute(BEGIN)
        cursor.nextset()
        (place,) = cursor.fetchone()
    connection.info[PLACE] = None if place is None else int(place)
