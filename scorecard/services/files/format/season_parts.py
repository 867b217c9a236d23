"""The parts of an export that are of a season."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from scorecard.models import Adjustment, Award, Division, Season, Team
from scorecard.services.files.format import tables, values
from scorecard.services.scoring import badges


class FrozenResult(values.Loose):
    """How one of the latest games went for a player of a closed season."""

    rank: values.Number
    is_win: bool


class FrozenAdjustment(values.Loose):
    """Points by hand in a line of a closed season's table."""

    uid: values.Uid
    kind: Literal["bonus", "penalty", "no_show", "correction"]
    points: int
    day: values.DayText
    reason: str


class FrozenLine(values.Loose):
    """A line of a closed season's table."""

    player: values.Player
    name: values.Name
    colour: Annotated[int, Field(ge=1, le=badges.COLOURS)]
    initial: str
    is_retired: bool
    rank: values.Number | None
    rank_before: values.Number | None
    decided_by: str
    missing_games: values.Count
    games: values.Count
    wins: values.Count
    points: int
    per_game: int | None = None
    average: int
    best: int
    rating: float
    doubt: float
    form: list[FrozenResult]
    adjustments: list[FrozenAdjustment] = Field(default_factory=list)
    division: values.Count | None = None
    division_name: str = ""
    moves: str | None = None


class Title(values.Loose):
    """A title of a closed season."""

    title: str
    key: str
    players: list[values.Player]
    names: list[values.Name]
    value: int


class FrozenMember(values.Loose):
    """Somebody in a team of a closed season."""

    player: values.Player
    name: values.Name
    colour: Annotated[int, Field(ge=1, le=badges.COLOURS)]
    initial: str
    games: values.Count
    points: int


class FrozenTeam(values.Loose):
    """A line of the table of a closed season's teams."""

    team: values.Uid
    name: values.Line
    rank: values.Number | None
    games: values.Count
    points: int
    players: list[FrozenMember]


class Frozen(values.Loose):
    """A closed season's tables, as they stand."""

    table: list[FrozenLine]
    titles: list[Title]
    teams: list[FrozenTeam] = Field(default_factory=list)


class AwardPart(values.Part):
    """What one game of a closed season awarded a player, and their rating after it."""

    player: values.Player
    rank: values.Number
    is_win: bool
    points: int
    rating: Annotated[float, values.Column("mu")]
    doubt: Annotated[float, values.Column("sigma")]


class AwardsPart(values.Part):
    """What one game awarded in a closed season; it may be in the group no longer."""

    game: values.Uid
    begun_at: values.Moment
    players: list[AwardPart]


class AdjustmentPart(values.Part):
    """Points by hand; ``services/seasons/adjustments.py`` says what its values may be."""

    uid: values.Uid
    player: values.Player
    kind: values.Key
    points: int
    day: values.Day
    reason: values.FilledText
    at: values.Moment


class TeamPart(values.Part):
    """A team of a season; nobody is in two of them."""

    uid: values.Uid
    name: Annotated[values.Line, StringConstraints(min_length=1)]
    players: list[values.Player]


class DivisionPart(values.Part):
    """A division of a season; nobody is in two of them. Position 0 is that of the highest one."""

    uid: values.Uid
    name: Annotated[values.Line, StringConstraints(min_length=1)]
    position: values.Count
    players: list[values.Player]


class SeasonPart(values.Part):
    """A season; ``services/seasons/season_plans.py`` says what its values may be."""

    uid: values.Uid
    name: values.Name
    starts_on: values.Day
    ends_on: values.Day | None
    kinds: list[values.Key]
    least_games: values.Count
    best_of: values.Count | None
    drop_worst: values.Count = 0
    ranked_by: values.Key = "points"
    scheme: values.Json
    tie_breaks: list[values.Key]
    early: values.Key
    team_best: values.Count = 0
    weights: dict[values.Day, values.Count] = Field(default_factory=dict)
    promoted: values.Count = 0
    created_at: values.Moment
    closed_at: values.Moment | None
    final: Frozen | None
    awards: list[AwardsPart] | None = None
    adjustments: list[AdjustmentPart] = Field(default_factory=list)
    teams: list[TeamPart] = Field(default_factory=list)
    divisions: list[DivisionPart] = Field(default_factory=list)
    deleted_at: values.Moment | None = None


SEASONS = tables.Table(Season, SeasonPart, "group_id")
TEAMS = tables.Table(Team, TeamPart, "season_id")
DIVISIONS = tables.Table(Division, DivisionPart, "season_id")
ADJUSTMENTS = tables.Table(Adjustment, AdjustmentPart, "season_id")
AWARDS = tables.Table(Award, AwardPart, "season_id")
