"""Write the games of a file into the database, many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session, selectinload

from scorecard.models import (
    Amendment,
    Change,
    Claim,
    Device,
    Entry,
    Game,
    Group,
    Membership,
    Player,
    Round,
    Score,
    Seat,
)
from scorecard.services.files import file_checks, file_format
from scorecard.services.groups import access
from scorecard.services.history import changes
from scorecard.services.keeping.bin import TIME_IN_BIN
from scorecard.services.limits import codes

TOGETHER = 100
"""Games that are written, and then read for their results, at once."""


@dataclass(slots=True)
class Places:
    """Where what a file names is here: the group, players by their uids, phones by their numbers.

    ``versions`` are those of house rules, by the uid of these, their number and the card game.

    A phone of the file is a new device, which nobody has: so that no file can speak for somebody
    else's phone.
    """

    session: Session
    write: changes.Write
    group: Group | None
    players: dict[str, Player] = field(default_factory=dict)
    phones: dict[int, int] = field(default_factory=dict)
    versions: dict[tuple[str, int, str], int] = field(default_factory=dict)

    def add_phones(self, numbers: Iterable[int]) -> None:
        """Make a device for each phone that has none yet."""
        new = sorted(set(numbers) - self.phones.keys())
        if new:
            rows = [{"uid": access.new_uid(), "created_at": self.write.at} for _number in new]
            self.phones |= zip(new, insert_all(self.session, Device, rows), strict=True)

    def player_id(self, uid: str | None) -> int | None:
        """Return the id of a player of the file; None for nobody, and outside of groups."""
        return self.players[uid].id if uid is not None and self.group else None

    def version_id(self, game: file_format.Document) -> int | None:
        """Return the id of the house rules' version of a game; None where it is not here."""
        link = game["house_rules"]
        return self.versions.get((link["uid"], link["version"], game["rules"])) if link else None

    def fact(self, fact: str, value: Any) -> Any:
        """Return what a fact was or became, as the history keeps it here."""
        noun = fact.split("/", 1)[0]
        if value is None:
            return None
        if noun == "group":
            return self.group.id if self.group else None
        if noun == "entry":
            device = self.phones[value["phone"]]
            return {"data": value["data"], "device": device, "at": value["at"]}
        if noun == "seat" and "player" in value:
            seat = {"name": value["name"], "left_after": value["left_after"]}
            return seat | {"player_id": self.player_id(value["player"])}
        return value


def insert_all(session: Session, model: type[Any], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Insert rows at once and return their ids, in the same order."""
    if not rows:
        return []
    statement = insert(model).returning(model.id, sort_by_parameter_order=True)
    return list(session.scalars(statement, list(rows)))


def phones_of(game: file_format.Document) -> set[int]:
    """Return the numbers of the phones that a game of a file names."""
    found = {phone["phone"] for phone in game["phones"]}
    if game["waiting"]:
        found.add(game["waiting"]["phone"])
    found |= {entry["phone"] for round_ in game["rounds"] for entry in round_["entries"]}
    for line in game["history"]:
        found.add(line["phone"])
        for fact, pair in line["what"].items():
            if fact.startswith("entry/"):
                found |= {value["phone"] for value in pair if value}
    return found


def games(
    session: Session,
    written: Sequence[file_format.Document],
    scored: Mapping[str, file_checks.Scored],
    to: Places,
) -> list[int]:
    """Write games of a file, and what the rules made of them; return their ids in order."""
    ids: list[int] = []
    for start in range(0, len(written), TOGETHER):
        part = written[start : start + TOGETHER]
        ids += _games(session, part, [scored[game["uid"]] for game in part], to)
    _link_rematches(session, written)
    return ids


def loaded(session: Session, ids: Sequence[int]) -> Iterable[Game]:
    """Return games with all that their results are read from, some at a time."""
    for start in range(0, len(ids), TOGETHER):
        yield from session.scalars(
            select(Game)
            .where(Game.id.in_(ids[start : start + TOGETHER]))
            .options(
                selectinload(Game.seats),
                selectinload(Game.rounds).selectinload(Round.entries),
            )
        )


def _games(
    session: Session,
    written: Sequence[file_format.Document],
    scored: Sequence[file_checks.Scored],
    to: Places,
) -> list[int]:
    to.add_phones(set().union(*(phones_of(game) for game in written)))
    ids = insert_all(
        session,
        Game,
        [_game_row(session, game, found, to) for game, found in zip(written, scored, strict=True)],
    )
    seats = iter(
        insert_all(
            session,
            Seat,
            [
                row
                for game_id, game, found in zip(ids, written, scored, strict=True)
                for row in _seat_rows(game_id, game, found, to)
            ],
        )
    )
    rounds = iter(
        insert_all(
            session,
            Round,
            [
                {
                    "game_id": game_id,
                    **{name: round_[name] for name in ("number", "data", "is_closed", "version")},
                    "anecdote": round_["anecdote"],
                }
                for game_id, game in zip(ids, written, strict=True)
                for round_ in game["rounds"]
            ],
        )
    )
    entries: list[file_format.Document] = []
    scores: list[file_format.Document] = []
    members: list[tuple[int, file_format.Document, list[int]]] = []
    for game_id, game, found in zip(ids, written, scored, strict=True):
        seat_ids = [next(seats) for _seat in game["seats"]]
        members += [(game_id, phone, seat_ids) for phone in game["phones"]]
        for round_ in game["rounds"]:
            round_id = next(rounds)
            entries += [_entry_row(round_id, entry, seat_ids, to) for entry in round_["entries"]]
            scores += _score_rows(round_id, round_, game, found, seat_ids)
    insert_rows(session, Entry, entries)
    insert_rows(session, Score, scores)
    insert_rows(session, Amendment, _waiting_rows(ids, written, to))
    _insert_members(session, members, to)
    _insert_history(session, ids, written, to)
    return ids


def _game_row(
    session: Session, game: file_format.Document, scored: file_checks.Scored, to: Places
) -> file_format.Document:
    is_running = game["ended_at"] is None and game["deleted_at"] is None
    return {
        **{name: game[name] for name in ("uid", "rules", "options", "is_blind")},
        **{name: game[name] for name in ("first_seat", "version", "not_agreed", "amendments")},
        "anecdote": game["anecdote"],
        **{
            name: moment_of(game[name])
            for name in ("started_at", "changed_at", "ended_at", "deleted_at")
        },
        "kept_until": kept_until(game, to),
        "code": codes.free_code(session) if is_running else None,
        "status": scored.sheet.status,
        "reason": scored.sheet.reason,
        "kind": scored.kind,
        "group_id": to.group.id if to.group else None,
        "version_id": to.version_id(game),
    }


def _seat_rows(
    game_id: int, game: file_format.Document, scored: file_checks.Scored, to: Places
) -> list[file_format.Document]:
    sheet, rows = scored.sheet, []
    side_of = {name: side for side, names in sheet.sides.items() for name in names}
    for seat in game["seats"]:
        side = side_of[seat["name"]]
        total = sheet.totals[side]
        rows.append(
            {
                "game_id": game_id,
                "position": seat["position"],
                "name": seat["name"],
                "left_after": seat["left_after"],
                "player_id": to.player_id(seat["player"]),
                "total": total or 0,
                "is_out": total is None,
                "rank": sheet.ranks[side],
                "is_winner": side in sheet.winners,
            }
        )
    return rows


def _entry_row(
    round_id: int, entry: file_format.Document, seat_ids: Sequence[int], to: Places
) -> file_format.Document:
    return {
        "round_id": round_id,
        "seat_id": seat_ids[entry["seat"] - 1],
        "data": entry["data"],
        "device_id": to.phones[entry["phone"]],
        "entered_at": moment_of(entry["at"]),
        "version": entry["version"],
    }


def _score_rows(
    round_id: int,
    round_: file_format.Document,
    game: file_format.Document,
    scored: file_checks.Scored,
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
    ids: Sequence[int], written: Sequence[file_format.Document], to: Places
) -> list[file_format.Document]:
    return [
        {
            "game_id": game_id,
            **{name: waiting[name] for name in ("options", "reason", "is_retroactive")},
            "consents": {str(given["seat"]): given["how"] for given in waiting["consents"]},
            "device_id": to.phones[waiting["phone"]],
            "at": moment_of(waiting["at"]),
            "is_applied": False,
        }
        for game_id, game in zip(ids, written, strict=True)
        if (waiting := game["waiting"])
    ]


def _insert_members(
    session: Session, members: Sequence[tuple[int, file_format.Document, list[int]]], to: Places
) -> None:
    """Write who counted for which seats. These phones are gone: they are in nobody's hands."""
    ids = insert_all(
        session,
        Membership,
        [
            {
                "game_id": game_id,
                "device_id": to.phones[phone["phone"]],
                "role": phone["role"],
                "joined_at": to.write.at,
                "removed_at": to.write.at,
                "is_barred": False,
            }
            for game_id, phone, _seat_ids in members
        ],
    )
    claims = [
        {"membership_id": membership_id, "seat_id": seat_ids[seat - 1]}
        for membership_id, (_game_id, phone, seat_ids) in zip(ids, members, strict=True)
        for seat in phone["seats"]
    ]
    insert_rows(session, Claim, claims)


def _insert_history(
    session: Session, ids: Sequence[int], written: Sequence[file_format.Document], to: Places
) -> None:
    lines = [
        (game_id, line)
        for game_id, game in zip(ids, written, strict=True)
        for line in game["history"]
    ]
    line_ids = insert_all(
        session,
        Change,
        [
            {
                "game_id": game_id,
                **{name: line[name] for name in ("version", "kind", "about", "is_undoable")},
                "source": line["source"],
                "made_at": moment_of(line["made_at"]),
                "what": {
                    fact: [to.fact(fact, value) for value in pair]
                    for fact, pair in line["what"].items()
                },
                "device_id": to.phones[line["phone"]],
                "at": moment_of(line["at"]),
            }
            for game_id, line in lines
        ],
    )
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


def _link_rematches(session: Session, written: Sequence[file_format.Document]) -> None:
    """Write which games are rematches, as far as nothing else is the rematch of the same game."""
    for game in written:
        if game["rematch_of"] is None:
            continue
        first = session.scalar(select(Game.id).where(Game.uid == game["rematch_of"]))
        is_free = not session.scalar(select(Game.id).where(Game.rematch_of_id == first))
        if first and is_free:
            session.execute(update(Game).where(Game.uid == game["uid"]).values(rematch_of_id=first))


def insert_rows(session: Session, model: type[Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, if there are any."""
    if rows:
        session.execute(insert(model), list(rows))


def kept_until(part: file_format.Document, to: Places) -> datetime | None:
    """Return until when what lies in the bin already is kept, None for what does not."""
    return to.write.at + TIME_IN_BIN if part["deleted_at"] else None


def moment_of(text: str | None) -> datetime | None:
    """Return a moment as files write it, None where there is none."""
    return datetime.fromisoformat(text) if text else None
