"""Games of groups over the API: move one into a group or out of it, and the bin."""

from __future__ import annotations

import re

from flask import Response
from pydantic import Field

from scorecard.errors import BadInput
from scorecard.models import Player
from scorecard.rules.words import say
from scorecard.services import games, rosters
from scorecard.services.changes import Write
from scorecard.web.access import Visit, needs, visit_group
from scorecard.web.api.answers import GameAnswer
from scorecard.web.api.games import GAME
from scorecard.web.api.rounds import SEAT
from scorecard.web.api.spec import WRITE_REFUSALS, WriteBody, blueprint, describes, write


class MoveGameBody(WriteBody):
    """The group a game is to belong to, and who of it sat where."""

    group: str | None = Field(description="Out of any group where it is null.")
    players: dict[str, str | None] = Field(
        default={}, description="Players' ids by seat number; else whoever has the seat's name."
    )


@blueprint.post(f"{GAME}/move")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def move_game(visit: Visit, json: MoveGameBody) -> Response:
    """Move a game into a group this device is in, or out of any; new names join the roster."""
    if not all(re.fullmatch(SEAT, seat) for seat in json.players):
        raise BadInput(say("players: the keys are seat numbers."), field="players")
    group = None if json.group is None else visit_group(json.group, for_write=True).group

    def action(this: Write) -> None:
        players: dict[int, Player | None] = {
            int(seat): rosters.chosen(group, uid, f"seat-{seat}")
            for seat, uid in json.players.items()
            if group and uid is not None
        }
        games.move(visit.session, visit.game, this, group, players)

    return write(visit, json.version, action)


@blueprint.post(f"{GAME}/delete")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def delete_game(visit: Visit, json: WriteBody) -> Response:
    """Put a game into the bin: it counts for nothing, and can be taken out again."""
    return write(visit, json.version, lambda this: games.delete(visit.session, visit.game, this))


@blueprint.post(f"{GAME}/restore")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def restore_game(visit: Visit, json: WriteBody) -> Response:
    """Take a game out of the bin, as it was."""
    return write(visit, json.version, lambda this: games.restore(visit.session, visit.game, this))
