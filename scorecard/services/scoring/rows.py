"""Write rows by plain statements, past the session's unit of work, which is several times faster.

Before each flush the unit of work sorts all objects by what they depend on. What a count writes is
known beforehand, so it is written by the functions here; they leave the objects as if they had
just been loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.orm import Session, make_transient_to_detached
from sqlalchemy.orm.attributes import set_committed_value

from scorecard.database.db import Model
from scorecard.database.notes import Notes


class Writing(NamedTuple):
    """A row to be changed, or the model of one to be inserted; and the values of its columns."""

    of: Any
    values: Mapping[str, Any]

    @property
    def is_new(self) -> bool:
        """Whether the row is inserted."""
        return isinstance(self.of, type)

    @property
    def statement(self) -> sa.Insert | sa.Update:
        """The statement, made once for each table and columns."""
        model: type[Model] = self.of if self.is_new else type(self.of)
        return (_insertion if self.is_new else _change)(model, tuple(self.values))

    @property
    def named(self) -> dict[str, Any]:
        """The values, by names that no other table has."""
        table = self.of.__table__
        keys = () if self.is_new else _keys(table)
        values = {**self.values, **{name: getattr(self.of, name) for name in keys}}
        return {f"{table.name}_{name}": value for name, value in values.items()}


def write(session: Session, *writings: Writing) -> sa.CursorResult[Any]:
    """Write rows of different tables, none of which needs another; return the last one's result.

    PostgreSQL is sent one statement for all: to go there and back takes as long as what is done.
    """
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        named = {name: value for one in writings for name, value in one.named.items()}
        result = connection.execute(_together(*(one.statement for one in writings)), named)
    else:
        result = [connection.execute(one.statement, one.named) for one in writings][-1]
    for one in writings:
        if not one.is_new:
            _see(session, one.of, one.values)
    return result


def insert(session: Session, row: Model) -> None:
    """Insert a new row and attach it to the session; it refers to other rows by their ids only."""
    mapper = sa.inspect(type(row))
    values = {name: row.__dict__[name] for name in mapper.columns.keys() & row.__dict__.keys()}
    result = write(session, Writing(type(row), dict(sorted(values.items()))))
    (key,) = mapper.primary_key
    set_committed_value(row, cast(str, key.key), result.inserted_primary_key[0])  # type: ignore[index]
    make_transient_to_detached(row)
    session.add(row)
    _written.of(session)[row] = True


def insert_unseen(session: Session, model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows with values of the same columns, without making objects of them."""
    if rows:
        statement = Writing(model, rows[0]).statement
        session.connection().execute(statement, [Writing(model, row).named for row in rows])


def delete_unseen(session: Session, model: type[Model], keys: Sequence[Mapping[str, Any]]) -> None:
    """Delete rows of which no objects were made, by the same columns."""
    if keys:
        session.connection().execute(_deletion(model, tuple(keys[0])), [*keys])


def update(session: Session, row: Model, **values: Any) -> None:
    """Change some columns of a row."""
    write(session, Writing(row, values))


def update_all(session: Session, values_of: Mapping[Any, Mapping[str, Any]]) -> None:
    """Change the same columns of several rows of one table."""
    if not values_of:
        return
    changes = [Writing(row, values) for row, values in values_of.items()]
    session.connection().execute(changes[0].statement, [change.named for change in changes])
    for row, values in changes:
        _see(session, row, values)


def _see(session: Session, row: Model, values: Mapping[str, Any]) -> None:
    """Set the values that were just written on the object of the row."""
    for name, value in values.items():
        set_committed_value(row, name, value)
    _written.of(session).setdefault(row, False)


@cache
def _keys(table: sa.Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.primary_key.columns)


@cache
def _insertion(model: type[Model], names: tuple[str, ...]) -> sa.Insert:
    table = cast(sa.Table, model.__table__)
    return sa.insert(table).values(_bound(table, names))


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> sa.Update:
    table = cast(sa.Table, model.__table__)
    is_it = [table.c[name] == value for name, value in _bound(table, _keys(table)).items()]
    return sa.update(table).where(*is_it).values(_bound(table, names))


@cache
def _deletion(model: type[Model], names: tuple[str, ...]) -> sa.Delete:
    table = cast(sa.Table, model.__table__)
    return sa.delete(table).where(*(table.c[name] == sa.bindparam(name) for name in names))


def _bound(table: sa.Table, names: Sequence[str]) -> dict[str, sa.BindParameter[Any]]:
    return {name: sa.bindparam(f"{table.name}_{name}") for name in names}


@cache
def _together(*statements: sa.Insert | sa.Update) -> sa.Insert | sa.Update:
    """Return one statement that does all, and has the result of the last."""
    *before, last = statements
    return last.add_cte(*(one.cte(f"part_{number}") for number, one in enumerate(before)))


def _forget(session: Session, written: Mapping[Model, bool]) -> None:
    """Make the session load everything anew after a rollback: it knows nothing of these rows."""
    for row, is_new in written.items():
        if is_new and row in session:
            session.expunge(row)
    session.expire_all()


_written: Notes[Model, bool] = Notes(undo=_forget)
"""The rows that a transaction has written, and whether they are new."""
