"""How long a season's pages and writes take after 1,000, 10,000 or 100,000 games.

Run by hand: ``python -m tests.benchmarks.seasons 1000 10000``, with ``--json`` for the figures as
JSON and ``--database postgresql`` for another database than SQLite. Every game has 8 players and 10
rounds, all of them in one group and one season, and every write is synced. The last games are ended
by the service, which is timed, and so is the correction of a game in the middle, and how long the
ratings after it are worked off. Pages are fetched from the whole app in this process. What they ask
of the database is asked once more of the driver alone: that is the time of the database. The
yardstick is a small page of the same app.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.database.db import begin_write, db
from scorecard.models import Device, Game, Group, Season
from scorecard.operating.housekeeping import rate_some
from scorecard.services.history.changes import Write
from scorecard.services.standings import records, standings
from scorecard.services.table import games, rounds
from scorecard.services.table.games import find_game
from tests.benchmarks.instruments import places
from tests.benchmarks.instruments.places import Place
from tests.benchmarks.loads.many_games import NAMES, ROUNDS, ManyGames
from tests.factories import EVENING
from tests.handbook import figures
from tests.web.conftest import as_device

LIVE_GAMES = 20
"""Games that are ended by the service."""
LOOKS = 40
CORRECTIONS = 3
AIMS = (("standings page", "database", 5), ("End Game (finish, commit)", "p50", 20))
"""What is to take how many milliseconds at most, at any size."""
YARDSTICK = "a small page (yardstick)"

Times = dict[str, list[float]]
"""Milliseconds of every look at something."""


def main() -> None:
    """Measure every size and print the milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="*", default=[1_000], help="sizes of a season")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--keep", type=Path, help="leave SQLite's databases in this folder")
    places.add_options(parser, is_served=False)
    arguments = parser.parse_args()
    found = []
    for number in arguments.games:
        with tempfile.TemporaryDirectory() as temporary:
            folder = (arguments.keep or Path(temporary)) / str(number)
            with places.place_of(arguments, folder) as place:
                found.append(measure(place, number))
        if not arguments.json:
            show(found[-1])
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    keep(place.region("seasons"), found)


def measure(place: Place, number: int) -> dict[str, Any]:
    """Make a season; return the milliseconds of everything, and how large it is."""
    app = create_app(place.settings)
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
    looks, asked = look(app, device, group, season, players)
    times |= looks
    times["a correction in the middle"] = [correct(app, device, uid) for uid in middle]
    times["a step of the ratings after it"] = work_off(app)
    with app.app_context():
        db.engine.dispose()
    yardstick = statistics.median(times[YARDSTICK])
    return {
        "games": number,
        "place": place.name,
        "megabytes": round(place.size / 1e6, 1),
        "seconds": {
            "to work off ratings": round(sum(times["a step of the ratings after it"]) / 1000, 1),
            "to write": round(written - begun, 1),
            "to count the season": round(counted - written, 1),
        },
        "milliseconds": {
            name: {
                "p50": round(statistics.median(own), 2),
                "p95": round(percentile(own, 0.95), 2),
                "ratio": round(statistics.median(own) / yardstick, 2),
                **asked.get(name, {}),
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
        f"counted from nothing in {found['seconds']['to count the season']} s, ratings after "
        f"{CORRECTIONS} corrections worked off in {found['seconds']['to work off ratings']} s; "
        f"{found['place']}; milliseconds"
    )
    heads = ("p50", "p95", "÷ yardstick", "database", "statements")
    print(f"  {'':30}" + "".join(f" {head:>11}" for head in heads))
    for name, own in found["milliseconds"].items():
        database = f"{own['database']:11.2f} {own['statements']:11}" if "database" in own else ""
        print(f"  {name:30} {own['p50']:11.1f} {own['p95']:11.1f} {own['ratio']:11.1f} {database}")
    for name, key, aim in AIMS:
        is_met = found["milliseconds"][name][key] <= aim
        print(f"  {name}: {aim} ms ({key}): {'met' if is_met else 'missed'}")
    print(flush=True)


def keep(region: str, found: Sequence[Mapping[str, Any]]) -> None:
    """Keep the figures of all seasons: of each job the median, and the database alone."""
    rows = []
    for name in found[0]["milliseconds"]:
        own = [one["milliseconds"][name] for one in found]
        rows.append([name, *(f"{one['p50']:.1f} ({one['ratio']:.1f} ×)" for one in own)])
        if "database" in own[0]:
            rows.append([f"{name}: database", *(one["database"] for one in own)])
    figures.keep(
        region, ("p50 in milliseconds", *(f"{one['games']:,} games" for one in found)), rows
    )


def look(
    app: Flask, device: str, group: str, season: str, players: list[str]
) -> tuple[Times, dict[str, dict[str, float]]]:
    """Ask services and whole pages again and again; return the times, and those of the database."""
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
    times = {name: [job(turn) for turn in range(-1, LOOKS)][1:] for name, job in jobs.items()}
    return times, {name: asked_by(app, job) for name, job in jobs.items()}


def asked_by(app: Flask, job: Callable[[int], float]) -> dict[str, float]:
    """Return how many statements a job asks, and the milliseconds that they alone take."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: object) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, values))

    with app.app_context():
        engine = db.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    job(0)
    sa.event.remove(engine, "before_cursor_execute", note)
    spent = []
    with contextlib.closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        for _turn in range(5):
            begun = time.perf_counter()
            for statement, values in asked:
                cursor.execute(statement, values)
                cursor.fetchall()
            spent.append(1000 * (time.perf_counter() - begun))
        connection.rollback()
    return {"statements": len(asked), "database": round(statistics.median(spent), 2)}


def work_off(app: Flask) -> list[float]:
    """Rate what waits after the corrections; return the milliseconds of each transaction."""
    found = []
    is_under_way = True
    while is_under_way:
        begun = time.perf_counter()
        is_under_way = rate_some(app, EVENING)
        found.append(1000 * (time.perf_counter() - begun))
    return found


def pages_of(app: Flask, device: str) -> Callable[..., Callable[[int], float]]:
    """Return what makes a timed look at a page, or at several in turn, from one phone."""
    client = as_device(app.test_client(), device)

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
        game = find_game(db.session, uid)
        assert game
        keeper = db.session.scalars(sa.select(Device).where(Device.uid == device)).one()
        act(game, Write(keeper, EVENING, game.version))
        db.session.commit()
        return 1000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    main()
