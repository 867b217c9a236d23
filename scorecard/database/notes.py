"""Notes of what a transaction makes: handed on once it is committed, undone if it is rolled back.

Nothing outside of a transaction may build on what can still be rolled back: no cache, no phone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

Key = TypeVar("Key")
Value = TypeVar("Value")
_NOTES = "scorecard.notes"
_kinds: list[Notes[Any, Any]] = []


class Notes(Generic[Key, Value]):
    """One kind of notes, made once by the module that takes them.

    After the commit ``hand_on`` gets the session, and the key and the value of each note, in the
    order in which they were taken; after a rollback ``undo`` gets the session, and all of them at
    once. Neither may ask the database.
    """

    def __init__(
        self,
        hand_on: Callable[[Session, Key, Value], object] | None = None,
        undo: Callable[[Session, dict[Key, Value]], object] | None = None,
    ) -> None:
        self._hand_on = hand_on
        self._undo = undo
        _kinds.append(self)

    def of(self, session: Session) -> dict[Key, Value]:
        """Return the notes of the running transaction, to put further ones into."""
        notes: dict[Key, Value] = session.info.setdefault(_NOTES, {}).setdefault(self, {})
        return notes

    def end(self, session: Session, notes: dict[Key, Value], *, is_committed: bool) -> None:
        """Hand the notes on, or undo them."""
        if is_committed and self._hand_on:
            for note in notes.items():
                self._hand_on(session, *note)
        elif notes and not is_committed and self._undo:
            self._undo(session, notes)


@sa.event.listens_for(Session, "after_commit")
def _keep(session: Session) -> None:
    # After a savepoint it is not known yet whether the whole will stand.
    if not session.in_nested_transaction():
        _end(session, is_committed=True)


@sa.event.listens_for(Session, "after_soft_rollback")
def _drop(session: Session, _transaction: object) -> None:
    _end(session, is_committed=False)


def _end(session: Session, *, is_committed: bool) -> None:
    notes = session.info.pop(_NOTES, {})
    for kind in _kinds:
        if kind in notes:
            kind.end(session, notes[kind], is_committed=is_committed)
