"""What the API answers of house rules, as models, and how they are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import AliasPath, Field

from scorecard.models import HouseRules, Proposal
from scorecard.services.book import agreeing, comparing, voting
from scorecard.services.groups import group_members
from scorecard.services.looking_back import title_moves, what_if
from scorecard.services.table import answers
from scorecard.web.api import fields, model
from scorecard.web.api.model import Extended
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
    agreed: list[fields.IdOf] = Field(description="The players who agreed to this version.")


class RulingAnswer(model.Model):
    """How a situation that the rules leave open was settled."""

    id: fields.Uid
    situation: str
    decision: str
    decided_by: str
    at: fields.Moment


class MissingAgreement(model.Model):
    """A player who has not agreed to the version that holds; `agreed` is null for a newcomer."""

    player: fields.IdOf
    agreed: int | None = Field(description="The newest version they agreed to.")


class HouseRulesAnswer(model.Model):
    """House rules with all versions, and who has not agreed to the one that holds."""

    id: fields.Uid
    name: str
    game: str = Field(validation_alias="rules")
    version: int = Field(
        validation_alias=AliasPath("latest", "number"),
        description="The number of the version that holds.",
    )
    options: dict[str, Any] = Field(
        validation_alias=AliasPath("latest", "options"), description="Of the version that holds."
    )
    notes: str = Field(validation_alias=AliasPath("latest", "notes"))
    words: list[str] = Field(description="What differs from the usual, in words.")
    is_deleted: fields.IsThere = Field(validation_alias="deleted_at")
    is_public: fields.IsThere = Field(validation_alias="public_hash")
    origin: dict[str, Any] | None
    versions: list[RulesVersionAnswer]
    missing: list[MissingAgreement]
    rulings: list[RulingAnswer] = Field(description="Newest first.")
    proposals: list[fields.IdOf] = Field(description="Those that wait for votes.")
    warnings: list[answers.WarningAnswer] = Field(
        description="Such as no_change, where nothing was to save."
    )
    group_version: int = Field(validation_alias=AliasPath("group", "version"))


class BookAnswer(model.Model):
    """A group's book: its house rules by name, and what changes them."""

    house_rules: list[HouseRulesAnswer]
    deleted: list[HouseRulesAnswer]
    threshold: Literal["unanimous", "majority", "keeper"]
    deadline_days: int | None
    group_version: int = Field(validation_alias="version")


class OptionChangeAnswer(model.Model):
    """An option that differs; null stands for the usual."""

    option: str = Field(validation_alias=AliasPath("option", "key"))
    label: str = Field(validation_alias=AliasPath("option", "label"))
    before: Any
    after: Any


class ChangesOfRulesAnswer(model.Model):
    """What differs between two texts of house rules."""

    options: list[OptionChangeAnswer]
    notes: list[comparing.NotesLine]


class CommentAnswer(model.Model):
    """Something said about a proposal."""

    id: str
    text: str
    by: str
    at: fields.Moment


class OtherEndAnswer(model.Model):
    """A game that somebody else would have won."""

    game: fields.IdOf
    at: fields.Moment
    before: what_if.End
    after: what_if.End


class WhatIfAnswer(model.Model):
    """The group's ended games counted again as a proposal would have it, the latest first.

    People would have played otherwise under other rules.
    """

    games: int
    counted: int = Field(description="Games counted so far.")
    is_whole: bool = Field(description="Whether all are; if not, ask again.")
    other_winner: int = Field(description="Games that somebody else would have won.")
    shorter: int = Field(description="Of the others, those with fewer rounds.")
    gone_on: int = Field(description="Games that would not be over; nobody knows who wins.")
    refused: int = Field(description="Games in which something was typed that could not be.")
    rounds_before: int = Field(description="Of all games that would be over.")
    rounds_after: int
    examples: list[OtherEndAnswer]
    seasons: list[title_moves.TitleMove] = Field(validation_alias="moves")


class ProposalAnswer(model.Model):
    """A change somebody proposed, and who says what to it; players by their id."""

    id: fields.Uid
    house_rules: fields.IdOf
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
    silent: list[fields.IdOf] = Field(description="Who has not voted yet.")
    comments: list[CommentAnswer]
    group_version: int = Field(validation_alias=AliasPath("house_rules", "group", "version"))


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


def rules_of(
    visit: access.GroupVisit, of: HouseRules, warnings: Sequence[dict[str, Any]] = ()
) -> Extended:
    """Return house rules with their words, versions, and missing agreements."""
    labels = group_members.labels(visit.session, visit.group)
    rows = house_rules_words.option_rows(house_rules_words.rules_of(of), of.latest.options)
    return Extended(
        of,
        words=[
            f"{row.label}: {row.words}" + (f" (usually {row.usual})" if row.usual else "")
            for row in rows
            if row.is_changed
        ],
        versions=[
            Extended(
                version,
                by=labels.get(version.device_id, "another phone"),
                agreed=sorted({one.player.one.uid for one in version.agreements}),
            )
            for version in of.versions
        ],
        missing=agreeing.not_agreed(of.latest, visit.group.roster),
        proposals=[one for one in of.proposals if one.outcome is None],
        warnings=warnings,
    )


def proposal_of(visit: access.GroupVisit, proposal: Proposal) -> Extended:
    """Return a proposal with its votes and comments."""
    labels = group_members.labels(visit.session, visit.group)
    votes = {player.uid: choice for player, choice in voting.latest_choices(proposal).items()}
    count = voting.count(proposal, access.now())
    return Extended(
        proposal,
        by=labels.get(proposal.device_id, "another phone"),
        deadline=voting.deadline_of(proposal),
        is_past_deadline=count.is_past_deadline,
        changes=voting.difference_of(proposal),
        votes=votes,
        silent=[player for player in visit.group.roster if player.name in count.silent],
        comments=[
            Extended(comment, id=str(comment.id), by=labels.get(comment.device_id, "another phone"))
            for comment in proposal.comments
        ],
    )
