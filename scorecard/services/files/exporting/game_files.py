"""Write games down, with everything typed in them and their whole histories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorecard.models import Amendment, Change, Claim, Entry, Game, Membership, Round, Seat
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import file_format, history_facts, tables
from scorecard.services.history.history import about_here

AT_ONCE = 400
"""Games whose rows are asked for at once: databases limit how many values a question has."""
Rows = Mapping[int, Sequence[Any]]


def game_parts(
    session: Session, games: Sequence[Game], names: tables.Names
) -> list[file_format.Document]:
    """Return games as a file has them, in the order they were begun.

    Rows are read as they stand, not as objects: a group may have a hundred thousand entries.
    """
    ordered = sorted(games, key=lambda game: (game.started_at, game.uid))
    parts: list[file_format.Document] = []
    for start in range(0, len(ordered), AT_ONCE):
        some = ordered[start : start + AT_ONCE]
        ids = [game.id for game in some]
        rows = _Rows(
            seats=_by_game(session, select(Seat.__table__), Seat.__table__.c.position, ids),
            rounds=_by_game(session, select(Round.__table__), Round.__table__.c.number, ids),
            changes=_by_game(session, select(Change.__table__), Change.__table__.c.version, ids),
            members=_by_game(session, select(Membership.__table__), Membership.id, ids),
            entries=_entries(session, ids),
            claims=_claims(session, ids),
            waiting=_waiting(session, ids),
        )
        parts += [_game_part(game, rows, names) for game in some]
    return parts


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


def _game_part(game: Game, rows: _Rows, names: tables.Names) -> file_format.Document:
    seats = rows.seats.get(game.id, ())
    positions = {seat.id: seat.position for seat in seats}
    # Phones are numbered as these name them one after the other.
    rounds = [
        _round_part(round_, rows.entries.get(round_.id, ()), positions, names)
        for round_ in rows.rounds.get(game.id, ())
    ]
    history = _history_part(game, rows.changes.get(game.id, ()), names)
    waiting = next((_waiting_part(row, names) for row in rows.waiting.get(game.id, ())), None)
    phones = _phones_part(game, rows, positions, names)
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
        "rematch_of": names["game"](game.rematch_of_id),
        "house_rules": _link(game),
        "not_agreed": game.not_agreed,
        "amendments": game.amendments,
        "anecdote": game.anecdote,
        "waiting": waiting,
        "seats": [_seat_part(seat, names) for seat in seats],
        "rounds": rounds,
        "history": history,
        "phones": phones,
    }


def _seat_part(seat: Any, names: tables.Names) -> file_format.Document:
    is_late = seat.joined_after is not None
    return {
        "position": seat.position,
        "name": seat.name,
        "left_after": seat.left_after,
        "joined": {"after": seat.joined_after, "start": seat.start} if is_late else None,
        "player": names["player"](seat.player_id),
    }


def _round_part(
    round_: Any, entries: Sequence[Any], positions: Mapping[int, int], names: tables.Names
) -> file_format.Document:
    in_order = sorted((positions[entry.seat_id], entry) for entry in entries)
    return {
        "number": round_.number,
        "data": round_.data,
        "is_closed": round_.is_closed,
        "anecdote": round_.anecdote,
        "version": round_.version,
        "entries": [
            {
                "seat": position,
                "data": entry.data,
                "phone": names["phone"](entry.device_id),
                "at": file_naming.moment(entry.entered_at),
                "version": entry.version,
            }
            for position, entry in in_order
        ],
    }


def _history_part(
    game: Game, changes: Sequence[Any], names: tables.Names
) -> list[file_format.Document]:
    version_of = {change.id: change.version for change in changes}
    return [
        {
            "version": change.version,
            "kind": change.kind,
            "what": history_facts.in_file(change.what, names),
            "about": about_here(change.kind, change.about, change.what, game.group_id),
            "is_undoable": change.is_undoable,
            "reverts": version_of.get(change.reverts_id),
            "phone": names["phone"](change.device_id),
            "at": file_naming.moment(change.at),
            "source": change.source,
            "made_at": file_naming.moment(change.made_at),
        }
        for change in changes
    ]


def _phones_part(
    game: Game, rows: _Rows, positions: Mapping[int, int], names: tables.Names
) -> list[file_format.Document]:
    """Return the phones that entered or changed something in a game, and for whom they counted."""
    wrote = {change.device_id for change in rows.changes.get(game.id, ())} | {
        entry.device_id
        for round_ in rows.rounds.get(game.id, ())
        for entry in rows.entries.get(round_.id, ())
    }
    phones = [
        {
            "phone": names["phone"](row.device_id),
            "role": row.role,
            "seats": sorted(positions[claim.seat_id] for claim in rows.claims.get(row.id, ())),
        }
        for row in rows.members.get(game.id, ())
        if row.device_id in wrote
    ]
    return sorted(phones, key=lambda phone: phone["phone"])


def _waiting_part(row: Any, names: tables.Names) -> file_format.Document:
    """Return a change of the house rules that waits for consent, as a file has it."""
    consents = sorted((int(seat), how) for seat, how in row.consents.items())
    return {
        "options": row.options,
        "reason": row.reason,
        "is_retroactive": row.is_retroactive,
        "consents": [{"seat": seat, "how": how} for seat, how in consents],
        "phone": names["phone"](row.device_id),
        "at": file_naming.moment(row.at),
    }


def _link(game: Game) -> file_format.Document | None:
    """Return which house rules a game is played by."""
    version = game.house_rules
    if version is None:
        return None
    return {"uid": version.of.uid, "name": version.of.name, "version": version.number}


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
    rows: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.execute(statement):
        rows[key(row)].append(row)
    return rows
