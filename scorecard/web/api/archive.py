"""The past of a group over the API: games to search, records, and what there is to a player."""

from __future__ import annotations

from flask import Response, request

from scorecard.services import (
    archive,
    counted_results,
    records,
    rosters,
    seasons,
    statistics,
)
from scorecard.services.results import day_of
from scorecard.web.access import GroupVisit, needs_in_group, now
from scorecard.web.api.archive_answers import (
    GroupGamesAnswer,
    GroupRecordsAnswer,
    PlayerPageAnswer,
)
from scorecard.web.api.groups import GROUP, player_json
from scorecard.web.api.spec import GAME_REFUSALS, blueprint, describes, json_answer
from scorecard.web.limits import limit_searches


@blueprint.get(f"{GROUP}/games")
@needs_in_group("member")
@limit_searches
@describes(GroupGamesAnswer, "groups", refusals=(*GAME_REFUSALS, 422))
def list_group_games(visit: GroupVisit) -> Response:
    """List a group's games, newest first, those that the query asks for.

    In the query may stand `q` (words of names and card games), `player` and `season` (ids),
    `kind`, `status` (running, ended, early), `year`, `from` and `to` (days), and `page`.
    """
    wanted = archive.read(visit.session, visit.group, request.args)
    found = archive.search(visit.session, visit.group, wanted)
    return json_answer(
        {"games": found.games, "count": found.count, "page": found.page, "pages": found.pages}
    )


@blueprint.get(f"{GROUP}/records")
@needs_in_group("member")
@describes(GroupRecordsAnswer, "groups", refusals=GAME_REFUSALS)
def read_group_records(visit: GroupVisit) -> Response:
    """Return the records of a group, each with the rounds that set it."""
    return json_answer({"books": records.of_group(visit.session, visit.group)})


@blueprint.get(f"{GROUP}/players/<uid:player_uid>")
@needs_in_group("member")
@describes(PlayerPageAnswer, "players", refusals=GAME_REFUSALS)
def read_player(visit: GroupVisit, player_uid: str) -> Response:
    """Return all there is to a player; who was merged into another one is that one.

    Standing and rating are those of the season they last played in, or of `season=<id>` in the
    query. In a closed season, a player who was merged only later has a line of their own.
    """
    player = rosters.find(visit.group, player_uid).one
    wanted = request.args.get("season")
    season = (
        seasons.find(visit.session, visit.group, wanted)
        if wanted
        else statistics.last_season(visit.session, player)
        or seasons.current(visit.session, visit.group, day_of(now(), visit.group))
    )
    found = statistics.in_season(visit.session, season, player) if season else []
    lines = [one["line"] for one in found]
    table = counted_results.beside(visit.session, season, lines) if season else []
    standings = [
        {"standing": line, "curve": one["curve"]} for line, one in zip(table, found, strict=True)
    ]
    return json_answer(
        {
            "player": player_json(player),
            **statistics.of_player(visit.session, player),
            "season": season.uid if season else None,
            **(standings[0] if standings else {"standing": None, "curve": []}),
            "merged": standings[1:],
        }
    )
