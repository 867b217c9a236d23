"""A small world to attack: a group that has seen a lot, another group, and phones in every role.

The database is put back as it was after whatever was done to it, so that every attempt meets the
same world and can be repeated by itself.

Long because it makes one thing of every kind, and a game in every state.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import (
    Adjustment,
    CashEntry,
    Device,
    Game,
    GroupMembership,
    Pass,
    Player,
    Proposal,
    Season,
)
from scorecard.services.book import (
    commenting,
    consent,
    house_rules,
    rulings,
    scorecards,
    voting,
)
from scorecard.services.cash import entries, ledger
from scorecard.services.files.past import past_results
from scorecard.services.groups import (
    access,
    group_members,
    groups,
    passkeys,
    public_links,
    recovery_codes,
)
from scorecard.services.history import changes, undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.seasons import adjustments, parting, seasons, weighing
from scorecard.services.standings import lineups, results
from scorecard.services.table import amending, games, seating
from scorecard.web.http import access as visits
from scorecard.web.http.limits import limiter
from tests.authenticator import Authenticator
from tests.factories import Club, Table
from tests.rich_group import MONEY, rich_group

SECRET = "a test's secret key"
ELSEWHERE = "Xanthippe"
"""Nobody outside the other group may ever read this name."""
UNKNOWN_UID = "nobody-has-this-uid-0000"
GUEST = "Bob"
"""Whom the player at the tables and the member of the group are."""
PAST = "date,game,player,total\n2019-01-02,Pitch,Ann,5\n2019-01-02,Pitch,Cy,7\n"
"""A list that was imported, and can be undone."""
SEAT = 2
"""Where the guest sits at every table."""


@dataclass
class Places:
    """What a group's addresses are made of."""

    group: str = ""
    games: dict[str, str] = field(default_factory=dict)
    seasons: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    book: dict[str, str] = field(default_factory=dict)
    proposals: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    rulings: list[str] = field(default_factory=list)
    adjustments: list[str] = field(default_factory=list)
    teams: dict[str, str] = field(default_factory=dict)
    divisions: dict[str, str] = field(default_factory=dict)
    cash: list[str] = field(default_factory=list)
    devices: dict[str, int] = field(default_factory=dict)
    passkeys: list[int] = field(default_factory=list)
    scorecards: list[str] = field(default_factory=list)
    binned_scorecard: str = ""
    imported: int = 0
    tokens: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)


Made = tuple[dict[str, str], Places, Places]
"""What is to be known of a world that lies in a database: its phones, and both groups."""


def fresh_app(folder: Path) -> Flask:
    """Return an application on an empty database in a folder, which answers as in production."""
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", (SECRET,)))
    app.testing = True
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.config["WTF_CSRF_ENABLED"] = False
    migrate(app)
    return app


class World:
    """The phones by role, what there is, and the database as it was at the beginning."""

    def __init__(self, app: Flask, made: Made | None = None) -> None:
        """Make the world in an app's empty database, or take the one that was made in it."""
        self.app = app
        self.uids, self.here, self.elsewhere = made or ({}, Places(), Places())
        with app.app_context():
            if not made:
                _build(self, db.session)
                db.session.commit()
            address = db.engine.url.database
        assert address
        self._watcher = sqlite3.connect(address, check_same_thread=False)
        self._watcher.execute("PRAGMA synchronous = OFF")
        self._kept = sqlite3.connect(":memory:", check_same_thread=False)
        self._watcher.backup(self._kept)
        self._seen = self._counter()

    def client(self, role: str = "keeper") -> FlaskClient:
        """Return a phone in a role."""
        client = self.app.test_client()
        if role == "forged cookie":
            forger = Flask("forger")
            forger.secret_key = "another secret"
            serializer = forger.session_interface.get_signing_serializer(forger)  # type: ignore[attr-defined]
            client.set_cookie("scorecard", serializer.dumps({"device": self.uids["keeper"]}))
        elif role != "nobody":
            with client.session_transaction() as session:
                session.permanent = True
                session["device"] = self.uids[role]
        return client

    def changed(self) -> bool:
        """Return whether anything was saved since this was asked last.

        That a code was wrong is counted where it is refused: that alone is taken back at once.
        """
        before, self._seen = self._seen, self._counter()
        if before == self._seen:
            return False
        if not self._is_only_a_guess():
            return True
        self.restore()
        return False

    def _is_only_a_guess(self) -> bool:
        (guesses,) = self._watcher.execute("SELECT count(*) FROM wrong_guesses").fetchone()
        return guesses > 0 and _all_but_guesses(self._watcher) == _all_but_guesses(self._kept)

    def restore(self) -> None:
        """Put everything back as it was."""
        self._kept.backup(self._watcher)
        self.changed()

    def faults(self, *, is_only_touched: bool = False) -> list[str]:
        """Return what is wrong in the database, whatever was done to it; or only to some games."""
        statement = "SELECT uid, version FROM games"
        before = set(self._kept.execute(statement)) if is_only_touched else set()
        uids = [
            uid for uid, version in self._watcher.execute(statement) if (uid, version) not in before
        ]
        with self.app.app_context():
            known = {uid for (uid,) in self._kept.execute("SELECT uid FROM games")}
            return [*_loose_rows(self._watcher), *_wrong_games(db.session, uids, known)]

    def close(self) -> None:
        """Let go of the database."""
        self._watcher.close()
        self._kept.close()

    def _counter(self) -> tuple[int, int]:
        # The first moves with what others save, the second with what is put back here.
        (version,) = self._watcher.execute("PRAGMA data_version").fetchone()
        return version, self._watcher.total_changes


@contextmanager
def world_in(folder: Path, made: Made | None = None) -> Iterator[World]:
    """Make a world with a database of its own in a folder; what it logs is not shown.

    With ``made`` it lies in the folder's database already.
    """
    app = fresh_app(folder)
    world = World(app, made)
    log = app.logger
    heard, log.handlers[:], log.propagate = [*log.handlers], [], False
    limiter.enabled = False
    try:
        yield world
    finally:
        limiter.enabled = True
        log.handlers[:], log.propagate = heard, True
        world.close()
        with app.app_context():
            db.engine.dispose()


def _all_but_guesses(connection: sqlite3.Connection) -> list[str]:
    return [line for line in connection.iterdump() if "wrong_guesses" not in line]


def _loose_rows(connection: sqlite3.Connection) -> list[str]:
    with closing(connection.execute("PRAGMA foreign_key_check")) as rows:
        return [f"a row of {row[0]} points to nothing in {row[2]}" for row in rows]


def _wrong_games(session: Session, uids: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Score games anew, and look whether their history is whole.

    What was imported has the history that its file tells, which may leave something out.
    """
    for uid in uids:
        game = games.find_game(session, uid)
        assert game
        kept = [(seat.name, seat.total, seat.rank, seat.is_winner) for seat in game.seats]
        scores = sheets.stored_points(game)
        sheets.rescore(session, game)
        if kept != [(seat.name, seat.total, seat.rank, seat.is_winner) for seat in game.seats]:
            yield f"game {uid} has other totals than its rounds: {kept}"
        if scores != sheets.stored_points(game):
            yield f"game {uid} has other scores than its rounds"
        versions = [change.version for change in changes.lines(session, game)]
        whole = list(range(game.version, 0, -1)) if uid in known else sorted({*versions})[::-1]
        if versions != whole or versions[0] > game.version:
            yield f"the history of game {uid} has gaps: {versions}"
    session.rollback()


def _build(world: World, session: Session) -> None:
    club = rich_group(session)
    club.at = visits.now() - timedelta(hours=3)
    _fill_group(world, club)
    _fill_games(world, club)
    other = Club(session, ELSEWHERE, f"{ELSEWHERE} II", at=club.at)
    _fill_elsewhere(world, other)
    world.uids |= {
        "nobody": "",
        "stranger": access.new_device(session, club.at).uid,
        "unknown device": UNKNOWN_UID,
        "keeper of another": other.keeper.uid,
        "keeper": club.keeper.uid,
    }


def _phone(club: Club, world: World, role: str) -> Device:
    device = access.new_device(club.session, club.at)
    world.uids[role], world.here.devices[role] = device.uid, device.id
    return device


def _member(club: Club, world: World, role: str, *names: str) -> GroupMembership:
    device = _phone(club, world, role)
    inside = group_members.join(club.session, club.group, device, club.write(device))
    who = [club.players[name] for name in names]
    group_members.claim(club.session, club.group, inside, who, club.write(device))
    return inside


def _fill_group(world: World, club: Club) -> None:
    """Leave one thing of every kind in the group.

    Long because one thing of every kind is made, each from those before.
    """
    session, group, here = club.session, club.group, world.here
    keeping = group_members.membership_of(session, group, club.keeper)
    assert keeping
    here.devices["keeper"] = club.keeper.id
    member = _member(club, world, "member", GUEST)
    second = _member(club, world, "group's keeper")
    group_members.make_keeper(session, group, second.device_id, club.write())
    out = _member(club, world, "sent out of the group")
    group_members.send_out(session, group, out.device_id, club.write(), SECRET)
    _member(club, world, "another member", "Cy")
    left = _member(club, world, "left the group")
    group_members.leave(session, group, club.write(left.device))
    consent.choose_threshold(session, group, club.write(), "keeper", 7)
    cabin = house_rules.named(session, group, "Cabin — late")
    assert cabin
    other = house_rules.create(session, group, club.write(), "Hut", "brownie_points", {})
    here.book |= {"Cabin": cabin.uid, "Hut": other.uid}
    old = next(one for one in house_rules.of_group(session, group, deleted=True))
    here.book["Old"] = old.uid
    assert cabin
    ruling = rulings.rule(session, cabin, club.write(), "A card fell twice", "Again", "Bob")
    here.rulings = [ruling.uid]
    wish = voting.open_proposals(session, group)[0]
    late = consent.propose(
        session, other, club.write(member.device), {"target": 500}, "", "hut", membership=member
    )
    late.deadline = club.at
    here.proposals |= {"keeper's": wish.uid, "member's": late.uid}
    for whose, device in (("keeper's", club.keeper), ("member's", member.device)):
        here.said[f"{whose} comment"], here.said[f"{whose} binned comment"] = _say(
            session, late, club.write(device)
        )
    for name, player in club.players.items():
        here.players[name] = player.uid
    here.players["Edward"] = next(p.uid for p in group.players if p.merged_into)
    gone = rosters.add(session, group, club.write(), "Gone", is_guest=True)
    both = [club.players[GUEST], gone]
    group_members.claim(session, group, member, both, club.write(member.device))
    rosters.retire(session, gone, club.write())
    here.players["Gone"] = gone.uid
    here.players["Tpyo"] = rosters.add(session, group, club.write(), "Tpyo").uid
    club.season(name="Empty", starts_on=date(2999, 1, 1))
    summer = seasons.named(session, group, "Summer — 2nd")
    assert summer
    given = _bake(club, summer, "Ann")
    weighing.weigh(session, summer, club.write(), results.day_of(club.at, group), 2)
    here.adjustments = [given.uid]
    here.cash = [entry.uid for entry in ledger.page(session, group).entries if entry.way]
    teams = {"The Foxes": ("Ann", "Cy"), "Bears": ("Bob",)}
    _part(club, summer, here, teams, {"A": ("Ann", "Bob"), "B": ("Cy",)})
    here.seasons = {season.name: season.uid for season in seasons.of_group(session, group)}
    groups.switch_public(session, group, club.write(), SECRET, is_on=True)
    here.codes["recovery"] = recovery_codes.make(session, keeping, club.write())
    for inside in (member, keeping):
        challenge = passkeys.new_challenge()
        site = passkeys.Site("localhost", "http://localhost")
        options = passkeys.creation_options(session, inside, site, challenge)
        made = Authenticator().make(options)
        write = club.write(inside.device)
        passkey = passkeys.register(session, inside, write, site, challenge, made)
        session.flush()
        here.passkeys.append(passkey.id)
    here.group = group.uid
    here.tokens |= {
        "group": groups.link_token(group, [SECRET]) or "",
        "standings": public_links.token(group, [SECRET]) or "",
        "book": public_links.token(cabin, [SECRET]) or "",
    }
    look = past_results.preview(session, group, PAST, club.at)
    past_results.carry_out(session, group, look, club.write())
    here.imported = group.version
    own = scorecards.make(session, club.write(), MONEY)
    here.scorecards = [own.uid]
    gone_card = scorecards.make(session, club.write(), MONEY | {"name": "Gone"})
    scorecards.delete(session, club.write(), gone_card)
    here.binned_scorecard = gone_card.uid


def _say(session: Session, wish: Proposal, write: Write) -> tuple[str, str]:
    """Say something twice, take one of it back, and return the numbers of both."""
    texts = ("ANN does, and Anns dog", "Not so")
    stays, goes = (commenting.add(session, wish, write, text) for text in texts)
    commenting.remove(session, goes, write, is_keeper=False)
    return str(stays.id), str(goes.id)


def _fill_games(world: World, club: Club) -> None:
    """Leave one game in every state, each with a spectator, a player, and a phone sent out.

    Long because each state of a game is reached in its own way.
    """
    session, found = club.session, {}
    names = ("Ann", GUEST, "Cy")
    devices = {role: _phone(club, world, role) for role in ("player", "spectator")}
    devices["sent out of the game"] = _phone(club, world, "sent out of the game")
    cabin = house_rules.named(session, club.group, "Cabin — late")
    assert cabin

    def start(state: str, *players: str, **more: Any) -> Table:
        table = found[state] = club.start(*(players or names), is_confirmed=True, **more)
        return table

    table = start("running", house_rules=cabin)
    table.play(450, 200, 100)
    table.play(50, -100, 700)
    table.enter(3, {1: {"pile": {"7": 2}, "hand": {"5": 1}}})
    start("fresh", head_starts={"Cy": 300})
    open_ = start("nearly closed")
    open_.enter(1, {1: {"score": 100}, 2: {"score": 4_000}})
    warned = start("warned")
    warned.enter(1, {1: {"pile": {"7": 2}}, 2: {"pile": {"7": 4}}, 3: {"pile": {"8": 2}}})
    mine, mine_undone = start("the player's"), start("the player's, undone")
    undone = start("undone")
    undone.play(450, 200, 100)
    undone.play(450, 200, 100)
    undo_redo.undo(session, undone.game, undone.write(), is_keeper=True)
    club.end(_played(start("ended", house_rules=cabin)))
    club.end(_played(start("alone", rules="own_scorecard", options={"scorecard": MONEY})))
    binned = _played(start("binned"))
    games.delete(session, binned.game, binned.write())
    finished = start("finished", options={"target": 1_000})
    finished.play(1_200, 200, 100)
    after = start("after its end", options={"target": 1_000})
    for _ in range(3):
        after.play(400, 200, 100)
    after.enter(1, {1: {"score": 1_500}}, is_confirmed=True)
    left = start("without one", "Ann", GUEST, "Cy", "Ed")
    seating.leave(session, left.game, left.write(), SEAT)
    late = start("with a latecomer")
    late.play(450, 200, 100)
    late.play(450, 200, 100)
    seating.let_in(session, late.game, late.write(), "Ed", "last")
    late.play(450, 200, 100, 650)
    # A game counted in secret keeps a group from being exported.
    for game in groups.running(session, club.group):
        if game.is_blind:
            games.finish(session, game, club.write(version=game.version))
    secret = Table(session, *names, keeper=club.keeper, at=club.at, is_blind=True)
    secret.enter(1, {1: {"score": 50}})
    found["blind"] = secret
    _played(start("pitch", *names, "Ed", rules="pitch"))
    for rules in ("brag", "farmer", "cucumber"):
        start(rules, *names, "Ed", rules=rules)
    table = start("amending")
    amending.propose(session, table.game, table.write(), {"target": 3_000}, "last bus")
    now = visits.now()
    for state, at in found.items():
        for role, device in devices.items():
            kind = "player" if role.startswith("sent") else role
            inside = access.join(session, at.game, kind, at.write(device))
            if role == "player":
                access.claim(session, at.game, inside, [SEAT], at.write(device))
            elif role.startswith("sent"):
                access.send_out(session, at.game, device.id, at.write())
        world.here.games[state] = at.game.uid
    world.here.games["on one phone"] = start("on one phone").game.uid
    for table in (mine, mine_undone):
        table.enter(1, {SEAT: {"score": 100}}, devices["player"])
    write = mine_undone.write(devices["player"])
    undo_redo.undo(session, mine_undone.game, write, is_keeper=False)
    running = found["running"].game
    assert cabin
    ruling = rulings.rule(session, cabin, club.write(), "Dealt twice", "Again", "B", game=running)
    world.here.rulings.append(ruling.uid)
    access.make_passes(session, found["warned"].game, SECRET, now - timedelta(days=40))
    world.here.tokens["expired"] = _token(session, found["warned"].game)
    access.renew(session, running, found["running"].write())
    access.make_passes(session, found["fresh"].game, SECRET, now)
    world.here.tokens["renewed"] = _token(session, found["fresh"].game)
    access.renew(session, found["fresh"].game, found["fresh"].write())
    access.make_passes(session, found["ended"].game, SECRET, now)
    world.here.tokens["ended"] = _token(session, found["ended"].game)
    access.make_passes(session, running, SECRET, now)
    world.here.tokens |= access.tokens(session, running, [SECRET], now)
    for state, at in found.items():
        # The player of this world sits there also after the links were renewed.
        world.here.codes[state] = at.game.code or ""


def _token(session: Session, game: Game) -> str:
    from scorecard.services.limits import codes

    found = session.scalars(select(Pass).where(Pass.game_id == game.id, Pass.role == "player"))
    return codes.pass_token(SECRET, list(found)[-1].nonce)


def _played(table: Table) -> Table:
    """Play a round, in the shape of the table's game."""
    rules = table.game.rules
    if rules == "pitch":
        table.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
    elif rules == "own_scorecard":
        table.tell({}, {1: {"points": 20}, 2: {"points": -5}, 3: {"points": -15}})
    elif rules == "brownie_points":
        table.play(450, 200, 100)
    return table


def _bake(club: Club, season: Season, name: str) -> Adjustment:
    """Give a player points by hand."""
    said = f"{name} baked the cake"
    player, write = club.players[name], club.write()
    return adjustments.give(
        club.session, season, write, player, kind="bonus", points=2, reason=said
    )


def _part(
    club: Club,
    season: Season,
    place: Places,
    teams: Mapping[str, Collection[str]],
    divisions: Mapping[str, Collection[str]],
) -> None:
    """Part the players of a season, and note where."""
    for kind, parts, noted in (
        (lineups.TEAMS, teams, place.teams),
        (lineups.DIVISIONS, divisions, place.divisions),
    ):
        for name, members in parts.items():
            called = f"{ELSEWHERE}'s {kind.key}" if ELSEWHERE in members else name
            players = [club.players[one] for one in members]
            made = parting.make(club.session, season, club.write(), kind, called, players)
            noted[name] = made.uid


def _owe(club: Club, player: Player) -> CashEntry:
    """Have a player owe the cash box."""
    note = f"{player.name}'s"
    return entries.fee(club.session, club.group, club.write(), [player], 200, note=note)


def _fill_elsewhere(world: World, club: Club) -> None:
    session, there = club.session, world.elsewhere
    there.group = club.group.uid
    groups.change(session, club.group, club.write(), name=f"{ELSEWHERE}'s group")
    season = club.season(name=f"{ELSEWHERE}'s season")
    there.seasons = {"own": season.uid}
    there.adjustments = [_bake(club, season, ELSEWHERE).uid]
    _part(club, season, there, {"own": (ELSEWHERE,)}, {"own": (ELSEWHERE,)})
    there.cash = [_owe(club, club.players[ELSEWHERE]).uid]
    there.players = {name: player.uid for name, player in club.players.items()}
    keeping = group_members.membership_of(session, club.group, club.keeper)
    assert keeping
    there.devices = {"keeper": club.keeper.id}
    book = house_rules.create(
        session, club.group, club.write(), f"{ELSEWHERE}'s", "brownie_points", {"target": 5_000}
    )
    there.book = {"own": book.uid}
    said = (f"{ELSEWHERE} fell", "Up", "All")
    there.rulings = [rulings.rule(session, book, club.write(), *said).uid]
    reason = f"{ELSEWHERE} wants it"
    consent.choose_threshold(session, club.group, club.write(), "unanimous", None)
    wish = consent.propose(session, book, club.write(), {"target": 4_000}, "", reason)
    there.proposals = {"own": wish.uid}
    there.said["comment"], there.said["binned comment"] = _say(session, wish, club.write())
    table = club.start(ELSEWHERE, f"{ELSEWHERE} II", house_rules=book, is_confirmed=True)
    table.play(450, 200)
    there.games["running"] = table.game.uid
    ended = club.start(ELSEWHERE, f"{ELSEWHERE} II")
    ended.play(50, 100)
    there.games["ended"] = club.end(ended).game.uid
    challenge = passkeys.new_challenge()
    site = passkeys.Site("localhost", "http://localhost")
    options = passkeys.creation_options(session, keeping, site, challenge)
    made = Authenticator().make(options)
    passkey = passkeys.register(session, keeping, club.write(), site, challenge, made)
    session.flush()
    there.passkeys = [passkey.id]
    own = scorecards.make(session, club.write(), MONEY | {"name": f"{ELSEWHERE}'s card"})
    there.scorecards = [own.uid]
