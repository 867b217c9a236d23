"""Anecdotes over the API: a line told of a game, or of one of its rounds."""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.services.table import anecdotes
from scorecard.web.api import game_answers, spec
from scorecard.web.api.table import games, rounds
from scorecard.web.http import access


class TellAnecdoteBody(spec.WriteBody):
    """What is told: one line of plain text."""

    text: str = Field(description=f"At most {anecdotes.LONGEST} characters; empty takes it back.")


@spec.blueprint.put(f"{games.GAME}/anecdote")
@access.needs("player")
@spec.describes(game_answers.GameAnswer, "games", refusals=spec.WRITE_REFUSALS)
def tell_of_game(visit: access.Visit, json: TellAnecdoteBody) -> Response:
    """Tell something of a game, also after its end; or take it back."""
    return spec.write(
        visit,
        json.version,
        lambda this: anecdotes.tell(visit.session, visit.game, this, json.text),
    )


@spec.blueprint.put(f"{rounds.ROUND}/anecdote")
@access.needs("player")
@spec.describes(game_answers.GameAnswer, "rounds", refusals=spec.WRITE_REFUSALS)
def tell_of_round(visit: access.Visit, number: int, json: TellAnecdoteBody) -> Response:
    """Tell something of a round that was counted or is being counted; or take it back."""
    return spec.write(
        visit,
        json.version,
        lambda this: anecdotes.tell(visit.session, visit.game, this, json.text, number=number),
    )
