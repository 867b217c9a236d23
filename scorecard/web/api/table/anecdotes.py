"""Anecdotes over the API: a line told of a game, or of one of its rounds."""

from __future__ import annotations

from pydantic import Field

from scorecard.services.history import changes
from scorecard.services.table import anecdotes
from scorecard.web.api import spec
from scorecard.web.api.table import games, rounds
from scorecard.web.http import access


class TellAnecdoteBody(spec.WriteBody):
    """What is told: one line of plain text."""

    text: str = Field(description=f"At most {anecdotes.LONGEST} characters; empty takes it back.")


@spec.game_write("PUT", f"{games.GAME}/anecdote", "player", "games")
def tell_of_game(visit: access.Visit, this: changes.Write, json: TellAnecdoteBody) -> None:
    """Tell something of a game, also after its end; or take it back."""
    anecdotes.tell(visit.session, visit.game, this, json.text)


@spec.game_write("PUT", f"{rounds.ROUND}/anecdote", "player", "rounds")
def tell_of_round(
    visit: access.Visit, this: changes.Write, number: int, json: TellAnecdoteBody
) -> None:
    """Tell something of a round that was counted or is being counted; or take it back."""
    anecdotes.tell(visit.session, visit.game, this, json.text, number=number)
