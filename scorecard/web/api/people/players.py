"""A group's players over the API: add, change, retire, merge."""

from __future__ import annotations

from http.client import CREATED

from flask import Response
from pydantic import Field

from scorecard.services.history import changes
from scorecard.services.players import merging, rosters
from scorecard.web.api import spec
from scorecard.web.api.people import group_answers, groups
from scorecard.web.http import access
from scorecard.web.people import roster

PLAYER = f"{groups.GROUP}/players/<uid:player_uid>"


class NewPlayerBody(spec.GroupWriteBody):
    """A player for the roster."""

    name: str
    colour: int | None = Field(default=None, description="From 1 to 12; else a free one.")
    initial: str = Field(default="", description="One or two characters; else the first letter.")


class ChangePlayerBody(spec.GroupWriteBody):
    """What to change of a player; what is left out stays."""

    name: str | None = None
    colour: int | None = Field(default=None, description="From 1 to 12.")
    initial: str | None = Field(default=None, description="One or two characters.")


class MergePlayerBody(spec.GroupWriteBody):
    """Who a player turned out to be."""

    into: str = Field(description="The other player's id.")


@spec.blueprint.post(f"{groups.GROUP}/players")
@access.needs_in_group("member")
@spec.describes(group_answers.GroupAnswer, "players", status=CREATED, refusals=spec.WRITE_REFUSALS)
def add_to_roster(visit: access.GroupVisit, json: NewPlayerBody) -> Response:
    """Add a player to the roster; `Location` says which one it is."""
    return groups.write_group(
        visit,
        json.version,
        lambda this: rosters.add(
            visit.session,
            visit.group,
            this,
            json.name,
            colour=json.colour,
            initial=json.initial,
        ),
        status=CREATED,
    )


@spec.blueprint.put(PLAYER)
@access.needs_in_group("member")
@spec.describes(group_answers.GroupAnswer, "players", refusals=spec.WRITE_REFUSALS)
def change_player(visit: access.GroupVisit, player_uid: str, json: ChangePlayerBody) -> Response:
    """Give a player another name, colour or initial; who is no scorekeeper, only their own."""
    player = roster.own_player(visit, player_uid)

    def action(this: changes.Write) -> None:
        rosters.change(
            visit.session,
            player,
            this,
            name=player.name if json.name is None else json.name,
            colour=player.colour if json.colour is None else json.colour,
            initial=player.initial if json.initial is None else json.initial,
        )

    return groups.write_group(visit, json.version, action)


@spec.blueprint.post(f"{PLAYER}/retire")
@access.needs_in_group("member")
@spec.describes(group_answers.GroupAnswer, "players", refusals=spec.WRITE_REFUSALS)
def retire_player(visit: access.GroupVisit, player_uid: str, json: spec.GroupWriteBody) -> Response:
    """Take a player off the roster of today; who is no scorekeeper, only themselves."""
    player = roster.own_player(visit, player_uid)
    return groups.write_group(
        visit, json.version, lambda this: rosters.retire(visit.session, player, this)
    )


@spec.blueprint.post(f"{PLAYER}/return")
@access.needs_in_group("member")
@spec.describes(group_answers.GroupAnswer, "players", refusals=spec.WRITE_REFUSALS)
def return_player(visit: access.GroupVisit, player_uid: str, json: spec.GroupWriteBody) -> Response:
    """Put a retired player back on the roster; who is no scorekeeper, only themselves."""
    player = roster.own_player(visit, player_uid)
    return groups.write_group(
        visit, json.version, lambda this: rosters.come_back(visit.session, player, this)
    )


@spec.blueprint.post(f"{PLAYER}/merge")
@access.needs_in_group("keeper")
@spec.describes(group_answers.GroupAnswer, "players", refusals=spec.WRITE_REFUSALS)
def merge_player(visit: access.GroupVisit, player_uid: str, json: MergePlayerBody) -> Response:
    """Say that a player is another one; everything they played counts for that one."""
    player = rosters.find(visit.group, player_uid)

    def action(this: changes.Write) -> None:
        into = rosters.chosen(visit.group, json.into, "into")
        merging.merge(visit.session, player, into, this)

    return groups.write_group(visit, json.version, action)


@spec.blueprint.post(f"{PLAYER}/unmerge")
@access.needs_in_group("keeper")
@spec.describes(group_answers.GroupAnswer, "players", refusals=spec.WRITE_REFUSALS)
def unmerge_player(
    visit: access.GroupVisit, player_uid: str, json: spec.GroupWriteBody
) -> Response:
    """Take a merge apart; both count for themselves again."""
    player = rosters.find(visit.group, player_uid)
    return groups.write_group(
        visit, json.version, lambda this: merging.unmerge(visit.session, player, this)
    )
