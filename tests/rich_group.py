"""A group with some of everything: what an export must keep."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Table, func, insert, select
from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from scorecard.database.db import Model
from scorecard.models import Device, Group, Player
from scorecard.services.book import agreeing, commenting, consent, house_rules, rulings, sharing
from scorecard.services.cash import entries, stakes
from scorecard.services.groups import group_members, groups
from scorecard.services.history import undo_redo
from scorecard.services.players import merging, rosters
from scorecard.services.scoring import cached_folds
from scorecard.services.seasons import season_plans, seasons
from scorecard.services.table import amending, anecdotes, games, rematches, rounds, seating
from tests import factories
from tests.factories import Club

MONEY = {
    "name": "Four-card game",
    "fields": [{"kind": "points", "key": "points", "label": "Chips", "is_signed": True}],
    "is_zero_sum": True,
    "is_money": True,
}


@dataclass(frozen=True)
class Kept:
    """A rich group as it lies in the tables, and what a club knows of it."""

    rows: dict[Table, list[dict[str, Any]]]
    at: datetime
    keeper: int
    group: int
    players: dict[str, int]


_kept: list[Kept] = []
"""At most one: of this process."""


def rich_group(session: Session) -> Club:
    """Return a club that has seen a lot.

    It is played once in a process; an empty database gets a copy, which takes much less time.
    """
    # PostgreSQL would count on from numbers that are taken.
    can_be_copied = session.get_bind().dialect.name == "sqlite" and _is_empty(session)
    if can_be_copied and _kept:
        return _copied(session, *_kept)
    club = _played(session)
    if can_be_copied:
        _kept.append(_rows_of(club))
    return club


def _is_empty(session: Session) -> bool:
    return not session.scalar(select(func.count()).select_from(Device))


def _rows_of(club: Club) -> Kept:
    session = club.session
    rows = {
        table: [dict(row) for row in session.execute(select(table)).mappings()]
        for table in Model.metadata.sorted_tables
    }
    players = {name: player.id for name, player in club.players.items()}
    return Kept(rows, club.at, club.keeper.id, club.group.id, players)


def _copied(session: Session, kept: Kept) -> Club:
    """Write what was kept into empty tables."""
    # What was cached of the games is of a copy that went another way.
    cached_folds._cached.clear()
    session.execute(sql("PRAGMA defer_foreign_keys = ON"))
    for table, rows in kept.rows.items():
        if rows:
            session.execute(insert(table), rows)
    session.commit()
    club = object.__new__(Club)
    club.session, club.at = session, kept.at
    club.keeper = session.get_one(Device, kept.keeper)
    club.group = session.get_one(Group, kept.group)
    club.players = {name: session.get_one(Player, id_) for name, id_ in kept.players.items()}
    return club


def _played(session: Session) -> Club:
    club = Club(session, "Ann", "Bob", "Cy", "Di", "Ed", "Zoë 🍫")
    group, keeper = club.group, group_members.membership_of(session, club.group, club.keeper)
    assert keeper
    group_members.claim(session, group, keeper, [club.players["Ann"]], club.write())
    groups.change(session, group, club.write(), time_zone="Europe/Berlin")
    spring = club.season(scheme={"kind": "places", "places": [4, 2, 1]})
    plan = season_plans.Plan(spring.name, spring.starts_on, least_games=2, scheme=spring.scheme)
    seasons.change(session, spring, club.write(), plan)
    first = club.play(Ann=500, Bob=300, Cy=-250)
    play_with_corrections(club)
    _play_partners(club)
    own = club.start("Ann", "Bob", "Cy", rules="own_scorecard", options={"scorecard": MONEY})
    own.tell({}, {1: {"points": 20}, 2: {"points": -5}, 3: {"points": -15}})
    club.end(own)
    _fill_cash_box(club, first)
    _meet_doubles(club)
    _write_a_book(club)
    seasons.close(session, spring, club.write(), next_name="Summer — 2nd")
    session.commit()
    club.at += timedelta(days=1)
    club.play(Ann=100, Bob=100)
    _leave_something_behind(club)
    _leave_the_book_open(club)
    session.commit()
    return club


def play_with_corrections(club: Club) -> factories.Table:
    """Play a game on two phones with a correction, an undo and a redo, and its rematch."""
    session = club.session
    table = club.start("Ann", "Bob", "Cy", options={"target": 10_000})
    bob = table.player(2)
    table.play(450, 200, 100)
    table.enter(2, {2: {"score": 300}}, bob)
    table.enter(2, {1: {"pile": {"7": 2}, "hand": {"5": 1}}, 3: {"score": 50}}, is_confirmed=True)
    table.enter(1, {1: {"score": 550}}, is_confirmed=True)
    undo_redo.undo(session, table.game, table.write(), is_keeper=True)
    undo_redo.redo(session, table.game, table.write(), is_keeper=True)
    undo_redo.undo(session, table.game, table.write(), is_keeper=True)
    seating.rename(session, table.game, table.write(), 3, "Cyrus")
    seating.leave(session, table.game, table.write(), 3)
    session.commit()
    table.enter(3, {1: {"score": 0}, 2: {"score": 250}}, is_confirmed=True)
    club.end(table)
    again = rematches.create(session, table.game, table.write())
    session.commit()
    club.at = table.at + timedelta(minutes=1)
    rounds.enter(session, again, club.write(version=again.version), 1, {1: {"score": 150}})
    session.commit()
    return table


def _play_partners(club: Club) -> None:
    table = club.start("Ann", "Bob", "Cy", "Di", rules="pitch")
    table.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
    club.end(table)
    deleted = club.play(Ann=900, Di=100)
    games.delete(club.session, deleted.game, deleted.write())
    club.session.commit()


def _fill_cash_box(club: Club, table: factories.Table) -> None:
    """Let something of every kind be in the cash box."""
    session, group = club.session, club.group
    ann, bob, cy = (club.players[name] for name in ("Ann", "Bob", "Cy"))
    entries.set_currency(session, group, club.write(), "€")
    entries.deposit(session, group, club.write(), 2_000, note="Of last year")
    entries.fee(session, group, club.write(), [ann, bob, cy], 250, note="Ann’s birthday")
    entries.expense(
        *(session, group, club.write(), 1_000),
        paid_by=cy,
        shared_by=[ann, bob, cy],
        note="Drinks",
    )
    entries.expense(session, group, club.write(), 450, note="Cards")
    entries.pay(session, group, club.write(), 250, payer=ann, payee=None)
    stakes.put(session, group, club.write(), table.game, "points", 1)
    session.commit()


def _meet_doubles(club: Club) -> None:
    """Let somebody turn out to be somebody else, and somebody retire."""
    session = club.session
    club.play(Bob=700, Edward=250)
    double = rosters.named(club.group, "Edward")
    assert double
    merging.merge(session, double, club.players["Ed"], club.write())
    rosters.retire(session, club.players["Di"], club.write())
    alone = club.start("Ann", "Ed")
    alone.play(100, 200)
    seating.move(session, alone.game, alone.write(), None, {})
    seating.move(session, alone.game, alone.write(), club.group, {2: club.players["Ed"]})
    session.commit()


def _leave_something_behind(club: Club) -> None:
    """Leave a running game with a round half counted, and one that is counted in secret."""
    table = club.start("Ann", "Zoë 🍫", first_seat=2)
    table.play(200, 350)
    table.enter(2, {1: {"score": 150}})
    for text in ("Ann’s cat took the trick", "The cat of Ann took two tricks"):
        anecdotes.tell(club.session, table.game, table.write(), text, number=1)
    anecdotes.tell(club.session, table.game, table.write(), "Zoë 🍫 brought cake for Ann")
    secret = club.start("Ann", "Bob", is_blind=True)
    secret.enter(1, {1: {"score": 50}})


def _write_a_book(club: Club) -> None:
    """Write house rules down, agree to them, change them, and play by them."""
    session, group = club.session, club.group
    keeping = group_members.membership_of(session, group, club.keeper)
    assert keeping
    origin = {"group": "Friday", "name": "Hut", "version": 3, "file": True}
    cabin = house_rules.create(
        session,
        group,
        club.write(),
        "Cabin",
        "brownie_points",
        {"target": 9_000},
        notes="*Late* evenings",
        origin=origin,
    )
    ann, bob = club.players["Ann"], club.players["Bob"]
    agreeing.agree(session, cabin.latest, [bob, ann], club.write())
    sharing.switch_public(session, cabin, club.write(), club.SECRET, is_on=True)
    table = club.start("Ann", "Bob", "Cy", house_rules=cabin, is_confirmed=True)
    table.play(450, 200, 100)
    rulings.rule(session, cabin, table.write(), "A card fell", "It lies", "All", game=table.game)
    everybody = ["Ann", "Bob", "Cy"]
    amending.amend(session, table.game, table.write(), {"target": 2_000}, everybody, "it is late")
    session.commit()
    table.play(100, 1_600, 50)
    club.end(table)
    club.at = table.at
    consent.choose_threshold(session, group, club.write(), "majority", 7)
    wish = consent.propose(session, cabin, club.write(), {"target": 8_000}, "", "too long")
    commenting.add(session, wish, club.write(), "Is it?")
    yes = [club.players[name] for name in ("Ann", "Bob", "Cy", "Ed")]
    consent.vote(session, wish, keeping, yes, "yes", club.write())
    assert wish.outcome == "adopted"
    house_rules.rename(session, cabin, club.write(), "Cabin — late")
    other = house_rules.create(session, group, club.write(), "Old", "pitch", {})
    house_rules.delete(session, other, club.write())
    session.commit()


def _leave_the_book_open(club: Club) -> None:
    """Leave a proposal that waits for votes, and a game in which a change waits for consent."""
    session, group = club.session, club.group
    keeping = group_members.membership_of(session, group, club.keeper)
    cabin = house_rules.named(session, group, "Cabin — late")
    assert keeping
    assert cabin
    wish = consent.propose(session, cabin, club.write(), {"target": 9_000}, "Notes", "too short")
    consent.vote(session, wish, keeping, [club.players["Bob"]], "no", club.write())
    rulings.rule(session, cabin, club.write(), "Whose deal?", "The next one's", "Ann")
    table = club.start("Ann", "Bob", house_rules=cabin, is_confirmed=True)
    amending.propose(
        session,
        table.game,
        table.write(),
        {"target": 3_000},
        "last bus",
        seats=table.game.seats[:1],
    )
    session.commit()
