"""Games of groups over the API: list, move one into a group or out of it, and the bin."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request
from pydantic import Field

from scorecard.errors import BadInput
from scorecard.models import Game, Player
from scorecard.rules import kinds
from scorecard.services import games, groups, rosters
from scorecard.services.changes import Write
from scorecard.services.results import day_of
from scorecard.web.access import GroupVisit, Visit, needs, needs_in_group, visit_group
from scorecard.web.api.answers import GameAnswer
from scorecard.web.api.games import GAME
from scorecard.web.api.group_answers import GroupGamesAnswer
from scorecard.web.api.groups import GROUP
from scorecard.web.api.rounds import SEAT
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    WRITE_REFUSALS,
    WriteBody,
    blueprint,
    describes,
    json_answer,
    write,
)

PAGE_GAMES = 50


class MoveBody(WriteBody):
    """The group a game is to belong to, and who of it sat where."""

    group: str | None = Field(description="Out of any group where it is null.")
    players: dict[str, str | None] = Field(
        default={}, description="Players' ids by seat number; else whoever has the seat's name."
    )


@blueprint.get(f"{GROUP}/games")
@needs_in_group("member")
@describes(GroupGamesAnswer, "groups", refusals=(*GAME_REFUSALS, 422))
def group_games(visit: GroupVisit) -> Response:
    """List a group's games, newest first, with `page=2` in the query the next ones."""
    there = [game for game in groups.games_of(visit.session, visit.group) if not game.deleted_at]
    pages = max(-(-len(there) // PAGE_GAMES), 1)
    page = request.args.get("page", 1, type=int)
    if not 1 <= page <= pages:
        raise BadInput(f"page: There are {pages} pages.", field="page")
    shown = there[::-1][(page - 1) * PAGE_GAMES : page * PAGE_GAMES]
    found = [_listed(game) for game in shown]
    return json_answer({"games": found, "count": len(there), "page": page, "pages": pages})


@blueprint.post(f"{GAME}/move")
@needs("keeper")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def move(visit: Visit, json: MoveBody) -> Response:
    """Move a game into a group this device is in, or out of any; new names join the roster."""
    if not all(re.fullmatch(SEAT, seat) for seat in json.players):
        raise BadInput("players: the keys are seat numbers.", field="players")
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


def _listed(game: Game) -> dict[str, Any]:
    """Return a game as it is listed: what, when, how it stands, and who came in where."""
    return {
        "game": game.uid,
        "kind": game.kind,
        "name": kinds.name_of(game.kind),
        "day": day_of(game.started_at, game.group).isoformat() if game.group else "",
        "status": "running"
        if not game.is_ended
        else "early"
        if game.status == "ended_early"
        else "ended",
        "seats": [
            {
                "player": seat.player.one.uid if seat.player else None,
                "name": seat.player.one.name if seat.player else seat.name,
                "rank": seat.rank,
                "total": None if seat.is_out else seat.total,
                "is_win": seat.is_winner,
            }
            for seat in sorted(game.seats, key=lambda seat: (seat.rank, seat.position))
        ],
    }
