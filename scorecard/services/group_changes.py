"""The history of a group: who changed what of its roster, seasons and settings, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import Stale
from scorecard.models import Group, GroupChange
from scorecard.services import changes, results
from scorecard.services.changes import Write
from scorecard.services.facts import Difference

About = Mapping[str, Any]

SENTENCES: dict[str, Callable[[About], str]] = {
    "founded": lambda about: f"{about['name']} founded",
    "named": lambda about: f"The group is now called {about['name']} (before: {about['from']})",
    "zone": lambda about: f"Days are now those of {about['zone']} (before: {about['from']})",
    "player_added": lambda about: f"{about['name']} joined the roster",
    "player_changed": lambda about: (
        f"{about['from']} is now called {about['name']}"
        if about["from"] != about["name"]
        else f"{about['name']} has another colour or initial"
    ),
    "retired": lambda about: f"{about['name']} retired",
    "returned": lambda about: f"{about['name']} is back",
    "merged": lambda about: f"{about['name']} turned out to be {about['into']}: merged",
    "forgotten": lambda about: f"A player was forgotten, now called {about['name']}",
    "unmerged": lambda about: f"{about['name']} and {about['into']} are two people again",
    "claimed": lambda about: (
        f"A phone is {about['whom']}'s now" if about["whom"] else "A phone is nobody's now"
    ),
    "joined": lambda about: f"The phone of {about['whom']} joined",
    "left": lambda about: f"The phone of {about['whom']} left",
    "sent_out": lambda about: f"Sent out: the phone of {about['whom']}",
    "made_keeper": lambda about: f"The phone of {about['whom']} keeps the group, too",
    "no_keeper": lambda about: f"The phone of {about['whom']} no longer keeps the group",
    "recovery": lambda about: f"A new recovery code for the phone of {about['whom']}",
    "recovered": lambda about: (
        f"Back in by {about['how']}: the phone of {about.get('whom', 'a keeper')}"
    ),
    "passkey_made": lambda about: f"A passkey made on the phone of {about['whom']}",
    "passkey_deleted": lambda about: f"A passkey of the phone of {about['whom']} deleted",
    "renewed": lambda _about: "The group's link renewed",
    "public": lambda about: {
        "on": "Public standings switched on",
        "renewed": "The link to the public standings renewed",
        "off": "Public standings switched off",
    }[about["what"]],
    "season_made": lambda about: f"Season {about['name']} made",
    "season_changed": lambda about: f"Season {about['name']} changed: {about['what']}",
    "season_closed": lambda about: f"Season {about['name']} closed",
    "season_deleted": lambda about: f"Season {about['name']} deleted before any game counted",
    "season_restored": lambda about: f"Season {about['name']} taken out of the bin",
    "rules_made": lambda about: f"House rules {about['name']} written down",
    "rules_changed": lambda about: (
        f"House rules {about['name']}: version {about['version']} holds now"
    ),
    "rules_renamed": lambda about: f"House rules {about['from']} are now called {about['name']}",
    "rules_deleted": lambda about: f"House rules {about['name']} deleted",
    "rules_public": lambda about: {
        "on": f"House rules {about['name']} are public now",
        "renewed": f"The public link to house rules {about['name']} renewed",
        "off": f"House rules {about['name']} are no longer public",
    }[about["what"]],
    "rules_restored": lambda about: f"House rules {about['name']} back in the book",
    "agreed": lambda about: (
        f"{about['names']} agreed to {about['name']}, version {about['version']}"
    ),
    "proposed": lambda about: f"A change of {about['name']} proposed: {about['reason']}",
    "voted": lambda about: f"{about['names']} voted on a change of {about['name']}",
    "commented": lambda about: f"A comment on a change of {about['name']}",
    "comment_removed": lambda about: f"A comment on a change of {about['name']} deleted",
    "comment_restored": lambda about: (
        f"A comment on a change of {about['name']} taken out of the bin"
    ),
    "adopted": lambda about: f"A change of {about['name']} was adopted",
    "rejected": lambda about: f"A change of {about['name']} was turned down",
    "withdrawn": lambda about: f"A change of {about['name']} was withdrawn",
    "ruled": lambda about: f"Ruling in {about['name']}: {about['decision']}",
    "ruling_removed": lambda about: (
        f"A ruling taken out of {about['name']}"
        + (f": {about['decision']}" if about.get("decision") else "")
    ),
    "ruling_restored": lambda about: f"A ruling back in {about['name']}: {about['decision']}",
    "consent": lambda about: f"House rules now change by: {about['threshold']}",
    "imported": lambda about: f"Imported: {about['what']}",
    "group_deleted": lambda about: f"{about['name']} put into the bin, with all its games",
    "group_restored": lambda about: f"{about['name']} taken out of the bin",
    "erased": lambda about: f"Erased after {about['days']} days in the bin: {about['what']}",
}
"""What each kind of change did, told from what it was about."""


def note(
    session: Session,
    group: Group,
    write: Write,
    kind: str,
    about: dict[str, Any],
    *,
    what: Difference | None = None,
    touching: str = "",
) -> None:
    """Move the group's version, write a line of its history, and keep the write's key.

    ``what`` says of each fact what it was and became; links and codes are never among them.
    ``touching`` is the uid of the player or season that was changed, or the group's own.
    """
    session.flush()
    results.touch(session, group, write.at)
    if touching:
        about["touching"] = touching
    session.add(
        GroupChange(
            group_id=group.id,
            version=group.version,
            kind=kind,
            what=what or {},
            about=about,
            device_id=write.device.id,
            at=write.at,
            source=write.source,
            made_at=write.made_at,
        )
    )
    changes.remember(session, group, write)
    session.flush()


def refuse_future(group: Group, write: Write) -> None:
    """Refuse a write against a version that the group has not reached.

    The server was restored from a backup made before what this phone has seen.
    """
    if write.version > group.version:
        raise Stale(
            "The group stands at an older version than this phone has seen. Look at it again.",
            current={"version": group.version, "did": ""},
        )


def refuse_stale(session: Session, group: Group, write: Write, touching: str) -> None:
    """Refuse a write to something that somebody changed after ``write.version``."""
    refuse_future(group, write)
    newer = session.scalars(
        select(GroupChange)
        .where(GroupChange.group_id == group.id, GroupChange.version > write.version)
        .order_by(GroupChange.version.desc())
    )
    for change in newer:
        if change.about.get("touching") == touching:
            raise Stale(
                f"This was changed in the meantime: {sentence(change)}. Look at it as it is now.",
                current={"version": group.version, "did": sentence(change)},
            )


def touched(session: Session, group: Group, version: int) -> str:
    """Return the uid of what the change to a version of the group was about, "" for none."""
    change = session.scalar(
        select(GroupChange).where(GroupChange.group_id == group.id, GroupChange.version == version)
    )
    return str(change.about.get("touching", "")) if change else ""


def sentence(change: GroupChange) -> str:
    """Return what a change did, for people."""
    return SENTENCES[change.kind](change.about)


def lines(
    session: Session, group: Group, *, before: int | None = None, most: int | None = None
) -> list[GroupChange]:
    """Return the changes of a group, newest first; only so many, older than a version."""
    statement = select(GroupChange).where(GroupChange.group_id == group.id)
    if before is not None:
        statement = statement.where(GroupChange.version < before)
    return list(session.scalars(statement.order_by(GroupChange.version.desc()).limit(most)))
