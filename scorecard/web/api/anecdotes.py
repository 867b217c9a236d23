"""Anecdotes over the API: a line told of a game, or of one of its rounds."""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.services import anecdotes
from scorecard.web.access import Visit, needs
from scorecard.web.api.answers import GameAnswer
from scorecard.web.api.games import GAME
from scorecard.web.api.rounds import ROUND
from scorecard.web.api.spec import WRITE_REFUSALS, WriteBody, blueprint, describes, write


class TellAnecdoteBody(WriteBody):
    """What is told: one line of plain text."""

    text: str = Field(description=f"At most {anecdotes.LONGEST} characters; empty takes it back.")


@blueprint.put(f"{GAME}/anecdote")
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def tell_of_game(visit: Visit, json: TellAnecdoteBody) -> Response:
    """Tell something of a game, also after its end; or take it back."""
    return write(
        visit,
        json.version,
        lambda this: anecdotes.tell(visit.session, visit.game, this, json.text),
    )


@blueprint.put(f"{ROUND}/anecdote")
@needs("player")
@describes(GameAnswer, "rounds", refusals=WRITE_REFUSALS)
def tell_of_round(visit: Visit, number: int, json: TellAnecdoteBody) -> Response:
    """Tell something of a round that was counted or is being counted; or take it back."""
    return write(
        visit,
        json.version,
        lambda this: anecdotes.tell(visit.session, visit.game, this, json.text, number=number),
    )
