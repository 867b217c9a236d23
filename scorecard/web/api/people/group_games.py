"""Games of groups over the API: move one into a group or out of it, and the bin."""

from __future__ import annotations

import re

from pydantic import Field

from scorecard import errors
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.limits.locking import Hold
from scorecard.web.api import spec
from scorecard.web.api.table import rounds
from scorecard.web.api.table.games import GAME
from scorecard.web.http import access
from scorecard.web.table import moving


class MoveGameBody(spec.WriteBody):
    """The group a game is to belong to, and who of it sat where."""

    group: str | None = Field(description="Out of any group where it is null.")
    players: dict[str, str | None] = Field(
        default={}, description="Players' ids by seat number; else whoever has the seat's name."
    )


@spec.game_write("POST", f"{GAME}/move", "keeper", "games", hold=Hold.DATABASE)
def move_game(visit: access.Visit, this: changes.Write, json: MoveGameBody) -> None:
    """Move a game into a group this device is in, or out of any; new names join the roster."""
    if not all(re.fullmatch(rounds.SEAT, seat) for seat in json.players):
        raise errors.BadInput(say("players: the keys are seat numbers."), field="players")
    chosen = {int(seat): uid for seat, uid in json.players.items() if uid is not None}
    moving.move_to(visit, this, json.group, chosen)


spec.game_write("POST", f"{GAME}/delete", "keeper", "games")(moving.delete_game)
spec.game_write("POST", f"{GAME}/restore", "keeper", "games")(moving.restore_game)
