"""Write a season down, and what its games awarded once it was closed."""

from __future__ import annotations

from datetime import date
from itertools import chain, groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Player, Season
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import file_format
from scorecard.services.standings import results


def season_part(session: Session, season: Season) -> file_format.Document:
    """Return a season as a file has it."""
    return {
        "uid": season.uid,
        "name": season.name,
        "starts_on": _day(season.starts_on),
        "ends_on": _day(season.ends_on),
        "kinds": season.kinds,
        "least_games": season.least_games,
        "best_of": season.best_of,
        "scheme": season.scheme,
        "tie_breaks": season.tie_breaks,
        "early": season.early,
        "created_at": file_naming.moment(season.created_at),
        "closed_at": file_naming.moment(season.closed_at),
        "final": season.final,
        "awards": awards_part(session, season),
        "deleted_at": file_naming.moment(season.deleted_at),
    }


def awards_part(session: Session, season: Season) -> list[file_format.Document] | None:
    """Return what each game of a closed season awarded, as a file has it; None for an open one."""
    if not season.is_closed:
        return None
    rows = session.execute(
        select(Award.__table__, Player.uid)
        .join(Player, Player.id == Award.player_id)
        .where(Award.season_id == season.id)
        .order_by(Award.order_key, Player.uid)
    )
    return [
        {
            "game": results.uid_in(order_key),
            "begun_at": file_naming.moment(results.begun_at(order_key)),
            "players": [
                {
                    "player": row.uid,
                    "rank": row.rank,
                    "is_win": row.is_win,
                    "points": row.points,
                    "rating": row.mu,
                    "doubt": row.sigma,
                }
                for row in of_game
            ],
        }
        for order_key, of_game in groupby(rows, key=lambda row: row.order_key)
    ]


def players_named(season: file_format.Document) -> set[str]:
    """Return the uids of the players whom a season of a file names in its table and awards."""
    games, final = season["awards"] or (), season["final"]
    awarded = {award["player"] for game in games for award in game["players"]}
    if final is None:
        return awarded
    titled = chain.from_iterable(title["players"] for title in final["titles"])
    return awarded | {line["player"] for line in final["table"]} | set(titled)


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
