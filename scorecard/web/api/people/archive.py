"""The past of a group over the API: games to search, records, and what there is to a player."""

from __future__ import annotations

from flask import request

from scorecard.services.looking_back import archive, statistics
from scorecard.services.players import rosters
from scorecard.services.standings import counted_results, records
from scorecard.web.api import spec
from scorecard.web.api.people import archive_answers, groups
from scorecard.web.http import access, limits


@spec.blueprint.get(f"{groups.GROUP}/games")
@access.needs_in_group("member")
@limits.limit_searches
@spec.describes(archive_answers.GroupGamesAnswer, "groups", refusals=(*spec.LET_IN_REFUSALS, 422))
def list_group_games(visit: access.GroupVisit) -> object:
    """List a group's games, newest first, those that the query asks for.

    In the query may stand `q` (words of names and card games), `player` and `season` (ids),
    `kind`, `status` (running, ended, early), `year`, `from` and `to` (days), and `page`.
    """
    wanted = archive.read(visit.session, visit.group, request.args)
    return archive.search(visit.session, visit.group, wanted)


@spec.group_read(f"{groups.GROUP}/records", "member", archive_answers.GroupRecordsAnswer, "groups")
def read_group_records(visit: access.GroupVisit) -> object:
    """Return the records of a group, each with the rounds that set it."""
    return {"books": records.of_group(visit.session, visit.group)}


@spec.group_read(
    f"{groups.GROUP}/players/<uid:player_uid>",
    "member",
    archive_answers.PlayerPageAnswer,
    "players",
)
def read_player(visit: access.GroupVisit, player_uid: str) -> object:
    """Return all there is to a player; who was merged into another one is that one.

    Standing and rating are those of the season they last played in, or of `season=<id>` in the
    query. In a closed season, a player who was merged only later has a line of their own.
    """
    player = rosters.find(visit.group, player_uid).one
    asked = request.args.get("season", "")
    season = statistics.season_of(visit.session, player, asked, access.now())
    in_season = statistics.in_season(visit.session, season, player) if season else []
    lines = [one["line"] for one in in_season]
    table = counted_results.beside(visit.session, season, lines) if season else []
    standings = [
        {"standing": line, "curve": one["curve"]}
        for line, one in zip(table, in_season, strict=True)
    ]
    return {
        "player": groups.player_of(player),
        **statistics.of_player(visit.session, player),
        "season": season,
        **(standings[0] if standings else {"standing": None, "curve": []}),
        "merged": standings[1:],
    }
