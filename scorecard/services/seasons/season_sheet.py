"""Who got what in a season: a line for each player, a column for each evening or each game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Award, Game, Season
from scorecard.rules import kinds
from scorecard.rules.outcome import weights
from scorecard.rules.outcome.awards import UNIT
from scorecard.rules.words import NOTHING, Sentence
from scorecard.services.standings import division_tables, results, standings, team_tables
from scorecard.services.standings.lines import TableLine, dropped_awards

By = Literal["evening", "game"]
"""What has a column."""
ON_A_PAGE = 30
"""Columns: as many as fit on a sheet of paper. What earlier and later ones brought is summed up."""


@dataclass(slots=True)
class Cell:
    """What games brought a player, what of it counts and what does not; None without any game."""

    counted: int | None = None
    dropped: int | None = None

    @property
    def points(self) -> int:
        """What counts."""
        return self.counted or 0

    @property
    def all_points(self) -> int:
        """What counts and what does not."""
        return self.points + (self.dropped or 0)

    def add(self, points: int, *, counts: bool) -> None:
        """Add what a game brought."""
        if counts:
            self.counted = self.points + points
        else:
            self.dropped = (self.dropped or 0) + points


@answers.answer
class SheetColumn:
    """An evening of a season, or one of its games."""

    day: date
    number: Annotated[int, says("Which game of its day it is; 0 for an evening.")]
    game: Annotated[str, says("Its id; empty for an evening, and where it is gone.")]
    name: Annotated[str, says("What was played.")]
    weight: Annotated[int, says("How often its evening counts, in halves: 2 for once.")]

    @property
    def sign(self) -> Sentence:
        """How often it counts, for its heading: "× 2"; nothing where that is once."""
        return weights.sign(self.weight)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line: their row of the season's table, and a cell per column.

    ``heading`` is the name of a division above its first line, else nothing. ``earlier`` and
    ``later`` sum up the columns on other pages; None stands where nothing was.
    ``by_hand`` is what scorekeepers gave and took, in parts of a point.
    """

    row: TableLine
    heading: Sentence
    earlier: Cell | None
    cells: list[Cell | None]
    later: Cell | None
    by_hand: int | None
    total: Cell


@answers.answer
class SheetTeamLine:
    """A team's line: what counts for it; 55,440 parts are a point, null where nobody played."""

    row: team_tables.TeamStandingAnswer
    earlier: int | None
    cells: Annotated[list[int | None], says("One per column.")]
    later: int | None
    by_hand: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a season's sheet; page 1 has the latest columns.

    Its columns are the ``first``th to ``last``th of ``all_columns``, counted from 1. ``teams`` have
    lines in a sheet of evenings.
    """

    by: By
    columns: list[SheetColumn]
    lines: list[PlayerLine]
    page: int
    pages: int
    first: int
    last: int
    all_columns: int
    teams: list[SheetTeamLine]

    @property
    def has_weights(self) -> bool:
        """Whether some evening does not count once."""
        return any(column.weight != weights.ONCE for column in self.columns)

    @property
    def has_dropped(self) -> bool:
        """Whether something does not count."""
        return any(line.total.dropped is not None for line in self.lines)

    @property
    def has_points_by_hand(self) -> bool:
        """Whether something was given or taken by hand."""
        return any(line.by_hand is not None for line in self.lines)


def sheet(session: Session, season: Season, by: By = "evening", page: int = 1) -> Sheet:
    """Return a page of a season's sheet, the last one where there are not so many."""
    return _sheet(session, season, by, page, ON_A_PAGE)


def whole(session: Session, season: Season) -> Sheet:
    """Return a season's sheet with all of its evenings."""
    return _sheet(session, season, "evening", 1, None)


def _sheet(session: Session, season: Season, by: By, page: int, most: int | None) -> Sheet:
    awards = session.execute(
        select(Award.order_key, Award.player_id, Award.game_id, Award.points)
        .where(Award.season_id == season.id)
        .order_by(Award.order_key)
    ).all()
    keys = list(dict.fromkeys(award.order_key for award in awards))
    day_of = {key: season.day_of(key) for key in keys}
    place_of, count = _places(keys, day_of, by)
    pages = max(-(-count // most), 1) if most else 1
    page = min(page, pages)
    last = count - (page - 1) * most if most else count
    first = max(last - most, 0) if most else 0
    shown = [key for key in keys if first <= place_of[key] < last]
    columns = (
        [_column(season, day) for day in dict.fromkeys(day_of[key] for key in shown)]
        if by == "evening"
        else _games(session, season, keys, shown, day_of)
    )
    dropped = dropped_awards(session, season)
    cells: defaultdict[int, defaultdict[int, Cell]] = defaultdict(lambda: defaultdict(Cell))
    for award in awards:
        # Columns before the first share one cell, and so do those after the last.
        place = min(max(place_of[award.order_key], first - 1), last)
        counts = (award.player_id, award.order_key) not in dropped
        cells[award.player_id][place].add(award.points, counts=counts)
    table = standings.present(session, season)
    ids = standings.ids_of(session, table)
    lines = _lines(table, ids, cells, first, last)
    teams = team_tables.present(session, season, table) if by == "evening" else []
    brought: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for award in awards if teams else ():
        # Where only the best of a team count, they do so with all their games.
        if season.team_best or (award.player_id, award.order_key) not in dropped:
            brought[place_of[award.order_key]][award.player_id] += award.points
    team_lines = [_team_line(season, row, lines, ids, brought, (first, last)) for row in teams]
    return Sheet(by, columns, lines, page, pages, first + 1, last, count, team_lines)


def _places(keys: Sequence[str], day_of: Mapping[str, date], by: By) -> tuple[dict[str, int], int]:
    """Return in which column each game stands, counted from 0, and how many columns there are."""
    things: Sequence[Any] = keys if by == "game" else [day_of[key] for key in keys]
    numbered = {thing: place for place, thing in enumerate(dict.fromkeys(things))}
    return {key: numbered[thing] for key, thing in zip(keys, things, strict=True)}, len(numbered)


def _games(
    session: Session,
    season: Season,
    keys: Sequence[str],
    shown: Sequence[str],
    day_of: Mapping[str, date],
) -> list[SheetColumn]:
    uids = [results.uid_in(key) for key in shown]
    here = session.scalars(
        select(Game).where(
            Game.uid.in_(uids), Game.group_id == season.group_id, Game.deleted_at.is_(None)
        )
    )
    games = {game.uid: game for game in here}
    numbers: defaultdict[date, int] = defaultdict(int)
    columns = []
    is_shown = set(shown)
    for key in keys:
        day = day_of[key]
        numbers[day] += 1
        if key in is_shown:
            game = games.get(results.uid_in(key))
            name = kinds.name_of(game.kind) if game else NOTHING
            columns.append(_column(season, day, numbers[day], game.uid if game else "", name))
    return columns


def _column(
    season: Season, day: date, number: int = 0, game: str = "", name: str = ""
) -> SheetColumn:
    weight = season.weight_on(day)
    return SheetColumn(day=day, number=number, game=game, name=name, weight=weight)


def _team_line(
    season: Season,
    row: team_tables.TeamStandingAnswer,
    lines: Sequence[PlayerLine],
    ids: Mapping[str, int],
    brought: Mapping[int, Mapping[int, int]],
    within: tuple[int, int],
) -> SheetTeamLine:
    """Return a team's line; ``brought`` is by evening and player, ``within`` what is shown."""
    uids = {player.player for player in row.players}
    players = {ids[uid] for uid in uids if uid in ids}
    first, last = within
    cells: dict[int, int] = {}
    for evening, of_player in brought.items():
        if own := sorted((of_player[one] for one in players & of_player.keys()), reverse=True):
            place = min(max(evening, first - 1), last)
            cells[place] = cells.get(place, 0) + sum(own[: season.team_best or None])
    given = [one.by_hand for one in lines if one.row.player in uids and one.by_hand is not None]
    return SheetTeamLine(
        row=row,
        earlier=cells.get(first - 1),
        cells=[cells.get(place) for place in range(first, last)],
        later=cells.get(last),
        by_hand=sum(given) if given else None,
    )


def _lines(
    table: Sequence[TableLine],
    ids: Mapping[str, int],
    cells: Mapping[int, Mapping[int, Cell]],
    first: int,
    last: int,
) -> list[PlayerLine]:
    """Return a line for everybody in the season's table, in its order."""
    headings = {
        division.rows[0].player: division.name for division in division_tables.tables(table)
    }
    lines = []
    for row in table:
        own = cells.get(ids.get(row.player, 0), {})
        dropped = [cell.dropped for cell in own.values() if cell.dropped is not None]
        total = Cell(row.points, sum(dropped) if dropped else None)
        within = [own.get(place) for place in range(first, last)]
        by_hand = row.by_hand * UNIT if row.adjustments else None
        heading = headings.get(row.player, NOTHING)
        earlier, later = own.get(first - 1), own.get(last)
        lines.append(PlayerLine(row, heading, earlier, within, later, by_hand, total))
    return lines
