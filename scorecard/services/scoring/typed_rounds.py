"""Rounds as they were typed, read as plain rows: that takes half of the time of objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorecard.models import Entry, Game, Round
from scorecard.models.game import LARGEST_NUMBER
from scorecard.services.scoring import cached_folds, counted_rounds
from scorecard.services.scoring.counted_rounds import CountedEntry, CountedRound

AnyRound = Round | CountedRound


def open_round(game: Game) -> CountedRound | None:
    """Return the round being counted, once somebody has begun to."""
    last = cached_folds.last_round(game)
    if last is None:
        loaded = game.open_round
        return counted_rounds.of(loaded) if loaded else None
    return None if last.is_closed else last


def since(game: Game, number: int) -> list[CountedRound]:
    """Return a round by its number and those after it; none where nobody has begun to count it.

    The one being counted is nearly always known from the write before, and then not read.
    """
    last = cached_folds.last_round(game)
    if last and number >= last.number:
        return [last] if number == last.number else []
    if not 1 <= number <= LARGEST_NUMBER:
        return []
    return [counted_rounds.of(round_) for round_ in of_game(game, after=number - 1)]


def of_game(game: Game, *, after: int = 0) -> Sequence[AnyRound]:
    """Return a game's rounds after one in order: as plain rows, unless they are loaded already."""
    if session := game.session_to_ask:
        return of_games(session, [game.id], after=after).get(game.id, [])
    return [round_ for round_ in game.rounds if round_.number > after]


def of_games(
    session: Session, games: Collection[int], *, after: int = 0
) -> dict[int, list[CountedRound]]:
    """Return the rounds of some games after one in order, by the game's id."""
    values = {"games": [*games], "after": after}
    entries: defaultdict[int, list[CountedEntry]] = defaultdict(list)
    for round_id, *columns in session.execute(_ENTRIES, values):
        entries[round_id].append(CountedEntry(*columns))
    rounds: defaultdict[int, list[CountedRound]] = defaultdict(list)
    for game_id, round_id, *columns in session.execute(_ROUNDS, values):
        typed = tuple(entries[round_id])
        rounds[game_id].append(CountedRound._make((round_id, *columns, typed)))
    return rounds


_THEIRS = (Round.game_id.in_(bindparam("games", expanding=True)), Round.number > bindparam("after"))
_ROUNDS = (
    select(Round.game_id, *(getattr(Round, name) for name in CountedRound._fields[:-1]))
    .where(*_THEIRS)
    .order_by(Round.number)
)
_ENTRIES = (
    select(Entry.round_id, *(getattr(Entry, name) for name in CountedEntry._fields))
    .join(Round, Round.id == Entry.round_id)
    .where(*_THEIRS)
    .order_by(Entry.seat_id)
)
