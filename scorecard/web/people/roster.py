"""A group's players: add, change, retire, and merge two who are one person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Player
from scorecard.rules.words import say
from scorecard.services.groups import group_members
from scorecard.services.players import merging, rosters
from scorecard.web.http import access, refusals
from scorecard.web.pages import responses
from scorecard.web.write import writes

blueprint = Blueprint("roster", __name__)
PREFIX = "/groups/<uid:group_uid>/players"
PLAYER = f"{PREFIX}/<uid:player_uid>"
COLOURS = (
    say("Blue"),
    say("Orange"),
    say("Green"),
    say("Purple"),
    say("Yellow"),
    say("Sky blue"),
    say("Black"),
    say("Tan"),
    say("Violet"),
    say("Lime"),
    say("Pink"),
    say("Dark red"),
)
"""What the seat colours of the style sheet are called, from 1."""
NO_COLOUR = -1
"""What the roster refuses, for a colour that is no number."""
COLOUR_DIGITS = 2


@blueprint.get(PREFIX)
@access.needs_in_group("member")
def page(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show the roster, and add players to it."""
    return _roster_page(visit)


@blueprint.post(PREFIX)
@access.needs_in_group("member")
def add(visit: access.GroupVisit) -> ResponseReturnValue:
    """Add a player."""
    form = request.form
    return responses.act_in_group(
        visit,
        lambda write: rosters.add(
            visit.session,
            visit.group,
            write,
            form.get("name", ""),
            colour=_typed_colour(),
            initial=form.get("initial", ""),
        ),
        then="roster.page",
        again=lambda error: _roster_page(visit, error, form),
    )


@blueprint.get(f"{PLAYER}/edit")
@access.needs_in_group("member")
def edit(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Show what can be changed about a player."""
    return _edit_page(visit, own_player(visit, player_uid))


@blueprint.post(f"{PLAYER}/edit")
@access.needs_in_group("member")
def change(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Give a player another name, colour or initial."""
    player = own_player(visit, player_uid)
    form = request.form
    return responses.act_in_group(
        visit,
        lambda write: rosters.change(
            visit.session,
            player,
            write,
            name=form.get("name", ""),
            colour=_typed_colour() or player.colour,
            initial=form.get("initial", ""),
        ),
        then="roster.page",
        again=lambda error: _edit_page(visit, player, error, form),
    )


@blueprint.post(f"{PLAYER}/retire")
@access.needs_in_group("member")
def retire(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Take a player off the roster of today."""
    player = own_player(visit, player_uid)
    return responses.act_in_group(
        visit,
        lambda write: rosters.retire(visit.session, player, write),
        then="roster.page",
        again=lambda error: _edit_page(visit, player, error),
    )


@blueprint.post(f"{PLAYER}/return")
@access.needs_in_group("member")
def come_back(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Put a retired player back on the roster."""
    player = own_player(visit, player_uid)
    return responses.act_in_group(
        visit,
        lambda write: rosters.come_back(visit.session, player, write),
        then="roster.page",
        again=lambda error: _roster_page(visit, error),
    )


@blueprint.post(f"{PLAYER}/merge")
@access.needs_in_group("keeper")
def merge(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Say that a player is another one."""
    player = rosters.find(visit.group, player_uid)
    into = request.form.get("into", "")
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(
            write,
            lambda: merging.merge(
                visit.session, player, rosters.chosen(visit.group, into, "into"), write
            ),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        return _edit_page(visit, player, error, into=into), refusals.status_of(error)
    return redirect(url_for("roster.page", group_uid=visit.group.uid), 303)


@blueprint.post(f"{PLAYER}/unmerge")
@access.needs_in_group("keeper")
def unmerge(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Take a merge apart."""
    player = rosters.find(visit.group, player_uid)
    return responses.act_in_group(
        visit,
        lambda write: merging.unmerge(visit.session, player, write),
        then="roster.page",
        again=lambda error: _roster_page(visit, error),
    )


def own_player(visit: access.GroupVisit, uid: str) -> Player:
    """Return a player whom the visitor may change; refuse who is somebody else.

    A scorekeeper may change everybody; who two people are, merging, is for scorekeepers alone.
    """
    player = rosters.find(visit.group, uid)
    if not visit.may_change(player):
        raise errors.NotAllowed(
            say("Only a scorekeeper or %(name)s’s own phone can do that.", name=player.name)
        )
    return player


def _typed_colour() -> int | None:
    """Return the colour that was chosen, None for none."""
    typed = request.form.get("colour", "")
    if not typed:
        return None
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= COLOUR_DIGITS
    return int(typed) or NO_COLOUR if is_number else NO_COLOUR


def _roster_page(
    visit: access.GroupVisit,
    error: errors.ScorecardError | None = None,
    typed: Mapping[str, str] | None = None,
) -> str:
    players = sorted(visit.group.players, key=lambda player: player.name.casefold())
    return render_template(
        "people/players/index.html",
        visit=visit,
        retired=[p for p in players if p.retired_at and not p.merged_into],
        merged=[p for p in players if p.merged_into],
        phones=group_members.phones_of(visit.session, visit.group),
        typed=typed or {},
        colours=COLOURS,
        **responses.beside(error),
    )


def _edit_page(
    visit: access.GroupVisit,
    player: Player,
    error: errors.ScorecardError | None = None,
    typed: Mapping[str, str] | None = None,
    into: str = "",
) -> str:
    refusal: dict[str, Any] = responses.beside(error)
    if error and error.code == merging.TWO_SEATS:
        refusal["refused"] = "into"
        other = rosters.find(visit.group, into).one
        refusal["both_sat_at"] = merging.game_of_both(visit.session, player, other)
    entered: dict[str, Any] = {
        "name": player.name,
        "colour": str(player.colour),
        "initial": player.initial,
        **(typed or {}),
    }
    return render_template(
        "people/players/edit.html",
        visit=visit,
        player=player,
        others=[other for other in visit.group.roster if other is not player],
        typed=entered,
        into=into,
        colours=COLOURS,
        **refusal,
    )
