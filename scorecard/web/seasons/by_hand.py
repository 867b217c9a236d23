"""Points by hand in a season: all of them on one page, where scorekeepers give and take them."""

from __future__ import annotations

from flask import request

from scorecard import errors
from scorecard.models import Adjustment, Season
from scorecard.rules.outcome.adjustments import KINDS
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.seasons import adjustments, seasons
from scorecard.services.standings import adjusted
from scorecard.web.forms import parts
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.seasons.seasons import ONE

blueprint = views.Views("by_hand", __name__)
POINTS = f"{ONE}/points"
SIGNS = {"+": 1, "-": -1}
"""The prefix of a kind in the form: whether it gives or takes."""
CHOICES = [
    (f"{sign}{key}", sign, kind.label)
    for key, kind in KINDS.items()
    for sign in SIGNS
    if (kind.may_give if sign == "+" else kind.may_take)
]
"""The choices of the form: value, sign, and label."""


@blueprint.group_page(POINTS, "member")
def page(visit: access.GroupVisit, season: Season) -> str:
    """Show what was given and taken by hand in a season; scorekeepers can do so in an open one."""
    return responses.page(
        "seasons/by_hand.html",
        season=season,
        given=[
            (one.player.one, adjusted.as_answer(one))
            for one in reversed(adjusted.all_of(visit.session, season))
        ],
        choices=CHOICES,
        typed=request.form,
        today=visit.today,
        longest_reason=adjustments.LONGEST_REASON,
    )


@blueprint.group_form(POINTS, "keeper", then="by_hand.page", again=page)
def give(
    visit: access.GroupVisit, write: changes.Write, season: Season, player: str, kind: str
) -> None:
    """Give a player points by hand, or take some."""
    seasons.refuse_closed(season)
    if not player:
        raise errors.BadInput(say("Choose a player."), field="player")
    if not kind:
        raise errors.BadInput(say("Choose what it is."), field="kind")
    adjustments.give(
        visit.session,
        season,
        write,
        rosters.chosen(visit.group, player, "player"),
        kind=kind[1:],
        points=SIGNS.get(kind[0], 0) * _points(request.form.get("points", "")),
        reason=request.form.get("reason", ""),
        day=parts.read_day(request.form.get("day"), "day", say("Day")),
    )


@blueprint.group_form(
    f"{POINTS}/<uid:adjustment_uid>/remove", "keeper", then="by_hand.page", again=page
)
def take_back(visit: access.GroupVisit, write: changes.Write, adjustment: Adjustment) -> None:
    """Take points by hand back."""
    adjustments.take_back(visit.session, adjustment, write)


def _points(typed: str) -> int:
    """Return how many points were typed, 0 for anything else; their sign is the kind's."""
    number = sums.typed_number(typed)
    return max(number, 0) if isinstance(number, int) else 0
