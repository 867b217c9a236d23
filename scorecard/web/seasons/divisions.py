"""Divisions of a season: all on one page, where scorekeepers make, order, change and remove them.

The same page says how many go up and down between them.
"""

from __future__ import annotations

import re

from scorecard import errors
from scorecard.services.history import changes
from scorecard.services.seasons import divisions, parting, seasons
from scorecard.web.http import access
from scorecard.web.pages import views
from scorecard.web.seasons import parting as shared
from scorecard.web.seasons.seasons import ONE

blueprint = views.Views("divisions", __name__)
DIVISIONS = f"{ONE}/divisions"
DIVISION = f"{DIVISIONS}/<uid:division_uid>"


@blueprint.group_page(DIVISIONS, "member")
def page(
    visit: access.GroupVisit, season_uid: str, error: errors.ScorecardError | None = None
) -> str:
    """Show the divisions of a season; scorekeepers can make some in an open one."""
    return shared.index(visit, season_uid, error, shared.DIVISIONS)


@blueprint.group_form(DIVISIONS, "keeper", then="divisions.page", again=page, texts=["name"])
def make(visit: access.GroupVisit, write: changes.Write, season_uid: str, name: str) -> None:
    """Make a division, the lowest one."""
    season = seasons.find(visit.session, visit.group, season_uid)
    parting.make(visit.session, season, write, parting.DIVISIONS, name, shared.chosen(visit))


@blueprint.group_form(
    f"{ONE}/promotion", "keeper", then="divisions.page", again=page, texts=["promoted"]
)
def promote(visit: access.GroupVisit, write: changes.Write, season_uid: str, promoted: str) -> None:
    """Say how many players go up and down between neighbouring divisions."""
    season = seasons.find(visit.session, visit.group, season_uid)
    count = int(promoted) if re.fullmatch("[0-9]{1,2}", promoted.strip()) else None
    divisions.promote(visit.session, season, write, count)


@blueprint.group_page(DIVISION, "keeper")
def edit(
    visit: access.GroupVisit,
    season_uid: str,
    division_uid: str,
    error: errors.ScorecardError | None = None,
) -> str:
    """Show the form that changes a division."""
    return shared.edit(visit, season_uid, division_uid, error, shared.DIVISIONS)


@blueprint.group_form(DIVISION, "keeper", then="divisions.page", again=edit, texts=["name"])
def change(
    visit: access.GroupVisit, write: changes.Write, season_uid: str, division_uid: str, name: str
) -> None:
    """Change a division: its name, and who is in it."""
    season = seasons.find(visit.session, visit.group, season_uid)
    division = parting.find(visit.session, season, parting.DIVISIONS, division_uid)
    parting.change(visit.session, division, write, name, shared.chosen(visit))


@blueprint.group_form(f"{DIVISION}/up", "keeper", then="divisions.page", again=page)
def move_up(
    visit: access.GroupVisit, write: changes.Write, season_uid: str, division_uid: str
) -> None:
    """Put a division before the one above it."""
    season = seasons.find(visit.session, visit.group, season_uid)
    division = parting.find(visit.session, season, parting.DIVISIONS, division_uid)
    divisions.move_up(visit.session, division, write)


@blueprint.group_form(f"{DIVISION}/remove", "keeper", then="divisions.page", again=page)
def remove(
    visit: access.GroupVisit, write: changes.Write, season_uid: str, division_uid: str
) -> None:
    """Remove a division; its players stay."""
    season = seasons.find(visit.session, visit.group, season_uid)
    # Found only here, so that the same tap twice does not look for what is gone.
    division = parting.find(visit.session, season, parting.DIVISIONS, division_uid)
    parting.remove(visit.session, division, write)
