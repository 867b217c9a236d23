"""House rules as a file that another group takes in (see ``file_format``).

Outside the group no person is named: a ruling in a file is said to be decided by the group.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import Group, HouseRules, Ruling
from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.book import house_rules, rulings, sharing
from scorecard.services.files.checking import file_ids
from scorecard.services.files.format import book_parts, file_format
from scorecard.services.history import changes
from scorecard.services.limits import codes

VERSION = 1
KIND = "house_rules"
CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead of ours the clock of the server may be that wrote a file."""


def export(rule_set: HouseRules) -> file_format.Document:
    """Return house rules as a file holds them."""
    return {
        "format": file_format.FORMAT,
        "version": VERSION,
        "kind": KIND,
        "game": rule_set.rules,
        "name": rule_set.name,
        "options": rule_set.latest.options,
        "notes": rule_set.latest.notes,
        "rulings": [
            book_parts.SHARED_RULINGS.part(ruling, {})
            | {"decided_by": _decided_by(rule_set, ruling)}
            for ruling in rule_set.rulings
        ],
        "origin": sharing.origin_of(rule_set),
    }


def _decided_by(rule_set: HouseRules, ruling: Ruling) -> str:
    """Return the name of the group that decided: this one, or the one the rules are copied from."""
    taken_from = (rule_set.origin or {}).get("group")
    return ruling.decided_by if ruling.decided_by == taken_from else rule_set.group.name


def take_in(
    session: Session, group: Group, write: changes.Write, data: core.Json | bytes, name: str = ""
) -> HouseRules:
    """Create house rules from a file's text or JSON content, under another ``name`` if given."""
    try:
        file = file_format.read_kind(data, [KIND])
        return _create(session, group, write.imported, file, name.strip() or file["name"])
    except (errors.BadInput, errors.NotFound) as error:
        if isinstance(error, errors.BadInput) and error.field == "name":
            raise
        raise errors.BadInput(error.message, field="file", code="bad_file") from error


def _create(
    session: Session, group: Group, write: changes.Write, file: file_format.Document, name: str
) -> HouseRules:
    written = file["origin"] or {"name": file["name"] or name}
    origin = {key: written[key] for key in ("group", "name", "version") if key in written}
    rule_set = house_rules.create(
        session,
        group,
        write,
        name,
        file["game"],
        file["options"],
        notes=file["notes"],
        origin={"file": True, **origin},
    )
    for number, ruling in reversed([*enumerate(file["rulings"], start=1)]):
        pieces.give_way()
        rule_set.rulings.append(_ruling(ruling, number, write))
    session.flush()
    session.expire(rule_set, ["rulings"])
    return rule_set


def _ruling(part: Mapping[str, core.Json], number: int, write: changes.Write) -> Ruling:
    where = say("Ruling %(number)s", number=number)
    row = book_parts.SHARED_RULINGS.row(part, {})
    at: datetime = row.pop("at") or write.at
    if at > write.at + CLOCKS_DIFFER:
        raise errors.BadInput(
            say(
                "%(where)s: “at” is %(value)s, which is still to come.",
                where=where,
                value=reading.show(part["at"]),
            )
        )
    with file_ids.inside(where):
        texts = rulings.checked(**row)
    return Ruling(uid=codes.new_uid(), device_id=write.device.id, at=at, **texts)
