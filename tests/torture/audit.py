"""Whether the database holds what was promised: each write once, in a history without gaps.

Nothing here trusts what the app keeps beside the facts: totals are scored again from the entries,
histories are folded from their first line, season tables are counted again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from scorecard.app import create_app
from scorecard.config import Settings
from scorecard.database.db import begin_write, db
from scorecard.models import Change, Game, Group, GroupChange, WriteKey
from scorecard.rules import Sheet, score
from scorecard.services.history import facts
from scorecard.services.keeping.recounting import recount
from scorecard.services.scoring import sheets
from scorecard.services.table.games import find_game
from tests.torture.ledger import Receipt

WITHOUT_KEY = {
    # The key of a rematch is kept with the new game.
    "rematch",
    # A phone of the group takes its seats with its first write to the game.
    "claimed",
    # Who comes in by a link or code a second time is let in, and nothing else happens.
    "joined",
}
"""The kinds of changes of a game that need no key of their own."""
WITHOUT_KEY_IN_GROUP = {
    # Came with the game or the write they were needed for.
    "player_added", "rules_changed", "agreed", "voted",
    # Decided by the vote before, which has the key.
    "adopted", "rejected",
    # Every request makes another recovery code: it is shown once.
    "recovery",
}  # fmt: skip
"""The kinds of changes of a group that need no key of their own."""

MOST_TOLD = 20
"""Faults that are told one by one."""


class Audit:
    """Looks into the database of a server, which may be running meanwhile."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._app = create_app(settings)
        self._versions: dict[int, int] = {}

    @contextmanager
    def opened(self) -> Iterator[Session]:
        """Yield a session on the database as it is now; nothing is left open or changed."""
        with self._app.app_context():
            try:
                yield db.session
            finally:
                db.session.rollback()
                db.session.close()
                # A pool would keep connections that a killed database has forgotten.
                db.engine.dispose()

    def check(
        self,
        receipts: Sequence[Receipt],
        *,
        in_full: bool = False,
        recounted: bool = True,
        has_copied: Callable[[str], bool] = lambda _key: False,
    ) -> None:
        """Raise everything that :meth:`faults` finds."""
        found = self.faults(receipts, in_full=in_full, recounted=recounted, has_copied=has_copied)
        if found:
            raise AssertionError("\n".join([f"{len(found)} faults:", *found[:MOST_TOLD]]))

    def faults(
        self,
        receipts: Sequence[Receipt],
        *,
        in_full: bool = False,
        recounted: bool = True,
        has_copied: Callable[[str], bool] = lambda _key: False,
    ) -> list[str]:
        """Return a sentence for everything that is not as it was promised.

        Looks at the games that have moved since the last audit; ``in_full`` at all of them.
        ``recounted`` counts the season tables again, too, which locks the database meanwhile.
        A refused write of which the network ``has_copied`` the key may be there once: what could
        not be done when it came first can fit when a copy comes late.
        """
        if in_full:
            self._versions.clear()
        with self.opened() as session:
            if recounted:
                begin_write(session)
            found = [*_of_database(session), *self._of_games(session), *_of_groups(session)]
            found += _of_receipts(session, receipts, has_copied)
            if recounted:
                for group in session.scalars(select(Group)).all():
                    name = group.name
                    found += [f"{name}: {line}" for line in recount(session, group)]
                    session.rollback()
                    begin_write(session)
        return found

    def refuse_command_faults(self) -> None:
        """Raise what ``scorecard check`` finds."""
        command = [
            sys.executable,
            "-m",
            "scorecard",
            "check",
            "--data",
            str(self._settings.data_dir),
        ]
        environ = os.environ | {"DATABASE_URL": self._settings.database_url}
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def games(self) -> dict[str, int]:
        """Return the version of every game."""
        with self.opened() as session:
            rows = session.execute(select(Game.uid, Game.version))
            return {row.uid: row.version for row in rows}

    def _of_games(self, session: Session) -> Iterator[str]:
        for game_id, uid, version in session.execute(select(Game.id, Game.uid, Game.version)).all():
            if self._versions.get(game_id) == version:
                continue
            game = find_game(session, uid)
            assert game is not None, "it was listed a moment ago"
            yield from _of_history(session, game)
            yield from _of_scores(game)
            self._versions[game_id] = version
            session.expunge_all()


def _of_database(session: Session) -> Iterator[str]:
    """Ask the database itself whether it is whole."""
    if session.get_bind().dialect.name != "sqlite":
        return
    for pragma in ("integrity_check", "foreign_key_check"):
        for row in session.execute(text(f"PRAGMA {pragma}")):
            if row[0] != "ok":
                yield f"{pragma}: {[*row]}"


def _of_history(session: Session, game: Game) -> Iterator[str]:
    """Fold a game's history: no gap, no line twice, each beginning where the last one ended."""
    lines = _lines(session, game)
    versions = [line.version for line in lines]
    if versions != [*range(1, game.version + 1)]:
        yield f"Game {game.uid} is at version {game.version}, its history has {versions}."
    keys = select(WriteKey.version).where(WriteKey.game_id == game.id)
    keyed = set(session.scalars(keys))
    for line in lines:
        if line.version not in keyed and line.kind not in WITHOUT_KEY:
            yield f"Game {game.uid}: version {line.version} ({line.kind}) was done without a key."
    now: dict[str, Any] = {}
    for line in lines:
        for fact, (before, after) in facts.whole(line).items():
            if fact in now and now[fact] != before:
                yield (
                    f"Game {game.uid}: version {line.version} found {fact} as {before}, "
                    f"but it was {now[fact]}."
                )
            now[fact] = after
    present = facts.of(game)
    for fact, value in now.items():
        if present.get(fact) != value:
            yield f"Game {game.uid}: {fact} is {present.get(fact)}, its history says {value}."


def _of_scores(game: Game) -> Iterator[str]:
    """Score a game again from what was typed."""
    record = sheets.record_of(game)
    scored = score(record)
    if not isinstance(scored, Sheet):
        yield f"Game {game.uid} cannot be scored: {scored.message}"
        return
    side_of = {name: side for side, names in scored.sides.items() for name in names}
    for seat in game.seats:
        total = scored.totals[side_of[seat.name]]
        if (None if seat.is_out else seat.total) != total:
            yield f"Game {game.uid}: {seat.name} has {seat.total} stored, {total} scored."
    stored_points = sheets.stored_points(game)
    for round_ in game.rounds:
        stored = stored_points.get(round_.number, {})
        counts = round_.is_closed and round_.number not in scored.after_end
        points = scored.round_scores[round_.number - 1] if counts else {}
        expected = {
            seat.id: points[side_of[seat.name]]
            for seat in game.seats
            if side_of[seat.name] in points
        }
        if stored != expected:
            yield f"Game {game.uid}: round {round_.number} has {stored} stored, not {expected}."


def _of_groups(session: Session) -> Iterator[str]:
    """Look for changes of groups that were made without a key, or beyond the group's version."""
    for group in session.scalars(select(Group)):
        keyed = set(session.scalars(select(WriteKey.version).where(WriteKey.group_id == group.id)))
        for line in session.scalars(select(GroupChange).where(GroupChange.group_id == group.id)):
            if line.version > group.version:
                yield f"{group.name} is at {group.version}, its history at {line.version}."
            if line.version not in keyed and line.kind not in WITHOUT_KEY_IN_GROUP:
                yield f"{group.name}: version {line.version} ({line.kind}) was done without a key."


def _of_receipts(
    session: Session, receipts: Sequence[Receipt], has_copied: Callable[[str], bool]
) -> Iterator[str]:
    """Look for every acknowledged write, and for what a refused one has left."""
    traces: dict[str, list[WriteKey]] = {}
    wanted = {receipt.posting.key for receipt in receipts}
    found_ids = [
        row.id for row in session.execute(select(WriteKey.id, WriteKey.key)) if row.key in wanted
    ]
    for trace_id in found_ids:
        trace = session.get_one(WriteKey, trace_id)
        traces.setdefault(trace.key, []).append(trace)
    lines: dict[int, list[Change]] = {}
    for receipt in receipts:
        if not receipt.posting.has_trace:
            continue
        found = traces.get(receipt.posting.key, [])
        told = f"{receipt.phone}: {receipt.posting.name} ({receipt.posting.key})"
        if not receipt.is_done:
            if len(found) > has_copied(receipt.posting.key):
                yield f"{told} was refused with {receipt.status} {receipt.said}, but done."
        elif len(found) != 1:
            yield f"{told} was acknowledged, and is there {len(found)} times."
        else:
            for line in _of_trace(session, receipt, found[0], lines):
                yield f"{told} {line}"


def _of_trace(
    session: Session, receipt: Receipt, trace: WriteKey, lines: dict[int, list[Change]]
) -> Iterator[str]:
    """Look at what an acknowledged write has led to; ``lines`` keeps the histories read so far."""
    if receipt.version is not None and receipt.version != trace.version:
        yield f"was answered {receipt.version}, but led to version {trace.version}."
    if trace.game_id:
        if trace.game_id not in lines:
            lines[trace.game_id] = _lines(session, session.get_one(Game, trace.game_id))
        then = _at(lines[trace.game_id], trace.version)
    else:
        then = _of_line(session, trace)
    for fact, expected in receipt.posting.facts.items():
        # A round that is closed also keeps who dealt or banked in it.
        if not _holds(then.get(fact), expected, may_say_more=fact.startswith("round/")):
            yield f"wrote {fact} {expected}, which became {then.get(fact)}."


def _lines(session: Session, game: Game) -> list[Change]:
    statement = select(Change).where(Change.game_id == game.id).order_by(Change.version)
    return list(session.scalars(statement))


def _at(lines: Sequence[Change], version: int) -> dict[str, Any]:
    """Return what a history says of every fact it names, as of one version."""
    then: dict[str, Any] = {}
    for line in lines:
        for fact, (before, after) in facts.whole(line).items():
            if line.version <= version:
                then[fact] = after
            else:
                then.setdefault(fact, before)
        if line.version == version:
            then["kind"] = line.kind
    return then


def _of_line(session: Session, trace: WriteKey) -> dict[str, Any]:
    """Return what a group's history says of one version."""
    line = session.scalar(
        select(GroupChange).where(
            GroupChange.group_id == trace.group_id, GroupChange.version == trace.version
        )
    )
    return {"kind": line.kind, "about": line.about} if line else {}


def _holds(value: Any, expected: Any, *, may_say_more: bool = False) -> bool:
    """Whether what is there is what was written, as far as that says.

    A part of it may say more than was written only where ``may_say_more``.
    """
    if isinstance(expected, bool):
        return bool(value) is expected
    if isinstance(expected, Mapping) and isinstance(value, Mapping):
        return all(
            _holds(value.get(key), part)
            if may_say_more or isinstance(part, bool)
            else value.get(key) == part
            for key, part in expected.items()
        )
    return bool(value == expected)
