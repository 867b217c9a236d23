"""Put what nobody ever played into the bin, once it was left alone for long.

Games that nobody began to count, groups that one phone is in and that never had a game, and
scorecards of one's own on which nobody ever played. Whatever holds a single count stays for ever.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlalchemy.orm import Session

from scorecard.models import (
    Change,
    Device,
    Game,
    Group,
    GroupMembership,
    Round,
    Ruling,
    Scorecard,
    ScorecardVersion,
)
from scorecard.models.change import ENTERED, SERVER
from scorecard.rules.kinds import kind_named
from scorecard.services.book import scorecards
from scorecard.services.groups import groups
from scorecard.services.history import changes
from scorecard.services.limits import locking
from scorecard.services.table import games

DAYS = 60
"""How many days after its last change something that nobody ever played stays where it is."""
BATCH = 50
"""Scorecards that go into the bin in one transaction."""


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A game or a group that nobody ever played, by its uid."""

    model: type[Game] | type[Group]
    uid: str


def unplayed(session: Session, now: datetime) -> list[Unplayed]:
    """Return the games and groups that were left alone for long, the oldest of each first."""
    before = now - timedelta(days=DAYS)
    return [
        Unplayed(model, uid)
        for model in _IS_UNPLAYED
        for uid in session.scalars(
            select(model.uid).where(*_IS_UNPLAYED[model](before)).order_by(model.id)
        )
    ]


def expire(session: Session, unplayed: Unplayed, now: datetime) -> None:
    """Lock a game or a group, and put it into the bin, unless somebody played it meanwhile."""
    model, before = unplayed.model, now - timedelta(days=DAYS)
    lock = locking.lock_game if model is Game else locking.lock_group
    lock(session, unplayed.uid)
    thing: Any = session.scalar(
        select(model).where(model.uid == unplayed.uid, *_IS_UNPLAYED[model](before))
    )
    if isinstance(thing, Game):
        games.delete(session, thing, _write(session, thing, now))
    elif thing:
        groups.delete(session, thing, _write(session, thing, now))


def _is_unplayed_game(before: datetime) -> list[ColumnElement[bool]]:
    """Return the conditions for games without a round, a story or a ruling."""
    is_in_use = exists().where(Group.id == Game.group_id, Group.deleted_at.is_(None))
    return [
        Game.deleted_at.is_(None),
        Game.changed_at < before,
        Game.anecdote == "",
        or_(Game.group_id.is_(None), is_in_use),
        ~exists().where(Round.game_id == Game.id),
        ~exists().where(Ruling.game_id == Game.id),
        ~exists().where(Change.game_id == Game.id, Change.kind.in_(ENTERED)),
    ]


def _is_unplayed_group(before: datetime) -> list[ColumnElement[bool]]:
    """Return the conditions for groups that never had a game, or more than one phone."""
    phones = select(func.count()).where(GroupMembership.group_id == Group.id).scalar_subquery()
    return [
        Group.deleted_at.is_(None),
        Group.changed_at < before,
        ~exists().where(Game.group_id == Group.id),
        phones <= 1,
    ]


_IS_UNPLAYED: dict[type[Game] | type[Group], Callable[[datetime], list[ColumnElement[bool]]]] = {
    Game: _is_unplayed_game,
    Group: _is_unplayed_group,
}


def expire_scorecards(session: Session, now: datetime) -> list[str]:
    """Put a few scorecards into the bin under none of whose names anything was ever counted.

    Return their uids, [] when none is left. A write that changes a scorecard has the database to
    itself, so none has to be locked.
    """
    name_column = ScorecardVersion.definition["name"].as_string()
    rows = session.execute(
        select(Scorecard.id, name_column)
        .join(ScorecardVersion, ScorecardVersion.scorecard_id == Scorecard.id)
        .where(
            Scorecard.deleted_at.is_(None),
            func.coalesce(Scorecard.changed_at, Scorecard.created_at) < now - timedelta(days=DAYS),
        )
        .order_by(Scorecard.id)
    )
    kinds_of: defaultdict[int, set[str]] = defaultdict(set)
    for scorecard_id, name in rows:
        kinds_of[scorecard_id].add(kind_named(name))
    if not kinds_of:
        return []
    was_counted = exists().where(Round.game_id == Game.id)
    played = set(session.scalars(select(Game.kind).where(was_counted).distinct()))
    unplayed = [one for one, own_kinds in kinds_of.items() if played.isdisjoint(own_kinds)]
    expired = session.scalars(select(Scorecard).where(Scorecard.id.in_(unplayed[:BATCH]))).all()
    for scorecard in expired:
        maker = session.get_one(Device, scorecard.device_id)
        scorecards.delete(session, changes.Write(maker, now, source=SERVER), scorecard)
    return [scorecard.uid for scorecard in expired]


def _write(session: Session, thing: Game | Group, now: datetime) -> changes.Write:
    """Return a write of the server's own, in the name of the phone that wrote there last."""
    last = session.scalars(changes.newest(thing).limit(1)).one()
    device = session.get_one(Device, last.device_id)
    return changes.Write(device, now, version=thing.version, source=SERVER)
