"""Write a group's book down: house rules with versions, consent, proposals and rulings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.models import Group, HouseRules, HouseRulesVersion, Proposal
from scorecard.services.files.format import book_parts, file_format, tables


def house_rules_parts(
    session: Session,
    group: Group,
    names: tables.Names,
    only: Collection[str] | None = None,
    players: Collection[str] = (),
) -> list[file_format.Document]:
    """Return a group's house rules as a file of the group has them, or one of a season.

    The file of a season has ``only`` those with some uids, without proposals, and with the
    agreements of its ``players``. No file holds what makes the public links of house rules.
    """
    versions = selectinload(HouseRules.versions).selectinload(HouseRulesVersion.agreements)
    proposals = selectinload(HouseRules.proposals)
    statement = (
        select(HouseRules)
        .where(HouseRules.group_id == group.id)
        .order_by(HouseRules.created_at, HouseRules.uid)
        .options(
            versions,
            proposals.selectinload(Proposal.votes),
            proposals.selectinload(Proposal.all_comments),
            selectinload(HouseRules.all_rulings),
        )
    )
    return [
        _house_rules_part(rule_set, names, None if only is None else players)
        for rule_set in session.scalars(statement)
        if only is None or rule_set.uid in only
    ]


def linked_house_rules(games: Iterable[file_format.Document]) -> set[str]:
    """Return the uids of the house rules that games of a file were started with."""
    return {game["house_rules"]["uid"] for game in games if game["house_rules"]}


def _house_rules_part(
    rule_set: HouseRules, names: tables.Names, players: Collection[str] | None
) -> file_format.Document:
    # Phones are numbered as these name them one after the other.
    return book_parts.HOUSE_RULES.part(rule_set, names) | {
        "versions": [_version_part(version, names, players) for version in rule_set.versions],
        "proposals": [
            _proposal_part(proposal, names)
            for proposal in sorted(rule_set.proposals, key=lambda one: (one.at, one.uid))
            if players is None
        ],
        "rulings": [
            book_parts.RULINGS.part(ruling, names)
            for ruling in sorted(rule_set.all_rulings, key=lambda ruling: (ruling.at, ruling.uid))
        ],
    }


def _version_part(
    version: HouseRulesVersion, names: tables.Names, players: Collection[str] | None
) -> file_format.Document:
    return book_parts.VERSIONS.part(version, names) | {
        "agreements": [
            book_parts.AGREEMENTS.part(row, names)
            for row in _by_player(version.agreements, names)
            if players is None or names["player"](row.player_id) in players
        ]
    }


def _proposal_part(proposal: Proposal, names: tables.Names) -> file_format.Document:
    comments = sorted(proposal.all_comments, key=lambda comment: (comment.at, comment.id))
    return book_parts.PROPOSALS.part(proposal, names) | {
        "votes": [book_parts.VOTES.part(row, names) for row in _by_player(proposal.votes, names)],
        "comments": [book_parts.COMMENTS.part(comment, names) for comment in comments],
    }


def _by_player(rows: Iterable[Any], names: tables.Names) -> list[Any]:
    return sorted(rows, key=lambda row: names["player"](row.player_id))
