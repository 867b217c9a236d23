"""Anecdotes: a line told of a game or a round, which anybody at the table may write."""

from __future__ import annotations

from typing import Any

from flask import abort, request

from scorecard import errors
from scorecard.rules.round_words import round_words
from scorecard.services.history import changes
from scorecard.services.scoring import sheets
from scorecard.services.table import anecdotes
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("anecdotes", __name__)
PREFIX = "/games/<uid:game_uid>"


def tell_typed(visit: access.Visit, write: changes.Write, number: int | None) -> None:
    """Tell what the form of this request says."""
    text, before = request.form.get("anecdote", ""), request.form.get("told")
    anecdotes.tell(visit.session, visit.game, write, text, number=number, shown=before)


def field(now: str, error: errors.ScorecardError | None = None) -> dict[str, Any]:
    """Return what the field of an anecdote shows; ``now`` is the anecdote as it is stored.

    ``typed`` is the text in the field, ``told`` the anecdote that it was typed over. ``stale`` is
    the refusal where somebody has told another one meanwhile; ``seen`` are the versions of such
    that the reader was shown.
    """
    return {
        "typed": request.form.get("anecdote", now),
        "told": request.form.get("told", now),
        "seen": writes.seen_versions(),
        "stale": error if isinstance(error, errors.Stale) and error.version else None,
    }


def _page(visit: access.Visit, number: int | None, error: errors.ScorecardError | None) -> str:
    """Return the page to tell something; after a refusal with what was typed and what was told."""
    of = visit.game if number is None else visit.game.round(number)
    if of is None:
        abort(404, anecdotes.uncounted(visit.game, number or 0))
    return responses.page(
        "table/rounds/anecdote.html",
        number=number,
        word=round_words(sheets.rules_of(visit.game).round_word).word,
        **field(of.anecdote, error),
    )


@blueprint.game_page(f"{PREFIX}/anecdote", "player")
def of_game(visit: access.Visit, error: errors.ScorecardError | None = None) -> str:
    """Ask what is to be told of the game."""
    return _page(visit, None, error)


@blueprint.game_form(f"{PREFIX}/anecdote", "player", again=of_game)
def tell_of_game(visit: access.Visit, write: changes.Write) -> None:
    """Tell something of the game, or take it back."""
    tell_typed(visit, write, None)


@blueprint.game_page(f"{PREFIX}/rounds/<int:number>/anecdote", "player")
def of_round(visit: access.Visit, number: int, error: errors.ScorecardError | None = None) -> str:
    """Ask what is to be told of a round."""
    return _page(visit, number, error)


@blueprint.game_form(f"{PREFIX}/rounds/<int:number>/anecdote", "player", again=of_round)
def tell_of_round(visit: access.Visit, write: changes.Write, number: int) -> None:
    """Tell something of a round, or take it back."""
    tell_typed(visit, write, number)
