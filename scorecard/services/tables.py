"""What everybody at the table sees: one JSON-plain description of a game at one version.

The sheet's page fragment, the API's answer and the event stream are all made from it, and it is
the same for every phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Change, Entry, Game, Round
from scorecard.rules import RuleWarning, Sheet
from scorecard.rules.core import TableCheck
from scorecard.services import changes, games, history, members, rounds, sheets


def present(session: Session, game: Game) -> dict[str, Any]:
    """Return the game as it stands: seats, rounds, the open round, what undo would do.

    In a blind game the entries of the open round are left out until everybody is in.
    """
    sheet = sheets.read(game)
    rules = sheets.rules_of(game)
    memberships = members.everybody(session, game)
    labels = members.labels(memberships)
    seats_of = {
        membership.device_id: [seat.position for seat in membership.seats]
        for membership in memberships
    }
    reach = changes.reach(session, game)
    again = games.rematch_of(session, game)
    last = game.closed_rounds[-1] if game.closed_rounds else None
    last_points = {score.seat_id: score.points for score in last.scores} if last else {}
    turn = games.turn(game)
    initials = _initials(game)
    return {
        "id": game.uid,
        "game": game.rules,
        "name": rules.name,
        "version": game.version,
        "status": sheet.status,
        "is_ended": game.is_ended,
        "reason": sheet.reason,
        "target": sheet.extras.get("target"),
        "options": game.options,
        "is_blind": game.is_blind,
        "started_at": game.started_at.isoformat(),
        "ended_at": game.ended_at.isoformat() if game.ended_at else None,
        "seats": [
            {
                "seat": seat.position,
                "name": seat.name,
                "initial": initials[seat.position],
                "total": seat.total,
                "rank": seat.rank,
                "last": last_points.get(seat.id),
                "left_after": seat.left_after,
                "is_winner": seat.is_winner,
            }
            for seat in game.seats
        ],
        "rounds": [_round(round_, sheet, labels) for round_ in game.closed_rounds],
        "open_round": _open_round(game, sheet, labels),
        "last_check": _last_check(game),
        "warnings": [_warning(warning) for warning in sheet.warnings if warning.round == 0],
        "after_end": list(sheet.after_end),
        "turn": {"seat": turn.position, "does": rules.turn},
        "undo": _step(reach.undo, game, seats_of),
        "redo": _step(reach.redo, game, seats_of),
        "rematch": again.uid if again else None,
    }


def _round(round_: Round, sheet: Sheet, labels: Mapping[int, str]) -> dict[str, Any]:
    scores = sheet.round_scores[round_.number - 1]
    return {
        "number": round_.number,
        "choices": round_.data,
        "is_after_end": round_.number in sheet.after_end,
        "entries": [
            _entry(entry, scores.get(entry.seat.name), labels) for entry in _in_order(round_)
        ],
        "warnings": [
            _warning(warning) for warning in sheet.warnings if warning.round == round_.number
        ],
    }


def _open_round(game: Game, sheet: Sheet, labels: Mapping[int, str]) -> dict[str, Any] | None:
    if game.is_ended or sheet.status != "in_progress":
        return None
    round_ = game.open_round
    missing = rounds.missing_seats(game, round_)
    is_hidden = rounds.is_hidden(game, round_)
    seen = sheet.open_round
    form = sheets.form_of(game)
    entries = _in_order(round_) if round_ else []
    holder = next((entry for entry in entries if rounds.holds(entry.data, form)), None)
    return {
        "number": game.next_number,
        "choices": round_.data if round_ else {},
        "entries": [
            _entry(entry, None, labels) | {"entry": None}
            if is_hidden
            else _entry(entry, seen.scores.get(entry.seat.name) if seen else None, labels)
            for entry in entries
        ],
        "missing": [seat.position for seat in missing],
        "warnings": [_warning(warning) for warning in seen.warnings] if seen else [],
        "check": _check(seen.check, game) if seen and seen.check and not is_hidden else None,
        "single": {"key": form.single, "seat": holder.seat.position if holder else None}
        if form.single
        else None,
    }


def _last_check(game: Game) -> dict[str, Any] | None:
    """Say whether the round closed last added up; None where nothing can be said of it."""
    check = sheets.check_of_last(game)
    return _check(check, game) if check and check.sentence else None


def _initials(game: Game) -> dict[int, str]:
    """Return a letter or two for each seat, by which players can be told apart without colour."""
    short = {seat.position: seat.name[:1].upper() for seat in game.seats}
    taken = list(short.values())
    return {
        seat.position: short[seat.position]
        if taken.count(short[seat.position]) == 1
        else (seat.name[:1] + seat.name.replace(" ", "")[-1:]).capitalize()
        for seat in game.seats
    }


def _in_order(round_: Round) -> list[Entry]:
    return sorted(round_.entries, key=lambda entry: entry.seat.position)


def _entry(entry: Entry, points: int | None, labels: Mapping[int, str]) -> dict[str, Any]:
    return {
        "seat": entry.seat.position,
        "points": points,
        "entry": entry.data,
        "by": labels.get(entry.device_id, "another phone"),
        "at": entry.entered_at.isoformat(),
        "version": entry.version,
    }


def _check(check: TableCheck, game: Game) -> dict[str, Any]:
    position_of = {seat.name: seat.position for seat in game.seats}
    return {
        "is_complete": check.is_complete,
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


def _step(
    change: Change | None, game: Game, seats_of: Mapping[int, list[int]]
) -> dict[str, Any] | None:
    if change is None:
        return None
    return {
        "label": history.sentence(change, game),
        "seats": seats_of.get(change.device_id, []),
    }


def _warning(warning: RuleWarning) -> dict[str, Any]:
    return {"code": warning.code, "message": warning.message}
