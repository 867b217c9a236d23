"""The bins over the API: what lies there, and how it goes in and comes out."""

from __future__ import annotations

from typing import Any

from flask import Response
from pydantic import Field

from scorecard.db import db
from scorecard.services import bin as the_bin
from scorecard.services import consent, groups, scorecards
from scorecard.services.changes import Write
from scorecard.web.access import (
    GroupVisit,
    anyone,
    current_device,
    ensure_device,
    needs_in_group,
    start_writing,
)
from scorecard.web.api.answers import ScorecardAnswer
from scorecard.web.api.fields import Moment
from scorecard.web.api.group_answers import GroupAnswer
from scorecard.web.api.groups import GROUP, group_json, write_group
from scorecard.web.api.model import Model
from scorecard.web.api.proposals import PROPOSAL
from scorecard.web.api.scorecards import scorecard_json
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
from scorecard.web.writes import this_write

TAG = "bin"


class BinItemAnswer(Model):
    """Something in the bin; ``until`` is null for house rules that games were played by."""

    kind: str = Field(description="game, group, season, house_rules, ruling, comment or scorecard.")
    id: str
    name: str
    deleted_at: Moment
    until: Moment | None = Field(description="When it is erased.")
    version: int = Field(description="What to send to take it out; 0 where none is asked for.")


class BinAnswer(Model):
    """What lies in a bin, deleted last first."""

    items: list[BinItemAnswer]


@blueprint.get("/bin")
@anyone
@describes(BinAnswer, TAG)
def list_my_bin() -> Response:
    """List what this device has in the bin: its games, groups it keeps, scorecards it made."""
    device = current_device()
    return _bin_answer(the_bin.of_device(db.session, device) if device else [])


@blueprint.get(f"{GROUP}/bin")
@needs_in_group("member")
@describes(BinAnswer, TAG, refusals=GAME_REFUSALS)
def list_group_bin(visit: GroupVisit) -> Response:
    """List what lies in a group's bin."""
    return _bin_answer(the_bin.of_group(visit.session, visit.membership))


@blueprint.post(f"{GROUP}/bin/<item:kind>/<item:item_uid>/restore")
@needs_in_group("member")
@describes(GroupAnswer, TAG, refusals=WRITE_REFUSALS)
def restore_of_group(visit: GroupVisit, kind: str, item_uid: str, json: GroupWriteBody) -> Response:
    """Take a season, house rules, a ruling or a comment out of the bin; for games see there."""
    return write_group(
        visit,
        json.version,
        lambda this: the_bin.take_out(visit.session, visit.membership, kind, item_uid, this),
    )


@blueprint.post(f"{GROUP}/delete")
@needs_in_group("keeper", is_deleted=True)
@describes(BinAnswer, TAG, refusals=WRITE_REFUSALS)
def delete_group(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Put a group into the bin, with all its games; answers with what lies in this device's bin."""
    return write_once(
        this_write(visit.device, json.version),
        lambda this: groups.delete(visit.session, visit.group, this),
        lambda _done, _result: _bin_answer(the_bin.of_device(visit.session, visit.device)),
    )


@blueprint.post(f"{GROUP}/restore")
@needs_in_group("keeper", is_deleted=True)
@describes(GroupAnswer, TAG, refusals=WRITE_REFUSALS)
def restore_group(visit: GroupVisit, json: GroupWriteBody) -> Response:
    """Take a group out of the bin, as it was."""
    return write_once(
        this_write(visit.device, json.version),
        lambda this: groups.restore(visit.session, visit.group, this),
        lambda _done, _result: json_answer(group_json(visit)),
    )


@blueprint.post(f"{PROPOSAL}/comments/<item:comment_uid>/remove")
@needs_in_group("member")
@describes(GroupAnswer, TAG, refusals=WRITE_REFUSALS)
def remove_comment(
    visit: GroupVisit, proposal_uid: str, comment_uid: str, json: GroupWriteBody
) -> Response:
    """Put a comment into the bin; whoever said it may, and a keeper."""
    consent.find(visit.session, visit.group, proposal_uid)

    def action(this: Write) -> None:
        said = consent.find_comment(visit.session, visit.group, comment_uid)
        consent.remove_comment(visit.session, said, this, is_keeper=visit.is_keeper)

    return write_group(visit, json.version, action)


@blueprint.post("/scorecards/<uid:scorecard_uid>/delete")
@anyone
@describes(BinAnswer, TAG, refusals=WRITE_REFUSALS)
def delete_scorecard(scorecard_uid: str, json: NothingBody) -> Response:
    """Put a scorecard that this device made into the bin; games played on it stay as they are."""
    del json
    start_writing()
    device = ensure_device()

    def action(this: Write) -> None:
        found = scorecards.find(db.session, scorecard_uid, is_deleted=None)
        scorecards.delete(db.session, this, found)

    return write_once(
        this_write(device),
        action,
        lambda _done, _result: _bin_answer(the_bin.of_device(db.session, device)),
    )


@blueprint.post("/scorecards/<uid:scorecard_uid>/restore")
@anyone
@describes(ScorecardAnswer, TAG, refusals=WRITE_REFUSALS)
def restore_scorecard(scorecard_uid: str, json: NothingBody) -> Response:
    """Take a scorecard out of the bin."""
    del json
    start_writing()

    def action(this: Write) -> None:
        found = scorecards.find(db.session, scorecard_uid, is_deleted=None)
        scorecards.restore(db.session, this, found)

    return write_once(
        this_write(ensure_device()),
        action,
        lambda _done, _result: json_answer(
            scorecard_json(scorecards.find(db.session, scorecard_uid))
        ),
    )


def _bin_answer(items: list[the_bin.Item]) -> Response:
    found: list[dict[str, Any]] = [
        {
            "kind": item.kind,
            "id": item.uid,
            "name": item.name,
            "deleted_at": item.deleted_at.isoformat(),
            "until": item.until.isoformat() if item.until else None,
            "version": item.version,
        }
        for item in items
    ]
    return json_answer({"items": found})
