"""What is kept of a player or device, over the API: handed out, and forgotten."""

from __future__ import annotations

from typing import Any

from flask import Response, session
from pydantic import Field

from scorecard.database.db import db
from scorecard.services.groups import phones
from scorecard.services.keeping import forgetting
from scorecard.services.players import rosters
from scorecard.web.api import fields, model, spec
from scorecard.web.api.files import exports
from scorecard.web.api.people import groups, players
from scorecard.web.http import access, limits
from scorecard.web.people import privacy, roster
from scorecard.web.write import transfers, writes


class PlayerFileAnswer(model.Model):
    """Everything that a group keeps about one player."""

    format: str
    version: int
    exported_at: fields.Moment
    group: dict[str, Any]
    player: list[dict[str, Any]] = Field(description="And who was merged into them.")
    phones: list[dict[str, Any]]
    games: list[dict[str, Any]] = Field(description="With what was entered and scored for them.")
    seasons: list[dict[str, Any]]
    book: dict[str, list[dict[str, Any]]]


class WordsAlikeAnswer(model.Model):
    """How often each word that is nearly a player's name stands in what people wrote."""

    words: dict[str, int]


class PlayerForgottenAnswer(model.Model):
    """What a player is called who was forgotten."""

    name: str


class DeviceForgottenAnswer(model.Model):
    """That a device was forgotten."""

    is_forgotten: bool


class ForgetPlayerBody(spec.GroupWriteBody):
    """That a player is to be forgotten for good."""

    is_certain: bool = Field(description="Must be true: this cannot be undone.")
    also: list[str] = Field(
        default=[], description="Which of the words that are nearly the name go with it."
    )


@spec.blueprint.get(f"{players.PLAYER}/export")
@access.needs_in_group("member")
@limits.limit_exports
@spec.describes(PlayerFileAnswer, "players", refusals=spec.LET_IN_REFUSALS)
def export_player(
    visit: access.GroupVisit, player_uid: str, query: exports.ExportQuery
) -> Response:
    """Export everything kept about a player: as JSON, or their scores with `format=csv`.

    Only a scorekeeper, or the player's own device.
    """
    return transfers.player_file(visit, roster.own_player(visit, player_uid), query.wanted)


@spec.group_read(f"{players.PLAYER}/forget", "member", WordsAlikeAnswer, "players")
def read_words_alike(visit: access.GroupVisit, player_uid: str) -> object:
    """Return the words in what people wrote that are nearly a player's name, and how often.

    They have other letter case, or one or two letters more. Only a scorekeeper, or the player's own
    device.
    """
    return {"words": forgetting.words_alike(db.session, roster.own_player(visit, player_uid))}


groups.group_write(
    "POST",
    f"{players.PLAYER}/forget",
    "member",
    "players",
    answer=groups.WriteAnswer(
        PlayerForgottenAnswer, lambda visit, uid: rosters.find(visit.group, uid).one, "player_uid"
    ),
    body=ForgetPlayerBody,
)(privacy.forget_player)


@spec.blueprint.post("/device/forget")
@access.anyone
@spec.describes(DeviceForgottenAnswer, "access", refusals=(400, 409, 413, 415, 422))
def forget_device(json: spec.NothingBody) -> object:  # noqa: ARG001
    """Take the asking device out of all its games and groups; its token opens nothing then."""
    access.start_writing()
    if device := access.current_device():
        phones.forget(db.session, writes.this_write(device))
        db.session.commit()
    session.clear()
    return {"is_forgotten": True}
