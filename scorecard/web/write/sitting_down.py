"""Saying who holds a phone: a tap on a name, several ticked, or a name that is added."""

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
    """Whether the form says who holds the phone."""
    return bool(writes.typed_positions("seat") or new_name() or "nobody" in request.form)


def new_name() -> str:
    """Return the name that is to be added to the table, or ""."""
    return request.form.get("name", "").strip()


def sit_down(session: Session, game: Game, membership: Membership, write: changes.Write) -> None:
    """Let the phone count for whom the form names; only a scorekeeper's may count for nobody."""
    positions = writes.typed_positions("seat")
    if name := new_name():
        # Its key is remembered with the claim, which is the last thing written.
        positions.append(seating.add_player(session, game, write.keyless, name).position)
    if not positions and not ("nobody" in request.form and membership.may("keeper")):
        raise errors.BadInput(
            say("Tap your name, or “Just watch”."), field="seat", code="nobody_chosen"
        )
    access.claim(session, game, membership, positions, write)
