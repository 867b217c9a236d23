"""Where a game belongs: in a group of this phone, in none, or in the trash."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, current_app, render_template, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Group, Player
from scorecard.services.groups import groups
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.seasons import season_plans, seasons
from scorecard.services.standings import results
from scorecard.services.table import games, seating
from scorecard.web.http import access
from scorecard.web.pages import responses

blueprint = Blueprint("moving", __name__)
PREFIX = "/games/<uid:game_uid>"
NO_GROUP = "none"
NEW_GROUP = "new"
NEWCOMER = "new"


@blueprint.get(f"{PREFIX}/group")
@access.needs("keeper")
def choose(visit: access.Visit) -> ResponseReturnValue:
    """Ask into which group a game belongs; then who of its roster sat where."""
    wanted = request.args.get("to", "")
    if wanted == NO_GROUP:
        return _match_page(visit, None)
    if wanted:
        return _match_page(visit, access.visit_group(wanted).group)
    return _choose_page(visit)


@blueprint.post(f"{PREFIX}/group")
@access.needs("keeper")
def move(visit: access.Visit) -> ResponseReturnValue:
    """Move a game into a group, or out of the one it is in."""
    wanted = request.form.get("to", NO_GROUP)
    if wanted == NEW_GROUP:
        return _keep_as_group(visit)
    group = access.visit_group(wanted).group if wanted != NO_GROUP else None
    typed = {
        seat.position: request.form.get(f"seat-{seat.position}", NEWCOMER)
        for seat in visit.game.seats
    }

    def action(write: changes.Write) -> None:
        players: dict[int, Player | None] = {
            position: rosters.chosen(group, uid, f"seat-{position}")
            for position, uid in typed.items()
            if group and uid != NEWCOMER
        }
        seating.move(visit.session, visit.game, write, group, players)

    return responses.act(visit, action, again=lambda error: _match_page(visit, group, error, typed))


def _keep_as_group(visit: access.Visit) -> ResponseReturnValue:
    """Make a group of who sits at the table, with a season that begins with this game."""
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "")
    secret_key = current_app.config["SETTINGS"].secret_keys[0]

    def action(write: changes.Write) -> None:
        group = groups.create(visit.session, write.keyless, name, secret_key, zone)
        seating.move(visit.session, visit.game, write, group, {})
        first = results.day_of(visit.game.started_at, group)
        plan = season_plans.Plan(name=str(first.year), starts_on=first)
        seasons.make(visit.session, group, write.keyless, plan)

    return responses.act(visit, action, again=lambda error: _choose_page(visit, error, name))


@blueprint.get(f"{PREFIX}/delete")
@access.needs("keeper")
def delete_page(visit: access.Visit) -> ResponseReturnValue:
    """Say what deleting a game does."""
    return _delete_page(visit)


@blueprint.post(f"{PREFIX}/delete")
@access.needs("keeper")
def delete(visit: access.Visit) -> ResponseReturnValue:
    """Move a game to the trash."""
    return responses.act(
        visit,
        lambda write: games.delete(visit.session, visit.game, write),
        again=lambda error: _delete_page(visit, error),
    )


@blueprint.post(f"{PREFIX}/restore")
@access.needs("keeper")
def restore(visit: access.Visit) -> ResponseReturnValue:
    """Restore a game."""
    return responses.act(visit, lambda write: games.restore(visit.session, visit.game, write))


def _choose_page(
    visit: access.Visit, error: errors.ScorecardError | None = None, name: str = ""
) -> str:
    return render_template(
        "table/ending/group.html",
        visit=visit,
        groups=groups.of_device(visit.session, visit.device),
        name=name,
        **responses.beside(error),
    )


def _match_page(
    visit: access.Visit,
    group: Group | None,
    error: errors.ScorecardError | None = None,
    typed: Mapping[int, str] | None = None,
) -> str:
    """Return the page that asks who sat where; players are proposed by their names."""
    return render_template(
        "table/ending/match.html",
        visit=visit,
        group=group,
        chosen=typed or (_proposed(visit, group) if group else {}),
        candidates=_candidates(group) if group else [],
        newcomer=NEWCOMER,
        to=group.uid if group else NO_GROUP,
        **responses.beside(error),
    )


def _proposed(visit: access.Visit, group: Group) -> dict[int, str]:
    proposed: dict[int, str] = {}
    for seat in visit.game.seats:
        is_here = seat.player is not None and visit.game.group is group
        player = seat.player.one if is_here and seat.player else rosters.named(group, seat.name)
        proposed[seat.position] = player.uid if player else NEWCOMER
    return proposed


def _candidates(group: Group) -> list[Player]:
    """Return whom a seat can be given: those of today first, then who has retired."""
    return sorted(
        (player for player in group.players if not player.merged_into),
        key=lambda player: (player.retired_at is not None, player.name.casefold()),
    )


def _delete_page(visit: access.Visit, error: errors.ScorecardError | None = None) -> str:
    return render_template("table/ending/delete.html", visit=visit, **responses.beside(error))
