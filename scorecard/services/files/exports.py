"""Write a game, a season or a whole group down as an export (see ``file_format``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import (
    Amendment,
    Change,
    Claim,
    Entry,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    Membership,
    Player,
    PlayerClaim,
    Round,
    Season,
    Seat,
)
from scorecard.rules.words import say
from scorecard.services.files import book_files, file_format, file_naming, season_files
from scorecard.services.groups import groups
from scorecard.services.history.history import about_here
from scorecard.services.standings import results

TOGETHER = 400
"""Rows that are asked for at once: databases limit how many values a question has."""

Rows = Mapping[int, Sequence[Any]]


def of_game(session: Session, game: Game, at: datetime) -> file_format.Document:
    """Return the export of one game."""
    naming = _naming(game.group, [game])
    (written,) = games_written(session, [game], naming)
    return {
        **_head("game", at),
        "group": _header(game.group) if game.group else None,
        "players": _players(game.group, _named_in([written])) if game.group else [],
        "game": written,
    }


def of_season(session: Session, season: Season, at: datetime) -> file_format.Document:
    """Return the export of a season: with the games of its days and card games, and who played."""
    group = season.group
    games = games_in(session, season)
    naming = _naming(group, games)
    written = games_written(session, games, naming)
    about = season_written(session, season)
    named = _named_in(written) | players_of_season(about)
    players = _players(group, named)
    return {
        **_head("season", at),
        "group": _header(group),
        "players": players,
        "season": about,
        "games": written,
        "house_rules": book_files.written(
            session,
            group,
            naming,
            only=book_files.linked(written),
            players={player["uid"] for player in players},
        ),
    }


def of_group(session: Session, group: Group, at: datetime) -> file_format.Document:
    """Return the export of a whole group: players, seasons, games also in the bin, history."""
    games = groups.games_of(session, group)
    naming = _naming(group, games)
    about = group_written(session, group, naming)
    return {
        **_head("group", at),
        "group": about,
        "players": _players(group),
        "seasons": [
            season_written(session, season)
            for season in session.scalars(
                select(Season).where(Season.group_id == group.id).order_by(Season.id)
            )
        ],
        "games": games_written(session, games, naming),
        "house_rules": book_files.written(session, group, naming),
    }


def games_in(session: Session, season: Season) -> list[Game]:
    """Return the games of a season's days and card games, in the order they were begun."""
    return [
        game
        for game in groups.games_of(session, season.group)
        if season.holds(results.day_of(game.started_at, season.group))
        and (not season.kinds or game.kind in season.kinds)
        and game.deleted_at is None
    ]


def refuse_secrets(session: Session, games: Iterable[Game]) -> None:
    """Refuse to write down a round that is being counted in secret."""
    for game in games:
        is_running = not game.is_ended and game.deleted_at is None
        if game.is_blind and is_running and (round_ := _open_round(session, game)):
            raise errors.Conflict(
                say(
                    "Round %(round)s of a game is being counted in secret, and an export "
                    "would tell. Export once everybody is in, or after End Game.",
                    round=round_,
                ),
                code="counted_in_secret",
            )


def group_written(
    session: Session, group: Group, naming: file_naming.Naming
) -> file_format.Document:
    """Return a group as a file has it, without its players, seasons and games."""
    changes = session.scalars(
        select(GroupChange).where(GroupChange.group_id == group.id).order_by(GroupChange.version)
    ).all()
    history = [
        {
            "version": change.version,
            "kind": change.kind,
            "what": change.what,
            "about": change.about,
            "phone": naming.phones.number(change.device_id),
            **_came(change),
        }
        for change in changes
    ]
    named = {change.device_id for change in changes}
    table, claims = GroupMembership.__table__, PlayerClaim.__table__
    mine: defaultdict[int, list[int]] = defaultdict(list)
    for membership, player in session.execute(
        select(claims.c.membership_id, claims.c.player_id)
        .join(table, table.c.id == claims.c.membership_id)
        .where(table.c.group_id == group.id)
        .order_by(claims.c.player_id)
    ):
        mine[membership].append(player)
    rows = session.execute(select(table).where(table.c.group_id == group.id))
    phones = [
        {
            "phone": naming.phones.number(row.device_id),
            "role": row.role,
            "players": [naming.player(player) for player in mine[row.id]],
        }
        for row in rows
        if row.device_id in named
    ]
    return {
        **_header(group),
        "version": group.version,
        "created_at": file_naming.moment(group.created_at),
        "changed_at": file_naming.moment(group.changed_at),
        "threshold": group.threshold,
        "deadline_days": group.deadline_days,
        "history": history,
        "phones": sorted(phones, key=lambda phone: phone["phone"]),
    }


def player_written(player: Player) -> file_format.Document:
    """Return a player as a file has them."""
    return {
        "uid": player.uid,
        "name": player.name,
        "colour": player.colour,
        "initial": player.initial,
        "created_at": file_naming.moment(player.created_at),
        "retired_at": file_naming.moment(player.retired_at),
        "merged_into": player.merged_into.uid if player.merged_into else None,
    }


def season_written(session: Session, season: Season) -> file_format.Document:
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
        "awards": season_files.written(session, season),
        "deleted_at": file_naming.moment(season.deleted_at),
    }


def players_of_season(season: file_format.Document) -> set[str]:
    """Return the uids of the players whom a closed season of a file names."""
    awarded, final = season_files.players_of(season["awards"]), season["final"]
    if final is None:
        return awarded
    titled = chain.from_iterable(title["players"] for title in final["titles"])
    return awarded | {line["player"] for line in final["table"]} | set(titled)


def games_written(
    session: Session, games: Sequence[Game], naming: file_naming.Naming
) -> list[file_format.Document]:
    """Return games as a file has them, in the order they were begun.

    Rows are read as they stand, not as objects: a group may have a hundred thousand entries.
    """
    ordered = sorted(games, key=lambda game: (game.started_at, game.uid))
    found: list[file_format.Document] = []
    for start in range(0, len(ordered), TOGETHER):
        part = ordered[start : start + TOGETHER]
        ids = [game.id for game in part]
        rows = _Rows(
            seats=_by_game(session, select(Seat.__table__), Seat.__table__.c.position, ids),
            rounds=_by_game(session, select(Round.__table__), Round.__table__.c.number, ids),
            changes=_by_game(session, select(Change.__table__), Change.__table__.c.version, ids),
            members=_by_game(session, select(Membership.__table__), Membership.id, ids),
            entries=_entries(session, ids),
            claims=_claims(session, ids),
            waiting=_waiting(session, ids),
        )
        found += [_game(game, rows, naming) for game in part]
    return found


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of several games, by the game; entries by the round, claims by the membership."""

    seats: Rows
    rounds: Rows
    changes: Rows
    members: Rows
    entries: Rows
    claims: Rows
    waiting: Rows


def _game(game: Game, rows: _Rows, naming: file_naming.Naming) -> file_format.Document:
    changes = rows.changes.get(game.id, ())
    version_of = {change.id: change.version for change in changes}
    seats = rows.seats.get(game.id, ())
    position_of = {seat.id: seat.position for seat in seats}
    number = naming.phones.number
    rounds = [
        {
            "number": round_.number,
            "data": round_.data,
            "is_closed": round_.is_closed,
            "anecdote": round_.anecdote,
            "version": round_.version,
            "entries": [
                {
                    "seat": position,
                    "data": entry.data,
                    "phone": number(entry.device_id),
                    "at": file_naming.moment(entry.entered_at),
                    "version": entry.version,
                }
                for position, entry in sorted(
                    (position_of[entry.seat_id], entry) for entry in rows.entries.get(round_.id, ())
                )
            ],
        }
        for round_ in rows.rounds.get(game.id, ())
    ]
    history = [
        {
            "version": change.version,
            "kind": change.kind,
            "what": {
                fact: [naming.fact(fact, value) for value in pair]
                for fact, pair in change.what.items()
            },
            "about": about_here(change.kind, change.about, change.what, game.group_id),
            "is_undoable": change.is_undoable,
            "reverts": version_of.get(change.reverts_id),
            "phone": number(change.device_id),
            **_came(change),
        }
        for change in changes
    ]
    waiting = next((_asked(row, number) for row in rows.waiting.get(game.id, ())), None)
    named = naming.phones.numbers
    wrote = {change.device_id for change in changes} | {
        entry.device_id
        for round_ in rows.rounds.get(game.id, ())
        for entry in rows.entries.get(round_.id, ())
    }
    phones = [
        {
            "phone": named[row.device_id],
            "role": row.role,
            "seats": sorted(position_of[claim.seat_id] for claim in rows.claims.get(row.id, ())),
        }
        for row in rows.members.get(game.id, ())
        if row.device_id in wrote
    ]
    return {
        "uid": game.uid,
        "rules": game.rules,
        "kind": game.kind,
        "options": game.options,
        "is_blind": game.is_blind,
        "first_seat": game.first_seat,
        "version": game.version,
        "started_at": file_naming.moment(game.started_at),
        "changed_at": file_naming.moment(game.changed_at),
        "ended_at": file_naming.moment(game.ended_at),
        "deleted_at": file_naming.moment(game.deleted_at),
        "rematch_of": naming.games.get(game.rematch_of_id) if game.rematch_of_id else None,
        "house_rules": _link(game),
        "not_agreed": game.not_agreed,
        "amendments": game.amendments,
        "anecdote": game.anecdote,
        "waiting": waiting,
        "seats": [
            {
                "position": seat.position,
                "name": seat.name,
                "left_after": seat.left_after,
                "player": naming.player(seat.player_id),
            }
            for seat in seats
        ],
        "rounds": rounds,
        "history": history,
        "phones": sorted(phones, key=lambda phone: phone["phone"]),
    }


def _came(change: Any) -> file_format.Document:
    """Return when a change came, and how, as a file has it."""
    return {
        "at": file_naming.moment(change.at),
        "source": change.source,
        "made_at": file_naming.moment(change.made_at),
    }


def _asked(row: Any, number: Callable[[int], int]) -> file_format.Document:
    """Return a change of the house rules that waits for consent, as a file has it."""
    consents = sorted((int(seat), how) for seat, how in row.consents.items())
    return {
        "options": row.options,
        "reason": row.reason,
        "is_retroactive": row.is_retroactive,
        "consents": [{"seat": seat, "how": how} for seat, how in consents],
        "phone": number(row.device_id),
        "at": file_naming.moment(row.at),
    }


def _link(game: Game) -> file_format.Document | None:
    """Return which house rules a game is played by."""
    version = game.house_rules
    if version is None:
        return None
    return {"uid": version.of.uid, "name": version.of.name, "version": version.number}


def _head(kind: str, at: datetime) -> file_format.Document:
    return {
        "format": file_format.FORMAT,
        "version": file_format.VERSION,
        "kind": kind,
        "exported_at": file_naming.moment(at),
    }


def _header(group: Group) -> file_format.Document:
    return {"uid": group.uid, "name": group.name, "time_zone": group.time_zone}


def _naming(group: Group | None, games: Sequence[Game]) -> file_naming.Naming:
    players = {player.id: player.uid for player in group.players} if group else {}
    return file_naming.Naming(group, players, {game.id: game.uid for game in games})


def _named_in(games: Iterable[file_format.Document]) -> set[str]:
    """Return the uids of the players whom games and their histories name."""
    named = set()
    for game in games:
        named |= {seat["player"] for seat in game["seats"]}
        for change in game["history"]:
            for fact, pair in change["what"].items():
                if fact.startswith("seat/"):
                    named |= {seat.get("player") for seat in pair if seat}
    return named - {None}


def _players(group: Group, named: Collection[str] | None = None) -> list[file_format.Document]:
    """Return players of a group in the order they joined: all, or those named.

    Who is named brings along whom they were merged into.
    """
    wanted = {player.uid for player in group.players} if named is None else set(named)
    for player in group.players:
        one: Player | None = player
        if player.uid in wanted:
            while one := one.merged_into if one else None:
                wanted.add(one.uid)
    return [player_written(player) for player in group.players if player.uid in wanted]


def _open_round(session: Session, game: Game) -> int | None:
    return session.scalar(
        select(Round.number).where(Round.game_id == game.id, Round.is_closed.is_(False))
    )


def _by_game(session: Session, statement: Select[Any], order: Any, ids: Sequence[int]) -> Rows:
    table = statement.get_final_froms()[0]
    return _grouped(
        session, statement.where(table.c.game_id.in_(ids)).order_by(order), lambda row: row.game_id
    )


def _waiting(session: Session, ids: Sequence[int]) -> Rows:
    table = Amendment.__table__
    return _by_game(session, select(table).where(table.c.closed_at.is_(None)), table.c.id, ids)


def _entries(session: Session, ids: Sequence[int]) -> Rows:
    entries, rounds = Entry.__table__, Round.__table__
    statement = select(entries).join(rounds, rounds.c.id == entries.c.round_id)
    return _grouped(session, statement.where(rounds.c.game_id.in_(ids)), lambda row: row.round_id)


def _claims(session: Session, ids: Sequence[int]) -> Rows:
    claims, members = Claim.__table__, Membership.__table__
    statement = select(claims).join(members, members.c.id == claims.c.membership_id)
    return _grouped(
        session, statement.where(members.c.game_id.in_(ids)), lambda row: row.membership_id
    )


def _grouped(session: Session, statement: Select[Any], key: Callable[[Any], int]) -> Rows:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.execute(statement):
        found[key(row)].append(row)
    return found


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
