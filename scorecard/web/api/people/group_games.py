"""Games of groups over the API: move one into a group or out of it, and the bin."""

from __future__ import annotations

import re

from flask import Response
from pydantic import Field

from scorecard import errors
from scorecard.models import Player
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.table import games, seating
from scorecard.web.api import game_answers, spec
from scorecard.web.api.table import rounds
from scorecard.web.api.table.games import GAME
from scorecard.web.http import access


class MoveGameBody(spec.WriteBody):
    """The group a game is to belong to, and who of it sat where."""

    group: str | None = Field(description="Out of any group where it is null.")
    players: dict[str, str | None] = Field(
        default={}, description="Players' ids by seat number; else whoever has the seat's name."
    )


@spec.blueprint.post(f"{GAME}/move")
@access.needs("keeper")
@spec.describes(game_answers.GameAnswer, "games", refusals=spec.WRITE_REFUSALS)
def move_game(visit: access.Visit, json: MoveGameBody) -> Response:
    """Move a game into a group this device is in, or out of any; new names join the roster."""
    if not all(re.fullmatch(rounds.SEAT, seat) for seat in json.players):
        raise errors.BadInput(say("players: the keys are seat numbers."), field="players")
    group = None if json.group is None else access.visit_group(json.group, for_write=True).group

    def action(this: changes.Write) -> None:
        players: dict[int, Player | None] = {
            int(seat): rosters.chosen(group, uid, f"seat-{seat}")
            for seat, uid in json.players.items()
            if group and uid is not None
        }
        seating.move(visit.session, visit.game, this, group, players)

    return spec.write(visit, json.version, action)


@spec.blueprint.post(f"{GAME}/delete")
@access.needs("keeper")
@spec.describes(game_answers.GameAnswer, "games", refusals=spec.WRITE_REFUSALS)
def delete_game(visit: access.Visit, json: spec.WriteBody) -> Response:
    """Move a game to the trash: it counts for nothing, and can be restored."""
    return spec.write(
        visit, json.version, lambda this: games.delete(visit.session, visit.game, this)
    )


@spec.blueprint.post(f"{GAME}/restore")
@access.needs("keeper")
@spec.describes(game_answers.GameAnswer, "games", refusals=spec.WRITE_REFUSALS)
def restore_game(visit: access.Visit, json: spec.WriteBody) -> Response:
    """Restore a game, as it was."""
    return spec.write(
        visit, json.version, lambda this: games.restore(visit.session, visit.game, this)
    )
