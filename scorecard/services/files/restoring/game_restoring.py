"""Write the games of a file into the database, many at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session, selectinload

from scorecard.database import pieces
from scorecard.models import Amendment, Change, Claim, Entry, Game, Round, Score, Seat
from scorecard.rules import core
from scorecard.services.files.checking import game_checks
from scorecard.services.files.format import file_format, game_parts, history_facts, references
from scorecard.services.files.restoring import inserting
from scorecard.services.history import facts
from scorecard.services.limits import codes
from scorecard.services.scoring import sheets

AT_ONCE = 100
"""Games that are written, and later read for their results, at once."""


def restore(
    games: Sequence[file_format.Document],
    scored: Mapping[str, game_checks.Scored],
    places: inserting.Places,
) -> list[int]:
    """Write games of a file and their scores, ``scored`` by their uids; return their ids."""
    ids: list[int] = []
    for some in pieces.in_parts(games, AT_ONCE):
        ids += _restore_some(some, [scored[game["uid"]] for game in some], places)
    _link_rematches(places.session, games)
    return ids


def loaded(session: Session, ids: Sequence[int]) -> Iterator[Game]:
    """Yield games with all that their results are read from, loading some at a time."""
    for some in pieces.in_parts(ids, AT_ONCE):
        yield from session.scalars(
            select(Game)
            .where(Game.id.in_(some))
            .options(
                selectinload(Game.seats),
                selectinload(Game.rounds).selectinload(Round.entries),
            )
        )


def _restore_some(
    games: Sequence[file_format.Document],
    scored: Sequence[game_checks.Scored],
    places: inserting.Places,
) -> list[int]:
    session = places.session
    phones = (references.named(game_parts.GamePart, game, "phone") for game in games)
    places.add_phones(set().union(*phones))
    pairs = list(zip(games, scored, strict=True))
    ids = inserting.insert_all(
        session, Game, [_game_row(game, result, places) for game, result in pairs]
    )
    with_ids = list(zip(ids, games, strict=True))
    seat_rows = [
        row
        for game_id, (game, result) in zip(ids, pairs, strict=True)
        for row in _seat_rows(game_id, game, result, places)
    ]
    seats = iter(inserting.insert_all(session, Seat, seat_rows))
    seats_of = {game_id: [next(seats) for _seat in game["seats"]] for game_id, game in with_ids}
    rounds = iter(places.add(game_parts.ROUNDS, inserting.inside(with_ids, "rounds")))
    entries: list[file_format.Document] = []
    scores: list[file_format.Document] = []
    for game_id, (game, result) in zip(ids, pairs, strict=True):
        seat_ids = seats_of[game_id]
        names = {**places.names, "seat": dict(enumerate(seat_ids, start=1)).__getitem__}
        for _round in game["rounds"]:
            round_id, round_ = next(rounds)
            entries += [
                game_parts.ENTRIES.row(entry, names) | {"round_id": round_id}
                for entry in round_["entries"]
            ]
            scores += _score_rows(round_id, round_, game, result, seat_ids)
    inserting.insert_rows(session, Entry, entries)
    inserting.insert_rows(session, Score, scores)
    inserting.insert_rows(session, Amendment, _waiting_rows(with_ids, places))
    _insert_members(with_ids, seats_of, places)
    _insert_history(with_ids, places)
    return ids


def _game_row(
    game: file_format.Document, scored: game_checks.Scored, places: inserting.Places
) -> file_format.Document:
    is_running = game["ended_at"] is None and game["deleted_at"] is None
    return places.row(
        game_parts.GAMES,
        places.group.id if places.group else None,
        game,
        code=codes.free_code(places.session) if is_running else None,
        status=scored.sheet.status,
        reason=scored.sheet.reason,
        kind=scored.kind,
        version_id=places.version_id(game),
    )


def _seat_rows(
    game_id: int, game: file_format.Document, scored: game_checks.Scored, places: inserting.Places
) -> list[file_format.Document]:
    rows, side_of = [], core.side_of(scored.sheet.sides)
    for seat in game["seats"]:
        joined = seat["joined"]
        rows.append(
            places.row(
                game_parts.SEATS,
                game_id,
                seat,
                joined_after=joined["after"] if joined else None,
                start=joined["start"] if joined else seat["head_start"],
                **sheets.standing(scored.sheet, side_of[seat["name"]]),
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
    side_of = core.side_of(sheet.sides)
    return [
        {"round_id": round_id, "seat_id": seat_id, "points": scores[side_of[seat["name"]]]}
        for seat_id, seat in zip(seat_ids, game["seats"], strict=True)
        if side_of[seat["name"]] in scores
    ]


def _waiting_rows(games: inserting.Parts, places: inserting.Places) -> list[file_format.Document]:
    return [
        places.row(
            game_parts.WAITING,
            game_id,
            waiting,
            consents={str(given["seat"]): given["how"] for given in waiting["consents"]},
            is_applied=False,
        )
        for game_id, game in games
        if (waiting := game["waiting"])
    ]


def _insert_members(
    games: inserting.Parts, seats_of: Mapping[int, Sequence[int]], places: inserting.Places
) -> None:
    """Write which phones counted for which seats; nobody has these phones."""
    phones = inserting.inside(games, "phones")
    members = places.add(game_parts.PHONES, phones, **places.gone)
    claims = [
        {"membership_id": membership_id, "seat_id": seats_of[game_id][seat - 1]}
        for (game_id, _phone), (membership_id, phone) in zip(phones, members, strict=True)
        for seat in phone["seats"]
    ]
    inserting.insert_rows(places.session, Claim, claims)


def _insert_history(games: inserting.Parts, places: inserting.Places) -> None:
    lines = inserting.inside(games, "history")
    rows = []
    for game_id, line in lines:
        row = places.row(game_parts.CHANGES, game_id, line)
        what = history_facts.here(line["what"], places.names)
        rows.append(row | {"what": facts.as_kept(what, row["device_id"], row["at"])})
    line_ids = inserting.insert_all(places.session, Change, rows)
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
        places.session.connection().execute(
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
