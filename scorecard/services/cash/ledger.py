"""The entries of a cash box, newest first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session, joinedload, selectinload

from scorecard.models import CashEntry, CashShare, Group
from scorecard.services.cash import entries

AT_ONCE = 30
"""Entries of one page."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some entries of a box, by their days; ``older`` is the uid after which the others come."""

    days: list[tuple[date, list[CashEntry]]]
    older: str

    @property
    def entries(self) -> list[CashEntry]:
        """The entries of all days."""
        return [entry for _day, of_day in self.days for entry in of_day]


def page(session: Session, group: Group, before: str = "", most: int = AT_ONCE) -> Page:
    """Return the latest entries by their days, those after the entry with the uid ``before``."""
    wanted = (
        select(CashEntry)
        .where(CashEntry.group_id == group.id)
        .order_by(CashEntry.day.desc(), CashEntry.id.desc())
        .options(
            selectinload(CashEntry.shares).joinedload(CashShare.player), joinedload(CashEntry.game)
        )
    )
    if before:
        last = entries.find(session, group, before)
        is_earlier = and_(CashEntry.day == last.day, CashEntry.id < last.id)
        wanted = wanted.where(or_(CashEntry.day < last.day, is_earlier))
    found = session.scalars(wanted.limit(most + 1)).all()
    shown = found[:most]
    days = [(day, list(of_day)) for day, of_day in groupby(shown, key=lambda entry: entry.day)]
    return Page(days, shown[-1].uid if len(found) > most else "")
