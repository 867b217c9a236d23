"""A game: its table, its settings, its history, undo and redo."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.services.history import undo_redo
from scorecard.services.looking_back import history_pages
from scorecard.services.scoring import sheets
from scorecard.services.table import games
from scorecard.web.forms import settings_forms
from scorecard.web.http import access, refusals
from scorecard.web.live import shown
from scorecard.web.live.sheets import rendered
from scorecard.web.pages import responses
from scorecard.web.write import writes

blueprint = Blueprint("games", __name__)


@blueprint.get("/games/<uid:game_uid>")
@access.needs("spectator")
def table(visit: access.Visit) -> ResponseReturnValue:
    """Show the table."""
    return responses.table_page(visit)


@blueprint.get("/games/<uid:game_uid>/settings")
@access.needs("spectator")
def settings(visit: access.Visit) -> ResponseReturnValue:
    """Show the settings of a game; its scorekeeper can change them before round 1 is closed."""
    form = settings_forms.class_of(visit.game, visit.game.options)()
    form.fill(visit.game.options)
    form.is_blind.data = visit.game.is_blind
    return _settings_page(visit, form)


@blueprint.post("/games/<uid:game_uid>/settings")
@access.needs("keeper")
def change_settings(visit: access.Visit) -> ResponseReturnValue:
    """Change the settings."""
    form = settings_forms.class_of(visit.game, visit.game.options)(request.form)
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(
            write,
            lambda: games.change_settings(
                visit.session,
                visit.game,
                write,
                form.typed(),
                is_blind=form.is_blind.data,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        return refusals.refused(_settings_page(visit, form, error), error)
    return redirect(url_for("games.table", game_uid=visit.game.uid), 303)


@blueprint.get("/games/<uid:game_uid>/history")
@access.needs("spectator")
def changes_page(visit: access.Visit) -> ResponseReturnValue:
    """Show what was changed, newest first: all of it, or in one round, or of one player."""
    game = visit.game
    asked = {name: writes.number_asked(name) for name in ("round", "seat", "before")}
    page = history_pages.of_game(
        visit.session,
        game,
        before=asked["before"],
        round_number=asked["round"],
        seat=asked["seat"],
    )
    return render_template(
        "files/game_history.html",
        visit=visit,
        page=page,
        here=visit.device.id,
        rounds=len(game.rounds),
        round_number=asked["round"],
        seat=asked["seat"],
        steps=[
            step
            for step in shown.steps(rendered(game).sheet)
            if visit.is_keeper or (visit.is_player and {*visit.my_seats} & {*step[0]["seats"]})
        ],
        older=url_for(
            "games.changes_page",
            game_uid=game.uid,
            **asked | {"before": page.older},  # type: ignore[arg-type]
        ),
    )


@blueprint.post("/games/<uid:game_uid>/undo")
@access.needs("player")
def undo(visit: access.Visit) -> ResponseReturnValue:
    """Take back the last change."""
    return responses.act(
        visit,
        lambda write: undo_redo.undo(
            visit.session,
            visit.game,
            write,
            is_keeper=visit.is_keeper,
            of=request.form.get("of", ""),
        ),
    )


@blueprint.post("/games/<uid:game_uid>/redo")
@access.needs("player")
def redo(visit: access.Visit) -> ResponseReturnValue:
    """Bring back what was undone last."""
    return responses.act(
        visit,
        lambda write: undo_redo.redo(visit.session, visit.game, write, is_keeper=visit.is_keeper),
    )


def _settings_page(
    visit: access.Visit,
    form: settings_forms.SettingsForm,
    error: errors.ScorecardError | None = None,
) -> str:
    return render_template(
        "table/start/settings.html",
        visit=visit,
        rules=sheets.rules_of(visit.game),
        in_force=sheets.options_in_force(visit.game),
        form=form,
        players=len(visit.game.seats),
        may_change=visit.is_keeper and not visit.game.closed_rounds and not visit.game.is_ended,
        **responses.refusal(form, error),
    )
