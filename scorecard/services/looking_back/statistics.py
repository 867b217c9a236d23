"""Statistics of one player of a group: record, streaks, rivals, and the curve of the rating.

Everything is read from stored results, feats and awards, and is JSON-plain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Integer, bindparam, func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Group, Meeting, Player, Result, Season, Standing, Tally
from scorecard.rules import kinds, sheet
from scorecard.rules.outcome import feats
from scorecard.services.scoring import badges
from scorecard.services.seasons import seasons
from scorecard.services.standings import awards, lifelong, records, standings

Row = dict[str, Any]

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


def of_player(session: Session, player: Player) -> Row:
    """Return a player's statistics over all seasons.

    ``overall`` has games, wins, share (of games won), place (the average), beaten (the share of
    opponents they came in before, level ones counting half), streak, longest_streak and
    longest_drought (games), and form; ``games`` a line for each card game, the most played first;
    ``rivals`` one for every other player met on another side; ``nemesis`` one of these or None;
    ``table`` the favourite size of a table or None.
    """
    tables = session.execute(_TALLIES, {"player": player.id}).all()
    meetings = session.execute(_MEETINGS, {"player": player.id}).all()
    rivals = _rivals(player.group, meetings)
    games, wins = sum(row.games for row in tables), sum(row.wins for row in tables)
    return {
        "overall": {
            "games": games,
            "wins": wins,
            "share": _share(wins, games),
            "place": round(sum(row.places for row in tables) / games, 2) if games else None,
            "beaten": _beaten(meetings),
            **_streaks(session, player),
            "form": _form(session, player),
            "rating": lifelong.of_player(session, player),
        },
        "games": _by_kind(session, player, tables),
        "rivals": rivals,
        "nemesis": _nemesis(rivals),
        "table": _favourite_table(tables, meetings),
    }


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


def in_season(session: Session, season: Season, player: Player) -> list[Row]:
    """Return how a player stands in a season: ``name``, the table's ``line``, and the ``curve``.

    It is a list of one, or empty. Only the frozen table of a closed season may have several lines
    of one person: those who were merged into the player since, after the player's own.
    """
    standings_of_player = []
    earlier = (
        [identity for identity in player.identities if identity is not player]
        if season.is_closed
        else []
    )
    for identity in (player, *earlier):
        line = standings.of_player(session, season, identity)
        if line:
            curve = rating_curve(session, season, identity)
            standings_of_player.append({"name": line["name"], "line": line, "curve": curve})
    return standings_of_player


def rating_curve(
    session: Session, season: Season, player: Player, limit: int | None = None
) -> list[Row]:
    """Return a player's rating after each of their latest games of a season, oldest first.

    ``number`` counts their games in the season; ``rating`` and ``doubt`` have one decimal. The
    ``game`` is None, and its ``name`` "", if it left the group or was erased.
    """
    own = {"season": season.id, "player": player.id}
    rows = session.execute(_CURVE, own | {"games": limit or CURVE_GAMES}).all()
    return [
        {
            "number": (row.played or 0) - back,
            "day": season.day_of(row.order_key).isoformat(),
            "name": kinds.name_of(row.kind) if row.kind else "",
            "game": row.uid,
            "rank": row.rank,
            "rating": round(row.mu, 1),
            "doubt": round(row.sigma, 1),
        }
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


def _form(session: Session, player: Player) -> list[Row]:
    """Return the places in a player's latest games, newest first."""
    latest = session.execute(_FORM, {"player": player.id})
    return [{"rank": rank, "is_win": is_win} for rank, is_win in latest]


def _by_kind(session: Session, player: Player, tables: Sequence[Any]) -> list[Row]:
    """Return a player's record in each card game."""
    games, wins, totals, worths = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for row in tables:
        games[row.kind] += row.games
        wins[row.kind] += row.wins
        totals[row.kind] += row.totals
        worths[row.kind] += row.worth
    keys = (feats.BEST_TOTAL, feats.BEST_ROUND, feats.WORST_ROUND)
    wanted = [(book, key) for book in games for key in keys]
    best = {(row.kind, row.key): row for row in records.firsts(session, wanted, [player.id])}
    averages = {book: worths[book] / counted for book, counted in totals.items() if counted}
    called = kinds.names_of(games)
    return [
        {"kind": kinds.kind_in(book), "name": called[book]}
        | _record(book, games[book], wins[book], averages.get(book), best)
        for book in sorted(games, key=lambda book: (-games[book], called[book]))
    ]


def _record(
    book: str,
    games: int,
    wins: int,
    average_worth: float | None,
    best: Mapping[tuple[str, str], Any],
) -> Row:
    """Return a player's record in one card game."""
    shown: Row = {}
    rules = kinds.rules_of(book)
    for key in (feats.BEST_TOTAL, feats.BEST_ROUND, feats.WORST_ROUND):
        shown[key] = None
        if row := best.get((book, key)):
            rules = kinds.rules_of(book) or sheet.rules_for(row.rules, row.options)
            value = feats.shown(key, row.worth, rules.best)
            shown[key] = {"value": value, **records.place_of(row)}
    sign = feats.sign_of(rules.best if rules else kinds.best_of(book))
    return {
        **records.manner_of(rules),
        "games": games,
        "wins": wins,
        "share": _share(wins, games),
        "average": None if average_worth is None else round(average_worth * sign),
        **shown,
    }


def _rivals(group: Group, meetings: Sequence[Any]) -> list[Row]:
    """Return a line for every other player: most games first, then by name."""
    players = {player.id: player for player in group.players}
    counts_of: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in meetings:
        for name in ("games", "before", "level", "behind"):
            counts_of[row.other_id][name] += getattr(row, name)
    return sorted(
        (
            {
                **badges.who(players[player]),
                **{name: counts[name] for name in ("games", "before", "level", "behind")},
            }
            for player, counts in counts_of.items()
        ),
        key=lambda row: (-row["games"], row["name"].casefold()),
    )


def _nemesis(rivals: Sequence[Row]) -> Row | None:
    """Return who came in before a player in the largest share of their games together."""
    candidates = [row for row in rivals if row["games"] >= LEAST_TOGETHER and row["behind"]]
    return max(
        candidates, key=lambda row: (row["behind"] / row["games"], row["behind"]), default=None
    )


def _favourite_table(tables: Sequence[Any], meetings: Sequence[Any]) -> Row | None:
    """Return the size of a table at which a player beat the largest share of the opponents."""
    games_of: Counter[int] = Counter()
    for row in tables:
        games_of[row.table_size] += row.games
    sizes = [
        {"size": size, "games": games, "beaten": beaten}
        for size, games in sorted(games_of.items())
        if games >= LEAST_TOGETHER
        and (beaten := _beaten([row for row in meetings if row.table_size == size])) is not None
    ]
    return max(sizes, key=lambda row: (row["beaten"], row["games"]), default=None)


def _beaten(meetings: Sequence[Any]) -> float | None:
    """Return the share of opponents beaten, level ones counting half."""
    halves = sum(2 * row.before + row.level for row in meetings)
    return _share(halves, 2 * sum(row.games for row in meetings))


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
