"""The form "Who are you?": whom a phone is for, of those listed or new."""

from __future__ import annotations

from flask import request
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Membership
from scorecard.rules.words import say
from scorecard.services.groups import access
from scorecard.services.history import changes
from scorecard.services.table import seating
from scorecard.web.write import writes


def is_said() -> bool:
    """Whether the form answers that question."""
    return bool(writes.typed_positions("seat") or new_name() or "nobody" in request.form)


def new_name() -> str:
    """Return the name of the player to add, or ""."""
    return request.form.get("name", "").strip()


def nobody_chosen(field: str) -> errors.BadInput:
    """Return the refusal of a form that names nobody."""
    return errors.BadInput(
        say("Tap your name, or “Just watch”."), field=field, code="nobody_chosen"
    )


def sit_down(session: Session, game: Game, membership: Membership, write: changes.Write) -> None:
    """Claim the seats that the form names; only a scorekeeper's phone may claim none."""
    positions = writes.typed_positions("seat")
    if name := new_name():
        # The key is stored with the claim, the last step.
        positions.append(seating.add_player(session, game, write.keyless, name).position)
    if not positions and not ("nobody" in request.form and membership.may("keeper")):
        raise nobody_chosen("seat")
    access.claim(session, game, membership, positions, write)
