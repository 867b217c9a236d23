"""Divisions of a season: all on one page, where scorekeepers make, order, change and remove them.

The same page says how many go up and down between them.
"""

from __future__ import annotations

from typing import Annotated

from flask import request

from scorecard.models import Division, Season
from scorecard.rules.typed import sums
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.seasons import parting
from scorecard.services.standings import lineups
from scorecard.web.http import access
from scorecard.web.pages import views
from scorecard.web.seasons import parting as shared
from scorecard.web.seasons.seasons import ONE

blueprint = views.Views("divisions", __name__)
DIVISIONS = f"{ONE}/divisions"
DIVISION = f"{DIVISIONS}/<uid:division_uid>"


Promoted = Annotated[int | None, lambda name: sums.plain_number(request.form.get(name, "").strip())]
"""None for anything but a small number, which is refused."""


@blueprint.group_page(DIVISIONS, "member")
def page(visit: access.GroupVisit, season: Season) -> str:
    """Show the divisions of a season; scorekeepers can make some in an open one."""
    return shared.index(visit, season, shared.DIVISIONS)


@blueprint.group_form(DIVISIONS, "keeper", then="divisions.page", again=page)
def make_division(
    visit: access.GroupVisit, write: changes.Write, season: Season, name: str, players: list[str]
) -> None:
    """Make a division of an open season, the lowest one."""
    chosen = rosters.all_chosen(visit.group, players)
    parting.make(visit.session, season, write, lineups.DIVISIONS, name, chosen)


@blueprint.group_form(f"{ONE}/promotion", "keeper", then="divisions.page", again=page)
def promote(
    visit: access.GroupVisit, write: changes.Write, season: Season, promoted: Promoted
) -> None:
    """Say how many players go up and down between neighbouring divisions of an open season."""
    parting.promote(visit.session, season, write, promoted)


@blueprint.group_page(DIVISION, "keeper")
def edit(visit: access.GroupVisit, division: Division) -> str:
    """Show the form that changes a division."""
    return shared.edit(visit, division, shared.DIVISIONS)


@blueprint.group_form(DIVISION, "keeper", then="divisions.page", again=edit)
def change_division(
    visit: access.GroupVisit,
    write: changes.Write,
    division: Division,
    name: str | None,
    players: list[str] | None,
) -> None:
    """Change a division of an open season: its name, and who is in it."""
    shared.change(visit, write, division, name, players)


@blueprint.group_form(f"{DIVISION}/up", "keeper", then="divisions.page", again=page)
def move_up(visit: access.GroupVisit, write: changes.Write, division: Division) -> None:
    """Put a division before the one above it."""
    parting.move_up(visit.session, division, write)


@blueprint.group_form(f"{DIVISION}/remove", "keeper", then="divisions.page", again=page)
def remove(visit: access.GroupVisit, write: changes.Write, division: Division) -> None:
    """Remove a division; its players stay."""
    parting.remove(visit.session, division, write)
