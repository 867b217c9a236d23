"""What everybody at the table sees: one JSON-plain description of a game at one version.

The sheet's page fragment, the API's answer and the event stream are all made from it, and it is
the same for every phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Change, Entry, Game, Round
from scorecard.rules import RuleWarning, Sheet
from scorecard.rules.awards import read_scheme
from scorecard.rules.core import OpenRound, TableCheck
from scorecard.services import (
    changes,
    games,
    history,
    members,
    prospects,
    rounds,
    seasons,
    settling,
    sheets,
    standings,
)
from scorecard.services.badges import badges as badges_of


def present(session: Session, game: Game) -> dict[str, Any]:
    """Return the game as it stands: sides, seats, rounds, the open round, what undo would do.

    In a blind game the entries of the open round are left out until everybody is in.
    """
    sheet = sheets.read(game)
    rules = sheets.rules_of(game)
    memberships = members.everybody(session, game)
    labels = members.labels(memberships)
    seats_of = members.seats_of(memberships)
    reach = changes.reach(session, game)
    again = games.rematch_of(session, game)
    turn = games.turn(game, sheet)
    badges = badges_of(game)
    side_of = {name: side for side, names in sheet.sides.items() for name in names}
    last = _last_scores(sheet)
    return {
        "id": game.uid,
        "game": game.rules,
        "name": rules.name,
        "version": game.version,
        "status": sheet.status,
        "is_ended": game.is_ended,
        "reason": sheet.reason,
        "target": sheet.target,
        "best": rules.best,
        "is_money": rules.is_money,
        "round_word": rules.round_word,
        "action": rules.action,
        "options": game.options,
        "is_blind": game.is_blind,
        "started_at": game.started_at.isoformat(),
        "ended_at": game.ended_at.isoformat() if game.ended_at else None,
        "sides": [
            {
                "side": side,
                "name": " & ".join(names),
                "seats": [seat.position for seat in game.seats if seat.name in names],
                **_standing(side, sheet, last),
            }
            for side, names in sheet.sides.items()
        ],
        "seats": [
            {
                "seat": seat.position,
                "name": seat.name,
                "colour": badges[seat.position].colour,
                "initial": badges[seat.position].initial,
                "left_after": seat.left_after,
                "marks": list(sheet.between.marks.get(seat.name, ())),
                **_standing(side_of[seat.name], sheet, last),
            }
            for seat in game.seats
        ],
        "rounds": [_round(round_, sheet, labels) for round_ in game.closed_rounds],
        "open_round": _open_round(game, sheet, labels),
        "last_check": _last_check(game),
        "payments": [asdict(payment) for payment in settling.settle(settling.balances_of(sheet))]
        if rules.is_money and game.is_ended
        else [],
        "facts": list(sheet.between.facts),
        "warnings": [_warning(warning) for warning in sheet.warnings if warning.round == 0],
        "is_deleted": game.deleted_at is not None,
        "group": {"id": game.group.uid, "name": game.group.name} if game.group else None,
        "awards": _awards(session, game),
        "uncounted": prospects.of_ended(session, game),
        "after_end": list(sheet.after_end),
        "turn": {
            "seat": turn.position,
            "does": sheet.between.turn[1] if sheet.between.turn else rules.turn,
        },
        "undo": _step(reach.undo, game, seats_of),
        "redo": _step(reach.redo, game, seats_of),
        "rematch": again.uid if again else None,
    }


def _awards(session: Session, game: Game) -> list[dict[str, Any]]:
    """Return what an ended game brings in each season: who earned what, and moved from where."""
    if game.group is None or not game.is_ended or game.deleted_at:
        return []
    found = [
        {
            "season": season.uid,
            "name": season.name,
            "scheme": read_scheme(season.scheme).name,
            "is_closed": season.is_closed,
            "is_latest": standings.is_latest(session, season, game),
            "players": standings.moves(session, season, game),
        }
        for season in seasons.awarding(session, game)
    ]
    return [season for season in found if season["players"]]


def _last_scores(sheet: Sheet) -> Mapping[str, int]:
    """Return what the last round that counts brought each side."""
    counted = len(sheet.round_scores) - len(sheet.after_end)
    return sheet.round_scores[counted - 1] if counted else {}


def _standing(side: str, sheet: Sheet, last: Mapping[str, int]) -> dict[str, Any]:
    return {
        "total": sheet.totals[side],
        "rank": sheet.ranks[side],
        "last": last.get(side),
        "is_winner": side in sheet.winners,
    }


def _round(round_: Round, sheet: Sheet, labels: Mapping[int, str]) -> dict[str, Any]:
    scores = sheet.round_scores[round_.number - 1]
    return {
        "number": round_.number,
        "said": round_.data,
        "story": sheet.stories[round_.number - 1],
        "is_after_end": round_.number in sheet.after_end,
        "scores": dict(scores),
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
    form = sheets.form_of(game)
    seen = sheet.open_round
    if seen is None:
        looked = sheets.look_at(game, game.next_number, {})
        assert isinstance(looked, OpenRound), "nothing was entered that could be refused"
        seen = looked
    is_hidden = game.is_blind and bool(seen.awaited)
    entries = _in_order(round_) if round_ else []
    holder = next((entry for entry in entries if rounds.holds(entry.data, form)), None)
    position_of = {seat.name: seat.position for seat in game.seats}
    return {
        "number": game.next_number,
        "said": round_.data if round_ else {},
        "entries": [
            _entry(entry, None, labels) | {"entry": None, "note": ""}
            if is_hidden
            else _entry(entry, seen.scores.get(entry.seat.name), labels)
            | {"note": seen.notes.get(entry.seat.name, "")}
            for entry in entries
        ],
        "has_entries": bool(form.styles),
        "missing": [position_of[name] for name in seen.awaited.players],
        "awaits": seen.awaited.table,
        "can_close": sheets.rules_of(game).absent_entry is not None,
        "hint": "" if is_hidden else seen.hint,
        "warnings": [_warning(warning) for warning in seen.warnings],
        "check": _check(seen.check, game) if seen.check and not is_hidden else None,
        "single": {"key": form.single, "seat": holder.seat.position if holder else None}
        if form.single
        else None,
    }


def _last_check(game: Game) -> dict[str, Any] | None:
    """Say whether the round closed last added up; None where nothing can be said of it."""
    check = sheets.check_of_last(game)
    return _check(check, game) if check and check.sentence else None


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
