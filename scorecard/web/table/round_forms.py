"""The forms of a round, and their pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import render_template, request

from scorecard import errors
from scorecard.models import Game, Round, Seat
from scorecard.rules.typed import fields
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say
from scorecard.services.scoring import sheets
from scorecard.services.table import entering, games, rounds
from scorecard.web.forms import entry_forms, typed_fields, typed_forms
from scorecard.web.http import access
from scorecard.web.live.sheets import rendered
from scorecard.web.pages import responses
from scorecard.web.write import writes

MOST_NAMED = 3
"""Fields with errors that the bar names, at most."""


def seats_in(visit: access.Visit, number: int, form: fields.EntryForm) -> list[Seat]:
    """Return the seats with an entry in a round that this phone counts for."""
    return [
        seat
        for seat in visit.game.seats
        if seat.name in form.players and seat.plays(number) and visit.may_count_for(seat.position)
    ]


def entry_form(
    game_form: fields.EntryForm, typed: Any = None, seat: Seat | None = None
) -> entry_forms.EntryForm:
    """Return the form of one entry; with a seat, its number is the prefix of the names."""
    prefix = f"s{seat.position}-" if seat else ""
    return entry_forms.entry_form_class(game_form)(typed, prefix=prefix)


def table_form(
    game_form: fields.EntryForm, round_: Round | None, typed: Any = None
) -> entry_forms.RoundForm | None:
    """Return the form of the table's part for a player's own screen, or None.

    The screen shows it if exactly one way of recording the round has it beside the entries.
    """
    styles = [style for style in game_form.rounds if style.has_entries]
    if len(styles) != 1 or all(field.is_optional for field in styles[0].fields):
        return None
    form = entry_forms.RoundForm(game_form, typed)
    form.way = styles[0].key
    if typed is None:
        form.fill(table_entry_of(round_), styles[0])
    return form


def named_entry(
    table_form: entry_forms.RoundForm | None, form: entry_forms.EntryForm, seat: Seat
) -> Any:
    """Return what the table's form says of a blank seat: Pay Me's caller has no cards left."""
    if table_form is None or not form.is_untouched:
        return None
    for field in table_form.fields_in_use:
        if field.entry_of_named is not None and table_form.typed(field).value() == seat.name:
            return field.entry_of_named
    return None


def emptied(
    round_: Round | None,
    round_form: entry_forms.RoundForm,
    forms: Mapping[Seat, entry_forms.EntryForm],
) -> dict[Seat, Any]:
    """Return entries in place of stored ones that this phone has seen and now leaves blank.

    Only where that is an answer: an entry may be empty, or the table's part says what it is.
    """
    if round_ is None or not round_form.style_in_use.has_entries:
        return {}
    entries = {}
    for seat, form in forms.items():
        stored = round_.entry_of(seat)
        if not form.is_untouched or stored is None or stored.version > writes.form_version():
            continue
        implied = named_entry(round_form, form, seat)
        if implied is not None or form.may_be_empty:
            entries[seat] = form.entry() if implied is None else implied
    return entries


def table_entry_beside(
    visit: access.Visit, number: int, table_form: entry_forms.RoundForm | None
) -> dict[str, Any] | None:
    """Return the table's part after a player's own screen; None if that leaves it unchanged."""
    typed = table_form.table_entry() if table_form else {}
    return {**table_entry_of(visit.game.round(number)), **typed} if typed else None


def usual_style(form: fields.EntryForm, game: Game, number: int) -> str:
    """Return the style of the game's latest entries; before any, best one number for each."""
    typed = [style for style in form.styles if not is_tapped(style)]
    fitting = [style.key for style in sorted(typed, key=lambda style: not is_one_number(style))]
    for round_ in reversed([round_ for round_ in game.rounds if round_.number <= number]):
        for entry in round_.entries:
            used = entry_form(form)
            used.fill(entry.data)
            if used.style_in_use.key in fitting:
                return used.style_in_use.key
    return fitting[0] if fitting else ""


def usual_way(form: fields.EntryForm, game: Game, number: int) -> fields.RoundStyle | None:
    """Return the way in which a round was recorded, or the latest one before it."""
    for round_ in reversed([round_ for round_ in game.rounds if round_.number <= number]):
        if entry := table_entry_of(round_):
            return rounds.round_style(form, entry)
    return None


def is_tapped(style: fields.Style) -> bool:
    """Whether a style is counted card by card, which takes a screen of its own."""
    return style.fields[0].kind == "count"


def is_one_number(style: fields.Style) -> bool:
    """Whether a style is one number, which fits into its player's row."""
    asked = [field for field in style.fields if not field.asked_if]
    return len(asked) == 1 and asked[0].kind in fields.NUMBERS


def standing_round(visit: access.Visit, number: int) -> entry_forms.RoundForm:
    """Return the form of the table's part, with the stored values, else the usual ones."""
    game_form, round_ = sheets.form_of(visit.game, number), visit.game.round(number)
    form = entry_forms.RoundForm(game_form)
    data = sheets.round_data(visit.game, round_) if round_ else {}
    turn = games.turn(visit.game).name if number == visit.game.next_number else ""
    form.fill(data, usual_way(game_form, visit.game, number), turn)
    return form


def standing_entry(
    visit: access.Visit, round_: Round | None, seat: Seat, game_form: fields.EntryForm
) -> entry_forms.EntryForm:
    """Return a seat's form in the whole round: its entry unless hidden, else the usual one."""
    form = entry_form(game_form, seat=seat)
    entry = round_.entry_of(seat) if round_ else None
    if entry and not is_hidden(visit, round_, seat):
        form.fill(entry.data)
    elif not entry and seat.name in game_form.usual:
        form.propose(game_form.usual[seat.name])
    return form


def typed_whole(
    visit: access.Visit, number: int
) -> tuple[entry_forms.RoundForm, str, dict[Seat, entry_forms.EntryForm]]:
    """Return the forms that were sent for a round: the table's, the style, and the seats'.

    Parts that the user left to others, after a collision, have the stored values, and so have rows
    that came back as they were shown.
    """
    game_form = sheets.form_of(visit.game, number)
    kept = writes.kept_seats()
    round_form = (
        standing_round(visit, number)
        if 0 in kept
        else entry_forms.RoundForm(game_form, request.form)
    )
    style = request.form.get("style", "")
    forms = {}
    round_ = visit.game.round(number)
    for seat in seats_in(visit, number, game_form):
        is_kept = seat.position in kept
        form = entry_form(game_form, request.form, seat)
        form.way = style
        if is_kept or _is_as_shown(form, seat):
            form = standing_entry(visit, round_, seat, game_form)
            form.way = style
        is_sent = not (is_kept or form.is_untouched)
        if is_sent or is_typed_in(visit, round_, seat, game_form, style):
            forms[seat] = form
    return round_form, style, forms


def _is_as_shown(form: entry_forms.EntryForm, seat: Seat) -> bool:
    is_whole = not form.is_untouched and not form.blanks()
    return is_whole and f"{seat.position}-{form.print}" in request.form.getlist("shown")


def _shown(forms: Mapping[Seat, entry_forms.EntryForm], stale: int) -> list[str]:
    """Return the prints of stored entries as shown; a form that came back keeps its own."""
    if request.method == "POST":
        return [one for one in request.form.getlist("shown") if not one.startswith(f"{stale}-")]
    stored = [seat for seat in forms if not (forms[seat].is_untouched or forms[seat].is_proposed)]
    return [f"{seat.position}-{forms[seat].print}" for seat in stored]


def is_typed_in(
    visit: access.Visit, round_: Round | None, seat: Seat, form: fields.EntryForm, style: str
) -> bool:
    """Whether a seat has no entry, one in this style, or a hidden one."""
    entry = round_.entry_of(seat) if round_ else None
    if entry is None or is_hidden(visit, round_, seat):
        return True
    used = entry_form(form)
    used.fill(entry.data)
    return used.style_in_use.key == style


def is_bidding(visit: access.Visit, number: int, form: fields.EntryForm) -> bool:
    """Whether a round waits for bids: then fields known only after the play are folded away."""
    if not form.parts or number < visit.game.next_number:
        return False
    open_round = rendered(visit.game).sheet.open_round
    return number > visit.game.next_number or bool(open_round and open_round.part == 0)


def table_entry_of(round_: Round | None) -> dict[str, Any]:
    """Return the table's part of a round, {} for one that is not begun."""
    return round_.data if round_ else {}


def is_hidden(visit: access.Visit, round_: Round | None, seat: Seat) -> bool:
    """Whether this phone must not see a seat's entry, because the round is counted in secret."""
    entry = round_.entry_of(seat) if round_ else None
    if entry is None or not entering.is_hidden(visit.game, round_):
        return False
    # A phone that claims the seat only now must not see what another one entered for it.
    return entry.device_id != visit.device.id


def version_shown(visit: access.Visit, number: int, seats: list[Seat]) -> int:
    """Return the version that a form is made against.

    After a refusal it stays the form's; with a hidden entry it is older than that, so that nothing
    unseen is overwritten.
    """
    if request.method == "POST":
        return writes.form_version()
    round_ = visit.game.round(number)
    hidden = [seat for seat in seats if is_hidden(visit, round_, seat)]
    entries = [round_.entry_of(seat) for seat in hidden] if round_ else []
    return min([visit.game.version, *(entry.version - 1 for entry in entries if entry)])


def count_page(
    visit: access.Visit,
    number: int,
    seat: Seat,
    form: entry_forms.EntryForm,
    table_form: entry_forms.RoundForm | None,
    problem: str = "",
) -> str:
    """Return the count screen of one seat, with a refusal or problem where there is one."""
    round_ = visit.game.round(number)
    entry = round_.entry_of(seat) if round_ else None
    error, refusal = responses.refusal(), responses.in_form(form)
    if table_form and isinstance(error, errors.RefusedByRules) and not form.refused:
        table_form.show_refusal(error.refusal.item, error.message)
    note = _note([("", form), ("", table_form)])
    return render_template(
        "table/entry/count.html",
        visit=visit,
        number=number,
        seat=seat,
        form=form,
        table_form=table_form,
        rules=sheets.rules_of(visit.game),
        sheet=rendered(visit.game).sheet,
        version=version_shown(visit, number, [seat]),
        seen=writes.seen_versions(),
        entry_version=entry.version if entry else 0,
        is_secret=is_hidden(visit, round_, seat),
        is_correction=number < visit.game.next_number,
        is_ahead=number > visit.game.next_number,
        asks_nothing=problem == nothing_counted(seat),
        is_bidding=is_bidding(visit, number, form.game_form),
        is_played=form.says_later,
        note=note,
        **refusal | {"problem": problem or ("" if note else refusal["problem"])},
    )


def whole_page(
    visit: access.Visit,
    number: int,
    round_form: entry_forms.RoundForm,
    style: str,
    forms: Mapping[Seat, entry_forms.EntryForm],
) -> str:
    """Return the screen for a whole round, with a refusal beside the entry that it concerns."""
    round_ = visit.game.round(number)
    by_name = {seat.name: form for seat, form in forms.items()}
    error, refusal = responses.refusal(), _refusal_in(round_form, by_name)
    note = _note([("", round_form), *by_name.items()])
    problem = _closing_error(round_form) or ("" if note else refusal["problem"])
    return render_template(
        "table/entry/whole.html",
        visit=visit,
        number=number,
        round_form=round_form,
        game_form=round_form.game_form,
        rules=sheets.rules_of(visit.game),
        style=style,
        styles=[style for style in round_form.game_form.styles if not is_tapped(style)],
        is_one_number=is_one_number,
        is_bidding=is_bidding(visit, number, round_form.game_form),
        is_played=any(form.says_later for form in forms.values()),
        is_style_chosen="style" in request.values or bool(round_ and round_.entries),
        is_how_chosen=bool(request.values or usual_way(round_form.game_form, visit.game, number)),
        seats=seats_in(visit, number, round_form.game_form),
        forms=forms,
        sheet=rendered(visit.game).sheet,
        version=version_shown(visit, number, list(forms)),
        written=_written(round_, list(forms)),
        seen=writes.seen_versions(),
        stale_seat=(stale := error.seat if isinstance(error, errors.Stale) else 0),
        shown=_shown(forms, stale),
        note=note,
        **refusal | {"problem": problem},
    )


def _written(round_: Round | None, seats: list[Seat]) -> int:
    """Return the latest version of the values that a form shows; 0 for none."""
    if round_ is None:
        return 0
    entries = [round_.entry_of(seat) for seat in seats]
    table_version = round_.version if round_.data else 0
    return max([table_version, *(entry.version for entry in entries if entry)])


def _refusal_in(
    round_form: entry_forms.RoundForm,
    by_name: Mapping[str, entry_forms.EntryForm],
) -> dict[str, Any]:
    """Put a refusal beside its field; return the template values for it."""
    error = responses.refusal()
    refusal = error.refusal if isinstance(error, errors.RefusedByRules) else None
    form = by_name.get(refusal.player) if refusal else None
    if refusal and refusal.item and form is None:
        round_form.show_refusal(refusal.item, refusal.message)
    return responses.in_form(form)


def _closing_error(round_form: entry_forms.RoundForm) -> str:
    """Return the error of the choice whose buttons submit the form, "" for none."""
    closing = round_form.closing_choice()
    return closing.errors[0] if closing and closing.errors else ""


def _note(parts: Iterable[tuple[str, typed_forms.TypedForm | None]]) -> Sentence:
    """Return the bar's sentence about fields with errors, NOTHING without any.

    ``parts`` are pairs of a player's name, "" for the table, and a form.
    """
    named = [
        joined([owner, label], ", ") if owner else label
        for owner, form in parts
        if form
        for label in form.refused
    ]
    if not named:
        return NOTHING
    what = joined(named[:MOST_NAMED], " · ")
    if len(named) > MOST_NAMED:
        what = joined([what, "…"])
    if responses.refusal():
        return say("Look again: %(what)s", what=what)
    return say("Missing: %(what)s", what=what)


def opening_said(game: Game) -> dict[str, str]:
    """Return the answer to a round's first question in the query, by the form field's name."""
    field = sheets.form_of(game).opening_field
    name = typed_forms.field_name(field.key) if field else ""
    return {name: request.args[name]} if name in request.args else {}


def missing(blanks: Sequence[typed_fields.Typed]) -> errors.BadInput:
    """Return the refusal of required fields left blank, with the error of the first."""
    return errors.BadInput(quoted(blanks[0].errors[0]), field=blanks[0].name)


def nothing_counted(seat: Seat) -> Sentence:
    """Return the sentence that asks whether a seat really has nothing to count."""
    return say("%(name)s hasn’t counted yet.", name=seat.name)
