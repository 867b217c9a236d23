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
    Proposal,
    Ruling,
    Vote,
)
from scorecard.services.files.format import book_parts, file_format, references
from scorecard.services.files.restoring import inserting


def restore(
    session: Session, book: Sequence[file_format.Document], group: Group, places: inserting.Places
) -> None:
    """Write house rules of a file into a group, but for their rulings."""
    for rule_set in book:
        places.add_phones(references.named(book_parts.HouseRulesPart, rule_set, "phone"))
    ids = inserting.insert_all(
        session,
        HouseRules,
        [places.row(book_parts.HOUSE_RULES, rule_set, group_id=group.id) for rule_set in book],
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
    places.games |= {row.uid: row.id for row in named}
    rows = [places.row(book_parts.RULINGS, ruling, house_rules_id=id_) for id_, ruling in rulings]
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
            places.row(book_parts.VERSIONS, version, house_rules_id=id_)
            for id_, _rule_set, version in versions
        ],
    )
    agreements: list[dict[str, Any]] = []
    for version_id, (_id, rule_set, version) in zip(version_ids, versions, strict=True):
        places.versions[rule_set["uid"], version["number"], rule_set["rules"]] = version_id
        agreements += _once_each(
            places.row(book_parts.AGREEMENTS, part, version_id=version_id)
            for part in version["agreements"]
        )
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
            places.row(book_parts.PROPOSALS, proposal, house_rules_id=id_)
            for id_, proposal in proposals
        ],
    )
    votes: list[dict[str, Any]] = []
    comments: list[dict[str, Any]] = []
    for proposal_id, (_id, proposal) in zip(ids, proposals, strict=True):
        votes += _once_each(
            places.row(book_parts.VOTES, part, proposal_id=proposal_id)
            for part in proposal["votes"]
        )
        comments += [
            places.row(book_parts.COMMENTS, part, proposal_id=proposal_id)
            for part in proposal["comments"]
        ]
    inserting.insert_rows(session, Vote, votes)
    inserting.insert_rows(session, Comment, comments)


def _once_each(rows: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Return the first agreement or vote of each player: two of a file may be one player here."""
    first: dict[int, dict[str, Any]] = {}
    for row in rows:
        first.setdefault(row["player_id"], row)
    return first.values()
