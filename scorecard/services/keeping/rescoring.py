"""Score every game again from what was typed, and compare with what is stored of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import collisions
from scorecard.models import Game
from scorecard.rules import kinds
from scorecard.services.keeping import recounting
from scorecard.services.scoring import sheets
from scorecard.services.table import games

GAMES_AT_ONCE = 500
"""Games whose ids are read at once; one at a time is held in memory."""
WORDS = {"is_out": "out", "is_winner": "a winner", "total": "total", "rank": "rank"}
"""What the columns of a seat are called in sentences."""
FindFaults = Callable[[Session, Game], Iterator[str]]
"""Yields the faults of one game, each as the end of a sentence that begins with the game."""


def rescore_all(session: Session) -> Iterator[str]:
    """Score and store every game anew; yield a sentence for every difference or refusal."""
    return of_every_game(session, _rescore)


def _rescore(session: Session, game: Game) -> Iterator[str]:
    if differences := list(faults_of_scores(game)):
        with suppress(errors.RefusedByRules):
            sheets.rescore(session, game)
    yield from differences


def of_every_game(session: Session, find_faults: FindFaults) -> Iterator[str]:
    """Yield every game's faults as sentences; ``find_faults`` must flush what it changes."""
    last = 0
    while rows := session.execute(
        select(Game.id, Game.uid).where(Game.id > last).order_by(Game.id).limit(GAMES_AT_ONCE)
    ).all():
        last = rows[-1].id
        for row in rows:
            try:
                game = games.find_game(session, row.uid)
                assert game is not None, "it was listed a moment ago"
                yield from (f"{_name(game)}{fault}" for fault in find_faults(session, game))
            except Exception as error:  # spoilt rows may break anything
                if collisions.is_passing(error):
                    raise
                yield f"Game {row.uid}: it cannot be read ({recounting.describe(error)})."
            session.expunge_all()


def faults_of_scores(game: Game) -> Iterator[str]:
    """Score a game again; yield where its stored totals, ranks and points differ from that."""
    try:
        reading = sheets.reading_of(game)
    except errors.RefusedByRules as error:
        place = f", round {error.refusal.round}" if error.refusal.round else ""
        yield f"{place}: the rules refuse it: {error.message}"
        return
    for name, value in reading.game.items():
        if (stored := getattr(game, name)) != value:
            yield f": its {name} is kept as {stored!r}, and is {value!r}."
    for seat in game.seats:
        for name, value in reading.seats[seat.position].items():
            if (stored := getattr(seat, name)) == value:
                continue
            if isinstance(value, bool) and stored:
                yield f": {seat.name} is kept as {WORDS[name]}, and is not."
            elif isinstance(value, bool):
                yield f": {seat.name} is {WORDS[name]}, and not kept so."
            else:
                yield f": {seat.name}'s {WORDS[name]} is kept as {stored:,}, and is {value:,}."
    name_of = {seat.id: seat.name for seat in game.seats}
    stored_points = sheets.stored_points(game)
    for number, points in reading.points.items():
        stored_of_round = stored_points.get(number, {})
        for seat_id in sorted(stored_of_round.keys() | points.keys()):
            stored, now = stored_of_round.get(seat_id), points.get(seat_id)
            if stored != now:
                who = name_of.get(seat_id, "Somebody at another table")
                yield (
                    f", round {number}: {who}'s score is kept as {_points(stored)}, "
                    f"and is {_points(now)}."
                )


def _points(points: int | None) -> str:
    return "none" if points is None else f"{points:,}"


def _name(game: Game) -> str:
    kind = kinds.name_of(game.kind or game.rules)
    return f"{kind} of {game.started_at:%Y-%m-%d} ({game.uid})"
