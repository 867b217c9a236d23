"""Databases as earlier code left them: a fixture for each schema that was once the newest.

    python -m tests.releases 0006            # of this very code, before the next migration is added
    python -m tests.releases 0003 c80aa9f    # of the code at a commit

The code of that time fills a database through its own services, in a work tree of its own. The
database is written as SQL to ``tests/data/releases/``, with what its players' totals are in a
comment; ``tests/database/test_releases.py`` finds it there and does with it what an evening would.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from scorecard.services.table import seating

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "data" / "releases"
TOTALS = "-- totals: "
POINTS = {"kind": "points", "key": "points", "label": "Points"}
MONEY = {
    "name": "Four-card game",
    "fields": [{"kind": "points", "key": "points", "label": "Chips", "is_signed": True}],
    "is_zero_sum": True,
    "is_money": True,
}


def make(revision: str, commit: str | None = None) -> Path:
    """Write the fixture of a revision, from the code at a commit or from this one."""
    target = FOLDER / f"{revision}.sql"
    with tempfile.TemporaryDirectory() as folder:
        tree = ROOT
        if commit:
            tree = Path(folder) / "tree"
            _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            database = Path(folder) / "scorecard.db"
            command = [sys.executable, __file__, "fill", str(database)]
            environment = {**os.environ, "PYTHONPATH": str(tree)}
            subprocess.run(command, cwd=tree, env=environment, check=True)
            FOLDER.mkdir(exist_ok=True)
            target.write_text(_as_sql(database, revision, tree))
        finally:
            if commit:
                _git("worktree", "remove", "--force", str(tree))
    return target


def totals_in(connection: sqlite3.Connection) -> dict[str, dict[str, int]]:
    """Return each game's totals, by the game's uid and the seat."""
    found: dict[str, dict[str, int]] = {}
    rows = "SELECT uid, position, total FROM seats JOIN games ON games.id = game_id ORDER BY 1, 2"
    for uid, position, total in connection.execute(rows):
        found.setdefault(uid, {})[str(position)] = total
    return found


def load(text: str, database: Path) -> dict[str, dict[str, int]]:
    """Make the database of a fixture; return the totals that it was left with."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(text)
    line = next(line for line in text.splitlines() if line.startswith(TOTALS))
    found: dict[str, dict[str, int]] = json.loads(line.removeprefix(TOTALS))
    return found


def _as_sql(database: Path, revision: str, tree: Path) -> str:
    with closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert found == revision, f"that code is at {found}"
        source = (tree / "scorecard" / "__init__.py").read_text()
        version = re.search(r'__version__ = "(.+)"', source)
        assert version
        head = f"-- Scorecard {version[1]} at revision {revision}, filled by its own code.\n"
        totals = f"{TOTALS}{json.dumps(totals_in(connection))}\n"
        return head + totals + "\n".join(connection.iterdump()) + "\n"


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)


def fill(database: Path) -> None:
    """Play with the code that is imported here, which may be an earlier one."""
    from scorecard.app import create_app, migrate
    from scorecard.config import Settings
    from scorecard.database.db import db

    app = create_app(Settings(database.parent, f"sqlite:///{database}", ("a test's secret key",)))
    migrate(app)
    with app.app_context():
        _play(db.session, Path.cwd())
        try:
            from tests.rich_group import rich_group
        except ImportError:
            return  # of before there were groups
        rich_group(db.session)
        if any((Path.cwd() / "scorecard" / "services").rglob("past_results.py")):
            _play_for_the_lowest(db.session)


def _play(session: Any, tree: Path) -> None:
    """Leave a running game with a history and an ended one, and some of the shelf's."""
    from scorecard.services.history import undo_redo
    from scorecard.services.table import games
    from tests.factories import Table

    def write(table: Table) -> Any:
        return table.write()

    table = Table(session, "Ann", "Bob", "Cy")
    bob = table.player(2)
    table.play(450, 200, 100)
    table.enter(2, {2: {"score": 300}}, bob)
    table.enter(2, {1: {"pile": {"7": 2}, "hand": {"5": 1}}, 3: {"score": 50}}, is_confirmed=True)
    table.enter(1, {1: {"score": 550}}, is_confirmed=True)
    for step in (undo_redo.undo, undo_redo.redo, undo_redo.undo):
        step(session, table.game, write(table), is_keeper=True)
    seating.rename(session, table.game, write(table), 3, "Cyrus")
    session.commit()
    table.enter(3, {1: {"score": 250}})
    ended = Table(session, "Zoë 🍫", "Bob")
    ended.play(450, 600)
    games.finish(session, ended.game, write(ended))
    session.commit()
    shelf = tree / "scorecard" / "rules" / "games"
    if (shelf / "pitch.py").exists():
        pitch = Table(session, "Ann", "Bob", "Cy", "Di", rules="pitch")
        pitch.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
    if (shelf / "own_scorecard.py").exists():
        own = Table(session, "Ann", "Bob", rules="own_scorecard", options={"scorecard": MONEY})
        own.tell({}, {1: {"points": 20}, 2: {"points": -20}})


def _play_for_the_lowest(session: Any) -> None:
    """Leave a group in which the lowest total wins, and the last one in, and with past results."""
    from scorecard.errors import BadInput
    from scorecard.services.seasons import seasons
    from tests.factories import Club, Table

    club = Club(session, "Ann", "Bob", "Cy")

    def play(rules: str, *rounds: dict[str, Any], left: int = 0, **own: Any) -> None:
        options = {"scorecard": {"fields": [POINTS], **own}} if own else {}
        table: Table = club.start("Ann", "Bob", "Cy", rules=rules, options=options)
        for number, told in enumerate(rounds):
            if left and number == 1:
                seating.leave(session, table.game, table.write(), left)
            entries = {seat: {"points": n} for seat, n in told.pop("points", {}).items()}
            table.tell(told, entries)
        club.end(table)

    lowest: dict[str, Any] = {"name": "Golf", "wins": "lowest"}
    first = {"points": {1: 0, 2: 5, 3: 9}}
    points = {"kind": "points"}
    closed = club.season(name="Closed", scheme=points, ends_on=club.at.date())
    play("own_scorecard", dict(first), {"points": {2: 5, 3: 9}}, left=1, **lowest)
    seasons.close(session, closed, club.write())
    for called, scheme in (("Places", {"kind": "places"}), ("Own points", points)):
        club.season(name=called, scheme=scheme, early="half")
    last_in = lowest | {"name": "Ten", "ends": {"when": "last_in", "at": 10}}
    play("own_scorecard", {"points": {1: 12, 2: 5, 3: 2}}, {"points": {2: 6, 3: 2}}, **last_in)
    takers = ("Bob", "Bob", "Ann", "Ann", "Bob", "Bob", "Ann", "Ann")
    play("cucumber", *({"winner": taker, "rank": "A"} for taker in takers))
    for name in ("pay me", "Golf"):
        with suppress(BadInput):  # Later code refuses the names of the shelf.
            play("own_scorecard", dict(first), name=name)
    _take_in_past_results(club)
    session.commit()


def _take_in_past_results(club: Any) -> None:
    from scorecard.services.files.past import past_results

    lines = "".join(
        f"2025-05-03,{game},{name},{total}\n"
        for game, totals in (("Pay Me", (35, 80)), ("Brag", (-250, 250)), ("Pitch", (21, 7)))
        for name, total in zip(("Ann", "Bob"), totals, strict=True)
    )
    text = "date,game,player,total\n" + lines
    previewed = past_results.preview(club.session, club.group, text, club.at)
    past_results.carry_out(club.session, club.group, previewed, club.write())


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill(Path(sys.argv[2]))
    else:
        print(make(*sys.argv[1:]))
