"""Consent over the API: propose, vote, comment, withdraw, count; and how a group decides."""

from __future__ import annotations

from collections.abc import Callable
from http.client import CREATED, OK
from typing import Any

from flask import Response, url_for
from pydantic import Field

from scorecard.models import Proposal, WriteKey
from scorecard.services import consent, group_changes, house_rules, rosters
from scorecard.services.changes import Write
from scorecard.web.access import GroupVisit, needs_in_group
from scorecard.web.api.book_answers import BookAnswer, ProposalAnswer, proposal_json
from scorecard.web.api.groups import GROUP
from scorecard.web.api.house_rules import ONE, OPTIONS, TAG, read_book_json, write_book
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    WRITE_REFUSALS,
    GroupWriteBody,
    blueprint,
    describes,
    json_answer,
)

PROPOSAL = f"{GROUP}/proposals/<uid:proposal_uid>"


class ProposeRulesBody(GroupWriteBody):
    """A change to propose."""

    options: dict[str, Any] = Field(default={}, description=OPTIONS)
    notes: str | None = Field(default=None, description="Those that hold, without any.")
    reason: str


class VoteOnRulesBody(GroupWriteBody):
    """Votes of players; the last word counts."""

    players: list[str]
    choice: str = Field(description="yes, no or either.")


class NewCommentBody(GroupWriteBody):
    """Something to say about a proposal."""

    text: str


class ChooseConsentBody(GroupWriteBody):
    """How a group decides on changes of its house rules."""

    threshold: str = Field(description="unanimous, majority or keeper.")
    deadline_days: int | None = Field(
        default=None, description="Then silence counts as either; but a keeper has no deadline."
    )


@blueprint.post(f"{ONE}/proposals")
@needs_in_group("member")
@describes(ProposalAnswer, TAG, status=CREATED, refusals=WRITE_REFUSALS)
def propose_rules(visit: GroupVisit, rules_uid: str, json: ProposeRulesBody) -> Response:
    """Propose a change of house rules; this device's players say yes with it."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    merged = {**of.latest.options, **json.options}

    def action(this: Write) -> Proposal:
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
            made = consent.find(visit.session, visit.group, uid)
        assert made is not None
        response = json_answer(proposal_json(visit, made), CREATED)
        response.headers["Location"] = url_for(
            "api.read_proposal", group_uid=visit.group.uid, proposal_uid=made.uid
        )
        return response

    return write_book(visit, json.version, action, tell)


@blueprint.get(PROPOSAL)
@needs_in_group("member")
@describes(ProposalAnswer, TAG, refusals=GAME_REFUSALS)
def read_proposal(visit: GroupVisit, proposal_uid: str) -> Response:
    """Return a proposal: what it changes, and who says what."""
    proposal = consent.find(visit.session, visit.group, proposal_uid)
    return json_answer(proposal_json(visit, proposal))


@blueprint.post(f"{PROPOSAL}/votes")
@needs_in_group("member")
@describes(ProposalAnswer, TAG, refusals=WRITE_REFUSALS)
def vote_on_rules(visit: GroupVisit, proposal_uid: str, json: VoteOnRulesBody) -> Response:
    """Vote for this device's players, or as keeper for those without one."""

    def action(this: Write, proposal: Proposal) -> None:
        players = [rosters.chosen(visit.group, uid, "players") for uid in json.players]
        consent.vote(visit.session, proposal, visit.membership, players, json.choice, this)

    return _write(visit, proposal_uid, json.version, action)


@blueprint.post(f"{PROPOSAL}/comments")
@needs_in_group("member")
@describes(ProposalAnswer, TAG, status=CREATED, refusals=WRITE_REFUSALS)
def comment_on_rules(visit: GroupVisit, proposal_uid: str, json: NewCommentBody) -> Response:
    """Say something about a proposal."""
    return _write(
        visit,
        proposal_uid,
        json.version,
        lambda this, proposal: consent.comment(visit.session, proposal, this, json.text),
        CREATED,
    )


@blueprint.post(f"{PROPOSAL}/withdraw")
@needs_in_group("member")
@describes(ProposalAnswer, TAG, refusals=WRITE_REFUSALS)
def withdraw_proposal(visit: GroupVisit, proposal_uid: str, json: GroupWriteBody) -> Response:
    """Take a proposal back: who made it, or a keeper."""
    return _write(
        visit,
        proposal_uid,
        json.version,
        lambda this, proposal: consent.withdraw(
            visit.session, proposal, this, is_keeper=visit.is_keeper
        ),
    )


@blueprint.post(f"{PROPOSAL}/settle")
@needs_in_group("member")
@describes(ProposalAnswer, TAG, refusals=WRITE_REFUSALS)
def settle_proposal(visit: GroupVisit, proposal_uid: str, json: GroupWriteBody) -> Response:
    """Count the votes once the deadline has passed, before the server does so by itself."""
    return _write(
        visit,
        proposal_uid,
        json.version,
        lambda this, proposal: consent.settle(visit.session, proposal, this),
    )


@blueprint.put(f"{GROUP}/consent")
@needs_in_group("keeper")
@describes(BookAnswer, TAG, refusals=WRITE_REFUSALS)
def choose_consent(visit: GroupVisit, json: ChooseConsentBody) -> Response:
    """Choose what adopts a change, and after how many days silence counts, if ever."""
    return write_book(
        visit,
        json.version,
        lambda this: consent.choose_threshold(
            visit.session, visit.group, this, json.threshold, json.deadline_days
        ),
        lambda _done, _result: json_answer(read_book_json(visit)),
    )


def _write(
    visit: GroupVisit,
    uid: str,
    version: int,
    action: Callable[[Write, Proposal], object],
    status: int = OK,
) -> Response:
    proposal = consent.find(visit.session, visit.group, uid)
    return write_book(
        visit,
        version,
        lambda this: action(this, proposal),
        lambda _done, _result: json_answer(proposal_json(visit, proposal), status),
    )
