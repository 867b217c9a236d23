"""A group's hall of fame over the API: who won which season, titles per player, two compared."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from scorecard import answers
from scorecard.rules.outcome.standings import RankedBy
from scorecard.services.seasons import hall_of_fame
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people import groups
from scorecard.web.api.seasons.season_details import ShortLine
from scorecard.web.http import access
from scorecard.web.seasons import hall_of_fame as pages


class WonSeason(model.Model):
    """A season, in short."""

    id: fields.Uid
    name: str
    starts_on: date
    ends_on: date | None
    ranked_by: RankedBy


class StepAnswer(model.Model):
    """A place from 1 to 3, and who is on it: several if tied."""

    rank: int
    rows: list[ShortLine]


class PodiumAnswer(model.Model):
    """The first three places of a closed season."""

    season: WonSeason
    steps: list[StepAnswer]


class HolderAnswer(model.Model):
    """A player, and how often they came in first, second and third."""

    player: answers.OfPlayer
    medals: list[int]


class ComparedLine(model.Model):
    """A player in two seasons, null where they are not in the table."""

    player: answers.OfPlayer
    earlier: ShortLine | None
    later: ShortLine | None
    places: int | None = Field(description="How many places up, below 0 down.")
    points: int | None = Field(
        description="How many more, or how much better an average; 55,440 parts are a point. "
        "Null where they do not compare."
    )


class SideBySideAnswer(model.Model):
    """Two seasons, player by player."""

    earlier: WonSeason
    later: WonSeason
    lines: list[ComparedLine]
    is_alike: bool = Field(description="Whether both count points alike.")


class HallAnswer(model.Model):
    """Who won which of a group's seasons; and two of them side by side, if asked for."""

    podiums: list[PodiumAnswer] = Field(description="Of closed seasons, the latest first.")
    holders: list[HolderAnswer] = Field(description="Most titles first.")
    ratings: list[hall_of_fame.RatedPlayer] = Field(
        description="The highest first, less what is doubtful."
    )
    has_ratings_due: bool = Field(description="After a correction some are worked out for a while.")
    side_by_side: SideBySideAnswer | None


@spec.group_read(
    f"{groups.GROUP}/seasons/hall-of-fame", "member", HallAnswer, "seasons", refusals=(422,)
)
def read_hall_of_fame(visit: access.GroupVisit) -> object:
    """Return who won which season; with `one=<id>&other=<id>` also these two side by side."""
    hall = hall_of_fame.hall(visit.session, visit.group)
    return model.Extended(hall, side_by_side=pages.asked_for(visit))
