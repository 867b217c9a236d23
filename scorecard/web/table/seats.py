"""Who is at the table: seats, "this is me", sharing the game, and the devices that are in."""

from __future__ import annotations

from flask import request

from scorecard import errors
from scorecard.database.db import begin_write
from scorecard.models.device import ROLES
from scorecard.rules.words import say
from scorecard.services.groups import access
from scorecard.services.history import changes, members
from scorecard.services.limits import codes
from scorecard.services.scoring import sheets
from scorecard.services.table import seating
from scorecard.web.http import addresses
from scorecard.web.http.access import Visit, now
from scorecard.web.pages import qr, responses, views
from scorecard.web.table import join
from scorecard.web.write import sitting_down, writes

blueprint = views.Views("seats", __name__)
PREFIX = "/games/<uid:game_uid>"
PLAYER = f"{PREFIX}/players/<int:seat>"
DEVICE = f"{PREFIX}/devices/<int:device_id>"


@blueprint.game_page(f"{PREFIX}/me", "spectator")
def who(visit: Visit) -> str:
    """Ask who holds this phone."""
    return responses.page(
        "table/seats/who.html",
        claimed=members.seats_claimed(visit.session, visit.game),
        is_full=seating.is_full(visit.game),
        ticked=writes.typed_positions("seat"),
        name=sitting_down.new_name(),
    )


@blueprint.game_form(f"{PREFIX}/me", "player", again=who)
def this_is_me(visit: Visit, write: changes.Write) -> None:
    """Say which seats this phone counts for, perhaps a new one."""
    sitting_down.sit_down(visit.session, visit.game, visit.membership, write)


@blueprint.game_form(f"{PREFIX}/watch", "spectator")
def watch_game(visit: Visit, write: changes.Write) -> None:
    """Become a spectator."""
    access.watch(visit.session, visit.game, visit.membership, write)


@blueprint.game_page(f"{PREFIX}/players", "player")
def players(visit: Visit, seat: int = 0) -> str:
    """Show the players: add, rename, and mark as left."""
    error, typed = responses.refusal(), {} if seat else request.form
    is_typed = not seat and (typed.get("name") or not typed.get("player"))
    is_beside = is_typed and isinstance(error, errors.BadInput | errors.RefusedByRules)
    return responses.page(
        "table/seats/players.html",
        typed=typed,
        starts=seating.starts(visit.game),
        roster=seating.not_seated(visit.game),
        rules=sheets.rules_of(visit.game),
        refused="name" if is_beside else "",
        renamed={seat: request.form["name"]} if seat and "name" in request.form else {},
    )


@blueprint.game_form(f"{PREFIX}/players", "keeper", then="seats.players", again=players)
def add_player(visit: Visit, write: changes.Write, player: str, name: str, start: str) -> None:
    """Add a ``player`` who was tapped, or a name; after round 1 with what they start with."""
    who = player or name
    if not who:
        raise errors.BadInput(say("Enter a name."), field="name")
    if start:
        late: seating.Start = "zero" if start == "zero" else "last"
        seating.let_in(visit.session, visit.game, write, who, late)
    else:
        seating.add_player(visit.session, visit.game, write, who)


@blueprint.game_form(f"{PLAYER}/rename", "player", then="seats.players", again=players)
def rename_seat(visit: Visit, write: changes.Write, seat: int, name: str) -> None:
    """Give a player another name."""
    _refuse_foreign(visit, seat)
    seating.rename(visit.session, visit.game, write, seat, name)


@blueprint.game_form(f"{PLAYER}/leave", "player", then="seats.players", again=players)
def leave_game(visit: Visit, write: changes.Write, seat: int) -> None:
    """Mark a player as gone for good; the total stays."""
    _refuse_foreign(visit, seat)
    seating.leave(visit.session, visit.game, write, seat)


@blueprint.game_form(f"{PLAYER}/return", "player", then="seats.players", again=players)
def return_to_game(visit: Visit, write: changes.Write, seat: int) -> None:
    """Take back that a player left, before a round was closed without them."""
    _refuse_foreign(visit, seat)
    seating.come_back(visit.session, visit.game, write, seat)


def _refuse_foreign(visit: Visit, seat: int) -> None:
    """Refuse to change a player for whom the visitor may not count."""
    if not visit.may_count_for(seat):
        raise errors.NotAllowed(say("Only the scorekeeper can change other players."))


@blueprint.game_page(f"{PREFIX}/share", "player")
def share(visit: Visit) -> str:
    """Show the code, the QR code and the links; the scorekeeper's link only to the scorekeeper."""
    tokens = links_of(visit)
    links = {role: addresses.link("join.invitation", token) for role, token in tokens.items()}
    board_link = f"{links['spectator']}?to={join.BOARD}"
    return responses.page(
        "table/seats/share.html",
        claimed=seating.with_phone(visit.session, visit.game),
        has_guests=len(members.inside(visit.session, visit.game)) > 1,
        is_gathering=visit.is_keeper and seating.is_gathering(visit.session, visit.game),
        board_link=board_link,
        board_qr=qr.qr_code(board_link),
        code=codes.good_code(visit.game, now()),
        has_code_run_out=codes.has_run_out(visit.game, now()),
        address=addresses.base_url().removeprefix("http://"),
        links=links,
        qr_codes={role: qr.qr_code(link) for role, link in links.items()},
    )


@blueprint.game_page(f"{PREFIX}/devices", "keeper")
def devices(visit: Visit) -> str:
    """Show which devices are in the game."""
    return responses.page(
        "table/seats/devices.html",
        members=members.inside(visit.session, visit.game),
        label=members.label,
        last_changes=members.last_changes(visit.session, visit.game),
    )


@blueprint.game_form(f"{DEVICE}/send-out", "keeper", then="seats.devices", again=devices)
def send_out_of_game(visit: Visit, write: changes.Write, device_id: int) -> None:
    """Remove a device from the game. Code and links are renewed; the others stay in."""
    access.send_out(visit.session, visit.game, device_id, write)


@blueprint.game_form(f"{DEVICE}/keeper", "keeper", again=devices)
def hand_over_game(visit: Visit, write: changes.Write, device_id: int) -> None:
    """Make another device the scorekeeper, and this one a player."""
    access.hand_over(visit.session, visit.game, device_id, write)


@blueprint.game_form(f"{PREFIX}/renew", "keeper", then="seats.share")
def renew_game_links(visit: Visit, write: changes.Write) -> None:
    """Make code and links useless; new ones are made."""
    access.renew(visit.session, visit.game, write)


def links_of(visit: Visit) -> dict[str, str]:
    """Return the link tokens, by role, that this visitor may pass on; make them on first use."""
    session, game = visit.session, visit.game
    secret_keys = addresses.secret_keys()
    tokens = access.tokens(session, game, secret_keys, now())
    if len(tokens) < len(ROLES):
        session.rollback()
        begin_write(session)
        access.make_passes(session, game, secret_keys[0], now())
        tokens = access.tokens(session, game, secret_keys, now())
        session.commit()
    return {role: tokens[role] for role in ROLES if visit.membership.may(role)}
