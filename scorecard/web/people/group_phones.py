"""The phones in a group: invite, "this is me", scorekeepers, ways back in, and leaving."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Group, GroupMembership, WriteKey
from scorecard.services.groups import group_members, groups, recovery_codes
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.standings import results
from scorecard.web.http import access, addresses
from scorecard.web.pages import qr, responses, views
from scorecard.web.write import guesses, sitting_down, writes

blueprint = views.Views("group_phones", __name__)
PREFIX = "/groups/<uid:group_uid>"
DEVICE = f"{PREFIX}/devices/<int:device_id>"


@blueprint.open_page("/groups/join/<uid:token>")
def invitation(token: str) -> ResponseReturnValue:
    """Show what a link opens; joining takes one tap, so that a preview of the link does not."""
    access.promise_device()
    return _link_page(token)


@blueprint.post("/groups/join/<uid:token>")
@access.anyone
def join(token: str) -> ResponseReturnValue:
    """Join the group that a link opens, perhaps as one of its players."""
    access.start_writing_by_group_link(token)
    group = groups.by_link(db.session, token)
    device = access.ensure_device()
    # The same form joins again after leaving.
    write = writes.once_more(writes.this_write(device))
    there = url_for("groups.page", group_uid=group.uid)
    named = _named()

    def come_in() -> None:
        # The key is stored with the last step.
        first = write.keyless if any(named) else write
        membership = group_members.join(db.session, group, device, first)
        if any(named):
            _claim(group, membership, write, *named)

    return views.write_once(
        write,
        come_in,
        then=lambda _done, _made: there,
        again=lambda: _link_page(token),
    )


def _link_page(token: str) -> str:
    group = groups.by_link(db.session, token)
    return responses.page("people/phones/join.html", group=group, **_names_of(group))


@blueprint.group_page(f"{PREFIX}/share", "member")
def share(visit: access.GroupVisit) -> str:
    """Show the group's link and its QR code."""
    token = groups.link_token(visit.group, addresses.secret_keys())
    link = addresses.link("group_phones.invitation", token)
    return responses.page(
        "people/phones/share.html", link=link, qr_code=qr.qr_code(link) if link else ""
    )


@blueprint.group_form(f"{PREFIX}/renew", "keeper", then="group_phones.share", again=share)
def renew_group_link(visit: access.GroupVisit, write: changes.Write) -> None:
    """Make the group's link useless; a new one is made, with which sent-out devices may return."""
    groups.renew_link(visit.session, visit.group, write, addresses.secret_key())


@blueprint.group_page(f"{PREFIX}/me", "member")
def who(visit: access.GroupVisit) -> str:
    """Ask whose phone this is."""
    return responses.page("people/players/me.html", **_names_of(visit.group))


@blueprint.group_form(f"{PREFIX}/me", "member", then="groups.page", again=who)
def this_is_me(visit: access.GroupVisit, write: changes.Write) -> None:
    """Say which players this phone belongs to: none, some, and perhaps a new one."""
    named = _named()
    if not any(named) and "nobody" not in request.form:
        raise sitting_down.nobody_chosen("player")
    _claim(visit.group, visit.membership, write, *named)


def _names_of(group: Group) -> dict[str, object]:
    """Return what the names to tap need: who has joined, and what a refused form had."""
    phones = group_members.phones_of(db.session, group)
    joined = {player.uid for player in group.roster if phones[player.id]}
    ticked, name = _named()
    return {"joined": joined, "ticked": ticked, "name": name}


def _named() -> tuple[list[str], str]:
    """Return the players whom the form names, and the name of a new one, "" for none."""
    return request.form.getlist("player"), sitting_down.new_name()


def _claim(
    group: Group, membership: GroupMembership, write: changes.Write, chosen: list[str], name: str
) -> None:
    mine = rosters.all_chosen(group, chosen)
    if name:
        # The key is stored with the claim, the last step.
        mine.append(rosters.add(db.session, group, write.keyless, name))
    group_members.claim(db.session, group, membership, mine, write)


@blueprint.group_page(f"{PREFIX}/devices", "keeper")
def devices(visit: access.GroupVisit) -> str:
    """Show which phones are in the group."""
    return responses.page(
        "people/phones/devices.html",
        members=group_members.inside(visit.session, visit.group),
        label=group_members.label,
        last_changes=group_members.last_changes(visit.session, visit.group),
    )


@blueprint.group_form(f"{DEVICE}/send-out", "keeper", then="group_phones.devices", again=devices)
def send_out_of_group(visit: access.GroupVisit, write: changes.Write, device_id: int) -> None:
    """Remove a device from the group; its ways back in go with it: links and codes are renewed."""
    secret_key = addresses.secret_key()
    group_members.send_out(visit.session, visit.group, device_id, write, secret_key)


@blueprint.group_form(f"{DEVICE}/keeper", "keeper", then="group_phones.devices", again=devices)
def make_group_keeper(visit: access.GroupVisit, write: changes.Write, device_id: int) -> None:
    """Let another device keep the group, too."""
    group_members.make_keeper(visit.session, visit.group, device_id, write)


@blueprint.group_form(
    f"{DEVICE}/no-keeper",
    "keeper",
    then=lambda _done, is_mine: views.address("groups.more" if is_mine else "group_phones.devices"),
    again=devices,
)
def end_group_keeping(visit: access.GroupVisit, write: changes.Write, device_id: int) -> bool:
    """Take a device's keeping of the group back; somebody must go on keeping it."""
    group_members.unmake_keeper(visit.session, visit.group, device_id, write)
    return device_id == visit.device.id


@blueprint.group_page(f"{PREFIX}/leave", "member")
def leave_page(visit: access.GroupVisit) -> str:
    """Say what leaving does."""
    return responses.page(
        "people/phones/leave.html",
        is_last_keeper=group_members.is_last_keeper(visit.session, visit.membership),
        is_alone=len(group_members.inside(visit.session, visit.group)) == 1,
    )


@blueprint.post(f"{PREFIX}/leave")
@access.needs_in_group("member")
def leave(visit: access.GroupVisit) -> ResponseReturnValue:
    """Leave the group with this phone."""
    write = writes.once_more(writes.this_write(visit.device))
    return views.write_once(
        write,
        lambda: group_members.leave(visit.session, visit.group, write),
        then="home.index",
        again=lambda: leave_page(visit),
    )


@blueprint.group_page(f"{PREFIX}/recovery", "keeper")
def recovery(visit: access.GroupVisit) -> str:
    """Explain the recovery code, and offer to make one."""
    return _recovery_page(visit.group)


@blueprint.post(f"{PREFIX}/recovery")
@access.needs_in_group("keeper")
def make_recovery_code(visit: access.GroupVisit) -> ResponseReturnValue:
    """Make a recovery code and show it, this once."""
    code = recovery_codes.make(visit.session, visit.membership, writes.this_write(visit.device))
    visit.session.commit()
    return _recovery_page(visit.group, code, visit.membership)


@blueprint.open_page("/groups/recover")
def ask_recovery_code() -> ResponseReturnValue:
    """Ask for a recovery code."""
    access.promise_device()
    return responses.page("people/phones/recover.html", code=request.args.get("code", ""))


@blueprint.post("/groups/recover")
@access.anyone
def recover() -> ResponseReturnValue:
    """Let a scorekeeper back in with a code, which is spent, and show the next one."""
    typed = request.form.get("code", "")
    try:
        code_or_trace = guesses.recovery_code(typed)
    except (errors.NotFound, errors.TooMany) as error:
        return views.refuse(error, lambda: responses.page("people/phones/recover.html", code=typed))
    if isinstance(code_or_trace, WriteKey):
        # A repetition: the new code went with the lost answer, so another one can be made.
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
    address = addresses.whole(url_for("group_phones.ask_recovery_code"))
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
