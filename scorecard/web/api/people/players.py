"""A group's players over the API: add, change, retire, merge."""

from __future__ import annotations

from http.client import CREATED

from pydantic import Field

from scorecard.web.api import spec
from scorecard.web.api.people import groups
from scorecard.web.people import roster

PLAYER = f"{groups.GROUP}/players/<uid:player_uid>"


class NewPlayerBody(spec.GroupWriteBody):
    """A player for the roster."""

    name: str
    colour: int | None = Field(default=None, description="From 1 to 12; else a free one.")
    initial: str = Field(default="", description="One or two characters; else the first letter.")
    is_guest: bool = Field(default=False, description="Whether they enter no season’s table.")


class ChangePlayerBody(spec.GroupWriteBody):
    """What to change of a player; what is left out stays."""

    name: str | None = None
    colour: int | None = Field(default=None, description="From 1 to 12.")
    initial: str | None = Field(default=None, description="One or two characters.")
    is_guest: bool | None = Field(
        default=None, description="Whether they enter no season’s table; for scorekeepers."
    )


class MergePlayerBody(spec.GroupWriteBody):
    """Who a player turned out to be."""

    into: str = Field(description="The other player's id.")


groups.group_write(
    "POST",
    f"{groups.GROUP}/players",
    "member",
    "players",
    answer=groups.NEW_PLAYER,
    body=NewPlayerBody,
    status=CREATED,
)(roster.add_to_roster)


groups.group_write("PUT", PLAYER, "member", "players", body=ChangePlayerBody)(roster.change_player)
groups.group_write("POST", f"{PLAYER}/retire", "member", "players")(roster.retire_player)
groups.group_write("POST", f"{PLAYER}/return", "member", "players")(roster.return_player)
groups.group_write("POST", f"{PLAYER}/delete", "keeper", "players")(roster.delete_player)
groups.group_write("POST", f"{PLAYER}/merge", "keeper", "players", body=MergePlayerBody)(
    roster.merge_player
)
groups.group_write("POST", f"{PLAYER}/unmerge", "keeper", "players")(roster.unmerge_player)
