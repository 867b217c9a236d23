"""How long a game was played: from its start over everything that was entered, without the pauses.

It is read from the history: nobody has to start or stop a clock. What was entered on a phone that
could not send it counts for when it was made there. An ended game that is reopened and only put
right was not played meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import bindparam, case, event, func, select
from sqlalchemy.orm import Session

from scorecard.models import Change, Game
from scorecard.rules.fold import Fold
from scorecard.rules.round_words import round_words
from scorecard.rules.words import Sentence, quoted, say
from scorecard.services.scoring import cached_folds

ENTERED = ("counted", "corrected", "described", "closed")
"""The changes that show that people are playing."""
ENDED, REOPENED = "ended", "reopened"
"""Those that show it as well, where something was entered."""
LONGEST_PAUSE = timedelta(hours=1)
"""Between two entries; whoever was away for longer was not playing."""
MINUTE = timedelta(minutes=1)
NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Played:
    """The time played so far, at a version of the game; ``until`` is when something was entered."""

    version: int
    time: timedelta
    until: datetime | None

    def at(self, moment: datetime) -> timedelta:
        """Return the time played by a moment, on which people go on playing."""
        return self.time + _between(self.until, moment) if self.until else NONE


# Put together once, because it is asked with every count.
_LINES = (
    select(
        Change.kind,
        func.coalesce(Change.made_at, Change.at, type_=Change.at.type).label("moment"),
        Change.at,
        case((Change.kind == ENDED, Change.what[("ended_at", 1)].as_string())).label("ended_at"),
    )
    .where(
        Change.game_id == bindparam("game_id"),
        Change.kind.in_((*ENTERED, ENDED, REOPENED)),
        Change.version > bindparam("version"),
    )
    .order_by(Change.version)
)

# What was read stays true while nothing but counts comes, and then only those are read.
_kept: WeakKeyDictionary[Fold, Played] = WeakKeyDictionary()
_READ = "scorecard.playing_time.read"
"""What a transaction has read of its own writes: kept once these are committed."""


def of_game(session: Session, game: Game, fold: Fold) -> Played:
    """Return how long a game was played, whose closed rounds were walked through.

    That of an ended game is all of it. Where nothing was entered, it is nothing.
    """
    played = _kept.get(fold.root)
    if played is None or played.version != game.version:
        played = _read(session, game, played)
        if cached_folds.is_writing(session, game):
            session.info.setdefault(_READ, {})[fold.root] = played
        else:
            _kept[fold.root] = played
    if game.ended_at and played.until:
        return replace(played, time=played.at(game.ended_at), until=game.ended_at)
    return played


def sentence(time: timedelta, rounds: int, word: str) -> Sentence:
    """Say how long it took, "2 h 35 min, 11 rounds, about 14 min a round"; "" where nobody knows.

    ``word`` is what a round is called in this game.
    """
    if time < MINUTE or not rounds:
        return quoted("")
    took, called = duration(time), round_words(word)
    if rounds == 1:
        return say("%(time)s, 1 %(round)s", time=took, round=called.word)
    if time < MINUTE * rounds:
        return say("%(time)s, %(num)s %(rounds)s", time=took, num=rounds, rounds=called.words)
    return say(
        "%(time)s, %(num)s %(rounds)s, about %(each)s a %(round)s",
        time=took,
        num=rounds,
        rounds=called.words,
        each=duration(time / rounds),
        round=called.word,
    )


def duration(time: timedelta) -> Sentence:
    """Return a time in hours and minutes: "2 h 35 min", "14 min"."""
    hours, minutes = divmod(time // MINUTE, 60)
    if hours:
        return say("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
    return say("%(minutes)s min", minutes=minutes)


def _read(session: Session, game: Game, known: Played | None) -> Played:
    """Read what was entered since a game's time was known, or all of it."""
    if known and known.until:
        lines = _lines(session, game, known.version)
        new = _moments(game, lines)
        # What was made earlier and came late lies between others, and so may what is taken back.
        is_later = not new or new[0] >= known.until
        if is_later and all(line.kind in ENTERED for line in lines):
            time = known.time + _sum([known.until, *new])
            return Played(game.version, time, new[-1] if new else known.until)
    lines = _lines(session, game, 0)
    if not any(line.kind in ENTERED for line in lines):
        return Played(game.version, NONE, None)
    found = _moments(game, lines)
    return Played(game.version, _sum([game.started_at, *found]), found[-1])


def _lines(session: Session, game: Game, since: int) -> Sequence[Any]:
    """Return the lines of history after a version of the game that show that people played."""
    return session.execute(_LINES, {"game_id": game.id, "version": since}).all()


def _moments(game: Game, lines: Iterable[Any]) -> list[datetime]:
    """Return when people played, in order.

    A phone whose clock is slow made nothing before the start. Where a game was reopened, put right
    and ended as of the time before, nothing of that is playing.
    """
    found: list[datetime] = []
    until_ended = 0
    for line in lines:
        if line.ended_at and datetime.fromisoformat(line.ended_at) < line.at:
            del found[until_ended:]
            continue
        found.append(max(line.moment, game.started_at))
        if line.kind == ENDED:
            until_ended = len(found)
    return sorted(found)


def _sum(moments: Iterable[datetime]) -> timedelta:
    return sum((_between(*pair) for pair in pairwise(moments)), NONE)


def _between(before: datetime, after: datetime) -> timedelta:
    """Return the time between two moments as far as it was played."""
    passed = after - before
    return passed if NONE < passed <= LONGEST_PAUSE else NONE


@event.listens_for(Session, "after_commit")
def _keep_read(session: Session) -> None:
    if not session.in_nested_transaction():
        _kept.update(session.info.pop(_READ, {}))


@event.listens_for(Session, "after_soft_rollback")
def _forget_read(session: Session, _transaction: object) -> None:
    session.info.pop(_READ, None)
