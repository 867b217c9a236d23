"""Divisions of a season over the API: list, make, order, change and remove them; who moves."""

from __future__ import annotations

from http.client import CREATED

from pydantic import Field

from scorecard.models import Division, Season
from scorecard.services.history import changes
from scorecard.services.standings import lineups
from scorecard.web.api import model, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.api.seasons.teams import ChangePartBody, NewPartBody, PartAnswer, listed
from scorecard.web.http import access
from scorecard.web.seasons import divisions as division_pages

DIVISIONS = f"{SEASON}/divisions"
DIVISION = f"{DIVISIONS}/<uid:division_uid>"


class PromotionBody(spec.GroupWriteBody):
    """How many go up and down between neighbouring divisions."""

    promoted: int = Field(description="0 to 5; never more than half of those with a place.")


class DivisionsAnswer(model.Model):
    """The divisions of a season, the highest one first."""

    divisions: list[PartAnswer]


@spec.group_read(DIVISIONS, "member", DivisionsAnswer, "seasons")
def list_divisions(visit: access.GroupVisit, season: Season) -> object:
    """List the divisions of a season."""
    return {"divisions": listed(visit, season, lineups.DIVISIONS)}


group_write("POST", DIVISIONS, "keeper", "seasons", body=NewPartBody, status=CREATED)(
    division_pages.make_division
)
group_write("PUT", DIVISION, "keeper", "seasons", body=ChangePartBody)(
    division_pages.change_division
)
group_write("POST", f"{SEASON}/promotion", "keeper", "seasons", body=PromotionBody)(
    division_pages.promote
)
group_write("POST", f"{DIVISION}/up", "keeper", "seasons")(division_pages.move_up)


@group_write("POST", f"{DIVISION}/remove", "keeper", "seasons")
def remove_division(visit: access.GroupVisit, this: changes.Write, division: Division) -> None:
    """Remove a division; its players stay."""
    division_pages.remove(visit, this, division)
