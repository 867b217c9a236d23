"""Put what nobody ever played into the bin, once it was left alone for long.

Games that nobody began to count, groups that one phone is in and that never had a game, and
scorecards of one's own on which nobody ever played. Whatever holds a single count stays for ever.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session

from scorecard.models import (
    Change,
    Device,
    Game,
    Group,
    GroupChange,
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
from scorecard.services.table import games

DAYS = 60
"""How many days after its last change something that nobody ever played stays where it is."""
BATCH = 50
"""Things that go into the bin in one transaction."""


def expire_some(session: Session, now: datetime) -> list[str]:
    """Put a few unplayed things into the bin; return a sentence for each, [] when none is left."""
    before = now - timedelta(days=DAYS)
    expired: list[str] = []
    for kind in (_games, _groups, _scorecards):
        expired += kind(session, before, now, BATCH - len(expired))
    return expired


def _games(session: Session, before: datetime, now: datetime, most: int) -> Iterator[str]:
    """Delete games without a round, a story or a ruling, in whose history nobody ever counted."""
    was_counted = exists().where(Change.game_id == Game.id, Change.kind.in_(ENTERED))
    is_in_use = Game.group_id.is_(None) | exists().where(
        Group.id == Game.group_id, Group.deleted_at.is_(None)
    )
    unplayed = session.scalars(
        select(Game)
        .where(
            Game.deleted_at.is_(None),
            Game.changed_at < before,
            Game.anecdote == "",
            is_in_use,
            ~exists().where(Round.game_id == Game.id),
            ~exists().where(Ruling.game_id == Game.id),
            ~was_counted,
        )
        .order_by(Game.id)
        .limit(most)
    ).all()
    for game in unplayed:
        write = _write(session, Change, Change.game_id == game.id, now, game.version)
        games.delete(session, game, write)
        yield f"Game {game.uid}, begun {game.started_at:%Y-%m-%d}."


def _groups(session: Session, before: datetime, now: datetime, most: int) -> Iterator[str]:
    """Delete groups that never had a game, and never more than one phone."""
    phones = (
        select(func.count())
        .select_from(GroupMembership)
        .where(GroupMembership.group_id == Group.id)
        .scalar_subquery()
    )
    unused = session.scalars(
        select(Group)
        .where(
            Group.deleted_at.is_(None),
            Group.changed_at < before,
            ~exists().where(Game.group_id == Group.id),
            phones <= 1,
        )
        .order_by(Group.id)
        .limit(most)
    ).all()
    for group in unused:
        is_its = GroupChange.group_id == group.id
        groups.delete(session, group, _write(session, GroupChange, is_its, now, group.version))
        yield f"Group {group.uid}."


def _scorecards(session: Session, before: datetime, now: datetime, most: int) -> Iterator[str]:
    """Delete scorecards under none of whose names anything was ever counted."""
    name_column = ScorecardVersion.definition["name"].as_string()
    rows = session.execute(
        select(Scorecard.id, name_column)
        .join(ScorecardVersion, ScorecardVersion.scorecard_id == Scorecard.id)
        .where(
            Scorecard.deleted_at.is_(None),
            func.coalesce(Scorecard.changed_at, Scorecard.created_at) < before,
        )
        .order_by(Scorecard.id)
    )
    kinds_of: defaultdict[int, set[str]] = defaultdict(set)
    for scorecard_id, name in rows:
        kinds_of[scorecard_id].add(kind_named(name))
    if not kinds_of:
        return
    was_counted = exists().where(Round.game_id == Game.id)
    played = set(session.scalars(select(Game.kind).where(was_counted).distinct()))
    unplayed = [one for one, own_kinds in kinds_of.items() if played.isdisjoint(own_kinds)]
    for scorecard in session.scalars(select(Scorecard).where(Scorecard.id.in_(unplayed[:most]))):
        maker = session.get_one(Device, scorecard.device_id)
        scorecards.delete(session, changes.Write(maker, now, source=SERVER), scorecard)
        yield f"Scorecard {scorecard.uid}."


def _write(
    session: Session, line: type[Any], is_its: ColumnElement[bool], now: datetime, version: int
) -> changes.Write:
    """Return a write of the server's own, in the name of the phone that wrote there last."""
    device_id = session.scalars(
        select(line.device_id).where(is_its).order_by(line.version.desc()).limit(1)
    ).one()
    return changes.Write(session.get_one(Device, device_id), now, version=version, source=SERVER)
