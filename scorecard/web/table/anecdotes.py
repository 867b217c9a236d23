"""Anecdotes: a line told of a game or a round, which anybody at the table may write."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.rules.round_words import round_words
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.scoring import sheets
from scorecard.services.table import anecdotes
from scorecard.web.http import access
from scorecard.web.pages import responses
from scorecard.web.write import writes

blueprint = Blueprint("anecdotes", __name__)
PREFIX = "/games/<uid:game_uid>"


@blueprint.get(f"{PREFIX}/anecdote")
@access.needs("player")
def of_game(visit: access.Visit) -> ResponseReturnValue:
    """Ask what is to be told of the game."""
    return page(visit, None)


@blueprint.post(f"{PREFIX}/anecdote")
@access.needs("player")
def tell_of_game(visit: access.Visit) -> ResponseReturnValue:
    """Tell something of the game, or take it back."""
    return _tell(visit, None)


@blueprint.get(f"{PREFIX}/rounds/<int:number>/anecdote")
@access.needs("player")
def of_round(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Ask what is to be told of a round."""
    return page(visit, number)


@blueprint.post(f"{PREFIX}/rounds/<int:number>/anecdote")
@access.needs("player")
def tell_of_round(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Tell something of a round, or take it back."""
    return _tell(visit, number)


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


def _tell(visit: access.Visit, number: int | None) -> ResponseReturnValue:
    return responses.act(
        visit,
        lambda write: tell_typed(visit, write, number),
        again=lambda error: page(visit, number, error),
    )


def page(
    visit: access.Visit, number: int | None, error: errors.ScorecardError | None = None
) -> str:
    """Return the page to tell something; after a refusal with what was typed and what was told."""
    of = visit.game if number is None else visit.game.round(number)
    if of is None:
        abort(404, say("Nobody has counted round %(number)s of this game yet.", number=number))
    return render_template(
        "table/rounds/anecdote.html",
        visit=visit,
        number=number,
        word=round_words(sheets.rules_of(visit.game).round_word).word,
        **responses.beside(error),
        **field(of.anecdote, error),
    )
