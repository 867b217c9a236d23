"""The rules' reading of a game: its record, its stored scores, and its entry form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from scorecard.errors import Refused
from scorecard.models import Game, Round, Score
from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.amendments import effective
from scorecard.rules.core import EntryForm, GameRules, OpenRound, TableCheck
from scorecard.rules.kinds import kind_of
from scorecard.rules.sheet import entry_forms, rules_for

MOST_AHEAD = 30
"""Rounds after the one being counted that a phone may count before they can be taken."""


def rules_of(game: Game) -> GameRules[Any]:
    """Return the rules a game is played by."""
    return rules_for(game.rules, game.options)


def record_of(game: Game) -> dict[str, Any]:
    """Return the game as a record: what ``scorecard score`` reads, with every closed round.

    Only says ``keep_after_end`` where a correction has put rounds after the end.
    """
    record = _record(game)
    if game.is_ended:
        record["end_early"] = True
    if isinstance(score(record), Refusal):
        record["keep_after_end"] = True
    return record


def read(game: Game) -> Sheet:
    """Return the game's sheet, with the open round as far as it was counted.

    Raises :class:`Refused` for what cannot be, with nothing stored.
    """
    record = _record(game) | {"keep_after_end": True, "end_early": game.is_ended}
    # A round that End Game left unfinished is kept, and not scored.
    counting = None if game.is_ended else game.open_round
    result = score(record, open_round=round_data(game, counting) if counting else None)
    if isinstance(result, Refusal):
        raise Refused(result)
    return result


@dataclass(frozen=True, slots=True)
class Reading:
    """What is stored of the rules' reading of a game.

    That is attributes of the game, attributes of each seat by its position, and the points of
    each round by its number and the seat's id.
    """

    sheet: Sheet
    game: dict[str, Any]
    seats: dict[int, dict[str, Any]]
    points: dict[int, dict[int, int]]


def reading_of(game: Game) -> Reading:
    """Return what ought to be stored of a game; raise :class:`Refused` for what cannot be."""
    sheet = read(game)
    side_of = {name: side for side, names in sheet.sides.items() for name in names}
    seats = {}
    for seat in game.seats:
        side = side_of[seat.name]
        total = sheet.totals[side]
        seats[seat.position] = {
            "total": total or 0,
            "is_out": total is None,
            "rank": sheet.ranks[side],
            "is_winner": side in sheet.winners,
        }
    points = {}
    for round_ in game.rounds:
        counts = round_.is_closed and round_.number not in sheet.after_end
        scores = sheet.round_scores[round_.number - 1] if counts else {}
        points[round_.number] = {
            seat.id: scores[side] for seat in game.seats if (side := side_of[seat.name]) in scores
        }
    of_game = {"status": sheet.status, "reason": sheet.reason, "kind": kind_of(rules_of(game))}
    return Reading(sheet, of_game, seats, points)


def rescore(session: Session, game: Game) -> Sheet:
    """Write the rules' reading of the whole game beside what was typed, and return the sheet.

    This is the only place that stores scores, totals, ranks and winners. Raises
    :class:`Refused` where the rules say that the game as it now stands cannot be.
    """
    session.flush()
    reading = reading_of(game)
    for name, value in reading.game.items():
        setattr(game, name, value)
    for seat in game.seats:
        for name, value in reading.seats[seat.position].items():
            setattr(seat, name, value)
    for round_ in game.rounds:
        _store_scores(round_, reading.points[round_.number])
    session.flush()
    return reading.sheet


def _store_scores(round_: Round, points_of: Mapping[int, int]) -> None:
    kept = {stored.seat_id: stored for stored in round_.scores}
    for seat_id, stored in kept.items():
        if seat_id not in points_of:
            round_.scores.remove(stored)
        elif stored.points != points_of[seat_id]:
            stored.points = points_of[seat_id]
    for seat_id, points in points_of.items():
        if seat_id not in kept:
            round_.scores.append(Score(seat_id=seat_id, points=points))


def round_data(game: Game, round_: Round) -> dict[str, Any]:
    """Return one round as the record has it: what was said about it, and the entries by name."""
    key = rules_of(game).entries_key
    if not key:
        return round_.data
    name_of = {seat.id: seat.name for seat in game.seats}
    entries = {name_of[entry.seat_id]: entry.data for entry in round_.entries}
    return {**round_.data, key: entries} if entries else round_.data


def check_of_last(game: Game) -> TableCheck | None:
    """Return whether the counts of the round closed last add up, where the game can tell."""
    record = _record(game)
    if not record["rounds"]:
        return None
    *earlier, last = record["rounds"]
    sheet = score(record | {"rounds": earlier, "keep_after_end": True}, open_round=last)
    return sheet.open_round.check if isinstance(sheet, Sheet) and sheet.open_round else None


def look_at(game: Game, number: int, data: Mapping[str, Any]) -> OpenRound | Refusal:
    """Return what the rules say of a round as it might be entered, be it whole or in part."""
    sheet = score(_record_before(game, number), open_round=data)
    if isinstance(sheet, Refusal):
        return sheet
    assert sheet.open_round is not None, "a round before the end has just been looked at"
    return sheet.open_round


def form_of(game: Game, number: int | None = None) -> EntryForm:
    """Return what is typed in a round of this game; by default in the one being counted.

    It may be a round ahead of that one: then with what is known before those between are scored.
    """
    number = number or game.next_number
    ahead = max(0, number - game.next_number)
    return entry_forms(_record_before(game, number), ahead + 1)[ahead]


def coming_forms(game: Game, rounds: int) -> list[EntryForm]:
    """Return what is typed in the round being counted and those after it, so many in all."""
    return entry_forms(_record(game), rounds)


def _record_before(game: Game, number: int) -> dict[str, Any]:
    record = _record(game)
    return record | {"rounds": record["rounds"][: number - 1]}


def _record(game: Game) -> dict[str, Any]:
    record: dict[str, Any] = {
        "game": game.rules,
        "options": game.options,
        "players": [seat.name for seat in game.seats],
        "rounds": [round_data(game, round_) for round_ in game.closed_rounds],
    }
    left = {seat.name: seat.left_after for seat in game.seats if seat.left_after is not None}
    if left:
        record["left"] = left
    if game.amendments:
        record["amendments"] = effective(game.amendments)
    return record
