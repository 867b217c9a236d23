"""Change the rules of a running game: ask for it, agree to it, turn it down."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorecard.errors import NotAllowed, ScorecardError
from scorecard.models import Seat
from scorecard.rules.sums import typed_number
from scorecard.rules.words import say
from scorecard.services import amending, sheets
from scorecard.services.changes import Write
from scorecard.web.access import Visit, needs
from scorecard.web.forms import SettingsForm, settings_form_class
from scorecard.web.pages import act, beside, refusal

blueprint = Blueprint("amending", __name__)
PREFIX = "/games/<uid:game_uid>/amend"
ALL_ROUNDS = "all"


@blueprint.get(PREFIX)
@needs("player")
def page(visit: Visit) -> ResponseReturnValue:
    """Show the options in force, to be changed, and ask why."""
    form = settings_form_class(sheets.rules_of(visit.game))()
    form.fill(amending.game_options(visit.game))
    return _page(visit, form)


@blueprint.post(PREFIX)
@needs("player")
def propose(visit: Visit) -> ResponseReturnValue:
    """Ask everybody at the table to change options of the game."""
    rules = sheets.rules_of(visit.game)
    form = settings_form_class(rules)(request.form)
    typed = form.typed()
    options = {one.key: typed[one.key] for one in rules.options if one.kind != "json"}
    return act(
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
@needs("player")
def agree(visit: Visit) -> ResponseReturnValue:
    """Agree to a change, for a seat that this phone counts for."""
    seats = [seat for seat in _seats_of(visit) if seat.position == _number("seat")]

    def action(write: Write) -> None:
        amendment = amending.waiting(visit.session, visit.game)
        if amendment and not seats and amending.missing(visit.game, amendment):
            raise NotAllowed(
                say("Agree for those who hold this phone; the others do it on theirs.")
            )
        amending.consent(visit.session, visit.game, write, seats, wish=_number("wish"))

    return act(visit, action)


@blueprint.post(f"{PREFIX}/confirm")
@needs("keeper")
def confirm(visit: Visit) -> ResponseReturnValue:
    """Confirm that somebody without a phone agrees, or with seat 0 that all of them do."""

    def action(write: Write) -> None:
        amendment = amending.waiting(visit.session, visit.game)
        phoneless = amendment and amending.without_phone(visit.session, visit.game, amendment)
        wanted = _number("seat")
        seats = [seat for seat in phoneless or () if wanted in (0, seat.position)]
        if amendment and not seats:
            raise NotAllowed(say("Who has a phone at the table agrees on it."))
        amending.consent(
            visit.session,
            visit.game,
            write,
            seats,
            how=amending.KEEPER,
            wish=_number("wish"),
        )

    return act(visit, action)


@blueprint.post(f"{PREFIX}/drop")
@needs("player")
def drop(visit: Visit) -> ResponseReturnValue:
    """Turn a change down, or take it back."""
    wish = _number("wish")
    return act(
        visit,
        lambda write: amending.withdraw(visit.session, visit.game, write, wish=wish),
    )


def _seats_of(visit: Visit) -> list[Seat]:
    """Return the seats this phone counts for, of those who still play."""
    mine = visit.my_seats
    return [seat for seat in visit.game.seats if seat.position in mine and seat.left_after is None]


def _number(name: str) -> int:
    """Return a number that a button's address names; -1, which nothing has, for anything else."""
    number = typed_number(request.args.get(name))
    return number if isinstance(number, int) else -1


def _page(visit: Visit, form: SettingsForm, error: ScorecardError | None = None) -> str:
    rules = sheets.rules_of(visit.game)
    shown = refusal(form, error) | beside(error)
    is_beside = shown["refused"] == "reason" or any(field.errors for field in form)
    return render_template(
        "games/amend.html",
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
