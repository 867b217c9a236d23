"""Write a game, a season or a whole group down as an export (see ``file_format``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, Season
from scorecard.rules.words import say
from scorecard.services.files.exporting import game_files, group_files
from scorecard.services.files.format import (
    file_format,
    game_parts,
    group_parts,
    references,
    season_parts,
    tables,
)
from scorecard.services.groups import groups
from scorecard.services.standings import results


def export(session: Session, thing: Group | Season | Game, at: datetime) -> file_format.Document:
    """Return the export of a group, season or game."""
    match thing:
        case Group():
            return of_group(session, thing, at)
        case Season():
            return of_season(session, thing, at)
        case _:
            return of_game(session, thing, at)


def of_game(session: Session, game: Game, at: datetime) -> file_format.Document:
    """Return the export of one game."""
    group, names = game.group, group_files.names_of(game.group, [game])
    (part,) = game_files.parts_of(session, [game], names)
    return {
        **_head("game", at),
        "group": group_parts.GROUPS.part(group, names) if group else None,
        "players": _players(group, names, _named_in([part])) if group else [],
        "game": part,
    }


def of_season(session: Session, season: Season, at: datetime) -> file_format.Document:
    """Return the export of a season: with the games of its days and card games, and who played."""
    group = season.group
    games = games_in(session, season)
    names = group_files.names_of(group, games)
    parts = game_files.parts_of(session, games, names)
    season_part = group_files.season_part(session, season, names)
    named = _named_in(parts) | references.named(season_parts.SeasonPart, season_part, "player")
    players = _players(group, names, named)
    return {
        **_head("season", at),
        "group": group_parts.GROUPS.part(group, names),
        "players": players,
        "season": season_part,
        "games": parts,
        "house_rules": group_files.house_rules_parts(
            session,
            group,
            names,
            only=group_files.linked_house_rules(parts),
            players={player["uid"] for player in players},
        ),
    }


def of_group(session: Session, group: Group, at: datetime) -> file_format.Document:
    """Return the export of a whole group: players, seasons, games also in the bin, history."""
    games = groups.games_of(session, group)
    names = group_files.names_of(group, games)
    group_part = group_files.group_part(session, group, names)
    return {
        **_head("group", at),
        "group": group_part,
        "players": _players(group, names),
        "seasons": [
            group_files.season_part(session, season, names)
            for season in session.scalars(
                select(Season).where(Season.group_id == group.id).order_by(Season.id)
            )
        ],
        "games": game_files.parts_of(session, games, names),
        "house_rules": group_files.house_rules_parts(session, group, names),
    }


def games_in(session: Session, season: Season) -> list[Game]:
    """Return the games of a season's days and card games, in the order they were begun."""
    return [
        game
        for game in groups.games_of(session, season.group)
        if season.holds(results.day_of(game.started_at, season.group))
        and (not season.kinds or game.kind in season.kinds)
        and game.deleted_at is None
    ]


def refuse_secrets(games: Iterable[Game]) -> None:
    """Refuse to export games of which a round is being counted in secret."""
    for game in games:
        is_running = not game.is_ended and game.deleted_at is None
        if game.is_blind and is_running and (round_ := game.open_round):
            raise errors.Conflict(
                say(
                    "Round %(round)s of a game has hidden scores. Export once everybody is "
                    "in, or after End Game.",
                    round=round_.number,
                ),
                code="counted_in_secret",
            )


def _head(kind: str, at: datetime) -> file_format.Document:
    return {
        "format": file_format.FORMAT,
        "version": file_format.VERSION,
        "kind": kind,
        "exported_at": at.isoformat(),
    }


def _named_in(games: Iterable[file_format.Document]) -> set[str]:
    return {uid for game in games for uid in references.named(game_parts.GamePart, game, "player")}


def _players(
    group: Group, names: tables.Names, named: Collection[str] | None = None
) -> list[file_format.Document]:
    """Return a group's players in order: all, or those ``named`` and whom they merged into."""
    wanted = {player.uid for player in group.players} if named is None else set(named)
    for player in group.players:
        into = player.merged_into if player.uid in wanted else None
        while into:
            wanted.add(into.uid)
            into = into.merged_into
    return [
        group_parts.PLAYERS.part(player, names) for player in group.players if player.uid in wanted
    ]
