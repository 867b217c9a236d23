"""Anecdotes: a note on a game or a round, which any player may write."""

from __future__ import annotations

from typing import Annotated, Any

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


Text = Annotated[str, lambda _name: request.form.get("anecdote", "")]
Shown = Annotated[str | None, lambda _name: request.form.get("told")]
"""The anecdote that the form showed before; the API sends none."""


def field(now: str) -> dict[str, Any]:
    """Return the template values of an anecdote's field; ``now`` is the stored anecdote.

    ``typed`` is the text in the field, ``told`` the anecdote that the form showed before. ``stale``
    is the refusal if somebody else changed it meanwhile; ``seen`` are the versions shown since.
    """
    error = responses.refusal()
    return {
        "typed": request.form.get("anecdote", now),
        "told": request.form.get("told", now),
        "seen": writes.seen_versions(),
        "stale": error if isinstance(error, errors.Stale) and error.version else None,
    }


def _page(visit: access.Visit, number: int | None) -> str:
    """Return the page with an anecdote's field."""
    of = visit.game if number is None else visit.game.round(number)
    if of is None:
        abort(404, anecdotes.uncounted(visit.game, number or 0))
    return responses.page(
        "table/rounds/anecdote.html",
        number=number,
        word=round_words(sheets.rules_of(visit.game).round_word).word,
        **field(of.anecdote),
    )


@blueprint.game_page(f"{PREFIX}/anecdote", "player")
def of_game(visit: access.Visit) -> str:
    """Ask what is to be told of the game."""
    return _page(visit, None)


@blueprint.game_form(f"{PREFIX}/anecdote", "player", again=of_game)
def tell_of_game(
    visit: access.Visit, write: changes.Write, text: Text, shown: Shown = None
) -> None:
    """Tell something of a game, also after its end; or take it back."""
    anecdotes.tell(visit.session, visit.game, write, text, shown=shown)


@blueprint.game_page(f"{PREFIX}/rounds/<int:number>/anecdote", "player")
def of_round(visit: access.Visit, number: int) -> str:
    """Ask what is to be told of a round."""
    return _page(visit, number)


@blueprint.game_form(f"{PREFIX}/rounds/<int:number>/anecdote", "player", again=of_round)
def tell_of_round(
    visit: access.Visit, write: changes.Write, number: int, text: Text, shown: Shown = None
) -> None:
    """Tell something of a round that was counted or is being counted; or take it back."""
    anecdotes.tell(visit.session, visit.game, write, text, number=number, shown=shown)
