"""Erase what has lain in the bin for its time.

:func:`purge_some` erases what has lain there long enough, and leaves a line in the history of its
group, unless that is deleted itself. A clock may be wrong, so :func:`count_day` counts the days on
which each thing lay in the bin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import (
    BinCount,
    Change,
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
from scorecard.services.standings import results

BATCH = 100
"""Things that are erased in one transaction, so that nobody waits long for it."""
MODELS: dict[str, type[Any]] = {
    the_bin.GAME: Game,
    the_bin.GROUP: Group,
    the_bin.SEASON: Season,
    the_bin.RULES: HouseRules,
    the_bin.RULING: Ruling,
    the_bin.COMMENT: Comment,
    the_bin.SCORECARD: Scorecard,
}
DELETIONS = ("season_deleted", "rules_deleted", "ruling_removed", "comment_removed")
"""The kinds of changes by which something of a group is put into the bin."""


def count_day(session: Session, now: datetime) -> None:
    """Count today as a day in the bin for everything there; calling it again the same day is free.

    Only days that were counted so bring something nearer to its end. So a clock that is put ahead,
    or was behind when something was deleted, does not erase it early.
    """
    for kind, model in MODELS.items():
        _count_day(session, kind, model, now)
    session.flush()


def is_waiting(session: Session, now: datetime) -> bool:
    """Whether anything has lain in the bin for its time."""
    return any(_overdue(session, kind, now, most=1) for kind in MODELS)


def purge_some(session: Session, now: datetime) -> list[str]:
    """Erase a few things of each kind that have lain in the bin for their time.

    Return a sentence for each; none, once all are erased. House rules stay as long as a game that
    was played by them does.
    """
    erased = [
        *_purge_groups(session, now),
        *_purge_games(session, now),
        *_purge_rules(session, now),
        *_purge_seasons(session, now),
        *_purge_rulings_and_comments(session, now),
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
    for group in _overdue(session, the_bin.GROUP, now, BATCH):
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
        session.execute(moved, execution_options=results.UNSYNCHRONIZED)
        yield f"Group {group.uid}, with {len(games)} game{'' if len(games) == 1 else 's'}."
        _erase(session, Group, [group.id])


def _purge_games(session: Session, now: datetime) -> Iterator[str]:
    for game in _overdue(session, the_bin.GAME, now, BATCH):
        if game.group:
            device = session.scalar(
                select(Change.device_id)
                .where(Change.game_id == game.id)
                .order_by(Change.version.desc())
                .limit(1)
            )
            day = results.day_of(game.started_at, game.group)
            what = say("%(game)s of %(day)s", game=sheets.rules_of(game).name, day=day)
            _note(session, game.group, what, device, now)
        yield f"Game {game.uid}, begun {game.started_at:%Y-%m-%d}."
        _erase_games(session, [game.id])


def _purge_rules(session: Session, now: datetime) -> Iterator[str]:
    for one in _overdue(session, the_bin.RULES, now):
        if one.id in the_bin.played_by_games(session, one.group):
            continue
        device = _who_deleted(session, one.group, one.uid)
        _note(session, one.group, say("house rules %(name)s", name=one.name), device, now)
        yield f"House rules {one.uid}."
        _erase(session, HouseRules, [one.id])


def _purge_seasons(session: Session, now: datetime) -> Iterator[str]:
    for season in _overdue(session, the_bin.SEASON, now):
        device = _who_deleted(session, season.group, season.uid)
        _note(session, season.group, say("season %(name)s", name=season.name), device, now)
        yield f"Season {season.uid}."
        _erase(session, Season, [season.id])


def _purge_rulings_and_comments(session: Session, now: datetime) -> Iterator[str]:
    for ruling in _overdue(session, the_bin.RULING, now):
        device = _who_deleted(session, ruling.house_rules.group, ruling.uid)
        what = say("a ruling of %(name)s", name=ruling.house_rules.name)
        _note(session, ruling.house_rules.group, what, device, now)
        yield f"Ruling {ruling.uid}."
        _erase(session, Ruling, [ruling.id])
    for comment in _overdue(session, the_bin.COMMENT, now):
        rules = comment.proposal.house_rules
        device = _who_deleted(session, rules.group, comment.proposal.uid)
        what = say("a comment on a change of %(name)s", name=rules.name)
        _note(session, rules.group, what, device, now)
        yield f"Comment {comment.id} on proposal {comment.proposal.uid}."
        _erase(session, Comment, [comment.id])


def _purge_scorecards(session: Session, now: datetime) -> Iterator[str]:
    for one in _overdue(session, the_bin.SCORECARD, now, BATCH):
        yield f"Scorecard {one.uid}."
        _erase(session, Scorecard, [one.id])


def _overdue(session: Session, kind: str, now: datetime, most: int | None = None) -> list[Any]:
    """Return the things of a kind that have lain in the bin for their time, at most ``most``."""
    model = MODELS[kind]
    statement = (
        select(model)
        .join(BinCount, and_(BinCount.kind == kind, BinCount.thing_id == model.id))
        .where(BinCount.days >= the_bin.DAYS, model.deleted_at < now - the_bin.TIME_IN_BIN)
    )
    if hasattr(model, "kept_until"):
        statement = statement.where(or_(model.kept_until.is_(None), model.kept_until < now))
    return list(session.scalars(statement.order_by(model.id).limit(most)))


def _erase_games(session: Session, ids: Sequence[int]) -> None:
    for part in pieces.in_parts(ids, BATCH):
        rematches = update(Game).where(Game.rematch_of_id.in_(part)).values(rematch_of_id=None)
        settled = update(Ruling).where(Ruling.game_id.in_(part)).values(game_id=None)
        for statement in (rematches, settled):
            session.execute(statement, execution_options=results.UNSYNCHRONIZED)
        _erase(session, Game, part)


def _erase(session: Session, model: type[Any], ids: Sequence[int]) -> None:
    """Delete rows; the database deletes all rows that refer to them, their history, too."""
    session.flush()
    session.execute(
        delete(model).where(model.id.in_(ids)), execution_options=results.UNSYNCHRONIZED
    )


def _note(session: Session, group: Group, what: str, device_id: int | None, now: datetime) -> None:
    """Leave a line in the group's history, in the name of the device that deleted it."""
    if group.deleted_at or device_id is None:
        return
    write = changes.Write(session.get_one(Device, device_id), now, source=SERVER)
    group_changes.note(session, group, write, "erased", {"what": what, "days": the_bin.DAYS})


def _who_deleted(session: Session, group: Group, uid: str) -> int | None:
    """Return the device that put something of a group into the bin."""
    lines = session.scalars(changes.newest(group, *DELETIONS))
    return next((line.device_id for line in lines if line.about.get("touching") == uid), None)
