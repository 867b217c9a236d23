"""Write the house rules of a file into the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import (
    Agreement,
    Comment,
    Game,
    Group,
    HouseRules,
    HouseRulesVersion,
    Player,
    Proposal,
    Ruling,
    Vote,
)
from scorecard.services.files import book_files, file_format, restoring


def add(
    session: Session, book: Sequence[file_format.Document], group: Group, to: restoring.Places
) -> None:
    """Write house rules of a file into a group, but for their rulings."""
    to.add_phones(_phones_of(book))
    ids = restoring.insert_all(
        session,
        HouseRules,
        [
            {
                "group_id": group.id,
                **{name: one[name] for name in book_files.PARTS},
                **{name: restoring.moment_of(one[name]) for name in ("created_at", "deleted_at")},
                "kept_until": restoring.kept_until(one, to),
            }
            for one in book
        ],
    )
    versions = [
        (id_, one, part) for id_, one in zip(ids, book, strict=True) for part in one["versions"]
    ]
    version_ids = restoring.insert_all(
        session,
        HouseRulesVersion,
        [
            {
                "house_rules_id": id_,
                **{name: part[name] for name in ("number", "options", "notes", "reason")},
                **_by(part, to),
            }
            for id_, _one, part in versions
        ],
    )
    agreements = []
    for version_id, (_id, one, part) in zip(version_ids, versions, strict=True):
        to.versions[one["uid"], part["number"], one["rules"]] = version_id
        agreements += _of_players("version_id", version_id, part["agreements"], to)
    restoring.insert_rows(session, Agreement, agreements)
    proposals = [
        (id_, made) for id_, one in zip(ids, book, strict=True) for made in one["proposals"]
    ]
    _add_proposals(session, proposals, to)


def add_rulings(
    session: Session, book: Sequence[file_format.Document], to: restoring.Places
) -> None:
    """Write the rulings of house rules that were added, once their games are there."""
    ids = {one.uid: one.id for one in session.scalars(_these(one["uid"] for one in book))}
    rulings = [(ids[one["uid"]], ruling) for one in book for ruling in one["rulings"]]
    uids = {ruling["game"] for _id, ruling in rulings if ruling["game"]}
    found = session.execute(select(Game.uid, Game.id).where(Game.uid.in_(uids)))
    games = {row.uid: row.id for row in found}
    rows = [
        {
            "house_rules_id": id_,
            "game_id": games.get(ruling["game"]),
            **{name: ruling[name] for name in ("uid", "situation", "decision", "decided_by")},
            "deleted_at": restoring.moment_of(ruling["deleted_at"]),
            "kept_until": restoring.kept_until(ruling, to),
            **_by(ruling, to),
        }
        for id_, ruling in rulings
    ]
    restoring.insert_rows(session, Ruling, rows)


def _add_proposals(
    session: Session, proposals: Sequence[tuple[int, file_format.Document]], to: restoring.Places
) -> None:
    ids = restoring.insert_all(
        session,
        Proposal,
        [
            {
                "house_rules_id": id_,
                **{name: made[name] for name in ("uid", "base", "options", "notes", "reason")},
                **_by(made, to),
                "outcome": made["outcome"],
                **{name: restoring.moment_of(made[name]) for name in ("deadline", "closed_at")},
            }
            for id_, made in proposals
        ],
    )
    votes, comments = [], []
    for proposal_id, (_id, made) in zip(ids, proposals, strict=True):
        votes += _of_players("proposal_id", proposal_id, made["votes"], to, "choice")
        comments += [
            {
                "proposal_id": proposal_id,
                "text": said["text"],
                "deleted_at": restoring.moment_of(said["deleted_at"]),
                "kept_until": restoring.kept_until(said, to),
                **_by(said, to),
            }
            for said in made["comments"]
        ]
    restoring.insert_rows(session, Vote, votes)
    restoring.insert_rows(session, Comment, comments)


def _of_players(
    key: str, id_: int, said: Sequence[file_format.Document], to: restoring.Places, *names: str
) -> list[file_format.Document]:
    """Return rows of what players said; two who are one player here have said it once."""
    rows: dict[int, file_format.Document] = {}
    for part in said:
        player: Player = to.players[part["player"]]
        row = {key: id_, "player_id": player.id, **{name: part[name] for name in names}}
        rows.setdefault(player.id, row | _by(part, to))
    return list(rows.values())


def _by(part: file_format.Document, to: restoring.Places) -> file_format.Document:
    return {"device_id": to.phones[part["phone"]], "at": restoring.moment_of(part["at"])}


def _phones_of(book: Sequence[file_format.Document]) -> set[int]:
    found: set[int] = set()
    for one in book:
        parts = [*one["versions"], *one["proposals"], *one["rulings"]]
        for part in tuple(parts):
            for name in ("agreements", "votes", "comments"):
                parts += part.get(name, ())
        found |= {part["phone"] for part in parts}
    return found


def _these(uids: Iterable[str]) -> Any:
    return select(HouseRules).where(HouseRules.uid.in_(list(uids)))
