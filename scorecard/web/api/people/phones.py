"""The devices in a group over the API: who is in, scorekeepers, leaving, and passkeys to come back.

Passkeys are made and shown by browsers only, on the pages of this site.
"""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.services.groups import group_members, passkeys
from scorecard.services.history import changes
from scorecard.web.api import fields, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.people import group_answers
from scorecard.web.api.people.groups import GROUP, group_write
from scorecard.web.http import access
from scorecard.web.people import group_phones
from scorecard.web.write import writes

DEVICE = f"{GROUP}/devices/<int:device_id>"
PASSKEYS = f"{GROUP}/passkeys"


class LeftGroupAnswer(model.Model):
    """That this device has left."""

    has_left: bool


class PasskeyAnswer(model.Model):
    """A passkey."""

    id: int
    made_at: fields.Moment
    used_at: fields.Moment | None = Field(description="When it brought a device back last.")


class PasskeysAnswer(model.Model):
    """The passkeys of this device's place in a group, oldest first."""

    passkeys: list[PasskeyAnswer]


@spec.group_read(f"{GROUP}/devices", "keeper", group_answers.GroupDevicesAnswer, "groups")
def list_group_devices(visit: access.GroupVisit) -> object:
    """List the devices that are in the group."""
    listed = [
        Extended(
            member,
            label=group_members.label(member),
            players=[player.one for player in member.players],
            is_this=member.device_id == visit.device.id,
        )
        for member in group_members.inside(visit.session, visit.group)
    ]
    return {"devices": listed}


group_write("POST", f"{DEVICE}/send-out", "keeper", "groups")(group_phones.send_out_of_group)
group_write("POST", f"{DEVICE}/keeper", "keeper", "groups")(group_phones.make_group_keeper)
group_write("POST", f"{DEVICE}/no-keeper", "keeper", "groups")(group_phones.end_group_keeping)


@spec.blueprint.post(f"{GROUP}/leave")
@access.needs_in_group("member")
@spec.describes(LeftGroupAnswer, "groups", refusals=spec.WRITE_REFUSALS)
def leave_group(visit: access.GroupVisit, json: spec.GroupWriteBody) -> Response:
    """Leave a group with this device; what was played stays, and its link lets the device back in.

    The last scorekeeper cannot leave: `last_keeper`.
    """
    return spec.write_once(
        writes.once_more(writes.this_write(visit.device, json.version)),
        lambda this: group_members.leave(visit.session, visit.group, this),
        lambda _done, _result: spec.model_response(LeftGroupAnswer, {"has_left": True}),
    )


@spec.group_read(PASSKEYS, "member", PasskeysAnswer, "groups")
def list_passkeys(visit: access.GroupVisit) -> object:
    """List the passkeys that bring this device's place in the group back.

    Browsers make and show them on the pages of this site.
    """
    return {"passkeys": passkeys.of_membership(visit.session, visit.membership)}


@group_write("POST", f"{PASSKEYS}/<int:passkey_id>/delete", "member", "groups")
def delete_passkey(visit: access.GroupVisit, this: changes.Write, passkey_id: int) -> None:
    """Delete a passkey of one's own; it opens nothing from then on."""
    passkeys.delete(visit.session, visit.membership, passkey_id, this)
