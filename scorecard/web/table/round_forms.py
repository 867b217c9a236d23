"""What is typed for a round, as forms: for which seats, in which way, and what stays hidden."""

from __future__ import annotations

from typing import Any

from flask import request

from scorecard.models import Game, Round, Seat
from scorecard.rules.typed import fields
from scorecard.services.scoring import sheets
from scorecard.services.table import entering, rounds
from scorecard.web.forms import entry_forms
from scorecard.web.http import access
from scorecard.web.write import writes


def seats_in(visit: access.Visit, number: int, form: fields.EntryForm) -> list[Seat]:
    """Return the seats that enter a part of a round, as far as this phone counts for them."""
    return [
        seat
        for seat in visit.game.seats
        if seat.name in form.players
        and (seat.left_after is None or number <= seat.left_after)
        and visit.may_count_for(seat.position)
    ]


def entry_form(
    game_form: fields.EntryForm, typed: Any = None, seat: Seat | None = None
) -> entry_forms.EntryForm:
    """Return the form of one entry; its fields carry the seat's number where there are several."""
    prefix = f"s{seat.position}-" if seat else ""
    return entry_forms.entry_form_class(game_form)(typed, prefix=prefix)


def table_form(
    game_form: fields.EntryForm, round_: Round | None, typed: Any = None
) -> entry_forms.RoundForm | None:
    """Return the table's part as far as it belongs on a player's own screen.

    That is where one way of recording the round asks it beside everybody's entries.
    """
    styles = [style for style in game_form.rounds if style.has_entries]
    if len(styles) != 1 or all(field.is_optional for field in styles[0].fields):
        return None
    form = entry_forms.round_form_class(game_form)(typed)
    form["how"].data = styles[0].key
    if typed is None:
        form.fill(table_entry_of(round_), styles[0])
    return form


def usual_style(form: fields.EntryForm, game: Game, number: int) -> str:
    """Return the way to type entries that this game's last round was typed in, if it fits here."""
    fitting = [style.key for style in form.styles if not is_tapped(style)]
    for round_ in reversed([round_ for round_ in game.rounds if round_.number <= number]):
        for entry in round_.entries:
            used = entry_form(form)
            used.fill(entry.data)
            if used.style_in_use.key in fitting:
                return used.style_in_use.key
    return fitting[0] if fitting else ""


def is_tapped(style: fields.Style) -> bool:
    """Whether a style is tapped card by card, which takes a screen of its own."""
    return style.fields[0].kind == "count"


def typed_whole(
    visit: access.Visit, number: int
) -> tuple[entry_forms.RoundForm, str, dict[Seat, entry_forms.EntryForm]]:
    """Return what was sent for a round: the table's part, the way to type, and the entries."""
    game_form = sheets.form_of(visit.game, number)
    round_form = entry_forms.round_form_class(game_form)(request.form)
    style = request.form.get("style", "")
    forms = {}
    for seat in seats_in(visit, number, game_form):
        form = entry_form(game_form, request.form, seat)
        if form["style"].data == style:
            forms[seat] = form
    return round_form, style, forms


def table_entry_of(round_: Round | None) -> dict[str, Any]:
    """Return what was typed about a whole round; nothing of a round that is not begun."""
    return round_.data if round_ else {}


def is_hidden(visit: access.Visit, round_: Round | None, seat: Seat) -> bool:
    """Whether this phone must not see a seat's count, because the round is counted in secret."""
    entry = round_.entry_of(seat) if round_ else None
    if entry is None or not entering.is_hidden(visit.game, round_):
        return False
    # Whoever says "this is me" only now shall not see what the seat's own phone counted.
    return entry.device_id != visit.device.id


def version_shown(visit: access.Visit, number: int, seats: list[Seat]) -> int:
    """Return the version a page is made against.

    After a refusal it stays the one that was typed against, and where a count is not shown,
    because it is secret, it is older than that count: so nothing unseen is overwritten.
    """
    if request.method == "POST":
        return writes.form_version()
    round_ = rounds.find(visit.game, number)
    hidden = [seat for seat in seats if is_hidden(visit, round_, seat)]
    entries = [round_.entry_of(seat) for seat in hidden] if round_ else []
    return min([visit.game.version, *(entry.version - 1 for entry in entries if entry)])
