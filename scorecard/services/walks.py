"""Games walked through, kept in memory: so that a count in round 100 need not score 99 others.

The walk from the first round on is the truth, and whatever is kept here can be made anew at any
time. It is kept under the game's version and the moment of its last change, and only once that is
committed: what another process has written since makes it another version.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from datetime import datetime
from typing import NamedTuple
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy.orm import Session, object_session

from scorecard.models import Change, Game, Round
from scorecard.rules.fold import Fold

GAMES_KEPT = 1_300
"""Of each database; those looked at last."""

Stamp = tuple[int, datetime]
_kept: WeakKeyDictionary[sa.Engine, OrderedDict[str, tuple[Stamp, Fold]]] = WeakKeyDictionary()
_lock = threading.Lock()
_WRITTEN = "scorecard.walks.written"


class Written(NamedTuple):
    """What a transaction makes of a game: its walk, the round being counted, its line."""

    stamp: Stamp
    fold: Fold
    open_round: Round | None
    line: Change


def find(game: Game) -> Fold | None:
    """Return the walk through a game's closed rounds that is kept of its present version.

    That may be the one that this transaction makes of it.
    """
    session = object_session(game)
    if session is None:
        return None
    if just := written(game):
        return just.fold
    with _lock:
        games = _kept.get(_engine(session), OrderedDict())
        stamp, fold = games.get(game.uid, (None, None))
        if stamp != _stamp(game):
            return None
        games.move_to_end(game.uid)
    return fold


def keep(session: Session, game: Game, fold: Fold) -> None:
    """Keep a walk through a game that nobody is writing to just now."""
    _put(session, game.uid, _stamp(game), fold)


def written(game: Game) -> Written | None:
    """Return what this transaction makes of a game, where it does and has gone no further."""
    session = object_session(game)
    if session is None:
        return None
    just: Written | None = session.info.get(_WRITTEN, {}).get(game.uid)
    return just if just and just.stamp == _stamp(game) else None


def is_writing(session: Session, game: Game) -> bool:
    """Whether this transaction has written to a game, so that what it reads may be rolled back."""
    return game.uid in session.info.get(_WRITTEN, {})


def keep_once_committed(
    session: Session, game: Game, fold: Fold, open_round: Round | None, line: Change
) -> None:
    """Keep a walk through a game as this transaction leaves it, if it is committed."""
    just = Written(_stamp(game), fold, open_round, line)
    session.info.setdefault(_WRITTEN, {})[game.uid] = just


def _put(session: Session, uid: str, stamp: Stamp, fold: Fold) -> None:
    with _lock:
        games = _kept.setdefault(_engine(session), OrderedDict())
        games[uid] = (stamp, fold)
        games.move_to_end(uid)
        while len(games) > GAMES_KEPT:
            games.popitem(last=False)


def _engine(session: Session) -> sa.Engine:
    bind = session.get_bind()
    return bind.engine


def _stamp(game: Game) -> Stamp:
    return game.version, game.changed_at


@sa.event.listens_for(Session, "after_commit")
def _keep_written(session: Session) -> None:
    if session.in_nested_transaction():
        return
    for uid, just in session.info.pop(_WRITTEN, {}).items():
        _put(session, uid, just.stamp, just.fold)


@sa.event.listens_for(Session, "after_soft_rollback")
def _forget_written(session: Session, _transaction: object) -> None:
    session.info.pop(_WRITTEN, None)
