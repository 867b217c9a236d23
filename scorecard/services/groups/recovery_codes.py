"""Recovery codes: how a scorekeeper comes back into a group with another phone."""

from __future__ import annotations

import secrets

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Device, GroupMembership, RecoveryCode
from scorecard.models.device import KEEPER
from scorecard.models.group import MEMBER
from scorecard.rules.words import say
from scorecard.services.groups import group_members
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.limits import codes

SIGNS = 20
"""Characters of a recovery code: 76 bits, which nobody guesses."""
PART = 5
"""Characters between two dashes of a recovery code, so that it can be copied by hand."""


def make(session: Session, membership: GroupMembership, write: changes.Write) -> str:
    """Return a new code for a scorekeeper to come back in on another phone; older ones are void."""
    if not membership.is_keeper:
        raise errors.NotAllowed(say("Recovery codes are for scorekeepers."))
    code = first(session, membership, write)
    # The code is shown only once, so that the same request sent again must make another one.
    about = {"whom": group_members.label(membership)}
    group_changes.note(session, membership.group, write.keyless, "recovery", about)
    return code


def first(session: Session, membership: GroupMembership, write: changes.Write) -> str:
    """Return a new code for a membership without a line of history, for a group just imported."""
    signs = "".join(secrets.choice(codes.ALPHABET) for _ in range(SIGNS))
    session.merge(
        RecoveryCode(
            membership_id=membership.id, code_hash=codes.token_hash(signs), made_at=write.at
        )
    )
    session.flush()
    parts = range(0, SIGNS, PART)
    return "-".join(signs[start : start + PART] for start in parts)


def find(session: Session, typed: str) -> RecoveryCode:
    """Return the stored recovery code that was typed."""
    hashed = codes.token_hash(codes.read_code(typed))
    code = session.scalar(select(RecoveryCode).where(RecoveryCode.code_hash == hashed))
    otherwise = say("This code doesn’t work: check it, or it was used or replaced.")
    return errors.found(code, otherwise, code="unknown_code")


def recover(
    session: Session, code: RecoveryCode, device: Device, write: changes.Write
) -> GroupMembership:
    """Let a scorekeeper back in with a recovery code, which is deleted, for it works once."""
    old = code.membership
    session.delete(code)
    return return_as(session, old, device, write, how="recovery code")


def return_as(
    session: Session, old: GroupMembership, device: Device, write: changes.Write, *, how: str
) -> GroupMembership:
    """Give a device the role and the players that another one of the same person has in a group."""
    group = old.group
    mine = group_members.membership_of(session, group, device)
    if mine is None:
        mine = GroupMembership(
            group=group, device=device, role=MEMBER, joined_at=write.at, players=[]
        )
        session.add(mine)
    was = None if mine.removed_at else mine.role
    before = [player.uid for player in mine.players]
    group_members.let_back(session, mine)
    if old.role == KEEPER:
        mine.role = KEEPER
    mine.players = sorted({*mine.players, *old.players}, key=lambda player: player.id)
    about = {"how": how, "whom": group_members.label(mine)}
    what: facts.Difference = {
        "role": [was, mine.role],
        "players": [before, [player.uid for player in mine.players]],
    }
    group_changes.note(session, group, write, "recovered", about, what=what)
    return mine
