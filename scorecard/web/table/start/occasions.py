"""A game's occasion in its group: the day, and whether it counts; also changed later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from flask import request
from sqlalchemy.orm import Session

from scorecard.models import Group, Season
from scorecard.rules import card_game, kinds
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
    """Return the day in the form, None if it was not changed.

    So a game that is started after midnight, on a page from before, begins today.
    """
    typed = request.form.get("day", "")
    if typed == request.form.get("shown_day"):
        return None
    return parts.read_day(typed, "day", say("Day"))


def typed(visit: access.GroupVisit | None) -> occasions.Occasion:
    """Return the occasion in the form of a new game."""
    if visit is None:
        return occasions.NOW
    return occasions.Occasion(typed_day(), is_friendly(), tuple(friendly_in()))


def is_friendly() -> bool:
    """Whether the form says that a game is friendly."""
    return "is_friendly" in request.form


def asked(visit: access.GroupVisit | None, rules: card_game.GameRules[Any]) -> dict[str, Any]:
    """Return the seasons that the form of a new game lists, and those that are ticked."""
    ticked, kind = friendly_in(), kinds.kind_of(rules)
    listed = _choices(visit.session, visit.group, kind, ticked) if visit else []
    return {"seasons": listed, "friendly_in": ticked}


def _choices(session: Session, group: Group, kind: str, chosen: Sequence[str]) -> list[Season]:
    today = results.day_of(access.now(), group)
    return occasions.choices(session, group, kind, today, chosen)


def friendly_in() -> list[str]:
    """Return the uids of the seasons that are ticked: the game does not count in them."""
    return request.form.getlist("friendly_in")


@blueprint.game_page(RULE, "keeper")
def page(visit: access.Visit) -> str:
    """Ask on which day a game was played, and whether it is friendly."""
    game = visit.game
    group, is_sent = game.group, request.method == "POST"
    return responses.page(
        "table/start/occasion.html",
        today=results.day_of(access.now(), group).isoformat() if group else "",
        day=results.day_of(game.started_at, group).isoformat() if group else "",
        typed=request.form.get("day"),
        is_friendly=is_friendly() if is_sent else game.is_friendly,
        seasons=_choices(visit.session, group, game.kind, game.friendly_in) if group else [],
        friendly_in=friendly_in() if is_sent else game.friendly_in,
        standing=prospects.standing(visit.session, game),
    )


@blueprint.game_form(RULE, "keeper", again=page)
def change(visit: access.Visit, write: changes.Write) -> None:
    """Say on which day a game was played, and whether it is friendly."""
    game = visit.game
    chosen, group = game.friendly_in, game.group
    choices = _choices(visit.session, group, game.kind, chosen) if group else []
    # Seasons that the form does not list, because they are closed, stay.
    kept = set(chosen) - {season.uid for season in choices}
    occasions.change(
        visit.session,
        game,
        write,
        day=typed_day(),
        is_friendly=is_friendly(),
        friendly_in=[*friendly_in(), *kept],
    )
