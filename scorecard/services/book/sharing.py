"""House rules outside their group: a public link, a file, and copies that name their origin.

A file holds the latest version, and the rulings::

    format     "scorecard"
    version    1
    kind       "house_rules"
    game       the card game's key
    name       what the rules are called
    options    those that differ from the game's defaults
    notes      Markdown
    rulings    a list of situation, decision, decided_by and at, newest first
    origin     group, name and version that this file was made from

Outside the group no person is named: a ruling in a file is said to be decided by the group.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import Group, HouseRules, Ruling
from scorecard.rules import card_game, core, record
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, quoted, say
from scorecard.services.book import house_rules, rulings, texts
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, names

FORMAT = "scorecard"
VERSION = 1
KIND = "house_rules"
KEYS = ("game", "name", "options", "notes", "rulings", "origin")
"""The keys of a file besides ``format``, ``version`` and ``kind``."""
RULING_KEYS = ("situation", "decision", "decided_by", "at")
LATEST_VERSION = 999_999
CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead of ours the clock of the server may be that wrote a file."""
LINK = re.compile(r"/book/([A-Za-z0-9_-]{8,40})/?(?:[?#].*)?$")
"""How a public link ends."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the form for new house rules starts from: options, notes, a name, and their origin."""

    options: Mapping[str, core.Json] = field(default_factory=dict)
    notes: str = ""
    name: str = ""
    origin: Mapping[str, core.Json] | None = None


def switch_public(
    session: Session, of: HouseRules, write: changes.Write, secret_key: str, *, is_on: bool
) -> None:
    """Switch the public link to house rules on, renew it where it is on already, or off."""
    did = "off" if not is_on else "renewed" if of.public_hash else "on"
    what = {"public": [of.public_hash is not None, is_on]}
    if is_on:
        of.public_nonce, of.public_hash = codes.new_token(secret_key)
    else:
        of.public_nonce = of.public_hash = None
    about = {"name": of.name, "what": did}
    group_changes.note(session, of.group, write, "rules_public", about, what=what)


def public_token(of: HouseRules, secret_keys: Sequence[str]) -> str | None:
    """Return the token of the public link, None while it is off."""
    if of.public_nonce is None or of.public_hash is None:
        return None
    return codes.shown_token(of.public_nonce, of.public_hash, secret_keys)


def by_public_link(session: Session, token: str) -> HouseRules:
    """Return the house rules that a public link shows; deleted ones are not shown."""
    house_rules = session.scalar(
        select(HouseRules).where(HouseRules.public_hash == codes.token_hash(token))
    )
    if house_rules is None or house_rules.deleted_at or house_rules.group.deleted_at:
        raise errors.NotFound(say("These house rules are not public, or their link was renewed."))
    return house_rules


def by_pasted_link(session: Session, link: str) -> HouseRules:
    """Return the house rules whose public link somebody pasted."""
    match = LINK.search(link.strip())
    if match is None:
        raise errors.BadInput(
            say(
                "That's no public link to house rules: those end with /book/ and a row of letters."
            ),
            field="link",
        )
    try:
        return by_public_link(session, match.group(1))
    except errors.NotFound as unknown:
        raise errors.BadInput(
            say("This link opens nothing here. Ask for the rules as a file."),
            field="link",
        ) from unknown


def start_from(
    session: Session, group: Group, rules: card_game.GameRules[Any], wanted: str
) -> Start:
    """Return what new house rules for a card game start from.

    ``wanted`` is ``ready:<key>`` for a ready-made set, ``set:<uid>`` for house rules of the group,
    ``shared:<token>`` for those behind a public link, anything else for the game's defaults.
    """
    kind, _, which = wanted.partition(":")
    match kind:
        case "ready":
            ready = next((one for one in rules.house_rules if one.key == which), None)
            if ready is None:
                raise errors.NotFound(say("There is no such ready-made set."))
            return Start(ready.options, ready.notes, ready.name, {"ready_made": ready.name})
        case "set":
            of = house_rules.find(session, group, which)
            origin = {"name": of.name, "version": of.latest.number}
            start = Start(of.latest.options, of.latest.notes, "", origin)
        case "shared":
            of = by_public_link(session, which)
            start = Start(of.latest.options, of.latest.notes, of.name, origin_of(of))
        case _:
            return Start()
    if of.rules != rules.key:
        raise errors.NotFound(say("%(name)s are rules for another game.", name=of.name))
    return start


def origin_of(of: HouseRules) -> dict[str, core.Json]:
    """Return the origin that a copy of house rules in another group names."""
    return {"group": of.group.name, "name": of.name, "version": of.latest.number}


def export(of: HouseRules) -> dict[str, core.Json]:
    """Return house rules as a file holds them."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": KIND,
        "game": of.rules,
        "name": of.name,
        "options": of.latest.options,
        "notes": of.latest.notes,
        "rulings": [
            {
                "situation": ruling.situation,
                "decision": ruling.decision,
                "decided_by": _decided_by(of, ruling),
                "at": ruling.at.isoformat(),
            }
            for ruling in of.rulings
        ],
        "origin": origin_of(of),
    }


def _decided_by(of: HouseRules, ruling: Ruling) -> str:
    """Return the name of the group that decided: this one, or the one the rules are copied from."""
    taken_from = (of.origin or {}).get("group")
    return ruling.decided_by if ruling.decided_by == taken_from else of.group.name


def take_in(
    session: Session, group: Group, write: changes.Write, data: core.Json | bytes, name: str = ""
) -> HouseRules:
    """Create house rules from a file, under another name where one is given.

    ``data`` is the text of the file, or its JSON content.
    """
    file, write = _read(data), write.imported
    wanted = name.strip() or _text(file, "name")
    written = file.get("rulings", [])
    if not isinstance(written, list) or len(written) > bounds.RULINGS_OF_RULES.most:
        most = bounds.RULINGS_OF_RULES.most
        raise _bad(say("“rulings” must be a list of at most %(most)s.", most=most))
    if not isinstance(file.get("options"), dict):
        raise _bad(say("“options” must be an object."))
    try:
        of = house_rules.create(
            session,
            group,
            write,
            wanted,
            _text(file, "game"),
            file["options"],
            notes=_text(file, "notes", ""),
            origin=_origin(file, wanted),
        )
        for number, ruling in reversed(list(enumerate(written, start=1))):
            pieces.give_way()
            of.rulings.append(_ruling(ruling, number, write))
    except errors.BadInput as error:
        if error.field == "name":
            raise
        raise _bad(error.message) from error
    except errors.NotFound as error:
        raise _bad(error.message) from error
    session.flush()
    session.expire(of, ["rulings"])
    return of


def _read(data: core.Json | bytes) -> dict[str, core.Json]:
    try:
        file = record.loads(data) if isinstance(data, bytes | str) else data
    except record.NotJson as error:
        raise _bad(quoted(error.args[0])) from None
    if not isinstance(file, dict) or (file.get("format"), file.get("kind")) != (FORMAT, KIND):
        raise _bad(say("This is no file of house rules."))
    if file.get("version") != VERSION:
        raise _bad(
            say(
                "This file is of version %(version)s; only %(known)s can be read here.",
                version=reading.show(file.get("version")),
                known=VERSION,
            )
        )
    _refuse_unknown(file, ("format", "version", "kind", *KEYS), say("The file"))
    return file


def _ruling(data: core.Json, number: int, write: changes.Write) -> Ruling:
    where = say("Ruling %(number)s", number=number)
    if not isinstance(data, dict):
        raise _bad(
            say(
                "%(where)s must be an object, not %(value)s.", where=where, value=reading.show(data)
            )
        )
    _refuse_unknown(data, RULING_KEYS, where)
    try:
        parts = rulings.checked(*(_text(data, key) for key in RULING_KEYS[:3]))
    except errors.ScorecardError as error:
        raise _bad(say("%(where)s: %(message)s", where=where, message=error.message)) from error
    return Ruling(
        uid=codes.new_uid(), device_id=write.device.id, at=_moment(data, where, write.at), **parts
    )


def _moment(data: Mapping[str, core.Json], where: Sentence, otherwise: datetime) -> datetime:
    written = data.get("at")
    if written is None:
        return otherwise
    moment: datetime | None
    try:
        moment = datetime.fromisoformat(written)
        # Near the ends of the calendar there are moments that no clock of another zone shows.
        moment = moment.astimezone(UTC) if moment.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        moment = None
    if moment is None:
        raise _bad(
            say(
                "%(where)s: “at” must be a moment such as 2026-03-14T20:00:01+00:00, "
                "not %(value)s.",
                where=where,
                value=reading.show(written),
            )
        )
    if moment > otherwise + CLOCKS_DIFFER:
        raise _bad(
            say(
                "%(where)s: “at” is %(value)s, which is still to come.",
                where=where,
                value=reading.show(written),
            )
        )
    return moment


def _origin(file: Mapping[str, core.Json], name: str) -> dict[str, core.Json]:
    """Return the origin that a file names, as far as it can be shown; else just the ``name``."""
    written = file.get("origin")
    if written is None:
        return {"name": _text(file, "name", name), "file": True}
    if not isinstance(written, dict):
        raise _bad(say("“origin” must be an object, not %(value)s.", value=reading.show(written)))
    _refuse_unknown(written, ("group", "name", "version"), say("The origin"))
    origin: dict[str, core.Json] = {"file": True}
    for key in ("group", "name"):
        if key in written:
            origin[key] = _text(written, key)[: texts.LONGEST_TEXT]
    number = written.get("version")
    if type(number) is int and 0 < number <= LATEST_VERSION:
        origin["version"] = number
    return origin


def _text(data: Mapping[str, core.Json], key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise _bad(
            say("“%(key)s” must be text, not %(value)s.", key=key, value=reading.show(value))
        )
    if not names.is_unicode(value):
        raise _bad(say("“%(key)s” holds half a character, which cannot be kept.", key=key))
    return value


def _refuse_unknown(data: Mapping[str, core.Json], known: Sequence[str], where: Sentence) -> None:
    for key in data:
        if key not in known:
            raise _bad(
                say(
                    "%(where)s holds %(key)s, which means nothing here.",
                    where=where,
                    key=reading.show(key),
                )
            )


def _bad(sentence: Sentence) -> errors.BadInput:
    return errors.BadInput(sentence, field="file", code="bad_file")
