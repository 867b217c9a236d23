"""Who is in, over the API: join, seats, invitation, devices."""

from __future__ import annotations

from flask import Response, url_for
from pydantic import Field

from scorecard.db import db
from scorecard.errors import BadInput, NotAllowed
from scorecard.models.access import PLAYER
from scorecard.rules.words import say
from scorecard.services import access, codes, games, members
from scorecard.services.changes import Write
from scorecard.web.access import Visit, anyone, ensure_device, needs, now, start_writing
from scorecard.web.addresses import base_url
from scorecard.web.api.answers import DevicesAnswer, GameAnswer, InvitationAnswer, JoinedGameAnswer
from scorecard.web.api.games import GAME, joined
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    WRITE_REFUSALS,
    Body,
    WriteBody,
    blueprint,
    describes,
    json_answer,
    write,
)
from scorecard.web.guesses import game_to_join
from scorecard.web.seats import links_of
from scorecard.web.sources import write_of


class JoinGameBody(Body):
    """The short code of a running game, or the token of a link."""

    code: str | None = None
    token: str | None = Field(default=None, description="The last part of a link.")


class RenameSeatBody(WriteBody):
    """A player's name."""

    name: str


class ClaimSeatsBody(WriteBody):
    """The seats this device counts for."""

    seats: list[int]


@blueprint.post("/join")
@anyone
@describes(JoinedGameAnswer, "access", refusals=(400, 403, 404, 410, 413, 415, 422, 429))
def join_game(json: JoinGameBody) -> Response:
    """Join a game: with its code as a player, with a link's token in the link's role."""
    if (json.code is None) == (json.token is None):
        raise BadInput(say("Send a code or a token, and only one of them."), field="code")
    if json.code is not None:
        game, role = game_to_join(json.code), PLAYER
    else:
        start_writing()
        invitation = access.read_pass(db.session, json.token or "", now())
        game, role = invitation.game, invitation.role
    access.join(db.session, game, role, write_of(ensure_device(), now()))
    db.session.commit()
    return joined(game)


@blueprint.get(f"{GAME}/invitation")
@needs("player")
@describes(InvitationAnswer, "access", refusals=GAME_REFUSALS)
def read_game_invitation(visit: Visit) -> Response:
    """Return the code and the links that let others in; the keeper's link only to a keeper.

    There is no code after the end, and after two days without a write: the next write makes one.
    """
    links = {
        role: base_url() + url_for("join.invitation", token=token)
        for role, token in links_of(visit).items()
    }
    found = {"code": codes.good_code(visit.game, now()), "links": links}
    return json_answer(found)


@blueprint.post(f"{GAME}/seats")
@needs("player")
@describes(GameAnswer, "access", status=201, refusals=WRITE_REFUSALS)
def add_player(visit: Visit, json: RenameSeatBody) -> Response:
    """Add a player in the last seat, before round 1 is closed; who is no keeper takes the seat."""

    def action(this: Write) -> None:
        seat = games.add_player(visit.session, visit.game, this, json.name)
        if not visit.is_keeper:
            visit.session.flush()
            visit.membership.seats.append(seat)

    return write(visit, json.version, action, status=201)


@blueprint.put(f"{GAME}/seats/<int:seat>/name")
@needs("player")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def rename_seat(visit: Visit, seat: int, json: RenameSeatBody) -> Response:
    """Give a player another name."""
    _refuse_foreign(visit, seat)
    return write(
        visit,
        json.version,
        lambda this: games.rename(visit.session, visit.game, this, seat, json.name),
    )


@blueprint.post(f"{GAME}/seats/<int:seat>/leave")
@needs("player")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def leave_game(visit: Visit, seat: int, json: WriteBody) -> Response:
    """Mark a player as gone for good; the total stays."""
    _refuse_foreign(visit, seat)
    return write(
        visit, json.version, lambda this: games.leave(visit.session, visit.game, this, seat)
    )


@blueprint.post(f"{GAME}/seats/<int:seat>/return")
@needs("player")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def return_to_game(visit: Visit, seat: int, json: WriteBody) -> Response:
    """Take back that a player left, before a round was closed without them."""
    _refuse_foreign(visit, seat)
    return write(
        visit, json.version, lambda this: games.come_back(visit.session, visit.game, this, seat)
    )


@blueprint.put(f"{GAME}/me")
@needs("player")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def claim_seats(visit: Visit, json: ClaimSeatsBody) -> Response:
    """Say which seats this device counts for."""
    return write(
        visit,
        json.version,
        lambda this: access.claim(visit.session, visit.game, visit.membership, json.seats, this),
    )


@blueprint.post(f"{GAME}/watch")
@needs("spectator")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def watch_game(visit: Visit, json: WriteBody) -> Response:
    """Become a spectator."""
    return write(
        visit,
        json.version,
        lambda this: access.watch(visit.session, visit.game, visit.membership, this),
    )


@blueprint.get(f"{GAME}/devices")
@needs("keeper")
@describes(DevicesAnswer, "access", refusals=GAME_REFUSALS)
def list_devices(visit: Visit) -> Response:
    """List the devices that are in the game."""
    found = [
        {
            "id": member.device_id,
            "label": members.label(member),
            "role": member.role,
            "seats": [seat.position for seat in member.seats],
            "joined_at": member.joined_at.isoformat(),
            "is_this": member.device_id == visit.device.id,
        }
        for member in members.inside(visit.session, visit.game)
    ]
    return json_answer({"devices": found})


@blueprint.post(f"{GAME}/devices/<int:device_id>/send-out")
@needs("keeper")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def send_out_of_game(visit: Visit, device_id: int, json: WriteBody) -> Response:
    """Send a device out of the game. Code and links are renewed; the others stay in."""
    return write(
        visit,
        json.version,
        lambda this: access.send_out(visit.session, visit.game, device_id, this),
    )


@blueprint.post(f"{GAME}/devices/<int:device_id>/keeper")
@needs("keeper")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def hand_over_game(visit: Visit, device_id: int, json: WriteBody) -> Response:
    """Make another device the keeper, and this one a player."""
    return write(
        visit,
        json.version,
        lambda this: access.hand_over(visit.session, visit.game, device_id, this),
    )


@blueprint.post(f"{GAME}/renew")
@needs("keeper")
@describes(GameAnswer, "access", refusals=WRITE_REFUSALS)
def renew_game_links(visit: Visit, json: WriteBody) -> Response:
    """Make code and links useless; new ones are made."""
    return write(visit, json.version, lambda this: access.renew(visit.session, visit.game, this))


def _refuse_foreign(visit: Visit, seat: int) -> None:
    if not visit.may_count_for(seat):
        raise NotAllowed(say("Only the keeper can change other players."))
