"""Moving a game: into a group of this phone, out of its group, or to the trash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import request

from scorecard.models import Group, Player
from scorecard.services.groups import group_members, groups
from scorecard.services.history import changes, members
from scorecard.services.limits.locking import Hold
from scorecard.services.players import rosters
from scorecard.services.seasons import prospects, season_plans, seasons
from scorecard.services.standings import results
from scorecard.services.table import games, seating
from scorecard.web.http import access, addresses
from scorecard.web.pages import responses, views

blueprint = views.Views("moving", __name__)
PREFIX = "/games/<uid:game_uid>"
NO_GROUP = "none"
NEW_GROUP = "new"
NEWCOMER = "new"


@blueprint.game_page(f"{PREFIX}/group", "keeper")
def choose(visit: access.Visit) -> str:
    """Ask into which group a game belongs; then who of its roster sat where."""
    is_sent = request.method == "POST"
    wanted = request.form.get("to", NO_GROUP) if is_sent else request.args.get("to", "")
    if wanted == NO_GROUP:
        return _match_page(visit, None)
    if wanted not in ("", NEW_GROUP):
        return _match_page(visit, access.visit_group(wanted).group)
    return responses.page(
        "table/ending/group.html",
        groups=groups.of_device(visit.session, visit.device),
        name=request.form.get("name", ""),
    )


@blueprint.game_form(f"{PREFIX}/group", "keeper", again=choose, hold=Hold.DATABASE)
def move(visit: access.Visit, write: changes.Write) -> None:
    """Move a game into a group, or out of the one it is in."""
    wanted = request.form.get("to", NO_GROUP)
    if wanted == NEW_GROUP:
        _keep_as_group(visit, write)
        return
    chosen = {seat: uid for seat, uid in _typed(visit).items() if uid != NEWCOMER}
    move_to(visit, write, None if wanted == NO_GROUP else wanted, chosen)


def move_to(
    visit: access.Visit, write: changes.Write, uid: str | None, chosen: Mapping[int, str]
) -> None:
    """Move a game into a group, or out of any; ``chosen`` are players' uids by seat."""
    group = None if uid is None else access.visit_group(uid).group
    players: dict[int, Player | None] = {
        seat: rosters.chosen(group, player, f"seat-{seat}")
        for seat, player in chosen.items()
        if group
    }
    seating.move(visit.session, visit.game, write, group, players)


def _keep_as_group(visit: access.Visit, write: changes.Write) -> None:
    """Make a group of the game's players and their phones, with a season that begins with it."""
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "")
    group = groups.create(visit.session, write.keyless, name, addresses.secret_key(), zone)
    seating.move(visit.session, visit.game, write, group, {})
    for phone in members.inside(visit.session, visit.game):
        if theirs := [seat.player for seat in phone.seats if seat.player]:
            their_write = replace(write.keyless, device=phone.device)
            joined = group_members.join(visit.session, group, phone.device, their_write)
            group_members.claim(visit.session, group, joined, theirs, their_write)
    first = results.day_of(visit.game.started_at, group)
    plan = season_plans.Plan(name=str(first.year), starts_on=first)
    seasons.make(visit.session, group, write.keyless, plan)


@blueprint.game_page(f"{PREFIX}/delete", "keeper")
def delete_page(visit: access.Visit) -> str:
    """Say what deleting a game does."""
    return responses.page(
        "table/ending/delete.html", leaving=prospects.of_leaving(visit.session, visit.game)
    )


@blueprint.game_form(f"{PREFIX}/delete", "keeper", again=delete_page)
def delete_game(visit: access.Visit, write: changes.Write) -> None:
    """Move a game to the trash: it counts for nothing, and can be restored."""
    games.delete(visit.session, visit.game, write)


@blueprint.game_form(f"{PREFIX}/restore", "keeper")
def restore_game(visit: access.Visit, write: changes.Write) -> None:
    """Restore a game, as it was."""
    games.restore(visit.session, visit.game, write)


def _match_page(visit: access.Visit, group: Group | None) -> str:
    """Return the page that matches seats with players of the group, by their names at first."""
    is_sent = request.method == "POST"
    return responses.page(
        "table/ending/match.html",
        group=group,
        leaving=[]
        if group and group is visit.game.group
        else prospects.of_leaving(visit.session, visit.game),
        chosen=_typed(visit) if is_sent else _proposed(visit, group) if group else {},
        candidates=_candidates(group) if group else [],
        newcomer=NEWCOMER,
        to=group.uid if group else NO_GROUP,
    )


def _typed(visit: access.Visit) -> dict[int, str]:
    """Return the chosen player's uid for each seat."""
    positions = [seat.position for seat in visit.game.seats]
    return {one: request.form.get(f"seat-{one}", NEWCOMER) for one in positions}


def _proposed(visit: access.Visit, group: Group) -> dict[int, str]:
    proposed: dict[int, str] = {}
    for seat in visit.game.seats:
        is_here = seat.player is not None and visit.game.group is group
        player = seat.player.one if is_here and seat.player else rosters.named(group, seat.name)
        proposed[seat.position] = player.uid if player else NEWCOMER
    return proposed


def _candidates(group: Group) -> list[Player]:
    """Return the players to choose from, retired ones last."""
    return sorted(
        (player for player in group.players if not player.merged_into),
        key=lambda player: (player.retired_at is not None, player.name.casefold()),
    )
