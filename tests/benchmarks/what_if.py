"""How long it takes to count a group's past again as a proposal would have it.

Run by hand: ``python -m tests.benchmarks.what_if 1000 10000``. The games have 8 players and 10
rounds, all in one group and one season; the proposal lowers their target, so that nearly every one
would have ended otherwise. Times are of the processor, of one core. The yardstick is to read and
score the same games once, without comparing anything.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.database.db import db
from scorecard.models import Game, Proposal
from scorecard.services.book import consent, house_rules
from scorecard.services.looking_back import what_if
from scorecard.services.scoring import sheets
from tests.benchmarks.instruments import places
from tests.benchmarks.instruments.places import Place
from tests.benchmarks.loads.many_games import RULES, TARGET, ManyGames
from tests.handbook import figures

LOWER_TARGET = 2_000
MEGABYTE = 1024


def main() -> None:
    """Measure every size, print the figures and keep them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="*", default=[1_000], help="sizes of a group")
    places.add_options(parser, is_served=False)
    arguments = parser.parse_args()
    rows, region = [], ""
    for number in arguments.games:
        with (
            tempfile.TemporaryDirectory() as temporary,
            places.place_of(arguments, Path(temporary)) as place,
        ):
            region = place.region("what_if")
            rows.append([f"{number:,}", *measure(place, number)])
    head = ("games", "seconds", "÷ reading and scoring", "longest piece", "memory")
    figures.keep(region, head, rows)


def measure(place: Place, number: int) -> list[str]:
    """Return the seconds of it all, their ratio, those of the longest piece, and the memory."""
    app = create_app(place.settings)
    migrate(app)
    with app.app_context():
        many = ManyGames(db.session, number, live=0)
        many.write()
        many.count()
        proposal = propose(many)
        counted, yardstick = [], seconds_of(lambda: score_all(db.session))
        before = peak_megabytes()
        found = None
        while found is None or not found.is_whole:
            db.session.expunge_all()
            begun = time.process_time()
            found = what_if.go_on(db.session, many.group_id, proposal, found)
            counted.append(time.process_time() - begun)
        assert found.over == number, "every game has an end, early or not"
        db.session.rollback()
        db.engine.dispose()
    return [
        f"{sum(counted):.2f}",
        f"{sum(counted) / yardstick:.1f} ×",
        f"{max(counted):.2f} s",
        f"+{peak_megabytes() - before:.0f} MB",
    ]


def propose(many: ManyGames) -> str:
    """Propose the lower target; return the proposal's uid."""
    club = many.club
    before, after = {"target": TARGET}, {"target": LOWER_TARGET}
    of = house_rules.create(db.session, club.group, club.write(), "Cabin", RULES, before)
    made: Proposal = consent.propose(db.session, of, club.write(), after, "", "shorter")
    db.session.commit()
    return made.uid


def score_all(session: Session) -> None:
    """Read and score every ended game, one after the other."""
    for game in session.scalars(select(Game).where(Game.deleted_at.is_(None))).yield_per(1):
        sheets.read(game)
        session.expunge(game)


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor's seconds that a piece of work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def peak_megabytes() -> float:
    """Return the most memory that this process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


if __name__ == "__main__":
    main()
