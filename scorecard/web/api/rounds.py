"""Counting over the API: enter, correct, close."""

from __future__ import annotations

import re
from typing import Any

from flask import Response
from pydantic import Field

from scorecard.errors import BadInput, NotAllowed
from scorecard.rules.words import say
from scorecard.services import rounds
from scorecard.web.access import Visit, needs
from scorecard.web.api.answers import GameAnswer
from scorecard.web.api.spec import WRITE_REFUSALS, WriteBody, blueprint, describes, write

SEAT = "[1-9][0-9]{0,2}"
SAID = "In place of what was said about the whole round before; left as it is where not given."
ROUND = "/games/<uid:game_uid>/rounds/<int:number>"


class SaveEntryBody(WriteBody):
    """What was counted for one seat, and what was said about the whole round, if anything."""

    entry: Any = Field(description="In the shape of the game's records.")
    said: dict[str, Any] | None = Field(default=None, description=SAID)
    is_confirmed: bool = Field(default=False, description="Save in spite of warnings.")


class SaveRoundBody(WriteBody):
    """What was said about a whole round, and what was counted for any of its seats."""

    said: dict[str, Any] | None = Field(default=None, description=SAID)
    entries: dict[str, Any] = Field(default={}, description="By seat number.")
    is_confirmed: bool = Field(default=False, description="Save in spite of warnings.")


class CloseRoundBody(WriteBody):
    """How to close a round."""

    zero_for: list[int] = Field(default=[], description="Seats not in, who score 0. Keeper only.")
    is_confirmed: bool = Field(default=False, description="Close in spite of warnings.")


@blueprint.put(f"{ROUND}/entries/<int:seat>")
@needs("player")
@describes(GameAnswer, "rounds", refusals=WRITE_REFUSALS)
def save_entry(visit: Visit, number: int, seat: int, json: SaveEntryBody) -> Response:
    """Enter what was counted for a seat, in the round being counted or, to correct, a past one."""
    _refuse_foreign(visit, [seat])
    return write(
        visit,
        json.version,
        lambda this: rounds.enter(
            visit.session,
            visit.game,
            this,
            number,
            {seat: json.entry},
            said=json.said,
            is_confirmed=json.is_confirmed,
        ),
    )


@blueprint.put(ROUND)
@needs("player")
@describes(GameAnswer, "rounds", refusals=WRITE_REFUSALS)
def save_round(visit: Visit, number: int, json: SaveRoundBody) -> Response:
    """Enter a whole round, or what is known of it, as one change."""
    if not all(re.fullmatch(SEAT, seat) for seat in json.entries):
        raise BadInput(say("entries: the keys are seat numbers."), field="entries")
    entries = {int(seat): entry for seat, entry in json.entries.items()}
    _refuse_foreign(visit, list(entries))
    return write(
        visit,
        json.version,
        lambda this: rounds.enter(
            visit.session,
            visit.game,
            this,
            number,
            entries,
            said=json.said,
            is_confirmed=json.is_confirmed,
        ),
    )


@blueprint.post(f"{ROUND}/close")
@needs("player")
@describes(GameAnswer, "rounds", refusals=WRITE_REFUSALS)
def close_round(visit: Visit, number: int, json: CloseRoundBody) -> Response:
    """Close the round being counted: with 0 for who is missing, or in spite of warnings."""
    if json.zero_for and not visit.is_keeper:
        raise NotAllowed(say("Only the keeper can close a round while somebody is still counting."))
    return write(
        visit,
        json.version,
        lambda this: rounds.close(
            visit.session,
            visit.game,
            this,
            number,
            zero_for=json.zero_for,
            is_confirmed=json.is_confirmed,
        ),
    )


def _refuse_foreign(visit: Visit, seats: list[int]) -> None:
    foreign = [seat for seat in seats if not visit.may_count_for(seat)]
    if foreign:
        raise NotAllowed(
            say("This device does not count for seat %(seat)s. The keeper can.", seat=foreign[0])
        )
