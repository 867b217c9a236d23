"""Write a group's book down: house rules with versions, consent, proposals and rulings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.models import Group, HouseRules, HouseRulesVersion, Proposal, Ruling
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import file_format, tables

SAME = ("uid", "name", "rules", "origin")
"""What of house rules is stored as it stands in the file."""


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
    return {
        **{name: getattr(rule_set, name) for name in SAME},
        "created_at": file_naming.moment(rule_set.created_at),
        "deleted_at": file_naming.moment(rule_set.deleted_at),
        "versions": [_version_part(version, names, players) for version in rule_set.versions],
        "proposals": [
            _proposal_part(proposal, names)
            for proposal in sorted(rule_set.proposals, key=lambda one: (one.at, one.uid))
            if players is None
        ],
        "rulings": [
            _ruling_part(ruling, names)
            for ruling in sorted(rule_set.all_rulings, key=lambda ruling: (ruling.at, ruling.uid))
        ],
    }


def _version_part(
    version: HouseRulesVersion, names: tables.Names, players: Collection[str] | None
) -> file_format.Document:
    return {
        "number": version.number,
        "options": version.options,
        "notes": version.notes,
        "reason": version.reason,
        **_by(version, names),
        "agreements": [
            {"player": uid, **_by(row, names)}
            for uid, row in _of_players(version.agreements, names)
            if players is None or uid in players
        ],
    }


def _proposal_part(proposal: Proposal, names: tables.Names) -> file_format.Document:
    comments = sorted(proposal.all_comments, key=lambda comment: (comment.at, comment.id))
    return {
        "uid": proposal.uid,
        "base": proposal.base,
        "options": proposal.options,
        "notes": proposal.notes,
        "reason": proposal.reason,
        **_by(proposal, names),
        "deadline": file_naming.moment(proposal.deadline),
        "outcome": proposal.outcome,
        "closed_at": file_naming.moment(proposal.closed_at),
        "votes": [
            {"player": uid, "choice": row.choice, **_by(row, names)}
            for uid, row in _of_players(proposal.votes, names)
        ],
        "comments": [
            {
                "text": comment.text,
                **_by(comment, names),
                "deleted_at": file_naming.moment(comment.deleted_at),
            }
            for comment in comments
        ],
    }


def _ruling_part(ruling: Ruling, names: tables.Names) -> file_format.Document:
    return {
        "uid": ruling.uid,
        "game": names["game"](ruling.game_id),
        "situation": ruling.situation,
        "decision": ruling.decision,
        "decided_by": ruling.decided_by,
        **_by(ruling, names),
        "deleted_at": file_naming.moment(ruling.deleted_at),
    }


def _by(row: Any, names: tables.Names) -> file_format.Document:
    """Return from which phone something came, and when."""
    return {"phone": names["phone"](row.device_id), "at": file_naming.moment(row.at)}


def _of_players(rows: Iterable[Any], names: tables.Names) -> list[tuple[str, Any]]:
    """Return agreements or votes with the uids of their players, in the order of these."""
    named = [(names["player"](row.player_id) or "", row) for row in rows]
    return sorted(named, key=lambda pair: pair[0])
