"""Counting: a seat's count, everybody's at once, and what is said about a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field

from scorecard.errors import NotAllowed, Refused, ScorecardError
from scorecard.models import Game, Round, Seat
from scorecard.services import rounds, sheets
from scorecard.web.access import Visit, needs
from scorecard.web.errors import status_of
from scorecard.web.forms import EntryForm, entry_form_class, round_form_class
from scorecard.web.pages import act, refusal
from scorecard.web.sheets import rendered
from scorecard.web.writes import form_version, perform, this_write

blueprint = Blueprint("rounds", __name__)
NOT_COUNTED = "Something is not counted yet."
PREFIX = "/games/<uid:game_uid>/rounds/<int:number>"


@blueprint.get("/games/<uid:game_uid>/count")
@needs("player")
def count_next(visit: Visit) -> ResponseReturnValue:
    """Go where this phone counts next: its own seats first, then as keeper whoever is missing."""
    game = visit.game
    missing = rounds.missing_seats(game, game.open_round)
    mine = [seat for seat in missing if seat.position in visit.my_seats]
    already = [seat for seat in game.seats if seat.position in visit.my_seats]
    candidates = mine or (missing if visit.is_keeper else []) or already
    if not candidates or game.is_ended or game.status == "finished":
        return redirect(url_for("games.table", game_uid=game.uid))
    return redirect(_count_url(game, game.next_number, candidates[0]))


@blueprint.get("/games/<uid:game_uid>/count-all")
@needs("keeper")
def count_all_next(visit: Visit) -> ResponseReturnValue:
    """Go where the keeper counts for everybody in the round being counted."""
    number = visit.game.next_number
    return redirect(url_for("rounds.count_all", game_uid=visit.game.uid, number=number))


@blueprint.get(f"{PREFIX}/seats/<int:position>")
@needs("player")
def count(visit: Visit, number: int, position: int) -> ResponseReturnValue:
    """Show the count screen of one seat, for the round being counted or a past one."""
    seat, round_ = _place(visit, number, position)
    form = entry_form_class(sheets.form_of(visit.game))()
    entry = round_.entry_of(seat) if round_ else None
    if entry and not _is_hidden(visit, round_, seat):
        form.fill(entry.data)
    return _count_page(visit, number, seat, form)


@blueprint.post(f"{PREFIX}/seats/<int:position>")
@needs("player")
def enter(visit: Visit, number: int, position: int) -> ResponseReturnValue:
    """Save one seat's count."""
    seat, _round = _place(visit, number, position)
    form = entry_form_class(sheets.form_of(visit.game))(request.form)
    blanks = form.blanks()
    for field in blanks:
        field.errors = [_blank(field)]
    if blanks:
        return _count_page(visit, number, seat, form, problem=NOT_COUNTED), 422
    write = this_write(visit.device, form_version())
    try:
        perform(
            write,
            lambda: rounds.enter(
                visit.session,
                visit.game,
                write,
                number,
                {position: form.entry()},
                is_confirmed="confirmed" in request.form,
            ),
        )
    except ScorecardError as error:
        visit.session.rollback()
        return _count_page(visit, number, seat, form, error), status_of(error)
    return redirect(_after_count(visit, number), 303)


@blueprint.get(f"{PREFIX}/all")
@needs("keeper")
def count_all(visit: Visit, number: int) -> ResponseReturnValue:
    """Show one screen for everybody's count; who was counted in another way is left as they are."""
    round_ = _round(visit, number)
    style = request.args.get("style", "quick")
    forms = {}
    for seat in _seats_in(visit.game, number):
        form = _form_for(visit.game, seat)
        entry = round_.entry_of(seat) if round_ else None
        if entry and not _is_hidden(visit, round_, seat):
            form.fill(entry.data)
        else:
            form["style"].data = style
        if form.style_in_use.key == style:
            forms[seat] = form
    return _all_page(visit, number, style, forms)


@blueprint.post(f"{PREFIX}/all")
@needs("keeper")
def enter_all(visit: Visit, number: int) -> ResponseReturnValue:
    """Save everybody's count at once; a player for whom nothing was typed is left as they are."""
    style = request.form.get("style", "quick")
    forms = {}
    entries: dict[int, Mapping[str, Any]] = {}
    is_incomplete = False
    for seat in _seats_in(visit.game, number):
        form = _form_for(visit.game, seat, request.form)
        if form["style"].data != style:
            continue
        forms[seat] = form
        blanks = form.blanks()
        if len(blanks) == len(form.style_in_use.fields):
            continue
        for field in blanks:
            field.errors = [_blank(field)]
            is_incomplete = True
        entries[seat.position] = form.entry()
    if is_incomplete:
        return _all_page(visit, number, style, forms, problem=NOT_COUNTED), 422
    write = this_write(visit.device, form_version())
    try:
        perform(
            write,
            lambda: rounds.enter(
                visit.session,
                visit.game,
                write,
                number,
                entries,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except ScorecardError as error:
        visit.session.rollback()
        return _all_page(visit, number, style, forms, error), status_of(error)
    return redirect(url_for("games.table", game_uid=visit.game.uid), 303)


@blueprint.get(PREFIX)
@needs("spectator")
def detail(visit: Visit, number: int) -> ResponseReturnValue:
    """Show what was typed for a round, by whom, and let it be corrected."""
    return _round_page(visit, number)


@blueprint.post(PREFIX)
@needs("player")
def describe(visit: Visit, number: int) -> ResponseReturnValue:
    """Say how a round ended."""
    form = round_form_class(sheets.form_of(visit.game))(request.form)
    if not form.validate():
        return _round_page(visit, number, problem="Choose how the round ended."), 422
    return act(
        visit,
        lambda write: rounds.describe(visit.session, visit.game, write, number, form.data),
    )


@blueprint.get(f"{PREFIX}/close")
@needs("keeper")
def close_page(visit: Visit, number: int) -> ResponseReturnValue:
    """Say who is missing before a round is closed without them."""
    round_ = _round(visit, number)
    if round_ is None or round_.is_closed:
        return redirect(url_for("games.table", game_uid=visit.game.uid))
    return render_template(
        "rounds/close.html",
        visit=visit,
        number=number,
        missing=rounds.missing_seats(visit.game, round_),
        sheet=rendered(visit.game).sheet,
    )


@blueprint.post(f"{PREFIX}/close")
@needs("player")
def close(visit: Visit, number: int) -> ResponseReturnValue:
    """Close the round; only the keeper can do so while somebody is missing, who then gets 0."""
    zero_for = {int(text) for text in request.form.getlist("zero") if text.isdecimal()}
    if zero_for and not visit.is_keeper:
        raise NotAllowed("Only the keeper can close a round while somebody is still counting.")
    return act(
        visit,
        lambda write: rounds.close(
            visit.session,
            visit.game,
            write,
            number,
            zero_for=zero_for,
            is_confirmed="confirmed" in request.values,
        ),
    )


def _place(visit: Visit, number: int, position: int) -> tuple[Seat, Round | None]:
    seat = next((seat for seat in visit.game.seats if seat.position == position), None)
    if seat is None:
        abort(404, f"There is no seat {position} in this game.")
    if not visit.may_count_for(position):
        raise NotAllowed(
            f"This phone does not count for {seat.name}. The keeper can, or say "
            f"“this is me” for {seat.name}."
        )
    return seat, _round(visit, number)


def _round(visit: Visit, number: int) -> Round | None:
    """Return a round of the game; None for the next one, which nobody has begun to count."""
    for round_ in visit.game.rounds:
        if round_.number == number:
            return round_
    if number != visit.game.next_number:
        abort(404, f"There is no round {number} in this game.")
    return None


def _seats_in(game: Game, number: int) -> list[Seat]:
    return [seat for seat in game.seats if seat.left_after is None or number <= seat.left_after]


def _form_for(game: Game, seat: Seat, typed: Any = None) -> EntryForm:
    return entry_form_class(sheets.form_of(game))(typed, prefix=f"s{seat.position}-")


def _blank(field: Field) -> str:
    return f"Type a number for “{field.label.text}”; 0 if there is nothing."


def _is_hidden(visit: Visit, round_: Round | None, seat: Seat) -> bool:
    """Whether this phone must not see a seat's count, because the round is counted in secret."""
    if round_ is None or round_.is_closed or not visit.game.is_blind:
        return False
    entry = round_.entry_of(seat)
    is_mine = seat.position in visit.my_seats
    return not is_mine and (entry is None or entry.device_id != visit.device.id)


def _count_url(game: Game, number: int, seat: Seat) -> str:
    return url_for("rounds.count", game_uid=game.uid, number=number, position=seat.position)


def _after_count(visit: Visit, number: int) -> str:
    """Return where to go after a count: to the next one where asked for, else to the table."""
    if "next" in request.form and number == visit.game.next_number:
        return url_for("rounds.count_next", game_uid=visit.game.uid)
    return url_for("games.table", game_uid=visit.game.uid)


def _count_page(
    visit: Visit,
    number: int,
    seat: Seat,
    form: EntryForm,
    error: ScorecardError | None = None,
    problem: str = "",
) -> str:
    found = refusal(form, error)
    return render_template(
        "rounds/count.html",
        visit=visit,
        number=number,
        seat=seat,
        form=form,
        sheet=rendered(visit.game).sheet,
        is_correction=number < visit.game.next_number,
        **found | {"problem": problem or found["problem"]},
    )


def _all_page(
    visit: Visit,
    number: int,
    style: str,
    forms: Mapping[Seat, EntryForm],
    error: ScorecardError | None = None,
    problem: str = "",
) -> str:
    player = error.refusal.player if isinstance(error, Refused) else ""
    concerned = next((form for seat, form in forms.items() if seat.name == player), None)
    found = refusal(concerned or next(iter(forms.values()), None), error)
    return render_template(
        "rounds/all.html",
        visit=visit,
        number=number,
        game_form=sheets.form_of(visit.game),
        style=style,
        seats=_seats_in(visit.game, number),
        forms=forms,
        sheet=rendered(visit.game).sheet,
        **found | {"problem": problem or found["problem"]},
    )


def _round_page(visit: Visit, number: int, problem: str = "") -> str:
    round_ = _round(visit, number)
    sheet = rendered(visit.game).sheet
    shown = next((row for row in sheet["rounds"] if row["number"] == number), sheet["open_round"])
    game_form = sheets.form_of(visit.game)
    form = round_form_class(game_form)(data=round_.data if round_ else {})
    return render_template(
        "rounds/detail.html",
        visit=visit,
        number=number,
        shown=shown,
        game_form=game_form,
        form=form,
        sheet=sheet,
        problem=problem,
    )
