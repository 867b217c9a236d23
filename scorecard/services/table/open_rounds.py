"""The round being counted, as everybody at the table sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scorecard.models import Entry, Game, Round, Seat
from scorecard.rules import RuleWarning, Sheet, core
from scorecard.rules.fold import Fold
from scorecard.rules.typed import fields
from scorecard.rules.words import say
from scorecard.services.scoring import sheets


def of_game(
    game: Game, fold: Fold, round_: Round | None, sheet: Sheet, labels: Mapping[int, str]
) -> dict[str, Any] | None:
    """Return the round being counted: what was typed, what is missing; None when the game is over.

    The counts of a blind game are left out until everybody is in.
    """
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
    return {
        "number": fold.next_number,
        "said": round_.data if round_ else {},
        "anecdote": round_.anecdote if round_ else "",
        "entries": _entries(typed, None if is_hidden else counted, labels, sheet.sides),
        "notes": [] if is_hidden else _notes(counted, position_of),
        "not_in": sheets.rules_of(game).not_in,
        "has_entries": bool(form.styles),
        "missing": [position_of[name] for name in counted.awaited.players],
        "awaits": counted.awaited.table,
        "part": counted.awaited.part,
        "can_close": sheets.rules_of(game).absent_entry is not None,
        "hint": "" if is_hidden else counted.hint,
        "warnings": [warning_json(warning) for warning in counted.warnings],
        "check": None if is_hidden else _check(counted.check(), game),
        "single": _single(form, typed) if form.single else None,
    }


def _notes(counted: core.OpenRound, position_of: Mapping[str, int]) -> list[dict[str, Any]]:
    return [
        {"seat": position_of[name], "note": note, "is_fault": name in counted.faults}
        for name, note in counted.row_notes.items()
    ]


def _single(form: fields.EntryForm, typed: Iterable[tuple[Seat, Entry]]) -> dict[str, Any]:
    holder = next((seat for seat, entry in typed if form.has_single(entry.data)), None)
    return {"key": form.single, "seat": holder.position if holder else None}


def last_check(game: Game, fold: Fold) -> dict[str, Any] | None:
    """Return the check whether the round closed last adds up; None if it has no such check."""
    check = fold.check_of_last
    return _check(check, game) if check and check.sentence else None


def _entries(
    typed: Iterable[tuple[Seat, Entry]],
    counted: core.OpenRound | None,
    labels: Mapping[int, str],
    sides: Mapping[str, tuple[str, ...]],
) -> list[dict[str, Any]]:
    """Return entries and their points; both are None while hidden, without ``counted``."""
    side_of = core.side_of(sides)
    return [
        entry_json(
            seat.position,
            counted.scores.get(side_of[seat.name]) if counted else None,
            entry.data if counted else None,
            entry.device_id,
            entry.entered_at,
            entry.version,
            labels,
        )
        for seat, entry in typed
    ]


def entry_json(
    seat: int,
    points: int | None,
    typed: Any,
    device_id: int,
    at: datetime,
    version: int,
    labels: Mapping[int, str],
) -> dict[str, Any]:
    """Return what was typed for a seat: by which phone, when, and how many points it brought."""
    return {
        "seat": seat,
        "points": points,
        "entry": typed,
        "by": labels.get(device_id, say("another phone")),
        "at": at.isoformat(),
        "version": version,
    }


def _check(check: core.TableCheck | None, game: Game) -> dict[str, Any] | None:
    if check is None:
        return None
    position_of = {seat.name: seat.position for seat in game.seats}
    return {
        "is_complete": check.is_complete,
        "is_by_card": check.is_by_card,
        "sentence": check.sentence,
        "cards": [
            {
                "card": card.card,
                "label": card.label,
                "expected": card.expected,
                "counted": card.counted,
                "by": [
                    {"seat": position_of[name], "count": number} for name, number in card.by.items()
                ],
            }
            for card in check.cards
        ],
    }


def warning_json(warning: RuleWarning) -> dict[str, Any]:
    """Return the code and the message of a warning of the rules."""
    return {"code": warning.code, "message": warning.message}
