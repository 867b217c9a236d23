"""Count everything that is kept of a group's games from nothing, and compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Group, Result, Season, Standing
from scorecard.services.keeping import catching_up
from scorecard.services.standings import awards, rerating, results
from scorecard.services.table import games

MOST_TOLD = 20
"""Differences of one season that are told one by one."""


def recount(session: Session, group: Group) -> list[str]:
    """Rewrite a group's results, awards and standings from its games alone.

    Return a sentence for every difference to what was kept before. Closed seasons stand as they
    are. One game at a time is held in memory.
    """
    # What is still kept by earlier rules is no fault: it is brought along first.
    catching_up.update_all(session, group)
    found = [*_recount_games(session, group)]
    for season in results.open_seasons(session, [group.id]):
        found += _recount_season(session, season)
    return found


def _recount_games(session: Session, group: Group) -> Iterator[str]:
    of_group = session.scalars(
        select(Game.uid).where(Game.group_id == group.id).order_by(Game.started_at, Game.id)
    ).all()
    kept = set(session.scalars(select(Result.game_id).where(Result.group_id == group.id)))
    session.expunge_all()
    for uid in of_group:
        try:
            game = games.find_game(session, uid)
            assert game is not None, "it was found a moment ago"
            kept.discard(game.id)
            before, now = results.stored_rows(session, game), results.rows_of(game)
        except Exception as error:  # noqa: BLE001 - spoilt rows may break anything
            kept -= set(session.scalars(select(Game.id).where(Game.uid == uid)))
            yield f"Game {uid}: its results stay, for it cannot be read ({describe(error)})."
            session.expunge_all()
            continue
        if before != now:
            results.store(session, game.id, now)
            yield f"Game {uid}: its results were kept otherwise."
        session.expunge_all()
    for game_id in sorted(kept):
        results.store(session, game_id, ([], []))
        yield f"Game number {game_id}: it has results in {group.name}, but is not there."


def describe(error: Exception) -> str:
    """Return in one line what spoilt rows led to."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(".")


def _recount_season(session: Session, season: Season) -> Iterator[str]:
    season = session.merge(season, load=True)
    # Ratings that wait are no fault: they are worked off first.
    rerating.rerate_all(session, season)
    before = _kept(session, season)
    awards.recount(session, season)
    now = _kept(session, season)
    differing = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
    for key in differing[:MOST_TOLD]:
        yield f"Season {season.name}: {key} was {before.get(key)}, is {now.get(key)}."
    if len(differing) > MOST_TOLD:
        yield f"Season {season.name}: {len(differing) - MOST_TOLD} more."


def _kept(session: Session, season: Season) -> dict[str, dict[str, Any]]:
    """Return a season's awards and standings, by what they are of."""
    award, standing = Award.__table__, Standing.__table__
    found = {}
    for row in session.execute(select(award).where(award.c.season_id == season.id)).mappings():
        found[f"award of player {row['player_id']} in game {row['game_id']}"] = dict(row)
    for row in session.execute(
        select(standing).where(standing.c.season_id == season.id)
    ).mappings():
        found[f"standing of player {row['player_id']}"] = dict(row)
    return found
