"""The text of each file that goes out: of a group, season, game or player, as JSON or as CSV."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Player, Season
from scorecard.services.files.exporting import dossiers, exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.spreadsheets import cash_lists, csv_files, score_lists, season_lists

Kind = Literal["group", "season", "game", "player"]
Thing = Group | Season | Game | Player
Format = Literal["json", "csv"]
Part = Literal["scores", "standings", "awards", "sheet", "cash"]
"""What goes out as CSV."""
GroupPart = Literal["scores", "cash"]
SeasonPart = Literal["scores", "standings", "awards", "sheet"]
MODELS: Mapping[Kind, type[Thing]] = {
    "group": Group,
    "season": Season,
    "game": Game,
    "player": Player,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """How something goes out: all of it as JSON, or a part of it as CSV."""

    format: Format = "json"
    separator: csv_files.Separator = "comma"
    part: Part = "scores"


def find(session: Session, kind: Kind, uid: str) -> Thing:
    """Return the group, season, game or player with a uid."""
    model: type[Any] = MODELS[kind]
    thing: Thing = session.scalars(select(model).where(model.uid == uid)).one()
    return thing


def text_of(session: Session, thing: Thing, wanted: Wanted, at: datetime) -> str:
    """Return the file of a thing; refused while one of its rounds is counted in secret."""
    if wanted.format == "csv":
        return _csv_of(session, thing, wanted)
    if isinstance(thing, Player):
        return file_format.write(dossiers.of_player(session, thing, at))
    exports.refuse_secrets(_games_of(session, thing))
    return file_format.write(exports.export(session, thing, at))


def _csv_of(session: Session, thing: Thing, wanted: Wanted) -> str:
    if isinstance(thing, Player):
        games = dossiers.games_of(session, thing)
        return score_lists.of_games(session, games, thing.one, wanted.separator)
    if isinstance(thing, Season) and wanted.part == "standings":
        return season_lists.of_standings(session, thing, wanted.separator)
    if isinstance(thing, Season) and wanted.part == "awards":
        return season_lists.of_awards(session, thing, wanted.separator)
    if isinstance(thing, Season) and wanted.part == "sheet":
        return season_lists.of_sheet(session, thing, wanted.separator)
    if isinstance(thing, Group) and wanted.part == "cash":
        return cash_lists.of_group(session, thing, wanted.separator)
    games = _games_of(session, thing)
    return score_lists.of_games(session, games, separator=wanted.separator)


def _games_of(session: Session, thing: Group | Season | Game) -> list[Game]:
    match thing:
        case Group():
            return groups.games_of(session, thing)
        case Season():
            return exports.games_in(session, thing)
        case _:
            return [thing]
