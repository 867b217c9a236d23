"""The rules' reading of a game: its record, its stored scores, and its entry form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from scorecard.errors import Refused
from scorecard.models import Game, Round, Score
from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.core import EntryForm, GameRules, TableCheck
from scorecard.rules.games import find
from scorecard.rules.sheet import entry_form
from scorecard.rules.standings import ranks


def rules_of(game: Game) -> GameRules[Any]:
    """Return the rules a game is played by."""
    rules = find(game.rules)
    assert rules is not None, f"game {game.uid} is of a kind this release does not know"
    return rules


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


def rescore(session: Session, game: Game) -> Sheet:
    """Write the rules' reading of the whole game beside what was typed, and return the sheet.

    This is the only place that stores scores, totals, ranks and winners. Raises
    :class:`Refused` where the rules say that the game as it now stands cannot be.
    """
    session.flush()
    sheet = read(game)
    game.status, game.reason = sheet.status, sheet.reason
    rank_of = ranks(sheet.totals, rules_of(game).best)
    for seat in game.seats:
        seat.total = sheet.totals[seat.name]
        seat.rank = rank_of[seat.name]
        seat.is_winner = seat.name in sheet.winners
    seat_id_of = {seat.name: seat.id for seat in game.seats}
    for round_ in game.rounds:
        counts = round_.is_closed and round_.number not in sheet.after_end
        scores = sheet.round_scores[round_.number - 1] if counts else {}
        _store_scores(round_, {seat_id_of[name]: points for name, points in scores.items()})
    session.flush()
    return sheet


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
    name_of = {seat.id: seat.name for seat in game.seats}
    entries = {name_of[entry.seat_id]: entry.data for entry in round_.entries}
    return {**round_.data, rules_of(game).entries_key: entries}


def check_of_last(game: Game) -> TableCheck | None:
    """Return whether the counts of the round closed last add up, where the game can tell."""
    record = _record(game)
    if not record["rounds"]:
        return None
    *earlier, last = record["rounds"]
    sheet = score(record | {"rounds": earlier, "keep_after_end": True}, open_round=last)
    return sheet.open_round.check if isinstance(sheet, Sheet) and sheet.open_round else None


def form_of(game: Game) -> EntryForm:
    """Return what is typed each round of this game."""
    return entry_form(_record(game))


def _record(game: Game) -> dict[str, Any]:
    record: dict[str, Any] = {
        "game": game.rules,
        "options": game.options,
        "players": [seat.name for seat in game.seats],
        "rounds": [round_data(game, round_) for round_ in game.closed_rounds],
    }
    left = {seat.name: seat.left_after for seat in game.seats if seat.left_after is not None}
    return record | {"left": left} if left else record
