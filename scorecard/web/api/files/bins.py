"""The bins over the API: what lies there, and how it goes in and comes out."""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.database.db import db
from scorecard.models import Device
from scorecard.services.book import scorecards
from scorecard.services.history import changes
from scorecard.services.keeping import bin as the_bin
from scorecard.web.api import fields, model, spec
from scorecard.web.api.book import proposals
from scorecard.web.api.book import scorecards as scorecards_api
from scorecard.web.api.people import group_answers
from scorecard.web.api.people.groups import GROUP, WriteAnswer, group_of, group_write
from scorecard.web.book import proposals as proposal_pages
from scorecard.web.files import bins as bin_pages
from scorecard.web.http import access
from scorecard.web.people import groups as group_pages
from scorecard.web.write import writes

TAG = "bin"


class BinItemAnswer(model.Model):
    """Something in the trash; ``until`` is null for house rules that games were played by."""

    kind: str = Field(description="game, group, season, house_rules, ruling, comment or scorecard.")
    id: fields.Uid
    name: str
    deleted_at: fields.Moment
    until: fields.Moment | None = Field(description="When it is erased.")
    version: int = Field(description="What to send to take it out; 0 where none is asked for.")


class BinAnswer(model.Model):
    """What lies in a bin, deleted last first."""

    items: list[BinItemAnswer]


@spec.open_read("/bin", BinAnswer, TAG)
def list_my_bin() -> object:
    """List what this device has in the trash: its games, groups it keeps, scorecards it made."""
    device = access.current_device()
    return _bin_of(device) if device else {"items": []}


@spec.group_read(f"{GROUP}/bin", "member", BinAnswer, TAG)
def list_group_bin(visit: access.GroupVisit) -> object:
    """List what lies in a group's trash."""
    return {"items": the_bin.of_group(visit.session, visit.membership)}


group_write("POST", f"{GROUP}/bin/<item:kind>/<item:item_uid>/restore", "member", TAG)(
    bin_pages.restore_of_group
)


group_write(
    "POST",
    f"{GROUP}/delete",
    "keeper",
    TAG,
    answer=WriteAnswer(BinAnswer, lambda visit, _uid: _bin_of(visit.device)),
    is_deleted=True,
)(group_pages.delete_group)
group_write(
    "POST",
    f"{GROUP}/restore",
    "keeper",
    TAG,
    answer=WriteAnswer(group_answers.GroupAnswer, lambda visit, _uid: group_of(visit)),
    is_deleted=True,
)(bin_pages.restore_group)
group_write("POST", f"{proposals.PROPOSAL}/comments/<item:comment_uid>/remove", "member", TAG)(
    proposal_pages.remove_comment
)


@spec.blueprint.post("/scorecards/<uid:scorecard_uid>/delete")
@access.anyone
@spec.describes(BinAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def delete_scorecard(scorecard_uid: str, json: spec.NothingBody) -> Response:
    """Move a scorecard that this device made to the trash; games played on it stay as they are."""
    del json
    access.start_writing()
    device = access.ensure_device()

    def action(this: changes.Write) -> None:
        scorecard = scorecards.find(db.session, scorecard_uid, may_be_deleted=True)
        scorecards.delete(db.session, this, scorecard)

    return spec.write_once(
        writes.this_write(device),
        action,
        lambda _done, _result: spec.model_response(BinAnswer, _bin_of(device)),
    )


@spec.blueprint.post("/scorecards/<uid:scorecard_uid>/restore")
@access.anyone
@spec.describes(scorecards_api.ScorecardAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def restore_scorecard(scorecard_uid: str, json: spec.NothingBody) -> Response:
    """Restore a scorecard."""
    del json
    access.start_writing()

    def action(this: changes.Write) -> None:
        scorecard = scorecards.find(db.session, scorecard_uid, may_be_deleted=True)
        scorecards.restore(db.session, this, scorecard)

    return spec.write_once(
        writes.this_write(access.ensure_device()),
        action,
        lambda _done, _result: spec.model_response(
            scorecards_api.ScorecardAnswer, scorecards.find(db.session, scorecard_uid)
        ),
    )


def _bin_of(device: Device) -> dict[str, object]:
    return {"items": the_bin.of_device(db.session, device)}
