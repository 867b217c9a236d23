"""Counting: a seat's count, the whole round at once, and closing it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Annotated, Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Game, Round, Seat
from scorecard.rules import Refusal
from scorecard.rules.words import say
from scorecard.services.groups import access as devices
from scorecard.services.history import changes
from scorecard.services.limits.locking import Hold
from scorecard.services.scoring import sheets
from scorecard.services.table import entering, rounds, tables
from scorecard.web.forms import entry_forms, parts, round_previews
from scorecard.web.http import access, refusals
from scorecard.web.live.sheets import ROUNDS_SHOWN, rendered
from scorecard.web.pages import responses, views
from scorecard.web.table import counting_ways, round_forms
from scorecard.web.write import writes

blueprint = views.Views("rounds", __name__)
PREFIX = "/games/<uid:game_uid>/rounds/<int:number>"


@blueprint.game_page("/games/<uid:game_uid>/count", "player")
def count_next(visit: access.Visit) -> ResponseReturnValue:
    """Go to this phone's next count: the whole round, its own seats, a scorekeeper's also others.

    ``by`` asks for one of them, which is remembered, or for the next player this once.
    """
    asked = request.args.get("by", "")
    return counting_ways.remember(redirect(_next_url(visit, asked)), asked)


def _next_url(visit: access.Visit, asked: str) -> str:
    game = visit.game
    if game.is_ended or game.status == "finished":
        return url_for("games.table", game_uid=game.uid)
    if not sheets.form_of(game).styles or counting_ways.is_whole(visit, asked):
        return _whole_url(game)
    missing = rounds.missing_seats(game, game.open_round)
    own, counts_for, _is_sole = devices.counts_for(visit.session, game, visit.membership)
    mine = sorted(
        (seat for seat in missing if seat.position in counts_for),
        key=lambda seat: counts_for.index(seat.position),
    )
    if not mine and visit.is_keeper and (asked or not own):
        mine = list(missing)
    mine += [seat for seat in rounds.asked_seats(game, missing) if seat.position in own]
    if missing and mine:
        number, position = game.next_number, mine[0].position
        return url_for("rounds.count", game_uid=game.uid, number=number, position=position)
    is_in = any(seat.position in own and seat.left_after is None for seat in game.seats)
    if not is_in and not visit.is_keeper:
        return url_for("seats.who", game_uid=game.uid)
    return _whole_url(game)


@blueprint.game_page("/games/<uid:game_uid>/count-all", "player")
def count_all_next(visit: access.Visit) -> ResponseReturnValue:
    """Go where the whole round being counted is entered at once, with what was said already."""
    return redirect(_whole_url(visit.game, round_forms.opening_said(visit.game)))


@blueprint.game_page(f"{PREFIX}/seats/<int:position>", "player")
def count(visit: access.Visit, number: int, position: int) -> ResponseReturnValue:
    """Show the count screen of one seat, for the round being counted, a past or a coming one."""
    seat = _seat(visit, position)
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    form = round_forms.entry_form(sheets.form_of(visit.game, number))
    entry = round_.entry_of(seat) if round_ else None
    if entry and not round_forms.is_hidden(visit, round_, seat):
        form.fill(entry.data)
    return round_forms.count_page(
        visit, number, seat, form, round_forms.table_form(form.game_form, round_)
    )


@blueprint.post(f"{PREFIX}/seats/<int:position>")
@access.needs("player", Hold.SHARE)
def enter(visit: access.Visit, number: int, position: int) -> ResponseReturnValue:
    """Save one seat's count."""
    write = writes.this_write(visit.device, writes.form_version())
    if writes.done_before(write):
        # First, because the round may have been undone since.
        return redirect(_after_count(visit, number), 303)
    seat = _seat(visit, position)
    rounds.refuse_unknown(visit.game, number, ahead=sheets.MOST_AHEAD)
    form = round_forms.entry_form(sheets.form_of(visit.game, number), request.form)
    kept = writes.kept_seats()
    table_form = (
        round_forms.table_form(form.game_form, visit.game.round(number))
        if 0 in kept
        else round_forms.table_form(form.game_form, None, request.form)
    )
    entry = round_forms.named_entry(table_form, form, seat)
    page = partial(round_forms.count_page, visit, number, seat, form, table_form)
    is_typed = entry is None and position not in kept
    if is_typed and (blanks := form.blanks()):
        return refusals.refused(page(), round_forms.missing(blanks))
    is_silent = form.is_untouched and not form.may_be_empty
    if is_typed and is_silent and "nothing" not in request.form:
        silence = round_forms.nothing_counted(seat)
        return refusals.refused(page(problem=silence), errors.BadInput(silence))
    return views.write_once(
        write,
        _enter(
            visit,
            write,
            number,
            {position: form.entry() if is_typed else entry},
            round_forms.table_entry_beside(visit, number, table_form),
        ),
        then=lambda _done, _made: _after_count(visit, number),
        again=page,
    )


def _enter(
    visit: access.Visit,
    write: changes.Write,
    number: int,
    entries: entering.Entries,
    table_entry: Mapping[str, Any] | None,
) -> Callable[[], None]:
    """Return the action that enters a round, without the parts that the user left to others."""
    kept = writes.kept_seats()
    mine = {position: entry for position, entry in entries.items() if position not in kept}
    table_entry = None if 0 in kept else table_entry
    if kept and not mine and table_entry is None:
        return lambda: None
    return lambda: rounds.enter(
        visit.session,
        visit.game,
        write,
        number,
        mine,
        table_entry=table_entry,
        is_confirmed="confirmed" in request.form,
    )


@blueprint.post(f"{PREFIX}/seats/<int:position>/preview")
@access.needs("player", Hold.SHARE)
def preview_count(visit: access.Visit, number: int, position: int) -> ResponseReturnValue:
    """Say what a seat's count would be, saving nothing."""
    seat = _seat(visit, position)
    rounds.refuse_unknown(visit.game, number)
    form = round_forms.entry_form(sheets.form_of(visit.game, number), request.form)
    table_form = round_forms.table_form(form.game_form, None, request.form)
    entry = round_forms.named_entry(table_form, form, seat)
    if entry is None and (form.is_untouched or form.blanks()):
        return render_template("table/entry/_preview.html", preview=None, problem="")
    return round_previews.page(
        visit,
        number,
        {seat: form.entry() if entry is None else entry},
        {seat.name: form, "": table_form},
        table_entry=round_forms.table_entry_beside(visit, number, table_form),
        seat=seat,
    )


@blueprint.game_page(f"{PREFIX}/all", "player")
def whole(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Show one screen for the whole round: the table's part, and the entries this phone may make.

    Who was counted in another style than the one it begins with is only named.
    """
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    game_form = sheets.form_of(visit.game, number)
    round_form = round_forms.standing_round(visit, number)
    round_form.open_with(request.args)
    if how := request.args.get("how"):
        round_form.way = how
    forms = {}
    style = request.args.get("style") or round_forms.usual_style(game_form, visit.game, number)
    for seat in round_forms.seats_in(visit, number, game_form):
        if round_forms.is_typed_in(visit, round_, seat, game_form, style):
            forms[seat] = round_forms.standing_entry(visit, round_, seat, game_form)
            forms[seat].way = style
    return round_forms.whole_page(visit, number, round_form, style, forms)


@blueprint.post(f"{PREFIX}/all")
@access.needs("player", Hold.SHARE)
def enter_whole(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Save the whole round, or what is known of it; a blank that is no answer changes nothing."""
    write = writes.this_write(visit.device, writes.form_version())
    if writes.done_before(write):
        return redirect(url_for("games.table", game_uid=visit.uid), 303)
    round_ = _round(visit, number, ahead=sheets.MOST_AHEAD)
    round_form, style, forms = round_forms.typed_whole(visit, number)
    page = partial(round_forms.whole_page, visit, number, round_form, style, forms)
    counted = _counted(round_, round_form, forms)
    # All forms, because each puts errors beside its fields.
    sent = counted.values() if round_form.style_in_use.has_entries else [round_form]
    if blanks := [blank for form in sent for blank in form.blanks()]:
        return refusals.refused(page(), round_forms.missing(blanks))
    table_entry = round_form.table_entry()
    emptied = round_forms.emptied(round_, round_form, forms)
    entries = emptied | {seat: form.entry() for seat, form in counted.items()}
    by_seat = {seat.position: entry for seat, entry in entries.items()}
    is_said = bool(table_entry or round_forms.table_entry_of(round_))
    return views.write_once(
        write,
        _enter(visit, write, number, by_seat, table_entry if is_said else None),
        then="games.table",
        again=page,
    )


@blueprint.post(f"{PREFIX}/preview")
@access.needs("player", Hold.SHARE)
def preview_whole(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Say what a round would be, saving nothing."""
    rounds.refuse_unknown(visit.game, number)
    round_form, _style, forms = round_forms.typed_whole(visit, number)
    # Unfinished forms are left out.
    entries = round_forms.emptied(visit.game.round(number), round_form, forms) | {
        seat: form.entry()
        for seat, form in forms.items()
        if round_form.style_in_use.has_entries and not form.is_untouched and not form.blanks()
    }
    return round_previews.page(
        visit,
        number,
        entries,
        {"": round_form, **{seat.name: form for seat, form in forms.items()}},
        # An empty log, too, has a preview: who begins.
        table_entry=round_form.blank_logs() | round_form.table_entry(),
    )


def _counted(
    round_: Round | None,
    round_form: entry_forms.RoundForm,
    forms: Mapping[Seat, entry_forms.EntryForm],
) -> dict[Seat, entry_forms.EntryForm]:
    """Return the seats' forms that are entered with the whole round, if it has entries.

    Those are the ones with a value, unless they are left to others; beside them blank ones without
    a stored entry, if blank means 0.
    """
    if not round_form.style_in_use.has_entries:
        return {}
    kept = writes.kept_seats()
    forms = {seat: form for seat, form in forms.items() if seat.position not in kept}
    touched = {seat: form for seat, form in forms.items() if not form.is_untouched}
    if not touched or not round_form.game_form.is_blank_zero:
        return touched
    blank = {
        seat: form
        for seat, form in forms.items()
        if form.may_be_empty and not (round_ and round_.entry_of(seat))
    }
    return {**blank, **touched}


@blueprint.game_page(PREFIX, "spectator")
def detail(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Show what was typed for a round, or for one ``seat`` of it, and let it be corrected."""
    round_ = _round(visit, number)
    current = rendered(visit.game)
    played = tables.rounds_played(visit.session, current.view, number)
    shown = played[0] if played else current.sheet.open_round
    preview = sheets.preview_round(
        visit.game, number, sheets.round_data(visit.game, round_) if round_ else {}
    )
    is_secret = entering.is_hidden(visit.game, round_)
    rules = sheets.rules_of(visit.game)
    return render_template(
        "table/rounds/detail.html",
        is_secret=is_secret,
        preview=None if is_secret or isinstance(preview, Refusal) else preview,
        visit=visit,
        number=number,
        seat=writes.number_asked("seat"),
        shown=shown,
        told=round_.anecdote if round_ else None,
        game_form=sheets.form_of(visit.game, number),
        in_story=rules.in_story,
        words_of_entries=rules.entry_words,
        sheet=current.sheet,
    )


@blueprint.game_page("/games/<uid:game_uid>/rounds", "spectator")
def earlier(visit: access.Visit) -> ResponseReturnValue:
    """Show the rounds before the one that is asked for, the latest first."""
    view = rendered(visit.game).view
    before = writes.number_asked("before") or view.played + 1
    return render_template(
        "table/rounds/earlier.html",
        sheet=view.game,
        played=view.played,
        rounds=view.scores(before, ROUNDS_SHOWN),
    )


@blueprint.game_page(f"{PREFIX}/close", "keeper")
def close_page(visit: access.Visit, number: int) -> ResponseReturnValue:
    """Say who is missing before a round is closed without them."""
    round_ = _round(visit, number)
    if round_ is None or round_.is_closed:
        return redirect(url_for("games.table", game_uid=visit.game.uid))
    return _close_page(visit, number)


def _close_page(visit: access.Visit, number: int) -> str:
    if responses.refusal() and not (visit.is_keeper and "zero" in request.form):
        return responses.table_page(visit)
    return responses.page(
        "table/rounds/close.html",
        number=number,
        missing=rounds.missing_seats(visit.game, visit.game.round(number)),
    )


ZeroFor = Annotated[Collection[int], lambda _name: set(writes.typed_positions("zero"))]


@blueprint.game_form(f"{PREFIX}/close", "player", again=_close_page, hold=Hold.SHARE)
def close_round(
    visit: access.Visit,
    write: changes.Write,
    number: int,
    zero_for: ZeroFor,
    *,
    is_confirmed: parts.IsConfirmed,
) -> None:
    """Close the round being counted: with 0 for who is missing, or in spite of warnings."""
    if zero_for and not visit.is_keeper:
        raise errors.NotAllowed(
            say("Only the scorekeeper can score while somebody is still counting.")
        )
    rounds.close(
        visit.session, visit.game, write, number, zero_for=zero_for, is_confirmed=is_confirmed
    )


def _seat(visit: access.Visit, position: int) -> Seat:
    """Return a seat that this phone may count for; refuse any other."""
    seat = entering.seat_at(visit.game, position)
    if not visit.may_count_for(position):
        raise errors.NotAllowed(
            say(
                "This phone does not count for %(name)s. The scorekeeper can, or say under "
                "“Who are you?” that you are %(name)s.",
                name=seat.name,
            )
        )
    if not sheets.rules_of(visit.game).entries_key:
        abort(404, say("In this game, you enter everything at once."))
    return seat


def _round(visit: access.Visit, number: int, *, ahead: int = 0) -> Round | None:
    """Return a round of the game, None for one that is not begun; refuse an unknown one.

    Up to ``ahead`` rounds after the next one are known: a phone without network shows their forms.
    """
    rounds.refuse_unknown(visit.game, number, ahead=ahead)
    return visit.game.round(number)


def _whole_url(game: Game, said: Mapping[str, str] | None = None) -> str:
    values: dict[str, Any] = {"game_uid": game.uid, "number": game.next_number, **(said or {})}
    return url_for("rounds.whole", **values)


def _after_count(visit: access.Visit, number: int) -> str:
    """Return the address after a count: that of the next one if asked for, else the table's."""
    if "next" in request.form and number == visit.game.next_number:
        return url_for("rounds.count_next", game_uid=visit.uid, by=counting_ways.NEXT)
    return url_for("games.table", game_uid=visit.uid)
