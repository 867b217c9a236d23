"""Divisions of a season: all on one page, where scorekeepers make, order, change and remove them.

The same page says how many go up and down between them.
"""

from __future__ import annotations

import re

from scorecard import errors
from scorecard.models import Division, Season
from scorecard.services.history import changes
from scorecard.services.seasons import divisions, parting
from scorecard.web.http import access
from scorecard.web.pages import views
from scorecard.web.seasons import parting as shared
from scorecard.web.seasons.seasons import ONE

blueprint = views.Views("divisions", __name__)
DIVISIONS = f"{ONE}/divisions"
DIVISION = f"{DIVISIONS}/<uid:division_uid>"


@blueprint.group_page(DIVISIONS, "member")
def page(visit: access.GroupVisit, season: Season) -> str:
    """Show the divisions of a season; scorekeepers can make some in an open one."""
    return shared.index(visit, season, shared.DIVISIONS)


@blueprint.group_form(DIVISIONS, "keeper", then="divisions.page", again=page, texts=["name"])
def make(visit: access.GroupVisit, write: changes.Write, season: Season, name: str) -> None:
    """Make a division, the lowest one."""
    parting.make(visit.session, season, write, parting.DIVISIONS, name, shared.chosen(visit))


@blueprint.group_form(
    f"{ONE}/promotion", "keeper", then="divisions.page", again=page, texts=["promoted"]
)
def promote(visit: access.GroupVisit, write: changes.Write, season: Season, promoted: str) -> None:
    """Say how many players go up and down between neighbouring divisions."""
    count = int(promoted) if re.fullmatch("[0-9]{1,2}", promoted.strip()) else None
    divisions.promote(visit.session, season, write, count)


@blueprint.group_page(DIVISION, "keeper")
def edit(
    visit: access.GroupVisit,
    division: Division,
    error: errors.ScorecardError | None = None,
) -> str:
    """Show the form that changes a division."""
    return shared.edit(visit, division, error, shared.DIVISIONS)


@blueprint.group_form(DIVISION, "keeper", then="divisions.page", again=edit, texts=["name"])
def change(visit: access.GroupVisit, write: changes.Write, division: Division, name: str) -> None:
    """Change a division: its name, and who is in it."""
    parting.change(visit.session, division, write, name, shared.chosen(visit))


@blueprint.group_form(f"{DIVISION}/up", "keeper", then="divisions.page", again=page)
def move_up(visit: access.GroupVisit, write: changes.Write, division: Division) -> None:
    """Put a division before the one above it."""
    divisions.move_up(visit.session, division, write)


@blueprint.group_form(f"{DIVISION}/remove", "keeper", then="divisions.page", again=page)
def remove(visit: access.GroupVisit, write: changes.Write, division: Division) -> None:
    """Remove a division; its players stay."""
    parting.remove(visit.session, division, write)
