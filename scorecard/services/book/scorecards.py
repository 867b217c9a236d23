"""Scorecards that people made themselves: save, change, delete, restore and find."""

from __future__ import annotations

import hashlib
import json

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.models import Device, Scorecard, ScorecardVersion
from scorecard.rules import core, kinds
from scorecard.rules.games.own_scorecard import definition_reader, definitions, ready_made
from scorecard.rules.words import quoted, say
from scorecard.services.history import changes
from scorecard.services.limits import bounds, codes, quotas


def checked(definition: core.Json) -> dict[str, core.Json]:
    """Return a definition in full; refuse an invalid one, and one called like a built-in game."""
    try:
        full: dict[str, core.Json] = definitions.to_json(
            definition_reader.read_definition(definition)
        )
    except definitions.BadDefinition as error:
        raise errors.BadInput(
            quoted(error.sentence), field=error.place, code="bad_definition"
        ) from None
    refuse_taken_name(full["name"], "name")
    return full


def refuse_taken_name(name: str, field: str) -> None:
    """Refuse a scorecard called like a built-in game, for which its games would be taken."""
    if rules := kinds.on_shelf(name):
        raise errors.BadInput(
            say("%(name)s is on the shelf already. Give yours another name.", name=rules.name),
            field=field,
            code="duplicate_name",
        )


def make(session: Session, write: changes.Write, definition: core.Json) -> Scorecard:
    """Save a new scorecard; where the device has one with the same content, return that."""
    full = checked(definition)
    digest = digest_of(full)
    same = session.scalar(
        select(Scorecard).where(
            Scorecard.device_id == write.device.id,
            Scorecard.digest == digest,
            Scorecard.deleted_at.is_(None),
        )
    )
    if same is not None:
        return same
    quotas.check(session, bounds.SCORECARDS_OF_PHONE, write.device.id)
    scorecard = Scorecard(
        uid=codes.new_uid(),
        device_id=write.device.id,
        digest=digest,
        created_at=write.at,
        changed_at=write.at,
        versions=[ScorecardVersion(number=1, definition=full, at=write.at)],
    )
    session.add(scorecard)
    session.flush()
    return scorecard


def change(
    session: Session, write: changes.Write, scorecard: Scorecard, definition: core.Json
) -> bool:
    """Save a scorecard's next version; return whether there was anything to save.

    ``write.version`` is the version that was changed, 0 where that is unknown. If another one was
    saved since, from a form that was open elsewhere, this raises :class:`Stale`.
    """
    refuse_foreign(scorecard, write.device)
    full = checked(definition)
    latest = scorecard.latest
    if full == latest.definition:
        return False
    if write.version not in (0, latest.number):
        raise errors.Stale(
            say(
                "%(name)s has changed: version %(number)s is there now. Save again to replace it.",
                name=scorecard.name,
                number=latest.number,
            ),
            version=latest.number,
        )
    quotas.check(session, bounds.VERSIONS_OF_SCORECARD, scorecard.id)
    scorecard.digest, scorecard.changed_at = digest_of(full), write.at
    scorecard.versions.append(
        ScorecardVersion(number=latest.number + 1, definition=full, at=write.at)
    )
    session.flush()
    return True


def delete(session: Session, write: changes.Write, scorecard: Scorecard) -> None:
    """Put a scorecard into the bin, once; games that are played on it keep their definition."""
    refuse_foreign(scorecard, write.device)
    scorecard.deleted_at = scorecard.deleted_at or write.at
    session.flush()


def restore(session: Session, write: changes.Write, scorecard: Scorecard) -> None:
    """Take a scorecard out of the bin; one that is not there is left as it is."""
    refuse_foreign(scorecard, write.device)
    if scorecard.deleted_at:
        scorecard.deleted_at, scorecard.changed_at = None, write.at
    session.flush()


def digest_of(definition: core.Json) -> str:
    """Return the SHA-256 of a definition in its full form: hexadecimal digits."""
    text = json.dumps(definition, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def of_device(session: Session, device: Device, *, is_deleted: bool = False) -> list[Scorecard]:
    """Return the scorecards that a device made, by name: those outside of the bin, or in it."""
    own = session.scalars(
        select(Scorecard)
        .where(
            Scorecard.device_id == device.id,
            Scorecard.deleted_at.is_not(None) if is_deleted else Scorecard.deleted_at.is_(None),
        )
        .options(selectinload(Scorecard.versions))
    )
    return sorted(own, key=lambda scorecard: scorecard.name.casefold())


def find(session: Session, uid: str, *, may_be_deleted: bool = False) -> Scorecard:
    """Return the scorecard with this uid; refuse one in the bin unless it ``may_be_deleted``."""
    scorecard = session.scalar(
        select(Scorecard).where(Scorecard.uid == uid).options(selectinload(Scorecard.versions))
    )
    if scorecard is None or (scorecard.deleted_at and not may_be_deleted):
        raise errors.NotFound(say("There is no such scorecard."))
    return scorecard


def definition_of(session: Session, wanted: str) -> dict[str, core.Json]:
    """Return a definition by its name among the ready-made ones, or by a scorecard's uid."""
    if ready := ready_made.READY_MADE.get(wanted):
        full: dict[str, core.Json] = definitions.to_json(ready)
        return full
    return find(session, wanted).latest.definition


def refuse_foreign(scorecard: Scorecard, device: Device | None) -> None:
    """Refuse a change by another device than the one that made it."""
    if device is None or scorecard.device_id != device.id:
        raise errors.NotAllowed(
            say(
                "Only the phone that made this scorecard can change it. Tap Customize for "
                "your own copy."
            )
        )
