"""The phones in a group: invite, "this is me", scorekeepers, ways back in, and leaving."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Group, GroupMembership, WriteKey
from scorecard.rules.words import say
from scorecard.services.groups import group_members, groups, recovery_codes
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.standings import results
from scorecard.web.http import access, addresses, refusals
from scorecard.web.pages import qr, responses
from scorecard.web.write import guesses, writes

blueprint = Blueprint("group_phones", __name__)
PREFIX = "/groups/<uid:group_uid>"


@blueprint.get("/groups/join/<uid:token>")
@access.anyone
def invitation(token: str) -> ResponseReturnValue:
    """Show what a link opens; joining takes one tap, so that a preview of the link does not."""
    access.promise_device()
    return render_template("people/phones/join.html", group=groups.by_link(db.session, token))


@blueprint.post("/groups/join/<uid:token>")
@access.anyone
def join(token: str) -> ResponseReturnValue:
    """Join the group that a link opens."""
    access.start_writing()
    group = groups.by_link(db.session, token)
    device = access.ensure_device()
    # Who joined, left, and sends the same form again wants to be in again.
    write = writes.once_more(writes.this_write(device))
    writes.perform(write, lambda: group_members.join(db.session, group, device, write))
    membership = group_members.membership_of(db.session, group, device)
    then = "groups.page" if membership and membership.players else "group_phones.who"
    return redirect(url_for(then, group_uid=group.uid), 303)


@blueprint.get(f"{PREFIX}/share")
@access.needs_in_group("member")
def share(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show the group's link and its QR code."""
    return _share_page(visit)


@blueprint.post(f"{PREFIX}/renew")
@access.needs_in_group("keeper")
def renew(visit: access.GroupVisit) -> ResponseReturnValue:
    """Make the link useless, and show the new one."""
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    return responses.act_in_group(
        visit,
        lambda write: groups.renew_link(visit.session, visit.group, write, secret_key),
        then="group_phones.share",
        again=lambda error: _share_page(visit, error),
    )


@blueprint.get(f"{PREFIX}/me")
@access.needs_in_group("member")
def who(visit: access.GroupVisit) -> ResponseReturnValue:
    """Ask whose phone this is."""
    return _who_page(visit)


@blueprint.post(f"{PREFIX}/me")
@access.needs_in_group("member")
def this_is_me(visit: access.GroupVisit) -> ResponseReturnValue:
    """Say which players this phone belongs to: none, some, and perhaps a new one."""
    session, group = visit.session, visit.group
    ticked = request.form.getlist("player")
    name = request.form.get("name", "")
    is_nobody = request.form.get("nobody") == "yes"

    def action(write: changes.Write) -> None:
        mine = [rosters.chosen(group, uid, "players") for uid in ticked]
        if name.strip():
            # The key is remembered with the claim, which is the last thing written.
            mine.append(rosters.add(session, group, write.keyless, name))
        if mine and is_nobody:
            raise errors.BadInput(
                say("Tick names or “Nobody on this list”, not both."), field="nobody"
            )
        if visit.my_players and not mine and not is_nobody:
            raise errors.BadInput(say("Tick your name, or “Nobody on this list”."), field="nobody")
        group_members.claim(session, group, visit.membership, mine, write)

    return responses.act_in_group(
        visit,
        action,
        then="groups.page",
        again=lambda error: _who_page(visit, error, name, ticked, is_nobody=is_nobody),
    )


@blueprint.get(f"{PREFIX}/devices")
@access.needs_in_group("keeper")
def devices(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show which phones are in the group."""
    return _devices_page(visit)


@blueprint.post(f"{PREFIX}/devices/<int:device_id>/send-out")
@access.needs_in_group("keeper")
def send_out(visit: access.GroupVisit, device_id: int) -> ResponseReturnValue:
    """Remove a phone from the group, and renew the links and codes that it could see."""
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    return responses.act_in_group(
        visit,
        lambda write: group_members.send_out(
            visit.session, visit.group, device_id, write, secret_key
        ),
        then="group_phones.devices",
        again=lambda error: _devices_page(visit, error),
    )


@blueprint.post(f"{PREFIX}/devices/<int:device_id>/keeper")
@access.needs_in_group("keeper")
def make_keeper(visit: access.GroupVisit, device_id: int) -> ResponseReturnValue:
    """Let another phone keep the group, too."""
    return responses.act_in_group(
        visit,
        lambda write: group_members.make_keeper(visit.session, visit.group, device_id, write),
        then="group_phones.devices",
        again=lambda error: _devices_page(visit, error),
    )


@blueprint.post(f"{PREFIX}/devices/<int:device_id>/no-keeper")
@access.needs_in_group("keeper")
def no_keeper(visit: access.GroupVisit, device_id: int) -> ResponseReturnValue:
    """Take a phone's keeping of the group back; it may be this one's."""
    is_mine = device_id == visit.device.id
    return responses.act_in_group(
        visit,
        lambda write: group_members.unmake_keeper(visit.session, visit.group, device_id, write),
        then="groups.more" if is_mine else "group_phones.devices",
        again=lambda error: _devices_page(visit, error),
    )


@blueprint.post(f"{PREFIX}/leave")
@access.needs_in_group("member")
def leave(visit: access.GroupVisit) -> ResponseReturnValue:
    """Leave the group with this phone."""
    write = writes.once_more(writes.this_write(visit.device))
    try:
        writes.perform(write, lambda: group_members.leave(visit.session, visit.group, write))
    except errors.ScorecardError as error:
        visit.session.rollback()
        return _leave_page(visit, error), refusals.status_of(error)
    return redirect(url_for("home.index"), 303)


@blueprint.get(f"{PREFIX}/leave")
@access.needs_in_group("member")
def leave_page(visit: access.GroupVisit) -> ResponseReturnValue:
    """Say what leaving does."""
    return _leave_page(visit)


@blueprint.get(f"{PREFIX}/recovery")
@access.needs_in_group("keeper")
def recovery(visit: access.GroupVisit) -> ResponseReturnValue:
    """Explain the recovery code, and offer to make one."""
    return _recovery_page(visit.group)


@blueprint.post(f"{PREFIX}/recovery")
@access.needs_in_group("keeper")
def make_recovery_code(visit: access.GroupVisit) -> ResponseReturnValue:
    """Make a recovery code and show it, this once."""
    code = recovery_codes.make(visit.session, visit.membership, writes.this_write(visit.device))
    visit.session.commit()
    return _recovery_page(visit.group, code, visit.membership)


@blueprint.get("/groups/recover")
@access.anyone
def ask_recovery_code() -> ResponseReturnValue:
    """Ask for a recovery code."""
    access.promise_device()
    return render_template(
        "people/phones/recover.html", code=request.args.get("code", ""), problem=""
    )


@blueprint.post("/groups/recover")
@access.anyone
def recover() -> ResponseReturnValue:
    """Let a scorekeeper back in with a code, which is spent, and show the next one."""
    typed = request.form.get("code", "")
    try:
        code_or_trace = guesses.recovery_code(typed)
    except (errors.NotFound, errors.TooMany) as error:
        db.session.rollback()
        page = render_template("people/phones/recover.html", code=typed, problem=error.message)
        return refusals.refused(page, error)
    if isinstance(code_or_trace, WriteKey):
        # The answer was lost on the way, and with it the new code: another one can be made.
        group = db.session.get_one(Group, code_or_trace.group_id)
        return redirect(url_for("group_phones.recovery", group_uid=group.uid), 303)
    write = writes.this_write(access.ensure_device())
    membership = recovery_codes.recover(db.session, code_or_trace, write.device, write)
    code = recovery_codes.make(db.session, membership, write)
    db.session.commit()
    return _recovery_page(membership.group, code, membership, is_back=True)


def _recovery_page(
    group: Group,
    code: str = "",
    keeper: GroupMembership | None = None,
    *,
    is_back: bool = False,
) -> str:
    address = addresses.base_url() + url_for("group_phones.ask_recovery_code")
    return render_template(
        "people/phones/recovery.html",
        group=group,
        code=code,
        is_back=is_back,
        keeper=group_members.label(keeper) if keeper else "",
        day=results.day_of(access.now(), group),
        address=address,
        qr_code=qr.qr_code(address),
    )


def _share_page(visit: access.GroupVisit, error: errors.ScorecardError | None = None) -> str:
    token = groups.link_token(visit.group, current_app.config["SETTINGS"].secret_keys)
    link = addresses.base_url() + url_for("group_phones.invitation", token=token) if token else ""
    return render_template(
        "people/phones/share.html",
        visit=visit,
        link=link,
        qr_code=qr.qr_code(link) if link else "",
        **responses.beside(error),
    )


def _who_page(
    visit: access.GroupVisit,
    error: errors.ScorecardError | None = None,
    name: str = "",
    ticked: Sequence[str] | None = None,
    *,
    is_nobody: bool = False,
) -> str:
    mine = [player.uid for player in visit.my_players]
    return render_template(
        "people/players/me.html",
        visit=visit,
        phones=group_members.phones_of(visit.session, visit.group),
        ticked=mine if ticked is None else ticked,
        name=name,
        is_nobody=is_nobody,
        **responses.beside(error),
    )


def _devices_page(visit: access.GroupVisit, error: errors.ScorecardError | None = None) -> str:
    return render_template(
        "people/phones/devices.html",
        visit=visit,
        members=group_members.inside(visit.session, visit.group),
        label=group_members.label,
        last_changes=group_members.last_changes(visit.session, visit.group),
        **responses.beside(error),
    )


def _leave_page(visit: access.GroupVisit, error: errors.ScorecardError | None = None) -> str:
    return render_template(
        "people/phones/leave.html",
        visit=visit,
        is_last_keeper=group_members.is_last_keeper(visit.session, visit.membership),
        is_alone=len(group_members.inside(visit.session, visit.group)) == 1,
        **responses.beside(error),
    )
