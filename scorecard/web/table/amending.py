"""Change the rules of a running game: ask for it, agree to it, turn it down."""

from __future__ import annotations

from typing import Annotated

from flask import request

from scorecard import errors
from scorecard.models import Seat
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.scoring import sheets
from scorecard.services.table import amending
from scorecard.web.forms.settings_forms import form_of
from scorecard.web.http import access
from scorecard.web.pages import responses, views

blueprint = views.Views("amending", __name__)
PREFIX = "/games/<uid:game_uid>/amend"
ALL_ROUNDS = "all"


def _number(name: str) -> int:
    """Return a number from a button's query, -1 for anything else."""
    number = sums.typed_number(request.args.get(name))
    return number if isinstance(number, int) else -1


Wish = Annotated[int, lambda _name: _number("wish")]
"""The id of the amendment in a button's query."""


@blueprint.game_page(PREFIX, "player")
def page(visit: access.Visit) -> str:
    """Show the options in force, to be changed, and ask why."""
    form = form_of(visit.game, sheets.options_in_force(visit.game))
    rules = sheets.rules_of(visit.game)
    shown = responses.in_form(form) | responses.beside()
    is_beside = shown["refused"] == "reason" or any(field.errors for field in form)
    return responses.page(
        "table/start/amend.html",
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


@blueprint.game_form(PREFIX, "player", again=page)
def propose(visit: access.Visit, write: changes.Write) -> None:
    """Ask everybody at the table to change options of the game."""
    form = form_of(visit.game, sheets.options_in_force(visit.game))
    typed = form.typed()
    amending.propose(
        visit.session,
        visit.game,
        write,
        {one.key: typed[one.key] for one in form.rules.options if one.kind != "json"},
        request.form.get("reason", ""),
        is_retroactive=request.form.get("rounds") == ALL_ROUNDS,
        seats=_seats_of(visit),
    )


@blueprint.game_form(f"{PREFIX}/agree", "player")
def agree(visit: access.Visit, write: changes.Write) -> None:
    """Agree to a change, for a seat that this phone counts for."""
    seats = [seat for seat in _seats_of(visit) if seat.position == _number("seat")]
    amendment = amending.waiting(visit.session, visit.game)
    if amendment and not seats and amending.missing(visit.game, amendment):
        raise errors.NotAllowed(say("The others agree on their own phones."))
    amending.consent(visit.session, visit.game, write, seats, wish=_number("wish"))


@blueprint.game_form(f"{PREFIX}/confirm", "keeper")
def confirm(visit: access.Visit, write: changes.Write) -> None:
    """Confirm that somebody without a phone agrees, or with seat 0 that all of them do."""
    amendment = amending.waiting(visit.session, visit.game)
    phoneless = amendment and amending.without_phone(visit.session, visit.game, amendment)
    wanted, wish = _number("seat"), _number("wish")
    seats = [seat for seat in phoneless or () if wanted in (0, seat.position)]
    if amendment and not seats:
        raise errors.NotAllowed(say("They agree on their own phones."))
    how = amending.KEEPER
    amending.consent(visit.session, visit.game, write, seats, how=how, wish=wish)


@blueprint.game_form(f"{PREFIX}/drop", "player")
def withdraw_amendment(visit: access.Visit, write: changes.Write, amendment: Wish) -> None:
    """Take the change that waits back, or turn it down: nothing is changed."""
    amending.withdraw(visit.session, visit.game, write, wish=amendment)


def _seats_of(visit: access.Visit) -> list[Seat]:
    """Return this phone's seats whose players have not left."""
    mine = visit.my_seats
    return [seat for seat in visit.game.seats if seat.position in mine and seat.left_after is None]
