"""The preview of a round's scores while its form is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template

from scorecard import errors
from scorecard.models import Game, Seat
from scorecard.rules import Refusal, core
from scorecard.rules.typed import fields
from scorecard.rules.words import NOTHING, Sentence
from scorecard.services.scoring import sheets
from scorecard.services.table import open_rounds
from scorecard.web.forms import typed_forms
from scorecard.web.http import access


def page(
    visit: access.Visit,
    number: int,
    entries: Mapping[Seat, Any],
    forms: Mapping[str, typed_forms.TypedForm | None],
    *,
    table_entry: Mapping[str, Any] | None = None,
    seat: Seat | None = None,
) -> str:
    """Return the preview of some entries as HTML: their scores, or a refusal.

    ``forms`` are the forms by player, the table's under ``""``. With ``seat`` only that result is
    shown.
    """
    by_position = {seat.position: entry for seat, entry in entries.items()}
    try:
        preview = open_rounds.preview(visit.game, number, by_position, table_entry=table_entry)
    except errors.RefusedByRules as error:
        return render_template(
            "table/entry/_preview.html",
            problem=error.message,
            fields=_refused_fields(forms, error.refusal),
            player=error.refusal.player,
        )
    form, rules = sheets.form_of(visit.game, number), sheets.rules_of(visit.game)
    return render_template(
        "table/entry/_preview.html",
        preview=preview,
        results=_results(visit.game, form, preview, seat),
        best=rules.best,
        is_money=rules.is_money,
    )


def _refused_fields(
    forms: Mapping[str, typed_forms.TypedForm | None], refusal: Refusal
) -> list[str]:
    """Return the names of the form's fields that a refusal is about."""
    for form in (forms.get(refusal.player), forms.get("")):
        if form and form.show_refusal(refusal.item, refusal.message):
            typed = [form.typed(field) for field in form.fields_in_use]
            return [one.name for one in typed if one.errors]
    return []


def _results(
    game: Game, form: fields.EntryForm, preview: core.OpenRound, seat: Seat | None
) -> list[tuple[str, Sentence, int | None]]:
    """Return each side's names, note and points, or only those of one seat's side.

    Left out are sums, which the phone adds up itself, unless they have a fault; and bids without
    points.
    """
    results = []
    notes = preview.row_notes if seat else preview.notes
    if form.is_summed:
        notes = {name: notes[name] for name in preview.faults}
    for side, names in sheets.fold_of(game).setup.sides.items():
        note = next((notes[name] for name in names if name in notes), NOTHING)
        points = None if form.is_summed else preview.scores.get(side)
        is_shown = points is not None or (note and not form.parts)
        if is_shown and (seat is None or seat.name in names):
            results.append((" & ".join(names), note, points))
    return results
