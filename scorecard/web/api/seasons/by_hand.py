"""Points by hand over the API: list them, give or take some, and take that back."""

from __future__ import annotations

from http.client import CREATED
from typing import Annotated, Any, Literal

from pydantic import Field

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Season
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.seasons import adjustments
from scorecard.services.standings import adjusted
from scorecard.services.standings.lines import AdjustmentAnswer
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.http import access
from scorecard.web.seasons import by_hand

POINTS = f"{SEASON}/adjustments"


class NewAdjustmentBody(spec.GroupWriteBody):
    """Points to give or take by hand."""

    player: str = Field(description="The player's id.")
    kind: Literal["bonus", "penalty", "no_show", "correction"]
    points: int = Field(
        description="Whole points, 1 to 10,000; below 0 to take them, as penalties and no-shows do."
    )
    reason: str = Field(description="Everybody can read it.")
    day: fields.Day | None = Field(default=None, description="When it happened; today without it.")


@answers.answer
class PlayerAdjustmentAnswer(AdjustmentAnswer):
    """Points by hand, and for whom they count."""

    player: Annotated[str, says("The player's id, merges followed.")]


class AdjustmentsAnswer(model.Model):
    """What was given and taken by hand in a season, in the order of the days."""

    adjustments: list[PlayerAdjustmentAnswer]


@spec.group_read(POINTS, "member", AdjustmentsAnswer, "seasons")
def list_adjustments(visit: access.GroupVisit, season: Season) -> object:
    """List what was given and taken by hand in a season."""
    return {
        "adjustments": [
            PlayerAdjustmentAnswer(**vars(adjusted.as_answer(one)), player=one.player.one.uid)
            for one in adjusted.all_of(visit.session, season)
        ]
    }


@group_write("POST", POINTS, "keeper", "seasons", body=NewAdjustmentBody, status=CREATED)
def give_points(
    visit: access.GroupVisit, this: changes.Write, season: Season, player: str, **said: Any
) -> None:
    """Give a player points by hand in an open season, or take some."""
    of = rosters.chosen(visit.group, player, "player")
    adjustments.give(visit.session, season, this, of, **said)


group_write("POST", f"{POINTS}/<uid:adjustment_uid>/remove", "keeper", "seasons")(by_hand.take_back)
