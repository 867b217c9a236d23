"""The past of a group over the API: games to search, records, and what there is to a player."""

from __future__ import annotations

from datetime import date
from typing import Literal

from flask import request
from pydantic import Field

from scorecard.services.looking_back import archive, statistics
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons
from scorecard.services.standings import lines, records
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people import group_answers, groups
from scorecard.web.http import access, limits


class ListedSeat(model.Model):
    """Who came in where; `total` is null when out."""

    player: str | None
    name: str
    colour: int | None
    initial: str
    rank: int
    total: int | None
    is_win: bool
    side: str | None = Field(description="What partners share; null while the game runs.")


class ListedGame(model.Model):
    """One game of a group; `kind` is the card game."""

    game: str
    kind: str
    name: str
    day: date = Field(description="Where the group lives.")
    started_at: fields.Moment
    status: Literal["running", "ended", "early"]
    is_money: bool
    is_friendly: bool = Field(description="Whether it counts in no season.")
    friendly_in: list[seasons.SeasonName] = Field(description="It does not count in these.")
    seats: list[ListedSeat] = Field(description="By rank.")


class GroupGamesAnswer(model.Model):
    """A page of a group's games, newest first; those in the trash are not among them."""

    games: list[ListedGame]
    count: int = Field(description="Of all pages that were counted.")
    is_more: bool = Field(description="Whether more match than were counted.")
    page: int
    pages: int = Field(description="At least one after `page` while there is one.")


class GroupRecordsAnswer(model.Model):
    """A group's records, card game by card game."""

    books: list[records.GameRecords]


@model.with_fields_of(lines.SeasonStandingAnswer)
class PlayerStandingAnswer(model.Model):
    """A player's line in a season's table."""

    form: list[lines.RecentResult] = Field(default=[], description="Of a closed season.")


class MergedStandingAnswer(model.Model):
    """What a player, merged only later, has in the table of a closed season."""

    standing: PlayerStandingAnswer
    curve: list[statistics.RatingPoint]


class PlayerPageAnswer(model.Model):
    """All there is to a player: over all seasons, and the rating in one."""

    player: group_answers.PlayerAnswer
    overall: statistics.PlayerOverall
    games: list[statistics.PlayerInGame] = Field(description="The most played card game first.")
    rivals: list[statistics.Rival]
    nemesis: statistics.Rival | None
    table: statistics.TableSize | None = Field(description="The favourite size.")
    season: fields.IdOf | None = Field(description="Whose standing and curve follow.")
    standing: PlayerStandingAnswer | None
    curve: list[statistics.RatingPoint] = Field(description="The latest games, oldest first.")
    merged: list[MergedStandingAnswer] = Field(
        description="Further lines in a closed season, of who was merged only later."
    )


@spec.blueprint.get(f"{groups.GROUP}/games")
@access.needs_in_group("member")
@limits.limit_searches
@spec.describes(GroupGamesAnswer, "groups", refusals=(*spec.LET_IN_REFUSALS, 422))
def list_group_games(visit: access.GroupVisit) -> object:
    """List a group's games, newest first, those that the query asks for.

    In the query may stand `q` (words of names and card games), `player` and `season` (ids),
    `kind`, `status` (running, ended, early), `year`, `from` and `to` (days), and `page`.
    """
    wanted = archive.read(visit.session, visit.group, request.args)
    return archive.search(visit.session, visit.group, wanted)


@spec.group_read(f"{groups.GROUP}/records", "member", GroupRecordsAnswer, "groups")
def read_group_records(visit: access.GroupVisit) -> object:
    """Return the records of a group, each with the rounds that set it."""
    return {"books": records.of_group(visit.session, visit.group)}


@spec.group_read(f"{groups.GROUP}/players/<uid:player_uid>", "member", PlayerPageAnswer, "players")
def read_player(visit: access.GroupVisit, player_uid: str) -> object:
    """Return all there is to a player; who was merged into another one is that one.

    Standing and rating are those of the season they last played in, or of `season=<id>` in the
    query. In a closed season, a player who was merged only later has a line of their own.
    """
    player = rosters.find(visit.group, player_uid).one
    asked = request.args.get("season", "")
    season = statistics.season_of(visit.session, player, asked, access.now())
    in_season = statistics.in_season(visit.session, season, player) if season else []
    own = [one.line for one in in_season]
    counts = lines.counts_of(visit.session, season, own) if season else []
    standings = [
        {"standing": vars(one.line) | more, "curve": one.curve}
        for one, more in zip(in_season, counts, strict=True)
    ]
    return {
        "player": groups.player_of(player),
        **vars(statistics.of_player(visit.session, player)),
        "season": season,
        **(standings[0] if standings else {"standing": None, "curve": []}),
        "merged": standings[1:],
    }
