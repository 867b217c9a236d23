"""Consent over the API: propose, vote, comment, withdraw, count; and how a group decides."""

from __future__ import annotations

from functools import partial
from http.client import CREATED
from typing import Any

from pydantic import Field

from scorecard.models import HouseRules, Proposal
from scorecard.rules.options import with_changes
from scorecard.services.book import consent, voting
from scorecard.services.history import changes
from scorecard.web.api import book_answers, spec
from scorecard.web.api.book.house_rules import ONE, OPTIONS, TAG, whole_book
from scorecard.web.api.people import groups
from scorecard.web.book import proposals as proposal_pages
from scorecard.web.http import access

PROPOSAL = f"{groups.GROUP}/proposals/<uid:proposal_uid>"


class ProposeRulesBody(spec.GroupWriteBody):
    """A change to propose."""

    options: dict[str, Any] = Field(default={}, description=OPTIONS)
    notes: str | None = Field(default=None, description="Those that hold, without any.")
    reason: str


class VoteOnRulesBody(spec.GroupWriteBody):
    """Votes of players; the last word counts."""

    players: list[str]
    choice: str = Field(description="yes, no or either.")


class NewCommentBody(spec.GroupWriteBody):
    """Something to say about a proposal."""

    text: str


class ChooseConsentBody(spec.GroupWriteBody):
    """How a group decides on changes of its house rules."""

    threshold: str = Field(description="unanimous, majority or keeper.")
    deadline_days: int | None = Field(
        default=None,
        description="Then silence counts as either; but a scorekeeper has no deadline.",
    )


PROPOSED = groups.WriteAnswer(
    book_answers.ProposalAnswer,
    lambda visit, uid: book_answers.proposal_of(
        visit, voting.find_proposal(visit.session, visit.group, uid)
    ),
    "proposal_uid",
    "api.read_proposal",
)
THE_BOOK = groups.WriteAnswer(book_answers.BookAnswer, lambda visit, _uid: whole_book(visit))
proposal_write = partial(groups.group_write, "POST", role="member", tag=TAG, answer=PROPOSED)
"""Registers the action of a member's write to a proposal, answered with that."""


@proposal_write(f"{ONE}/proposals", status=CREATED)
def propose_rules(
    visit: access.GroupVisit, this: changes.Write, of: HouseRules, json: ProposeRulesBody
) -> Proposal:
    """Propose a change of house rules; this device's players say yes with it."""
    return consent.propose(
        visit.session,
        of,
        this,
        with_changes(of.latest.options, json.options),
        of.latest.notes if json.notes is None else json.notes,
        json.reason,
        membership=visit.membership,
    )


@spec.group_read(PROPOSAL, "member", book_answers.ProposalAnswer, TAG)
def read_proposal(visit: access.GroupVisit, proposal: Proposal) -> object:
    """Return a proposal: what it changes, and who says what."""
    return book_answers.proposal_of(visit, proposal)


@spec.group_read(f"{PROPOSAL}/what-if", "member", book_answers.WhatIfAnswer, TAG)
def read_what_if(visit: access.GroupVisit, proposal: Proposal) -> object:
    """Return how the group's games would have ended; ask again where not all are counted yet."""
    return proposal_pages.past_of(visit, proposal)


proposal_write(f"{PROPOSAL}/votes", body=VoteOnRulesBody)(proposal_pages.vote_on_rules)
proposal_write(f"{PROPOSAL}/comments", body=NewCommentBody, status=CREATED)(
    proposal_pages.comment_on_rules
)
proposal_write(f"{PROPOSAL}/withdraw")(proposal_pages.withdraw_proposal)


@proposal_write(f"{PROPOSAL}/settle")
def settle_proposal(visit: access.GroupVisit, this: changes.Write, proposal: Proposal) -> None:
    """Count the votes once the deadline has passed, before the server does so by itself."""
    consent.settle(visit.session, proposal, this)


groups.group_write(
    "PUT", f"{groups.GROUP}/consent", "keeper", TAG, answer=THE_BOOK, body=ChooseConsentBody
)(proposal_pages.choose_consent)
