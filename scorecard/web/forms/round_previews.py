"""What a round comes to while it is typed: the piece of a form's page that says so."""

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
from scorecard.services.table import previews
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
    """Return the piece of the page that says what some entries would score, or what is wrong.

    ``forms`` are those in which it was typed, by player, the table's under ``""``. With ``seat``
    only its result is said.
    """
    by_position = {seat.position: entry for seat, entry in entries.items()}
    try:
        preview = previews.of_round(visit.game, number, by_position, table_entry=table_entry)
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
    """Return what is known of each side, or of one seat's: its names, a note, and its points.

    What a phone adds up by itself need not be said again, only what is wrong with it; nor a bid
    that brings nothing yet.
    """
    results = []
    told = preview.row_notes if seat else preview.notes
    if form.is_summed:
        told = {name: told[name] for name in preview.faults}
    for side, names in sheets.fold_of(game).setup.sides.items():
        note = next((told[name] for name in names if name in told), NOTHING)
        points = None if form.is_summed else preview.scores.get(side)
        is_told = points is not None or (note and not form.parts)
        if is_told and (seat is None or seat.name in names):
            results.append((" & ".join(names), note, points))
    return results
