"""A season as CSV, for spreadsheets: its standings, its sheet, and what each game awarded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Player, Result, Season
from scorecard.rules.outcome import weights
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.scoring import sheets
from scorecard.services.seasons import season_sheet
from scorecard.services.spreadsheets import csv_files
from scorecard.services.standings import standings, team_tables
from scorecard.services.standings.lines import TableLine, dropped_awards

ABOUT = ("group", "season", "season_id")
STANDINGS: dict[str, Callable[[TableLine], Any]] = {
    "rank": attrgetter("rank"),
    "player": attrgetter("name"),
    "player_id": attrgetter("player"),
    "points": lambda line: line.points / UNIT,
    "per_game": lambda line: None if line.per_game is None else line.per_game / UNIT,
    "by_hand": attrgetter("by_hand"),
    "games": attrgetter("games"),
    "wins": attrgetter("wins"),
    "average": lambda line: line.average / UNIT,
    "best": lambda line: line.best / UNIT,
    "rating": attrgetter("rating"),
    "doubt": attrgetter("doubt"),
    "missing_games": attrgetter("missing_games"),
    "decided_by": attrgetter("decided_by"),
    "team": lambda _line: "",
    "division": attrgetter("division_name"),
    "moves": attrgetter("moves"),
}
"""Each column with what it takes from a line of a table, where there are no teams."""
AWARDS = (
    *ABOUT,
    "game_id",
    "card_game",
    "played_on",
    "player",
    "player_id",
    "partners",
    "rank",
    "win",
    "total",
    "times",
    "points",
    "counts",
)

SHEET = ("rank", "player", "player_id", "division")
SUMS = ("by_hand", "all_points", "dropped", "points", "team")


def of_standings(session: Session, season: Season, separator: csv_files.Separator = "comma") -> str:
    """Return a season's table as the text of a CSV file, ranked players first."""
    table = standings.present(session, season)
    teams = team_tables.present(session, season, table)
    team_of = {player.player: team.name for team in teams for player in team.players}
    columns = STANDINGS | {"team": lambda line: team_of.get(line.player, "")}
    about = _about(season)
    lines = ((*about, *(value(line) for value in columns.values())) for line in table)
    return csv_files.write((*ABOUT, *columns), lines, separator)


def of_awards(session: Session, season: Season, separator: csv_files.Separator = "comma") -> str:
    """Return what a season's games awarded as the text of a CSV file: one line per player and game.

    A result that does not count, by what the season says of best and worst ones, says so. The
    points that count add up to those of the standings.
    """
    return csv_files.write(AWARDS, _awards(session, season), separator)


def of_sheet(session: Session, season: Season, separator: csv_files.Separator = "comma") -> str:
    """Return a season's sheet as the text of a CSV file: a line per player, a column per evening.

    Evenings that do not count once say so: "2026-03-14 × 2". They and what was given ``by_hand``
    add up to ``all_points``. Less what is ``dropped``, these are the points of the standings. Below
    the players there is a line per team, without a player.
    """
    sheet = season_sheet.whole(session, season)
    days = [f"{column.day.isoformat()} {column.sign}".rstrip() for column in sheet.columns]
    team_of = {one.player: line.row.name for line in sheet.teams for one in line.row.players}
    rows = [_sheet_line(line, team_of.get(line.row.player, "")) for line in sheet.lines]
    rows += [_team_line(line) for line in sheet.teams]
    return csv_files.write((*SHEET, *days, *SUMS), rows, separator)


def _team_line(line: season_sheet.SheetTeamLine) -> Sequence[Any]:
    points = line.row.points / UNIT
    return (
        line.row.rank,
        "",
        "",
        "",
        *(None if cell is None else cell / UNIT for cell in line.cells),
        (line.by_hand or 0) / UNIT,
        points,
        0,
        points,
        line.row.name,
    )


def _sheet_line(line: season_sheet.PlayerLine, team: str) -> Sequence[Any]:
    return (
        line.row.rank,
        line.row.name,
        line.row.player,
        line.row.division_name,
        *(cell and cell.all_points / UNIT for cell in line.cells),
        (line.by_hand or 0) / UNIT,
        line.total.all_points / UNIT,
        (line.total.dropped or 0) / UNIT,
        line.total.points / UNIT,
        team,
    )


def _about(season: Season) -> tuple[str, str, str]:
    return season.group.name, season.name, season.uid


def _awards(session: Session, season: Season) -> Iterator[Sequence[Any]]:
    rows = session.execute(
        select(Award, Game, Player, Result.total)
        # A game may be erased, or in another group, since the season was closed.
        .outerjoin(Game, Game.id == Award.game_id)
        .join(Player, Player.id == Award.player_id)
        .outerjoin(
            Result, (Result.game_id == Award.game_id) & (Result.player_id == Award.player_id)
        )
        .where(Award.season_id == season.id)
        .order_by(Award.order_key, Award.rank, Player.id)
    ).all()
    dropped = dropped_awards(session, season)
    for _order_key, same_game in groupby(rows, key=lambda row: row.Award.order_key):
        awards = list(same_game)
        names_by_side = defaultdict(list)
        for award, _game, player, _total in awards:
            names_by_side[award.side].append(player.one.name)
        for award, game, player, total in awards:
            name = player.one.name
            yield (
                *_about(season),
                *_about_game(game, award, season),
                name,
                player.one.uid,
                [other for other in names_by_side[award.side] if other != name],
                award.rank,
                award.is_win,
                total,
                weights.times(season.weight_on(season.day_of(award.order_key))),
                award.points / UNIT,
                (award.player_id, award.order_key) not in dropped,
            )


def _about_game(game: Game | None, award: Award, season: Season) -> tuple[str, str, str]:
    """Return a game's id, the name of its card game and its day; only the day if it is gone."""
    day = season.day_of(award.order_key).isoformat()
    return (game.uid, sheets.rules_of(game).name, day) if game else ("", "", day)
