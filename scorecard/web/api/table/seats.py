"""Who is at the table, over the API: what a link opens, join, seats, invitation, devices."""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard import errors
from scorecard.database.db import db
from scorecard.models.device import PLAYER
from scorecard.rules.words import say
from scorecard.services.groups import access, groups
from scorecard.services.history import changes, members
from scorecard.services.limits import codes
from scorecard.services.scoring import sheets
from scorecard.services.table import seating
from scorecard.web.api import fields, game_answers, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.table.games import GAME, joined
from scorecard.web.http import addresses, sources
from scorecard.web.http.access import Visit, anyone, ensure_device, now, start_writing_by_link
from scorecard.web.table import seats as seat_pages
from scorecard.web.write import guesses

SEAT = f"{GAME}/seats/<int:seat>"
DEVICE = f"{GAME}/devices/<int:device_id>"


class GameLinkAnswer(model.Model):
    """What a link to a game opens."""

    game: str = Field(validation_alias="rules", description="The card game's key.")
    name: str
    players: list[str]
    is_ended: bool
    role: game_answers.Role = Field(description="Of whoever joins with it.")


class GroupLinkAnswer(model.Model):
    """What a link to a group opens."""

    name: str


class DeviceAnswer(model.Model):
    """A device that is in the game."""

    id: int = Field(validation_alias="device_id")
    label: str
    role: game_answers.Role
    seats: list[int]
    joined_at: fields.Moment
    is_this: bool


class DevicesAnswer(model.Model):
    """The devices that are in the game."""

    devices: list[DeviceAnswer]


class InvitationAnswer(model.Model):
    """How others get in: the short code of a running game, and a link for each role."""

    code: str | None
    links: dict[game_answers.Role, str]


class JoinGameBody(spec.Body):
    """The short code of a running game, or the token of a link."""

    code: str | None = None
    token: str | None = Field(default=None, description="The last part of a link.")


class RenameSeatBody(spec.WriteBody):
    """A player's name."""

    name: str


class AddPlayerBody(RenameSeatBody):
    """Who sits down; after round 1 also what their total starts with."""

    start: seating.Start | None = Field(
        default=None,
        description="0, or as much as whoever is last has; only a scorekeeper says so.",
    )


class ClaimSeatsBody(spec.WriteBody):
    """The seats this device counts for."""

    seats: list[int]


@spec.open_read("/join/<uid:token>", GameLinkAnswer, "access", refusals=(404, 410))
def read_game_link(token: str) -> object:
    """Return what a link to a game opens; nobody joins by looking."""
    invitation = access.read_pass(db.session, token, now())
    game = invitation.game
    return Extended(
        game,
        name=sheets.rules_of(game).name,
        players=[seat.name for seat in game.seats],
        role=invitation.role,
    )


@spec.open_read("/groups/join/<uid:token>", GroupLinkAnswer, "groups", refusals=(404, 410))
def read_group_link(token: str) -> object:
    """Return what a link to a group opens; nobody joins by looking."""
    return groups.by_link(db.session, token)


@spec.blueprint.post("/join")
@anyone
@spec.describes(
    game_answers.JoinedGameAnswer, "access", refusals=(400, 403, 404, 410, 413, 415, 422, 429)
)
def join_game(json: JoinGameBody) -> Response:
    """Join a game: with its code as a player, with a link's token in the link's role."""
    if (json.code is None) == (json.token is None):
        raise errors.BadInput(say("Send a code or a token, and only one of them."), field="code")
    if json.code is not None:
        game, role = guesses.game_to_join(json.code), PLAYER
    else:
        start_writing_by_link(json.token or "")
        invitation = access.read_pass(db.session, json.token or "", now())
        game, role = invitation.game, invitation.role
    access.join(db.session, game, role, sources.write_of(ensure_device(), now()))
    db.session.commit()
    return joined(game)


@spec.game_read(f"{GAME}/invitation", "player", InvitationAnswer, "access")
def read_game_invitation(visit: Visit) -> object:
    """Return the code and the links that let others in; to a scorekeeper also the scorekeeper's.

    There is no code after the end, and after two days without a write: the next write makes one.
    """
    links = {
        role: addresses.link("join.invitation", token)
        for role, token in seat_pages.links_of(visit).items()
    }
    return {"code": codes.good_code(visit.game, now()), "links": links}


@spec.game_write("POST", f"{GAME}/seats", "player", "access", status=201)
def add_player(visit: Visit, this: changes.Write, json: AddPlayerBody) -> None:
    """Add a player in the last seat before round 1 is closed; who is no scorekeeper takes the seat.

    With a ``start`` a scorekeeper lets somebody in after round 1.
    """
    if json.start and not visit.is_keeper:
        raise errors.NotAllowed(say("Only the scorekeeper can let somebody in late."))
    if json.start:
        seating.let_in(visit.session, visit.game, this, json.name, json.start)
        return
    seat = seating.add_player(visit.session, visit.game, this, json.name)
    if not visit.is_keeper:
        visit.session.flush()
        visit.membership.seats.append(seat)


spec.game_write("PUT", f"{SEAT}/name", "player", "access", body=RenameSeatBody)(
    seat_pages.rename_seat
)
spec.game_write("POST", f"{SEAT}/leave", "player", "access")(seat_pages.leave_game)
spec.game_write("POST", f"{SEAT}/return", "player", "access")(seat_pages.return_to_game)


@spec.game_write("PUT", f"{GAME}/me", "player", "access")
def claim_seats(visit: Visit, this: changes.Write, json: ClaimSeatsBody) -> None:
    """Say which seats this device counts for."""
    access.claim(visit.session, visit.game, visit.membership, json.seats, this)


spec.game_write("POST", f"{GAME}/watch", "spectator", "access")(seat_pages.watch_game)


@spec.game_read(f"{GAME}/devices", "keeper", DevicesAnswer, "access")
def list_devices(visit: Visit) -> object:
    """List the devices that are in the game."""
    listed = [
        Extended(
            member,
            label=members.label(member),
            seats=[seat.position for seat in member.seats],
            is_this=member.device_id == visit.device.id,
        )
        for member in members.inside(visit.session, visit.game)
    ]
    return {"devices": listed}


spec.game_write("POST", f"{DEVICE}/send-out", "keeper", "access")(seat_pages.send_out_of_game)
spec.game_write("POST", f"{DEVICE}/keeper", "keeper", "access")(seat_pages.hand_over_game)
spec.game_write("POST", f"{GAME}/renew", "keeper", "access")(seat_pages.renew_game_links)
