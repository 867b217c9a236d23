"""Groups over the API: found, join, read, who is in it, its links, and ways back in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http.client import CREATED, OK
from typing import Any, NamedTuple

from flask import Response, request, url_for
from pydantic import BaseModel, Field

from scorecard.database.db import db
from scorecard.models import Device, Group, Player, RecoveryCode, WriteKey
from scorecard.services.groups import details, group_members, groups, public_links, recovery_codes
from scorecard.services.history import changes, group_changes
from scorecard.services.looking_back import history_pages
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons
from scorecard.web.api import game_answers, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.people import group_answers
from scorecard.web.http import access, addresses
from scorecard.web.people import group_phones
from scorecard.web.write import guesses, writes

GROUP = "/groups/<uid:group_uid>"


class NewGroupBody(spec.Body):
    """A group to found; the asking device becomes its scorekeeper."""

    name: str
    time_zone: str = Field(default=details.UTC_ZONE, description="Such as Europe/Berlin.")


class JoinGroupBody(spec.Body):
    """The token of a group's link."""

    token: str = Field(description="The last part of the link.")


class RecoverGroupBody(spec.Body):
    """A scorekeeper's recovery code."""

    code: str


@model.with_details(Group, of_body=True)
class ChangeGroupBody(spec.GroupWriteBody):
    """What to change of a group; what is left out stays."""


class RenameGroupBody(spec.GroupWriteBody):
    """A group's name."""

    name: str


class ChangeTimeZoneBody(spec.GroupWriteBody):
    """Where a group lives."""

    time_zone: str = Field(description="Such as Europe/Berlin.")


class ClaimPlayersBody(spec.GroupWriteBody):
    """The players this device is."""

    players: list[str]


class WriteAnswer(NamedTuple):
    """The answer to a write in a group: a ``model`` of the object that ``find`` returns.

    ``find`` takes the visit and a uid: the argument ``uid_name`` of the address, or, if the address
    lacks that, the uid of the new object. That one's ``Location`` is its address at ``endpoint``.
    """

    model: type[BaseModel]
    find: Callable[[access.GroupVisit, str], object]
    uid_name: str = ""
    endpoint: str = ""


THE_GROUP = WriteAnswer(
    group_answers.GroupAnswer, lambda visit, _uid: group_of(access.visit_group(visit.group.uid))
)
NEW_PLAYER = THE_GROUP._replace(uid_name="player_uid", endpoint="api.read_player")
NEW_SEASON = THE_GROUP._replace(uid_name="season_uid", endpoint="api.read_season")


def write_once(
    visit: access.GroupVisit,
    version: int,
    action: Callable[[changes.Write], object],
    respond: Callable[[WriteKey | None, Any], Response],
) -> Response:
    """Do a write to a group once, and answer with ``respond``, as :func:`spec.write_once` does."""

    def checked(this: changes.Write) -> object:
        changes.refuse_future(visit.group, this)
        return action(this)

    return spec.write_once(writes.this_write(visit.device, version), checked, respond)


def _write_and_answer(
    visit: access.GroupVisit,
    version: int,
    action: Callable[[changes.Write], object],
    *,
    answer: WriteAnswer,
    status: int,
) -> Response:
    def respond(done: WriteKey | None, made: Any) -> Response:
        address = request.view_args or {}
        is_new = bool(answer.uid_name) and answer.uid_name not in address
        uid = address.get(answer.uid_name, "")
        if is_new:
            session, group = visit.session, visit.group
            uid = group_changes.touched(session, group, done.version) if done else made.uid
        response = spec.model_response(answer.model, answer.find(visit, uid), status)
        if is_new:
            arguments: dict[str, Any] = {"group_uid": visit.group.uid, answer.uid_name: uid}
            response.headers["Location"] = url_for(answer.endpoint, **arguments)
        return response

    return write_once(visit, version, action, respond)


def group_write(
    method: str,
    rule: str,
    role: str,
    tag: str,
    *,
    answer: WriteAnswer = THE_GROUP,
    body: type[spec.Body] = spec.GroupWriteBody,
    status: int = OK,
    refusals: tuple[int, ...] = spec.WRITE_REFUSALS,
    is_deleted: bool = False,
) -> spec.Decorator:
    """Register the action of a write in a group, as :func:`spec.game_write` does in a game.

    It needs the role "keeper" or "member", and is answered with the group by default.
    """
    return spec.declared(
        (method, rule),
        access.needs_in_group(role, is_deleted=is_deleted),
        spec.describes(answer.model, tag, status=status, refusals=refusals),
        partial(_write_and_answer, answer=answer, status=status),
        body,
    )


@spec.open_read("/groups", group_answers.GroupsAnswer, "groups")
def list_my_groups() -> object:
    """List the groups this device is in."""
    device = access.current_device()
    listed = [
        Extended(group, role=membership.role)
        for group in (groups.of_device(db.session, device) if device else [])
        if device and (membership := group_members.membership_of(db.session, group, device))
    ]
    return {"groups": listed}


@spec.blueprint.post("/groups")
@access.anyone
@spec.describes(
    group_answers.JoinedGroupAnswer, "groups", status=CREATED, refusals=spec.NEW_REFUSALS
)
def create_group(json: NewGroupBody) -> Response:
    """Found a group and become its scorekeeper."""
    access.start_writing_in(None)
    device = access.ensure_device()
    return spec.write_once(
        writes.this_write(device),
        lambda this: groups.create(
            db.session, this, json.name, addresses.secret_key(), json.time_zone
        ),
        lambda done, group: _joined(_group_of(done) or group, device, CREATED),
    )


@spec.blueprint.post("/groups/join")
@access.anyone
@spec.describes(group_answers.JoinedGroupAnswer, "groups", refusals=spec.WRITE_REFUSALS)
def join_group(json: JoinGroupBody) -> Response:
    """Join a group with the token of its link."""
    access.start_writing_by_group_link(json.token)
    group = groups.by_link(db.session, json.token)
    device = access.ensure_device()
    return spec.write_once(
        writes.this_write(device),
        lambda this: group_members.join(db.session, group, device, this),
        lambda _done, _membership: _joined(group, device),
    )


@spec.blueprint.post("/groups/recover")
@access.anyone
@spec.describes(group_answers.JoinedGroupAnswer, "groups", refusals=spec.WRITE_REFUSALS)
def recover_group(json: RecoverGroupBody) -> Response:
    """Come back into a group as its scorekeeper with a recovery code, which is then spent."""
    code_or_trace = guesses.recovery_code(json.code)
    device = access.ensure_device()

    def action(this: changes.Write) -> Group:
        assert isinstance(code_or_trace, RecoveryCode), "what was done before is not done again"
        return recovery_codes.recover(db.session, code_or_trace, device, this).group

    return spec.write_once(
        writes.this_write(device),
        action,
        lambda done, group: _joined(_group_of(done) or group, device),
    )


@spec.group_read(GROUP, "member", group_answers.GroupAnswer, "groups")
def read_group(visit: access.GroupVisit) -> Response:
    """Return a group: roster and seasons. Its ETag is good for If-None-Match."""
    response = spec.model_response(group_answers.GroupAnswer, group_of(visit))
    changed = int(visit.group.changed_at.timestamp() * 1000)
    response.set_etag(f"{visit.group.version}-{changed:x}-{visit.device.id}", weak=True)
    return response.make_conditional(request)  # type: ignore[return-value]


@spec.group_read(f"{GROUP}/changes", "member", game_answers.ChangesAnswer, "groups")
def read_group_changes(visit: access.GroupVisit) -> object:
    """Return what was changed in the group, newest first: who, when, what it was and became.

    In the query may stand `about` (players, seasons, rules, phones, group) to narrow it down,
    `most` lines, and `before` a version to go on.
    """
    return history_pages.of_group(
        visit.session,
        visit.group,
        before=writes.number_asked("before"),
        about=request.args.get("about", ""),
        most=writes.number_asked("most") or None,
    )


@group_write("PUT", GROUP, "keeper", "groups")
def change_group(visit: access.GroupVisit, this: changes.Write, json: ChangeGroupBody) -> None:
    """Say what a group is called, and its other details."""
    typed = json.model_dump(include={*details.KEYS}, exclude_none=True)
    groups.change(visit.session, visit.group, this, **typed)


@group_write("PUT", f"{GROUP}/name", "keeper", "groups")
def rename_group(visit: access.GroupVisit, this: changes.Write, json: RenameGroupBody) -> None:
    """Give a group another name."""
    groups.change(visit.session, visit.group, this, name=json.name)


@group_write("PUT", f"{GROUP}/time-zone", "keeper", "groups")
def change_time_zone(
    visit: access.GroupVisit, this: changes.Write, json: ChangeTimeZoneBody
) -> None:
    """Say where the group lives; on which day a game was played follows from it."""
    groups.change(visit.session, visit.group, this, time_zone=json.time_zone)


@group_write("PUT", f"{GROUP}/me", "member", "groups")
def claim_players(visit: access.GroupVisit, this: changes.Write, json: ClaimPlayersBody) -> None:
    """Say which players this device is."""
    players = rosters.all_chosen(visit.group, json.players)
    group_members.claim(visit.session, visit.group, visit.membership, players, this)


@spec.group_read(f"{GROUP}/invitation", "member", group_answers.GroupInvitationAnswer, "groups")
def read_group_invitation(visit: access.GroupVisit) -> object:
    """Return the link that lets others in."""
    token = groups.link_token(visit.group, addresses.secret_keys())
    return {"link": addresses.link("group_phones.invitation", token) or None}


group_write("POST", f"{GROUP}/renew", "keeper", "groups")(group_phones.renew_group_link)


@spec.group_read(f"{GROUP}/public", "member", group_answers.PublicLinkAnswer, "groups")
def read_standings_link(visit: access.GroupVisit) -> object:
    """Return the public link to the standings. `/standings/{token}` answers the same as JSON."""
    token = public_links.token(visit.group, addresses.secret_keys())
    return {"link": addresses.link("seasons.public", token) or None}


@group_write("POST", f"{GROUP}/public", "keeper", "groups")
def publish_standings(visit: access.GroupVisit, this: changes.Write) -> None:
    """Switch the public standings on; where they are on already, renew their link."""
    groups.switch_public(visit.session, visit.group, this, addresses.secret_key(), is_on=True)


@group_write("POST", f"{GROUP}/public/off", "keeper", "groups")
def hide_standings(visit: access.GroupVisit, this: changes.Write) -> None:
    """Switch the public standings off; their link shows nothing any more."""
    groups.switch_public(visit.session, visit.group, this, addresses.secret_key(), is_on=False)


@spec.blueprint.post(f"{GROUP}/recovery-code")
@access.needs_in_group("keeper")
@spec.describes(
    group_answers.RecoveryCodeAnswer, "groups", status=CREATED, refusals=spec.WRITE_REFUSALS
)
def make_recovery_code(visit: access.GroupVisit, json: spec.GroupWriteBody) -> object:
    """Make a code that brings this scorekeeper back in; it makes older ones void.

    It is shown once, so that a repeated request cannot be answered with the same.
    """
    this = writes.this_write(visit.device, json.version)
    code = recovery_codes.make(visit.session, visit.membership, this)
    visit.session.commit()
    return {"code": code}


def group_of(visit: access.GroupVisit) -> Extended:
    """Return the group that is visited, as the visitor sees it."""
    by_name = sorted(visit.group.players, key=lambda player: player.name.casefold())
    return Extended(
        visit.group,
        role=visit.membership.role,
        me=visit.my_players,
        players=[player_of(player) for player in by_name],
        seasons=[
            group_answers.season_of(visit.session, season)
            for season in seasons.of_group(visit.session, visit.group)
        ],
    )


def player_of(player: Player) -> Extended:
    """Return a player, and who it is by now."""
    return Extended(player, merged_into=player.one if player.merged_into else None)


def _joined(group: Group, device: Device, status: int = OK) -> Response:
    """Answer a device that is in a group now with the group and the device's token."""
    joined = {
        "group": group_of(access.visit_group(group.uid)),
        "device_token": access.device_token(device),
    }
    return spec.model_response(group_answers.JoinedGroupAnswer, joined, status)


def _group_of(done: WriteKey | None) -> Group | None:
    return db.session.get_one(Group, done.group_id) if done else None
