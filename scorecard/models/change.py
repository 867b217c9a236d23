"""What changed, when, from which device and how it came; and the keys of writes already done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import (
    Mapped,
    ORMExecuteState,
    Session,
    declared_attr,
    mapped_column,
    relationship,
)

from scorecard.database.db import Model, UtcDateTime
from scorecard.models.device import Device

FORM, API, IMPORT, REPLAY, SERVER = SOURCES = ("form", "api", "import", "replay", "server")
"""How a change came: a form; a program; a file or list; a phone that had kept it because it could
not be sent; and what the server does by itself."""


class Line:
    """What the lines of every history have in common. They are only ever added to.

    ``version`` is that of the whole after the change. ``what`` maps each fact that changed to what
    it was and what it became (``{fact: [before, after]}``); ``about`` says for people what it was
    about. ``at`` is when it arrived, and ``made_at`` when it was made on a phone that could not
    send it then. ``source`` is None in lines from before it was kept.
    """

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(20))
    what: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    about: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    source: Mapped[str | None] = mapped_column(sa.String(10))
    made_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    @declared_attr
    def device_id(self) -> Mapped[int]:
        """Return the column of the device it came from."""
        return mapped_column(sa.ForeignKey("devices.id"))


class Change(Line, Model):
    """One line of a game's history.

    Its ``what`` is also what undo restores. Changes of access have none and are not
    ``is_undoable``; an undo or redo names the change it ``reverts``.
    """

    __tablename__ = "changes"
    __table_args__ = (sa.UniqueConstraint("game_id", "version"),)

    game_id: Mapped[int] = mapped_column(sa.ForeignKey("games.id", ondelete="CASCADE"))
    is_undoable: Mapped[bool]
    reverts_id: Mapped[int | None] = mapped_column(sa.ForeignKey("changes.id"))

    device: Mapped[Device] = relationship()


class GroupChange(Line, Model):
    """One line of a group's history: its roster, seasons, book, phones and settings."""

    __tablename__ = "group_changes"
    __table_args__ = (sa.UniqueConstraint("group_id", "version"),)

    group_id: Mapped[int] = mapped_column(sa.ForeignKey("groups.id", ondelete="CASCADE"))
    # Lines from before it was kept have nothing in it.
    what: Mapped[dict[str, Any]] = mapped_column(
        sa.JSON, default=dict, server_default=sa.text("'{}'")
    )


class WriteKey(Model):
    """The key a phone made for one write, so that the same write arriving twice is done once.

    ``fingerprint`` tells the same write from another one under the same key. It was a write to a
    game or to a group, whose ``version`` it led to.
    """

    __tablename__ = "write_keys"
    __table_args__ = (sa.UniqueConstraint("device_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    key: Mapped[str] = mapped_column(sa.String(64))
    fingerprint: Mapped[str] = mapped_column(sa.String(64))
    game_id: Mapped[int | None] = mapped_column(
        sa.ForeignKey("games.id", ondelete="CASCADE"), index=True
    )
    group_id: Mapped[int | None] = mapped_column(
        sa.ForeignKey("groups.id", ondelete="CASCADE"), index=True
    )
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class HistoryStands(RuntimeError):
    """Somebody's code tried to change or delete a line of history."""


@event.listens_for(Line, "before_update", propagate=True)
@event.listens_for(Line, "before_delete", propagate=True)
def _refuse(_mapper: object, _connection: object, line: Line) -> None:
    raise HistoryStands(f"{line.kind}, version {line.version}: history is only added to.")


@event.listens_for(Session, "do_orm_execute")
def _refuse_many(asked: ORMExecuteState) -> None:
    # What erases a whole game or group, or a person's name, goes to the table itself.
    is_write = asked.is_update or asked.is_delete
    if is_write and asked.bind_mapper and issubclass(asked.bind_mapper.class_, Line):
        raise HistoryStands("History is only added to.")
