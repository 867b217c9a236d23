"""Whether an importer may learn that what a file names is here: only if their phone is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Device, Game, Group
from scorecard.rules.words import Sentence, say
from scorecard.services.groups import group_members
from scorecard.services.history import members

ELSEWHERE = say(
    "This cannot be imported from this phone. If it is in a group here, join that group first."
)
"""What is said to whoever may not see where something is."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a device may see; who runs the server ``is_trusted``, and sees everything."""

    session: Session
    device: Device | None
    is_trusted: bool

    def sees_group(self, group: Group) -> bool:
        """Whether the device is in a group, not sent out of it."""
        return self.is_trusted or self._is_inside(group)

    def sees_game(self, game: Game) -> bool:
        """Whether the device is in a game, or in its group."""
        if self.is_trusted or (game.group and self._is_inside(game.group)):
            return True
        inside = members.find(self.session, game, self.device) if self.device else None
        return inside is not None and inside.removed_at is None

    def foreign(self, told: Sentence, where: Iterable[Group | Game]) -> errors.BadInput:
        """Return the refusal of what is here already, and where; to others not even that."""
        is_seen = all(
            self.sees_game(one) if isinstance(one, Game) else self.sees_group(one) for one in where
        )
        return errors.BadInput(told if is_seen else ELSEWHERE, code="foreign")

    def _is_inside(self, group: Group) -> bool:
        if self.device is None:
            return False
        membership = group_members.membership_of(self.session, group, self.device)
        return membership is not None and membership.removed_at is None
