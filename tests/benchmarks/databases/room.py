"""Where the bytes of a game are: how much room each table and its indexes take.

    python -m tests.benchmarks.databases.room [GAMES]

Games of 8 players and 10 rounds in one season, in SQLite, whole pages. Once one phone enters every
round as a whole, as programs do; once each seat is entered for itself, which is a write, a line of
history and a key more for every one of 80 counts. Nothing here is timed.
"""

from __future__ import annotations

import argparse
import hashlib
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.operating import schemas
from scorecard.services.table import rounds
from scorecard.web.pages import templating
from scorecard.web.write import writes
from tests.benchmarks.loads.many_games import NAMES, ROUNDS, RULES, TARGET
from tests.benchmarks.sizes import fill
from tests.factories import Club
from tests.handbook import figures

GAMES = 500
BY_SEAT = 40
"""Games of which each seat is entered for itself: by the services, which takes its time."""
LEAST = 110
"""Bytes of a game up to which a table is one of the others."""
OF_TABLES = """
    SELECT coalesce(schema.tbl_name, dbstat.name), sum(pgsize)
    FROM dbstat LEFT JOIN sqlite_master AS schema ON schema.name = dbstat.name GROUP BY 1
"""


def by_seat(folder: Path) -> None:
    """Make a data folder with games in which every seat was entered for itself."""
    folder.mkdir()
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", ("a secret",)))
    migrate(app)
    with app.app_context():
        club = Club(db.session, *NAMES)
        club.season()
        for _game in range(BY_SEAT):
            _play(db.session, club)
        db.session.close()
        db.engine.dispose()


def _play(session: Session, club: Club) -> None:
    table = club.start(*NAMES, rules=RULES, options={"target": TARGET})
    for number in range(1, ROUNDS + 1):
        for seat in range(1, len(NAMES) + 1):
            key = templating.new_key()
            fingerprint = hashlib.sha256(key.encode()).hexdigest()[: writes.FINGERPRINT_DIGITS]
            write = table.write(key=key, fingerprint=fingerprint)
            rounds.enter(session, table.game, write, number, {seat: {"score": 50 * seat}})
            session.commit()
    club.end(table)
    session.commit()


def room(file: Path, games: int) -> Counter[str]:
    """Return the bytes that a game adds to each table with its indexes."""
    empty = file.with_name("empty.db")
    empty.write_bytes(schemas.empty_database())
    without = _bytes(empty)
    return Counter(
        {table: round((taken - without[table]) / games) for table, taken in _bytes(file).items()}
    )


def _bytes(file: Path) -> Counter[str]:
    with closing(sqlite3.connect(file)) as connection:
        return Counter(dict(connection.execute(OF_TABLES).fetchall()))


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help="entered by rounds")
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as place:
        of_rounds, of_seats = Path(place, "rounds"), Path(place, "seats")
        fill(of_rounds, games)
        by_seat(of_seats)
        by_round = room(of_rounds / "scorecard.db", games)
        each = room(of_seats / "scorecard.db", BY_SEAT)
    named = [name for name, taken in (by_round | each).most_common() if taken > LEAST]
    rows = [[f"`{name}`", f"{by_round[name]:,}", f"{each[name]:,}"] for name in named]
    others = [sum(of[name] for name in of if name not in named) for of in (by_round, each)]
    rows.append(["others", *(f"{taken:,}" for taken in others)])
    rows.append(["**a game**", *(f"**{of.total():,}**" for of in (by_round, each))])
    figures.keep("room", ("bytes", "entered round by round", "seat by seat"), rows)


if __name__ == "__main__":
    main()
