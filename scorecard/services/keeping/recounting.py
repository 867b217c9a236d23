"""Recount a group's results, awards and standings from its games, and what its cash box comes to.

Each is compared with what was stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.database import collisions
from scorecard.models import Award, Game, Group, Meeting, Player, Result, Season, Standing, Tally
from scorecard.services.cash import balances
from scorecard.services.keeping import catching_up
from scorecard.services.standings import awards, lifelong, rerating, results
from scorecard.services.table import games

MOST_LISTED = 20
"""How many differences of one season are listed one by one."""


def recount(session: Session, group: Group) -> list[str]:
    """Rewrite a group's results, awards and standings from its games, its cash from the entries.

    Return a sentence for every difference to what was stored before. Closed seasons are not
    changed. One game at a time is held in memory.
    """
    # Games that an earlier release scored in another way are no fault: they are rescored first.
    catching_up.update_all(session, group)
    # That may have expunged all objects.
    group = session.merge(group, load=True)
    differences = [*balances.recount(session, group), *_recount_games(session, group)]
    group = session.merge(group, load=True)
    differences += [*_recount_players(session, group), *_recount_ratings(session, group)]
    for season in results.open_seasons(session, [group.id]):
        differences += _recount_season(session, season)
    return differences


def _recount_games(session: Session, group: Group) -> Iterator[str]:
    of_group = session.scalars(
        select(Game.uid).where(Game.group_id == group.id).order_by(Game.started_at, Game.id)
    ).all()
    not_listed = set(session.scalars(select(Result.game_id).where(Result.group_id == group.id)))
    session.expunge_all()
    for uid in of_group:
        try:
            game = games.find_game(session, uid)
            assert game is not None, "it was found a moment ago"
            not_listed.discard(game.id)
            before, now = results.stored_rows(session, game), results.rows_of(game)
        except Exception as error:  # spoilt rows may break anything
            if collisions.is_passing(error):
                raise
            not_listed -= set(session.scalars(select(Game.id).where(Game.uid == uid)))
            yield f"Game {uid}: its results stay, for it cannot be read ({describe(error)})."
            session.expunge_all()
            continue
        if before != now:
            results.store(session, {game.id: now})
            yield f"Game {uid}: its results were kept otherwise."
        session.expunge_all()
    for game_id in sorted(not_listed):
        results.store(session, {game_id: ([], [])})
        yield f"Game number {game_id}: it has results in {group.name}, but is not there."


def _recount_players(session: Session, group: Group) -> Iterator[str]:
    """Add up all results of a group anew; yield a sentence for each player with other sums."""
    before = _stored_sums(session, group)
    lifelong.count_anew(session, group)
    now = _stored_sums(session, group)
    for player in sorted(before.keys() | now.keys()):
        if before[player] != now[player]:
            yield f"Player {player}: what is added up of all games was kept otherwise."


def _stored_sums(session: Session, group: Group) -> defaultdict[int, list[Any]]:
    """Return the stored sums over all games, by the player's id."""
    found: defaultdict[int, list[Any]] = defaultdict(list)
    players = select(Player.id).where(Player.group_id == group.id)
    streaks = select(Result.player_id, Result.order_key, Result.streak)
    for wanted in (
        select(Tally.__table__).where(Tally.player_id.in_(players)),
        select(Meeting.__table__).where(Meeting.player_id.in_(players)),
        streaks.where(Result.group_id == group.id),
    ):
        for row in sorted(map(tuple, session.execute(wanted))):
            found[row[0]].append(row)
    return found


def _recount_ratings(session: Session, group: Group) -> Iterator[str]:
    """Rate all games of a group anew; yield a sentence for each rating that was another one."""
    # Ratings that wait are no fault: they are worked off first.
    rerating.rerate_all(session, group)
    before = _stored_ratings(session, group)
    lifelong.begin_anew(session, group)
    rerating.rerate_all(session, group)
    now = _stored_ratings(session, group)
    differing = [key for key, rating in now.items() if before[key] != rating]
    for game, player in differing[:MOST_LISTED]:
        yield f"Rating over all of player {player} after game {game}: it was kept otherwise."
    if len(differing) > MOST_LISTED:
        yield f"Rating over all: {len(differing) - MOST_LISTED} more."


def _stored_ratings(session: Session, group: Group) -> dict[tuple[int, int], tuple[Any, Any]]:
    """Return the ratings after each rated game, by the ids of the game and the player."""
    rows = session.execute(
        select(Result.game_id, Result.player_id, Result.mu, Result.sigma)
        .where(Result.group_id == group.id)
        .where(Result.is_friendly.is_(False), Result.is_guest.is_(False))
        .order_by(Result.order_key, Result.player_id)
    )
    return {(row.game_id, row.player_id): (row.mu, row.sigma) for row in rows}


def describe(error: Exception) -> str:
    """Return an exception as one line of text without a full stop."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(".")


def _recount_season(session: Session, season: Season) -> Iterator[str]:
    season = session.merge(season, load=True)
    # Ratings that wait are no fault: they are worked off first.
    rerating.rerate_all(session, season)
    before = _stored_rows(session, season)
    awards.recount(session, season)
    now = _stored_rows(session, season)
    differing = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
    for key in differing[:MOST_LISTED]:
        yield f"Season {season.name}: {key} was {before.get(key)}, is {now.get(key)}."
    if len(differing) > MOST_LISTED:
        yield f"Season {season.name}: {len(differing) - MOST_LISTED} more."


def _stored_rows(session: Session, season: Season) -> dict[str, dict[str, Any]]:
    """Return a season's stored awards and standings, each under words that name it."""
    award, standing = Award.__table__, Standing.__table__
    rows = {}
    for row in session.execute(select(award).where(award.c.season_id == season.id)).mappings():
        rows[f"award of player {row['player_id']} in game {row['game_id']}"] = dict(row)
    for row in session.execute(
        select(standing).where(standing.c.season_id == season.id)
    ).mappings():
        rows[f"standing of player {row['player_id']}"] = dict(row)
    return rows
