"""The third door of the game record: score it over HTTP. No account, no state."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from pydantic import Field
from werkzeug.exceptions import BadRequest

from scorecard import errors
from scorecard.rules import core
from scorecard.rules.record import NO_RECORD, NotJson, answer, loads
from scorecard.rules.words import quoted, say
from scorecard.web.api import model, spec
from scorecard.web.http import access, budget, limits, refusals
from scorecard.web.write import transfers

MOST_AT_ONCE = 32 * budget.KILOBYTE
"""Work (see :func:`_work`) up to which this process scores a record: a whole evening's game. Larger
ones are scored by a helper."""
TOO_LONG = say("This record takes too long to score. Leave out some rounds or corrections.")


class ScoreAnswer(model.Model):
    """A scored record; each game adds keys of its own, such as ``target``."""

    round_scores: list[dict[str, int]]
    totals: dict[str, int | None]
    status: core.Status
    winners: list[str]
    reason: str
    warnings: list[dict[str, Any]]
    after_end: list[int]


class ScoreRecordBody(model.Model):
    """A game record. What it holds is judged by the game's rules, one sentence at a time."""

    game: Any = Field(description="The key of a card game, as /rules lists them.")
    options: Any = Field(default=None, description="Those that differ from the defaults.")
    players: Any = Field(default=None, description="Names in seating order.")
    rounds: Any = Field(default=None, description="In the order played.")
    edits: Any = Field(default=None, description="Corrections, applied after all rounds.")
    end_early: Any = Field(default=None, description="Whether End Game was tapped.")


@spec.blueprint.post("/score")
@budget.takes(budget.RECORD)
@access.anyone
@limits.limit_scores
@spec.describes(ScoreAnswer, "score", refusals=(400, 413, 415, 422, 429, 503), body=ScoreRecordBody)
def score_record() -> Response:
    """Score a game record, or say why it cannot be."""
    data = request.get_data()
    if len(data) <= MOST_AT_ONCE and _work(record := _read(data)) <= MOST_AT_ONCE:
        return _answered(*answer(record))
    try:
        scored: tuple[int, dict[str, core.Json]] = transfers.do_aside(
            "score a record", data, too_long=TOO_LONG
        )
    except errors.BadInput as error:
        spec.raise_if_not_json(error)
        raise
    return _answered(*scored)


def _read(data: bytes) -> core.Json:
    try:
        return loads(data)
    except NotJson as error:
        raise BadRequest(quoted(str(error))) from None


def _answered(status: int, result: dict[str, core.Json]) -> Response:
    if status == NO_RECORD:
        return refusals.problem(400, "not_a_record", result["error"]["message"])
    if error := result.get("error"):
        return refusals.problem(422, error["code"], error["message"], result)
    return spec.json_response(result)


def _work(record: core.Json) -> int:
    """Return the work of scoring a record: its bytes, times how often the whole game is scored."""
    times = 1
    if isinstance(record, dict):
        again = (record.get("edits"), record.get("amendments"))
        times += sum(len(each) for each in again if isinstance(each, list))
    return times * (request.content_length or 0)
