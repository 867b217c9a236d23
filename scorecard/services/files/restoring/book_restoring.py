"""Write the house rules of a file into the database."""

from __future__ import annotations

from collections.abc import Sequence

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
from scorecard.services.files.exporting import book_files
from scorecard.services.files.format import file_format
from scorecard.services.files.restoring import inserting


def restore(
    session: Session, book: Sequence[file_format.Document], group: Group, places: inserting.Places
) -> None:
    """Write house rules of a file into a group, but for their rulings."""
    places.add_phones(_phones_of(book))
    ids = inserting.insert_all(
        session,
        HouseRules,
        [
            {
                "group_id": group.id,
                **{name: rule_set[name] for name in book_files.SAME},
                "created_at": inserting.moment_of(rule_set["created_at"]),
                "deleted_at": inserting.moment_of(rule_set["deleted_at"]),
                "kept_until": inserting.kept_until(rule_set, places),
            }
            for rule_set in book
        ],
    )
    numbered = list(zip(ids, book, strict=True))
    _restore_versions(session, numbered, places)
    proposals = [
        (id_, proposal) for id_, rule_set in numbered for proposal in rule_set["proposals"]
    ]
    _restore_proposals(session, proposals, places)


def restore_rulings(
    session: Session, book: Sequence[file_format.Document], places: inserting.Places
) -> None:
    """Write the rulings of house rules that were added, once their games are there."""
    uids = [rule_set["uid"] for rule_set in book]
    added = session.scalars(select(HouseRules).where(HouseRules.uid.in_(uids)))
    ids = {rule_set.uid: rule_set.id for rule_set in added}
    rulings = [
        (ids[rule_set["uid"]], ruling) for rule_set in book for ruling in rule_set["rulings"]
    ]
    game_uids = {ruling["game"] for _id, ruling in rulings if ruling["game"]}
    named = session.execute(select(Game.uid, Game.id).where(Game.uid.in_(game_uids)))
    games = {row.uid: row.id for row in named}
    rows = [
        {
            "house_rules_id": id_,
            "game_id": games.get(ruling["game"]),
            **{name: ruling[name] for name in ("uid", "situation", "decision", "decided_by")},
            "deleted_at": inserting.moment_of(ruling["deleted_at"]),
            "kept_until": inserting.kept_until(ruling, places),
            **_by(ruling, places),
        }
        for id_, ruling in rulings
    ]
    inserting.insert_rows(session, Ruling, rows)


def _restore_versions(
    session: Session,
    numbered: Sequence[tuple[int, file_format.Document]],
    places: inserting.Places,
) -> None:
    """Write the versions of house rules, which come with their ids, and who agreed to them."""
    versions = [
        (id_, rule_set, version) for id_, rule_set in numbered for version in rule_set["versions"]
    ]
    version_ids = inserting.insert_all(
        session,
        HouseRulesVersion,
        [
            {
                "house_rules_id": id_,
                **{name: version[name] for name in ("number", "options", "notes", "reason")},
                **_by(version, places),
            }
            for id_, _rule_set, version in versions
        ],
    )
    agreements = []
    for version_id, (_id, rule_set, version) in zip(version_ids, versions, strict=True):
        places.versions[rule_set["uid"], version["number"], rule_set["rules"]] = version_id
        agreements += _of_players("version_id", version_id, version["agreements"], places)
    inserting.insert_rows(session, Agreement, agreements)


def _restore_proposals(
    session: Session,
    proposals: Sequence[tuple[int, file_format.Document]],
    places: inserting.Places,
) -> None:
    ids = inserting.insert_all(
        session,
        Proposal,
        [
            {
                "house_rules_id": id_,
                **{name: proposal[name] for name in ("uid", "base", "options", "notes", "reason")},
                **_by(proposal, places),
                "outcome": proposal["outcome"],
                **{name: inserting.moment_of(proposal[name]) for name in ("deadline", "closed_at")},
            }
            for id_, proposal in proposals
        ],
    )
    votes, comments = [], []
    for proposal_id, (_id, proposal) in zip(ids, proposals, strict=True):
        votes += _of_players("proposal_id", proposal_id, proposal["votes"], places, "choice")
        comments += [
            {
                "proposal_id": proposal_id,
                "text": comment["text"],
                "deleted_at": inserting.moment_of(comment["deleted_at"]),
                "kept_until": inserting.kept_until(comment, places),
                **_by(comment, places),
            }
            for comment in proposal["comments"]
        ]
    inserting.insert_rows(session, Vote, votes)
    inserting.insert_rows(session, Comment, comments)


def _of_players(
    key: str, id_: int, parts: Sequence[file_format.Document], places: inserting.Places, *names: str
) -> list[file_format.Document]:
    """Return a row for each player's agreement or vote: one for two who are one player here."""
    rows: dict[int, file_format.Document] = {}
    for part in parts:
        player: Player = places.players[part["player"]]
        row = {key: id_, "player_id": player.id, **{name: part[name] for name in names}}
        rows.setdefault(player.id, row | _by(part, places))
    return list(rows.values())


def _by(part: file_format.Document, places: inserting.Places) -> file_format.Document:
    return {"device_id": places.phones[part["phone"]], "at": inserting.moment_of(part["at"])}


def _phones_of(book: Sequence[file_format.Document]) -> set[int]:
    phones: set[int] = set()
    for rule_set in book:
        parts = [*rule_set["versions"], *rule_set["proposals"], *rule_set["rulings"]]
        for part in tuple(parts):
            for name in ("agreements", "votes", "comments"):
                parts += part.get(name, ())
        phones |= {part["phone"] for part in parts}
    return phones
