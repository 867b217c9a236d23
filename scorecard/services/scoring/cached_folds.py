"""Folds kept in memory, so that a count in round 100 need not score the 99 rounds before it.

A fold can always be made anew from the closed rounds of its game. It is cached for the game's
version and the moment of its last change, once that is committed. Another process that writes to
the game raises its version; then the cached fold is at most something to go on from.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from datetime import datetime
from typing import NamedTuple
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy.orm import Session, object_session

from scorecard.database.notes import Notes
from scorecard.models import Change, Game
from scorecard.models.change import ENTERED
from scorecard.rules.fold import Fold
from scorecard.services.scoring.counted_rounds import CountedRound

MOST_GAMES = 1_300
"""Games of one database whose folds are cached: those that were used last."""

# Built once, because it runs with every count that another process made.
_LINES = (
    sa.select(
        Change.version, Change.at, Change.kind, Change.about["round"].as_integer().label("round")
    )
    .where(Change.game_id == sa.bindparam("game_id"), Change.version >= sa.bindparam("version"))
    .order_by(Change.version)
)

Stamp = tuple[int, datetime]
_cached: WeakKeyDictionary[sa.Engine, OrderedDict[str, Kept]] = WeakKeyDictionary()
_lock = threading.Lock()


class Kept(NamedTuple):
    """What is known of a game at a version: its fold, and its ``last`` round, if that is known.

    Until it is committed, that is the write which led there, with its ``line`` of history.
    """

    stamp: Stamp
    fold: Fold
    last: CountedRound | None = None
    line: Change | None = None


def find(game: Game) -> Fold | None:
    """Return the fold that is cached for a game's present version, None where there is none.

    After a write in the same transaction it is the fold of that write.
    """
    kept = _find(game)
    return kept and kept.fold


def last_round(game: Game) -> CountedRound | None:
    """Return the last round of a game, if it is known; where it is closed nobody counts any."""
    kept = _find(game)
    return kept and kept.last


def _find(game: Game) -> Kept | None:
    session = object_session(game)
    if session is None:
        return None
    write = _written.of(session).get(game.uid)
    if write and write.stamp == _stamp(game):
        return write
    with _lock:
        games = _cached.get(_engine(session), OrderedDict())
        kept = games.get(game.uid)
        if kept is None or kept.stamp != _stamp(game):
            return None
        games.move_to_end(game.uid)
    return kept


def find_earlier(game: Game) -> Fold | None:
    """Return the fold that was cached last, if it lacks nothing but rounds that were closed since.

    Otherwise, or without one, return None. The lines of history since then tell which it is.
    """
    session = object_session(game)
    if session is None:
        return None
    with _lock:
        found = _cached.get(_engine(session), OrderedDict()).get(game.uid)
    if found is None:
        return None
    (version, at), fold = found.stamp, found.fold
    lines = session.execute(_LINES, {"game_id": game.id, "version": version}).all()
    # Another past has the same versions: that of a backup that was restored meanwhile.
    if [(line.version, line.at) for line in lines[:1]] != [(version, at)]:
        return None
    since = lines[1:]
    is_whole = len(since) == game.version - version
    is_later = all(line.kind in ENTERED and (line.round or 0) >= fold.next_number for line in since)
    return fold if is_whole and is_later else None


def put(session: Session, game: Game, fold: Fold) -> None:
    """Cache the fold of a game that this transaction has not written to."""
    _put(session, game.uid, Kept(_stamp(game), fold))


def line_written(game: Game) -> Change | None:
    """Return the line of this transaction's last write to a game.

    None if it has written none, or if the game was changed again since.
    """
    kept = _find(game)
    return kept and kept.line


def put_once_committed(
    session: Session, game: Game, fold: Fold, last: CountedRound | None, line: Change
) -> None:
    """Cache the fold of a game that this transaction has written to, once it is committed."""
    _written.of(session)[game.uid] = Kept(_stamp(game), fold, last, line)


def _put(session: Session, uid: str, kept: Kept) -> None:
    with _lock:
        games = _cached.setdefault(_engine(session), OrderedDict())
        games[uid] = kept
        games.move_to_end(uid)
        while len(games) > MOST_GAMES:
            games.popitem(last=False)


def _engine(session: Session) -> sa.Engine:
    bind = session.get_bind()
    return bind.engine


def _stamp(game: Game) -> Stamp:
    return game.version, game.changed_at


_written: Notes[str, Kept] = Notes(
    lambda session, uid, write: _put(session, uid, write._replace(line=None))
)
"""The last write of a transaction to each game, by its uid."""
