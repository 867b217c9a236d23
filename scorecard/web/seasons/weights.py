"""Evenings of a season that do not count once: all of them on one page, where they are chosen."""

from __future__ import annotations

import re
from typing import Annotated

from flask import request

from scorecard import errors
from scorecard.models import Season
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.seasons import seasons, weighing
from scorecard.web.forms import parts
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.seasons.seasons import ONE

blueprint = views.Views("weights", __name__)
WEIGHTS = f"{ONE}/weights"
TIMES = r"[×xX*]?\s*([0-9]{1,3})(?:[.,]([0-9]))?"
"""How often something counts, as people type it: 2, 1.5, 1,5, × 3."""


def _times(name: str) -> float:
    """Return the typed weight; 0, which is refused, for anything but a number."""
    found = re.fullmatch(TIMES, request.form.get(name, "").strip())
    return float(f"{found[1]}.{found[2] or 0}") if found else 0


Times = Annotated[float, _times]


@blueprint.group_page(WEIGHTS, "keeper")
def page(visit: access.GroupVisit, season: Season) -> str:
    """Show which evenings of a season do not count once, and ask for another one."""
    first, last, today = season.starts_on, season.ends_on, visit.today
    return responses.page(
        "seasons/evenings/weights.html",
        season=season,
        evenings=weighing.evenings(season),
        typed=request.form,
        # Today, or the last day of a season that is over.
        usual_day=max(first, min(today, last) if last else today),
    )


@blueprint.group_form(WEIGHTS, "keeper", then="weights.page", again=page)
def weigh_evening(
    visit: access.GroupVisit, write: changes.Write, season: Season, day: parts.Day, times: Times
) -> None:
    """Say how often the games of a day count in an open season, also before they are played."""
    seasons.refuse_closed(season)
    if day is None:
        raise errors.BadInput(say("Choose a day."), field="day")
    weighing.weigh(visit.session, season, write, day, times)
