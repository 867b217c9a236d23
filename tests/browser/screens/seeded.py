"""A server on a database in which there is some of everything, and phones that are in already.

The world of the attacks holds a group that has seen a lot and a game in every state; with it come
every card game's example, a table of twelve with long names, and a group in which nothing is yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.database.db import db
from scorecard.models import Device, Group
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.services.book import house_rules
from scorecard.services.groups import groups
from scorecard.services.history.changes import Write
from scorecard.services.table import games, seating
from tests.factories import Club, Table
from tests.fuzzing.world import SECRET, World, world_in
from tests.servers.server import Server

TWELVE = (
    *("Ann", "Maximiliane-Charlotte von Hohenstein", "李小龙", "🍫🍫", "Zoë", "Жанна"),
    *("שלום", "<b>Bo</b>", "Cy", "Di", "Ed", "Flo"),
)
"""As many as sit at a table, with names that are long, short, and written otherwise."""
ROUNDS = 8
KNOWN = "known.json"
MOTTO = "Maximiliane-Charlottes Freitagsrunde: verloren wird nie!"
BARE = "keeper of a bare group"
ROLES = ("keeper", "player", "spectator", "sent out of the game", BARE, "nobody")


@dataclass
class Seeded:
    """A server, what its addresses are made of, and the cookie of a phone in each role."""

    server: Server
    places: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Where the server is, by a name for which browsers allow everything, as over HTTPS."""
        return f"http://localhost:{self.server.port}"

    def address(self, path: str) -> str:
        """Return a path with the names in its braces filled in."""
        return path.format_map(self.places)

    def state(self, role: str) -> Any:
        """Return what the browser of a phone in this role has stored."""
        cookie = {
            "name": "scorecard",
            "value": self.cookies[role],
            "url": self.url,
        }
        return {"cookies": [cookie] if cookie["value"] else [], "origins": []}


@contextmanager
def furnished(folder: Path) -> Iterator[tuple[World, dict[str, str]]]:
    """Fill a database in a folder; yield its phones, and what addresses there are made of."""
    with world_in(folder) as world:
        with world.app.app_context():
            places = _places(world) | _more(db.session, world)
            db.session.commit()
        yield world, places


def furnish(folder: Path) -> None:
    """Fill a database in a folder, and write beside it what is to be known of it."""
    folder.mkdir(parents=True)
    with furnished(folder) as (world, places):
        cookies = {}
        for role in ROLES:
            cookie = world.client(role).get_cookie("scorecard")
            cookies[role] = cookie.value if cookie else ""
    (folder / KNOWN).write_text(json.dumps([places, cookies]))


@contextmanager
def serving(folder: Path) -> Iterator[Seeded]:
    """Serve the database of a folder that was furnished."""
    places, cookies = json.loads((folder / KNOWN).read_text())
    environment = {"SECRET_KEY": SECRET, "LIMITS": "off"}
    with Server(folder, environment=environment) as server:
        yield Seeded(server, places, cookies)


@contextmanager
def seeded(folder: Path) -> Iterator[Seeded]:
    """Fill a database in a folder, and serve it."""
    furnish(folder)
    with serving(folder) as served:
        yield served


def _places(world: World) -> dict[str, str]:
    """Return every address's parts by what they are: a game's state, a season's name."""
    here = world.here
    found = {"group": here.group, "scorecard": here.scorecards[0], **here.games}
    found |= {"group's ruling": here.rulings[0], "game's ruling": here.rulings[1]}
    for kind in ("seasons", "teams", "divisions", "players", "book", "proposals", "tokens"):
        found |= {f"{kind} {name}": uid for name, uid in getattr(here, kind).items()}
    return found


def _more(session: Session, world: World) -> dict[str, str]:
    """Add what the world of the attacks has no need of; return the new addresses' parts."""
    keeper = session.scalars(select(Device).where(Device.uid == world.uids["keeper"])).one()
    at = datetime.now(UTC) - timedelta(hours=2)
    found = {}
    for key in all_games():
        if key == "brownie_points":
            continue
        for state in ("running", "ended"):
            table = _example(session, keeper, key, at)
            if state == "ended":
                games.finish(session, table.game, table.write())
            found[f"{key}, {state}"] = table.game.uid
            found[f"{key}, coming"] = str(table.game.next_number)
    for state in ("running", "ended"):
        table = _twelve(session, keeper, at)
        if state == "ended":
            games.finish(session, table.game, table.write())
        found[f"twelve, {state}"] = table.game.uid
    for state, bids in (("bidding", 2), ("bid", 4)):
        found[f"oh_hell, {state}"] = _oh_hell(session, keeper, at, bids).game.uid
    found["tarot"] = _tarot(session, keeper, at).game.uid
    found["outdated"] = _outdated(session, world, keeper, at)
    bare = Club(session, at=at)
    found["bare group"], world.uids[BARE] = bare.group.uid, bare.keeper.uid
    return found


def _outdated(session: Session, world: World, keeper: Device, at: datetime) -> str:
    """In a group with a motto, end a game by house rules that changed since; return its uid."""
    group = session.scalars(select(Group).where(Group.uid == world.here.group)).one()
    groups.change(session, group, Write(keeper, at, group.version), motto=MOTTO)
    write = Write(keeper, at)
    name = "Hüttenregeln für lange Samstagabende"
    ours = house_rules.create(session, group, write, name, "brownie_points", {})
    more: dict[str, Any] = {"options": {"ko_hand": "ignored"}, "is_confirmed": True}
    table = Table(
        session, "Ann", "Bob", group=group, keeper=keeper, at=at, house_rules=ours, **more
    )
    games.finish(session, table.game, table.write())
    house_rules.save(session, ours, write, {"target": 9_000, "squirts_value": 200})
    session.commit()
    return table.game.uid


def _example(session: Session, keeper: Device, key: str, at: datetime) -> Table:
    """Play what a game's page of rules shows as its example."""
    rules = all_games()[key]
    assert rules.example
    record: Any = rules.example.record
    names = record["players"]
    options = record.get("options", {})
    table = Table(
        session, *names, rules=key, options=options, keeper=keeper, at=at, is_confirmed=True
    )
    for played in record["rounds"]:
        said = dict(played)
        by_name = said.pop(rules.entries_key, {}) if rules.entries_key else {}
        entries = {names.index(name) + 1: by_name[name] for name in by_name}
        table.tell(said, entries)
    seating.rename(session, table.game, table.write(), 2, TWELVE[1])
    return table


def _oh_hell(session: Session, keeper: Device, at: datetime, bids: int) -> Table:
    """Play a round of bids and tricks, and let so many of four bid for the next one."""
    options = {"scorecard": definitions.to_json(ready_made.READY_MADE["oh_hell"])}
    names = TWELVE[:4]
    table = Table(session, *names, rules="own_scorecard", options=options, keeper=keeper, at=at)
    made = {seat: {"tricks": {"bid": seat, "made": 2}} for seat in range(1, 5)}
    table.tell({}, made)
    table.enter(2, {seat: {"tricks": {"bid": 4 - seat}} for seat in range(1, bids + 1)})
    return table


def _tarot(session: Session, keeper: Device, at: datetime) -> Table:
    """Play a deal of five in which the taker has a partner."""
    options = {"scorecard": definitions.to_json(ready_made.READY_MADE["tarot"])}
    names = TWELVE[:5]
    table = Table(session, *names, rules="own_scorecard", options=options, keeper=keeper, at=at)
    said = {"contract": "garde", "number": 9, "plus": 20, "result": "won"}
    table.tell({"contract": {"declarer": names[1], "partner": names[4], **said}}, {})
    return table


def _twelve(session: Session, keeper: Device, at: datetime) -> Table:
    """Play at a full table, with a round that everybody but one has counted."""
    options = {"deck": "expansion", "target": 20_000}
    table = Table(session, *TWELVE, options=options, keeper=keeper, at=at, is_confirmed=True)
    for number in range(ROUNDS):
        table.play(*(50 * ((seat * 7 + number * 5 + seat * number) % 23 - 3) for seat in range(12)))
    counted = {seat: {"score": 150 * seat} for seat in range(2, 12)}
    table.enter(ROUNDS + 1, counted, is_confirmed=True)
    return table
