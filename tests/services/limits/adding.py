"""One more of everything that has a bound, added through the services."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from scorecard.rules.core import Json
from scorecard.services.book import commenting, consent, house_rules, rulings, scorecards
from scorecard.services.cash import entries
from scorecard.services.files.importing import house_rules_files
from scorecard.services.groups import access, group_members, groups
from scorecard.services.players import rosters
from scorecard.services.seasons import adjustments, parting, season_plans, seasons
from scorecard.services.standings import lineups
from scorecard.services.table import amending, games
from tests.factories import EVENING, Club

CARD: dict[str, Json] = {
    "name": "Ours",
    "fields": [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}],
}


class World:
    """A club with one of everything."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.club = Club(session, "Ann", "Bob")
        self.table = self.club.start("Ann", "Bob")
        write = self.club.write
        self.book = house_rules.create(
            session, self.club.group, write(), "Cabin", "brownie_points", {"target": 9_000}
        )
        options: dict[str, Json] = {"target": 8_000}
        self.wish = consent.propose(session, self.book, write(), options, "", "shorter")
        self.card = scorecards.make(session, write(), CARD)
        self.season = self.club.season(name="Winter")
        session.commit()
        self.number = 100

    @property
    def group_id(self) -> int:
        return self.club.group.id

    @property
    def phone_id(self) -> int:
        return self.club.keeper.id

    def next(self) -> int:
        self.number += 1
        return self.number


def add_game(world: World) -> int:
    games.start(world.session, world.club.write(), "brownie_points", ["Cy", "Di"], {})
    return world.phone_id


def add_game_of_group(world: World) -> int:
    names, group = ["Ann", "Bob"], world.club.group
    phone = access.new_device(world.session, EVENING)
    games.start(world.session, world.club.write(phone), "brownie_points", names, {}, group=group)
    return group.id


def add_round(world: World) -> int:
    world.table.play(50, 100)
    return world.table.game.id


def add_amendment(world: World) -> int:
    options: dict[str, Json] = {"target": 50 * world.next()}
    table = world.table
    amending.propose(world.session, table.game, table.write(), options, "late")
    amending.withdraw(world.session, table.game, table.write())
    return table.game.id


def add_phone_to_game(world: World) -> int:
    phone = access.new_device(world.session, EVENING)
    access.join(world.session, world.table.game, "player", world.table.write(phone))
    return world.table.game.id


def add_phone_to_group(world: World) -> int:
    phone = access.new_device(world.session, EVENING)
    group_members.join(world.session, world.club.group, phone, world.club.write(phone))
    return world.group_id


def add_group(world: World) -> int:
    groups.create(world.session, world.club.write(), f"Club {world.next()}", Club.SECRET)
    return world.phone_id


def add_player(world: World) -> int:
    rosters.add(world.session, world.club.group, world.club.write(), f"No {world.next()}")
    return world.group_id


def add_season(world: World) -> int:
    plan = season_plans.Plan(name=f"Spring {world.next()}", starts_on=EVENING.date())
    seasons.make(world.session, world.club.group, world.club.write(), plan)
    return world.group_id


def add_points_by_hand(world: World) -> int:
    ann, reason = world.club.players["Ann"], f"cake {world.next()}"
    write = world.club.write()
    adjustments.give(world.session, world.season, write, ann, kind="bonus", points=1, reason=reason)
    return world.season.id


def add_team(world: World) -> int:
    return add_part(world, lineups.TEAMS)


def add_division(world: World) -> int:
    return add_part(world, lineups.DIVISIONS)


def add_part(world: World, kind: lineups.Sort) -> int:
    number = world.next()
    player = rosters.add(world.session, world.club.group, world.club.write(), f"No {number}")
    parting.make(world.session, world.season, world.club.write(), kind, f"Nr {number}", [player])
    return world.season.id


def add_cash_entry(world: World) -> int:
    ann, write = world.club.players["Ann"], world.club.write()
    entries.fee(world.session, world.club.group, write, [ann], world.next())
    return world.group_id


def add_rules(world: World) -> int:
    file = house_rules_files.export(world.book)
    name = f"Hut {world.next()}"
    house_rules_files.take_in(world.session, world.club.group, world.club.write(), file, name)
    return world.group_id


def add_version_of_rules(world: World) -> int:
    options: dict[str, Json] = {"target": 50 * world.next()}
    house_rules.save(world.session, world.book, world.club.write(), options)
    world.session.flush()
    return world.book.id


def add_proposal(world: World) -> int:
    options: dict[str, Json] = {"target": 50 * world.next()}
    consent.propose(world.session, world.book, world.club.write(), options, "", "shorter")
    return world.book.id


def add_comment(world: World) -> int:
    commenting.add(world.session, world.wish, world.club.write(), "Why?")
    return world.wish.id


def add_ruling(world: World) -> int:
    rulings.rule(world.session, world.book, world.club.write(), "It fell", "It lies", "All")
    return world.book.id


def add_scorecard(world: World) -> int:
    card = {**CARD, "name": f"Card {world.next()}"}
    scorecards.make(world.session, world.club.write(), card)
    return world.phone_id


def add_version_of_scorecard(world: World) -> int:
    card = {**CARD, "name": f"Card {world.next()}"}
    scorecards.change(world.session, world.club.write(version=0), world.card, card)
    return world.card.id


ADDING: dict[str, Callable[[World], int]] = {
    "AMENDMENTS_OF_GAME": add_amendment,
    "CASH_ENTRIES_OF_GROUP": add_cash_entry,
    "COMMENTS_OF_PROPOSAL": add_comment,
    "ADJUSTMENTS_OF_SEASON": add_points_by_hand,
    "TEAMS_OF_SEASON": add_team,
    "DIVISIONS_OF_SEASON": add_division,
    "GAMES_OF_GROUP": add_game_of_group,
    "GAMES_OF_PHONE": add_game,
    "GROUPS_OF_PHONE": add_group,
    "PHONES_OF_GAME": add_phone_to_game,
    "PHONES_OF_GROUP": add_phone_to_group,
    "PLAYERS_OF_GROUP": add_player,
    "PROPOSALS_OF_RULES": add_proposal,
    "ROUNDS_OF_GAME": add_round,
    "RULES_OF_GROUP": add_rules,
    "RULINGS_OF_RULES": add_ruling,
    "SCORECARDS_OF_PHONE": add_scorecard,
    "SEASONS_OF_GROUP": add_season,
    "VERSIONS_OF_RULES": add_version_of_rules,
    "VERSIONS_OF_SCORECARD": add_version_of_scorecard,
}
"""What adds one through the services, for each bound, and returns the id of its owner."""
