"""Apply the rules to a stored game: its record, sheet, stored scores, and entry form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, bindparam, select
from sqlalchemy.orm import Session, object_session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import Game, Round, Score, Seat
from scorecard.rules import Refusal, Sheet, amendments, card_game, core, kinds, score
from scorecard.rules import sheet as rules_sheet
from scorecard.rules.fold import Fold
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.rules.sheet import rules_for
from scorecard.rules.typed import fields
from scorecard.services.scoring import cached_folds, rows, typed_rounds
from scorecard.services.scoring.counted_rounds import CountedRound
from scorecard.services.scoring.typed_rounds import AnyRound

Answer = TypeVar("Answer")
Points = dict[int, dict[int, int]]
"""The points of rounds, by the round's number and the seat's id."""

MOST_AHEAD = 30
"""How many rounds ahead a phone may count while it cannot send anything."""


def rules_of(game: Game) -> card_game.GameRules[Any]:
    """Return the rules a game is played by."""
    return rules_for(game.rules, game.options)


def with_such_rounds(game: Game) -> list[ColumnElement[bool]]:
    """Return the conditions for games whose rounds can be compared with the rounds of this one.

    On scorecards that people made themselves, these are not comparable: past games of which only
    the result is known, and games in which the lowest total wins with those in which the highest.
    """
    conditions = [Game.rules == game.rules]
    if game.rules == definitions.GAME_KEY:
        scorecard = Game.options["scorecard"]
        conditions.append(scorecard["notes"].as_string().is_distinct_from(ready_made.PAST_NOTES))
        conditions.append(scorecard["wins"].as_string() == rules_of(game).best)
    return conditions


def record_of(game: Game) -> dict[str, Any]:
    """Return a game as a record, with ``keep_after_end`` only where rounds came after the end."""
    record = _record(game)
    if game.is_ended:
        record["end_early"] = True
    if isinstance(score(record), Refusal):
        record["keep_after_end"] = True
    return record


def read(game: Game) -> Sheet:
    """Return the game's sheet, with the open round as far as it was counted.

    Raises :class:`RefusedByRules` where the rules refuse a round. Nothing is stored.
    """
    return reading_of(game).sheet


def sheet_of(game: Game, fold: Fold, counted: AnyRound | None) -> Sheet:
    """Return the sheet of a game from the fold of its closed rounds and from its open round."""
    if counted is None or fold.outcome:
        return fold.sheet(is_ended=game.is_ended)
    return fold.sheet(open_round=preview_open_round(game, fold, counted))


def fold_of(game: Game) -> Fold:
    """Return the fold of a game's closed rounds: the cached one, continued, or a new one.

    Raises :class:`RefusedByRules` where the rules refuse a round.
    """
    kept = cached_folds.find(game) or _continued(game)
    return kept or _or_raise(rules_sheet.fold_of(_record(game)))


def _continued(game: Game) -> Fold | None:
    """Return the cached fold of an earlier version, continued by the rounds that were closed since.

    So a process scores only what another one has counted. None where more than that has changed.
    """
    fold = cached_folds.find_earlier(game)
    while fold and (round_ := game.round(fold.next_number)) and round_.is_closed:
        fold = _or_raise(fold.after(round_data(game, round_)))
    return fold


def some_fold(game: Game) -> Fold:
    """Return the fold of a game that costs least, for what is the same after every round."""
    return cached_folds.find(game) or beginning(game)


def beginning(game: Game) -> Fold:
    """Return the fold of a game before round 1, as it stands unsaved; raise what is refused."""
    return _or_raise(rules_sheet.fold_of(_without_rounds(game)))


def is_fold_cached(game: Game) -> bool:
    """Whether the fold of a game's present version is cached, so that getting it costs nothing."""
    return cached_folds.find(game) is not None


def cached_fold(session: Session, game: Game) -> Fold:
    """Return the fold of a game at a committed version, and cache it if it is new."""
    fold = fold_of(game)
    if not is_fold_cached(game):
        cached_folds.put(session, game, fold)
    return fold


def preview_open_round(game: Game, fold: Fold, round_: AnyRound) -> core.OpenRound:
    """Return what the rules make of the round being counted; raise what they refuse.

    ``fold`` is the fold of the rounds before it.
    """
    return _or_raise(fold.preview_stored(round_data(game, round_)))


def _or_raise(answer: Answer | Refusal) -> Answer:
    if isinstance(answer, Refusal):
        raise errors.RefusedByRules(answer)
    return answer


@dataclass(slots=True)
class Counting:
    """A write that changes only one round: the one being counted, or one that was closed.

    ``before`` is the fold of the rounds before it. ``rounds`` are that round, none until somebody
    begins to count it, and those after it; ``stored`` are the points that are stored of them.
    """

    before: Fold
    rounds: list[CountedRound]
    stored: Points = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the round is still counted, so that nothing is scored."""
        return not (self.rounds and self.rounds[0].is_closed)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rules make of a game: its sheet, and the values to store of it.

    These are columns of the game, columns of each seat by its position, and points. It was made
    from ``rounds``, and from what was ``typed`` in those that are closed.
    """

    sheet: Sheet
    fold: Fold
    rounds: Sequence[AnyRound]
    typed: list[dict[str, Any]]
    game: dict[str, Any]
    seats: dict[int, dict[str, Any]]
    points: Points


def reading_of(game: Game, counting: Counting | None = None) -> Reading:
    """Return what should be stored of a game; raise where the rules refuse it.

    With ``counting`` that is what may be different by it, and only these rounds are scored.
    """
    before = counting.before if counting else beginning(game)
    rounds = counting.rounds if counting else typed_rounds.of_game(game)
    typed = _typed(game, rounds)
    fold = _or_raise(before.after(*typed))
    open_round = next((one for one in rounds if not one.is_closed), None)
    # A round that was unfinished at End Game stays stored, and is not scored.
    sheet = sheet_of(game, fold, None if game.is_ended else open_round)
    side_of = core.side_of(sheet.sides)
    seats = {seat.position: standing(sheet, side_of[seat.name]) for seat in game.seats}
    points: Points = {}
    for round_ in rounds:
        pieces.give_way()
        counts = round_.is_closed and round_.number not in sheet.after_end
        scores = sheet.round_scores[round_.number - 1] if counts else {}
        points[round_.number] = {
            seat.id: scores[side] for seat in game.seats if (side := side_of[seat.name]) in scores
        }
    of_game = {
        "status": sheet.status,
        "reason": sheet.reason,
        "kind": kinds.kind_of(rules_of(game)),
    }
    return Reading(sheet, fold, rounds, typed, of_game, seats, points)


def standing(sheet: Sheet, side: str) -> dict[str, Any]:
    """Return what each seat of a side stores of how the side stands."""
    total = sheet.totals[side]
    return {
        "total": total or 0,
        "is_out": total is None,
        "rank": sheet.ranks[side],
        "is_winner": side in sheet.winners,
    }


def rescore(session: Session, game: Game, counting: Counting | None = None) -> Reading:
    """Score the game again, store its scores, totals, ranks and winners, and return what it read.

    With ``counting`` only what that changes is scored. Nothing else stores these. Raises
    :class:`RefusedByRules` where the rules refuse the game as it is now.
    """
    session.flush()
    reading = reading_of(game, counting)
    _store(session, reading, game, counting.stored if counting else stored_points(game))
    return reading


def _store(session: Session, reading: Reading, game: Game, stored: Points) -> None:
    """Store the values of a reading that differ from the stored ones, by plain statements.

    ``stored`` are the stored points of its rounds.
    """
    if _differs(game, reading.game):
        rows.update(session, game, **reading.game)
    values_of = {seat: reading.seats[seat.position] for seat in game.seats}
    changed = {seat: values for seat, values in values_of.items() if _differs(seat, values)}
    rows.update_all(session, changed)
    gone, come = [], []
    for round_ in reading.rounds:
        pieces.give_way()
        was, now = stored.get(round_.number, {}), reading.points[round_.number]
        for seat_id in was | now:
            if was.get(seat_id) == now.get(seat_id):
                continue
            key = {"round_id": round_.id, "seat_id": seat_id}
            if seat_id in was:
                gone.append(key)
            if seat_id in now:
                come.append(key | {"points": now[seat_id]})
    rows.delete_unseen(session, Score, gone)
    rows.insert_unseen(session, Score, come)


def _differs(row: Game | Seat, values: Mapping[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in values.items())


def stored_points(game: Game) -> Points:
    """Return the points that are stored of a game's rounds."""
    session = object_session(game)
    assert session, "only what is stored has points"
    points: Points = {}
    for number, seat_id, scored in session.execute(_POINTS, {"game_id": game.id}):
        points.setdefault(number, {})[seat_id] = scored
    return points


_POINTS = (
    select(Round.number, Score.seat_id, Score.points)
    .join(Score, Score.round_id == Round.id)
    .where(Round.game_id == bindparam("game_id"))
    .order_by(Round.number, Score.seat_id)
)


def round_data(game: Game, round_: AnyRound) -> dict[str, Any]:
    """Return one round as the record has it: the table's entry, and the players' by name."""
    key = rules_of(game).entries_key
    if not key:
        return round_.data
    name_of = {seat.id: seat.name for seat in game.seats}
    entries = {name_of[entry.seat_id]: entry.data for entry in round_.entries}
    return {**round_.data, key: entries} if entries else round_.data


def preview_round(game: Game, number: int, data: Mapping[str, Any]) -> core.OpenRound | Refusal:
    """Return what the rules would make of a round that is not saved, whole or in part."""
    return _before(game, number).preview(data)


def form_of(game: Game, number: int | None = None) -> fields.EntryForm:
    """Return the entry form of a round of this game; by default of the one being counted.

    For a round ahead of that it is the form as far as it is known before those between are scored.
    """
    fold = _before(game, number)
    ahead = max(0, (number or 0) - fold.next_number)
    return fold.forms(ahead + 1)[ahead] if ahead else fold.form


def _before(game: Game, number: int | None) -> Fold:
    """Return the fold of the rounds before one, or of all that are closed."""
    fold = fold_of(game)
    return fold if number is None or number >= fold.next_number else fold.before(number)


def _record(game: Game) -> dict[str, Any]:
    return record_with(game, typed_rounds.of_game(game))


def record_with(game: Game, rounds: Iterable[AnyRound]) -> dict[str, Any]:
    """Return a record of the game with those of these rounds that are closed."""
    return _without_rounds(game) | {"rounds": _typed(game, rounds)}


def _typed(game: Game, rounds: Iterable[AnyRound]) -> list[dict[str, Any]]:
    """Return those of these rounds that are closed, as a record has them."""
    typed = []
    for round_ in rounds:
        pieces.give_way()
        if round_.is_closed:
            typed.append(round_data(game, round_))
    return typed


def _without_rounds(game: Game) -> dict[str, Any]:
    record: dict[str, Any] = {
        "game": game.rules,
        "options": game.options,
        "players": [seat.name for seat in game.seats],
    }
    left_after = {seat.name: seat.left_after for seat in game.seats if seat.left_after is not None}
    if left_after:
        record["left"] = left_after
    joined = {seat.name: seat.joined for seat in game.seats if seat.joined}
    if joined:
        record["joined"] = joined
    if head_starts := {seat.name: seat.head_start for seat in game.seats if seat.head_start}:
        record["head_starts"] = head_starts
    if game.amendments:
        record["amendments"] = amendments.effective(game.amendments)
    return record


def options_in_force(game: Game, first: int | None = None) -> dict[str, core.Json]:
    """Return a game's options after every amendment, or after the ``first`` of them only."""
    return amendments.options_after(game.options, game.amendments[:first])
