"""How long a game was played, worked out from when things were entered, without long pauses.

It is read from the history, so nobody has to start or stop a clock. An entry that a phone could not
send at once counts for the moment when it was made. A game that is reopened after its end only to
correct it was not played in between. Of a game that was typed in on another day it is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import bindparam, case, func, select
from sqlalchemy.orm import Session

from scorecard.models import Change, Game
from scorecard.models.change import ENTERED
from scorecard.rules.round_words import round_words
from scorecard.rules.words import Sentence, quoted, say
from scorecard.services.scoring import cached_folds

STARTED = "started"
ENDED, REOPENED = "ended", "reopened"
"""Kinds of changes that count like entries, in a game that has any."""
LONGEST_PAUSE = timedelta(hours=1)
"""If more time passes between two entries, nobody was playing in it."""
MINUTE = timedelta(minutes=1)
NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Played:
    """The time played at a version, from ``begun`` on a phone ``until`` something was entered."""

    version: int
    begun: datetime
    time: timedelta
    until: datetime | None

    def at(self, moment: datetime) -> timedelta:
        """Return the time played by a moment, if people have been playing until then."""
        return self.time + _between(self.until, moment) if self.until else NONE


class Timed(NamedTuple):
    """The columns of a line of history that tell how long was played."""

    kind: str
    moment: datetime
    at: datetime
    ended_at: str | None = None


# Built once, because it runs with every count.
_LINES = (
    select(
        Change.kind,
        func.coalesce(Change.made_at, Change.at, type_=Change.at.type).label("moment"),
        Change.at,
        case((Change.kind == ENDED, Change.what[("ended_at", 1)].as_string())).label("ended_at"),
    )
    .where(
        Change.game_id == bindparam("game_id"),
        Change.kind.in_((STARTED, *ENTERED, ENDED, REOPENED)),
        Change.version > bindparam("version"),
    )
    .order_by(Change.version)
)


def of_game(session: Session, game: Game, before: Played | None = None) -> Played:
    """Return how long a game was played.

    ``before`` is the same at a version since which only counts came: then only their lines of
    history are read. For an ended game it is the time until its end. Where nothing was entered, or
    where it was typed in later, it is 0.
    """
    is_known = before and before.version == game.version
    played = before if before and is_known else _read(session, game, before)
    if abs(game.started_at - played.begun) > LONGEST_PAUSE:
        return replace(played, time=NONE, until=None)
    if game.ended_at and played.until:
        return replace(played, time=played.at(game.ended_at), until=game.ended_at)
    return played


def sentence(time: timedelta, rounds: int, word: str) -> Sentence:
    """Say how long it took: "2 h 35 min, about 14 min a round"; "" where unknown.

    ``word`` is what a round is called in this game.
    """
    if time < MINUTE or not rounds:
        return quoted("")
    if rounds == 1 or time < MINUTE * rounds:
        return duration(time)
    return say(
        "%(time)s, about %(each)s a %(round)s",
        time=duration(time),
        each=duration(time / rounds),
        round=round_words(word).word,
    )


def duration(time: timedelta) -> Sentence:
    """Return a time in hours and minutes: "2 h 35 min", "14 min"."""
    hours, minutes = divmod(time // MINUTE, 60)
    if hours:
        return say("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
    return say("%(minutes)s min", minutes=minutes)


def _read(session: Session, game: Game, earlier: Played | None) -> Played:
    """Add what was entered since ``earlier`` to it where possible; else read the whole history."""
    if earlier and earlier.until:
        lines = _lines(session, game, earlier.version)
        new = _moments(earlier.begun, lines)
        # An entry that arrived late lies between others, and an undo may take any of them away.
        is_later = not new or new[0] >= earlier.until
        if is_later and all(line.kind in ENTERED for line in lines):
            time = earlier.time + _sum([earlier.until, *new])
            return Played(game.version, earlier.begun, time, new[-1] if new else earlier.until)
    lines = _lines(session, game, 0)
    begun = next((line.at for line in lines if line.kind == STARTED), game.started_at)
    if not any(line.kind in ENTERED for line in lines):
        return Played(game.version, begun, NONE, None)
    moments = _moments(begun, lines)
    return Played(game.version, begun, _sum([begun, *moments]), moments[-1])


def _lines(session: Session, game: Game, since: int) -> Sequence[Any]:
    """Return the lines of starts, entries, endings and reopenings after a version of the game."""
    just = cached_folds.line_written(game)
    if just and just.kind in ENTERED and since == game.version - 1:
        # The one line there is was written by this very transaction.
        return [Timed(just.kind, just.made_at or just.at, just.at)]
    return session.execute(_LINES, {"game_id": game.id, "version": since}).all()


def _moments(begun: datetime, lines: Iterable[Any]) -> list[datetime]:
    """Return when people entered something, in order.

    A moment before the start comes from a slow clock and counts as the start. Corrections after
    which a game has the same end as before are left out.
    """
    moments: list[datetime] = []
    until_ended = 0
    for line in lines:
        if line.ended_at and datetime.fromisoformat(line.ended_at) < line.at:
            del moments[until_ended:]
            continue
        moments.append(max(line.moment, begun))
        if line.kind == ENDED:
            until_ended = len(moments)
    return sorted(moments)


def _sum(moments: Iterable[datetime]) -> timedelta:
    return sum((_between(*pair) for pair in pairwise(moments)), NONE)


def _between(before: datetime, after: datetime) -> timedelta:
    """Return the time between two moments, 0 if it is too long for people to have been playing."""
    passed = after - before
    return passed if NONE < passed <= LONGEST_PAUSE else NONE
