"""Passkeys: make one in a group, and come back into the group with it.

Without HTTPS, or without the library for them, these pages answer 404.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response, json, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Device, Group
from scorecard.rules.words import say
from scorecard.services.groups import passkeys
from scorecard.services.history import changes
from scorecard.web.http import access, addresses
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("passkeys", __name__)
PREFIX = "/groups/<uid:group_uid>/passkeys"
CHALLENGE = "passkey"
"""The key of the session cookie for the latest challenge."""


@blueprint.app_context_processor
def offer() -> dict[str, Any]:
    """Give every template the origin of passkeys, and whether they are possible."""
    site = _site_or_none() if request else None
    return {"passkeys_available": site is not None, "passkey_origin": site.origin if site else ""}


@blueprint.group_page(PREFIX, "member")
def own(visit: access.GroupVisit) -> str:
    """Show the passkeys that bring this phone's place in the group back."""
    _site()
    return responses.page(
        "phone/passkeys.html",
        passkeys=passkeys.of_membership(visit.session, visit.membership),
    )


@blueprint.post(f"{PREFIX}/options")
@access.needs_in_group("member")
def creation_options(visit: access.GroupVisit) -> ResponseReturnValue:
    """Return the browser's options to make a passkey, with a challenge."""
    site = _site()
    challenge = _give_challenge(visit.group.uid)
    return _options(passkeys.creation_options(visit.session, visit.membership, site, challenge))


@blueprint.post(PREFIX)
@access.needs_in_group("member")
def make(visit: access.GroupVisit) -> ResponseReturnValue:
    """Keep the passkey that the phone made."""
    site, answer = _site(), request.form.get("credential", "")
    try:
        write = _answered(visit.device, visit.group.uid)
        writes.perform(
            write,
            lambda: passkeys.register(
                visit.session, visit.membership, write, site, write.key, answer
            ),
        )
    except errors.ScorecardError as error:
        return views.refuse(error, lambda: own(visit))
    return redirect(views.address("passkeys.own"), 303)


@blueprint.group_form(f"{PREFIX}/<int:passkey_id>/delete", "member", then="passkeys.own", again=own)
def delete(visit: access.GroupVisit, write: changes.Write, passkey_id: int) -> None:
    """Delete a passkey of one's own."""
    _site()
    passkeys.delete(visit.session, visit.membership, passkey_id, write)


@blueprint.open_page("/groups/passkey")
def ask() -> ResponseReturnValue:
    """Offer to come back into a group with a passkey."""
    _site()
    access.promise_device()
    return responses.page("phone/passkey.html")


@blueprint.post("/groups/passkey/options")
@access.anyone
def request_options() -> ResponseReturnValue:
    """Return the browser's options to show a passkey, with a challenge."""
    site = _site()
    access.promise_device()
    return _options(passkeys.request_options(site, _give_challenge()))


@blueprint.post("/groups/passkey")
@access.anyone
def come_back() -> ResponseReturnValue:
    """Come back into the group of the passkey that was shown."""
    site = _site()
    access.start_writing()
    device = access.ensure_device()
    answer = request.form.get("credential", "")
    try:
        write = _answered(device)
        done, membership = writes.perform(
            write, lambda: passkeys.come_back(db.session, device, write, site, write.key, answer)
        )
    except errors.ScorecardError as error:
        return views.refuse(error, lambda: responses.page("phone/passkey.html"))
    group = db.session.get_one(Group, done.group_id) if done else membership.group
    return redirect(url_for("groups.page", group_uid=group.uid), 303)


def _site() -> passkeys.Site:
    """Return the origin for passkeys; answer 404 where they are not possible."""
    site = _site_or_none()
    if site is None:
        raise errors.NotFound(say("There are no passkeys at this address."))
    return site


def _site_or_none() -> passkeys.Site | None:
    return addresses.secure_site() if passkeys.are_possible() else None


def _give_challenge(group_uid: str = "") -> str:
    """Return a new challenge, good for one answer from this phone, soon, and for one purpose."""
    challenge = passkeys.new_challenge()
    until = int(access.now().timestamp()) + passkeys.CEREMONY_SECONDS
    session[CHALLENGE] = {"challenge": challenge, "until": until, "group": group_uid}
    return challenge


def _answered(device: Device, group_uid: str = "") -> changes.Write:
    """Return a write with this phone's challenge as its key, so that an answer works only once."""
    given = session.pop(CHALLENGE, None)
    if given is None or given["group"] != group_uid or given["until"] < access.now().timestamp():
        raise errors.BadInput(
            say("That took too long, or another window asked meanwhile. Try again."),
            code="no_challenge",
        )
    return replace(writes.this_write(device), key=given["challenge"])


def _options(options: dict[str, Any]) -> Response:
    response = Response(json.dumps(options), mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
