"""The text of each file that goes out: of a group, season, game or player, as JSON or as CSV."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Player, Season
from scorecard.services.files.exporting import dossiers, exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.spreadsheets import csv_files, score_lists, season_lists

Kind = Literal["group", "season", "game", "player"]
Format = Literal["json", "csv"]
Part = Literal["scores", "standings", "awards"]
"""What goes out as CSV; only a season has more than its scores."""


def text_of(
    session: Session,
    kind: Kind,
    uid: str,
    wanted: Format,
    at: datetime,
    part: Part = "scores",
    separator: csv_files.Separator = "comma",
) -> str:
    """Return the file of a group, season, game or player with a uid.

    Refuses to export games of which a round is being counted in secret.
    """
    match kind:
        case "group":
            group = session.scalars(select(Group).where(Group.uid == uid)).one()
            return of_group(session, group, wanted, at, separator)
        case "season":
            season = session.scalars(select(Season).where(Season.uid == uid)).one()
            return of_season(session, season, wanted, at, part, separator)
        case "game":
            game = session.scalars(select(Game).where(Game.uid == uid)).one()
            return of_game(session, game, wanted, at, separator)
        case "player":
            player = session.scalars(select(Player).where(Player.uid == uid)).one()
            if wanted == "csv":
                return dossiers.scores_of(session, player, separator)
            return file_format.write(dossiers.of_player(session, player, at))


def of_group(
    session: Session,
    group: Group,
    wanted: Format,
    at: datetime,
    separator: csv_files.Separator = "comma",
) -> str:
    """Return the file of a whole group, or its scores."""
    games = groups.games_of(session, group)
    if wanted == "csv":
        return score_lists.of_games(session, games, separator=separator)
    exports.refuse_secrets(session, games)
    return file_format.write(exports.of_group(session, group, at))


def of_season(
    session: Session,
    season: Season,
    wanted: Format,
    at: datetime,
    part: Part = "scores",
    separator: csv_files.Separator = "comma",
) -> str:
    """Return the file of a season with its games, or their scores, its standings or awards."""
    if wanted == "csv" and part == "standings":
        return season_lists.of_standings(session, season, separator)
    if wanted == "csv" and part == "awards":
        return season_lists.of_awards(session, season, separator)
    games = exports.games_in(session, season)
    if wanted == "csv":
        return score_lists.of_games(session, games, separator=separator)
    exports.refuse_secrets(session, games)
    return file_format.write(exports.of_season(session, season, at))


def of_game(
    session: Session,
    game: Game,
    wanted: Format,
    at: datetime,
    separator: csv_files.Separator = "comma",
) -> str:
    """Return the file of a game, or its scores."""
    if wanted == "csv":
        return score_lists.of_games(session, [game], separator=separator)
    exports.refuse_secrets(session, [game])
    return file_format.write(exports.of_game(session, game, at))
