"""The bin: what was deleted, until when it can be taken out, and taking it out.

Nothing is erased at once. What is deleted lies in the bin for :data:`DAYS` days, out of every list
and table, and comes back as it was when it is taken out. What was deleted already when it was
imported, or before there was a bin, lies in it as long from that day on (``kept_until``).
:mod:`scorecard.services.keeping.purging` erases what has lain there longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import (
    BinCount,
    Comment,
    Device,
    Game,
    Group,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Proposal,
    Ruling,
)
from scorecard.models.device import KEEPER
from scorecard.rules.words import say
from scorecard.services.book import commenting, house_rules, rulings, scorecards
from scorecard.services.groups import access, group_members, groups
from scorecard.services.history import changes, members
from scorecard.services.scoring import sheets
from scorecard.services.seasons import seasons

DAYS = 30
"""How long something lies in the bin."""
TIME_IN_BIN = timedelta(days=DAYS)
"""The same as a span of time."""
LONGEST_NAME = 80
"""Characters of a ruling or comment that stand for its name."""

GAME, GROUP, SEASON, RULES = "game", "group", "season", "house_rules"
RULING, COMMENT, SCORECARD = "ruling", "comment", "scorecard"


@dataclass(slots=True)
class Item:
    """Something in the bin.

    ``until`` is when it is erased at the earliest; None for house rules that some game was played
    by, which are never erased. ``may_take_out`` says whether the device that asks may take it out.
    ``thing`` is its row in the database.
    """

    kind: str
    uid: str
    name: str
    deleted_at: datetime
    until: datetime | None
    may_take_out: bool
    thing: Any

    @property
    def version(self) -> int:
        """The version that a request to take it out refers to: the game's, the group's, or 0."""
        thing = self.thing
        match self.kind:
            case "game" | "group":
                return int(thing.version)
            case "season" | "house_rules":
                return int(thing.group.version)
            case "ruling":
                return int(thing.house_rules.group.version)
            case "comment":
                return int(thing.proposal.house_rules.group.version)
        return 0


def of_device(session: Session, device: Device) -> list[Item]:
    """Return what a device finds in its bin: games, groups it keeps, scorecards it made."""
    items = [
        _item(GAME, game, _name(game), _keeps(session, game, device))
        for game in access.deleted_games_of(session, device)
    ]
    items += [
        _item(GROUP, group, group.name, True) for group in groups.deleted_of_device(session, device)
    ]
    items += [
        _item(SCORECARD, scorecard, scorecard.name, True)
        for scorecard in scorecards.of_device(session, device, is_deleted=True)
    ]
    return _in_order(session, items)


def of_group(session: Session, membership: GroupMembership) -> list[Item]:
    """Return what lies in the bin of the group that a membership is in, deleted last first."""
    group, is_keeper, device_id = membership.group, membership.is_keeper, membership.device_id
    played_by = played_by_games(session, group)
    items = [
        _item(GAME, game, _name(game), is_keeper) for game in groups.deleted_games(session, group)
    ]
    items += [
        _item(SEASON, season, season.name, is_keeper) for season in seasons.deleted(session, group)
    ]
    items += [
        _item(RULING, ruling, _short(ruling.decision), is_keeper)
        for ruling in _of_book(session, group, Ruling)
    ]
    items += [
        _item(COMMENT, comment, _short(comment.text), is_keeper or comment.device_id == device_id)
        for comment in _of_book(session, group, Comment)
    ]
    items += [
        _item(RULES, rules, rules.name, is_keeper, is_in_use=rules.id in played_by)
        for rules in house_rules.of_group(session, group, deleted=True)
    ]
    return _in_order(session, items)


def take_out(
    session: Session, membership: GroupMembership, kind: str, uid: str, write: changes.Write
) -> None:
    """Take a season, house rules, a ruling or a comment of a group out of the bin."""
    group, is_keeper = membership.group, membership.is_keeper
    changes.refuse_future(group, write)
    if kind == COMMENT:
        comment = commenting.find(session, group, uid, is_deleted=True)
        commenting.restore(session, comment, write, is_keeper=is_keeper)
        return
    if kind not in (SEASON, RULES, RULING):
        raise errors.NotFound(say("There is no such thing in this trash."))
    if not is_keeper:
        raise errors.NotAllowed(say("Only a scorekeeper of the group can do that."))
    if kind == SEASON:
        season = seasons.find(session, group, uid, is_deleted=True)
        seasons.restore(session, season, write)
    elif kind == RULES:
        house_rules.restore(session, house_rules.find(session, group, uid), write)
    else:
        here = _of_book(session, group, Ruling)
        ruling = next((ruling for ruling in here if ruling.uid == uid), None)
        otherwise = say("There is no such ruling in this trash.")
        rulings.restore(session, errors.found(ruling, otherwise), write)


def _of_book(session: Session, group: Group, model: Any) -> Sequence[Any]:
    """Return rulings or comments in a group's bin, but none of house rules that lie there, too."""
    rows = select(model).join(Proposal) if model is Comment else select(model)
    is_here = HouseRules.group_id == group.id, HouseRules.deleted_at.is_(None)
    return session.scalars(
        rows.join(HouseRules).where(*is_here, model.deleted_at.is_not(None))
    ).all()


def played_by_games(session: Session, group: Group) -> set[int]:
    """Return the ids of a group's house rules that some game was played by."""
    return set(
        session.scalars(
            select(HouseRulesVersion.house_rules_id)
            .join(HouseRules)
            .join(Game, Game.version_id == HouseRulesVersion.id)
            .where(HouseRules.group_id == group.id)
        )
    )


def _keeps(session: Session, game: Game, device: Device) -> bool:
    """Whether a device is a scorekeeper of a game, or of the game's group."""
    mine = members.find(session, game, device)
    inside = group_members.membership_of(session, game.group, device) if game.group else None
    return bool((mine and mine.may(KEEPER)) or (inside and inside.is_keeper))


def _in_order(session: Session, items: Sequence[Item]) -> list[Item]:
    """Return items, the latest deleted first, with ``until`` put off by days not yet counted."""
    ids = [item.thing.id for item in items]
    counts = {
        (count.kind, count.thing_id, count.deleted_at): count
        for count in session.scalars(select(BinCount).where(BinCount.thing_id.in_(ids)))
    }
    for item in items:
        count = counts.get((item.kind, item.thing.id, item.deleted_at))
        if count and item.until:
            left = timedelta(days=DAYS - count.days)
            item.until = max(item.until, datetime.combine(count.last_day, time(), UTC) + left)
    return sorted(items, key=lambda item: item.deleted_at, reverse=True)


def _item(kind: str, thing: Any, name: str, may_take_out: bool, *, is_in_use: bool = False) -> Item:
    uid = str(thing.id) if kind == COMMENT else thing.uid
    until = thing.deleted_at + TIME_IN_BIN
    if later := getattr(thing, "kept_until", None):
        until = max(until, later)
    return Item(
        kind, uid, name, thing.deleted_at, None if is_in_use else until, may_take_out, thing
    )


def _name(game: Game) -> str:
    return sheets.rules_of(game).name


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_NAME else f"{line[:LONGEST_NAME]}…"
