"""Statistics of one player of a group: record, streaks, rivals, and the curve of the rating.

Everything is read from stored results, feats and awards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import Integer, bindparam, func, select
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Award, Game, Group, Meeting, Player, Result, Season, Standing, Tally
from scorecard.rules import kinds, sheet
from scorecard.rules.outcome import feats
from scorecard.services.scoring import badges
from scorecard.services.seasons import seasons
from scorecard.services.standings import awards, lifelong, ratings, records, standings
from scorecard.services.standings.lines import Line, RecentResult

# Built once, because they are long to build and quick to ask.
# What is kept of a player's games, by card game and size of the table.
_TALLIES = select(Tally.__table__).where(Tally.player_id == bindparam("player"))
# How often they came in before, level with and behind each other player, by size of the table.
_MEETINGS = select(
    Meeting.__table__, (Meeting.games - Meeting.before - Meeting.level).label("behind")
).where(Meeting.player_id == bindparam("player"))
_FORM = (
    select(Result.rank, Result.is_win)
    .where(Result.player_id == bindparam("player"))
    .order_by(Result.order_key.desc())
    .limit(awards.FORM_GAMES)
)
_ENDS = Result.player_id == bindparam("player"), Result.streak.is_not(None)
_STREAKS = select(
    select(Result.streak)
    .where(*_ENDS)
    .order_by(Result.order_key.desc())
    .limit(1)
    .scalar_subquery()
    .label("latest"),
    select(func.max(Result.streak)).where(*_ENDS).scalar_subquery().label("longest"),
    select(func.min(Result.streak)).where(*_ENDS).scalar_subquery().label("shortest"),
)
# One read from an index for each season and player; for a join SQLite would read all games.
_LATEST_AWARD = (
    select(Award.order_key)
    .where(Award.season_id == Season.id, Award.player_id == Player.id)
    .order_by(Award.order_key.desc())
    .limit(1)
    .correlate(Season, Player)
    .scalar_subquery()
)
_LAST_SEASON = (
    select(Season)
    .join(Player, Player.id.in_(bindparam("players", expanding=True)))
    .where(Season.group_id == bindparam("group"), _LATEST_AWARD.is_not(None))
    .order_by(_LATEST_AWARD.desc(), Season.starts_on.desc(), Season.id.desc())
    .limit(1)
)
_PLAYED = select(Standing.games).where(
    Standing.season_id == bindparam("season"), Standing.player_id == bindparam("player")
)
_CURVE = (
    select(
        Award.mu,
        Award.sigma,
        Award.rank,
        Award.order_key,
        Game.kind,
        Game.uid,
        _PLAYED.scalar_subquery().label("played"),
    )
    .outerjoin(Game, Game.id == Award.game_id)
    .where(Award.season_id == bindparam("season"), Award.player_id == bindparam("player"))
    .order_by(Award.order_key.desc())
    .limit(bindparam("games", type_=Integer))
)

LEAST_TOGETHER = 3
"""How many games there must be with a nemesis, or at a favourite size of table."""
CURVE_GAMES = 100
BEST = (feats.BEST_TOTAL, feats.BEST_ROUND, feats.WORST_ROUND)
"""The feats of each card game that are shown."""


@answers.answer
class PlayerOverall:
    """A player's record over all games; shares are from 0 to 1, null where there is nothing."""

    games: int
    wins: int
    share: Annotated[float | None, says("Of games won.")]
    place: Annotated[float | None, says("The average.")]
    beaten: Annotated[float | None, says("Share of opponents; level ones count half.")]
    streak: int
    longest_streak: int
    longest_drought: int
    rating: ratings.LifelongRating | None
    form: list[RecentResult]


@answers.answer
class Feat:
    """A value, and where it happened."""

    value: int
    day: answers.Day
    game: str
    round: int


@answers.answer
class PlayerInGame:
    """A player's record in one card game."""

    kind: str
    name: str
    is_money: bool
    round_word: Annotated[str, says("What a round is called: Round, Hand, Deal.")]
    games: int
    wins: int
    share: float | None
    average: Annotated[int | None, says("Total of a game.")]
    best_total: Feat | None
    best_round: Feat | None
    worst_round: Feat | None


@answers.answer
class Rival(answers.OfPlayer):
    """How often a player came in before, level with and behind another one."""

    games: int
    before: int
    level: int
    behind: int


@answers.answer
class TableSize:
    """A size of table, and the share of opponents beaten there."""

    size: int
    games: int
    beaten: float


@answers.answer
class RatingPoint:
    """A player's rating after one game of a season."""

    number: int
    day: answers.Day
    name: Annotated[str, says('Which card game it was, "" where that is not known any more.')]
    game: Annotated[str | None, says("null for one that left the group, or was erased.")]
    rank: int
    rating: float
    doubt: float


@dataclass(frozen=True)
class Statistics:
    """A player's statistics over all seasons.

    ``games`` has a line for each card game, the most played first, ``rivals`` one for every other
    player met on another side, ``nemesis`` one of these; ``table`` is the favourite size of one.
    """

    overall: PlayerOverall
    games: list[PlayerInGame]
    rivals: list[Rival]
    nemesis: Rival | None
    table: TableSize | None


@dataclass(frozen=True)
class InSeason:
    """How a player stands in a season: the table's line, and the rating's curve."""

    line: Line
    curve: list[RatingPoint]


def of_player(session: Session, player: Player) -> Statistics:
    """Return a player's statistics over all seasons."""
    tables = session.execute(_TALLIES, {"player": player.id}).all()
    meetings = session.execute(_MEETINGS, {"player": player.id}).all()
    rivals = _rivals(player.group, meetings)
    games, wins = sum(row.games for row in tables), sum(row.wins for row in tables)
    return Statistics(
        overall=PlayerOverall(
            games=games,
            wins=wins,
            share=_share(wins, games),
            place=round(sum(row.places for row in tables) / games, 2) if games else None,
            beaten=_beaten(meetings),
            **_streaks(session, player),
            form=_form(session, player),
            rating=lifelong.of_player(session, player),
        ),
        games=_by_kind(session, player, tables),
        rivals=rivals,
        nemesis=_nemesis(rivals),
        table=_favourite_table(tables, meetings),
    )


def season_of(session: Session, player: Player, asked: str, at: datetime) -> Season | None:
    """Return the season that is asked for by its uid, or with "" the one to show of a player.

    That is where their latest game counted, else what the group sees first.
    """
    last = None if asked else last_season(session, player)
    return last or seasons.shown(session, player.group, asked, at)


def last_season(session: Session, player: Player) -> Season | None:
    """Return the season in which the player's latest game counted, None where none did."""
    players = [one.id for one in player.identities]
    return session.scalar(_LAST_SEASON, {"group": player.group_id, "players": players})


def in_season(session: Session, season: Season, player: Player) -> list[InSeason]:
    """Return how a player stands in a season.

    It is a list of one, or empty. Only the frozen table of a closed season may have several lines
    of one person: those who were merged into the player since, after the player's own.
    """
    people = [player]
    if season.is_closed:
        people += [one for one in player.identities if one is not player]
    return [
        InSeason(line, rating_curve(session, season, one))
        for one in people
        if (line := standings.of_player(session, season, one))
    ]


def rating_curve(session: Session, season: Season, player: Player) -> list[RatingPoint]:
    """Return a player's rating after each of their latest games of a season, oldest first.

    ``number`` counts their games in the season; ``rating`` and ``doubt`` have one decimal. The
    ``game`` is None, and its ``name`` "", if it left the group or was erased.
    """
    own = {"season": season.id, "player": player.id}
    rows = session.execute(_CURVE, own | {"games": CURVE_GAMES}).all()
    return [
        RatingPoint(
            number=(row.played or 0) - back,
            day=season.day_of(row.order_key).isoformat(),
            name=kinds.name_of(row.kind) if row.kind else "",
            game=row.uid,
            rank=row.rank,
            rating=round(row.mu, 1),
            doubt=round(row.sigma, 1),
        )
        for back, row in reversed(list(enumerate(rows)))
    ]


def _streaks(session: Session, player: Player) -> dict[str, int]:
    """Return the length of a player's present streak, longest streak, and longest drought."""
    row = session.execute(_STREAKS, {"player": player.id}).one()
    return {
        "streak": max(row.latest or 0, 0),
        "longest_streak": max(row.longest or 0, 0),
        "longest_drought": max(-(row.shortest or 0), 0),
    }


def _form(session: Session, player: Player) -> list[RecentResult]:
    """Return the places in a player's latest games, newest first."""
    latest = session.execute(_FORM, {"player": player.id})
    return [RecentResult.of(rank, is_win) for rank, is_win in latest]


def _by_kind(session: Session, player: Player, tables: Sequence[Any]) -> list[PlayerInGame]:
    """Return a player's record in each card game, the most played first."""
    sums_of = _summed(tables, "kind", ("games", "wins", "totals", "worth"))
    wanted = [(book, key) for book in sums_of for key in BEST]
    rows = records.firsts(session, wanted, [player.id])
    called = kinds.names_of(sums_of)
    return [
        _record(book, called[book], sums_of[book], [row for row in rows if row.kind == book])
        for book in sorted(sums_of, key=lambda book: (-sums_of[book]["games"], called[book]))
    ]


def _record(book: str, name: str, sums: Counter[str], best: Sequence[Any]) -> PlayerInGame:
    shown: dict[str, Feat | None] = dict.fromkeys(BEST)
    rules = kinds.rules_of(book)
    for row in best:
        rules = kinds.rules_of(book) or sheet.rules_for(row.rules, row.options)
        value = feats.shown(row.key, row.worth, rules.best)
        shown[row.key] = Feat(value=value, **records.place_of(row))
    sign = feats.sign_of(rules.best if rules else kinds.best_of(book))
    return PlayerInGame(
        kind=kinds.kind_in(book),
        name=name,
        **records.manner_of(rules),
        games=sums["games"],
        wins=sums["wins"],
        share=_share(sums["wins"], sums["games"]),
        average=round(sign * sums["worth"] / sums["totals"]) if sums["totals"] else None,
        best_total=shown[feats.BEST_TOTAL],
        best_round=shown[feats.BEST_ROUND],
        worst_round=shown[feats.WORST_ROUND],
    )


def _rivals(group: Group, meetings: Sequence[Any]) -> list[Rival]:
    """Return a line for every other player: most games first, then by name."""
    players = {player.id: player for player in group.players}
    counts_of = _summed(meetings, "other_id", ("games", "before", "level", "behind"))
    return sorted(
        (
            Rival(
                **badges.who(players[player]),
                games=counts["games"],
                before=counts["before"],
                level=counts["level"],
                behind=counts["behind"],
            )
            for player, counts in counts_of.items()
        ),
        key=lambda rival: (-rival.games, rival.name.casefold()),
    )


def _nemesis(rivals: Sequence[Rival]) -> Rival | None:
    """Return who came in before a player in the largest share of their games together."""
    candidates = [one for one in rivals if one.games >= LEAST_TOGETHER and one.behind]
    return max(candidates, key=lambda one: (one.behind / one.games, one.behind), default=None)


def _favourite_table(tables: Sequence[Any], meetings: Sequence[Any]) -> TableSize | None:
    """Return the size of a table at which a player beat the largest share of the opponents."""
    sizes = [
        TableSize(size=size, games=sums["games"], beaten=beaten)
        for size, sums in sorted(_summed(tables, "table_size", ("games",)).items())
        if sums["games"] >= LEAST_TOGETHER
        and (beaten := _beaten([row for row in meetings if row.table_size == size])) is not None
    ]
    return max(sizes, key=lambda one: (one.beaten, one.games), default=None)


def _summed(rows: Iterable[Any], by: str, names: Iterable[str]) -> Mapping[Any, Counter[str]]:
    """Return the sums of some columns by the value of another one."""
    sums_of: defaultdict[Any, Counter[str]] = defaultdict(Counter)
    for row in rows:
        sums_of[getattr(row, by)].update({name: getattr(row, name) for name in names})
    return sums_of


def _beaten(meetings: Sequence[Any]) -> float | None:
    """Return the share of opponents beaten, level ones counting half."""
    halves = sum(2 * row.before + row.level for row in meetings)
    return _share(halves, 2 * sum(row.games for row in meetings))


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
