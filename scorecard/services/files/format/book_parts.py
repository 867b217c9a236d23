"""The parts of an export that are of a group's book: house rules, proposals, rulings."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from scorecard.models import (
    Agreement,
    Comment,
    HouseRules,
    HouseRulesVersion,
    Proposal,
    Ruling,
    Vote,
)
from scorecard.services.book import rulings, voting
from scorecard.services.files.format import tables, values
from scorecard.services.limits import texts

OUTCOMES = ("adopted", "rejected", "withdrawn", "overtaken")
"""How a proposal can have ended."""
Notes = Annotated[str, StringConstraints(max_length=texts.LONGEST_NOTES)]
Decider = Annotated[str, StringConstraints(min_length=1, max_length=rulings.LONGEST_DECIDER)]


class OriginPart(values.Kept):
    """Whose rules house rules were copied from, as far as that is known."""

    ready_made: values.LongText = ""
    group: values.LongText = ""
    name: values.LongText = ""
    version: int = 0
    file: bool = False


class AgreementPart(values.Part):
    """A player's agreement to a version of house rules."""

    player: values.Player
    phone: values.Phone
    at: values.Moment


class VersionPart(values.Part):
    """A version of house rules."""

    number: values.Number
    options: values.Json
    notes: Notes
    reason: values.LongText
    phone: values.Phone
    at: values.Moment
    agreements: list[AgreementPart]


class VotePart(values.Part):
    """What a player says to a proposal."""

    player: values.Player
    choice: Annotated[str, values.one_of(voting.CHOICES)]
    phone: values.Phone
    at: values.Moment


class CommentPart(values.Part):
    """Something said about a proposal."""

    text: values.FilledText
    phone: values.Phone
    at: values.Moment
    deleted_at: values.Moment | None = None


class ProposalPart(values.Part):
    """A change of house rules that somebody wants, or wanted."""

    uid: values.Uid
    base: values.Number
    options: values.Json
    notes: Notes
    reason: values.FilledText
    phone: values.Phone
    at: values.Moment
    deadline: values.Moment | None
    outcome: Annotated[str, values.one_of(OUTCOMES)] | None
    closed_at: values.Moment | None
    votes: list[VotePart]
    comments: list[CommentPart]


class RulingPart(values.Part):
    """How something unclear was settled."""

    uid: values.Uid
    game: values.Game | None
    situation: values.FilledText
    decision: values.FilledText
    decided_by: Decider
    phone: values.Phone
    at: values.Moment
    deleted_at: values.Moment | None = None


class SharedRulingPart(values.Part):
    """A ruling outside of its group, where no person is named."""

    situation: str
    decision: str
    decided_by: str
    at: values.Moment | None = None


class HouseRulesPart(values.Part):
    """House rules, with all of their versions."""

    uid: values.Uid
    name: values.Name
    rules: Annotated[str, StringConstraints(max_length=40)]
    origin: OriginPart | None
    created_at: values.Moment
    deleted_at: values.Moment | None
    versions: list[VersionPart]
    proposals: list[ProposalPart]
    rulings: list[RulingPart]


HOUSE_RULES = tables.Table(HouseRules, HouseRulesPart, "group_id")
VERSIONS = tables.Table(HouseRulesVersion, VersionPart, "house_rules_id")
AGREEMENTS = tables.Table(Agreement, AgreementPart, "version_id")
PROPOSALS = tables.Table(Proposal, ProposalPart, "house_rules_id")
VOTES = tables.Table(Vote, VotePart, "proposal_id")
COMMENTS = tables.Table(Comment, CommentPart, "proposal_id")
RULINGS = tables.Table(Ruling, RulingPart, "house_rules_id")
SHARED_RULINGS = tables.Table(Ruling, SharedRulingPart, "house_rules_id")
