"""How long a season's pages and writes take after 1,000, 10,000 or 100,000 games.

Run by hand: ``python -m tests.benchmarks.seasons 1000 10000``, with ``--json`` for the figures as
JSON. Every game has 8 players and 10 rounds, all of them in one group and one season, in SQLite
with every write synced. The last games are ended by the service, which is timed, and so is the
correction of a game in the middle. Pages are fetched from the whole app in this process. The
yardstick is a small page of the same app.
"""

from __future__ import annotations

import argparse
import json
import statistics as figures
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.db import begin_write, db
from scorecard.models import Device, Game, Group, Season
from scorecard.services import games, records, rounds, standings
from scorecard.services.changes import Write
from scorecard.services.games import find_game
from tests.benchmarks.many_games import NAMES, ROUNDS, ManyGames
from tests.factories import EVENING

LIVE_GAMES = 20
"""Games that are ended by the service."""
LOOKS = 40
CORRECTIONS = 3
AIM_MS = 30
YARDSTICK = "a small page (yardstick)"

Times = dict[str, list[float]]
"""Milliseconds of every look at something."""


def main() -> None:
    """Measure every size and print the milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="*", default=[1_000], help="sizes of a season")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--keep", type=Path, help="leave the databases in this folder")
    arguments = parser.parse_args()
    found = []
    for number in arguments.games:
        with tempfile.TemporaryDirectory() as temporary:
            folder = (arguments.keep or Path(temporary)) / str(number)
            folder.mkdir(parents=True, exist_ok=True)
            found.append(measure(folder, number))
        if not arguments.json:
            show(found[-1])
    if arguments.json:
        print(json.dumps(found, indent=2))


def measure(folder: Path, number: int) -> dict[str, Any]:
    """Make a season; return the milliseconds of everything, and how large it is."""
    path = folder / "scorecard.db"
    app = create_app(Settings(folder, f"sqlite:///{path}", ("a benchmark's secret",)))
    app.testing = True
    app.config["WTF_CSRF_ENABLED"] = False
    migrate(app)
    with app.app_context():
        begun = time.perf_counter()
        many = ManyGames(db.session, number, LIVE_GAMES)
        many.write()
        written = time.perf_counter()
        many.count()
        counted = time.perf_counter()
        assert many.is_as_the_services_keep_it(many.game_in_the_middle(0))
        device, group, season = many.club.keeper.uid, many.club.group.uid, many.season.uid
        players = [player.uid for player in many.club.players.values()]
        live, middle = (
            list(many.live_games()),
            [many.game_in_the_middle(step) for step in range(CORRECTIONS)],
        )
    times = {"End Game (finish, commit)": [end_game(app, device, uid) for uid in live]}
    times |= look(app, device, group, season, players)
    times["a correction in the middle"] = [correct(app, device, uid) for uid in middle]
    yardstick = figures.median(times[YARDSTICK])
    return {
        "games": number,
        "megabytes": round(path.stat().st_size / 1e6, 1),
        "seconds": {
            "to write": round(written - begun, 1),
            "to count the season": round(counted - written, 1),
        },
        "milliseconds": {
            name: {
                "p50": round(figures.median(own), 2),
                "p95": round(percentile(own, 0.95), 2),
                "ratio": round(figures.median(own) / yardstick, 2),
            }
            for name, own in times.items()
        },
    }


def percentile(times: list[float], share: float) -> float:
    """Return the time that so large a share of them did not exceed."""
    return sorted(times)[round(share * (len(times) - 1))]


def show(found: dict[str, Any]) -> None:
    """Print the figures of one season."""
    print(
        f"{found['games']:,} games x {len(NAMES)} players x {ROUNDS} rounds: "
        f"{found['megabytes']:,} MB; written in {found['seconds']['to write']} s, the season "
        f"counted from nothing in {found['seconds']['to count the season']} s; milliseconds"
    )
    print(f"  {'':30} {'p50':>9} {'p95':>9} {'p50 ÷ yardstick':>16}")
    for name, own in found["milliseconds"].items():
        print(f"  {name:30} {own['p50']:9.1f} {own['p95']:9.1f} {own['ratio']:16.1f}")
    p50 = found["milliseconds"]["standings page"]["p50"]
    print(f"  the aim for the standings page, {AIM_MS} ms: {'met' if p50 < AIM_MS else 'missed'}")
    print(flush=True)


def look(app: Flask, device: str, group: str, season: str, players: list[str]) -> Times:
    """Ask services and whole pages again and again."""
    path = f"/groups/{group}"
    page, service = pages_of(app, device), services_of(app, group, season)
    jobs = {
        YARDSTICK: page("/join"),
        "standings (service alone)": service(
            lambda session, _, one: standings.present(session, one)
        ),
        "standings page": page(path),
        "player page": page(*(f"{path}/players/{player}" for player in players)),
        "records (service alone)": service(lambda session, one, _: records.of_group(session, one)),
        "records page": page(f"{path}/records"),
        "games page": page(f"{path}/games"),
        "games page, searched": page(f"{path}/games?q=ann+brownie&status=early"),
    }
    return {name: [job(turn) for turn in range(-1, LOOKS)][1:] for name, job in jobs.items()}


def pages_of(app: Flask, device: str) -> Callable[..., Callable[[int], float]]:
    """Return what makes a timed look at a page, or at several in turn, from one phone."""
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["device"] = device

    def page(*paths: str) -> Callable[[int], float]:
        def fetch(turn: int) -> float:
            begun = time.perf_counter()
            response = client.get(paths[turn % len(paths)])
            spent = time.perf_counter() - begun
            assert response.status_code == 200, response.status
            return 1000 * spent

        return fetch

    return page


def services_of(
    app: Flask, group: str, season: str
) -> Callable[[Callable[[Session, Group, Season], object]], Callable[[int], float]]:
    """Return what makes a timed call of a service that reads."""

    def service(ask: Callable[[Session, Group, Season], object]) -> Callable[[int], float]:
        def call(_turn: int) -> float:
            with app.app_context():
                of_group = db.session.scalars(sa.select(Group).where(Group.uid == group)).one()
                of_season = db.session.scalars(sa.select(Season).where(Season.uid == season)).one()
                begun = time.perf_counter()
                ask(db.session, of_group, of_season)
                return 1000 * (time.perf_counter() - begun)

        return call

    return service


def end_game(app: Flask, device: str, uid: str) -> float:
    """End a game; return the milliseconds from finding it to the commit."""
    return write(app, device, uid, lambda game, one: games.finish(db.session, game, one))


def correct(app: Flask, device: str, uid: str) -> float:
    """Reopen an ended game, correct its first round and end it again; return milliseconds."""
    entry = {1: {"score": 2_000}}
    return (
        write(app, device, uid, lambda game, one: games.reopen(db.session, game, one))
        + write(
            app,
            device,
            uid,
            lambda game, one: rounds.enter(db.session, game, one, 1, entry, is_confirmed=True),
        )
        + end_game(app, device, uid)
    )


def write(app: Flask, device: str, uid: str, act: Callable[[Game, Write], object]) -> float:
    """Do one write to a game as a request does; return its milliseconds."""
    with app.app_context():
        begun = time.perf_counter()
        begin_write(db.session)
        game = find_game(db.session, uid, for_write=True)
        assert game
        keeper = db.session.scalars(sa.select(Device).where(Device.uid == device)).one()
        act(game, Write(keeper, EVENING, game.version))
        db.session.commit()
        return 1000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    main()
