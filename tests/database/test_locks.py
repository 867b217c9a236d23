"""What each write locks on PostgreSQL: group before game, and whatever it changes afterwards.

Every good write of the small world is sent once to a PostgreSQL, and ended just before its commit;
then the database itself is asked which rows it has changed, and which it holds.
"""

from __future__ import annotations

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.config import Settings
from scorecard.database import portable
from scorecard.database.db import Model, db
from scorecard.web.http.access import SAFE_METHODS
from scorecard.web.http.limits import limiter
from tests.conftest import make_app
from tests.fuzzing import kept
from tests.fuzzing.requests import Ask
from tests.fuzzing.world import SECRET
from tests.servers.postgresql import Cluster

pytestmark = pytest.mark.long

OWNERS = ("groups", "games")
EACH = 2
BY_THEMSELVES = {
    ("POST", rule)
    for rule in (
        # Typed codes are counted one after the other, so that nobody guesses faster.
        *("/join", "/api/v1/join", "/groups/recover", "/api/v1/groups/recover"),
        # What comes in from files may go anywhere, and is seldom.
        *("/groups/import", "/api/v1/groups/import", "/scorecards/import"),
        *("/groups/<uid:group_uid>/import", "/api/v1/groups/<uid:group_uid>/import"),
        "/api/v1/groups/<uid:group_uid>/lists",
        "/groups/<uid:group_uid>/imports/<int:number>/undo",
        "/api/v1/groups/<uid:group_uid>/imports/<int:number>/undo",
        # What belongs to a phone, and to no group.
        *("/forget", "/api/v1/device/forget"),
        *("/scorecards/<uid:scorecard_uid>/delete", "/scorecards/<uid:scorecard_uid>/edit"),
        "/bin/scorecards/<uid:scorecard_uid>/restore",
        *("/scorecards/new", "/api/v1/scorecards"),
        "/api/v1/scorecards/<uid:scorecard_uid>/delete",
        # A game goes from one group to another, and no write shall find it in between.
        *("/games/<uid:game_uid>/group", "/api/v1/games/<uid:game_uid>/move"),
        "/api/v1/scorecards/<uid:scorecard_uid>/restore",
    )
} | {("PUT", "/api/v1/scorecards/<uid:scorecard_uid>")}
"""Writes that have the database to themselves."""
HAPPENS_IN_ITS_GAME = {
    *("games", "seats", "rounds", "entries", "scores", "changes", "write_keys"),
    *("memberships", "claims"),
}
"""What a count may change while it shares the group, beside the group's version."""
VERSION_ALONE = re.compile(r"UPDATE groups SET version=\(groups\.version \+ \S+\), changed_at=")

GROUP_AND_THEN_GAME = re.compile(
    r"WITH locked AS \(SELECT groups\.id .* FOR (UPDATE|KEY SHARE)\) "
    r"SELECT (\w+)\.group_id FROM games "
    # Only an aggregate reads the group before it gives a row.
    r"JOIN \(SELECT max\(locked\.id\) AS group_id FROM locked\) AS \2 ON true "
    r"WHERE games\.uid = \S+ FOR UPDATE OF games"
)


class Undone(Exception):
    """Raised in place of a commit."""


@dataclass
class Writing:
    """A transaction that writes, as it came to its commit."""

    is_beside: bool
    statements: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def locks(self) -> list[str]:
        """What it locked before all else, in order."""
        return [lock for statement in self.statements for lock in _locks(statement)]

    def look_at_order(self) -> None:
        """Find a lock that comes too late, or in another order than everybody else's."""
        locking = [statement for statement in self.statements if _locks(statement)]
        if self.statements[: len(locking)] != locking:
            self.faults.append("something is done before a lock, or between two")
        if self.locks not in (["all"], ["all", "game"], ["share", "game"], []):
            self.faults.append(f"it locks {self.locks}")
        used = [place for place, one in enumerate(self.statements) if "daily_uses" in one]
        puts = [place for place in used if self.statements[place].startswith("INSERT")]
        if puts and puts != [len(self.statements) - 1]:
            self.faults.append("something comes after what everybody adds to")


def _locks(statement: str) -> list[str]:
    """Return what a statement locks, in order."""
    clauses = re.findall(r"FOR (?:UPDATE|KEY SHARE)", statement)
    words = " ".join(statement.split())
    if len(clauses) == 2 and GROUP_AND_THEN_GAME.match(words):
        return [_lock_of_group(words.partition(") SELECT")[0]), "game"]
    if len(clauses) > 1:
        return ["several in any order"]
    return [_lock_of_group(words)] if clauses else []


def _lock_of_group(statement: str) -> str:
    if not re.search(r"FROM groups WHERE groups\.u?id = ", statement):
        return "no group"
    return "all" if "FOR UPDATE" in statement else "share"


@pytest.fixture
def world(
    cluster: Cluster,
    template: str,
    tmp_path: Path,
    made_once: Callable[[str, Callable[[Path], None]], Path],
) -> Iterator[tuple[Flask, list[tuple[Ask, Any]]]]:
    """The small world on PostgreSQL, and its good writes, each with a phone to send it."""
    whole = made_once("world", kept.keep)
    url = cluster.database(template)
    with kept.copied(whole, tmp_path / "world") as (small, requests):
        app = make_app(Settings(tmp_path, url, (SECRET,)))
        with small.app.app_context(), db.engine.connect() as origin:
            rows = origin
            with app.app_context(), db.engine.begin() as target:
                portable.copy_rows(rows, target)
        cookie = small.client().get_cookie("scorecard")
        assert cookie
        # Two of each route: most do the same to other things.
        times: Counter[tuple[str, str]] = Counter()
        asks = []
        for one in [*requests.forms, *requests.calls]:
            times[one.route] += 1
            if one.method not in SAFE_METHODS and times[one.route] <= EACH:
                asks.append(one)
        limiter.enabled = False
        logging.disable(logging.CRITICAL)
        yield app, [(one, cookie) for one in asks]
        logging.disable(logging.NOTSET)
        limiter.enabled = True
        with app.app_context():
            db.engine.dispose()


@contextmanager
def watched(engine: sa.Engine) -> Iterator[list[Writing]]:
    """Yield the writes of an engine as they come to their commit; none is committed."""
    under_way: dict[sa.Connection, Writing] = {}
    found: list[Writing] = []

    def begin(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        if options.get("is_write"):
            under_way[connection] = Writing(options.get("is_beside", False))

    def note(connection: sa.Connection, _cursor: object, statement: str, *_more: object) -> None:
        is_first_look = statement.startswith(("SELECT games.uid", "SELECT groups.uid"))
        if connection in under_way and not is_first_look and not statement.startswith("BEGIN"):
            under_way[connection].statements.append(statement)

    def look(session: Session) -> None:
        if session.get_bind().engine is not engine:
            return
        if writing := under_way.pop(session.connection(), None):
            if writing.is_beside:
                writing.look_at_order()
                writing.faults += unheld(session.connection(), engine, writing)
            found.append(writing)
        raise Undone

    listened: list[tuple[Any, str, Any]] = [
        (engine, "begin", begin),
        (engine, "before_cursor_execute", note),
        (Session, "before_commit", look),
    ]
    for one in listened:
        sa.event.listen(*one)
    try:
        yield found
    finally:
        for one in listened:
            sa.event.remove(*one)


def unheld(writer: sa.Connection, engine: sa.Engine, writing: Writing) -> list[str]:
    """Return which rows a transaction has changed whose group and game it does not hold."""
    changed = {table.name: _changed(writer, table) for table in portable.our_tables()}
    new = {name: {row["id"] for row in changed[name] if row["is_new"]} for name in OWNERS}

    @cache
    def is_lost(owner: str, row_id: int) -> bool:
        return row_id not in new[owner] and not _is_held(engine, owner, row_id)

    faults = []
    for name, rows in changed.items():
        for row in rows:
            owners = _owners(writer, name, row)
            lost = {owner for owner, ids in owners.items() for one in ids if is_lost(owner, one)}
            if "all" in writing.locks:
                # Who has the group has all its games.
                lost -= {"games"}
            elif lost == {"groups"} and "share" in writing.locks:
                its = [one for one in writing.statements if one.startswith("UPDATE groups")]
                is_kept = name in HAPPENS_IN_ITS_GAME and owners["games"]
                if is_kept or (name == "groups" and all(map(VERSION_ALONE.match, its))):
                    continue
            if lost:
                faults.append(f"{name}: its {sorted(lost)} not held")
    return faults


def _changed(writer: sa.Connection, table: sa.Table) -> list[dict[str, Any]]:
    """Return the rows of a table that the running transaction has written."""
    before = "xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296"
    rows = [dict(row) for row in writer.execute(table.select().where(sa.text(before))).mappings()]
    if table.name in OWNERS and rows:
        ids = tuple(row["id"] for row in rows)
        with writer.engine.connect() as other:
            known = set(other.scalars(sa.select(table.c.id).where(table.c.id.in_(ids))))
        for row in rows:
            row["is_new"] = row["id"] not in known
    return rows


def _is_held(engine: sa.Engine, name: str, row_id: int) -> bool:
    """Whether nobody else could even refer to a row now."""
    table = Model.metadata.tables[name]
    taking = sa.select(table.c.id).where(table.c.id == row_id)
    taking = taking.with_for_update(read=True, key_share=True, nowait=True)
    with engine.connect() as other:
        # Behind a row that was changed twice PostgreSQL waits all the same.
        other.exec_driver_sql("SET LOCAL lock_timeout = '100ms'")
        try:
            other.execute(taking)
        except sa.exc.OperationalError:
            return True
    return False


@cache
def _leading() -> dict[str, list[tuple[str, str]]]:
    """Return the columns of each table that lead to its group or game, and whither."""
    tables = Model.metadata.tables
    leading = set(OWNERS)
    while more := {
        table.name
        for table in tables.values()
        if table.name not in leading
        and any(key.column.table.name in leading for key in table.foreign_keys)
    }:
        leading |= more
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in leading:
        for key in tables[name].foreign_keys:
            # A rematch says which game it follows; that one's players had it made.
            if key.column.table.name in leading and key.parent.name != "rematch_of_id":
                found[name].append((key.parent.name, key.column.table.name))
    return found


def _owners(connection: sa.Connection, name: str, row: Any) -> dict[str, set[int]]:
    """Return the ids of the groups and games that a row belongs to."""
    owners: dict[str, set[int]] = {owner: set() for owner in OWNERS}
    if name in OWNERS:
        owners[name].add(row["id"])
    for column, target in _leading()[name]:
        if row[column] is None:
            continue
        table = Model.metadata.tables[target]
        to = connection.execute(table.select().where(table.c.id == row[column])).mappings().one()
        for owner, ids in _owners(connection, target, to).items():
            owners[owner] |= ids
    return owners


def test_every_write_locks_the_group_then_the_game_and_changes_only_what_it_holds(
    world: tuple[Flask, list[tuple[Ask, Any]]],
) -> None:
    app, asks = world
    with app.app_context():
        engine = db.engine
    faults: dict[tuple[str, str], set[str]] = defaultdict(set)
    beside: set[tuple[str, str]] = set()
    alone: set[tuple[str, str]] = set()
    for ask, cookie in asks:
        client = app.test_client()
        client.set_cookie("scorecard", cookie.value)
        with watched(engine) as found:
            ask.send(client).close()
        for writing in found:
            (beside if writing.is_beside else alone).add(ask.route)
            faults[ask.route] |= set(writing.faults)
    assert {route: told for route, told in faults.items() if told} == {}
    assert len(beside) > 100, beside
    assert alone <= BY_THEMSELVES
