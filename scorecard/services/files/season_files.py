"""What a closed season awarded, as a file has it: it stands, whatever became of its games since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import Award, Game, Player, Season, Standing
from scorecard.rules.words import Sentence, say
from scorecard.services.files import file_format, file_naming
from scorecard.services.standings import awards, results


def written(session: Session, season: Season) -> list[file_format.Document] | None:
    """Return what a closed season awarded as a file has it, game by game; None for an open one."""
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


def renamed(
    of_file: Sequence[file_format.Document] | None, uids: Mapping[str, str]
) -> list[file_format.Document] | None:
    """Return awards of a file with their players called as they are here."""
    if of_file is None:
        return None
    found = []
    for game in of_file:
        here = [
            {**one, "player": uids.get(one["player"], one["player"])} for one in game["players"]
        ]
        found.append({**game, "players": sorted(here, key=lambda one: str(one["player"]))})
    return found


def players_of(of_file: Sequence[file_format.Document] | None) -> set[str]:
    """Return the uids of the players whom awards of a file name."""
    return {one["player"] for game in of_file or () for one in game["players"]}


def check(where: Sentence, of_file: Sequence[file_format.Document] | None) -> None:
    """Refuse awards in which a game, or a player of a game, stands twice."""
    games = of_file or ()
    file_format.refuse_twice(
        say("%(where)s: awards of games", where=where), [game["game"] for game in games]
    )
    for game in games:
        place = say("%(where)s, awards of game %(uid)s", where=where, uid=game["game"])
        players = [one["player"] for one in game["players"]]
        file_format.refuse_twice(say("%(where)s: players", where=place), players)
        if not players:
            raise errors.BadInput(say("%(where)s: nobody was awarded anything.", where=place))


def refuse_two_seats(season: file_format.Document, uids: Mapping[str, str]) -> None:
    """Refuse awards of one game to two of a file who are one player here."""
    for game in season["awards"] or ():
        players = [uids.get(one["player"], one["player"]) for one in game["players"]]
        if len(set(players)) < len(players):
            raise errors.BadInput(
                say(
                    "Season %(name)s: two players of game %(uid)s are one player here.",
                    name=season["name"],
                    uid=game["game"],
                ),
                code="player_in_two_seats",
            )


def restore(
    session: Session,
    season: Season,
    of_file: Sequence[file_format.Document],
    players: Mapping[str, Player],
) -> None:
    """Write what a closed season awarded, and the standings that it makes, as its file has them."""
    here = {
        results.order_key(game): game.id
        for game in session.scalars(select(Game).where(Game.group_id == season.group_id))
    }
    rows = []
    for game in of_file:
        key = results.order_key_of(datetime.fromisoformat(game["begun_at"]), game["game"])
        rows += [
            {
                "season_id": season.id,
                "order_key": key,
                "player_id": players[one["player"]].id,
                "game_id": here.get(key),
                "side": awards.NO_SIDE,
                **{name: one[name] for name in ("rank", "is_win", "points")},
                "mu": one["rating"],
                "sigma": one["doubt"],
            }
            for one in game["players"]
        ]
    for start in range(0, len(rows), awards.ROWS_AT_ONCE):
        pieces.give_way()
        session.connection().execute(insert(Award), rows[start : start + awards.ROWS_AT_ONCE])
    if rows:
        session.execute(insert(Standing), awards.standings_of(season, rows))
