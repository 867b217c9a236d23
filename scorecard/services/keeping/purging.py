"""Erase what has lain in the bin for its time.

:func:`purge` erases one thing that has lain there long enough, and leaves a line in the history of
its group, unless that is deleted itself. A clock may be wrong, so :func:`count_day` counts the
days on which each thing lay in the bin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, delete, or_, select, update
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import (
    BinCount,
    Comment,
    Device,
    Game,
    Group,
    HouseRules,
    HouseRulesVersion,
    Ruling,
    Scorecard,
    Season,
)
from scorecard.models.change import SERVER
from scorecard.rules.words import say
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import bin as the_bin
from scorecard.services.scoring import sheets
from scorecard.services.standings import lifelong, results

BATCH = 100
"""Games of a group that are erased in one statement."""
DELETIONS = ("season_deleted", "rules_deleted", "ruling_removed", "comment_removed")
"""The kinds of changes by which something of a group is put into the bin."""


def count_day(session: Session, now: datetime) -> None:
    """Count today as a day in the bin for everything there; calling it again the same day is free.

    Only days that were counted so bring something nearer to its end. So a clock that is put ahead,
    or was behind when something was deleted, does not erase it early.
    """
    for kind, (model, _purge) in KINDS.items():
        _count_day(session, kind, model, now)
    session.flush()


@dataclass(frozen=True, slots=True)
class Overdue:
    """Something that has lain in the bin for its time: its kind, and its row's id."""

    kind: str
    id: int


def overdue(session: Session, now: datetime) -> list[Overdue]:
    """Return what has lain in the bin for its time, in the order in which it can be erased."""
    return [
        Overdue(kind, thing.id)
        for kind, (model, _purge) in KINDS.items()
        for thing in session.execute(_overdue(kind, now, model.id))
    ]


def purge(session: Session, one: Overdue, now: datetime) -> str:
    """Erase one thing, unless it was taken out of the bin or is needed; say so, else return ""."""
    model, erase = KINDS[one.kind]
    thing = session.scalar(_overdue(one.kind, now, model).where(model.id == one.id))
    erased = erase(session, thing, now) if thing else ""
    session.expire_all()
    return erased


def _count_day(session: Session, kind: str, model: type[Any], now: datetime) -> None:
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


def _purge_group(session: Session, group: Group, _now: datetime) -> str:
    games = session.scalars(select(Game.id).where(Game.group_id == group.id)).all()
    erased = f"Group {group.uid}, with {len(games)} game{'' if len(games) == 1 else 's'}."
    _erase_games(session, games)
    versions = (
        select(HouseRulesVersion.id)
        .join(HouseRules)
        .where(HouseRules.group_id == group.id)
        .scalar_subquery()
    )
    # Games that were moved elsewhere keep their options, and forget whose they were.
    moved = update(Game).where(Game.version_id.in_(versions)).values(version_id=None)
    session.execute(moved, execution_options=lifelong.UNSYNCHRONIZED)
    _erase(session, Group, [group.id])
    return erased


def _purge_game(session: Session, game: Game, now: datetime) -> str:
    if game.group:
        last = session.scalars(changes.newest(game).limit(1)).first()
        day = results.day_of(game.started_at, game.group)
        what = say("%(game)s of %(day)s", game=sheets.rules_of(game).name, day=day)
        _note(session, game.group, what, last and last.device_id, now)
    _erase_games(session, [game.id])
    return f"Game {game.uid}, begun {game.started_at:%Y-%m-%d}."


def _purge_rules(session: Session, one: HouseRules, now: datetime) -> str:
    if one.id in the_bin.played_by_games(session, one.group):
        return ""
    device = _who_deleted(session, one.group, one.uid)
    _note(session, one.group, say("house rules %(name)s", name=one.name), device, now)
    _erase(session, HouseRules, [one.id])
    return f"House rules {one.uid}."


def _purge_season(session: Session, season: Season, now: datetime) -> str:
    device = _who_deleted(session, season.group, season.uid)
    _note(session, season.group, say("season %(name)s", name=season.name), device, now)
    _erase(session, Season, [season.id])
    return f"Season {season.uid}."


def _purge_ruling(session: Session, ruling: Ruling, now: datetime) -> str:
    rules = ruling.house_rules
    device = _who_deleted(session, rules.group, ruling.uid)
    _note(session, rules.group, say("a ruling of %(name)s", name=rules.name), device, now)
    _erase(session, Ruling, [ruling.id])
    return f"Ruling {ruling.uid}."


def _purge_comment(session: Session, comment: Comment, now: datetime) -> str:
    proposal = comment.proposal
    rules = proposal.house_rules
    device = _who_deleted(session, rules.group, proposal.uid)
    what = say("a comment on a change of %(name)s", name=rules.name)
    _note(session, rules.group, what, device, now)
    _erase(session, Comment, [comment.id])
    return f"Comment {comment.id} on proposal {proposal.uid}."


def _purge_scorecard(session: Session, one: Scorecard, _now: datetime) -> str:
    _erase(session, Scorecard, [one.id])
    return f"Scorecard {one.uid}."


KINDS: dict[str, tuple[type[Any], Callable[[Session, Any, datetime], str]]] = {
    the_bin.GROUP: (Group, _purge_group),
    the_bin.GAME: (Game, _purge_game),
    the_bin.RULES: (HouseRules, _purge_rules),
    the_bin.SEASON: (Season, _purge_season),
    the_bin.RULING: (Ruling, _purge_ruling),
    the_bin.COMMENT: (Comment, _purge_comment),
    the_bin.SCORECARD: (Scorecard, _purge_scorecard),
}
"""What lies in the bin, and how it is erased, in that order: games before their house rules."""


def _overdue(kind: str, now: datetime, what: Any) -> Select[Any]:
    """Return the statement for ``what`` of the things that have lain in the bin for their time."""
    model, _purge = KINDS[kind]
    statement = (
        select(what)
        .join(BinCount, and_(BinCount.kind == kind, BinCount.thing_id == model.id))
        .where(BinCount.days >= the_bin.DAYS, model.deleted_at < now - the_bin.TIME_IN_BIN)
    )
    if hasattr(model, "kept_until"):
        statement = statement.where(or_(model.kept_until.is_(None), model.kept_until < now))
    return statement.order_by(model.id)


def _erase_games(session: Session, ids: Sequence[int]) -> None:
    for part in pieces.in_parts(ids, BATCH):
        rematches = update(Game).where(Game.rematch_of_id.in_(part)).values(rematch_of_id=None)
        settled = update(Ruling).where(Ruling.game_id.in_(part)).values(game_id=None)
        for statement in (rematches, settled):
            session.execute(statement, execution_options=lifelong.UNSYNCHRONIZED)
        _erase(session, Game, part)


def _erase(session: Session, model: type[Any], ids: Sequence[int]) -> None:
    """Delete rows; the database deletes all rows that refer to them, their history, too."""
    session.flush()
    session.execute(
        delete(model).where(model.id.in_(ids)), execution_options=lifelong.UNSYNCHRONIZED
    )


def _note(session: Session, group: Group, what: str, device_id: int | None, now: datetime) -> None:
    """Leave a line in the group's history, in the name of the device that deleted it."""
    if group.deleted_at or device_id is None:
        return
    write = changes.Write(session.get_one(Device, device_id), now, source=SERVER)
    group_changes.note(session, group, write, "erased", {"what": what, "days": the_bin.DAYS})


def _who_deleted(session: Session, group: Group, uid: str) -> int | None:
    lines = session.scalars(changes.newest(group, *DELETIONS))
    return next((line.device_id for line in lines if line.about.get("touching") == uid), None)
