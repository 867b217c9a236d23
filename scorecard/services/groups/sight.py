"""Whether a phone that imports a file may learn that a group or game in it is here already.

It may only if it is in the group or game, so that nobody finds out by importing who plays here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Device, Game, Group
from scorecard.rules.words import Sentence, say
from scorecard.services.groups import group_members
from scorecard.services.history import members

ELSEWHERE = say("This phone cannot import that. If it is in a group here, join that group first.")
"""The refusal for somebody who may not learn where something is."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a device may see; whoever runs the server ``is_trusted`` and sees everything."""

    session: Session
    device: Device | None
    is_trusted: bool

    def sees_group(self, group: Group) -> bool:
        """Whether the device is in a group, not removed from it."""
        if self.is_trusted or self.device is None:
            return self.is_trusted
        membership = group_members.membership_of(self.session, group, self.device)
        return membership is not None and membership.removed_at is None

    def sees_game(self, game: Game) -> bool:
        """Whether the device is in a game, or in its group."""
        if self.is_trusted or (game.group and self.sees_group(game.group)):
            return True
        inside = members.find(self.session, game, self.device) if self.device else None
        return inside is not None and inside.removed_at is None

    def foreign(self, sentence: Sentence, places: Iterable[Group | Game]) -> errors.BadInput:
        """Return the refusal of what is here already; where, only who may see it is told."""
        is_seen = all(
            self.sees_game(place) if isinstance(place, Game) else self.sees_group(place)
            for place in places
        )
        return errors.BadInput(sentence if is_seen else ELSEWHERE, code="foreign")
