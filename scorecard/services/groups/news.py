"""What is new in the groups of a phone: games that have begun, and who began them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Change, Device, Game, Group, Membership
from scorecard.services.groups import group_members, groups

LATELY = timedelta(days=1)
"""How long a game that has begun is news to the phones of its group."""


class Begun(NamedTuple):
    """A game that has begun, ``by`` which players, and whether one of this phone sits in it."""

    game: Game
    by: Sequence[str]
    is_seated: bool


def begun(session: Session, group: Group, device: Device, at: datetime) -> list[Begun]:
    """Return the games of a group that began within a day and that a device is not in."""
    inside = select(Membership.game_id).where(
        Membership.device_id == device.id, Membership.removed_at.is_(None)
    )
    news = groups.running(session, group, Game.started_at >= at - LATELY, Game.id.not_in(inside))
    if not news:
        return []
    people = {
        membership.device_id: membership.people
        for membership in group_members.inside(session, group)
    }
    started = select(Change.game_id, Change.device_id).where(
        Change.kind == "started", Change.game_id.in_([game.id for game in news])
    )
    began = {row.game_id: row.device_id for row in session.execute(started)}
    mine = set(people.get(device.id, ()))
    return [
        Begun(
            game,
            [player.name for player in people.get(began.get(game.id, 0), ())],
            any(seat.player and seat.player.one in mine for seat in game.seats),
        )
        for game in news
    ]
