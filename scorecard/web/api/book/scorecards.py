"""Scorecards of one's own over the API: list, make, read, change."""

from __future__ import annotations

from typing import Any

from flask import Response
from pydantic import Field

from scorecard.database.db import db
from scorecard.models import Scorecard
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.services.book import scorecards
from scorecard.web.api import model, spec
from scorecard.web.http import access
from scorecard.web.write import writes

CREATED = 201


class ScorecardAnswer(model.Model):
    """A scorecard of one's own in its latest version."""

    id: str
    version: int
    definition: dict[str, Any]


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


@spec.blueprint.get("/scorecards")
@access.anyone
@spec.describes(ScorecardsAnswer, "scorecards")
def list_scorecards() -> Response:
    """Return the scorecards that this device made, and the ready-made ones by name."""
    device = access.current_device()
    mine = scorecards.of_device(db.session, device) if device else []
    ready = {
        key: definitions.to_json(definition) for key, definition in ready_made.READY_MADE.items()
    }
    return spec.json_answer(
        {"scorecards": [scorecard_json(own) for own in mine], "ready_made": ready}
    )


@spec.blueprint.post("/scorecards")
@access.anyone
@spec.describes(ScorecardAnswer, "scorecards", status=CREATED, refusals=spec.NEW_REFUSALS)
def make_scorecard(json: NewScorecardBody) -> Response:
    """Save a new scorecard. To play on it, start `own_scorecard` with it as its option."""
    access.start_writing()
    own = scorecards.make(db.session, writes.this_write(access.ensure_device()), json.definition)
    db.session.commit()
    return spec.json_answer(scorecard_json(own), CREATED)


@spec.blueprint.get("/scorecards/<uid:scorecard_uid>")
@access.anyone
@spec.describes(ScorecardAnswer, "scorecards", refusals=(404,))
def read_scorecard(scorecard_uid: str) -> Response:
    """Return a scorecard in its latest version."""
    return spec.json_answer(scorecard_json(scorecards.find(db.session, scorecard_uid)))


@spec.blueprint.put("/scorecards/<uid:scorecard_uid>")
@access.anyone
@spec.describes(ScorecardAnswer, "scorecards", refusals=spec.WRITE_REFUSALS)
def change_scorecard(scorecard_uid: str, json: ChangeScorecardBody) -> Response:
    """Save a scorecard's next version; without a change there is none."""
    access.start_writing()
    own = scorecards.find(db.session, scorecard_uid)
    this = writes.this_write(access.ensure_device(), json.version)
    scorecards.change(db.session, this, own, json.definition)
    db.session.commit()
    return spec.json_answer(scorecard_json(own))


def scorecard_json(own: Scorecard) -> dict[str, Any]:
    """Return a scorecard as the API answers it."""
    return {"id": own.uid, "version": own.latest.number, "definition": own.latest.definition}
