"""Anecdotes: a short line of plain text about a game or one of its rounds."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Round
from scorecard.rules.round_words import inside
from scorecard.rules.words import Sentence, begun, quoted, say
from scorecard.services.history import changes, members
from scorecard.services.limits import names
from scorecard.services.scoring import sheets

LONGEST = 140
"""Characters, after trimming."""


def tell(
    session: Session,
    game: Game,
    write: changes.Write,
    text: str,
    *,
    number: int | None = None,
    shown: str | None = None,
) -> None:
    """Write the anecdote of a game, or of its round with a ``number``; "" removes it.

    It can be written after End Game, too. ``shown`` is what stood in the field before: see
    :func:`resolve`.
    """
    of: Game | Round = game
    about: dict[str, Any] = {}
    if number is not None:
        if (round_ := game.round(number)) is None:
            raise errors.NotFound(uncounted(game, number))
        of = round_
        about["round"] = number
    about["text"] = anecdote = resolve(session, game, write, of, text, shown)
    with changes.record(session, game, write, "anecdote", about):
        of.anecdote = anecdote


def uncounted(game: Game, number: int) -> Sentence:
    """Say that nobody has begun to count a round, so that it can have no anecdote yet."""
    called = inside(sheets.rules_of(game).round_word, number)
    return say("Nobody has counted %(round)s of this game yet.", round=called)


def resolve(
    session: Session,
    game: Game,
    write: changes.Write,
    of: Game | Round,
    text: str,
    shown: str | None,
    *,
    has_rest: bool = False,
) -> str:
    """Return the anecdote that a game or round has once a ``text`` was typed for it.

    ``shown`` is what stood in the field before; a text equal to it changes nothing. Where it is
    None, the version of the write says what its writer had seen. Raises :class:`Stale` where
    somebody else has changed the anecdote since; ``has_rest`` says whether the write does more.
    """
    changes.refuse_future(game, write)
    cleaned, present = clean(text), of.anecdote
    if present in (cleaned, shown):
        return cleaned
    if cleaned == shown:
        return present
    fact = "anecdote" if isinstance(of, Game) else f"anecdote/{of.number}"
    last = changes.last_of(session, game, fact)
    # A form that waited names the table's version, but its field may be older than that.
    typed = write if shown is None else replace(write, version=0)
    if last is None or typed.has_seen(last.version):
        return cleaned
    by = members.name_of(session, game, last.device_id, to=write.device)
    raise errors.Stale(
        say("%(by)s has changed the note meanwhile. Which one counts?", by=begun(by)),
        current=present,
        by=by,
        version=last.version,
        versus=lambda: (_in_words(present), _in_words(cleaned)),
        has_rest=has_rest,
    )


def _in_words(anecdote: str) -> Sentence:
    return quoted(anecdote) if anecdote else say("nothing")


def clean(text: str) -> str:
    """Return an anecdote trimmed; refuse what is too long or more than one plain line."""
    trimmed = unicodedata.normalize("NFC", text).strip()
    if any(names.is_control(character) for character in trimmed):
        raise errors.BadInput(
            say("A note is one line of plain text, without control characters."),
            field="anecdote",
            code="bad_anecdote",
        )
    if len(trimmed) > LONGEST:
        raise errors.BadInput(
            say(
                "A note has at most %(most)s characters; this one has %(length)s.",
                most=LONGEST,
                length=len(trimmed),
            ),
            field="anecdote",
            code="anecdote_too_long",
        )
    return trimmed
