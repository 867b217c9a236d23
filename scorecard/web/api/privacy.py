"""What is kept of a player or device, over the API: handed out, and forgotten."""

from __future__ import annotations

from flask import Response, session
from pydantic import Field

from scorecard.db import db
from scorecard.services import forgetting, phones
from scorecard.web.access import GroupVisit, anyone, current_device, needs_in_group, start_writing
from scorecard.web.api.answers import (
    DeviceForgottenAnswer,
    PlayerFileAnswer,
    PlayerForgottenAnswer,
    WordsAlikeAnswer,
)
from scorecard.web.api.files import ExportQuery
from scorecard.web.api.players import PLAYER
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    WRITE_REFUSALS,
    GroupWriteBody,
    NothingBody,
    blueprint,
    describes,
    json_answer,
    write_once,
)
from scorecard.web.limits import limit_exports
from scorecard.web.privacy import forget_for_certain
from scorecard.web.roster import own_player
from scorecard.web.transfers import player_file
from scorecard.web.writes import this_write


class ForgetPlayerBody(GroupWriteBody):
    """That a player is to be forgotten for good."""

    is_certain: bool = Field(description="Must be true: this cannot be undone.")
    also: list[str] = Field(
        default=[], description="Which of the words that are nearly the name go with it."
    )


@blueprint.get(f"{PLAYER}/export")
@needs_in_group("member")
@limit_exports
@describes(PlayerFileAnswer, "players", refusals=GAME_REFUSALS)
def export_player(visit: GroupVisit, player_uid: str, query: ExportQuery) -> Response:
    """Export everything kept about a player: as JSON, or their scores with `format=csv`.

    Only a keeper, or the player's own device.
    """
    return player_file(visit, own_player(visit, player_uid), query.format, query.separator)


@blueprint.get(f"{PLAYER}/forget")
@needs_in_group("member")
@describes(WordsAlikeAnswer, "players", refusals=GAME_REFUSALS)
def read_words_alike(visit: GroupVisit, player_uid: str) -> Response:
    """Return the words in what people wrote that are nearly a player's name, and how often.

    They have other letter case, or one or two letters more. Only a keeper, or the player's own
    device.
    """
    return json_answer({"words": forgetting.words_alike(db.session, own_player(visit, player_uid))})


@blueprint.post(f"{PLAYER}/forget")
@needs_in_group("member")
@describes(PlayerForgottenAnswer, "players", refusals=WRITE_REFUSALS)
def forget_player(visit: GroupVisit, player_uid: str, json: ForgetPlayerBody) -> Response:
    """Forget a player for good: the name goes from everywhere, what was played stays.

    Only a keeper, or the player's own device.
    """
    player = own_player(visit, player_uid)
    return write_once(
        this_write(visit.device, json.version),
        lambda this: forget_for_certain(visit, player, this),
        lambda _done, _result: json_answer({"name": player.one.name}),
    )


@blueprint.post("/device/forget")
@anyone
@describes(DeviceForgottenAnswer, "access", refusals=(400, 409, 413, 415, 422))
def forget_device(json: NothingBody) -> Response:  # noqa: ARG001
    """Take the asking device out of all its games and groups; its token opens nothing then."""
    start_writing()
    if device := current_device():
        phones.forget(db.session, this_write(device))
        db.session.commit()
    session.clear()
    return json_answer({"is_forgotten": True})
