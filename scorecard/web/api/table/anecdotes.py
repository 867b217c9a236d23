"""Anecdotes over the API: a line told of a game, or of one of its rounds."""

from __future__ import annotations

from pydantic import Field

from scorecard.services.table import anecdotes
from scorecard.web.api import spec
from scorecard.web.api.table import games, rounds
from scorecard.web.table import anecdotes as anecdote_pages


class TellAnecdoteBody(spec.WriteBody):
    """What is told: one line of plain text."""

    text: str = Field(description=f"At most {anecdotes.LONGEST} characters; empty takes it back.")


spec.game_write("PUT", f"{games.GAME}/anecdote", "player", "games", body=TellAnecdoteBody)(
    anecdote_pages.tell_of_game
)
spec.game_write("PUT", f"{rounds.ROUND}/anecdote", "player", "rounds", body=TellAnecdoteBody)(
    anecdote_pages.tell_of_round
)
