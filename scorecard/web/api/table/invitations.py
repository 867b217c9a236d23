"""What a link opens, over the API: looked at without joining."""

from __future__ import annotations

from pydantic import Field

from scorecard.database.db import db
from scorecard.services.groups import access, groups
from scorecard.services.scoring import sheets
from scorecard.web.api import game_answers, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.http.access import now


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
