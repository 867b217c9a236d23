"""Write the games of a file into the database, many at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session, selectinload

from scorecard.models import Amendment, Change, Claim, Entry, Game, Membership, Round, Score, Seat
from scorecard.services.files.checking import game_checks
from scorecard.services.files.format import (
    file_format,
    game_parts,
    history_facts,
    references,
    tables,
)
from scorecard.services.files.restoring import inserting
from scorecard.services.limits import codes

AT_ONCE = 100
"""Games that are games, and then read for their results, at once."""


def restore(
    session: Session,
    games: Sequence[file_format.Document],
    scored: Mapping[str, game_checks.Scored],
    places: inserting.Places,
) -> list[int]:
    """Write games of a file and their scores, ``scored`` by their uids; return their ids."""
    ids: list[int] = []
    for start in range(0, len(games), AT_ONCE):
        part = games[start : start + AT_ONCE]
        named = (references.named(game_parts.GamePart, game, "phone") for game in part)
        places.add_phones(set().union(*named))
        ids += _restore_some(session, part, [scored[game["uid"]] for game in part], places)
    _link_rematches(session, games)
    return ids


def loaded(session: Session, ids: Sequence[int]) -> Iterator[Game]:
    """Yield games with all that their results are read from, loading some at a time."""
    for start in range(0, len(ids), AT_ONCE):
        yield from session.scalars(
            select(Game)
            .where(Game.id.in_(ids[start : start + AT_ONCE]))
            .options(
                selectinload(Game.seats),
                selectinload(Game.rounds).selectinload(Round.entries),
            )
        )


def _restore_some(
    session: Session,
    games: Sequence[file_format.Document],
    scored: Sequence[game_checks.Scored],
    places: inserting.Places,
) -> list[int]:
    pairs = list(zip(games, scored, strict=True))
    ids = inserting.insert_all(
        session, Game, [_game_row(session, game, result, places) for game, result in pairs]
    )
    seat_rows = [
        row
        for game_id, (game, result) in zip(ids, pairs, strict=True)
        for row in _seat_rows(game_id, game, result, places)
    ]
    round_rows = [
        places.row(game_parts.ROUNDS, round_, game_id=game_id)
        for game_id, game in zip(ids, games, strict=True)
        for round_ in game["rounds"]
    ]
    seats = iter(inserting.insert_all(session, Seat, seat_rows))
    rounds = iter(inserting.insert_all(session, Round, round_rows))
    entries: list[file_format.Document] = []
    scores: list[file_format.Document] = []
    members: list[tuple[int, file_format.Document, list[int]]] = []
    for game_id, (game, result) in zip(ids, pairs, strict=True):
        seat_ids = [next(seats) for _seat in game["seats"]]
        names = {**places.names, "seat": dict(enumerate(seat_ids, start=1)).__getitem__}
        members += [(game_id, phone, seat_ids) for phone in game["phones"]]
        for round_ in game["rounds"]:
            round_id = next(rounds)
            entries += _entry_rows(round_id, round_, names)
            scores += _score_rows(round_id, round_, game, result, seat_ids)
    inserting.insert_rows(session, Entry, entries)
    inserting.insert_rows(session, Score, scores)
    inserting.insert_rows(session, Amendment, _waiting_rows(ids, games, places))
    _insert_members(session, members, places)
    _insert_history(session, ids, games, places)
    return ids


def _entry_rows(
    round_id: int, round_: file_format.Document, names: tables.Names
) -> list[file_format.Document]:
    return [
        game_parts.ENTRIES.row(entry, names) | {"round_id": round_id} for entry in round_["entries"]
    ]


def _game_row(
    session: Session,
    game: file_format.Document,
    scored: game_checks.Scored,
    places: inserting.Places,
) -> file_format.Document:
    is_running = game["ended_at"] is None and game["deleted_at"] is None
    return places.row(
        game_parts.GAMES,
        game,
        code=codes.free_code(session) if is_running else None,
        status=scored.sheet.status,
        reason=scored.sheet.reason,
        kind=scored.kind,
        group_id=places.group.id if places.group else None,
        version_id=places.version_id(game),
    )


def _seat_rows(
    game_id: int, game: file_format.Document, scored: game_checks.Scored, places: inserting.Places
) -> list[file_format.Document]:
    sheet, rows = scored.sheet, []
    side_of = {name: side for side, names in sheet.sides.items() for name in names}
    for seat in game["seats"]:
        side = side_of[seat["name"]]
        total, joined = sheet.totals[side], seat["joined"]
        rows.append(
            places.row(
                game_parts.SEATS,
                seat,
                game_id=game_id,
                joined_after=joined["after"] if joined else None,
                start=joined["start"] if joined else 0,
                total=total or 0,
                is_out=total is None,
                rank=sheet.ranks[side],
                is_winner=side in sheet.winners,
            )
        )
    return rows


def _score_rows(
    round_id: int,
    round_: file_format.Document,
    game: file_format.Document,
    scored: game_checks.Scored,
    seat_ids: Sequence[int],
) -> list[file_format.Document]:
    sheet = scored.sheet
    if not round_["is_closed"] or round_["number"] in sheet.after_end:
        return []
    scores = sheet.round_scores[round_["number"] - 1]
    side_of = {name: side for side, names in sheet.sides.items() for name in names}
    return [
        {"round_id": round_id, "seat_id": seat_id, "points": scores[side_of[seat["name"]]]}
        for seat_id, seat in zip(seat_ids, game["seats"], strict=True)
        if side_of[seat["name"]] in scores
    ]


def _waiting_rows(
    ids: Sequence[int], games: Sequence[file_format.Document], places: inserting.Places
) -> list[file_format.Document]:
    return [
        places.row(
            game_parts.WAITING,
            waiting,
            game_id=game_id,
            consents={str(given["seat"]): given["how"] for given in waiting["consents"]},
            is_applied=False,
        )
        for game_id, game in zip(ids, games, strict=True)
        if (waiting := game["waiting"])
    ]


def _insert_members(
    session: Session,
    members: Sequence[tuple[int, file_format.Document, list[int]]],
    places: inserting.Places,
) -> None:
    """Write who counted for which seats. These phones are gone: they are in nobody's hands."""
    ids = inserting.insert_all(
        session,
        Membership,
        [
            places.row(game_parts.PHONES, phone, game_id=game_id, **places.gone)
            for game_id, phone, _seat_ids in members
        ],
    )
    claims = [
        {"membership_id": membership_id, "seat_id": seat_ids[seat - 1]}
        for membership_id, (_game_id, phone, seat_ids) in zip(ids, members, strict=True)
        for seat in phone["seats"]
    ]
    inserting.insert_rows(session, Claim, claims)


def _insert_history(
    session: Session,
    ids: Sequence[int],
    games: Sequence[file_format.Document],
    places: inserting.Places,
) -> None:
    lines = [
        (game_id, line)
        for game_id, game in zip(ids, games, strict=True)
        for line in game["history"]
    ]
    rows = [
        places.row(
            game_parts.CHANGES,
            line,
            game_id=game_id,
            what=history_facts.here(line["what"], places.names),
        )
        for game_id, line in lines
    ]
    line_ids = inserting.insert_all(session, Change, rows)
    id_of = {
        (game_id, line["version"]): line_id
        for line_id, (game_id, line) in zip(line_ids, lines, strict=True)
    }
    reverting = [
        {"of_id": id_of[game_id, line["version"]], "reverts": id_of[game_id, line["reverts"]]}
        for game_id, line in lines
        if line["reverts"] is not None
    ]
    if reverting:
        session.connection().execute(
            update(Change)
            .where(Change.id == bindparam("of_id"))
            .values(reverts_id=bindparam("reverts")),
            reverting,
        )


def _link_rematches(session: Session, games: Sequence[file_format.Document]) -> None:
    """Write which games are rematches of which, unless that one has a rematch already."""
    for game in games:
        if game["rematch_of"] is None:
            continue
        first = session.scalar(select(Game.id).where(Game.uid == game["rematch_of"]))
        is_free = not session.scalar(select(Game.id).where(Game.rematch_of_id == first))
        if first and is_free:
            session.execute(update(Game).where(Game.uid == game["uid"]).values(rematch_of_id=first))
