"""What changed, when, from which device and how it came; and the keys of writes already done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column

from scorecard.database.db import Model, erased_with, with_default

FORM, API, IMPORT, REPLAY, SERVER = SOURCES = ("form", "api", "import", "replay", "server")
"""How a change came: by a form; by a program; from an imported file or list; late, from a phone
that could not send it at once; by the server itself."""
OF_GROUPS = sa.text("group_id IS NOT NULL")
"""The condition for keys of writes to groups."""
ENTERED = ("counted", "corrected", "described", "closed")
"""The kinds of changes by which people enter what they play; ``about`` tells in which round."""


class Line:
    """What the lines of every history have in common; lines are never changed or deleted.

    ``version`` is that of the game or group after the change. ``what`` maps each fact that changed
    to its values before and after (``{fact: [before, after]}``), those of a game's entries as
    ``facts.as_kept`` says; ``about`` holds what the line's sentence is made of. ``at`` is when the
    change arrived, and ``made_at`` when it was made on a phone that could not send it at once.
    ``source`` is None in lines older than that column.
    """

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(20))
    what: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    about: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    at: Mapped[datetime]
    source: Mapped[str | None] = mapped_column(sa.String(10))
    made_at: Mapped[datetime | None]
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))


class Change(Line, Model):
    """One line of a game's history.

    Undo restores the values before in ``what``. Changes of access have none and are not
    ``is_undoable``; an undo or redo names the change it ``reverts``.
    """

    __tablename__ = "changes"
    __table_args__ = (sa.UniqueConstraint("game_id", "version"),)

    game_id: Mapped[int] = erased_with("games")
    is_undoable: Mapped[bool]
    reverts_id: Mapped[int | None] = mapped_column(sa.ForeignKey("changes.id"))


class GroupChange(Line, Model):
    """One line of a group's history: its roster, seasons, book, phones and settings."""

    __tablename__ = "group_changes"
    __table_args__ = (sa.UniqueConstraint("group_id", "version"),)

    group_id: Mapped[int] = erased_with("groups")
    # Lines older than this column have nothing in it.
    what: Mapped[dict[str, Any]] = with_default(dict, sa.JSON)


class WriteKey(Model):
    """The key a phone made for one write, so that the same write arriving twice is done once.

    ``fingerprint`` tells the same write from another one under the same key; earlier releases
    stored a longer one, which begins alike. ``version`` is the one that it led to, of the game or
    of the group. It is deleted after ``old_keys.KEPT``.
    """

    __tablename__ = "write_keys"
    __table_args__ = (
        sa.UniqueConstraint("device_id", "key"),
        # Nearly all writes are to games.
        sa.Index(None, "group_id", sqlite_where=OF_GROUPS, postgresql_where=OF_GROUPS),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    key: Mapped[str] = mapped_column(sa.String(64))
    fingerprint: Mapped[str] = mapped_column(sa.String(64))
    game_id: Mapped[int | None] = erased_with("games", index=True)
    group_id: Mapped[int | None] = erased_with("groups")
    version: Mapped[int]
    at: Mapped[datetime]


class HistoryStands(RuntimeError):
    """Raised when code tries to change or delete a line of history."""


@event.listens_for(Line, "before_update", propagate=True)
@event.listens_for(Line, "before_delete", propagate=True)
def _refuse(_mapper: object, _connection: object, line: Line) -> None:
    raise HistoryStands(f"{line.kind}, version {line.version}: history is only added to.")


@event.listens_for(Session, "do_orm_execute")
def _refuse_many(statement: ORMExecuteState) -> None:
    # Erasing a whole game or group, or forgetting a player, uses statements on the table itself.
    is_write = statement.is_update or statement.is_delete
    if is_write and statement.bind_mapper and issubclass(statement.bind_mapper.class_, Line):
        raise HistoryStands("History is only added to.")
