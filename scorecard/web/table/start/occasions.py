"""When a game of a group was played and if it counts: chosen at its start, or changed later."""

from __future__ import annotations

from datetime import date

from flask import render_template, request

from scorecard import errors
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.seasons import prospects
from scorecard.services.standings import results
from scorecard.services.table import occasions
from scorecard.web.forms import parts
from scorecard.web.http import access
from scorecard.web.pages import responses, views

blueprint = views.Views("occasions", __name__)
RULE = "/games/<uid:game_uid>/occasion"


def typed_day() -> date | None:
    """Return the day that the form says, None where it is the one that the form came with.

    So a game that is started after midnight, on a page from before, begins today.
    """
    typed = request.form.get("day", "")
    if typed == request.form.get("shown_day"):
        return None
    return parts.read_day(typed, "day", say("Day"))


def typed(visit: access.GroupVisit | None) -> occasions.Occasion:
    """Return what the form of a new game says of its occasion, in a group."""
    return occasions.Occasion(typed_day(), is_friendly()) if visit else occasions.NOW


def is_friendly() -> bool:
    """Whether the form says that a game is friendly."""
    return "is_friendly" in request.form


@blueprint.game_page(RULE, "keeper")
def page(visit: access.Visit, error: errors.ScorecardError | None = None) -> str:
    """Ask on which day a game was played, and whether it is friendly."""
    group = visit.game.group
    return render_template(
        "table/start/occasion.html",
        visit=visit,
        today=results.day_of(access.now(), group).isoformat() if group else "",
        day=results.day_of(visit.game.started_at, group).isoformat() if group else "",
        typed=request.form.get("day"),
        is_friendly=is_friendly() if error else visit.game.is_friendly,
        standing=prospects.standing(visit.session, visit.game),
        **responses.beside(error),
    )


@blueprint.game_form(RULE, "keeper", again=page)
def change(visit: access.Visit, write: changes.Write) -> None:
    """Say on which day a game was played, and whether it is friendly."""
    occasions.change(visit.session, visit.game, write, day=typed_day(), is_friendly=is_friendly())
