"""Who is at the table: seats, "this is me", sharing the game, and the devices that are in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import begin_write
from scorecard.models.device import ROLES
from scorecard.rules.words import quoted, say
from scorecard.services.groups import access
from scorecard.services.history import changes, members
from scorecard.services.limits import codes
from scorecard.services.scoring import sheets
from scorecard.services.table import seating
from scorecard.web.forms import parts
from scorecard.web.http import addresses, refusals
from scorecard.web.http.access import Visit, needs, now
from scorecard.web.pages import qr, responses
from scorecard.web.table import join
from scorecard.web.write import sitting_down, writes

blueprint = Blueprint("seats", __name__)
PREFIX = "/games/<uid:game_uid>"


@blueprint.get(f"{PREFIX}/me")
@needs("spectator")
def who(visit: Visit) -> ResponseReturnValue:
    """Ask who holds this phone."""
    return _who_page(visit)


@blueprint.post(f"{PREFIX}/me")
@needs("player")
def this_is_me(visit: Visit) -> ResponseReturnValue:
    """Say which seats this phone counts for, perhaps a new one."""
    session, game, membership = visit.session, visit.game, visit.membership
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(write, lambda: sitting_down.sit_down(session, game, membership, write))
    except errors.ScorecardError as error:
        session.rollback()
        return refusals.refused(_who_page(visit, error.message), error)
    return redirect(url_for("games.table", game_uid=game.uid), 303)


@blueprint.post(f"{PREFIX}/watch")
@needs("spectator")
def watch(visit: Visit) -> ResponseReturnValue:
    """Only watch from this phone."""
    return responses.act(
        visit,
        lambda write: access.watch(visit.session, visit.game, visit.membership, write),
    )


@blueprint.get(f"{PREFIX}/players")
@needs("player")
def players(visit: Visit) -> ResponseReturnValue:
    """Show the players: add, rename, and mark as left."""
    return _players_page(visit)


@blueprint.post(f"{PREFIX}/players")
@needs("keeper")
def add_player(visit: Visit) -> ResponseReturnValue:
    """Add a player before round 1 is closed, or let somebody in late."""
    form = parts.PlayerForm(request.form)
    if not form.validate():
        nameless = errors.BadInput(quoted(form.name.errors[0]), field="name")
        return refusals.refused(_players_page(visit, form), nameless)
    start: seating.Start = "zero" if form.start.data == "zero" else "last"

    def action(write: changes.Write) -> object:
        if "start" in request.form:
            return seating.let_in(visit.session, visit.game, write, form.who, start)
        return seating.add_player(visit.session, visit.game, write, form.who)

    return _change_players(visit, form, action)


@blueprint.post(f"{PREFIX}/players/<int:position>/rename")
@needs("player")
def rename(visit: Visit, position: int) -> ResponseReturnValue:
    """Give a player another name."""
    _refuse_foreign_seat(visit, position)
    name = request.form.get("name", "")
    return _change_players(
        visit,
        parts.PlayerForm(),
        lambda write: seating.rename(visit.session, visit.game, write, position, name),
        renamed={position: name},
    )


@blueprint.post(f"{PREFIX}/players/<int:position>/leave")
@needs("player")
def leave(visit: Visit, position: int) -> ResponseReturnValue:
    """Mark a player as gone for good."""
    _refuse_foreign_seat(visit, position)
    return _change_players(
        visit,
        parts.PlayerForm(),
        lambda write: seating.leave(visit.session, visit.game, write, position),
    )


@blueprint.post(f"{PREFIX}/players/<int:position>/return")
@needs("player")
def come_back(visit: Visit, position: int) -> ResponseReturnValue:
    """Take back that a player left."""
    _refuse_foreign_seat(visit, position)
    return _change_players(
        visit,
        parts.PlayerForm(),
        lambda write: seating.come_back(visit.session, visit.game, write, position),
    )


@blueprint.get(f"{PREFIX}/share")
@needs("player")
def share(visit: Visit) -> ResponseReturnValue:
    """Show the code, the QR code and the links; the scorekeeper's link only to the scorekeeper."""
    tokens = links_of(visit)
    address = addresses.base_url()
    links = {
        role: address + url_for("join.invitation", token=token) for role, token in tokens.items()
    }
    board_link = f"{links['spectator']}?to={join.BOARD}"
    return render_template(
        "table/seats/share.html",
        visit=visit,
        claimed=members.seats_claimed(visit.session, visit.game),
        has_guests=len(members.inside(visit.session, visit.game)) > 1,
        is_gathering=visit.is_keeper and seating.is_gathering(visit.session, visit.game),
        board_link=board_link,
        board_qr=qr.qr_code(board_link),
        code=codes.good_code(visit.game, now()),
        has_code_run_out=codes.has_run_out(visit.game, now()),
        address=address.removeprefix("http://"),
        links=links,
        qr_codes={role: qr.qr_code(link) for role, link in links.items()},
    )


@blueprint.get(f"{PREFIX}/devices")
@needs("keeper")
def devices(visit: Visit) -> ResponseReturnValue:
    """Show which devices are in the game."""
    return _devices_page(visit)


@blueprint.post(f"{PREFIX}/devices/<int:device_id>/send-out")
@needs("keeper")
def send_out(visit: Visit, device_id: int) -> ResponseReturnValue:
    """Remove a device from the game, and renew the code and the links."""
    return responses.act(
        visit,
        lambda write: access.send_out(visit.session, visit.game, device_id, write),
        then="seats.devices",
        again=lambda error: _devices_page(visit, error.message),
    )


@blueprint.post(f"{PREFIX}/devices/<int:device_id>/keeper")
@needs("keeper")
def hand_over(visit: Visit, device_id: int) -> ResponseReturnValue:
    """Hand the scorekeeper's role over to a device."""
    return responses.act(
        visit,
        lambda write: access.hand_over(visit.session, visit.game, device_id, write),
        again=lambda error: _devices_page(visit, error.message),
    )


@blueprint.post(f"{PREFIX}/renew")
@needs("keeper")
def renew(visit: Visit) -> ResponseReturnValue:
    """Make the code and all links useless, and show the new ones."""
    return responses.act(
        visit,
        lambda write: access.renew(visit.session, visit.game, write),
        then="seats.share",
    )


def links_of(visit: Visit) -> dict[str, str]:
    """Return the token of each role's link that this visitor may pass on.

    They are made when somebody first asks for them.
    """
    session, game = visit.session, visit.game
    secret_keys = current_app.config["SETTINGS"].secret_keys
    tokens = access.tokens(session, game, secret_keys, now())
    if len(tokens) < len(ROLES):
        session.rollback()
        begin_write(session)
        access.make_passes(session, game, secret_keys[0], now())
        tokens = access.tokens(session, game, secret_keys, now())
        session.commit()
    return {role: tokens[role] for role in ROLES if visit.membership.may(role)}


def _refuse_foreign_seat(visit: Visit, position: int) -> None:
    if not visit.may_count_for(position):
        raise errors.NotAllowed(say("Only the scorekeeper can change other players."))


def _change_players(
    visit: Visit,
    form: parts.PlayerForm,
    action: Callable[[changes.Write], object],
    renamed: Mapping[int, str] | None = None,
) -> ResponseReturnValue:
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(write, lambda: action(write))
    except errors.ScorecardError as error:
        visit.session.rollback()
        is_beside = form.name.data and isinstance(error, errors.BadInput)
        if is_beside:
            form.name.errors = [error.message]
        problem = "" if is_beside else error.message
        return refusals.refused(_players_page(visit, form, problem, renamed), error)
    return redirect(url_for("seats.players", game_uid=visit.game.uid), 303)


def _players_page(
    visit: Visit,
    form: parts.PlayerForm | None = None,
    problem: str = "",
    renamed: Mapping[int, str] | None = None,
) -> str:
    """Return the page, with the names as they were typed where one was refused."""
    return render_template(
        "table/seats/players.html",
        visit=visit,
        form=form or parts.PlayerForm(),
        starts=seating.starts(visit.game),
        roster=seating.not_seated(visit.game),
        rules=sheets.rules_of(visit.game),
        problem=problem,
        renamed=renamed or {},
    )


def _who_page(visit: Visit, problem: str = "") -> str:
    return render_template(
        "table/seats/who.html",
        visit=visit,
        claimed=members.seats_claimed(visit.session, visit.game),
        ticked=writes.typed_positions("seat"),
        problem=problem,
        name=sitting_down.new_name(),
    )


def _devices_page(visit: Visit, problem: str = "") -> str:
    return render_template(
        "table/seats/devices.html",
        visit=visit,
        members=members.inside(visit.session, visit.game),
        label=members.label,
        last_changes=members.last_changes(visit.session, visit.game),
        problem=problem,
    )
