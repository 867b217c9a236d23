"""What the API answers of house rules, as models, and how they are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from scorecard.models import Group, HouseRules, HouseRulesVersion, Proposal, Ruling
from scorecard.services.book import agreeing, comparing, voting
from scorecard.services.groups import group_members
from scorecard.web.api import fields, game_answers, model
from scorecard.web.book import house_rules_words
from scorecard.web.http import access


class RulesVersionAnswer(model.Model):
    """House rules from one saved change to the next."""

    number: int
    options: dict[str, Any] = Field(description="Those that were chosen; the others are usual.")
    notes: str = Field(description="Markdown.")
    reason: str
    by: str
    at: fields.Moment
    agreed: list[str] = Field(description="The players who agreed to this version.")


class RulingAnswer(model.Model):
    """How a situation that the rules leave open was settled."""

    id: str
    situation: str
    decision: str
    decided_by: str
    at: fields.Moment


class MissingAgreement(model.Model):
    """A player who has not agreed to the version that holds; `agreed` is null for a newcomer."""

    player: str
    agreed: int | None = Field(description="The newest version they agreed to.")


class HouseRulesAnswer(model.Model):
    """House rules with all versions, and who has not agreed to the one that holds."""

    id: str
    name: str
    game: str
    version: int = Field(description="The number of the version that holds.")
    options: dict[str, Any] = Field(description="Of the version that holds.")
    notes: str
    words: list[str] = Field(description="What differs from the usual, in words.")
    is_deleted: bool
    is_public: bool
    origin: dict[str, Any] | None
    versions: list[RulesVersionAnswer]
    missing: list[MissingAgreement]
    rulings: list[RulingAnswer] = Field(description="Newest first.")
    proposals: list[str] = Field(description="Those that wait for votes.")
    warnings: list[game_answers.WarningAnswer] = Field(
        description="Such as no_change, where nothing was to save."
    )
    group_version: int


class BookAnswer(model.Model):
    """A group's book: its house rules by name, and what changes them."""

    house_rules: list[HouseRulesAnswer]
    deleted: list[HouseRulesAnswer]
    threshold: Literal["unanimous", "majority", "keeper"]
    deadline_days: int | None
    group_version: int


class OptionChangeAnswer(model.Model):
    """An option that differs; null stands for the usual."""

    option: str
    label: str
    before: Any
    after: Any


class NotesLineAnswer(model.Model):
    """A line of the notes: added, removed, kept, or a gap."""

    kind: Literal["added", "removed", "kept", "gap"]
    text: str


class ChangesOfRulesAnswer(model.Model):
    """What differs between two texts of house rules."""

    options: list[OptionChangeAnswer]
    notes: list[NotesLineAnswer]


class CommentAnswer(model.Model):
    """Something said about a proposal."""

    id: str
    text: str
    by: str
    at: fields.Moment


class ProposalAnswer(model.Model):
    """A change somebody proposed, and who says what to it; players by their id."""

    id: str
    house_rules: str
    base: int = Field(description="The version it changes.")
    options: dict[str, Any]
    notes: str
    reason: str
    by: str
    at: fields.Moment
    deadline: fields.Moment | None = Field(
        description="Null where there is none, or a scorekeeper decides."
    )
    is_past_deadline: bool
    outcome: Literal["adopted", "rejected", "withdrawn", "overtaken"] | None
    changes: ChangesOfRulesAnswer
    votes: dict[str, Literal["yes", "no", "either"]]
    silent: list[str] = Field(description="Who has not voted yet.")
    comments: list[CommentAnswer]
    group_version: int


class HouseRulesFileAnswer(model.Model):
    """House rules as a file that other groups can take in."""

    format: Literal["scorecard"]
    version: Literal[1]
    kind: Literal["house_rules"]
    game: str
    name: str
    options: dict[str, Any]
    notes: str
    rulings: list[dict[str, Any]]
    origin: dict[str, Any]


def rules_json(
    visit: access.GroupVisit, of: HouseRules, warnings: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    """Return house rules as the API answers them."""
    labels = group_members.labels(visit.session, visit.group)
    rows = house_rules_words.option_rows(house_rules_words.rules_of(of), of.latest.options)
    return {
        "id": of.uid,
        "name": of.name,
        "game": of.rules,
        "version": of.latest.number,
        "options": of.latest.options,
        "notes": of.latest.notes,
        "words": [
            f"{row.label}: {row.words}" + (f" (usually {row.usual})" if row.usual else "")
            for row in rows
            if row.is_changed
        ],
        "is_deleted": of.deleted_at is not None,
        "is_public": of.public_hash is not None,
        "origin": of.origin,
        "versions": [_version_json(version, labels) for version in of.versions],
        "missing": [
            {"player": state.player.uid, "agreed": state.agreed}
            for state in agreeing.not_agreed(of.latest, visit.group.roster)
        ],
        "rulings": [ruling_json(ruling) for ruling in of.rulings],
        "proposals": [one.uid for one in of.proposals if one.outcome is None],
        "warnings": list(warnings),
        "group_version": visit.group.version,
    }


def _version_json(version: HouseRulesVersion, labels: Mapping[int, str]) -> dict[str, Any]:
    return {
        "number": version.number,
        "options": version.options,
        "notes": version.notes,
        "reason": version.reason,
        "by": labels.get(version.device_id, "another phone"),
        "at": version.at.isoformat(),
        "agreed": sorted({one.player.one.uid for one in version.agreements}),
    }


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling as the API answers it."""
    return {
        "id": ruling.uid,
        "situation": ruling.situation,
        "decision": ruling.decision,
        "decided_by": ruling.decided_by,
        "at": ruling.at.isoformat(),
    }


def proposal_json(visit: access.GroupVisit, proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as the API answers it."""
    labels = group_members.labels(visit.session, visit.group)
    votes = {player.uid: choice for player, choice in voting.latest_choices(proposal).items()}
    count = voting.count(proposal, access.now())
    deadline = voting.deadline_of(proposal)
    return {
        "id": proposal.uid,
        "house_rules": proposal.of.uid,
        "base": proposal.base,
        "options": proposal.options,
        "notes": proposal.notes,
        "reason": proposal.reason,
        "by": labels.get(proposal.device_id, "another phone"),
        "at": proposal.at.isoformat(),
        "deadline": deadline.isoformat() if deadline else None,
        "is_past_deadline": count.is_past_deadline,
        "outcome": proposal.outcome,
        "changes": changes_json(voting.difference_of(proposal)),
        "votes": votes,
        "silent": _uids(visit.group, count.silent),
        "comments": [
            {
                "id": str(comment.id),
                "text": comment.text,
                "by": labels.get(comment.device_id, "another phone"),
                "at": comment.at.isoformat(),
            }
            for comment in proposal.comments
        ],
        "group_version": visit.group.version,
    }


def changes_json(difference: comparing.Difference) -> dict[str, Any]:
    """Return what differs as the API answers it."""
    return {
        "options": [
            {
                "option": change.option.key,
                "label": change.option.label,
                "before": change.before,
                "after": change.after,
            }
            for change in difference.options
        ],
        "notes": [{"kind": line.kind, "text": line.text} for line in difference.notes],
    }


def _uids(group: Group, names: tuple[str, ...]) -> list[str]:
    return [player.uid for player in group.roster if player.name in names]
