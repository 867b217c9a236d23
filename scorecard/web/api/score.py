"""The third door of the game record: score it over HTTP. No account, no state."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from pydantic import Field

from scorecard.rules import NotARecord, Refusal, score
from scorecard.web.access import anyone
from scorecard.web.api.answers import ScoreAnswer
from scorecard.web.api.model import Model
from scorecard.web.api.spec import blueprint, describes, json_answer
from scorecard.web.errors import problem
from scorecard.web.limits import limit_scores


class RecordBody(Model):
    """A game record. What it holds is judged by the game's rules, one sentence at a time."""

    game: Any = Field(description="The key of a card game, as /rules lists them.")
    options: Any = Field(default=None, description="Those that differ from the defaults.")
    players: Any = Field(default=None, description="Names in seating order.")
    rounds: Any = Field(default=None, description="In the order played.")
    edits: Any = Field(default=None, description="Corrections, applied after all rounds.")
    end_early: Any = Field(default=None, description="Whether End Game was tapped.")


@blueprint.post("/score")
@anyone
@limit_scores
@describes(ScoreAnswer, "score", refusals=(400, 413, 415, 422, 429), body=RecordBody)
def score_record() -> Response:
    """Score a game record, or say why it cannot be."""
    try:
        result = score(request.get_json())
    except NotARecord as error:
        return problem(400, "not_a_record", str(error))
    if isinstance(result, Refusal):
        return problem(422, result.code, result.message, result.to_json())
    return json_answer(result.to_json())
