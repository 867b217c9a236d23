"""A group's players: the page of each; add, change, retire, and merge two who are one person."""

from __future__ import annotations

from typing import Annotated

from flask import g, redirect, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Player
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.groups import group_members
from scorecard.services.history import changes
from scorecard.services.looking_back import statistics
from scorecard.services.players import deleting, merging, rosters
from scorecard.services.seasons import seasons
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("roster", __name__)
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
"""The names of the style sheet's seat colours, from 1."""
NO_COLOUR = -1
"""Stands for a colour that is no number; the roster refuses it."""


def _colour(name: str) -> int | None:
    """Return the chosen colour, None for none."""
    typed = request.form.get(name, "")
    return sums.plain_number(typed) or NO_COLOUR if typed else None


def _guest_mark(name: str) -> bool | None:
    """Return whether a scorekeeper marked a guest; None for others, whose form lacks the box."""
    return name in request.form if g.group_visit.is_keeper else None


Colour = Annotated[int | None, _colour]
GuestMark = Annotated[bool | None, _guest_mark]


def own_player(visit: access.GroupVisit, uid: str) -> Player:
    """Return a player; refuse one whom the visitor may not change."""
    player = rosters.find(visit.group, uid)
    if not visit.may_change(player):
        raise errors.NotAllowed(
            say("Only a scorekeeper or %(name)s’s own phone can do that.", name=player.name)
        )
    return player


@blueprint.group_page(PREFIX, "member")
def page(visit: access.GroupVisit) -> str:
    """Show the roster, and add players to it."""
    players = sorted(visit.group.players, key=lambda player: player.name.casefold())
    return responses.page(
        "people/players/index.html",
        retired=[p for p in players if p.retired_at and not p.merged_into],
        merged=[p for p in players if p.merged_into],
        phones=group_members.phones_of(visit.session, visit.group),
        typed=request.form,
        colours=COLOURS,
    )


@blueprint.group_form(PREFIX, "member", then="roster.page", again=page)
def add_to_roster(
    visit: access.GroupVisit,
    write: changes.Write,
    name: str,
    colour: Colour,
    initial: str,
    is_guest: bool,
) -> Player:
    """Add a player to the roster; `Location` says which one it is."""
    return rosters.add(
        visit.session,
        visit.group,
        write,
        name,
        colour=colour,
        initial=initial,
        is_guest=is_guest,
    )


@blueprint.group_page(PLAYER, "member")
def player(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Show a player, rated in the season asked for, else in the one they last played in."""
    player = rosters.find(visit.group, player_uid)
    if player.one is not player:
        return redirect(views.address("roster.player", player_uid=player.one.uid))
    asked = request.args.get("season", "")
    season = statistics.season_of(visit.session, player, asked, access.now())
    return responses.page(
        "people/players/page.html",
        player=player,
        overview=statistics.of_player(visit.session, player),
        season=season,
        seasons=seasons.of_group(visit.session, visit.group),
        standings=statistics.in_season(visit.session, season, player) if season else [],
    )


@blueprint.group_page(f"{PLAYER}/edit", "member")
def edit(visit: access.GroupVisit, player_uid: str) -> str:
    """Show what can be changed about a player."""
    player = own_player(visit, player_uid)
    stays = deleting.hanging(visit.session, player) if visit.is_keeper else ""
    into = request.form.get("into", "")
    error, refusal = responses.refusal(), {}
    if error and error.code == merging.TWO_SEATS:
        other = rosters.find(visit.group, into).one
        both_sat_at = merging.game_of_both(visit.session, player, other)
        refusal = {"refused": "into", "both_sat_at": both_sat_at}
    is_guest = "is_guest" in request.form if "name" in request.form else player.is_guest
    now_so = {"name": player.name, "colour": str(player.colour), "initial": player.initial}
    return responses.page(
        "people/players/edit.html",
        player=player,
        others=[other for other in visit.group.roster if other is not player],
        typed=now_so | writes.typed_since(visit.group, player.uid),
        is_guest=is_guest,
        stays=stays,
        into=into,
        colours=COLOURS,
        **refusal,
    )


@blueprint.group_form(f"{PLAYER}/edit", "member", then="roster.page", again=edit)
def change_player(
    visit: access.GroupVisit,
    write: changes.Write,
    player_uid: str,
    name: str | None,
    colour: Colour,
    initial: str | None,
    is_guest: GuestMark,
) -> None:
    """Give a player another name, colour or initial; who is no scorekeeper, only their own."""
    player = own_player(visit, player_uid)
    if is_guest not in (None, player.is_guest) and not visit.is_keeper:
        raise errors.NotAllowed(say("Only a scorekeeper can say who is a guest."))
    if initial == player.initial == rosters.first_letter(player.name):
        initial = ""  # It only followed from the name, and follows from the next as well.
    rosters.change(
        visit.session,
        player,
        write,
        name=name,
        colour=colour,
        initial=initial,
        is_guest=is_guest,
    )


@blueprint.group_form(f"{PLAYER}/retire", "member", then="roster.page", again=edit)
def retire_player(visit: access.GroupVisit, write: changes.Write, player_uid: str) -> None:
    """Take a player off the roster of today; who is no scorekeeper, only themselves."""
    rosters.retire(visit.session, own_player(visit, player_uid), write)


@blueprint.group_form(f"{PLAYER}/return", "member", then="roster.page", again=page)
def return_player(visit: access.GroupVisit, write: changes.Write, player_uid: str) -> None:
    """Put a retired player back on the roster; who is no scorekeeper, only themselves."""
    rosters.come_back(visit.session, own_player(visit, player_uid), write)


@blueprint.group_form(f"{PLAYER}/delete", "keeper", then="roster.page", again=edit)
def delete_player(visit: access.GroupVisit, write: changes.Write, player_uid: str) -> None:
    """Delete a player on whom nothing hangs."""
    # Loaded inside the action: for a repetition the player is gone.
    deleting.delete(visit.session, rosters.find(visit.group, player_uid), write)


@blueprint.group_form(f"{PLAYER}/merge", "keeper", then="roster.page#merged", again=edit)
def merge_player(
    visit: access.GroupVisit, write: changes.Write, player_uid: str, into: str
) -> None:
    """Say that a player is another one; everything they played counts for that one."""
    player, other = rosters.find(visit.group, player_uid), rosters.chosen(visit.group, into, "into")
    merging.merge(visit.session, player, other, write)


@blueprint.group_form(f"{PLAYER}/unmerge", "keeper", then="roster.page", again=page)
def unmerge_player(visit: access.GroupVisit, write: changes.Write, player_uid: str) -> None:
    """Take a merge apart; both count for themselves again."""
    merging.unmerge(visit.session, rosters.find(visit.group, player_uid), write)
