"""The round being counted, as everybody at the table sees it, and rounds before they are saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scorecard import errors
from scorecard.models import Game, Seat
from scorecard.rules import Refusal, RuleWarning, Sheet, core
from scorecard.rules.fold import Fold
from scorecard.rules.typed import fields
from scorecard.rules.words import say
from scorecard.services.scoring import sheets
from scorecard.services.scoring.counted_rounds import CountedEntry, CountedRound
from scorecard.services.table import answers, entering, rounds


def of_game(
    game: Game, fold: Fold, round_: CountedRound | None, sheet: Sheet, labels: Mapping[int, str]
) -> answers.OpenRoundAnswer | None:
    """Return the round being counted, None when the game is over; no counts that are secret yet."""
    if game.is_ended or sheet.status != "in_progress":
        return None
    form = fold.form
    counted = sheet.open_round or fold.preview({})
    assert isinstance(counted, core.OpenRound), "nothing was entered that could be refused"
    is_hidden = game.is_blind and bool(counted.awaited)
    seat_of = {seat.id: seat for seat in game.seats}
    position_of = {seat.name: seat.position for seat in game.seats}
    typed = [(seat_of[entry.seat_id], entry) for entry in round_.entries] if round_ else []
    typed.sort(key=lambda pair: pair[0].position)
    return answers.OpenRoundAnswer(
        number=fold.next_number,
        said=round_.data if round_ else {},
        anecdote=round_.anecdote if round_ else "",
        entries=_entries(typed, None if is_hidden else counted, labels, sheet.sides),
        notes=[] if is_hidden else _notes(counted, position_of),
        not_in=sheets.rules_of(game).not_in,
        has_entries=bool(form.styles),
        missing=[position_of[name] for name in counted.awaited.players],
        awaits=counted.awaited.table,
        part=counted.awaited.part,
        can_close=sheets.rules_of(game).absent_entry is not None,
        hint="" if is_hidden else counted.hint,
        warnings=[warning(one) for one in counted.warnings],
        check=None if is_hidden else _check(counted.check(), game),
        single=_single(form, form.single, typed) if form.single else None,
    )


def _notes(counted: core.OpenRound, position_of: Mapping[str, int]) -> list[answers.RowNote]:
    return [
        answers.RowNote(seat=position_of[name], note=note, is_fault=name in counted.faults)
        for name, note in counted.row_notes.items()
    ]


def _single(
    form: fields.EntryForm, key: str, typed: Iterable[tuple[Seat, CountedEntry]]
) -> answers.SingleCardAnswer:
    holder = next((seat for seat, entry in typed if form.has_single(entry.data)), None)
    return answers.SingleCardAnswer(key=key, seat=holder.position if holder else None)


def last_check(game: Game, fold: Fold) -> answers.DeckCheckAnswer | None:
    """Return the check whether the round closed last adds up; None if it has no such check."""
    check = fold.check_of_last
    return _check(check, game) if check and check.sentence else None


def _entries(
    typed: Iterable[tuple[Seat, CountedEntry]],
    counted: core.OpenRound | None,
    labels: Mapping[int, str],
    sides: Mapping[str, tuple[str, ...]],
) -> list[answers.EntryAnswer]:
    """Return entries and their points; both are None while hidden, without ``counted``."""
    side_of = core.side_of(sides)
    return [
        entry(
            seat.position,
            counted.scores.get(side_of[seat.name]) if counted else None,
            stored.data if counted else None,
            stored.device_id,
            stored.entered_at,
            stored.version,
            labels,
        )
        for seat, stored in typed
    ]


def entry(
    seat: int,
    points: int | None,
    typed: Any,
    device_id: int,
    at: datetime,
    version: int,
    labels: Mapping[int, str],
) -> answers.EntryAnswer:
    """Return what was typed for a seat: by which phone, when, and how many points it brought."""
    return answers.EntryAnswer(
        seat=seat,
        points=points,
        entry=typed,
        by=labels.get(device_id, say("another phone")),
        at=at.isoformat(),
        version=version,
    )


def _check(check: core.TableCheck | None, game: Game) -> answers.DeckCheckAnswer | None:
    if check is None:
        return None
    position_of = {seat.name: seat.position for seat in game.seats}
    return answers.DeckCheckAnswer(
        is_complete=check.is_complete,
        is_by_card=check.is_by_card,
        sentence=check.sentence,
        cards=[
            answers.CheckedCardAnswer(
                card=card.card,
                label=card.label,
                expected=card.expected,
                counted=card.counted,
                by=[
                    answers.CountedBy(seat=position_of[name], count=number)
                    for name, number in card.by.items()
                ],
            )
            for card in check.cards
        ],
    )


def warning(one: RuleWarning) -> answers.WarningAnswer:
    """Return the code and the message of a warning of the rules."""
    return answers.WarningAnswer(code=one.code, message=one.message)


def preview(
    game: Game,
    number: int,
    entries: entering.Entries,
    *,
    table_entry: Mapping[str, Any] | None = None,
) -> core.OpenRound:
    """Return what the rules make of a round with these entries, by seat, over those it has.

    ``table_entry``, where given, replaces the one for the whole table. What others have counted in
    secret is left out. Raises :class:`RefusedByRules` for what is not legal.
    """
    rounds.refuse_unknown(game, number)
    entering.refuse_misplaced(game, entries, table_entry)
    typed = {entering.seat_at(game, position).name: entry for position, entry in entries.items()}
    round_ = game.round(number)
    whole = table_entry if table_entry is not None else round_.data if round_ else {}
    style = rounds.round_style(sheets.form_of(game, number), whole)
    entered = {}
    if round_ and not entering.is_hidden(game, round_) and (style is None or style.has_entries):
        entered = {entry.seat.name: entry.data for entry in round_.entries}
    typed = entered | typed
    data = {**whole, sheets.rules_of(game).entries_key: typed} if typed else dict(whole)
    counted = sheets.preview_round(game, number, data)
    if isinstance(counted, Refusal):
        raise errors.RefusedByRules(counted)
    return counted
