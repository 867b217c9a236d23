"""A round as plain values: a count makes new ones of it, and stores what differs.

To load it as objects, and to change these, would take as long as all else of a count.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorecard.models import Entry, Game, Round, Seat
from scorecard.services.scoring import rows


class CountedEntry(NamedTuple):
    """What was typed for one seat: the columns of an :class:`Entry`."""

    id: int
    seat_id: int
    data: Any
    device_id: int
    entered_at: datetime
    version: int


class CountedRound(NamedTuple):
    """The columns of a :class:`Round`, and its entries by the seats' ids."""

    id: int
    number: int
    data: dict[str, Any]
    is_closed: bool
    version: int
    anecdote: str
    entries: tuple[CountedEntry, ...]

    def entry_of(self, seat: Seat) -> CountedEntry | None:
        """Return what was typed for a seat, or None."""
        return self.entry_at(seat.id)

    def entry_at(self, seat_id: int) -> CountedEntry | None:
        """Return what was typed for the seat with this id, or None."""
        return next((entry for entry in self.entries if entry.seat_id == seat_id), None)


def of(round_: Round | CountedRound) -> CountedRound:
    """Return a loaded round as plain values."""
    if isinstance(round_, CountedRound):
        return round_
    entries = tuple([CountedEntry(*_values(CountedEntry, entry)) for entry in round_.entries])
    return CountedRound(*_values(CountedRound, round_))._replace(entries=entries)


def _values(kind: Any, row: Any) -> list[Any]:
    return [getattr(row, name) for name in kind._fields]


def begin(session: Session, game: Game, number: int) -> CountedRound:
    """Store a new round of a game, in which nothing is typed yet."""
    round_ = CountedRound(0, number, {}, False, game.version, "", ())
    columns = round_._asdict() | {"game_id": game.id}
    del columns["id"], columns["entries"]
    new_id = rows.insert(session, Round, columns)
    rows.expire(session, Game, game.id, "rounds")
    return round_._replace(id=new_id)


def change(session: Session, round_: CountedRound, **values: Any) -> CountedRound:
    """Store some columns of a round."""
    rows.write(session, rows.Writing(Round, values, round_.id))
    return round_._replace(**values)


def put(session: Session, round_: CountedRound, seat_id: int, **values: Any) -> CountedRound:
    """Store columns of a seat's entry, or all of them as a new entry."""
    others = [entry for entry in round_.entries if entry.seat_id != seat_id]
    entry = round_.entry_at(seat_id)
    if entry:
        rows.write(session, rows.Writing(Entry, values, entry.id))
        entry = entry._replace(**values)
    else:
        new = {"round_id": round_.id, "seat_id": seat_id, **values}
        new_id = rows.insert(session, Entry, new)
        rows.expire(session, Round, round_.id, "entries")
        entry = CountedEntry(id=new_id, seat_id=seat_id, **values)
    entries = sorted([*others, entry], key=lambda one: one.seat_id)
    return round_._replace(entries=tuple(entries))


def clear(session: Session, round_: CountedRound) -> CountedRound:
    """Delete the entries of a round."""
    rows.delete_unseen(session, Entry, [{"id": entry.id} for entry in round_.entries])
    rows.expire(session, Round, round_.id, "entries")
    return round_._replace(entries=())
