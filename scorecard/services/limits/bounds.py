"""How many rows of a table one owner may have.

What grows with play (lines of history, counts) is bounded by what a household may store in a day:
see :mod:`scorecard.services.limits.quotas`, which enforces both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute

from scorecard.models import (
    Adjustment,
    Amendment,
    CashEntry,
    Comment,
    Division,
    Game,
    Group,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Membership,
    Passkey,
    Player,
    Proposal,
    Round,
    Ruling,
    Scorecard,
    ScorecardVersion,
    Season,
    Team,
)
from scorecard.models.device import KEEPER
from scorecard.rules import bounds
from scorecard.rules.words import Sentence, say


@dataclass(slots=True)
class Bound:
    """At most so many rows for one owner: the statement ``rows`` counts them by the owner's id.

    ``sentence`` is the refusal, in which ``%(most)s`` is the number. What ``is_new`` is also
    refused where :func:`quotas.refuse_new` refuses anything new.
    """

    most: int
    rows: sa.Select[tuple[int]]
    sentence: Sentence
    is_new: bool = False


def _rows(owner: InstrumentedAttribute[Any], *where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Return a statement that counts the rows whose column ``owner`` has a given id."""
    counted = sa.select(sa.func.count()).select_from(owner.class_)
    return counted.where(owner == sa.bindparam("owner"), *where)


IS_OPEN = (Game.ended_at.is_(None), Game.deleted_at.is_(None))

SCORECARDS_OF_PHONE = Bound(
    200,
    _rows(Scorecard.device_id, Scorecard.deleted_at.is_(None)),
    say("You have %(most)s scorecards, the most one phone can keep. Delete one first."),
    is_new=True,
)
VERSIONS_OF_SCORECARD = Bound(
    200,
    _rows(ScorecardVersion.scorecard_id),
    say(
        "This scorecard has %(most)s versions, the most there can be. Copy it and change the copy."
    ),
)
GAMES_OF_PHONE = Bound(
    50,
    _rows(Membership.device_id, Membership.role == KEEPER, Membership.removed_at.is_(None))
    .join(Game, Game.id == Membership.game_id)
    .where(*IS_OPEN),
    say("You keep %(most)s open games, the most one phone can. End or delete one first."),
    is_new=True,
)
GAMES_OF_GROUP = Bound(
    500,
    _rows(Game.group_id, *IS_OPEN),
    say("This group has %(most)s open games, the most there can be. End one first."),
)
ROUNDS_OF_GAME = Bound(
    bounds.MOST_ROUNDS,
    _rows(Round.game_id),
    say("A game has at most %(most)s rounds. End it and start a rematch."),
)
PHONES_OF_GAME = Bound(
    1_000,
    _rows(Membership.game_id, Membership.removed_at.is_(None)),
    say(
        "%(most)s phones are in this game, the most there can be. The scorekeeper can remove some."
    ),
)
AMENDMENTS_OF_GAME = Bound(
    bounds.MOST_AMENDMENTS,
    _rows(Amendment.game_id),
    say("%(most)s changes of the rules were asked for in this game, the most there can be."),
)
GROUPS_OF_PHONE = Bound(
    50,
    _rows(
        GroupMembership.device_id,
        GroupMembership.role == KEEPER,
        GroupMembership.removed_at.is_(None),
    )
    .join(Group, Group.id == GroupMembership.group_id)
    .where(Group.deleted_at.is_(None)),
    say("You keep %(most)s groups, the most one phone can. Delete one first."),
    is_new=True,
)
PHONES_OF_GROUP = Bound(
    2_000,
    _rows(GroupMembership.group_id, GroupMembership.removed_at.is_(None)),
    say("%(most)s phones are in this group, the most there can be. A scorekeeper can remove some."),
)
PLAYERS_OF_GROUP = Bound(
    2_000,
    _rows(Player.group_id),
    say("A group has at most %(most)s players, retired ones included."),
)
PASSKEYS_OF_PHONE = Bound(
    10,
    _rows(Passkey.membership_id),
    say("There are %(most)s passkeys for this phone. Delete one first."),
)
SEASONS_OF_GROUP = Bound(
    100,
    _rows(Season.group_id, Season.deleted_at.is_(None)),
    say("A group has at most %(most)s seasons."),
)
RULES_OF_GROUP = Bound(
    200,
    _rows(HouseRules.group_id, HouseRules.deleted_at.is_(None)),
    say("This group has %(most)s sets of house rules, the most there can be. Delete one first."),
    is_new=True,
)
VERSIONS_OF_RULES = Bound(
    200,
    _rows(HouseRulesVersion.house_rules_id),
    say(
        "These house rules have %(most)s versions, the most there can be. "
        "Write down new ones that start from them."
    ),
)
PROPOSALS_OF_RULES = Bound(
    500,
    _rows(Proposal.house_rules_id),
    say(
        "%(most)s changes of these house rules were proposed, the most there can be. "
        "Write down new ones that start from them."
    ),
)
COMMENTS_OF_PROPOSAL = Bound(
    500,
    _rows(Comment.proposal_id, Comment.deleted_at.is_(None)),
    say("There are %(most)s comments on this, the most there can be."),
)
RULINGS_OF_RULES = Bound(
    500,
    _rows(Ruling.house_rules_id, Ruling.deleted_at.is_(None)),
    say("These house rules have %(most)s rulings, the most there can be. Delete one first."),
)
ADJUSTMENTS_OF_SEASON = Bound(
    500,
    _rows(Adjustment.season_id),
    say("Points were given by hand %(most)s times in this season, the most there can be."),
)
TEAMS_OF_SEASON = Bound(
    100,
    _rows(Team.season_id),
    say("A season has at most %(most)s teams."),
)
DIVISIONS_OF_SEASON = Bound(
    20,
    _rows(Division.season_id),
    say("A season has at most %(most)s divisions."),
)
CASH_ENTRIES_OF_GROUP = Bound(
    20_000,
    _rows(CashEntry.group_id),
    say("A cash box has at most %(most)s entries."),
)
