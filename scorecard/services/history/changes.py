"""Every write to a game or group passes here: who, when, under which key, against which version.

A use case makes its changes inside :func:`record`, which raises the version, scores the game again,
writes the line of history and announces the game to its phones. :func:`earlier` recognises a write
that was done before by its key, so that it is not done again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from typing import Any, cast

from sqlalchemy import Select, Table, and_, bindparam, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from scorecard import errors
from scorecard.database import pieces
from scorecard.live import hub
from scorecard.models import Change, Device, Game, Group, GroupChange, Round, WriteKey
from scorecard.models.change import FORM, IMPORT
from scorecard.rules.fold import Fold
from scorecard.rules.words import begun, say
from scorecard.services.history import facts, history, members
from scorecard.services.limits import codes
from scorecard.services.scoring import cached_folds, rows, sheets
from scorecard.services.standings import results

NOT_UNDOABLE = ("moved", "anecdote")
"""Kinds of changes that undo passes over; one takes them back by making the opposite change.

Who may move a game depends on the group that it comes from and goes to. An anecdote is no step of
the game, and would stand between players and the undo of their own count.
"""
SHOWN_BY_GROUP = frozenset({"deleted_at", "ended_at", "started_at", "is_friendly", "friendly_in"})
"""Facts of a game that its group's pages show: what is played, of which day, what was deleted."""
OUT_OF_BIN = ("restored", "undo", "redo")
"""The changes that can be made to a game in the bin."""


@dataclass(frozen=True, slots=True)
class Write:
    """Who writes, when, against which version of the game, under which key, and how it came.

    ``fingerprint`` is a digest of what is written, so that a key used for something else is
    noticed. ``seen`` are versions after ``version`` that the writer knows of: its own earlier
    writes, which waited with this one for a network, and what it overwrites on purpose.
    ``made_at`` is when it was made, where it had to wait on a phone.
    """

    device: Device
    at: datetime
    version: int = 0
    key: str = ""
    fingerprint: str = ""
    seen: frozenset[int] = frozenset()
    source: str = FORM
    made_at: datetime | None = None

    def has_seen(self, version: int) -> bool:
        """Whether the writer had seen the change that led to a version of the game."""
        return version <= self.version or version in self.seen

    @property
    def keyless(self) -> Write:
        """The same write without its key, for a part of it: a key is remembered only once."""
        return replace(self, key="")

    @property
    def imported(self) -> Write:
        """The same write, marked as one that imports a file or list."""
        return replace(self, source=IMPORT)


# Built once, because every write runs it; nearly always it finds nothing.
_BY_KEY = select(cast(Table, WriteKey.__table__).c.id).where(
    WriteKey.device_id == bindparam("device"), WriteKey.key == bindparam("key")
)


def earlier(session: Session, write: Write) -> WriteKey | None:
    """Return the stored key of this write if it was done before, else None.

    Raises :class:`BadInput` when the key was used for a different write.
    """
    if not write.key:
        return None
    names = {"device": write.device.id, "key": write.key}
    if (key_id := session.connection().scalar(_BY_KEY, names)) is None:
        return None
    done = session.get_one(WriteKey, key_id)
    if not done.fingerprint.startswith(write.fingerprint):
        raise errors.BadInput(
            say("This key was used for another write."), field="key", code="key_reused"
        )
    return done


def earlier_by_anybody(session: Session, game: Game, write: Write) -> WriteKey | None:
    """Return the stored key of this write to a game if any device has done it before, else None.

    A phone that has lost its cookie is another device, and still sends what waits on it. Knowing a
    key gives no other right: see :func:`versions_of`.
    """
    if not write.key:
        return None
    return session.scalar(
        select(WriteKey)
        .where(WriteKey.game_id == game.id, WriteKey.key == write.key)
        .where(WriteKey.fingerprint.startswith(write.fingerprint))
        .limit(1)
    )


def versions_of(
    session: Session, game: Game, device: Device, keys: Collection[str]
) -> frozenset[int]:
    """Return the versions of a game that a device's writes with these keys led to.

    Keys of other devices are ignored: with the key of another phone's count one could overwrite it
    without seeing it. So a phone that has lost its cookie is shown what it would overwrite.
    """
    if not keys:
        return frozenset()
    # A write that changed nothing led to no version; the change at that version is another's.
    of_the_same = (Change.game_id == WriteKey.game_id, Change.device_id == WriteKey.device_id)
    return frozenset(
        session.scalars(
            select(Change.version)
            .join(WriteKey, and_(Change.version == WriteKey.version, *of_the_same))
            .where(WriteKey.device_id == device.id, WriteKey.key.in_(keys))
            .where(WriteKey.game_id == game.id)
        )
    )


def remember(session: Session, written: Game | Group, write: Write) -> None:
    """Store the write's key, with the version it led to."""
    if keys := _keys(written, write):
        rows.write(session, *keys)


def _keys(written: Game | Group, write: Write) -> list[rows.Writing]:
    """Return the row to write for the write's key, in a list; none without a key."""
    row = {
        "device_id": write.device.id,
        "key": write.key,
        "fingerprint": write.fingerprint,
        "game_id": written.id if isinstance(written, Game) else None,
        "group_id": written.id if isinstance(written, Group) else None,
        "version": written.version,
        "at": write.at,
    }
    return [rows.Writing(WriteKey, row)] if write.key else []


@contextmanager
def record(
    session: Session,
    game: Game,
    write: Write,
    kind: str,
    about: dict[str, Any] | None = None,
    *,
    reverts: Change | None = None,
    counting: sheets.Counting | None = None,
    rounds: Collection[Round] | None = None,
) -> Iterator[Callable[[], sheets.Reading]]:
    """Make what the ``with`` block does to the game's facts one change with a line of history.

    The game's version is raised before the block runs; the block may add to ``about``. After its
    last change it may call what it is given, which scores the game; else that is done after it. Of
    the game's rounds it may change only those in ``rounds``, if these are given. With ``counting``
    it may change only that round, and while that is open it must have asked the rules about it
    itself. Raises whatever the rules refuse. If no fact was changed, no line is written and the
    version stays.
    """
    about = {} if about is None else about
    refuse_future(game, write)
    refuse_deleted(game, kind)
    before = _facts_of(game, counting, rounds)
    stood = _standing(game)
    _add_to_version(game, 1)
    rescored = cache(partial(sheets.rescore, session, game, counting))
    yield rescored
    fold = _settle(session, game, write, counting, rescored, before)
    what = facts.difference(before, _facts_of(game, counting, rounds))
    if game.group and (what.keys() & SHOWN_BY_GROUP or _standing(game) != stood):
        results.touch(session, game.group, write.at)
    if what:
        also = _keys(game, write)
        line = note(session, game, write, kind, about, what=what, reverts=reverts, also=also)
        last = counting.rounds[-1] if counting else None
        cached_folds.put_once_committed(session, game, fold, last, line)
    else:
        _add_to_version(game, -1)
        remember(session, game, write)


def _facts_of(
    game: Game, counting: sheets.Counting | None, rounds: Collection[Round] | None
) -> facts.Facts:
    return facts.of_rounds(game, counting.rounds[:1]) if counting else facts.of(game, rounds)


def _settle(
    session: Session,
    game: Game,
    write: Write,
    counting: sheets.Counting | None,
    rescored: Callable[[], sheets.Reading],
    was: facts.Facts,
) -> Fold:
    """Score a game after a change, and store what it counts for; return its fold."""
    if counting and counting.is_open:
        return counting.before
    reading = rescored()
    if was.get("ended_at") or game.ended_at:
        results.settle(session, game, write.at, reading)
    return reading.fold


def _standing(game: Game) -> list[tuple[int, int]]:
    return [(seat.rank, seat.total) for seat in game.seats]


def refuse_deleted(game: Game, kind: str = "") -> None:
    """Refuse a change of a game in the bin, unless this ``kind`` takes it out."""
    refuse_deleted_group(game)
    if game.deleted_at and kind not in OUT_OF_BIN:
        raise errors.Conflict(
            say("The game is in the trash. Restore it first."), code="game_deleted"
        )


def delete_all(session: Session, group: Group, games: Sequence[Game], write: Write) -> None:
    """Put games of a group into the bin, each with its line of history, and recount its seasons."""
    for game in games:
        pieces.give_way()
        refuse_deleted_group(game)
        game.deleted_at = write.at
        _add_to_version(game, 1)
        note(session, game, write, "deleted", what={"deleted_at": [None, write.at.isoformat()]})
    if games:
        results.settle_all(session, group, games, write.at)


def _add_to_version(game: Game, by: int) -> None:
    """Change the version in memory only; :func:`note` stores it with the line of history."""
    set_committed_value(game, "version", game.version + by)


def add(
    session: Session, game: Game, write: Write, kind: str, about: dict[str, Any] | None = None
) -> None:
    """Make what is no fact of a game a change of it: a line at the next version, and the key."""
    session.flush()
    _add_to_version(game, 1)
    note(session, game, write, kind, about, also=_keys(game, write))


def note(
    session: Session,
    game: Game,
    write: Write,
    kind: str,
    about: dict[str, Any] | None = None,
    *,
    what: facts.Difference | None = None,
    reverts: Change | None = None,
    also: Sequence[rows.Writing] = (),
) -> Change:
    """Write a line of history at the game's present version, and announce the game.

    Its code is freed or drawn with it: see :func:`codes.code_after`. ``also`` is written with it.
    Return the line, as a :class:`Change` that is not attached to the session.
    """
    code = codes.code_after(session, game, write.at)
    changed = {} if code == game.code else {"code": code}
    now = {"version": game.version, "changed_at": write.at, **changed}
    kept = facts.as_kept(what or {}, write.device.id, write.at)
    row = line_of(game, write, kind, about or {}, kept) | {
        "is_undoable": bool(what) and kind not in NOT_UNDOABLE,
        "reverts_id": reverts.id if reverts else None,
    }
    added = rows.write(session, rows.Writing(game, now), *also, rows.Writing(Change, row))
    hub.announce(session, game)
    return Change(id=added, **row)


def line_of(
    thing: Game | Group, write: Write, kind: str, about: dict[str, Any], what: facts.Difference
) -> dict[str, Any]:
    """Return the columns of a line of history at the present version of a game or group."""
    return {
        "game_id" if isinstance(thing, Game) else "group_id": thing.id,
        "version": thing.version,
        "kind": kind,
        "what": what,
        "about": about,
        "device_id": write.device.id,
        "at": write.at,
        "source": write.source,
        "made_at": write.made_at,
    }


def refuse_stale(
    session: Session, game: Game, write: Write, touching: Collection[str] = ()
) -> None:
    """Refuse a write if somebody changed a fact that its writer has not seen.

    Where facts are named in ``touching``, only changes of those count. The :class:`Stale` says
    who changed what last.
    """
    refuse_future(game, write)
    if write.version == game.version:
        # Most often nobody has written anything since.
        return
    newer = newest(game, after=write.version).where(Change.is_undoable)
    for change in session.scalars(newer):
        if write.has_seen(change.version):
            continue
        if not touching or not change.what.keys().isdisjoint(touching):
            by = members.name_of(session, game, change.device_id, to=write.device)
            did = history.sentence(change, game)
            raise errors.Stale(
                say(
                    "%(by)s changed the game meanwhile (%(did)s). Look again.",
                    by=begun(by),
                    did=did,
                ),
                current={"version": game.version, "did": did},
                by=by,
            )


def refuse_future(thing: Game | Group, write: Write) -> None:
    """Refuse a write against a version that the game or group has not reached.

    That happens after the server was restored from a backup older than what the phone has seen.
    """
    if write.version > thing.version:
        raise errors.Stale(
            say("The game is older here than on this phone. Look again.")
            if isinstance(thing, Game)
            else say("The group is older here than on this phone. Look again."),
            current={"version": thing.version, "did": ""},
        )


def refuse_ended(game: Game) -> None:
    """Refuse a write to a game after End Game."""
    if game.is_ended:
        raise errors.Conflict(
            say("The game has ended. The scorekeeper can reopen it."), code="game_ended"
        )


def refuse_deleted_group(game: Game) -> None:
    """Refuse a write to a game of a group that lies in the bin."""
    if game.group and game.group.deleted_at:
        raise errors.Conflict(
            say(
                "%(name)s is in the trash, with its games. A scorekeeper can restore it.",
                name=game.group.name,
            ),
            code="group_deleted",
        )


def lines(session: Session, thing: Game | Group, *, after: int = 0) -> list[Any]:
    """Return the changes of a game or group after one of its versions, newest first."""
    return list(session.scalars(newest(thing, after=after)))


def at_version(session: Session, thing: Game | Group, version: int) -> Any:
    """Return the change that led to a version of a game or group, or None."""
    return session.scalar(newest(thing).filter_by(version=version))


def last_of(session: Session, game: Game, fact: str, *kinds: str) -> Change | None:
    """Return the latest change of a fact of a game, or None; if any, only of ``kinds``."""
    found = session.scalars(newest(game, *kinds))
    return next((change for change in found if fact in change.what), None)


def newest(
    thing: Game | Group, *kinds: str, after: int = 0, before: int | None = None
) -> Select[Any]:
    """Select the changes of a game or group, newest first: all, or of ``kinds`` and versions."""
    line: Any = Change if isinstance(thing, Game) else GroupChange
    is_theirs = line.game_id == thing.id if line is Change else line.group_id == thing.id
    wanted = select(line).where(is_theirs, line.version > after).order_by(line.version.desc())
    wanted = wanted.where(line.kind.in_(kinds)) if kinds else wanted
    return wanted if before is None else wanted.where(line.version < before)
