"""Write games down, with everything typed in them and their whole histories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import Amendment, Change, Claim, Entry, Game, Membership, Round, Seat
from scorecard.services.files.format import file_format, game_parts, history_facts, tables
from scorecard.services.history import facts
from scorecard.services.history.history import about_here

AT_ONCE = 400
"""Games whose rows are asked for at once: databases limit how many values a question has."""
Rows = Mapping[int, Sequence[Any]]


def parts_of(
    session: Session, games: Sequence[Game], names: tables.Names
) -> list[file_format.Document]:
    """Return games as a file has them, in order; read as rows, because they may be very many."""
    ordered = sorted(games, key=lambda game: (game.started_at, game.uid))
    parts: list[file_format.Document] = []
    for some in pieces.in_parts(ordered, AT_ONCE):
        ids = [game.id for game in some]
        rows = _Rows(
            seats=_by_game(session, Seat, Seat.position, ids),
            rounds=_by_game(session, Round, Round.number, ids),
            changes=_by_game(session, Change, Change.version, ids),
            members=_by_game(session, Membership, Membership.id, ids),
            entries=_entries(session, ids),
            claims=_claims(session, ids),
            waiting=_by_game(session, Amendment, Amendment.id, ids, Amendment.closed_at.is_(None)),
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
    seats, changes = rows.seats.get(game.id, ()), rows.changes.get(game.id, ())
    positions = {seat.id: seat.position for seat in seats}
    versions = {change.id: change.version for change in changes}
    names = {**names, "seat": positions.__getitem__, "line": versions.get}
    # Phones are numbered as these name them one after the other.
    rounds = [
        _round_part(round_, rows.entries.get(round_.id, ()), positions, names)
        for round_ in rows.rounds.get(game.id, ())
    ]
    history = [_change_part(change, game, names) for change in changes]
    waiting = next((_waiting_part(row, names) for row in rows.waiting.get(game.id, ())), None)
    return game_parts.GAMES.part(game, names) | {
        "house_rules": _link(game),
        "waiting": waiting,
        "seats": [_seat_part(seat, names) for seat in seats],
        "rounds": rounds,
        "history": history,
        "phones": _phones_part(game, rows, positions, names),
    }


def _seat_part(seat: Any, names: tables.Names) -> file_format.Document:
    is_late = seat.joined_after is not None
    joined = {"after": seat.joined_after, "start": seat.start} if is_late else None
    head_start = 0 if is_late else seat.start
    return game_parts.SEATS.part(seat, names) | {"joined": joined, "head_start": head_start}


def _round_part(
    round_: Any, entries: Sequence[Any], positions: Mapping[int, int], names: tables.Names
) -> file_format.Document:
    in_order = sorted(entries, key=lambda entry: positions[entry.seat_id])
    return game_parts.ROUNDS.part(round_, names) | {
        "entries": [game_parts.ENTRIES.part(entry, names) for entry in in_order]
    }


def _change_part(change: Any, game: Game, names: tables.Names) -> file_format.Document:
    # It names phones before the one that it came from.
    what = history_facts.in_file(facts.whole(change), names)
    return game_parts.CHANGES.part(change, names) | {
        "what": what,
        "about": about_here(change.kind, change.about, change.what, game.group_id),
    }


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
        game_parts.PHONES.part(row, names)
        | {"seats": sorted(positions[claim.seat_id] for claim in rows.claims.get(row.id, ()))}
        for row in rows.members.get(game.id, ())
        if row.device_id in wrote
    ]
    return sorted(phones, key=lambda phone: phone["phone"])


def _waiting_part(row: Any, names: tables.Names) -> file_format.Document:
    consents = sorted((int(seat), how) for seat, how in row.consents.items())
    return game_parts.WAITING.part(row, names) | {
        "consents": [{"seat": seat, "how": how} for seat, how in consents]
    }


def _link(game: Game) -> file_format.Document | None:
    """Return which house rules a game is played by."""
    version = game.rules_version
    if version is None:
        return None
    return {
        "uid": version.house_rules.uid,
        "name": version.house_rules.name,
        "version": version.number,
    }


def _by_game(
    session: Session, model: type[Any], order: Any, ids: Sequence[int], *where: Any
) -> Rows:
    rows = select(model.__table__).where(model.game_id.in_(ids), *where).order_by(order)
    return _grouped(session, rows, "game_id")


def _entries(session: Session, ids: Sequence[int]) -> Rows:
    rows = select(Entry.__table__).join(Round, Round.id == Entry.round_id)
    return _grouped(session, rows.where(Round.game_id.in_(ids)), "round_id")


def _claims(session: Session, ids: Sequence[int]) -> Rows:
    rows = select(Claim.__table__).join(Membership, Membership.id == Claim.membership_id)
    return _grouped(session, rows.where(Membership.game_id.in_(ids)), "membership_id")


def _grouped(session: Session, statement: Select[Any], key: str) -> Rows:
    rows: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.execute(statement):
        rows[getattr(row, key)].append(row)
    return rows
