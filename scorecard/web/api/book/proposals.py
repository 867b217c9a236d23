"""Consent over the API: propose, vote, comment, withdraw, count; and how a group decides."""

from __future__ import annotations

from collections.abc import Callable
from http.client import CREATED, OK
from typing import Any

from flask import Response, url_for
from pydantic import Field

from scorecard.models import Proposal, WriteKey
from scorecard.services.book import commenting, consent, house_rules, voting
from scorecard.services.history import changes, group_changes
from scorecard.services.players import rosters
from scorecard.web.api import book_answers, spec
from scorecard.web.api.book.house_rules import ONE, OPTIONS, TAG, whole_book, write_book
from scorecard.web.api.people import groups
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


@spec.blueprint.post(f"{ONE}/proposals")
@access.needs_in_group("member")
@spec.describes(book_answers.ProposalAnswer, TAG, status=CREATED, refusals=spec.WRITE_REFUSALS)
def propose_rules(visit: access.GroupVisit, rules_uid: str, json: ProposeRulesBody) -> Response:
    """Propose a change of house rules; this device's players say yes with it."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    merged = {**of.latest.options, **json.options}

    def action(this: changes.Write) -> Proposal:
        return consent.propose(
            visit.session,
            of,
            this,
            {key: value for key, value in merged.items() if value is not None},
            of.latest.notes if json.notes is None else json.notes,
            json.reason,
            membership=visit.membership,
        )

    def tell(done: WriteKey | None, made: Proposal | None) -> Response:
        if done:
            uid = group_changes.touched(visit.session, visit.group, done.version)
            made = voting.find_proposal(visit.session, visit.group, uid)
        assert made is not None
        response = _told(visit, made, CREATED)
        response.headers["Location"] = url_for(
            "api.read_proposal", group_uid=visit.group.uid, proposal_uid=made.uid
        )
        return response

    return write_book(visit, json.version, action, tell)


@spec.blueprint.get(PROPOSAL)
@access.needs_in_group("member")
@spec.describes(book_answers.ProposalAnswer, TAG, refusals=spec.GAME_REFUSALS)
def read_proposal(visit: access.GroupVisit, proposal_uid: str) -> object:
    """Return a proposal: what it changes, and who says what."""
    proposal = voting.find_proposal(visit.session, visit.group, proposal_uid)
    return book_answers.proposal_of(visit, proposal)


@spec.blueprint.post(f"{PROPOSAL}/votes")
@access.needs_in_group("member")
@spec.describes(book_answers.ProposalAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def vote_on_rules(visit: access.GroupVisit, proposal_uid: str, json: VoteOnRulesBody) -> Response:
    """Vote for this device's players, or as scorekeeper for those without one."""

    def action(this: changes.Write, proposal: Proposal) -> None:
        players = [rosters.chosen(visit.group, uid, "players") for uid in json.players]
        consent.vote(visit.session, proposal, visit.membership, players, json.choice, this)

    return _write(visit, proposal_uid, json.version, action)


@spec.blueprint.post(f"{PROPOSAL}/comments")
@access.needs_in_group("member")
@spec.describes(book_answers.ProposalAnswer, TAG, status=CREATED, refusals=spec.WRITE_REFUSALS)
def comment_on_rules(visit: access.GroupVisit, proposal_uid: str, json: NewCommentBody) -> Response:
    """Say something about a proposal."""
    return _write(
        visit,
        proposal_uid,
        json.version,
        lambda this, proposal: commenting.add(visit.session, proposal, this, json.text),
        CREATED,
    )


@spec.blueprint.post(f"{PROPOSAL}/withdraw")
@access.needs_in_group("member")
@spec.describes(book_answers.ProposalAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def withdraw_proposal(
    visit: access.GroupVisit, proposal_uid: str, json: spec.GroupWriteBody
) -> Response:
    """Take a proposal back: who made it, or a scorekeeper."""
    return _write(
        visit,
        proposal_uid,
        json.version,
        lambda this, proposal: consent.withdraw(
            visit.session, proposal, this, is_keeper=visit.is_keeper
        ),
    )


@spec.blueprint.post(f"{PROPOSAL}/settle")
@access.needs_in_group("member")
@spec.describes(book_answers.ProposalAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def settle_proposal(
    visit: access.GroupVisit, proposal_uid: str, json: spec.GroupWriteBody
) -> Response:
    """Count the votes once the deadline has passed, before the server does so by itself."""
    return _write(
        visit,
        proposal_uid,
        json.version,
        lambda this, proposal: consent.settle(visit.session, proposal, this),
    )


@spec.blueprint.put(f"{groups.GROUP}/consent")
@access.needs_in_group("keeper")
@spec.describes(book_answers.BookAnswer, TAG, refusals=spec.WRITE_REFUSALS)
def choose_consent(visit: access.GroupVisit, json: ChooseConsentBody) -> Response:
    """Choose what adopts a change, and after how many days silence counts, if ever."""
    return write_book(
        visit,
        json.version,
        lambda this: consent.choose_threshold(
            visit.session, visit.group, this, json.threshold, json.deadline_days
        ),
        lambda _done, _result: spec.told(book_answers.BookAnswer, whole_book(visit)),
    )


def _write(
    visit: access.GroupVisit,
    uid: str,
    version: int,
    action: Callable[[changes.Write, Proposal], object],
    status: int = OK,
) -> Response:
    proposal = voting.find_proposal(visit.session, visit.group, uid)
    return write_book(
        visit,
        version,
        lambda this: action(this, proposal),
        lambda _done, _result: _told(visit, proposal, status),
    )


def _told(visit: access.GroupVisit, proposal: Proposal, status: int) -> Response:
    told = book_answers.proposal_of(visit, proposal)
    return spec.told(book_answers.ProposalAnswer, told, status)
