"""A group's players over the API: add, change, retire, merge."""

from __future__ import annotations

from http.client import CREATED

from flask import Response
from pydantic import Field

from scorecard.services import rosters
from scorecard.services.changes import Write
from scorecard.web.access import GroupVisit, needs_in_group
from scorecard.web.api.group_answers import GroupAnswer
from scorecard.web.api.groups import GROUP, write_group
from scorecard.web.api.spec import WRITE_REFUSALS, GroupWriteBody, blueprint, describes
from scorecard.web.roster import own_player

PLAYER = f"{GROUP}/players/<uid:player_uid>"


class NewPlayerBody(GroupWriteBody):
    """A player for the roster."""

    name: str
    colour: int | None = Field(default=None, description="From 1 to 12; else a free one.")
    initial: str = Field(default="", description="One or two characters; else the first letter.")


class ChangePlayerBody(GroupWriteBody):
    """What to change of a player; what is left out stays."""

    name: str | None = None
    colour: int | None = Field(default=None, description="From 1 to 12.")
    initial: str | None = Field(default=None, description="One or two characters.")


class MergePlayerBody(GroupWriteBody):
    """Who a player turned out to be."""

    into: str = Field(description="The other player's id.")


@blueprint.post(f"{GROUP}/players")
@needs_in_group("member")
@describes(GroupAnswer, "players", status=CREATED, refusals=WRITE_REFUSALS)
def add_to_roster(visit: GroupVisit, json: NewPlayerBody) -> Response:
    """Add a player to the roster; `Location` says which one it is."""
    return write_group(
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


@blueprint.put(PLAYER)
@needs_in_group("member")
@describes(GroupAnswer, "players", refusals=WRITE_REFUSALS)
def change_player(visit: GroupVisit, player_uid: str, json: ChangePlayerBody) -> Response:
    """Give a player another name, colour or initial; who is no keeper, only their own."""
    player = own_player(visit, player_uid)

    def action(this: Write) -> None:
        rosters.change(
            visit.session,
            player,
            this,
            name=player.name if json.name is None else json.name,
            colour=player.colour if json.colour is None else json.colour,
            initial=player.initial if json.initial is None else json.initial,
        )

    return write_group(visit, json.version, action)


@blueprint.post(f"{PLAYER}/retire")
@needs_in_group("member")
@describes(GroupAnswer, "players", refusals=WRITE_REFUSALS)
def retire_player(visit: GroupVisit, player_uid: str, json: GroupWriteBody) -> Response:
    """Take a player off the roster of today; who is no keeper, only themselves."""
    player = own_player(visit, player_uid)
    return write_group(
        visit, json.version, lambda this: rosters.retire(visit.session, player, this)
    )


@blueprint.post(f"{PLAYER}/return")
@needs_in_group("member")
@describes(GroupAnswer, "players", refusals=WRITE_REFUSALS)
def return_player(visit: GroupVisit, player_uid: str, json: GroupWriteBody) -> Response:
    """Put a retired player back on the roster; who is no keeper, only themselves."""
    player = own_player(visit, player_uid)
    return write_group(
        visit, json.version, lambda this: rosters.come_back(visit.session, player, this)
    )


@blueprint.post(f"{PLAYER}/merge")
@needs_in_group("keeper")
@describes(GroupAnswer, "players", refusals=WRITE_REFUSALS)
def merge_player(visit: GroupVisit, player_uid: str, json: MergePlayerBody) -> Response:
    """Say that a player is another one; everything they played counts for that one."""
    player = rosters.find(visit.group, player_uid)

    def action(this: Write) -> None:
        into = rosters.chosen(visit.group, json.into, "into")
        rosters.merge(visit.session, player, into, this)

    return write_group(visit, json.version, action)


@blueprint.post(f"{PLAYER}/unmerge")
@needs_in_group("keeper")
@describes(GroupAnswer, "players", refusals=WRITE_REFUSALS)
def unmerge_player(visit: GroupVisit, player_uid: str, json: GroupWriteBody) -> Response:
    """Take a merge apart; both count for themselves again."""
    player = rosters.find(visit.group, player_uid)
    return write_group(
        visit, json.version, lambda this: rosters.unmerge(visit.session, player, this)
    )
