"""Counting: a seat's count, the whole round at once, and closing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Game, Round, Seat
from scorecard.rules import Refusal
from scorecard.rules.words import Sentence, say
from scorecard.services.scoring import sheets
from scorecard.services.table import entering, previews, rounds, tables
from scorecard.web.forms import entry_forms
from scorecard.web.http import access, refusals
from scorecard.web.live.sheets import ROUNDS_SHOWN, rendered
from scorecard.web.pages import responses
from scorecard.web.table import round_forms
from scorecard.web.write import writes

blueprint = Blueprint("rounds", __name__)
NOT_COUNTED = say("Something is not counted yet.")
PREFIX = "/games/<uid:game_uid>/rounds/<int:number>"


@blueprint.get("/games/<uid:game_uid>/count")
@access.needs("player")
def count_next(visit: access.Visit) -> ResponseReturnValue:
    """Go where this phone counts next: its own seats first, then as keeper whoever is missing."""
    game = visit.game
    if game.is_ended or game.status == "finished":
        return redirect(url_for("games.table", game_uid=game.uid))
    if not sheets.form_of(game).styles:
        return redirect(_whole_url(game))
    missing = rounds.missing_seats(game, game.open_round)
    mine = [seat for seat in missing if seat.position in visit.my_seats]
    if mine or (missing and visit.is_keeper):
        return redirect(_count_url(game, game.next_number, (mine or missing)[0]))
    if not visit.my_seats and not visit.is_keeper:
        return redirect(url_for("seats.who", game_uid=game.uid))
    already = [seat for seat in game.seats if seat.position in visit.my_seats]
    if missing and already:
        return redirect(_count_url(game, game.next_number, already[0]))
    return redirect(_whole_url(game))


@blueprint.get("/games/<uid:game_uid>/count-all")
@access.needs("player")
def count_all_next(visit: access.Visit) -> ResponseReturnValue:
    """Go where the whole round being counted is entered at once."""
    return redirect(_whole_url(visit.game))


@blueprint.get(f"{PREFIX}/seats/<int:position>")
@access.needs("player")
def count(visit: access.Visit, number: int, position: int) -> ResponseReturnValue:
    """Show the count screen of one seat, for the round being counted, a past or a coming one."""
    seat, round_ = _place(visit, number, position, ahead=sheets.MOST_AHEAD)
    form = round_forms.entry_form(sheets.form_of(visit.game, number))
    entry = round_.entry_of(seat) if round_ else None
    if entry and not round_forms.is_hidden(visit, round_, seat):
        form.fill(entry.data)
    return _count_page(visit, number, seat, form, round_forms.table_form(form.game_form, round_))


@blueprint.post(f"{PREFIX}/seats/<int:position>")
@access.needs("player")
def enter(visit: access.Visit, number: int, position: int) -> ResponseReturnValue:
    """Save one seat's count."""
    write = writes.this_write(visit.device, writes.form_version())
    if writes.done_before(write):
        # It need not fit any more: the round may have been undone since.
        return redirect(_after_count(visit, number), 303)
    seat = _seat(visit, position)
    rounds.refuse_unknown(visit.game, number, ahead=sheets.MOST_AHEAD)
    form = round_forms.entry_form(sheets.form_of(visit.game, number), request.form)
    table_form = round_forms.table_form(form.game_form, None, request.form)
    problem = ""
    if form.blanks():
        problem = NOT_COUNTED
    elif form.is_untouched and not form.may_be_empty and "nothing" not in request.form:
        problem = _nothing(seat)
    if problem:
        return _count_page(visit, number, seat, form, table_form, problem=problem), 422
    said = table_form.table_entry() if table_form else {}
    if said:
        said = {**round_forms.table_entry_of(rounds.find(visit.game, number)), **said}
    try:
        writes.perform(
            write,
            lambda: rounds.enter(
                visit.session,
                visit.game,
                write,
                number,
                {position: form.entry()},
                table_entry=said or None,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        return refusals.refused(_count_page(visit, number, seat, form, table_form, error), error)
    return redirect(_after_count(visit, number), 303)


@blueprint.post(f"{PREFIX}/seats/<int:position>/preview")
@access.needs("player")
def preview_count(visit: access.Visit, number: int, position: int) -> ResponseReturnValue:
    """Say what a seat's count would be, saving nothing."""
    seat = _seat(visit, position)
    rounds.refuse_unknown(visit.game, number)
    form = round_forms.entry_form(sheets.form_of(visit.game, number), request.form)
    if form.is_untouched or form.blanks():
        return render_template("table/entry/_preview.html", looked=None, problem="", names=[])
    return _preview(visit, number, {seat: form.entry()})


@blueprint.get(f"{PREFIX}/all")
@access.needs("player")
def whole(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Show one screen for the whole round: the table's part, and the entries this phone may make.

    Who was counted in another way than the one asked for is left as they are.
    """
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    game_form = sheets.form_of(visit.game, number)
    round_form = entry_forms.round_form_class(game_form)()
    data = sheets.round_data(visit.game, round_) if round_ else {}
    round_form.fill(data, rounds.round_style(game_form, round_forms.table_entry_of(round_)))
    if how := request.args.get("how"):
        round_form["how"].data = how
    forms = {}
    style = request.args.get("style") or round_forms.usual_style(game_form, visit.game, number)
    for seat in round_forms.seats_in(visit, number, game_form):
        form = round_forms.entry_form(game_form, seat=seat)
        entry = round_.entry_of(seat) if round_ else None
        if entry and not round_forms.is_hidden(visit, round_, seat):
            form.fill(entry.data)
        else:
            form["style"].data = style
        if form.style_in_use.key == style:
            forms[seat] = form
    return _whole_page(visit, number, round_form, style, forms)


@blueprint.post(f"{PREFIX}/all")
@access.needs("player")
def enter_whole(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Save the whole round, or what is known of it; an untouched entry is left as it is."""
    write = writes.this_write(visit.device, writes.form_version())
    if writes.done_before(write):
        return redirect(url_for("games.table", game_uid=visit.uid), 303)
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    round_form, style, forms = round_forms.typed_whole(visit, number)
    problem = ""
    if not round_form.style_in_use.has_entries:
        problem = NOT_COUNTED if round_form.blanks() else ""
        touched: dict[Seat, entry_forms.EntryForm] = {}
    else:
        touched = {seat: form for seat, form in forms.items() if not form.is_untouched}
        # Every form is asked, so that each says what is missing in it.
        incomplete = [form for form in touched.values() if form.blanks()]
        problem = NOT_COUNTED if incomplete else ""
    if problem:
        return _whole_page(visit, number, round_form, style, forms, problem=problem), 422
    said = round_form.table_entry()
    entries = {seat.position: form.entry() for seat, form in touched.items()}
    if not entries and not said and not round_forms.table_entry_of(round_):
        problem = say("Nothing is entered yet.")
        return _whole_page(visit, number, round_form, style, forms, problem=problem), 422
    try:
        writes.perform(
            write,
            lambda: rounds.enter(
                visit.session,
                visit.game,
                write,
                number,
                entries,
                table_entry=said if said or round_forms.table_entry_of(round_) else None,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        return refusals.refused(_whole_page(visit, number, round_form, style, forms, error), error)
    return redirect(url_for("games.table", game_uid=visit.uid), 303)


@blueprint.post(f"{PREFIX}/preview")
@access.needs("player")
def preview_whole(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Say what a round would be, saving nothing."""
    rounds.refuse_unknown(visit.game, number)
    round_form, _style, forms = round_forms.typed_whole(visit, number)
    typed = {
        seat: form.entry()
        for seat, form in forms.items()
        if round_form.style_in_use.has_entries and not form.is_untouched and not form.blanks()
    }
    return _preview(visit, number, typed, said=round_form.table_entry())


@blueprint.get(PREFIX)
@access.needs("spectator")
def detail(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Show what was typed for a round, by whom, and let it be corrected."""
    round_ = _round(visit, number)
    found = rendered(visit.game)
    played = tables.rounds_played(visit.session, found.view, number)
    shown = played[0] if played else found.sheet["open_round"]
    looked = sheets.preview_round(
        visit.game, number, sheets.round_data(visit.game, round_) if round_ else {}
    )
    is_secret = entering.is_hidden(visit.game, round_)
    return render_template(
        "table/rounds/detail.html",
        notes={} if is_secret or isinstance(looked, Refusal) else looked.notes,
        visit=visit,
        number=number,
        shown=shown,
        told=round_.anecdote if round_ else None,
        game_form=sheets.form_of(visit.game, number),
        sheet=found.sheet,
    )


@blueprint.get("/games/<uid:game_uid>/rounds")
@access.needs("spectator")
def earlier(visit: access.Visit) -> ResponseReturnValue:
    """Show the rounds before the one that is asked for, the latest first."""
    view = rendered(visit.game).view
    before = writes.number_asked("before") or view.played + 1
    return render_template(
        "table/rounds/earlier.html",
        visit=visit,
        sheet=view.game,
        played=view.played,
        rounds=view.scores(before, ROUNDS_SHOWN),
    )


@blueprint.get(f"{PREFIX}/close")
@access.needs("keeper")
def close_page(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Say who is missing before a round is closed without them."""
    round_ = _round(visit, number)
    if round_ is None or round_.is_closed:
        return redirect(url_for("games.table", game_uid=visit.game.uid))
    return _close_page(visit, number)


@blueprint.post(f"{PREFIX}/close")
@access.needs("player")
def close(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Close the round; only the keeper can do so while somebody is missing, who then gets 0."""
    zero_for = set(writes.typed_positions("zero"))
    if zero_for and not visit.is_keeper:
        raise errors.NotAllowed(
            say("Only the keeper can close a round while somebody is still counting.")
        )
    return responses.act(
        visit,
        lambda write: rounds.close(
            visit.session,
            visit.game,
            write,
            number,
            zero_for=zero_for,
            is_confirmed="confirmed" in request.values,
        ),
        again=(lambda error: _close_page(visit, number, error.message)) if zero_for else None,
    )


def _place(
    visit: access.Visit, number: int, position: int, *, ahead: int = 0
) -> tuple[Seat, Round | None]:
    return _seat(visit, position), _round(visit, number, ahead=ahead)


def _seat(visit: access.Visit, position: int) -> Seat:
    """Return a seat that this phone counts for, one by one; refuse any other."""
    seat = next((seat for seat in visit.game.seats if seat.position == position), None)
    if seat is None:
        abort(404, say("There is no seat %(seat)s in this game.", seat=position))
    if not visit.may_count_for(position):
        raise errors.NotAllowed(
            say(
                "This phone does not count for %(name)s. The keeper can, or say “this is me” for "
                "%(name)s.",
                name=seat.name,
            )
        )
    if not sheets.rules_of(visit.game).entries_key:
        abort(404, say("In this game a round is entered as a whole."))
    return seat


def _round(visit: access.Visit, number: int, *, ahead: int = 0) -> Round | None:
    """Return a round of the game; None for the next one, which nobody has begun to count.

    So many rounds ``ahead`` of that one may be looked at: a phone without network counts on there,
    and what it counts is taken once the rounds before are in; sent earlier, it hears so.
    """
    rounds.refuse_unknown(visit.game, number, ahead=ahead)
    return rounds.find(visit.game, number)


def _count_url(game: Game, number: int, seat: Seat) -> str:
    return url_for("rounds.count", game_uid=game.uid, number=number, position=seat.position)


def _whole_url(game: Game) -> str:
    return url_for("rounds.whole", game_uid=game.uid, number=game.next_number)


def _after_count(visit: access.Visit, number: int) -> str:
    """Return where to go after a count: to the next one where asked for, else to the table."""
    if "next" in request.form and number == visit.game.next_number:
        return url_for("rounds.count_next", game_uid=visit.uid)
    return url_for("games.table", game_uid=visit.uid)


def _preview(
    visit: access.Visit,
    number: int,
    typed: Mapping[Seat, Any],
    *,
    said: Mapping[str, Any] | None = None,
) -> str:
    names = [seat.name for seat in typed]
    entries = {seat.position: entry for seat, entry in typed.items()}
    try:
        looked = previews.of_round(visit.game, number, entries, table_entry=said)
    except errors.RefusedByRules as error:
        return render_template(
            "table/entry/_preview.html", looked=None, problem=error.message, names=names
        )
    return render_template("table/entry/_preview.html", looked=looked, problem="", names=names)


def _count_page(
    visit: access.Visit,
    number: int,
    seat: Seat,
    form: entry_forms.EntryForm,
    table_form: entry_forms.RoundForm | None,
    error: errors.ScorecardError | None = None,
    problem: str = "",
) -> str:
    round_ = rounds.find(visit.game, number)
    entry = round_.entry_of(seat) if round_ else None
    found = responses.refusal(form, error)
    return render_template(
        "table/entry/count.html",
        visit=visit,
        number=number,
        seat=seat,
        form=form,
        table_form=table_form,
        rules=sheets.rules_of(visit.game),
        sheet=rendered(visit.game).sheet,
        version=round_forms.version_shown(visit, number, [seat]),
        seen=writes.seen_versions(),
        entry_version=entry.version if entry else 0,
        is_secret=round_forms.is_hidden(visit, round_, seat),
        is_correction=number < visit.game.next_number,
        is_ahead=number > visit.game.next_number,
        asks_nothing=problem == _nothing(seat),
        **found | {"problem": problem or found["problem"]},
    )


def _whole_page(
    visit: access.Visit,
    number: int,
    round_form: entry_forms.RoundForm,
    style: str,
    forms: Mapping[Seat, entry_forms.EntryForm],
    error: errors.ScorecardError | None = None,
    problem: str = "",
) -> str:
    item = error.refusal.item if isinstance(error, errors.RefusedByRules) else ""
    player = error.refusal.player if isinstance(error, errors.RefusedByRules) else ""
    concerned = next((form for seat, form in forms.items() if seat.name == player), None)
    if error and item and concerned is None:
        round_form.show_refusal(item, error.message)
    found = responses.refusal(concerned, error)
    return render_template(
        "table/entry/whole.html",
        visit=visit,
        number=number,
        round_form=round_form,
        game_form=round_form.game_form,
        rules=sheets.rules_of(visit.game),
        style=style,
        styles=[style for style in round_form.game_form.styles if not round_forms.is_tapped(style)],
        seats=round_forms.seats_in(visit, number, round_form.game_form),
        forms=forms,
        sheet=rendered(visit.game).sheet,
        version=round_forms.version_shown(visit, number, list(forms)),
        seen=writes.seen_versions(),
        stale_seat=error.seat if isinstance(error, errors.Stale) else 0,
        **found | {"problem": problem or found["problem"]},
    )


def _nothing(seat: Seat) -> Sentence:
    return say("Nothing is counted yet for %(name)s.", name=seat.name)


def _close_page(visit: access.Visit, number: int, problem: str = "") -> str:
    return render_template(
        "table/rounds/close.html",
        visit=visit,
        number=number,
        missing=rounds.missing_seats(visit.game, rounds.find(visit.game, number)),
        sheet=rendered(visit.game).sheet,
        problem=problem,
    )
