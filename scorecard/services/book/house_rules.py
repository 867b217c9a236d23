"""House rules: create, save as a new version, rename, delete, restore and find.

Voting on changes is in :mod:`scorecard.services.book.consent`, changing the house rules of a
running game in :mod:`scorecard.services.table.amending`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.models import Agreement, Group, HouseRules, HouseRulesVersion
from scorecard.rules import Refusal, card_game, core, sheet
from scorecard.rules.games import find as find_rules
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.options import with_changes
from scorecard.rules.words import say
from scorecard.services.book import scorecards
from scorecard.services.groups import group_members
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.limits import bounds, codes, names, quotas, texts


def create(
    session: Session,
    group: Group,
    write: changes.Write,
    name: str,
    rules_key: str,
    options: Mapping[str, core.Json],
    *,
    notes: str = "",
    origin: Mapping[str, core.Json] | None = None,
) -> HouseRules:
    """Write down house rules for a card game under a name, as version 1.

    ``options`` are those that differ from the game's defaults. The name must differ from those
    of the group's other house rules, letter case and spaces aside. The players of the device that
    writes them down have agreed to them by that.
    """
    quotas.check(session, bounds.RULES_OF_GROUP, group.id)
    rules = rules_named(rules_key)
    cleaned = names.clean(name, blank=say("A set of house rules needs a name."))
    _refuse_taken_name(session, group, cleaned)
    if rules_key == definitions.GAME_KEY:
        scorecards.refuse_taken_name(sheet.rules_for(rules_key, options).name, "options.scorecard")
    version = _version(rules, write, 1, options, notes)
    version.agreements = _agreements(session, group, write)
    house_rules = HouseRules(
        uid=codes.new_uid(),
        group_id=group.id,
        rules=rules_key,
        name=cleaned,
        origin=dict(origin) if origin else None,
        created_at=write.at,
        versions=[version],
    )
    session.add(house_rules)
    session.flush()
    _note(session, house_rules, write, "rules_made", {"version": [None, 1]})
    return house_rules


def _agreements(session: Session, group: Group, write: changes.Write) -> list[Agreement]:
    """Return the agreements of the players whose device writes."""
    writing = group_members.membership_of(session, group, write.device)
    if writing is None or writing.removed_at:
        return []
    return [
        Agreement(player=player, device_id=write.device.id, at=write.at)
        for player in writing.people
    ]


def save(
    session: Session,
    house_rules: HouseRules,
    write: changes.Write,
    options: Mapping[str, core.Json],
    *,
    notes: str | None = None,
    reason: str = "",
) -> HouseRulesVersion | None:
    """Save a change as the next version and return it; return None where nothing is changed.

    ``options`` are merged into those of the latest version; an option that is None goes back to the
    game's default.
    """
    refuse_deleted(house_rules)
    latest = house_rules.latest
    chosen = with_changes(latest.options, options)
    rules = rules_named(house_rules.rules)
    wanted = latest.notes if notes is None else notes
    version = _version(rules, write, latest.number + 1, chosen, wanted, reason)
    if (version.options, version.notes) == (latest.options, latest.notes):
        return None
    quotas.check(session, bounds.VERSIONS_OF_RULES, house_rules.id)
    house_rules.versions.append(version)
    what: facts.Difference = {"version": [latest.number, version.number]}
    for proposal in house_rules.proposals:
        if proposal.outcome is None:
            proposal.outcome, proposal.closed_at = "overtaken", write.at
            what[f"proposal/{proposal.uid}"] = [None, "overtaken"]
    _note(session, house_rules, write, "rules_changed", what, {"version": version.number})
    return version


def checked(
    house_rules: HouseRules, options: Mapping[str, core.Json], notes: str
) -> HouseRulesVersion:
    """Return a new version with these options and notes, not stored; refuse what is not legal."""
    refuse_deleted(house_rules)
    return _checked(rules_named(house_rules.rules), options, notes)


def rename(session: Session, house_rules: HouseRules, write: changes.Write, name: str) -> None:
    """Give house rules another name."""
    group = house_rules.group
    group_changes.refuse_stale(session, group, write, house_rules.uid)
    refuse_deleted(house_rules)
    cleaned = names.clean(name, blank=say("A set of house rules needs a name."))
    _refuse_taken_name(session, group, cleaned, own=house_rules)
    before = house_rules.name
    if before != cleaned:
        house_rules.name = cleaned
        what = {"name": [before, cleaned]}
        _note(session, house_rules, write, "rules_renamed", what, {"from": before})


def _refuse_taken_name(
    session: Session, group: Group, name: str, *, own: HouseRules | None = None
) -> None:
    """Refuse a name that other house rules of the group than ``own`` have."""
    other = named(session, group, name)
    if other is not None and other is not own:
        raise errors.BadInput(
            say(
                "There are house rules called %(name)s in %(group)s already.",
                name=other.name,
                group=group.name,
            ),
            field="name",
            code="duplicate_name",
        )


def delete(session: Session, house_rules: HouseRules, write: changes.Write) -> None:
    """Put house rules into the bin; games that were started with them keep their version."""
    refuse_deleted(house_rules)
    house_rules.deleted_at = write.at
    what = {"deleted_at": [None, write.at.isoformat()]}
    _note(session, house_rules, write, "rules_deleted", what)


def restore(session: Session, house_rules: HouseRules, write: changes.Write) -> None:
    """Put deleted house rules back into the book."""
    if house_rules.deleted_at is None:
        return
    group_changes.refuse_stale(session, house_rules.group, write, house_rules.uid)
    if (other := named(session, house_rules.group, house_rules.name)) is not None:
        raise errors.Conflict(
            say(
                "There are other house rules called %(name)s now. Rename those first.",
                name=other.name,
            ),
            code="duplicate_name",
        )
    what = {"deleted_at": [house_rules.deleted_at.isoformat(), None]}
    house_rules.deleted_at = None
    _note(session, house_rules, write, "rules_restored", what)


def find(session: Session, group: Group, uid: str) -> HouseRules:
    """Return a group's house rules with this uid, also deleted ones."""
    house_rules = session.scalar(
        select(HouseRules)
        .where(HouseRules.group_id == group.id, HouseRules.uid == uid)
        .options(selectinload(HouseRules.versions).selectinload(HouseRulesVersion.agreements))
    )
    otherwise = say("There are no such house rules in this group.")
    return errors.found(house_rules, otherwise, code="unknown_rules")


def to_play_by(session: Session, group: Group, uid: str, rules_key: str) -> HouseRules:
    """Return the house rules that a game of a card game is to be started with."""
    house_rules = find(session, group, uid)
    refuse_deleted(house_rules)
    if house_rules.rules != rules_key:
        raise errors.BadInput(
            say(
                "%(name)s are rules for %(game)s.",
                name=house_rules.name,
                game=rules_named(house_rules.rules).name,
            ),
            field="house_rules",
        )
    return house_rules


def find_version(house_rules: HouseRules, number: int | None) -> HouseRulesVersion:
    """Return a version by its number, the one that holds for None."""
    if number is None:
        return house_rules.latest
    otherwise = say(
        "%(name)s has no version %(number)s; the latest is %(latest)s.",
        name=house_rules.name,
        number=number,
        latest=house_rules.latest.number,
    )
    return errors.found(house_rules.version(number), otherwise, code="unknown_version")


def named(session: Session, group: Group, name: str) -> HouseRules | None:
    """Return a group's house rules of this name, letter case and spaces aside, or None."""
    wanted = plain(name)
    return next((one for one in of_group(session, group) if plain(one.name) == wanted), None)


def of_group(
    session: Session, group: Group, rules_key: str | None = None, *, deleted: bool = False
) -> list[HouseRules]:
    """Return the house rules in a group's book, or its deleted ones, by card game and name."""
    statement = (
        select(HouseRules)
        .where(
            HouseRules.group_id == group.id,
            HouseRules.deleted_at.is_not(None) if deleted else HouseRules.deleted_at.is_(None),
        )
        .options(selectinload(HouseRules.versions).selectinload(HouseRulesVersion.agreements))
    )
    if rules_key is not None:
        statement = statement.where(HouseRules.rules == rules_key)
    return sorted(session.scalars(statement), key=lambda one: (one.rules, one.name.casefold()))


def rules_named(key: str) -> card_game.GameRules[Any]:
    """Return the rules of the card game with this key."""
    otherwise = say("No game is called %(key)s.", key=key)
    return errors.found(find_rules(key), otherwise, code="unknown_game")


def _note(
    session: Session,
    house_rules: HouseRules,
    write: changes.Write,
    kind: str,
    what: facts.Difference,
    about: Mapping[str, core.Json] | None = None,
) -> None:
    about = {**(about or {}), "name": house_rules.name}
    group_changes.note(
        session, house_rules.group, write, kind, about, what=what, touching=house_rules.uid
    )


def _version(
    rules: card_game.GameRules[Any],
    write: changes.Write,
    number: int,
    options: Mapping[str, core.Json],
    notes: str,
    reason: str = "",
) -> HouseRulesVersion:
    version = _checked(rules, options, notes)
    version.number = number
    version.reason = texts.clean(reason, say("The reason"), field="reason")
    version.device_id, version.at = write.device.id, write.at
    return version


def _checked(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json], notes: str
) -> HouseRulesVersion:
    chosen = sheet.check_options(rules, options)
    if isinstance(chosen, Refusal):
        raise errors.RefusedByRules(chosen)
    return HouseRulesVersion(options=chosen, notes=texts.notes(notes), agreements=[])


def refuse_deleted(house_rules: HouseRules) -> None:
    """Refuse to do anything with house rules that lie in the bin."""
    if house_rules.deleted_at:
        raise errors.Conflict(
            say("%(name)s was deleted from the book.", name=house_rules.name), code="unknown_rules"
        )


def plain(name: str) -> str:
    """Return a name in small letters without spaces: two names must differ in that."""
    return "".join(name.split()).casefold()
