"""Groups over the API: found, join, read, who is in it, its links, and ways back in."""

from __future__ import annotations

from collections.abc import Callable
from http.client import CREATED, OK
from typing import Any

from flask import Response, current_app, request
from pydantic import Field

from scorecard.db import db
from scorecard.models import Device, Group, GroupMembership, Player, RecoveryCode, Season, WriteKey
from scorecard.services import group_changes, groups, rosters, seasons, telling
from scorecard.services.changes import Write
from scorecard.web.access import (
    GroupVisit,
    anyone,
    current_device,
    device_token,
    ensure_device,
    needs_in_group,
    start_writing,
    visit_group,
)
from scorecard.web.addresses import base_url
from scorecard.web.api.answers import ChangesAnswer
from scorecard.web.api.games import changes_json
from scorecard.web.api.group_answers import (
    GroupAnswer,
    GroupDevicesAnswer,
    GroupInvitationAnswer,
    GroupsAnswer,
    JoinedGroupAnswer,
    PublicLinkAnswer,
    RecoveryCodeAnswer,
)
from scorecard.web.api.season_answers import season_json
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    NEW_REFUSALS,
    WRITE_REFUSALS,
    Body,
    GroupWriteBody,
    blueprint,
    describes,
    json_answer,
    write_once,
)
from scorecard.web.guesses import recovery_code
from scorecard.web.writes import number_asked, this_write

GROUP = "/groups/<uid:group_uid>"
JOIN_REFUSALS = (400, 403, 404, 409, 413, 415, 422, 429)
JOIN_PAGE = "/groups/join/"
PUBLIC_PAGE = "/standings/"


class NewGroupBody(Body):
    """A group to found; the asking device becomes its keeper."""

    name: str
    time_zone: str = Field(default=groups.UTC_ZONE, description="Such as Europe/Berlin.")


class JoinGroupBody(Body):
    """The token of a group's link."""

    token: str = Field(description="The last part of the link.")


class RecoverGroupBody(Body):
    """A keeper's recovery code."""

    code: str


class RenameGroupBody(GroupWriteBody):
    """A group's name."""

    name: str


class ChangeTimeZoneBody(GroupWriteBody):
    """Where a group lives."""

    time_zone: str = Field(description="Such as Europe/Berlin.")


class ClaimPlayersBody(GroupWriteBody):
    """The players this device is."""

    players: list[str]


@blueprint.get("/groups")
@anyone
@describes(GroupsAnswer, "groups")
def list_my_groups() -> Response:
    """List the groups this device is in."""
    device = current_device()
    found = [
        {"id": group.uid, "name": group.name, "role": _role(_membership(group, device))}
        for group in (groups.of_device(db.session, device) if device else [])
        if device
    ]
    return json_answer({"groups": found})


@blueprint.post("/groups")
@anyone
@describes(JoinedGroupAnswer, "groups", status=CREATED, refusals=NEW_REFUSALS)
def create_group(json: NewGroupBody) -> Response:
    """Found a group and become its keeper."""
    start_writing()
    device = ensure_device()
    return write_once(
        this_write(device),
        lambda this: groups.found(db.session, this, json.name, _secret_key(), json.time_zone),
        lambda done, group: _joined(_group_of(done) or group, device, CREATED),
    )


@blueprint.post("/groups/join")
@anyone
@describes(JoinedGroupAnswer, "groups", refusals=JOIN_REFUSALS)
def join_group(json: JoinGroupBody) -> Response:
    """Join a group with the token of its link."""
    start_writing()
    group = groups.by_link(db.session, json.token)
    device = ensure_device()
    return write_once(
        this_write(device),
        lambda this: groups.join(db.session, group, device, this),
        lambda _done, _membership: _joined(group, device),
    )


@blueprint.post("/groups/recover")
@anyone
@describes(JoinedGroupAnswer, "groups", refusals=JOIN_REFUSALS)
def recover_group(json: RecoverGroupBody) -> Response:
    """Come back into a group as its keeper with a recovery code, which is then spent."""
    code_or_trace = recovery_code(json.code)
    device = ensure_device()

    def action(this: Write) -> Group:
        assert isinstance(code_or_trace, RecoveryCode), "what was done before is not done again"
        return groups.recover(db.session, code_or_trace, device, this).group

    return write_once(
        this_write(device),
        action,
        lambda done, group: _joined(_group_of(done) or group, device),
    )


@blueprint.get(GROUP)
@needs_in_group("member")
@describes(GroupAnswer, "groups", refusals=GAME_REFUSALS)
def read_group(visit: GroupVisit) -> Response:
    """Return a group: roster and seasons. Its ETag is good for If-None-Match."""
    response = json_answer(group_json(visit))
    changed = int(visit.group.changed_at.timestamp() * 1000)
    response.set_etag(f"{visit.group.version}-{changed:x}-{visit.device.id}", weak=True)
    return response.make_conditional(request)  # type: ignore[return-value]


@blueprint.get(f"{GROUP}/changes")
@needs_in_group("member")
@describes(ChangesAnswer, "groups", refusals=GAME_REFUSALS)
def read_group_changes(visit: GroupVisit) -> Response:
    """Return what was changed in the group, newest first: who, when, what it was and became.

    In the query may stand `about` (players, seasons, rules, phones, group) to narrow it down,
    `most` lines, and `before` a version to go on.
    """
    page = telling.of_group(
        visit.session,
        visit.group,
        before=number_asked("before"),
        about=request.args.get("about", ""),
        most=number_asked("most") or None,
    )
    return json_answer(changes_json(page))


@blueprint.put(f"{GROUP}/name")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def rename_group(visit: GroupVisit, json: RenameGroupBody) -> Response:
    """Give a group another name."""
    return write_group(
        visit,
        json.version,
        lambda this: groups.rename(visit.session, visit.group, this, json.name),
    )


@blueprint.put(f"{GROUP}/time-zone")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def change_time_zone(visit: GroupVisit, json: ChangeTimeZoneBody) -> Response:
    """Say where the group lives; on which day a game was played follows from it."""
    return write_group(
        visit,
        json.version,
        lambda this: groups.change_zone(visit.session, visit.group, this, json.time_zone),
    )


@blueprint.put(f"{GROUP}/me")
@needs_in_group("member")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def claim_players(visit: GroupVisit, json: ClaimPlayersBody) -> Response:
    """Say which players this device is."""

    def action(this: Write) -> None:
        players = [rosters.chosen(visit.group, uid, "players") for uid in json.players]
        groups.claim(visit.session, visit.group, visit.membership, players, this)

    return write_group(visit, json.version, action)


@blueprint.get(f"{GROUP}/invitation")
@needs_in_group("member")
@describes(GroupInvitationAnswer, "groups", refusals=GAME_REFUSALS)
def read_group_invitation(visit: GroupVisit) -> Response:
    """Return the link that lets others in."""
    token = groups.link_token(visit.group, _secret_keys())
    return json_answer({"link": token and base_url() + JOIN_PAGE + token})


@blueprint.post(f"{GROUP}/renew")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def renew_group_link(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Make the group's link useless; a new one is made, with which sent-out devices may return."""
    return write_group(
        visit,
        json.version,
        lambda this: groups.renew_link(visit.session, visit.group, this, _secret_key()),
    )


@blueprint.get(f"{GROUP}/public")
@needs_in_group("member")
@describes(PublicLinkAnswer, "groups", refusals=GAME_REFUSALS)
def read_standings_link(visit: GroupVisit) -> Response:
    """Return the public link to the standings. `/standings/{token}` answers the same as JSON."""
    token = groups.public_token(visit.group, _secret_keys())
    return json_answer({"link": token and base_url() + PUBLIC_PAGE + token})


@blueprint.post(f"{GROUP}/public")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def publish_standings(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Switch the public standings on; where they are on already, renew their link."""
    return _switch_public(visit, json.version, is_on=True)


@blueprint.post(f"{GROUP}/public/off")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def hide_standings(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Switch the public standings off; their link shows nothing any more."""
    return _switch_public(visit, json.version, is_on=False)


@blueprint.post(f"{GROUP}/recovery-code")
@needs_in_group("keeper")
@describes(RecoveryCodeAnswer, "groups", status=CREATED, refusals=WRITE_REFUSALS)
def make_recovery_code(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Make a code that brings this keeper back in; every request makes another, the older is void.

    It is shown once, so that a repeated request cannot be answered with the same.
    """
    this = this_write(visit.device, json.version)
    code = groups.make_recovery_code(visit.session, visit.membership, this)
    visit.session.commit()
    return json_answer({"code": code}, CREATED)


@blueprint.get(f"{GROUP}/devices")
@needs_in_group("keeper")
@describes(GroupDevicesAnswer, "groups", refusals=GAME_REFUSALS)
def list_group_devices(visit: GroupVisit) -> Response:
    """List the devices that are in the group."""
    found = [
        {
            "id": member.device_id,
            "label": groups.label(member),
            "role": _role(member),
            "players": [player.one.uid for player in member.players],
            "joined_at": member.joined_at.isoformat(),
            "is_this": member.device_id == visit.device.id,
        }
        for member in groups.inside(visit.session, visit.group)
    ]
    return json_answer({"devices": found})


@blueprint.post(f"{GROUP}/devices/<int:device_id>/send-out")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def send_out_of_group(visit: GroupVisit, device_id: int, json: GroupWriteBody) -> Response:
    """Send a device out of the group; its ways back in go with it: links and codes are renewed."""
    return write_group(
        visit,
        json.version,
        lambda this: groups.send_out(visit.session, visit.group, device_id, this, _secret_key()),
    )


@blueprint.post(f"{GROUP}/devices/<int:device_id>/keeper")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def make_group_keeper(visit: GroupVisit, device_id: int, json: GroupWriteBody) -> Response:
    """Let another device keep the group, too."""
    return write_group(
        visit,
        json.version,
        lambda this: groups.make_keeper(visit.session, visit.group, device_id, this),
    )


@blueprint.post(f"{GROUP}/devices/<int:device_id>/no-keeper")
@needs_in_group("keeper")
@describes(GroupAnswer, "groups", refusals=WRITE_REFUSALS)
def end_group_keeping(visit: GroupVisit, device_id: int, json: GroupWriteBody) -> Response:
    """Take a device's keeping of the group back; somebody must go on keeping it."""
    return write_group(
        visit,
        json.version,
        lambda this: groups.no_keeper(visit.session, visit.group, device_id, this),
    )


def write_group(
    visit: GroupVisit, version: int, action: Callable[[Write], object], *, status: int = OK
) -> Response:
    """Do a write once, and answer with the group as it is now.

    Where it makes a player or a season, ``Location`` says where that one is.
    """

    def checked(this: Write) -> object:
        group_changes.refuse_future(visit.group, this)
        return action(this)

    def tell(done: WriteKey | None, result: object) -> Response:
        response = json_answer(group_json(visit_group(visit.group.uid)), status)
        if status == CREATED:
            made = (
                group_changes.touched(visit.session, visit.group, done.version)
                if done
                else result.uid
                if isinstance(result, Player | Season)
                else ""
            )
            response.headers["Location"] = f"{request.path}/{made}"
        return response

    return write_once(this_write(visit.device, version), checked, tell)


def group_json(visit: GroupVisit) -> dict[str, Any]:
    """Return a group as the API answers it."""
    group = visit.group
    return {
        "id": group.uid,
        "name": group.name,
        "time_zone": group.time_zone,
        "version": group.version,
        "created_at": group.created_at.isoformat(),
        "role": _role(visit.membership),
        "me": [player.uid for player in visit.my_players],
        "players": [
            player_json(player)
            for player in sorted(group.players, key=lambda player: player.name.casefold())
        ],
        "seasons": [
            season_json(visit.session, season) for season in seasons.of_group(visit.session, group)
        ],
    }


def player_json(player: Player) -> dict[str, Any]:
    """Return who somebody on a roster is."""
    return {
        "id": player.uid,
        "name": player.name,
        "colour": player.colour,
        "initial": player.initial,
        "is_retired": player.retired_at is not None,
        "merged_into": player.one.uid if player.merged_into else None,
    }


def _joined(group: Group, device: Device, status: int = OK) -> Response:
    """Answer a device that is in a group now with the group and the device's token."""
    found = {"group": group_json(visit_group(group.uid)), "device_token": device_token(device)}
    return json_answer(found, status)


def _group_of(done: WriteKey | None) -> Group | None:
    return db.session.get_one(Group, done.group_id) if done else None


def _membership(group: Group, device: Device | None) -> GroupMembership | None:
    return groups.membership_of(db.session, group, device) if device else None


def _role(membership: GroupMembership | None) -> str:
    return "keeper" if membership and membership.is_keeper else "member"


def _switch_public(visit: GroupVisit, version: int, *, is_on: bool) -> Response:
    return write_group(
        visit,
        version,
        lambda this: groups.switch_public(
            visit.session, visit.group, this, _secret_key(), is_on=is_on
        ),
    )


def _secret_keys() -> tuple[str, ...]:
    keys: tuple[str, ...] = current_app.config["SETTINGS"].secret_keys
    return keys


def _secret_key() -> str:
    return _secret_keys()[0]
