"""What is told of a game or of one of its rounds: one short line of plain text."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotFound
from scorecard.models import Game, Round
from scorecard.rules.words import say
from scorecard.services import changes, names
from scorecard.services.changes import Write

LONGEST = 140
"""Characters, after trimming."""


def tell(
    session: Session, game: Game, write: Write, text: str, *, number: int | None = None
) -> None:
    """Tell something of a game, or of its round with a ``number``; "" takes back what was told.

    It can be told after End Game, too. What somebody else told meanwhile is not overwritten.
    """
    cleaned = clean(text)
    of: Game | Round = game
    about: dict[str, Any] = {"text": cleaned}
    fact = "anecdote"
    if number is not None:
        if (round_ := game.round(number)) is None:
            raise NotFound(
                say("Nobody has counted round %(number)s of this game yet.", number=number)
            )
        of, fact = round_, f"anecdote/{number}"
        about["round"] = number
    changes.refuse_stale(session, game, write, [fact])
    with changes.record(session, game, write, "anecdote", about):
        of.anecdote = cleaned


def clean(text: str) -> str:
    """Return an anecdote trimmed; refuse what is too long or more than one plain line."""
    trimmed = unicodedata.normalize("NFC", text).strip()
    if any(names.is_control(character) for character in trimmed):
        raise BadInput(
            say("An anecdote is one line of plain text, without control characters."),
            field="anecdote",
            code="bad_anecdote",
        )
    if len(trimmed) > LONGEST:
        raise BadInput(
            say(
                "An anecdote has at most %(most)s characters; this one has %(length)s.",
                most=LONGEST,
                length=len(trimmed),
            ),
            field="anecdote",
            code="anecdote_too_long",
        )
    return trimmed
