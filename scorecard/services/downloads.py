"""What goes out as a file, as its text: a group, season, game or player, as JSON or as CSV."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Player, Season
from scorecard.services import dossiers, exports, file_format, groups, score_lists

Kind = Literal["group", "season", "game", "player"]
Format = Literal["json", "csv"]


def text_of(session: Session, kind: Kind, uid: str, wanted: Format, at: datetime) -> str:
    """Return the file of what has this uid; refuse to tell what is being counted in secret."""
    match kind:
        case "group":
            group = session.scalars(select(Group).where(Group.uid == uid)).one()
            return of_group(session, group, wanted, at)
        case "season":
            season = session.scalars(select(Season).where(Season.uid == uid)).one()
            return of_season(session, season, wanted, at)
        case "game":
            game = session.scalars(select(Game).where(Game.uid == uid)).one()
            return of_game(session, game, wanted, at)
        case "player":
            player = session.scalars(select(Player).where(Player.uid == uid)).one()
            if wanted == "csv":
                return dossiers.scores_of(session, player)
            return file_format.write(dossiers.of_player(session, player, at))


def of_group(session: Session, group: Group, wanted: Format, at: datetime) -> str:
    """Return the file of a whole group, or its scores."""
    games = groups.games_of(session, group)
    if wanted == "csv":
        return score_lists.of_games(session, games)
    exports.refuse_secrets(session, games)
    return file_format.write(exports.of_group(session, group, at))


def of_season(session: Session, season: Season, wanted: Format, at: datetime) -> str:
    """Return the file of a season with its games, or their scores."""
    games = exports.games_in(session, season)
    if wanted == "csv":
        return score_lists.of_games(session, games)
    exports.refuse_secrets(session, games)
    return file_format.write(exports.of_season(session, season, at))


def of_game(session: Session, game: Game, wanted: Format, at: datetime) -> str:
    """Return the file of a game, or its scores."""
    if wanted == "csv":
        return score_lists.of_games(session, [game])
    exports.refuse_secrets(session, [game])
    return file_format.write(exports.of_game(session, game, at))
