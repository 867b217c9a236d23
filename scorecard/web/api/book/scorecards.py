"""Scorecards of one's own over the API: list, make, read, change."""

from __future__ import annotations

from typing import Any

from pydantic import AliasPath, Field

from scorecard.database.db import db
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.services.book import scorecards
from scorecard.web.api import fields, model, spec
from scorecard.web.http import access
from scorecard.web.write import writes

CREATED = 201


class ScorecardAnswer(model.Model):
    """A scorecard of one's own in its latest version."""

    id: fields.Uid
    version: int = Field(validation_alias=AliasPath("latest", "number"))
    definition: dict[str, Any] = Field(validation_alias=AliasPath("latest", "definition"))


class ScorecardsAnswer(model.Model):
    """The scorecards a device made, and the ready-made ones by name."""

    scorecards: list[ScorecardAnswer]
    ready_made: dict[str, dict[str, Any]]


class NewScorecardBody(spec.Body):
    """A scorecard's definition, in full or with defaults left out."""

    definition: dict[str, Any] = Field(
        description="As it is exported. Typed points with `is_optional` are 0 where left blank."
    )


class ChangeScorecardBody(NewScorecardBody):
    """A scorecard's next definition, and the version it was made from."""

    version: int = Field(
        default=0, ge=0, description="Refused where another is the latest; 0 is not asked."
    )


@spec.open_read("/scorecards", ScorecardsAnswer, "scorecards")
def list_scorecards() -> object:
    """Return the scorecards that this device made, and the ready-made ones by name."""
    device = access.current_device()
    mine = scorecards.of_device(db.session, device) if device else []
    ready = {
        key: definitions.to_json(definition) for key, definition in ready_made.READY_MADE.items()
    }
    return {"scorecards": mine, "ready_made": ready}


@spec.blueprint.post("/scorecards")
@access.anyone
@spec.describes(ScorecardAnswer, "scorecards", status=CREATED, refusals=spec.NEW_REFUSALS)
def make_scorecard(json: NewScorecardBody) -> object:
    """Save a new scorecard. To play on it, start `own_scorecard` with it as its option."""
    access.start_writing()
    own = scorecards.make(db.session, writes.this_write(access.ensure_device()), json.definition)
    db.session.commit()
    return own


@spec.open_read("/scorecards/<uid:scorecard_uid>", ScorecardAnswer, "scorecards", refusals=(404,))
def read_scorecard(scorecard_uid: str) -> object:
    """Return a scorecard in its latest version."""
    return scorecards.find(db.session, scorecard_uid)


@spec.blueprint.put("/scorecards/<uid:scorecard_uid>")
@access.anyone
@spec.describes(ScorecardAnswer, "scorecards", refusals=spec.WRITE_REFUSALS)
def change_scorecard(scorecard_uid: str, json: ChangeScorecardBody) -> object:
    """Save a scorecard's next version; without a change there is none."""
    access.start_writing()
    own = scorecards.find(db.session, scorecard_uid)
    this = writes.this_write(access.ensure_device(), json.version)
    scorecards.change(db.session, this, own, json.definition)
    db.session.commit()
    return own
