"""Consent over the API: propose, vote, comment, withdraw, count; and how a group decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http.client import CREATED, OK
from typing import Any

from flask import Response, request, url_for
from pydantic import Field

from scorecard.models import Proposal, WriteKey
from scorecard.services.book import commenting, consent, house_rules, voting
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.web.api import book_answers, spec
from scorecard.web.api.book.house_rules import ONE, OPTIONS, TAG, made_uid, whole_book
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


def _write_once(
    visit: access.GroupVisit,
    version: int,
    action: Callable[[changes.Write], object],
    *,
    status: int = OK,
) -> Response:
    """Do a write to a proposal once, and answer with it as it is now.

    It is the one that the address names, or that the action made; ``Location`` says where this is.
    """

    def tell(done: WriteKey | None, made: Any) -> Response:
        named = (request.view_args or {}).get("proposal_uid")
        uid = named or made_uid(visit, done, made)
        proposal = voting.find_proposal(visit.session, visit.group, uid)
        told = book_answers.proposal_of(visit, proposal)
        response = spec.told(book_answers.ProposalAnswer, told, status)
        if not named:
            response.headers["Location"] = url_for(
                "api.read_proposal", group_uid=visit.group.uid, proposal_uid=uid
            )
        return response

    return groups.write_once(visit, version, action, tell)


def _proposal_write(rule: str, *, status: int = OK) -> spec.Decorator:
    """Put a function at an address: what a write by a member does to a proposal.

    It is called as :func:`spec.game_write` says; the answer is the proposal as it is then.
    """
    return spec.declared(
        ("POST", rule),
        access.needs_in_group("member"),
        spec.describes(
            book_answers.ProposalAnswer, TAG, status=status, refusals=spec.WRITE_REFUSALS
        ),
        partial(_write_once, status=status),
        spec.GroupWriteBody,
    )


@_proposal_write(f"{ONE}/proposals", status=CREATED)
def propose_rules(
    visit: access.GroupVisit, this: changes.Write, rules_uid: str, json: ProposeRulesBody
) -> Proposal:
    """Propose a change of house rules; this device's players say yes with it."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    merged = {**of.latest.options, **json.options}
    return consent.propose(
        visit.session,
        of,
        this,
        {key: value for key, value in merged.items() if value is not None},
        of.latest.notes if json.notes is None else json.notes,
        json.reason,
        membership=visit.membership,
    )


@spec.group_read(PROPOSAL, "member", book_answers.ProposalAnswer, TAG)
def read_proposal(visit: access.GroupVisit, proposal_uid: str) -> object:
    """Return a proposal: what it changes, and who says what."""
    proposal = voting.find_proposal(visit.session, visit.group, proposal_uid)
    return book_answers.proposal_of(visit, proposal)


@_proposal_write(f"{PROPOSAL}/votes")
def vote_on_rules(
    visit: access.GroupVisit, this: changes.Write, proposal_uid: str, json: VoteOnRulesBody
) -> None:
    """Vote for this device's players, or as scorekeeper for those without one."""
    proposal = voting.find_proposal(visit.session, visit.group, proposal_uid)
    players = [rosters.chosen(visit.group, uid, "players") for uid in json.players]
    consent.vote(visit.session, proposal, visit.membership, players, json.choice, this)


@_proposal_write(f"{PROPOSAL}/comments", status=CREATED)
def comment_on_rules(
    visit: access.GroupVisit, this: changes.Write, proposal_uid: str, json: NewCommentBody
) -> None:
    """Say something about a proposal."""
    proposal = voting.find_proposal(visit.session, visit.group, proposal_uid)
    commenting.add(visit.session, proposal, this, json.text)


_proposal_write(f"{PROPOSAL}/withdraw")(proposal_pages.withdraw_proposal)


@_proposal_write(f"{PROPOSAL}/settle")
def settle_proposal(visit: access.GroupVisit, this: changes.Write, proposal_uid: str) -> None:
    """Count the votes once the deadline has passed, before the server does so by itself."""
    proposal = voting.find_proposal(visit.session, visit.group, proposal_uid)
    consent.settle(visit.session, proposal, this)


@spec.blueprint.put(f"{groups.GROUP}/consent")
@access.needs_in_group("keeper")
@spec.describes(book_answers.BookAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def choose_consent(visit: access.GroupVisit, json: ChooseConsentBody) -> Response:
    """Choose what adopts a change, and after how many days silence counts, if ever."""
    return groups.write_once(
        visit,
        json.version,
        lambda this: consent.choose_threshold(
            visit.session, visit.group, this, json.threshold, json.deadline_days
        ),
        lambda _done, _result: spec.told(book_answers.BookAnswer, whole_book(visit)),
    )
