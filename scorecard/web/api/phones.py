"""A device's own place in a group over the API: leave it, and the passkeys that bring it back.

Passkeys are made and shown by browsers only, on the pages of this site.
"""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.services import groups, passkeys
from scorecard.web.access import GroupVisit, needs_in_group
from scorecard.web.api.fields import Moment
from scorecard.web.api.group_answers import GroupAnswer
from scorecard.web.api.groups import GROUP, write_group
from scorecard.web.api.model import Model
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    WRITE_REFUSALS,
    GroupWriteBody,
    blueprint,
    describes,
    json_answer,
    write_once,
)
from scorecard.web.writes import once_more, this_write

PASSKEYS = f"{GROUP}/passkeys"


class LeftGroupAnswer(Model):
    """That this device has left."""

    has_left: bool


class PasskeyAnswer(Model):
    """A passkey."""

    id: int
    made_at: Moment
    used_at: Moment | None = Field(description="When it brought a device back last.")


class PasskeysAnswer(Model):
    """The passkeys of this device's place in a group, oldest first."""

    passkeys: list[PasskeyAnswer]


@blueprint.post(f"{GROUP}/leave")
@needs_in_group("member")
@describes(LeftGroupAnswer, "groups", refusals=WRITE_REFUSALS)
def leave_group(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Leave a group with this device; what was played stays, and its link lets the device back in.

    The last keeper cannot leave: `last_keeper`.
    """
    return write_once(
        once_more(this_write(visit.device, json.version)),
        lambda this: groups.leave(visit.session, visit.group, this),
        lambda _done, _result: json_answer({"has_left": True}),
    )


@blueprint.get(PASSKEYS)
@needs_in_group("member")
@describes(PasskeysAnswer, "groups", refusals=GAME_REFUSALS)
def list_passkeys(visit: GroupVisit) -> Response:
    """List the passkeys that bring this device's place in the group back.

    Browsers make and show them on the pages of this site.
    """
    found = [
        {
            "id": passkey.id,
            "made_at": passkey.made_at.isoformat(),
            "used_at": passkey.used_at.isoformat() if passkey.used_at else None,
        }
        for passkey in passkeys.of_membership(visit.session, visit.membership)
    ]
    return json_answer({"passkeys": found})


@blueprint.post(f"{PASSKEYS}/<int:passkey_id>/delete")
@needs_in_group("member")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def delete_passkey(visit: GroupVisit, passkey_id: int, json: GroupWriteBody) -> Response:
    """Delete a passkey of one's own; it opens nothing from then on."""
    return write_group(
        visit,
        json.version,
        lambda this: passkeys.delete(visit.session, visit.membership, passkey_id, this),
    )
