"""Games with as many rounds as a benchmark wants, written in a moment and the same in every run.

A game of Brownie Points with direct scores is begun over the API; its closed rounds then go into
the database as the services would have written them, each with its line of history.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from scorecard.app import create_app
from scorecard.config import Settings
from scorecard.database import portable
from scorecard.database.db import begin_write, db
from scorecard.models import Change, Entry, Game, Membership, Round
from scorecard.services.history import facts
from scorecard.services.scoring import sheets
from scorecard.services.table.games import find_game

TARGET = 100_000
"""Nobody reaches it."""


def write_rounds(settings: Settings, uid: str, rounds: int) -> int:
    """Give a game that has none so many closed rounds; return its version then."""
    app = create_app(settings, is_served=False)
    with app.app_context():
        session = db.session
        begin_write(session)
        game = find_game(session, uid)
        assert game is not None
        rows = _rows(game, session.scalars(sa.select(Membership.device_id)).first() or 0, rounds)
        for model, own in rows.items():
            if own:
                session.execute(sa.insert(model.__table__), own)  # type: ignore[attr-defined]
        game.version += rounds
        game.changed_at += timedelta(seconds=1)
        session.flush()
        session.expire_all()
        sheets.rescore(session, game)
        version = game.version
        portable.go_on_counting(session.connection(), Round.metadata.tables["rounds"])
        session.commit()
        db.engine.dispose()
    return version


def _rows(game: Game, device_id: int, rounds: int) -> dict[type, list[dict[str, Any]]]:
    """Return the rows of the rounds, their entries and the lines of history."""
    chance = random.Random(89)
    first = (db.session.scalar(sa.select(sa.func.max(Round.id))) or 0) + 1
    at = game.changed_at
    found: dict[type, list[dict[str, Any]]] = {Round: [], Entry: [], Change: []}
    for number in range(1, rounds + 1):
        version, round_id = game.version + number, first + number
        scores = [chance.randrange(-400, 450, 50) for _ in game.seats]
        found[Round].append(
            {
                "id": round_id,
                "game_id": game.id,
                "number": number,
                "data": {},
                "is_closed": True,
                "version": version,
            }
        )
        what: dict[str, Any] = {f"round/{number}": [None, {"data": {}, "is_closed": True}]}
        for seat, points in zip(game.seats, scores, strict=True):
            entry = {"data": {"score": points}, "device_id": device_id}
            kept = {"version": version, "entered_at": at}
            found[Entry].append({"round_id": round_id, "seat_id": seat.id, **entry, **kept})
            fact = {"data": {"score": points}, "device": device_id, "at": at.isoformat()}
            what[f"entry/{number}/{seat.position}"] = [None, fact]
        found[Change].append(
            {
                "game_id": game.id,
                "version": version,
                "kind": "counted",
                "what": facts.as_kept(what, device_id, at),
                "about": {"round": number, "seats": [seat.position for seat in game.seats]},
                "at": at,
                "is_undoable": True,
                "device_id": device_id,
                "source": "api",
            }
        )
    return found
