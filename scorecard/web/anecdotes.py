"""What is told of a game, or of one of its rounds: a line that anybody at the table may write."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorecard.errors import ScorecardError, Stale
from scorecard.rules.round_words import round_words
from scorecard.rules.words import say
from scorecard.services import anecdotes, sheets
from scorecard.services.changes import Write
from scorecard.web.access import Visit, needs
from scorecard.web.pages import act, beside
from scorecard.web.writes import seen_versions

blueprint = Blueprint("anecdotes", __name__)
PREFIX = "/games/<uid:game_uid>"


@blueprint.get(f"{PREFIX}/anecdote")
@needs("player")
def of_game(visit: Visit) -> ResponseReturnValue:
    """Ask what is to be told of the game."""
    return page(visit, None)


@blueprint.post(f"{PREFIX}/anecdote")
@needs("player")
def tell_of_game(visit: Visit) -> ResponseReturnValue:
    """Tell something of the game, or take it back."""
    return _tell(visit, None)


@blueprint.get(f"{PREFIX}/rounds/<int:number>/anecdote")
@needs("player")
def of_round(visit: Visit, number: int) -> ResponseReturnValue:
    """Ask what is to be told of a round."""
    return page(visit, number)


@blueprint.post(f"{PREFIX}/rounds/<int:number>/anecdote")
@needs("player")
def tell_of_round(visit: Visit, number: int) -> ResponseReturnValue:
    """Tell something of a round, or take it back."""
    return _tell(visit, number)


def tell_typed(visit: Visit, write: Write, number: int | None) -> None:
    """Tell what the form of this request says."""
    text, told = request.form.get("anecdote", ""), request.form.get("told")
    anecdotes.tell(visit.session, visit.game, write, text, number=number, told=told)


def field(now: str, error: ScorecardError | None = None) -> dict[str, Any]:
    """Return what the field of an anecdote shows, where it says ``now`` at first.

    After a refusal that is what was ``typed`` and what had been ``told`` then. ``stale`` is the
    refusal where somebody has told something else meanwhile; ``seen`` are such that were shown.
    """
    return {
        "typed": request.form.get("anecdote", now),
        "told": request.form.get("told", now),
        "seen": seen_versions(),
        "stale": error if isinstance(error, Stale) and error.version else None,
    }


def _tell(visit: Visit, number: int | None) -> ResponseReturnValue:
    return act(
        visit,
        lambda write: tell_typed(visit, write, number),
        again=lambda error: page(visit, number, error),
    )


def page(visit: Visit, number: int | None, error: ScorecardError | None = None) -> str:
    """Return the page to tell something; after a refusal with what was typed and what was told."""
    of = visit.game if number is None else visit.game.round(number)
    if of is None:
        abort(404, say("Nobody has counted round %(number)s of this game yet.", number=number))
    return render_template(
        "games/anecdote.html",
        visit=visit,
        number=number,
        word=round_words(sheets.rules_of(visit.game).round_word).word,
        **beside(error),
        **field(of.anecdote, error),
    )
