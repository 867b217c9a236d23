"""Undo and redo a game's changes, and find out what they would do now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Change, Device, Game
from scorecard.rules.words import say
from scorecard.services.history import changes, facts, members
from scorecard.services.scoring import cached_folds

LINES_AT_FIRST = 10
"""Lines of history that are read first; undo and redo nearly always need no more."""


_NEWEST = (
    select(Change)
    .where(Change.game_id == bindparam("game"), Change.is_undoable)
    .order_by(Change.version.desc())
    .limit(1)
)

_JUST_DONE = select(Change.kind).where(
    Change.game_id == bindparam("game"),
    Change.version == bindparam("version"),
    Change.device_id == bindparam("device"),
    Change.is_undoable,
)


@dataclass(frozen=True, slots=True)
class Reach:
    """What undo and redo would do now."""

    undo: Change | None
    redo: Change | None


def latest(session: Session, game: Game) -> Change | None:
    """Return the newest line of a game's history that is an undo, a redo, or could be undone."""
    just = cached_folds.line_written(game)
    if just and just.is_undoable:
        return just
    return session.scalar(_NEWEST, {"game": game.id})


def just_done(session: Session, game: Game, device: Device) -> str | None:
    """Return the kind of a game's latest change; None unless it is undoable, and the device's."""
    names = {"game": game.id, "version": game.version, "device": device.id}
    return session.scalar(_JUST_DONE, names)


def reach(session: Session, game: Game) -> Reach:
    """Return what undo and redo would do; lines are read only as far back as it takes."""
    newest = latest(session, game)
    if newest is None or newest.kind not in ("undo", "redo"):
        return Reach(undo=newest, redo=None)
    return _reach_back(session, game)


def _reach_back(session: Session, game: Game) -> Reach:
    lines = (
        select(Change.id, Change.kind, Change.reverts_id)
        .where(Change.game_id == game.id, Change.is_undoable)
        .order_by(Change.version.desc())
    )
    first = session.execute(lines.limit(LINES_AT_FIRST)).all()
    undo_id, redo_id = _reach(first)
    if None in (undo_id, redo_id) and len(first) == LINES_AT_FIRST:
        undo_id, redo_id = _reach(session.execute(lines))
    return Reach(
        undo=session.get(Change, undo_id) if undo_id else None,
        redo=session.get(Change, redo_id) if redo_id else None,
    )


def _reach(lines: Iterable[Any]) -> tuple[int | None, int | None]:
    """Return the ids of the changes to undo and redo next: 0 for nothing, None if lines ran out.

    Lines come newest first. Each undo among them cancels one change before it, and a redo is what
    it brought back, so the change to undo is the first one that is not cancelled. For redo it is
    the other way round, and any other change ends the search.
    """
    undo_id = redo_id = None
    done_hidden = undone_hidden = 0
    for change_id, kind, reverts_id in lines:
        if undo_id is None:
            if kind == "undo":
                done_hidden += 1
            elif done_hidden:
                done_hidden -= 1
            else:
                undo_id = reverts_id if kind == "redo" else change_id
        if redo_id is None:
            if kind == "redo":
                undone_hidden += 1
            elif kind != "undo":
                redo_id = 0
            elif undone_hidden:
                undone_hidden -= 1
            else:
                redo_id = reverts_id
        if undo_id is not None and redo_id is not None:
            break
    return undo_id, redo_id


def undo(
    session: Session, game: Game, write: changes.Write, *, is_keeper: bool, of: str = ""
) -> Change:
    """Take back the last change, and return it.

    A scorekeeper may take back anything, everybody else only what a device of their seat did last.
    ``of`` is the key of the write to take back, if somebody took it back on the phone while it was
    still waiting there to be sent.
    """
    # As it is stored: what this very transaction has written may have no id yet on PostgreSQL.
    change = _reach_back(session, game).undo
    if of:
        changes.refuse_future(game, write)
        if change is None or change.version not in changes.versions_of(
            session, game, write.device, [of]
        ):
            raise errors.Stale(
                say("Something else came last. Look again."),
                current={"version": game.version, "did": ""},
            )
    else:
        _refuse_other_last(session, game, write)
    if change is None:
        raise errors.Conflict(say("There is nothing to undo."))
    _refuse_foreign(session, game, change, write, is_keeper)
    _reverse(session, game, write, "undo", change, change)
    return change


def redo(session: Session, game: Game, write: changes.Write, *, is_keeper: bool) -> Change:
    """Bring back the change that was undone last, and return it."""
    _refuse_other_last(session, game, write)
    change = reach(session, game).redo
    if change is None:
        raise errors.Conflict(say("There is nothing to redo."))
    _refuse_foreign(session, game, change, write, is_keeper)
    undone = session.scalars(_UNDOING, {"change": change.id}).one()
    _reverse(session, game, write, "redo", change, undone)
    return change


_UNDOING = (
    select(Change)
    .where(Change.reverts_id == bindparam("change"), Change.kind == "undo")
    .order_by(Change.version.desc())
    .limit(1)
)


def _reverse(
    session: Session, game: Game, write: changes.Write, kind: str, change: Change, last: Change
) -> None:
    """Undo or redo a change by its ``last`` line; anecdotes that were changed since are left."""
    now = facts.of(game)
    before = {
        fact: pair[0]
        for fact, pair in facts.whole(last).items()
        if not facts.is_anecdote(fact) or now.get(fact) == pair[1]
    }
    with changes.record(
        session, game, write, kind, {"of": change.kind, **change.about}, reverts=change
    ):
        facts.restore(session, game, before)


def _refuse_other_last(session: Session, game: Game, write: changes.Write) -> None:
    """Refuse to undo or redo another change than the one that the button named.

    That is also refused after later writes of the same phone, which the button did not show.
    """
    changes.refuse_stale(session, game, replace(write, seen=frozenset()))


def _refuse_foreign(
    session: Session, game: Game, change: Change, write: changes.Write, is_keeper: bool
) -> None:
    """Refuse to take back what another phone did, unless it counts for one of the same seats."""
    if is_keeper or change.device_id == write.device.id:
        return
    seats = members.seats_of(members.everybody(session, game))
    if set(seats.get(change.device_id, ())).isdisjoint(seats.get(write.device.id, ())):
        raise errors.NotAllowed(say("Only the scorekeeper can undo what another phone did."))
