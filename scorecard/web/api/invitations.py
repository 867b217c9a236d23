"""What a link opens, over the API: looked at without joining."""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.db import db
from scorecard.services import access, groups, sheets
from scorecard.web.access import anyone, now
from scorecard.web.api.answers import Role
from scorecard.web.api.model import Model
from scorecard.web.api.spec import blueprint, describes, json_answer


class GameLinkAnswer(Model):
    """What a link to a game opens."""

    game: str = Field(description="The card game's key.")
    name: str
    players: list[str]
    is_ended: bool
    role: Role = Field(description="Of whoever joins with it.")


class GroupLinkAnswer(Model):
    """What a link to a group opens."""

    name: str


@blueprint.get("/join/<uid:token>")
@anyone
@describes(GameLinkAnswer, "access", refusals=(404, 410))
def read_game_link(token: str) -> Response:
    """Return what a link to a game opens; nobody joins by looking."""
    invitation = access.read_pass(db.session, token, now())
    game = invitation.game
    found = {
        "game": game.rules,
        "name": sheets.rules_of(game).name,
        "players": [seat.name for seat in game.seats],
        "is_ended": game.is_ended,
        "role": invitation.role,
    }
    return json_answer(found)


@blueprint.get("/groups/join/<uid:token>")
@anyone
@describes(GroupLinkAnswer, "groups", refusals=(404, 410))
def read_group_link(token: str) -> Response:
    """Return what a link to a group opens; nobody joins by looking."""
    return json_answer({"name": groups.by_link(db.session, token).name})
