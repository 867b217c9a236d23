"""Comments on proposals: add, remove, restore and find."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Comment, Group, HouseRules, Proposal
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.book import voting
from scorecard.services.history import changes
from scorecard.services.limits import bounds, quotas, texts


def add(session: Session, proposal: Proposal, write: changes.Write, text: str) -> Comment:
    """Add a comment to a proposal."""
    cleaned = texts.clean(text, say("A comment"), field="text")
    if not cleaned:
        raise errors.BadInput(say("Type what you want to say."), field="text")
    quotas.check(session, bounds.COMMENTS_OF_PROPOSAL, proposal.id)
    comment = Comment(text=cleaned, device_id=write.device.id, at=write.at)
    proposal.comments.append(comment)
    session.flush()
    voting.note(session, proposal, write, "commented", {"comment": [None, write.at.isoformat()]})
    return comment


def remove(session: Session, comment: Comment, write: changes.Write, *, is_keeper: bool) -> None:
    """Put a comment into the bin; the device that wrote it may, and a scorekeeper."""
    if comment.device_id != write.device.id and not is_keeper:
        raise errors.NotAllowed(say("Only its author or a scorekeeper can delete it."))
    _move(session, comment, write, "comment_removed", write.at)


def restore(session: Session, comment: Comment, write: changes.Write, *, is_keeper: bool) -> None:
    """Take a comment out of the bin again."""
    if comment.device_id != write.device.id and not is_keeper:
        raise errors.NotAllowed(say("Only its author or a scorekeeper can restore it."))
    _move(session, comment, write, "comment_restored", None)


def _move(
    session: Session, comment: Comment, write: changes.Write, kind: str, deleted_at: datetime | None
) -> None:
    before, comment.deleted_at = comment.deleted_at, deleted_at
    session.flush()
    session.expire(comment.proposal, ["comments"])
    moments = [moment.isoformat() if moment else None for moment in (before, deleted_at)]
    voting.note(session, comment.proposal, write, kind, {"comment_deleted_at": moments})


def find(session: Session, group: Group, number: str, *, is_deleted: bool = False) -> Comment:
    """Return a comment on a proposal of a group: one outside of the bin, or one in it."""
    known = sums.plain_number(number) or 0
    comment = session.scalar(
        select(Comment)
        .join(Proposal)
        .join(HouseRules)
        .where(Comment.id == known, HouseRules.group_id == group.id)
    )
    if comment is None or (comment.deleted_at is not None) is not is_deleted:
        raise errors.NotFound(say("There is no such comment."))
    return comment
