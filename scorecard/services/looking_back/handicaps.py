"""Head starts by the ratings: how many points somebody would need to come out level.

What a difference in rating is worth in points follows from the group's latest games of the card
game: from how many points, without head starts, the higher rated sides were ahead in them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import gcd
from typing import Any

from sqlalchemy import Subquery, select
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Result, Season, Seat
from scorecard.rules import Sheet, card_game, core, kinds
from scorecard.rules.outcome import feats
from scorecard.rules.words import NOTHING, Sentence, say
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons
from scorecard.services.standings import game_awards
from scorecard.services.standings.lines import stored_standings

LATEST = 60
"""Games of a card game that are looked at."""
LEAST_GAMES = 5
"""Games that it takes to say what a rating is worth in points."""
LEAST_SIDES = 2
"""Rated sides that a game must have, to compare them."""
LEAST_RATED = 3
"""Games that a player must have in the season for the rating to be used."""
SHARE = 3
"""A head start is at most one part in so many of what is played for."""
STEPS = 20
"""Head starts are rounded to steps of which about so many make the most."""
Sides = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The head starts that ratings propose, by name, and a sentence that says why, or why none."""

    sentence: Sentence
    head_starts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A past game: the present rating of each side, and the points that it made.

    More points are better; head starts are not among them.
    """

    strengths: Sides
    points: Mapping[str, int]


def propose(
    session: Session, group: Group, rules: card_game.GameRules[Any], sheet: Sheet, day: date
) -> Proposal:
    """Return the head starts for a game that would begin with this sheet on a day of the group.

    The ratings are those of the first open season in which it would count.
    """
    season = _season(session, group, kinds.kind_of(rules), day)
    if season is None:
        return Proposal(say("No open season counts this game, so there are no ratings to go by."))
    ratings, unrated = _ratings(session, group, season, list(core.side_of(sheet.sides)))
    if unrated:
        return Proposal(unrated)
    games = _games(session, group, rules, ratings)
    if len(games) < LEAST_GAMES:
        return Proposal(
            say(
                "Too few games of %(game)s to say how many points a rating is worth: %(games)s of "
                "%(least)s.",
                game=rules.name,
                games=len(games),
                least=LEAST_GAMES,
            )
        )
    players = rosters.by_name(group)
    now = {
        side: sum(ratings[players[rosters.key_of(name)].id] for name in names)
        for side, names in sheet.sides.items()
    }
    found = head_starts(games, now, sheet.target, rules.best)
    # Partners start with what both have, so one of them has it all.
    proposed = {sheet.sides[side][0]: points for side, points in found.items()}
    return Proposal(_why(len(games), season, is_any=bool(found)), proposed)


def _why(games: int, season: Season, *, is_any: bool) -> Sentence:
    if not is_any:
        return say("By the ratings of %(season)s nobody needs a head start.", season=season.name)
    return say(
        "By the ratings of %(season)s, and by how far apart the last %(games)s games ended.",
        season=season.name,
        games=games,
    )


def _ratings(
    session: Session, group: Group, season: Season, names: Sequence[str]
) -> tuple[dict[int, float], Sentence]:
    """Return everybody's rating in a season, or who of these players has none to go by."""
    rows = stored_standings(session, season)
    games = {row.player_id: row.games for row in rows}
    for name in names:
        player = rosters.named(group, name)
        if player is None or games.get(player.id, 0) < LEAST_RATED:
            return {}, say(
                "%(name)s has no rating to go by yet: that takes %(least)s games in %(season)s.",
                name=name,
                least=LEAST_RATED,
                season=season.name,
            )
    return {row.player_id: row.mu for row in rows}, NOTHING


def _season(session: Session, group: Group, kind: str, day: date) -> Season | None:
    return next(
        (
            season
            for season in seasons.of_group(session, group)
            if not season.is_closed
            and not game_awards.why_not(season, kind, day, is_money=False, is_early=False)
        ),
        None,
    )


def _games(
    session: Session, group: Group, rules: card_game.GameRules[Any], ratings: Mapping[int, float]
) -> list[Played]:
    """Return the latest games in which two sides or more are rated, from a bounded read."""
    latest = (
        select(Game.id)
        .where(Game.group_id == group.id, Game.deleted_at.is_(None))
        .where(Game.kind == kinds.kind_of(rules))
        .where(Game.ended_at.is_not(None))
        .order_by(Game.started_at.desc())
        .limit(LATEST)
        .subquery()
    )
    given = _given(session, group, latest)
    rows = session.execute(
        select(Result.game_id, Result.player_id, Result.side, Result.worth)
        .join(latest, latest.c.id == Result.game_id)
        .where(Result.kind == kinds.book_of(rules), Result.is_early.is_(False))
        .order_by(Result.order_key.desc(), Result.player_id)
    )
    by_game: defaultdict[int, defaultdict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_game[row.game_id][row.side].append(row)
    sign = feats.sign_of(rules.best)
    found = []
    for game_id, sides in by_game.items():
        rated = [rows for rows in sides.values() if all(row.player_id in ratings for row in rows)]
        strengths = {rows[0].side: sum(ratings[row.player_id] for row in rows) for rows in rated}
        points = {
            rows[0].side: rows[0].worth - sign * sum(given[game_id, row.player_id] for row in rows)
            for rows in rated
        }
        if len(rated) >= LEAST_SIDES:
            found.append(Played(strengths, points))
    return found


def _given(session: Session, group: Group, latest: Subquery) -> Mapping[tuple[int, int], int]:
    """Return the head starts of games, by the game and the player; 0 where there was none."""
    one_of: dict[int | None, int] = {player.id: player.one.id for player in group.players}
    given: defaultdict[tuple[int, int], int] = defaultdict(int)
    ahead = (
        select(Seat.game_id, Seat.player_id, Seat.start)
        .join(latest, latest.c.id == Seat.game_id)
        .where(Seat.start > 0, Seat.joined_after.is_(None))
    )
    for game_id, player_id, start in session.execute(ahead):
        given[game_id, one_of.get(player_id, 0)] += start
    return given


def head_starts(
    games: Sequence[Played], strengths: Sides, target: int | None, best: core.Best
) -> dict[str, int]:
    """Return with how many points sides of these strengths should start; empty where all are level.

    The head start of the strongest is 0; where the lowest total wins, that of the weakest.
    """
    each = points_each(games)
    level = max(strengths.values()) if best == "highest" else min(strengths.values())
    most = (target or _usual(games)) // SHARE
    step = _step(games, most)
    found = {
        side: min(round(abs(level - strength) * each / step), most // step) * step
        for side, strength in strengths.items()
    }
    return {side: points for side, points in found.items() if points > 0}


def points_each(games: Sequence[Played]) -> float:
    """Return how many points one more of rating brought in these games, 0 where it brought none.

    It is the slope of the regression line (least squares), each game seen from its own average.
    """
    products = squares = 0.0
    for game in games:
        of_strength = sum(game.strengths.values()) / len(game.strengths)
        of_points = sum(game.points.values()) / len(game.points)
        for side, strength in game.strengths.items():
            products += (strength - of_strength) * (game.points[side] - of_points)
            squares += (strength - of_strength) ** 2
    return max(0.0, products / squares) if squares else 0.0


def _usual(games: Sequence[Played]) -> int:
    """Return the largest total that games usually have."""
    return sum(max(map(abs, game.points.values())) for game in games) // len(games)


def _step(games: Sequence[Played], most: int) -> int:
    """Return a multiple of the step between totals, about :data:`STEPS` of which make ``most``."""
    natural = gcd(*(points for game in games for points in game.points.values())) or 1
    step = natural
    for factor in (2, 5, 10, 20, 50, 100, 200, 500, 1_000):
        if natural * factor * STEPS <= most:
            step = natural * factor
    return step
