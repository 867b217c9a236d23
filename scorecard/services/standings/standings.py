"""A season's table as people see it, and how one game moved it.

Points are in parts (:data:`scorecard.rules.outcome.awards.UNIT`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Award, Game, Player, Season, Standing
from scorecard.rules.outcome import weights
from scorecard.rules.outcome.standings import Placed, TableRow
from scorecard.services.scoring import badges
from scorecard.services.standings import (
    adjusted,
    awards,
    division_tables,
    duels,
    ratings,
    rerating,
    results,
)
from scorecard.services.standings.lines import (
    Line,
    RecentResult,
    TableLine,
    named,
    stored_standings,
)

Kind = TypeVar("Kind", bound=Line)
OLDER = {"adjustments": (), "per_game": None, "division": None, "division_name": "", "moves": None}
"""What tables that were frozen by earlier releases do not speak of."""


@answers.answer
class AwardAnswer(answers.OfPlayer):
    """What a game brought one player; 55,440 parts are a point; ranks null while not ranked."""

    points: int
    rank: int | None
    rank_before: Annotated[
        int | None, says("The rank without this game; both ranks are told of the latest game only.")
    ]


def present(session: Session, season: Season, up_to: int | None = None) -> list[TableLine]:
    """Return a season's table, ranked players first; of a closed one, as it was frozen.

    With ``up_to`` these are only the lines with places up to it.
    """
    if season.final is not None:
        return frozen(season.final, up_to)
    standings, ranker = stored_standings(session, season), Ranker.of(session, season)
    latest = _latest(session, season)
    before = {} if latest is None else _ranks_without(session, ranker, standings, latest)
    return _table(session, ranker, standings, before, up_to)


def would_be(
    session: Session, season: Season, rows: Sequence[Mapping[str, Any]]
) -> list[TableLine]:
    """Return the table that standings which are not stored would make, without movement."""
    return _table(session, Ranker.of(session, season), [Standing(**row) for row in rows], {})


def guests(game: Game) -> list[answers.OfPlayer]:
    """Return who sat at a group's table as a guest, by their badges, in seating order."""
    players = [player for player in results.seated_in(game).values() if player.is_guest]
    return [answers.OfPlayer(**badges.who(player)) for player in players]


def weight_of(session: Session, season: Season, game: Game) -> int:
    """Return the weight of a game that counts in a season; of a closed one, of the day it had."""
    if not season.weights:
        return weights.ONCE
    of_game = Award.season_id == season.id, Award.game_id == game.id
    key = session.scalar(select(Award.order_key).where(*of_game).limit(1))
    return season.weight_on(season.day_of(key or results.order_key(game)))


def is_latest(session: Session, season: Season, game: Game) -> bool:
    """Whether a game is the latest that counts in a season which is still open."""
    return not season.is_closed and _latest(session, season) == game.id


def _latest(session: Session, season: Season) -> int | None:
    return session.scalar(
        select(Award.game_id)
        .where(Award.season_id == season.id)
        .order_by(Award.order_key.desc())
        .limit(1)
    )


def moves(session: Session, season: Season, game: Game) -> list[AwardAnswer]:
    """Return what a game awarded to its players in a season, the largest award first.

    For the latest game there are also their ranks without and with it; for older games these are
    None. Empty for a game that does not count.
    """
    earned = {row.player_id: row.points for row in _awards_of(session, season, game.id)}
    if not earned:
        return []
    players = _players(session, list(earned))
    placed: dict[int, Placed] = {}
    before: dict[int, int] = {}
    if is_latest(session, season, game):
        standings, ranker = stored_standings(session, season), Ranker.of(session, season)
        placed = {one.row.player: one for one in ranker.place(ranker.lines(standings))}
        before = _ranks_without(session, ranker, standings, game.id)
    return [
        AwardAnswer(
            **badges.who(players[player]),
            points=earned[player],
            rank=placed[player].rank if player in placed else None,
            rank_before=before.get(player),
        )
        for player in sorted(earned, key=lambda player: (-earned[player], players[player].name))
    ]


def frozen(final: Mapping[str, Any], up_to: int | None = None) -> list[TableLine]:
    """Return the table that a closed season keeps, as :func:`present` does."""
    rows = [OLDER | row for row in final["table"] if _is_wanted(row["rank"], up_to)]
    return list(map(named, answers.stored(TableLine, rows)))


def of_player(session: Session, season: Season, player: Player) -> Line | None:
    """Return a player's line in a season's table, None where there is none.

    It is as in :func:`present`, but without the rank before the latest game, the form, and whether
    the player moves to another division.
    """
    if season.final is not None:
        return next((one for one in frozen(season.final) if one.player == player.uid), None)
    ranker = Ranker.of(session, season)
    placed = ranker.place(ranker.lines(stored_standings(session, season)))
    own = next((one for one in placed if one.row.player == player.id), None)
    return _line(Line, own, player, ranker, rank_before=None, moves=None) if own else None


def ids_of(session: Session, table: Iterable[Line]) -> dict[str, int]:
    """Return the ids of the players in a table, by their uids."""
    uids = [row.player for row in table]
    rows = session.execute(select(Player.uid, Player.id).where(Player.uid.in_(uids)))
    return {row.uid: row.id for row in rows}


@dataclass(frozen=True, slots=True)
class Ranker:
    """What ranks the players of a season by their games, with points by hand, and by divisions."""

    season: Season
    by_hand: adjusted.ByPlayer
    divisions: division_tables.Divisions

    @classmethod
    def of(cls, session: Session, season: Season) -> Ranker:
        """Return that of a season, read by two statements."""
        divisions = division_tables.Divisions.of_season(session, season)
        return cls(season, adjusted.of_season(session, season), divisions)

    def lines(self, standings: Sequence[Any], ahead: duels.Duels | None = None) -> list[TableRow]:
        """Return the lines of who has played, or was given points by hand, before they are ranked.

        ``standings`` are stored ones, or have their columns; ``ahead`` is for those that do not
        say who finished before whom.
        """
        ahead = ahead or duels.Duels.of_season(self.season, standings)
        lines = [
            TableRow(
                player=standing.player_id,
                games=standing.games,
                counted_results=self.season.counted(standing.games),
                wins=standing.wins,
                seconds=standing.seconds,
                points=standing.counted + adjusted.parts(self.by_hand, standing.player_id),
                all_points=standing.points,
                best=standing.best,
                mu=standing.mu,
                sigma=standing.sigma,
                ahead=ahead.of(standing.player_id),
            )
            for standing in standings
        ]
        without_game = self.by_hand.keys() - {one.player for one in lines}
        lines += [adjusted.line(self.by_hand, player) for player in without_game]
        return sorted(lines, key=lambda one: one.player)

    def place(self, lines: Iterable[TableRow]) -> list[Placed]:
        """Return the lines of a table with their ranks."""
        return self.divisions.place(lines, self.season.ranking)


def _ranks_without(
    session: Session, ranker: Ranker, standings: Sequence[Standing], game_id: int
) -> dict[int, int]:
    season = ranker.season
    lines = {one.player: one for one in ranker.lines(standings)}
    of_game = _awards_of(session, season, game_id)
    # Ratings of later games cannot be taken back without rating these again.
    order_key = of_game[0].order_key if of_game else ""
    earlier = rerating.latest(session, season, [row.player_id for row in of_game], order_key)
    ahead = duels.Duels.of_season(season, standings)
    ahead.add(of_game, -1)
    moved = {award.player_id: (lines.pop(award.player_id), award) for award in of_game}
    points_of = {
        player: (whole.games - 1, whole.all_points - award.points)
        for player, (whole, award) in moved.items()
        if whole.games > 1
    }
    best = awards.best_points(session, season, points_of, without=game_id)
    for player, (games, others) in points_of.items():
        whole, award = moved[player]
        mu, sigma = earlier.get(player, ratings.NEWCOMER)
        without = TableRow(
            player=player,
            games=games,
            counted_results=season.counted(games),
            wins=whole.wins - award.is_win,
            seconds=whole.seconds - (award.rank == awards.SECOND),
            points=best[player]["counted"],
            all_points=others,
            best=best[player]["best"],
            mu=mu,
            sigma=sigma,
            ahead=ahead.of(player),
        )
        lines[player] = adjusted.added(ranker.by_hand, without)
    placed = ranker.place(lines.values())
    return {one.row.player: one.rank for one in placed if one.rank is not None}


def _awards_of(session: Session, season: Season, game_id: int) -> Sequence[Any]:
    return session.execute(
        select(Award.player_id, Award.order_key, Award.rank, Award.is_win, Award.points).where(
            Award.season_id == season.id, Award.game_id == game_id
        )
    ).all()


def _players(session: Session, ids: Sequence[int]) -> dict[int, Player]:
    rows = session.scalars(select(Player).where(Player.id.in_(ids)))
    return {player.id: player for player in rows}


def _table(
    session: Session,
    ranker: Ranker,
    standings: Sequence[Standing],
    before: Mapping[int, int],
    up_to: int | None = None,
) -> list[TableLine]:
    """Return the table of standings; ``before`` are the ranks before the latest game."""
    placed = ranker.place(ranker.lines(standings))
    moves = ranker.divisions.moves(placed, ranker.season.promoted)
    placed = [one for one in placed if _is_wanted(one.rank, up_to)]
    players = _players(session, [one.row.player for one in placed])
    form = {standing.player_id: standing.form for standing in standings}
    return [
        _line(
            TableLine,
            one,
            players[player := one.row.player],
            ranker,
            rank_before=before.get(player),
            moves=moves.get(player),
            form=[RecentResult.of(one["rank"], one["is_win"]) for one in form.get(player, ())],
        )
        for one in placed
    ]


def _is_wanted(rank: int | None, up_to: int | None) -> bool:
    return up_to is None or (rank is not None and rank <= up_to)


def _line(kind: type[Kind], placed: Placed, player: Player, ranker: Ranker, **more: Any) -> Kind:
    line, season = placed.row, ranker.season
    division = ranker.divisions.number(line.player)
    return kind(
        **badges.who(player),
        is_retired=player.is_retired,
        rank=placed.rank,
        decided_by=placed.decided_by,
        missing_games=max(season.least_games - line.games, 0),
        games=line.games,
        wins=line.wins,
        points=line.points,
        per_game=round(line.per_game) if season.ranked_by == "average" else None,
        average=round(line.average),
        best=line.best,
        rating=round(line.mu, 1),
        doubt=round(line.sigma, 1),
        adjustments=[adjusted.as_answer(one) for one in ranker.by_hand.get(line.player, ())],
        division=division,
        division_name=ranker.divisions.name(division),
        **more,
    )
