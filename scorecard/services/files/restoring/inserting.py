"""Insert rows for parts of a file, whose references to players, phones and so on are translated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import Device, Game, Group, Player
from scorecard.services.files.format import file_format, tables
from scorecard.services.groups import access
from scorecard.services.history import changes
from scorecard.services.keeping.bin import TIME_IN_BIN

AT_ONCE = 400
"""Uids that are asked for at once: databases limit how many values a question has."""
Parts = Sequence[tuple[int, file_format.Document]]
"""Parts of a file, each with the id of its owner, in which it stands, or with its own."""


@dataclass(slots=True)
class Places:
    """The rows here of what a file refers to: its group, players, phones, versions and games.

    ``players`` are by uid and ``phones``, as ids of devices, by number, as in the file;
    ``versions`` are ids of house rules' versions, by the uid of the house rules, the version's
    number and the card game; ``games`` are ids of those that rulings are about. ``names`` are the
    functions that translate references. A phone of a file becomes a new device, which nobody has,
    so that no file can speak for somebody else's phone.
    """

    session: Session
    write: changes.Write
    group: Group | None
    players: dict[str, Player] = field(default_factory=dict)
    phones: dict[int, int] = field(default_factory=dict)
    versions: dict[tuple[str, int, str], int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    names: tables.Names = field(init=False)

    def __post_init__(self) -> None:
        self.names = {
            "group": lambda _uid: self.group.id if self.group else None,
            "player": lambda uid: self.players[uid].id if self.group else None,
            "game": self.games.get,
            "phone": lambda number: self.phones[number],
        }

    @property
    def gone(self) -> dict[str, Any]:
        """The columns of the membership of a phone that nobody has."""
        return {"joined_at": self.write.at, "removed_at": self.write.at, "is_barred": False}

    def add(self, table: tables.Table, parts: Parts, **more: Any) -> Parts:
        """Insert a row for each part of a file, and return the parts with the ids of their rows."""
        rows = [self.row(table, owner, part, **more) for owner, part in parts]
        ids = insert_all(self.session, table.model, rows)
        return [(id_, part) for id_, (_owner, part) in zip(ids, parts, strict=True)]

    def put(self, table: tables.Table, parts: Parts) -> None:
        """Insert a row for each part of a file, where nobody asks for their ids."""
        rows = [self.row(table, owner, part) for owner, part in parts]
        insert_rows(self.session, table.model, rows)

    def row(
        self, table: tables.Table, owner: int | None, part: file_format.Document, **more: Any
    ) -> dict[str, Any]:
        """Return the row of a part inside of an owner; what lies in the bin is kept from now on."""
        row = table.row(part, self.names)
        row[table.inside] = owner
        row.update(more)
        if "deleted_at" in row:
            row["kept_until"] = self.write.at + TIME_IN_BIN if row["deleted_at"] else None
        return row

    def add_phones(self, numbers: Iterable[int]) -> None:
        """Make a device for each phone that has none yet."""
        new = sorted(set(numbers) - self.phones.keys())
        if new:
            rows = [{"uid": access.new_uid(), "created_at": self.write.at} for _number in new]
            self.phones |= zip(new, insert_all(self.session, Device, rows), strict=True)

    def add_games(self, uids: Collection[str]) -> None:
        """Add the ids of games of the group to ``games``, by their uids."""
        of_group = Game.group_id == (self.group.id if self.group else None)
        for some in pieces.in_parts(uids, AT_ONCE):
            named = select(Game.uid, Game.id).where(of_group, Game.uid.in_(some))
            self.games |= {row.uid: row.id for row in self.session.execute(named)}

    def version_id(self, game: file_format.Document) -> int | None:
        """Return the id of the house rules' version of a game; None where it is not here."""
        link = game["house_rules"]
        return self.versions.get((link["uid"], link["version"], game["rules"])) if link else None


def inside(parts: Parts, name: str) -> Parts:
    """Return what stands in a list inside of each part, with that part's id."""
    return [(id_, inner) for id_, part in parts for inner in part[name]]


def insert_all(session: Session, model: type[Any], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Insert rows at once and return their ids, in the same order."""
    if not rows:
        return []
    statement = insert(model).returning(model.id, sort_by_parameter_order=True)
    return list(session.scalars(statement, list(rows)))


def insert_rows(session: Session, model: type[Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, if there are any."""
    if rows:
        session.execute(insert(model), list(rows))
