"""How often the evenings of a season count, over the API."""

from __future__ import annotations

from pydantic import Field

from scorecard.models import Season
from scorecard.services.history import changes
from scorecard.services.seasons import weighing
from scorecard.web.api import fields, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.http import access


class WeightBody(spec.GroupWriteBody):
    """How often an evening counts."""

    day: fields.Day
    times: float = Field(description="0.5 to 10, in steps of a half; 1 is how often others count.")


@group_write("POST", f"{SEASON}/weights", "keeper", "seasons")
def weigh_evening(
    visit: access.GroupVisit, this: changes.Write, season: Season, json: WeightBody
) -> None:
    """Say how often the games of a day count in an open season, also before they are played."""
    weighing.weigh(visit.session, season, this, json.day, json.times)
