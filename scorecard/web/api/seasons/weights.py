"""How often the evenings of a season count, over the API."""

from __future__ import annotations

from pydantic import Field

from scorecard.web.api import fields, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.seasons import weights


class WeightBody(spec.GroupWriteBody):
    """How often an evening counts."""

    day: fields.Day
    times: float = Field(description="0.5 to 10, in steps of a half; 1 is how often others count.")


group_write("POST", f"{SEASON}/weights", "keeper", "seasons", body=WeightBody)(
    weights.weigh_evening
)
