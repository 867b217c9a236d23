"""A game: its table, its settings, its history, undo and redo."""

from __future__ import annotations

from typing import Any

from flask import request, url_for

from scorecard.rules import seating
from scorecard.rules.typed import sums
from scorecard.services.history import changes, undo_redo
from scorecard.services.looking_back import history_pages
from scorecard.services.scoring import sheets
from scorecard.services.table import games
from scorecard.web.forms import settings_forms
from scorecard.web.http import access
from scorecard.web.live import shown
from scorecard.web.live.sheets import rendered
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("games", __name__)


@blueprint.game_page("/games/<uid:game_uid>", "spectator")
def table(visit: access.Visit) -> str:
    """Show the table."""
    return responses.table_page(visit)


@blueprint.game_page("/games/<uid:game_uid>/settings", "spectator")
def settings(visit: access.Visit) -> str:
    """Show the settings of a game; its scorekeeper can change them before round 1 is closed."""
    form = settings_forms.form_of(visit.game, visit.game.options)
    return responses.page(
        "table/start/settings.html",
        rules=sheets.rules_of(visit.game),
        form=form,
        players=len(visit.game.seats),
        first_seat=_first_seat() or visit.game.first_seat,
        has_head_starts=not seating.why_no_head_start(sheets.rules_of(visit.game)),
        head_starts=_typed_head_starts(visit),
        may_change=visit.is_keeper and not visit.game.closed_rounds and not visit.game.is_ended,
        **responses.in_form(form),
    )


@blueprint.game_form("/games/<uid:game_uid>/settings", "keeper", again=settings)
def change_settings(visit: access.Visit, write: changes.Write) -> None:
    """Change the settings."""
    form = settings_forms.form_of(visit.game, visit.game.options)
    games.change_settings(
        visit.session,
        visit.game,
        write,
        form.typed(),
        is_blind=form.is_blind.data,
        first_seat=_first_seat(),
        head_starts=_given_head_starts(visit),
        is_confirmed="confirmed" in request.form,
    )


def _typed_head_starts(visit: access.Visit) -> dict[int, str]:
    """Return the texts of the head starts' fields by seat: those sent, else the stored ones."""
    return {
        seat.position: request.form.get(
            f"head_start-{seat.position}", str(seat.head_start or "") if not request.form else ""
        )
        for seat in visit.game.seats
    }


def _given_head_starts(visit: access.Visit) -> dict[str, Any]:
    """Return the head starts that were sent, by name; 0 for a blank field."""
    typed = _typed_head_starts(visit)
    return {
        seat.name: sums.typed_number(typed[seat.position]) or 0
        for seat in visit.game.seats
        if f"head_start-{seat.position}" in request.form
    }


def _first_seat() -> int | None:
    """Return the first seat in the form, None where it has no such field."""
    return next(iter(writes.typed_positions("first_seat")), None)


@blueprint.game_page("/games/<uid:game_uid>/history", "spectator")
def changes_page(visit: access.Visit) -> str:
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
    return responses.page(
        "files/game_history.html",
        page=page,
        here=visit.device.id,
        rounds=len(game.rounds),
        round_number=asked["round"],
        seat=asked["seat"],
        steps=[
            step
            for step in shown.steps(rendered(game).sheet)
            if visit.is_keeper or (visit.is_player and {*visit.my_seats} & {*step[0].seats})
        ],
        older=url_for(
            "games.changes_page",
            game_uid=game.uid,
            **asked | {"before": page.older},  # type: ignore[arg-type]
        ),
    )


@blueprint.game_form("/games/<uid:game_uid>/undo", "player")
def undo(visit: access.Visit, write: changes.Write) -> None:
    """Take back the last change; who is not the scorekeeper, only their own."""
    of = request.form.get("of", "")
    undo_redo.undo(visit.session, visit.game, write, is_keeper=visit.is_keeper, of=of)


@blueprint.game_form("/games/<uid:game_uid>/redo", "player")
def redo(visit: access.Visit, write: changes.Write) -> None:
    """Bring back what was undone last."""
    undo_redo.redo(visit.session, visit.game, write, is_keeper=visit.is_keeper)
