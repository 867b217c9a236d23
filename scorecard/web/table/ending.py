"""The end of a game: End Game, who pays whom, reopening, and playing on."""

from __future__ import annotations

from flask import request

from scorecard.services.history import changes
from scorecard.services.scoring import playing_time, sheets
from scorecard.services.seasons import prospects
from scorecard.services.table import endings, games, rounds, settling
from scorecard.web.forms import parts
from scorecard.web.http import access
from scorecard.web.live.sheets import rendered
from scorecard.web.pages import responses, views
from scorecard.web.table import anecdotes
from scorecard.web.write import writes

blueprint = views.Views("ending", __name__)
TARGET_STEPS = (1000, 100, 10)
"""Points: a suggested target is a multiple of the largest one that has been reached."""


@blueprint.game_page("/games/<uid:game_uid>/end", "player")
def end_page(visit: access.Visit) -> str:
    """Say what End Game will do."""
    sheet = sheets.read(visit.game)
    rules = sheets.rules_of(visit.game)
    ways = endings.of_game(visit.game)
    chosen = request.form.get("at_end")
    missing = rounds.missing_seats(visit.game, visit.game.open_round)
    played = rendered(visit.game).view.time
    return responses.page(
        "table/ending/end.html",
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
        day=responses.earlier_day(visit),
        prospects=prospects.of_game(visit.session, visit.game),
        **anecdotes.field(visit.game.anecdote),
    )


def _end_refused(visit: access.Visit) -> str:
    """Return the page with the typed anecdote, if there is one, else the table."""
    if not _has_typed():
        return responses.table_page(visit)
    return anecdotes.of_game(visit) if visit.game.is_ended else end_page(visit)


@blueprint.game_form("/games/<uid:game_uid>/end", "player", again=_end_refused)
def end(visit: access.Visit, write: changes.Write) -> None:
    """End Game."""
    if visit.game.is_ended and _has_typed():
        # Somebody else ended the game already: only the anecdote is left.
        anecdotes.tell_of_game(
            visit, write, request.form.get("anecdote", ""), request.form.get("told")
        )
        return
    games.finish(
        visit.session,
        visit.game,
        write,
        anecdote=None if _keeps_theirs() else request.form.get("anecdote"),
        shown=request.form.get("told"),
        at_end=request.form.get("at_end"),
    )


def _has_typed() -> bool:
    """Whether the form has another anecdote than it showed before."""
    typed, before = request.form.get("anecdote", ""), request.form.get("told", "")
    return typed.strip() != before and not _keeps_theirs()


def _keeps_theirs() -> bool:
    """Whether the form leaves another phone's anecdote as it is, after a collision."""
    return 0 in writes.kept_seats()


@blueprint.game_page("/games/<uid:game_uid>/settle", "spectator")
def settle(visit: access.Visit) -> str:
    """Show who pays whom over the money games of the evening, or those of them that are chosen."""
    evening = settling.of_evening(visit.session, visit.game, visit.device)
    wanted = request.args.getlist("game")
    chosen = [game for game in evening.games if game.uid in wanted or "chosen" not in request.args]
    balances = settling.balances(visit.session, visit.game, chosen)
    return responses.page(
        "table/ending/settle.html",
        evening=evening,
        games=chosen,
        balances=balances,
        payments=settling.settle(balances),
        left_over=settling.left_over(balances),
    )


@blueprint.game_form("/games/<uid:game_uid>/reopen", "keeper")
def reopen_game(visit: access.Visit, write: changes.Write) -> None:
    """Open an ended game again."""
    games.reopen(visit.session, visit.game, write)


@blueprint.game_page("/games/<uid:game_uid>/play-on", "keeper")
def play_on_page(visit: access.Visit) -> str:
    """Ask for the target to play on to, suggesting half as much again."""
    target = visit.game.options.get("target", 0)
    best = max(seat.total for seat in visit.game.seats)
    reached = max(target, best)
    step = next((step for step in TARGET_STEPS if reached >= step), 1)
    suggested = (reached * 3 // 2 // step + 1) * step
    return responses.page(
        "table/ending/play_on.html", best=best, typed=request.form.get("target") or suggested
    )


@blueprint.game_form("/games/<uid:game_uid>/play-on", "keeper", again=play_on_page)
def play_on(visit: access.Visit, write: changes.Write, target: parts.Number) -> None:
    """Go on after the target was reached, to a higher one."""
    games.play_on(visit.session, visit.game, write, target)


@blueprint.game_form("/games/<uid:game_uid>/drop", "keeper")
def drop_after_end(visit: access.Visit, write: changes.Write) -> None:
    """Drop the rounds that a correction has put after the end."""
    rounds.drop_after_end(visit.session, visit.game, write)
