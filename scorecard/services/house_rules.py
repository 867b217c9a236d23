"""House rules: make, save in versions, agree to, compare; and what a game started with them keeps.

How a group comes to agree on a change is in :mod:`scorecard.services.consent`, what is changed
while a game runs in :mod:`scorecard.services.amending`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.errors import BadInput, Conflict, NotAgreed, NotFound, Refused
from scorecard.models import Agreement, Game, Group, HouseRules, HouseRulesVersion, Player
from scorecard.rules import Refusal
from scorecard.rules.core import GameRules, Json, Option, RuleWarning
from scorecard.rules.definitions import GAME_KEY
from scorecard.rules.games import find as find_rules
from scorecard.rules.reading import listed
from scorecard.rules.sheet import check_options, rules_for
from scorecard.rules.words import Sentence, joined, quoted, say, say_n
from scorecard.services import bounds, codes, group_changes, names, quotas, scorecards
from scorecard.services.changes import Write
from scorecard.services.facts import Difference

LONGEST_NOTES = 20_000
"""Characters of a rule set's notes."""
MOST_LINES = 500
"""Lines of a rule set's notes: more take long to compare."""
MOST_COLUMNS = 30
"""Columns of a table in the notes: every row is filled up to that many when it is shown."""
LINE_END = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line besides a plain line feed."""
LONGEST_TEXT = 2_000
"""Characters of a reason, a comment, or a part of a ruling."""


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that differs between two versions; None stands for the game's default."""

    option: Option
    before: Json
    after: Json


@dataclass(frozen=True, slots=True)
class AgreementState:
    """Where a player stands with a version of house rules, the one with this ``number``.

    ``agreed`` is that number, too, once the player has agreed to it; else the newest version
    agreed to, None for none.
    """

    player: Player
    agreed: int | None
    number: int

    @property
    def is_new(self) -> bool:
        """Whether the player never agreed to any version."""
        return self.agreed is None

    @property
    def has_agreed(self) -> bool:
        """Whether the player has agreed to the version."""
        return self.agreed == self.number


@dataclass(frozen=True, slots=True)
class ToAgree:
    """House rules that somebody has not agreed to as they are now.

    ``new`` never agreed to any version; ``known`` agreed to an older one, the oldest of which is
    ``since``.
    """

    house_rules: HouseRules
    new: tuple[Player, ...]
    known: tuple[Player, ...]
    since: int | None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody whose agreement is missing."""
        return self.known + self.new


def create(
    session: Session,
    group: Group,
    write: Write,
    name: str,
    rules_key: str,
    options: Mapping[str, Json],
    *,
    notes: str = "",
    origin: Mapping[str, Json] | None = None,
) -> HouseRules:
    """Write down house rules for a card game under a name, as version 1.

    ``options`` are those that differ from the game's defaults. The name must differ from those
    of the group's other house rules, letter case and spaces aside.
    """
    quotas.check(session, bounds.RULES_OF_GROUP, group.id)
    rules = rules_named(rules_key)
    cleaned = names.clean(name, blank=say("A set of house rules needs a name."))
    if (other := named(session, group, cleaned)) is not None:
        raise BadInput(
            say(
                "There are house rules called %(name)s in %(group)s already.",
                name=other.name,
                group=group.name,
            ),
            field="name",
            code="duplicate_name",
        )
    if rules_key == GAME_KEY:
        scorecards.refuse_taken_name(rules_for(rules_key, options).name, "options.scorecard")
    house_rules = HouseRules(
        uid=codes.new_uid(),
        group_id=group.id,
        rules=rules_key,
        name=cleaned,
        origin=dict(origin) if origin else None,
        created_at=write.at,
        versions=[_version(rules, write, 1, options, notes)],
    )
    session.add(house_rules)
    session.flush()
    _note(session, house_rules, write, "rules_made", {"version": [None, 1]})
    return house_rules


def save(
    session: Session,
    house_rules: HouseRules,
    write: Write,
    options: Mapping[str, Json],
    *,
    notes: str | None = None,
    reason: str = "",
) -> HouseRulesVersion | None:
    """Save a change as the next version; None, and no version, where nothing changed.

    ``options`` are merged into those chosen before; None takes one back to the game's default.
    """
    refuse_deleted(house_rules)
    latest = house_rules.latest
    merged = {**latest.options, **options}
    chosen = {key: value for key, value in merged.items() if value is not None}
    rules = rules_named(house_rules.rules)
    wanted = latest.notes if notes is None else notes
    version = _version(rules, write, latest.number + 1, chosen, wanted, reason)
    if (version.options, version.notes) == (latest.options, latest.notes):
        return None
    quotas.check(session, bounds.VERSIONS_OF_RULES, house_rules.id)
    house_rules.versions.append(version)
    what: Difference = {"version": [latest.number, version.number]}
    for proposal in house_rules.proposals:
        if proposal.outcome is None:
            proposal.outcome, proposal.closed_at = "overtaken", write.at
            what[f"proposal/{proposal.uid}"] = [None, "overtaken"]
    _note(session, house_rules, write, "rules_changed", what, {"version": version.number})
    return version


def checked(house_rules: HouseRules, options: Mapping[str, Json], notes: str) -> HouseRulesVersion:
    """Return what a version with these options and notes would be; refuse what cannot be."""
    refuse_deleted(house_rules)
    return _checked(rules_named(house_rules.rules), options, notes)


def rename(session: Session, house_rules: HouseRules, write: Write, name: str) -> None:
    """Give house rules another name."""
    group = house_rules.group
    group_changes.refuse_stale(session, group, write, house_rules.uid)
    refuse_deleted(house_rules)
    cleaned = names.clean(name, blank=say("A set of house rules needs a name."))
    other = named(session, group, cleaned)
    if other is not None and other is not house_rules:
        raise BadInput(
            say(
                "There are house rules called %(name)s in %(group)s already.",
                name=other.name,
                group=group.name,
            ),
            field="name",
            code="duplicate_name",
        )
    before = house_rules.name
    if before != cleaned:
        house_rules.name = cleaned
        what = {"name": [before, cleaned]}
        _note(session, house_rules, write, "rules_renamed", what, {"from": before})


def delete(session: Session, house_rules: HouseRules, write: Write) -> None:
    """Put house rules into the bin; games that were started with them keep their version."""
    refuse_deleted(house_rules)
    house_rules.deleted_at = write.at
    what = {"deleted_at": [None, write.at.isoformat()]}
    _note(session, house_rules, write, "rules_deleted", what)


def restore(session: Session, house_rules: HouseRules, write: Write) -> None:
    """Put deleted house rules back into the book."""
    if house_rules.deleted_at is None:
        return
    group_changes.refuse_stale(session, house_rules.group, write, house_rules.uid)
    if (other := named(session, house_rules.group, house_rules.name)) is not None:
        raise Conflict(
            say(
                "There are other house rules called %(name)s now. Rename those first.",
                name=other.name,
            ),
            code="duplicate_name",
        )
    what = {"deleted_at": [house_rules.deleted_at.isoformat(), None]}
    house_rules.deleted_at = None
    _note(session, house_rules, write, "rules_restored", what)


def agree(
    session: Session, version: HouseRulesVersion, players: Collection[Player], write: Write
) -> None:
    """Note that players agree to a version; saying so again changes nothing."""
    refuse_deleted(version.of)
    known = {agreement.player.one for agreement in version.agreements}
    new = [one for one in dict.fromkeys(player.one for player in players) if one not in known]
    what = {
        f"agreed/{player.uid}": [agreement_of(version, player).agreed, version.number]
        for player in new
    }
    for player in new:
        version.agreements.append(Agreement(player=player, device_id=write.device.id, at=write.at))
    if new:
        about = {
            "names": listed([player.name for player in new]),
            "name": version.of.name,
            "version": version.number,
        }
        group_changes.note(session, version.of.group, write, "agreed", about, what=what)


def agreement_of(version: HouseRulesVersion, player: Player) -> AgreementState:
    """Return where a player stands with a version, counting whoever was merged into them."""
    ones = {row.id for row in player.group.players if row.one is player.one}
    agreed = [
        one.number
        for one in version.of.versions
        if any(agreement.player_id in ones for agreement in one.agreements)
    ]
    number = version.number
    return AgreementState(player, number if number in agreed else max(agreed, default=None), number)


def missing_agreement(
    version: HouseRulesVersion, players: Sequence[Player]
) -> list[AgreementState]:
    """Return where those players stand who have not agreed to a version."""
    states = [agreement_of(version, player) for player in players]
    return [state for state in states if not state.has_agreed]


def refuse_without_agreement(
    version: HouseRulesVersion, players: Sequence[Player], warnings: Sequence[RuleWarning] = ()
) -> None:
    """Refuse to start with players who have not agreed, naming them and what they know of it.

    ``warnings`` are what else there is to confirm.
    """
    if missing := missing_agreement(version, players):
        raise NotAgreed(agreement_sentence(version, missing), warnings=warnings)


def agreement_sentence(version: HouseRulesVersion, missing: Sequence[AgreementState]) -> Sentence:
    """Return who has not agreed to a version, telling newcomers from those who know another."""
    house_rules = version.of
    new = [state.player.name for state in missing if state.is_new]
    parts = []
    if new:
        parts.append(
            say_n(
                "%(names)s is new to %(rules)s.",
                "%(names)s are new to %(rules)s.",
                len(new),
                names=listed(new),
                rules=house_rules.name,
            )
        )
    for number in sorted({state.agreed for state in missing if state.agreed is not None}):
        known = [state.player.name for state in missing if state.agreed == number]
        labels = changed_labels(find_version(house_rules, number), version)
        about = {"names": listed(known), "number": number, "labels": listed(labels or [""])}
        parts.append(
            say("%(names)s agreed to version %(number)s, which said the same.", **about)
            if not labels
            else say("%(names)s agreed to version %(number)s; changed since: %(labels)s.", **about)
            if number < version.number
            else say("%(names)s agreed to version %(number)s, which changes: %(labels)s.", **about)
        )
    last = (
        say("Version %(number)s holds now.", number=version.number)
        if version is house_rules.latest
        else say("You chose version %(number)s.", number=version.number)
    )
    return joined([*parts, last])


def changed_labels(before: HouseRulesVersion, after: HouseRulesVersion) -> list[Sentence]:
    """Return what differs between two versions: the names of options, and "the notes"."""
    rules = rules_named(before.of.rules)
    changed = changed_options(rules, before.options, after.options)
    labels = [quoted(change.option.label) for change in changed]
    return labels if before.notes == after.notes else [*labels, say("the notes")]


def to_agree(session: Session, group: Group, players: Sequence[Player]) -> list[ToAgree]:
    """Return what in the group's book those players still have to agree to, by house rules."""
    found = []
    for one in of_group(session, group):
        missing = missing_agreement(one.latest, players)
        if missing:
            known = [state.agreed for state in missing if state.agreed is not None]
            found.append(
                ToAgree(
                    one,
                    new=tuple(state.player for state in missing if state.is_new),
                    known=tuple(state.player for state in missing if not state.is_new),
                    since=min(known, default=None),
                )
            )
    return found


def compare(house_rules: HouseRules, before: int, after: int) -> list[OptionChange]:
    """Return the options that differ between two versions, in the game's order."""
    old, new = (find_version(house_rules, number).options for number in (before, after))
    return changed_options(rules_named(house_rules.rules), old, new)


def changed_options(
    rules: GameRules[Any], old: Mapping[str, Json], new: Mapping[str, Json]
) -> list[OptionChange]:
    """Return the options that differ between two choices of them, in the game's order."""
    return [
        OptionChange(option, old.get(option.key), new.get(option.key))
        for option in rules.options
        if old.get(option.key) != new.get(option.key)
    ]


def find(session: Session, group: Group, uid: str) -> HouseRules:
    """Return a group's house rules with this uid, also deleted ones."""
    found = session.scalar(
        select(HouseRules)
        .where(HouseRules.group_id == group.id, HouseRules.uid == uid)
        .options(selectinload(HouseRules.versions).selectinload(HouseRulesVersion.agreements))
    )
    if found is None:
        raise NotFound(say("There are no such house rules in this group."), code="unknown_rules")
    return found


def to_play_by(session: Session, group: Group, uid: str, rules_key: str) -> HouseRules:
    """Return the house rules that a game of a card game is to be started with."""
    found = find(session, group, uid)
    refuse_deleted(found)
    if found.rules != rules_key:
        raise BadInput(
            say(
                "%(name)s are rules for %(game)s.",
                name=found.name,
                game=rules_named(found.rules).name,
            ),
            field="house_rules",
        )
    return found


def find_version(house_rules: HouseRules, number: int) -> HouseRulesVersion:
    """Return a version by its number."""
    version = house_rules.version(number)
    if version is None:
        raise NotFound(
            say(
                "%(name)s has no version %(number)s; the latest is %(latest)s.",
                name=house_rules.name,
                number=number,
                latest=house_rules.latest.number,
            ),
            code="unknown_version",
        )
    return version


def named(session: Session, group: Group, name: str) -> HouseRules | None:
    """Return a group's house rules of this name, letter case and spaces aside, or None."""
    wanted = plain(name)
    return next((one for one in of_group(session, group) if plain(one.name) == wanted), None)


def of_group(
    session: Session, group: Group, rules_key: str | None = None, *, deleted: bool = False
) -> list[HouseRules]:
    """Return the house rules in a group's book by name, of one card game if it is given."""
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


def rules_named(key: str) -> GameRules[Any]:
    """Return the rules of the card game with this key."""
    rules = find_rules(key)
    if rules is None:
        raise NotFound(say("No game is called %(key)s.", key=key), code="unknown_game")
    return rules


def keep(game: Game, version: HouseRulesVersion, players: Sequence[Player]) -> None:
    """Note on a game which version it is started with, and who has not agreed to that."""
    missing = missing_agreement(version, players)
    game.house_rules = version
    game.not_agreed = [{"name": state.player.name, "agreed": state.agreed} for state in missing]


def book_warning(game: Game) -> RuleWarning | None:
    """Return the warning that stays on a game which was started before all had agreed."""
    if not game.not_agreed or game.house_rules is None:
        return None
    name, number = game.house_rules.of.name, game.house_rules.number
    new = [one["name"] for one in game.not_agreed if one["agreed"] is None]
    parts = []
    if new:
        parts.append(
            say_n(
                "%(names)s is new to %(rules)s",
                "%(names)s are new to %(rules)s",
                len(new),
                names=listed(new),
                rules=name,
            )
        )
    for agreed in sorted({one["agreed"] for one in game.not_agreed} - {None}):
        known = [one["name"] for one in game.not_agreed if one["agreed"] == agreed]
        parts.append(
            say("%(names)s agreed only to version %(number)s", names=listed(known), number=agreed)
        )
    sentence = say(
        "Not everybody agreed to %(rules)s, version %(number)s: %(who)s.",
        rules=name,
        number=number,
        who=joined(parts, "; "),
    )
    return RuleWarning(0, "not_all_agreed", sentence)


def text(value: str, what: Sentence, *, field: str, longest: int = LONGEST_TEXT) -> str:
    """Return a longer text trimmed, with plain line ends; refuse one that is too long."""
    cleaned = LINE_END.sub("\n", value).strip()
    if len(cleaned) > longest:
        raise BadInput(
            say(
                "%(what)s cannot be longer than %(longest)s characters; this has %(length)s.",
                what=what,
                longest=longest,
                length=len(cleaned),
            ),
            field=field,
        )
    if "\x00" in cleaned:
        raise BadInput(say("%(what)s cannot contain control characters.", what=what), field=field)
    if not names.is_unicode(cleaned):
        raise BadInput(
            say("%(what)s holds half a character, which cannot be kept.", what=what), field=field
        )
    return cleaned


def checked_notes(notes: str) -> str:
    """Return notes trimmed; refuse what takes too long to show and to compare."""
    cleaned = text(notes, say("The notes"), field="notes", longest=LONGEST_NOTES)
    lines = cleaned.split("\n")
    if len(lines) > MOST_LINES:
        raise BadInput(
            say(
                "The notes cannot have more than %(most)s lines; these have %(lines)s.",
                most=MOST_LINES,
                lines=len(lines),
            ),
            field="notes",
        )
    if any(line.count("|") > MOST_COLUMNS + 1 for line in lines):
        raise BadInput(
            say(
                "A table in the notes cannot have more than %(most)s columns.",
                most=MOST_COLUMNS,
            ),
            field="notes",
        )
    return cleaned


def _note(
    session: Session,
    house_rules: HouseRules,
    write: Write,
    kind: str,
    what: Difference,
    about: Mapping[str, Json] | None = None,
) -> None:
    about = {**(about or {}), "name": house_rules.name}
    group_changes.note(
        session, house_rules.group, write, kind, about, what=what, touching=house_rules.uid
    )


def _version(
    rules: GameRules[Any],
    write: Write,
    number: int,
    options: Mapping[str, Json],
    notes: str,
    reason: str = "",
) -> HouseRulesVersion:
    version = _checked(rules, options, notes)
    version.number = number
    version.reason = text(reason, say("The reason"), field="reason")
    version.device_id, version.at = write.device.id, write.at
    return version


def _checked(rules: GameRules[Any], options: Mapping[str, Json], notes: str) -> HouseRulesVersion:
    chosen = check_options(rules, options)
    if isinstance(chosen, Refusal):
        raise Refused(chosen)
    return HouseRulesVersion(options=chosen, notes=checked_notes(notes), agreements=[])


def refuse_deleted(house_rules: HouseRules) -> None:
    """Refuse to do anything with house rules that were taken out of the book."""
    if house_rules.deleted_at:
        raise Conflict(
            say("%(name)s was deleted from the book.", name=house_rules.name), code="unknown_rules"
        )


def plain(name: str) -> str:
    """Return a name without what two names may not differ by alone: letter case and spaces."""
    return "".join(name.split()).casefold()
