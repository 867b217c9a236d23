"""House rules outside their group: a public link, and copies that name their origin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Group, HouseRules
from scorecard.rules import card_game, core
from scorecard.rules.words import say
from scorecard.services.book import house_rules
from scorecard.services.groups import public_links
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import codes

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
    session: Session, rule_set: HouseRules, write: changes.Write, secret_key: str, *, is_on: bool
) -> None:
    """Switch the public link to house rules on, renew it where it is on already, or off."""
    did, what = public_links.switch(rule_set, secret_key, is_on=is_on)
    about = {"name": rule_set.name, "what": did}
    group_changes.note(session, rule_set.group, write, "rules_public", about, what=what)


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
                "That’s no public link to house rules: those end with /book/ and a row of letters."
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
            ready = errors.found(ready, say("There is no such ready-made set."))
            return Start(ready.options, ready.notes, ready.name, {"ready_made": ready.name})
        case "set":
            rule_set = house_rules.find(session, group, which)
            origin = {"name": rule_set.name, "version": rule_set.latest.number}
            start = Start(rule_set.latest.options, rule_set.latest.notes, "", origin)
        case "shared":
            rule_set = by_public_link(session, which)
            start = Start(
                rule_set.latest.options, rule_set.latest.notes, rule_set.name, origin_of(rule_set)
            )
        case _:
            return Start()
    if rule_set.rules != rules.key:
        raise errors.NotFound(say("%(name)s are rules for another game.", name=rule_set.name))
    return start


def origin_of(rule_set: HouseRules) -> dict[str, core.Json]:
    """Return the origin that a copy of house rules in another group names."""
    return {"group": rule_set.group.name, "name": rule_set.name, "version": rule_set.latest.number}
