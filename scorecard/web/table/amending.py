"""Change the rules of a running game: ask for it, agree to it, turn it down."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Seat
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.scoring import sheets
from scorecard.services.table import amending
from scorecard.web.forms import settings_forms
from scorecard.web.http import access
from scorecard.web.pages import responses

blueprint = Blueprint("amending", __name__)
PREFIX = "/games/<uid:game_uid>/amend"
ALL_ROUNDS = "all"


@blueprint.get(PREFIX)
@access.needs("player")
def page(visit: access.Visit) -> ResponseReturnValue:
    """Show the options in force, to be changed, and ask why."""
    form = settings_forms.class_of(visit.game, sheets.options_in_force(visit.game))()
    form.fill(form.held)
    return _page(visit, form)


@blueprint.post(PREFIX)
@access.needs("player")
def propose(visit: access.Visit) -> ResponseReturnValue:
    """Ask everybody at the table to change options of the game."""
    held = sheets.options_in_force(visit.game)
    form = settings_forms.class_of(visit.game, held)(request.form)
    typed = form.typed()
    options = {one.key: typed[one.key] for one in form.rules.options if one.kind != "json"}
    return responses.act(
        visit,
        lambda write: amending.propose(
            visit.session,
            visit.game,
            write,
            options,
            request.form.get("reason", ""),
            is_retroactive=request.form.get("rounds") == ALL_ROUNDS,
            seats=_seats_of(visit),
        ),
        again=lambda error: _page(visit, form, error),
    )


@blueprint.post(f"{PREFIX}/agree")
@access.needs("player")
def agree(visit: access.Visit) -> ResponseReturnValue:
    """Agree to a change, for a seat that this phone counts for."""
    seats = [seat for seat in _seats_of(visit) if seat.position == _number("seat")]

    def action(write: changes.Write) -> None:
        amendment = amending.waiting(visit.session, visit.game)
        if amendment and not seats and amending.missing(visit.game, amendment):
            raise errors.NotAllowed(say("The others agree on their own phones."))
        amending.consent(visit.session, visit.game, write, seats, wish=_number("wish"))

    return responses.act(visit, action)


@blueprint.post(f"{PREFIX}/confirm")
@access.needs("keeper")
def confirm(visit: access.Visit) -> ResponseReturnValue:
    """Confirm that somebody without a phone agrees, or with seat 0 that all of them do."""

    def action(write: changes.Write) -> None:
        amendment = amending.waiting(visit.session, visit.game)
        phoneless = amendment and amending.without_phone(visit.session, visit.game, amendment)
        wanted = _number("seat")
        seats = [seat for seat in phoneless or () if wanted in (0, seat.position)]
        if amendment and not seats:
            raise errors.NotAllowed(say("They agree on their own phones."))
        amending.consent(
            visit.session,
            visit.game,
            write,
            seats,
            how=amending.KEEPER,
            wish=_number("wish"),
        )

    return responses.act(visit, action)


@blueprint.post(f"{PREFIX}/drop")
@access.needs("player")
def drop(visit: access.Visit) -> ResponseReturnValue:
    """Turn a change down, or take it back."""
    wish = _number("wish")
    return responses.act(
        visit,
        lambda write: amending.withdraw(visit.session, visit.game, write, wish=wish),
    )


def _seats_of(visit: access.Visit) -> list[Seat]:
    """Return the seats this phone counts for, of those who still play."""
    mine = visit.my_seats
    return [seat for seat in visit.game.seats if seat.position in mine and seat.left_after is None]


def _number(name: str) -> int:
    """Return a number that a button's address names; -1, which nothing has, for anything else."""
    number = sums.typed_number(request.args.get(name))
    return number if isinstance(number, int) else -1


def _page(
    visit: access.Visit,
    form: settings_forms.SettingsForm,
    error: errors.ScorecardError | None = None,
) -> str:
    rules = sheets.rules_of(visit.game)
    shown = responses.refusal(form, error) | responses.beside(error)
    is_beside = shown["refused"] == "reason" or any(field.errors for field in form)
    return render_template(
        "table/start/amend.html",
        visit=visit,
        rules=rules,
        form=form,
        players=len(visit.game.seats),
        waiting=amending.waiting(visit.session, visit.game),
        next_round=visit.game.next_number,
        reason=request.form.get("reason", ""),
        rounds=request.form.get("rounds", "next"),
        top_problem="" if is_beside else shown["problem"],
        **shown,
    )
