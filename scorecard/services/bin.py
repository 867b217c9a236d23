"""The bin: what was deleted, until when it can be taken out, and what is erased after that.

Nothing is deleted at once. It lies in the bin for :data:`DAYS` days, out of every list and table,
and comes back as it was. What was deleted already when it came here, in a file or an earlier
release, lies here for as long (``kept_until``). :func:`purge_some` erases what has lain there
longer, and leaves a line in the history of its group, if it was in one that goes on. It does not
take the clock's word for it: :func:`count_day` counts the days on which it has seen each thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from sqlalchemy import Select, and_, delete, or_, select, update
from sqlalchemy.orm import Session

from scorecard.errors import NotAllowed, NotFound
from scorecard.models import (
    BinCount,
    Change,
    Comment,
    Device,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Proposal,
    Ruling,
    Scorecard,
    Season,
)
from scorecard.models.access import KEEPER
from scorecard.models.change import SERVER
from scorecard.rules.words import say
from scorecard.services import (
    access,
    consent,
    group_changes,
    groups,
    house_rules,
    members,
    rulings,
    scorecards,
    seasons,
    sheets,
)
from scorecard.services.changes import Write
from scorecard.services.results import APART, day_of

DAYS = 30
"""How long something lies in the bin."""
KEPT = timedelta(days=DAYS)
TOGETHER = 100
"""Things that are erased at once, so that nobody waits for long."""
LONGEST_NAME = 80
"""Characters of what is said, as the name of a ruling or comment."""

GAME, GROUP, SEASON, RULES, RULING, COMMENT, SCORECARD = KINDS = (
    *("game", "group", "season", "house_rules"),
    *("ruling", "comment", "scorecard"),
)
MODELS: dict[str, type[Any]] = {
    GAME: Game,
    GROUP: Group,
    SEASON: Season,
    RULES: HouseRules,
    RULING: Ruling,
    COMMENT: Comment,
    SCORECARD: Scorecard,
}
DELETIONS = ("season_deleted", "rules_deleted", "ruling_removed", "comment_removed")
"""What a group's history calls it when something of the group is put into the bin."""


@dataclass(slots=True)
class Item:
    """Something in the bin.

    ``until`` is when it is erased at the earliest; None for house rules that games keep, which are
    not. ``may_take_out`` says whether the device that asks may.
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
        """What whoever takes it out has seen: a version of the game or of the group, or 0."""
        thing = self.thing
        match self.kind:
            case "game" | "group":
                return int(thing.version)
            case "season" | "house_rules":
                return int(thing.group.version)
            case "ruling":
                return int(thing.of.group.version)
            case "comment":
                return int(thing.of.of.group.version)
        return 0


def of_device(session: Session, device: Device) -> list[Item]:
    """Return what a device finds in its bin: games, groups it keeps, scorecards it made."""
    found = [
        *(
            _item(GAME, one, _name(one), _keeps(session, one, device))
            for one in access.deleted_games_of(session, device)
        ),
        *(_item(GROUP, one, one.name, True) for one in groups.deleted_of_device(session, device)),
        *(
            _item(SCORECARD, one, one.name, True)
            for one in scorecards.of_device(session, device, is_deleted=True)
        ),
    ]
    return _in_order(session, found)


def of_group(session: Session, membership: GroupMembership) -> list[Item]:
    """Return what lies in the bin of the group that a membership is in, deleted last first."""
    group, is_keeper = membership.group, membership.is_keeper
    found = [
        *(_item(GAME, one, _name(one), is_keeper) for one in groups.deleted_games(session, group)),
        *(_item(SEASON, one, one.name, is_keeper) for one in seasons.deleted(session, group)),
        *(_item(RULING, one, _short(one.decision), is_keeper) for one in _rulings(session, group)),
        *(
            _item(COMMENT, one, _short(one.text), is_keeper or _said_it(one, membership))
            for one in _comments(session, group)
        ),
    ]
    played_by = _played_by(session, group)
    for one in house_rules.of_group(session, group, deleted=True):
        item = _item(RULES, one, one.name, is_keeper, is_kept=one.id in played_by)
        found.append(item)
    return _in_order(session, found)


def take_out(
    session: Session, membership: GroupMembership, kind: str, uid: str, write: Write
) -> None:
    """Take something of a group out of the bin, as it was; games have a way of their own."""
    group, is_keeper = membership.group, membership.is_keeper
    group_changes.refuse_future(group, write)
    if kind == COMMENT:
        said = consent.find_comment(session, group, uid, is_deleted=True)
        consent.restore_comment(session, said, write, is_keeper=is_keeper)
        return
    if kind not in (SEASON, RULES, RULING):
        raise NotFound(say("There is no such thing in this bin."))
    if not is_keeper:
        raise NotAllowed(say("Only a keeper of the group can do that."))
    if kind == SEASON:
        season = seasons.find(session, group, uid, is_deleted=True)
        seasons.restore(session, season, write)
    elif kind == RULES:
        house_rules.restore(session, house_rules.find(session, group, uid), write)
    else:
        found = next((one for one in _rulings(session, group) if one.uid == uid), None)
        if found is None:
            raise NotFound(say("There is no such ruling in this bin."))
        rulings.restore(session, found, write)


def count_day(session: Session, now: datetime) -> None:
    """Count today for everything that lies in the bin; once, however often it is asked for.

    Only such days count, so that no clock that is put ahead, and none that was behind when
    something was deleted, erases it early.
    """
    for kind, model in MODELS.items():
        _count_day(session, kind, model, now)
    session.flush()


def purge_some(session: Session, now: datetime) -> list[str]:
    """Erase a few things of each kind that have lain in the bin for longer than :data:`DAYS` days.

    Return what it was; nothing, once all are erased. House rules stay as long as a game that was
    played by them does.
    """
    erased = [
        *_purge_groups(session, now),
        *_purge_games(session, now),
        *_purge_rules(session, now),
        *_purge_seasons(session, now),
        *_purge_said(session, now),
        *_purge_scorecards(session, now),
    ]
    session.expire_all()
    return erased


def _count_day(session: Session, kind: str, model: type[Any], now: datetime) -> None:
    """Count today for everything of a kind that lies in the bin."""
    rows = session.execute(
        select(model.id, model.deleted_at).where(model.deleted_at.is_not(None))
    ).all()
    lying = {row.id: row.deleted_at for row in rows}
    counts = {
        count.thing_id: count
        for count in session.scalars(select(BinCount).where(BinCount.kind == kind))
    }
    for thing_id, count in counts.items():
        if lying.get(thing_id) != count.deleted_at:
            session.delete(count)
        else:
            del lying[thing_id]
            if count.last_day != now.date():
                count.days, count.last_day = count.days + 1, now.date()
    session.flush()
    session.add_all(
        BinCount(kind=kind, thing_id=thing_id, deleted_at=deleted_at, days=0, last_day=now.date())
        for thing_id, deleted_at in lying.items()
    )


def _purge_groups(session: Session, now: datetime) -> Iterator[str]:
    for group in _overdue(session, GROUP, now, TOGETHER):
        games = session.scalars(select(Game.id).where(Game.group_id == group.id)).all()
        _erase_games(session, games)
        versions = (
            select(HouseRulesVersion.id)
            .join(HouseRules)
            .where(HouseRules.group_id == group.id)
            .scalar_subquery()
        )
        # Games that were moved elsewhere keep their options, and forget whose they were.
        moved = update(Game).where(Game.version_id.in_(versions)).values(version_id=None)
        session.execute(moved, execution_options=APART)
        yield f"Group {group.uid}, with {len(games)} game{'' if len(games) == 1 else 's'}."
        _erase(session, Group, [group.id])


def _purge_games(session: Session, now: datetime) -> Iterator[str]:
    for game in _overdue(session, GAME, now, TOGETHER):
        if game.group:
            device = session.scalar(
                select(Change.device_id)
                .where(Change.game_id == game.id)
                .order_by(Change.version.desc())
                .limit(1)
            )
            day = day_of(game.started_at, game.group)
            what = say("%(game)s of %(day)s", game=_name(game), day=day)
            _note(session, game.group, what, device, now)
        yield f"Game {game.uid}, begun {game.started_at:%Y-%m-%d}."
        _erase_games(session, [game.id])


def _purge_rules(session: Session, now: datetime) -> Iterator[str]:
    for one in _overdue(session, RULES, now):
        if one.id in _played_by(session, one.group):
            continue
        device = _who_deleted(session, one.group, one.uid)
        _note(session, one.group, say("house rules %(name)s", name=one.name), device, now)
        yield f"House rules {one.uid}."
        _erase(session, HouseRules, [one.id])


def _purge_seasons(session: Session, now: datetime) -> Iterator[str]:
    for season in _overdue(session, SEASON, now):
        device = _who_deleted(session, season.group, season.uid)
        _note(session, season.group, say("season %(name)s", name=season.name), device, now)
        yield f"Season {season.uid}."
        _erase(session, Season, [season.id])


def _purge_said(session: Session, now: datetime) -> Iterator[str]:
    """Erase rulings and comments."""
    for ruling in _overdue(session, RULING, now):
        device = _who_deleted(session, ruling.of.group, ruling.uid)
        _note(
            session, ruling.of.group, say("a ruling of %(name)s", name=ruling.of.name), device, now
        )
        yield f"Ruling {ruling.uid}."
        _erase(session, Ruling, [ruling.id])
    for comment in _overdue(session, COMMENT, now):
        of = comment.of.of
        device = _who_deleted(session, of.group, comment.of.uid)
        what = say("a comment on a change of %(name)s", name=of.name)
        _note(session, of.group, what, device, now)
        yield f"Comment {comment.id} on proposal {comment.of.uid}."
        _erase(session, Comment, [comment.id])


def _purge_scorecards(session: Session, now: datetime) -> Iterator[str]:
    for one in _overdue(session, SCORECARD, now, TOGETHER):
        yield f"Scorecard {one.uid}."
        _erase(session, Scorecard, [one.id])


def _overdue(session: Session, kind: str, now: datetime, most: int | None = None) -> list[Any]:
    """Return what has lain in the bin for its time, or only so many of it."""
    model = MODELS[kind]
    statement = (
        select(model)
        .join(BinCount, and_(BinCount.kind == kind, BinCount.thing_id == model.id))
        .where(BinCount.days >= DAYS, model.deleted_at < now - KEPT)
    )
    if hasattr(model, "kept_until"):
        statement = statement.where(or_(model.kept_until.is_(None), model.kept_until < now))
    return list(session.scalars(statement.order_by(model.id).limit(most)))


def _erase_games(session: Session, ids: Sequence[int]) -> None:
    for start in range(0, len(ids), TOGETHER):
        part = ids[start : start + TOGETHER]
        rematches = update(Game).where(Game.rematch_of_id.in_(part)).values(rematch_of_id=None)
        settled = update(Ruling).where(Ruling.game_id.in_(part)).values(game_id=None)
        for statement in (rematches, settled):
            session.execute(statement, execution_options=APART)
        _erase(session, Game, part)


def _erase(session: Session, model: type[Any], ids: Sequence[int]) -> None:
    """Delete rows; the database takes along all that hangs on them, their history, too."""
    session.flush()
    session.execute(delete(model).where(model.id.in_(ids)), execution_options=APART)


def _note(session: Session, group: Group, what: str, device_id: int | None, now: datetime) -> None:
    """Leave a line in the group's history, in the name of the device that deleted it."""
    if group.deleted_at or device_id is None:
        return
    write = Write(session.get_one(Device, device_id), now, source=SERVER)
    group_changes.note(session, group, write, "erased", {"what": what, "days": DAYS})


def _who_deleted(session: Session, group: Group, uid: str) -> int | None:
    """Return the device that put something of a group into the bin."""
    lines = session.scalars(
        select(GroupChange)
        .where(GroupChange.group_id == group.id, GroupChange.kind.in_(DELETIONS))
        .order_by(GroupChange.version.desc())
    )
    return next((line.device_id for line in lines if line.about.get("touching") == uid), None)


def _rulings(session: Session, group: Group) -> list[Ruling]:
    """Return the rulings in a group's bin; those of rules in the bin come back with these."""
    return list(session.scalars(_of_book(select(Ruling).join(HouseRules), group, Ruling)))


def _comments(session: Session, group: Group) -> list[Comment]:
    statement = select(Comment).join(Proposal).join(HouseRules)
    return list(session.scalars(_of_book(statement, group, Comment)))


def _of_book(statement: Select[Any], group: Group, model: Any) -> Select[Any]:
    return statement.where(
        HouseRules.group_id == group.id,
        HouseRules.deleted_at.is_(None),
        model.deleted_at.is_not(None),
    )


def _played_by(session: Session, group: Group) -> set[int]:
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
    """Whether a device keeps a game that it is in, itself or as a keeper of its group."""
    mine = members.find(session, game, device)
    inside = groups.membership_of(session, game.group, device) if game.group else None
    return bool((mine and mine.may(KEEPER)) or (inside and inside.is_keeper))


def _said_it(comment: Comment, membership: GroupMembership) -> bool:
    return comment.device_id == membership.device_id


def _in_order(session: Session, items: Sequence[Item]) -> list[Item]:
    """Return items as they are shown: deleted last first, and how long they stay at least."""
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


def _item(kind: str, thing: Any, name: str, may_take_out: bool, *, is_kept: bool = False) -> Item:
    uid = str(thing.id) if kind == COMMENT else thing.uid
    until = thing.deleted_at + KEPT
    if later := getattr(thing, "kept_until", None):
        until = max(until, later)
    return Item(kind, uid, name, thing.deleted_at, None if is_kept else until, may_take_out, thing)


def _name(game: Game) -> str:
    return sheets.rules_of(game).name


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_NAME else f"{line[:LONGEST_NAME]}…"
