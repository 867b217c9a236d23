"""What is told of a game, or of one of its rounds: a line that anybody at the table may write."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorecard.errors import ScorecardError, Stale
from scorecard.rules.round_words import round_words
from scorecard.rules.words import say
from scorecard.services import anecdotes, sheets
from scorecard.web.access import Visit, needs
from scorecard.web.pages import act

blueprint = Blueprint("anecdotes", __name__)
PREFIX = "/games/<uid:game_uid>"


@blueprint.get(f"{PREFIX}/anecdote")
@needs("player")
def of_game(visit: Visit) -> ResponseReturnValue:
    """Ask what is to be told of the game."""
    return _page(visit, None)


@blueprint.post(f"{PREFIX}/anecdote")
@needs("player")
def tell_of_game(visit: Visit) -> ResponseReturnValue:
    """Tell something of the game, or take it back."""
    return _tell(visit, None)


@blueprint.get(f"{PREFIX}/rounds/<int:number>/anecdote")
@needs("player")
def of_round(visit: Visit, number: int) -> ResponseReturnValue:
    """Ask what is to be told of a round."""
    return _page(visit, number)


@blueprint.post(f"{PREFIX}/rounds/<int:number>/anecdote")
@needs("player")
def tell_of_round(visit: Visit, number: int) -> ResponseReturnValue:
    """Tell something of a round, or take it back."""
    return _tell(visit, number)


def _tell(visit: Visit, number: int | None) -> ResponseReturnValue:
    text = request.form.get("anecdote", "")
    return act(
        visit,
        lambda write: anecdotes.tell(visit.session, visit.game, write, text, number=number),
        again=lambda error: _page(visit, number, text, error),
    )


def _page(
    visit: Visit, number: int | None, typed: str | None = None, error: ScorecardError | None = None
) -> str:
    of = visit.game if number is None else visit.game.round(number)
    if of is None:
        abort(404, say("Nobody has counted round %(number)s of this game yet.", number=number))
    return render_template(
        "games/anecdote.html",
        visit=visit,
        number=number,
        told=of.anecdote,
        typed=of.anecdote if typed is None else typed,
        word=round_words(sheets.rules_of(visit.game).round_word).word,
        problem=error.message if error else "",
        stale=error if isinstance(error, Stale) else None,
    )
