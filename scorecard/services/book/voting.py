"""Read proposals to change house rules: the open ones, their votes, and how they were decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Group, GroupChange, HouseRules, Player, Proposal
from scorecard.rules import core
from scorecard.rules.words import Sentence, say
from scorecard.services.book import comparing, house_rules
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.scoring import wording

YES, NO, EITHER = CHOICES = ("yes", "no", "either")
THRESHOLDS = wording.THRESHOLDS
KEEPER = "keeper"
"""The threshold by which a scorekeeper decides alone."""


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes on a proposal: the names of who voted how, and of who has not voted."""

    yes: list[str]
    no: list[str]
    either: list[str]
    silent: list[str]
    is_past_deadline: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """How the group decided on a proposal: its uid, and the line of the history as a sentence."""

    proposal: str
    sentence: Sentence


def deadline_of(proposal: Proposal) -> datetime | None:
    """Return when the votes are counted at the latest; None if never, or a scorekeeper decides."""
    return None if threshold_of(proposal.house_rules.group) == KEEPER else proposal.deadline


def is_overdue(proposal: Proposal, at: datetime) -> bool:
    """Whether the deadline of a proposal has passed."""
    deadline = deadline_of(proposal)
    return deadline is not None and deadline <= at


def overdue(session: Session, at: datetime, *where: ColumnElement[bool]) -> list[Proposal]:
    """Return the open proposals whose deadline has passed, the oldest first; none in the bin."""
    past = session.scalars(
        select(Proposal)
        .join(HouseRules)
        .join(Group)
        .where(
            Proposal.outcome.is_(None),
            Proposal.deadline <= at,
            HouseRules.deleted_at.is_(None),
            Group.deleted_at.is_(None),
            *where,
        )
        .order_by(Proposal.deadline, Proposal.id)
    )
    return [proposal for proposal in past if is_overdue(proposal, at)]


def count(proposal: Proposal, at: datetime) -> Votes:
    """Return the names of the players on the present roster, by how they voted."""
    choices = latest_choices(proposal)
    by_choice: dict[str, list[str]] = {YES: [], NO: [], EITHER: [], "": []}
    for player in proposal.house_rules.group.roster:
        by_choice[choices.get(player, "")].append(player.name)
    yes, no, either, silent = by_choice.values()
    return Votes(yes, no, either, silent, is_past_deadline=is_overdue(proposal, at))


def latest_choices(proposal: Proposal) -> dict[Player, str]:
    """Return everybody's latest choice; of players who were merged the latest of them all."""
    return {
        vote.player.one: vote.choice for vote in sorted(proposal.votes, key=lambda vote: vote.at)
    }


def difference_of(proposal: Proposal) -> comparing.Difference:
    """Return what a proposal changes of the version it was made on."""
    base = house_rules.find_version(proposal.house_rules, proposal.base)
    return comparing.difference(house_rules.rules_named(proposal.house_rules.rules), base, proposal)


def find_proposal(session: Session, group: Group, uid: str) -> Proposal:
    """Return the proposal of a group with this uid."""
    is_its = Proposal.uid == uid, HouseRules.group_id == group.id
    proposal = session.scalar(select(Proposal).join(HouseRules).where(*is_its))
    return errors.found(proposal, say("There is no such proposal in this group."))


def open_proposals(session: Session, group: Group) -> Sequence[Proposal]:
    """Return the proposals that wait for votes, the latest first; none of deleted rules."""
    return session.scalars(
        select(Proposal)
        .join(HouseRules)
        .where(
            HouseRules.group_id == group.id,
            HouseRules.deleted_at.is_(None),
            Proposal.outcome.is_(None),
        )
        .order_by(Proposal.at.desc())
    ).all()


def decided_since(session: Session, group: Group, since: datetime) -> list[Decision]:
    """Return how proposals were adopted or rejected since a moment, the latest first."""
    decided = session.scalars(
        select(Proposal.uid)
        .join(HouseRules)
        .where(HouseRules.group_id == group.id, Proposal.closed_at >= since)
    ).all()
    if not decided:
        return []
    lines = changes.newest(group, "adopted", "rejected").where(GroupChange.at >= since)
    return [
        Decision(line.about["touching"], group_changes.sentence(line))
        for line in session.scalars(lines)
        if line.about.get("touching") in decided
    ]


def threshold_of(group: Group) -> str:
    """Return what adopts a change in a group; while the roster is empty that is a scorekeeper."""
    return group.threshold if group.roster else KEEPER


def note(
    session: Session,
    proposal: Proposal,
    write: changes.Write,
    kind: str,
    what: facts.Difference,
    **about: core.Json,
) -> None:
    """Write a line of the group's history about a proposal."""
    about["name"] = proposal.house_rules.name
    group_changes.note(
        session, proposal.house_rules.group, write, kind, about, what=what, touching=proposal.uid
    )
