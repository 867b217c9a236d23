"""A game at its end: End Game, who pays whom, open it again, and play on."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.rules.typed import sums
from scorecard.services.history import changes
from scorecard.services.scoring import playing_time, sheets
from scorecard.services.seasons import prospects
from scorecard.services.table import endings, games, rounds, settling
from scorecard.web.http import access
from scorecard.web.pages import responses
from scorecard.web.table import anecdotes

blueprint = Blueprint("ending", __name__)
TARGET_STEPS = (1000, 100, 10)
"""Points; what a suggested new target is a multiple of: the largest that has been reached."""


@blueprint.get("/games/<uid:game_uid>/end")
@access.needs("player")
def end_page(visit: access.Visit) -> ResponseReturnValue:
    """Say what End Game will do."""
    return _end_page(visit)


@blueprint.post("/games/<uid:game_uid>/end")
@access.needs("player")
def end(visit: access.Visit) -> ResponseReturnValue:
    """End Game."""
    return responses.act(
        visit,
        lambda write: _finish(visit, write),
        again=lambda error: _end_refused(visit, error),
        saves_rest=True,
    )


def _finish(visit: access.Visit, write: changes.Write) -> None:
    if visit.game.is_ended and _has_typed():
        # Somebody was quicker: what is left to do is the anecdote.
        return anecdotes.tell_typed(visit, write, None)
    anecdote, before = request.form.get("anecdote"), request.form.get("told")
    if _keeps_theirs():
        anecdote = None
    return games.finish(
        visit.session,
        visit.game,
        write,
        anecdote=anecdote,
        shown=before,
        at_end=request.form.get("at_end"),
    )


def _end_refused(visit: access.Visit, error: errors.ScorecardError) -> str:
    """Return the page that has what was typed, if anything was; else the table."""
    if not _has_typed():
        return responses.table_page(visit, error)
    if visit.game.is_ended:
        return anecdotes.page(visit, None, error)
    return _end_page(visit, error)


def _has_typed() -> bool:
    """Whether an anecdote was typed or changed beside End Game."""
    typed, before = request.form.get("anecdote", ""), request.form.get("told", "")
    return typed.strip() != before and not _keeps_theirs()


def _keeps_theirs() -> bool:
    """Whether somebody saw the anecdote that another phone told meanwhile, and leaves it."""
    return request.form.get("keep") == "theirs"


def _end_page(visit: access.Visit, error: errors.ScorecardError | None = None) -> str:
    sheet = sheets.read(visit.game)
    fold = sheets.fold_of(visit.game)
    rules = sheets.rules_of(visit.game)
    ways = endings.of_game(visit.game)
    chosen = request.form.get("at_end")
    missing = rounds.missing_seats(visit.game, visit.game.open_round)
    played = playing_time.of_game(visit.session, visit.game, fold)
    return render_template(
        "table/ending/end.html",
        visit=visit,
        rules=rules,
        took=playing_time.sentence(
            played.at(access.now()), len(sheet.round_scores), rules.round_word
        ),
        sheet=sheet,
        ways=ways,
        chosen=next(way for way in ways if way.is_agreed).value if chosen is None else chosen,
        concerns=[
            warning.message for warning in ways[0].sheet.warnings if warning not in sheet.warnings
        ],
        payments=lambda then: settling.settle(settling.balances_of(then)),
        missing=missing,
        prospects=prospects.of_game(visit.session, visit.game),
        **responses.beside(error),
        **anecdotes.field(visit.game.anecdote, error),
    )


@blueprint.get("/games/<uid:game_uid>/settle")
@access.needs("spectator")
def settle(visit: access.Visit) -> ResponseReturnValue:
    """Show who pays whom over the money games of the evening, or those of them that are chosen."""
    evening = settling.of_evening(visit.session, visit.game, visit.device)
    wanted = request.args.getlist("game")
    chosen = [game for game in evening.games if game.uid in wanted or "chosen" not in request.args]
    balances = settling.balances(visit.session, visit.game, chosen)
    return render_template(
        "table/ending/settle.html",
        visit=visit,
        evening=evening,
        games=chosen,
        balances=balances,
        payments=settling.settle(balances),
        left_over=settling.left_over(balances),
    )


@blueprint.post("/games/<uid:game_uid>/reopen")
@access.needs("keeper")
def reopen(visit: access.Visit) -> ResponseReturnValue:
    """Open an ended game again."""
    return responses.act(visit, lambda write: games.reopen(visit.session, visit.game, write))


@blueprint.get("/games/<uid:game_uid>/play-on")
@access.needs("keeper")
def play_on_page(visit: access.Visit) -> ResponseReturnValue:
    """Ask for the target to play on to, suggesting half as much again."""
    return _play_on_page(visit)


@blueprint.post("/games/<uid:game_uid>/play-on")
@access.needs("keeper")
def play_on(visit: access.Visit) -> ResponseReturnValue:
    """Play on to a higher target."""
    target = sums.typed_number(request.form.get("target"))
    return responses.act(
        visit,
        lambda write: games.play_on(visit.session, visit.game, write, target),
        again=lambda error: _play_on_page(visit, error.message),
    )


@blueprint.post("/games/<uid:game_uid>/drop")
@access.needs("keeper")
def drop(visit: access.Visit) -> ResponseReturnValue:
    """Drop the rounds after the end."""
    return responses.act(
        visit, lambda write: rounds.drop_after_end(visit.session, visit.game, write)
    )


def _play_on_page(visit: access.Visit, problem: str = "") -> str:
    target = visit.game.options.get("target", 0)
    best = max(seat.total for seat in visit.game.seats)
    reached = max(target, best)
    step = next((step for step in TARGET_STEPS if reached >= step), 1)
    suggested = (reached * 3 // 2 // step + 1) * step
    return render_template(
        "table/ending/play_on.html",
        visit=visit,
        best=best,
        typed=request.form.get("target") or suggested,
        problem=problem,
    )
