"""Scorecards of one's own over the API: list, make, read, change."""

from __future__ import annotations

from typing import Any

from flask import Response
from pydantic import Field

from scorecard.db import db
from scorecard.models import Scorecard
from scorecard.rules.definitions import to_json
from scorecard.rules.ready_made import READY_MADE
from scorecard.services import scorecards
from scorecard.web.access import anyone, current_device, ensure_device, start_writing
from scorecard.web.api.answers import ScorecardAnswer, ScorecardsAnswer
from scorecard.web.api.spec import (
    NEW_REFUSALS,
    WRITE_REFUSALS,
    Body,
    blueprint,
    describes,
    json_answer,
)
from scorecard.web.writes import this_write

CREATED = 201


class NewScorecardBody(Body):
    """A scorecard's definition, in full or with defaults left out."""

    definition: dict[str, Any] = Field(description="As it is exported.")


class ChangeScorecardBody(NewScorecardBody):
    """A scorecard's next definition, and the version it was made from."""

    version: int = Field(
        default=0, ge=0, description="Refused where another is the latest; 0 is not asked."
    )


@blueprint.get("/scorecards")
@anyone
@describes(ScorecardsAnswer, "scorecards")
def list_scorecards() -> Response:
    """Return the scorecards that this device made, and the ready-made ones by name."""
    device = current_device()
    mine = scorecards.of_device(db.session, device) if device else []
    ready = {key: to_json(definition) for key, definition in READY_MADE.items()}
    return json_answer({"scorecards": [scorecard_json(own) for own in mine], "ready_made": ready})


@blueprint.post("/scorecards")
@anyone
@describes(ScorecardAnswer, "scorecards", status=CREATED, refusals=NEW_REFUSALS)
def make_scorecard(json: NewScorecardBody) -> Response:
    """Save a new scorecard. To play on it, start `own_scorecard` with it as its option."""
    start_writing()
    own = scorecards.make(db.session, this_write(ensure_device()), json.definition)
    db.session.commit()
    return json_answer(scorecard_json(own), CREATED)


@blueprint.get("/scorecards/<uid:scorecard_uid>")
@anyone
@describes(ScorecardAnswer, "scorecards", refusals=(404,))
def read_scorecard(scorecard_uid: str) -> Response:
    """Return a scorecard in its latest version."""
    return json_answer(scorecard_json(scorecards.find(db.session, scorecard_uid)))


@blueprint.put("/scorecards/<uid:scorecard_uid>")
@anyone
@describes(ScorecardAnswer, "scorecards", refusals=WRITE_REFUSALS)
def change_scorecard(scorecard_uid: str, json: ChangeScorecardBody) -> Response:
    """Save a scorecard's next version; without a change there is none."""
    start_writing()
    own = scorecards.find(db.session, scorecard_uid)
    this = this_write(ensure_device(), json.version)
    scorecards.change(db.session, this, own, json.definition)
    db.session.commit()
    return json_answer(scorecard_json(own))


def scorecard_json(own: Scorecard) -> dict[str, Any]:
    """Return a scorecard as the API answers it."""
    return {"id": own.uid, "version": own.latest.number, "definition": own.latest.definition}
